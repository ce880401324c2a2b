// SPDX-License-Identifier: MIT
#include "archive/identity.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// cudnn-linux-x86_64-8.9.7.29_cuda12-archive, cudnn-linux-x86_64-8.4.0.27_cuda11.6-archive, cudnn_jit-linux-…
std::optional<NameClaim> claimOfArchive(const QString &name)
{
    static const QRegularExpression pattern(
            uR"(^cudnn(?:_jit)?-((?:linux|windows)-(?:x86_64|sbsa|aarch64|ppc64le|arm64))-(\d+(?:\.\d+){2,3})_cuda(\d+)[\d.]*-archive)"_s);
    const auto match = pattern.match(name);
    if (!match.hasMatch())
        return std::nullopt;
    return NameClaim{.version = QVersionNumber::fromString(match.captured(2)),
                     .cudaMajor = match.captured(3).toInt(),
                     .platform = match.captured(1)};
}

// cudnn-11.3-linux-x64-v8.2.1.32, cudnn-10.2-windows10-x64-v7.6.5.32, cudnn-11.3-linux-aarch64sbsa-v8.2.1.32
std::optional<NameClaim> claimOfOlderArchive(const QString &name)
{
    static const QRegularExpression pattern(
            uR"(^cudnn-(\d+)\.\d+-(linux|windows)\d*-(x64|ppc64le|aarch64sbsa|aarch64)-v(\d+(?:\.\d+){1,3}))"_s);
    const auto match = pattern.match(name);
    if (!match.hasMatch())
        return std::nullopt;
    const QString machine = match.captured(3);
    const QString architecture = machine == u"x64" ? u"x86_64"_s : machine == u"aarch64sbsa" ? u"sbsa"_s : machine;
    return NameClaim{.version = QVersionNumber::fromString(match.captured(4)),
                     .cudaMajor = match.captured(1).toInt(),
                     .platform = match.captured(2) + u'-' + architecture};
}

std::optional<QString> platformOfTag(const QString &tag)
{
    if (tag.contains(u"linux"_s) && tag.contains(u"x86_64"_s))
        return u"linux-x86_64"_s;
    if (tag.contains(u"linux"_s) && tag.contains(u"aarch64"_s))
        return u"linux-sbsa"_s;
    if (tag == u"win_amd64")
        return u"windows-x86_64"_s;
    if (tag == u"win_arm64")
        return u"windows-arm64"_s;
    return std::nullopt;
}

// nvidia_cudnn_cu12-9.1.0.70-py3-none-manylinux2014_x86_64.whl; early ones say cu117 for CUDA 11.7.
std::optional<NameClaim> claimOfWheel(const QString &name)
{
    static const QRegularExpression pattern(uR"(^nvidia[_-]cudnn[_-]cu(\d+)-(\d+(?:\.\d+){1,3})-[^-]+-[^-]+-([\w.]+)\.whl)"_s);
    const auto match = pattern.match(name);
    if (!match.hasMatch())
        return std::nullopt;
    const int cuda = match.captured(1).toInt();
    return NameClaim{.version = QVersionNumber::fromString(match.captured(2)),
                     .cudaMajor = cuda >= 100 ? cuda / 10 : cuda,
                     .platform = platformOfTag(match.captured(3))};
}

} // namespace

NameClaim claimOfName(const QString &fileName)
{
    const QString name = publishedName(fileName);
    if (const auto claim = claimOfArchive(name))
        return *claim;
    if (const auto claim = claimOfOlderArchive(name))
        return *claim;
    return claimOfWheel(name).value_or(NameClaim());
}

QString publishedName(const QString &fileName)
{
    static const QRegularExpression copyMark(uR"(\s?\(\d+\)(?=\.|$))"_s);
    QString name = fileName.section(u'/', -1);
    return name.remove(copyMark);
}

} // namespace cudnnsetup
