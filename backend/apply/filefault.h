// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QString>

namespace cudnnsetup {

// Why one call on a file or folder did not do what it should. It knows nothing of what the call was part of; describe()
// makes the sentence for people out of it.
struct FileFault
{
    enum class Kind {
        Missing,
        Exists,
        NotEmpty,
        NotDirectory,
        IsLink, // a link where a real folder is wanted
        OtherFileSystem,
        LinksNotSupported,
        NoSpace,
        NotWritable,
        NotReadable,
        ReadOnly,
        Locked, // another program holds the lock
        NotTrusted, // others may have written it, and this process has the administrator's rights
        Failed  // everything else: a medium that fails, a file system that gives up
    };
    Kind kind = Kind::Failed;
    QString path;   // as inside the root
    QString detail; // "rename: No space left on device"
};

template<class T>
using FileResult = tl::expected<T, FileFault>;

// How the target stands after the fault.
enum class Standing { NothingChanged, PutBack };

Text standingWords(Standing standing);

// What failed, what is still intact, what to do.
Error describe(const FileFault &fault, Standing standing);

} // namespace cudnnsetup
