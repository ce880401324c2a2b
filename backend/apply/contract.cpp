// SPDX-License-Identifier: MIT
// On this branch only: stands for what is being written.
#include "apply/history.h"
#include "apply/takeback.h"
namespace cudnnsetup {
namespace {
tl::unexpected<Error> later() { return failure(ErrorId::NotSupported, Text::verbatim(QStringLiteral("not yet"))); }
}
Result<QList<PastChange>> historyOf(const FileTree &, const QString &) { return later(); }
QString toString(PastChange::State) { return {}; }
Result<Plan> planRollBack(const Host &, const QString &, const QString &) { return later(); }
Result<Plan> planUninstall(const Host &, const QString &) { return later(); }
Result<Plan> planRecovery(const Host &, const QString &) { return later(); }
Result<Plan> planCleanUp(const Host &, const QString &, int) { return later(); }
}
