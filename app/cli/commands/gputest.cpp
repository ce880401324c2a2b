// SPDX-License-Identifier: MIT
#include "chosencopy.h"
#include "commands.h"
#include "frameworks.h"

#include "detect/detect.h"
#include "gpu/gputest.h"
#include "gpu/gpuverdict.h"
#include "report/gputesttext.h"
#include "report/speedchart.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostSeconds = 3600;
constexpr int mostDevices = 64;
constexpr int largestSide = 1 << 16;
constexpr qint64 mostNumbers = 1 << 30; // in the inputs, the outputs or the filters: what cuDNN 7 counts with 32 bits

std::optional<int> numberIn(const QString &word, int least, int most)
{
    bool isNumber = false;
    const int number = word.toInt(&isNumber);
    return isNumber && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

tl::unexpected<Error> wrongUsage(Text message)
{
    return failure(ErrorId::WrongUsage, std::move(message));
}

Result<int> numberOf(const Call &call, const QString &option, int otherwise, int least, int most)
{
    const auto given = call.value(option);
    if (!given)
        return otherwise;
    if (const auto number = numberIn(*given, least, most))
        return *number;
    return wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "--%1 takes a whole number from %2 to %3, not '%4'."),
                           {option, QString::number(least), QString::number(most), *given}));
}

Result<QList<GpuMode>> modesOf(const Call &call)
{
    const auto given = call.value(u"modes"_s);
    if (!given)
        return defaultGpuModes();
    if (*given == u"all")
        return allGpuModes();
    QList<GpuMode> modes;
    const QStringList words = given->split(u',');
    for (const QString &word : words) {
        const auto mode = gpuModeFrom(word.trimmed().toLower());
        if (!mode) {
            QStringList known;
            for (const GpuMode &one : allGpuModes())
                known << toString(one);
            return wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "--modes takes all, or some of %1, with commas between them; '%2' is none "
                                                                "of them."),
                                   {known.join(u','), word}));
        }
        if (!modes.contains(*mode))
            modes << *mode;
    }
    return modes;
}

Result<ConvolutionShape> shapeOf(const Call &call)
{
    const auto given = call.value(u"shape"_s);
    if (!given)
        return ConvolutionShape{};
    QList<int> numbers;
    const QStringList words = given->split(u',');
    for (const QString &word : words)
        numbers << numberIn(word.trimmed(), 1, largestSide).value_or(0);
    if (numbers.size() != 5 || numbers.contains(0))
        return wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "--shape takes five whole numbers N,C,K,H,W: images, input and output channels, "
                                                            "height and width; for example 16,64,128,224,224.")));
    const ConvolutionShape shape{.batch = numbers[0],
                                 .inputChannels = numbers[1],
                                 .outputChannels = numbers[2],
                                 .height = numbers[3],
                                 .width = numbers[4]};
    // As floating-point numbers: five sides may multiply beyond 64 bits.
    const double outputs = double(shape.batch) * std::max(shape.inputChannels, shape.outputChannels) * shape.height * shape.width;
    if (outputs > double(mostNumbers) || shape.filterCount() > mostNumbers)
        return wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "--shape %1 is too large for this test: at most 2^30 numbers may go in or come out."),
                               {*given}));
    return shape;
}

Result<GpuTestRequest> requestOf(const Call &call)
{
    const auto device = numberOf(call, u"device"_s, 0, 0, mostDevices);
    const auto seconds = numberOf(call, u"seconds"_s, 60, 1, mostSeconds);
    const auto modes = modesOf(call);
    const auto shape = shapeOf(call);
    for (const auto &number : {device, seconds}) {
        if (!number)
            return tl::unexpected(number.error());
    }
    if (!modes)
        return tl::unexpected(modes.error());
    if (!shape)
        return tl::unexpected(shape.error());
    return GpuTestRequest{.way = call.isSet(u"as-programs"_s) ? GpuTestReport::Way::AsPrograms : GpuTestReport::Way::ThisCopy,
                          .libraryDir = {},
                          .device = *device,
                          .modes = *modes,
                          .limit = std::chrono::seconds(*seconds),
                          .shape = *shape};
}

// Says what comes in while the child works: the GPU, and each mode once.
class LiveLines
{
public:
    explicit LiveLines(Output &output) : m_output(output) { }

    void take(const GpuTestReport &soFar, const std::optional<GpuMode> &running)
    {
        if (soFar.device && !std::exchange(m_hasToldDevice, true))
            m_output.text(deviceLine(soFar));
        for (const GpuModeResult &result : soFar.modes) {
            if (result.status == GpuModeResult::Status::NotReached || m_told.contains(result.mode))
                continue;
            m_told << result.mode;
            m_output.text(modeLine(result));
        }
        if (running)
            m_output.job().report({.step = Progress::Step::Verify,
                                   .done = m_told.size(),
                                   .total = soFar.modes.size(),
                                   .subject = Text::verbatim(labelOf(*running))});
    }

private:
    static QString deviceLine(const GpuTestReport &report)
    {
        const GpuLibrary cudnn = report.libraries ? report.libraries->cudnn : GpuLibrary{};
        return Text(QT_TRANSLATE_NOOP("backend", "%1, cuDNN %2: %3"), {report.device->name, cudnn.version, cudnn.file}).toString();
    }

    static QString modeLine(const GpuModeResult &result)
    {
        const QString sentence = speedChartOf({.modes = {result}}).groups.constFirst().sentence.toString();
        return result.algorithm.isEmpty() ? sentence : u"%1 (%2)"_s.arg(sentence, result.algorithm);
    }

    Output &m_output;
    QList<GpuMode> m_told;
    bool m_hasToldDevice = false;
};

// The raw words, and what was found besides: it often names the cause, such as a variable that hides the GPU.
QString detailOf(const GpuTestReport &report)
{
    QStringList lines;
    for (const Text &reason : report.verdict.reasons)
        lines << reason.toString();
    if (!report.endWords.isEmpty() && !lines.contains(report.endWords))
        lines.prepend(report.endWords);
    return lines.join(u'\n');
}

ExitCode concluded(Output &output, const GpuTestReport &report, const QList<FrameworkTestReport> &frameworks)
{
    const QJsonObject document = withFrameworks(toJson(report), frameworks);
    const GpuVerdict &verdict = report.verdict;
    if (verdict.kind == GpuVerdict::Kind::Impossible) {
        const Error error{.id = errorIdFrom(verdict.finding).value_or(ErrorId::NotSupported),
                          .message = verdict.mending.isEmpty() ? verdict.sentence : verdict.sentence.followedBy(verdict.mending),
                          .detail = detailOf(report)};
        return output.fail(error, ExitCode::Refused, document);
    }
    const QString table = gpuTableText(report);
    output.result(document, u'\n' + (table.isEmpty() ? QString() : table + u"\n\n"_s) + gpuVerdictText(verdict));
    return isFault(verdict) || hasFault(frameworks) ? ExitCode::Findings : ExitCode::Done;
}

ExitCode runGpuTestCommand(const Call &call)
{
    Output &output = call.output();
    auto request = requestOf(call);
    if (!request)
        return output.wrongUsage(request.error().message);
    const auto host = call.host();
    if (!host)
        return output.fail(host.error(), ExitCode::Refused);
    const auto report = detect(*host, {.alsoToolkits = namedToolkits(call)}, output.job());
    if (!report)
        return output.fail(report.error(), ExitCode::Refused);
    const auto copy = chosenCopy(*host, *report, call);
    if (!copy)
        return output.fail(copy.error(), ExitCode::Refused);
    request->libraryDir = copy->libraryDir;
    if (copy->version)
        request->major = copy->version->majorVersion();
    request->toolkit = call.folder(u"toolkit"_s);

    LiveLines lines(output);
    const auto test = runGpuTest(*host, *report, *request, host->prober().program(), output.job(),
                                 [&](const GpuTestReport &soFar, const std::optional<GpuMode> &running) {
                                     lines.take(soFar, running);
                                 });
    if (!test)
        return output.fail(test.error(), ExitCode::Refused);
    const auto frameworks = testFrameworks(call, *host, {.device = request->device, .shape = request->shape});
    return frameworks ? concluded(output, *test, *frameworks) : output.fail(frameworks.error(), ExitCode::Refused);
}

} // namespace

CliCommand gpuTestCommand()
{
    return {.name = u"gpu-test"_s,
            .summary = QCoreApplication::translate("cli", "Run a convolution on the GPU, with cuDNN and without it: is it right, is it faster?"),
            .options = {{u"copy"_s, QCoreApplication::translate("cli", "The copy whose libraries lie in DIR."), u"DIR"_s},
                        {u"toolkit"_s, QCoreApplication::translate("cli", "The toolkit whose cuBLAS and NVRTC are used; its copy, without --copy."), u"DIR"_s},
                        {u"device"_s, QCoreApplication::translate("cli", "The GPU, counted from 0 (default: 0)."), u"N"_s},
                        {u"modes"_s, QCoreApplication::translate("cli", "Number formats and layouts: all, or a list such as fp32-nchw,fp16-nhwc."), u"LIST"_s},
                        {u"seconds"_s, QCoreApplication::translate("cli", "The longest time for all of it (default: 60)."), u"S"_s},
                        {u"shape"_s, QCoreApplication::translate("cli", "Images, input and output channels, height, width (default: 16,64,128,224,224)."), u"N,C,K,H,W"_s},
                        {u"as-programs"_s, QCoreApplication::translate("cli", "Let the loader find cuDNN, as it does for your programs.")},
                        pythonOption()},
            .run = runGpuTestCommand};
}

} // namespace cudnnsetup
