// SPDX-License-Identifier: MIT
#include "streamfixture.h"

#include "apply/applyserver.h"
#include "apply/streamedarchive.h"
#include "plan/activationscripts.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;
using Kind = Operation::Kind;

// The privileged side against whatever another process may send to it, as root in a folder: nothing that was
// refused leaves a trace, neither in the target nor anywhere else.
class TestApplyServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void refused_data();
    void refused();
    void installsLikeAnInstallInOneProcess();
    void cutAtEveryByte();
    void cancelledBehindEveryFrame();
    void bytesBehindTheEndPutEverythingBack();
    void aPlanWithoutArchiveNeedsNoMoreThanItself();
    void aFrameThatStopsBehindTheEndHoldsNothingUp();
    void whatAStreamInstalledAStreamTakesBack();
};

namespace {

// A stream that is right in all but what a row changes.
struct Attempt
{
    StreamMachine machine;
    FakeArchive archive = smallestArchive();
    Plan plan = machine.plan(archive);
    TestStream stream = TestStream::of(archive); // without the plan
    std::function<void(QJsonObject &)> changePlan = [](QJsonObject &) {};
    std::function<void()> beforeEnd = {}; // what somebody else does once all entries have come

    Attempt() { plan.bytesToWrite += 10'000; }

    TestStream whole() const
    {
        QJsonObject json = toJson(plan);
        changePlan(json);
        TestStream all = stream;
        all.frames.prepend({quint8(FrameKind::Plan), QJsonDocument(json).toJson(QJsonDocument::Compact)});
        return all;
    }
    void insertFile(const QString &path, const QByteArray &content)
    {
        stream.frames.removeLast();
        stream.addFile(path, content);
        stream.addEnd();
    }
    void insertEntry(const QJsonObject &changes)
    {
        QJsonObject entry{{u"type"_s, u"file"_s},
                          {u"path"_s, u"cudnn/lib/libcudnn_x.so"_s},
                          {u"size"_s, 0},
                          {u"mode"_s, 0644},
                          {u"linkTarget"_s, QString()}};
        for (auto change = changes.begin(); change != changes.end(); ++change)
            entry[change.key()] = change.value();
        stream.frames.removeLast();
        stream.addEntry(entry);
        stream.addEnd();
    }
    Operation &operation(Kind kind)
    {
        return *std::find_if(plan.operations.begin(), plan.operations.end(),
                             [kind](const Operation &operation) { return operation.kind == kind; });
    }
};
using Change = std::function<void(Attempt &)>;

ApplyResult run(const Attempt &attempt, const TestStream &stream, const Job &job = {})
{
    MemoryStream bytes(stream.bytes());
    return applyFromStream(bytes, attempt.machine.path(), job, attempt.machine.seams());
}

qsizetype indexOf(const TestStream &stream, FrameKind kind)
{
    for (qsizetype i = 0; i < stream.frames.size(); ++i) {
        if (stream.frames[i].kind == quint8(kind))
            return i;
    }
    return -1;
}

void changeMode(const QString &path, mode_t mode)
{
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), mode), 0);
}

void giveAway(const QString &path)
{
    QCOMPARE(::chown(QFile::encodeName(path).constData(), 65534, 65534), 0);
}

constexpr auto addRow = [](const char *name, const QString &id, const Change &change) {
    QTest::newRow(name) << change << id;
};

void framesOutOfOrder()
{
    const QString malformed = u"input-malformed"_s;
    addRow("an entry before the plan", malformed, [](Attempt &a) {
        a.stream.frames.clear();
        a.changePlan = [](QJsonObject &json) { json = {}; };
    });
    addRow("a second plan in place of an entry", malformed, [](Attempt &a) {
        a.stream.frames.prepend({quint8(FrameKind::Plan), QJsonDocument(toJson(a.plan)).toJson()});
    });
    addRow("data before any entry", malformed, [](Attempt &a) {
        a.stream.frames.prepend({quint8(FrameKind::Data), "x"});
    });
    addRow("data behind a whole file", malformed, [](Attempt &a) {
        a.stream.frames.insert(a.stream.frames.size() - 1, {quint8(FrameKind::Data), "x"});
    });
    addRow("more data than the entry says", malformed, [](Attempt &a) {
        a.stream.frames[indexOf(a.stream, FrameKind::Data)].payload += QByteArray(4000, 'x');
    });
    addRow("less data than the entry says", malformed,
           [](Attempt &a) { a.stream.frames[indexOf(a.stream, FrameKind::Data)].payload.chop(1); });
    addRow("data of no bytes", malformed, [](Attempt &a) {
        a.stream.frames.insert(indexOf(a.stream, FrameKind::Data), {quint8(FrameKind::Data)});
    });
    addRow("the end in the middle of a file", malformed, [](Attempt &a) {
        a.stream.frames.insert(indexOf(a.stream, FrameKind::Data), a.stream.frames.last());
    });
    addRow("a frame of an unknown kind", malformed, [](Attempt &a) { a.stream.frames.prepend({'X', "x"}); });
    addRow("a frame of kind 0", malformed, [](Attempt &a) { a.stream.frames.prepend({0, "x"}); });
    addRow("an entry of four gigabytes", malformed, [](Attempt &a) {
        a.stream.frames.prepend({quint8(FrameKind::Entry), "{}", 0xffffffffU});
    });
    addRow("data one byte too long", malformed, [](Attempt &a) {
        const QByteArray bytes(longestData + 1, 'x');
        a.plan.bytesToWrite += bytes.size();
        a.stream.frames.prepend({quint8(FrameKind::Data), bytes});
        a.stream.frames.prepend({quint8(FrameKind::Entry),
                                 entryJson({.path = u"cudnn/lib/libcudnn_x.so"_s, .size = bytes.size()})});
    });
    addRow("Cancel with a payload", malformed, [](Attempt &a) {
        a.stream.frames.prepend({quint8(FrameKind::Cancel), "x"});
    });
    addRow("no frame behind the plan", u"archive-truncated"_s, [](Attempt &a) { a.stream.frames.clear(); });
    addRow("an end without a hash", malformed, [](Attempt &a) { a.stream.frames.last().payload = "{}"; });
    addRow("an end whose hash is none", malformed,
           [](Attempt &a) { a.stream.frames.last().payload = endJson(QByteArray(63, 'a') + '\n'); });
    addRow("an end that is no JSON", malformed,
           [](Attempt &a) { a.stream.frames.last().payload = "\xff\xfe"; });
    addRow("a hash that is not the announced one", u"archive-altered"_s,
           [](Attempt &a) { a.plan.archive.sha256 = QByteArray(64, 'b'); });
}

void entriesOfAnyKind()
{
    const QString malformed = u"input-malformed"_s;
    const QString unsafe = u"archive-unsafe"_s;
    const QString altered = u"archive-altered"_s;
    const auto entry = [](const QJsonObject &changes) {
        return Change([changes](Attempt &a) { a.insertEntry(changes); });
    };
    addRow("an entry that is no object", malformed, [](Attempt &a) { a.stream.frames[0].payload = "[]"; });
    addRow("an entry that is no JSON", malformed, [](Attempt &a) { a.stream.frames[0].payload = "\0\0\0"; });
    addRow("an entry nested a thousand deep", malformed,
           [](Attempt &a) { a.stream.frames[0].payload = "{\"path\":" + QByteArray(30'000, '[') + '}'; });
    addRow("a device", malformed, entry({{u"type"_s, u"device"_s}}));
    addRow("a type that is a number", malformed, entry({{u"type"_s, 0}}));
    addRow("a set-user-id file", unsafe, entry({{u"mode"_s, 04755}}));
    addRow("a set-group-id file", unsafe, entry({{u"mode"_s, 02755}}));
    addRow("a sticky file", unsafe, entry({{u"mode"_s, 01755}}));
    addRow("a mode beyond 32 bits", unsafe, entry({{u"mode"_s, 4294967296.0 + 0644}}));
    addRow("a negative mode", malformed, entry({{u"mode"_s, -1}}));
    addRow("a broken mode", malformed, entry({{u"mode"_s, 420.5}}));
    addRow("a size below nothing", malformed, entry({{u"size"_s, -1}}));
    addRow("a size that is a text", malformed, entry({{u"size"_s, u"7"_s}}));
    addRow("a size that is half a byte", malformed, entry({{u"size"_s, 0.5}}));
    addRow("a size beyond every number", malformed, entry({{u"size"_s, 1e300}}));
    addRow("the largest size there is", altered, entry({{u"size"_s, std::numeric_limits<qint64>::max()}}));
    addRow("a size beyond what the plan announced", altered, entry({{u"size"_s, 100'000'000}}));
    addRow("a size of a file that stays out, beyond what the plan announced", altered,
           entry({{u"path"_s, u"cudnn/doc/x"_s}, {u"size"_s, 100'000'000}}));
    addRow("an absolute name", unsafe, entry({{u"path"_s, u"/etc/passwd"_s}}));
    addRow("a name that climbs out", unsafe, entry({{u"path"_s, u"cudnn/lib/../../../../etc/passwd"_s}}));
    addRow("a name that is '..'", unsafe, entry({{u"path"_s, u".."_s}}));
    addRow("no name", unsafe, entry({{u"path"_s, QString()}}));
    addRow("a name with a NUL", unsafe,
           entry({{u"path"_s, u"cudnn/lib/libcudnn_x.so"_s + QChar(0) + u".txt"_s}}));
    addRow("a name with a line break", unsafe, entry({{u"path"_s, u"cudnn/lib/libcudnn_x.so\n"_s}}));
    addRow("a name with a backslash", unsafe, entry({{u"path"_s, u"cudnn/lib/libcudnn_x\\..\\.so"_s}}));
    addRow("a name longer than any folder holds", unsafe,
           entry({{u"path"_s, u"cudnn/lib/libcudnn_"_s + QString(300, u'x') + u".so"_s}}));
    addRow("a path longer than any", unsafe,
           entry({{u"path"_s, u"cudnn"_s + QString(u"/x"_s).repeated(5000)}}));
    addRow("a name with a control character", unsafe,
           entry({{u"path"_s, u"cudnn/lib/libcudnn_\u0001.so"_s}}));
    addRow("a name that is not UTF-8", malformed, [](Attempt &a) {
        a.insertEntry({{u"path"_s, u"cudnn/lib/libcudnn_@.so"_s}});
        a.stream.frames[a.stream.frames.size() - 2].payload.replace('@', '\xff');
    });
    addRow("a link with an absolute target", unsafe,
           entry({{u"type"_s, u"link"_s}, {u"linkTarget"_s, u"/etc/passwd"_s}}));
    addRow("a link that climbs out", unsafe,
           entry({{u"type"_s, u"link"_s}, {u"linkTarget"_s, u"../../x"_s}}));
    addRow("a link that climbs within the archive", unsafe,
           entry({{u"type"_s, u"link"_s}, {u"linkTarget"_s, u"../include/cudnn.h"_s}}));
    addRow("a link to nothing", unsafe, entry({{u"type"_s, u"link"_s}, {u"linkTarget"_s, QString()}}));
    addRow("a link to its own folder", unsafe, entry({{u"type"_s, u"link"_s}, {u"linkTarget"_s, u"."_s}}));
    addRow("a link to a library that does not come", altered,
           entry({{u"type"_s, u"link"_s}, {u"linkTarget"_s, u"libcudart.so.12"_s}}));
    addRow("a link to itself", altered,
           entry({{u"type"_s, u"link"_s}, {u"linkTarget"_s, u"libcudnn_x.so"_s}}));
    addRow("a hard link to a file of the system", unsafe,
           entry({{u"type"_s, u"hardLink"_s}, {u"linkTarget"_s, u"/etc/passwd"_s}}));
    addRow("a hard link to a member that stays out", unsafe,
           entry({{u"type"_s, u"hardLink"_s}, {u"linkTarget"_s, u"cudnn/LICENSE"_s}}));
    addRow("a hard link to a link", unsafe,
           entry({{u"type"_s, u"hardLink"_s}, {u"linkTarget"_s, u"cudnn/lib/libcudnn.so"_s}}));
    addRow("a hard link to a folder", unsafe,
           entry({{u"type"_s, u"hardLink"_s}, {u"linkTarget"_s, u"cudnn"_s}}));
    addRow("a file twice", unsafe, entry({{u"path"_s, u"cudnn/lib/libcudnn.so.8.9.7"_s}}));
    addRow("a file below a file", unsafe,
           entry({{u"path"_s, u"cudnn/lib/libcudnn.so.8.9.7/libcudnn_x.so"_s}}));
    addRow("a file below a link", unsafe, entry({{u"path"_s, u"cudnn/lib/libcudnn.so/libcudnn_x.so"_s}}));
    addRow("members without end", altered, [](Attempt &a) {
        a.stream.frames.removeLast();
        for (int i = 0; i <= mostMembers; ++i)
            a.stream.addLink(u"x%1"_s.arg(i), u"x"_s);
        a.stream.addEnd();
    });
    addRow("a library of no bytes", u"library-empty"_s, entry({}));
    addRow("a text for a library", altered,
           [](Attempt &a) { a.insertFile(u"cudnn/lib/libcudnn_x.so"_s, "<html>"); });
    addRow("a library that is cut off", u"library-truncated"_s, [](Attempt &a) {
        a.insertFile(u"cudnn/lib/libcudnn_x.so"_s,
                     a.archive.content[u"cudnn/lib/libcudnn.so.8.9.7"_s].chopped(100));
    });
    addRow("an empty archive", u"cudnn-absent"_s,
           [](Attempt &a) { a.stream.frames = {a.stream.frames.last()}; });
}

void plansOfAnyKind()
{
    const QString malformed = u"input-malformed"_s;
    const QString outside = u"outside-target"_s;
    const auto json = [](const QString &key, const QJsonValue &value) {
        return Change([=](Attempt &a) { a.changePlan = [=](QJsonObject &plan) { plan[key] = value; }; });
    };
    const auto operation = [](const Operation &added) {
        return Change([=](Attempt &a) { a.plan.operations << added; });
    };
    addRow("a plan without a word", malformed,
           [](Attempt &a) { a.changePlan = [](QJsonObject &plan) { plan = {}; }; });
    addRow("a plan for this very computer", outside, json(u"machineRoot"_s, u"/"_s));
    addRow("a plan for the folder beside", outside,
           [](Attempt &a) { a.plan.machineRoot = a.machine.outside(); });
    addRow("a plan for a relative folder", malformed, json(u"machineRoot"_s, u"machine"_s));
    addRow("a plan for a folder by a detour", malformed,
           [](Attempt &a) { a.plan.machineRoot += u"/../outside"_s; });
    addRow("a target that climbs out", malformed, json(u"targetRoot"_s, u"/usr/local/../../../outside"_s));
    addRow("the root as target", outside, json(u"targetRoot"_s, u"/"_s));
    addRow("/etc as target", outside, json(u"targetRoot"_s, u"/etc"_s));
    addRow("a folder of /etc as target", outside, json(u"targetRoot"_s, u"/etc/cron.d"_s));
    addRow("a folder of /run as target", outside, json(u"targetRoot"_s, u"/run/cuda"_s));
    addRow("a target with a NUL", malformed, json(u"targetRoot"_s, Machine::toolkit + QChar(0)));
    addRow("folder in folder without end", malformed, [](Attempt &a) {
        a.plan.targetRoot = u"/opt"_s + QString(u"/x"_s).repeated(100'000);
        a.plan.operations = {{.kind = Kind::MakeDirectory, .path = a.plan.targetRoot, .mode = 0755}};
    });
    for (const QString &id :
         {u"x"_s, u"."_s, u".."_s, u"lock"_s, u"../x"_s, u"%1"_s, QString(), QString(300, u'x'),
          u"20261130-194501-a1b2c3\n"_s, u"20261130-194501-a1b2c3/x"_s}) {
        const QString shown = id.left(30);
        QTest::addRow("an id that is \"%s\"",
                      qPrintable(shown.trimmed() + (shown == shown.trimmed() ? QString() : u"+"_s)))
                << json(u"id"_s, id) << malformed;
    }
    addRow("an operation that nobody knows", malformed, [](Attempt &a) {
        a.changePlan = [](QJsonObject &plan) {
            QJsonArray operations = plan[u"operations"_s].toArray();
            operations << QJsonObject{{u"kind"_s, u"runProgram"_s}, {u"path"_s, u"/bin/sh"_s}};
            plan[u"operations"_s] = operations;
        };
    });
    addRow("an operation that is none", malformed, json(u"operations"_s, QJsonArray{7}));
    addRow("operations without end", malformed, [](Attempt &a) {
        for (int i = 0; i < 3000; ++i)
            a.plan.operations << Operation{.kind = Kind::PutAside,
                                           .path = Machine::libraries + u"/libcudnn.so.%1"_s.arg(i)};
    });
    addRow("a command that would write on the terminal of whoever reads the history", malformed,
           json(u"command"_s, u"install x\u001b]0;y"_s));
    addRow("a summary of several lines", malformed, json(u"summary"_s, u"cuDNN\nroot did it"_s));
    addRow("bytes below nothing", malformed, json(u"bytesToWrite"_s, -1));
    addRow("bytes beyond every number", malformed, json(u"bytesToWrite"_s, 1e300));
    addRow("no bytes at all", u"archive-altered"_s, json(u"bytesToWrite"_s, 0));
    addRow("putting aside what is not cuDNN's", outside,
           operation({.kind = Kind::PutAside, .path = Machine::libraries + u"/libcudart.so.12"_s}));
    addRow("putting aside what lies elsewhere", outside,
           operation({.kind = Kind::PutAside, .path = u"/opt/other/libcudnn.so.8"_s}));
    addRow("putting aside by a detour", malformed,
           operation({.kind = Kind::PutAside,
                      .path = Machine::libraries + u"/../../../../../../opt/other/libcudnn.so.8"_s}));
    addRow("putting a folder aside that is called like a library", u"not-supported"_s, [](Attempt &a) {
        a.machine.root().folder(u"/machine"_s + Machine::libraries + u"/libcudnn_x.so"_s);
        a.plan.operations << Operation{.kind = Kind::PutAside,
                                       .path = Machine::libraries + u"/libcudnn_x.so"_s};
    });
    addRow("the mode of a file that is not cuDNN's", outside,
           operation({.kind = Kind::SetMode, .path = Machine::libraries + u"/libcudart.so.12"_s}));
    addRow("the mode of what a link leads to", u"not-supported"_s,
           operation({.kind = Kind::SetMode, .path = Machine::libraries + u"/libcudnn.so.8"_s}));
    addRow("something taken back beside an installation", malformed,
           operation({.kind = Kind::TakeBack, .path = Machine::toolkit + u"/.cudnn-setup/x"_s}));
    addRow("a set-user-id mode", malformed,
           operation(
                   {.kind = Kind::SetMode, .path = Machine::libraries + u"/libcudnn.so.8"_s, .mode = 04755}));
    addRow("a folder for everybody to write in", malformed,
           operation({.kind = Kind::MakeDirectory, .path = Machine::toolkit + u"/lib"_s, .mode = 0777}));
    addRow("a folder elsewhere", outside,
           operation({.kind = Kind::MakeDirectory, .path = u"/opt/x"_s, .mode = 0755}));
    addRow("a folder in the history", outside,
           operation({.kind = Kind::MakeDirectory,
                      .path = Machine::toolkit + u"/.cudnn-setup/x"_s,
                      .mode = 0755}));
    addRow("unpacking elsewhere", outside,
           [](Attempt &a) { a.operation(Kind::Unpack).path = u"/usr/lib"_s; });
    addRow("unpacking into the history", outside,
           [](Attempt &a) { a.operation(Kind::Unpack).path = Machine::toolkit + u"/.cudnn-setup"_s; });
    addRow("unpacking every name", outside,
           [](Attempt &a) { a.operation(Kind::Unpack).namePatterns = {u"*"_s}; });
    addRow("unpacking without names", outside,
           [](Attempt &a) { a.operation(Kind::Unpack).namePatterns.clear(); });
    addRow("a link of a foreign name", outside,
           operation({.kind = Kind::MakeLink,
                      .path = Machine::libraries + u"/libc.so.6"_s,
                      .linkTarget = u"libcudnn.so.8"_s}));
    addRow("a link to a foreign name", outside,
           operation({.kind = Kind::MakeLink,
                      .path = Machine::libraries + u"/libcudnn.so.9"_s,
                      .linkTarget = u"libcudart.so.12"_s}));
    addRow("a block in somebody's start-up file", outside,
           operation({.kind = Kind::AddBlock, .path = u"/home/student/.bashrc"_s, .content = "x"}));
    addRow("a block out of a file", outside,
           operation({.kind = Kind::RemoveBlock, .path = u"/etc/passwd"_s, .content = "root:x:0:0"}));
    addRow("a file that appeared since the plan", u"not-confirmed"_s, [](Attempt &a) {
        a.plan.operations.removeFirst();
        a.machine.root().file(u"/machine"_s + Machine::libraries + u"/libcudnn.so.8.9.7"_s, "x");
    });
}

void settingsAndScripts()
{
    const QString malformed = u"input-malformed"_s;
    const QString outside = u"outside-target"_s;
    const auto settings = [](const QByteArray &content) {
        return Change([=](Attempt &a) { a.operation(Kind::WriteFile).content = content; });
    };
    const auto file = [](const QString &path) {
        return Change([=](Attempt &a) { a.operation(Kind::WriteFile).path = path; });
    };
    addRow("the loader told of another folder", malformed, settings("/tmp\n"));
    addRow("the loader told of another folder as well", malformed,
           settings(Machine::libraries.toUtf8() + "\n/tmp\n"));
    addRow("the loader told to read other settings", malformed, settings("include /tmp/*.conf\n"));
    addRow("settings of a file that is not ours", outside, file(u"/etc/ld.so.conf.d/libc.conf"_s));
    addRow("the loader's preload", outside, file(u"/etc/ld.so.preload"_s));
    addRow("settings one folder deeper", outside, file(u"/etc/ld.so.conf.d/cudnn-setup-x/y.conf"_s));
    addRow("a file of the system", outside, file(u"/etc/cron.d/cudnn-setup-x"_s));
    addRow("a file of the toolkit", outside, file(Machine::toolkit + u"/bin/nvcc"_s));
    addRow("a library by its content", outside, file(Machine::libraries + u"/libcudnn.so.8"_s));
    addRow("a script with other words", outside, file(Machine::toolkit + u"/activate.sh"_s));
    addRow("a file of the toolkit switched off like a script of ours", outside, [](Attempt &a) {
        a.operation(Kind::WriteFile).path = Machine::toolkit + u"/bin/nvcc"_s;
        a.operation(Kind::WriteFile).content = scripts::switchedOff();
    });
    addRow("settings for everybody to write in", malformed,
           [](Attempt &a) { a.operation(Kind::WriteFile).mode = 0666; });
    for (const QString &folder : {u"/tmp#x"_s, u"/tmp=x"_s}) {
        QTest::addRow("a folder that the loader reads as another one: %s", qPrintable(folder))
                << Change([folder](Attempt &a) {
                       a.plan.targetRoot = folder;
                       a.plan.libraryDir = folder + u"/lib"_s;
                       a.plan.operations = {
                               {.kind = Kind::MakeDirectory, .path = folder, .mode = 0755},
                               {.kind = Kind::MakeDirectory, .path = folder + u"/lib"_s, .mode = 0755},
                               {.kind = Kind::WriteFile,
                                .path = StreamMachine::conf,
                                .content = a.plan.libraryDir.toUtf8()}};
                   })
                << malformed;
    }
    addRow("a script for a toolkit that somebody else may write in", u"not-supported"_s, [](Attempt &a) {
        a.machine.root().folder(u"/machine/home/mallory"_s);
        giveAway(a.machine.path(u"/home/mallory"_s));
        a.plan.toolkit = u"/home/mallory"_s;
        const scripts::Copy copy{
                .root = a.plan.targetRoot, .libraryDir = a.plan.libraryDir, .toolkit = a.plan.toolkit};
        a.plan.operations << Operation{.kind = Kind::WriteFile,
                                       .path = scripts::scriptPath(a.plan.targetRoot, scripts::Shell::Posix),
                                       .content = scripts::activate(copy, scripts::Shell::Posix)};
    });
}

void foldersOfOthers()
{
    const QString refusal = u"not-supported"_s;
    const auto folder = [](const QString &path, void (*change)(const QString &)) {
        return Change([=](Attempt &a) { change(a.machine.path(path)); });
    };
    const auto open = [](const QString &path) { changeMode(path, 0777); };
    addRow("a target that everybody may write in", refusal, folder(Machine::toolkit, open));
    addRow("a target that is another user's", refusal, folder(Machine::toolkit, giveAway));
    addRow("a target below a folder that everybody may write in", refusal, folder(u"/usr/local"_s, open));
    addRow("a target below another user's folder", refusal, folder(u"/usr/local"_s, giveAway));
    addRow("a sticky folder above the target", refusal,
           folder(u"/usr/local"_s, [](const QString &path) { changeMode(path, 01777); }));
    addRow("libraries in a folder that everybody may write in", refusal, folder(Machine::libraries, open));
    addRow("libraries in another user's folder", refusal, folder(Machine::libraries, giveAway));
    addRow("headers in another user's folder", refusal, folder(Machine::headers, giveAway));
    addRow("a target that is a link", u"outside-target"_s, [](Attempt &a) {
        QVERIFY(QDir(a.machine.path()).rename(Machine::toolkit.sliced(1), u"usr/local/real"_s));
        a.machine.root().link(u"/machine"_s + Machine::toolkit, u"real"_s);
    });
    addRow("a history that is another user's", u"transaction-unfinished"_s, [](Attempt &a) {
        a.machine.root().folder(u"/machine"_s + Machine::toolkit + u"/.cudnn-setup"_s);
        giveAway(a.machine.path(Machine::toolkit + u"/.cudnn-setup"_s));
    });
    addRow("a history that is a link", u"outside-target"_s, [](Attempt &a) {
        a.machine.root().link(u"/machine"_s + Machine::toolkit + u"/.cudnn-setup"_s, a.machine.outside());
    });
    addRow("a link put in place of the libraries' folder meanwhile", u"outside-target"_s, [](Attempt &a) {
        a.beforeEnd = [&a] {
            QVERIFY(QFile::rename(a.machine.path(Machine::libraries),
                                  a.machine.path(Machine::libraries + u"-2"_s)));
            a.machine.root().link(u"/machine"_s + Machine::libraries, a.machine.outside(u"/lib"_s));
        };
    });
    addRow("a link put in place of an earlier file meanwhile, where the plan has none", u"not-confirmed"_s,
           [](Attempt &a) {
               a.beforeEnd = [&a] {
                   a.machine.root().link(u"/machine"_s + Machine::libraries + u"/libcudnn.so.8.9.7"_s,
                                         a.machine.outside(u"/passwd"_s));
               };
           });
    addRow("a link put in place of the settings' folder meanwhile", u"outside-target"_s, [](Attempt &a) {
        a.beforeEnd = [&a] {
            QVERIFY(QDir(a.machine.path()).rmdir(u"etc/ld.so.conf.d"_s));
            a.machine.root().link(u"/machine/etc/ld.so.conf.d"_s, a.machine.outside());
        };
    });
}

} // namespace

void TestApplyServer::initTestCase()
{
    if (::geteuid() != 0)
        QSKIP("Only the administrator's folders are changed for a stranger.");
    useMemoryForScratchRoots();
}

void TestApplyServer::refused_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("id");
    framesOutOfOrder();
    entriesOfAnyKind();
    plansOfAnyKind();
    settingsAndScripts();
    foldersOfOthers();
}

void TestApplyServer::refused()
{
    QFETCH(Change, change);
    QFETCH(QString, id);
    Attempt attempt;
    change(attempt);
    TreeSnapshot before = attempt.machine.everything();
    const TestStream stream = attempt.whole();
    MemoryStream bytes(stream.bytes());
    if (attempt.beforeEnd)
        bytes.callAt(stream.offsetOf(stream.frames.size() - 1), [&] {
            attempt.beforeEnd();
            before = attempt.machine.everything();
            const QString history = u"machine"_s + Machine::toolkit + u"/.cudnn-setup"_s;
            before.removeIf([&](const auto &node) { return node.key().startsWith(history); });
        });
    const ApplyResult result = applyFromStream(bytes, attempt.machine.path(), Job{}, attempt.machine.seams());
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), id);
    QVERIFY(!result.error->message.isEmpty());
    QVERIFY(result.wasBeforeCommit);
    QCOMPARE(differences(before, attempt.machine.everything()), QStringList());
}

void TestApplyServer::installsLikeAnInstallInOneProcess()
{
    const FakeArchive archive = practiceArchive(QVersionNumber(8, 9, 7));
    const StreamMachine direct;
    ApplySeams seams = direct.seams();
    seams.openArchive = archive.opener();
    QVERIFY(!apply(direct.plan(archive), Job{}, seams).error);

    Attempt attempt;
    attempt.plan = attempt.machine.plan(archive);
    attempt.stream = TestStream::of(archive);
    const TreeSnapshot before = attempt.machine.tree();
    const ApplyResult result = run(attempt, attempt.whole());
    QVERIFY2(!result.error,
             qPrintable(result.error ? result.error->message.toString() + result.error->detail : QString()));
    QVERIFY(result.transaction.state == Transaction::State::Committed);
    QCOMPARE(differences(direct.tree(), attempt.machine.tree()), QStringList());
    QVERIFY(!differences(before, attempt.machine.tree()).isEmpty());
}

void TestApplyServer::cutAtEveryByte()
{
    const Attempt attempt;
    const TestStream stream = attempt.whole();
    const QByteArray bytes = stream.bytes();
    const TreeSnapshot before = attempt.machine.everything();
    for (qsizetype size = 0; size < bytes.size(); ++size) {
        MemoryStream cut(bytes.first(size));
        const ApplyResult result =
                applyFromStream(cut, attempt.machine.path(), Job{}, attempt.machine.seams());
        QVERIFY2(result.error && result.wasBeforeCommit, qPrintable(u"cut after %1 bytes"_s.arg(size)));
        QVERIFY(result.error->id == ErrorId::ArchiveTruncated);
        QVERIFY2(!attempt.machine.hasHistory(), qPrintable(u"cut after %1 bytes"_s.arg(size)));
        if (size % 64 == 0)
            QCOMPARE(differences(before, attempt.machine.everything()), QStringList());
    }
    QCOMPARE(differences(before, attempt.machine.everything()), QStringList());
    // The whole of it, and then the end: whoever sent it has gone and wanted the change.
    QVERIFY(!run(attempt, stream).error);
}

void TestApplyServer::cancelledBehindEveryFrame()
{
    const Attempt attempt;
    const TestStream stream = attempt.whole();
    const TreeSnapshot before = attempt.machine.everything();
    for (qsizetype frame = 1; frame <= stream.frames.size(); ++frame) {
        TestStream cancelled{stream.frames.first(frame)};
        cancelled.add(FrameKind::Cancel);
        const ApplyResult result = run(attempt, cancelled);
        QVERIFY2(result.isCancelled && !result.error, qPrintable(u"cancelled behind frame %1"_s.arg(frame)));
        QVERIFY(result.transaction.state == Transaction::State::RolledBack);
        QCOMPARE(differences(before, attempt.machine.everything()), QStringList());
    }
}

void TestApplyServer::bytesBehindTheEndPutEverythingBack()
{
    const Attempt attempt;
    const TreeSnapshot before = attempt.machine.everything();
    for (const QByteArray &more :
         {QByteArray("C"), QByteArray(5, '\xff'), attempt.stream.frames.last().bytes(),
          attempt.stream.frames.first().bytes()}) {
        MemoryStream bytes(attempt.whole().bytes() + more);
        const ApplyResult result =
                applyFromStream(bytes, attempt.machine.path(), Job{}, attempt.machine.seams());
        QVERIFY(result.isCancelled);
        QCOMPARE(differences(before, attempt.machine.everything()), QStringList());
    }
}

void TestApplyServer::aPlanWithoutArchiveNeedsNoMoreThanItself()
{
    Attempt attempt;
    attempt.plan.operations.removeIf(
            [](const Operation &operation) { return operation.kind != Kind::WriteFile; });
    attempt.stream.frames.clear();
    const ApplyResult result = run(attempt, attempt.whole());
    QVERIFY(!result.error);
    QVERIFY(result.transaction.state == Transaction::State::Committed);
    QVERIFY(QFile::exists(attempt.machine.path(StreamMachine::conf)));
}

void TestApplyServer::aFrameThatStopsBehindTheEndHoldsNothingUp()
{
    // A first byte is there, the others never come: asking for them fails this test instead of waiting for
    // ever.
    class Stalled : public MemoryStream
    {
    public:
        Stalled(const QByteArray &bytes) : MemoryStream(bytes), m_size(bytes.size()) {}
        qint64 read(char *data, qint64 size) override
        {
            if (position() + size > m_size)
                m_wasAskedForMore = true;
            return MemoryStream::read(data, size);
        }
        bool wasAskedForMore() const { return m_wasAskedForMore; }

    private:
        qint64 m_size;
        bool m_wasAskedForMore = false;
    };
    const Attempt attempt;
    Stalled stalled(attempt.whole().bytes() + 'C');
    QVERIFY(applyFromStream(stalled, attempt.machine.path(), Job{}, attempt.machine.seams()).isCancelled);
    QVERIFY(!stalled.wasAskedForMore());
}

void TestApplyServer::whatAStreamInstalledAStreamTakesBack()
{
    Attempt attempt;
    const TreeSnapshot before = attempt.machine.everything();
    QVERIFY(!run(attempt, attempt.whole()).error);
    const TreeSnapshot installed = attempt.machine.everything();
    const QString history = attempt.plan.targetRoot + u"/.cudnn-setup/"_s;
    const QString done = history + attempt.plan.id;
    attempt.stream.frames.clear();
    attempt.plan.id = u"20261130-200000-a1b2c3"_s;
    for (const QString &path : {history + u"20261130-194501-ffffff"_s, history + u".."_s, history + u"x/y"_s,
                                u"/usr/.cudnn-setup/20261130-194501-a1b2c3"_s}) {
        attempt.plan.operations = {{.kind = Kind::TakeBack, .path = path}};
        const ApplyResult refused = run(attempt, attempt.whole());
        QVERIFY2(refused.error && refused.wasBeforeCommit, qPrintable(path));
        QCOMPARE(differences(installed, attempt.machine.everything()), QStringList());
    }
    attempt.plan.operations = {{.kind = Kind::TakeBack, .path = done}};
    const ApplyResult result = run(attempt, attempt.whole());
    QVERIFY2(!result.error, qPrintable(result.error ? result.error->message.toString() : QString()));
    QCOMPARE(differences(before, attempt.machine.everything()), QStringList());
}

QTEST_GUILESS_MAIN(TestApplyServer)
#include "tst_applyserver.moc"
