// SPDX-License-Identifier: MIT
#pragma once

#include "apply/applyseams.h"
#include "practice/practicelibraries.h"
#include "scratchroot.h"
#include "treesnapshot.h"

namespace cudnnsetup::test {

// An archive that lies in memory, for damage that no packer would make.
struct FakeArchive
{
    QList<ArchiveEntry> entries;
    QHash<QString, QByteArray> content; // by path
    QHash<qsizetype, QByteArray> second; // of an entry whose path came before, by its number
    qint64 cutAfter = -1; // unpacked bytes; then the stream ends with ArchiveTruncated
    QByteArray sha256 = QByteArray(64, 'a');

    void add(const QString &path, const QByteArray &bytes, int mode = 0644);
    void addLink(const QString &path, const QString &target);
    void addHardLink(const QString &path, const QString &first);

    std::function<Result<std::unique_ptr<ArchiveReader>>(const QString &, const Job &)> opener() const;
};

// A small part of cuDNN as the practice libraries have it, below "cudnn/".
FakeArchive practiceArchive(const QVersionNumber &version, const QVersionNumber &cuda = QVersionNumber(12, 4),
                            ElfImage::Machine machine = ElfImage::Machine::X86_64);

// As differences(); recovering later renews the loader cache, so there is one afterwards even where there was
// none before.
QStringList differencesAfterRecovery(const TreeSnapshot &before, TreeSnapshot after);

// As `recover` does it; a result without an id: nothing was cut off.
ApplyResult recoverTarget(const QString &machineRoot, const QString &target, const ApplySeams &seams);

// Counts the calls that change something; the one with the given number, or all from it on, fail.
class FailingGate : public CallGate
{
public:
    int beforeCall(WriteCall call, const QString &path) override;

    int count = 0;
    int failAt = 0; // 0: never
    int error = 0;
    bool stayFailing = false;
    std::function<void(WriteCall, const QString &)> watch = {}; // sees every call
    QString failedOn = {};
};

// Ends the process, as SIGKILL would, right before the n-th call that changes something.
class DyingGate : public CallGate
{
public:
    explicit DyingGate(int dieAt) : m_dieAt(dieAt) { }
    int beforeCall(WriteCall call, const QString &path) override;
    static constexpr int exitCode = 77;

private:
    int m_dieAt;
    int m_count = 0;
};

// Runs work in a child process; true when it ended there with DyingGate's exit code. Any other end of it ends the test.
bool diesIn(const std::function<bool()> &work);

// A machine with one CUDA toolkit, and plans for it.
class Machine
{
public:
    enum class Earlier { None, Older };
    explicit Machine(Earlier earlier);

    Plan plan(const FakeArchive &archive, const QVersionNumber &version = QVersionNumber(8, 9, 7)) const;
    ApplySeams seams(const FakeArchive &archive, CallGate *gate = nullptr) const;
    QString path() const { return m_root.at(); }
    const ScratchRoot &root() const { return m_root; }
    // Without the history folder; it is the only thing that may differ.
    TreeSnapshot tree() const;
    // All of it.
    TreeSnapshot wholeTree() const;

    static inline const QString toolkit = QStringLiteral("/usr/local/cuda-12.4");
    static inline const QString libraries = toolkit + QStringLiteral("/targets/x86_64-linux/lib");
    static inline const QString headers = toolkit + QStringLiteral("/targets/x86_64-linux/include");
    static inline const QString conf = QStringLiteral("/etc/ld.so.conf.d/zz-cudnn-setup.conf");

private:
    ScratchRoot m_root;
    std::shared_ptr<CommandRunner> m_commands;
    QStringList m_earlierFiles;
};

// Stands for ldconfig: writes the names of the libraries that the machine's loader would find into its cache.
class FakeLdconfig : public CommandRunner
{
public:
    explicit FakeLdconfig(const QString &root) : m_root(root) {}
    Result<CommandResult> run(const Command &command) const override;

    bool isFailing = false;

private:
    QString m_root;
};

} // namespace cudnnsetup::test
