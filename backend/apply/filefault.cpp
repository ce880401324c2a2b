// SPDX-License-Identifier: MIT
#include "apply/filefault.h"

#include <QtGlobal>

namespace cudnnsetup {

namespace {

struct Sentences
{
    ErrorId id;
    const char *nothingChanged;
    const char *putBack;
};

Sentences sentencesFor(FileFault::Kind kind)
{
    switch (kind) {
    case FileFault::Kind::NoSpace:
        return {ErrorId::NoSpace,
                QT_TRANSLATE_NOOP("backend", "There is no room left for %1. Nothing has been changed. Make room "
                                             "on that disk, or raise the quota, and try again."),
                QT_TRANSLATE_NOOP("backend", "There is no room left for %1. Everything has been put back as it "
                                             "was. Make room on that disk, or raise the quota, and try again.")};
    case FileFault::Kind::NotWritable:
        return {ErrorId::NotWritable,
                QT_TRANSLATE_NOOP("backend", "%1 may not be changed by this user. Nothing has been changed. Run "
                                             "it with administrator rights, or install into a folder of your own."),
                QT_TRANSLATE_NOOP("backend", "%1 may not be changed by this user. Everything has been put back "
                                             "as it was. Run it with administrator rights, or install into a "
                                             "folder of your own.")};
    case FileFault::Kind::ReadOnly:
        return {ErrorId::ReadOnlySystem,
                QT_TRANSLATE_NOOP("backend", "%1 lies on a file system that can only be read. Nothing has been "
                                             "changed. Mount it writable, or choose another folder."),
                QT_TRANSLATE_NOOP("backend", "%1 lies on a file system that can only be read now. Everything has "
                                             "been put back as it was. Mount it writable, or choose another "
                                             "folder.")};
    case FileFault::Kind::LinksNotSupported:
        return {ErrorId::NoSymlinkSupport,
                QT_TRANSLATE_NOOP("backend", "The file system of %1 cannot hold the links that libraries need. "
                                             "Nothing has been changed. Choose a folder on a Linux file system."),
                QT_TRANSLATE_NOOP("backend", "The file system of %1 cannot hold the links that libraries need. "
                                             "Everything has been put back as it was. Choose a folder on a Linux "
                                             "file system.")};
    case FileFault::Kind::IsLink:
        return {ErrorId::OutsideTarget,
                QT_TRANSLATE_NOOP("backend", "%1 is a link that may lead out of the chosen folder, and is not "
                                             "written through. Nothing has been changed. Choose the folder that "
                                             "it leads to."),
                QT_TRANSLATE_NOOP("backend", "%1 has become a link that may lead out of the chosen folder, and is "
                                             "not written through. Everything has been put back as it was.")};
    case FileFault::Kind::NotReadable:
        return {ErrorId::NotReadable,
                QT_TRANSLATE_NOOP("backend", "%1 cannot be read by this user. Nothing has been changed. Run it "
                                             "with administrator rights, or install into a folder of your own."),
                QT_TRANSLATE_NOOP("backend", "%1 cannot be read by this user. Everything has been put back as it "
                                             "was.")};
    case FileFault::Kind::Locked:
        return {ErrorId::InUse,
                QT_TRANSLATE_NOOP("backend", "Another cuDNN Setup is changing %1 at this moment. Nothing has been "
                                             "changed by this one. Wait until the other is done and try again."),
                QT_TRANSLATE_NOOP("backend", "Another cuDNN Setup is changing %1 at this moment. Nothing has been "
                                             "changed by this one. Wait until the other is done and try again.")};
    case FileFault::Kind::Missing:
        return {ErrorId::InputMissing,
                QT_TRANSLATE_NOOP("backend", "%1 is not there. Nothing has been changed. Look at the machine again and "
                                             "start anew."),
                QT_TRANSLATE_NOOP("backend", "%1 is not there any more. Everything else has been put back as it was. Look "
                                             "at the machine again and start anew.")};
    case FileFault::Kind::Exists:
    case FileFault::Kind::NotEmpty:
    case FileFault::Kind::NotDirectory:
    case FileFault::Kind::OtherFileSystem:
    case FileFault::Kind::Failed:
        break;
    }
    return {ErrorId::WriteFailed,
            QT_TRANSLATE_NOOP("backend", "%1 could not be written. Nothing has been changed. The details say what "
                                         "the system answered; if the disk is failing, save your data first."),
            QT_TRANSLATE_NOOP("backend", "%1 could not be written. Everything has been put back as it was. The "
                                         "details say what the system answered; if the disk is failing, save your "
                                         "data first.")};
}

} // namespace

Error describe(const FileFault &fault, Standing standing)
{
    const Sentences sentences = sentencesFor(fault.kind);
    const char *sentence = standing == Standing::PutBack ? sentences.putBack : sentences.nothingChanged;
    return {sentences.id, Text(sentence, {fault.path}), fault.detail};
}

} // namespace cudnnsetup
