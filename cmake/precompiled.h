// SPDX-License-Identifier: MIT
// The headers that nearly every file of ours includes, compiled once: it halves the time of a build. A file still includes
// what it uses; CUDNNSETUP_PRECOMPILE=OFF builds without this and shows where one forgot.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>
#include <QVersionNumber>

#include <tl/expected.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
