// SPDX-License-Identifier: MIT
#include "commandline.h"

#include "carryout.h"
#include "commands/commands.h"
#include "console.h"

#include "i18n/language.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QList<CliCommand> allCommands()
{
    return {detectCommand(),    releasesCommand(),  identifyCommand(), installCommand(), activateCommand(), deactivateCommand(),
            verifyCommand(),    gpuTestCommand(),  historyCommand(),   rollbackCommand(), uninstallCommand(), recoverCommand(), practiceCommand(),
            applyCommand()};
}

// Commands of the contract that come with a later version.
bool isLaterCommand(const QString &name)
{
    static const QStringList names = {u"advise"_s, u"diagnose"_s, u"explain"_s, u"fetch"_s, u"repair"_s, u"report"_s, u"snapshot"_s};
    return names.contains(name);
}

QList<QCommandLineOption> globalOptions()
{
    return {
            {u"root"_s, QCoreApplication::translate("cli", "Look at the machine whose files lie below DIR; nothing of it is executed."), u"DIR"_s},
            {u"machine"_s, QCoreApplication::translate("cli", "Look at the machine kept in the folder DIR (practice machines)."), u"DIR"_s},
            {u"json"_s, QCoreApplication::translate("cli", "One JSON document on standard output, progress as JSON lines on standard error.")},
            {u"rights"_s,
             QCoreApplication::translate("cli", "How to get the rights that a change needs: auto, pkexec, sudo or none."),
             u"HOW"_s, u"auto"_s},
            {u"lang"_s, QCoreApplication::translate("cli", "Language: en or zh_CN."), u"LANG"_s},
            {{u"q"_s, u"quiet"_s}, QCoreApplication::translate("cli", "No progress and no remarks.")},
            {{u"h"_s, u"help"_s}, QCoreApplication::translate("cli", "Show this help. Every command has its own.")},
            {{u"v"_s, u"version"_s}, QCoreApplication::translate("cli", "Show the version.")},
    };
}

// What must be known before the options can be parsed: the command, and how to speak.
struct FirstLook
{
    QString command = {};
    QString language = {};
    Output::Form form = {};
};

FirstLook firstLook(const QStringList &arguments)
{
    FirstLook look;
    for (qsizetype i = 1; i < arguments.size() && arguments[i] != u"--"; ++i) {
        const QString &argument = arguments[i];
        if (argument == u"--json")
            look.form.isJson = true;
        else if (argument == u"--quiet" || argument == u"-q")
            look.form.isQuiet = true;
        else if (argument.startsWith(u"--lang="))
            look.language = argument.mid(7);
        else if (argument == u"--lang" && i + 1 < arguments.size())
            look.language = arguments[++i];
        else if (argument == u"--root" || argument == u"--machine" || argument == u"--rights")
            ++i;
        else if (!argument.startsWith(u'-') && look.command.isEmpty())
            look.command = argument;
    }
    return look;
}

QString generalHelp(const QCommandLineParser &parser, const QList<CliCommand> &commands)
{
    QString text = parser.helpText();
    text += u'\n' + QCoreApplication::translate("cli", "Commands:") + u'\n';
    for (const CliCommand &command : commands)
        text += u"  %1 %2\n"_s.arg(command.name, -10).arg(command.summary);
    text += u'\n' + QCoreApplication::translate("cli", "Details of one: cudnn-setup-cli COMMAND --help") + u'\n';
    return text;
}

ExitCode sayVersion()
{
    console::write(console::Stream::Output, "cudnn-setup-cli " CUDNNSETUP_VERSION "\n");
    return ExitCode::Done;
}

ExitCode withoutCommand(QCommandLineParser &parser, const FirstLook &look, const QStringList &arguments, Output &output)
{
    parser.addPositionalArgument(u"command"_s, QCoreApplication::translate("cli", "What to do; the list is below."), u"COMMAND"_s);
    if (!look.command.isEmpty()) {
        const Text message = isLaterCommand(look.command)
                ? Text(QT_TRANSLATE_NOOP("backend", "The command %1 is not in this version; it comes with a later one. "
                                                    "Nothing was done."),
                       {look.command})
                : Text(QT_TRANSLATE_NOOP("backend", "There is no command %1, so it is not in this version. cudnn-setup-cli --help lists "
                                                    "what there is."),
                       {look.command});
        return output.wrongUsage(message);
    }
    if (!parser.parse(arguments))
        return output.wrongUsage(Text::verbatim(parser.errorText()));
    const QByteArray help = generalHelp(parser, allCommands()).toLocal8Bit();
    if (parser.isSet(u"version"_s))
        return sayVersion();
    if (parser.isSet(u"help"_s)) {
        console::write(console::Stream::Output, help);
        return ExitCode::Done;
    }
    if (!output.isJson())
        console::write(console::Stream::Error, help);
    return output.wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "No command was given.")));
}

// What is wrong with the folders and names that were given, before anybody looks for them.
std::optional<Text> nameProblem(const QCommandLineParser &parser, const QStringList &arguments)
{
    const QStringList names = arguments + QStringList{QDir::currentPath()};
    const auto unreadable = std::find_if(names.begin(), names.end(),
                                         [](const QString &name) { return name.contains(QChar::ReplacementCharacter); });
    if (unreadable != names.end())
        return Text(QT_TRANSLATE_NOOP("backend", "%1 holds a name that is not UTF-8, which this program cannot follow safely. Nothing "
                                                 "was done. Rename it, or work from another folder."),
                    {*unreadable});
    const bool isElsewhere = parser.isSet(u"root"_s) || parser.isSet(u"machine"_s);
    for (const QString &option : {u"root"_s, u"machine"_s, u"toolkit"_s, u"prefix"_s, u"copy"_s}) {
        if (!parser.optionNames().contains(option))
            continue;
        const QString folder = parser.value(option);
        if (folder.isEmpty())
            return Text(QT_TRANSLATE_NOOP("backend", "--%1 needs the name of a folder."), {option});
        const bool isOfMachine = option != u"root" && option != u"machine";
        if (isElsewhere && isOfMachine && !folder.startsWith(u'/'))
            return Text(QT_TRANSLATE_NOOP("backend", "--%1 names a folder of the other machine, so it begins with /: %2 does not."),
                        {option, folder});
    }
    return {};
}

ExitCode withCommand(QCommandLineParser &parser, const CliCommand &command, const QStringList &arguments, Output &output)
{
    parser.addOptions(command.options);
    parser.setApplicationDescription(command.summary);
    parser.addPositionalArgument(command.name, command.summary, (command.name + u' ' + command.arguments).trimmed());
    const bool isParsed = parser.parse(arguments);
    if (isParsed && parser.isSet(u"help"_s)) {
        console::write(console::Stream::Output, parser.helpText().toLocal8Bit());
        return ExitCode::Done;
    }
    if (isParsed && parser.isSet(u"version"_s))
        return sayVersion();
    if (!isParsed)
        return output.wrongUsage(Text::verbatim(parser.errorText()));
    if (parser.isSet(u"root"_s) && parser.isSet(u"machine"_s))
        return output.wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "Give either --root or --machine, not both.")));
    if (const auto problem = rightsProblem(parser))
        return output.wrongUsage(*problem);
    if (const auto problem = nameProblem(parser, arguments.mid(1)))
        return output.wrongUsage(*problem);
    const qsizetype count = parser.positionalArguments().size() - 1;
    if (count < command.leastArguments || count > command.mostArguments)
        return output.wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "It is used like this: cudnn-setup-cli %1 %2"),
                                      {command.name, command.arguments}));
    return command.run(Call(parser, output));
}

} // namespace

ExitCode runCommandLine(const QStringList &arguments)
{
    const FirstLook look = firstLook(arguments);
    Output output(look.form);
    Translation translation;
    const auto language = look.language.isEmpty() ? std::optional(languageOf(QLocale::system())) : languageFromString(look.language);
    translation.show(language.value_or(Language::English));
    if (!language)
        return output.wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "%1 is no language of this program; use en or zh_CN."),
                                      {look.language}));

    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate("cli", "Installs NVIDIA cuDNN and proves that it works."));
    parser.addOptions(globalOptions());
    const QList<CliCommand> commands = allCommands();
    const auto command = std::find_if(commands.begin(), commands.end(),
                                      [&](const CliCommand &candidate) { return candidate.name == look.command; });
    return command == commands.end() ? withoutCommand(parser, look, arguments, output)
                                     : withCommand(parser, *command, arguments, output);
}

} // namespace cudnnsetup
