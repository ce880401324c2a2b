// SPDX-License-Identifier: MIT
#include "host/hostdata.h"

#include "host/platform.h"

#include <QFile>
#include <QFileInfo>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr auto loginPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

// NAME=VALUE lines; comments, a leading "export" and one pair of quotes are taken off, as pam_env does.
QHash<QString, QString> parseEnvironment(const QByteArray &text)
{
    QHash<QString, QString> variables;
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    for (QString line : lines) {
        line = line.trimmed();
        if (line.startsWith(u"export "))
            line = line.mid(7).trimmed();
        const qsizetype equals = line.indexOf(u'=');
        if (equals <= 0 || line.startsWith(u'#'))
            continue;
        QString value = line.mid(equals + 1);
        const bool isQuoted = value.size() >= 2 && value.front() == value.back()
                && (value.front() == u'"' || value.front() == u'\'');
        if (isQuoted)
            value = value.mid(1, value.size() - 2);
        variables.insert(line.left(equals), value);
    }
    return variables;
}

// The architecture of a machine that is not running: told by the name of its loader, else by its multiarch folder.
QString architectureOf(const FileTree &files)
{
    static const std::pair<QString, QString> marks[] = {
            {u"/lib64/ld-linux-x86-64.so.2"_s, u"x86_64"_s},
            {u"/lib/ld-linux-aarch64.so.1"_s, u"aarch64"_s},
            {u"/lib64/ld64.so.2"_s, u"ppc64le"_s},
            {u"/usr/lib/x86_64-linux-gnu"_s, u"x86_64"_s},
            {u"/usr/lib/aarch64-linux-gnu"_s, u"aarch64"_s},
    };
    for (const auto &[path, architecture] : marks) {
        if (files.status(path).type != FileTree::Type::Missing)
            return architecture;
    }
    return {};
}

// The folder itself, or the nearest one above it that exists: where a new folder would be made.
QString nearestExisting(const FileTree &files, const QString &folder)
{
    QString path = FileTree::clean(folder);
    while (path != u"/" && !files.exists(path))
        path = FileTree::clean(path.left(path.lastIndexOf(u'/')));
    return files.canonical(path).value_or(u"/"_s);
}

bool liesIn(const QString &path, const QString &folder)
{
    return path == folder || folder == u"/" || path.startsWith(folder + u'/');
}

const MachineRecord::Mount *mountOf(const MachineRecord &record, const QString &path)
{
    const MachineRecord::Mount *best = nullptr;
    for (const MachineRecord::Mount &mount : record.mounts) {
        if (liesIn(path, mount.path) && (!best || mount.path.size() > best->path.size()))
            best = &mount;
    }
    return best;
}

std::optional<platform::Room> roomAt(const FileTree &files, const QString &folder)
{
    return platform::room(files.outside(nearestExisting(files, folder)));
}

tl::unexpected<Error> noSuchFolder(const QString &directory)
{
    return failure(ErrorId::InputMissing,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 is not a folder. Name the folder that holds the machine."),
                        {directory}));
}

} // namespace

Host::Host(std::shared_ptr<const Data> data) : m_data(std::move(data)) { }

Result<Host> Host::inFolder(const QString &directory)
{
    if (!QFileInfo(directory).isDir())
        return noSuchFolder(directory);
    auto data = std::make_shared<Data>();
    data->kind = Kind::Root;
    data->directory = QFileInfo(directory).absoluteFilePath();
    data->files = FileTree(data->directory);
    data->commands = std::make_shared<NoCommandRunner>();
    data->prober = std::make_shared<NoProber>();
    data->environment = parseEnvironment(data->files.read(u"/etc/environment"_s).value_or(QByteArray()));
    if (!data->environment.contains(u"PATH"_s))
        data->environment.insert(u"PATH"_s, QString::fromLatin1(loginPath));
    data->home = data->environment.value(u"HOME"_s, u"/root"_s);
    data->architecture = architectureOf(data->files);
    return Host(data);
}

Result<Host> Host::recorded(const QString &directory, std::shared_ptr<LibraryProber> prober)
{
    const QString folder = QFileInfo(directory).absoluteFilePath();
    if (!QFileInfo(folder).isDir())
        return noSuchFolder(directory);
    Result<MachineRecord> record = readMachineRecord(folder + u"/machine.json"_s);
    if (!record)
        return tl::unexpected(record.error());
    if (!QFileInfo(folder + u"/root"_s).isDir())
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 has no folder \"root\", so it holds no machine."), {directory}));
    auto commands = std::make_shared<RecordedCommandRunner>(folder + u"/outputs"_s);
    if (!commands->unreadable().isEmpty())
        return failure(ErrorId::InputMalformed,
                       Text(QT_TRANSLATE_NOOP("backend", "The recorded answer %1 of the machine in %2 cannot be read."),
                            {commands->unreadable().constFirst(), directory}));
    QFile environment(folder + u"/environment"_s);
    auto data = std::make_shared<Data>();
    data->kind = Kind::Machine;
    data->directory = folder;
    data->files = FileTree(folder + u"/root"_s);
    data->commands = std::move(commands);
    data->prober = std::move(prober);
    if (environment.open(QIODevice::ReadOnly))
        data->environment = parseEnvironment(environment.readAll());
    data->home = record->userHome.value_or(data->environment.value(u"HOME"_s));
    data->architecture = record->architecture.value_or(architectureOf(data->files));
    data->record = *std::move(record);
    return Host(data);
}

bool Host::isForSomebodyElse() const
{
    return m_data->isForSomebodyElse;
}

Host::Kind Host::kind() const
{
    return m_data->kind;
}

const FileTree &Host::files() const
{
    return m_data->files;
}

const CommandRunner &Host::commands() const
{
    return *m_data->commands;
}

const LibraryProber &Host::prober() const
{
    return *m_data->prober;
}

const QHash<QString, QString> &Host::environment() const
{
    return m_data->environment;
}

QString Host::variable(const QString &name) const
{
    return m_data->environment.value(name);
}

QString Host::home() const
{
    return m_data->home;
}

const std::optional<MachineRecord> &Host::record() const
{
    return m_data->record;
}

QString Host::directory() const
{
    return m_data->directory;
}

QString Host::architecture() const
{
    return m_data->architecture;
}

bool Host::mayWrite(const QString &folder) const
{
    const QString place = nearestExisting(files(), folder);
    if (!record())
        return platform::mayWrite(files().outside(place));
    if (isReadOnly(place))
        return false;
    if (record()->isWritable)
        return *record()->isWritable;
    if (record()->userIsAdministrator)
        return *record()->userIsAdministrator || (!home().isEmpty() && liesIn(place, home()));
    return platform::mayWrite(files().outside(place));
}

std::optional<qint64> Host::freeBytes(const QString &folder) const
{
    const MachineRecord::Mount *mount = record() ? mountOf(*record(), nearestExisting(files(), folder)) : nullptr;
    if (mount && mount->freeBytes)
        return mount->freeBytes;
    // What is free here says nothing about a machine that was recorded elsewhere.
    if (record() && !record()->isPractice)
        return std::nullopt;
    const std::optional<platform::Room> room = roomAt(files(), folder);
    return room ? std::optional(room->freeBytes) : std::nullopt;
}

bool Host::isReadOnly(const QString &folder) const
{
    if (record()) {
        const MachineRecord::Mount *mount = mountOf(*record(), nearestExisting(files(), folder));
        return mount && mount->isReadOnly;
    }
    const std::optional<platform::Room> room = roomAt(files(), folder);
    return room && room->isReadOnly;
}

} // namespace cudnnsetup
