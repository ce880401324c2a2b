// SPDX-License-Identifier: MIT
#include "host/programs.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace cudnnsetup::platform {

namespace {

using Folder = std::unique_ptr<DIR, int (*)(DIR *)>;

Folder openFolder(const std::string &path)
{
    return Folder(::opendir(path.c_str()), [](DIR *folder) { return ::closedir(folder); });
}

// The text of small files of /proc, which have no size beforehand. The buffer is kept from one file to the next.
class ProcReader
{
public:
    // False when it cannot be read; errno says why.
    bool read(const std::string &path)
    {
        m_length = 0;
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0)
            return false;
        ssize_t count = 0;
        do {
            if (m_length == m_buffer.size())
                m_buffer.resize(m_buffer.size() * 2);
            count = ::read(file, m_buffer.data() + m_length, m_buffer.size() - m_length);
            m_length += size_t(std::max<ssize_t>(count, 0));
        } while (count > 0);
        const int reason = errno;
        ::close(file);
        errno = reason;
        return count == 0;
    }
    std::string_view text() const { return {m_buffer.data(), m_length}; }

private:
    std::vector<char> m_buffer = std::vector<char>(256 * 1024);
    size_t m_length = 0;
};

// The path at the end of the maps line around position; proc(5) puts it after the inode, the only part with a '/'.
std::string_view pathAround(std::string_view maps, size_t position)
{
    const size_t lineStart = maps.rfind('\n', position) + 1; // npos + 1 is 0: the first line
    const size_t lineEnd = std::min(maps.find('\n', position), maps.size());
    const std::string_view line = maps.substr(lineStart, lineEnd - lineStart);
    const size_t pathStart = line.find('/');
    return pathStart == std::string_view::npos ? std::string_view() : line.substr(pathStart);
}

QStringList mappedFiles(std::string_view maps, const std::string &namePrefix)
{
    QStringList files;
    const std::string needle = '/' + namePrefix;
    for (size_t at = maps.find(needle); at != std::string_view::npos; at = maps.find(needle, at + 1)) {
        const std::string_view path = pathAround(maps, at);
        const bool isName = path.substr(path.rfind('/')).starts_with(needle);
        const QString file = QFile::decodeName(QByteArray(path.data(), qsizetype(path.size())));
        // proc(5): a file that was replaced or removed since. The one that lies there now is not what the program has.
        const bool isGone = path.ends_with(" (deleted)");
        if (isName && !isGone && !files.contains(file))
            files << file;
    }
    return files;
}

// The first device with one of these beginnings that the program has open; empty when none.
QString openDevice(const std::string &descriptors, const QStringList &prefixes)
{
    const Folder folder = openFolder(descriptors);
    while (const dirent *entry = folder ? ::readdir(folder.get()) : nullptr) {
        char target[256]; // the names of devices are short
        const ssize_t length = ::readlink((descriptors + '/' + entry->d_name).c_str(), target, sizeof target);
        const QString path = QFile::decodeName(QByteArray(target, std::max<qsizetype>(length, 0)));
        const auto begins = [&path](const QString &prefix) { return path.startsWith(prefix); };
        if (std::any_of(prefixes.begin(), prefixes.end(), begins))
            return path;
    }
    return {};
}

std::optional<qint64> programOf(const dirent &entry)
{
    const std::string_view name = entry.d_name;
    qint64 pid = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
    const bool isNumber = problem == std::errc() && end == name.data() + name.size();
    return isNumber ? std::optional(pid) : std::nullopt;
}

} // namespace

RunningPrograms runningPrograms(const QString &filePrefix, const QStringList &devicePrefixes, const QString &processes)
{
    RunningPrograms programs;
    const std::string proc = QFile::encodeName(processes).toStdString();
    const std::string prefix = filePrefix.toStdString();
    const Folder folder = openFolder(proc);
    ProcReader reader;
    while (const dirent *entry = folder ? ::readdir(folder.get()) : nullptr) {
        const std::optional<qint64> pid = programOf(*entry);
        if (!pid)
            continue;
        const std::string program = proc + '/' + entry->d_name;
        if (!reader.read(program + "/maps")) {
            // Any other reason means that it has ended meanwhile.
            programs.unseen = *programs.unseen + (errno == EACCES || errno == EPERM ? 1 : 0);
            continue;
        }
        const QStringList files = mappedFiles(reader.text(), prefix);
        const QString device = openDevice(program + "/fd", devicePrefixes);
        if ((files.isEmpty() && device.isEmpty()) || !reader.read(program + "/comm"))
            continue;
        const std::string_view comm = reader.text();
        const QString name = QString::fromLocal8Bit(comm.data(), qsizetype(comm.size())).trimmed();
        for (const QString &file : files)
            programs.mapping << FileUser{*pid, name, file};
        if (!device.isEmpty())
            programs.usingDevice << FileUser{*pid, name, device};
    }
    // Program 1 always runs: where it is not shown, the other users' programs are hidden (hidepid, proc(5)).
    if (::access((proc + "/1").c_str(), F_OK) != 0)
        programs.unseen.reset();
    const auto byPid = [](const FileUser &a, const FileUser &b) { return a.pid < b.pid; };
    std::stable_sort(programs.mapping.begin(), programs.mapping.end(), byPid);
    std::stable_sort(programs.usingDevice.begin(), programs.usingDevice.end(), byPid);
    return programs;
}

} // namespace cudnnsetup::platform
