// SPDX-License-Identifier: MIT
#include "screen.h"

#include <QDir>
#include <QTemporaryDir>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// A real cuDNN, as tests/real/pack-cudnn.sh packs it, installed by real clicks on this machine into a toolkit
// skeleton in a scratch folder beside the archive. Nothing outside that folder is changed: the copy is not
// activated for the system. Needs CUDNN_SETUP_REAL_ARCHIVE, the path of the archive.
class TestWizardReal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void installsAndProvesARealCudnn();

private:
    QString m_archive;
    std::unique_ptr<QTemporaryDir> m_scratch;
    QString m_toolkit;
};

void TestWizardReal::initTestCase()
{
    m_archive = qEnvironmentVariable("CUDNN_SETUP_REAL_ARCHIVE");
    if (m_archive.isEmpty())
        QSKIP("No real archive: CUDNN_SETUP_REAL_ARCHIVE is not set.");
    QVERIFY(QFileInfo::exists(m_archive));
    m_scratch = std::make_unique<QTemporaryDir>(QFileInfo(m_archive).dir().filePath(u"wizard-XXXXXX"_s));
    QVERIFY(m_scratch->isValid());

    const int cuda = claimOfName(QFileInfo(m_archive).fileName()).cudaMajor.value_or(0);
    QVERIFY(cuda > 0);
    m_toolkit = m_scratch->filePath(u"cuda-%1.0"_s.arg(cuda));
    for (const QString &folder : {u"/bin"_s, u"/include"_s, u"/lib64"_s})
        QVERIFY(QDir().mkpath(m_toolkit + folder));
    QFile header(m_toolkit + u"/include/cuda.h"_s);
    QVERIFY(header.open(QIODevice::WriteOnly));
    header.write("#define CUDA_VERSION " + QByteArray::number(cuda * 1000) + "\n");
    QFile cudart(m_toolkit + u"/include/cuda_runtime.h"_s);
    QVERIFY(cudart.open(QIODevice::WriteOnly));
    qputenv("CUDA_HOME", QFile::encodeName(m_toolkit));
    qputenv("LD_LIBRARY_PATH", QFile::encodeName(m_toolkit + u"/lib64"_s));
}

void TestWizardReal::installsAndProvesARealCudnn()
{
    const QString cli = QDir(QCoreApplication::applicationDirPath()).filePath(u"cudnn-setup-cli"_s);
    Engine engine = realEngine(cli);
    engine.plan = [](const Host &host, const SystemReport &report, const Catalog &catalog,
                     InstallChoice choice) {
        choice.activation.who = ActivationChoice::Who::Nobody;
        return planInstall(host, report, catalog, choice);
    };
    const Result<Machine> machine = thisMachine(cli);
    QVERIFY(machine.has_value());
    Screen screen(engine, *machine);
    QTRY_VERIFY_WITH_TIMEOUT(screen.session.hasReport(), 60000);
    screen.goToChoose();
    for (int i = 0; i < screen.session.report().toolkits.size(); ++i) {
        if (screen.session.report().toolkits[i].root == m_toolkit)
            screen.click(u"toolkit%1Button"_s.arg(i));
    }
    QCOMPARE(screen.session.toolkit(), m_toolkit);
    screen.session.openArchive(m_archive);
    QTRY_VERIFY_WITH_TIMEOUT(screen.session.archive(), 120000);
    // It was packed here, so its hash is nobody's: the page asks.
    if (screen.canPress(u"takeUnknownBox"_s))
        screen.click(u"takeUnknownBox"_s);
    QTRY_VERIFY_WITH_TIMEOUT(screen.session.hasPlan(), 60000);
    screen.click(u"nextButton"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY_WITH_TIMEOUT(screen.session.applied(), 300000);
    QVERIFY2(screen.session.isInstalled(), qPrintable(screen.text(u"installOutcomeText"_s)));
    screen.click(u"nextButton"_s);
    QTRY_VERIFY_WITH_TIMEOUT(screen.session.verified(), 300000);
    QVERIFY2(screen.session.verified()->isOk(), qPrintable(screen.session.reportText()));
    // "9.19.0": what the archive's name says, and what the loaded library answers.
    const QVersionNumber named = *claimOfName(QFileInfo(m_archive).fileName()).version;
    QCOMPARE(screen.session.verified()->version->segments(), named.segments().first(3));
}

QTEST_MAIN(TestWizardReal)
#include "tst_wizardreal.moc"
