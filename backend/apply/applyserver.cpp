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

// Whether the asking side wants to stop, once nothing else can come from it.
class Wish
{
public:
    explicit Wish(FrameReader &frames) : m_frames(frames) { }

    bool isToStop()
    {
        // An end without Cancel: whoever asked is gone, and wanted the change.
        if (!m_isOver && m_frames.isReady()) {
            const auto frame = m_frames.next();
            m_isOver = true;
            m_isToStop = frame ? true : frame.error().id != ErrorId::ArchiveTruncated;
        }
        return m_isToStop;
    }

private:
    FrameReader &m_frames;
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
    const auto checked = checkRoot(*plan, machineRoot).and_then([&] { return checkPlanOfStranger(*plan); });
    if (!checked)
        return refused(checked.error());
    Wish wish(frames);
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
