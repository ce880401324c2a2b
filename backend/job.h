// SPDX-License-Identifier: MIT
#pragma once

#include "text.h"

#include <functional>

namespace cudnnsetup {

// How far long work has come. total is -1 while it is unknown.
struct Progress
{
    enum class Step { Look, Hash, Stage, Check, Commit, LoaderCache, Verify, RollBack };
    // What the work waits for most: the word that the page shows when somebody wonders why it takes so long.
    enum class Bottleneck { None, Reading, Decompression, Writing, Command };

    Step step = Step::Look;
    qint64 done = 0;
    qint64 total = -1;
    Bottleneck bottleneck = Bottleneck::None;
    Text subject = {}; // the card, file or check at hand

    // Whether done and total are bytes; else they count cards, renames or checks.
    bool countsBytes() const { return step == Step::Hash || step == Step::Stage; }
};

QString toString(Progress::Step step);             // "look", "hash", "stage", ..., "rollBack"
QString toString(Progress::Bottleneck bottleneck); // "none", "reading", ...
// For another process of this program, as Text has it; the document for people is report/documents.h's.
QJsonObject toJson(const Progress &progress);
Progress progressFromJson(const QJsonObject &json);

// What long work gets from whoever started it: a place to report to and the wish to stop.
// report may be called from a worker thread; the receiver throttles to ten a second.
struct Job
{
    std::function<void(const Progress &)> report = [](const Progress &) {};
    std::function<bool()> isCancelled = [] { return false; };
};

} // namespace cudnnsetup
