// SPDX-License-Identifier: MIT
#include "result.h"

namespace cudnnsetup {

QString toString(ErrorId id)
{
    using namespace Qt::StringLiterals;
    switch (id) {
    case ErrorId::ArchiveAltered: return u"archive-altered"_s;
    case ErrorId::ArchiveHashConflict: return u"archive-hash-conflict"_s;
    case ErrorId::ArchiveIsHtml: return u"archive-is-html"_s;
    case ErrorId::ArchiveTruncated: return u"archive-truncated"_s;
    case ErrorId::ArchiveUnsafe: return u"archive-unsafe"_s;
    case ErrorId::ArchiveUnverified: return u"archive-unverified"_s;
    case ErrorId::ArchiveWrongPlatform: return u"archive-wrong-platform"_s;
    case ErrorId::CommandFailed: return u"command-failed"_s;
    case ErrorId::CommandMissing: return u"command-missing"_s;
    case ErrorId::CommandTimedOut: return u"command-timed-out"_s;
    case ErrorId::CompileFailed: return u"compile-failed"_s;
    case ErrorId::CudaMajorMismatch: return u"cuda-major-mismatch"_s;
    case ErrorId::CudnnAbsent: return u"cudnn-absent"_s;
    case ErrorId::DriverMismatch: return u"driver-mismatch"_s;
    case ErrorId::DriverMissing: return u"driver-missing"_s;
    case ErrorId::DriverTooOld: return u"driver-too-old"_s;
    case ErrorId::GlibcTooOld: return u"glibc-too-old"_s;
    case ErrorId::GpuTooNew: return u"gpu-too-new"_s;
    case ErrorId::GpuTooOld: return u"gpu-too-old"_s;
    case ErrorId::InUse: return u"in-use"_s;
    case ErrorId::InputMissing: return u"input-missing"_s;
    case ErrorId::InputMalformed: return u"input-malformed"_s;
    case ErrorId::LibraryEmpty: return u"library-empty"_s;
    case ErrorId::LibraryTruncated: return u"library-truncated"_s;
    case ErrorId::LibcudaMismatch: return u"libcuda-mismatch"_s;
    case ErrorId::LoadFailed: return u"load-failed"_s;
    case ErrorId::NoSpace: return u"no-space"_s;
    case ErrorId::NoSymlinkSupport: return u"no-symlink-support"_s;
    case ErrorId::NotAnArchive: return u"not-an-archive"_s;
    case ErrorId::NoNvidiaGpu: return u"no-nvidia-gpu"_s;
    case ErrorId::NotConfirmed: return u"not-confirmed"_s;
    case ErrorId::NotReadable: return u"not-readable"_s;
    case ErrorId::NotSupported: return u"not-supported"_s;
    case ErrorId::NotWritable: return u"not-writable"_s;
    case ErrorId::NoToolkit: return u"no-toolkit"_s;
    case ErrorId::OutsideTarget: return u"outside-target"_s;
    case ErrorId::PackageOwned: return u"package-owned"_s;
    case ErrorId::ReadOnlySystem: return u"read-only-system"_s;
    case ErrorId::SbsaOnTegra: return u"sbsa-on-tegra"_s;
    case ErrorId::StubsOnPath: return u"stubs-on-path"_s;
    case ErrorId::TransactionUnfinished: return u"transaction-unfinished"_s;
    case ErrorId::UvmNotLoaded: return u"uvm-not-loaded"_s;
    case ErrorId::WriteFailed: return u"write-failed"_s;
    case ErrorId::WrongArchitecture: return u"wrong-architecture"_s;
    case ErrorId::WrongElfClass: return u"wrong-elf-class"_s;
    case ErrorId::WrongUsage: return u"wrong-usage"_s;
    }
    Q_UNREACHABLE();
}

std::optional<ErrorId> errorIdFrom(const QString &word)
{
    for (int number = 0; number <= int(ErrorId::WrongUsage); ++number) { // the last one
        if (toString(ErrorId(number)) == word)
            return ErrorId(number);
    }
    return std::nullopt;
}

QJsonObject toJson(const Error &error)
{
    using namespace Qt::StringLiterals;
    return {{u"id"_s, toString(error.id)}, {u"message"_s, error.message.toJson()}, {u"detail"_s, error.detail}};
}

std::optional<Error> errorFromJson(const QJsonObject &json)
{
    using namespace Qt::StringLiterals;
    const auto id = errorIdFrom(json[u"id"_s].toString());
    if (!id)
        return std::nullopt;
    return Error{*id, Text::fromJson(json[u"message"_s].toObject()), json[u"detail"_s].toString()};
}

} // namespace cudnnsetup
