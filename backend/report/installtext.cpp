// SPDX-License-Identifier: MIT
#include "report/installtext.h"

#include "report/planpurpose.h"
#include "report/progresstext.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString unknownWord()
{
    return Text(QT_TRANSLATE_NOOP("backend", "unknown")).toString();
}

Text authenticityWords(const ArchiveIdentity &identity)
{
    switch (identity.authenticity) {
    case ArchiveIdentity::Authenticity::Genuine:
        return Text(QT_TRANSLATE_NOOP("backend", "It is genuine: its SHA-256 is the published one."));
    case ArchiveIdentity::Authenticity::Unknown:
        return Text(QT_TRANSLATE_NOOP("backend", "Nobody published its SHA-256, so it cannot be said where it comes from."));
    case ArchiveIdentity::Authenticity::Mismatch:
        return Text(QT_TRANSLATE_NOOP("backend", "It carries the name of a published archive, but not its SHA-256. Fetch it anew from NVIDIA."));
    case ArchiveIdentity::Authenticity::Truncated:
        return Text(QT_TRANSLATE_NOOP("backend", "It ends too early: the download was cut off. Fetch it anew."));
    case ArchiveIdentity::Authenticity::NotAnArchive:
        return Text(QT_TRANSLATE_NOOP("backend", "It is no archive that can be installed."));
    }
    Q_UNREACHABLE();
}

int countOf(const Transaction &transaction, Transaction::Change change)
{
    return int(std::count_if(transaction.changes.begin(), transaction.changes.end(),
                             [&](const Transaction::ChangedPath &path) { return path.change == change; }));
}

QString versionWord(const std::optional<QVersionNumber> &version)
{
    return version ? version->toString() : unknownWord();
}

int asideCount(const Plan &plan)
{
    return int(std::count_if(plan.operations.begin(), plan.operations.end(),
                             [](const Operation &operation) { return operation.kind == Operation::Kind::PutAside; }));
}

QStringList installLines(const Plan &plan)
{
    QStringList lines;
    lines << Text(QT_TRANSLATE_NOOP("backend", "cuDNN %1 for CUDA %2 comes into %3"),
                  {versionWord(plan.expectedVersion),
                   plan.expectedCudaMajor ? QString::number(*plan.expectedCudaMajor) : unknownWord(), plan.targetRoot})
                     .toString();
    lines << Text(QT_TRANSLATE_NOOP("backend", "  libraries into %1"), {plan.libraryDir}).toString();
    lines << Text(QT_TRANSLATE_NOOP("backend", "  headers into %1"), {plan.includeDir}).toString();
    const int aside = asideCount(plan);
    if (aside > 0)
        lines << Text::counted(QT_TRANSLATE_N_NOOP("backend", "  %n files of cuDNN %1 are put aside and kept"), aside,
                               {versionWord(plan.replacedVersion)})
                         .toString();
    lines << Text(QT_TRANSLATE_NOOP("backend", "  room: at most %1 needed, %2 free"),
                  {sizeText(plan.bytesToWrite), plan.bytesFree ? sizeText(*plan.bytesFree) : unknownWord()})
                     .toString();
    return lines;
}

// The first line of a plan that brings no new cuDNN.
Text headline(const Plan &plan, PlanPurpose purpose)
{
    switch (purpose) {
    case PlanPurpose::Activate:
        return Text(QT_TRANSLATE_NOOP("backend", "The cuDNN in %1 is switched on: programs started from then on find it."), {plan.targetRoot});
    case PlanPurpose::Deactivate:
        return Text(QT_TRANSLATE_NOOP("backend", "The cuDNN in %1 is switched off: programs started from then on do not find it there by "
                                                 "themselves. Its files stay."),
                    {plan.targetRoot});
    case PlanPurpose::Remove:
        return Text::counted(QT_TRANSLATE_N_NOOP("backend", "cuDNN %1 goes out of %2: %n files are put aside and kept, so that this can be "
                                                            "taken back."),
                             asideCount(plan), {versionWord(plan.replacedVersion), plan.targetRoot});
    case PlanPurpose::TakeBack:
        return Text(QT_TRANSLATE_NOOP("backend", "In %1 what was done is taken back, the newest first; what was there before comes back."),
                    {plan.targetRoot});
    case PlanPurpose::CleanUp:
        return Text(QT_TRANSLATE_NOOP("backend", "In %1 backups that are not needed any more are removed. Those changes cannot be taken back "
                                                 "afterwards."),
                    {plan.targetRoot});
    case PlanPurpose::Install:
        break;
    }
    return Text::verbatim(plan.summary);
}

} // namespace

Text operationText(const Operation &operation)
{
    switch (operation.kind) {
    case Operation::Kind::MakeDirectory:
        return Text(QT_TRANSLATE_NOOP("backend", "Make the folder %1"), {operation.path});
    case Operation::Kind::Unpack:
        return Text(QT_TRANSLATE_NOOP("backend", "Unpack %1 into %2"), {operation.memberPrefix, operation.path});
    case Operation::Kind::MakeLink:
        return Text(QT_TRANSLATE_NOOP("backend", "Make the link %1, which leads to %2"), {operation.path, operation.linkTarget});
    case Operation::Kind::PutAside:
        return Text(QT_TRANSLATE_NOOP("backend", "Put %1 into the backup"), {operation.path});
    case Operation::Kind::WriteFile:
        return Text(QT_TRANSLATE_NOOP("backend", "Write %1"), {operation.path});
    case Operation::Kind::SetMode:
        return Text(QT_TRANSLATE_NOOP("backend", "Set the rights of %1 to %2"),
                    {operation.path, QString::number(operation.mode, 8)});
    case Operation::Kind::AddBlock:
        return Text(QT_TRANSLATE_NOOP("backend", "Add a marked block to %1"), {operation.path});
    case Operation::Kind::RemoveBlock:
        return Text(QT_TRANSLATE_NOOP("backend", "Remove our marked block from %1"), {operation.path});
    case Operation::Kind::RunLdconfig:
        return Text(QT_TRANSLATE_NOOP("backend", "Refresh the loader cache (ldconfig)"));
    case Operation::Kind::TakeBack:
        return Text(QT_TRANSLATE_NOOP("backend", "Take back the change %1"), {operation.path.section(u'/', -1)});
    case Operation::Kind::DropBackup:
        return Text(QT_TRANSLATE_NOOP("backend", "Drop the backup of the change %1"), {operation.path.section(u'/', -1)});
    }
    Q_UNREACHABLE();
}

QString identityText(const ArchiveIdentity &identity)
{
    QStringList lines;
    if (identity.version)
        lines << Text(QT_TRANSLATE_NOOP("backend", "%1 is cuDNN %2 for CUDA %3, %4."),
                      {QFileInfo(identity.path).fileName(), identity.version->toString(),
                       identity.cudaMajor ? QString::number(*identity.cudaMajor) : unknownWord(),
                       identity.platform.value_or(unknownWord())})
                         .toString();
    lines << authenticityWords(identity).toString();
    if (identity.problem)
        lines << u"  "_s + identity.problem->message.toString();
    if (!identity.sha256.isEmpty())
        lines << Text(QT_TRANSLATE_NOOP("backend", "  SHA-256 of this file: %1"), {QString::fromLatin1(identity.sha256)}).toString();
    for (const QByteArray &hash : identity.publishedSha256)
        lines << Text(QT_TRANSLATE_NOOP("backend", "  SHA-256 published:    %1"), {QString::fromLatin1(hash)}).toString();
    if (identity.entries && identity.unpackedBytes)
        lines << Text::counted(QT_TRANSLATE_N_NOOP("backend", "  %n entries, %1 unpacked"), *identity.entries,
                               {sizeText(*identity.unpackedBytes)})
                         .toString();
    return lines.join(u'\n') + u'\n';
}

QString planText(const Plan &plan, bool withOperations)
{
    const PlanPurpose purpose = purposeOf(plan);
    QStringList lines = purpose == PlanPurpose::Install ? installLines(plan) : QStringList{headline(plan, purpose).toString()};
    // What is switched on or off, or taken back, is no more than its few steps.
    withOperations = withOperations || (purpose != PlanPurpose::Install && purpose != PlanPurpose::Remove);
    if (purpose == PlanPurpose::TakeBack && (plan.replacedVersion || plan.expectedVersion)) {
        const auto wordOf = [](const std::optional<QVersionNumber> &version) {
            return version ? version->toString() : Text(QT_TRANSLATE_NOOP("backend", "none")).toString();
        };
        lines << Text(QT_TRANSLATE_NOOP("backend", "  cuDNN there now: %1; afterwards: %2"),
                      {wordOf(plan.replacedVersion), wordOf(plan.expectedVersion)})
                         .toString();
    }
    for (const Reason &warning : plan.warnings)
        lines << Text(QT_TRANSLATE_NOOP("backend", "  note: %1"), {warning.text.toString()}).toString();
    if (plan.needsRights)
        lines << Text(QT_TRANSLATE_NOOP("backend", "  this needs the rights of an administrator")).toString();
    if (withOperations) {
        for (const Operation &operation : plan.operations)
            lines << u"  - "_s + operationText(operation).toString();
    }
    return lines.join(u'\n') + u'\n';
}

QString transactionText(const Transaction &transaction)
{
    const QString backup = transaction.targetRoot + u"/.cudnn-setup/"_s + transaction.id;
    if (transaction.state == Transaction::State::RolledBack)
        return Text(QT_TRANSLATE_NOOP("backend", "Everything has been put back as it was.")).toString() + u'\n';
    if (transaction.state == Transaction::State::Incomplete)
        return Text(QT_TRANSLATE_NOOP("backend", "Stopped, but not everything could be put back. What is needed for that lies in %1."),
                    {backup})
                       .toString()
                + u'\n';
    QStringList lines;
    lines << Text(QT_TRANSLATE_NOOP("backend", "Done: cuDNN %1 is in %2."), {versionWord(transaction.after), transaction.targetRoot})
                     .toString();
    const int placed = countOf(transaction, Transaction::Change::Added) + countOf(transaction, Transaction::Change::Replaced);
    lines << Text::counted(QT_TRANSLATE_N_NOOP("backend", "  %n files and links were put in place"), placed).toString();
    const int kept = countOf(transaction, Transaction::Change::PutAside) + countOf(transaction, Transaction::Change::Replaced);
    if (kept > 0)
        lines << Text::counted(QT_TRANSLATE_N_NOOP("backend", "  %n earlier files are kept in %1"), kept, {backup}).toString();
    return lines.join(u'\n') + u'\n';
}

QString doneText(const Plan &plan, const Transaction &transaction)
{
    if (transaction.state != Transaction::State::Committed)
        return transactionText(transaction);
    const auto words = [&plan](const char *source) { return Text(source, {plan.targetRoot}).toString() + u'\n'; };
    switch (purposeOf(plan)) {
    case PlanPurpose::Install:
        break;
    case PlanPurpose::Activate:
        return words(QT_TRANSLATE_NOOP("backend", "Done: the cuDNN in %1 is switched on. Open a new terminal, so that programs started there "
                                                  "find it."));
    case PlanPurpose::Deactivate:
        return words(QT_TRANSLATE_NOOP("backend", "Done: the cuDNN in %1 is switched off. Terminals that are open keep it until they are closed."));
    case PlanPurpose::Remove:
        return words(QT_TRANSLATE_NOOP("backend", "Done: cuDNN is out of %1. Its files are kept; cudnn-setup-cli rollback brings them back."));
    case PlanPurpose::TakeBack:
        return words(QT_TRANSLATE_NOOP("backend", "Done: what was done in %1 is taken back."));
    case PlanPurpose::CleanUp:
        return words(QT_TRANSLATE_NOOP("backend", "Done: the backups in %1 that were not needed are removed."));
    }
    return transactionText(transaction);
}

QString keptText(const QStringList &paths)
{
    QString text;
    for (const QString &path : paths)
        text += u"  "_s
                + Text(QT_TRANSLATE_NOOP("backend", "%1 was changed by somebody else since, and is left as it is."), {path}).toString()
                + u'\n';
    return text;
}

} // namespace cudnnsetup
