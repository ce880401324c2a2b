// SPDX-License-Identifier: MIT
#include "detect/operatingsystem.h"

#include "host/elffile.h"
#include "host/platform.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QByteArray textOf(const FileTree &files, const QString &path)
{
    return files.read(path, 64 << 10).value_or(QByteArray());
}

QString outputOf(const Host &host, const QString &program, const QStringList &arguments)
{
    const Result<CommandResult> result = host.commands().run({.program = program, .arguments = arguments});
    return result && result->exitCode == 0 ? QString::fromUtf8(result->standardOutput) : QString();
}

QString unquoted(QString value)
{
    const bool isQuoted = value.size() >= 2 && value.front() == value.back()
            && (value.front() == u'"' || value.front() == u'\'');
    if (!isQuoted)
        return value;
    value = value.mid(1, value.size() - 2);
    static const QRegularExpression escaped(u"\\\\(.)"_s);
    return value.replace(escaped, u"\\1"_s);
}

QString readKernel(const Host &host)
{
    if (host.isLocal())
        return platform::systemName().kernel;
    const QString kernel = kernelOf(textOf(host.files(), u"/proc/version"_s));
    return kernel.isEmpty() ? outputOf(host, u"uname"_s, {u"-r"_s}).trimmed() : kernel;
}

// Without running anything: the name of the file behind libc.so.6, else the words that it carries.
std::optional<QVersionNumber> glibcOfFiles(const FileTree &files, const QString &architecture)
{
    const QStringList places{u"/lib/%1-linux-gnu/libc.so.6"_s.arg(architecture),
                             u"/usr/lib/%1-linux-gnu/libc.so.6"_s.arg(architecture), u"/lib64/libc.so.6"_s,
                             u"/usr/lib64/libc.so.6"_s, u"/usr/lib/libc.so.6"_s};
    for (const QString &place : places) {
        const std::optional<QString> file = files.canonical(place);
        if (!file)
            continue;
        if (const auto version = glibcIn(file->section(u'/', -1)))
            return version;
        const QList<QByteArray> words = elfStringsStartingWith(files.outside(*file), "GNU C Library", 1);
        if (!words.isEmpty())
            return glibcIn(QString::fromUtf8(words.first()));
    }
    return std::nullopt;
}

std::optional<QVersionNumber> readGlibc(const Host &host)
{
    if (host.isLocal())
        return platform::cLibraryVersion();
    if (const auto version = glibcOfFiles(host.files(), host.architecture()))
        return version;
    if (const auto version = glibcIn(outputOf(host, u"getconf"_s, {u"GNU_LIBC_VERSION"_s})))
        return version;
    return glibcIn(outputOf(host, u"ldd"_s, {u"--version"_s}).section(u'\n', 0, 0));
}

bool readIsWsl(const Host &host, const QString &kernel)
{
    return kernel.contains(u"microsoft", Qt::CaseInsensitive)
            || textOf(host.files(), u"/proc/version"_s).toLower().contains("microsoft")
            || host.files().exists(u"/proc/sys/fs/binfmt_misc/WSLInterop"_s);
}

std::optional<QString> readContainer(const Host &host)
{
    const FileTree &files = host.files();
    const std::optional<QString> ofCgroup = containerOfCgroup(textOf(files, u"/proc/1/cgroup"_s));
    if (!host.variable(u"KUBERNETES_SERVICE_HOST"_s).isEmpty() || ofCgroup == u"kubernetes")
        return u"kubernetes"_s;
    if (files.exists(u"/run/.containerenv"_s))
        return u"podman"_s;
    if (files.exists(u"/.dockerenv"_s))
        return u"docker"_s;
    if (files.exists(u"/.singularity.d"_s))
        return u"apptainer"_s;
    if (files.exists(u"/.flatpak-info"_s))
        return u"flatpak"_s;
    if (ofCgroup)
        return ofCgroup;
    // What systemd or the container's own start noted: "lxc", "systemd-nspawn", "wsl" ...
    QString noted = QString::fromUtf8(textOf(files, u"/run/systemd/container"_s)).trimmed();
    if (noted.isEmpty())
        noted = host.variable(u"container"_s);
    return noted.isEmpty() || noted == u"wsl" ? std::nullopt : std::optional(noted);
}

} // namespace

OsFacts readOperatingSystem(const Host &host)
{
    QByteArray release = textOf(host.files(), u"/etc/os-release"_s);
    if (release.isEmpty())
        release = textOf(host.files(), u"/usr/lib/os-release"_s);
    const QHash<QString, QString> values = parseOsRelease(release);
    const QString kernel = readKernel(host);
    return OsFacts{
            .name = values.value(u"PRETTY_NAME"_s, values.value(u"NAME"_s)),
            .id = values.value(u"ID"_s),
            .version = values.value(u"VERSION_ID"_s),
            .kernel = kernel,
            .glibc = readGlibc(host),
            .isWsl = readIsWsl(host, kernel),
            .container = readContainer(host),
            .architecture = host.architecture(),
    };
}

QHash<QString, QString> parseOsRelease(const QByteArray &text)
{
    QHash<QString, QString> values;
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    for (const QString &line : lines) {
        const qsizetype equals = line.indexOf(u'=');
        if (equals > 0 && !line.startsWith(u'#'))
            values.insert(line.left(equals).trimmed(), unquoted(line.mid(equals + 1).trimmed()));
    }
    return values;
}

QString kernelOf(const QByteArray &procVersion)
{
    const QByteArray start = "Linux version ";
    if (!procVersion.startsWith(start))
        return {};
    return QString::fromUtf8(procVersion.mid(start.size())).section(u' ', 0, 0).trimmed();
}

std::optional<QString> containerOfCgroup(const QByteArray &text)
{
    static const std::pair<QByteArray, QString> marks[] = {
            {"kubepods", u"kubernetes"_s}, {"libpod", u"podman"_s},      {"/docker/", u"docker"_s},
            {"/docker-", u"docker"_s},     {"containerd", u"containerd"_s}, {"/lxc", u"lxc"_s},
    };
    for (const auto &[mark, name] : marks) {
        if (text.contains(mark))
            return name;
    }
    return std::nullopt;
}

std::optional<QVersionNumber> glibcIn(const QString &words)
{
    static const QRegularExpression forms(
            u"^libc-(\\d+\\.\\d+)\\.so|release version (\\d+\\.\\d+)|^glibc (\\d+\\.\\d+)|^ldd \\(.*\\) (\\d+\\.\\d+)"_s);
    const QRegularExpressionMatch match = forms.match(words.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    return QVersionNumber::fromString(match.captured(match.lastCapturedIndex()));
}

} // namespace cudnnsetup
