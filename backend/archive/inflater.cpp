// SPDX-License-Identifier: MIT
#include "archive/inflater.h"

#include <KCompressionDevice>

#include <cstring>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

// The source as KCompressionDevice wants it. It never gives -1, which KCompressionDevice takes for a length; what went
// wrong is kept in failure.
class Inflater::SourceDevice final : public QIODevice
{
public:
    explicit SourceDevice(PackedSource &source) : m_source(source) { open(ReadOnly | Unbuffered); }

    bool isSequential() const override { return true; }
    bool atEnd() const override { return m_bytes.isEmpty() && (failure || m_source.isAtEnd()); }

    std::optional<Interruption> failure;

protected:
    qint64 readData(char *data, qint64 size) override
    {
        if (m_bytes.isEmpty() && !failure) {
            const auto bytes = m_source.next();
            if (bytes)
                m_bytes = *bytes;
            else
                failure = bytes.error();
        }
        const qint64 count = failure ? 0 : qMin(size, qint64(m_bytes.size()));
        if (count > 0)
            std::memcpy(data, m_bytes.data(), size_t(count));
        m_bytes = m_bytes.sliced(count);
        return count;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    PackedSource &m_source;
    QByteArrayView m_bytes;
};

struct Inflater::Parts
{
    Parts(PackedSource &packed, Format format) : source(packed), device(&source, false, KCompressionDevice::GZip)
    {
        if (format == Format::Raw)
            device.setSkipHeaders();
        isOpen = device.open(QIODevice::ReadOnly);
    }

    SourceDevice source;
    KCompressionDevice device;
    bool isOpen = false;
};

Inflater::Inflater(PackedSource &source, const ArchiveErrors &errors, Format format) :
    m_parts(std::make_unique<Parts>(source, format)), m_errors(errors)
{
}

Inflater::~Inflater() = default;

Outcome<qint64> Inflater::read(char *data, qint64 size)
{
    qint64 done = 0;
    while (done < size && m_parts->isOpen) {
        const qint64 count = m_parts->device.read(data + done, size - done);
        if (count <= 0)
            break;
        done += count;
    }
    if (m_parts->source.failure)
        return tl::unexpected<Interruption>(*m_parts->source.failure);
    if (done > 0)
        return done;
    if (m_parts->isOpen && m_parts->device.atEnd())
        return 0;
    // After damage a further read gives -1; where bytes are missing it gives 0 again.
    char byte;
    if (!m_parts->isOpen || m_parts->device.read(&byte, 1) < 0)
        return tl::unexpected<Interruption>(m_errors.altered(u"deflate: corrupt data or wrong check"_s));
    return tl::unexpected<Interruption>(m_errors.truncated(u"deflate: unexpected end of input"_s));
}

} // namespace cudnnsetup
