// SPDX-License-Identifier: MIT
#include "commandline.h"
#include "console.h"
#include "environment.h"

#include "gpu/worker/gpuwork.h"
#include "host/prober.h"

#include <QCoreApplication>

#include <cstring>

int main(int argc, char **argv)
{
    // The hidden sides of the program: they load libraries for their parent and answer. They need nothing else of us.
    if (argc == 2 && std::strcmp(argv[1], "probe") == 0)
        return cudnnsetup::runProbeChild();
    if (argc == 2 && std::strcmp(argv[1], "gpu-work") == 0)
        return cudnnsetup::runGpuWork();

    if (argc >= 2 && std::strcmp(argv[1], "apply") == 0)
        cudnnsetup::forgetCaller();
    cudnnsetup::console::prepare();
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("cudnn-setup-cli"));
    QCoreApplication::setApplicationVersion(QStringLiteral(CUDNNSETUP_VERSION));
    const auto code = cudnnsetup::runCommandLine(QCoreApplication::arguments());
    const bool isDone = code == cudnnsetup::ExitCode::Done || code == cudnnsetup::ExitCode::Findings;
    return int(isDone && cudnnsetup::console::hasLostOutput() ? cudnnsetup::ExitCode::OutputLost : code);
}
