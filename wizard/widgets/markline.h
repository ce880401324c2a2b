// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QLabel;

namespace cudnnsetup {

class Glyph;

// A mark and a sentence: a reason, a line of a plan, a step of the work. The word that the mark stands for is part of what
// a screen reader says.
class MarkLine : public QWidget
{
    Q_OBJECT

public:
    explicit MarkLine(const QString &objectName = {}, QWidget *parent = nullptr);

    // mark: a file of resources/icons; word: what it means.
    void set(const QString &mark, const QString &word, const QString &sentence);
    QString sentence() const;

private:
    Glyph *m_glyph;
    QLabel *m_label;
};

} // namespace cudnnsetup
