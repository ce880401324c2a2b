// SPDX-License-Identifier: MIT
#include "commandbox.h"

#include "labels.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

CommandBox::CommandBox(const QString &objectName, QWidget *parent)
    : QWidget(parent), m_words(newLabel(TextKind::Body, objectName + u"Words"_s)),
      m_shown(newRawLabel(objectName + u"Command"_s)), m_copy(new QPushButton)
{
    setObjectName(objectName + u"Box"_s);
    m_shown->setFrameShape(QFrame::StyledPanel);
    m_shown->setMargin(fontMetrics().averageCharWidth());
    m_copy->setObjectName(objectName + u"CopyButton"_s);
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_command); });

    auto *row = new QHBoxLayout;
    row->addWidget(m_shown, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_words);
    layout->addLayout(row);
    retranslate();
}

void CommandBox::setWords(const QString &words)
{
    m_words->setText(words);
}

void CommandBox::setCommand(const QString &command)
{
    m_command = command;
    m_shown->setText(breakable(command));
}

void CommandBox::retranslate()
{
    m_shown->setAccessibleName(tr("Command to run with administrator rights"));
    m_copy->setText(tr("&Copy"));
    m_copy->setAccessibleName(tr("Copy the command"));
}

void CommandBox::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace cudnnsetup
