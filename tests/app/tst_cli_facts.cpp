// SPDX-License-Identifier: MIT
#include "cliprogram.h"

#include "practice/practicearchive.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), qint64(content.size()));
}

} // namespace

// The commands that only look: practice, detect, identify, releases.
class TestCliFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void practiceMakesAMachineAndItsArchives();
    void practiceLeavesAFolderWithOtherThingsAlone();
    void detectHasEveryKeyOfTheContract();
    void detectTellsTheDriversLimitFromTheToolkits();
    void detectOfABareFolderKnowsNothingAndSaysNull();
    void identifyKnowsAnArchiveOfThisMachine();
    void identifyDoesNotTrustItElsewhere();
    void identifySaysWhatIsWrong_data();
    void identifySaysWhatIsWrong();
    void releasesListsWhatFits();

private:
    QStringList on(const QStringList &arguments) const { return QStringList{u"--machine"_s, m_practice.path()} + arguments; }
    QString archive(const QString &part) const
    {
        for (const QJsonValue &value : m_made[u"archives"].toArray()) {
            if (value[u"path"].toString().contains(part))
                return value[u"path"].toString();
        }
        return {};
    }

    QTemporaryDir m_practice;
    QJsonObject m_made;
};

void TestCliFacts::initTestCase()
{
    const CliRun run = runCli({u"practice"_s, m_practice.path(), u"--json"_s});
    QCOMPARE(run.exitCode, 0);
    m_made = run.json();
}

void TestCliFacts::practiceMakesAMachineAndItsArchives()
{
    QCOMPARE(m_made.keys(), QStringList({u"archives"_s, u"faults"_s, u"machine"_s, u"toolkits"_s}));
    QCOMPARE(m_made[u"machine"].toString(), m_practice.path());
    QCOMPARE(m_made[u"toolkits"].toArray().size(), 2);
    for (const QJsonValue &value : m_made[u"archives"].toArray())
        QVERIFY(QFileInfo(value[u"path"].toString()).size() > 0);
    for (const QJsonValue &value : m_made[u"faults"].toArray())
        QCOMPARE(runCli({u"detect"_s, u"--json"_s, u"--machine"_s, value[u"machine"].toString()}).exitCode, 0);
}

void TestCliFacts::practiceLeavesAFolderWithOtherThingsAlone()
{
    QTemporaryDir folder;
    write(folder.filePath(u"thesis.tex"_s), "years of work");
    const CliRun run = runCli({u"practice"_s, folder.path()});
    QCOMPARE(run.exitCode, 3);
    QCOMPARE(run.errorId(), u"input-malformed"_s);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{u"thesis.tex"_s});
}

void TestCliFacts::detectHasEveryKeyOfTheContract()
{
    const QJsonObject report = runCli(on({u"detect"_s, u"--json"_s})).json();
    QCOMPARE(report[u"schema"].toInt(), 1);
    for (const QString &key : {u"os"_s, u"driver"_s, u"gpus"_s, u"toolkits"_s, u"cudnnCopies"_s, u"loader"_s, u"environment"_s,
                               u"pythons"_s, u"packageManagers"_s})
        QVERIFY2(report.contains(key), qPrintable(key));
    const auto hasAll = [](const QJsonValue &value, const QStringList &keys) {
        const QJsonObject object = value.toObject();
        return std::all_of(keys.begin(), keys.end(), [&](const QString &key) { return object.contains(key); });
    };
    QVERIFY(hasAll(report[u"os"], {u"name"_s, u"version"_s, u"kernel"_s, u"glibc"_s, u"wsl"_s, u"container"_s, u"architecture"_s}));
    QVERIFY(hasAll(report[u"driver"], {u"version"_s, u"maxCuda"_s, u"source"_s}));
    QVERIFY(hasAll(report[u"gpus"][0], {u"index"_s, u"name"_s, u"computeCapability"_s, u"memoryBytes"_s}));
    QVERIFY(hasAll(report[u"toolkits"][0], {u"root"_s, u"aliases"_s, u"version"_s, u"active"_s, u"origin"_s, u"owner"_s,
                                            u"libraryDir"_s, u"includeDir"_s, u"nvcc"_s, u"versionSources"_s}));
    QVERIFY(hasAll(report[u"loader"], {u"cacheEntries"_s, u"resolved"_s}));
    QVERIFY(hasAll(report[u"environment"], {u"PATH"_s, u"LD_LIBRARY_PATH"_s}));
}

void TestCliFacts::detectTellsTheDriversLimitFromTheToolkits()
{
    const QJsonObject report = runCli(on({u"detect"_s, u"--json"_s})).json();
    QCOMPARE(report[u"driver"][u"maxCuda"].toString(), u"12.4"_s);
    QStringList toolkits;
    for (const QJsonValue &toolkit : report[u"toolkits"].toArray()) {
        toolkits << toolkit[u"root"].toString();
        const bool isActive = toolkit[u"root"].toString().endsWith(u"12.4");
        QCOMPARE(toolkit[u"active"].toBool(), isActive);
        QVERIFY(toolkit[u"versionSources"].toArray().size() >= 3);
    }
    toolkits.sort();
    QCOMPARE(toolkits, QStringList({u"/usr/local/cuda-11.8"_s, u"/usr/local/cuda-12.4"_s}));

    const CliRun words = runCli(on({u"detect"_s}));
    QCOMPARE(words.exitCode, 0);
    QVERIFY2(words.output.contains("Your driver can run programs up to CUDA 12.4."), words.output.constData());
    QVERIFY(words.output.contains("Toolkit installed: CUDA 11.8"));
}

void TestCliFacts::detectOfABareFolderKnowsNothingAndSaysNull()
{
    QTemporaryDir folder;
    const CliRun run = runCli({u"detect"_s, u"--json"_s, u"--root"_s, folder.path()});
    QCOMPARE(run.exitCode, 0);
    const QJsonObject report = run.json();
    QVERIFY(report[u"driver"].isNull());
    QVERIFY(report[u"os"][u"glibc"].isNull());
    QVERIFY(report[u"toolkits"].toArray().isEmpty());
    QVERIFY(report[u"cudnnCopies"].toArray().isEmpty());
}

void TestCliFacts::identifyKnowsAnArchiveOfThisMachine()
{
    const CliRun run = runCli(on({u"identify"_s, archive(u"8.9.7.29_cuda12"_s), u"--json"_s}));
    QCOMPARE(run.exitCode, 0);
    const QJsonObject identity = run.json();
    QCOMPARE(identity[u"authenticity"].toString(), u"genuine"_s);
    QCOMPARE(identity[u"version"].toString(), u"8.9.7.29"_s);
    QCOMPARE(identity[u"cuda"].toInt(), 12);
    QCOMPARE(identity[u"platform"].toString(), u"linux-x86_64"_s);
    QCOMPARE(identity[u"container"].toString(), u"tar.xz"_s);
    QCOMPARE(identity[u"topDir"].toString(), u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive"_s);
    QCOMPARE(identity[u"sha256"].toString().size(), 64);
    QVERIFY(identity[u"entries"].toInt() > 20);
    QVERIFY(identity[u"unpackedBytes"].toInteger() > 0);
}

void TestCliFacts::identifyDoesNotTrustItElsewhere()
{
    const CliRun run = runCli({u"identify"_s, archive(u"8.9.7.29_cuda12"_s), u"--json"_s});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json()[u"authenticity"].toString(), u"mismatch"_s);
    QVERIFY(!run.json()[u"publishedSha256"].toArray().isEmpty());
}

void TestCliFacts::identifySaysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("authenticity");
    const PracticeArchive archive = practiceArchive(QVersionNumber({8, 9, 7, 29}), QVersionNumber(12, 2));
    QTest::newRow("cut in the middle") << archive.bytes.left(archive.bytes.size() / 2) << u"truncated"_s;
    QTest::newRow("a page of a web site") << QByteArray("<!DOCTYPE html><html><body>Log in</body></html>") << u"not-an-archive"_s;
    QTest::newRow("nothing has arrived") << QByteArray() << u"truncated"_s;
}

void TestCliFacts::identifySaysWhatIsWrong()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, authenticity);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s);
    write(path, content);
    const CliRun run = runCli({u"identify"_s, path, u"--json"_s});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json()[u"authenticity"].toString(), authenticity);
}

void TestCliFacts::releasesListsWhatFits()
{
    const CliRun run = runCli({u"releases"_s, u"--json"_s, u"--cuda"_s, u"11"_s, u"--platform"_s, u"linux-x86_64"_s});
    QCOMPARE(run.exitCode, 0);
    const QJsonArray releases = run.json()[u"releases"].toArray();
    QVERIFY(releases.size() > 5);
    bool hasIt = false;
    for (const QJsonValue &release : releases) {
        hasIt = hasIt || release[u"version"].toString() == u"8.9.7.29";
        for (const QJsonValue &archive : release[u"archives"].toArray()) {
            QCOMPARE(archive[u"cuda"].toInt(), 11);
            QCOMPARE(archive[u"platform"].toString(), u"linux-x86_64"_s);
        }
    }
    QVERIFY(hasIt);
    QVERIFY(runCli({u"releases"_s, u"--json"_s, u"--all"_s}).json()[u"releases"].toArray().size() > releases.size());
}

QTEST_GUILESS_MAIN(TestCliFacts)
#include "tst_cli_facts.moc"
