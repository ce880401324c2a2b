// SPDX-License-Identifier: MIT
#include "host/elffile.h"

#include "practice/elfwriter.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>

#include <elf.h>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

const QString libraries = QStringLiteral(TEST_LIBRARIES);

QString writeTo(const QTemporaryDir &folder, const QString &name, const QByteArray &bytes)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

QString readelf(const QStringList &arguments)
{
    QProcess process;
    process.start(u"readelf"_s, arguments);
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput());
}

// The texts in square brackets behind a tag in `readelf -dW`.
QStringList tagged(const QString &dynamic, const QString &tag)
{
    QStringList values;
    QRegularExpression line(u"\\(%1\\).*\\[(.*)\\]"_s.arg(tag));
    auto it = line.globalMatch(dynamic);
    while (it.hasNext())
        values << it.next().captured(1);
    return values;
}

} // namespace

class TestElfFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysTheSameAsReadelf_data();
    void saysTheSameAsReadelf();
    void knowsTheArchitecture_data();
    void knowsTheArchitecture();
    void refusesWhatIsNoWholeLibrary_data();
    void refusesWhatIsNoWholeLibrary();
    void listsInACircleEnd();
    void noticesACutAnywhere();
    void needsNoSectionHeaders();
    void findsDefinedSymbolsOnly();
    void readsVersionWords();
    void findsStringsInReadOnlyData();
};

void TestElfFile::saysTheSameAsReadelf_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("a library of the tests") << libraries + u"/libtest_good.so"_s;
    QTest::newRow("this program") << QCoreApplication::applicationFilePath();
    for (const char *path : {"/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/libstdc++.so.6",
                             "/lib/x86_64-linux-gnu/libm.so.6", "/lib64/ld-linux-x86-64.so.2", "/usr/bin/env",
                             "/usr/lib/x86_64-linux-gnu/libQt6Core.so.6", "/usr/local/cuda/lib64/libcudnn.so.9",
                             "/usr/local/cuda/lib64/libcudnn_graph.so.9", "/usr/local/cuda/lib64/libcublasLt.so.13",
                             "/usr/local/cuda/lib64/libcudart.so.13"}) {
        if (QFile::exists(QLatin1String(path)))
            QTest::newRow(path) << QString::fromLatin1(path);
    }
}

void TestElfFile::saysTheSameAsReadelf()
{
    QFETCH(QString, path);
    const auto facts = readElf(path);
    QVERIFY(facts);
    const QString dynamic = readelf({u"-dW"_s, path});
    QVERIFY(!dynamic.isEmpty());
    QCOMPARE(facts->soname.value_or(QString()), tagged(dynamic, u"SONAME"_s).value(0));
    QCOMPARE(facts->needed, tagged(dynamic, u"NEEDED"_s));
    QCOMPARE(facts->rpath.join(u':'), tagged(dynamic, u"RPATH"_s).value(0));
    QCOMPARE(facts->runpath.join(u':'), tagged(dynamic, u"RUNPATH"_s).value(0));

    const QString header = readelf({u"-hW"_s, path});
    QVERIFY(header.contains(u"ELF%1"_s.arg(facts->bits)));
    QVERIFY(header.contains(u"Type:                              "_s + facts->type));

    QStringList glibc;
    auto it = QRegularExpression(u"Name: (GLIBC_\\S+)  Flags: \\S+(?: \\| \\S+)*  Version: "_s)
                      .globalMatch(readelf({u"-VW"_s, path}).section(u"Version needs section"_s, 1));
    while (it.hasNext())
        glibc << it.next().captured(1);
    glibc.removeDuplicates();
    QStringList found = facts->glibcNeeded;
    std::sort(glibc.begin(), glibc.end());
    std::sort(found.begin(), found.end());
    QCOMPARE(found, glibc);
}

void TestElfFile::knowsTheArchitecture_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("bits");
    QTest::newRow("x86_64") << int(ElfImage::Machine::X86_64) << u"x86_64"_s << 64;
    QTest::newRow("aarch64") << int(ElfImage::Machine::Aarch64) << u"aarch64"_s << 64;
    QTest::newRow("i386") << int(ElfImage::Machine::I386) << u"i386"_s << 32;
    QTest::newRow("ppc64le") << int(ElfImage::Machine::Ppc64le) << u"ppc64le"_s << 64;
}

void TestElfFile::knowsTheArchitecture()
{
    QFETCH(int, machine);
    const QTemporaryDir folder;
    const auto facts = readElf(writeTo(folder, u"libcudnn.so.9"_s,
                                       writeElf({.machine = ElfImage::Machine(machine),
                                                 .soname = "libcudnn.so.9",
                                                 .needed = {"libdl.so.2", "libc.so.6"},
                                                 .runpath = "$ORIGIN:$ORIGIN/../x"})));
    QVERIFY(facts);
    QTEST(facts->architecture, "name");
    QTEST(facts->bits, "bits");
    QCOMPARE(facts->type, u"DYN"_s);
    QCOMPARE(facts->soname, u"libcudnn.so.9"_s);
    QCOMPARE(facts->needed, (QStringList{u"libdl.so.2"_s, u"libc.so.6"_s}));
    QCOMPARE(facts->runpath, (QStringList{u"$ORIGIN"_s, u"$ORIGIN/../x"_s}));
}

void TestElfFile::refusesWhatIsNoWholeLibrary_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("words");
    const QByteArray whole = writeElf({.soname = "libcudnn.so.9"});
    QTest::newRow("an empty file") << QByteArray() << u"library-empty"_s << u"empty"_s;
    QTest::newRow("a web page") << QByteArray("<!DOCTYPE html><html>") << u"input-malformed"_s << u"<!DOCTYPE html"_s;
    QTest::newRow("a linker script") << QByteArray("/* GNU ld script */ INPUT(x)") << u"input-malformed"_s
                                     << u"GNU ld script"_s;
    QTest::newRow("the first letters of a library") << whole.left(3) << u"input-malformed"_s << u".EL"_s;
    QTest::newRow("no more than the mark") << whole.left(4) << u"library-truncated"_s << u"cut off"_s;
    QTest::newRow("half a header") << whole.left(40) << u"library-truncated"_s << u"cut off"_s;
    QTest::newRow("a header and no more") << whole.left(64) << u"library-truncated"_s << u"cut off"_s;
    QTest::newRow("half a library") << whole.left(whole.size() / 2) << u"library-truncated"_s << u"cut off"_s;
}

void TestElfFile::refusesWhatIsNoWholeLibrary()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const QTemporaryDir folder;
    const auto facts = readElf(writeTo(folder, u"libcudnn.so.9"_s, bytes));
    QVERIFY(!facts);
    QTEST(toString(facts.error().id), "id");
    QVERIFY2(facts.error().message.toString().contains(words), qPrintable(facts.error().message.toString()));

    QVERIFY(readElf(folder.filePath(u"nothing"_s)).error().id == ErrorId::InputMissing);
    QVERIFY(readElf(folder.path()).error().id == ErrorId::NotReadable);
    QVERIFY(!elfDefines(folder.filePath(u"libcudnn.so.9"_s), "cudnnGetVersion"));
    QVERIFY(elfWords(folder.filePath(u"libcudnn.so.9"_s), "cudnn", "version").isEmpty());
}

// The needed versions are a list whose entries say how far the next one is: here the second leads back to the first.
void TestElfFile::listsInACircleEnd()
{
    QFile file(libraries + u"/libtest_loud.so"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray bytes = file.readAll();
    const auto at = [&bytes]<class T>(quint64 offset, T) { return reinterpret_cast<T *>(bytes.data() + offset); };
    const auto *header = at(0, Elf64_Ehdr());
    const Elf64_Phdr *segments = at(header->e_phoff, Elf64_Phdr());
    const auto *dynamic = std::find_if(segments, segments + header->e_phnum,
                                       [](const Elf64_Phdr &segment) { return segment.p_type == PT_DYNAMIC; });
    quint64 list = 0; // a library's first segment has the same addresses as offsets
    for (Elf64_Dyn *entry = at(dynamic->p_offset, Elf64_Dyn()); entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_VERNEED)
            list = entry->d_un.d_ptr;
        if (entry->d_tag == DT_VERNEEDNUM)
            entry->d_un.d_val = std::numeric_limits<quint64>::max();
    }
    QVERIFY(list > 0);
    const auto forward = quint32(sizeof(Elf64_Verneed));
    at(list, Elf64_Verneed())->vn_next = forward;
    at(list + forward, Elf64_Verneed())->vn_next = 0U - forward;
    const QTemporaryDir folder;
    const auto facts = readElf(writeTo(folder, u"libcudnn.so.9"_s, bytes));
    QVERIFY(facts);
    QVERIFY(facts->glibcNeeded.size() < 100);
}

// A real library has its section headers at the end, so no cut may look whole.
void TestElfFile::noticesACutAnywhere()
{
    QFile file(libraries + u"/libtest_good.so"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    const QTemporaryDir folder;
    const QString path = writeTo(folder, u"libcudnn.so.9"_s, whole);
    QVERIFY(readElf(path));
    for (qint64 size = whole.size() - 1; size >= 4; size -= 97) {
        QVERIFY(QFile::resize(path, size));
        const auto facts = readElf(path);
        QVERIFY2(!facts, qPrintable(u"cut to %1 of %2 bytes"_s.arg(size).arg(whole.size())));
        QVERIFY(facts.error().id == ErrorId::LibraryTruncated);
        elfDefines(path, "cudnnGetVersion");
        elfStringsStartingWith(path, "cudnn");
    }
}

void TestElfFile::needsNoSectionHeaders()
{
    QFile file(libraries + u"/libtest_good.so"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray bytes = file.readAll();
    std::fill_n(bytes.begin() + 40, 8, '\0');  // e_shoff
    std::fill_n(bytes.begin() + 58, 6, '\0');  // e_shentsize, e_shnum, e_shstrndx
    const QTemporaryDir folder;
    const QString path = writeTo(folder, u"libcudnn.so.9"_s, bytes);
    const auto facts = readElf(path);
    QVERIFY(facts);
    QVERIFY(elfDefines(path, "cudnnGetVersion"));
    QCOMPARE(elfWords(path, "cudnn_", "_version").size(), 1);
    QVERIFY(!elfStringsStartingWith(path, "cudnn-mark").isEmpty());
}

void TestElfFile::findsDefinedSymbolsOnly()
{
    QVERIFY(elfDefines(libraries + u"/libtest_good.so"_s, "cudnnGetVersion"));
    QVERIFY(!elfDefines(libraries + u"/libtest_good.so"_s, "cudnnGetVersio"));
    QVERIFY(!elfDefines(libraries + u"/libtest_callcrash.so"_s, "abort")); // needed, not defined
    const QTemporaryDir folder;
    const QString path = writeTo(folder, u"lib.so"_s, writeElf({.functions = {{"cudnnGetVersion", 8907}}}));
    QVERIFY(elfDefines(path, "cudnnGetVersion"));
}

void TestElfFile::readsVersionWords()
{
    const QList<ElfWord> words = elfWords(libraries + u"/libtest_good.so"_s, "cudnn_", "_version");
    QCOMPARE(words.size(), 1);
    QCOMPARE(words[0].name, QByteArray("cudnn_graph_version"));
    QCOMPARE(words[0].value, 0x00090102u);
}

void TestElfFile::findsStringsInReadOnlyData()
{
    QCOMPARE(elfStringsStartingWith(libraries + u"/libtest_good.so"_s, "cudnn-mark"), QList<QByteArray>{"cudnn-mark 9.1.2"});
    QVERIFY(elfStringsStartingWith(libraries + u"/libtest_good.so"_s, "nn-mark").isEmpty());
    const QTemporaryDir folder;
    const QString path = writeTo(folder, u"lib.so"_s, writeElf({.strings = {"mark one", "mark two", "other"}}));
    QCOMPARE(elfStringsStartingWith(path, "mark "), (QList<QByteArray>{"mark one", "mark two"}));
    QCOMPARE(elfStringsStartingWith(path, "mark ", 1).size(), 1);
}

QTEST_GUILESS_MAIN(TestElfFile)
#include "tst_elffile.moc"
