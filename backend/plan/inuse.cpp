// SPDX-License-Identifier: MIT
#include "plan/inuse.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// "python3 (4711)"; only the number where the name is not known.
QString namesOf(const QList<FileUserFacts> &users)
{
    QStringList names;
    for (const FileUserFacts &user : users)
        names << (user.name.isEmpty() ? QString::number(user.pid) : u"%1 (%2)"_s.arg(user.name).arg(user.pid));
    names.removeDuplicates();
    return names.join(u", "_s);
}

QList<CudnnCopy> copiesIn(const SystemReport &report, const QString &libraryDir)
{
    QList<CudnnCopy> copies;
    std::copy_if(report.cudnnCopies.begin(), report.cudnnCopies.end(), std::back_inserter(copies),
                 [&libraryDir](const CudnnCopy &copy) { return copy.libraryDir == libraryDir; });
    return copies;
}

QList<FileUserFacts> usersOf(const QList<CudnnCopy> &copies)
{
    QList<FileUserFacts> users;
    for (const CudnnCopy &copy : copies)
        users << copy.inUseBy;
    return users;
}

QList<Reason> usersOfTheGraphicsCard(const SystemReport &report, const QString &libraryDir,
                                     const QList<FileUserFacts> &usersOfFiles)
{
    QList<FileUserFacts> others = report.gpuUsers;
    others.removeIf([&usersOfFiles](const FileUserFacts &user) {
        return std::any_of(usersOfFiles.begin(), usersOfFiles.end(),
                           [&user](const FileUserFacts &known) { return known.pid == user.pid; });
    });
    if (others.isEmpty())
        return {};
    return {{Reason::Weight::Good, u"gpu-in-use"_s,
             Text(QT_TRANSLATE_NOOP("backend", "These programs use the graphics card now, but as far as can be seen not "
                                               "the cuDNN in %1; they are not disturbed: %2."),
                  {libraryDir, namesOf(others)})}};
}

QList<Reason> unseenUsers(const Host &host, const SystemReport &report, const QString &libraryDir)
{
    if (report.unseenPrograms && *report.unseenPrograms > 0)
        return {{Reason::Weight::Unknown, u"in-use-unknown"_s,
                 Text::counted(QT_TRANSLATE_N_NOOP("backend", "%n programs of other users could not be looked into. Any "
                                                              "that uses the cuDNN in %1 goes on with the old one until "
                                                              "it is started again."),
                               *report.unseenPrograms, {libraryDir})}};
    if (!report.unseenPrograms && host.isLocal())
        return {{Reason::Weight::Unknown, u"in-use-unknown"_s,
                 Text(QT_TRANSLATE_NOOP("backend", "This system hides the programs of other users. Any that uses the "
                                                   "cuDNN in %1 goes on with the old one until it is started again."),
                      {libraryDir})}};
    return {};
}

} // namespace

Result<QList<Reason>> checkInUse(const Host &host, const SystemReport &report, const TargetFolders &folders,
                                 bool takeInUse)
{
    const QList<CudnnCopy> copies = copiesIn(report, folders.libraryDir);
    const QList<FileUserFacts> users = usersOf(copies);
    if (!users.isEmpty() && !takeInUse) {
        return failure(ErrorId::InUse,
                       Text(QT_TRANSLATE_NOOP("backend", "The cuDNN in %1 is in use by: %2. Nothing was changed. Close these "
                                                         "programs, or go on anyway: they do not crash, and keep the old "
                                                         "cuDNN until they are started again."),
                            {folders.libraryDir, namesOf(users)}));
    }
    QList<Reason> reasons;
    if (!users.isEmpty()) {
        reasons << Reason{Reason::Weight::Warning, u"in-use"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "These programs use the cuDNN in %1 now. They do not crash, and "
                                                            "keep the old one until they are started again: %2."),
                               {folders.libraryDir, namesOf(users)})};
    }
    reasons << usersOfTheGraphicsCard(report, folders.libraryDir, users);
    if (!copies.isEmpty())
        reasons << unseenUsers(host, report, folders.libraryDir);
    return reasons;
}

} // namespace cudnnsetup
