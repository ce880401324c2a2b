// SPDX-License-Identifier: MIT
#pragma once

#include "command.h"
#include "filetree.h"
#include "prober.h"

#include <QHash>
#include <QVersionNumber>

#include <memory>

namespace cudnnsetup {

// What machine.json says of a machine kept in a folder; everything may be unknown. Schema: docs/CLI.md.
struct MachineRecord
{
    struct Driver
    {
        QVersionNumber version;
        std::optional<QVersionNumber> maxCuda = {};
        QString spelling = {}; // the version as the driver spells it: "535.183.01"
    };
    struct Gpu
    {
        QString name;
        std::optional<QVersionNumber> computeCapability = {};
        std::optional<qint64> memoryBytes = {};
    };
    struct Mount
    {
        QString path;
        QString fileSystem;
        bool isReadOnly = false;
        std::optional<qint64> freeBytes = {};
    };
    QString os;
    std::optional<QString> architecture = {};
    std::optional<QString> userHome = {};
    std::optional<bool> userIsAdministrator = {};
    bool hasDriverFact = false; // the key "driver" is there; with driver empty it says: no driver
    std::optional<Driver> driver = {};
    std::optional<QList<Gpu>> gpus = {};
    QList<Mount> mounts = {};
    std::optional<bool> isWritable = {};
    bool isPractice = false;
};

// A machine: its files, its environment, the programs that can be run on it and the libraries that can be loaded. Either
// this machine, a folder that holds one (nothing of it is executed), or a machine kept in a folder with recorded answers.
// It only reads. Cheap to copy.
class Host
{
public:
    enum class Kind { Local, Root, Machine };

    // This machine, with the user's own environment. probeProgram: path of cudnn-setup-cli.
    static Host local(const QString &probeProgram);
    // The machine whose files lie under directory (--root). Its environment is that of a fresh login: /etc/environment.
    static Result<Host> inFolder(const QString &directory);
    // A machine kept in a folder (--machine): machine.json, root/, environment, outputs/. prober answers for its libraries.
    static Result<Host> recorded(const QString &directory, std::shared_ptr<LibraryProber> prober);

    Kind kind() const;
    bool isLocal() const { return kind() == Kind::Local; }
    // This process is root on behalf of somebody else: nothing that he can change is run or loaded for him (host/guarded.h).
    bool isForSomebodyElse() const;
    const FileTree &files() const;
    const CommandRunner &commands() const;
    const LibraryProber &prober() const;
    const QHash<QString, QString> &environment() const;
    QString variable(const QString &name) const; // empty when unset
    // The user's home folder, as inside the root.
    QString home() const;
    // Machine: what machine.json says; otherwise empty.
    const std::optional<MachineRecord> &record() const;
    // The folder given to inFolder or recorded, for messages; empty for this machine.
    QString directory() const;
    // The architecture of its programs: "x86_64", "aarch64", ...
    QString architecture() const;

    // May the person write into folder, and how much room is there? For a recorded machine as machine.json says.
    bool mayWrite(const QString &folder) const;
    std::optional<qint64> freeBytes(const QString &folder) const;
    bool isReadOnly(const QString &folder) const;

private:
    struct Data;
    explicit Host(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> m_data;
};

} // namespace cudnnsetup
