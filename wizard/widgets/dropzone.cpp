// SPDX-License-Identifier: MIT
#include "dropzone.h"

#include "faintline.h"
#include "glyph.h"
#include "labels.h"

#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// The one local file that is dragged; empty for anything else.
QString fileOf(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 ? urls.first().toLocalFile() : QString();
}

} // namespace

DropZone::DropZone(QWidget *parent)
    : QFrame(parent), m_words(newLabel(TextKind::Body, u"dropWords"_s)), m_button(new QPushButton)
{
    setObjectName(u"dropZone"_s);
    setAcceptDrops(true);
    m_button->setObjectName(u"openArchiveButton"_s);
    m_words->setTextInteractionFlags(Qt::NoTextInteraction);
    auto *layout = new QHBoxLayout(this);
    layout->addWidget(new Glyph(u"archive"_s, 1.8));
    layout->addWidget(m_words, 1);
    layout->addWidget(m_button);
}

void DropZone::setWords(const QString &words)
{
    m_words->setText(words);
}

void DropZone::dragEnterEvent(QDragEnterEvent *event)
{
    if (fileOf(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    setHovered(true);
}

void DropZone::dragLeaveEvent(QDragLeaveEvent *)
{
    setHovered(false);
}

void DropZone::dropEvent(QDropEvent *event)
{
    setHovered(false);
    const QString path = fileOf(event->mimeData());
    if (path.isEmpty())
        return;
    event->acceptProposedAction();
    Q_EMIT fileDropped(path);
}

void DropZone::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(m_isHovered ? palette().color(QPalette::Highlight) : faintLine(palette()), m_isHovered ? 2 : 1.5,
             Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

void DropZone::setHovered(bool isHovered)
{
    m_isHovered = isHovered;
    update();
}

} // namespace cudnnsetup
