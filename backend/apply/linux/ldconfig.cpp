// SPDX-License-Identifier: MIT
#include "apply/ldconfig.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

Result<void> renewLoaderCache(const CommandRunner &commands, const QString &machineRoot)
{
    QStringList arguments{u"-X"_s};
    if (machineRoot != u"/"_s)
        arguments << u"-r"_s << machineRoot;
    // A cold disk with many libraries takes a while.
    const auto result = commands.run({.program = u"ldconfig"_s, .arguments = arguments, .timeout = std::chrono::minutes(2)});
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode == 0)
        return {};
    return failure(ErrorId::CommandFailed,
                   Text(QT_TRANSLATE_NOOP("backend", "ldconfig, which renews the loader cache, failed.")),
                   QString::fromLocal8Bit(result->standardError).trimmed());
}

LocalCommandRunner systemCommands()
{
    // An ordinary user's PATH often lacks the folders of system programs.
    return LocalCommandRunner({{u"PATH"_s, u"/usr/sbin:/sbin:/usr/bin:/bin"_s}});
}

} // namespace cudnnsetup
