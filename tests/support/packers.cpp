// SPDX-License-Identifier: MIT
#include "packers.h"

#include <QtEndian>

#include <lzma.h>
#include <zlib.h>

namespace cudnnsetup::test {

namespace {

QByteArray deflated(const QByteArray &bytes, int windowBits)
{
    z_stream stream = {};
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    QByteArray packed(qsizetype(deflateBound(&stream, uLong(bytes.size()))) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.constData()));
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(packed.data());
    stream.avail_out = uInt(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return packed;
}

QByteArray le16(quint16 value)
{
    QByteArray bytes(2, '\0');
    qToLittleEndian(value, bytes.data());
    return bytes;
}

QByteArray le32(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToLittleEndian(value, bytes.data());
    return bytes;
}

} // namespace

QByteArray xzPacked(const QByteArray &bytes, qint64 blockSize, bool hasCheck)
{
    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_mt options = {};
    options.threads = 1;
    options.block_size = blockSize > 0 ? quint64(blockSize) : quint64(bytes.size()) + 1;
    options.preset = 0;
    options.check = hasCheck ? LZMA_CHECK_CRC64 : LZMA_CHECK_NONE;
    if (lzma_stream_encoder_mt(&stream, &options) != LZMA_OK)
        return {};
    QByteArray packed(qsizetype(lzma_stream_buffer_bound(size_t(bytes.size()))) * 2 + 65536, '\0');
    stream.next_in = reinterpret_cast<const uint8_t *>(bytes.constData());
    stream.avail_in = size_t(bytes.size());
    stream.next_out = reinterpret_cast<uint8_t *>(packed.data());
    stream.avail_out = size_t(packed.size());
    lzma_ret code = LZMA_OK;
    while (code == LZMA_OK)
        code = lzma_code(&stream, LZMA_FINISH);
    packed.resize(qsizetype(stream.total_out));
    lzma_end(&stream);
    return code == LZMA_STREAM_END ? packed : QByteArray();
}

QByteArray gzipPacked(const QByteArray &bytes)
{
    return deflated(bytes, MAX_WBITS + 16);
}

QByteArray zipPacked(const QList<ZipPiece> &pieces)
{
    QByteArray zip;
    QByteArray directory;
    for (const ZipPiece &piece : pieces) {
        const QByteArray packed = piece.isStored ? piece.content : deflated(piece.content, -MAX_WBITS);
        const auto crc = quint32(crc32(0, reinterpret_cast<const Bytef *>(piece.content.constData()), uInt(piece.content.size())));
        const QByteArray sizes = le32(crc) + le32(quint32(packed.size())) + le32(quint32(piece.content.size()));
        const QByteArray common = le16(piece.hasSizesBehind ? 0x0808 : 0x0800) + le16(piece.isStored ? 0 : 8) + le16(0) + le16(0x5a21);
        directory += "PK\1\2" + le16(0x0314) + le16(20) + common + sizes + le16(quint16(piece.name.size())) + le16(0) + le16(0)
                + le16(0) + le16(0) + le32(quint32(piece.mode) << 16) + le32(quint32(zip.size())) + piece.name;
        zip += "PK\3\4" + le16(20) + common + (piece.hasSizesBehind ? QByteArray(12, '\0') : sizes)
                + le16(quint16(piece.name.size())) + le16(0) + piece.name + packed;
        if (piece.hasSizesBehind)
            zip += "PK\7\10" + sizes;
    }
    const auto offset = quint32(zip.size());
    const QByteArray count = le16(quint16(pieces.size()));
    return zip + directory + "PK\5\6" + le16(0) + le16(0) + count + count + le32(quint32(directory.size())) + le32(offset) + le16(0);
}

} // namespace cudnnsetup::test
