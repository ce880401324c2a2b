// SPDX-License-Identifier: MIT
#pragma once

#include "background.h"
#include "engine.h"

#include <QObject>
#include <QThreadPool>

namespace cudnnsetup {

// The GPU test of an installed copy: how far it has come and what came of it, whether it was asked for by
// itself or runs as one of the checks; and the saving of its picture. All work is done in worker threads.
class GpuMeasurement : public QObject
{
    Q_OBJECT

public:
    struct Course
    {
        GpuTestReport soFar;
        std::optional<GpuMode> running;
    };

    // Work runs in pool, which has to outlive this.
    GpuMeasurement(Engine engine, QThreadPool *pool, QObject *parent = nullptr);

    void start(const Host &host, const SystemReport &report, const GpuTestRequest &request);
    void stop();
    void forget();

    // One that runs as a check: what came so far, and its end.
    void follow(const Course &course);
    void take(const std::optional<GpuTestReport> &report);

    // Runs, here or as a check.
    bool isMeasuring() const { return m_work.isRunning() || m_isFollowing; }
    bool wasStopped() const { return m_wasStopped; }
    // What is known so far, or in the end.
    const std::optional<GpuTestReport> &report() const { return m_report; }
    const std::optional<GpuMode> &runningMode() const { return m_runningMode; }
    // Something is to be mended.
    bool hasFault() const;

    void savePicture(const QString &path, const QByteArray &picture);

Q_SIGNALS:
    void changed();
    // error is empty when the picture was written.
    void pictureSaved(const QString &path, const std::optional<cudnnsetup::Error> &error);

private:
    void finish(const Outcome<GpuTestReport> &outcome);

    const Engine m_engine;
    QThreadPool *m_pool;
    std::optional<GpuTestReport> m_report;
    std::optional<GpuMode> m_runningMode;
    bool m_isFollowing = false;
    bool m_wasStopped = false;

    Background<Outcome<GpuTestReport>, Course> m_work;
    Background<Result<void>> m_saveWork;
};

} // namespace cudnnsetup
