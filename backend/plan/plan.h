// SPDX-License-Identifier: MIT
#pragma once

#include "archive/identity.h"
#include "catalog/compatibility.h"
#include "result.h"

#include <QJsonObject>
#include <QList>
#include <QString>

namespace cudnnsetup {

// One step of a change, in the order in which it is done. Paths are absolute, as inside the root.
struct Operation
{
    enum class Kind {
        MakeDirectory, // path
        Unpack, // the archive's files below memberPrefix into the folder path; links as links, modes a+r
        MakeLink, // a link path whose text is linkTarget, beside the file it names; left out when no such
                  // file came
        PutAside, // path (a file or link of an earlier cuDNN) into the backup
        WriteFile, // path with content
        SetMode, // mode of the file path
        AddBlock, // content, a marked block of ours, at the end of the start-up file path
        RemoveBlock, // that very block out of it
        RunLdconfig, // refresh the loader cache of the root
        TakeBack, // undo the transaction whose folder is path, <target>/.cudnn-setup/<id>, and all newer ones
        DropBackup // of the transaction whose folder is path: it cannot be taken back any more
    };
    Kind kind = Kind::MakeDirectory;
    QString path = {};
    QString memberPrefix = {}; // Unpack
    QStringList namePatterns =
            {}; // Unpack: wildcards; a member directly below memberPrefix that matches none stays out
    QStringList expectedFiles = {}; // Unpack: the names it will bring, as far as they are known beforehand
    QString linkTarget = {}; // MakeLink: a name in the same folder
    QByteArray content = {}; // WriteFile, AddBlock, RemoveBlock
    int mode = 0644; // WriteFile, MakeDirectory, SetMode
};

// An ordered list of operations on one target, made without touching the machine: the preview, --dry-run and
// the work.
struct Plan
{
    QString id; // "20261130-194501-a1b2c3"
    QString machineRoot; // outside path of the machine's root; "/" for this machine
    QString targetRoot; // the toolkit's real folder, or the prefix; journal and staging lie in its
                        // .cudnn-setup/<id>/
    QString libraryDir; // real folders below targetRoot
    QString includeDir;
    std::optional<QString> toolkit = {}; // that the copy is used with, as its activation scripts name it
    ArchiveIdentity archive;
    // What must hold for the staged files before anything is committed; empty = not known, taken from the
    // files.
    std::optional<QVersionNumber> expectedVersion = {};
    std::optional<int> expectedCudaMajor = {};
    QString expectedArchitecture; // "x86_64"
    QList<Operation> operations = {};
    bool needsRights = false;
    qint64 bytesToWrite = 0; // most bytes that can be written
    std::optional<qint64> bytesFree = {}; // where targetRoot lies
    QList<Reason> warnings = {};
    QString command = {}; // what it was made for, as the history shows it: "install cudnn-...-archive.tar.xz"
    QString summary; // "cuDNN 8.9.7 for CUDA 12 -> /usr/local/cuda-12.4"
    std::optional<QVersionNumber> replacedVersion = {};
};

// Whether the plan has an operation of this kind.
bool contains(const Plan &plan, Operation::Kind kind);

// The "plan" document of docs/CLI.md, with all that apply needs; what it writes it reads back equal.
QJsonObject toJson(const Plan &plan);
// Errors: InputMalformed; detail names the key. A path that is not absolute and clean is malformed.
Result<Plan> planFromJson(const QJsonObject &json);
QString toString(Operation::Kind kind); // "makeDirectory", "unpack", "makeLink", "putAside", "writeFile",
                                        // "setMode", "addBlock", "removeBlock", "runLdconfig", "takeBack",
                                        // "dropBackup"

} // namespace cudnnsetup
