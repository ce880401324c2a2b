// SPDX-License-Identifier: MIT
#include "report/frameworktext.h"

#include "gpu/gpuverdict.h"
#include "report/speedchart.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostWordLines = 12; // the last ones, where the cause stands

// "TF32 NHWC"
QString nameOfMode(const FrameworkMode &mode)
{
    const auto known = gpuModeFrom(mode.name);
    return known ? labelOf(*known) : mode.name;
}

// "PyTorch 2.11.0+cu130, Python 3.12.3 (/home/me/venv/bin/python)"
QString heading(const FrameworkTestReport &report)
{
    if (report.pythonVersion.isEmpty())
        return report.python;
    const QString python = u"Python %1 (%2)"_s.arg(report.pythonVersion, report.python);
    if (report.framework.isEmpty())
        return python;
    return u"%1 %2"_s.arg(frameworkName(report), report.version).trimmed() + u", "_s + python;
}

// "CUDA 13.0, cuDNN 9.19.0, NVIDIA H200"
QString circumstances(const FrameworkTestReport &report)
{
    QStringList parts;
    if (!report.cudaVersion.isEmpty())
        parts << u"CUDA "_s + report.cudaVersion;
    if (!report.cudnnVersion.isEmpty())
        parts << u"cuDNN "_s + report.cudnnVersion;
    if (!report.deviceName.isEmpty())
        parts << report.deviceName;
    return parts.join(u", "_s);
}

Text lineOf(const FrameworkMode &mode, bool hasSwitch)
{
    const QString name = nameOfMode(mode);
    if (!mode.onMs)
        return Text(QT_TRANSLATE_NOOP("backend", "%1: no time with cuDNN. %2"), {name, mode.problem.toString()});
    const QString on = millisecondsText(*mode.onMs);
    if (!hasSwitch)
        return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 with cuDNN"), {name, on});
    if (!mode.offMs)
        return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 with cuDNN, no time without it. %3"), {name, on, mode.offProblem.toString()});
    return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 with cuDNN, %3 without it (%4 times)"),
                {name, on, millisecondsText(*mode.offMs), timesText(*mode.speedup())});
}

// More than one: files of several copies work together.
QString foldersOf(const QStringList &files)
{
    QStringList folders;
    for (const QString &file : files)
        folders << file.left(file.lastIndexOf(u'/'));
    folders.removeDuplicates();
    return folders.join(u", "_s);
}

// The last lines only: what a framework says before is rarely the cause.
QStringList lastWords(const QString &words)
{
    const QStringList lines = words.split(u'\n', Qt::SkipEmptyParts);
    return lines.mid(std::max<qsizetype>(lines.size() - mostWordLines, 0));
}

} // namespace

QString frameworkText(const FrameworkTestReport &report)
{
    QStringList lines{heading(report)};
    const QString known = circumstances(report);
    if (!known.isEmpty())
        lines << u"    "_s + known;
    for (const FrameworkMode &mode : report.modes)
        lines << u"    "_s + lineOf(mode, report.hasSwitch).toString().trimmed();
    if (!report.cudnnFiles.isEmpty())
        lines << u"    "_s + Text(QT_TRANSLATE_NOOP("backend", "cuDNN was loaded from %1."), {foldersOf(report.cudnnFiles)}).toString();
    lines << u"    "_s + frameworkVerdict(report).toString();
    const QStringList words = report.problem.isEmpty() ? QStringList() : lastWords(report.words);
    for (const QString &line : words)
        lines << u"    | "_s + line;
    return lines.join(u'\n');
}

Text frameworkVerdict(const FrameworkTestReport &report)
{
    if (!report.problem.isEmpty())
        return report.problem;
    if (!report.hasSwitch)
        return Text(QT_TRANSLATE_NOOP("backend", "%1 uses cuDNN. It cannot be told to do without, so there is no time to compare with."),
                    {frameworkName(report)});
    return Text(QT_TRANSLATE_NOOP("backend", "%1 uses cuDNN."), {frameworkName(report)});
}

} // namespace cudnnsetup
