// SPDX-License-Identifier: MIT
#include "windowtexts.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QRegularExpression>
#include <QScrollArea>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

namespace {

bool isControl(const QWidget *widget)
{
    return qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QComboBox *>(widget)
           || qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QPlainTextEdit *>(widget)
           || qobject_cast<const QProgressBar *>(widget);
}

QString ownText(const QWidget *widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(widget))
        return label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
        return button->text();
    if (const auto *box = qobject_cast<const QGroupBox *>(widget))
        return box->title();
    return {};
}

QString nameOf(const QWidget *widget)
{
    return widget->objectName().isEmpty() ? QString::fromLatin1(widget->metaObject()->className())
                                          : widget->objectName();
}

} // namespace

QStringList textsOf(const QWidget *window)
{
    QStringList texts{window->windowTitle()};
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(window))
            continue;
        texts << ownText(widget) << widget->toolTip() << widget->accessibleName()
              << widget->accessibleDescription();
    }
    for (const QAction *action : window->findChildren<QAction *>())
        texts << action->text();
    texts.removeAll(QString());
    texts.removeDuplicates();
    return texts;
}

QStringList withEnglishWords(const QStringList &texts)
{
    // Raw things that stay as they are in every language: paths, hashes, files, options.
    static const QRegularExpression raw(
            u"(\\S*/\\S*|--[a-z-]+|[0-9a-f]{16,}|[\\w.+-]*\\.(so|h|xz|tgz|whl|json|txt|tar|zip)[\\w.]*|\\(&\\w\\)|(linux-)?x86_64)"_s);
    static const QRegularExpression name(
            u"\\b(cuDNN|CUDA|NVIDIA|GPU|PC|Python|Linux|SHA|Setup|English|MIT|ARM|Jetson|POWER|ldconfig|nvcc|"
            u"PATH|NVML|"
            u"LD_LIBRARY_PATH|CUDA_HOME|machine|RTX|GeForce|Tesla|GB|MB|kB|GiB|SONAME|ELF|glibc|WSL|MiB|KiB|"
            u"bytes|"
            u"sudo|install|toolkit|sbsa|aarch64|dlopen|libcudnn\\w*|cudnn\\w*|CUDNN\\w*|[a-z]*_[a-z_]+|so|"
            u"min|RPATH|RUNPATH|"
            u"Debian|GNU|bookworm|Ubuntu|LTS|gcc|PyTorch|torch|pip|conda|venv|dpkg|system)\\b"_s);
    static const QRegularExpression word(u"[A-Za-z]{2,}"_s);
    QStringList left;
    for (const QString &text : texts) {
        QString rest = text;
        rest.remove(QChar(0x200b)).replace(raw, u" "_s).replace(name, u" "_s);
        if (rest.contains(word))
            left << text;
    }
    return left;
}

QStringList namelessControls(const QWidget *window)
{
    QStringList nameless;
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        const bool isPartOfAnother = widget->objectName().startsWith("qt_"_L1);
        if (!isControl(widget) || isPartOfAnother || !widget->isVisibleTo(window))
            continue;
        const QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(widget);
        if (!accessible || accessible->text(QAccessible::Name).trimmed().isEmpty())
            nameless << nameOf(widget);
    }
    return nameless;
}

QStringList cutOffTexts(const QWidget *window)
{
    QStringList cutOff;
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(window) || ownText(widget).isEmpty())
            continue;
        QSize needed = widget->minimumSizeHint();
        if (const auto *label = qobject_cast<const QLabel *>(widget); label && label->wordWrap())
            needed = {0, label->heightForWidth(label->width())};
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            needed = button->sizeHint().boundedTo(
                    {button->sizeHint().width(), button->minimumSizeHint().height()});
        if (widget->width() < needed.width() || widget->height() < needed.height())
            cutOff << u"%1: has %2 x %3, needs %4 x %5"_s.arg(nameOf(widget))
                              .arg(widget->width())
                              .arg(widget->height())
                              .arg(needed.width())
                              .arg(needed.height());
    }
    return cutOff;
}

} // namespace cudnnsetup::test
