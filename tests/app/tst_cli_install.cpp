// SPDX-License-Identifier: MIT
#include "cliprogram.h"
#include "treesnapshot.h"

#include "practice/practice.h"
#include "practice/practicearchive.h"
#include "practice/practicemachine.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(content), qint64(content.size()));
}

PracticeArchive packed(const char *version, const QVersionNumber &cuda, Container container = Container::TarXz,
                       ElfImage::Machine machine = ElfImage::Machine::X86_64)
{
    return practiceArchive(QVersionNumber::fromString(QLatin1String(version)), cuda, container, machine);
}

} // namespace

// Each test has a practice machine of its own; the archives and the broken machines are made once.
class TestCliInstall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void aDryRunShowsThePlanAndChangesNothing();
    void anArchiveIsInstalledAndProven_data();
    void anArchiveIsInstalledAndProven();
    void aLinkToTheToolkitLeadsIntoItsRealFolder();
    void anOlderCudnnIsPutAside();
    void whatCannotBeDoneIsRefusedBeforeAnyChange_data();
    void whatCannotBeDoneIsRefusedBeforeAnyChange();
    void anUnknownArchiveIsTakenOnTheExplicitWord();
    void aDamagedArchiveIsRefusedEvenOnTheExplicitWord();
    void withoutRightsTheCommandToRunIsSaid();
    void aVersionSaysWhereToGetIt();
    void verifyFindsABrokenInstall_data();
    void verifyFindsABrokenInstall();
    void verifyWithoutCudnnSaysSo();
    void aRelativePrefixLiesBelowTheCurrentFolder();
    void recoverKnowsOnlyWhatWasChangedHere();

private:
    QString machine() const { return m_folder->path(); }
    QString toolkit(const QString &cuda) const { return machine() + u"/root/usr/local/cuda-"_s + cuda; }
    QString archive(const QString &part) const
    {
        for (const PracticeMachine::Archive &archive : m_practice.archives) {
            if (archive.path.contains(part))
                return archive.path;
        }
        return {};
    }
    CliRun run(const QStringList &arguments) const { return runCli(QStringList{u"--machine"_s, machine()} + arguments); }
    QStringList libraries(const QString &cuda) const
    {
        return QDir(toolkit(cuda) + u"/lib64"_s).entryList({u"libcudnn*"_s}, QDir::AllEntries | QDir::System);
    }

    QTemporaryDir m_shared;
    PracticeMachine m_practice;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCliInstall::initTestCase()
{
    const auto practice = writePractice(m_shared.path());
    QVERIFY(practice);
    m_practice = *practice;
}

void TestCliInstall::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(writePracticeMachine(machine(), practiceFiles()));
    QVERIFY(QFile::copy(m_shared.filePath(u"archives.json"_s), machine() + u"/archives.json"_s));
}

void TestCliInstall::aDryRunShowsThePlanAndChangesNothing()
{
    const auto before = snapshotOf(machine());
    const QStringList arguments = {u"install"_s, archive(u"_cuda12-"_s), u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--dry-run"_s};
    const CliRun json = run(arguments + QStringList{u"--json"_s});
    QCOMPARE(json.exitCode, 0);
    const QJsonObject plan = json.json()[u"plan"].toObject();
    for (const QString &key : {u"id"_s, u"operations"_s, u"needsRights"_s, u"bytesToWrite"_s, u"bytesFree"_s, u"warnings"_s})
        QVERIFY2(plan.contains(key), qPrintable(key));
    for (const QJsonValue &operation : plan[u"operations"].toArray())
        QVERIFY(operation[u"kind"].isString() && operation[u"path"].isString());
    QVERIFY(plan[u"bytesToWrite"].toInteger() > 0);

    const CliRun words = run(arguments);
    QCOMPARE(words.exitCode, 0);
    QVERIFY2(words.output.contains("/usr/local/cuda-12.4"), words.output.constData());
    QCOMPARE(differences(before, snapshotOf(machine())), QStringList());
}

void TestCliInstall::anArchiveIsInstalledAndProven_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("cuda");
    QTest::addColumn<QString>("version");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("tar.xz for CUDA 12") << u"8.9.7.29_cuda12"_s << u"12.4"_s << u"8.9.7"_s << true;
    QTest::newRow("tar.xz for CUDA 11") << u"8.9.7.29_cuda11"_s << u"11.8"_s << u"8.9.7"_s << true;
    QTest::newRow("the older tgz") << u"v8.2.1.32.tgz"_s << u"11.8"_s << u"8.2.1"_s << true;
    QTest::newRow("a wheel") << u".whl"_s << u"12.4"_s << u"9.1.0"_s << true;
}

void TestCliInstall::anArchiveIsInstalledAndProven()
{
    QFETCH(QString, name);
    QFETCH(QString, cuda);
    QFETCH(QString, version);
    const CliRun install = run({u"install"_s, archive(name), u"--toolkit"_s, u"/usr/local/cuda-"_s + cuda, u"--yes"_s, u"--json"_s});
    QCOMPARE(install.error.contains("error:"), false);
    QCOMPARE(install.exitCode, 0);
    const QJsonObject transaction = install.json()[u"transaction"].toObject();
    QCOMPARE(transaction[u"state"].toString(), u"committed"_s);
    for (const QString &key : {u"id"_s, u"changes"_s, u"seconds"_s, u"bytesWritten"_s})
        QVERIFY2(transaction.contains(key), qPrintable(key));
    QVERIFY(QFileInfo(toolkit(cuda) + u"/include/cudnn.h"_s).isFile());
    QVERIFY(libraries(cuda).contains(u"libcudnn.so"_s));

    const CliRun verify = run({u"verify"_s, u"--toolkit"_s, u"/usr/local/cuda-"_s + cuda, u"--json"_s});
    QVERIFY2(verify.exitCode == 0, (verify.output + verify.error).constData());
    QCOMPARE(verify.json()[u"ok"].toBool(), true);
    QVERIFY(verify.json().contains(u"gpuTest"_s));
    for (const QJsonValue &check : verify.json()[u"checks"].toArray())
        QVERIFY(check[u"id"].isString() && check[u"status"].isString() && check[u"detail"].isString());
    const QJsonArray copies = run({u"detect"_s, u"--json"_s}).json()[u"cudnnCopies"].toArray();
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0][u"version"].toString().section(u'.', 0, 2), version);
}

void TestCliInstall::aLinkToTheToolkitLeadsIntoItsRealFolder()
{
    const CliRun install = run({u"install"_s, archive(u"_cuda12-"_s), u"--toolkit"_s, u"/usr/local/cuda"_s, u"--yes"_s});
    QVERIFY2(install.exitCode == 0, install.error.constData());
    QVERIFY(QFileInfo(machine() + u"/root/usr/local/cuda"_s).isSymLink());
    QVERIFY(libraries(u"12.4"_s).contains(u"libcudnn.so.8.9.7"_s));
}

void TestCliInstall::anOlderCudnnIsPutAside()
{
    const QStringList to = {u"--toolkit"_s, u"/usr/local/cuda-11.8"_s, u"--yes"_s, u"--json"_s};
    QCOMPARE(run(QStringList{u"install"_s, archive(u"8.2.1"_s)} + to).exitCode, 0);
    QVERIFY(libraries(u"11.8"_s).contains(u"libcudnn.so.8.2.1"_s));
    const CliRun install = run(QStringList{u"install"_s, archive(u"_cuda11-"_s)} + to);
    QVERIFY2(install.exitCode == 0, install.error.constData());
    QStringList aside;
    for (const QJsonValue &change : install.json()[u"transaction"][u"changes"].toArray()) {
        if (change[u"kind"].toString() == u"putAside")
            aside << change[u"path"].toString();
    }
    QVERIFY2(aside.filter(u"libcudnn.so.8.2.1"_s).size() == 1, install.output.constData());
    const QStringList now = libraries(u"11.8"_s);
    QVERIFY(now.contains(u"libcudnn.so.8.9.7"_s));
    QVERIFY(now.filter(u"8.2.1"_s).isEmpty());
    QCOMPARE(run({u"verify"_s, u"--toolkit"_s, u"/usr/local/cuda-11.8"_s}).exitCode, 0);
}

void TestCliInstall::whatCannotBeDoneIsRefusedBeforeAnyChange_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content"); // of an archive of that name; empty: the practice machine's own
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("errorId");
    const QStringList to12 = {u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--yes"_s};
    const PracticeArchive good = packed("8.9.7.29", QVersionNumber(12, 2));
    const PracticeArchive other = packed("8.9.7.29", QVersionNumber(12, 3));
    const PracticeArchive arm = packed("8.9.7.29", QVersionNumber(12, 2), Container::TarXz, ElfImage::Machine::Aarch64);
    QTest::newRow("cut in the middle") << good.fileName << good.bytes.left(good.bytes.size() / 2) << to12 << u"archive-truncated"_s;
    QTest::newRow("a web page under the archive's name")
            << good.fileName << QByteArray("<!DOCTYPE html><html>Log in</html>") << to12 << u"archive-is-html"_s;
    QTest::newRow("something else entirely") << u"notes.txt"_s << QByteArray("hello") << to12 << u"not-an-archive"_s;
    QTest::newRow("a genuine name with a hash nobody published")
            << good.fileName << other.bytes << to12 << u"archive-hash-conflict"_s;
    QTest::newRow("a file nobody knows") << u"mine.tar.xz"_s << other.bytes << to12 << u"archive-unverified"_s;
    QTest::newRow("another architecture")
            << u"mine.tar.xz"_s << arm.bytes << to12 + QStringList{u"--allow-unknown-archive"_s} << u"archive-wrong-platform"_s;
    QTest::newRow("another CUDA") << u"8.9.7.29_cuda11"_s << QByteArray() << to12 << u"cuda-major-mismatch"_s;
    QTest::newRow("no such toolkit") << u"8.9.7.29_cuda12"_s << QByteArray()
                                     << QStringList{u"--toolkit"_s, u"/usr/local/cuda-9.9"_s, u"--yes"_s} << u"no-toolkit"_s;
    QTest::newRow("nobody said yes") << u"8.9.7.29_cuda12"_s << QByteArray()
                                     << QStringList{u"--toolkit"_s, u"/usr/local/cuda-12.4"_s} << u"not-confirmed"_s;
}

void TestCliInstall::whatCannotBeDoneIsRefusedBeforeAnyChange()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QStringList, options);
    QFETCH(QString, errorId);
    QTemporaryDir downloads;
    QString path = archive(name);
    if (!content.isEmpty()) {
        path = downloads.filePath(name);
        write(path, content);
    }
    const auto before = snapshotOf(machine());
    const CliRun install = run(QStringList{u"install"_s, path} + options);
    QVERIFY2(install.exitCode == 3, (install.output + install.error).constData());
    QCOMPARE(install.errorId(), errorId);
    QCOMPARE(differences(before, snapshotOf(machine())), QStringList());
}

void TestCliInstall::anUnknownArchiveIsTakenOnTheExplicitWord()
{
    QTemporaryDir downloads;
    const PracticeArchive unknown = packed("8.9.7.29", QVersionNumber(12, 3));
    const QString path = downloads.filePath(u"mine.tar.xz"_s);
    write(path, unknown.bytes);
    const CliRun install = run({u"install"_s, path, u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--yes"_s, u"--allow-unknown-archive"_s});
    QVERIFY2(install.exitCode == 0, install.error.constData());
    QVERIFY(libraries(u"12.4"_s).contains(u"libcudnn.so.8.9.7"_s));
}

void TestCliInstall::aDamagedArchiveIsRefusedEvenOnTheExplicitWord()
{
    QTemporaryDir downloads;
    PracticeArchive damaged = packed("8.9.7.29", QVersionNumber(12, 2));
    const QString path = downloads.filePath(damaged.fileName);
    damaged.bytes[damaged.bytes.size() / 2] = char(damaged.bytes[damaged.bytes.size() / 2] ^ 0x40);
    write(path, damaged.bytes);
    const auto before = snapshotOf(machine() + u"/root"_s);
    const CliRun install = run({u"install"_s, path, u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--yes"_s, u"--allow-unknown-archive"_s});
    QVERIFY2(install.exitCode == 3, install.error.constData());
    QCOMPARE(install.errorId(), u"archive-altered"_s);
    QCOMPARE(differences(before, snapshotOf(machine() + u"/root"_s)), QStringList());
}

void TestCliInstall::withoutRightsTheCommandToRunIsSaid()
{
    const QString description = machine() + u"/machine.json"_s;
    QFile file(description);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QJsonObject record = QJsonDocument::fromJson(file.readAll()).object();
    file.close();
    record[u"writable"_s] = false;
    write(description, QJsonDocument(record).toJson());
    const auto before = snapshotOf(machine());
    const CliRun install = run({u"install"_s, archive(u"_cuda12-"_s), u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--yes"_s});
    QVERIFY2(install.exitCode == 7, install.error.constData());
    QCOMPARE(install.errorId(), u"not-writable"_s);
    QVERIFY2(install.error.contains("sudo " CUDNNSETUP_CLI " install " + archive(u"_cuda12-"_s).toUtf8()), install.error.constData());
    QCOMPARE(differences(before, snapshotOf(machine())), QStringList());
}

void TestCliInstall::aVersionSaysWhereToGetIt()
{
    const CliRun install = run({u"install"_s, u"8.9.7"_s, u"--toolkit"_s, u"/usr/local/cuda-12.4"_s});
    QCOMPARE(install.exitCode, 2);
    QVERIFY2(install.error.contains("cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"), install.error.constData());
    QCOMPARE(run({u"install"_s, u"1.2.3"_s, u"--toolkit"_s, u"/x"_s}).exitCode, 2);
}

void TestCliInstall::verifyFindsABrokenInstall_data()
{
    QTest::addColumn<QString>("fault");
    for (const char *fault : {"links-broken", "mixed-versions", "incomplete-set", "library-truncated", "library-empty",
                              "header-newer-than-library", "cuda-major-mismatch", "wrong-architecture"})
        QTest::newRow(fault) << QString::fromLatin1(fault);
}

void TestCliInstall::verifyFindsABrokenInstall()
{
    QFETCH(QString, fault);
    const CliRun verify = runCli({u"verify"_s, u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--json"_s, u"--machine"_s,
                                  m_shared.filePath(u"faults/"_s + fault)});
    QVERIFY2(verify.exitCode == 1, (verify.output + verify.error).constData());
    QCOMPARE(verify.json()[u"ok"].toBool(true), false);
}

void TestCliInstall::verifyWithoutCudnnSaysSo()
{
    const CliRun verify = run({u"verify"_s});
    QCOMPARE(verify.exitCode, 1);
    QCOMPARE(verify.errorId(), u"cudnn-absent"_s);
}

void TestCliInstall::aRelativePrefixLiesBelowTheCurrentFolder()
{
    const QTemporaryDir folder;
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.path()));
    const CliRun dry = runCli({u"install"_s, archive(u"cuda12"_s), u"--prefix"_s, u"own"_s, u"--activate"_s, u"none"_s,
                               u"--allow-unknown-archive"_s, u"--dry-run"_s, u"--json"_s});
    QDir::setCurrent(before);
    QCOMPARE(dry.exitCode, 0);
    const QJsonObject first = dry.json()[u"plan"_s][u"operations"_s][0].toObject();
    QCOMPARE(first[u"path"_s].toString(), QDir(folder.path()).canonicalPath() + u"/own"_s);
}

void TestCliInstall::recoverKnowsOnlyWhatWasChangedHere()
{
    const QStringList recover{u"recover"_s, u"--toolkit"_s, u"/usr/local/cuda-12.4"_s};
    const CliRun before = run(recover);
    QCOMPARE(before.exitCode, 3);
    QCOMPARE(before.errorId(), u"input-missing"_s);
    QCOMPARE(run({u"recover"_s}).exitCode, 0);
    QCOMPARE(run({u"install"_s, archive(u"cuda12"_s), u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--yes"_s}).exitCode, 0);
    const CliRun after = run(recover + QStringList{u"--json"_s});
    QCOMPARE(after.exitCode, 0);
    QVERIFY(after.json()[u"transaction"_s].isNull());
}

QTEST_GUILESS_MAIN(TestCliInstall)
#include "tst_cli_install.moc"
