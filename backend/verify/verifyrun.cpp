// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include "cudnnnumber.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString VerifyRun::soname() const
{
    for (const LibraryFacts &library : copy.libraries) {
        if (library.soname && library.soname->startsWith("libcudnn.so."_L1))
            return *library.soname;
    }
    for (const LibraryFacts &library : copy.libraries) {
        if (library.name.startsWith("libcudnn.so."_L1))
            return library.name.section(u'.', 0, 2);
    }
    return copy.version ? u"libcudnn.so.%1"_s.arg(copy.version->majorVersion()) : u"libcudnn.so"_s;
}

const LibraryFacts *VerifyRun::dispatcher() const
{
    const QString name = soname();
    const auto found = std::find_if(copy.libraries.begin(), copy.libraries.end(),
                                    [&](const LibraryFacts &library) { return library.name == name; });
    return found == copy.libraries.end() ? nullptr : &*found;
}

QStringList VerifyRun::childLibraryPath() const
{
    QStringList folders{host.files().outsideOfTarget(copy.libraryDir)};
    if (toolkit && toolkit->libraryDir)
        folders << host.files().outsideOfTarget(*toolkit->libraryDir);
    folders.removeDuplicates();
    return folders;
}

QHash<QString, QString> VerifyRun::childEnvironment() const
{
    return host.isLocal() ? host.environment() : QHash<QString, QString>();
}

std::optional<QVersionNumber> VerifyRun::version() const
{
    if (answer && answer->cudnnVersion)
        return versionFromCudnnNumber(*answer->cudnnVersion);
    return copy.version;
}

bool VerifyRun::belongsToPython() const
{
    return copy.origin == CudnnCopy::Origin::Pip || copy.origin == CudnnCopy::Origin::Framework
            || copy.origin == CudnnCopy::Origin::Conda;
}

CheckResult passed(Text detail, QString evidence)
{
    return {.status = VerifyCheck::Status::Passed, .detail = std::move(detail), .evidence = std::move(evidence)};
}

CheckResult failed(const QString &finding, Text detail, QString evidence)
{
    return {.status = VerifyCheck::Status::Failed,
            .detail = std::move(detail),
            .finding = finding,
            .evidence = std::move(evidence)};
}

CheckResult skipped(Text detail, QString evidence)
{
    return {.status = VerifyCheck::Status::Skipped, .detail = std::move(detail), .evidence = std::move(evidence)};
}

} // namespace cudnnsetup
