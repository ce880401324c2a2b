// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;

namespace cudnnsetup {

class Disclosure;
class FactLine;
class Session;

// What would be done, before it is done: five lines, the operations on request, and what to do where rights
// are missing.
class PlanView : public QWidget
{
    Q_OBJECT

public:
    explicit PlanView(Session *session, QWidget *parent = nullptr);

    // Nothing stands in the way: rights are there, and what is in use was agreed to.
    bool mayInstall() const;
    void refresh();
    void retranslate();

Q_SIGNALS:
    void agreed();

private:
    QWidget *newFacts();
    QWidget *newRights();
    void refreshContent(const Plan &plan);
    void refreshReplaced(const Plan &plan);
    void refreshRoom(const Plan &plan);
    void refreshUsers(const Plan &plan);
    void refreshRights(const Plan &plan);
    void refreshDetails(const Plan &plan);

    Session *m_session;
    FactLine *m_content;
    FactLine *m_replaced;
    FactLine *m_room;
    FactLine *m_users;
    QCheckBox *m_takeInUse;
    FactLine *m_rights;
    QWidget *m_rightsBox;
    QLabel *m_rightsWords;
    QLabel *m_command;
    QPushButton *m_copy;
    Disclosure *m_details;
};

} // namespace cudnnsetup
