// SPDX-License-Identifier: MIT
#pragma once

#include "page.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace cudnnsetup {

class CheckRow;
class MarkLine;
class Session;

// Fourth page: one row a check, filling in as they run, and what they say together.
class VerifyPage : public Page
{
    Q_OBJECT

public:
    explicit VerifyPage(Session *session, QWidget *parent = nullptr);

    QString title() const override;
    QString subtitle() const override;
    QString stepName() const override;
    State state() const override;
    QString nextText() const override;
    QString cancelText() const override;
    bool mayCancel() const override;
    bool mayGoOn() const override;
    bool mayGoBack() const override;
    bool stopWork() override;
    void enter() override;
    QWidget *firstFocus() override;

Q_SIGNALS:
    void reportWanted();

protected:
    void retranslate() override;

private:
    QWidget *newChecks();
    void refresh();
    void refreshVerdict();
    void refreshChecks();

    Session *m_session;
    MarkLine *m_verdict;
    QVBoxLayout *m_rowsLayout;
    QList<CheckRow *> m_rows;
    QPushButton *m_again;
    QPushButton *m_save;
    QPushButton *m_copy;
    QLabel *m_copied;
};

} // namespace cudnnsetup
