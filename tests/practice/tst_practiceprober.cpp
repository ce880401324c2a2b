// SPDX-License-Identifier: MIT
#include "practice/practice.h"
#include "practice/practicetree.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

// Stands for the child process: notes what it was asked and says that everything was loaded.
class NotingProber : public LibraryProber
{
public:
    Result<ProbeAnswer> probe(const ProbeRequest &request) const override
    {
        requests << request;
        ProbeAnswer answer{.cudnnVersion = 8907};
        for (const QString &library : QStringList(request.library) + request.alsoLoad)
            answer.loads << ProbeAnswer::Load{.library = library, .loaded = true, .loadedFrom = library};
        return answer;
    }
    mutable QList<ProbeRequest> requests;
};

} // namespace

class TestPracticeProber : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aPracticeLibraryIsHandedOn();
    void aLinkIsFollowedBeforeTheBytesAreLookedAt();
    void anyOtherFileIsNeverHandedOn_data();
    void anyOtherFileIsNeverHandedOn();
    void theSessionOfThePracticeMachineStaysOut();
    void anAlteredSublibraryIsLeftOutAndSaidSo();
    void aStrangerBesideItThatWouldBeLoadedWithItCounts();
    void aMissingNeededLibraryIsToldInTheLoadersWords();

private:
    QString path(const QString &name) const { return m_folder->filePath(u"lib/"_s + name); }
    void overwrite(const QString &name, const QByteArray &content)
    {
        QFile::remove(path(name));
        QVERIFY(writePracticeFile(path(name), content, 0755));
    }
    Result<ProbeAnswer> probe(const ProbeRequest &request) { return practiceProber(m_child)->probe(request); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<NotingProber> m_child;
};

void TestPracticeProber::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_child = std::make_shared<NotingProber>();
    PracticeTree tree;
    tree.addCudnn(practiceCudnn(QVersionNumber(9, 1), QVersionNumber(12, 4)), u"lib"_s, u"include"_s);
    QVERIFY(tree.writeTo(m_folder->path()));
}

void TestPracticeProber::aPracticeLibraryIsHandedOn()
{
    const auto answer = probe({.library = path(u"libcudnn.so.9.1.0"_s), .alsoLoad = {path(u"libcudnn_cnn.so.9"_s)}});
    QVERIFY(answer);
    QCOMPARE(answer->cudnnVersion, 8907);
    QCOMPARE(answer->loads.size(), 2);
    QVERIFY(answer->loads[1].loaded);
    QCOMPARE(answer->loads[1].library, path(u"libcudnn_cnn.so.9"_s));
}

void TestPracticeProber::aLinkIsFollowedBeforeTheBytesAreLookedAt()
{
    QVERIFY(probe({.library = path(u"libcudnn.so"_s)}));
    QCOMPARE(m_child->requests.constFirst().library, QFileInfo(path(u"libcudnn.so.9.1.0"_s)).canonicalFilePath());
}

void TestPracticeProber::anyOtherFileIsNeverHandedOn_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("a library of somebody else") << writeElf({.functions = {{"cudnnGetVersion", 8907}}});
    QTest::newRow("an empty file") << QByteArray();
    QTest::newRow("text") << QByteArray("#!/bin/sh\n");
}

void TestPracticeProber::anyOtherFileIsNeverHandedOn()
{
    QFETCH(QByteArray, content);
    overwrite(u"libcudnn.so.9.1.0"_s, content);
    for (const QString &library : {path(u"libcudnn.so"_s), path(u"libcudnn.so.9.1.0"_s), u"libcudnn.so.9"_s, path(u"absent"_s)}) {
        const auto answer = probe({.library = library});
        QVERIFY(!answer);
        QCOMPARE(toString(answer.error().id), toString(ErrorId::NotSupported));
    }
    QVERIFY(m_child->requests.isEmpty());
}

void TestPracticeProber::theSessionOfThePracticeMachineStaysOut()
{
    QVERIFY(probe({.library = path(u"libcudnn.so"_s),
                   .libraryPath = {u"/usr/local/cuda/lib64"_s},
                   .environment = {{u"LD_LIBRARY_PATH"_s, u"/usr/local/cuda/lib64"_s}, {u"LD_PRELOAD"_s, u"/tmp/x.so"_s}}}));
    const ProbeRequest &request = m_child->requests.constFirst();
    QVERIFY(request.libraryPath.isEmpty());
    QCOMPARE(request.environment.keys(), QStringList{u"LC_ALL"_s});
}

void TestPracticeProber::anAlteredSublibraryIsLeftOutAndSaidSo()
{
    overwrite(u"libcudnn_graph.so.9.1.0"_s, "\177ELF");
    const QStringList also = {path(u"libcudnn_graph.so.9"_s), path(u"libcudnn.so.9"_s)};
    const auto answer = probe({.library = path(u"libcudnn.so"_s), .alsoLoad = also});
    QVERIFY(answer);
    QCOMPARE(m_child->requests.constFirst().alsoLoad.size(), 1);
    QCOMPARE(answer->loads.size(), 3);
    QCOMPARE(answer->loads[1].library, also[0]);
    QVERIFY(!answer->loads[1].loaded && !answer->loads[1].error.isEmpty());
    QCOMPARE(answer->loads[2].library, also[1]);
    QVERIFY(answer->loads[2].loaded);
}

void TestPracticeProber::aStrangerBesideItThatWouldBeLoadedWithItCounts()
{
    // libcudnn_cnn needs libcudnn_ops, which needs libcudnn_graph.
    overwrite(u"libcudnn_graph.so.9.1.0"_s, writeElf({.soname = "libcudnn_graph.so.9"}));
    const auto answer = probe({.library = path(u"libcudnn_cnn.so.9"_s)});
    QVERIFY(!answer);
    QVERIFY(m_child->requests.isEmpty());
}

void TestPracticeProber::aMissingNeededLibraryIsToldInTheLoadersWords()
{
    QVERIFY(QFile::remove(path(u"libcudnn_graph.so.9"_s)));
    const auto answer = probe({.library = path(u"libcudnn_ops.so.9"_s)});
    QVERIFY(answer);
    QCOMPARE(answer->loads.size(), 1);
    QVERIFY(!answer->loads[0].loaded);
    QCOMPARE(answer->loads[0].error,
             u"libcudnn_graph.so.9: cannot open shared object file: No such file or directory"_s);
    QVERIFY(m_child->requests.isEmpty());
}

QTEST_GUILESS_MAIN(TestPracticeProber)
#include "tst_practiceprober.moc"
