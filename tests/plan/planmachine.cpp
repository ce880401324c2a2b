// SPDX-License-Identifier: MIT
#include "planmachine.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

PlanMachine::PlanMachine()
{
    report.os.architecture = u"x86_64"_s;
    report.os.id = u"debian"_s;
    folder(u"/etc"_s);
    record(R"({"schema":1,"os":"linux","architecture":"x86_64","writable":true,"mounts":[{"path":"/","fs":"ext4","readOnly":false,"freeBytes":1000000000000}]})");
}

void PlanMachine::folder(const QString &path)
{
    QDir().mkpath(root() + path);
}

void PlanMachine::file(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(root() + path).path());
    QFile file(root() + path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
}

void PlanMachine::link(const QString &path, const QString &target)
{
    QDir().mkpath(QFileInfo(root() + path).path());
    if (!QFile::link(target, root() + path))
        qFatal("cannot link %s", qPrintable(path));
}

void PlanMachine::toolkit(const QString &root, const QVersionNumber &version, bool isActive)
{
    const QString real = root + u"/targets/x86_64-linux"_s;
    folder(real + u"/lib"_s);
    file(real + u"/lib/libcudart.so.12"_s);
    file(real + u"/include/cuda.h"_s,
         "#define CUDA_VERSION "
                 + QByteArray::number(version.majorVersion() * 1000 + version.minorVersion() * 10) + '\n');
    file(root + u"/bin/nvcc"_s);
    link(root + u"/lib64"_s, u"targets/x86_64-linux/lib"_s);
    link(root + u"/include"_s, u"targets/x86_64-linux/include"_s);
    ToolkitFacts facts;
    facts.root = root;
    facts.version = version;
    facts.isActive = isActive;
    facts.origin = u"nvidia"_s;
    facts.libraryDir = real + u"/lib"_s;
    facts.includeDir = real + u"/include"_s;
    report.toolkits << facts;
}

void PlanMachine::cudnn(const QString &libraryDir, const QString &includeDir, const QString &version)
{
    const QString major = version.section(u'.', 0, 0);
    for (const QString &name : {u"libcudnn"_s, u"libcudnn_ops_infer"_s}) {
        file(u"%1/%2.so.%3"_s.arg(libraryDir, name, version));
        link(u"%1/%2.so.%3"_s.arg(libraryDir, name, major), u"%1.so.%2"_s.arg(name, version));
        link(u"%1/%2.so"_s.arg(libraryDir, name), u"%1.so.%2"_s.arg(name, major));
    }
    for (const QString &name : {u"cudnn.h"_s, u"cudnn_version.h"_s})
        file(includeDir + u'/' + name);
    CudnnCopy copy;
    copy.libraryDir = libraryDir;
    copy.includeDir = includeDir;
    copy.version = QVersionNumber::fromString(version);
    report.cudnnCopies << copy;
}

void PlanMachine::fill()
{
    toolkit(cuda124, QVersionNumber(12, 4), true);
    link(u"/usr/local/cuda"_s, cuda124);
    file(u"/etc/ld.so.conf"_s, "include /etc/ld.so.conf.d/*.conf\n");
    file(u"/etc/ld.so.conf.d/x86_64-linux-gnu.conf"_s, "/usr/lib/x86_64-linux-gnu\n");
}

void PlanMachine::record(const QByteArray &json)
{
    QFile file(m_directory.filePath(u"machine.json"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
}

Host PlanMachine::host() const
{
    auto host = Host::recorded(m_directory.path(), std::make_shared<NoProber>());
    if (!host)
        qFatal("%s", qPrintable(host.error().message.toString()));
    return *host;
}

QString PlanMachine::root() const
{
    return m_directory.filePath(u"root"_s);
}

ArchiveIdentity genuineArchive()
{
    const QString top = u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive"_s;
    ArchiveIdentity archive;
    archive.path = u"/downloads/"_s + top + u".tar.xz"_s;
    archive.container = Container::TarXz;
    archive.version = QVersionNumber({8, 9, 7, 29});
    archive.cudaMajor = 12;
    archive.platform = u"linux-x86_64"_s;
    archive.sha256 = QByteArray(64, 'a');
    archive.authenticity = ArchiveIdentity::Authenticity::Genuine;
    archive.identifiedBy = u"hash"_s;
    archive.unpackedBytes = 2000000000;
    archive.topDir = top;
    archive.libraryPrefix = top + u"/lib/"_s;
    archive.includePrefix = top + u"/include/"_s;
    return archive;
}

ArchiveIdentity wheel()
{
    ArchiveIdentity archive;
    archive.path = u"/downloads/nvidia_cudnn_cu12-9.1.0.70-py3-none-manylinux2014_x86_64.whl"_s;
    archive.container = Container::Zip;
    archive.version = QVersionNumber({9, 1, 0, 70});
    archive.cudaMajor = 12;
    archive.platform = u"linux-x86_64"_s;
    archive.sha256 = QByteArray(64, 'b');
    archive.authenticity = ArchiveIdentity::Authenticity::Unknown;
    archive.identifiedBy = u"content"_s;
    archive.unpackedBytes = 1000000000;
    archive.topDir = u"nvidia"_s;
    archive.libraryPrefix = u"nvidia/cudnn/lib/"_s;
    archive.includePrefix = u"nvidia/cudnn/include/"_s;
    return archive;
}

InstallChoice into(const QString &toolkit, const ArchiveIdentity &archive)
{
    return {.archive = archive, .toolkit = toolkit};
}

} // namespace cudnnsetup::test
