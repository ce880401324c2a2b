// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace cudnnsetup {

// Takes one file: dropped on it, or opened with its button.
class DropZone : public QFrame
{
    Q_OBJECT

public:
    explicit DropZone(QWidget *parent = nullptr);

    void setWords(const QString &words);
    QPushButton *button() const { return m_button; }

Q_SIGNALS:
    void fileDropped(const QString &path);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void setHovered(bool isHovered);

    QLabel *m_words;
    QPushButton *m_button;
    bool m_isHovered = false;
};

} // namespace cudnnsetup
