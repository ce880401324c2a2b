// SPDX-License-Identifier: MIT
#include "host/programs.h"

#include "scratchroot.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <unistd.h>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray mapsLine(const QByteArray &path)
{
    return "7f1c2a000000-7f1c2a200000 r-xp 00000000 103:02 5505126                   " + path + '\n';
}

// A program as proc(5) shows it.
void program(const ScratchRoot &proc, const QString &pid, const QByteArray &maps, const QStringList &open = {})
{
    proc.file(u"/%1/maps"_s.arg(pid), mapsLine("[heap]") + maps);
    proc.file(u"/%1/comm"_s.arg(pid), "python3\n");
    proc.folder(u"/%1/fd"_s.arg(pid));
    for (const QString &path : open)
        proc.link(u"/%1/fd/%2"_s.arg(pid).arg(open.indexOf(path)), path);
}

RunningPrograms seenIn(const ScratchRoot &proc)
{
    return platform::runningPrograms(u"libcudnn"_s, {u"/dev/nvidia"_s}, proc.at());
}

QStringList lines(const QList<FileUser> &users)
{
    QStringList lines;
    for (const FileUser &user : users)
        lines << u"%1 %2 %3"_s.arg(QString::number(user.pid), user.name, user.file);
    return lines;
}

} // namespace

class ProgramsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void seesAFileThatIsMapped();
    void aFileThatWasReplacedIsNotTheOneThatLiesThere();
    void seesADeviceThatIsOpen();
    void countsMappedFilesByTheirName_data();
    void countsMappedFilesByTheirName();
    void namesProgramsThatHoldADevice_data();
    void namesProgramsThatHoldADevice();
    void countsWhatItMayNotLookInto();
    void countsNothingWhereProgramsAreHidden();
};

void ProgramsTest::seesAFileThatIsMapped()
{
    // A folder with blanks: the path in maps is everything to the end of the line.
    const ScratchRoot scratch;
    scratch.file(u"/a b/libprobed.so.9"_s, QByteArray(8192, 'x'));
    QFile file(scratch.at(u"/a b/libprobed.so.9"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.map(0, 4096));
    QVERIFY(file.map(4096, 4096));

    const RunningPrograms programs = platform::runningPrograms(u"libprobed"_s, {});
    QCOMPARE(lines(programs.mapping),
             QStringList{u"%1 tst_programs %2"_s.arg(::getpid()).arg(QFileInfo(file.fileName()).canonicalFilePath())});
    QVERIFY(programs.usingDevice.isEmpty());
}

void ProgramsTest::aFileThatWasReplacedIsNotTheOneThatLiesThere()
{
    // As an installation does it: the original gets a second name, and the new file is renamed over the old one.
    const ScratchRoot scratch;
    scratch.file(u"/libprobed.so.9"_s, QByteArray(4096, 'o'));
    scratch.file(u"/stage"_s, QByteArray(4096, 'n'));
    const QByteArray path = QFile::encodeName(scratch.at(u"/libprobed.so.9"_s));
    QFile file(scratch.at(u"/libprobed.so.9"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.map(0, 4096));
    QCOMPARE(platform::runningPrograms(u"libprobed"_s, {}).mapping.size(), 1);
    QCOMPARE(::link(path.constData(), QFile::encodeName(scratch.at(u"/backup"_s)).constData()), 0);
    QCOMPARE(::rename(QFile::encodeName(scratch.at(u"/stage"_s)).constData(), path.constData()), 0);
    QCOMPARE(lines(platform::runningPrograms(u"libprobed"_s, {}).mapping), QStringList());
}

void ProgramsTest::seesADeviceThatIsOpen()
{
    QFile device(u"/dev/null"_s);
    QVERIFY(device.open(QIODevice::ReadOnly));
    const QList<FileUser> users = platform::runningPrograms(u"libprobed"_s, {u"/dev/nul"_s}).usingDevice;
    QVERIFY(lines(users).contains(u"%1 tst_programs /dev/null"_s.arg(::getpid())));
}

void ProgramsTest::countsMappedFilesByTheirName_data()
{
    QTest::addColumn<QByteArray>("maps");
    QTest::addColumn<QStringList>("files");
    const QByteArray library = "/usr/local/cuda-12.4/lib64/libcudnn.so.8.9.7";
    const auto row = [](const char *name, const QByteArray &maps, const QStringList &files) {
        QTest::newRow(name) << maps << files;
    };
    row("a library", mapsLine(library), {QString::fromLatin1(library)});
    row("one that is mapped in two parts is one", mapsLine(library) + mapsLine(library), {QString::fromLatin1(library)});
    row("two libraries", mapsLine("/o/libcudnn_ops.so.9") + mapsLine("/o/libcudnn.so.9"),
        {u"/o/libcudnn_ops.so.9"_s, u"/o/libcudnn.so.9"_s});
    row("a path with blanks", mapsLine("/home/li ming/libcudnn.so.9"), {u"/home/li ming/libcudnn.so.9"_s});
    row("one that was replaced or removed since", mapsLine(library + " (deleted)"), {});
    row("replaced, and the new one is mapped too", mapsLine(library + " (deleted)") + mapsLine(library),
        {QString::fromLatin1(library)});
    row("one whose backup is still mapped", mapsLine("/o/.cudnn-setup/1/backup/3 (deleted)"), {});
    row("the name is a folder's", mapsLine("/opt/libcudnn-9/libother.so"), {});
    row("a name that only contains it", mapsLine("/opt/mylibcudnn.so"), {});
    row("cut off in the middle of a line", QByteArray("7f1c2a000000-7f1c2a200000 r-xp 0000"), {});
    row("nothing", {}, {});
}

void ProgramsTest::countsMappedFilesByTheirName()
{
    QFETCH(QByteArray, maps);
    QFETCH(QStringList, files);
    const ScratchRoot proc;
    program(proc, u"4711"_s, maps);
    QStringList expected;
    for (const QString &file : std::as_const(files))
        expected << u"4711 python3 "_s + file;
    QCOMPARE(lines(seenIn(proc).mapping), expected);
}

void ProgramsTest::namesProgramsThatHoldADevice_data()
{
    QTest::addColumn<QStringList>("open");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("a device") << QStringList{u"/dev/null"_s, u"/dev/nvidia-uvm"_s}
                              << QStringList{u"4711 python3 /dev/nvidia-uvm"_s};
    QTest::newRow("another device") << QStringList{u"/dev/null"_s, u"/dev/nvme0"_s} << QStringList();
    QTest::newRow("a file below a folder of such a name") << QStringList{u"/home/dev/nvidia0"_s} << QStringList();
    QTest::newRow("what has no path") << QStringList{u"socket:[5512]"_s, u"anon_inode:[eventfd]"_s} << QStringList();
    QTest::newRow("nothing open") << QStringList() << QStringList();
}

void ProgramsTest::namesProgramsThatHoldADevice()
{
    QFETCH(QStringList, open);
    const ScratchRoot proc;
    program(proc, u"4711"_s, {}, open);
    proc.folder(u"/acpi"_s); // what is no program
    proc.file(u"/12x/maps"_s, mapsLine("/o/libcudnn.so.9"));
    const RunningPrograms programs = seenIn(proc);
    QTEST(lines(programs.usingDevice), "expected");
    QVERIFY(programs.mapping.isEmpty());
}

void ProgramsTest::countsWhatItMayNotLookInto()
{
    const ScratchRoot proc;
    program(proc, u"1"_s, {});
    program(proc, u"7"_s, mapsLine("/o/libcudnn.so.9"));
    program(proc, u"8"_s, mapsLine("/o/libcudnn.so.9"));
    program(proc, u"9"_s, mapsLine("/o/libcudnn.so.9"));
    proc.folder(u"/10"_s); // it has just ended
    QFile::setPermissions(proc.at(), QFile::Permissions(0x7755));
    QFile::setPermissions(proc.at(u"/7/maps"_s), QFile::WriteOwner);
    QFile::setPermissions(proc.at(u"/9/maps"_s), QFile::WriteOwner);
    // root may read everything, so it looks as somebody else.
    const uid_t user = ::geteuid();
    if (user == 0)
        QCOMPARE(::seteuid(65534), 0);
    const RunningPrograms programs = seenIn(proc);
    if (user == 0)
        QCOMPARE(::seteuid(0), 0);
    QCOMPARE(programs.unseen, std::optional(2));
    QCOMPARE(lines(programs.mapping), QStringList{u"8 python3 /o/libcudnn.so.9"_s});
    if (user == 0)
        QCOMPARE(seenIn(proc).unseen, std::optional(0));
}

void ProgramsTest::countsNothingWhereProgramsAreHidden()
{
    const ScratchRoot proc;
    program(proc, u"4711"_s, mapsLine("/o/libcudnn.so.9"));
    const RunningPrograms programs = seenIn(proc);
    QVERIFY(!programs.unseen.has_value());
    QCOMPARE(programs.mapping.size(), 1);
}

QTEST_GUILESS_MAIN(ProgramsTest)
#include "tst_programs.moc"
