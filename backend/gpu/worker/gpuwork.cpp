// SPDX-License-Identifier: MIT
#include "gpu/worker/gpuwork.h"

#include "gpu/worker/managedgpu.h"
#include "gpu/worker/measurement.h"
#include "gpu/worker/openedlibraries.h"
#include "host/answerchannel.h"

#include <QElapsedTimer>
#include <QJsonDocument>

#include <algorithm>
#include <cstdio>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

bool isComplete(const gpuprotocol::Request &request)
{
    const ConvolutionShape &s = request.shape;
    const bool hasShape = std::min({s.batch, s.inputChannels, s.outputChannels, s.height, s.width}) > 0;
    return hasShape && !request.cudnn.isEmpty() && !request.driver.isEmpty() && !request.modes.isEmpty();
}

// One request from its beginning to its end.
class GpuWork
{
public:
    GpuWork(const gpuprotocol::Request &request, AnswerChannel &answers) : m_request(request), m_answers(answers)
    {
        m_clock.start();
    }

    void run()
    {
        m_libraries = openLibraries(m_request, [this](const QString &library) { at(library); });
        tellLibraries();
        if (!m_libraries.facts.driver.problem.isEmpty())
            return end(GpuTestReport::End::NoGpu, m_libraries.facts.driver.problem);
        if (!m_libraries.facts.cudnn.problem.isEmpty())
            return end(GpuTestReport::End::NotStarted, m_libraries.facts.cudnn.problem);
        at(u"driver"_s);
        const auto device = Device::open(m_libraries.driver, m_request.device);
        if (!device)
            return end(GpuTestReport::End::NoGpu, device.error().words);
        at(u"nvml"_s);
        m_managed = m_libraries.hasNvml ? ManagedGpu::open(m_libraries.nvml, device->pciBusId()) : std::nullopt;
        tellDevice(device->facts());
        m_answers.write(gpuprotocol::fromBefore(state()));
        at(u"cudnn"_s);
        const auto cudnn = Cudnn::open(m_libraries.dnn, *device);
        if (!cudnn)
            return end(GpuTestReport::End::NotStarted, cudnn.error().words);
        measureWith(*device, *cudnn);
    }

private:
    // Which library may not come back; the supervisor knows then whom to name.
    void at(const QString &library) { m_answers.write(gpuprotocol::fromAt(library)); }

    void tellLibraries() { m_answers.write(gpuprotocol::fromLibraries(m_libraries.facts)); }

    void tellDevice(GpuDevice facts)
    {
        if (m_managed)
            facts.driverVersion = m_managed->driverVersion();
        m_answers.write(gpuprotocol::fromDevice(facts));
    }

    GpuState state() const { return m_managed ? m_managed->state() : GpuState{}; }

    void end(GpuTestReport::End end, const QString &words = {}) { m_answers.write(gpuprotocol::fromEnd(end, words)); }

    Called<Kernels> compileKernels(const Device &device)
    {
        if (!m_libraries.facts.nvrtc.problem.isEmpty())
            return tl::unexpected(CallFailure{.words = m_libraries.facts.nvrtc.problem});
        at(u"nvrtc"_s);
        auto kernels = Kernels::compile(m_libraries.nvrtc, device);
        if (!kernels)
            m_libraries.facts.nvrtc.problem = kernels.error().words;
        return kernels;
    }

    void measureWith(const Device &device, const Cudnn &cudnn)
    {
        Bench bench{.device = device, .cudnn = cudnn};
        const auto kernels = compileKernels(device);
        std::optional<Multiplication> multiplication;
        if (kernels) {
            at(u"cublas"_s);
            const bool hasBlas = m_libraries.facts.cublas.problem.isEmpty();
            multiplication = Multiplication::open(hasBlas ? &m_libraries.blas : nullptr, device, *kernels);
            if (hasBlas) {
                m_libraries.facts.cublas.problem = multiplication->blasProblem();
                m_libraries.facts.cublas.version = multiplication->blasVersion();
            }
            bench.kernels = &*kernels;
            bench.multiplication = &*multiplication;
        } else {
            bench.noKernels = kernels.error().words;
        }
        tellLibraries();
        measureModes(bench);
    }

    void measureModes(const Bench &bench)
    {
        Measurement measurement(bench, m_request.shape);
        qsizetype left = m_request.modes.size();
        for (const GpuMode &mode : m_request.modes) {
            const double seconds = m_request.seconds - double(m_clock.elapsed()) / 1e3;
            if (seconds <= 0)
                return end(GpuTestReport::End::TimeUp);
            m_answers.write(gpuprotocol::fromRunning(mode));
            at(u"cudnn"_s);
            // Half of its share for the timed runs; the rest goes to loading, trying and checking.
            const auto result = measurement.measure(
                    mode, seconds / double(left) / 2, [this] { lookAtWork(); },
                    [this](const GpuModeResult &withCudnn) {
                        m_answers.write(gpuprotocol::fromResult(withCudnn));
                        at(u"cublas"_s);
                    });
            m_answers.write(gpuprotocol::fromResult(result));
            --left;
        }
        at(u"nvml"_s);
        m_answers.write(gpuprotocol::fromAfter(state()));
        end(GpuTestReport::End::Complete);
    }

    // Keeps the slowest clock under load, and every reason for it.
    void lookAtWork()
    {
        at(u"nvml"_s);
        const GpuState now = state();
        at(u"cudnn"_s);
        const QStringList reasons = m_during.throttling + now.throttling;
        if (!m_during.clockMhz || (now.clockMhz && *now.clockMhz < *m_during.clockMhz))
            m_during = now;
        m_during.throttling = reasons;
        m_during.throttling.removeDuplicates();
        m_answers.write(gpuprotocol::fromDuring(m_during));
    }

    const gpuprotocol::Request &m_request;
    AnswerChannel &m_answers;
    QElapsedTimer m_clock;
    OpenedLibraries m_libraries;
    std::optional<ManagedGpu> m_managed;
    GpuState m_during;
};

} // namespace

int runGpuWork()
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return 2;
    const auto request = gpuprotocol::requestFrom(QJsonDocument::fromJson(input.readAll()).object());
    if (!isComplete(request))
        return 2;
    AnswerChannel answers;
    GpuWork(request, answers).run();
    answers.endProcess();
}

} // namespace cudnnsetup
