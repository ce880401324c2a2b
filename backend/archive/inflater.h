// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archiveerrors.h"
#include "archive/decompressor.h"

#include <memory>

namespace cudnnsetup {

// gzip files and the deflated members of zip files, by KCompressionDevice. That device says neither of a file that is cut
// nor of one that is damaged that it failed; this class tells both. A gzip file's CRC-32 and length are verified; a raw
// member has none of its own, so whoever reads one checks it.
class Inflater final : public Decompressor
{
public:
    enum class Format { Gzip, Raw };
    Inflater(PackedSource &source, const ArchiveErrors &errors, Format format);
    ~Inflater() override;
    Q_DISABLE_COPY_MOVE(Inflater)

    Outcome<qint64> read(char *data, qint64 size) override;

private:
    class SourceDevice;
    struct Parts;
    std::unique_ptr<Parts> m_parts;
    ArchiveErrors m_errors;
};

} // namespace cudnnsetup
