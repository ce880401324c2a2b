// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include "detect/cudnnversion.h"
#include "host/elffile.h"

#include <QRegularExpression>
#include <QSet>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestLibraryForStrings = 16 << 20; // bytes; the ones that open others are small
constexpr auto loadTimeout = std::chrono::seconds(60); // owner: the prober's supervisor

// Which libraries belong to the set is said by the set itself: what lies in the folder, what was installed there, what the
// libraries need, and the names that they carry to open at run time.
struct ExpectedSet
{
    QStringList present; // names under which the loader finds them
    QStringList missing;
};

// "libcudnn_graph.so" and "libcudnn_graph.so.9" -> "libcudnn_graph.so.9"; nothing for patterns and other words.
std::optional<QString> asSoname(const QString &word, const QString &major)
{
    static const QRegularExpression name(u"^(libcudnn\\w*\\.so)(\\.\\d+)?$"_s);
    const auto match = name.match(word);
    if (!match.hasMatch())
        return {};
    return match.captured(2).isEmpty() ? match.captured(1) + u'.' + major : word;
}

QStringList namesIn(const VerifyRun &run, const LibraryFacts &library, const QString &major)
{
    const QString path = run.host.files().outside(library.file);
    QStringList words = readElf(path).value_or(ElfFacts{}).needed;
    if (library.size <= largestLibraryForStrings) {
        const auto strings = elfStringsStartingWith(path, "libcudnn");
        for (const QByteArray &string : strings)
            words << QString::fromLatin1(string);
    }
    QStringList names;
    for (const QString &word : std::as_const(words)) {
        if (const auto soname = asSoname(word, major))
            names << *soname;
    }
    return names;
}

ExpectedSet expectedSet(const VerifyRun &run)
{
    const QString major = run.soname().section(u'.', 2, 2);
    QSet<QString> present;
    QSet<QString> named;
    for (const LibraryFacts &library : run.copy.libraries) {
        const auto number = numberOfLibraryName(library.name);
        if (!library.problem.isEmpty() && number && number->segmentCount() == 1)
            named.insert(library.name);
        if (library.soname && library.name == *library.soname) {
            present.insert(library.name);
            const QStringList names = namesIn(run, library, major);
            named.unite(QSet<QString>(names.begin(), names.end()));
        }
    }
    const QStringList installed = run.request.installedLinks.keys() + run.request.installedHashes.keys();
    for (const QString &path : installed) {
        const auto number = numberOfLibraryName(path.section(u'/', -1));
        if (number && number->segmentCount() == 1)
            named.insert(path.section(u'/', -1));
    }
    ExpectedSet set{present.values(), (named - present).values()};
    set.present.sort();
    set.missing.sort();
    return set;
}

// The wheels named nvidia-cudnn-jit-* leave out libraries on purpose.
bool isReducedOnPurpose(const VerifyRun &run)
{
    return run.copy.owner && run.copy.owner->contains("cudnn-jit"_L1);
}

CheckResult loadFailure(const ProbeAnswer::Load &load, const QString &evidence)
{
    static const QRegularExpression missing(u"^(\\S+): cannot open shared object file"_s);
    const auto match = missing.match(load.error);
    const QString name = load.library.section(u'/', -1);
    if (match.hasMatch() && !match.captured(1).contains("libcudnn"_L1))
        return failed(u"dependency-missing"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "%1 needs %2, which is not found. cuDNN itself is in place."),
                           {name, match.captured(1).section(u'/', -1)}),
                      evidence);
    return failed(u"load-failed"_s,
                  Text(QT_TRANSLATE_NOOP("backend", "%1 cannot be loaded. The line under Details is the loader's own."), {name}),
                  evidence);
}

} // namespace

CheckResult checkSublibraries(const VerifyRun &run)
{
    const ExpectedSet set = expectedSet(run);
    if (!set.missing.isEmpty() && !isReducedOnPurpose(run))
        return failed(u"incomplete-set"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "%1 is missing or damaged in %2: cuDNN loads it when a program needs "
                                                        "it, and fails then. Install cuDNN again."),
                           {set.missing.join(u", "_s), run.copy.libraryDir}),
                      set.missing.join(u'\n'));
    QStringList paths;
    for (const QString &name : set.present)
        paths << run.host.files().outside(FileTree::join(run.copy.libraryDir, name));
    if (paths.isEmpty())
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "There is no library to load.")));

    const auto answer = run.host.prober().probe({.library = paths.first(),
                                                 .alsoLoad = paths.mid(1),
                                                 .libraryPath = run.childLibraryPath(),
                                                 .environment = run.childEnvironment(),
                                                 .timeout = loadTimeout});
    if (!answer && answer.error().id == ErrorId::NotSupported)
        return skipped(answer.error().message);
    if (!answer)
        return failed(u"load-failed"_s, answer.error().message, answer.error().detail);
    QStringList lines;
    for (const ProbeAnswer::Load &load : answer->loads)
        lines << (load.loaded ? load.loadedFrom : load.library + u": "_s + load.error);
    for (const ProbeAnswer::Load &load : answer->loads) {
        if (!load.loaded)
            return loadFailure(load, lines.join(u'\n'));
    }
    return passed(Text::counted(QT_TRANSLATE_N_NOOP("backend", "All %n libraries were loaded, in a process of their own."),
                                int(paths.size())),
                  lines.join(u'\n'));
}

} // namespace cudnnsetup
