// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "apply/takeback.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <cstring>

#include <sys/wait.h>
#include <unistd.h>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

namespace {

class FakeReader : public ArchiveReader
{
public:
    explicit FakeReader(const FakeArchive &archive) : m_archive(archive) {}

    Container container() const override { return Container::TarXz; }

    Outcome<std::optional<ArchiveEntry>> next() override
    {
        m_left = {};
        if (m_at == m_archive.entries.size())
            return std::nullopt;
        const ArchiveEntry entry = m_archive.entries[m_at++];
        m_left = m_archive.second.contains(m_at - 1) ? m_archive.second[m_at - 1]
                                                     : m_archive.content.value(entry.path);
        return entry;
    }

    Outcome<qint64> read(char *data, qint64 size) override
    {
        const qint64 count = std::min(size, qint64(m_left.size()));
        if (m_archive.cutAfter >= 0 && m_done + count > m_archive.cutAfter)
            return tl::unexpected<Interruption>(Error{ErrorId::ArchiveTruncated, Text::verbatim(u"cut"_s)});
        std::memcpy(data, m_left.constData(), size_t(count));
        m_left.remove(0, count);
        m_done += count;
        return count;
    }

    QByteArray sha256() const override { return m_archive.sha256; }
    qint64 packedDone() const override { return m_done; }
    qint64 packedTotal() const override { return m_done; }
    std::optional<qint64> unpackedTotal() const override { return std::nullopt; }

private:
    FakeArchive m_archive;
    qsizetype m_at = 0;
    QByteArray m_left;
    qint64 m_done = 0;
};

// Two of the libraries and headers: every kind of step, and not so many of each.
QList<PracticeFile> smallCudnn(const QVersionNumber &version, const QVersionNumber &cuda,
                               ElfImage::Machine machine)
{
    static const QRegularExpression wanted(
            uR"(/(libcudnn|libcudnn_ops(_infer)?)\.so|/(cudnn|cudnn_version(_v[0-9])?)\.h|LICENSE)"_s);
    QList<PracticeFile> files = practiceCudnn(version, cuda, machine);
    files.removeIf([](const PracticeFile &file) { return !(u'/' + file.path).contains(wanted); });
    return files;
}

QString toolkitPath(const QString &memberPath)
{
    const QString name = memberPath.section(u'/', -1);
    return (memberPath.startsWith(u"lib/"_s) ? Machine::libraries : Machine::headers) + u'/' + name;
}

} // namespace

void FakeArchive::add(const QString &path, const QByteArray &bytes, int mode)
{
    entries << ArchiveEntry{.path = path, .size = bytes.size(), .mode = mode};
    if (content.contains(path))
        second.insert(entries.size() - 1, bytes);
    else
        content.insert(path, bytes);
}

void FakeArchive::addLink(const QString &path, const QString &target)
{
    entries << ArchiveEntry{.type = ArchiveEntry::Type::SymbolicLink, .path = path, .linkTarget = target};
}

void FakeArchive::addHardLink(const QString &path, const QString &first)
{
    entries << ArchiveEntry{.type = ArchiveEntry::Type::HardLink, .path = path, .linkTarget = first};
}

std::function<Result<std::unique_ptr<ArchiveReader>>(const QString &, const Job &)>
FakeArchive::opener() const
{
    return [archive = *this](const QString &, const Job &) -> Result<std::unique_ptr<ArchiveReader>> {
        return std::make_unique<FakeReader>(archive);
    };
}

FakeArchive practiceArchive(const QVersionNumber &version, const QVersionNumber &cuda,
                            ElfImage::Machine machine)
{
    FakeArchive archive;
    const QList<PracticeFile> files = smallCudnn(version, cuda, machine);
    for (const PracticeFile &file : files) {
        if (file.linkTarget.isEmpty())
            archive.add(u"cudnn/"_s + file.path, file.content, file.mode);
        else
            archive.addLink(u"cudnn/"_s + file.path, file.linkTarget);
    }
    return archive;
}

QStringList differencesAfterRecovery(const TreeSnapshot &before, TreeSnapshot after)
{
    const QString cache = u"etc/ld.so.cache"_s;
    if (!before.contains(cache))
        after.remove(cache);
    return differences(before, after);
}

ApplyResult recoverTarget(const QString &machineRoot, const QString &target, const ApplySeams &seams)
{
    const Result<Plan> plan = Host::inFolder(machineRoot).and_then([&target](const Host &host) { return planRecovery(host, target); });
    ApplyResult result;
    result.wasBeforeCommit = true;
    if (!plan && plan.error().id != ErrorId::InputMissing) // not even a target: nothing was cut off
        result.error = plan.error();
    return plan && !plan->operations.isEmpty() ? apply(*plan, Job{}, seams) : result;
}

int FailingGate::beforeCall(WriteCall call, const QString &path)
{
    ++count;
    if (watch)
        watch(call, path);
    const bool isNow = failAt > 0 && (count == failAt || (stayFailing && count > failAt));
    if (isNow && failedOn.isEmpty())
        failedOn = path;
    return isNow ? error : 0;
}

int DyingGate::beforeCall(WriteCall, const QString &)
{
    if (++m_count == m_dieAt)
        ::_exit(exitCode);
    return 0;
}

bool diesIn(const std::function<bool()> &work)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(work() ? 0 : 1);
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status))
        qFatal("The child process went astray.");
    if (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != DyingGate::exitCode)
        qFatal("The child process failed by itself.");
    return WEXITSTATUS(status) == DyingGate::exitCode;
}

Machine::Machine(Earlier earlier)
{
    m_root.folder(libraries);
    m_root.folder(headers);
    m_root.file(libraries + u"/libcudart.so.12"_s, "not cuDNN's business");
    m_root.link(toolkit + u"/lib64"_s, u"targets/x86_64-linux/lib"_s);
    m_root.folder(u"/etc/ld.so.conf.d"_s);
    m_root.file(u"/etc/ld.so.conf"_s, "include /etc/ld.so.conf.d/*.conf\n");
    if (earlier == Earlier::Older) {
        const QList<PracticeFile> files =
                smallCudnn(QVersionNumber(8, 6, 0), QVersionNumber(11, 8), ElfImage::Machine::X86_64);
        for (const PracticeFile &file : files) {
            if (!file.path.startsWith(u"lib/"_s) && !file.path.startsWith(u"include/"_s))
                continue;
            const QString path = toolkitPath(file.path);
            if (file.linkTarget.isEmpty())
                m_root.file(path, file.content);
            else
                m_root.link(path, file.linkTarget);
            m_earlierFiles << path;
        }
        // Owners and modes that a copy would lose.
        QFile::setPermissions(m_root.at(m_earlierFiles.last()),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
        m_root.file(conf, "/opt/elsewhere\n");
    }
    m_commands = std::make_shared<FakeLdconfig>(path());
    if (earlier == Earlier::Older)
        m_commands->run({.program = u"ldconfig"_s}).value();
}

Plan Machine::plan(const FakeArchive &archive, const QVersionNumber &version) const
{
    using Kind = Operation::Kind;
    Plan plan;
    plan.id = u"20261130-194501-a1b2c3"_s;
    plan.machineRoot = path();
    plan.targetRoot = toolkit;
    plan.libraryDir = libraries;
    plan.includeDir = headers;
    plan.archive.path = u"/archive"_s;
    plan.archive.sha256 = archive.sha256;
    plan.expectedVersion = version;
    plan.expectedCudaMajor = 12;
    plan.expectedArchitecture = u"x86_64"_s;
    for (const QByteArray &bytes : archive.content)
        plan.bytesToWrite += bytes.size();
    for (const QString &path : m_earlierFiles)
        plan.operations << Operation{.kind = Kind::PutAside, .path = path};
    plan.operations << Operation{.kind = Kind::Unpack, .path = libraries, .memberPrefix = u"cudnn/lib/"_s}
                    << Operation{.kind = Kind::Unpack, .path = headers, .memberPrefix = u"cudnn/include/"_s}
                    << Operation{.kind = Kind::WriteFile, .path = conf, .content = libraries.toUtf8() + '\n'}
                    << Operation{.kind = Kind::RunLdconfig};
    return plan;
}

ApplySeams Machine::seams(const FakeArchive &archive, CallGate *gate) const
{
    return {.openArchive = archive.opener(), .commands = m_commands.get(), .gate = gate};
}

TreeSnapshot Machine::tree() const
{
    return snapshotOf(path(), {toolkit.sliced(1) + u"/.cudnn-setup"_s});
}

TreeSnapshot Machine::wholeTree() const
{
    return snapshotOf(path());
}

Result<CommandResult> FakeLdconfig::run(const Command &command) const
{
    if (isFailing)
        return CommandResult{{}, "no such luck", 1};
    Q_ASSERT(command.program == u"ldconfig"_s);
    QByteArray cache;
    const QDir folder(m_root + Machine::libraries);
    const QStringList names = folder.entryList({u"lib*.so.*"_s}, QDir::Files | QDir::System);
    for (const QString &name : names)
        cache += name.toUtf8() + '\n';
    // As ldconfig does: a new file, renamed over the one before.
    QFile file(m_root + u"/etc/ld.so.cache~"_s);
    if (!file.open(QIODevice::WriteOnly) || file.write(cache) != cache.size())
        return failure(ErrorId::CommandFailed, Text::verbatim(u"write"_s));
    file.close();
    if (std::rename(QFile::encodeName(file.fileName()).constData(),
                    QFile::encodeName(m_root + u"/etc/ld.so.cache"_s).constData()))
        return failure(ErrorId::CommandFailed, Text::verbatim(u"rename"_s));
    return CommandResult{};
}

} // namespace cudnnsetup::test
