// SPDX-License-Identifier: MIT
#pragma once

#include "host/prober.h"
#include "result.h"

#include <QJsonObject>
#include <QVersionNumber>

namespace cudnnsetup {

// What writePractice made. JSON: docs/CLI.md, "practice". Paths are of this process.
struct PracticeMachine
{
    struct Archive
    {
        QString path;
        QVersionNumber version;
        QVersionNumber cuda;
    };
    struct Fault
    {
        QString name;    // a finding id
        QString machine; // a machine folder of its own
    };
    QString machine = {};          // folder for --machine
    QStringList toolkits = {};     // inside paths
    QList<Archive> archives = {};
    QList<Fault> faults = {};
};
QJsonObject toJson(const PracticeMachine &practice);

// Writes a throw-away machine into directory, which must be new, empty, or a practice folder made before (then it is
// renewed). Never touches anything else. Errors: NotWritable, NoSpace, InputMalformed (a folder with other things in it).
Result<PracticeMachine> writePractice(const QString &directory);

// Loads libraries of practice machines, and no others: a file is loaded only when its bytes are those that
// practiceCudnn() makes, whoever made the folder. Other files: NotSupported.
std::shared_ptr<LibraryProber> practiceProber(std::shared_ptr<LibraryProber> prober);

} // namespace cudnnsetup
