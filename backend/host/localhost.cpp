// SPDX-License-Identifier: MIT
#include "host/hostdata.h"

#include "host/platform.h"

namespace cudnnsetup {

Host Host::local(const QString &probeProgram)
{
    auto data = std::make_shared<Data>();
    data->kind = Kind::Local;
    data->environment = platform::environment();
    data->commands = std::make_shared<LocalCommandRunner>(data->environment);
    data->prober = std::make_shared<ChildProcessProber>(probeProgram);
    data->home = platform::userHome();
    data->architecture = platform::systemName().architecture;
    return Host(data);
}

} // namespace cudnnsetup
