// SPDX-License-Identifier: MIT
#include "behaviour.h"
#include "gpu.h"
#include "machine.h"

#include <array>
#include <cstring>
#include <memory>

using namespace cudnnsetup::cuda;

CUDNNSETUP_DRIVER_FUNCTIONS(STANDIN_DECLARE)

struct cudnnsetup::cuda::ContextObject
{
};
struct cudnnsetup::cuda::ModuleObject
{
};
struct cudnnsetup::cuda::FunctionObject
{
    std::string name;
};
struct cudnnsetup::cuda::StreamObject
{
};
struct cudnnsetup::cuda::EventObject
{
    standin::Clock::Moment moment;
};

namespace {

enum : Status {
    Success = 0,
    InvalidValue = 1,
    OutOfMemory = 2,
    NotInitialized = 3,
    NoDevice = 100,
    InvalidDevice = 101,
    InvalidImage = 200,
    InvalidContext = 201,
    NoBinaryForGpu = 209,
    UnsupportedPtx = 222,
    InvalidHandle = 400,
    NotFound = 500,
    NotReady = 600,
    Unknown = 999,
};

struct StatusWords
{
    Status status;
    const char *name;
    const char *words;
};
constexpr std::array statuses = {
        StatusWords{Success, "CUDA_SUCCESS", "no error"},
        StatusWords{InvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
        StatusWords{OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
        StatusWords{NotInitialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
        StatusWords{NoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
        StatusWords{InvalidDevice, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
        StatusWords{InvalidImage, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
        StatusWords{InvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
        StatusWords{NoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU",
                    "no kernel image is available for execution on the device"},
        StatusWords{UnsupportedPtx, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
                    "the provided PTX was compiled with an unsupported toolchain."},
        StatusWords{InvalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
        StatusWords{NotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
        StatusWords{NotReady, "CUDA_ERROR_NOT_READY", "device not ready"},
        StatusWords{700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
        StatusWords{719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
        StatusWords{803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"},
        StatusWords{Unknown, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

const StatusWords *wordsOf(Status status)
{
    for (const StatusWords &known : statuses) {
        if (known.status == status)
            return &known;
    }
    return nullptr;
}

// The handles of one kind that were given out.
template<class Object>
class Handles
{
public:
    Object *add(Object object)
    {
        m_objects.push_back(std::make_unique<Object>(std::move(object)));
        return m_objects.back().get();
    }
    bool contains(const Object *handle) const
    {
        for (const auto &object : m_objects) {
            if (object.get() == handle)
                return true;
        }
        return false;
    }

private:
    std::vector<std::unique_ptr<Object>> m_objects;
};

struct Driver
{
    bool isInitialized = false;
    bool hasContext = false;
    standin::Memory memory;
    standin::Clock clock;
    long recordings = 0;
    ContextObject context;
    Handles<ModuleObject> modules;
    std::map<std::string, FunctionObject> functions;
    Handles<StreamObject> streams;
    Handles<EventObject> events;
};
Driver driver;
standin::Behaviour behaviour("STANDIN_CUDA", "cuInit");

#define STANDIN_ENTER_CONTEXT \
    STANDIN_ENTER; \
    if (!driver.hasContext) \
    return driver.isInitialized ? InvalidContext : NotInitialized

std::size_t totalMemory()
{
    const char *told = std::getenv("STANDIN_CUDA_MEMORY");
    return told ? std::strtoull(told, nullptr, 10) : std::size_t(8) << 30;
}

std::size_t freeMemory()
{
    return totalMemory() > driver.memory.used() ? totalMemory() - driver.memory.used() : 0;
}

int capability()
{
    return std::atoi(behaviour.valueOf("capability").value_or("86").c_str());
}

int driverVersion()
{
    return behaviour.isTold("old") ? 10020 : 13000;
}

bool isFunction(Function function)
{
    for (const auto &[name, known] : driver.functions) {
        if (&known == function)
            return true;
    }
    return false;
}

bool isStream(Stream stream)
{
    return !stream || driver.streams.contains(stream);
}

// Puts work of one launch on the GPU.
Status spend(double microseconds)
{
    driver.clock.spend(microseconds);
    return Success;
}

// "STANDIN-PTX 13.0 75"
Status checkImage(const char *image)
{
    std::array<char, 32> kind{};
    int major = 0;
    int minor = 0;
    int architecture = 0;
    if (std::sscanf(image, "%31s %d.%d %d", kind.data(), &major, &minor, &architecture) != 4)
        return InvalidImage;
    if (std::strcmp(kind.data(), standin::machineCode) == 0)
        return architecture == capability() ? Success : NoBinaryForGpu;
    if (std::strcmp(kind.data(), standin::ptx) != 0)
        return InvalidImage;
    if (major * 1000 + minor * 10 > driverVersion())
        return UnsupportedPtx;
    return architecture <= capability() ? Success : NoBinaryForGpu;
}

Status putText(char *to, int size, const char *text)
{
    std::snprintf(to, std::size_t(size), "%s", text);
    return Success;
}

} // namespace

extern "C" {

bool standinHolds(const void *address, std::size_t bytes)
{
    return driver.memory.holds(reinterpret_cast<DevicePointer>(address), bytes);
}

void standinSpend(double microseconds)
{
    spend(microseconds);
}

long standinStretch()
{
    return (driver.recordings + 1) / 2;
}

Status cuInit(unsigned int flags)
{
    STANDIN_ENTER;
    if (behaviour.isTold("noDevice"))
        return NoDevice;
    if (behaviour.isTold("initFails"))
        return Unknown;
    driver.isInitialized = flags == 0;
    return flags == 0 ? Success : InvalidValue;
}

Status cuDriverGetVersion(int *version)
{
    STANDIN_ENTER;
    *version = driverVersion();
    return Success;
}

Status cuDeviceGetCount(int *count)
{
    STANDIN_ENTER;
    *count = 1;
    return driver.isInitialized ? Success : NotInitialized;
}

Status cuDeviceGet(DeviceNumber *device, int ordinal)
{
    STANDIN_ENTER;
    *device = 0;
    if (!driver.isInitialized)
        return NotInitialized;
    return ordinal == 0 ? Success : InvalidDevice;
}

Status cuDeviceGetName(char *name, int size, DeviceNumber device)
{
    STANDIN_ENTER;
    return device == 0 ? putText(name, size, "Stand-in GPU") : InvalidDevice;
}

Status cuDeviceTotalMem_v2(std::size_t *bytes, DeviceNumber device)
{
    STANDIN_ENTER;
    *bytes = totalMemory();
    return device == 0 ? Success : InvalidDevice;
}

Status cuDeviceGetAttribute(int *value, DeviceAttribute attribute, DeviceNumber device)
{
    STANDIN_ENTER;
    if (device != 0)
        return InvalidDevice;
    switch (attribute) {
    case AttributeMultiprocessorCount: *value = behaviour.isTold("tiny") ? 2 : 80; return Success;
    case AttributeComputeCapabilityMajor: *value = capability() / 10; return Success;
    case AttributeComputeCapabilityMinor: *value = capability() % 10; return Success;
    }
    return InvalidValue;
}

Status cuDeviceGetPCIBusId(char *id, int size, DeviceNumber device)
{
    STANDIN_ENTER;
    return device == 0 ? putText(id, size, "0000:01:00.0") : InvalidDevice;
}

Status cuDevicePrimaryCtxRetain(Context *context, DeviceNumber device)
{
    STANDIN_ENTER;
    *context = &driver.context;
    if (!driver.isInitialized)
        return NotInitialized;
    return device == 0 ? Success : InvalidDevice;
}

Status cuCtxSetCurrent(Context context)
{
    STANDIN_ENTER;
    driver.hasContext = context == &driver.context;
    return driver.hasContext ? Success : InvalidContext;
}

Status cuMemGetInfo_v2(std::size_t *freeBytes, std::size_t *totalBytes)
{
    STANDIN_ENTER_CONTEXT;
    *freeBytes = freeMemory();
    *totalBytes = totalMemory();
    return Success;
}

Status cuMemAlloc_v2(DevicePointer *memory, std::size_t bytes)
{
    STANDIN_ENTER_CONTEXT;
    if (bytes == 0)
        return InvalidValue;
    if (behaviour.isTold("outOfMemory") || bytes > freeMemory())
        return OutOfMemory;
    *memory = driver.memory.allocate(bytes);
    return *memory ? Success : OutOfMemory;
}

Status cuMemFree_v2(DevicePointer memory)
{
    STANDIN_ENTER_CONTEXT;
    driver.clock.waitFor(driver.clock.now());
    return memory == 0 || driver.memory.release(memory) ? Success : InvalidValue;
}

Status cuMemcpyHtoD_v2(DevicePointer to, const void *from, std::size_t bytes)
{
    STANDIN_ENTER_CONTEXT;
    if (!driver.memory.holds(to, bytes))
        return InvalidValue;
    std::memcpy(reinterpret_cast<void *>(to), from, bytes);
    return Success;
}

// Does not wait for a stream of its own kind (streamNonBlocking): with work under way a real GPU would hand out old numbers.
Status cuMemcpyDtoH_v2(void *to, DevicePointer from, std::size_t bytes)
{
    STANDIN_ENTER_CONTEXT;
    if (!driver.memory.holds(from, bytes) || !driver.clock.isDone(driver.clock.now()))
        return InvalidValue;
    std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
    return Success;
}

Status cuMemsetD8Async(DevicePointer memory, unsigned char value, std::size_t bytes, Stream stream)
{
    STANDIN_ENTER_CONTEXT;
    if (!isStream(stream))
        return InvalidHandle;
    if (!driver.memory.holds(memory, bytes))
        return InvalidValue;
    std::memset(reinterpret_cast<void *>(memory), value, bytes);
    return spend(standin::launchCost);
}

Status cuStreamCreate(Stream *stream, unsigned int flags)
{
    STANDIN_ENTER_CONTEXT;
    *stream = driver.streams.add({});
    return flags <= streamNonBlocking ? Success : InvalidValue;
}

Status cuStreamSynchronize(Stream stream)
{
    STANDIN_ENTER_CONTEXT;
    driver.clock.waitFor(driver.clock.now());
    return isStream(stream) ? Success : InvalidHandle;
}

Status cuEventCreate(Event *event, unsigned int flags)
{
    STANDIN_ENTER_CONTEXT;
    *event = driver.events.add({});
    return flags == 0 ? Success : InvalidValue;
}

Status cuEventRecord(Event event, Stream stream)
{
    STANDIN_ENTER_CONTEXT;
    if (!driver.events.contains(event) || !isStream(stream))
        return InvalidHandle;
    ++driver.recordings;
    event->moment = driver.clock.now();
    return Success;
}

Status cuEventSynchronize(Event event)
{
    STANDIN_ENTER_CONTEXT;
    if (!driver.events.contains(event))
        return InvalidHandle;
    driver.clock.waitFor(event->moment);
    return Success;
}

Status cuEventElapsedTime(float *milliseconds, Event start, Event end)
{
    STANDIN_ENTER_CONTEXT;
    if (!driver.events.contains(start) || !driver.events.contains(end))
        return InvalidHandle;
    if (start->moment.microseconds < 0 || end->moment.microseconds < 0)
        return InvalidHandle;
    if (!driver.clock.isDone(end->moment))
        return NotReady;
    *milliseconds = float((end->moment.microseconds - start->moment.microseconds) / 1e3);
    return Success;
}

Status cuModuleLoadData(Module *module, const void *image)
{
    STANDIN_ENTER_CONTEXT;
    *module = driver.modules.add({});
    return checkImage(static_cast<const char *>(image));
}

Status cuModuleGetFunction(Function *function, Module module, const char *name)
{
    STANDIN_ENTER_CONTEXT;
    if (!driver.modules.contains(module))
        return InvalidHandle;
    if (!standin::isKernel(name))
        return NotFound;
    *function = &driver.functions.try_emplace(name, FunctionObject{name}).first->second;
    return Success;
}

Status cuLaunchKernel(Function function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX,
                      unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes, Stream stream, void **parameters,
                      void **extra)
{
    STANDIN_ENTER_CONTEXT;
    constexpr unsigned int mostThreads = 1024;
    if (!isFunction(function) || !isStream(stream))
        return InvalidHandle;
    const bool isPlain = gridZ == 1 && blockY == 1 && blockZ == 1 && sharedBytes == 0 && !extra; // as all our launches
    if (!isPlain || gridX == 0 || gridY == 0 || blockX == 0 || blockX > mostThreads || !parameters)
        return InvalidValue;
    const auto run = standin::runKernel(function->name, {gridX, gridY, blockX, parameters}, driver.memory);
    return run.isPossible ? spend(run.microseconds) : InvalidValue;
}

Status cuGetErrorName(Status status, const char **name)
{
    const StatusWords *known = wordsOf(status);
    *name = known ? known->name : nullptr;
    return known ? Success : InvalidValue;
}

Status cuGetErrorString(Status status, const char **words)
{
    const StatusWords *known = wordsOf(status);
    *words = known ? known->words : nullptr;
    return known ? Success : InvalidValue;
}

} // extern "C"
