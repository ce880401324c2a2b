// SPDX-License-Identifier: MIT
#include "detect/operatingsystem.h"

#include "scratchroot.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class OperatingSystemTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsOsRelease();
    void findsGlibcInWords_data();
    void findsGlibcInWords();
    void findsGlibcByItsFileName();
    void tellsWslFromLinux_data();
    void tellsWslFromLinux();
    void tellsTheContainer_data();
    void tellsTheContainer();
    void tellsTheContainerOfCgroup_data();
    void tellsTheContainerOfCgroup();
    void knowsNothingOfAnEmptyFolder();

private:
    static OsFacts factsOf(const test::ScratchRoot &root)
    {
        return readOperatingSystem(*Host::inFolder(root.at()));
    }
};

void OperatingSystemTest::readsOsRelease()
{
    const test::ScratchRoot root;
    root.file(u"/usr/lib/os-release"_s, "# comment\nPRETTY_NAME=\"Fedora \\\"Linux\\\" 40\"\nID=fedora\n"
                                        "VERSION_ID='40'\nNAME=Fedora\nBROKEN\n");
    root.link(u"/etc/os-release"_s, u"../usr/lib/os-release"_s);
    root.file(u"/proc/version"_s, "Linux version 6.8.5-301.fc40.x86_64 (mock@host) (gcc) #1 SMP\n");
    const OsFacts os = factsOf(root);
    QCOMPARE(os.name, u"Fedora \"Linux\" 40"_s);
    QCOMPARE(os.id, u"fedora"_s);
    QCOMPARE(os.version, u"40"_s);
    QCOMPARE(os.kernel, u"6.8.5-301.fc40.x86_64"_s);
    QVERIFY(!os.isWsl);
    QVERIFY(!os.container.has_value());
}

void OperatingSystemTest::findsGlibcInWords_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("expected");
    QTest::newRow("getconf") << u"glibc 2.31\n"_s << u"2.31"_s;
    QTest::newRow("ldd on Debian") << u"ldd (Debian GLIBC 2.36-9+deb12u10) 2.36"_s << u"2.36"_s;
    QTest::newRow("ldd on CentOS") << u"ldd (GNU libc) 2.17"_s << u"2.17"_s;
    QTest::newRow("the library's own words")
            << u"GNU C Library (Ubuntu GLIBC 2.39-0ubuntu8) stable release version 2.39.\nCopyright"_s << u"2.39"_s;
    QTest::newRow("an old file name") << u"libc-2.27.so"_s << u"2.27"_s;
    QTest::newRow("a new file name") << u"libc.so.6"_s << QString();
    QTest::newRow("musl") << u"musl libc (x86_64)\nVersion 1.2.4"_s << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void OperatingSystemTest::findsGlibcInWords()
{
    QFETCH(QString, words);
    QTEST(glibcIn(words).value_or(QVersionNumber()).toString(), "expected");
}

void OperatingSystemTest::findsGlibcByItsFileName()
{
    const test::ScratchRoot root;
    root.file(u"/lib64/ld-linux-x86-64.so.2"_s);
    root.file(u"/usr/lib/x86_64-linux-gnu/libc-2.31.so"_s, "x");
    root.link(u"/usr/lib/x86_64-linux-gnu/libc.so.6"_s, u"libc-2.31.so"_s);
    QCOMPARE(factsOf(root).glibc.value_or(QVersionNumber()), QVersionNumber(2, 31));
}

void OperatingSystemTest::tellsWslFromLinux_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<bool>("expected");
    QTest::newRow("WSL 2") << QByteArray("Linux version 5.15.153.1-microsoft-standard-WSL2 (root@x) (gcc)\n") << true;
    QTest::newRow("WSL 1") << QByteArray("Linux version 4.4.0-19041-Microsoft (Microsoft@Microsoft.com)\n") << true;
    QTest::newRow("Debian") << QByteArray("Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)\n") << false;
    QTest::newRow("nothing") << QByteArray() << false;
}

void OperatingSystemTest::tellsWslFromLinux()
{
    QFETCH(QByteArray, version);
    const test::ScratchRoot root;
    root.file(u"/proc/version"_s, version);
    QTEST(factsOf(root).isWsl, "expected");
}

void OperatingSystemTest::tellsTheContainer_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("Docker") << u"/.dockerenv"_s << QByteArray() << u"docker"_s;
    QTest::newRow("Podman") << u"/run/.containerenv"_s << QByteArray("engine=\"podman\"") << u"podman"_s;
    QTest::newRow("Apptainer") << u"/.singularity.d/env"_s << QByteArray() << u"apptainer"_s;
    QTest::newRow("Flatpak") << u"/.flatpak-info"_s << QByteArray() << u"flatpak"_s;
    QTest::newRow("LXC, noted by systemd") << u"/run/systemd/container"_s << QByteArray("lxc\n") << u"lxc"_s;
    QTest::newRow("WSL is no container") << u"/run/systemd/container"_s << QByteArray("wsl\n") << QString();
    QTest::newRow("a machine of its own") << u"/etc/hostname"_s << QByteArray("pc\n") << QString();
}

void OperatingSystemTest::tellsTheContainer()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    const test::ScratchRoot root;
    root.file(file, text);
    QTEST(factsOf(root).container.value_or(QString()), "expected");
}

void OperatingSystemTest::tellsTheContainerOfCgroup_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("Kubernetes before Docker") << QByteArray("11:cpu:/kubepods/besteffort/pod1/docker-2.scope\n")
                                              << u"kubernetes"_s;
    QTest::newRow("Docker, cgroup 1") << QByteArray("11:cpu:/docker/0123456789ab\n") << u"docker"_s;
    QTest::newRow("Podman") << QByteArray("0::/machine.slice/libpod-01.scope\n") << u"podman"_s;
    QTest::newRow("LXC") << QByteArray("9:memory:/lxc.payload.web\n") << u"lxc"_s;
    QTest::newRow("cgroup 2 tells nothing") << QByteArray("0::/\n") << QString();
    QTest::newRow("a login on a machine of its own") << QByteArray("0::/user.slice/user-1000.slice\n") << QString();
}

void OperatingSystemTest::tellsTheContainerOfCgroup()
{
    QFETCH(QByteArray, text);
    QTEST(containerOfCgroup(text).value_or(QString()), "expected");
}

void OperatingSystemTest::knowsNothingOfAnEmptyFolder()
{
    const OsFacts os = factsOf(test::ScratchRoot());
    QVERIFY(os.name.isEmpty() && os.kernel.isEmpty() && os.architecture.isEmpty());
    QVERIFY(!os.glibc.has_value() && !os.container.has_value() && !os.isWsl);
}

QTEST_GUILESS_MAIN(OperatingSystemTest)
#include "tst_operatingsystem.moc"
