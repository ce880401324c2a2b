// SPDX-License-Identifier: MIT
#pragma once

#include "host/command.h"
#include "host/prober.h"

namespace cudnnsetup {

// For a process that is root on behalf of somebody else: facts of that person's session name programs and
// libraries, and none of them is executed that anybody but root can change. Such a one is NotSupported.
// Children get none of his environment.

// Bare names are looked up in the system's folders.
class GuardedCommandRunner : public CommandRunner
{
public:
    Result<CommandResult> run(const Command &command) const override;
};

class GuardedProber : public LibraryProber
{
public:
    explicit GuardedProber(const QString &probeProgram) : m_prober(probeProgram) {}
    Result<ProbeAnswer> probe(const ProbeRequest &request) const override;
    Result<NvmlAnswer> askNvml() const override { return m_prober.askNvml(); }
    Result<ProbeRequest> admitted(const ProbeRequest &request) const override;
    QString program() const override { return m_prober.program(); }

private:
    ChildProcessProber m_prober;
};

namespace platform {

// The file or folder behind all links, where it and each folder above it belong to owner (root) and nobody
// else may write there; folders like /tmp, in which everybody keeps what is his, count as such. Nothing
// otherwise.
std::optional<QString> ownedAllTheWay(const QString &path, unsigned owner = 0);

} // namespace platform
} // namespace cudnnsetup
