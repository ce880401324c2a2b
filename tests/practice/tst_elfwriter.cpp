// SPDX-License-Identifier: MIT
#include "practice/elfwriter.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <dlfcn.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cstdio>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

// The machine of the tests themselves: the one whose libraries can be loaded here.
#ifdef Q_PROCESSOR_ARM_64
constexpr auto ours = ElfImage::Machine::Aarch64;
#else
constexpr auto ours = ElfImage::Machine::X86_64;
#endif

struct Run
{
    int exitCode = -1;
    QByteArray output; // both streams
};

Run run(const QString &program, const QStringList &arguments, const QString &folder = {})
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(60000))
        return {-1, process.errorString().toLocal8Bit() + process.readAll()};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2, process.readAll()};
}

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), qint64(content.size()));
}

ElfImage answering(ElfImage::Machine machine)
{
    return {.machine = machine,
            .soname = "libanswer.so.8",
            .functions = {{"answer", 8907}, {"answerNothing", 0}, {"answerMuch", 0x123456789abcLL}},
            .strings = {"practice mark 8.9.7"}};
}

// The child's side of the load test: "--call LIBRARY FUNCTION" prints what the function returned.
int callFunction(const char *library, const char *function)
{
    void *handle = ::dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        std::printf("%s\n", ::dlerror());
        return 1;
    }
    const auto entry = reinterpret_cast<size_t (*)()>(::dlsym(handle, function));
    if (!entry) {
        std::printf("%s\n", ::dlerror());
        return 2;
    }
    std::printf("%zu\n", entry());
    return 0;
}

} // namespace

class TestElfWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMachineIsReadWithoutAWarning_data();
    void everyMachineIsReadWithoutAWarning();
    void theSystemLoaderLoadsItAndTheFunctionAnswers_data();
    void theSystemLoaderLoadsItAndTheFunctionAnswers();
    void aNeededLibraryIsFoundThroughTheRunpath();
    void theSystemLinkerLinksAgainstIt_data();
    void theSystemLinkerLinksAgainstIt();
    void libelfFindsEveryDynamicFact();
    void anEmptyLibraryIsALibraryToo();
    void sameInputGivesSameBytes();
};

void TestElfWriter::everyMachineIsReadWithoutAWarning_data()
{
    QTest::addColumn<ElfImage::Machine>("machine");
    QTest::addColumn<QByteArray>("machineWords");
    QTest::newRow("x86_64") << ElfImage::Machine::X86_64 << QByteArray("X86-64");
    QTest::newRow("aarch64") << ElfImage::Machine::Aarch64 << QByteArray("AArch64");
    QTest::newRow("i386") << ElfImage::Machine::I386 << QByteArray("Intel 80386");
    QTest::newRow("ppc64le") << ElfImage::Machine::Ppc64le << QByteArray("PowerPC64");
}

void TestElfWriter::everyMachineIsReadWithoutAWarning()
{
    QFETCH(ElfImage::Machine, machine);
    QFETCH(QByteArray, machineWords);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"libanswer.so.8"_s);
    write(path, writeElf(answering(machine)));

    const Run readelf = run(u"readelf"_s, {u"-aW"_s, u"--enable-checks"_s, path});
    QCOMPARE(readelf.exitCode, 0);
    QVERIFY2(!readelf.output.contains("Warning") && !readelf.output.contains("Error"), readelf.output.constData());
    QVERIFY(readelf.output.contains(machineWords));
    QVERIFY(readelf.output.contains("Library soname: [libanswer.so.8]"));
    QVERIFY(readelf.output.contains("answerMuch"));
}

void TestElfWriter::theSystemLoaderLoadsItAndTheFunctionAnswers_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("a small number") << u"answer"_s << QByteArray("8907\n");
    QTest::newRow("zero") << u"answerNothing"_s << QByteArray("0\n");
    QTest::newRow("a number of more than 32 bits") << u"answerMuch"_s << QByteArray("20015998343868\n");
}

void TestElfWriter::theSystemLoaderLoadsItAndTheFunctionAnswers()
{
    QFETCH(QString, function);
    QFETCH(QByteArray, answer);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"libanswer.so.8"_s);
    write(path, writeElf(answering(ours)));

    const Run call = run(QCoreApplication::applicationFilePath(), {u"--call"_s, path, function});
    QCOMPARE(call.output, answer);
    QCOMPARE(call.exitCode, 0);
}

void TestElfWriter::aNeededLibraryIsFoundThroughTheRunpath()
{
    QTemporaryDir folder;
    ElfImage image = answering(ours);
    image.needed = {"libother.so.1"};
    image.runpath = "$ORIGIN/below";
    const QString path = folder.filePath(u"libanswer.so.8"_s);
    write(path, writeElf(image));

    const Run without = run(QCoreApplication::applicationFilePath(), {u"--call"_s, path, u"answer"_s});
    QCOMPARE(without.exitCode, 1);
    QVERIFY2(without.output.contains("libother.so.1"), without.output.constData());

    QVERIFY(QDir(folder.path()).mkdir(u"below"_s));
    write(folder.filePath(u"below/libother.so.1"_s), writeElf({.machine = ours, .soname = "libother.so.1"}));
    const Run with = run(QCoreApplication::applicationFilePath(), {u"--call"_s, path, u"answer"_s});
    QCOMPARE(with.output, QByteArray("8907\n"));
}

void TestElfWriter::theSystemLinkerLinksAgainstIt_data()
{
    QTest::addColumn<QString>("linker");
    QTest::newRow("the default linker") << QString();
    QTest::newRow("gold") << u"gold"_s;
    QTest::newRow("lld") << u"lld"_s;
}

void TestElfWriter::theSystemLinkerLinksAgainstIt()
{
    QFETCH(QString, linker);
    if (!linker.isEmpty() && QStandardPaths::findExecutable(u"ld."_s + linker).isEmpty())
        QSKIP("this linker is not installed");
    QTemporaryDir folder;
    write(folder.filePath(u"libanswer.so.8"_s), writeElf(answering(ours)));
    QVERIFY(QFile::link(u"libanswer.so.8"_s, folder.filePath(u"libanswer.so"_s)));
    write(folder.filePath(u"main.cpp"_s), "#include <cstddef>\n"
                                          "#include <cstdio>\n"
                                          "extern \"C\" std::size_t answer();\n"
                                          "int main() { std::printf(\"%zu\\n\", answer()); }\n");
    QStringList arguments = {u"main.cpp"_s, u"-o"_s, u"main"_s, u"-L."_s, u"-lanswer"_s, u"-Wl,-rpath,$ORIGIN"_s,
                             u"-Wl,--fatal-warnings"_s};
    if (!linker.isEmpty())
        arguments << u"-fuse-ld="_s + linker;
    const Run compile = run(u"c++"_s, arguments, folder.path());
    QCOMPARE(compile.output, QByteArray());
    QCOMPARE(compile.exitCode, 0);
    QCOMPARE(run(folder.filePath(u"main"_s), {}).output, QByteArray("8907\n"));
}

void TestElfWriter::libelfFindsEveryDynamicFact()
{
    QTemporaryDir folder;
    ElfImage image = answering(ElfImage::Machine::Aarch64);
    image.needed = {"libc.so.6", "libm.so.6"};
    image.runpath = "$ORIGIN";
    const QString path = folder.filePath(u"libanswer.so.8"_s);
    write(path, writeElf(image));

    ::elf_version(EV_CURRENT);
    const int file = ::open(QFile::encodeName(path).constData(), O_RDONLY);
    QVERIFY(file >= 0);
    Elf *elf = ::elf_begin(file, ELF_C_READ, nullptr);
    QStringList facts;
    Elf_Scn *section = nullptr;
    while ((section = ::elf_nextscn(elf, section))) {
        GElf_Shdr header;
        QVERIFY(::gelf_getshdr(section, &header));
        if (header.sh_type != SHT_DYNAMIC)
            continue;
        Elf_Data *data = ::elf_getdata(section, nullptr);
        GElf_Dyn entry;
        for (int i = 0; ::gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; ++i) {
            if (entry.d_tag == DT_NEEDED || entry.d_tag == DT_SONAME || entry.d_tag == DT_RUNPATH)
                facts << QString::fromLatin1(::elf_strptr(elf, header.sh_link, entry.d_un.d_val));
        }
    }
    ::elf_end(elf);
    ::close(file);
    QCOMPARE(facts, QStringList({u"libc.so.6"_s, u"libm.so.6"_s, u"libanswer.so.8"_s, u"$ORIGIN"_s}));
    QVERIFY(writeElf(image).contains("practice mark 8.9.7"));
}

void TestElfWriter::anEmptyLibraryIsALibraryToo()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"libempty.so"_s);
    write(path, writeElf({.machine = ours}));
    const Run readelf = run(u"readelf"_s, {u"-aW"_s, u"--enable-checks"_s, path});
    QVERIFY2(!readelf.output.contains("Warning") && !readelf.output.contains("Error"), readelf.output.constData());
    // Loaded; only the function is not there.
    QCOMPARE(run(QCoreApplication::applicationFilePath(), {u"--call"_s, path, u"answer"_s}).exitCode, 2);
}

void TestElfWriter::sameInputGivesSameBytes()
{
    const ElfImage image = answering(ours);
    QCOMPARE(writeElf(image), writeElf(image));
    QVERIFY(writeElf(image).size() < 4096);
}

int main(int argc, char **argv)
{
    if (argc == 4 && qstrcmp(argv[1], "--call") == 0)
        return callFunction(argv[2], argv[3]);
    QCoreApplication application(argc, argv);
    TestElfWriter test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_elfwriter.moc"
