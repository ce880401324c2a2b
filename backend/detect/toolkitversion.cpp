// SPDX-License-Identifier: MIT
#include "detect/toolkitversion.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

std::optional<QString> firstGroup(const QRegularExpression &expression, const QByteArray &text)
{
    const QRegularExpressionMatch match = expression.match(QString::fromUtf8(text));
    return match.hasMatch() ? std::optional(match.captured(1)) : std::nullopt;
}

QByteArray textOf(const Host &host, const QString &path)
{
    return host.files().read(path, 4 << 20).value_or(QByteArray());
}

// The libcudart with the longest version in its name.
std::optional<QString> cudartName(const Host &host, const std::optional<QString> &libraryDir)
{
    if (!libraryDir)
        return std::nullopt;
    std::optional<QString> best;
    const QStringList names = host.files().list(*libraryDir, {u"libcudart.so.*"_s});
    for (const QString &name : names) {
        if (versionOfCudart(name) && (!best || name.count(u'.') > best->count(u'.')))
            best = name;
    }
    return best;
}

} // namespace

std::optional<QString> versionOfNvcc(const QByteArray &output)
{
    static const QRegularExpression full(u"release \\d+\\.\\d+, V(\\d+\\.\\d+\\.\\d+)"_s);
    static const QRegularExpression release(u"release (\\d+\\.\\d+)"_s);
    const std::optional<QString> version = firstGroup(full, output);
    return version ? version : firstGroup(release, output);
}

std::optional<QString> versionOfJson(const QByteArray &text)
{
    const QString version = QJsonDocument::fromJson(text)[u"cuda"][u"version"].toString();
    return QVersionNumber::fromString(version).isNull() ? std::nullopt : std::optional(version);
}

std::optional<QString> versionOfTxt(const QByteArray &text)
{
    static const QRegularExpression words(u"^CUDA Version (\\d+\\.\\d+(?:\\.\\d+)*)"_s, QRegularExpression::MultilineOption);
    return firstGroup(words, text);
}

std::optional<QString> versionOfCudaHeader(const QByteArray &text)
{
    // The header is a megabyte; only the line at hand is turned into a string.
    const qsizetype start = text.indexOf("define CUDA_VERSION");
    if (start < 0)
        return std::nullopt;
    static const QRegularExpression words(u"^define CUDA_VERSION[ \\t]+(\\d+)"_s);
    const std::optional<QString> number = firstGroup(words, text.mid(start, 80));
    const int version = number.value_or(QString()).toInt();
    return version >= 1000 ? std::optional(u"%1.%2"_s.arg(version / 1000).arg(version % 1000 / 10)) : std::nullopt;
}

std::optional<QString> versionOfCudart(const QString &fileName)
{
    static const QRegularExpression words(u"^libcudart\\.so\\.(\\d+(?:\\.\\d+)*)$"_s);
    const QRegularExpressionMatch match = words.match(fileName);
    return match.hasMatch() ? std::optional(match.captured(1)) : std::nullopt;
}

QList<VersionSource> readVersionSources(const Host &host, const ToolkitFacts &toolkit,
                                        const std::optional<QString> &nvccCommand)
{
    QList<VersionSource> sources;
    const auto note = [&sources](const QString &source, const std::optional<QString> &value) {
        if (value)
            sources << VersionSource{source, *value};
    };
    if (nvccCommand) {
        const Result<CommandResult> answer
                = host.commands().run({.program = *nvccCommand, .arguments = {u"--version"_s}});
        if (answer && answer->exitCode == 0)
            note(u"nvcc --version"_s, versionOfNvcc(answer->standardOutput));
    }
    note(u"version.json"_s, versionOfJson(textOf(host, toolkit.root + u"/version.json"_s)));
    note(u"version.txt"_s, versionOfTxt(textOf(host, toolkit.root + u"/version.txt"_s)));
    if (toolkit.includeDir)
        note(u"cuda.h"_s, versionOfCudaHeader(textOf(host, *toolkit.includeDir + u"/cuda.h"_s)));
    if (const std::optional<QString> name = cudartName(host, toolkit.libraryDir))
        note(*name, versionOfCudart(*name));
    return sources;
}

std::optional<QVersionNumber> toolkitVersion(const QList<VersionSource> &sources)
{
    std::optional<QVersionNumber> majorOnly;
    for (const VersionSource &source : sources) {
        const QVersionNumber version = QVersionNumber::fromString(source.value);
        if (version.segmentCount() < 2) {
            majorOnly = majorOnly.value_or(version);
            continue;
        }
        // The third part of nvcc and of libcudart counts their own builds, not those of the toolkit.
        const bool isOfToolkit = source.source.startsWith(u"version.");
        return isOfToolkit ? version : QVersionNumber(version.majorVersion(), version.minorVersion());
    }
    return majorOnly;
}

} // namespace cudnnsetup
