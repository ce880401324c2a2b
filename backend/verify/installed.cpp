// SPDX-License-Identifier: MIT
#include "verify/installed.h"

namespace cudnnsetup {

VerifyRequest asInstalled(VerifyRequest request, const Transaction &transaction)
{
    request.isForEveryProgram = transaction.isForEveryProgram;
    for (const Transaction::ChangedPath &change : transaction.changes) {
        if (!change.sha256.isEmpty())
            request.installedHashes.insert(change.path, change.sha256);
        if (!change.linkTarget.isEmpty())
            request.installedLinks.insert(change.path, change.linkTarget);
    }
    return request;
}

} // namespace cudnnsetup
