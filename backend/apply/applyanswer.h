// SPDX-License-Identifier: MIT
#pragma once

#include "apply/apply.h"

#include <QJsonObject>

namespace cudnnsetup {

// What the privileged side answers, a JSON object a line: {"progress":{...}} as often as it likes, then {"result":{...}}.
QByteArray progressLine(const Progress &progress);
QByteArray resultLine(const ApplyResult &result);

// A line that was read back. Neither: it is none of these, or none that can be understood.
struct Answer
{
    std::optional<Progress> progress = {};
    std::optional<ApplyResult> result = {};
};
Answer answerFrom(const QByteArray &line);

} // namespace cudnnsetup
