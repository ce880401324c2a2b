// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "gpu/gpumode.h"
#include "host/host.h"
#include "job.h"
#include "result.h"

#include <QJsonObject>

#include <chrono>
#include <functional>

namespace cudnnsetup {

// The convolution on the GPU through one cuDNN, with it and without it: what to run, and what came of it. All GPU work is done
// by a child process (gpu/worker); a value that could not be learned is empty.

// A library that the child opened at run time.
struct GpuLibrary
{
    QString asked;        // what it was told to open: a path or a bare name
    QString file = {};    // the real file that the loader took; empty when it was not opened
    QString version = {}; // as the library itself says: "9.14.0"
    QString problem = {}; // the loader's words, or the function that is missing
};

struct GpuLibraries
{
    GpuLibrary driver; // libcuda.so.1, nvcuda.dll
    GpuLibrary cudnn;
    GpuLibrary cublas; // without it our own kernel is the 'without' side
    GpuLibrary nvrtc;  // without it there is no 'without' side
};

struct GpuDevice
{
    int index = 0;
    QString name;
    QVersionNumber computeCapability = {};
    qint64 memoryBytes = 0;
    qint64 freeBytes = 0; // before the test
    int multiprocessors = 0;
    std::optional<QVersionNumber> maxCuda = {}; // of the driver
    QString driverVersion = {};                 // NVML; empty when it was not asked
};

// What NVML says at one moment.
struct GpuState
{
    std::optional<int> clockMhz = {};    // of the multiprocessors
    std::optional<int> maxClockMhz = {};
    std::optional<int> memoryClockMhz = {};
    std::optional<int> temperature = {}; // degrees Celsius
    std::optional<int> load = {};        // percent of the last moments in which the GPU computed
    QStringList throttling = {};         // "power", "heat", "hardware", "sync", ...; empty also when it is idle
    QList<FileUserFacts> programs = {};  // others that compute on it
};

struct GpuModeResult
{
    enum class Status {
        Measured,
        Unsupported, // this cuDNN or this GPU has no such mode
        Failed,      // a call said so; problem has its words
        NotReached,  // time was up, or the child ended before
    };

    GpuMode mode;
    Status status = Status::NotReached;
    int batch = 0;             // images; fewer than asked on small cards
    QList<double> onRuns = {}; // milliseconds of one convolution, one value a repeat
    QList<double> offRuns = {};
    QString algorithm = {};    // "IMPLICIT_PRECOMP_GEMM, tensor cores"
    QString offMethod = {};    // "im2col + cuBLAS", "im2col + own kernel"
    qint64 workspaceBytes = 0;
    // Largest deviation, relative to the root mean square of the right values: from a double-precision result on the CPU at
    // sampled outputs, and of all outputs from the result without cuDNN. Not a number when an output is none.
    std::optional<double> relativeError = {};
    std::optional<double> differenceFromOff = {};
    QString problem = {};      // "cudnnConvolutionForward: CUDNN_STATUS_EXECUTION_FAILED"
    QString offProblem = {};   // why there is no time without cuDNN

    std::optional<double> onMs() const; // medians of the repeats
    std::optional<double> offMs() const;
    std::optional<double> speedup() const;
    std::optional<double> onTflops(const ConvolutionShape &shape) const; // 10^12 floating-point operations a second
    // (largest - smallest) / median of the repeats; the worse of the two sides.
    double spread() const;
};

struct GpuVerdict
{
    enum class Kind {
        Good,     // right and faster
        NotFaster, // right; reasons say why, as far as it was found
        Unsteady, // right, but the times differ too much between repeats to say more
        Partial,  // right, but there was nothing to compare with
        Wrong,    // numbers, a status, a crash, a hang; finding says which
        Impossible, // nothing could be run; no judgement of this cuDNN
    };
    Kind kind = Kind::Impossible;
    QString finding = {}; // "convolution-wrong", ...; empty when it is Good
    Text sentence = {};   // what is, what it means
    QList<Text> reasons = {};
    Text mending = {};    // what to do
};

struct GpuTestReport
{
    enum class Way {
        ThisCopy,   // by path, the libraries of its toolkit in front
        AsPrograms, // by SONAME, in the person's own environment
    };
    enum class End { Complete, TimeUp, Crashed, Hung, NotStarted, NoGpu };

    Way way = Way::ThisCopy;
    End end = End::NotStarted;
    QString endWords = {}; // the child's last words on standard error, or what stopped it
    QString at = {};       // the library that the child was last in: "driver", "nvml", "nvrtc", "cublas", "cudnn"
    std::optional<GpuDevice> device = {};
    std::optional<GpuLibraries> libraries = {};
    GpuState before = {};
    GpuState after = {};
    GpuState during = {}; // right after the timed runs of the slowest-clocked mode
    ConvolutionShape shape = {};
    QList<GpuModeResult> modes = {};
    QHash<QString, QString> variables = {}; // of the child that change what cuDNN does: CUDNN_LOGLEVEL_DBG, NVIDIA_TF32_OVERRIDE...
    double seconds = 0;
    GpuVerdict verdict = {};

    const GpuModeResult *mode(const GpuMode &mode) const;
};

struct GpuTestRequest
{
    GpuTestReport::Way way = GpuTestReport::Way::ThisCopy;
    QString libraryDir;                    // of the copy, as inside the root; AsPrograms: may be empty
    std::optional<int> major = {};         // of the copy, where several lie there; else the highest
    std::optional<QString> toolkit = {};   // root
    int device = 0;
    QList<GpuMode> modes = defaultGpuModes();
    std::chrono::seconds limit = std::chrono::seconds(60); // for the whole; owner: the supervisor
    ConvolutionShape shape = {};
};

// What came so far, whenever more is known: the device, a mode begun, a mode done. Modes still to come stand in it as not reached.
using GpuTestStep = std::function<void(const GpuTestReport &soFar, const std::optional<GpuMode> &running)>;

// Starts workProgram (cudnn-setup-cli with the hidden command "gpu-work") and waits for it; call it from a worker thread. Every
// way in which the child can end is a report, never an error: only cancelling ends without one. No process is left behind.
Outcome<GpuTestReport> runGpuTest(const Host &host, const SystemReport &report, const GpuTestRequest &request,
                                  const QString &workProgram, const Job &job, const GpuTestStep &step = {});

QString toString(GpuModeResult::Status status); // "measured", "unsupported", "failed", "notReached"
QString toString(GpuVerdict::Kind kind);        // "good", "notFaster", "unsteady", "partial", "wrong", "impossible"
QString toString(GpuTestReport::Way way);       // "thisCopy", "asPrograms"
QString toString(GpuTestReport::End end);       // "complete", "timeUp", "crashed", "hung", "notStarted", "noGpu"

// docs/CLI.md, "gpu-test".
QJsonObject toJson(const GpuTestReport &report);

} // namespace cudnnsetup
