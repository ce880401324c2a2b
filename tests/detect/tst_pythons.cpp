// SPDX-License-Identifier: MIT
#include "detect/packagemanagers.h"
#include "detect/pythonpackages.h"
#include "detect/pythons.h"

#include "scratchroot.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class PythonsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsPackagesByTheirFolders_data();
    void knowsPackagesByTheirFolders();
    void readsTheRequirementOfCudnn_data();
    void readsTheRequirementOfCudnn();
    void findsEachKindOnce();
    void findsWhereAFrameworkKeepsCudnn_data();
    void findsWhereAFrameworkKeepsCudnn();
    void systemPythonSeesTheUsersPackages();
    void condaBringsCudnnAsItsOwnPackage();
    void findsPackageManagers_data();
    void findsPackageManagers();

private:
    static QList<PythonFacts> pythonsIn(const test::ScratchRoot &machine, const QByteArray &environment)
    {
        machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux","user":{"home":"/home/u"}})");
        machine.file(u"/environment"_s, environment);
        machine.folder(u"/root/etc"_s);
        return findPythons(*Host::recorded(machine.at(), std::make_shared<NoProber>()));
    }
};

void PythonsTest::knowsPackagesByTheirFolders_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected"); // "name version"
    const auto row = [](const char *name, const char *expected) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(expected);
    };
    row("torch-2.4.0.dist-info", "torch 2.4.0");
    row("torch-2.4.0+cu121.dist-info", "torch 2.4.0+cu121");
    row("nvidia_cudnn_cu12-9.1.0.70.dist-info", "nvidia-cudnn-cu12 9.1.0.70");
    row("nvidia_cudnn_cu11-2022.5.19.dist-info", "nvidia-cudnn-cu11 2022.5.19");
    row("onnxruntime_gpu-1.18.0.dist-info", "onnxruntime-gpu 1.18.0");
    row("cupy_cuda12x-13.2.0.dist-info", "cupy-cuda12x 13.2.0");
    row("jax_cuda12_plugin-0.4.30.dist-info", "jax-cuda12-plugin 0.4.30");
    row("tensorflow-2.12.0-py3.9.egg-info", "tensorflow 2.12.0");
    row("PaddlePaddle.GPU-2.6.1.dist-info", "paddlepaddle-gpu 2.6.1");
    row("torchvision-0.19.0.dist-info", "");
    row("tensorflow_io-0.37.0.dist-info", "");
    row("onnxruntime-1.18.0.dist-info", "");
    row("torch.dist-info", "");
    row("torch-2.4.0", "");
}

void PythonsTest::knowsPackagesByTheirFolders()
{
    QFETCH(QString, name);
    const std::optional<PythonFacts::Package> package = packageOfMetadataName(name);
    QTEST(package ? package->name + u' ' + package->version : QString(), "expected");
}

void PythonsTest::readsTheRequirementOfCudnn_data()
{
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<QString>("expected");
    QTest::newRow("PyTorch") << QByteArray("Name: torch\nRequires-Dist: filelock\nRequires-Dist: nvidia-cudnn-cu12 "
                                           "==9.1.0.70 ; platform_system == \"Linux\" and platform_machine == \"x86_64\"\n")
                             << u"nvidia-cudnn-cu12==9.1.0.70"_s;
    QTest::newRow("in the old spelling") << QByteArray("Requires-Dist: nvidia-cudnn-cu11 (==8.5.0.96)\n")
                                         << u"nvidia-cudnn-cu11==8.5.0.96"_s;
    QTest::newRow("a range") << QByteArray("Requires-Dist: nvidia_cudnn_cu12<10.0,>=9.8; extra == \"with-cuda\"\r\n")
                             << u"nvidia-cudnn-cu12<10.0,>=9.8"_s;
    QTest::newRow("without a version") << QByteArray("Requires-Dist: nvidia-cudnn-cu12\n") << u"nvidia-cudnn-cu12"_s;
    QTest::newRow("only spoken of") << QByteArray("Summary: needs nvidia-cudnn-cu12==9\n") << QString();
    QTest::newRow("another library") << QByteArray("Requires-Dist: nvidia-cublas-cu12==12.1\n") << QString();
    QTest::newRow("nothing") << QByteArray() << QString();
}

void PythonsTest::readsTheRequirementOfCudnn()
{
    QFETCH(QByteArray, metadata);
    QTEST(cudnnRequirement(metadata).value_or(QString()), "expected");
}

void PythonsTest::findsEachKindOnce()
{
    const test::ScratchRoot machine;
    const auto python = [&machine](const QString &prefix, const QString &version) {
        machine.program(u"/root"_s + prefix + u"/bin/python"_s + version);
        machine.link(u"/root"_s + prefix + u"/bin/python3"_s, u"python"_s + version);
    };
    python(u"/usr"_s, u"3.11"_s);
    machine.link(u"/root/bin"_s, u"usr/bin"_s);
    machine.file(u"/root/home/u/v/pyvenv.cfg"_s);
    machine.link(u"/root/home/u/v/bin/python3"_s, u"/usr/bin/python3"_s);
    python(u"/home/u/miniconda3"_s, u"3.12"_s);
    machine.folder(u"/root/home/u/miniconda3/conda-meta"_s);
    python(u"/home/u/miniconda3/envs/tf"_s, u"3.10"_s);
    machine.folder(u"/root/home/u/miniconda3/envs/tf/conda-meta"_s);
    python(u"/data/env"_s, u"3.9"_s);
    machine.folder(u"/root/data/env/conda-meta"_s);
    machine.file(u"/root/home/u/.conda/environments.txt"_s, "/home/u/miniconda3\n/data/env\n/gone\n");
    python(u"/home/u/.pyenv/versions/3.8.18"_s, u"3.8"_s);
    machine.program(u"/root/home/u/.pyenv/shims/python3"_s, "#!/usr/bin/env bash\nexec pyenv\n");
    python(u"/home/u/.local/share/uv/python/cpython-3.13"_s, u"3.13"_s);
    machine.link(u"/root/home/u/.local/bin/python3"_s, u"/home/u/.local/share/uv/python/cpython-3.13/bin/python3"_s);

    QStringList found;
    const QList<PythonFacts> pythons
            = pythonsIn(machine, "PATH=/home/u/v/bin:/home/u/.pyenv/shims:/home/u/.local/bin:/usr/bin:/bin:relative\n"
                                 "VIRTUAL_ENV=/home/u/v\n");
    for (const PythonFacts &one : pythons)
        found << one.kind + u' ' + one.prefix;
    QCOMPARE(found, (QStringList{u"venv /home/u/v"_s, u"user /home/u/.local/share/uv/python/cpython-3.13"_s,
                                 u"system /usr"_s, u"conda /home/u/miniconda3"_s, u"conda /home/u/miniconda3/envs/tf"_s,
                                 u"conda /data/env"_s, u"pyenv /home/u/.pyenv/versions/3.8.18"_s}));
    QCOMPARE(pythons[0].executable, u"/home/u/v/bin/python3"_s);
    QCOMPARE(pythons[2].executable, u"/usr/bin/python3"_s);
}

void PythonsTest::findsWhereAFrameworkKeepsCudnn_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<QString>("metadata");
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("expected"); // relative to site-packages
    QTest::newRow("the wheel itself") << u"nvidia_cudnn_cu12-9.1.0.70"_s << QString()
                                      << u"nvidia/cudnn/lib/libcudnn.so.9"_s << u"nvidia/cudnn/lib"_s;
    QTest::newRow("PyTorch with the wheel") << u"torch-2.4.0"_s << u"Requires-Dist: nvidia-cudnn-cu12==9.1.0.70\n"_s
                                            << u"nvidia/cudnn/lib/libcudnn.so.9"_s << u"nvidia/cudnn/lib"_s;
    QTest::newRow("PyTorch with its own") << u"torch-2.0.0"_s << QString() << u"torch/lib/libcudnn.so.8"_s << u"torch/lib"_s;
    QTest::newRow("PyTorch for the processor, beside the wheel") << u"torch-2.4.0+cpu"_s << QString()
                                                                 << u"nvidia/cudnn/lib/libcudnn.so.9"_s << QString();
    QTest::newRow("TensorFlow, which names the wheel in an extra only")
            << u"tensorflow-2.12.0"_s << QString() << u"nvidia/cudnn/lib/libcudnn.so.8"_s << u"nvidia/cudnn/lib"_s;
    QTest::newRow("a wheel that left an empty folder") << u"nvidia_cudnn_cu12-9.1.0.70"_s << QString()
                                                       << u"nvidia/cudnn/lib/__init__.py"_s << QString();
    QTest::newRow("a library renamed by its packer") << u"ctranslate2-4.4.0"_s << QString()
                                                     << u"ctranslate2.libs/libcudnn-74a4c495.so.8.9.7"_s
                                                     << u"ctranslate2.libs"_s;
}

void PythonsTest::findsWhereAFrameworkKeepsCudnn()
{
    QFETCH(QString, package);
    QFETCH(QString, metadata);
    QFETCH(QString, library);
    QFETCH(QString, expected);
    const test::ScratchRoot machine;
    const QString site = u"/home/u/v/lib/python3.12/site-packages/"_s;
    machine.file(u"/root/home/u/v/pyvenv.cfg"_s);
    machine.program(u"/root/home/u/v/bin/python"_s);
    machine.file(u"/root"_s + site + package + u".dist-info/METADATA"_s, "Name: x\n" + metadata.toUtf8());
    machine.file(u"/root"_s + site + library);
    const QList<PythonFacts> pythons = pythonsIn(machine, "VIRTUAL_ENV=/home/u/v\n");
    QCOMPARE(pythons.size(), 1);
    QCOMPARE(pythons[0].packages.size(), 1);
    QCOMPARE(pythons[0].packages[0].cudnnDir.value_or(QString()), expected.isEmpty() ? QString() : site + expected);
    QCOMPARE(pythons[0].packages[0].needsCudnn.has_value(), !metadata.isEmpty());
}

void PythonsTest::systemPythonSeesTheUsersPackages()
{
    const test::ScratchRoot machine;
    machine.program(u"/root/usr/bin/python3.11"_s);
    machine.link(u"/root/usr/bin/python3"_s, u"python3.11"_s);
    machine.folder(u"/root/usr/lib/python3/dist-packages/torch-1.13.1.egg-info"_s);
    machine.folder(u"/root/usr/local/lib/python3.11/dist-packages/jax-0.4.30.dist-info"_s);
    machine.folder(u"/root/home/u/.local/lib/python3.11/site-packages/torch-2.4.0.dist-info"_s);
    machine.folder(u"/root/home/u/.local/lib/python3.9/site-packages/tensorflow-2.5.0.dist-info"_s);
    QStringList found;
    const QList<PythonFacts> pythons = pythonsIn(machine, "PATH=/usr/bin\n");
    QCOMPARE(pythons.size(), 1);
    for (const PythonFacts::Package &package : pythons[0].packages)
        found << package.name + u' ' + package.version;
    QCOMPARE(found, (QStringList{u"jax 0.4.30"_s, u"torch 1.13.1"_s, u"torch 2.4.0"_s}));
}

void PythonsTest::condaBringsCudnnAsItsOwnPackage()
{
    const test::ScratchRoot machine;
    machine.program(u"/root/opt/conda/bin/python3"_s);
    machine.file(u"/root/opt/conda/conda-meta/cudnn-8.9.2.26-cuda11_0.json"_s, "{}");
    machine.file(u"/root/opt/conda/lib/libcudnn.so.8"_s);
    const QList<PythonFacts> pythons = pythonsIn(machine, "CONDA_PREFIX=/opt/conda\n");
    QCOMPARE(pythons.size(), 1);
    QCOMPARE(pythons[0].kind, u"conda"_s);
    QCOMPARE(pythons[0].packages.size(), 1);
    QCOMPARE(pythons[0].packages[0].name, u"cudnn"_s);
    QCOMPARE(pythons[0].packages[0].version, u"8.9.2.26"_s);
    QCOMPARE(pythons[0].packages[0].cudnnDir.value_or(QString()), u"/opt/conda/lib"_s);
}

void PythonsTest::findsPackageManagers_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("kinds");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("Debian") << u"/var/lib/dpkg/status"_s << QStringList{u"system"_s} << QStringList{u"dpkg"_s};
    QTest::newRow("Fedora") << u"/usr/lib/sysimage/rpm/rpmdb.sqlite"_s << QStringList() << QStringList{u"rpm"_s};
    QTest::newRow("CentOS") << u"/var/lib/rpm/Packages"_s << QStringList() << QStringList{u"rpm"_s};
    QTest::newRow("rpm's folder without a database") << u"/var/lib/rpm/.rpm.lock"_s << QStringList() << QStringList();
    QTest::newRow("Arch") << u"/var/lib/pacman/local/ALPM_DB_VERSION"_s << QStringList() << QStringList{u"pacman"_s};
    QTest::newRow("conda on Debian") << u"/var/lib/dpkg/status"_s << QStringList{u"conda"_s}
                                     << QStringList{u"dpkg"_s, u"conda"_s};
    QTest::newRow("none") << u"/etc/hostname"_s << QStringList() << QStringList();
}

void PythonsTest::findsPackageManagers()
{
    QFETCH(QString, file);
    QFETCH(QStringList, kinds);
    const test::ScratchRoot root;
    root.file(file);
    QTEST(findPackageManagers(*Host::inFolder(root.at()), kinds), "expected");
}

QTEST_GUILESS_MAIN(PythonsTest)
#include "tst_pythons.moc"
