// SPDX-License-Identifier: MIT
#include "labels.h"

#include <QFontDatabase>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

struct Look
{
    qreal scale = 1;
    bool isBold = false;
};

Look lookOf(TextKind kind)
{
    switch (kind) {
    case TextKind::Title:
        return {1.5, true};
    case TextKind::Heading:
        return {1.1, true};
    case TextKind::Fact:
        return {1.35, false};
    case TextKind::Body:
        return {};
    case TextKind::Small:
        return {0.92, false};
    }
    return {};
}

} // namespace

QLabel *newLabel(TextKind kind, const QString &objectName, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const Look look = lookOf(kind);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * look.scale);
    font.setBold(look.isBold);
    if (look.scale != 1 || look.isBold)
        label->setFont(font);
    return label;
}

QLabel *newRawLabel(const QString &objectName, QWidget *parent)
{
    QLabel *label = newLabel(TextKind::Body, objectName, parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(label->font().pointSizeF());
    label->setFont(font);
    return label;
}

QString breakable(const QString &raw)
{
    constexpr QChar zeroWidthSpace(0x200b);
    QString words;
    int run = 0;
    for (const QChar c : raw) {
        words += c;
        run = c.isLetterOrNumber() ? run + 1 : 0;
        if (c == u'/' || c == u'_' || c == u'-' || run == 16) {
            words += zeroWidthSpace;
            run = 0;
        }
    }
    return words;
}

} // namespace cudnnsetup
