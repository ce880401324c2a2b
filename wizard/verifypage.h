// SPDX-License-Identifier: MIT
#pragma once

#include "page.h"
#include "verify/verify.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace cudnnsetup {

class CheckRow;
class GpuTestView;
class MarkLine;
class Session;

// Fourth page: one row a check, filling in as they run, the GPU test below them, and what all of it says
// together.
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
    void pictureWanted();

protected:
    void retranslate() override;

private:
    QWidget *newChecks();
    void refresh();
    void refreshVerdict();
    void refreshChecks();
    VerifyCheck shown(const VerifyCheck &check) const;
    bool isWorking() const;
    // The GPU test lies below the fold of a small window: it comes into view when it begins and when it ends.
    void followGpuTest();
    void showGpuTest();

    Session *m_session;
    MarkLine *m_verdict;
    QScrollArea *m_scroll;
    QVBoxLayout *m_rowsLayout;
    GpuTestView *m_gpuTest;
    bool m_wasMeasuring = false;
    QList<CheckRow *> m_rows;
    QPushButton *m_again;
    QPushButton *m_save;
    QPushButton *m_copy;
    QLabel *m_copied;
};

} // namespace cudnnsetup
