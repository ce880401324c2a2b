// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include "cudnnnumber.h"
#include "host/platform.h"

#include <QFile>
#include <QTemporaryDir>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr auto compileTimeout = std::chrono::seconds(90);
constexpr auto runTimeout = std::chrono::seconds(20);

constexpr char source[] = "#include <cudnn.h>\n"
                          "#include <cstdio>\n"
                          "int main()\n"
                          "{\n"
                          "    std::printf(\"%lu %lu\\n\", (unsigned long)cudnnGetVersion(), (unsigned long)CUDNN_VERSION);\n"
                          "}\n";

struct Compiler
{
    QString program;
    QStringList arguments = {}; // before all others
};

// The toolkit's own compiler first, as a student would use it; nothing of a machine in a folder is executed.
QList<Compiler> compilers(const VerifyRun &run)
{
    QList<Compiler> list;
    if (run.host.isLocal() && run.toolkit && run.toolkit->nvcc)
        list << Compiler{*run.toolkit->nvcc, {u"-cudart"_s, u"none"_s}};
    return list << Compiler{u"c++"_s} << Compiler{u"g++"_s} << Compiler{u"clang++"_s};
}

// A practice machine's libraries are ours and may be run here; of other machines nothing is.
bool mayRunHere(const VerifyRun &run)
{
    if (run.host.isLocal())
        return true;
    const bool isPractice = run.host.record() && run.host.record()->isPractice;
    return isPractice && run.host.architecture() == platform::systemName().architecture && run.answer
            && !run.answer->loads.isEmpty() && run.answer->loads.first().loaded;
}

QStringList buildArguments(const VerifyRun &run, const QString &scratch)
{
    const FileTree &files = run.host.files();
    QStringList arguments{u"-I"_s + files.outsideOfTarget(*run.copy.includeDir)};
    if (run.toolkit && run.toolkit->includeDir)
        arguments << u"-I"_s + files.outsideOfTarget(*run.toolkit->includeDir);
    const bool hasDevLink = files.isFile(FileTree::join(run.copy.libraryDir, u"libcudnn.so"_s));
    return arguments << scratch + u"/test.cpp"_s << u"-o"_s << scratch + u"/test"_s
                     << u"-L"_s + files.outsideOfTarget(run.copy.libraryDir)
                     << (hasDevLink ? u"-lcudnn"_s : u"-l:"_s + run.soname());
}

QString text(const CommandResult &result)
{
    return QString::fromUtf8(result.standardError + result.standardOutput).trimmed();
}

struct Build
{
    enum class Kind { Done, NoCompiler, Failed };
    Kind kind = Kind::NoCompiler;
    QString evidence = {}; // command and output of each try
};

Build build(const VerifyRun &run, const CommandRunner &commands, const QString &scratch)
{
    Build result;
    const QList<Compiler> list = compilers(run);
    for (const Compiler &compiler : list) {
        const QStringList arguments = compiler.arguments + buildArguments(run, scratch);
        const auto done = commands.run({.program = compiler.program,
                                        .arguments = arguments,
                                        .timeout = compileTimeout,
                                        .workingDirectory = scratch});
        if (!done && (done.error().id == ErrorId::CommandMissing || done.error().id == ErrorId::NotSupported))
            continue;
        result.evidence += u"%1 %2\n"_s.arg(compiler.program, arguments.join(u' '));
        if (done && done->exitCode == 0) {
            result.kind = Build::Kind::Done;
            return result;
        }
        result.kind = Build::Kind::Failed;
        result.evidence += (done ? text(*done) : done.error().detail) + u'\n';
    }
    return result;
}

CheckResult judge(const VerifyRun &run, const QByteArray &output, const QString &evidence)
{
    const QList<QByteArray> words = output.simplified().split(' ');
    const auto library = versionFromCudnnNumber(words.value(0).toLongLong());
    const auto header = versionFromCudnnNumber(words.value(1).toLongLong());
    if (!library || !header)
        return failed(u"version-check-failed"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "A small program was built and run, but did not get a version from cuDNN.")),
                      evidence);
    const QString libraryText = library->toString();
    if (run.version() && *library != *run.version())
        return failed(u"version-check-failed"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "A small program that was built with this copy loads cuDNN %1, not %2."),
                           {libraryText, run.version()->toString()}),
                      evidence);
    if (*library != *header)
        return failed(u"version-check-failed"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "A small program is built with the header of cuDNN %1 and runs with "
                                                        "cuDNN %2."),
                           {header->toString(), libraryText}),
                      evidence);
    return passed(Text(QT_TRANSLATE_NOOP("backend", "A small program was built with this copy and runs with cuDNN %1."),
                       {libraryText}),
                  evidence);
}

CheckResult buildAndRun(const VerifyRun &run, const CommandRunner &commands)
{
    const QTemporaryDir scratch;
    QFile file(scratch.filePath(u"test.cpp"_s));
    if (!scratch.isValid() || !file.open(QIODevice::WriteOnly) || file.write(source) < 0)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "There is no room for a small test program in the folder for "
                                                         "temporary files.")),
                       file.errorString());
    file.close();
    const Build built = build(run, commands, scratch.path());
    if (built.kind == Build::Kind::NoCompiler)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "No C++ compiler was found (nvcc, c++, g++, clang++), so no program "
                                                         "was built. Running finished programs needs none.")));
    // cuDNN's header includes this one, which comes with a toolkit.
    if (built.kind == Build::Kind::Failed && !run.toolkit && built.evidence.contains("cuda_runtime_api.h"_L1))
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "There is no CUDA toolkit here that fits this copy, and cuDNN's header needs "
                                                         "CUDA's own, so no program was built. Running finished programs needs none.")),
                       built.evidence);
    if (built.kind == Build::Kind::Failed)
        return failed(u"compile-failed"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "A small program cannot be built with this copy. The compiler's words "
                                                        "stand under Details.")),
                      built.evidence);

    QStringList folders = run.childLibraryPath();
    const QString present = run.childEnvironment().value(u"LD_LIBRARY_PATH"_s);
    if (!present.isEmpty())
        folders << present;
    const auto done = commands.run({.program = scratch.filePath(u"test"_s),
                                    .timeout = runTimeout,
                                    .extraEnvironment = {{u"LD_LIBRARY_PATH"_s, folders.join(u':')}}});
    if (!done && done.error().id == ErrorId::NotSupported)
        return skipped(done.error().message);
    const QString evidence = built.evidence + (done ? text(*done) : done.error().detail);
    if (!done || done->exitCode != 0)
        return failed(u"load-failed"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "A small program was built with this copy but cannot be run.")), evidence);
    return judge(run, done->standardOutput, evidence);
}

} // namespace

CheckResult checkCompile(const VerifyRun &run)
{
    if (!run.request.withCompile)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "No program was built: that was not asked for.")));
    if (!run.copy.includeDir)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "No header of cuDNN lies beside this copy, so no program can be built "
                                                         "with it. Finished programs run without.")));
    if (!mayRunHere(run))
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "Nothing of this machine is run here, so no program was built with it.")));
    // Compilers come from this machine; a machine in a folder would only know what they once said.
    if (run.host.isLocal())
        return buildAndRun(run, run.host.commands());
    return buildAndRun(run, LocalCommandRunner(platform::environment()));
}

} // namespace cudnnsetup
