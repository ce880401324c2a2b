// SPDX-License-Identifier: MIT
#include "report/planpurpose.h"

#include "plan/activationscripts.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

PlanPurpose purposeOf(const Plan &plan)
{
    using Kind = Operation::Kind;
    const auto has = [&plan](const auto &isOne) {
        return std::any_of(plan.operations.begin(), plan.operations.end(), isOne);
    };
    const auto hasKind = [&has](Kind kind) {
        return has([kind](const Operation &operation) { return operation.kind == kind; });
    };
    const auto isOfLibrary = [&plan](const Operation &operation) {
        return operation.kind == Kind::PutAside && operation.path.startsWith(plan.libraryDir + u'/');
    };
    const auto switchesOff = [](const Operation &operation) {
        return operation.kind == Kind::WriteFile && operation.content.contains(scripts::switchedOffWords);
    };
    if (hasKind(Kind::Unpack))
        return PlanPurpose::Install;
    if (hasKind(Kind::TakeBack))
        return PlanPurpose::TakeBack;
    if (hasKind(Kind::DropBackup))
        return PlanPurpose::CleanUp;
    if (has(isOfLibrary))
        return PlanPurpose::Remove;
    const bool isOff = !hasKind(Kind::AddBlock)
                       && (hasKind(Kind::RemoveBlock) || hasKind(Kind::PutAside) || has(switchesOff));
    return isOff ? PlanPurpose::Deactivate : PlanPurpose::Activate;
}

} // namespace cudnnsetup
