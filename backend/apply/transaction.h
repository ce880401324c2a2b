// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"
#include "plan/plan.h"

#include <QDateTime>

namespace cudnnsetup {

// What became of a plan.
struct Transaction
{
    enum class State { Committed, RolledBack, Incomplete };
    enum class Change { Added, Replaced, PutAside, Written, ModeSet };
    struct ChangedPath
    {
        QString path; // as inside the root
        Change change = Change::Added;
        QByteArray sha256 = {};  // of a file that was put in place
        QString linkTarget = {}; // of a link that was put in place
    };

    QString id;
    State state = State::RolledBack;
    QList<ChangedPath> changes = {};
    double seconds = 0;
    qint64 bytesWritten = 0;
    QDateTime when = {};
    QString targetRoot;
    QString libraryDir;
    bool isForEveryProgram = false; // the loader cache was renewed, so that programs find it by themselves
    std::optional<QVersionNumber> before = {}; // cuDNN version in place before and after
    std::optional<QVersionNumber> after = {};
    QByteArray archiveSha256 = {};
};

QString toString(Transaction::State state);   // "committed", "rolledBack", "incomplete"
QString toString(Transaction::Change change); // "added", "replaced", "putAside", "written", "modeSet"
QJsonObject toJson(const Transaction &transaction);
Result<Transaction> transactionFromJson(const QJsonObject &json);

} // namespace cudnnsetup
