// SPDX-License-Identifier: MIT
#include "practice/practice.h"
#include "treesnapshot.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

QString linkText(const QString &path)
{
    return QString::fromStdString(std::filesystem::read_symlink(path.toStdString()).string());
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

QJsonObject readObject(const QString &path)
{
    return QJsonDocument::fromJson(read(path)).object();
}

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), qint64(content.size()));
}

} // namespace

class TestPractice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itMakesAWholeMachine();
    void theActiveToolkitIsReachedOverThreeLinks();
    void everyFaultIsAFindingAndAMachineOfItsOwn();
    void renewingGivesTheSameMachineAgain();
    void renewingLeavesWhatThePersonPutThere();
    void renewingDoesNotFollowALinkOutOfTheFolder();
    void aFolderWithOtherThingsIsRefusedAndUntouched_data();
    void aFolderWithOtherThingsIsRefusedAndUntouched();
    void aFolderThatCannotBeWrittenIsRefused();
    void jsonCarriesTheKeysOfTheContract();
};

void TestPractice::itMakesAWholeMachine()
{
    QTemporaryDir folder;
    const auto practice = writePractice(folder.filePath(u"new/practice"_s));
    QVERIFY(practice);
    QCOMPARE(practice->machine, folder.filePath(u"new/practice"_s));
    QCOMPARE(practice->toolkits, QStringList({u"/usr/local/cuda-11.8"_s, u"/usr/local/cuda-12.4"_s}));
    const QJsonObject machine = readObject(practice->machine + u"/machine.json"_s);
    QCOMPARE(machine[u"schema"].toInt(), 1);
    QCOMPARE(machine[u"practice"].toBool(), true);
    QCOMPARE(machine[u"driver"][u"maxCuda"].toString(), u"12.4"_s);
    for (const QString &toolkit : practice->toolkits) {
        const QString root = practice->machine + u"/root"_s + toolkit;
        QVERIFY(QFileInfo(root + u"/bin/nvcc"_s).isExecutable());
        QVERIFY(QFileInfo(root + u"/include/cuda.h"_s).isFile());
        QVERIFY(read(root + u"/lib64/libcudart.so"_s).startsWith("\177ELF"));
        QVERIFY(QDir(root + u"/lib64"_s).entryList({u"libcudnn*"_s}).isEmpty());
    }
    QVERIFY(practice->archives.size() >= 2);
    for (const PracticeMachine::Archive &archive : practice->archives)
        QVERIFY(QFileInfo(archive.path).size() > 0);
}

void TestPractice::theActiveToolkitIsReachedOverThreeLinks()
{
    QTemporaryDir folder;
    QVERIFY(writePractice(folder.path()));
    const QString root = folder.filePath(u"root"_s);
    QCOMPARE(linkText(root + u"/usr/local/cuda"_s), u"/etc/alternatives/cuda"_s);
    QCOMPARE(linkText(root + u"/etc/alternatives/cuda"_s), u"/usr/local/cuda-12.4"_s);
    const QJsonObject answer = readObject(folder.filePath(u"outputs/nvcc-12.4.json"_s));
    QCOMPARE(answer[u"command"].toArray().first().toString(), u"/usr/local/cuda-12.4/bin/nvcc"_s);
    QVERIFY(answer[u"stdout"].toString().contains(u"release 12.4, V12.4.131"));
}

void TestPractice::everyFaultIsAFindingAndAMachineOfItsOwn()
{
    QTemporaryDir folder;
    const auto practice = writePractice(folder.path());
    QVERIFY(practice);
    const QByteArray findings = read(QStringLiteral(CUDNNSETUP_SOURCE_DIR "/docs/FINDINGS.md"));
    const auto healthy = test::snapshotOf(folder.filePath(u"root"_s));
    QVERIFY(practice->faults.size() >= 4);
    for (const PracticeMachine::Fault &fault : practice->faults) {
        QVERIFY2(findings.contains('`' + fault.name.toUtf8() + '`'), qPrintable(fault.name));
        QVERIFY(QFileInfo(fault.machine + u"/machine.json"_s).isFile());
        QVERIFY2(test::snapshotOf(fault.machine + u"/root"_s) != healthy, qPrintable(fault.name));
    }
}

void TestPractice::renewingGivesTheSameMachineAgain()
{
    QTemporaryDir folder;
    QVERIFY(writePractice(folder.path()));
    const auto before = test::snapshotOf(folder.path());
    write(folder.filePath(u"root/usr/local/cuda-12.4/lib64/libcudnn.so.8"_s), "a trace of an installation");
    QVERIFY(QFile::remove(folder.filePath(u"root/etc/ld.so.conf"_s)));
    QVERIFY(test::snapshotOf(folder.path()) != before);
    QVERIFY(writePractice(folder.path()));
    QCOMPARE(test::differences(before, test::snapshotOf(folder.path())), QStringList());
}

void TestPractice::renewingLeavesWhatThePersonPutThere()
{
    QTemporaryDir folder;
    QVERIFY(writePractice(folder.path()));
    write(folder.filePath(u"my notes.txt"_s), "keep me");
    QVERIFY(writePractice(folder.path()));
    QCOMPARE(read(folder.filePath(u"my notes.txt"_s)), QByteArray("keep me"));
}

void TestPractice::renewingDoesNotFollowALinkOutOfTheFolder()
{
    QTemporaryDir folder;
    QTemporaryDir elsewhere;
    write(elsewhere.filePath(u"precious"_s), "keep me");
    QVERIFY(writePractice(folder.path()));
    QVERIFY(QDir(folder.filePath(u"archives"_s)).removeRecursively());
    QVERIFY(QFile::link(elsewhere.path(), folder.filePath(u"archives"_s)));
    QVERIFY(QFile::link(elsewhere.path(), folder.filePath(u"root/usr/local/elsewhere"_s)));
    QVERIFY(writePractice(folder.path()));
    QCOMPARE(test::snapshotOf(elsewhere.path()).keys(), QStringList{u"precious"_s});
}

void TestPractice::aFolderWithOtherThingsIsRefusedAndUntouched_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("a file of the person") << u"thesis.tex"_s << QByteArray("years of work");
    QTest::newRow("a hidden file") << u".bashrc"_s << QByteArray("alias");
    QTest::newRow("something that is called like a part of ours") << u"machine.json"_s << QByteArray("{}");
    QTest::newRow("a marker that is not ours") << u".cudnn-setup-practice"_s << QByteArray("something else");
}

void TestPractice::aFolderWithOtherThingsIsRefusedAndUntouched()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, content);
    QTemporaryDir folder;
    write(folder.filePath(path), content);
    const auto before = test::snapshotOf(folder.path());
    const auto practice = writePractice(folder.path());
    QVERIFY(!practice);
    QCOMPARE(toString(practice.error().id), toString(ErrorId::InputMalformed));
    QCOMPARE(test::differences(before, test::snapshotOf(folder.path())), QStringList());
}

void TestPractice::aFolderThatCannotBeWrittenIsRefused()
{
    QTemporaryDir folder;
    write(folder.filePath(u"file"_s), "x");
    const auto inAFile = writePractice(folder.filePath(u"file/practice"_s));
    QVERIFY(!inAFile);
    QCOMPARE(toString(inAFile.error().id), toString(ErrorId::NotWritable));
    const auto aFile = writePractice(folder.filePath(u"file"_s));
    QVERIFY(!aFile);
    QCOMPARE(toString(aFile.error().id), toString(ErrorId::InputMalformed));
}

void TestPractice::jsonCarriesTheKeysOfTheContract()
{
    QTemporaryDir folder;
    const auto practice = writePractice(folder.path());
    QVERIFY(practice);
    const QJsonObject json = toJson(*practice);
    QCOMPARE(json.keys(), QStringList({u"archives"_s, u"faults"_s, u"machine"_s, u"toolkits"_s}));
    QCOMPARE(json[u"archives"].toArray().first().toObject().keys(), QStringList({u"cuda"_s, u"path"_s, u"version"_s}));
    QCOMPARE(json[u"faults"].toArray().first().toObject().keys(), QStringList({u"machine"_s, u"name"_s}));
}

QTEST_GUILESS_MAIN(TestPractice)
#include "tst_practice.moc"
