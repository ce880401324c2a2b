// SPDX-License-Identifier: MIT
#include "host/session.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;

namespace {

// A folder as /proc shows programs.
class Processes
{
public:
    void add(const QString &pid, const QByteArray &name, const QByteArray &parent, const QByteArray &environ = {})
    {
        QVERIFY(QDir(m_folder.path()).mkpath(pid));
        write(pid + u"/stat"_s, pid.toLatin1() + " (" + name + ") S " + parent + " 1 1 0\n");
        if (!environ.isEmpty())
            write(pid + u"/environ"_s, environ);
    }
    std::optional<QHash<QString, QString>> look() const { return platform::callersEnvironment(m_folder.path(), u"9"_s); }

private:
    void write(const QString &name, const QByteArray &content)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }

    QTemporaryDir m_folder;
};

// As /proc shows them: each with a zero behind it.
constexpr char callersText[] = "PATH=/home/a/bin:/usr/bin\0LD_LIBRARY_PATH=/opt/mine\0EMPTY=\0HOME=/home/a\0";
const QByteArray callers(callersText, sizeof callersText - 1);

} // namespace

// Whose session it is, when the program runs under sudo.
class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutSudoThereIsNoCaller()
    {
        Processes processes;
        processes.add(u"9"_s, "cudnn-setup-cli", "8");
        processes.add(u"8"_s, "bash", "1", callers);
        processes.add(u"1"_s, "systemd", "0");
        QVERIFY(!processes.look());
    }

    void theCallersVariablesAreThoseOfSudo()
    {
        Processes processes;
        processes.add(u"9"_s, "cudnn-setup-cli", "8");
        processes.add(u"8"_s, "sudo", "7", callers);
        processes.add(u"7"_s, "bash", "1", "LD_LIBRARY_PATH=/before/the/shell/set/it\0");
        const auto variables = processes.look();
        QVERIFY(variables);
        QCOMPARE(variables->value(u"LD_LIBRARY_PATH"_s), u"/opt/mine"_s);
        QCOMPARE(variables->value(u"HOME"_s), u"/home/a"_s);
        QVERIFY(variables->contains(u"EMPTY"_s));
    }

    void ofSudosTwoProcessesTheOuterOneCounts()
    {
        Processes processes;
        processes.add(u"9"_s, "cudnn-setup-cli", "8");
        processes.add(u"8"_s, "sudo", "7", "PATH=/usr/sbin");
        processes.add(u"7"_s, "sudo", "6", callers);
        processes.add(u"6"_s, "bash", "1");
        QCOMPARE(processes.look().value_or(QHash<QString, QString>()).value(u"LD_LIBRARY_PATH"_s), u"/opt/mine"_s);
    }

    void aShellOfRootsOwnUnderSudoIsTheSameCaller()
    {
        Processes processes;
        processes.add(u"9"_s, "cudnn-setup-cli", "8");
        processes.add(u"8"_s, "bash", "7", "PATH=/usr/sbin");
        processes.add(u"7"_s, "sudo", "1", callers);
        QCOMPARE(processes.look().value_or(QHash<QString, QString>()).value(u"HOME"_s), u"/home/a"_s);
    }

    void namesWithBracketsAndEndlessChainsAreBorne()
    {
        Processes processes;
        processes.add(u"9"_s, "odd) S 1 (name", "8");
        processes.add(u"8"_s, "loop", "8");
        QVERIFY(!processes.look());
        QVERIFY(!Processes().look());
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
