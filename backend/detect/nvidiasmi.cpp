// SPDX-License-Identifier: MIT
#include "detect/nvidiasmi.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString smi = u"nvidia-smi"_s;

std::optional<QVersionNumber> versionOf(const QString &words)
{
    const QVersionNumber version = QVersionNumber::fromString(words.trimmed());
    return version.isNull() ? std::nullopt : std::optional(version);
}

std::optional<qint64> bytesOfMebibytes(const QString &words)
{
    bool isNumber = false;
    const qint64 mebibytes = words.trimmed().toLongLong(&isNumber);
    return isNumber ? std::optional(mebibytes << 20) : std::nullopt;
}

} // namespace

std::optional<DriverFacts> parseSmiHeader(const QByteArray &output)
{
    static const QRegularExpression driverWords(u"Driver Version:\\s*(\\d+(?:\\.\\d+)+)"_s);
    static const QRegularExpression cudaWords(u"CUDA (?:UMD )?Version:\\s*(\\d+\\.\\d+)"_s);
    const QString text = QString::fromUtf8(output);
    const QString driver = driverWords.match(text).captured(1);
    if (driver.isEmpty())
        return std::nullopt;
    return DriverFacts{.version = QVersionNumber::fromString(driver),
                       .maxCuda = versionOf(cudaWords.match(text).captured(1)),
                       .source = smi,
                       .spelling = driver};
}

QList<GpuFacts> parseSmiGpus(const QByteArray &output, bool hasCapability)
{
    const qsizetype fewest = hasCapability ? 4 : 3;
    QList<GpuFacts> gpus;
    const QStringList lines = QString::fromUtf8(output).split(u'\n');
    for (const QString &line : lines) {
        const QStringList fields = line.split(u',');
        bool isNumber = false;
        const int index = fields.first().trimmed().toInt(&isNumber);
        if (!isNumber || fields.size() < fewest)
            continue;
        // Counted from the end: a name with a comma stays whole.
        const qsizetype nameEnd = fields.size() - (fewest - 2);
        gpus << GpuFacts{
                .index = index,
                .name = fields.mid(1, nameEnd - 1).join(u',').trimmed(),
                .computeCapability = hasCapability ? versionOf(fields[nameEnd]) : std::nullopt,
                .memoryBytes = bytesOfMebibytes(fields.last()),
                .source = smi,
        };
    }
    return gpus;
}

QList<GpuFacts> parseSmiList(const QByteArray &output)
{
    static const QRegularExpression words(u"^GPU (\\d+): (.+?) \\(UUID: "_s, QRegularExpression::MultilineOption);
    QList<GpuFacts> gpus;
    QRegularExpressionMatchIterator it = words.globalMatch(QString::fromUtf8(output));
    while (it.hasNext()) {
        const QRegularExpressionMatch match = it.next();
        gpus << GpuFacts{.index = match.captured(1).toInt(), .name = match.captured(2), .source = smi};
    }
    return gpus;
}

QList<FileUserFacts> parseSmiPrograms(const QByteArray &output)
{
    // A path of Linux or, in WSL, of Windows; a comma in it belongs to the name, since the memory comes last.
    static const QRegularExpression words(u"^\\s*(\\d+)\\s*,\\s*(.*?)\\s*,[^,]*$"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression separator(u"[/\\\\]"_s);
    QList<FileUserFacts> programs;
    QRegularExpressionMatchIterator it = words.globalMatch(QString::fromUtf8(output).remove(u'\r'));
    while (it.hasNext()) {
        const QRegularExpressionMatch match = it.next();
        const QString path = match.captured(2);
        const bool isTold = !path.startsWith(u'[');
        programs << FileUserFacts{.pid = match.captured(1).toLongLong(),
                                  .name = isTold ? path.mid(path.lastIndexOf(separator) + 1) : QString()};
    }
    return programs;
}

std::optional<DriverFacts> parseProcDriver(const QByteArray &text)
{
    static const QRegularExpression words(u"^NVRM version:.*?\\s(\\d+\\.\\d+(?:\\.\\d+)*)\\s"_s,
                                          QRegularExpression::MultilineOption);
    const QString version = words.match(QString::fromUtf8(text)).captured(1);
    if (version.isEmpty())
        return std::nullopt;
    return DriverFacts{.version = QVersionNumber::fromString(version),
                       .source = u"/proc/driver/nvidia/version"_s,
                       .spelling = version};
}

std::optional<QString> modelOf(const QByteArray &information)
{
    static const QRegularExpression words(u"^Model:\\s*(\\S.*)$"_s, QRegularExpression::MultilineOption);
    const QString model = words.match(QString::fromUtf8(information)).captured(1).trimmed();
    return model.isEmpty() ? std::nullopt : std::optional(model);
}

} // namespace cudnnsetup
