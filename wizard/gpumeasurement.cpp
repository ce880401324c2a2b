// SPDX-License-Identifier: MIT
#include "gpumeasurement.h"

#include "gpu/gpuverdict.h"
#include "report/textreport.h"

namespace cudnnsetup {

GpuMeasurement::GpuMeasurement(Engine engine, QThreadPool *pool, QObject *parent)
    : QObject(parent), m_engine(std::move(engine)), m_pool(pool)
{}

void GpuMeasurement::start(const Host &host, const SystemReport &report, const GpuTestRequest &request)
{
    if (isMeasuring())
        return;
    forget();
    m_work.start(m_pool,
                 [measure = m_engine.gpuTest, host, report, request](const Job &job, const auto &handOver) {
                     return measure(host, report, request, job,
                                    [&](const GpuTestReport &soFar, const std::optional<GpuMode> &running) {
                                        handOver({soFar, running});
                                    });
                 },
                 {.done = [this](const Outcome<GpuTestReport> &outcome) { finish(outcome); },
                  .part =
                          [this](const Course &course) {
                              m_report = course.soFar;
                              m_runningMode = course.running;
                              Q_EMIT changed();
                          }});
    Q_EMIT changed();
}

void GpuMeasurement::finish(const Outcome<GpuTestReport> &outcome)
{
    m_runningMode.reset();
    // What was measured before it was stopped is still true.
    m_wasStopped = !outcome;
    if (outcome)
        m_report = *outcome;
    Q_EMIT changed();
}

void GpuMeasurement::stop()
{
    m_work.stop();
}

void GpuMeasurement::forget()
{
    m_work.forget();
    m_report.reset();
    m_runningMode.reset();
    m_isFollowing = false;
    m_wasStopped = false;
    Q_EMIT changed();
}

void GpuMeasurement::follow(const Course &course)
{
    m_isFollowing = true;
    m_wasStopped = false;
    m_report = course.soFar;
    m_runningMode = course.running;
    Q_EMIT changed();
}

void GpuMeasurement::take(const std::optional<GpuTestReport> &report)
{
    m_wasStopped = m_isFollowing && !report;
    m_isFollowing = false;
    m_runningMode.reset();
    if (report)
        m_report = report;
    Q_EMIT changed();
}

bool GpuMeasurement::hasFault() const
{
    return !isMeasuring() && m_report && isFault(m_report->verdict);
}

void GpuMeasurement::savePicture(const QString &path, const QByteArray &picture)
{
    m_saveWork.start(m_pool, [path, picture](const Job &, const auto &) { return saveBytes(path, picture); },
                     {.done = [this, path](const Result<void> &saved) {
                         Q_EMIT pictureSaved(path, saved ? std::nullopt : std::optional(saved.error()));
                     }});
}

} // namespace cudnnsetup
