// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

class QGridLayout;
class QLabel;

namespace cudnnsetup {

class Glyph;

// One row of a table of facts: a mark, the name of the fact, a sentence. Rows of one grid stand in line.
class FactLine : public QObject
{
    Q_OBJECT

public:
    FactLine(QGridLayout *grid, int row, const QString &objectName, QObject *parent);

    void set(const QString &mark, const QString &name, const QString &sentence);
    void setVisible(bool isVisible);

private:
    Glyph *m_mark;
    QLabel *m_name;
    QLabel *m_sentence;
};

} // namespace cudnnsetup
