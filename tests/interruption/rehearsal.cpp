// SPDX-License-Identifier: MIT
#include "rehearsal.h"

#include "practice/practice.h"
#include "practice/practicelibraries.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

namespace {

QString toolkit()
{
    return realArchive().isEmpty() ? u"/usr/local/cuda-12.4"_s : u"/usr/local/cuda-13.0"_s;
}

QString toolkitOn(const QTemporaryDir &machine)
{
    return machine.path() + u"/root"_s + toolkit();
}

void require(bool isTrue, const QString &what, const QByteArray &more = {})
{
    if (!isTrue)
        qFatal("%s\n%s", qPrintable(what), more.constData());
}

void runProgram(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    require(process.waitForFinished(120000) && process.exitCode() == 0, program,
            process.readAllStandardError());
}

void writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    require(file.open(QIODevice::WriteOnly) && file.write(content) == content.size(), path);
}

// A CUDA 13 toolkit, for archives of real size; the practice machine has none, and too old a driver for it.
void addToolkit13(const QTemporaryDir &machine)
{
    for (const QString &folder : {u"/bin"_s, u"/include"_s, u"/targets/x86_64-linux/lib"_s})
        require(QDir().mkpath(toolkitOn(machine) + folder), folder);
    require(QFile::link(u"targets/x86_64-linux/lib"_s, toolkitOn(machine) + u"/lib64"_s), u"lib64"_s);
    writeFile(toolkitOn(machine) + u"/include/cuda.h"_s, "#define CUDA_VERSION 13000\n");
    writeFile(
            machine.filePath(u"machine.json"_s),
            R"({"schema": 1, "os": "linux", "practice": true, "architecture": "x86_64", "writable": true})");
}

// As people do it: unpacked as one user, copied, never given to root.
void copyCudnnByHand(const QTemporaryDir &machine)
{
    const QList<PracticeFile> files = practiceCudnn(QVersionNumber(8, 6, 0), QVersionNumber(11, 8));
    int count = 0;
    for (const PracticeFile &file : files) {
        if (!file.path.startsWith(u"lib/"_s) && !file.path.startsWith(u"include/"_s))
            continue;
        const QString folder = file.path.startsWith(u"lib/"_s) ? u"/lib64/"_s : u"/include/"_s;
        const QString path = toolkitOn(machine) + folder + file.path.section(u'/', 1);
        const QByteArray encoded = QFile::encodeName(path);
        if (file.linkTarget.isEmpty()) {
            writeFile(path, file.content);
            require(::chmod(encoded.constData(), count++ % 2 ? 0640 : 0775) == 0, path);
            // Where the file system knows no attributes there is nothing to lose.
            ::setxattr(encoded.constData(), "user.origin", "by hand", 7, 0);
        } else {
            require(QFile::link(file.linkTarget, path), path);
        }
        if (::geteuid() == 0)
            require(::lchown(encoded.constData(), 12345, 23456) == 0, path);
    }
}

QProcessEnvironment environmentOf(const Fault &fault, const QTemporaryDir &machine)
{
    QProcessEnvironment environment;
    environment.insert(u"LD_PRELOAD"_s, QStringLiteral(CUDNNSETUP_FAULTSHIM));
    // A sanitizer wants to be the first library, and works all the same.
    environment.insert(u"ASAN_OPTIONS"_s,
                       qEnvironmentVariable("ASAN_OPTIONS") + u":verify_asan_link_order=0"_s);
    environment.insert(u"FAULT_BELOW"_s, machine.path());
    environment.insert(u"FAULT_AT"_s, QString::number(fault.failAt));
    environment.insert(u"FAULT_ERRNO"_s, fault.error);
    environment.insert(u"FAULT_STICKY"_s, fault.isSticky ? u"1"_s : u"0"_s);
    environment.insert(u"FAULT_KILL_AT"_s, QString::number(fault.killAt));
    if (!fault.log.isEmpty())
        environment.insert(u"FAULT_LOG"_s, fault.log);
    return environment;
}

QStringList onMachine(const QStringList &command, const QTemporaryDir &machine)
{
    QStringList words = {u"--machine"_s, machine.path()};
    for (const QString &word : command)
        words << (word.startsWith(u'@') ? machine.path() + u"/archives/"_s + word.sliced(1) : word);
    return words;
}

QString historyFolder()
{
    return u"root"_s + toolkit() + u"/.cudnn-setup"_s;
}

// With the times of files. Left out are the loader cache, which is made anew, to the same bytes, and what a
// kill may leave in the program's own folder: the lock, which holds nothing, and a draft that the next
// journal replaces.
TreeSnapshot wholeMachine(const QTemporaryDir &machine)
{
    TreeSnapshot snapshot = snapshotOf(machine.path(), {u"root/etc/ld.so.cache"_s}, Times::OfFiles);
    const QString folder = historyFolder();
    const QStringList paths = snapshot.keys();
    for (const QString &path : paths) {
        const bool isDraft = path.startsWith(folder + u'/') && path.endsWith(u"/transaction.json.new"_s);
        if (path == folder || path == folder + u"/lock"_s || isDraft)
            snapshot.remove(path);
    }
    return snapshot;
}

TreeSnapshot usedFiles(const QTemporaryDir &machine)
{
    return snapshotOf(machine.path(), {historyFolder()});
}

} // namespace

Rehearsal::Rehearsal(const Task &task) : m_task(task)
{
    require(writePractice(m_template.path()).has_value(), u"The practice machine cannot be written."_s);
    QDir(m_template.filePath(u"faults"_s)).removeRecursively();
    if (!realArchive().isEmpty())
        addToolkit13(m_template);
    if (task.hasCopiedCudnn)
        copyCudnnByHand(m_template);
    runProgram(u"/sbin/ldconfig"_s, {u"-X"_s, u"-r"_s, m_template.filePath(u"root"_s)});
    for (const QStringList &command : task.earlier) {
        const CliRun run = runCli(onMachine(command, m_template));
        require(run.exitCode == 0, command.join(u' '), run.error);
    }
    m_before = wholeMachine(m_template);
    m_usedBefore = usedFiles(m_template);

    const auto machine = newMachine();
    const QTemporaryDir elsewhere;
    const QString log = elsewhere.filePath(u"calls"_s);
    QElapsedTimer timer;
    timer.start();
    const CliRun done = run(*machine, {.log = log});
    m_duration = std::chrono::microseconds(timer.nsecsElapsed() / 1000);
    require(done.exitCode == 0, task.command.join(u' '), done.error);
    m_usedAfter = usedFiles(*machine);
    require(m_usedAfter != m_usedBefore, u"The task changes nothing: "_s + task.command.join(u' '));
    m_historyAfter = historyNames(*machine);
    QFile file(log);
    require(file.open(QIODevice::ReadOnly), u"The fault library saw no call."_s);
    m_calls = QFile::decodeName(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
}

QList<int> Rehearsal::journalBoundaries() const
{
    QList<int> numbers;
    for (qsizetype i = 0; i < m_calls.size(); ++i) {
        if (m_calls[i].endsWith(u"/transaction.json"_s))
            numbers << int(i) + 1 << int(i) + 2;
    }
    return numbers;
}

int Rehearsal::worstCall() const
{
    const QList<int> boundaries = journalBoundaries();
    require(boundaries.size() >= 4, u"The task does not write its journal."_s);
    // Behind the first sync of the journal that says what is to be taken back, or before the one that ends
    // all.
    return m_task.takesBack ? boundaries.at(1) + 1 : boundaries.at(boundaries.size() - 2);
}

std::unique_ptr<QTemporaryDir> Rehearsal::newMachine() const
{
    auto machine = std::make_unique<QTemporaryDir>();
    runProgram(u"cp"_s, {u"-a"_s, u"--reflink=auto"_s, m_template.path() + u"/."_s, machine->path()});
    return machine;
}

QStringList Rehearsal::arguments(const QTemporaryDir &machine) const
{
    return onMachine(m_task.command, machine);
}

CliRun Rehearsal::run(const QTemporaryDir &machine, const Fault &fault) const
{
    return runCli(arguments(machine), environmentOf(fault, machine));
}

CliRun Rehearsal::recover(const QTemporaryDir &machine, const Fault &fault) const
{
    return runCli(onMachine({u"recover"_s}, machine), environmentOf(fault, machine));
}

Rehearsal::Sight Rehearsal::look(const QTemporaryDir &machine) const
{
    Sight sight = lookAtUsedFiles(machine);
    if (sight.state == State::Old)
        sight.differences = differences(m_before, wholeMachine(machine));
    const QStringList names = historyNames(machine);
    if (sight.state == State::New && names != m_historyAfter)
        sight.differences << u"history: "_s + names.join(u' ');
    if (!sight.differences.isEmpty())
        sight.state = State::Between;
    return sight;
}

Rehearsal::Sight Rehearsal::lookAtUsedFiles(const QTemporaryDir &machine) const
{
    const TreeSnapshot now = usedFiles(machine);
    if (now == m_usedBefore)
        return {State::Old};
    if (now == m_usedAfter)
        return {State::New};
    return {State::Between, differences(m_usedBefore, now)};
}

// Ids that have come since the beginning are called "new". The lock may lie there, it holds nothing.
QStringList Rehearsal::historyNames(const QTemporaryDir &machine) const
{
    const auto historyOn = [](const QTemporaryDir &anyMachine) {
        return toolkitOn(anyMachine) + u"/.cudnn-setup/"_s;
    };
    QStringList names;
    QDirIterator it(historyOn(machine), QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString name = it.next().mid(historyOn(machine).size());
        const QString id = name.section(u'/', 0, 0);
        if (name != u"lock")
            names << (QFileInfo::exists(historyOn(m_template) + id) ? name
                                                                    : u"new"_s + name.sliced(id.size()));
    }
    names.sort();
    return names;
}

bool isLong()
{
    return qEnvironmentVariableIntValue("CUDNN_SETUP_LONG_TESTS") != 0;
}

QString realArchive()
{
    return qEnvironmentVariable("CUDNN_SETUP_ARCHIVE");
}

QList<std::pair<QString, Task>> tasks()
{
    const QString archive =
            realArchive().isEmpty() ? u"@cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s : realArchive();
    const QStringList install = {u"install"_s, archive,    u"--toolkit"_s,
                                 toolkit(),    u"--yes"_s, u"--allow-unknown-archive"_s};
    const QStringList rollback = {u"rollback"_s, u"--yes"_s};
    const QStringList uninstall = {u"uninstall"_s, u"--toolkit"_s, toolkit(), u"--yes"_s};
    return {{u"installing into a fresh toolkit"_s, {.command = install}},
            {u"installing over a cuDNN copied by hand"_s, {.command = install, .hasCopiedCudnn = true}},
            {u"rolling back"_s,
             {.earlier = {install}, .command = rollback, .takesBack = true, .hasCopiedCudnn = true}},
            {u"uninstalling"_s, {.earlier = {install}, .command = uninstall, .takesBack = true}}};
}

} // namespace cudnnsetup::test
