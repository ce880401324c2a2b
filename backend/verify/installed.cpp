// SPDX-License-Identifier: MIT
#include "verify/installed.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

VerifyRequest asInstalled(VerifyRequest request, const Transaction &transaction)
{
    request.isForEveryProgram = false;
    for (const Transaction::ChangedPath &change : transaction.changes) {
        if (!change.sha256.isEmpty())
            request.installedHashes.insert(change.path, change.sha256);
        if (!change.linkTarget.isEmpty())
            request.installedLinks.insert(change.path, change.linkTarget);
        if (change.path == "/etc/ld.so.cache"_L1)
            request.isForEveryProgram = true;
    }
    return request;
}

} // namespace cudnnsetup
