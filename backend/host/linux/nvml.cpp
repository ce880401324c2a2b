// SPDX-License-Identifier: MIT
#include "host/nvml.h"

#include "host/platform.h"
#include "host/resolver.h"

#include <QFile>

#include <dlfcn.h>

#include <array>
#include <memory>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Our own names for the few things of NVML's interface that are used here; no header of NVIDIA's is needed.
// Source: docs.nvidia.com/deploy/nvml-api.
using Status = int; // 0 is success
using Device = void *;
struct Memory
{
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};
constexpr size_t textSize = 96;

struct LibraryCloser
{
    void operator()(void *handle) const { dlclose(handle); }
};

class Nvml
{
public:
    explicit Nvml(void *handle) : m_handle(handle) { }
    ~Nvml()
    {
        if (m_isOpen)
            call<Status()>("nvmlShutdown");
    }
    Nvml(const Nvml &) = delete;
    Nvml &operator=(const Nvml &) = delete;

    Status open()
    {
        const Status status = call<Status()>("nvmlInit_v2");
        m_isOpen = status == 0;
        return status;
    }

    // A function that this driver lacks counts as failed.
    template<class Function, class... Arguments>
    Status call(const char *name, Arguments... arguments) const
    {
        const auto function = reinterpret_cast<Function *>(dlsym(m_handle.get(), name));
        return function ? function(arguments...) : -1;
    }

    QString statusText(Status status) const
    {
        const auto function = reinterpret_cast<const char *(*)(Status)>(dlsym(m_handle.get(), "nvmlErrorString"));
        const char *words = function ? function(status) : nullptr;
        return words ? QString::fromUtf8(words) : u"status %1"_s.arg(status);
    }

private:
    std::unique_ptr<void, LibraryCloser> m_handle;
    bool m_isOpen = false;
};

NvmlAnswer::Gpu gpuAt(const Nvml &nvml, unsigned int index)
{
    NvmlAnswer::Gpu gpu{.index = int(index), .name = {}};
    Device device = nullptr;
    if (nvml.call<Status(unsigned int, Device *)>("nvmlDeviceGetHandleByIndex_v2", index, &device) != 0)
        return gpu;
    std::array<char, textSize> name{};
    if (nvml.call<Status(Device, char *, unsigned int)>("nvmlDeviceGetName", device, name.data(), unsigned(textSize)) == 0)
        gpu.name = QString::fromUtf8(name.data());
    int major = 0;
    int minor = 0;
    if (nvml.call<Status(Device, int *, int *)>("nvmlDeviceGetCudaComputeCapability", device, &major, &minor) == 0)
        gpu.computeCapability = QVersionNumber(major, minor);
    Memory memory{};
    if (nvml.call<Status(Device, Memory *)>("nvmlDeviceGetMemoryInfo", device, &memory) == 0)
        gpu.memoryBytes = qint64(memory.total);
    return gpu;
}

NvmlAnswer answerOf(const Nvml &nvml)
{
    NvmlAnswer answer;
    std::array<char, textSize> version{};
    if (nvml.call<Status(char *, unsigned int)>("nvmlSystemGetDriverVersion", version.data(), unsigned(textSize)) == 0)
        answer.driverSpelling = QString::fromLatin1(version.data());
    answer.driverVersion = QVersionNumber::fromString(answer.driverSpelling);
    int cuda = 0;
    if (nvml.call<Status(int *)>("nvmlSystemGetCudaDriverVersion_v2", &cuda) == 0)
        answer.maxCuda = QVersionNumber(cuda / 1000, cuda % 1000 / 10);
    unsigned int count = 0;
    if (nvml.call<Status(unsigned int *)>("nvmlDeviceGetCount_v2", &count) == 0) {
        for (unsigned int i = 0; i < count; ++i)
            answer.gpus << gpuAt(nvml, i);
    }
    return answer;
}

} // namespace

bool nvmlIsThere(const QString &library)
{
    if (library.contains(u'/'))
        return QFile::exists(library);
    const FileTree files;
    const LoaderSearch search(files, platform::environment().value(u"LD_LIBRARY_PATH"_s),
                              platform::systemName().architecture, {});
    return search.resolve(library).path.has_value();
}

Result<NvmlAnswer> askNvml(const QString &library)
{
    void *handle = dlopen(QFile::encodeName(library).constData(), RTLD_NOW | RTLD_LOCAL);
    const QString words = handle ? QString() : QString::fromLocal8Bit(dlerror());
    if (!handle)
        return failure(nvmlIsThere(library) ? ErrorId::LoadFailed : ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "NVIDIA's driver library %1 could not be opened."), {library}),
                       words);
    Nvml nvml(handle);
    const Status status = nvml.open();
    if (status != 0)
        return failure(ErrorId::LoadFailed,
                       Text(QT_TRANSLATE_NOOP("backend", "NVIDIA's driver library is there but does not answer. A restart "
                                                         "helps after a driver update.")),
                       nvml.statusText(status));
    return answerOf(nvml);
}

} // namespace cudnnsetup
