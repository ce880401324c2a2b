// SPDX-License-Identifier: MIT
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

struct Message
{
    QString context;
    QString source;
    QStringList translations;
    bool isUnfinished = false;
};

Message readMessage(QXmlStreamReader &xml, const QString &context)
{
    Message message{.context = context, .source = {}, .translations = {}};
    while (xml.readNextStartElement()) {
        if (xml.name() == "source"_L1) {
            message.source = xml.readElementText();
        } else if (xml.name() == "translation"_L1) {
            message.isUnfinished = xml.attributes().hasAttribute("type"_L1);
            message.translations << xml.readElementText(QXmlStreamReader::IncludeChildElements);
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

QList<Message> messagesOf(const QString &path)
{
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == "name"_L1)
            context = xml.readElementText();
        else if (xml.name() == "message"_L1)
            messages << readMessage(xml, context);
    }
    return messages;
}

// "%1" and "%n", each once.
QStringList placesOf(const QString &text)
{
    static const QRegularExpression place(u"%(\\d|n)"_s);
    QStringList places;
    for (const QRegularExpressionMatch &match : place.globalMatch(text))
        places << match.captured();
    places.sort();
    places.removeDuplicates();
    return places;
}

bool hasMnemonic(const QString &text)
{
    static const QRegularExpression mnemonic(u"&\\w"_s);
    return text.contains(mnemonic);
}

QString chinese()
{
    return QStringLiteral(CUDNNSETUP_SOURCE_DIR "/i18n/cudnnsetup_zh_CN.ts");
}

} // namespace

// The .ts files against each other and against the sources: nothing is missing, nothing is half.
class TestTranslations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTextOfTheSourcesIsTranslated_data();
    void everyTextOfTheSourcesIsTranslated();
    void placesAndMnemonicsAreKept();
    void chineseUsesItsOwnPunctuation();
};

void TestTranslations::everyTextOfTheSourcesIsTranslated_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("Chinese") << u"cudnnsetup_zh_CN.ts"_s << QStringList{};
    QTest::newRow("English plurals") << u"cudnnsetup_en.ts"_s << QStringList{u"-pluralonly"_s};
}

void TestTranslations::everyTextOfTheSourcesIsTranslated()
{
    QFETCH(QString, file);
    QFETCH(QStringList, options);
    const QTemporaryDir scratch;
    const QString copy = scratch.filePath(file);
    const QDir source(QStringLiteral(CUDNNSETUP_SOURCE_DIR));
    QVERIFY(QFile::copy(source.filePath(u"i18n/"_s + file), copy));
    QProcess lupdate;
    lupdate.start(QStringLiteral(CUDNNSETUP_LUPDATE),
                  QStringList{u"-silent"_s, u"-locations"_s, u"none"_s, u"-I"_s,
                              source.filePath(u"backend"_s), u"-I"_s, source.path()}
                          + options
                          + QStringList{source.filePath(u"backend"_s), source.filePath(u"wizard"_s),
                                        source.filePath(u"app"_s), u"-ts"_s, copy});
    QVERIFY(lupdate.waitForFinished());
    QCOMPARE(lupdate.exitCode(), 0);

    QStringList open;
    const QList<Message> messages = messagesOf(copy);
    for (const Message &message : messages) {
        if (message.isUnfinished || message.translations.join(QString()).trimmed().isEmpty())
            open << message.context + u": "_s + message.source;
    }
    QVERIFY(!messages.isEmpty());
    QCOMPARE(open.join(u'\n'), QString());
}

void TestTranslations::placesAndMnemonicsAreKept()
{
    const QList<Message> messages = messagesOf(chinese());
    QVERIFY(messages.size() > 300);
    for (const Message &message : messages) {
        const QString words = message.translations.join(QString());
        QVERIFY2(placesOf(message.source) == placesOf(words), qPrintable(message.source));
        QVERIFY2(hasMnemonic(message.source) == hasMnemonic(words), qPrintable(message.source));
    }
}

void TestTranslations::chineseUsesItsOwnPunctuation()
{
    // A Latin comma, full stop, colon, semicolon or bracket beside a Chinese character; file filters have
    // their own form.
    static const QRegularExpression wrong(u"[\\x{4e00}-\\x{9fff}][,.:;!?]|[,;!?(][\\x{4e00}-\\x{9fff}]"_s);
    static const QRegularExpression noSpace(
            u"[\\x{4e00}-\\x{9fff}][A-Za-z0-9%]|[A-Za-z0-9][\\x{4e00}-\\x{9fff}]"_s);
    const QList<Message> messages = messagesOf(chinese());
    for (const Message &message : messages) {
        const QString words = message.translations.join(QString());
        QVERIFY2(!words.contains(wrong), qPrintable(words));
        QVERIFY2(!words.contains(noSpace), qPrintable(words));
    }
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
