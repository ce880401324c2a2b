// SPDX-License-Identifier: MIT
#include "textreport.h"

#include "report/summary.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Lines under headings, values indented below their names.
class Lines
{
public:
    void heading(const Text &text)
    {
        if (!m_lines.isEmpty())
            m_lines << QString();
        const QString words = text.toString();
        m_lines << words << QString(words.size(), u'-');
    }
    void add(const Text &text) { m_lines << text.toString(); }
    void raw(const QString &line) { m_lines << u"    "_s + line; }
    void more(const QString &lines)
    {
        const QStringList parts = lines.split(u'\n', Qt::SkipEmptyParts);
        for (const QString &line : parts)
            raw(line);
    }
    QString join() const { return m_lines.join(u'\n') + u'\n'; }

private:
    QStringList m_lines;
};

QString orUnknown(const std::optional<QVersionNumber> &version)
{
    return version ? version->toString() : Text(QT_TRANSLATE_NOOP("backend", "unknown")).toString();
}

void addMachine(Lines &lines, const SystemReport &report)
{
    lines.heading(Text(QT_TRANSLATE_NOOP("backend", "Machine")));
    lines.add(summaryOf(report).sentence);
    lines.add(Text(QT_TRANSLATE_NOOP("backend", "Operating system: %1, kernel %2, glibc %3, %4"),
                   {report.os.name, report.os.kernel, orUnknown(report.os.glibc), report.os.architecture}));
    if (report.driver) {
        lines.add(Text(QT_TRANSLATE_NOOP("backend", "Driver: %1 (%2); it runs programs up to CUDA %3"),
                       {report.driver->version.toString(), report.driver->source, orUnknown(report.driver->maxCuda)}));
    } else {
        lines.add(Text(QT_TRANSLATE_NOOP("backend", "Driver: none was found. %1"),
                       {report.driverUnknownReason.toString()}));
    }
    if (report.gpus.isEmpty())
        lines.add(Text(QT_TRANSLATE_NOOP("backend", "Graphics card: none was found. %1"),
                       {report.gpusUnknownReason.toString()}));
    for (const GpuFacts &gpu : report.gpus)
        lines.add(Text(QT_TRANSLATE_NOOP("backend", "Graphics card %1: %2, compute capability %3"),
                       {QString::number(gpu.index), gpu.name, orUnknown(gpu.computeCapability)}));
}

void addToolkits(Lines &lines, const SystemReport &report)
{
    lines.heading(Text(QT_TRANSLATE_NOOP("backend", "CUDA toolkits")));
    if (report.toolkits.isEmpty())
        lines.add(Text(QT_TRANSLATE_NOOP("backend", "None was found.")));
    for (const ToolkitFacts &toolkit : report.toolkits) {
        const QString active = toolkit.isActive ? u" ("_s + Text::word(toolkit.activeReason) + u")"_s : QString();
        lines.add(Text::verbatim(u"CUDA %1  %2%3"_s.arg(orUnknown(toolkit.version), toolkit.root, active)));
        for (const QString &alias : toolkit.aliases)
            lines.raw(u"= "_s + alias);
        for (const VersionSource &source : toolkit.versionSources)
            lines.raw(source.source + u": "_s + source.value);
    }
}

void addCopies(Lines &lines, const SystemReport &report)
{
    lines.heading(Text(QT_TRANSLATE_NOOP("backend", "Copies of cuDNN")));
    if (report.cudnnCopies.isEmpty())
        lines.add(Text(QT_TRANSLATE_NOOP("backend", "None was found.")));
    for (const CudnnCopy &copy : report.cudnnCopies) {
        lines.add(Text::verbatim(u"cuDNN %1  %2"_s.arg(orUnknown(copy.version), copy.libraryDir)));
        if (copy.cudaMajor)
            lines.raw(u"CUDA %1"_s.arg(*copy.cudaMajor));
        if (copy.owner)
            lines.raw(*copy.owner);
        for (const LibraryFacts &library : copy.libraries)
            lines.raw(library.linkChain.isEmpty() ? library.name : library.linkChain.join(u" -> "_s));
    }
    for (const LoaderFacts::Resolved &resolved : report.loader.resolved)
        lines.add(Text(QT_TRANSLATE_NOOP("backend", "Programs that ask for %1 load %2 (%3)"),
                       {resolved.soname, resolved.path, resolved.reason}));
}

void addPythons(Lines &lines, const SystemReport &report)
{
    if (report.pythons.isEmpty())
        return;
    lines.heading(Text(QT_TRANSLATE_NOOP("backend", "Python environments")));
    for (const PythonFacts &python : report.pythons) {
        lines.add(Text::verbatim(u"%1 (%2)"_s.arg(python.executable, python.kind)));
        for (const PythonFacts::Package &package : python.packages)
            lines.raw(package.name + u' ' + package.version);
    }
}

void addTransaction(Lines &lines, const Transaction &transaction)
{
    lines.heading(Text(QT_TRANSLATE_NOOP("backend", "Installation")));
    lines.add(Text(QT_TRANSLATE_NOOP("backend", "%1: cuDNN %2 before, %3 after, in %4"),
                   {toString(transaction.state), orUnknown(transaction.before), orUnknown(transaction.after),
                    transaction.targetRoot}));
    for (const Transaction::ChangedPath &change : transaction.changes)
        lines.raw(toString(change.change) + u' ' + change.path);
}

void addChecks(Lines &lines, const VerifyReport &report)
{
    lines.heading(Text(QT_TRANSLATE_NOOP("backend", "Verification")));
    for (const VerifyCheck &check : report.checks) {
        lines.add(Text::verbatim(u"[%1] %2"_s.arg(toString(check.status), check.name.toString())));
        lines.more(check.detail.toString());
        lines.more(check.evidence);
    }
}

} // namespace

QString textReport(const ReportContent &content)
{
    Lines lines;
    lines.add(Text::verbatim(u"cuDNN Setup %1"_s.arg(QStringLiteral(CUDNNSETUP_VERSION))));
    if (content.system) {
        addMachine(lines, *content.system);
        addToolkits(lines, *content.system);
        addCopies(lines, *content.system);
        addPythons(lines, *content.system);
    }
    if (content.transaction)
        addTransaction(lines, *content.transaction);
    if (content.verified)
        addChecks(lines, *content.verified);
    return lines.join();
}

Result<void> saveText(const QString &path, const QString &text)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0 || !file.commit()) {
        return failure(ErrorId::NotWritable,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 could not be written. Please choose another folder."), {path}),
                       file.errorString());
    }
    return {};
}

} // namespace cudnnsetup
