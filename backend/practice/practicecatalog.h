// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/catalog.h"
#include "host/host.h"
#include "practice/practice.h"

namespace cudnnsetup {

// The release data that counts on a machine: the bundled one and, on a practice machine only, the practice archives that lie
// beside it (archives.json), so that they are known there by their hash. Anywhere else a practice archive stays a stranger.
Result<Catalog> catalogFor(const Host &host);

// The archives that lie ready beside a practice machine; empty for any other.
QList<PracticeMachine::Archive> practiceArchivesBeside(const Host &host);

// The bundled releases with archives.json's archives added. Errors: InputMalformed.
Result<QByteArray> releasesWithPractice(const QByteArray &releases, const QByteArray &archives);

} // namespace cudnnsetup
