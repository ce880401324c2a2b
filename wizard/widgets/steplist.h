// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QWidget>

class QLabel;

namespace cudnnsetup {

class Glyph;

// The steps at the left of the frame, each with a mark and a word for its state. It only shows; nothing in it
// can be pressed.
class StepList : public QWidget
{
    Q_OBJECT

public:
    enum class State { Open, Here, Done, Problem };
    struct Step
    {
        QString name;
        State state = State::Open;
        bool isHere = false;
    };

    explicit StepList(int count, QWidget *parent = nullptr);
    void set(const QList<Step> &steps);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Row
    {
        QWidget *frame;
        Glyph *mark;
        QLabel *name;
        QLabel *state;
    };
    static QString word(State state);
    static QString hereAndDone();

    QList<Row> m_rows;
    int m_here = -1;
};

} // namespace cudnnsetup
