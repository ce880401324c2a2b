// SPDX-License-Identifier: MIT
#include "report/progresstext.h"

#include <QCoreApplication>

#include <cmath>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

Text nameOf(Progress::Step step)
{
    switch (step) {
    case Progress::Step::Look: return Text(QT_TRANSLATE_NOOP("backend", "Looking at the machine"));
    case Progress::Step::Hash: return Text(QT_TRANSLATE_NOOP("backend", "Reading the archive"));
    case Progress::Step::Stage: return Text(QT_TRANSLATE_NOOP("backend", "Unpacking"));
    case Progress::Step::Check: return Text(QT_TRANSLATE_NOOP("backend", "Checking the unpacked files"));
    case Progress::Step::Commit: return Text(QT_TRANSLATE_NOOP("backend", "Putting the files in place"));
    case Progress::Step::LoaderCache: return Text(QT_TRANSLATE_NOOP("backend", "Telling the loader"));
    case Progress::Step::Verify: return Text(QT_TRANSLATE_NOOP("backend", "Proving"));
    case Progress::Step::RollBack: return Text(QT_TRANSLATE_NOOP("backend", "Putting everything back"));
    }
    Q_UNREACHABLE();
}

constexpr qint64 settled = 1000; // milliseconds before a rate is worth showing

} // namespace

QString progressText(const Progress &progress, qint64 milliseconds)
{
    QString line = nameOf(progress.step).toString();
    if (!progress.subject.isEmpty())
        line += u": "_s + progress.subject.toString();
    if (!progress.countsBytes() || progress.done <= 0)
        return line;
    if (progress.total > 0) {
        const auto percent = int(std::floor(100.0 * double(progress.done) / double(progress.total)));
        line += u"  "_s
                + Text(QT_TRANSLATE_NOOP("backend", "%1 % of %2"), {QString::number(qMin(percent, 100)), sizeText(progress.total)})
                          .toString();
    } else {
        line += u"  "_s + sizeText(progress.done);
    }
    if (milliseconds < settled)
        return line;
    const double rate = double(progress.done) * 1000 / double(milliseconds);
    line += u", "_s + sizeText(qint64(rate)) + u"/s"_s;
    if (progress.total > progress.done) {
        const auto seconds = qint64(std::ceil(double(progress.total - progress.done) / rate));
        line += u", "_s
                + Text(QT_TRANSLATE_NOOP("backend", "%1 s left"), {QString::number(seconds)}).toString();
    }
    return line;
}

} // namespace cudnnsetup
