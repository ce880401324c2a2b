// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include <QMap>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const LibraryFacts *named(const VerifyRun &run, const QString &name)
{
    const auto found = std::find_if(run.copy.libraries.begin(), run.copy.libraries.end(),
                                    [&](const LibraryFacts &library) { return library.name == name; });
    return found == run.copy.libraries.end() ? nullptr : &*found;
}

bool isLink(const LibraryFacts &library)
{
    return library.linkChain.size() > 1;
}

QString asEvidence(const LibraryFacts &library)
{
    return library.linkChain.join(u" -> "_s);
}

// Of several links in a row, the one at fault is the last that is there.
std::optional<CheckResult> brokenLink(const VerifyRun &run)
{
    const FileTree &files = run.host.files();
    for (const LibraryFacts &library : run.copy.libraries) {
        if (library.problem != toString(ErrorId::InputMissing))
            continue;
        const bool isCircle = library.linkChain.isEmpty() || files.linkTarget(library.linkChain.last());
        if (isCircle)
            return failed(u"links-broken"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "The link %1 leads in a circle and never to a file. The other files "
                                                            "are not affected; install cuDNN again."),
                               {library.name}),
                          asEvidence(library));
        const qsizetype hops = library.linkChain.size() - 1;
        const QString link = library.linkChain.value(hops - 1, library.name);
        return failed(u"links-broken"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "The link %1 leads to %2, which is not there. The other files are "
                                                        "not affected; install cuDNN again."),
                           {link.section(u'/', -1), library.linkChain.last().section(u'/', -1)}),
                      asEvidence(library));
    }
    return {};
}

// The loader looks for the name that the library itself carries, so that name must lead to that library.
std::optional<CheckResult> wrongSonameLink(const VerifyRun &run)
{
    for (const LibraryFacts &library : run.copy.libraries) {
        if (!library.soname)
            continue;
        const LibraryFacts *link = named(run, *library.soname);
        if (!link)
            return failed(u"links-missing"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "The name %1, under which programs look for %2, is missing."),
                               {*library.soname, library.name}),
                          asEvidence(library));
        if (link->soname != library.soname)
            return failed(u"forged-link"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "%1 leads to %2, which calls itself %3: another library stands "
                                                            "under this name."),
                               {link->name, link->file.section(u'/', -1), link->soname.value_or(u"?"_s)}),
                          asEvidence(*link));
        // "libcudnn.so.8" that is a library of another name, version or major.
        const bool isNumbered = library.name.count(u'.') == 2;
        if (isNumbered && library.name != *library.soname)
            return failed(u"forged-link"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "%1 leads to %2, which calls itself %3: another library stands "
                                                            "under this name."),
                               {library.name, library.file.section(u'/', -1), *library.soname}),
                          asEvidence(library));
    }
    return {};
}

// The plain name, which the linker takes, must lead to the same file as the SONAME, which the loader takes.
std::optional<CheckResult> staleDevLink(const VerifyRun &run)
{
    for (const LibraryFacts &library : run.copy.libraries) {
        if (!library.name.endsWith(".so"_L1) || !library.soname)
            continue;
        const LibraryFacts *link = named(run, *library.soname);
        if (link && link->file != library.file && isLink(library))
            return failed(u"stale-dev-link"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "%1 leads to %2, but %3 leads to %4: programs would be built with "
                                                            "one version and run with the other."),
                               {library.name, library.file.section(u'/', -1), link->name, link->file.section(u'/', -1)}),
                          asEvidence(library) + u'\n' + asEvidence(*link));
    }
    return {};
}

std::optional<CheckResult> flattened(const VerifyRun &run)
{
    QMap<QString, QStringList> plainFiles; // SONAME -> names that are files of their own
    for (const LibraryFacts &library : run.copy.libraries) {
        if (!isLink(library) && library.soname)
            plainFiles[*library.soname] << library.name;
    }
    for (auto it = plainFiles.constBegin(); it != plainFiles.constEnd(); ++it) {
        const bool hasName = it->contains(it.key());
        if (it->size() > 1 && hasName)
            return failed(u"links-flattened"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "%1 are copies where links belong. They work until one of them is "
                                                            "updated and the others are not."),
                               {it->join(u", "_s)}),
                          it->join(u'\n'));
    }
    return {};
}

std::optional<CheckResult> notAsInstalled(const VerifyRun &run)
{
    QStringList paths = run.request.installedLinks.keys();
    paths.sort();
    for (const QString &path : std::as_const(paths)) {
        const QString expected = run.request.installedLinks[path];
        const auto status = run.host.files().status(path);
        const auto target = run.host.files().linkTarget(path);
        if (status.type == FileTree::Type::Missing)
            return failed(u"links-missing"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "The link %1 was installed and is gone."), {path}),
                          path + u" -> "_s + expected);
        if (!target)
            return failed(u"links-flattened"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "%1 was installed as a link and is now a file of its own."), {path}),
                          path + u" -> "_s + expected);
        if (*target != expected)
            return failed(u"stale-dev-link"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "The link %1 was installed to lead to %2 and now leads to %3."),
                               {path, expected, *target}),
                          path + u" -> "_s + *target);
    }
    return {};
}

// Who has the headers wants to build, and the linker asks for the plain name. A wheel is not built against this way.
std::optional<CheckResult> devLinkMissing(const VerifyRun &run)
{
    if (!run.copy.includeDir || run.belongsToPython() || named(run, u"libcudnn.so"_s))
        return {};
    return failed(u"dev-link-missing"_s,
                  Text(QT_TRANSLATE_NOOP("backend", "The plain name libcudnn.so is missing in %1. Programs run, but building "
                                                    "one with -lcudnn fails."),
                       {run.copy.libraryDir}));
}

} // namespace

CheckResult checkLinks(const VerifyRun &run)
{
    for (const auto check : {brokenLink, notAsInstalled, wrongSonameLink, staleDevLink, flattened, devLinkMissing}) {
        if (const auto fault = check(run))
            return *fault;
    }
    const LibraryFacts *dispatcher = run.dispatcher();
    const bool hasLinks = std::any_of(run.copy.libraries.begin(), run.copy.libraries.end(), isLink);
    const QString evidence = dispatcher ? asEvidence(*dispatcher) : QString();
    if (!hasLinks)
        return passed(Text(QT_TRANSLATE_NOOP("backend", "Every library stands under the name that it carries itself; this "
                                                        "layout needs no links.")),
                      evidence);
    return passed(Text(QT_TRANSLATE_NOOP("backend", "Every name leads to the library that carries it.")), evidence);
}

} // namespace cudnnsetup
