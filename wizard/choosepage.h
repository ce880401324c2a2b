// SPDX-License-Identifier: MIT
#pragma once

#include "page.h"

class QButtonGroup;
class QGroupBox;
class QLabel;
class QVBoxLayout;

namespace cudnnsetup {

class ArchivePanel;
class ChoiceCard;
class MarkLine;
class Session;
struct ToolkitFacts;

// Second page: where to and what. Left the toolkits, right the archive and the verdict for the pair, at the
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
    QWidget *newVersions();
    void rebuildTargets();
    void refresh();
    void refreshTargets();
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
    QGroupBox *m_versionBox;
    ArchivePanel *m_archive;
    QLabel *m_verdictTitle;
    QVBoxLayout *m_reasons;
    QList<MarkLine *> m_reasonLines;
    MarkLine *m_foot;
};

} // namespace cudnnsetup
