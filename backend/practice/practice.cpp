// SPDX-License-Identifier: MIT
#include "practice/practice.h"

#include "practice/practicearchive.h"
#include "practice/practicefaults.h"
#include "practice/practicemachine.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const char markerText[] = "This folder is a practice machine of cuDNN Setup. The program may write it anew at any time.\n";

QString markerName()
{
    return u".cudnn-setup-practice"_s;
}

// Everything that a practice folder holds at its top; nothing else in it is ever removed.
QStringList ownNames()
{
    return {u"root"_s, u"outputs"_s, u"archives"_s, u"faults"_s, u"machine.json"_s, u"environment"_s, u"archives.json"_s};
}

bool isPracticeFolder(const QString &folder)
{
    const QFileInfo marker(folder + u'/' + markerName());
    QFile file(marker.filePath());
    return marker.isFile() && !marker.isSymLink() && file.open(QIODevice::ReadOnly) && file.readAll() == markerText;
}

Result<void> removeOld(const QString &folder)
{
    for (const QString &name : ownNames()) {
        const QFileInfo info(folder + u'/' + name);
        // A link is taken out itself; what it leads to is not ours.
        const bool isFolder = info.isDir() && !info.isSymLink();
        if (!info.exists() && !info.isSymLink())
            continue;
        if (isFolder ? !QDir(info.filePath()).removeRecursively() : !QFile::remove(info.filePath()))
            return failure(ErrorId::NotWritable,
                           Text(QT_TRANSLATE_NOOP("backend", "The old practice machine in %1 cannot be taken away. "
                                                             "Choose another folder, or one that belongs to you."),
                                {folder}),
                           info.filePath());
    }
    return {};
}

// Makes the folder ready: new, empty, or renewed. The marker is there before anything else is.
Result<void> prepare(const QString &folder)
{
    if (QFileInfo::exists(folder) && !QFileInfo(folder).isDir())
        return failure(ErrorId::InputMalformed,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 is a file. Name a folder for the practice machine."), {folder}));
    if (isPracticeFolder(folder))
        return removeOld(folder);
    const QDir::Filters all = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    if (QFileInfo::exists(folder) && !QDir(folder).entryList(all).isEmpty())
        return failure(ErrorId::InputMalformed,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 holds other things, and they are left alone. "
                                                         "Name a new or an empty folder for the practice machine."),
                            {folder}));
    return makePracticeFolder(folder).and_then([&] { return writePracticeFile(folder + u'/' + markerName(), markerText); });
}

QList<PracticeArchive> practiceArchives()
{
    const QVersionNumber cudnn8({8, 9, 7, 29});
    return {practiceArchive(cudnn8, QVersionNumber(12, 2)), practiceArchive(cudnn8, QVersionNumber(11, 8)),
            practiceArchive(QVersionNumber({8, 2, 1, 32}), QVersionNumber(11, 3), Container::TarGz),
            practiceArchive(QVersionNumber({9, 1, 0, 70}), QVersionNumber(12, 4), Container::Zip)};
}

QJsonObject archiveRecord(const PracticeArchive &archive)
{
    const QByteArray hash = QCryptographicHash::hash(archive.bytes, QCryptographicHash::Sha256).toHex();
    return {{u"file"_s, archive.fileName},
            {u"version"_s, archive.version.toString()},
            {u"platform"_s, archive.platform},
            {u"cuda"_s, archive.cuda.toString()},
            {u"cudaVariant"_s, u"cuda%1"_s.arg(archive.cuda.majorVersion())},
            {u"topDir"_s, archive.topDir},
            {u"sha256"_s, QString::fromLatin1(hash)},
            {u"size"_s, qint64(archive.bytes.size())}};
}

Result<void> writeArchives(PracticeMachine &practice)
{
    const QString folder = practice.machine + u"/archives"_s;
    if (const auto made = makePracticeFolder(folder); !made)
        return made;
    QJsonArray records;
    const QList<PracticeArchive> archives = practiceArchives();
    for (const PracticeArchive &archive : archives) {
        const QString path = folder + u'/' + archive.fileName;
        if (const auto written = writePracticeFile(path, archive.bytes); !written)
            return written;
        practice.archives << PracticeMachine::Archive{path, archive.version, archive.cuda};
        records << archiveRecord(archive);
    }
    const QJsonObject document{{u"schema"_s, 1}, {u"archives"_s, records}};
    return writePracticeFile(practice.machine + u"/archives.json"_s, QJsonDocument(document).toJson());
}

Result<void> writeFaults(PracticeMachine &practice)
{
    const QList<PracticeFault> faults = practiceFaults();
    for (const PracticeFault &fault : faults) {
        const QString folder = practice.machine + u"/faults/"_s + fault.name;
        if (const auto written = writePracticeMachine(folder, fault.files, fault.libraryPath); !written)
            return written;
        practice.faults << PracticeMachine::Fault{fault.name, folder};
    }
    return {};
}

} // namespace

QJsonObject toJson(const PracticeMachine &practice)
{
    QJsonArray archives;
    for (const PracticeMachine::Archive &archive : practice.archives)
        archives << QJsonObject{{u"path"_s, archive.path},
                                {u"version"_s, archive.version.toString()},
                                {u"cuda"_s, archive.cuda.toString()}};
    QJsonArray faults;
    for (const PracticeMachine::Fault &fault : practice.faults)
        faults << QJsonObject{{u"name"_s, fault.name}, {u"machine"_s, fault.machine}};
    return {{u"machine"_s, practice.machine},
            {u"toolkits"_s, QJsonArray::fromStringList(practice.toolkits)},
            {u"archives"_s, archives},
            {u"faults"_s, faults}};
}

Result<PracticeMachine> writePractice(const QString &directory)
{
    PracticeMachine practice{.machine = QDir::cleanPath(QFileInfo(directory).absoluteFilePath())};
    for (const PracticeToolkit &toolkit : practiceToolkits())
        practice.toolkits << u'/' + toolkit.root;
    return prepare(practice.machine)
            .and_then([&] { return writePracticeMachine(practice.machine, practiceFiles()); })
            .and_then([&] { return writeArchives(practice); })
            .and_then([&] { return writeFaults(practice); })
            .map([&] { return practice; });
}

} // namespace cudnnsetup
