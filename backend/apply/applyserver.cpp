// SPDX-License-Identifier: MIT
#include "apply/applyserver.h"

#include "apply/strangercheck.h"
#include "apply/streamedarchive.h"

#include <QJsonDocument>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

Result<Plan> readPlan(FrameReader &frames)
{
    const auto frame = frames.next();
    if (!frame)
        return tl::unexpected(frame.error());
    if (frame->kind != FrameKind::Plan)
        return tl::unexpected(malformedStream(u"a frame of kind %1 where the plan belongs"_s.arg(int(frame->kind))));
    return frames.payload(*frame).and_then([](const QByteArray &json) {
        return planFromJson(QJsonDocument::fromJson(json).object());
    });
}

Result<void> checkRoot(const Plan &plan, const QString &machineRoot)
{
    if (plan.machineRoot == machineRoot)
        return {};
    return failure(ErrorId::OutsideTarget,
                   Text(QT_TRANSLATE_NOOP("backend", "The plan is for the machine in %1, not for the one that this program may "
                                                     "change. Nothing has been changed."),
                        {plan.machineRoot}));
}

ApplyResult refused(const Error &error)
{
    return {.transaction = {}, .error = error, .wasBeforeCommit = true};
}

// Whether the asking side wants to stop, once nothing else can come from it: only Cancel can, so any byte says it. No more
// than that byte is waited for, or a frame that stops in its middle would hold a change that is half done.
class Wish
{
public:
    explicit Wish(ByteStream &stream) : m_stream(stream) { }

    bool isToStop()
    {
        if (!m_isOver && m_stream.isReady()) {
            char byte = 0;
            m_isOver = true;
            // An end without Cancel: whoever asked is gone, and wanted the change.
            m_isToStop = m_stream.read(&byte, 1) > 0;
        }
        return m_isToStop;
    }

private:
    ByteStream &m_stream;
    bool m_isOver = false;
    bool m_isToStop = false;
};

} // namespace

ApplyResult applyFromStream(ByteStream &stream, const QString &machineRoot, const Job &job, ApplySeams seams)
{
    FrameReader frames(stream);
    const auto plan = readPlan(frames);
    if (!plan)
        return refused(plan.error());
    if (plan->operations.isEmpty())
        return refused(malformedStream(u"a plan that does nothing"_s));
    const auto checked = checkRoot(*plan, machineRoot).and_then([&] { return checkPlanOfStranger(*plan); });
    if (!checked)
        return refused(checked.error());
    Wish wish(stream);
    bool isAllHere = !contains(*plan, Operation::Kind::Unpack);
    seams.openArchive = [&](const QString &path, const Job &) -> Result<std::unique_ptr<ArchiveReader>> {
        return std::make_unique<StreamedArchive>(frames, path, plan->bytesToWrite, [&isAllHere] { isAllHere = true; });
    };
    // As long as entries come, they tell of a wish to stop themselves.
    const Job watched{.report = job.report,
                      .isCancelled = [&] { return job.isCancelled() || (isAllHere && wish.isToStop()); }};
    return apply(*plan, watched, seams);
}

} // namespace cudnnsetup
