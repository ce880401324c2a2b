// SPDX-License-Identifier: MIT
#include "plan/loaderactivation.h"

#include "host/loadercache.h"
#include "host/resolver.h"
#include "plan/activationscripts.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString mainConfiguration = u"/etc/ld.so.conf"_s;
const QString configurationFolder = u"/etc/ld.so.conf.d"_s;
const QString cacheFile = u"/etc/ld.so.cache"_s;
constexpr auto ourFirstWords = "# Written by cuDNN Setup";

QString realOf(const FileTree &files, const QString &folder)
{
    return files.canonical(folder).value_or(FileTree::clean(folder));
}

QString folderOf(const QString &path)
{
    return path.left(path.lastIndexOf(u'/'));
}

QStringList realFoldersIn(const FileTree &files, const QStringList &folders)
{
    QStringList real;
    for (const QString &folder : folders)
        real << realOf(files, folder);
    return real;
}

// The folders a configuration file names itself, without those of the files it includes.
QStringList foldersNamedIn(const FileTree &files, const QString &file)
{
    QStringList folders;
    const QByteArray content = files.read(file).value_or(QByteArray());
    for (const QByteArray &line : content.split('\n')) {
        const QString folder = QString::fromUtf8(line).section(u'#', 0, 0).trimmed();
        if (folder.startsWith(u'/'))
            folders << realOf(files, folder);
    }
    return folders;
}

bool isOurs(const FileTree &files, const QString &file)
{
    return files.read(file).value_or(QByteArray()).startsWith(ourFirstWords);
}

// "cuda-12-4"; of a prefix "opt-cudnn-9.1".
QString labelOf(const TargetFolders &folders)
{
    if (folders.toolkit && folders.toolkit->version)
        return u"cuda-%1-%2"_s.arg(folders.toolkit->version->majorVersion()).arg(folders.toolkit->version->minorVersion());
    static const QRegularExpression unusual(u"[^A-Za-z0-9._-]"_s);
    QString label = folders.toolkit ? folders.root.section(u'/', -1) : folders.root.mid(1).replace(u'/', u'-');
    return label.replace(unusual, u"_"_s);
}

// Sorts behind NVIDIA's own 000_cuda.conf and before the multiarch folders of Debian, and can be found by its
// name.
QString configurationFile(const FileTree &files, const TargetFolders &folders)
{
    const auto isFree = [&](const QString &file) {
        const QStringList named = foldersNamedIn(files, file);
        return !files.exists(file) || named == QStringList{folders.libraryDir} || (named.isEmpty() && isOurs(files, file));
    };
    const QString start = configurationFolder + u"/cudnn-setup-"_s + labelOf(folders);
    QString file = start + u".conf"_s;
    for (int i = 2; !isFree(file); ++i)
        file = start + u"-%1.conf"_s.arg(i);
    return file;
}

bool includesConfigurationFolder(const FileTree &files)
{
    const QByteArray content = files.read(mainConfiguration).value_or(QByteArray());
    for (const QByteArray &line : content.split('\n')) {
        const QByteArray rule = line.trimmed();
        if (rule.startsWith("include") && rule.contains("ld.so.conf.d/"))
            return true;
    }
    return false;
}

// The real folders that the loader's configuration names before the folder of the new cuDNN.
QStringList foldersBefore(const FileTree &files, const QString &libraryDir, const QString &newFile)
{
    if (newFile.isEmpty()) {
        const QStringList all = realFoldersIn(files, loaderConfiguredFolders(files));
        return all.first(std::max<qsizetype>(all.indexOf(libraryDir), 0));
    }
    QStringList before = foldersNamedIn(files, mainConfiguration);
    const QStringList names = files.list(configurationFolder, {u"*.conf"_s});
    for (const QString &name : names) {
        const QString file = FileTree::join(configurationFolder, name);
        if (file < newFile)
            before << foldersNamedIn(files, file);
    }
    return before;
}

// Which copy programs take afterwards, if one of them takes another copy now.
QList<Reason> whichCopyWins(const FileTree &files, const SystemReport &report, const QString &libraryDir,
                            const QString &newFile, const QString &soname)
{
    for (const auto &resolved : report.loader.resolved) {
        const QString other = realOf(files, folderOf(resolved.path));
        if (resolved.soname != soname || resolved.path.isEmpty() || other == libraryDir)
            continue;
        if (resolved.reason == u"LD_LIBRARY_PATH") {
            return {{Reason::Weight::Warning, u"shadowed"_s,
                     Text(QT_TRANSLATE_NOOP("backend", "In your session LD_LIBRARY_PATH names another cuDNN "
                                                       "first: programs started there go on "
                                                       "loading %1."),
                          {resolved.path})}};
        }
        if (foldersBefore(files, libraryDir, newFile).contains(other)) {
            return {{Reason::Weight::Warning, u"shadowed"_s,
                     Text(QT_TRANSLATE_NOOP("backend", "The system's loader finds another cuDNN of the same "
                                                       "major version first: programs go on "
                                                       "loading %1 unless they are told otherwise."),
                          {resolved.path})}};
        }
        return {{Reason::Weight::Warning, u"duplicate-copies"_s,
                 Text(QT_TRANSLATE_NOOP("backend", "Programs that load %1 now will load the new cuDNN in %2 "
                                                   "afterwards. To leave them alone, install "
                                                   "without activating it for everyone."),
                      {resolved.path, libraryDir})}};
    }
    return {};
}

QList<Reason> otherToolkitActive(const SystemReport &report, const ToolkitFacts &chosen)
{
    for (const ToolkitFacts &toolkit : report.toolkits) {
        const bool isOtherMajor = toolkit.version && chosen.version
                                  && toolkit.version->majorVersion() != chosen.version->majorVersion();
        if (toolkit.isActive && toolkit.root != chosen.root && isOtherMajor) {
            return {{Reason::Weight::Warning, u"toolkit-ambiguous"_s,
                     Text(QT_TRANSLATE_NOOP(
                                  "backend",
                                  "The active toolkit is CUDA %1 (%2), not the chosen CUDA %3. Activated for "
                                  "everyone, the new "
                                  "cuDNN is also found by programs of CUDA %1, which it does not fit."),
                          {toolkit.version->toString(), toolkit.root, chosen.version->toString()})}};
        }
    }
    return {};
}

Operation writeConfiguration(const TargetFolders &folders, const QString &file)
{
    const QString place = folders.toolkit && folders.toolkit->version
                                  ? u"of CUDA "_s + folders.toolkit->version->toString()
                                  : u"in "_s + folders.root;
    const QString content =
            u"%1: lets programs find the cuDNN %2.\n%3\n"_s.arg(QLatin1String(ourFirstWords), place, folders.libraryDir);
    return {.kind = Operation::Kind::WriteFile, .path = file, .content = content.toUtf8()};
}

} // namespace

Activation activateForSystem(const Host &host, const SystemReport &report, const TargetFolders &folders,
                             const QString &soname)
{
    const FileTree &files = host.files();
    if (!files.exists(mainConfiguration) && !files.isDirectory(configurationFolder))
        return {};
    if (host.isReadOnly(configurationFolder)) {
        return {.warnings = {
                        {Reason::Weight::Warning, u"present-not-reachable"_s,
                         Text(QT_TRANSLATE_NOOP("backend",
                                                "/etc cannot be written on this system, so programs will not "
                                                "find the new cuDNN by "
                                                "themselves. Set LD_LIBRARY_PATH to %1 where it is needed."),
                              {folders.libraryDir})}}};
    }
    Activation activation;
    QString newFile;
    const bool isConfigured =
            realFoldersIn(files, loaderConfiguredFolders(files)).contains(folders.libraryDir);
    if (!isConfigured) {
        newFile = configurationFile(files, folders);
        if (!files.isDirectory(configurationFolder))
            activation.operations << Operation{
                    .kind = Operation::Kind::MakeDirectory, .path = configurationFolder, .mode = 0755};
        activation.operations << writeConfiguration(folders, newFile);
        if (!includesConfigurationFolder(files)) {
            activation.warnings << Reason{
                    Reason::Weight::Warning, u"present-not-reachable"_s,
                    Text(QT_TRANSLATE_NOOP("backend",
                                           "/etc/ld.so.conf does not read the folder /etc/ld.so.conf.d, so "
                                           "programs may not find the new cuDNN by themselves."))};
        }
    }
    activation.operations << Operation{.kind = Operation::Kind::RunLdconfig, .path = cacheFile};
    if (!soname.isEmpty())
        activation.warnings << whichCopyWins(files, report, folders.libraryDir, newFile, soname);
    if (!isConfigured && folders.toolkit)
        activation.warnings << otherToolkitActive(report, *folders.toolkit);
    return activation;
}

QList<Operation> deactivateForSystem(const FileTree &files, const QString &libraryDir)
{
    QList<Operation> operations;
    const QStringList names = files.list(configurationFolder, {u"cudnn-setup-*.conf"_s});
    for (const QString &name : names) {
        const QString file = FileTree::join(configurationFolder, name);
        if (isOurs(files, file) && foldersNamedIn(files, file) == QStringList{libraryDir})
            operations << Operation{.kind = Operation::Kind::WriteFile,
                                    .path = file,
                                    .content = QByteArray(ourFirstWords) + ". " + scripts::switchedOffWords + '\n'};
    }
    if (!operations.isEmpty())
        operations << Operation{.kind = Operation::Kind::RunLdconfig, .path = cacheFile};
    return operations;
}

std::optional<Reason> otherWinner(const Host &host, const QString &libraryDir)
{
    static const QRegularExpression mainName(u"^libcudnn\\.so\\.\\d+$"_s);
    const QStringList names = host.files().list(libraryDir, {u"libcudnn.so.*"_s}).filter(mainName);
    if (names.isEmpty())
        return {};
    const Resolution winner = resolveSoname(host, names.constFirst());
    if (!winner.path)
        return Reason{Reason::Weight::Warning, u"present-not-reachable"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "Programs do not find %1 by themselves yet: the loader does not look in %2."),
                           {names.constFirst(), libraryDir})};
    if (realOf(host.files(), folderOf(*winner.path)) == libraryDir)
        return {};
    return Reason{Reason::Weight::Warning, u"shadowed"_s,
                  Text(QT_TRANSLATE_NOOP("backend", "Programs load another cuDNN than the one in %1: %2 (%3 comes first)."),
                       {libraryDir, *winner.path, toString(winner.reason)})};
}

} // namespace cudnnsetup
