// SPDX-License-Identifier: MIT
#pragma once

#include "fakemachine.h"
#include "session.h"
#include "wizardwindow.h"

#include <QAbstractButton>
#include <QLabel>
#include <QTest>

namespace cudnnsetup::test {

// The window over a machine, as a person would have it on the screen, with the hands to use it.
struct Screen
{
    explicit Screen(const Engine &engine, const Machine &machine = fakeMachine())
        : session(engine, machine, machine, QStringLiteral("/opt/cli"))
    {
        translation.show(Language::English);
        session.detect();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }

    template<class Widget = QAbstractButton>
    Widget *find(const QString &name) const
    {
        return window.findChild<Widget *>(name);
    }
    QString text(const QString &name) const
    {
        const auto *label = find<QLabel>(name);
        return label ? QString(label->text()).remove(QChar(0x200b)) : QStringLiteral("(no such label)");
    }
    void click(const QString &name)
    {
        auto *button = find(name);
        QVERIFY2(button && button->isVisible() && button->isEnabled(), qPrintable(name));
        QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(8, button->height() / 2));
    }
    bool canPress(const QString &name) const
    {
        return find(name) && find(name)->isVisible() && find(name)->isEnabled();
    }

    void goToChoose()
    {
        QTRY_VERIFY(canPress(QStringLiteral("nextButton")));
        click(QStringLiteral("nextButton"));
        QCOMPARE(window.currentStep(), 1);
    }
    void goToInstall(const QString &archive)
    {
        goToChoose();
        click(QStringLiteral("toolkit1Button"));
        session.openArchive(archive);
        QTRY_VERIFY(canPress(QStringLiteral("nextButton")));
        click(QStringLiteral("nextButton"));
        QCOMPARE(window.currentStep(), 2);
    }

    void goToVerify()
    {
        goToInstall(QStringLiteral("/a.tar.xz"));
        click(QStringLiteral("nextButton"));
        QTRY_VERIFY(session.isInstalled());
        click(QStringLiteral("nextButton"));
        QCOMPARE(window.currentStep(), 3);
        QTRY_VERIFY(session.verified());
    }

    Session session;
    Translation translation;
    WizardWindow window{&session, &translation};
};

} // namespace cudnnsetup::test
