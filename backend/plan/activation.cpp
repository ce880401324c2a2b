// SPDX-License-Identifier: MIT
#include "plan/activation.h"

#include "plan/planparts.h"

#include <algorithm>
#include <array>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

using scripts::Shell;
using Kind = Operation::Kind;

constexpr std::array shells{Shell::Posix, Shell::Fish};
const QString condaFolder = u"/etc/conda/"_s;
const QString condaName = u"/cudnn-setup"_s;

QString folderOf(const QString &path)
{
    return path.left(std::max<qsizetype>(path.lastIndexOf(u'/'), 1));
}

bool isBelow(const QString &path, const QString &folder)
{
    return path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
}

QString suffixOf(Shell shell)
{
    return shell == Shell::Fish ? u".fish"_s : u".sh"_s;
}

Shell shellOf(const QString &path)
{
    return path.endsWith(u".fish") ? Shell::Fish : Shell::Posix;
}

bool holds(const FileTree &files, const QString &path, const QByteArray &start)
{
    return files.read(path).value_or(QByteArray()).startsWith(start);
}

Result<void> checkForSearchPaths(const QStringList &folders)
{
    for (const QString &folder : folders) {
        const bool isBad = std::any_of(folder.begin(), folder.end(), [](QChar c) {
            return c == u':' || c == u';' || c.category() == QChar::Other_Control;
        });
        if (isBad)
            return failure(
                    ErrorId::NotSupported,
                    Text(QT_TRANSLATE_NOOP(
                                 "backend",
                                 "The path %1 holds a character that separates folders in search paths, so "
                                 "no shell can be told to look there. Nothing was changed. Choose a "
                                 "folder with a plainer name, or install without activation."),
                         {folder}));
    }
    return {};
}

tl::unexpected<Error> notOurs(const QString &path)
{
    return failure(
            ErrorId::NotSupported,
            Text(QT_TRANSLATE_NOOP(
                         "backend",
                         "%1 is there already and was not written by cuDNN Setup, so it is not overwritten. "
                         "Nothing was changed. Choose another name, or move the file away."),
                 {path}));
}

// path with this content, if it does not hold it already. What is there must be ours.
Result<QList<Operation>> writeOwnFile(const FileTree &files, const QString &path, const QByteArray &content)
{
    const auto type = files.status(path).type;
    if (type == FileTree::Type::Missing)
        return QList<Operation>{{.kind = Kind::WriteFile, .path = path, .content = content}};
    if (type != FileTree::Type::File || !holds(files, path, scripts::firstLine))
        return notOurs(path);
    if (files.read(path) == content)
        return QList<Operation>{};
    return QList<Operation>{{.kind = Kind::WriteFile, .path = path, .content = content}};
}

// The marked block in a file's text, with its marker lines; empty when there is none.
Result<QByteArray> blockIn(const FileTree &files, const QString &path)
{
    const QByteArray text = '\n' + files.read(path).value_or(QByteArray()) + '\n';
    const QByteArray begin = '\n' + QByteArray(scripts::blockBegin) + '\n';
    const QByteArray end = '\n' + QByteArray(scripts::blockEnd) + '\n';
    const qsizetype from = text.indexOf(begin);
    if (from < 0)
        return QByteArray();
    const qsizetype to = text.indexOf(end, from + begin.size() - 1);
    const QByteArray block = to < 0 ? QByteArray() : text.sliced(from + 1, to + end.size() - from - 1);
    if (scripts::isMarkedBlock(block))
        return block;
    return failure(
            ErrorId::InputMalformed,
            Text(QT_TRANSLATE_NOOP(
                         "backend",
                         "In %1 the block of cuDNN Setup has a beginning and no end, so it cannot be told "
                         "which lines are ours. Nothing was changed. Take the lines from \"%2\" on out by "
                         "hand, then try again."),
                 {path, QString::fromLatin1(scripts::blockBegin)}));
}

// One block a file: another one of ours goes out first.
Result<QList<Operation>> putBlock(const FileTree &files, const QString &path, const QByteArray &block)
{
    const auto there = blockIn(files, path);
    if (!there)
        return tl::unexpected(there.error());
    QList<Operation> operations;
    if (*there == block)
        return operations;
    if (!there->isEmpty())
        operations << Operation{.kind = Kind::RemoveBlock, .path = path, .content = *there};
    operations << Operation{.kind = Kind::AddBlock, .path = path, .content = block};
    return operations;
}

Result<QList<Operation>> takeBlock(const FileTree &files, const QString &path, const QByteArray &block)
{
    return blockIn(files, path).map([&](const QByteArray &there) {
        return there == block && !block.isEmpty()
                       ? QList<Operation>{{.kind = Kind::RemoveBlock, .path = path, .content = there}}
                       : QList<Operation>();
    });
}

// The file that a start-up file's path leads to.
Result<QString> realStartUpFile(const FileTree &files, const QString &home, const QString &path)
{
    const QString realHome = files.canonical(home).value_or(home);
    const QString real = files.canonical(path).value_or(QString());
    const bool isTheirs = !real.isEmpty() && isBelow(real, realHome)
                          && files.status(real).type == FileTree::Type::File
                          && files.status(real).owner == files.status(realHome).owner && isStartUpFile(real);
    if (isTheirs)
        return real;
    return failure(
            ErrorId::NotSupported,
            Text(QT_TRANSLATE_NOOP(
                         "backend",
                         "%1 leads to %2, which is no start-up file of yours in your home folder, so it is "
                         "not changed. Nothing was changed. Install without activation, and add this line "
                         "yourself where you keep your settings: . activate.sh, with the folder of cuDNN "
                         "before it."),
                 {path, real.isEmpty() ? files.linkTarget(path).value_or(path) : real}));
}

// Those of the person's start-up files that are there; with none, the one that every shell of POSIX reads.
Result<QStringList> startUpFiles(const Host &host)
{
    const FileTree &files = host.files();
    const QString home = FileTree::clean(host.home());
    QStringList found;
    for (const QString &name : {u".bashrc"_s, u".zshrc"_s, u".profile"_s, u".config/fish/config.fish"_s}) {
        const QString path = FileTree::join(home, name);
        if (files.status(path).type == FileTree::Type::Missing)
            continue;
        const auto real = realStartUpFile(files, home, path);
        if (!real)
            return tl::unexpected(real.error());
        if (!found.contains(*real))
            found << *real;
    }
    return found;
}

Result<QList<Operation>> joined(Result<QList<Operation>> sum, const Result<QList<Operation>> &more)
{
    if (sum && more)
        *sum << *more;
    return sum && !more ? more : sum;
}

scripts::Copy copyOf(const TargetFolders &folders, const std::optional<QString> &toolkit)
{
    return {.root = folders.root, .libraryDir = folders.libraryDir, .toolkit = toolkit};
}

Result<QList<Operation>> writeScripts(const FileTree &files, const scripts::Copy &copy)
{
    Result<QList<Operation>> operations;
    for (const Shell shell : shells)
        operations = joined(operations, writeOwnFile(files, scripts::scriptPath(copy.root, shell),
                                                     scripts::activate(copy, shell)));
    return operations;
}

Result<QList<Operation>> blocksForUser(const Host &host, const QString &root)
{
    auto paths = startUpFiles(host);
    if (!paths)
        return tl::unexpected(paths.error());
    const QString home = host.files().canonical(host.home()).value_or(FileTree::clean(host.home()));
    if (paths->isEmpty())
        *paths << FileTree::join(home, u".profile"_s);
    Result<QList<Operation>> operations;
    for (const QString &path : std::as_const(*paths))
        operations =
                joined(operations, putBlock(host.files(), path, scripts::startUpBlock(root, shellOf(path))));
    return operations;
}

// A project that was named: an environment of one of two kinds, or one script.
struct Project
{
    enum class Kind { Script, Conda, Venv };
    Kind kind = Kind::Script;
    QString path;
};

Result<Project> projectAt(const FileTree &files, const QString &named)
{
    const QString clean = FileTree::clean(named);
    const QString real = files.canonical(clean).value_or(FileTree::join(
            files.canonical(folderOf(clean)).value_or(folderOf(clean)), clean.section(u'/', -1)));
    if (files.isDirectory(real)) {
        if (files.isDirectory(real + u"/conda-meta"_s))
            return Project{Project::Kind::Conda, real};
        if (files.isFile(real + u"/pyvenv.cfg"_s)
            && files.status(real + u"/bin/activate"_s).type == FileTree::Type::File)
            return Project{Project::Kind::Venv, real};
        return failure(
                ErrorId::InputMissing,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "%1 is neither a conda environment nor a virtual environment of Python. Nothing "
                             "was changed. Name such a folder, or a file to write, for example %1/cudnn.sh."),
                     {clean}));
    }
    if (files.isDirectory(folderOf(real)))
        return Project{Project::Kind::Script, real};
    return failure(
            ErrorId::InputMissing,
            Text(QT_TRANSLATE_NOOP("backend",
                                   "The folder %1 does not exist. Nothing was changed. Make it first."),
                 {folderOf(clean)}));
}

QString condaFile(const QString &environment, bool isOn, Shell shell)
{
    return environment + condaFolder + (isOn ? u"activate.d"_s : u"deactivate.d"_s) + condaName
           + suffixOf(shell);
}

QString venvFile(const QString &environment, Shell shell)
{
    return environment + u"/bin/activate"_s + (shell == Shell::Fish ? u".fish"_s : QString());
}

Result<QList<Operation>> hooksForProject(const FileTree &files, const QString &root, const Project &project)
{
    if (project.kind == Project::Kind::Script)
        return writeOwnFile(files, project.path, scripts::projectScript(root, shellOf(project.path)));
    Result<QList<Operation>> operations;
    for (const Shell shell : shells) {
        if (project.kind == Project::Kind::Conda) {
            for (const bool isOn : {true, false}) {
                const QString path = condaFile(project.path, isOn, shell);
                const QByteArray content = isOn ? scripts::condaOn(root, project.path, shell)
                                                : scripts::condaOff(root, project.path, shell);
                operations = joined(operations, writeOwnFile(files, path, content));
            }
        } else if (files.status(venvFile(project.path, shell)).type == FileTree::Type::File) {
            operations = joined(operations, putBlock(files, venvFile(project.path, shell),
                                                     scripts::environmentBlock(root, project.path, shell)));
        }
    }
    return operations;
}

Result<QList<Operation>> unhookProject(const FileTree &files, const QString &root, const Project &project)
{
    // A file outside of the target is not moved away but left as a line of words.
    const auto switchOff = [&files](const QString &path, const QByteArray &content) {
        return files.read(path) == content ? QList<Operation>{{.kind = Kind::WriteFile,
                                                               .path = path,
                                                               .content = scripts::switchedOff()}}
                                           : QList<Operation>();
    };
    if (project.kind == Project::Kind::Script)
        return switchOff(project.path, scripts::projectScript(root, shellOf(project.path)));
    Result<QList<Operation>> operations;
    for (const Shell shell : shells) {
        if (project.kind == Project::Kind::Venv) {
            operations = joined(operations, takeBlock(files, venvFile(project.path, shell),
                                                      scripts::environmentBlock(root, project.path, shell)));
            continue;
        }
        *operations << switchOff(condaFile(project.path, true, shell),
                                 scripts::condaOn(root, project.path, shell))
                    << switchOff(condaFile(project.path, false, shell),
                                 scripts::condaOff(root, project.path, shell));
    }
    return operations;
}

// Folders of the system, in which only the loader's own settings are ours.
bool isOfSystem(const QString &path)
{
    static const QStringList closed{u"/bin"_s,   u"/boot"_s,  u"/dev"_s,    u"/etc"_s,  u"/lib"_s,
                                    u"/lib32"_s, u"/lib64"_s, u"/libx32"_s, u"/proc"_s, u"/run"_s,
                                    u"/sbin"_s,  u"/sys"_s,   u"/usr"_s,    u"/var"_s};
    return folderOf(path) == u"/"
           || std::any_of(closed.begin(), closed.end(), [&path](const QString &folder) {
                  return isBelow(path, folder) && !isBelow(path, u"/usr/local"_s);
              });
}

// "/opt/conda/envs/x" of "/opt/conda/envs/x/etc/conda/activate.d/cudnn-setup.sh"; empty when path is no such
// file.
QString condaEnvironmentOf(const QString &path, bool isOn)
{
    const QString end = condaFile(QString(), isOn, shellOf(path));
    return path.endsWith(end) ? path.chopped(end.size()) : QString();
}

QString venvOf(const QString &path)
{
    const QString end = venvFile(QString(), shellOf(path));
    return path.endsWith(end) ? path.chopped(end.size()) : QString();
}

bool isFileOfOurs(const Plan &plan, const QString &path, const QByteArray &content)
{
    const Shell shell = shellOf(path);
    const scripts::Copy copy{.root = plan.targetRoot, .libraryDir = plan.libraryDir, .toolkit = plan.toolkit};
    if (path == scripts::scriptPath(plan.targetRoot, shell))
        return content == scripts::activate(copy, shell);
    if (content == scripts::switchedOff() || content == scripts::projectScript(plan.targetRoot, shell))
        return true;
    const QString on = condaEnvironmentOf(path, true);
    const QString off = condaEnvironmentOf(path, false);
    return (!on.isEmpty() && content == scripts::condaOn(plan.targetRoot, on, shell))
           || (!off.isEmpty() && content == scripts::condaOff(plan.targetRoot, off, shell));
}

} // namespace

std::optional<QString> toolkitFor(const SystemReport &report, const TargetFolders &folders,
                                  const std::optional<int> &cudaMajor)
{
    if (folders.toolkit)
        return folders.root;
    const ToolkitFacts *best = nullptr;
    for (const ToolkitFacts &toolkit : report.toolkits) {
        const bool fits = toolkit.version && (!cudaMajor || toolkit.version->majorVersion() == *cudaMajor);
        if (!fits || isSystemRoot(toolkit.root))
            continue;
        const bool isBetter = !best || (toolkit.isActive && !best->isActive)
                              || (toolkit.isActive == best->isActive && toolkit.version > best->version);
        best = isBetter ? &toolkit : best;
    }
    return best ? std::optional(best->root) : std::nullopt;
}

Result<Activation> activationOf(const Host &host, const SystemReport &report, const TargetFolders &folders,
                                const QString &soname, const std::optional<QString> &toolkit,
                                const ActivationChoice &choice)
{
    if (choice.who == ActivationChoice::Who::Nobody)
        return Activation();
    if (choice.who == ActivationChoice::Who::Everyone)
        return activateForSystem(host, report, folders, soname);
    const scripts::Copy copy = copyOf(folders, toolkit);
    if (const auto checked =
                checkForSearchPaths({copy.root, copy.libraryDir, copy.toolkit.value_or(QString())});
        !checked)
        return tl::unexpected(checked.error());
    auto operations = writeScripts(host.files(), copy);
    if (choice.who == ActivationChoice::Who::User) {
        operations = joined(operations, blocksForUser(host, copy.root));
    } else {
        const auto project = projectAt(host.files(), choice.project);
        if (!project)
            return tl::unexpected(project.error());
        operations = joined(operations, hooksForProject(host.files(), copy.root, *project));
    }
    if (!operations)
        return tl::unexpected(operations.error());
    return Activation{.operations = *operations};
}

Result<Activation> deactivationOf(const Host &host, const TargetFolders &folders,
                                  const ActivationChoice &choice)
{
    const FileTree &files = host.files();
    if (choice.who == ActivationChoice::Who::Nobody)
        return Activation();
    if (choice.who == ActivationChoice::Who::Everyone)
        return Activation{.operations = deactivateForSystem(files, folders.libraryDir)};
    Result<QList<Operation>> operations;
    if (choice.who == ActivationChoice::Who::Project) {
        const auto project = projectAt(files, choice.project);
        if (!project)
            return tl::unexpected(project.error());
        operations = unhookProject(files, folders.root, *project);
    } else {
        const auto paths = startUpFiles(host);
        if (!paths)
            return tl::unexpected(paths.error());
        for (const QString &path : *paths)
            operations = joined(operations,
                                takeBlock(files, path, scripts::startUpBlock(folders.root, shellOf(path))));
    }
    if (!operations)
        return tl::unexpected(operations.error());
    return Activation{.operations = *operations};
}

bool isStartUpFile(const QString &path)
{
    // Programs that keep such files in a folder of their own name them without the dot, or write it out.
    static const QStringList names{u".bashrc"_s,     u".zshrc"_s,     u".profile"_s,   u"bashrc"_s,
                                   u"zshrc"_s,       u"profile"_s,    u"dot-bashrc"_s, u"dot-zshrc"_s,
                                   u"dot-profile"_s, u"dot_bashrc"_s, u"dot_zshrc"_s,  u"dot_profile"_s,
                                   u"config.fish"_s};
    return names.contains(path.section(u'/', -1)) && !isOfSystem(path);
}

bool isActivationFolder(const QString &path)
{
    static const QStringList ends{
            u"/etc"_s,     u"/etc/conda"_s,   u"/etc/conda/activate.d"_s, u"/etc/conda/deactivate.d"_s,
            u"/.config"_s, u"/.config/fish"_s};
    return !isOfSystem(path) && std::any_of(ends.begin(), ends.end(), [&path](const QString &end) {
        return path.endsWith(end);
    });
}

bool isActivationFile(const Plan &plan, const Operation &operation)
{
    const QString &path = operation.path;
    const bool isWhole = path.startsWith(u'/') && FileTree::clean(path) == path && !path.contains(QChar(0));
    if (!isWhole || isOfSystem(path)
        || !checkForSearchPaths({plan.targetRoot, plan.libraryDir, plan.toolkit.value_or(QString())}))
        return false;
    const Shell shell = shellOf(path);
    const QString venv = venvOf(path);
    switch (operation.kind) {
    case Kind::WriteFile:
        return operation.mode == 0644 && isFileOfOurs(plan, path, operation.content);
    case Kind::AddBlock:
        return (isStartUpFile(path) && operation.content == scripts::startUpBlock(plan.targetRoot, shell))
               || (!venv.isEmpty()
                   && operation.content == scripts::environmentBlock(plan.targetRoot, venv, shell));
    case Kind::RemoveBlock:
        return (isStartUpFile(path) || !venv.isEmpty()) && scripts::isMarkedBlock(operation.content);
    default:
        return false;
    }
}

} // namespace cudnnsetup
