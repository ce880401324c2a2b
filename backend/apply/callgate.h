// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace cudnnsetup {

// The calls by which a folder's content is changed. Reading is not among them.
enum class WriteCall { MakeDirectory, CreateFile, Write, SetMode, Sync, HardLink, SymbolicLink, Rename, Remove };

// Stands before every call that changes something. The product has none; tests put one there that makes the n-th call
// fail or ends the process before it.
class CallGate
{
public:
    virtual ~CallGate() = default;
    // 0 to go on, else the system's error number that the call is to fail with, undone.
    virtual int beforeCall(WriteCall call, const QString &path) = 0;
};

} // namespace cudnnsetup
