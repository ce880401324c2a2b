// SPDX-License-Identifier: MIT
#include "cudnnnumber.h"

namespace cudnnsetup {

namespace {

// MAJOR * scale + MINOR * 100 + PATCHLEVEL; from cuDNN 9 on the scale is 10000.
constexpr int firstMajorOfLongNumbers = 9;
constexpr int shortScale = 1000;
constexpr int longScale = 10000;

} // namespace

std::optional<QVersionNumber> versionFromCudnnNumber(qint64 number)
{
    // 4000 to 9999 are cuDNN 4 to 8 (1000 a major); 90000 and more are cuDNN 9 and later (10000 a major).
    if (number < shortScale || number >= qint64(1000) * longScale)
        return {};
    const int scale = number >= qint64(firstMajorOfLongNumbers) * longScale ? longScale : shortScale;
    const int major = int(number / scale);
    if (scale == shortScale && major >= firstMajorOfLongNumbers)
        return {};
    return QVersionNumber(major, int(number % scale) / 100, int(number % 100));
}

qint64 cudnnNumber(const QVersionNumber &version)
{
    const int scale = version.majorVersion() >= firstMajorOfLongNumbers ? longScale : shortScale;
    return qint64(version.majorVersion()) * scale + qint64(version.minorVersion()) * 100 + version.microVersion();
}

} // namespace cudnnsetup
