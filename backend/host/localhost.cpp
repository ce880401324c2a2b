// SPDX-License-Identifier: MIT
#include "host/guarded.h"
#include "host/hostdata.h"
#include "host/platform.h"
#include "host/session.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

Host Host::local(const QString &probeProgram)
{
    auto data = std::make_shared<Data>();
    data->kind = Kind::Local;
    // Facts are those of the person's session; as root, nothing that he could change is run for him.
    const auto callers = platform::isAdministrator() ? platform::callersEnvironment() : std::nullopt;
    data->environment = callers.value_or(platform::environment());
    data->isForSomebodyElse = callers.has_value();
    if (callers) {
        data->commands = std::make_shared<GuardedCommandRunner>();
        data->prober = std::make_shared<GuardedProber>(probeProgram);
    } else {
        data->commands = std::make_shared<LocalCommandRunner>(data->environment);
        data->prober = std::make_shared<ChildProcessProber>(probeProgram);
    }
    const QString callersHome = callers ? callers->value(u"HOME"_s) : QString();
    data->home = callersHome.startsWith(u'/') ? callersHome : platform::userHome();
    data->architecture = platform::systemName().architecture;
    return Host(data);
}

} // namespace cudnnsetup
