// SPDX-License-Identifier: MIT
#include "host/platform.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mman.h>
#include <unistd.h>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class PlatformTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void seesAFileThatIsMapped();
    void seesNothingThatIsNotMapped_data();
    void seesNothingThatIsNotMapped();
    void knowsWhereItMayWrite();
    void knowsTheRoom();
    void keepsTheEnvironment();
    void namesTheSystem();

private:
    QTemporaryDir m_scratch;
};

void PlatformTest::seesAFileThatIsMapped()
{
    // A folder with blanks: the path in maps is everything to the end of the line.
    QVERIFY(QDir(m_scratch.path()).mkpath(u"a b"_s));
    QFile file(m_scratch.filePath(u"a b/libprobed.so.9"_s));
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.write(QByteArray(8192, 'x'));
    QVERIFY(file.flush());
    QVERIFY(file.map(0, 4096));
    QVERIFY(file.map(4096, 4096));

    const QList<platform::FileUser> users = platform::programsMapping(u"libprobed"_s);
    QCOMPARE(users.size(), 1);
    QCOMPARE(users[0].pid, qint64(::getpid()));
    QCOMPARE(users[0].name, u"tst_platform"_s);
    QCOMPARE(users[0].file, QFileInfo(file.fileName()).canonicalFilePath());
}

void PlatformTest::seesNothingThatIsNotMapped_data()
{
    QTest::addColumn<QString>("prefix");
    QTest::newRow("a name nobody has") << u"libnobodyhasthis"_s;
    QTest::newRow("the middle of a name") << u"ibc.so"_s;
    QTest::newRow("a folder's name") << u"usr"_s;
}

void PlatformTest::seesNothingThatIsNotMapped()
{
    QFETCH(QString, prefix);
    QVERIFY(platform::programsMapping(prefix).isEmpty());
}

void PlatformTest::knowsWhereItMayWrite()
{
    QVERIFY(platform::mayWrite(m_scratch.path()));
    QVERIFY(!platform::mayWrite(m_scratch.filePath(u"nothing"_s)));
    QFile file(m_scratch.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(!platform::mayWrite(file.fileName()));
    if (platform::isAdministrator())
        QSKIP("root may write everywhere");
    QVERIFY(QDir(m_scratch.path()).mkpath(u"closed"_s));
    QVERIFY(QFile::setPermissions(m_scratch.filePath(u"closed"_s), QFile::ReadOwner | QFile::ExeOwner));
    QVERIFY(!platform::mayWrite(m_scratch.filePath(u"closed"_s)));
}

void PlatformTest::knowsTheRoom()
{
    const std::optional<platform::Room> room = platform::room(m_scratch.path());
    QVERIFY(room.has_value());
    QVERIFY(room->freeBytes > 0);
    QVERIFY(!room->isReadOnly);
    QVERIFY(!room->fileSystem.isEmpty());
    QVERIFY(room->device != 0);
    QVERIFY(!platform::room(m_scratch.filePath(u"nothing"_s)).has_value());
}

void PlatformTest::keepsTheEnvironment()
{
    qputenv("CUDNNSETUP_TEST_VALUE", "a=b");
    qputenv("CUDNNSETUP_TEST_EMPTY", "");
    const QHash<QString, QString> environment = platform::environment();
    QCOMPARE(environment.value(u"CUDNNSETUP_TEST_VALUE"_s), u"a=b"_s);
    QVERIFY(environment.contains(u"CUDNNSETUP_TEST_EMPTY"_s));
}

void PlatformTest::namesTheSystem()
{
    QVERIFY(!platform::systemName().kernel.isEmpty());
    QVERIFY(!platform::systemName().architecture.isEmpty());
    QVERIFY(platform::userHome().startsWith(u'/'));
}

QTEST_GUILESS_MAIN(PlatformTest)
#include "tst_platform.moc"
