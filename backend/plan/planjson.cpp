// SPDX-License-Identifier: MIT
#include "host/filetree.h"
#include "plan/plan.h"

#include <QJsonArray>

#include <initializer_list>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Writing: what is unknown is null.

QJsonValue jsonOf(const QString &text)
{
    return text;
}

QJsonValue jsonOf(const QVersionNumber &version)
{
    return version.toString();
}

QJsonValue jsonOf(int number)
{
    return number;
}

QJsonValue jsonOf(qint64 number)
{
    return number;
}

template<class T>
QJsonValue jsonOf(const std::optional<T> &value)
{
    return value ? jsonOf(*value) : QJsonValue(QJsonValue::Null);
}

QJsonObject jsonOf(const Operation &operation)
{
    QJsonObject json{{u"kind"_s, toString(operation.kind)}, {u"path"_s, operation.path}};
    switch (operation.kind) {
    case Operation::Kind::Unpack:
        json[u"memberPrefix"_s] = operation.memberPrefix;
        json[u"namePatterns"_s] = QJsonArray::fromStringList(operation.namePatterns);
        json[u"expectedFiles"_s] = QJsonArray::fromStringList(operation.expectedFiles);
        break;
    case Operation::Kind::MakeLink:
        json[u"linkTarget"_s] = operation.linkTarget;
        break;
    case Operation::Kind::WriteFile:
        json[u"content"_s] = QString::fromUtf8(operation.content);
        json[u"mode"_s] = operation.mode;
        break;
    case Operation::Kind::MakeDirectory:
    case Operation::Kind::SetMode:
        json[u"mode"_s] = operation.mode;
        break;
    case Operation::Kind::AddBlock:
    case Operation::Kind::RemoveBlock:
        json[u"content"_s] = QString::fromUtf8(operation.content);
        break;
    case Operation::Kind::PutAside:
    case Operation::Kind::RunLdconfig:
    case Operation::Kind::TakeBack:
    case Operation::Kind::DropBackup:
        break;
    }
    return json;
}

QJsonObject jsonOf(const Reason &reason)
{
    return {{u"weight"_s, toString(reason.weight)},
            {u"id"_s, reason.id},
            {u"text"_s, reason.text.toString()}};
}

QJsonObject jsonOf(const ArchiveIdentity &archive)
{
    QJsonArray published;
    for (const QByteArray &sha256 : archive.publishedSha256)
        published << QString::fromLatin1(sha256);
    return {{u"path"_s, archive.path},
            {u"container"_s, toString(archive.container)},
            {u"version"_s, jsonOf(archive.version)},
            {u"cuda"_s, jsonOf(archive.cudaMajor)},
            {u"platform"_s, jsonOf(archive.platform)},
            {u"sha256"_s, archive.sha256.isEmpty() ? QJsonValue() : QString::fromLatin1(archive.sha256)},
            {u"publishedSha256"_s, published},
            {u"authenticity"_s, toString(archive.authenticity)},
            {u"identifiedBy"_s, archive.identifiedBy},
            {u"entries"_s, jsonOf(archive.entries)},
            {u"unpackedBytes"_s, jsonOf(archive.unpackedBytes)},
            {u"topDir"_s, archive.topDir},
            {u"libraryPrefix"_s, archive.libraryPrefix},
            {u"includePrefix"_s, archive.includePrefix}};
}

template<class T>
QJsonArray arrayOf(const QList<T> &values)
{
    QJsonArray array;
    for (const T &value : values)
        array << jsonOf(value);
    return array;
}

// Reading. The first key that is missing or of the wrong kind is kept; the caller asks for it once, at the
// end.
class Reader
{
public:
    explicit Reader(const QJsonObject &json, const QString &where = {}) : m_json(json), m_where(where) {}

    QString text(QLatin1StringView key)
    {
        const QJsonValue value = m_json.value(key);
        expect(value.isString(), key);
        return value.toString();
    }

    // A path as the rest of the program trusts it: absolute, with no "..", no double '/', no NUL.
    QString path(QLatin1StringView key)
    {
        const QString value = text(key);
        expect(value.startsWith(u'/') && !value.contains(QChar(0)) && FileTree::clean(value) == value, key);
        return value;
    }

    // One name in a folder.
    QString name(QLatin1StringView key)
    {
        const QString value = text(key);
        expect(!value.isEmpty() && !value.contains(u'/') && value != u"." && value != u"..", key);
        return value;
    }

    bool flag(QLatin1StringView key)
    {
        const QJsonValue value = m_json.value(key);
        expect(value.isBool(), key);
        return value.toBool();
    }

    qint64 number(QLatin1StringView key, qint64 least, qint64 most)
    {
        const QJsonValue value = m_json.value(key);
        const qint64 number = value.toInteger(least - 1);
        expect(value.isDouble() && number >= least && number <= most, key);
        return number;
    }

    bool isNull(QLatin1StringView key) const { return m_json.value(key).isNull(); }

    std::optional<qint64> optionalNumber(QLatin1StringView key)
    {
        return isNull(key) ? std::nullopt : std::optional(number(key, 0, std::numeric_limits<qint64>::max()));
    }

    std::optional<int> optionalInt(QLatin1StringView key)
    {
        return isNull(key) ? std::nullopt
                           : std::optional(int(number(key, 0, std::numeric_limits<int>::max())));
    }

    std::optional<QString> optionalText(QLatin1StringView key)
    {
        return isNull(key) ? std::nullopt : std::optional(text(key));
    }

    std::optional<QVersionNumber> optionalVersion(QLatin1StringView key)
    {
        if (isNull(key))
            return {};
        const QString value = text(key);
        const auto version = QVersionNumber::fromString(value);
        expect(!version.isNull() && version.toString() == value, key);
        return version;
    }

    QStringList texts(QLatin1StringView key)
    {
        QStringList list;
        const QJsonArray array = this->array(key);
        for (const auto &value : array) {
            expect(value.isString(), key);
            list << value.toString();
        }
        return list;
    }

    QJsonArray array(QLatin1StringView key)
    {
        const QJsonValue value = m_json.value(key);
        expect(value.isArray(), key);
        return value.toArray();
    }

    template<class Enum>
    Enum choice(QLatin1StringView key, std::initializer_list<Enum> choices)
    {
        const QString word = text(key);
        for (const Enum value : choices) {
            if (toString(value) == word)
                return value;
        }
        expect(false, key);
        return *choices.begin();
    }

    void expect(bool holds, QLatin1StringView key)
    {
        if (!holds && m_problem.isEmpty())
            m_problem = m_where + key;
    }

    void take(const Reader &other)
    {
        if (m_problem.isEmpty())
            m_problem = other.m_problem;
    }

    QString problem() const { return m_problem; }

private:
    QJsonObject m_json;
    QString m_where;
    QString m_problem;
};

constexpr int modeBits = 0777; // no set-user-id, no sticky bit: a plan never asks for them

Operation operationFrom(Reader &reader)
{
    using Kind = Operation::Kind;
    Operation operation;
    operation.kind = reader.choice("kind"_L1, {Kind::MakeDirectory, Kind::Unpack, Kind::MakeLink,
                                               Kind::PutAside, Kind::WriteFile, Kind::SetMode, Kind::AddBlock,
                                               Kind::RemoveBlock, Kind::RunLdconfig, Kind::TakeBack,
                                               Kind::DropBackup});
    operation.path = reader.path("path"_L1);
    if (operation.kind == Kind::Unpack) {
        operation.memberPrefix = reader.text("memberPrefix"_L1);
        operation.namePatterns = reader.texts("namePatterns"_L1);
        operation.expectedFiles = reader.texts("expectedFiles"_L1);
    }
    if (operation.kind == Kind::MakeLink)
        operation.linkTarget = reader.name("linkTarget"_L1);
    if (operation.kind == Kind::WriteFile || operation.kind == Kind::AddBlock || operation.kind == Kind::RemoveBlock)
        operation.content = reader.text("content"_L1).toUtf8();
    if (operation.kind == Kind::WriteFile || operation.kind == Kind::MakeDirectory || operation.kind == Kind::SetMode)
        operation.mode = int(reader.number("mode"_L1, 0, modeBits));
    return operation;
}

Reason reasonFrom(Reader &reader)
{
    using Weight = Reason::Weight;
    const Weight weight =
            reader.choice("weight"_L1, {Weight::Good, Weight::Unknown, Weight::Warning, Weight::Against});
    return {weight, reader.text("id"_L1), Text::verbatim(reader.text("text"_L1))};
}

ArchiveIdentity archiveFrom(Reader &reader)
{
    using Authenticity = ArchiveIdentity::Authenticity;
    ArchiveIdentity archive;
    archive.path = reader.text("path"_L1);
    archive.container = reader.choice("container"_L1,
                                      {Container::TarXz, Container::TarGz, Container::Zip, Container::None});
    archive.version = reader.optionalVersion("version"_L1);
    archive.cudaMajor = reader.optionalInt("cuda"_L1);
    archive.platform = reader.optionalText("platform"_L1);
    archive.sha256 = reader.optionalText("sha256"_L1).value_or(QString()).toLatin1();
    const QStringList published = reader.texts("publishedSha256"_L1);
    for (const QString &sha256 : published)
        archive.publishedSha256 << sha256.toLatin1();
    archive.authenticity = reader.choice("authenticity"_L1, {Authenticity::Genuine, Authenticity::Unknown,
                                                             Authenticity::Mismatch, Authenticity::Truncated,
                                                             Authenticity::NotAnArchive});
    archive.identifiedBy = reader.text("identifiedBy"_L1);
    archive.entries = reader.optionalInt("entries"_L1);
    archive.unpackedBytes = reader.optionalNumber("unpackedBytes"_L1);
    archive.topDir = reader.text("topDir"_L1);
    archive.libraryPrefix = reader.text("libraryPrefix"_L1);
    archive.includePrefix = reader.text("includePrefix"_L1);
    return archive;
}

template<class T>
QList<T> listFrom(Reader &reader, QLatin1StringView key, T (*read)(Reader &))
{
    QList<T> list;
    const QJsonArray array = reader.array(key);
    for (qsizetype i = 0; i < array.size(); ++i) {
        Reader element(array[i].toObject(), u"%1[%2]."_s.arg(key).arg(i));
        list << read(element);
        reader.take(element);
    }
    return list;
}

} // namespace

QJsonObject toJson(const Plan &plan)
{
    return {{u"id"_s, plan.id},
            {u"summary"_s, plan.summary},
            {u"command"_s, plan.command},
            {u"machineRoot"_s, plan.machineRoot},
            {u"targetRoot"_s, plan.targetRoot},
            {u"libraryDir"_s, plan.libraryDir},
            {u"includeDir"_s, plan.includeDir},
            {u"toolkit"_s, jsonOf(plan.toolkit)},
            {u"archive"_s, jsonOf(plan.archive)},
            {u"expectedVersion"_s, jsonOf(plan.expectedVersion)},
            {u"expectedCudaMajor"_s, jsonOf(plan.expectedCudaMajor)},
            {u"expectedArchitecture"_s, plan.expectedArchitecture},
            {u"replacedVersion"_s, jsonOf(plan.replacedVersion)},
            {u"operations"_s, arrayOf(plan.operations)},
            {u"needsRights"_s, plan.needsRights},
            {u"bytesToWrite"_s, plan.bytesToWrite},
            {u"bytesFree"_s, jsonOf(plan.bytesFree)},
            {u"warnings"_s, arrayOf(plan.warnings)}};
}

Result<Plan> planFromJson(const QJsonObject &json)
{
    Reader reader(json);
    Plan plan;
    plan.id = reader.name("id"_L1);
    plan.summary = reader.text("summary"_L1);
    plan.command = reader.text("command"_L1);
    plan.machineRoot = reader.path("machineRoot"_L1);
    plan.targetRoot = reader.path("targetRoot"_L1);
    plan.libraryDir = reader.path("libraryDir"_L1);
    plan.includeDir = reader.path("includeDir"_L1);
    if (!reader.isNull("toolkit"_L1))
        plan.toolkit = reader.path("toolkit"_L1);
    Reader archive(json["archive"_L1].toObject(), u"archive."_s);
    plan.archive = archiveFrom(archive);
    reader.take(archive);
    plan.expectedVersion = reader.optionalVersion("expectedVersion"_L1);
    plan.expectedCudaMajor = reader.optionalInt("expectedCudaMajor"_L1);
    plan.expectedArchitecture = reader.text("expectedArchitecture"_L1);
    plan.replacedVersion = reader.optionalVersion("replacedVersion"_L1);
    plan.operations = listFrom(reader, "operations"_L1, operationFrom);
    plan.needsRights = reader.flag("needsRights"_L1);
    plan.bytesToWrite = reader.number("bytesToWrite"_L1, 0, std::numeric_limits<qint64>::max());
    plan.bytesFree = reader.optionalNumber("bytesFree"_L1);
    plan.warnings = listFrom(reader, "warnings"_L1, reasonFrom);
    if (!reader.problem().isEmpty()) {
        return failure(
                ErrorId::InputMalformed,
                Text(QT_TRANSLATE_NOOP("backend",
                                       "This is not a plan that can be carried out: \"%1\" is missing or not "
                                       "right. Nothing was changed."),
                     {reader.problem()}),
                reader.problem());
    }
    return plan;
}

} // namespace cudnnsetup
