// SPDX-License-Identifier: MIT
#include "gpu/worker/measurement.h"

#include "gpu/worker/graphconvolution.h"
#include "gpu/worker/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr int warmUps = 10;
constexpr int runsInRepeat = 50;
constexpr int repeats = 5;
constexpr unsigned char poison = 0xff; // makes what is not a number, in every format
constexpr qint64 mostWorkspace = qint64(2) << 30;
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

Called<void> repeated(int count, const std::function<Called<void>()> &run)
{
    Called<void> result;
    for (int i = 0; i < count && result; ++i)
        result = run();
    return result;
}

// FP32 and TF32 are stored alike.
GpuMode::Precision formatOf(GpuMode::Precision precision)
{
    return precision == GpuMode::Precision::Tf32 ? GpuMode::Precision::Fp32 : precision;
}

double rootMeanSquare(const std::vector<double> &values)
{
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return std::sqrt(sum / double(values.size()));
}

} // namespace

struct Measurement::Place
{
    ConvolutionShape shape;
    DeviceMemory input;
    DeviceMemory filter;
    DeviceMemory output; // with cuDNN
    DeviceMemory plain;  // without
    DeviceMemory workspace;
    std::vector<OutputPlace> samples;
    std::vector<double> right; // at the samples
};

const Measurement::Numbers &Measurement::numbersFor(GpuMode::Precision precision)
{
    constexpr quint32 inputSeed = 1;
    constexpr quint32 filterSeed = 0x5eed;
    if (m_numbers.input.empty() || m_format != formatOf(precision)) {
        m_format = formatOf(precision);
        m_numbers = {}; // makes room first
        m_numbers = {.input = randomNumbers(m_format, m_shape.inputCount(), inputSeed),
                     .filter = randomNumbers(m_format, m_shape.filterCount(), filterSeed)};
    }
    return m_numbers;
}

// As many images as the free memory holds, with room for a workspace.
ConvolutionShape Measurement::fittingShape(const GpuMode &mode) const
{
    ConvolutionShape shape = m_shape;
    const auto freeBytes = m_bench.device.freeBytes();
    const auto needed = [&] {
        const qint64 results = m_bench.kernels ? 2 : 1;
        const qint64 numbers = shape.inputCount() + shape.filterCount() + results * shape.outputCount();
        return numbers * bytesPerNumber(mode.precision) + PlainConvolution::columnBytes(mode, shape);
    };
    while (freeBytes && shape.batch > 1 && needed() > qint64(*freeBytes) / 10 * 6)
        shape.batch = (shape.batch + 1) / 2;
    return shape;
}

Called<Measurement::Place> Measurement::makePlace(const GpuMode &mode, const ConvolutionShape &shape)
{
    const Device &device = m_bench.device;
    const Numbers &numbers = numbersFor(mode.precision);
    const qint64 bytes = bytesPerNumber(mode.precision);
    const auto inputBytes = std::span(numbers.input).first(size_t(shape.inputCount() * bytes));
    Place place;
    place.shape = shape;
    const auto allocate = [&](DeviceMemory &memory, qint64 size) {
        return device.allocate(size_t(size)).map([&](DeviceMemory &&got) { memory = std::move(got); });
    };
    const auto made = inOrder(
            [&] { return allocate(place.input, qint64(inputBytes.size())); },
            [&] { return allocate(place.filter, qint64(numbers.filter.size())); },
            [&] { return allocate(place.output, shape.outputCount() * bytes); },
            [&] { return m_bench.kernels ? allocate(place.plain, shape.outputCount() * bytes) : Called<void>(); },
            [&] { return device.write(place.input, inputBytes); },
            [&] { return device.write(place.filter, numbers.filter); });
    const auto freeBytes = device.freeBytes();
    if (!made || !freeBytes)
        return tl::unexpected(!made ? made.error() : freeBytes.error());
    const qint64 room = qint64(*freeBytes) - (m_bench.kernels ? PlainConvolution::columnBytes(mode, shape) : 0);
    if (const auto result = allocate(place.workspace, std::clamp<qint64>(room / 10 * 8, 0, mostWorkspace)); !result)
        return tl::unexpected(result.error());
    place.samples = samplePlaces(shape);
    for (const OutputPlace &sample : place.samples)
        place.right.push_back(rightOutput(numbers.input, numbers.filter, shape, mode, sample));
    return place;
}

// Milliseconds of one run, for each repeat. The output is spoilt before each, so that what was not written shows.
Called<QList<double>> Measurement::timeRuns(const Run &run, const DeviceMemory &output, double seconds) const
{
    const Device &device = m_bench.device;
    const auto first = inOrder([&] { return device.fill(output, poison); }, run, [&] { return device.finish(); });
    const auto once = first ? device.time(run) : tl::unexpected(first.error());
    if (!once)
        return tl::unexpected(once.error());
    const double most = seconds * 1e3 / std::max(*once, 1e-3) / repeats;
    const int runs = int(std::clamp<double>(most, 1, runsInRepeat));
    if (const auto warm = repeated(std::min(warmUps, runs), run); !warm)
        return tl::unexpected(warm.error());
    QList<double> times;
    for (int i = 0; i < repeats; ++i) {
        const auto spoilt = device.fill(output, poison);
        const auto time = spoilt ? device.time([&] { return repeated(runs, run); }) : tl::unexpected(spoilt.error());
        if (!time)
            return tl::unexpected(time.error());
        times << *time / runs;
    }
    return times;
}

Called<double> Measurement::errorOf(const DeviceMemory &output, const GpuMode &mode, const Place &place) const
{
    const auto bytes = size_t(bytesPerNumber(mode.precision));
    std::vector<std::byte> number(bytes);
    double largest = 0;
    for (size_t i = 0; i < place.samples.size(); ++i) {
        const auto index = size_t(indexOf(place.samples[i], place.shape, mode.layout));
        if (const auto read = m_bench.device.read(number, output, index * bytes); !read)
            return tl::unexpected(read.error());
        const double difference = std::abs(numberAt(number, mode.precision, 0) - place.right[i]);
        if (!std::isfinite(difference))
            return notANumber;
        largest = std::max(largest, difference);
    }
    return largest / rootMeanSquare(place.right);
}

// Both interfaces of cuDNN, where the mode has both: each is measured as long as the other, and the faster one counts.
Called<void> Measurement::measureWith(GpuModeResult &result, const Place &place, double seconds,
                                      const std::function<void()> &atWork) const
{
    const CudnnConvolution::Memory memory{place.input, place.filter, place.output, place.workspace};
    auto convolution = CudnnConvolution::prepare(m_bench.cudnn, result.mode, place.shape);
    if (!convolution)
        return tl::unexpected(convolution.error());
    if (const auto chosen = convolution->chooseAlgorithm(memory); !chosen)
        return chosen;
    const auto graph = GraphConvolution::fastest(m_bench.cudnn, result.mode, place.shape, memory);
    std::vector<Candidate> candidates{{.name = convolution->algorithmName(),
                                       .workspaceBytes = convolution->workspaceBytes(),
                                       .run = [&] { return convolution->run(memory); }}};
    if (graph)
        candidates.push_back({.name = u"graph plan"_s,
                              .workspaceBytes = graph->workspaceBytes(),
                              .run = [&] { return graph->run(); }});
    for (const Candidate &candidate : candidates) {
        if (const auto done = take(result, candidate, place, seconds / double(candidates.size())); !done)
            return done;
    }
    constexpr double lookMs = 50; // long enough to look at a GPU that is at work
    const int lookRuns = int(std::clamp(lookMs / std::max(*result.onMs(), 1e-3), 1.0, 500.0));
    return inOrder([&] { return repeated(lookRuns, candidates.back().run); },
                   [&] {
                       atWork();
                       return m_bench.device.finish();
                   });
}

// Into the result, if it is faster than what is there.
Called<void> Measurement::take(GpuModeResult &result, const Candidate &candidate, const Place &place, double seconds) const
{
    const auto times = timeRuns(candidate.run, place.output, seconds);
    const auto error = times ? errorOf(place.output, result.mode, place) : tl::unexpected(times.error());
    if (!error)
        return tl::unexpected(error.error());
    const GpuModeResult one{.mode = result.mode, .onRuns = *times};
    if (result.onMs() && *result.onMs() <= *one.onMs())
        return {};
    result.algorithm = candidate.name;
    result.workspaceBytes = candidate.workspaceBytes;
    result.onRuns = *times;
    result.relativeError = *error;
    return {};
}

Called<void> Measurement::measureWithout(GpuModeResult &result, const Place &place, double seconds) const
{
    const auto convolution = PlainConvolution::prepare(m_bench.device, *m_bench.kernels, *m_bench.multiplication, result.mode,
                                                       place.shape);
    if (!convolution)
        return tl::unexpected(convolution.error());
    const auto times = timeRuns([&] { return convolution->run(place.input, place.filter, place.plain); }, place.plain, seconds);
    const auto error = times ? errorOf(place.plain, result.mode, place) : tl::unexpected(times.error());
    if (!error)
        return tl::unexpected(error.error());
    if (!(*error <= errorLimit(result.mode.precision)))
        return tl::unexpected(CallFailure{.words = u"the results without cuDNN are wrong (relative error %1)"_s.arg(*error)});
    result.offRuns = *times;
    result.offMethod = u"im2col + %1"_s.arg(m_bench.multiplication->name());
    return {};
}

Called<void> Measurement::compareBoth(GpuModeResult &result, const Place &place) const
{
    const auto compared = m_bench.kernels->compare(result.mode.precision, place.output, place.plain, place.shape.outputCount());
    if (!compared)
        return tl::unexpected(compared.error());
    result.differenceFromOff = compared->notNumbers > 0 ? notANumber
                                                        : compared->largestDifference / rootMeanSquare(place.right);
    return {};
}

GpuModeResult Measurement::measure(const GpuMode &mode, double seconds, const std::function<void()> &atWork,
                                   const std::function<void(const GpuModeResult &)> &withIsDone)
{
    GpuModeResult result{.mode = mode};
    const auto failed = [&](const CallFailure &failure) {
        result.status = failure.isUnsupported ? GpuModeResult::Status::Unsupported : GpuModeResult::Status::Failed;
        result.problem = failure.words;
        return result;
    };
    const ConvolutionShape shape = fittingShape(mode);
    result.batch = shape.batch;
    const auto place = makePlace(mode, shape);
    if (!place)
        return failed(place.error());
    const double share = seconds / (m_bench.kernels ? 2 : 1);
    if (const auto with = measureWith(result, *place, share, atWork); !with)
        return failed(with.error());
    result.status = GpuModeResult::Status::Measured;
    if (!m_bench.kernels) {
        result.offProblem = m_bench.noKernels;
        return result;
    }
    withIsDone(result);
    const auto without = inOrder([&] { return measureWithout(result, *place, share); },
                                 [&] { return compareBoth(result, *place); });
    if (!without)
        result.offProblem = without.error().words;
    return result;
}

} // namespace cudnnsetup
