// SPDX-License-Identifier: MIT
#include "host/guarded.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class TestGuarded : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoMayChangeIt_data();
    void whoMayChangeIt();
    void aProgramOfOthersIsNotRun();
    void aLibraryOfOthersIsNotLoaded();
    void whatIsAdmittedHasNothingOfThePersons();
};

namespace {

// scratch/folder/program
class Place
{
public:
    Place()
    {
        QDir(m_scratch.path()).mkdir(u"folder"_s);
        QFile file(program());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho ran\n");
        file.close();
        setMode(u"folder"_s, 0755);
        setMode(u"folder/program"_s, 0755);
    }
    QString program() const { return m_scratch.filePath(u"folder/program"_s); }
    QString at(const QString &name) const { return m_scratch.filePath(name); }
    void setMode(const QString &name, mode_t mode)
    {
        QCOMPARE(::chmod(QFile::encodeName(at(name)).constData(), mode), 0);
    }

private:
    QTemporaryDir m_scratch;
};

} // namespace

void TestGuarded::whoMayChangeIt_data()
{
    QTest::addColumn<int>("folderMode");
    QTest::addColumn<int>("programMode");
    QTest::addColumn<bool>("isOwn");
    QTest::newRow("only the owner") << 0755 << 0755 << true;
    QTest::newRow("everybody may write the file") << 0755 << 0757 << false;
    QTest::newRow("a group may write the file") << 0755 << 0775 << false;
    QTest::newRow("everybody may replace it") << 0777 << 0755 << false;
    QTest::newRow("a group may replace it") << 0775 << 0755 << false;
    QTest::newRow("in a folder like /tmp nobody may replace it") << 01777 << 0755 << true;
}

void TestGuarded::whoMayChangeIt()
{
    QFETCH(int, folderMode);
    QFETCH(int, programMode);
    QFETCH(bool, isOwn);
    Place place;
    place.setMode(u"folder"_s, mode_t(folderMode));
    place.setMode(u"folder/program"_s, mode_t(programMode));
    QVERIFY(QFile::link(place.program(), place.at(u"link"_s)));
    const auto found = platform::ownedAllTheWay(place.at(u"link"_s), ::getuid());
    QCOMPARE(found.has_value(), isOwn);
    if (found)
        QCOMPARE(*found, QFileInfo(place.program()).canonicalFilePath()); // what is run is no link any more
    // A folder to which others may add libraries is not to be searched, sticky or not.
    QCOMPARE(platform::ownedAllTheWay(place.at(u"folder"_s), ::getuid()).has_value(), folderMode == 0755);
    QVERIFY(!platform::ownedAllTheWay(u"relative"_s));
    QVERIFY(!platform::ownedAllTheWay(place.at(u"missing"_s)));
}

void TestGuarded::aProgramOfOthersIsNotRun()
{
    Place place;
    place.setMode(u"folder"_s, 0777);
    const auto refused = GuardedCommandRunner().run({.program = place.program()});
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().id), int(ErrorId::NotSupported));
    // One of the system's is, but not with libraries of others.
    QVERIFY(GuardedCommandRunner().run({.program = u"true"_s}));
    const auto withLibraries = GuardedCommandRunner().run(
            {.program = u"true"_s,
             .extraEnvironment = {{u"LD_LIBRARY_PATH"_s, u"/usr:"_s + place.at(u"folder"_s)}}});
    QVERIFY(!withLibraries);
    QCOMPARE(int(withLibraries.error().id), int(ErrorId::NotSupported));
}

void TestGuarded::aLibraryOfOthersIsNotLoaded()
{
    Place place;
    place.setMode(u"folder"_s, 0777);
    const GuardedProber prober(u"/nonexistent/program"_s); // asked for nothing of others
    for (const ProbeRequest &request :
         {ProbeRequest{.library = place.program()},
          ProbeRequest{.library = u"libc.so.6"_s, .alsoLoad = {place.program()}},
          ProbeRequest{.library = u"libc.so.6"_s, .libraryPath = {place.at(u"folder"_s)}}}) {
        const auto answer = prober.probe(request);
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().id), int(ErrorId::NotSupported));
        // Nor is it for other work of the program.
        QVERIFY(!prober.admitted(request));
    }
}

void TestGuarded::whatIsAdmittedHasNothingOfThePersons()
{
    const GuardedProber prober(u"/usr/bin/program"_s);
    const auto admitted = prober.admitted({.library = u"libc.so.6"_s,
                                           .libraryPath = {u"/usr/lib"_s},
                                           .environment = {{u"LD_PRELOAD"_s, u"/home/me/lib.so"_s}}});
    QVERIFY(admitted);
    QCOMPARE(admitted->library, u"libc.so.6"_s);
    QCOMPARE(admitted->environment.keys(), QStringList{u"PATH"_s});
    QCOMPARE(prober.program(), u"/usr/bin/program"_s);
    const NoProber none;
    QVERIFY(!none.admitted({.library = u"libc.so.6"_s}));
    QVERIFY(none.program().isEmpty());
}

QTEST_GUILESS_MAIN(TestGuarded)
#include "tst_guarded.moc"
