// SPDX-License-Identifier: MIT
#include "host/hostdata.h"

#include "jsonfields.h"

#include <QFile>
#include <QJsonDocument>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

std::optional<MachineRecord::Driver> readDriver(const JsonFields &machine)
{
    const std::optional<JsonFields> driver = machine.object(u"driver"_s);
    if (!driver)
        return std::nullopt;
    return MachineRecord::Driver{driver->version(u"version"_s).value_or(QVersionNumber()),
                                 driver->version(u"maxCuda"_s), driver->text(u"version"_s).value_or(QString())};
}

std::optional<QList<MachineRecord::Gpu>> readGpus(const JsonFields &machine)
{
    if (!machine.has(u"gpus"_s))
        return std::nullopt;
    QList<MachineRecord::Gpu> gpus;
    const QList<JsonFields> objects = machine.objects(u"gpus"_s);
    for (const JsonFields &gpu : objects)
        gpus << MachineRecord::Gpu{gpu.text(u"name"_s).value_or(QString()), gpu.version(u"computeCapability"_s),
                                   gpu.number(u"memoryBytes"_s)};
    return gpus;
}

QList<MachineRecord::Mount> readMounts(const JsonFields &machine)
{
    QList<MachineRecord::Mount> mounts;
    const QList<JsonFields> objects = machine.objects(u"mounts"_s);
    for (const JsonFields &mount : objects)
        mounts << MachineRecord::Mount{FileTree::clean(mount.text(u"path"_s).value_or(QString())),
                                       mount.text(u"fs"_s).value_or(QString()),
                                       mount.yesNo(u"readOnly"_s).value_or(false), mount.number(u"freeBytes"_s)};
    return mounts;
}

tl::unexpected<Error> malformed(const QString &path, const QString &detail)
{
    return failure(ErrorId::InputMalformed,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 is not a description of a machine that this version can read."),
                        {path}),
                   detail);
}

} // namespace

Result<MachineRecord> readMachineRecord(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 cannot be opened, so this folder holds no recorded machine."),
                            {path}),
                       file.errorString());
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (!document.isObject())
        return malformed(path, error.errorString());
    const QJsonObject object = document.object();
    if (object[u"schema"].toInt() != 1)
        return malformed(path, u"schema"_s);

    const JsonFields machine(object);
    const JsonFields user = machine.object(u"user"_s).value_or(JsonFields({}));
    const MachineRecord record{
            .os = machine.text(u"os"_s).value_or(QString()),
            .architecture = machine.text(u"architecture"_s),
            .userHome = user.text(u"home"_s),
            .userIsAdministrator = user.yesNo(u"admin"_s),
            .hasDriverFact = machine.has(u"driver"_s),
            .driver = readDriver(machine),
            .gpus = readGpus(machine),
            .mounts = readMounts(machine),
            .isWritable = machine.yesNo(u"writable"_s),
            .isPractice = machine.yesNo(u"practice"_s).value_or(false),
    };
    if (!machine.wrongKey().isEmpty())
        return malformed(path, machine.wrongKey());
    if (record.os != u"linux" && record.os != u"windows")
        return malformed(path, u"os"_s);
    return record;
}

} // namespace cudnnsetup
