// SPDX-License-Identifier: MIT
#include "smallcudnn.h"

#include "practice/practicelibraries.h"

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

void writeCudnn(const ScratchRoot &root, const QVersionNumber &version, const QVersionNumber &cuda, const QString &libraryDir,
                const QString &includeDir, ElfImage::Machine machine)
{
    const QList<PracticeFile> files = practiceCudnn(version, cuda, machine);
    for (const PracticeFile &file : files) {
        if (!file.path.contains(u'/'))
            continue;
        const bool isHeader = file.path.startsWith(u"include/"_s);
        const QString path = (isHeader ? includeDir : libraryDir) + u'/' + file.path.section(u'/', 1);
        if (file.linkTarget.isEmpty())
            root.file(path, file.content);
        else
            root.link(path, file.linkTarget);
    }
}

void writeWheel(const ScratchRoot &root, const QVersionNumber &version, const QVersionNumber &cuda,
                const QString &sitePackages)
{
    QByteArray record;
    const QList<PracticeFile> files = practiceCudnn(version, cuda);
    for (const PracticeFile &file : files) {
        const QString name = file.path.section(u'/', -1);
        if (!file.linkTarget.isEmpty() || !file.path.contains(u'/') || name.endsWith(u".a"_s))
            continue;
        const bool isLibrary = name.contains(u".so."_s);
        const QString stem = name.section(u".so."_s, 0, 0);
        const QString path = u"nvidia/cudnn/"_s
                + (isLibrary ? u"lib/%1.so.%2"_s.arg(stem).arg(version.majorVersion()) : u"include/"_s + name);
        root.file(sitePackages + u'/' + path, file.content);
        record += path.toUtf8() + ",sha256=0,0\n";
    }
    root.file(u"%1/nvidia_cudnn_cu%2-%3.dist-info/RECORD"_s.arg(sitePackages).arg(cuda.majorVersion()).arg(version.toString()),
              record);
}

} // namespace cudnnsetup::test
