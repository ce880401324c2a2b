// SPDX-License-Identifier: MIT
#include "host/hostdata.h"

#include "host/platform.h"
#include "host/session.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

Host Host::local(const QString &probeProgram)
{
    auto data = std::make_shared<Data>();
    data->kind = Kind::Local;
    // Facts are those of the person's session; programs are run with what sudo leaves of it.
    const QHash<QString, QString> own = platform::environment();
    const auto callers = platform::isAdministrator() ? platform::callersEnvironment() : std::nullopt;
    data->environment = callers.value_or(own);
    data->commands = std::make_shared<LocalCommandRunner>(own);
    data->prober = std::make_shared<ChildProcessProber>(probeProgram);
    const QString callersHome = callers ? callers->value(u"HOME"_s) : QString();
    data->home = callersHome.startsWith(u'/') ? callersHome : platform::userHome();
    data->architecture = platform::systemName().architecture;
    return Host(data);
}

} // namespace cudnnsetup
