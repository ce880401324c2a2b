// SPDX-License-Identifier: MIT
#include "chosencopy.h"
#include "commands.h"
#include "frameworks.h"

#include "apply/apply.h"
#include "detect/detect.h"
#include "report/verifytext.h"
#include "verify/installed.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

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

std::optional<VerifyRequest::Gpu> gpuWish(const Call &call)
{
    static const QHash<QString, VerifyRequest::Gpu> words{{u"auto"_s, VerifyRequest::Gpu::Auto},
                                                          {u"on"_s, VerifyRequest::Gpu::On},
                                                          {u"off"_s, VerifyRequest::Gpu::Off}};
    const QString word = call.value(u"gpu"_s).value_or(u"auto"_s);
    return words.contains(word) ? std::optional(words[word]) : std::nullopt;
}

std::optional<Text> usageProblem(const Call &call)
{
    if (!gpuWish(call))
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
    if (const auto message = usageProblem(call))
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
                          .withCompile = call.isSet(u"compile"_s),
                          .gpu = *gpuWish(call)};
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
                        {u"gpu"_s, QCoreApplication::translate("cli", "The test on the GPU: auto (where there is one), on or off."), u"MODE"_s},
                        pythonOption()},
            .run = runVerify};
}

} // namespace cudnnsetup
