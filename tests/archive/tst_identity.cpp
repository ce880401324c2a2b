// SPDX-License-Identifier: MIT
#include "archive/identity.h"

#include "archive/contentpeek.h"
#include "archiveread.h"
#include "packers.h"
#include "practice/practicelibraries.h"
#include "tarbuilder.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

class TestIdentity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsClaimsOfNames_data();
    void readsClaimsOfNames();
    void knowsBundledNames();
    void readsVersionsOfHeaders_data();
    void readsVersionsOfHeaders();
    void knowsPublishedArchives_data();
    void knowsPublishedArchives();
    void neverUnpacksAKnownArchive();
    void knowsOthersByContent_data();
    void knowsOthersByContent();
    void takesContentForMoreThanNames();
    void tellsForgedTruncatedAndForeignFiles_data();
    void tellsForgedTruncatedAndForeignFiles();
    void inspectsToTheEnd();
    void inspectFindsDamage();
    void readsNoMoreThanNeeded();
    void trustsANameUnhashed();
    void passesOnWhatIsNoFile();
    void stopsWhenCancelled();
    void reportsBytesHashed();

private:
    QString write(const QString &name, const QByteArray &bytes) { return writeBytes(m_folder.path(), name, bytes); }

    QTemporaryDir m_folder;
    QByteArray m_support;
    QByteArray m_drivers;
};

namespace {

const QVersionNumber v897{8, 9, 7, 29};
const QString name897 = u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s;
const QString top897 = u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive"_s;

QByteArray resource(const QString &name)
{
    QFile file(u":/data/"_s + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray tarOfCudnn(const QByteArray &top, const QVersionNumber &version, const QByteArray &libraryFolder = "lib",
                      ElfImage::Machine machine = ElfImage::Machine::X86_64)
{
    TarBuilder tar;
    tar.folder(top);
    for (const PracticeFile &file : practiceCudnn(version, QVersionNumber(12, 2), machine)) {
        QByteArray path = top + '/' + file.path.toUtf8();
        path.replace("/lib/", '/' + libraryFolder + '/');
        if (file.linkTarget.isEmpty())
            tar.file(path, file.content, file.mode);
        else
            tar.link(path, file.linkTarget.toUtf8());
    }
    return tar.bytes();
}

QByteArray wheelOfCudnn(const QVersionNumber &version)
{
    QList<ZipPiece> pieces{{.name = "nvidia/__init__.py"}};
    for (const PracticeFile &file : practiceCudnn(version, QVersionNumber(12, 2))) {
        if (file.linkTarget.isEmpty() && file.path.startsWith(u"include/"_s))
            pieces << ZipPiece{.name = "nvidia/cudnn/" + file.path.toUtf8(), .content = file.content};
    }
    for (const PracticeFile &file : practiceCudnn(version, QVersionNumber(12, 2))) {
        if (file.linkTarget.isEmpty() && file.path.startsWith(u"lib/"_s))
            pieces << ZipPiece{.name = "nvidia/cudnn/lib/libcudnn.so." + QByteArray::number(version.majorVersion()), .content = file.content};
        if (pieces.last().name.contains("/lib/"))
            break;
    }
    return zipPacked(pieces);
}

struct Published
{
    QString file;
    QByteArray bytes;
    QString platform = u"linux-x86_64"_s;
    QString variant = u"cuda12"_s;
    QString topDir = top897;
    QString version = u"8.9.7.29"_s;
    bool isHashKnown = true;
    bool isSizeKnown = true;
};

QByteArray releasesOf(const QList<Published> &published)
{
    QJsonArray releases;
    for (const Published &p : published) {
        const QString hash = QString::fromLatin1(QCryptographicHash::hash(p.bytes, QCryptographicHash::Sha256).toHex());
        const QJsonObject archive{{u"platform"_s, p.platform},
                                  {u"cuda_variant"_s, p.variant},
                                  {u"file"_s, p.file},
                                  {u"url"_s, u"https://example.com/"_s + p.file},
                                  {u"sha256"_s, p.isHashKnown ? QJsonValue(hash) : QJsonValue()},
                                  {u"size"_s, p.isSizeKnown ? QJsonValue(p.bytes.size()) : QJsonValue()},
                                  {u"top_dir"_s, p.topDir},
                                  {u"verification"_s, u"manifest-proven"_s}};
        releases << QJsonObject{{u"version"_s, p.version},
                                {u"label"_s, p.version.section(u'.', 0, 2)},
                                {u"status"_s, u"ok"_s},
                                {u"archives"_s, QJsonArray{archive}}};
    }
    auto document = QJsonDocument::fromJson(resource(u"cudnn-releases.json"_s)).object();
    document[u"releases"_s] = releases;
    return QJsonDocument(document).toJson();
}

Catalog catalogOf(const QList<Published> &published)
{
    auto catalog = Catalog::fromJson(releasesOf(published), resource(u"cudnn-support.json"_s), resource(u"cuda-driver.json"_s));
    if (!catalog)
        qFatal("%s", qPrintable(catalog.error().message.toString() + catalog.error().detail));
    return *catalog;
}

// "authenticity identifiedBy version cuda platform topDir libraryPrefix includePrefix", "-" for what is not known.
QString words(const ArchiveIdentity &identity)
{
    const auto orDash = [](const QString &text) { return text.isEmpty() ? u"-"_s : text; };
    return QStringList{toString(identity.authenticity),
                       identity.identifiedBy,
                       identity.version ? identity.version->toString() : u"-"_s,
                       identity.cudaMajor ? QString::number(*identity.cudaMajor) : u"-"_s,
                       identity.platform.value_or(u"-"_s),
                       orDash(identity.topDir),
                       orDash(identity.libraryPrefix),
                       orDash(identity.includePrefix)}
            .join(u' ');
}

} // namespace

void TestIdentity::initTestCase()
{
    QVERIFY(!resource(u"cudnn-releases.json"_s).isEmpty());
}

void TestIdentity::readsClaimsOfNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("claim");
    const auto row = [](const char *name, const char *claim) { QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(claim); };
    row("cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz", "8.9.7.29 12 linux-x86_64");
    row("/home/ada/Downloads/cudnn-linux-sbsa-9.1.0.70_cuda11-archive.tar.xz", "9.1.0.70 11 linux-sbsa");
    row("cudnn-linux-x86_64-8.4.0.27_cuda11.6-archive.tar.xz", "8.4.0.27 11 linux-x86_64");
    row("cudnn-windows-x86_64-9.20.0.48_cuda13-archive.zip", "9.20.0.48 13 windows-x86_64");
    row("cudnn-windows-arm64-9.27.0.51_cuda13.4-archive.zip", "9.27.0.51 13 windows-arm64");
    row("cudnn_jit-linux-x86_64-9.10.0.56_cuda11-archive.tar.xz", "9.10.0.56 11 linux-x86_64");
    row("cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar (1).xz", "8.9.7.29 12 linux-x86_64");
    row("cudnn-linux-x86_64-8.9.7.29_cuda12-archive(2).tar.xz", "8.9.7.29 12 linux-x86_64");
    row("cudnn-11.3-linux-x64-v8.2.1.32.tgz", "8.2.1.32 11 linux-x86_64");
    row("cudnn-10.1-linux-x64-v7.6.5.32.solitairetheme8", "7.6.5.32 10 linux-x86_64");
    row("cudnn-11.3-linux-aarch64sbsa-v8.2.1.32.tgz", "8.2.1.32 11 linux-sbsa");
    row("cudnn-11.3-linux-ppc64le-v8.2.1.32.tgz", "8.2.1.32 11 linux-ppc64le");
    row("cudnn-10.2-windows10-x64-v7.6.5.32.zip", "7.6.5.32 10 windows-x86_64");
    row("cudnn-9.0-linux-x64-v7.1.tgz", "7.1 9 linux-x86_64");
    row("nvidia_cudnn_cu12-9.1.0.70-py3-none-manylinux2014_x86_64.whl", "9.1.0.70 12 linux-x86_64");
    row("nvidia_cudnn_cu13-9.15.0.57-py3-none-manylinux_2_27_aarch64.whl", "9.15.0.57 13 linux-sbsa");
    row("nvidia_cudnn_cu12-9.1.0.70-py3-none-win_amd64.whl", "9.1.0.70 12 windows-x86_64");
    row("nvidia_cudnn_cu117-8.4.1.50-py3-none-manylinux1_x86_64.whl", "8.4.1.50 11 linux-x86_64");
    row("cudnn_samples-source-9.10.0.56-archive.tar.xz", "- - -");
    row("torch-2.1.0-cp311-cp311-manylinux1_x86_64.whl", "- - -");
    row("cudnn.tar.xz", "- - -");
    row("my-cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz", "- - -");
    row("", "- - -");
}

void TestIdentity::readsClaimsOfNames()
{
    QFETCH(const QString, name);
    const NameClaim claim = claimOfName(name);
    const QString words = QStringList{claim.version ? claim.version->toString() : u"-"_s,
                                      claim.cudaMajor ? QString::number(*claim.cudaMajor) : u"-"_s, claim.platform.value_or(u"-"_s)}
                                  .join(u' ');
    QTEST(words, "claim");
}

// Every name in the release data claims just what the data says.
void TestIdentity::knowsBundledNames()
{
    const auto catalog = Catalog::bundled();
    QVERIFY(catalog);
    int names = 0;
    for (const Release &release : catalog->releases()) {
        for (const ReleaseArchive &archive : release.archives) {
            const NameClaim claim = claimOfName(archive.file);
            QVERIFY2(claim.version == archive.version && claim.cudaMajor == archive.cudaMajor && claim.platform == archive.platform,
                     qPrintable(archive.file));
            ++names;
        }
    }
    QVERIFY(names > 500);
}

void TestIdentity::readsVersionsOfHeaders_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("version");
    QTest::newRow("plain") << QByteArray("#define CUDNN_MAJOR 8\n#define CUDNN_MINOR 9\n#define CUDNN_PATCHLEVEL 7\n") << u"8.9.7"_s;
    QTest::newRow("blanks, Windows line ends and the number macro")
            << QByteArray("# define CUDNN_MAJOR  9\r\n#define\tCUDNN_MINOR\t10\r\n#define CUDNN_PATCHLEVEL 2\r\n"
                          "#define CUDNN_VERSION (CUDNN_MAJOR * 10000 + CUDNN_MINOR * 100 + CUDNN_PATCHLEVEL)\r\n")
            << u"9.10.2"_s;
    QTest::newRow("a macro missing") << QByteArray("#define CUDNN_MAJOR 8\n#define CUDNN_MINOR 9\n") << QString();
    QTest::newRow("only in a comment") << QByteArray("// #define CUDNN_MAJOR 8\n// #define CUDNN_MINOR 9\n// #define CUDNN_PATCHLEVEL 7\n") << QString();
    QTest::newRow("nothing") << QByteArray() << QString();
}

void TestIdentity::readsVersionsOfHeaders()
{
    QFETCH(const QByteArray, text);
    const auto version = versionOfHeaderText(text);
    QTEST(version ? version->toString() : QString(), "version");
}

void TestIdentity::knowsPublishedArchives_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("platform");
    QTest::addColumn<QString>("topDir");
    QTest::addColumn<QString>("expected");
    const QByteArray tar = tarOfCudnn(top897.toUtf8(), v897);
    const QString u = u"genuine hash 8.9.7.29 12 "_s;
    QTest::newRow("tar.xz") << name897 << xzPacked(tar) << u"linux-x86_64"_s << top897
                            << u + u"linux-x86_64 %1 %1/lib/ %1/include/"_s.arg(top897);
    QTest::newRow("the older tgz") << u"cudnn-12.0-linux-x64-v8.9.7.29.tgz"_s << gzipPacked(tarOfCudnn("cuda", v897, "lib64"))
                                   << u"linux-x86_64"_s << u"cuda"_s << u + u"linux-x86_64 cuda cuda/lib64/ cuda/include/"_s;
    QTest::newRow("the older tgz for Power")
            << u"cudnn-12.0-linux-ppc64le-v8.9.7.29.tgz"_s << gzipPacked(tarOfCudnn("cuda", v897)) << u"linux-ppc64le"_s << u"cuda"_s
            << u + u"linux-ppc64le cuda cuda/targets/ppc64le-linux/lib/ cuda/targets/ppc64le-linux/include/"_s;
    const QString windows = u"cudnn-windows-x86_64-8.9.7.29_cuda12-archive"_s;
    QTest::newRow("a zip for Windows")
            << windows + u".zip"_s
            << zipPacked({{.name = windows.toUtf8() + "/bin/x64/cudnn64_8.dll"}, {.name = windows.toUtf8() + "/include/cudnn.h"}})
            << u"windows-x86_64"_s << windows << u + u"windows-x86_64 %1 %1/bin/x64/ %1/include/"_s.arg(windows);
}

void TestIdentity::knowsPublishedArchives()
{
    QFETCH(const QString, file);
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, platform);
    QFETCH(const QString, topDir);
    const Catalog catalog = catalogOf({{.file = file, .bytes = bytes, .platform = platform, .topDir = topDir}});
    // Whatever it is called.
    for (const QString &name : {file, u"download"_s, u"cudnn-linux-sbsa-9.1.0.70_cuda11-archive.tar.xz"_s}) {
        const auto identity = identify(write(name, bytes), catalog);
        QVERIFY(identity);
        QTEST(words(*identity), "expected");
        QVERIFY(!identity->problem);
        QCOMPARE(identity->sha256, QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
        QVERIFY(identity->publishedSha256.isEmpty());
        QVERIFY(identity->unpackedBytes.has_value());
    }
}

// A known hash stands for the content: damage in the compressed data goes unseen because nothing is unpacked.
void TestIdentity::neverUnpacksAKnownArchive()
{
    QByteArray bytes = xzPacked(tarOfCudnn(top897.toUtf8(), v897));
    bytes[40] = char(bytes[40] ^ 0xff);
    const auto identity = identify(write(name897, bytes), catalogOf({{.file = name897, .bytes = bytes}}));
    QVERIFY(identity);
    QVERIFY(identity->authenticity == ArchiveIdentity::Authenticity::Genuine);
    QVERIFY(!identity->problem);
}

void TestIdentity::knowsOthersByContent_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("expected");
    const QByteArray tar = tarOfCudnn(top897.toUtf8(), v897);
    QTest::newRow("renamed, with the top folder telling the rest")
            << u"download.bin"_s << xzPacked(tar) << u"unknown content 8.9.7.29 12 linux-x86_64 %1 %1/lib/ %1/include/"_s.arg(top897);
    QTest::newRow("packed anew by somebody, gzip, named") << u"cudnn-12.0-linux-x64-v8.9.7.29.tgz"_s << gzipPacked(tarOfCudnn("cuda", v897, "lib64"))
                                                          << u"unknown content 8.9.7.29 12 linux-x86_64 cuda cuda/lib64/ cuda/include/"_s;
    QTest::newRow("packed anew by somebody, without a name that tells")
            << u"a.tgz"_s << gzipPacked(tarOfCudnn("mine", v897)) << u"unknown content 8.9.7 - linux-x86_64 mine mine/lib/ mine/include/"_s;
    QTest::newRow("a wheel") << u"nvidia_cudnn_cu12-8.9.7.29-py3-none-manylinux1_x86_64.whl"_s << wheelOfCudnn(v897)
                             << u"unknown content 8.9.7.29 12 linux-x86_64 nvidia nvidia/cudnn/lib/ nvidia/cudnn/include/"_s;
    QTest::newRow("a wheel under another name")
            << u"wheel"_s << wheelOfCudnn(v897) << u"unknown content 8.9.7 - linux-x86_64 nvidia nvidia/cudnn/lib/ nvidia/cudnn/include/"_s;
    QTest::newRow("for Arm servers, by its top folder")
            << u"a"_s << xzPacked(tarOfCudnn("cudnn-linux-sbsa-8.9.7.29_cuda12-archive", v897, "lib", ElfImage::Machine::Aarch64))
            << u"unknown content 8.9.7.29 12 linux-sbsa cudnn-linux-sbsa-8.9.7.29_cuda12-archive "
               "cudnn-linux-sbsa-8.9.7.29_cuda12-archive/lib/ cudnn-linux-sbsa-8.9.7.29_cuda12-archive/include/"_s;
    QTest::newRow("for Arm, and nothing says whether server or Jetson")
            << u"a"_s << xzPacked(tarOfCudnn("mine", v897, "lib", ElfImage::Machine::Aarch64))
            << u"unknown content 8.9.7 - - mine mine/lib/ mine/include/"_s;
}

void TestIdentity::knowsOthersByContent()
{
    QFETCH(const QString, file);
    QFETCH(const QByteArray, bytes);
    const auto identity = identify(write(file, bytes), catalogOf({}));
    QVERIFY(identity);
    QTEST(words(*identity), "expected");
    QVERIFY2(!identity->problem, identity->problem ? qPrintable(identity->problem->detail) : "");
    QCOMPARE(identity->sha256.size(), 64);
}

void TestIdentity::takesContentForMoreThanNames()
{
    // A file that calls itself 9.1.0 for CUDA 11 on Arm and holds 8.9.7 for x86_64.
    const QByteArray bytes = xzPacked(tarOfCudnn("top", v897));
    const auto identity = identify(write(u"cudnn-linux-sbsa-9.1.0.70_cuda11-archive.tar.xz"_s, bytes), catalogOf({}));
    QVERIFY(identity);
    QCOMPARE(words(*identity), u"unknown content 8.9.7 - linux-x86_64 top top/lib/ top/include/"_s);
}

void TestIdentity::tellsForgedTruncatedAndForeignFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isSizeKnown");
    QTest::addColumn<QString>("authenticity");
    QTest::addColumn<QString>("problem");
    const QByteArray good = xzPacked(tarOfCudnn(top897.toUtf8(), v897));
    const QByteArray other = xzPacked(tarOfCudnn(top897.toUtf8(), QVersionNumber({8, 9, 6, 1}))) + xzPacked(QByteArray(8192, '\0'));
    QByteArray damaged = good;
    damaged[40] = char(damaged[40] ^ 0xff);
    QTest::newRow("another archive under a published name") << name897 << other << false << u"mismatch"_s << QString();
    QTest::newRow("a whole one that is smaller than the published one")
            << name897 << xzPacked(tarOfCudnn(top897.toUtf8(), v897), 0, false) << true << u"mismatch"_s << QString();
    QTest::newRow("the same as a browser's second download")
            << u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar (1).xz"_s << other << false << u"mismatch"_s << QString();
    QTest::newRow("a changed byte: the hash is what counts") << name897 << damaged << true << u"mismatch"_s << QString();
    QTest::newRow("an archive without cuDNN under a published name")
            << name897 << xzPacked(TarBuilder().file("a/b", "c").bytes()) << false << u"mismatch"_s << QString();
    QTest::newRow("shorter than published") << name897 << good.left(good.size() / 2) << true << u"truncated"_s << u"archive-truncated"_s;
    QTest::newRow("cut, the published size not being known")
            << name897 << good.left(good.size() / 2) << false << u"truncated"_s << u"archive-truncated"_s;
    QTest::newRow("cut, under an unknown name") << u"a.tar.xz"_s << good.left(good.size() / 2) << true << u"truncated"_s << u"archive-truncated"_s;
    QTest::newRow("empty, under a published name") << name897 << QByteArray() << true << u"truncated"_s << u"archive-truncated"_s;
    QTest::newRow("empty") << u"a.tar.xz"_s << QByteArray() << true << u"not-an-archive"_s << u"not-an-archive"_s;
    QTest::newRow("a page under a published name")
            << name897 << QByteArray("<html>log in</html>") << true << u"not-an-archive"_s << u"archive-is-html"_s;
    QTest::newRow("a text") << u"a.tar.xz"_s << QByteArray("404 Not Found") << true << u"not-an-archive"_s << u"not-an-archive"_s;
    QTest::newRow("an archive of other things") << u"a.tar.xz"_s << xzPacked(TarBuilder().file("a/b", "c").bytes()) << true
                                                << u"not-an-archive"_s << u"not-an-archive"_s;
    QTest::newRow("xz, but no tar") << u"a.tar.xz"_s << xzPacked(QByteArray(4000, 'x')) << true << u"not-an-archive"_s << u"not-an-archive"_s;
    QTest::newRow("an archive that leads out") << u"a.tar.xz"_s << xzPacked(TarBuilder().file("../libcudnn.so.8", "c").bytes()) << true
                                               << u"unknown"_s << u"archive-unsafe"_s;
    QTest::newRow("damage where it is looked at, under an unknown name") << u"a.tar.xz"_s << damaged << true << u"unknown"_s << u"archive-altered"_s;
}

void TestIdentity::tellsForgedTruncatedAndForeignFiles()
{
    QFETCH(const QString, file);
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isSizeKnown);
    QFETCH(const QString, authenticity);
    const QByteArray good = xzPacked(tarOfCudnn(top897.toUtf8(), v897));
    const Catalog catalog = catalogOf({{.file = name897, .bytes = good, .isSizeKnown = isSizeKnown}});
    const auto identity = identify(write(file, bytes), catalog);
    QVERIFY(identity);
    QCOMPARE(toString(identity->authenticity), authenticity);
    QTEST(identity->problem ? toString(identity->problem->id) : QString(), "problem");
    const bool isMismatch = authenticity == u"mismatch"_s;
    QCOMPARE(identity->publishedSha256, isMismatch ? QList{QCryptographicHash::hash(good, QCryptographicHash::Sha256).toHex()} : QList<QByteArray>());
    if (isMismatch) {
        QCOMPARE(identity->libraryPrefix, top897 + u"/lib/"_s);
        QCOMPARE(identity->includePrefix, top897 + u"/include/"_s);
    }
}

void TestIdentity::inspectsToTheEnd()
{
    const QByteArray bytes = xzPacked(tarOfCudnn(top897.toUtf8(), v897));
    qint64 unpacked = 0;
    int entries = 1;
    for (const PracticeFile &file : practiceCudnn(v897, QVersionNumber(12, 2))) {
        unpacked += file.content.size();
        ++entries;
    }
    for (const Catalog &catalog : {catalogOf({}), catalogOf({{.file = name897, .bytes = bytes}})}) {
        const auto identity = inspect(write(name897, bytes), catalog);
        QVERIFY(identity);
        QVERIFY(!identity->problem);
        QCOMPARE(identity->entries.value_or(-1), entries);
        QCOMPARE(identity->unpackedBytes.value_or(-1), unpacked);
        QCOMPARE(identity->libraryPrefix, top897 + u"/lib/"_s);
    }
}

void TestIdentity::inspectFindsDamage()
{
    QByteArray bytes = xzPacked(tarOfCudnn(top897.toUtf8(), v897));
    const Catalog catalog = catalogOf({{.file = name897, .bytes = bytes}});
    bytes[bytes.size() / 2] = char(bytes[bytes.size() / 2] ^ 1);
    const auto identity = inspect(write(name897, bytes), catalog);
    QVERIFY(identity && identity->problem);
    QVERIFY(identity->authenticity == ArchiveIdentity::Authenticity::Mismatch);
    QCOMPARE(toString(identity->problem->id), u"archive-altered"_s);
}

// What tells version, machine and folder stands in the first stream; damage in the second is not met.
void TestIdentity::readsNoMoreThanNeeded()
{
    const QByteArray tar = tarOfCudnn(top897.toUtf8(), v897) ;
    QByteArray rest = xzPacked(tar.mid(tar.size() - 5000));
    rest[30] = char(rest[30] ^ 0xff);
    const QByteArray bytes = xzPacked(tar.left(tar.size() - 5000)) + rest;
    const QString path = write(u"a"_s, bytes);
    const auto quick = identify(path, catalogOf({}));
    QVERIFY(quick && !quick->problem);
    const auto whole = inspect(path, catalogOf({}));
    QVERIFY(whole && whole->problem);
}

void TestIdentity::trustsANameUnhashed()
{
    const QByteArray tar = tarOfCudnn(top897.toUtf8(), v897);
    // Everything behind the first member is damaged: it is not looked at, and no hash is taken.
    QByteArray rest = xzPacked(tar.mid(512));
    rest[30] = char(rest[30] ^ 0xff);
    const auto identity = identifyUnhashed(write(name897, xzPacked(tar.left(512)) + rest), catalogOf({}));
    QVERIFY(identity);
    QCOMPARE(words(*identity), u"unknown name 8.9.7.29 12 linux-x86_64 %1 %1/lib/ %1/include/"_s.arg(top897));
    QVERIFY(identity->sha256.isEmpty());
    QVERIFY(!identity->problem);

    // A name that tells nothing: the content does.
    const auto unnamed = identifyUnhashed(write(u"a"_s, xzPacked(tar)), catalogOf({}));
    QVERIFY(unnamed);
    QCOMPARE(words(*unnamed), u"unknown content 8.9.7.29 12 linux-x86_64 %1 %1/lib/ %1/include/"_s.arg(top897));
    // A name that the top folder contradicts.
    const auto liar = identifyUnhashed(write(u"cudnn-linux-x86_64-9.1.0.70_cuda12-archive.tar.xz"_s, xzPacked(tar)), catalogOf({}));
    QVERIFY(liar);
    QCOMPARE(words(*liar), words(*unnamed));
    // A wheel.
    const auto wheel = identifyUnhashed(write(u"nvidia_cudnn_cu12-8.9.7.29-py3-none-manylinux1_x86_64.whl"_s, wheelOfCudnn(v897)), catalogOf({}));
    QVERIFY(wheel);
    QCOMPARE(words(*wheel), u"unknown name 8.9.7.29 12 linux-x86_64 nvidia nvidia/cudnn/lib/ nvidia/cudnn/include/"_s);
    // Shorter than published: cut when its end is missing, else just another archive.
    const QByteArray packed = xzPacked(tar);
    const Catalog catalog = catalogOf({{.file = name897, .bytes = packed + QByteArray(100, ' ')}});
    const auto cut = identifyUnhashed(write(name897, packed.left(packed.size() / 2)), catalog);
    QVERIFY(cut && cut->problem);
    QCOMPARE(toString(cut->authenticity), u"truncated"_s);
    const auto smaller = identifyUnhashed(write(name897, packed), catalog);
    QVERIFY(smaller && !smaller->problem);
}

void TestIdentity::passesOnWhatIsNoFile()
{
    const auto identity = identify(m_folder.filePath(u"missing"_s), catalogOf({}));
    QVERIFY(!identity);
    QCOMPARE(toString(std::get<Error>(identity.error()).id), u"input-missing"_s);
}

void TestIdentity::stopsWhenCancelled()
{
    const QString path = write(u"a"_s, xzPacked(tarOfCudnn("mine", v897)));
    int asked = 0;
    // Cancelled at each question in turn: whatever the work is at, it ends as cancelled.
    for (int limit = 0; limit < 100; ++limit) {
        asked = 0;
        const auto identity = inspect(path, catalogOf({}), {.isCancelled = [&] { return asked++ >= limit; }});
        if (identity) {
            QVERIFY(limit > 2);
            return;
        }
        QVERIFY(isCancelled(identity.error()));
    }
    QFAIL("never came to an end");
}

void TestIdentity::reportsBytesHashed()
{
    const QByteArray bytes = xzPacked(tarOfCudnn(top897.toUtf8(), v897));
    QList<Progress> reports;
    QVERIFY(identify(write(name897, bytes), catalogOf({{.file = name897, .bytes = bytes}}),
                     {.report = [&](const Progress &progress) { reports << progress; }}));
    QVERIFY(!reports.isEmpty());
    QVERIFY(reports.last().step == Progress::Step::Hash);
    QCOMPARE(reports.last().done, bytes.size());
    QCOMPARE(reports.last().total, bytes.size());
}

QTEST_GUILESS_MAIN(TestIdentity)
#include "tst_identity.moc"
