// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"

#include <QWidget>

class QCheckBox;

namespace cudnnsetup {

class CommandBox;
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

    // Nothing stands in the way: rights can be had, what is in use was agreed to, and nothing there was cut
    // off.
    bool mayInstall() const;
    void refresh();
    void retranslate();

Q_SIGNALS:
    void agreed();

private:
    QWidget *newFacts();
    void refreshContent(const Plan &plan);
    QString switchedOnWords(const Plan &plan) const;
    void refreshReplaced(const Plan &plan);
    void refreshRoom(const Plan &plan);
    void refreshUsers(const Plan &plan);
    void refreshRights();
    void refreshDetails(const Plan &plan);

    Session *m_session;
    FactLine *m_content;
    FactLine *m_replaced;
    FactLine *m_room;
    FactLine *m_users;
    QCheckBox *m_takeInUse;
    FactLine *m_rights;
    CommandBox *m_command;
    Disclosure *m_details;
};

} // namespace cudnnsetup
