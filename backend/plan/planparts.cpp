// SPDX-License-Identifier: MIT
#include "plan/planparts.h"

#include "plan/targetfolders.h"

#include <QDateTime>
#include <QRandomGenerator>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString newPlanId()
{
    return QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss"_s)
           + u"-%1"_s.arg(QRandomGenerator::global()->bounded(1 << 24), 6, 16, QLatin1Char('0'));
}

bool needsRights(const Host &host, const QList<Operation> &operations, const QString &targetRoot)
{
    QStringList places{targetRoot};
    for (const Operation &operation : operations) {
        const bool isFolder = operation.kind == Operation::Kind::Unpack;
        places << (isFolder ? operation.path
                            : operation.path.left(std::max<qsizetype>(operation.path.lastIndexOf(u'/'), 1)));
    }
    places.removeDuplicates();
    return std::any_of(places.begin(), places.end(), [&host](const QString &place) {
        return !host.mayWrite(nearestExistingFolder(host.files(), place));
    });
}

bool isSystemRoot(const QString &folder)
{
    static const QStringList roots{u"/"_s, u"/usr"_s, u"/usr/local"_s};
    return roots.contains(folder);
}

} // namespace cudnnsetup
