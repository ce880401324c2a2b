// SPDX-License-Identifier: MIT
#include "../app/cliprogram.h"
#include "scratchroot.h"

#include "practice/practice.h"
#include "practice/practicelibraries.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

// A program at work with a library, calling into it every millisecond.
class User
{
public:
    explicit User(const QString &library)
    {
        m_process.start(QStringLiteral(MAPPED_USER), {library});
        m_process.setReadChannel(QProcess::StandardOutput);
    }
    ~User()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(User)

    // True once it has made twenty calls after all that it has told so far; false when it ends instead.
    bool goesOn()
    {
        while (m_process.bytesAvailable() > 0)
            m_process.readAll();
        int lines = 0;
        while (lines < 20 && m_process.waitForReadyRead(30000))
            lines += int(m_process.readAll().count('\n'));
        return lines >= 20;
    }
    bool endsWell()
    {
        m_process.closeWriteChannel();
        return m_process.waitForFinished(30000) && m_process.exitStatus() == QProcess::NormalExit
               && m_process.exitCode() == 0;
    }
    QByteArray words() { return m_process.readAllStandardError(); }
    bool maps(const QByteArray &part) const
    {
        QFile maps(u"/proc/%1/maps"_s.arg(m_process.processId()));
        return maps.open(QIODevice::ReadOnly) && maps.readAll().contains(part);
    }

private:
    QProcess m_process;
};

} // namespace

// A program that has cuDNN mapped keeps running, with the library it has, whatever is done to the
// installation.
class TestMappedLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void init();
    void programsKeepTheLibraryTheyHave();
    void aFileWrittenInPlaceIsNoticed();

private:
    QString libraries() const { return m_folder->filePath(u"root/usr/local/cuda-12.4/lib64"_s); }
    QString oldLibrary() const { return libraries() + u"/libcudnn.so.8.6.0"_s; }

    std::unique_ptr<QTemporaryDir> m_folder;
};

// A toolkit with an older cuDNN, whose main library is the one with many pages.
void TestMappedLibrary::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(writePractice(m_folder->path()));
    const QList<PracticeFile> files = practiceCudnn(QVersionNumber(8, 6, 0), QVersionNumber(11, 8));
    for (const PracticeFile &file : files) {
        if (!file.path.startsWith(u"lib/"_s))
            continue;
        const QString path = libraries() + file.path.sliced(3);
        if (!file.linkTarget.isEmpty()) {
            QVERIFY(QFile::link(file.linkTarget, path));
        } else if (path == oldLibrary()) {
            QVERIFY(QFile::copy(QStringLiteral(MAPPED_LIBRARY), path));
        } else {
            QFile library(path);
            QVERIFY(library.open(QIODevice::WriteOnly));
            QCOMPARE(library.write(file.content), qint64(file.content.size()));
        }
    }
}

void TestMappedLibrary::programsKeepTheLibraryTheyHave()
{
    const QString archive =
            m_folder->filePath(u"archives/cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s);
    const QStringList where = {u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--yes"_s};
    const QStringList install = QStringList{u"install"_s, archive, u"--allow-in-use"_s} + where;
    const QList<QStringList> commands = {install, QStringList{u"rollback"_s} + where, install,
                                         QStringList{u"uninstall"_s, u"--allow-in-use"_s} + where};

    // By the name that programs use: it will be another library's soon.
    User early(libraries() + u"/libcudnn.so.8"_s);
    QVERIFY2(early.goesOn(), early.words());
    std::unique_ptr<User> later;
    for (const QStringList &command : commands) {
        const CliRun run = runCli(QStringList{u"--machine"_s, m_folder->path()} + command);
        QVERIFY2(run.exitCode == 0, run.error);
        QVERIFY2(early.goesOn(), command.constFirst().toUtf8() + early.words());
        if (!later) {
            QVERIFY(!QFileInfo::exists(oldLibrary()));
            later = std::make_unique<User>(libraries() + u"/libcudnn.so.8"_s);
        }
        QVERIFY2(later->goesOn(), command.constFirst().toUtf8() + later->words());
    }
    QVERIFY(early.maps("libcudnn"));
    QVERIFY2(early.endsWell(), early.words());
    QVERIFY2(later->endsWell(), later->words());
}

// The test itself would see it: what cp does over a library in use.
void TestMappedLibrary::aFileWrittenInPlaceIsNoticed()
{
    User user(oldLibrary());
    QVERIFY2(user.goesOn(), user.words());
    QFile library(oldLibrary());
    QVERIFY(library.open(QIODevice::ReadWrite));
    QVERIFY(library.resize(8192));
    while (user.goesOn()) {}
    QVERIFY(!user.endsWell());
}

QTEST_GUILESS_MAIN(TestMappedLibrary)
#include "tst_mappedlibrary.moc"
