// SPDX-License-Identifier: MIT
#include "behaviour.h"
#include "machine.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace cudnnsetup::cuda;

CUDNNSETUP_NVRTC_FUNCTIONS(STANDIN_DECLARE)

// STANDIN_NVRTC_MAJOR, STANDIN_NVRTC_MINOR: of the CUDA toolkit that it stands in for.
struct cudnnsetup::cuda::ProgramObject
{
    std::string source;
    std::string log;
    std::string machineCode; // empty until it is compiled for an architecture that exists
    std::string ptx;
};

namespace {

enum : Status { Success = 0, InvalidInput = 3, InvalidProgram = 4, InvalidOption = 5, Compilation = 6 };

standin::Behaviour behaviour("STANDIN_NVRTC", "nvrtcCompileProgram");

constexpr bool makesMachineCode = STANDIN_NVRTC_MAJOR > 10;
#if STANDIN_NVRTC_MAJOR > 10
constexpr std::array architectures = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
#else
constexpr std::array architectures = {30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75};
#endif

struct Target
{
    bool isReal = false; // "sm_86", else "compute_86"
    int architecture = 0;
};

// Without one that is known: architecture 0.
Target targetFrom(int optionCount, const char *const *options)
{
    const std::string name = "--gpu-architecture=";
    Target target;
    for (int i = 0; i < optionCount; ++i) {
        const std::string option = options[i];
        if (!option.starts_with(name))
            continue;
        const std::string value = option.substr(name.size());
        target.isReal = value.starts_with("sm_");
        const int number = std::atoi(value.substr(value.find('_') + 1).c_str());
        const bool isKnown = std::find(architectures.begin(), architectures.end(), number) != architectures.end();
        if (isKnown && (makesMachineCode || !target.isReal))
            target.architecture = number;
    }
    return target;
}

std::string image(const char *kind, int architecture)
{
    return std::string(kind) + ' ' + std::to_string(STANDIN_NVRTC_MAJOR) + '.' + std::to_string(STANDIN_NVRTC_MINOR) + ' '
            + std::to_string(architecture);
}

Status putSize(std::size_t *bytes, const std::string &text)
{
    *bytes = text.empty() ? 0 : text.size() + 1;
    return Success;
}

Status putText(char *to, const std::string &text)
{
    if (!text.empty())
        std::memcpy(to, text.c_str(), text.size() + 1);
    return text.empty() ? InvalidProgram : Success;
}

} // namespace

extern "C" {

Status nvrtcVersion(int *major, int *minor)
{
    STANDIN_ENTER;
    *major = STANDIN_NVRTC_MAJOR;
    *minor = STANDIN_NVRTC_MINOR;
    return Success;
}

Status nvrtcCreateProgram(Program *program, const char *source, const char *, int headerCount, const char *const *,
                          const char *const *)
{
    STANDIN_ENTER;
    if (!source || headerCount != 0)
        return InvalidInput;
    *program = new ProgramObject{.source = source, .log = {}, .machineCode = {}, .ptx = {}};
    return Success;
}

Status nvrtcDestroyProgram(Program *program)
{
    STANDIN_ENTER;
    delete *program;
    *program = nullptr;
    return Success;
}

Status nvrtcCompileProgram(Program program, int optionCount, const char *const *options)
{
    STANDIN_ENTER;
    const Target target = targetFrom(optionCount, options);
    if (target.architecture == 0) {
        program->log = "nvrtc: error: invalid value for --gpu-architecture (-arch)\n";
        return InvalidOption;
    }
    if (behaviour.isTold("compileFails") || program->source.find("__global__") == std::string::npos) {
        program->log = "cudnnsetup.cu(1): error: this declaration has no storage class or type specifier\n";
        return Compilation;
    }
    program->ptx = image(standin::ptx, target.architecture);
    if (target.isReal)
        program->machineCode = image(standin::machineCode, target.architecture);
    return Success;
}

Status nvrtcGetPTXSize(Program program, std::size_t *bytes)
{
    STANDIN_ENTER;
    return putSize(bytes, program->ptx);
}

Status nvrtcGetPTX(Program program, char *ptx)
{
    STANDIN_ENTER;
    return putText(ptx, program->ptx);
}

Status nvrtcGetProgramLogSize(Program program, std::size_t *bytes)
{
    STANDIN_ENTER;
    *bytes = program->log.size() + 1;
    return Success;
}

Status nvrtcGetProgramLog(Program program, char *log)
{
    STANDIN_ENTER;
    std::memcpy(log, program->log.c_str(), program->log.size() + 1);
    return Success;
}

#if STANDIN_NVRTC_MAJOR > 10
Status nvrtcGetCUBINSize(Program program, std::size_t *bytes)
{
    STANDIN_ENTER;
    return putSize(bytes, program->machineCode);
}

Status nvrtcGetCUBIN(Program program, char *cubin)
{
    STANDIN_ENTER;
    return putText(cubin, program->machineCode);
}

Status nvrtcGetNumSupportedArchs(int *count)
{
    STANDIN_ENTER;
    *count = int(architectures.size());
    return Success;
}

Status nvrtcGetSupportedArchs(int *supported)
{
    STANDIN_ENTER;
    std::copy(architectures.begin(), architectures.end(), supported);
    return Success;
}
#endif

const char *nvrtcGetErrorString(Status status)
{
    switch (status) {
    case Success: return "NVRTC_SUCCESS";
    case InvalidInput: return "NVRTC_ERROR_INVALID_INPUT";
    case InvalidProgram: return "NVRTC_ERROR_INVALID_PROGRAM";
    case InvalidOption: return "NVRTC_ERROR_INVALID_OPTION";
    case Compilation: return "NVRTC_ERROR_COMPILATION";
    default: return "NVRTC_ERROR unknown";
    }
}

} // extern "C"
