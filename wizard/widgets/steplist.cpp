// SPDX-License-Identifier: MIT
#include "steplist.h"

#include "faintline.h"
#include "glyph.h"
#include "labels.h"

#include <QGridLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString markOf(StepList::State state)
{
    switch (state) {
    case StepList::State::Open:
        return u"open"_s;
    case StepList::State::Here:
        return u"here"_s;
    case StepList::State::Done:
        return u"done"_s;
    case StepList::State::Problem:
        return u"warning"_s;
    }
    return {};
}

} // namespace

StepList::StepList(int count, QWidget *parent) : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, layout->contentsMargins().top(), 0, layout->contentsMargins().bottom());
    for (int i = 0; i < count; ++i) {
        Row row{new QWidget, new Glyph(u"open"_s, 1.3), newLabel(TextKind::Heading, u"step%1Name"_s.arg(i)),
                newLabel(TextKind::Small, u"step%1State"_s.arg(i))};
        row.name->setWordWrap(false);
        row.state->setWordWrap(false);
        row.name->setTextInteractionFlags(Qt::NoTextInteraction);
        row.state->setTextInteractionFlags(Qt::NoTextInteraction);
        auto *grid = new QGridLayout(row.frame);
        grid->setVerticalSpacing(0);
        grid->addWidget(row.mark, 0, 0, 2, 1, Qt::AlignVCenter);
        grid->addWidget(row.name, 0, 1);
        grid->addWidget(row.state, 1, 1);
        grid->setColumnStretch(1, 1);
        layout->addWidget(row.frame);
        m_rows << row;
    }
    layout->addStretch();
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void StepList::set(const QList<Step> &steps)
{
    Q_ASSERT(steps.size() == m_rows.size());
    m_here = -1;
    // As wide as the longest word, so that the pages beside it do not move when a state changes.
    int width = 0;
    for (const QString &state :
         {hereAndDone(), word(State::Open), word(State::Here), word(State::Done), word(State::Problem)})
        width = std::max(width, m_rows.first().state->fontMetrics().horizontalAdvance(state));
    for (int i = 0; i < steps.size(); ++i) {
        const Step &step = steps[i];
        const Row &row = m_rows[i];
        if (step.isHere)
            m_here = i;
        const auto role = step.isHere ? QPalette::HighlightedText : QPalette::WindowText;
        row.mark->setForegroundRole(role);
        row.name->setForegroundRole(role);
        row.state->setForegroundRole(role);
        row.mark->setName(markOf(step.state));
        row.mark->update();
        //: A step of the wizard in the list at the left: number and name.
        row.name->setText(tr("%1  %2").arg(i + 1).arg(step.name));
        row.state->setText(step.isHere && step.state == State::Done ? hereAndDone() : word(step.state));
        row.state->setMinimumWidth(width);
        //: A step of the wizard, as a screen reader says it: number, name, state.
        row.name->setAccessibleName(tr("Step %1, %2: %3").arg(i + 1).arg(step.name, row.state->text()));
    }
    update();
}

QString StepList::hereAndDone()
{
    return tr("here, done");
}

QString StepList::word(State state)
{
    switch (state) {
    case State::Open:
        return tr("to come");
    case State::Here:
        return tr("here");
    case State::Done:
        return tr("done");
    case State::Problem:
        return tr("problem");
    }
    return {};
}

void StepList::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    if (m_here >= 0)
        painter.fillRect(m_rows[m_here].frame->geometry(), palette().color(QPalette::Highlight));
    painter.setPen(faintLine(palette()));
    const int edge = layoutDirection() == Qt::LeftToRight ? width() - 1 : 0;
    painter.drawLine(edge, 0, edge, height());
}

} // namespace cudnnsetup
