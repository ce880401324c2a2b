// SPDX-License-Identifier: MIT
#include "report/gputesttext.h"

#include "gpu/gpuverdict.h"
#include "report/columns.h"
#include "report/speedchart.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString indent = u"    "_s;

// The words of GpuState::throttling.
[[maybe_unused]] const char *const throttlingWords[] = {
    QT_TRANSLATE_NOOP("backend", "power"),
    QT_TRANSLATE_NOOP("backend", "heat"),
    QT_TRANSLATE_NOOP("backend", "hardware"),
    QT_TRANSLATE_NOOP("backend", "sync"),
};

QString words(const char *source, const QStringList &arguments = {})
{
    return Text(source, arguments).toString();
}

QString wayText(GpuTestReport::Way way)
{
    return way == GpuTestReport::Way::ThisCopy
        ? words(QT_TRANSLATE_NOOP("backend", "Run with this copy of cuDNN, called by its path."))
        : words(QT_TRANSLATE_NOOP("backend", "Run with the cuDNN that your programs find by themselves."));
}

QString timeOrWord(const std::optional<double> &milliseconds)
{
    return milliseconds ? millisecondsText(*milliseconds) : u"-"_s;
}

QString errorText(const std::optional<double> &error)
{
    if (!error)
        return u"-"_s;
    return std::isnan(*error) ? words(QT_TRANSLATE_NOOP("backend", "not a number")) : QString::number(*error, 'e', 1);
}

using Row = QStringList;

Row headings()
{
    return {words(QT_TRANSLATE_NOOP("backend", "Mode")),
            words(QT_TRANSLATE_NOOP("backend", "Without cuDNN")),
            words(QT_TRANSLATE_NOOP("backend", "With cuDNN")),
            words(QT_TRANSLATE_NOOP("backend", "Speed-up")),
            words(QT_TRANSLATE_NOOP("backend", "TFLOP/s")),
            words(QT_TRANSLATE_NOOP("backend", "Error"))};
}

Row rowOf(const SpeedChart::Group &group, const GpuModeResult *result, const ConvolutionShape &shape)
{
    if (!group.hasTime())
        return {group.name.toString(), group.with.value()};
    const auto tflops = result ? result->onTflops(shape) : std::nullopt;
    return {group.name.toString(),
            timeOrWord(group.without.milliseconds),
            timeOrWord(group.with.milliseconds),
            group.speedup.isEmpty() ? u"-"_s : group.speedup.toString(),
            tflops ? QLocale().toString(*tflops, 'f', 1) : u"-"_s,
            result ? errorText(result->relativeError) : u"-"_s};
}

QString tableOf(const QList<Row> &rows)
{
    QList<int> widths(headings().size(), 0);
    for (const Row &row : rows) {
        // A row of two is a name and a word, which may be longer than its column.
        for (qsizetype i = 0; i < (row.size() > 2 ? row.size() : 1); ++i)
            widths[i] = std::max(widths[i], columnsOf(row[i]) + 2);
    }
    QStringList lines;
    for (const Row &row : rows) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i)
            line += filledUp(row[i], widths[i]);
        lines << line.trimmed();
    }
    return lines.join(u'\n');
}

QString libraryText(const QString &name, const GpuLibrary &library)
{
    if (library.asked.isEmpty())
        return {};
    QString line = library.version.isEmpty() ? name : u"%1 %2"_s.arg(name, library.version);
    line += u": "_s + (library.file.isEmpty() ? library.asked : library.file);
    if (!library.problem.isEmpty())
        line += u"\n"_s + indent + library.problem;
    return line;
}

QStringList librariesText(const GpuLibraries &libraries)
{
    QStringList lines{libraryText(u"cuDNN"_s, libraries.cudnn), libraryText(u"cuBLAS"_s, libraries.cublas),
                      libraryText(u"NVRTC"_s, libraries.nvrtc),
                      libraryText(words(QT_TRANSLATE_NOOP("backend", "Driver library")), libraries.driver)};
    lines.removeAll(QString());
    return lines;
}

QStringList deviceText(const GpuDevice &device)
{
    QStringList lines{words(QT_TRANSLATE_NOOP("backend", "GPU %1: %2, compute capability %3, %4 of memory, %5 of it free."),
                            {QString::number(device.index), device.name, device.computeCapability.toString(),
                             sizeText(device.memoryBytes), sizeText(device.freeBytes)})};
    if (!device.driverVersion.isEmpty())
        lines << words(QT_TRANSLATE_NOOP("backend", "Driver: %1."), {device.driverVersion});
    if (device.maxCuda)
        lines << words(QT_TRANSLATE_NOOP("backend", "The driver can run programs up to CUDA %1."), {device.maxCuda->toString()});
    return lines;
}

QString clockText(const GpuState &state)
{
    const QString clock = QString::number(*state.clockMhz);
    return state.maxClockMhz ? words(QT_TRANSLATE_NOOP("backend", "%1 of %2 MHz"), {clock, QString::number(*state.maxClockMhz)})
                             : words(QT_TRANSLATE_NOOP("backend", "%1 MHz"), {clock});
}

// "During the test: 1980 of 1980 MHz, 61 °C, held back by: power"; empty when nothing is known.
QString stateText(const QString &when, const GpuState &state)
{
    QStringList parts;
    if (state.clockMhz)
        parts << clockText(state);
    if (state.memoryClockMhz)
        parts << words(QT_TRANSLATE_NOOP("backend", "memory %1 MHz"), {QString::number(*state.memoryClockMhz)});
    if (state.temperature)
        parts << words(QT_TRANSLATE_NOOP("backend", "%1 °C"), {QString::number(*state.temperature)});
    if (state.load)
        parts << words(QT_TRANSLATE_NOOP("backend", "%1 % busy"), {QString::number(*state.load)});
    QStringList throttling;
    for (const QString &reason : state.throttling)
        throttling << Text::word(reason);
    if (!throttling.isEmpty())
        parts << words(QT_TRANSLATE_NOOP("backend", "held back by: %1"), {throttling.join(u", "_s)});
    return parts.isEmpty() ? QString() : u"%1: %2"_s.arg(when, parts.join(u", "_s));
}

QString programsText(const QList<FileUserFacts> &programs)
{
    QStringList names;
    for (const FileUserFacts &program : programs)
        names << u"%1 (%2)"_s.arg(program.name).arg(program.pid);
    return names.isEmpty() ? QString() : words(QT_TRANSLATE_NOOP("backend", "Other programs on this GPU: %1"), {names.join(u", "_s)});
}

QStringList statesText(const GpuTestReport &report)
{
    QStringList lines{stateText(words(QT_TRANSLATE_NOOP("backend", "Before the test")), report.before),
                      stateText(words(QT_TRANSLATE_NOOP("backend", "During the test")), report.during),
                      stateText(words(QT_TRANSLATE_NOOP("backend", "After the test")), report.after),
                      programsText(report.before.programs)};
    lines.removeAll(QString());
    return lines;
}

QStringList variablesText(const QHash<QString, QString> &variables)
{
    QStringList names = variables.keys();
    names.sort();
    QStringList lines;
    for (const QString &name : std::as_const(names))
        lines << words(QT_TRANSLATE_NOOP("backend", "In the environment: %1"), {name + u'=' + variables.value(name)});
    return lines;
}

QString runsText(const QList<double> &runs)
{
    QStringList texts;
    for (const double run : runs)
        texts << QLocale().toString(run, 'f', 4);
    return texts.join(u", "_s);
}

QStringList runsOf(const GpuModeResult &result)
{
    QStringList lines;
    if (!result.offRuns.isEmpty())
        lines << words(QT_TRANSLATE_NOOP("backend", "without cuDNN: %1; milliseconds of the repeats: %2"),
                       {result.offMethod, runsText(result.offRuns)});
    if (!result.onRuns.isEmpty())
        lines << words(QT_TRANSLATE_NOOP("backend", "with cuDNN: %1, workspace %2; milliseconds of the repeats: %3"),
                       {result.algorithm, sizeText(result.workspaceBytes), runsText(result.onRuns)});
    return lines;
}

QString accuracyOf(const GpuModeResult &result)
{
    if (!result.relativeError && !result.differenceFromOff)
        return {};
    return words(QT_TRANSLATE_NOOP("backend", "relative error %1 (limit %2), difference between with and without cuDNN %3"),
                 {errorText(result.relativeError), QString::number(errorLimit(result.mode.precision), 'e', 0),
                  errorText(result.differenceFromOff)});
}

QString modeText(const GpuModeResult &result)
{
    QStringList lines = runsOf(result);
    lines << accuracyOf(result) << result.problem << result.offProblem;
    lines.removeAll(QString());
    lines.prepend(words(QT_TRANSLATE_NOOP("backend", "%1, %2 images"), {labelOf(result.mode), QString::number(result.batch)}));
    return lines.size() > 1 ? lines.join(u'\n' + indent) : QString();
}

} // namespace

Text endSentence(const GpuTestReport &report)
{
    switch (report.end) {
    case GpuTestReport::End::Complete:
        return {};
    case GpuTestReport::End::TimeUp:
        return Text(QT_TRANSLATE_NOOP("backend", "The time for the test was up before all of it was measured."));
    case GpuTestReport::End::Crashed:
        return Text(QT_TRANSLATE_NOOP("backend", "The program that ran the test crashed."));
    case GpuTestReport::End::Hung:
        return Text(QT_TRANSLATE_NOOP("backend", "The program that ran the test stopped answering and was ended."));
    case GpuTestReport::End::NotStarted:
        return Text(QT_TRANSLATE_NOOP("backend", "The test could not be started."));
    case GpuTestReport::End::NoGpu:
        return Text(QT_TRANSLATE_NOOP("backend", "There is no GPU that the test could use."));
    }
    Q_UNREACHABLE();
}

QString gpuVerdictText(const GpuVerdict &verdict)
{
    QStringList lines;
    if (!verdict.sentence.isEmpty())
        lines << verdict.sentence.toString();
    for (const Text &reason : verdict.reasons)
        lines << u"- "_s + reason.toString();
    if (!verdict.mending.isEmpty())
        lines << words(QT_TRANSLATE_NOOP("backend", "What to do: %1"), {verdict.mending.toString()});
    return lines.join(u'\n');
}

QString gpuTableText(const GpuTestReport &report)
{
    const SpeedChart chart = speedChartOf(report);
    if (chart.isEmpty())
        return {};
    QList<Row> rows{headings()};
    for (const SpeedChart::Group &group : chart.groups)
        rows << rowOf(group, group.mode ? report.mode(*group.mode) : nullptr, report.shape);
    QString text = chart.title.toString() + u'\n' + chart.problem.toString() + u"\n\n"_s + tableOf(rows);
    for (const Text &note : chart.notes)
        text += u'\n' + note.toString();
    return text;
}

QString gpuFactsText(const GpuTestReport &report)
{
    QStringList lines{wayText(report.way)};
    if (const Text end = endSentence(report); !end.isEmpty())
        lines << end.toString();
    if (!report.endWords.isEmpty())
        lines << indent + QString(report.endWords).trimmed().replace(u'\n', u'\n' + indent);
    if (report.device)
        lines << deviceText(*report.device);
    lines << statesText(report);
    if (report.libraries)
        lines << librariesText(*report.libraries);
    lines << variablesText(report.variables);
    for (const GpuModeResult &result : report.modes)
        lines << modeText(result);
    if (report.seconds > 0)
        lines << words(QT_TRANSLATE_NOOP("backend", "The test took %1 seconds."), {QLocale().toString(report.seconds, 'f', 1)});
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString gpuTestText(const GpuTestReport &report)
{
    QStringList parts{gpuVerdictText(report.verdict), gpuTableText(report), gpuFactsText(report)};
    parts.removeAll(QString());
    return parts.join(u"\n\n"_s) + u'\n';
}

} // namespace cudnnsetup
