// SPDX-License-Identifier: MIT
#pragma once

#include <QIcon>
#include <QWidget>

namespace cudnnsetup {

// One of our drawings in the text colour of the palette, as high as a line of text. It stands beside a word
// and never for itself, so it is no control and says nothing to a screen reader.
class Glyph : public QWidget
{
    Q_OBJECT

public:
    // name: a file of resources/icons without ".svg". lines: height in lines of text.
    explicit Glyph(const QString &name, qreal lines = 1.0, QWidget *parent = nullptr);

    void setName(const QString &name);
    QString name() const { return m_name; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString m_name;
    qreal m_lines;
};

// The same drawing for a button, in the colours of the palette.
QIcon glyphIcon(const QString &name, const QPalette &palette);

} // namespace cudnnsetup
