// SPDX-License-Identifier: MIT
#include "catalog/datasentences.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QVersionNumber>

using namespace Qt::StringLiterals;

// Checks the data files themselves, so that a slip of the pen in a hash or a name never reaches a release.
class TestReleaseData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyHashIsWellFormed();
    void everyNullHashIsExplained();
    void namesAgreeWithTheirFields();
    void addressesAgreeWithNames();
    void noFileAndNoHashTwice();
    void releasesAreInOrderAndUnique();
    void everyReleaseHasAStatement();
    void everyStatementHasASource();
    void everyPlatformIsKnown();
    void everyVersionIsAVersion();
    void librarySetsFollowEachOtherWithoutGaps();
    void everySentenceCanBeTranslated();

private:
    struct Archive
    {
        QJsonObject json;
        QString version;
        QString component;
    };
    QList<Archive> archives() const;

    QJsonObject m_releases;
    QJsonObject m_support;
    QJsonObject m_drivers;
};

static QJsonObject document(const QString &name)
{
    QFile file(u":/data/"_s + name);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

static bool matches(const QString &text, const QString &pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text).hasMatch();
}

static bool isVersion(const QJsonValue &value)
{
    return matches(value.toString(), uR"(\d+(\.\d+)*)"_s);
}

void TestReleaseData::initTestCase()
{
    m_releases = document(u"cudnn-releases.json"_s);
    m_support = document(u"cudnn-support.json"_s);
    m_drivers = document(u"cuda-driver.json"_s);
    QVERIFY(!m_releases.isEmpty() && !m_support.isEmpty() && !m_drivers.isEmpty());
    QVERIFY(archives().size() > 600);
}

QList<TestReleaseData::Archive> TestReleaseData::archives() const
{
    QList<Archive> all;
    const QJsonArray releases = m_releases["releases"_L1].toArray();
    for (const auto &release : releases) {
        for (const auto &[key, component] :
             {std::pair("archives"_L1, u"cudnn"_s), std::pair("jit_archives"_L1, u"cudnn_jit"_s),
              std::pair("sample_archives"_L1, u"cudnn_samples"_s)}) {
            const QJsonArray list = release[key].toArray();
            for (const auto &archive : list)
                all << Archive{archive.toObject(), release["version"_L1].toString(), component};
        }
    }
    return all;
}

void TestReleaseData::everyHashIsWellFormed()
{
    for (const Archive &archive : archives()) {
        const QJsonValue sha256 = archive.json["sha256"_L1];
        QVERIFY2(sha256.isNull() || matches(sha256.toString(), u"[0-9a-f]{64}"_s),
                 qPrintable(archive.json["file"_L1].toString()));
        const QJsonValue size = archive.json["size"_L1];
        QVERIFY2(size.isNull() || size.toInteger() > 0, qPrintable(archive.json["file"_L1].toString()));
    }
}

void TestReleaseData::everyNullHashIsExplained()
{
    const QJsonObject levels = m_releases["verification_levels"_L1].toObject();
    for (const Archive &archive : archives()) {
        const QString level = archive.json["verification"_L1].toString();
        QVERIFY2(levels.contains(level), qPrintable(level));
        const bool isUnpublished = level == "missing"_L1 || level == "disputed"_L1;
        QCOMPARE(archive.json["sha256"_L1].isNull(), isUnpublished);
        QVERIFY2(!isUnpublished || !archive.json["note"_L1].toString().isEmpty(),
                 qPrintable(archive.json["file"_L1].toString()));
    }
}

void TestReleaseData::namesAgreeWithTheirFields()
{
    for (const Archive &archive : archives()) {
        const QString file = archive.json["file"_L1].toString();
        const QString platform = archive.json["platform"_L1].toString();
        const QString build = archive.json["cuda_build"_L1].toString();
        QVERIFY2(file.contains(archive.version), qPrintable(file));
        QVERIFY2(file.startsWith("cudnn"_L1), qPrintable(file));
        QVERIFY2(archive.component != "cudnn_jit"_L1 || file.startsWith("cudnn_jit-"_L1), qPrintable(file));
        if (archive.component == "cudnn_samples"_L1)
            continue;
        const bool isWindows = platform.startsWith("windows"_L1);
        QVERIFY2(file.endsWith(isWindows ? ".zip"_L1 : ".tar.xz"_L1)
                         || (!isWindows && file.endsWith(".tgz"_L1)),
                 qPrintable(file));
        QCOMPARE(archive.json["cuda_variant"_L1].toString(), u"cuda"_s + build.section(u'.', 0, 0));
        if (file.contains("-archive."_L1)) {
            QVERIFY2(file.contains(u'-' + platform + u'-'), qPrintable(file));
            QVERIFY2(file.contains(u"_cuda%1-archive"_s.arg(build)), qPrintable(file));
        } else {
            QVERIFY2(file.startsWith(u"cudnn-%1-"_s.arg(build)), qPrintable(file));
        }
    }
}

void TestReleaseData::addressesAgreeWithNames()
{
    const QJsonObject bases = m_releases["bases"_L1].toObject();
    for (const Archive &archive : archives()) {
        const QString url = archive.json["url"_L1].toString();
        QCOMPARE(url, bases[archive.json["base"_L1].toString()].toString()
                              + archive.json["relative_path"_L1].toString());
        QVERIFY2(url.startsWith("https://"_L1) && url.endsWith(u'/' + archive.json["file"_L1].toString()),
                 qPrintable(url));
    }
}

void TestReleaseData::noFileAndNoHashTwice()
{
    QSet<QString> addresses;
    QHash<QString, QString> nameOfHash;
    for (const Archive &archive : archives()) {
        const QString file = archive.json["file"_L1].toString();
        const QString url = archive.json["url"_L1].toString();
        QVERIFY2(!addresses.contains(url), qPrintable(url));
        addresses.insert(url);
        const QString sha256 = archive.json["sha256"_L1].toString();
        if (sha256.isEmpty())
            continue;
        QVERIFY2(!nameOfHash.contains(sha256) || nameOfHash[sha256] == file, qPrintable(file));
        nameOfHash.insert(sha256, file);
    }
}

void TestReleaseData::releasesAreInOrderAndUnique()
{
    QVersionNumber before;
    const QJsonArray releases = m_releases["releases"_L1].toArray();
    const QStringList statuses = {u"ok"_s, u"known_bad"_s, u"preview"_s, u"withdrawn"_s};
    for (const auto &release : releases) {
        const auto version = QVersionNumber::fromString(release["version"_L1].toString());
        QCOMPARE(version.segmentCount(), 4);
        QVERIFY2(version > before, qPrintable(version.toString()));
        before = version;
        QVERIFY(version.toString().startsWith(release["label"_L1].toString() + u'.'));
        QVERIFY(statuses.contains(release["status"_L1].toString()));
    }
}

void TestReleaseData::everyReleaseHasAStatement()
{
    QHash<QString, QStringList> variantsOfLabel;
    const QJsonArray rows = m_support["releases"_L1].toArray();
    for (const auto &row : rows) {
        QStringList variants;
        const QJsonArray cuda = row["cuda"_L1].toArray();
        for (const auto &entry : cuda) {
            const QString variant = entry["variant"_L1].toString();
            QVERIFY2(!variants.contains(variant), qPrintable(row["minor"_L1].toString()));
            variants << variant;
        }
        const QJsonArray labels = row["applies_to"_L1].toArray();
        for (const auto &label : labels) {
            QVERIFY2(!variantsOfLabel.contains(label.toString()), qPrintable(label.toString()));
            variantsOfLabel.insert(label.toString(), variants);
        }
    }
    const QJsonArray releases = m_releases["releases"_L1].toArray();
    for (const auto &release : releases) {
        const QString label = release["label"_L1].toString();
        const QJsonArray archives = release["archives"_L1].toArray();
        for (const auto &archive : archives) {
            QVERIFY2(variantsOfLabel.value(label).contains(archive["cuda_variant"_L1].toString()),
                     qPrintable(archive["file"_L1].toString()));
        }
    }
}

void TestReleaseData::everyStatementHasASource()
{
    const QJsonObject levels = m_support["evidence_levels"_L1].toObject();
    const QJsonArray rows = m_support["releases"_L1].toArray();
    for (const auto &row : rows) {
        QVERIFY2(!row["source"_L1].toArray().isEmpty(), qPrintable(row["minor"_L1].toString()));
        QVERIFY2(levels.contains(row["evidence"_L1].toString()), qPrintable(row["minor"_L1].toString()));
    }
    const QJsonArray faults = m_support["known_bad"_L1].toArray();
    for (const auto &fault : faults)
        QVERIFY(!fault["source"_L1].toString().isEmpty());
    for (const auto key : {"platforms"_L1, "file_names"_L1, "cuda_minor_compatibility"_L1,
                           "hardware_forward_compatibility"_L1})
        QVERIFY2(!m_support[key]["source"_L1].toString().isEmpty(), key.data());
}

void TestReleaseData::everyPlatformIsKnown()
{
    QSet<QString> names;
    const QJsonArray platforms = m_support["platforms"_L1]["table"_L1].toArray();
    for (const auto &platform : platforms) {
        names.insert(platform["name"_L1].toString());
        const QString tegra = platform["tegra"_L1].toString();
        QVERIFY(tegra == "no"_L1 || tegra == "only"_L1 || tegra == "from_cuda"_L1);
        QCOMPARE(tegra == "from_cuda"_L1, isVersion(platform["tegra_from_cuda"_L1]));
        QCOMPARE(tegra == "from_cuda"_L1, isVersion(platform["tegra_sure_from_cuda"_L1]));
    }
    for (const Archive &archive : archives()) {
        const QString platform = archive.json["platform"_L1].toString();
        if (archive.component != "cudnn_samples"_L1)
            QVERIFY2(names.contains(platform), qPrintable(platform));
    }
}

void TestReleaseData::everyVersionIsAVersion()
{
    const QJsonArray rows = m_support["releases"_L1].toArray();
    for (const auto &row : rows) {
        const QJsonArray cuda = row["cuda"_L1].toArray();
        for (const auto &entry : cuda) {
            for (const auto key :
                 {"driver_min_linux"_L1, "driver_min_windows"_L1, "min_cc"_L1, "max_cc"_L1}) {
                const QJsonValue value = entry[key];
                QVERIFY2(value.isNull() || value.isUndefined() || isVersion(value), key.data());
            }
            const QJsonArray minors = entry["cuda_minors"_L1].toArray();
            for (const auto &minor : minors) {
                QVERIFY2(matches(minor.toString(), uR"(\d+\.\d+)"_s), qPrintable(minor.toString()));
                QVERIFY2(entry["variant"_L1].toString() == u"cuda"_s + minor.toString().section(u'.', 0, 0),
                         qPrintable(minor.toString()));
            }
        }
    }
    const QJsonArray toolkits = m_drivers["toolkit_drivers"_L1].toArray();
    QVERIFY(toolkits.size() > 60);
    for (const auto &toolkit : toolkits) {
        QVERIFY(isVersion(toolkit["cuda"_L1]));
        QVERIFY(toolkit["linux_x86_64_min"_L1].isNull() || isVersion(toolkit["linux_x86_64_min"_L1]));
    }
}

void TestReleaseData::librarySetsFollowEachOtherWithoutGaps()
{
    const QJsonArray sets = m_support["library_sets"_L1].toArray();
    for (qsizetype i = 0; i < sets.size(); ++i) {
        const bool isLast = i + 1 == sets.size();
        QCOMPARE(sets[i]["below"_L1].toString(),
                 isLast ? QString() : sets[i + 1]["from_version"_L1].toString());
        const QJsonArray headers = sets[i]["headers"_L1].toArray();
        QVERIFY(!headers.isEmpty());
        for (const auto &header : headers)
            QVERIFY2(matches(header.toString(), u"cudnn[a-z_]*\\.h"_s), qPrintable(header.toString()));
        const QJsonArray shared = sets[i]["shared"_L1].toArray();
        QVERIFY(!shared.isEmpty());
        for (const auto &library : shared)
            QVERIFY2(matches(library.toString(), u"cudnn[a-z_]*"_s), qPrintable(library.toString()));
    }
}

void TestReleaseData::everySentenceCanBeTranslated()
{
    int count = 0;
    const QJsonArray faults = m_support["known_bad"_L1].toArray();
    for (const auto &fault : faults) {
        const QByteArray sentence = fault["sentence"_L1].toString().toUtf8();
        // Without a range of versions there is no release to say it of.
        QCOMPARE(sentence.isEmpty(), fault["below"_L1].toString().isEmpty());
        if (sentence.isEmpty())
            continue;
        ++count;
        QVERIFY2(std::find(cudnnsetup::dataSentences.begin(), cudnnsetup::dataSentences.end(), sentence)
                         != cudnnsetup::dataSentences.end(),
                 sentence.constData());
    }
    QCOMPARE(count, int(cudnnsetup::dataSentences.size()));
}

QTEST_GUILESS_MAIN(TestReleaseData)
#include "tst_releasedata.moc"
