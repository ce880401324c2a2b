// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QFile>

#include <memory>

namespace cudnnsetup {

// Opens a regular file for unbuffered reading; path is a path of this process. Anything that is no regular file (a folder,
// a pipe that would block) is refused. Errors: InputMissing, NotReadable.
Result<std::unique_ptr<QFile>> openPackedFile(const QString &path);

} // namespace cudnnsetup
