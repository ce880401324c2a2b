// SPDX-License-Identifier: MIT
#include "plan/plan.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

// A plan is written and read back without loss, and nothing that is not a plan is read as one.
class TestPlanJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsBackWhatItWrote();
    void unknownIsNull();
    void hasTheDocumentedKeys();
    void refusesWhatIsNoPlan_data();
    void refusesWhatIsNoPlan();
};

static Plan wholePlan()
{
    using Kind = Operation::Kind;
    Plan plan;
    plan.id = u"20261130-194501-a1b2c3"_s;
    plan.machineRoot = u"/"_s;
    plan.targetRoot = u"/usr/local/cuda-12.4"_s;
    plan.libraryDir = u"/usr/local/cuda-12.4/lib64"_s;
    plan.includeDir = u"/usr/local/cuda-12.4/include"_s;
    plan.archive.path = u"/home/小明/cudnn.tar.xz"_s;
    plan.archive.container = Container::TarXz;
    plan.archive.version = QVersionNumber({8, 9, 7, 29});
    plan.archive.cudaMajor = 12;
    plan.archive.platform = u"linux-x86_64"_s;
    plan.archive.sha256 = QByteArray(64, 'a');
    plan.archive.publishedSha256 = {QByteArray(64, 'b'), QByteArray(64, 'c')};
    plan.archive.authenticity = ArchiveIdentity::Authenticity::Mismatch;
    plan.archive.identifiedBy = u"name"_s;
    plan.archive.entries = 63;
    plan.archive.unpackedBytes = 5'000'000'000;
    plan.archive.topDir = u"top"_s;
    plan.archive.libraryPrefix = u"top/lib/"_s;
    plan.archive.includePrefix = u"top/include/"_s;
    plan.expectedVersion = QVersionNumber(8, 9, 7);
    plan.expectedCudaMajor = 12;
    plan.expectedArchitecture = u"x86_64"_s;
    plan.operations = {
            {.kind = Kind::MakeDirectory, .path = u"/usr/local/cuda-12.4/lib64"_s, .mode = 0755},
            {.kind = Kind::PutAside, .path = u"/usr/local/cuda-12.4/lib64/libcudnn.so.8"_s},
            {.kind = Kind::Unpack,
             .path = u"/usr/local/cuda-12.4/lib64"_s,
             .memberPrefix = u"top/lib/"_s,
             .namePatterns = {u"libcudnn*"_s},
             .expectedFiles = {u"libcudnn.so"_s, u"libcudnn.so.8"_s}},
            {.kind = Kind::MakeLink,
             .path = u"/usr/local/cuda-12.4/lib64/libcudnn.so"_s,
             .linkTarget = u"libcudnn.so.8"_s},
            {.kind = Kind::WriteFile,
             .path = u"/etc/ld.so.conf.d/x.conf"_s,
             .content = "# Grüße\n/usr/local\n",
             .mode = 0644},
            {.kind = Kind::RunLdconfig, .path = u"/etc/ld.so.cache"_s},
    };
    plan.needsRights = true;
    plan.bytesToWrite = 5'000'000'000;
    plan.bytesFree = 6'000'000'000;
    plan.warnings = {{Reason::Weight::Warning, u"in-use"_s, Text::verbatim(u"In use."_s)},
                     {Reason::Weight::Unknown, u"version-unknown"_s, Text::verbatim(u"Unknown."_s)}};
    plan.summary = u"cuDNN 8.9.7 for CUDA 12 -> /usr/local/cuda-12.4"_s;
    plan.replacedVersion = QVersionNumber(8, 2, 1);
    return plan;
}

void TestPlanJson::readsBackWhatItWrote()
{
    const Plan plan = wholePlan();
    const QByteArray written = QJsonDocument(toJson(plan)).toJson();
    const auto read = planFromJson(QJsonDocument::fromJson(written).object());
    if (!read)
        QFAIL(qPrintable(read.error().detail));
    QCOMPARE(QJsonDocument(toJson(*read)).toJson(), written);
    QCOMPARE(read->operations.size(), plan.operations.size());
    for (qsizetype i = 0; i < plan.operations.size(); ++i) {
        QCOMPARE(toString(read->operations[i].kind), toString(plan.operations[i].kind));
        QCOMPARE(read->operations[i].path, plan.operations[i].path);
        QCOMPARE(read->operations[i].content, plan.operations[i].content);
        QCOMPARE(read->operations[i].linkTarget, plan.operations[i].linkTarget);
        QCOMPARE(read->operations[i].namePatterns, plan.operations[i].namePatterns);
        QCOMPARE(read->operations[i].expectedFiles, plan.operations[i].expectedFiles);
        QCOMPARE(read->operations[i].mode, plan.operations[i].mode);
    }
    QCOMPARE(read->archive.path, plan.archive.path);
    QCOMPARE(read->archive.publishedSha256, plan.archive.publishedSha256);
    QCOMPARE(read->archive.unpackedBytes, plan.archive.unpackedBytes);
    QCOMPARE(read->expectedVersion, plan.expectedVersion);
    QCOMPARE(read->bytesFree, plan.bytesFree);
    QCOMPARE(read->warnings.constFirst().text.toString(), u"In use."_s);
}

void TestPlanJson::unknownIsNull()
{
    Plan plan = wholePlan();
    plan.archive.version.reset();
    plan.archive.sha256.clear();
    plan.expectedVersion.reset();
    plan.expectedCudaMajor.reset();
    plan.bytesFree.reset();
    plan.replacedVersion.reset();
    const QJsonObject json = toJson(plan);
    for (const auto key :
         {"expectedVersion"_L1, "expectedCudaMajor"_L1, "bytesFree"_L1, "replacedVersion"_L1})
        QVERIFY2(json.contains(key) && json[key].isNull(), key.data());
    QVERIFY(json["archive"_L1]["version"_L1].isNull());
    QVERIFY(json["archive"_L1]["sha256"_L1].isNull());
    const auto read = planFromJson(json);
    QVERIFY(read);
    QVERIFY(!read->expectedVersion && !read->expectedCudaMajor && !read->bytesFree && !read->replacedVersion);
    QVERIFY(read->archive.sha256.isEmpty());
}

void TestPlanJson::hasTheDocumentedKeys()
{
    const QJsonObject json = toJson(wholePlan());
    for (const auto key :
         {"id"_L1, "operations"_L1, "needsRights"_L1, "bytesToWrite"_L1, "bytesFree"_L1, "warnings"_L1})
        QVERIFY2(json.contains(key), key.data());
    const QJsonArray operations = json["operations"_L1].toArray();
    for (const auto &operation : operations)
        QVERIFY(operation["kind"_L1].isString() && operation["path"_L1].isString());
    QCOMPARE(operations[2]["kind"_L1].toString(), u"unpack"_s);
    QCOMPARE(operations[3]["kind"_L1].toString(), u"makeLink"_s);
}

void TestPlanJson::refusesWhatIsNoPlan_data()
{
    QTest::addColumn<QJsonObject>("json");
    QTest::addColumn<QString>("key");

    const QJsonObject good = toJson(wholePlan());
    const auto with = [&good](const QString &key, const QJsonValue &value) {
        QJsonObject json = good;
        json[key] = value;
        return json;
    };
    const auto withOperation = [&good](int index, const QString &key, const QJsonValue &value) {
        QJsonObject json = good;
        QJsonArray operations = json[u"operations"_s].toArray();
        QJsonObject operation = operations[index].toObject();
        operation[key] = value;
        operations[index] = operation;
        json[u"operations"_s] = operations;
        return json;
    };
    QTest::newRow("empty object") << QJsonObject() << u"id"_s;
    QTest::newRow("identifier that is a path") << with(u"id"_s, u"../../etc"_s) << u"id"_s;
    QTest::newRow("empty identifier") << with(u"id"_s, u""_s) << u"id"_s;
    QTest::newRow("relative target") << with(u"targetRoot"_s, u"usr/local"_s) << u"targetRoot"_s;
    QTest::newRow("target with ..") << with(u"libraryDir"_s, u"/usr/local/../../etc"_s) << u"libraryDir"_s;
    QTest::newRow("target with //") << with(u"includeDir"_s, u"//usr/local"_s) << u"includeDir"_s;
    QTest::newRow("operations that are no list") << with(u"operations"_s, 5) << u"operations"_s;
    QTest::newRow("operation that is no object")
            << with(u"operations"_s, QJsonArray{1}) << u"operations[0].kind"_s;
    QTest::newRow("operation nobody knows")
            << withOperation(0, u"kind"_s, u"runShell"_s) << u"operations[0].kind"_s;
    QTest::newRow("operation with a path that climbs")
            << withOperation(1, u"path"_s, u"/usr/local/cuda-12.4/../x"_s) << u"operations[1].path"_s;
    QTest::newRow("operation without a path")
            << withOperation(1, u"path"_s, QJsonValue()) << u"operations[1].path"_s;
    QTest::newRow("link to another folder")
            << withOperation(3, u"linkTarget"_s, u"../../etc/passwd"_s) << u"operations[3].linkTarget"_s;
    QTest::newRow("set-user-id mode") << withOperation(4, u"mode"_s, 04755) << u"operations[4].mode"_s;
    QTest::newRow("mode with a fraction") << withOperation(4, u"mode"_s, 0.5) << u"operations[4].mode"_s;
    QTest::newRow("negative size") << with(u"bytesToWrite"_s, -1) << u"bytesToWrite"_s;
    QTest::newRow("size as text") << with(u"bytesToWrite"_s, u"1"_s) << u"bytesToWrite"_s;
    QTest::newRow("rights as text") << with(u"needsRights"_s, u"yes"_s) << u"needsRights"_s;
    QTest::newRow("version that is none") << with(u"expectedVersion"_s, u"8.x"_s) << u"expectedVersion"_s;
    QTest::newRow("no archive") << with(u"archive"_s, QJsonValue()) << u"archive.path"_s;
}

void TestPlanJson::refusesWhatIsNoPlan()
{
    QFETCH(QJsonObject, json);
    const auto read = planFromJson(json);
    QVERIFY(!read);
    QCOMPARE(toString(read.error().id), u"input-malformed"_s);
    QTEST(read.error().detail, "key");
}

QTEST_GUILESS_MAIN(TestPlanJson)
#include "tst_planjson.moc"
