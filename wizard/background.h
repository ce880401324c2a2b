// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QPromise>
#include <QtConcurrentRun>

#include <atomic>
#include <memory>
#include <variant>

namespace cudnnsetup {

// One piece of long work in a worker thread. The work gets a Job to report to, may hand over parts on the
// way, and returns one value; all of them arrive in the thread that called start(), in order, and progress at
// most ten times a second. Stopping is a wish the work looks at, not QFuture::cancel(): that would drop the
// value with which stopped work ends. Work that was started anew or forgotten goes on to its end unheard; it
// owns its data.
template<class Value, class Part = std::monostate>
class Background
{
public:
    using HandOver = std::function<void(const Part &)>;
    using Function = std::function<Value(const Job &, const HandOver &)>;
    struct Receiver
    {
        std::function<void(const Value &)> done;
        std::function<void(const Progress &)> progress = [](const Progress &) {};
        std::function<void(const Part &)> part = [](const Part &) {};
    };

    Background() = default;
    ~Background() { forget(); }
    Q_DISABLE_COPY_MOVE(Background)

    void start(QThreadPool *pool, Function function, Receiver receiver)
    {
        forget();
        m_stop = std::make_shared<std::atomic_bool>(false);
        m_watcher.reset(new Watcher);
        Watcher *watcher = m_watcher.get();
        QObject::connect(watcher, &Watcher::resultReadyAt, watcher, [this, watcher, receiver](int index) {
            // The receiver may start other work here, which replaces the watcher: nothing of ours is used
            // after it.
            deliver(watcher->resultAt(index), receiver);
        });
        watcher->setFuture(QtConcurrent::run(pool, runner(std::move(function), m_stop)));
    }

    bool isRunning() const { return m_watcher != nullptr; }

    // Asks the work to stop; its value still comes.
    void stop()
    {
        if (m_stop)
            m_stop->store(true);
    }

    // Asks the work to stop; nothing more comes of it.
    void forget()
    {
        stop();
        m_watcher.reset();
    }

private:
    using Message = std::variant<Progress, std::shared_ptr<const Part>, std::shared_ptr<const Value>>;
    using Watcher = QFutureWatcher<Message>;
    struct DeleteLater
    {
        void operator()(Watcher *watcher) const
        {
            watcher->disconnect();
            watcher->deleteLater();
        }
    };

    static std::function<void(QPromise<Message> &)> runner(Function function,
                                                           std::shared_ptr<std::atomic_bool> stop)
    {
        return [function = std::move(function), stop = std::move(stop)](QPromise<Message> &promise) {
            QElapsedTimer sinceReport;
            auto lastStep = Progress::Step::Look;
            Job job;
            job.isCancelled = [&] { return stop->load(); };
            job.report = [&](const Progress &progress) {
                const bool isEarly = sinceReport.isValid() && sinceReport.elapsed() < 100;
                if (isEarly && progress.step == lastStep)
                    return;
                sinceReport.start();
                lastStep = progress.step;
                promise.addResult(Message(std::in_place_index<0>, progress));
            };
            const HandOver handOver = [&](const Part &part) {
                promise.addResult(Message(std::in_place_index<1>, std::make_shared<const Part>(part)));
            };
            promise.addResult(
                    Message(std::in_place_index<2>, std::make_shared<const Value>(function(job, handOver))));
        };
    }

    void deliver(const Message &message, const Receiver &receiver)
    {
        if (const auto *progress = std::get_if<0>(&message)) {
            receiver.progress(*progress);
        } else if (const auto *part = std::get_if<1>(&message)) {
            receiver.part(**part);
        } else {
            m_watcher.reset();
            receiver.done(**std::get_if<2>(&message));
        }
    }

    std::unique_ptr<Watcher, DeleteLater> m_watcher;
    std::shared_ptr<std::atomic_bool> m_stop;
};

} // namespace cudnnsetup
