// SPDX-License-Identifier: MIT
#include "detect/owner.h"

#include "detect/packagemanagers.h"

#include <QByteArrayMatcher>

#include <functional>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 listLimit = 16 << 20; // bytes of one package's list of files

// A path whose owner is asked, in the spellings in which a package may have listed it.
struct Question
{
    QString asked;
    QString real; // links resolved, except for the last part: a link may belong to another package than its target
    QStringList spellings;
};

Question questionFor(const FileTree &files, const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    const QString folder = files.canonical(path.left(slash + 1)).value_or(FileTree::clean(path.left(slash + 1)));
    const QString real = FileTree::join(folder, path.mid(slash + 1));
    QStringList spellings{real};
    if (path != real)
        spellings << path;
    // Where /lib is a link to usr/lib, packages of the time before still list /lib/....
    static const QStringList merged{u"/lib"_s, u"/lib64"_s, u"/bin"_s, u"/sbin"_s};
    for (const QString &old : merged) {
        if (real.startsWith(u"/usr"_s + old + u'/') && files.status(old).type == FileTree::Type::Link)
            spellings << real.mid(4);
    }
    return {path, real, spellings};
}

// Finds questions in the text of one package's list: one path a line.
class ListSearch
{
public:
    // stripSlash: this package tool writes paths without the first '/'.
    ListSearch(const QList<Question> &questions, bool stripSlash)
    {
        QHash<QByteArray, QList<Line>> byStart;
        for (const Question &question : questions) {
            for (const QString &spelling : question.spellings) {
                const QByteArray path = '\n' + spelling.mid(stripSlash ? 1 : 0).toUtf8();
                byStart[startOf(path)].append({path + '\n', question.asked});
            }
        }
        for (auto it = byStart.cbegin(); it != byStart.cend(); ++it)
            m_groups.append({QByteArrayMatcher(it.key()), it.value()});
    }

    void find(const QByteArray &list, const std::function<QString()> &owner, QHash<QString, QString> &owners) const
    {
        for (const Group &group : m_groups) {
            // Nearly every list is about other folders: one search rules it out.
            if (group.start.indexIn(list) < 0)
                continue;
            for (const Line &line : group.lines) {
                if (!owners.contains(line.asked) && (list.contains(line.text) || list.endsWith(line.text.chopped(1))))
                    owners.insert(line.asked, owner());
            }
        }
    }

private:
    struct Line
    {
        QByteArray text;
        QString asked;
    };
    struct Group
    {
        QByteArrayMatcher start;
        QList<Line> lines;
    };

    // The first three folders of a path: few searches for many paths, and few lists that hold them.
    static QByteArray startOf(const QByteArray &path)
    {
        qsizetype end = path.startsWith("\n/") ? 1 : 0;
        for (int i = 0; i < 3 && path.indexOf('/', end + 1) > 0; ++i)
            end = path.indexOf('/', end + 1);
        return path.left(end + 1);
    }

    QList<Group> m_groups;
};

void findInDpkg(const FileTree &files, const QList<Question> &questions, QHash<QString, QString> &owners)
{
    const ListSearch search(questions, false);
    files.readEach(u"/var/lib/dpkg/info"_s, u"*.list"_s, listLimit, [&](const QString &name, const QByteArray &list) {
        search.find(list, [&name] { return u"dpkg: "_s + name.chopped(5).section(u':', 0, 0); }, owners);
    });
}

void findInPacman(const FileTree &files, const QList<Question> &questions, QHash<QString, QString> &owners)
{
    const QString local = u"/var/lib/pacman/local"_s;
    const ListSearch search(questions, true);
    const QStringList names = files.list(local);
    for (const QString &name : names) {
        const Result<QByteArray> list = files.read(local + u'/' + name + u"/files"_s, listLimit);
        if (list)
            // name-version-release
            search.find(*list, [&name] { return u"pacman: "_s + name.section(u'-', 0, -3); }, owners);
    }
}

Result<CommandResult> runRpm(const Host &host, const QStringList &paths)
{
    return host.commands().run(
            {.program = u"rpm"_s, .arguments = QStringList{u"-qf"_s, u"--queryformat"_s, u"%{NAME}\\n"_s} + paths});
}

void noteRpmOwner(const QString &asked, const QString &line, QHash<QString, QString> &owners)
{
    // "file /x is not owned by any package", "error: file /x: No such file or directory"
    if (!line.isEmpty() && !line.contains(u' '))
        owners.insert(asked, u"rpm: "_s + line);
}

void askRpm(const Host &host, const QList<Question> &questions, QHash<QString, QString> &owners)
{
    if (!hasRpmDatabase(host.files()))
        return;
    QStringList asked;
    QStringList paths;
    for (const Question &question : questions) {
        if (!owners.contains(question.asked) && host.files().exists(question.real)) {
            asked << question.asked;
            paths << question.real;
        }
    }
    if (paths.isEmpty())
        return;
    // One call for all. A file with several owners gives several lines; then they are asked one by one.
    const Result<CommandResult> together = runRpm(host, paths);
    if (!together && host.isLocal())
        return;
    const QStringList lines = together ? QString::fromUtf8(together->standardOutput).trimmed().split(u'\n') : QStringList();
    for (qsizetype i = 0; i < paths.size(); ++i) {
        if (lines.size() == paths.size()) {
            noteRpmOwner(asked[i], lines[i], owners);
        } else if (const Result<CommandResult> alone = runRpm(host, {paths[i]})) {
            noteRpmOwner(asked[i], QString::fromUtf8(alone->standardOutput).section(u'\n', 0, 0), owners);
        }
    }
}

// The nearest folder above path for which isIt holds; empty when there is none.
QString folderAbove(const QString &path, const std::function<bool(const QString &)> &isIt)
{
    QString folder = path.left(path.lastIndexOf(u'/'));
    while (!folder.isEmpty() && !isIt(folder))
        folder.truncate(folder.lastIndexOf(u'/'));
    return folder;
}

// "cudnn-8.9.2.26-cuda11_0.json" -> "cudnn 8.9.2.26"
QString condaName(const QString &fileName)
{
    return fileName.section(u'-', 0, -3) + u' ' + fileName.section(u'-', -2, -2);
}

std::optional<QString> condaOwner(const FileTree &files, const QString &path)
{
    const QString prefix = folderAbove(
            path, [&](const QString &folder) { return files.isDirectory(folder + u"/conda-meta"_s); });
    if (prefix.isEmpty())
        return std::nullopt;
    const QByteArrayMatcher file('"' + path.mid(prefix.size() + 1).toUtf8() + '"');
    const QString meta = prefix + u"/conda-meta"_s;
    const QStringList names = files.list(meta, {u"*.json"_s});
    for (const QString &name : names) {
        const Result<QByteArray> list = files.read(FileTree::join(meta, name), listLimit);
        if (list && file.indexIn(*list) >= 0)
            return u"conda: "_s + condaName(name);
    }
    return std::nullopt;
}

// "nvidia_cudnn_cu12-9.1.0.70.dist-info" -> "nvidia-cudnn-cu12 9.1.0.70"
QString wheelName(const QString &distInfo)
{
    return distInfo.section(u'-', 0, 0).replace(u'_', u'-') + u' ' + distInfo.chopped(10).section(u'-', 1);
}

std::optional<QString> pipOwner(const FileTree &files, const QString &path)
{
    const QString packages = folderAbove(path, [](const QString &folder) {
        return folder.endsWith(u"/site-packages") || folder.endsWith(u"/dist-packages");
    });
    if (packages.isEmpty())
        return std::nullopt;
    const QByteArrayMatcher line('\n' + path.mid(packages.size() + 1).toUtf8() + ',');
    const QStringList names = files.list(packages, {u"*.dist-info"_s});
    for (const QString &name : names) {
        const Result<QByteArray> record = files.read(packages + u'/' + name + u"/RECORD"_s, listLimit);
        if (record && line.indexIn('\n' + *record) >= 0)
            return u"pip: "_s + wheelName(name);
    }
    return std::nullopt;
}

} // namespace

QHash<QString, QString> ownersOf(const Host &host, const QStringList &paths)
{
    QHash<QString, QString> owners;
    QList<Question> questions;
    for (const QString &path : paths)
        questions << questionFor(host.files(), path);
    if (questions.isEmpty())
        return owners;
    findInDpkg(host.files(), questions, owners);
    findInPacman(host.files(), questions, owners);
    askRpm(host, questions, owners);
    for (const Question &question : std::as_const(questions)) {
        if (owners.contains(question.asked))
            continue;
        std::optional<QString> owner = condaOwner(host.files(), question.real);
        if (!owner)
            owner = pipOwner(host.files(), question.real);
        if (owner)
            owners.insert(question.asked, *owner);
    }
    return owners;
}

std::optional<QString> ownerOf(const Host &host, const QString &path)
{
    const QHash<QString, QString> owners = ownersOf(host, {path});
    const auto found = owners.constFind(path);
    return found == owners.cend() ? std::nullopt : std::optional(*found);
}

} // namespace cudnnsetup
