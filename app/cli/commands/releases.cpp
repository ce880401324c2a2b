// SPDX-License-Identifier: MIT
#include "commands.h"

#include "practice/practicecatalog.h"
#include "report/documents.h"

#include <QCoreApplication>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString platformOf(const QString &architecture)
{
    if (architecture == u"aarch64")
        return u"linux-sbsa"_s;
    return u"linux-"_s + architecture;
}

QString listText(const QList<Release> &releases, const QString &collected)
{
    QString text;
    for (const Release &release : releases) {
        QStringList cudas;
        for (const ReleaseArchive &archive : release.archives) {
            if (!cudas.contains(archive.cudaVariant))
                cudas << archive.cudaVariant;
        }
        QString line = u"%1  %2  %3"_s.arg(release.version.toString(), -11)
                               .arg(release.date.isEmpty() ? u"-"_s : release.date, -10)
                               .arg(cudas.join(u' '));
        if (release.status != u"ok")
            line += u"  ("_s + release.status + u')';
        text += line + u'\n';
    }
    return text
            + Text::counted(QT_TRANSLATE_N_NOOP("backend", "%n releases, as known on %1"), int(releases.size()), {collected}).toString()
            + u'\n';
}

ExitCode runReleases(const Call &call)
{
    const auto host = call.host();
    if (!host)
        return call.output().fail(host.error(), ExitCode::Refused);
    const auto catalog = catalogFor(*host);
    if (!catalog)
        return call.output().fail(catalog.error(), ExitCode::Refused);
    ReleaseFilter filter{.withAll = call.isSet(u"all"_s)};
    if (!filter.withAll)
        filter.platform = platformOf(host->architecture());
    if (const auto platform = call.value(u"platform"_s)) {
        if (!catalog->platform(*platform)) {
            QStringList names;
            for (const Platform &known : catalog->platforms())
                names << known.name;
            return call.output().wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "%1 is no platform of cuDNN. There are: %2."),
                                                 {*platform, names.join(u", "_s)}));
        }
        filter.platform = *platform;
    }
    if (const auto cuda = call.value(u"cuda"_s)) {
        bool isNumber = false;
        filter.cudaMajor = cuda->section(u'.', 0, 0).toInt(&isNumber);
        if (!isNumber)
            return call.output().wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "%1 is no version of CUDA. Write --cuda 12, for example."), {*cuda}));
    }
    const QList<Release> releases = filteredReleases(*catalog, filter);
    call.output().result(releasesDocument(releases, catalog->collected()), listText(releases, catalog->collected()));
    return ExitCode::Done;
}

} // namespace

CliCommand releasesCommand()
{
    return {.name = u"releases"_s,
            .summary = QCoreApplication::translate("cli", "List the known cuDNN releases for this platform."),
            .options = {{u"cuda"_s, QCoreApplication::translate("cli", "Only archives for CUDA N."), u"N"_s},
                        {u"platform"_s, QCoreApplication::translate("cli", "Archives for P, for example linux-sbsa."), u"P"_s},
                        {u"all"_s, QCoreApplication::translate("cli", "All platforms, and withdrawn releases too.")}},
            .run = runReleases};
}

} // namespace cudnnsetup
