// SPDX-License-Identifier: MIT
#pragma once

#include "host/nvml.h"
#include "result.h"

#include <QHash>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>

namespace cudnnsetup {

// What to ask of a library that a child process loads.
struct ProbeRequest
{
    QString library; // outside path, or a bare SONAME to let the loader search
    QStringList alsoLoad = {}; // further libraries, loaded after it, each on its own
    // Put before LD_LIBRARY_PATH for the child only.
    QStringList libraryPath = {};
    // The environment of the child; empty keeps ours.
    QHash<QString, QString> environment = {};
    std::chrono::milliseconds timeout = std::chrono::seconds(20); // owner: the prober's supervisor
};

struct ProbeAnswer
{
    struct Load
    {
        QString library;
        bool loaded = false;
        QString error = {};      // dlerror()
        QString loadedFrom = {}; // real file, from the loader's link map
    };
    std::optional<qint64> cudnnVersion = {};  // cudnnGetVersion(): 8907, 91900
    std::optional<qint64> cudartVersion = {}; // cudnnGetCudartVersion(): 12040, 13000
    QList<Load> loads = {};                   // the library first, then alsoLoad in order
};

// Loads a library in a child process that answers in JSON. A library that cannot be loaded is an entry of loads with the
// loader's words. A crash or a hang in the first library is an Error (LoadFailed, CommandTimedOut; detail: what the child
// wrote), in a later one an entry of loads with its words. Never a problem of our own process.
class LibraryProber
{
public:
    virtual ~LibraryProber() = default;
    virtual Result<ProbeAnswer> probe(const ProbeRequest &request) const = 0;
    // What the driver says, asked in a child process too. Errors: InputMissing (no library; comes at once), LoadFailed,
    // CommandTimedOut; NotSupported for machines of which nothing is executed.
    virtual Result<NvmlAnswer> askNvml() const;
    // The request as a child is to get it, for other work of program() with these libraries. Errors: NotSupported, where
    // they may not be loaded.
    virtual Result<ProbeRequest> admitted(const ProbeRequest &request) const;
    // Our own program that loads libraries; empty for machines of which nothing is executed.
    virtual QString program() const { return {}; }
};

QProcessEnvironment childEnvironment(const ProbeRequest &request);

// Starts probeProgram (our own cudnn-setup-cli with the hidden command "probe").
class ChildProcessProber : public LibraryProber
{
public:
    explicit ChildProcessProber(const QString &probeProgram);
    Result<ProbeAnswer> probe(const ProbeRequest &request) const override;
    Result<NvmlAnswer> askNvml() const override;
    Result<ProbeRequest> admitted(const ProbeRequest &request) const override { return request; }
    QString program() const override { return m_probeProgram; }

private:
    QString m_probeProgram;
};

// For machines of which nothing may be executed: always NotSupported.
class NoProber : public LibraryProber
{
public:
    Result<ProbeAnswer> probe(const ProbeRequest &request) const override;
};

// The child's side: reads the request as JSON from standard input, loads, answers as JSON on standard output.
int runProbeChild();

} // namespace cudnnsetup
