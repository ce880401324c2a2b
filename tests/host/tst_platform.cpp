// SPDX-License-Identifier: MIT
#include "host/platform.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class PlatformTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsWhereItMayWrite();
    void knowsTheRoom();
    void keepsTheEnvironment();
    void namesTheSystem();

private:
    QTemporaryDir m_scratch;
};

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
