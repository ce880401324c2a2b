// SPDX-License-Identifier: MIT
#pragma once

#include "page.h"

class QButtonGroup;
class QCheckBox;
class QGroupBox;
class QLabel;
class QVBoxLayout;

namespace cudnnsetup {

class ArchivePanel;
class ChoiceCard;
class MarkLine;
class Session;
struct ToolkitFacts;

// Second page: where to and what. Left the toolkits and the person's own folder, and whether it is switched
// on; right the archive and the verdict for the pair, at the
// foot one sentence. The verdict and every refusal come from the backend.
class ChoosePage : public Page
{
    Q_OBJECT

public:
    explicit ChoosePage(Session *session, QWidget *parent = nullptr);

    QString title() const override;
    QString subtitle() const override;
    QString stepName() const override;
    State state() const override;
    bool mayGoOn() const override;
    QWidget *firstFocus() override;

protected:
    void retranslate() override;

private:
    QWidget *newTargets();
    QWidget *newSwitch();
    QWidget *newVersions();
    void rebuildTargets();
    void refresh();
    void refreshTargets();
    void refreshOwnCard();
    void refreshSwitch();
    void refreshVerdict();
    void refreshFoot();
    QStringList factsOf(const ToolkitFacts &toolkit) const;

    Session *m_session;
    QGroupBox *m_targetBox;
    QWidget *m_firstInTabOrder;
    QVBoxLayout *m_targets;
    QButtonGroup *m_targetButtons;
    QStringList m_targetRoots;
    QList<ChoiceCard *> m_targetCards;
    ChoiceCard *m_ownCard;
    QWidget *m_switch;
    QCheckBox *m_switchOn;
    QLabel *m_switchWords;
    QGroupBox *m_versionBox;
    ArchivePanel *m_archive;
    QLabel *m_verdictTitle;
    QVBoxLayout *m_reasons;
    QList<MarkLine *> m_reasonLines;
    MarkLine *m_foot;
};

} // namespace cudnnsetup
