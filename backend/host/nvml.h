// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QVersionNumber>

#include <optional>

namespace cudnnsetup {

// What NVIDIA's management library says of the driver and its cards; opened at run time, never linked.
struct NvmlAnswer
{
    struct Gpu
    {
        int index = 0;
        QString name;
        std::optional<QVersionNumber> computeCapability = {};
        std::optional<qint64> memoryBytes = {};
    };
    QVersionNumber driverVersion;
    std::optional<QVersionNumber> maxCuda = {}; // nvmlSystemGetCudaDriverVersion_v2: what the driver can run at most
    QList<Gpu> gpus = {};
    QString driverSpelling = {}; // driverVersion as the driver spells it: "535.183.01"
};

// Errors: InputMissing (no libnvidia-ml.so.1), LoadFailed (with NVML's own status text in detail).
// It loads the library into this process; a driver that is broken may crash or hang it. Programs that have a window ask
// LibraryProber::askNvml, which does this in a child process.
Result<NvmlAnswer> askNvml(const QString &library = QStringLiteral("libnvidia-ml.so.1"));

// Whether a library of this name is where the loader of this machine looks, without loading it.
bool nvmlIsThere(const QString &library = QStringLiteral("libnvidia-ml.so.1"));

QJsonObject toJson(const NvmlAnswer &answer);
NvmlAnswer nvmlAnswerFromJson(const QJsonObject &json);

} // namespace cudnnsetup
