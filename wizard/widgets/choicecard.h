// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>

class QLabel;
class QRadioButton;

namespace cudnnsetup {

// One of several things to choose: a radio button with its title and lines of facts below; a click anywhere
// chooses it.
class ChoiceCard : public QFrame
{
    Q_OBJECT

public:
    explicit ChoiceCard(const QString &objectName, QWidget *parent = nullptr);

    QRadioButton *button() const { return m_button; }
    // path is shown in the fixed font below the title, facts one a line below it.
    void set(const QString &title, const QString &path, const QStringList &facts);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    QRadioButton *m_button;
    QLabel *m_path;
    QLabel *m_facts;
};

} // namespace cudnnsetup
