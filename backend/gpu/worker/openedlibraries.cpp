// SPDX-License-Identifier: MIT
#include "gpu/worker/openedlibraries.h"

#include "cudnnnumber.h"
#include "gpu/worker/sharedlibrary.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

template<class Api>
GpuLibrary openInto(Api &api, const QString &called, const QString &asked)
{
    GpuLibrary facts{.asked = asked};
    if (asked.isEmpty()) {
        facts.problem = u"%1 was not found"_s.arg(called);
        return facts;
    }
    const SharedLibrary library = SharedLibrary::open(asked);
    facts.file = library.file();
    facts.problem = library.problem();
    if (!library.isOpen())
        return facts;
    if (const char *missing = api.fill([&](const char *name) { return library.function(name); }))
        facts.problem = u"undefined symbol: %1"_s.arg(QLatin1StringView(missing));
    return facts;
}

} // namespace

OpenedLibraries openLibraries(const gpuprotocol::Request &request, const std::function<void(const QString &)> &at)
{
    OpenedLibraries opened;
    at(u"driver"_s);
    opened.facts.driver = openInto(opened.driver, u"the driver"_s, request.driver);
    at(u"cublas"_s);
    opened.facts.cublas = openInto(opened.blas, u"cuBLAS"_s, request.cublas);
    at(u"nvrtc"_s);
    opened.facts.nvrtc = openInto(opened.nvrtc, u"NVRTC"_s, request.nvrtc);
    at(u"cudnn"_s);
    opened.facts.cudnn = openInto(opened.dnn, u"cuDNN"_s, request.cudnn);
    at(u"nvml"_s);
    opened.hasNvml = openInto(opened.nvml, u"NVML"_s, request.nvml).problem.isEmpty();

    int major = 0;
    int minor = 0;
    if (opened.facts.nvrtc.problem.isEmpty() && opened.nvrtc.nvrtcVersion(&major, &minor) == 0)
        opened.facts.nvrtc.version = u"%1.%2"_s.arg(major).arg(minor);
    if (opened.facts.cudnn.problem.isEmpty()) {
        if (const auto version = versionFromCudnnNumber(qint64(opened.dnn.cudnnGetVersion())))
            opened.facts.cudnn.version = version->toString();
    }
    return opened;
}

} // namespace cudnnsetup
