// SPDX-License-Identifier: MIT
#pragma once

#include "text.h"

#include <tl/expected.hpp>

#include <optional>
#include <variant>

namespace cudnnsetup {

// Why something was refused or failed. The words are the finding ids of docs/FINDINGS.md; ErrorId::toString gives them.
enum class ErrorId {
    ArchiveAltered,
    ArchiveHashConflict,
    ArchiveIsHtml,
    ArchiveTruncated,
    ArchiveUnsafe,
    ArchiveUnverified,
    ArchiveWrongPlatform,
    CommandFailed,
    CommandMissing,
    CommandTimedOut,
    CompileFailed,
    CudaMajorMismatch,
    CudnnAbsent,
    DriverMismatch,
    DriverMissing,
    DriverTooOld,
    GlibcTooOld,
    GpuTooNew,
    GpuTooOld,
    InUse,
    InputMissing,
    InputMalformed,
    LibraryEmpty,
    LibraryTruncated,
    LibcudaMismatch,
    LoadFailed,
    NoSpace,
    NoSymlinkSupport,
    NotAnArchive,
    NoNvidiaGpu,
    NotConfirmed,
    NotReadable,
    NotSupported,
    NotWritable,
    NoToolkit,
    OutsideTarget,
    PackageOwned,
    ReadOnlySystem,
    SbsaOnTegra,
    StubsOnPath,
    TransactionUnfinished,
    UvmNotLoaded,
    WriteFailed,
    WrongArchitecture,
    WrongElfClass,
    WrongUsage,
};

// The id as docs/FINDINGS.md spells it, for example "archive-truncated".
QString toString(ErrorId id);
std::optional<ErrorId> errorIdFrom(const QString &word);

// What failed, what is still intact and what to do, in one or two sentences; detail is raw text for experts.
struct Error
{
    ErrorId id;
    Text message;
    QString detail = {};
};

// For another process of this program; the document for people is another one (report/documents.h).
QJsonObject toJson(const Error &error);
std::optional<Error> errorFromJson(const QJsonObject &json);

template<class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(ErrorId id, Text message, QString detail = {})
{
    return tl::unexpected<Error>(Error{id, std::move(message), std::move(detail)});
}

// Long work ends in a value, an error, or because the person cancelled; cancelling is no error.
struct Cancelled
{
};
using Interruption = std::variant<Error, Cancelled>;

template<class T>
using Outcome = tl::expected<T, Interruption>;

inline bool isCancelled(const Interruption &interruption)
{
    return std::holds_alternative<Cancelled>(interruption);
}

} // namespace cudnnsetup
