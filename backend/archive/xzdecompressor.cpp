// SPDX-License-Identifier: MIT
#include "archive/xzdecompressor.h"

#include <thread>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// xz -9 needs 65 MiB to unpack; more than this is no archive of NVIDIA's.
constexpr quint64 mostMemory = 160u << 20;
// Several threads at once may use this much; below it liblzma unpacks in fewer threads, down to one.
constexpr quint64 mostMemoryForThreads = 32u << 20;
constexpr quint64 mostMemoryForIndex = 32u << 20;

QString nameOf(lzma_ret code)
{
    switch (code) {
    case LZMA_FORMAT_ERROR: return u"xz: not in xz format, or bytes after the end"_s;
    case LZMA_OPTIONS_ERROR: return u"xz: unknown options"_s;
    case LZMA_DATA_ERROR: return u"xz: corrupt data or wrong check"_s;
    case LZMA_BUF_ERROR: return u"xz: unexpected end of input"_s;
    case LZMA_MEMLIMIT_ERROR: return u"xz: memory limit"_s;
    case LZMA_UNSUPPORTED_CHECK: return u"xz: unknown kind of check"_s;
    case LZMA_NO_CHECK: return u"xz: no check"_s;
    default: return u"xz: error %1"_s.arg(int(code));
    }
}

// Whether the file ends as an xz stream does: "YZ", then perhaps padding of zeros in units of four.
Result<bool> hasFooter(QIODevice &file, const ArchiveErrors &errors)
{
    const qint64 size = file.size();
    if (size < 32 || size % 4 != 0)
        return false;
    for (qint64 end = size; end >= 32; end -= 4096) {
        const qint64 start = qMax(qint64(0), end - 4096);
        if (!file.seek(start))
            return tl::unexpected<Error>(errors.notReadable(file.errorString()));
        const QByteArray tail = file.read(end - start);
        if (tail.size() != end - start)
            return tl::unexpected<Error>(errors.notReadable(file.errorString()));
        for (qsizetype i = tail.size(); i >= 4; i -= 4) {
            const QByteArrayView word = QByteArrayView(tail).sliced(i - 4, 4);
            if (word != QByteArrayView("\0\0\0\0", 4))
                return word.endsWith("YZ");
        }
    }
    return false;
}

Result<XzFacts> factsOf(lzma_index *index, const ArchiveErrors &errors)
{
    const XzFacts facts{.unpackedSize = qint64(lzma_index_uncompressed_size(index)),
                        .blocks = qint64(lzma_index_block_count(index))};
    const bool isUnchecked = (lzma_index_checks(index) & (1u << LZMA_CHECK_NONE)) != 0;
    lzma_index_end(index, nullptr);
    if (isUnchecked)
        return tl::unexpected<Error>(errors.withoutCheck(u"xz --check=none"_s));
    return facts;
}

// Whether a whole stream ends shortly before the end of the file and no further one begins behind it. Its footer carries a
// check sum of its own, so compressed bytes are not taken for one.
bool hasExtraBytes(QIODevice &file)
{
    constexpr qint64 mostExtra = 64 << 10;
    const qint64 start = qMax(qint64(0), file.size() - mostExtra) / 4 * 4; // a footer lies at a multiple of four
    if (!file.seek(start))
        return false;
    const QByteArray tail = file.read(file.size() - start);
    const QByteArrayView header("\xfd" "7zXZ\0", 6);
    for (qsizetype end = tail.size() / 4 * 4; end >= LZMA_STREAM_HEADER_SIZE; end -= 4) {
        const auto *footer = reinterpret_cast<const uint8_t *>(tail.constData()) + end - LZMA_STREAM_HEADER_SIZE;
        lzma_stream_flags flags;
        if (lzma_stream_footer_decode(&flags, footer) != LZMA_OK)
            continue;
        QByteArrayView rest = QByteArrayView(tail).sliced(end);
        while (rest.startsWith('\0'))
            rest = rest.sliced(1);
        return !rest.isEmpty() && !rest.startsWith(header) && !header.startsWith(rest);
    }
    return false;
}

} // namespace

Result<XzFacts> readXzFacts(QIODevice &file, const ArchiveErrors &errors)
{
    const auto ending = hasFooter(file, errors);
    if (!ending)
        return tl::unexpected<Error>(ending.error());
    if (!*ending && hasExtraBytes(file))
        return tl::unexpected<Error>(errors.extraBytes(u"xz: bytes after the last stream"_s));
    if (!*ending)
        return tl::unexpected<Error>(errors.truncated(u"xz: no stream footer at the end of the file"_s));

    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_index *index = nullptr;
    lzma_ret code = lzma_file_info_decoder(&stream, &index, mostMemoryForIndex, quint64(file.size()));
    QByteArray buffer(8192, Qt::Uninitialized);
    bool isReadable = file.seek(0);
    while (isReadable && (code == LZMA_OK || code == LZMA_SEEK_NEEDED)) {
        if (code == LZMA_SEEK_NEEDED) {
            isReadable = file.seek(qint64(stream.seek_pos));
            stream.avail_in = 0;
        }
        if (isReadable && stream.avail_in == 0) {
            const qint64 count = file.read(buffer.data(), buffer.size());
            isReadable = count >= 0;
            stream.next_in = reinterpret_cast<const uint8_t *>(buffer.constData());
            stream.avail_in = size_t(qMax(qint64(0), count));
        }
        code = lzma_code(&stream, stream.avail_in == 0 ? LZMA_FINISH : LZMA_RUN);
    }
    lzma_end(&stream);
    if (!isReadable)
        return tl::unexpected<Error>(errors.notReadable(file.errorString()));
    if (code == LZMA_STREAM_END)
        return factsOf(index, errors);
    if (code == LZMA_MEMLIMIT_ERROR)
        return tl::unexpected<Error>(errors.tooMuchMemory(nameOf(code)));
    return tl::unexpected<Error>(errors.altered(nameOf(code)));
}

XzDecompressor::XzDecompressor(PackedSource &source, const ArchiveErrors &errors, bool isThreaded) :
    m_source(source), m_errors(errors)
{
    constexpr uint32_t flags = LZMA_CONCATENATED | LZMA_TELL_NO_CHECK | LZMA_TELL_UNSUPPORTED_CHECK;
    if (isThreaded) {
        lzma_mt options = {};
        options.flags = flags;
        options.threads = qBound(1u, std::thread::hardware_concurrency(), 8u);
        options.timeout = 100; // milliseconds; so that a wish to stop is heard
        options.memlimit_threading = mostMemoryForThreads;
        options.memlimit_stop = mostMemory;
        m_state = lzma_stream_decoder_mt(&m_stream, &options);
    } else {
        m_state = lzma_stream_decoder(&m_stream, mostMemory, flags);
    }
}

XzDecompressor::~XzDecompressor()
{
    lzma_end(&m_stream);
}

Outcome<qint64> XzDecompressor::read(char *data, qint64 size)
{
    m_stream.next_out = reinterpret_cast<uint8_t *>(data);
    m_stream.avail_out = size_t(size);
    while (m_stream.avail_out > 0 && m_state == LZMA_OK) {
        if (m_stream.avail_in == 0 && !m_isInputAtEnd) {
            const auto bytes = m_source.next();
            if (!bytes)
                return tl::unexpected<Interruption>(bytes.error());
            m_stream.next_in = reinterpret_cast<const uint8_t *>(bytes->data());
            m_stream.avail_in = size_t(bytes->size());
            m_isInputAtEnd = bytes->isEmpty();
        }
        m_state = lzma_code(&m_stream, m_isInputAtEnd ? LZMA_FINISH : LZMA_RUN);
    }
    const qint64 count = size - qint64(m_stream.avail_out);
    if (count == 0 && m_state != LZMA_STREAM_END)
        return tl::unexpected<Interruption>(problem(m_state));
    return count;
}

Error XzDecompressor::problem(lzma_ret code) const
{
    switch (code) {
    case LZMA_BUF_ERROR:
        return m_errors.truncated(nameOf(code));
    case LZMA_MEMLIMIT_ERROR:
    case LZMA_MEM_ERROR:
        return m_errors.tooMuchMemory(nameOf(code));
    case LZMA_NO_CHECK:
    case LZMA_UNSUPPORTED_CHECK:
        return m_errors.withoutCheck(nameOf(code));
    default:
        return m_errors.altered(nameOf(code));
    }
}

} // namespace cudnnsetup
