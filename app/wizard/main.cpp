// SPDX-License-Identifier: MIT
#include "demotour.h"

#include "i18n/language.h"
#include "session.h"
#include "wizardwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QIcon>

#include <cstdio>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

struct Options
{
    QCommandLineOption machine{
            u"machine"_s, QCoreApplication::translate("main", "Work on the machine kept in the folder DIR."),
            u"DIR"_s};
    QCommandLineOption root{
            u"root"_s, QCoreApplication::translate("main", "Work on the machine whose files lie below DIR."),
            u"DIR"_s};
    QCommandLineOption language{u"lang"_s, QCoreApplication::translate("main", "Language: en or zh_CN."),
                                u"LANG"_s};
    QCommandLineOption tour{
            u"demo-tour"_s,
            QCoreApplication::translate("main", "Walk through all pages over a practice machine, keep a "
                                                "picture of each in DIR, and end."),
            u"DIR"_s};
    // With both of them the tour goes over this machine; docs/MEASURED.md. Nothing for a person who installs.
    QCommandLineOption tourArchive{u"tour-archive"_s, {}, u"FILE"_s};
    QCommandLineOption tourToolkit{u"tour-toolkit"_s, {}, u"DIR"_s};

    Options()
    {
        tourArchive.setFlags(QCommandLineOption::HiddenFromHelp);
        tourToolkit.setFlags(QCommandLineOption::HiddenFromHelp);
    }
};

// The command-line program lies beside this one.
QString cliProgram()
{
    return QDir(QCoreApplication::applicationDirPath()).filePath(u"cudnn-setup-cli"_s);
}

int complain(const QString &words)
{
    std::fputs(qPrintable(words + u'\n'), stderr);
    return 2;
}

Result<Machine> machineOf(const QCommandLineParser &parser, const Options &options)
{
    if (parser.isSet(options.machine))
        return recordedMachine(parser.value(options.machine), cliProgram());
    if (parser.isSet(options.root))
        return machineInFolder(parser.value(options.root));
    return thisMachine(cliProgram());
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QApplication::setApplicationName(u"cudnn-setup"_s);
    QApplication::setApplicationVersion(QStringLiteral(CUDNNSETUP_VERSION));
    QApplication::setWindowIcon(QIcon(u":/icons/cudnn-setup.svg"_s));

    Translation translation;
    translation.show(languageOf(QLocale::system()));

    const Options options;
    QCommandLineParser parser;
    parser.setApplicationDescription(
            QCoreApplication::translate("main", "Installs NVIDIA cuDNN and proves that it works."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.addOptions({options.machine, options.root, options.language, options.tour, options.tourArchive,
                       options.tourToolkit});
    parser.addPositionalArgument(
            u"archive"_s, QCoreApplication::translate("main", "A cuDNN archive to install."), u"[archive]"_s);
    if (!parser.parse(QApplication::arguments()))
        return complain(parser.errorText());
    if (parser.isSet(help))
        parser.showHelp();
    if (parser.isSet(version))
        parser.showVersion();

    if (parser.isSet(options.language)) {
        const auto language = languageFromString(parser.value(options.language));
        if (!language)
            return complain(QCoreApplication::translate(
                                    "main", "'%1' is no language this program knows; use en or zh_CN.")
                                    .arg(parser.value(options.language)));
        translation.show(*language);
    }
    if (parser.isSet(options.machine) && parser.isSet(options.root))
        return complain(
                QCoreApplication::translate("main", "Please give either --machine or --root, not both."));
    if (parser.isSet(options.tourArchive) != parser.isSet(options.tourToolkit))
        return complain(QCoreApplication::translate(
                "main", "Please give --tour-archive and --tour-toolkit, or neither."));
    if (parser.positionalArguments().size() > 1)
        return complain(QCoreApplication::translate("main", "Please give one archive only."));

    const Result<Machine> here = thisMachine(cliProgram());
    const Result<Machine> machine = machineOf(parser, options);
    if (!here || !machine)
        return complain((!here ? here : machine).error().message.toString());

    Session session(realEngine(cliProgram()), *here, *machine, cliProgram());
    WizardWindow window(&session, &translation);
    if (!parser.positionalArguments().isEmpty())
        session.openArchive(QFileInfo(parser.positionalArguments().first()).absoluteFilePath());
    session.detect();
    window.show();

    if (!parser.isSet(options.tour))
        return QApplication::exec();
    DemoTour tour(&session, &window,
                  {parser.value(options.tour), parser.value(options.tourArchive),
                   parser.value(options.tourToolkit)});
    tour.start();
    return QApplication::exec();
}
