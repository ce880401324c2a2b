// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>

class QLabel;

namespace cudnnsetup {

class Disclosure;
class Glyph;

// What a card says: one main fact, a line below it, more on request.
struct CardFacts
{
    QString main;
    QString line = {};
    QString more = {};
};

// One card of the first page: a drawing with its word, then the facts, which come when the scan has found
// them.
class FactCard : public QFrame
{
    Q_OBJECT

public:
    FactCard(const QString &glyph, const QString &objectName, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setFacts(const CardFacts &facts);
    // Shown while the scan is not there yet.
    void setWaiting();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    Glyph *m_glyph;
    QLabel *m_title;
    QLabel *m_main;
    QLabel *m_line;
    Disclosure *m_more;
    bool m_isWaiting = true;
};

} // namespace cudnnsetup
