// SPDX-License-Identifier: MIT
#include "plan/activation.h"
#include "plan/planactivation.h"
#include "plan/targets.h"
#include "planmachine.h"
#include "treesnapshot.h"

#include <QFile>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;
using Kind = Operation::Kind;
using Who = ActivationChoice::Who;
using scripts::Shell;

namespace {

const QString home = u"/home/ming"_s;
const QString prefix = home + u"/.local/share/cudnn/8.9.7-cuda12"_s;
const QByteArray student =
        R"({"schema":1,"os":"linux","architecture":"x86_64","user":{"home":"/home/ming","admin":false},"writable":true})";

// "addBlock /home/ming/.bashrc"
QStringList stepsOf(const QList<Operation> &operations)
{
    QStringList steps;
    for (const Operation &operation : operations)
        steps << toString(operation.kind) + u' ' + operation.path;
    return steps;
}

const QStringList scriptSteps{u"writeFile "_s + prefix + u"/activate.sh"_s,
                              u"writeFile "_s + prefix + u"/activate.fish"_s};

Plan planInPrefix()
{
    Plan plan;
    plan.targetRoot = prefix;
    plan.libraryDir = prefix + u"/lib"_s;
    return plan;
}

} // namespace

using Prepare = std::function<void(PlanMachine &)>;
Q_DECLARE_METATYPE(Prepare)

// Which start-up files and environments are touched, and what a plan may hold of it.
class TestActivation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startUpFilesOfAPerson_data();
    void startUpFilesOfAPerson();
    void whatIsRefused_data();
    void whatIsRefused();
    void aBlockOfAnotherCopyIsReplaced();
    void whatIsThereIsNotDoneAgain();
    void projects_data();
    void projects();
    void everyoneFindsAPrefix();
    void switchingOffTakesOnlyWhatIsOfTheCopy();
    void switchingOffAll();
    void theToolkitToUse_data();
    void theToolkitToUse();
    void aPlanForACopyThatIsThere();
    void whatAPlanMayHold_data();
    void whatAPlanMayHold();
    void aFolderOfOnesOwn();
    void possibleTargetsAreFoundOnce();

private:
    static TargetFolders folders()
    {
        return {.root = prefix, .libraryDir = prefix + u"/lib"_s, .includeDir = prefix + u"/include"_s};
    }
    static void settle(PlanMachine &machine)
    {
        machine.record(student);
        machine.folder(home);
        machine.folder(prefix + u"/lib"_s);
    }
    static Result<Activation> activate(const PlanMachine &machine, const ActivationChoice &choice)
    {
        return activationOf(machine.host(), machine.report, folders(), u"libcudnn.so.8"_s, std::nullopt,
                            choice);
    }
    // As if the plan had been carried out.
    static void carryOut(PlanMachine &machine, const QList<Operation> &operations)
    {
        for (const Operation &operation : operations) {
            QByteArray text = machine.host().files().read(operation.path).value_or(QByteArray());
            if (operation.kind == Kind::WriteFile)
                text = operation.content;
            if (operation.kind == Kind::AddBlock)
                text += operation.content;
            if (operation.kind == Kind::RemoveBlock)
                text.replace(operation.content, QByteArray());
            machine.file(operation.path, text);
        }
    }
};

void TestActivation::startUpFilesOfAPerson_data()
{
    QTest::addColumn<QStringList>("there");
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<QStringList>("changed");
    const Prepare nothing = [](PlanMachine &) {};
    QTest::newRow("none: one is made") << QStringList() << nothing << QStringList{u"/.profile"_s};
    QTest::newRow("bash only") << QStringList{u"/.bashrc"_s} << nothing << QStringList{u"/.bashrc"_s};
    QTest::newRow("all of them") << QStringList{u"/.bashrc"_s, u"/.zshrc"_s, u"/.profile"_s,
                                                u"/.config/fish/config.fish"_s}
                                 << nothing
                                 << QStringList{u"/.bashrc"_s, u"/.zshrc"_s, u"/.profile"_s,
                                                u"/.config/fish/config.fish"_s};
    QTest::newRow("a link into a folder of settings in the home")
            << QStringList{u"/dotfiles/bashrc"_s}
            << Prepare([](PlanMachine &machine) { machine.link(home + u"/.bashrc"_s, u"dotfiles/bashrc"_s); })
            << QStringList{u"/dotfiles/bashrc"_s};
    QTest::newRow("two links to one file")
            << QStringList{u"/dotfiles/bashrc"_s} << Prepare([](PlanMachine &machine) {
                   machine.link(home + u"/.bashrc"_s, u"dotfiles/bashrc"_s);
                   machine.link(home + u"/.profile"_s, u"/home/ming/.bashrc"_s);
               })
            << QStringList{u"/dotfiles/bashrc"_s};
}

void TestActivation::startUpFilesOfAPerson()
{
    QFETCH(QStringList, there);
    QFETCH(Prepare, prepare);
    QFETCH(QStringList, changed);
    PlanMachine machine;
    settle(machine);
    for (const QString &file : there)
        machine.file(home + file, "alias ll='ls -l'\n");
    prepare(machine);
    const TreeSnapshot before = snapshotOf(machine.root());
    const auto activation = activate(machine, {.who = Who::User});
    QVERIFY(activation);
    QStringList expected = scriptSteps;
    for (const QString &file : changed)
        expected << u"addBlock "_s + home + file;
    QCOMPARE(stepsOf(activation->operations), expected);
    for (const Operation &operation : activation->operations) {
        if (operation.kind != Kind::AddBlock)
            continue;
        const Shell shell = operation.path.endsWith(u".fish") ? Shell::Fish : Shell::Posix;
        QCOMPARE(operation.content, scripts::startUpBlock(prefix, shell));
    }
    QCOMPARE(differences(before, snapshotOf(machine.root())), QStringList());
}

void TestActivation::whatIsRefused_data()
{
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<ActivationChoice>("choice");
    QTest::addColumn<ErrorId>("id");
    const ActivationChoice user{.who = Who::User};
    const auto project = [](const QString &path) {
        return ActivationChoice{.who = Who::Project, .project = path};
    };
    const Prepare nothing = [](PlanMachine &) {};
    QTest::newRow("a start-up file that leads out of the home") << Prepare([](PlanMachine &machine) {
        machine.file(u"/nix/store/x/.bashrc"_s);
        machine.link(home + u"/.bashrc"_s, u"/nix/store/x/.bashrc"_s);
    }) << user << ErrorId::NotSupported;
    QTest::newRow("a start-up file that leads nowhere")
            << Prepare([](PlanMachine &machine) { machine.link(home + u"/.bashrc"_s, u"gone"_s); }) << user
            << ErrorId::NotSupported;
    QTest::newRow("a start-up file that leads to some other file") << Prepare([](PlanMachine &machine) {
        machine.file(home + u"/thesis.tex"_s);
        machine.link(home + u"/.bashrc"_s, u"thesis.tex"_s);
    }) << user << ErrorId::NotSupported;
    QTest::newRow("a block without its end") << Prepare([](PlanMachine &machine) {
        machine.file(home + u"/.bashrc"_s, QByteArray(scripts::blockBegin) + "\nalias x=y\n");
    }) << user << ErrorId::InputMalformed;
    QTest::newRow("somebody's own activate.sh")
            << Prepare([](PlanMachine &machine) { machine.file(prefix + u"/activate.sh"_s, "echo mine\n"); })
            << user << ErrorId::NotSupported;
    QTest::newRow("a project's script that is somebody's")
            << Prepare([](PlanMachine &machine) { machine.file(home + u"/x.sh"_s, "echo mine\n"); })
            << project(home + u"/x.sh"_s) << ErrorId::NotSupported;
    QTest::newRow("a project's folder that is no environment")
            << Prepare([](PlanMachine &machine) { machine.folder(home + u"/thesis"_s); })
            << project(home + u"/thesis"_s) << ErrorId::InputMissing;
    QTest::newRow("a script in a folder that is not there")
            << nothing << project(home + u"/gone/x.sh"_s) << ErrorId::InputMissing;
}

void TestActivation::whatIsRefused()
{
    QFETCH(Prepare, prepare);
    QFETCH(ActivationChoice, choice);
    QFETCH(ErrorId, id);
    PlanMachine machine;
    settle(machine);
    prepare(machine);
    const auto activation = activate(machine, choice);
    QVERIFY(!activation);
    QCOMPARE(toString(activation.error().id), toString(id));
}

void TestActivation::aBlockOfAnotherCopyIsReplaced()
{
    PlanMachine machine;
    settle(machine);
    const QByteArray old = scripts::startUpBlock(u"/opt/other"_s, Shell::Posix);
    machine.file(home + u"/.bashrc"_s, "before\n" + old + "after\n");
    const auto activation = activate(machine, {.who = Who::User});
    QVERIFY(activation);
    QCOMPARE(stepsOf(activation->operations), scriptSteps
                                                      + QStringList({u"removeBlock "_s + home + u"/.bashrc"_s,
                                                                     u"addBlock "_s + home + u"/.bashrc"_s}));
    QCOMPARE(activation->operations[2].content, old);
}

void TestActivation::whatIsThereIsNotDoneAgain()
{
    PlanMachine machine;
    settle(machine);
    machine.file(home + u"/.zshrc"_s, "x\n");
    const auto first = activate(machine, {.who = Who::User});
    QVERIFY(first);
    carryOut(machine, first->operations);
    const auto second = activate(machine, {.who = Who::User});
    QVERIFY(second);
    QCOMPARE(stepsOf(second->operations), QStringList());
}

void TestActivation::projects_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("project");
    QTest::addColumn<QStringList>("steps");
    QTest::newRow("a script") << QStringList() << home + u"/cudnn.sh"_s
                              << QStringList{u"writeFile /home/ming/cudnn.sh"_s};
    QTest::newRow("a script for fish")
            << QStringList() << home + u"/cudnn.fish"_s << QStringList{u"writeFile /home/ming/cudnn.fish"_s};
    const QString conda = u"/opt/conda/envs/x"_s;
    QTest::newRow("a conda environment")
            << QStringList{conda + u"/conda-meta/history"_s} << conda
            << QStringList{u"writeFile "_s + conda + u"/etc/conda/activate.d/cudnn-setup.sh"_s,
                           u"writeFile "_s + conda + u"/etc/conda/deactivate.d/cudnn-setup.sh"_s,
                           u"writeFile "_s + conda + u"/etc/conda/activate.d/cudnn-setup.fish"_s,
                           u"writeFile "_s + conda + u"/etc/conda/deactivate.d/cudnn-setup.fish"_s};
    const QString venv = home + u"/env"_s;
    QTest::newRow("a virtual environment")
            << QStringList{venv + u"/pyvenv.cfg"_s, venv + u"/bin/activate"_s, venv + u"/bin/activate.fish"_s}
            << venv
            << QStringList{u"addBlock "_s + venv + u"/bin/activate"_s,
                           u"addBlock "_s + venv + u"/bin/activate.fish"_s};
    QTest::newRow("a virtual environment without fish")
            << QStringList{venv + u"/pyvenv.cfg"_s, venv + u"/bin/activate"_s} << venv
            << QStringList{u"addBlock "_s + venv + u"/bin/activate"_s};
}

void TestActivation::projects()
{
    QFETCH(QStringList, files);
    QFETCH(QString, project);
    QFETCH(QStringList, steps);
    PlanMachine machine;
    settle(machine);
    for (const QString &file : files)
        machine.file(file, "x\n");
    const ActivationChoice choice{.who = Who::Project, .project = project};
    const auto on = activate(machine, choice);
    QVERIFY(on);
    QCOMPARE(stepsOf(on->operations), scriptSteps + steps);
    const Plan plan = planInPrefix();
    for (const Operation &operation : on->operations)
        QVERIFY2(isActivationFile(plan, operation), qPrintable(operation.path));

    carryOut(machine, on->operations);
    const auto off = deactivationOf(machine.host(), folders(), choice);
    QVERIFY(off);
    QCOMPARE(off->operations.size(), steps.size());
    for (const Operation &operation : off->operations)
        QVERIFY2(isActivationFile(plan, operation), qPrintable(operation.path));
    carryOut(machine, off->operations);
    QCOMPARE(stepsOf(deactivationOf(machine.host(), folders(), choice)->operations), QStringList());
    // What was switched off can be switched on again.
    QCOMPARE(stepsOf(activate(machine, choice)->operations), steps);
}

void TestActivation::everyoneFindsAPrefix()
{
    PlanMachine machine;
    machine.fill();
    const TargetFolders folders{
            .root = u"/opt/cudnn/9.1 beta"_s, .libraryDir = u"/opt/cudnn/9.1 beta/lib"_s, .includeDir = {}};
    const auto activation =
            activationOf(machine.host(), machine.report, folders, {}, std::nullopt, {.who = Who::Everyone});
    QVERIFY(activation);
    QCOMPARE(stepsOf(activation->operations),
             QStringList({u"writeFile /etc/ld.so.conf.d/cudnn-setup-opt-cudnn-9.1_beta.conf"_s,
                          u"runLdconfig /etc/ld.so.cache"_s}));
    QVERIFY(activation->operations[0].content.contains("\n/opt/cudnn/9.1 beta/lib\n"));
    carryOut(machine, activation->operations.first(1));
    const auto off = deactivationOf(machine.host(), folders, {.who = Who::Everyone});
    QVERIFY(off);
    QCOMPARE(stepsOf(off->operations), stepsOf(activation->operations));
    carryOut(machine, off->operations.first(1));
    QCOMPARE(stepsOf(deactivationOf(machine.host(), folders, {.who = Who::Everyone})->operations),
             QStringList());
    QCOMPARE(stepsOf(activationOf(machine.host(), machine.report, folders, {}, std::nullopt,
                                  {.who = Who::Everyone})
                             ->operations),
             stepsOf(activation->operations));
}

void TestActivation::switchingOffTakesOnlyWhatIsOfTheCopy()
{
    PlanMachine machine;
    settle(machine);
    machine.file(home + u"/.bashrc"_s, "x\n" + scripts::startUpBlock(prefix, Shell::Posix) + "y\n");
    machine.file(home + u"/.zshrc"_s, scripts::startUpBlock(u"/opt/other"_s, Shell::Posix));
    const auto off = deactivationOf(machine.host(), folders(), {.who = Who::User});
    QVERIFY(off);
    QCOMPARE(stepsOf(off->operations), QStringList{u"removeBlock "_s + home + u"/.bashrc"_s});
}

void TestActivation::switchingOffAll()
{
    PlanMachine machine;
    machine.fill();
    machine.record(student);
    machine.cudnn(prefix + u"/lib"_s, prefix + u"/include"_s, u"8.9.7"_s);
    machine.file(home + u"/.bashrc"_s, "x\n");
    for (const Who who : {Who::User, Who::Everyone})
        carryOut(machine, planActivation(machine.host(), machine.report, prefix, {.who = who})->operations);
    const auto off = planDeactivation(machine.host(), machine.report, prefix, std::nullopt);
    QVERIFY(off);
    const QStringList steps = stepsOf(off->operations);
    QVERIFY(steps.contains(u"removeBlock "_s + home + u"/.bashrc"_s));
    QVERIFY(steps.contains(u"putAside "_s + prefix + u"/activate.sh"_s));
    QVERIFY(steps.contains(u"putAside "_s + prefix + u"/activate.fish"_s));
    QCOMPARE(steps.filter(u"/etc/ld.so.conf.d/"_s).size(), 1);
    QCOMPARE(steps.last(), u"runLdconfig /etc/ld.so.cache"_s);
}

void TestActivation::theToolkitToUse_data()
{
    QTest::addColumn<int>("major"); // 0: not known
    QTest::addColumn<QString>("toolkit");
    QTest::newRow("the active one of its CUDA") << 12 << u"/usr/local/cuda-12.1"_s;
    QTest::newRow("the newest of its CUDA where none is active") << 11 << u"/usr/local/cuda-11.8"_s;
    QTest::newRow("none of another CUDA") << 13 << QString();
    QTest::newRow("the active one where its CUDA is not known") << 0 << u"/usr/local/cuda-12.1"_s;
}

void TestActivation::theToolkitToUse()
{
    QFETCH(int, major);
    QFETCH(QString, toolkit);
    PlanMachine machine;
    machine.toolkit(u"/usr/local/cuda-11.2"_s, QVersionNumber(11, 2), false);
    machine.toolkit(u"/usr/local/cuda-11.8"_s, QVersionNumber(11, 8), false);
    machine.toolkit(u"/usr/local/cuda-12.4"_s, QVersionNumber(12, 4), false);
    machine.toolkit(u"/usr/local/cuda-12.1"_s, QVersionNumber(12, 1), true);
    QCOMPARE(toolkitFor(machine.report, folders(), major > 0 ? std::optional(major) : std::nullopt)
                     .value_or(QString()),
             toolkit);
    TargetFolders own = folders();
    own.toolkit = machine.report.toolkits.constFirst();
    QCOMPARE(toolkitFor(machine.report, own, major), prefix);
}

void TestActivation::aPlanForACopyThatIsThere()
{
    PlanMachine machine;
    machine.fill();
    machine.record(student);
    machine.cudnn(prefix + u"/lib"_s, prefix + u"/include"_s, u"8.9.7"_s);
    machine.file(home + u"/.bashrc"_s, "x\n");
    for (const QString &folder : {prefix, prefix + u"/lib"_s}) {
        const auto plan = planActivation(machine.host(), machine.report, folder, {.who = Who::User});
        QVERIFY(plan);
        QCOMPARE(plan->targetRoot, prefix);
        QCOMPARE(plan->libraryDir, prefix + u"/lib"_s);
        QCOMPARE(plan->toolkit, cuda124);
        QVERIFY(plan->bytesToWrite > 0);
        QCOMPARE(stepsOf(plan->operations), scriptSteps + QStringList{u"addBlock "_s + home + u"/.bashrc"_s});
        const auto again = planFromJson(toJson(*plan));
        QVERIFY(again);
        for (const Operation &operation : again->operations)
            QVERIFY2(isActivationFile(*again, operation), qPrintable(operation.path));
    }
    const auto none = planActivation(machine.host(), machine.report, u"/opt/none"_s, {.who = Who::User});
    QVERIFY(!none);
    QCOMPARE(toString(none.error().id), u"cudnn-absent"_s);
}

void TestActivation::whatAPlanMayHold_data()
{
    QTest::addColumn<Operation>("operation");
    QTest::addColumn<bool>("isAllowed");
    const QByteArray block = scripts::startUpBlock(prefix, Shell::Posix);
    const QByteArray script =
            scripts::activate({.root = prefix, .libraryDir = prefix + u"/lib"_s}, Shell::Posix);
    const auto add = [](const QString &path, const QByteArray &content) {
        return Operation{.kind = Kind::AddBlock, .path = path, .content = content};
    };
    const auto write = [](const QString &path, const QByteArray &content, int mode = 0644) {
        return Operation{.kind = Kind::WriteFile, .path = path, .content = content, .mode = mode};
    };
    QTest::newRow("our block in a start-up file") << add(home + u"/.bashrc"_s, block) << true;
    QTest::newRow("our block with a line more") << add(home + u"/.bashrc"_s, block + "evil\n") << false;
    QTest::newRow("our block for another copy")
            << add(home + u"/.bashrc"_s, scripts::startUpBlock(u"/tmp/evil"_s, Shell::Posix)) << false;
    QTest::newRow("our block in a file of another kind") << add(home + u"/thesis.tex"_s, block) << false;
    QTest::newRow("our block in a start-up file of the system") << add(u"/etc/profile"_s, block) << false;
    QTest::newRow("our block in a folder of programs") << add(u"/usr/bin/.bashrc"_s, block) << false;
    QTest::newRow("a path with dots") << add(home + u"/../root/.bashrc"_s, block) << false;
    QTest::newRow("our script") << write(prefix + u"/activate.sh"_s, script) << true;
    QTest::newRow("our script, for everyone to write")
            << write(prefix + u"/activate.sh"_s, script, 0666) << false;
    QTest::newRow("our script under another name in the target")
            << write(prefix + u"/lib/x.sh"_s, script) << false;
    QTest::newRow("a script that is not ours")
            << write(prefix + u"/activate.sh"_s, script + "evil\n") << false;
    QTest::newRow("a project's script")
            << write(home + u"/thesis/cudnn.sh"_s, scripts::projectScript(prefix, Shell::Posix)) << true;
    QTest::newRow("a script that every login shell reads")
            << write(u"/etc/profile.d/cudnn.sh"_s, scripts::projectScript(prefix, Shell::Posix)) << false;
    QTest::newRow("conda's hook") << write(u"/opt/conda/etc/conda/activate.d/cudnn-setup.sh"_s,
                                           scripts::condaOn(prefix, u"/opt/conda"_s, Shell::Posix))
                                  << true;
    QTest::newRow("conda's hook of another environment")
            << write(u"/opt/conda/etc/conda/activate.d/cudnn-setup.sh"_s,
                     scripts::condaOn(prefix, u"/opt/other"_s, Shell::Posix))
            << false;
    QTest::newRow("a block of ours goes out")
            << Operation{.kind = Kind::RemoveBlock, .path = home + u"/.bashrc"_s, .content = block} << true;
    QTest::newRow("lines of somebody go out")
            << Operation{.kind = Kind::RemoveBlock, .path = home + u"/.bashrc"_s, .content = "alias x=y\n"}
            << false;
    QTest::newRow("any other kind") << Operation{.kind = Kind::PutAside, .path = home + u"/.bashrc"_s}
                                    << false;
}

void TestActivation::whatAPlanMayHold()
{
    QFETCH(Operation, operation);
    const Plan plan = planInPrefix();
    QTEST(isActivationFile(plan, operation), "isAllowed");
}

void TestActivation::aFolderOfOnesOwn()
{
    PlanMachine machine;
    machine.record(student);
    QCOMPARE(ownPrefix(machine.host(), QVersionNumber(8, 9, 7), 12), prefix);
}

void TestActivation::possibleTargetsAreFoundOnce()
{
    PlanMachine machine;
    machine.fill();
    machine.record(student);
    machine.cudnn(realLib, realInclude, u"8.9.7"_s);
    machine.report.cudnnCopies.last().toolkit = cuda124;
    machine.cudnn(prefix + u"/lib"_s, prefix + u"/include"_s, u"8.9.7"_s);
    machine.cudnn(u"/data/cudnn/lib64"_s, u"/data/cudnn/include"_s, u"8.9.7"_s);
    machine.folder(home + u"/.local/share/cudnn/9.1-cuda12"_s); // nothing is left of it but its history
    machine.folder(u"/opt/cudnn/a"_s);
    QStringList targets = possibleTargets(machine.host(), machine.report);
    for (const QString &expected :
         {cuda124, prefix, u"/data/cudnn"_s, home + u"/.local/share/cudnn/9.1-cuda12"_s, u"/opt/cudnn/a"_s})
        QVERIFY2(targets.count(expected) == 1, qPrintable(expected));
}

QTEST_GUILESS_MAIN(TestActivation)
#include "tst_activation.moc"
