// SPDX-License-Identifier: MIT
#include "job.h"

#include <array>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array steps = {"look", "hash", "stage", "check", "commit", "loaderCache", "verify", "rollBack"};
constexpr std::array bottlenecks = {"none", "reading", "decompression", "writing", "command"};

template<class Enum, size_t Count>
Enum fromWord(const QString &word, const std::array<const char *, Count> &words)
{
    for (size_t i = 0; i < Count; ++i) {
        if (word == QLatin1StringView(words[i]))
            return Enum(i);
    }
    return Enum(0);
}

} // namespace

QString toString(Progress::Step step)
{
    return QString::fromLatin1(steps[size_t(step)]);
}

QString toString(Progress::Bottleneck bottleneck)
{
    return QString::fromLatin1(bottlenecks[size_t(bottleneck)]);
}

QJsonObject toJson(const Progress &progress)
{
    return {{u"step"_s, toString(progress.step)},
            {u"done"_s, progress.done},
            {u"total"_s, progress.total},
            {u"bottleneck"_s, toString(progress.bottleneck)},
            {u"subject"_s, progress.subject.toJson()}};
}

Progress progressFromJson(const QJsonObject &json)
{
    return {.step = fromWord<Progress::Step>(json[u"step"_s].toString(), steps),
            .done = json[u"done"_s].toInteger(),
            .total = json[u"total"_s].toInteger(-1),
            .bottleneck = fromWord<Progress::Bottleneck>(json[u"bottleneck"_s].toString(), bottlenecks),
            .subject = Text::fromJson(json[u"subject"_s].toObject())};
}

} // namespace cudnnsetup
