// SPDX-License-Identifier: MIT
#include "commands.h"
#include "frameworks.h"

#include "apply/apply.h"
#include "detect/detect.h"
#include "report/summary.h"
#include "report/verifytext.h"
#include "verify/installed.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> absent(const QString &place)
{
    return failure(ErrorId::CudnnAbsent,
                   Text(QT_TRANSLATE_NOOP("backend", "There is no cuDNN in %1, so there is nothing to prove. Install one first."), {place}));
}

bool liesAt(const FileTree &files, const CudnnCopy &copy, const QString &folder)
{
    const QString real = files.canonical(folder).value_or(FileTree::clean(folder));
    return copy.libraryDir == real || files.canonical(FileTree::join(real, u"lib64"_s)) == copy.libraryDir
            || files.canonical(FileTree::join(real, u"lib"_s)) == copy.libraryDir;
}

const ToolkitFacts *toolkitAt(const Host &host, const SystemReport &report, const QString &path)
{
    const QString clean = FileTree::clean(path);
    const QString real = host.files().canonical(path).value_or(clean);
    const auto toolkit = std::find_if(report.toolkits.begin(), report.toolkits.end(), [&](const ToolkitFacts &candidate) {
        return candidate.root == real || candidate.aliases.contains(clean);
    });
    return toolkit == report.toolkits.end() ? nullptr : &*toolkit;
}

// The copy that was asked for; without a wish the one that programs load, else the one of the toolkit in use, else the first.
Result<CudnnCopy> chosenCopy(const Host &host, const SystemReport &report, const Call &call)
{
    const QList<CudnnCopy> &copies = report.cudnnCopies;
    const auto firstWhere = [&](const QString &place, const auto &holds) -> Result<CudnnCopy> {
        const auto copy = std::find_if(copies.begin(), copies.end(), holds);
        return copy == copies.end() ? Result<CudnnCopy>(absent(place)) : Result<CudnnCopy>(*copy);
    };
    if (const auto folder = call.folder(u"copy"_s))
        return firstWhere(*folder, [&](const CudnnCopy &copy) { return liesAt(host.files(), copy, *folder); });
    if (const auto path = call.folder(u"toolkit"_s)) {
        const ToolkitFacts *toolkit = toolkitAt(host, report, *path);
        if (!toolkit)
            return failure(ErrorId::NoToolkit,
                           Text(QT_TRANSLATE_NOOP("backend", "%1 is no CUDA toolkit. cudnn-setup-cli detect lists those that are here."), {*path}));
        return firstWhere(*path, [&](const CudnnCopy &copy) { return copy.toolkit == toolkit->root; });
    }
    if (const CudnnCopy *loaded = loadedCopy(report))
        return *loaded;
    const ToolkitFacts *active = activeToolkit(report);
    const auto copy = std::find_if(copies.begin(), copies.end(),
                                   [&](const CudnnCopy &candidate) { return active && candidate.toolkit == active->root; });
    if (copy != copies.end())
        return *copy;
    return firstWhere(Text(QT_TRANSLATE_NOOP("backend", "this machine")).toString(), [](const CudnnCopy &) { return true; });
}

// The newest installation that put files into the copy's folder.
std::optional<Transaction> installationOf(const Host &host, const CudnnCopy &copy)
{
    const QString target = copy.toolkit.value_or(FileTree::clean(copy.libraryDir + u"/.."_s));
    const QList<Transaction> transactions = transactionsOf(host.files(), target);
    const auto newest = std::find_if(transactions.begin(), transactions.end(), [&](const Transaction &transaction) {
        return transaction.libraryDir == copy.libraryDir;
    });
    return newest == transactions.end() ? std::nullopt : std::optional(*newest);
}

std::optional<Text> notInThisVersion(const Call &call)
{
    const QString gpu = call.value(u"gpu"_s).value_or(u"auto"_s);
    if (gpu == u"on")
        return Text(QT_TRANSLATE_NOOP("backend", "The test on the graphics card is not in this version. Leave --gpu on out."));
    if (gpu != u"auto" && gpu != u"off")
        return Text(QT_TRANSLATE_NOOP("backend", "--gpu takes auto, on or off."));
    return {};
}

// A framework may have a cuDNN of its own, which is no copy of this machine's.
ExitCode withoutCopy(const Call &call, const Host &host, const Error &error)
{
    Output &output = call.output();
    if (error.id != ErrorId::CudnnAbsent)
        return output.fail(error, ExitCode::Refused);
    const auto frameworks = testFrameworks(call, host);
    return frameworks ? output.fail(error, ExitCode::Findings, withFrameworks({}, *frameworks))
                      : output.fail(frameworks.error(), ExitCode::Refused);
}

ExitCode runVerify(const Call &call)
{
    Output &output = call.output();
    if (const auto message = notInThisVersion(call))
        return output.wrongUsage(*message);
    const auto host = call.host();
    if (!host)
        return output.fail(host.error(), ExitCode::Refused);
    const auto report = detect(*host, {.alsoToolkits = namedToolkits(call)}, output.job());
    if (!report)
        return output.fail(report.error(), ExitCode::Refused);
    const auto copy = chosenCopy(*host, *report, call);
    if (!copy)
        return withoutCopy(call, *host, copy.error());

    VerifyRequest request{.libraryDir = copy->libraryDir,
                          .includeDir = copy->includeDir,
                          .toolkit = copy->toolkit,
                          .withCompile = call.isSet(u"compile"_s)};
    if (const auto installation = installationOf(*host, *copy))
        request = asInstalled(request, *installation);
    const auto verified = verify(*host, *report, request, output.job(),
                                 [&](const VerifyCheck &check) { output.text(checkText(check)); });
    if (!verified)
        return output.fail(verified.error(), ExitCode::Refused);
    const auto frameworks = testFrameworks(call, *host);
    if (!frameworks)
        return output.fail(frameworks.error(), ExitCode::Refused);
    output.result(withFrameworks(toJson(*verified), *frameworks), u'\n' + verdictOf(*verified, *copy).toString());
    return verified->isOk() && !hasFault(*frameworks) ? ExitCode::Done : ExitCode::Findings;
}

} // namespace

CliCommand verifyCommand()
{
    return {.name = u"verify"_s,
            .summary = QCoreApplication::translate("cli", "Prove that an installed cuDNN is whole, is found and can be loaded."),
            .options = {{u"copy"_s, QCoreApplication::translate("cli", "The copy whose libraries lie in DIR."), u"DIR"_s},
                        {u"toolkit"_s, QCoreApplication::translate("cli", "The copy in the toolkit DIR."), u"DIR"_s},
                        {u"compile"_s, QCoreApplication::translate("cli", "Also compile, link and run a small program.")},
                        {u"gpu"_s, QCoreApplication::translate("cli", "The test on the graphics card: auto or off."), u"MODE"_s},
                        pythonOption()},
            .run = runVerify};
}

} // namespace cudnnsetup
