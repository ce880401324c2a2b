// SPDX-License-Identifier: MIT
#include "shells.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;
using scripts::Shell;

namespace {

const QString toolkit = u"/opt/cuda 12.4"_s;

void write(const QString &path, const QByteArray &content)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), qint64(content.size()));
}

} // namespace

// What is written for shells, really run by every shell that is here.
class TestActivationScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void switchingOn_data();
    void switchingOn();
    void switchingOffBringsBackWhatWasThere_data();
    void switchingOffBringsBackWhatWasThere();
    void anotherCopyOnTopComesAndGoes_data() { everyShell(); }
    void anotherCopyOnTopComesAndGoes();
    void aShellStartedFromThisOneCanSwitchOff_data() { everyShell(); }
    void aShellStartedFromThisOneCanSwitchOff();
    void everyNameOfAFolder_data();
    void everyNameOfAFolder();
    void aScriptThatIsGoneHurtsNobody_data() { everyShell(); }
    void aScriptThatIsGoneHurtsNobody();
    void aVirtualEnvironment_data();
    void aVirtualEnvironment();
    void aCondaEnvironment_data() { everyShell(); }
    void aCondaEnvironment();
    void markedBlocks_data();
    void markedBlocks();

private:
    void everyShell() const
    {
        QTest::addColumn<RealShell>("shell");
        for (const RealShell &shell : realShells())
            QTest::newRow(qPrintable(shell.name)) << shell;
    }
    // A copy whose scripts lie in the scratch folder.
    scripts::Copy copyIn(const QString &name, bool hasToolkit = true) const
    {
        const QString root = m_folder->filePath(name);
        scripts::Copy copy{.root = root, .libraryDir = root + u"/lib"_s};
        if (hasToolkit)
            copy.toolkit = toolkit;
        for (const Shell shell : {Shell::Posix, Shell::Fish})
            write(scripts::scriptPath(root, shell), scripts::activate(copy, shell));
        return copy;
    }
    QString on(const RealShell &shell, const scripts::Copy &copy) const
    {
        return sourceLine(shell, scripts::scriptPath(copy.root, shell.kind));
    }
    Environment plain() const { return {{u"PATH"_s, u"/usr/bin:/bin"_s}}; }

    std::unique_ptr<QTemporaryDir> m_folder;
};

Q_DECLARE_METATYPE(RealShell)

#define NEED(shell) \
    if (!isHere(shell)) \
    QSKIP(qPrintable(shell.name + u" is not installed here"_s))

void TestActivationScripts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestActivationScripts::switchingOn_data()
{
    QTest::addColumn<RealShell>("shell");
    QTest::addColumn<QStringList>("before"); // LD_LIBRARY_PATH, one element; none: unset
    QTest::addColumn<bool>("hasToolkit");
    QTest::addColumn<int>("times");
    for (const RealShell &shell : realShells()) {
        const auto row = [&](const char *name) -> QTestData & {
            return QTest::newRow(qPrintable(shell.name + u": "_s + QLatin1String(name)));
        };
        row("nothing was set") << shell << QStringList() << true << 1;
        row("an empty list gives no empty element") << shell << QStringList{u""_s} << true << 1;
        row("a list that was there stays behind ours") << shell << QStringList{u"/a:/b"_s} << true << 1;
        row("twice is as once") << shell << QStringList{u"/a:/b"_s} << true << 2;
        row("without a toolkit") << shell << QStringList() << false << 1;
    }
}

void TestActivationScripts::switchingOn()
{
    QFETCH(RealShell, shell);
    QFETCH(QStringList, before);
    QFETCH(bool, hasToolkit);
    QFETCH(int, times);
    NEED(shell);
    const scripts::Copy copy = copyIn(u"copy"_s, hasToolkit);
    Environment environment = plain();
    if (!before.isEmpty())
        environment[u"LD_LIBRARY_PATH"_s] = before.first();
    const ShellRun run =
            runIn(shell, QStringList{strictLine(shell)} + QStringList(times, on(shell, copy)), environment);
    QCOMPARE(run.problem, QString());
    QStringList expected{copy.libraryDir};
    if (hasToolkit)
        expected << toolkit + u"/lib64"_s;
    for (const QString &list : before) {
        if (!list.isEmpty())
            expected << list;
    }
    QCOMPARE(run.environment[u"LD_LIBRARY_PATH"_s], expected.join(u':'));
    QCOMPARE(run.environment[u"CUDNN_PATH"_s], copy.root);
    QCOMPARE(run.environment.value(u"CUDA_HOME"_s), hasToolkit ? toolkit : QString());
    QCOMPARE(run.environment[u"PATH"_s],
             (hasToolkit ? toolkit + u"/bin:"_s : QString()) + plain()[u"PATH"_s]);
}

void TestActivationScripts::switchingOffBringsBackWhatWasThere_data()
{
    QTest::addColumn<RealShell>("shell");
    QTest::addColumn<Environment>("before");
    QTest::addColumn<QStringList>("between");
    QTest::addColumn<Environment>("added"); // what the lines between add to it
    const QString list = u"LD_LIBRARY_PATH"_s;
    for (const RealShell &shell : realShells()) {
        const bool isFish = shell.kind == Shell::Fish;
        const auto row = [&](const char *name) -> QTestData & {
            return QTest::newRow(qPrintable(shell.name + u": "_s + QLatin1String(name)));
        };
        row("unset stays unset") << shell << plain() << QStringList() << Environment();
        Environment set = plain();
        set[list] = u""_s;
        row("empty stays empty") << shell << set << QStringList() << Environment();
        set = {{u"PATH"_s, u"/usr/bin:/bin"_s},
               {list, u"/a::/b:"_s},
               {u"CUDNN_PATH"_s, u"/old"_s},
               {u"CUDA_HOME"_s, u""_s}};
        row("all set, with odd elements") << shell << set << QStringList() << Environment();
        set[list] = u"/a"_s;
        Environment changed = set;
        changed[list] = u"/mine:/a"_s;
        row("a list that somebody changed keeps their part")
                << shell << set
                << QStringList{isFish ? u"set -gx LD_LIBRARY_PATH /mine $LD_LIBRARY_PATH"_s
                                      : u"export LD_LIBRARY_PATH=/mine:$LD_LIBRARY_PATH"_s}
                << changed;
        changed = set;
        changed[u"CUDA_HOME"_s] = u"/mine"_s;
        row("a folder that somebody changed stays")
                << shell << set
                << QStringList{isFish ? u"set -gx CUDA_HOME /mine"_s : u"export CUDA_HOME=/mine"_s}
                << changed;
    }
}

void TestActivationScripts::switchingOffBringsBackWhatWasThere()
{
    QFETCH(RealShell, shell);
    QFETCH(Environment, before);
    QFETCH(QStringList, between);
    QFETCH(Environment, added);
    NEED(shell);
    const scripts::Copy copy = copyIn(u"copy"_s);
    const ShellRun nothing = runIn(shell, {}, before);
    QCOMPARE(nothing.problem, QString());
    const ShellRun run = runIn(shell,
                               QStringList{strictLine(shell), on(shell, copy)} + between
                                       + QStringList{u"cudnn_deactivate"_s},
                               before);
    QCOMPARE(run.problem, QString());
    Environment expected = nothing.environment;
    expected.insert(added);
    QCOMPARE(run.environment, expected);
}

void TestActivationScripts::anotherCopyOnTopComesAndGoes()
{
    QFETCH(RealShell, shell);
    NEED(shell);
    const QString first = on(shell, copyIn(u"first"_s));
    const scripts::Copy second = copyIn(u"second"_s);
    const ShellRun one = runIn(shell, {strictLine(shell), first}, plain());
    const ShellRun both = runIn(shell, {strictLine(shell), first, on(shell, second)}, plain());
    QCOMPARE(both.problem, QString());
    QCOMPARE(both.environment[u"LD_LIBRARY_PATH"_s], second.libraryDir + u':' + toolkit + u"/lib64"_s);
    const ShellRun back =
            runIn(shell, {strictLine(shell), first, on(shell, second), u"cudnn_deactivate"_s}, plain());
    QCOMPARE(back.problem, QString());
    QCOMPARE(back.environment, one.environment);
}

void TestActivationScripts::aShellStartedFromThisOneCanSwitchOff()
{
    QFETCH(RealShell, shell);
    NEED(shell);
    const QString line = on(shell, copyIn(u"copy"_s));
    const ShellRun before = runIn(shell, {}, plain());
    const ShellRun parent = runIn(shell, {line}, plain());
    const ShellRun child = runIn(shell, {strictLine(shell), line}, parent.environment);
    QCOMPARE(child.environment, parent.environment);
    const ShellRun off = runIn(shell, {strictLine(shell), line, u"cudnn_deactivate"_s}, parent.environment);
    QCOMPARE(off.problem, QString());
    QCOMPARE(off.environment, before.environment);
}

void TestActivationScripts::everyNameOfAFolder_data()
{
    QTest::addColumn<RealShell>("shell");
    QTest::addColumn<QString>("name");
    for (const RealShell &shell : realShells()) {
        for (const QString &name : {u"two words"_s, u"it's"_s, u"\"quoted\""_s, u"小明的 cuDNN"_s,
                                    u"$HOME `id` \\back"_s, u"a*[b]?"_s, u"@ROOT@"_s})
            QTest::newRow(qPrintable(shell.name + u": "_s + name)) << shell << name;
    }
}

void TestActivationScripts::everyNameOfAFolder()
{
    QFETCH(RealShell, shell);
    QFETCH(QString, name);
    NEED(shell);
    const scripts::Copy copy = copyIn(name);
    const QString script = m_folder->filePath(u"project"_s);
    write(script, scripts::projectScript(copy.root, shell.kind));
    const ShellRun run =
            runIn(shell, {strictLine(shell), sourceLine(shell, script), sourceLine(shell, script)}, plain());
    QCOMPARE(run.problem, QString());
    QCOMPARE(run.environment[u"CUDNN_PATH"_s], copy.root);
    QCOMPARE(run.environment[u"LD_LIBRARY_PATH"_s], copy.libraryDir + u':' + toolkit + u"/lib64"_s);
    const ShellRun off =
            runIn(shell, {strictLine(shell), sourceLine(shell, script), u"cudnn_deactivate"_s}, plain());
    QCOMPARE(off.problem, QString());
    QCOMPARE(off.environment, runIn(shell, {}, plain()).environment);
}

void TestActivationScripts::aScriptThatIsGoneHurtsNobody()
{
    QFETCH(RealShell, shell);
    NEED(shell);
    const QString file = m_folder->filePath(u"startup"_s);
    write(file, scripts::startUpBlock(m_folder->filePath(u"gone"_s), shell.kind)
                        + scripts::environmentBlock(m_folder->filePath(u"gone"_s), u"/env"_s, shell.kind)
                        + scripts::condaOff(m_folder->filePath(u"gone"_s), u"/env"_s, shell.kind)
                        + scripts::switchedOff());
    const ShellRun run = runIn(shell, {strictLine(shell), sourceLine(shell, file)}, plain());
    QCOMPARE(run.problem, QString());
    QCOMPARE(run.environment, runIn(shell, {}, plain()).environment);
}

void TestActivationScripts::aVirtualEnvironment_data()
{
    QTest::addColumn<RealShell>("shell");
    QTest::addColumn<bool>("isActiveBefore");
    for (const RealShell &shell : realShells()) {
        QTest::newRow(qPrintable(shell.name)) << shell << false;
        QTest::newRow(qPrintable(shell.name + u", with the copy switched on before"_s)) << shell << true;
    }
}

void TestActivationScripts::aVirtualEnvironment()
{
    QFETCH(RealShell, shell);
    QFETCH(bool, isActiveBefore);
    NEED(shell);
    if (shell.name == u"dash")
        QSKIP("dash cannot keep a function, so deactivate of the environment does not switch cuDNN off "
              "there");
    const scripts::Copy copy = copyIn(u"copy"_s);
    const QString environment = m_folder->filePath(u"my env"_s);
    if (QProcess::execute(u"python3"_s, {u"-m"_s, u"venv"_s, u"--without-pip"_s, environment}) != 0)
        QSKIP("python3 -m venv does not work here");
    const QString script =
            environment + u"/bin/activate"_s + (shell.kind == Shell::Fish ? u".fish"_s : QString());
    QFile file(script);
    QVERIFY(file.open(QIODevice::Append));
    file.write(scripts::environmentBlock(copy.root, environment, shell.kind));
    file.close();
    const QStringList before = isActiveBefore ? QStringList{on(shell, copy)} : QStringList();
    const QString enter = sourceLine(shell, script);
    Environment start = plain();
    start[u"VIRTUAL_ENV_DISABLE_PROMPT"_s] = u"1"_s; // no prompt was there that could come back
    const ShellRun outside = runIn(shell, before, start);
    const ShellRun inside = runIn(shell, before + QStringList{enter}, start);
    QCOMPARE(inside.problem, QString());
    QCOMPARE(inside.environment[u"VIRTUAL_ENV"_s], environment);
    QCOMPARE(inside.environment[u"CUDNN_PATH"_s], copy.root);
    QVERIFY(inside.environment[u"PATH"_s].contains(environment + u"/bin"_s));
    for (const QStringList &enters : {QStringList{enter}, QStringList{enter, enter}}) {
        const ShellRun left = runIn(shell, before + enters + QStringList{u"deactivate"_s}, start);
        QCOMPARE(left.problem, QString());
        QCOMPARE(left.environment, outside.environment);
    }
    if (isActiveBefore)
        return;
    const ShellRun byHand = runIn(shell, {enter, u"cudnn_deactivate"_s, u"deactivate"_s}, start);
    QCOMPARE(byHand.problem, QString());
    QCOMPARE(byHand.environment, outside.environment);
}

// conda sources the files of activate.d when an environment is entered, those of deactivate.d when it is
// left.
void TestActivationScripts::aCondaEnvironment()
{
    QFETCH(RealShell, shell);
    NEED(shell);
    const scripts::Copy copy = copyIn(u"copy"_s);
    const QString enter = m_folder->filePath(u"on"_s);
    const QString leave = m_folder->filePath(u"off"_s);
    write(enter, scripts::condaOn(copy.root, u"/conda/envs/x"_s, shell.kind));
    write(leave, scripts::condaOff(copy.root, u"/conda/envs/x"_s, shell.kind));
    for (const QStringList &before : {QStringList(), QStringList{on(shell, copy)}}) {
        const ShellRun inside = runIn(shell, before + QStringList{sourceLine(shell, enter)}, plain());
        QCOMPARE(inside.problem, QString());
        QCOMPARE(inside.environment[u"CUDNN_PATH"_s], copy.root);
        const ShellRun left = runIn(
                shell,
                before + QStringList{strictLine(shell), sourceLine(shell, enter), sourceLine(shell, leave)},
                plain());
        QCOMPARE(left.problem, QString());
        QCOMPARE(left.environment, runIn(shell, before, plain()).environment);
    }
}

void TestActivationScripts::markedBlocks_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isOne");
    const QByteArray block = scripts::startUpBlock(u"/a"_s, Shell::Posix);
    QTest::newRow("what we write") << block << true;
    QTest::newRow("for fish") << scripts::startUpBlock(u"/a"_s, Shell::Fish) << true;
    QTest::newRow("for an environment") << scripts::environmentBlock(u"/a"_s, u"/e"_s, Shell::Posix) << true;
    QTest::newRow("nothing") << QByteArray() << false;
    QTest::newRow("without its end") << block.first(block.size() - 5) << false;
    QTest::newRow("a line before it") << "x\n" + block << false;
    QTest::newRow("two blocks with somebody's lines between") << block + "alias x=y\n" + block << false;
}

void TestActivationScripts::markedBlocks()
{
    QFETCH(QByteArray, text);
    QTEST(scripts::isMarkedBlock(text), "isOne");
}

QTEST_GUILESS_MAIN(TestActivationScripts)
#include "tst_activationscripts.moc"
