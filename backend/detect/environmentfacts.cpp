// SPDX-License-Identifier: MIT
#include "detect/environmentfacts.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

EnvironmentFacts readEnvironment(const Host &host)
{
    static const QStringList ofInterest{
            u"CUDA_HOME"_s,          u"CUDA_PATH"_s,        u"CUDA_ROOT"_s,          u"CUDNN_PATH"_s,
            u"CUDNN_HOME"_s,         u"CUDNN_ROOT"_s,       u"CUDNN_INCLUDE_DIR"_s,  u"CUDNN_LIB_DIR"_s,
            u"CONDA_PREFIX"_s,       u"CONDA_DEFAULT_ENV"_s, u"VIRTUAL_ENV"_s,       u"PYENV_ROOT"_s,
            u"PYENV_VERSION"_s,      u"PYTHONPATH"_s,       u"PYTHONHOME"_s,         u"LD_PRELOAD"_s,
            u"LIBRARY_PATH"_s,       u"CPATH"_s,            u"C_INCLUDE_PATH"_s,     u"CPLUS_INCLUDE_PATH"_s,
            u"CMAKE_PREFIX_PATH"_s,  u"XLA_FLAGS"_s,        u"CUDA_VISIBLE_DEVICES"_s, u"NVIDIA_VISIBLE_DEVICES"_s,
            u"NVIDIA_DRIVER_CAPABILITIES"_s, u"NVIDIA_REQUIRE_CUDA"_s, u"WSL_DISTRO_NAME"_s,
    };
    EnvironmentFacts facts{
            .path = host.variable(u"PATH"_s).split(u':', Qt::SkipEmptyParts),
            .libraryPath = host.variable(u"LD_LIBRARY_PATH"_s).split(u':', Qt::SkipEmptyParts),
    };
    for (const QString &name : ofInterest) {
        const auto found = host.environment().constFind(name);
        if (found != host.environment().cend())
            facts.variables.insert(name, *found);
    }
    return facts;
}

} // namespace cudnnsetup
