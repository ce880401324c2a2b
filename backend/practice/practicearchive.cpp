// SPDX-License-Identifier: MIT
#include "practice/practicearchive.h"

#include <KCompressionDevice>
#include <KZip>

#include <QBuffer>
#include <QDateTime>
#include <QFileInfo>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 packedAt = 1701734400; // 2023-12-05: the day of cuDNN 8.9.7; any fixed time would do

QByteArray octal(qint64 value, int digits)
{
    return QByteArray::number(value, 8).rightJustified(digits, '0') + '\0';
}

QByteArray paddedTo(const QByteArray &bytes, qsizetype unit)
{
    return bytes + QByteArray((unit - bytes.size() % unit) % unit, '\0');
}

// One header block of POSIX ustar. type: '0' file, '2' link, '5' folder, 'L' GNU long name.
QByteArray tarHeader(const QByteArray &name, char type, qint64 size, int mode, const QByteArray &linkTarget = {})
{
    QByteArray block = name.left(100).leftJustified(100, '\0');
    block += octal(mode, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(packedAt, 11);
    block += "        "; // the check sum is taken with blanks in its place
    block += type + linkTarget.left(100).leftJustified(100, '\0');
    block += QByteArray("ustar\0", 6) + "00";
    block += QByteArray("root").leftJustified(32, '\0') + QByteArray("root").leftJustified(32, '\0');
    block = block.leftJustified(512, '\0');
    int sum = 0;
    for (const char c : block)
        sum += quint8(c);
    return block.replace(148, 8, octal(sum, 6) + ' ');
}

QByteArray tarMember(const QByteArray &name, char type, const QByteArray &content, int mode, const QByteArray &linkTarget = {})
{
    QByteArray member;
    if (name.size() > 100) {
        const QByteArray longName = name + '\0';
        member += tarHeader("././@LongLink", 'L', longName.size(), 0644) + paddedTo(longName, 512);
    }
    return member + tarHeader(name, type, content.size(), mode, linkTarget) + paddedTo(content, 512);
}

QByteArray compressed(const QByteArray &bytes, KCompressionDevice::CompressionType type)
{
    QByteArray result;
    QBuffer buffer(&result);
    KCompressionDevice device(&buffer, false, type);
    const bool isOpen = device.open(QIODevice::WriteOnly);
    Q_ASSERT(isOpen);
    device.write(bytes);
    device.close();
    if (type == KCompressionDevice::GZip)
        result.replace(4, 4, QByteArray(4, '\0')); // RFC 1952: the time of packing; 0 says none
    return result;
}

// The files of a wheel: only names with the major number, and Python's own files.
QList<PracticeFile> wheelFiles(const QList<PracticeFile> &files, const QVersionNumber &version, const QString &project)
{
    const QString major = u".so.%1"_s.arg(version.majorVersion());
    QList<PracticeFile> wheel;
    for (const QString &package : {u"nvidia/"_s, u"nvidia/cudnn/"_s, u"nvidia/cudnn/include/"_s, u"nvidia/cudnn/lib/"_s})
        wheel << PracticeFile{.path = package + u"__init__.py"_s};
    for (const PracticeFile &file : files) {
        const QString name = QFileInfo(file.path).fileName();
        if (file.path.startsWith(u"include/"))
            wheel << PracticeFile{.path = u"nvidia/cudnn/include/"_s + name, .content = file.content};
        else if (name.contains(major) && file.linkTarget.isEmpty())
            wheel << PracticeFile{.path = u"nvidia/cudnn/lib/"_s + name.section(u".so."_s, 0, 0) + major,
                                  .content = file.content,
                                  .mode = 0755};
    }
    const QString information = u"%1-%2.dist-info/"_s.arg(project, version.toString());
    QString record;
    for (const PracticeFile &file : wheel)
        record += file.path + u",,\n"_s;
    record += information + u"METADATA,,\n"_s + information + u"WHEEL,,\n"_s + information + u"RECORD,,\n"_s;
    return wheel << PracticeFile{.path = information + u"METADATA"_s,
                                 .content = "Metadata-Version: 2.1\nName: " + project.toUtf8().replace('_', '-') + "\nVersion: "
                                         + version.toString().toUtf8()
                                         + "\nSummary: practice file of cuDNN Setup, not NVIDIA's\n"}
                 << PracticeFile{.path = information + u"WHEEL"_s,
                                 .content = "Wheel-Version: 1.0\nGenerator: cudnn-setup\nRoot-Is-Purelib: true\n"
                                            "Tag: py3-none-manylinux2014_x86_64\n"}
                 << PracticeFile{.path = information + u"RECORD"_s, .content = record.toUtf8()};
}

QByteArray zipOf(const QList<PracticeFile> &files)
{
    const QDateTime time = QDateTime::fromSecsSinceEpoch(packedAt, Qt::UTC);
    QByteArray result;
    QBuffer buffer(&result);
    KZip zip(&buffer);
    const bool isOpen = zip.open(QIODevice::WriteOnly);
    Q_ASSERT(isOpen);
    for (const PracticeFile &file : files)
        zip.writeFile(file.path, file.content, mode_t(0100000 | file.mode), u"root"_s, u"root"_s, time, time, time);
    zip.close();
    return result;
}

QString platformOf(ElfImage::Machine machine)
{
    switch (machine) {
    case ElfImage::Machine::X86_64: return u"linux-x86_64"_s;
    case ElfImage::Machine::Aarch64: return u"linux-sbsa"_s;
    case ElfImage::Machine::Ppc64le: return u"linux-ppc64le"_s;
    case ElfImage::Machine::I386: return u"linux-i386"_s; // was never published
    }
    Q_UNREACHABLE();
}

QString oldPlatformWord(ElfImage::Machine machine)
{
    switch (machine) {
    case ElfImage::Machine::Aarch64: return u"linux-aarch64sbsa"_s;
    case ElfImage::Machine::Ppc64le: return u"linux-ppc64le"_s;
    default: return u"linux-x64"_s;
    }
}

} // namespace

QByteArray tarOf(const QString &topDir, const QList<PracticeFile> &files)
{
    QByteArray tar = tarMember(topDir.toUtf8() + '/', '5', {}, 0755);
    QStringList folders;
    for (const PracticeFile &file : files) {
        const QString folder = file.path.contains(u'/') ? file.path.section(u'/', 0, -2) : QString();
        if (!folder.isEmpty() && !folders.contains(folder)) {
            folders << folder;
            tar += tarMember((topDir + u'/' + folder + u'/').toUtf8(), '5', {}, 0755);
        }
        const QByteArray name = (topDir + u'/' + file.path).toUtf8();
        if (file.linkTarget.isEmpty())
            tar += tarMember(name, '0', file.content, file.mode);
        else
            tar += tarMember(name, '2', {}, 0777, file.linkTarget.toUtf8());
    }
    return paddedTo(tar + QByteArray(1024, '\0'), 10240);
}

PracticeArchive practiceArchive(const QVersionNumber &version, const QVersionNumber &cuda, Container container,
                                ElfImage::Machine machine)
{
    PracticeArchive archive{.platform = platformOf(machine), .version = version};
    const QList<PracticeFile> files = practiceCudnn(version, cuda, machine);
    // From 8.5.0 on an archive is for all minor versions of its CUDA and its name says the major only.
    const bool namesMajorOnly = version >= QVersionNumber(8, 5);
    archive.cuda = namesMajorOnly ? QVersionNumber(cuda.majorVersion()) : cuda;
    switch (container) {
    case Container::TarGz:
        archive.fileName = u"cudnn-%1-%2-v%3.tgz"_s.arg(cuda.toString(), oldPlatformWord(machine), version.toString());
        archive.topDir = u"cuda"_s;
        archive.bytes = compressed(tarOf(archive.topDir, files), KCompressionDevice::GZip);
        break;
    case Container::Zip: {
        const QString project = u"nvidia_cudnn_cu%1"_s.arg(cuda.majorVersion());
        const QString tag = machine == ElfImage::Machine::Aarch64 ? u"aarch64"_s : u"x86_64"_s;
        archive.fileName = u"%1-%2-py3-none-manylinux2014_%3.whl"_s.arg(project, version.toString(), tag);
        archive.cuda = QVersionNumber(cuda.majorVersion());
        archive.bytes = zipOf(wheelFiles(files, version, project));
        break;
    }
    case Container::TarXz:
    case Container::None:
        archive.topDir = u"cudnn-%1-%2_cuda%3-archive"_s.arg(archive.platform, version.toString(), archive.cuda.toString());
        archive.fileName = archive.topDir + u".tar.xz"_s;
        archive.bytes = compressed(tarOf(archive.topDir, files), KCompressionDevice::Xz);
        break;
    }
    return archive;
}

} // namespace cudnnsetup
