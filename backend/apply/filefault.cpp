// SPDX-License-Identifier: MIT
#include "apply/filefault.h"

#include <QtGlobal>

namespace cudnnsetup {

namespace {

struct Words
{
    ErrorId id;
    const char *problem; // %1: the path
    const char *advice;
};

Words wordsFor(FileFault::Kind kind)
{
    switch (kind) {
    case FileFault::Kind::NoSpace:
        return {ErrorId::NoSpace, QT_TRANSLATE_NOOP("backend", "There is no room left for %1."),
                QT_TRANSLATE_NOOP("backend", "Make room on that disk, or raise the quota, and try again.")};
    case FileFault::Kind::NotWritable:
        return {ErrorId::NotWritable, QT_TRANSLATE_NOOP("backend", "%1 may not be changed by this user."),
                QT_TRANSLATE_NOOP("backend", "Run it with administrator rights, or install into a folder of your own.")};
    case FileFault::Kind::NotReadable:
        return {ErrorId::NotReadable, QT_TRANSLATE_NOOP("backend", "%1 cannot be read by this user."),
                QT_TRANSLATE_NOOP("backend", "Run it with administrator rights, or install into a folder of your own.")};
    case FileFault::Kind::ReadOnly:
        return {ErrorId::ReadOnlySystem, QT_TRANSLATE_NOOP("backend", "%1 lies on a file system that can only be read."),
                QT_TRANSLATE_NOOP("backend", "Mount it writable, or choose another folder.")};
    case FileFault::Kind::LinksNotSupported:
        return {ErrorId::NoSymlinkSupport,
                QT_TRANSLATE_NOOP("backend", "The file system of %1 cannot hold the links that libraries need."),
                QT_TRANSLATE_NOOP("backend", "Choose a folder on a Linux file system.")};
    case FileFault::Kind::OtherFileSystem:
        return {ErrorId::NotSupported,
                QT_TRANSLATE_NOOP("backend", "%1 lies on another disk or file system than the target, so the change cannot be "
                                             "made in one piece."),
                QT_TRANSLATE_NOOP("backend", "Install into a folder that lies on one file system.")};
    case FileFault::Kind::IsLink:
        return {ErrorId::OutsideTarget,
                QT_TRANSLATE_NOOP("backend", "%1 is a link that may lead out of the chosen folder, and is not written "
                                             "through."),
                QT_TRANSLATE_NOOP("backend", "Choose the folder that it leads to.")};
    case FileFault::Kind::Locked:
        return {ErrorId::InUse, QT_TRANSLATE_NOOP("backend", "Another cuDNN Setup is changing %1 at this moment."),
                QT_TRANSLATE_NOOP("backend", "Wait until the other one is done and try again.")};
    case FileFault::Kind::NotTrusted:
        return {ErrorId::TransactionUnfinished,
                QT_TRANSLATE_NOOP("backend", "Others than the administrator may have written %1, so with administrator rights it "
                                             "is not believed."),
                QT_TRANSLATE_NOOP("backend", "Run it as the user whom it belongs to; if it should be the administrator's alone, "
                                             "find out first who wrote to it.")};
    case FileFault::Kind::Missing:
        return {ErrorId::InputMissing, QT_TRANSLATE_NOOP("backend", "%1 is not there."),
                QT_TRANSLATE_NOOP("backend", "Look at the machine again and start anew.")};
    case FileFault::Kind::Exists:
    case FileFault::Kind::NotEmpty:
    case FileFault::Kind::NotDirectory:
    case FileFault::Kind::Failed:
        break;
    }
    return {ErrorId::WriteFailed, QT_TRANSLATE_NOOP("backend", "%1 could not be written."),
            QT_TRANSLATE_NOOP("backend", "The details say what the system answered; if the disk is failing, save your data "
                                         "first.")};
}

} // namespace

Text standingWords(Standing standing)
{
    return Text(standing == Standing::PutBack
                        ? QT_TRANSLATE_NOOP("backend", "Everything has been put back as it was.")
                        : QT_TRANSLATE_NOOP("backend", "Nothing has been changed."));
}

Error describe(const FileFault &fault, Standing standing)
{
    const Words words = wordsFor(fault.kind);
    return {words.id, Text(words.problem, {fault.path}).followedBy(standingWords(standing)).followedBy(Text(words.advice)),
            fault.detail};
}

} // namespace cudnnsetup
