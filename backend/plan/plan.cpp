// SPDX-License-Identifier: MIT
#include "plan/plan.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

bool contains(const Plan &plan, Operation::Kind kind)
{
    return std::any_of(plan.operations.begin(), plan.operations.end(),
                       [kind](const Operation &operation) { return operation.kind == kind; });
}

QString toString(Operation::Kind kind)
{
    switch (kind) {
    case Operation::Kind::MakeDirectory:
        return u"makeDirectory"_s;
    case Operation::Kind::Unpack:
        return u"unpack"_s;
    case Operation::Kind::MakeLink:
        return u"makeLink"_s;
    case Operation::Kind::PutAside:
        return u"putAside"_s;
    case Operation::Kind::WriteFile:
        return u"writeFile"_s;
    case Operation::Kind::SetMode:
        return u"setMode"_s;
    case Operation::Kind::AddBlock:
        return u"addBlock"_s;
    case Operation::Kind::RemoveBlock:
        return u"removeBlock"_s;
    case Operation::Kind::TakeBack:
        return u"takeBack"_s;
    case Operation::Kind::DropBackup:
        return u"dropBackup"_s;
    case Operation::Kind::RunLdconfig:
        return u"runLdconfig"_s;
    }
    Q_UNREACHABLE();
}

} // namespace cudnnsetup
