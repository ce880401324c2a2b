// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/compatibility.h"

// Inside of judge(): what its questions share. Each question answers with reasons, or with none where a fact is
// missing.
namespace cudnnsetup::compatibility {

// The facts, and what the data says of this release on this CUDA.
struct Case
{
    const Catalog &catalog;
    const CandidateFacts &candidate;
    const TargetFacts &target;
    const Release *release = nullptr;
    std::optional<ReleaseSupport> support = {};
    QString version; // as shown: "8.9.7"
};

// CUDA versions are compared by these two parts: 12.4.1 is no more than 12.4, and 12 means 12.0.
inline QVersionNumber twoParts(const QVersionNumber &version)
{
    return {version.majorVersion(), version.minorVersion()};
}

inline QString majorMinor(const QVersionNumber &version)
{
    return twoParts(version).toString();
}

inline Reason good(Text text)
{
    return {Reason::Weight::Good, QStringLiteral("ok"), std::move(text)};
}

inline Reason unknown(Text text)
{
    return {Reason::Weight::Unknown, QStringLiteral("version-unknown"), std::move(text)};
}

QList<Reason> judgeDriver(const Case &c);
QList<Reason> judgeGpus(const Case &c);

} // namespace cudnnsetup::compatibility
