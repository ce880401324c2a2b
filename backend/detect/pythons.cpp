// SPDX-License-Identifier: MIT
#include "detect/pythons.h"

#include "detect/pythonpackages.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// "python3.11" -> "3.11"
QString versionOfName(const QString &executable)
{
    static const QRegularExpression words(u"/python(\\d+\\.\\d+)$"_s);
    return words.match(executable).captured(1);
}

QString kindOf(const Host &host, const QString &prefix)
{
    if (host.files().isDirectory(prefix + u"/conda-meta"_s))
        return u"conda"_s;
    if (host.files().isFile(prefix + u"/pyvenv.cfg"_s))
        return u"venv"_s;
    if (prefix.contains(u"/.pyenv/versions/") || prefix.contains(u"/pyenv/versions/"))
        return u"pyenv"_s;
    return !host.home().isEmpty() && prefix.startsWith(host.home() + u'/') ? u"user"_s : u"system"_s;
}

// The folders with packages of one Python; version is empty where the prefix has but one.
QStringList siteFolders(const Host &host, const QString &prefix, const QString &kind, const QString &version)
{
    const FileTree &files = host.files();
    const QString name = version.isEmpty() ? u"python*"_s : u"python"_s + version;
    QStringList found;
    for (const QString &lib : {u"/lib"_s, u"/lib64"_s}) {
        const QStringList versions = files.list(prefix + lib, {name});
        for (const QString &folder : versions)
            found << prefix + lib + u'/' + folder + u"/site-packages"_s;
    }
    if (kind == u"system" && !version.isEmpty())
        found << u"/usr/local/lib/python%1/dist-packages"_s.arg(version) << u"/usr/lib/python3/dist-packages"_s;
    if (kind != u"venv" && kind != u"conda" && !version.isEmpty())
        found << host.home() + u"/.local/lib/python%1/site-packages"_s.arg(version);
    QStringList real;
    for (const QString &folder : std::as_const(found)) {
        const std::optional<QString> there = files.canonical(folder);
        if (there && !real.contains(*there))
            real << *there;
    }
    return real;
}

// Collects Pythons; one that was found before, by another name or way, is left out.
class Collection
{
public:
    explicit Collection(const Host &host) : m_host(host) { }

    // An environment or installation with a Python of its own; nothing happens when there is none.
    void addPrefix(const QString &prefix)
    {
        for (const QString &name : {u"/bin/python3"_s, u"/bin/python"_s}) {
            if (m_host.files().isFile(prefix + name))
                return addExecutable(prefix + name);
        }
    }

    void addExecutable(const QString &path)
    {
        const FileTree &files = m_host.files();
        const std::optional<QString> folder = files.canonical(path.left(path.lastIndexOf(u'/')));
        const std::optional<QString> real = files.canonical(path);
        // pyenv's stand-ins are scripts that choose a Python; the Pythons themselves are found below versions/.
        if (!folder || !real || folder->endsWith(u"/shims"))
            return;
        QString prefix = folder->left(folder->lastIndexOf(u'/'));
        // An environment is where its link lies; any other Python is where its link leads to.
        const bool isEnvironment = files.isFile(prefix + u"/pyvenv.cfg"_s);
        if (!isEnvironment)
            prefix = real->section(u'/', 0, -3);
        const QString version = versionOfName(*real);
        const QString key = prefix + u'|' + version;
        if (prefix.isEmpty() || m_known.contains(key))
            return;
        m_known << key;
        const QString kind = kindOf(m_host, prefix);
        const QStringList folders = siteFolders(m_host, prefix, kind, version);
        PythonFacts python{.executable = path, .prefix = prefix, .kind = kind, .packages = readPackages(files, folders)};
        if (kind == u"conda")
            python.packages += readCondaPackages(files, prefix);
        m_pythons << python;
    }

    void addPrefixesIn(const QString &folder)
    {
        const QStringList names = m_host.files().list(folder);
        for (const QString &name : names)
            addPrefix(folder + u'/' + name);
    }

    QList<PythonFacts> pythons() const { return m_pythons; }

private:
    const Host &m_host;
    QStringList m_known;
    QList<PythonFacts> m_pythons;
};

void addPythonsOnPath(const Host &host, Collection &collection)
{
    const QStringList folders = host.variable(u"PATH"_s).split(u':', Qt::SkipEmptyParts);
    for (const QString &folder : folders) {
        if (!folder.startsWith(u'/'))
            continue;
        for (const QString &name : {u"python3"_s, u"python"_s}) {
            const QString path = FileTree::join(FileTree::clean(folder), name);
            if (host.files().isFile(path))
                collection.addExecutable(path);
        }
    }
}

void addConda(const Host &host, Collection &collection)
{
    QStringList bases;
    for (const QString &name : {u"miniconda3"_s, u"anaconda3"_s, u"miniforge3"_s, u"mambaforge"_s, u"micromamba"_s})
        bases << host.home() + u'/' + name << u"/opt/"_s + name;
    bases << u"/opt/conda"_s << u"/opt/miniconda"_s << u"/opt/anaconda"_s;
    const QString program = host.variable(u"CONDA_EXE"_s);
    if (program.startsWith(u'/'))
        bases << program.section(u'/', 0, -3);
    for (const QString &base : std::as_const(bases)) {
        collection.addPrefix(base);
        collection.addPrefixesIn(base + u"/envs"_s);
    }
    collection.addPrefixesIn(host.home() + u"/.conda/envs"_s);
    const QByteArray list = host.files().read(host.home() + u"/.conda/environments.txt"_s).value_or(QByteArray());
    const QStringList prefixes = QString::fromUtf8(list).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &prefix : prefixes)
        collection.addPrefix(FileTree::clean(prefix.trimmed()));
}

} // namespace

QList<PythonFacts> findPythons(const Host &host)
{
    Collection collection(host);
    for (const QString &name : {u"VIRTUAL_ENV"_s, u"CONDA_PREFIX"_s}) {
        if (host.variable(name).startsWith(u'/'))
            collection.addPrefix(FileTree::clean(host.variable(name)));
    }
    addPythonsOnPath(host, collection);
    addConda(host, collection);
    const QString pyenv = host.variable(u"PYENV_ROOT"_s);
    collection.addPrefixesIn((pyenv.startsWith(u'/') ? FileTree::clean(pyenv) : host.home() + u"/.pyenv"_s) + u"/versions"_s);
    return collection.pythons();
}

} // namespace cudnnsetup
