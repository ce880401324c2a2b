// SPDX-License-Identifier: MIT
// libFuzzer's entry points. "fuzz_applyserver -seeds=FOLDER" writes the streams to start from and ends.
#include "streamtarget.h"

#include <QDir>
#include <QFile>
#include <QtEndian>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

using namespace cudnnsetup;
using namespace cudnnsetup::test;

namespace {

using Frame = TestStream::Frame;

// As many frames as there are; what is cut off is the payload of the last one.
QList<Frame> framesIn(QByteArrayView bytes)
{
    QList<Frame> frames;
    while (bytes.size() >= 5) {
        const auto size = qFromLittleEndian<quint32>(bytes.data() + 1);
        const auto there = std::min<qsizetype>(size, bytes.size() - 5);
        frames << Frame{quint8(bytes[0]), bytes.sliced(5, there).toByteArray()};
        bytes = bytes.sliced(5 + there);
    }
    return frames;
}

// Lets entries say the size that their data has, so that the data is looked at.
void correctSizes(QList<Frame> &frames)
{
    qsizetype size = 0;
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
        if (frame->kind == quint8(FrameKind::Data))
            size += frame->payload.size();
        if (frame->kind != quint8(FrameKind::Entry))
            continue;
        static const QByteArray key = "\"size\":";
        const qsizetype at = frame->payload.indexOf(key);
        qsizetype end = at + key.size();
        while (at >= 0 && end < frame->payload.size() && std::isdigit(uchar(frame->payload[end])))
            ++end;
        if (at >= 0)
            frame->payload.replace(at, end - at, key + QByteArray::number(size));
        size = 0;
    }
}

void mutatePayload(Frame &frame)
{
    constexpr qsizetype room = 512;
    QByteArray payload = frame.payload;
    const qsizetype size = payload.size();
    payload.resize(size + room);
    payload.resize(qsizetype(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(payload.data()), size_t(size),
                                              size_t(payload.size()))));
    frame.payload = payload;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    for (int i = 1; i < *count; ++i) {
        if (std::strncmp((*arguments)[i], "-seeds=", 7) != 0)
            continue;
        const QDir folder(QString::fromLocal8Bit((*arguments)[i] + 7));
        const auto seeds = seedStreams();
        for (auto seed = seeds.begin(); seed != seeds.end(); ++seed) {
            QFile file(folder.filePath(seed.key()));
            if (!file.open(QIODevice::WriteOnly) || file.write(*seed) != seed->size())
                std::exit(1);
        }
        std::exit(0);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static StreamTarget target;
    const QString strange = target.run(QByteArrayView(data, qsizetype(size)));
    if (strange.isEmpty())
        return 0;
    std::fprintf(stderr, "%s\n", qPrintable(strange));
    std::abort();
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
    std::minstd_rand random(seed);
    const auto upTo = [&random](qsizetype count) {
        return qsizetype(random() % std::max<size_t>(size_t(count), 1));
    };
    QList<Frame> frames = framesIn(QByteArrayView(data, qsizetype(size)));
    if (frames.isEmpty() || upTo(20) == 0)
        return LLVMFuzzerMutate(data, size, most);
    const qsizetype at = upTo(frames.size());
    switch (upTo(12)) {
    case 0:
        frames.removeAt(at);
        break;
    case 1:
        frames.insert(upTo(frames.size()), Frame(frames[at]));
        break;
    case 2:
        frames.swapItemsAt(at, upTo(frames.size()));
        break;
    case 3:
        frames[at].kind = quint8("PEDZC"[upTo(5)]);
        break;
    case 4:
        frames[at].size = quint32(random());
        break;
    case 5: // the plan is the longest way in, and would be met rarely
        mutatePayload(frames.first());
        break;
    default:
        mutatePayload(frames[at]);
    }
    if (upTo(5) != 0)
        correctSizes(frames);
    const QByteArray bytes = TestStream{frames}.bytes();
    const auto length = std::min(size_t(bytes.size()), most);
    std::memcpy(data, bytes.constData(), length);
    return length;
}
