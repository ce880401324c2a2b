// SPDX-License-Identifier: MIT
#pragma once

#include "labels.h"

#include <QWidget>

namespace cudnnsetup {

class Glyph;

// A mark and a sentence: a reason, a step of the work, or, in large, the verdict of a page. The word that the
// mark stands for is part of what a screen reader says.
class MarkLine : public QWidget
{
    Q_OBJECT

public:
    explicit MarkLine(const QString &objectName, TextKind kind = TextKind::Body, QWidget *parent = nullptr);

    // mark: a file of resources/icons; word: what it means.
    void set(const QString &mark, const QString &word, const QString &sentence);
    QString sentence() const;

private:
    Glyph *m_glyph;
    QLabel *m_label;
};

} // namespace cudnnsetup
