// SPDX-License-Identifier: MIT
#include "practice/practice.h"
#include "practice/practicecatalog.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

QByteArray hashOf(const QString &path)
{
    return QCryptographicHash::hash(read(path), QCryptographicHash::Sha256).toHex();
}

} // namespace

class TestPracticeCatalog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPracticeMachineKnowsItsArchivesByHash();
    void thePublishedHashesStayBesideThem();
    void itsArchivesAreListed();
    void noOtherMachineKnowsThem();
    void aRecordedMachineThatIsNoPracticeMachineKnowsThemNot();
    void aBrokenListOfArchivesIsSaidSo();
};

void TestPracticeCatalog::aPracticeMachineKnowsItsArchivesByHash()
{
    QTemporaryDir folder;
    const auto practice = writePractice(folder.path());
    QVERIFY(practice);
    const auto host = Host::recorded(practice->machine, std::make_shared<NoProber>());
    QVERIFY(host);
    const auto catalog = catalogFor(*host);
    QVERIFY(catalog);
    for (const PracticeMachine::Archive &archive : practice->archives) {
        const ReleaseArchive *known = catalog->archiveByHash(hashOf(archive.path));
        QVERIFY2(known, qPrintable(archive.path));
        QCOMPARE(known->file, QFileInfo(archive.path).fileName());
        QCOMPARE(known->version, archive.version);
        QCOMPARE(known->cudaMajor, archive.cuda.majorVersion());
    }
}

void TestPracticeCatalog::thePublishedHashesStayBesideThem()
{
    QTemporaryDir folder;
    const auto practice = writePractice(folder.path());
    QVERIFY(practice);
    const auto catalog = catalogFor(*Host::recorded(practice->machine, std::make_shared<NoProber>()));
    QVERIFY(catalog);
    const auto published = catalog->archivesByName(u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s);
    QCOMPARE(published.size(), 2);
    QVERIFY(catalog->archiveByHash("475333625c7e42a7af3ca0b2f7506a106e30c93b1aa0081cd9c13efb6e21e3bb"));
}

void TestPracticeCatalog::itsArchivesAreListed()
{
    QTemporaryDir folder;
    const auto practice = writePractice(folder.path());
    QVERIFY(practice);
    const auto listed = practiceArchivesBeside(*Host::recorded(practice->machine, std::make_shared<NoProber>()));
    QCOMPARE(listed.size(), practice->archives.size());
    for (qsizetype i = 0; i < listed.size(); ++i) {
        QCOMPARE(listed[i].path, practice->archives[i].path);
        QCOMPARE(listed[i].version, practice->archives[i].version);
        QCOMPARE(listed[i].cuda, practice->archives[i].cuda);
    }
    QVERIFY(practiceArchivesBeside(*Host::inFolder(practice->machine + u"/root"_s)).isEmpty());
}

void TestPracticeCatalog::noOtherMachineKnowsThem()
{
    QTemporaryDir folder;
    const auto practice = writePractice(folder.path());
    QVERIFY(practice);
    const auto catalog = catalogFor(*Host::inFolder(practice->machine + u"/root"_s));
    QVERIFY(catalog);
    for (const PracticeMachine::Archive &archive : practice->archives)
        QVERIFY(!catalog->archiveByHash(hashOf(archive.path)));
}

void TestPracticeCatalog::aRecordedMachineThatIsNoPracticeMachineKnowsThemNot()
{
    QTemporaryDir folder;
    const auto practice = writePractice(folder.path());
    QVERIFY(practice);
    QFile machine(practice->machine + u"/machine.json"_s);
    QVERIFY(machine.open(QIODevice::WriteOnly | QIODevice::Truncate));
    machine.write("{\"schema\": 1, \"os\": \"linux\"}");
    machine.close();
    const auto catalog = catalogFor(*Host::recorded(practice->machine, std::make_shared<NoProber>()));
    QVERIFY(catalog);
    QVERIFY(!catalog->archiveByHash(hashOf(practice->archives.constFirst().path)));
}

void TestPracticeCatalog::aBrokenListOfArchivesIsSaidSo()
{
    const auto releases = releasesWithPractice(read(u":/data/cudnn-releases.json"_s), "{");
    QVERIFY(!releases);
    QCOMPARE(toString(releases.error().id), toString(ErrorId::InputMalformed));
}

QTEST_GUILESS_MAIN(TestPracticeCatalog)
#include "tst_practicecatalog.moc"
