// SPDX-License-Identifier: MIT
#include "host/hostdata.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Reads values out of machine.json and remembers the first key whose value is of the wrong kind.
class RecordReader
{
public:
    explicit RecordReader(const QJsonObject &object) : m_object(object) { }

    std::optional<QString> text(const QString &key, const QJsonObject &in)
    {
        return check(key, in, QJsonValue::String) ? std::optional(in[key].toString()) : std::nullopt;
    }
    std::optional<bool> yesNo(const QString &key, const QJsonObject &in)
    {
        return check(key, in, QJsonValue::Bool) ? std::optional(in[key].toBool()) : std::nullopt;
    }
    std::optional<qint64> bytes(const QString &key, const QJsonObject &in)
    {
        return check(key, in, QJsonValue::Double) ? std::optional(in[key].toInteger()) : std::nullopt;
    }
    std::optional<QVersionNumber> version(const QString &key, const QJsonObject &in)
    {
        const std::optional<QString> words = text(key, in);
        return words ? std::optional(QVersionNumber::fromString(*words)) : std::nullopt;
    }
    std::optional<QJsonObject> object(const QString &key)
    {
        return check(key, m_object, QJsonValue::Object) ? std::optional(m_object[key].toObject()) : std::nullopt;
    }
    std::optional<QJsonArray> array(const QString &key)
    {
        return check(key, m_object, QJsonValue::Array) ? std::optional(m_object[key].toArray()) : std::nullopt;
    }
    const QString &wrongKey() const { return m_wrongKey; }

private:
    // True when the key is there with a value of that kind; missing and null are both "unknown".
    bool check(const QString &key, const QJsonObject &in, QJsonValue::Type type)
    {
        const QJsonValue value = in.value(key);
        if (value.type() != type && !value.isUndefined() && !value.isNull() && m_wrongKey.isEmpty())
            m_wrongKey = key;
        return value.type() == type;
    }

    QJsonObject m_object;
    QString m_wrongKey;
};

std::optional<MachineRecord::Driver> readDriver(RecordReader &reader)
{
    const std::optional<QJsonObject> driver = reader.object(u"driver"_s);
    if (!driver)
        return std::nullopt;
    return MachineRecord::Driver{reader.version(u"version"_s, *driver).value_or(QVersionNumber()),
                                 reader.version(u"maxCuda"_s, *driver)};
}

std::optional<QList<MachineRecord::Gpu>> readGpus(RecordReader &reader)
{
    const std::optional<QJsonArray> array = reader.array(u"gpus"_s);
    if (!array)
        return std::nullopt;
    QList<MachineRecord::Gpu> gpus;
    for (const QJsonValue &value : *array) {
        const QJsonObject gpu = value.toObject();
        gpus << MachineRecord::Gpu{reader.text(u"name"_s, gpu).value_or(QString()),
                                   reader.version(u"computeCapability"_s, gpu), reader.bytes(u"memoryBytes"_s, gpu)};
    }
    return gpus;
}

QList<MachineRecord::Mount> readMounts(RecordReader &reader)
{
    QList<MachineRecord::Mount> mounts;
    const QJsonArray array = reader.array(u"mounts"_s).value_or(QJsonArray());
    for (const QJsonValue &value : array) {
        const QJsonObject mount = value.toObject();
        mounts << MachineRecord::Mount{FileTree::clean(reader.text(u"path"_s, mount).value_or(QString())),
                                       reader.text(u"fs"_s, mount).value_or(QString()),
                                       reader.yesNo(u"readOnly"_s, mount).value_or(false),
                                       reader.bytes(u"freeBytes"_s, mount)};
    }
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

    RecordReader reader(object);
    const QJsonObject user = reader.object(u"user"_s).value_or(QJsonObject());
    const MachineRecord record{
            .os = reader.text(u"os"_s, object).value_or(QString()),
            .architecture = reader.text(u"architecture"_s, object),
            .userHome = reader.text(u"home"_s, user),
            .userIsAdministrator = reader.yesNo(u"admin"_s, user),
            .hasDriverFact = object.contains(u"driver"),
            .driver = readDriver(reader),
            .gpus = readGpus(reader),
            .mounts = readMounts(reader),
            .isWritable = reader.yesNo(u"writable"_s, object),
            .isPractice = reader.yesNo(u"practice"_s, object).value_or(false),
    };
    if (record.os.isEmpty() || !reader.wrongKey().isEmpty())
        return malformed(path, record.os.isEmpty() ? u"os"_s : reader.wrongKey());
    return record;
}

} // namespace cudnnsetup
