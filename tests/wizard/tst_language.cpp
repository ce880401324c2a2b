// SPDX-License-Identifier: MIT
#include "i18n/language.h"

#include <QCoreApplication>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class TestLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsItsNames_data();
    void knowsItsNames();
    void bundlesQtsOwnWords();
    void switchesThereAndBack();
};

void TestLanguage::knowsItsNames_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("language");
    QTest::newRow("English") << u"en"_s << int(Language::English);
    QTest::newRow("English of a country") << u"en_GB"_s << int(Language::English);
    QTest::newRow("Chinese") << u"zh_CN"_s << int(Language::Chinese);
    QTest::newRow("Chinese with a hyphen") << u"zh-CN"_s << int(Language::Chinese);
    QTest::newRow("Chinese alone") << u"zh"_s << int(Language::Chinese);
    QTest::newRow("another language") << u"fr"_s << -1;
    QTest::newRow("a word that only begins alike") << u"english"_s << -1;
    QTest::newRow("nothing") << QString() << -1;
}

void TestLanguage::knowsItsNames()
{
    QFETCH(QString, word);
    const auto language = languageFromString(word);
    QTEST(language ? int(*language) : -1, "language");
    if (language)
        QVERIFY(languageFromString(toString(*language)) == language);
}

void TestLanguage::bundlesQtsOwnWords()
{
    Translation translation;
    translation.show(Language::Chinese);
    QVERIFY(QCoreApplication::translate("QPlatformTheme", "Cancel") != "Cancel"_L1);
}

void TestLanguage::switchesThereAndBack()
{
    const auto qtsWord = [] { return QCoreApplication::translate("QPlatformTheme", "Cancel"); };
    {
        Translation translation;
        translation.show(Language::English);
        QCOMPARE(qtsWord(), u"Cancel"_s);
        translation.show(Language::Chinese);
        QCOMPARE(toString(translation.language()), u"zh_CN"_s);
        QCOMPARE(QLocale().language(), QLocale::Chinese);
        QVERIFY(qtsWord() != "Cancel"_L1);
        translation.show(Language::English);
        QCOMPARE(qtsWord(), u"Cancel"_s);
        QCOMPARE(QLocale().language(), QLocale::English);
        translation.show(Language::Chinese);
    }
    QCOMPARE(qtsWord(), u"Cancel"_s);
}

QTEST_GUILESS_MAIN(TestLanguage)
#include "tst_language.moc"
