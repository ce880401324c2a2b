// SPDX-License-Identifier: MIT
#pragma once

#include "report/speedchart.h"

#include <QWidget>

namespace cudnnsetup {

// Shows the bars of a GPU test. To a screen reader it is a chart whose description holds all of it in
// sentences.
class SpeedBars : public QWidget
{
    Q_OBJECT

public:
    explicit SpeedBars(const QString &objectName, QWidget *parent = nullptr);

    // Hides itself when there is nothing to show.
    void setChart(const SpeedChart &chart);
    const SpeedChart &chart() const { return m_chart; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void tellOthers();

    SpeedChart m_chart;
};

} // namespace cudnnsetup
