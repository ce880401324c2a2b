// SPDX-License-Identifier: MIT
#include "checkrow.h"

#include "disclosure.h"
#include "glyph.h"
#include "labels.h"
#include "words.h"

#include <QGridLayout>
#include <QToolButton>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

CheckRow::CheckRow(const QString &objectName, QWidget *parent)
    : QWidget(parent), m_mark(new Glyph(u"open"_s, 1.3)),
      m_name(newLabel(TextKind::Heading, objectName + u"Name"_s)),
      m_word(newLabel(TextKind::Heading, objectName + u"Word"_s)),
      m_detail(newLabel(TextKind::Body, objectName + u"Detail"_s)),
      m_evidence(new Disclosure(objectName + u"Evidence"_s))
{
    setObjectName(objectName);
    m_word->setWordWrap(false);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(m_mark, 0, 0, Qt::AlignTop);
    grid->addWidget(m_name, 0, 1);
    grid->addWidget(m_word, 0, 2, Qt::AlignTop | Qt::AlignTrailing);
    grid->addWidget(m_detail, 1, 1);
    grid->addWidget(m_evidence->takeButton(), 1, 2, Qt::AlignTop | Qt::AlignTrailing);
    grid->addWidget(m_evidence, 2, 1, 1, 2);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
}

void CheckRow::set(const VerifyCheck &check, bool isRunning)
{
    const QString name = check.name.toString();
    const QString word = isRunning ? tr("Checking…") : Words::status(check.status);
    m_mark->setName(isRunning ? u"running"_s : Words::mark(check.status));
    m_name->setText(name);
    m_name->setAccessibleName(tr("%1: %2").arg(name, word));
    m_word->setText(word);
    m_detail->setText(check.detail.toString());
    m_detail->setVisible(!check.detail.isEmpty());
    m_evidence->setTitle(tr("Evidence"));
    m_evidence->setSubject(tr("Evidence of: %1").arg(name));
    m_evidence->setText(check.evidence);
}

} // namespace cudnnsetup
