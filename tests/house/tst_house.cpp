// SPDX-License-Identifier: MIT
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// Which folders of backend/ a folder may include: the table of docs/DESIGN.md, chapter 1. The loose headers of backend/
// (result.h, text.h, job.h ...) are everybody's.
const QHash<QString, QStringList> &allowedIncludes()
{
    static const QHash<QString, QStringList> table = {
            {u"host"_s, {}},
            {u"catalog"_s, {}},
            {u"detect"_s, {u"host"_s}},
            {u"archive"_s, {u"host"_s, u"catalog"_s}},
            {u"plan"_s, {u"host"_s, u"detect"_s, u"catalog"_s, u"archive"_s}},
            {u"apply"_s, {u"host"_s, u"plan"_s, u"archive"_s, u"catalog"_s}},
            {u"verify"_s, {u"host"_s, u"detect"_s, u"archive"_s, u"apply"_s, u"gpu"_s}},
            {u"practice"_s, {u"host"_s, u"catalog"_s, u"archive"_s}},
            {u"gpu"_s, {u"host"_s, u"detect"_s}},
            {u"report"_s, {u"detect"_s, u"catalog"_s, u"archive"_s, u"plan"_s, u"apply"_s, u"gpu"_s, u"verify"_s}},
    };
    return table;
}

struct Include
{
    QString file;   // below the source folder
    QString target; // as written
    bool isSystem = false;
};

QString sourceFolder()
{
    return QStringLiteral(CUDNNSETUP_SOURCE_DIR);
}

QString contentOf(const QString &file)
{
    QFile source(sourceFolder() + u'/' + file);
    return source.open(QIODevice::ReadOnly) ? QString::fromUtf8(source.readAll()) : QString();
}

QStringList sourcesBelow(const QStringList &folders)
{
    QStringList files;
    for (const QString &folder : folders) {
        QDirIterator it(sourceFolder() + u'/' + folder, {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            files << it.next().mid(sourceFolder().size() + 1);
    }
    files.sort();
    return files;
}

QList<Include> includesOf(const QString &file)
{
    static const QRegularExpression line(u"^\\s*#\\s*include\\s+([<\"])([^>\"]+)[>\"]"_s, QRegularExpression::MultilineOption);
    QList<Include> includes;
    auto matches = line.globalMatch(contentOf(file));
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        includes << Include{file, match.captured(2), match.captured(1) == u"<"};
    }
    return includes;
}

// The folder of backend/ that an include of ours leads to; empty for a loose header or a header of the own folder.
QString backendFolderOf(const Include &include)
{
    const QString folder = include.target.section(u'/', 0, 0);
    return !include.isSystem && include.target.contains(u'/') && allowedIncludes().contains(folder) ? folder : QString();
}

bool isOfModule(const QString &header, const QString &module)
{
    const QString folder = QLibraryInfo::path(QLibraryInfo::HeadersPath) + u'/' + module + u'/';
    return header.startsWith(module + u'/') || QFile::exists(folder + header);
}

} // namespace

// House rules that a machine can check: who includes whom, and what stands in every file.
class TestHouse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFolderOfTheBackendIsInTheTable();
    void backendFoldersIncludeOnlyWhatTheTableAllows();
    void theTableHasNoWayBack();
    void theBackendKnowsNoWindow();
    void theWizardStartsNoProcess();
    void nothingIncludesTheProgramsThemselves();
    void systemsAreToldApartByFoldersOnly();
    void everyFileNamesItsLicence();
    void noFileIsTooLong();
    void everyRefusalStandsInTheListOfFindings();
};

void TestHouse::everyFolderOfTheBackendIsInTheTable()
{
    const QStringList folders = QDir(sourceFolder() + u"/backend"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QVERIFY(folders.contains(u"host"_s));
    for (const QString &folder : folders)
        QVERIFY2(allowedIncludes().contains(folder), qPrintable(folder));
}

void TestHouse::backendFoldersIncludeOnlyWhatTheTableAllows()
{
    QStringList wrong;
    int seen = 0;
    for (const QString &file : sourcesBelow({u"backend"_s})) {
        const QString own = file.section(u'/', 1, 1);
        for (const Include &include : includesOf(file)) {
            const QString folder = backendFolderOf(include);
            if (folder.isEmpty())
                continue;
            ++seen;
            if (folder != own && !allowedIncludes().value(own).contains(folder))
                wrong << u"%1 includes %2"_s.arg(file, include.target);
        }
    }
    QVERIFY(seen > 0);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestHouse::theTableHasNoWayBack()
{
    // Folders whose permitted includes are all done are done themselves; in a table with a circle some never are.
    QStringList done;
    qsizetype before = -1;
    while (before != done.size()) {
        before = done.size();
        for (auto it = allowedIncludes().begin(); it != allowedIncludes().end(); ++it) {
            const bool isReady = std::all_of(it->begin(), it->end(), [&](const QString &folder) { return done.contains(folder); });
            if (isReady && !done.contains(it.key()))
                done << it.key();
        }
    }
    QCOMPARE(done.size(), allowedIncludes().size());
}

void TestHouse::theBackendKnowsNoWindow()
{
    QVERIFY(isOfModule(u"QWidget"_s, u"QtWidgets"_s)); // the rule below can see
    for (const QString &file : sourcesBelow({u"backend"_s, u"app/cli"_s})) {
        for (const Include &include : includesOf(file)) {
            const bool isWindow = include.isSystem
                    && (isOfModule(include.target, u"QtWidgets"_s) || isOfModule(include.target, u"QtGui"_s));
            QVERIFY2(!isWindow, qPrintable(file + u" includes "_s + include.target));
        }
    }
}

void TestHouse::theWizardStartsNoProcess()
{
    for (const QString &file : sourcesBelow({u"wizard"_s})) {
        for (const Include &include : includesOf(file))
            QVERIFY2(include.target != u"QProcess", qPrintable(file));
    }
}

void TestHouse::nothingIncludesTheProgramsThemselves()
{
    for (const QString &file : sourcesBelow({u"backend"_s, u"wizard"_s})) {
        const bool isBackend = file.startsWith(u"backend/");
        for (const Include &include : includesOf(file)) {
            const bool isAbove = include.target.startsWith(u"app/") || (isBackend && include.target.startsWith(u"wizard/"))
                    || include.target.contains(u"../"_s);
            QVERIFY2(!isAbove, qPrintable(file + u" includes "_s + include.target));
        }
    }
}

void TestHouse::systemsAreToldApartByFoldersOnly()
{
    static const QRegularExpression condition(u"^\\s*#\\s*if.*\\b(Q_OS_\\w+|_WIN32|__linux__|__APPLE__)"_s,
                                              QRegularExpression::MultilineOption);
    for (const QString &file : sourcesBelow({u"backend"_s, u"wizard"_s, u"app"_s}))
        QVERIFY2(!condition.match(contentOf(file)).hasMatch(), qPrintable(file));
}

void TestHouse::everyFileNamesItsLicence()
{
    for (const QString &file : sourcesBelow({u"backend"_s, u"wizard"_s, u"app"_s, u"tests"_s, u"i18n"_s}))
        QVERIFY2(contentOf(file).startsWith(u"// SPDX-License-Identifier: MIT\n"), qPrintable(file));
}

void TestHouse::noFileIsTooLong()
{
    for (const QString &file : sourcesBelow({u"backend"_s, u"wizard"_s, u"app"_s})) {
        const qsizetype lines = contentOf(file).count(u'\n');
        QVERIFY2(lines <= 600, qPrintable(u"%1 has %2 lines"_s.arg(file).arg(lines)));
    }
}

void TestHouse::everyRefusalStandsInTheListOfFindings()
{
    static const QRegularExpression word(u"return u\"([a-z-]+)\"_s"_s);
    const QString findings = contentOf(u"docs/FINDINGS.md"_s);
    QStringList ids;
    auto matches = word.globalMatch(contentOf(u"backend/result.cpp"_s));
    while (matches.hasNext())
        ids << matches.next().captured(1);
    QVERIFY(ids.contains(u"archive-truncated"_s));
    for (const QString &id : std::as_const(ids))
        QVERIFY2(findings.contains(u'`' + id + u'`'), qPrintable(id));
}

QTEST_GUILESS_MAIN(TestHouse)
#include "tst_house.moc"
