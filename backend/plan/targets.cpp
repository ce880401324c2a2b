// SPDX-License-Identifier: MIT
#include "plan/targets.h"

#include "plan/copytarget.h"
#include "plan/planparts.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString ownFolder = u".local/share/cudnn"_s;

} // namespace

QStringList possibleTargets(const Host &host, const SystemReport &report)
{
    const FileTree &files = host.files();
    QStringList folders;
    for (const ToolkitFacts &toolkit : report.toolkits)
        folders << toolkit.root;
    for (const CudnnCopy &copy : report.cudnnCopies)
        folders << rootOf(copy);
    // Also where nothing is left but the history.
    const QString own = FileTree::join(host.home(), ownFolder);
    for (const auto &[parent, pattern] :
         {std::pair{own, u"*"_s}, std::pair{u"/opt"_s, u"cudnn*"_s}, std::pair{u"/opt/cudnn"_s, u"*"_s},
          std::pair{u"/usr/local"_s, u"cudnn*"_s}}) {
        const QStringList names = files.list(parent, {pattern});
        for (const QString &name : names)
            folders << FileTree::join(parent, name);
    }
    QStringList targets;
    for (const QString &folder : std::as_const(folders)) {
        const auto real = files.canonical(folder);
        if (real && files.isDirectory(*real) && !isSystemRoot(*real) && !targets.contains(*real))
            targets << *real;
    }
    return targets;
}

QString ownPrefix(const Host &host, const QVersionNumber &version, int cudaMajor)
{
    return FileTree::join(FileTree::join(host.home(), ownFolder),
                          u"%1-cuda%2"_s.arg(version.toString()).arg(cudaMajor));
}

} // namespace cudnnsetup
