// SPDX-License-Identifier: MIT
#include "practice/practicelibraries.h"

#include <QRegularExpression>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// One shared library of a release.
struct Part
{
    QByteArray name;                 // "cudnn_ops"
    QByteArrayList needs = {};       // names of other parts
    QByteArray check = {};           // its own version check function
};

// Names as resources/data/cudnn-support.json has them (a test compares); what needs what as `readelf -d` shows for 9.19.
QList<Part> partsOf(const QVersionNumber &version)
{
    if (version.majorVersion() < 8)
        return {{"cudnn"}};
    if (version.majorVersion() == 8) {
        return {{"cudnn"},
                {"cudnn_ops_infer", {}, "cudnnOpsInferVersionCheck"},
                {"cudnn_ops_train", {"cudnn_ops_infer"}, "cudnnOpsTrainVersionCheck"},
                {"cudnn_cnn_infer", {"cudnn_ops_infer"}, "cudnnCnnInferVersionCheck"},
                {"cudnn_cnn_train", {"cudnn_ops_infer", "cudnn_ops_train", "cudnn_cnn_infer"}, "cudnnCnnTrainVersionCheck"},
                {"cudnn_adv_infer", {"cudnn_ops_infer"}, "cudnnAdvInferVersionCheck"},
                {"cudnn_adv_train", {"cudnn_ops_infer", "cudnn_ops_train", "cudnn_adv_infer"}, "cudnnAdvTrainVersionCheck"}};
    }
    QList<Part> parts = {{"cudnn"},
                         {"cudnn_graph", {}, "cudnnGraphVersionCheck"},
                         {"cudnn_ops", {"cudnn_graph"}, "cudnnOpsVersionCheck"},
                         {"cudnn_cnn", {"cudnn_ops", "cudnn_graph"}, "cudnnCnnVersionCheck"},
                         {"cudnn_adv", {"cudnn_ops", "cudnn_graph"}, "cudnnAdvVersionCheck"},
                         {"cudnn_heuristic", {"cudnn_graph"}},
                         {"cudnn_engines_precompiled", {"cudnn_graph"}},
                         {"cudnn_engines_runtime_compiled", {"cudnn_graph"}}};
    if (version >= QVersionNumber(9, 21))
        parts << Part{"cudnn_engines_tensor_ir", {"cudnn_graph"}};
    if (version >= QVersionNumber(9, 22))
        parts << Part{"cudnn_ext", {"cudnn_graph"}};
    return parts;
}

QByteArray text(const QVersionNumber &version)
{
    return version.toString().toLatin1();
}

QVersionNumber threeParts(const QVersionNumber &version)
{
    return QVersionNumber(version.majorVersion(), version.minorVersion(), version.microVersion());
}

// CUDNN_VERSION: thousands up to 8, ten thousands from 9 on. Source: resources/data/cudnn-support.json, "version_macros".
qint64 cudnnVersionNumber(const QVersionNumber &version)
{
    const qint64 majorUnit = version.majorVersion() >= 9 ? 10000 : 1000;
    return version.majorVersion() * majorUnit + version.minorVersion() * 100 + version.microVersion();
}

const QList<std::pair<ElfImage::Machine, QByteArray>> &machineNames()
{
    static const QList<std::pair<ElfImage::Machine, QByteArray>> names = {{ElfImage::Machine::X86_64, "x86_64"},
                                                                          {ElfImage::Machine::Aarch64, "aarch64"},
                                                                          {ElfImage::Machine::I386, "i386"},
                                                                          {ElfImage::Machine::Ppc64le, "ppc64le"}};
    return names;
}

QByteArray nameOf(ElfImage::Machine machine)
{
    const auto &names = machineNames();
    return std::find_if(names.begin(), names.end(), [&](const auto &pair) { return pair.first == machine; })->second;
}

ElfImage imageOf(const Part &part, const QVersionNumber &version, const QVersionNumber &cuda, ElfImage::Machine machine)
{
    const QByteArray major = QByteArray::number(version.majorVersion());
    ElfImage image{.machine = machine, .soname = "lib" + part.name + ".so." + major};
    for (const QByteArray &need : part.needs)
        image.needed << "lib" + need + ".so." + major;
    if (version.majorVersion() >= 8)
        image.runpath = "$ORIGIN";
    if (part.name == "cudnn") {
        image.functions = {{"cudnnGetVersion", cudnnVersionNumber(version)},
                           {"cudnnGetCudartVersion", cuda.majorVersion() * 1000LL + cuda.minorVersion() * 10LL},
                           {"cudnnCreate", 0},
                           {"cudnnDestroy", 0}};
    }
    if (!part.check.isEmpty())
        image.functions << ElfImage::Function{part.check, 0};
    image.strings = {"cuDNN Setup practice library, not NVIDIA's",
                     "practice lib" + part.name + ' ' + text(threeParts(version)) + " cuda " + text(cuda) + ' ' + nameOf(machine)};
    return image;
}

const char practiceNotice[] = "/* A practice file of cuDNN Setup, not NVIDIA's: only what a small test program needs. */\n";

QByteArray versionMacros(const QVersionNumber &version)
{
    const QByteArray majorUnit = version.majorVersion() >= 9 ? "10000" : "1000";
    return "#define CUDNN_MAJOR " + QByteArray::number(version.majorVersion()) + "\n#define CUDNN_MINOR "
            + QByteArray::number(version.minorVersion()) + "\n#define CUDNN_PATCHLEVEL "
            + QByteArray::number(version.microVersion()) + "\n\n#define CUDNN_VERSION (CUDNN_MAJOR * " + majorUnit
            + " + CUDNN_MINOR * 100 + CUDNN_PATCHLEVEL)\n";
}

QByteArray guarded(const QByteArray &headerName, const QByteArray &body)
{
    const QByteArray guard = headerName.toUpper().replace('.', '_') + '_';
    return practiceNotice + QByteArray("#ifndef ") + guard + "\n#define " + guard + "\n\n" + body + "\n#endif\n";
}

QByteArray mainHeader(const QVersionNumber &version)
{
    const QByteArray versions = version.majorVersion() >= 8 ? QByteArray("#include \"cudnn_version.h\"\n") : versionMacros(version);
    return guarded("cudnn.h",
                   versions
                           + "\n#include <stddef.h>\n\n"
                             "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
                             "typedef struct cudnnContext *cudnnHandle_t;\n"
                             "typedef enum { CUDNN_STATUS_SUCCESS = 0 } cudnnStatus_t;\n\n"
                             "size_t cudnnGetVersion(void);\n"
                             "size_t cudnnGetCudartVersion(void);\n"
                             "cudnnStatus_t cudnnCreate(cudnnHandle_t *handle);\n"
                             "cudnnStatus_t cudnnDestroy(cudnnHandle_t handle);\n\n"
                             "#ifdef __cplusplus\n}\n#endif\n");
}

QByteArray partHeader(const Part &part)
{
    if (part.check.isEmpty())
        return guarded(part.name + ".h", "#include \"cudnn.h\"\n");
    return guarded(part.name + ".h",
                   "#include \"cudnn.h\"\n\n#ifdef __cplusplus\nextern \"C\"\n#endif\ncudnnStatus_t " + part.check + "(void);\n");
}

// Adds a header under its plain and, from 8 on, its versioned name. In the archives both are files.
void addHeader(QList<PracticeFile> &files, const QByteArray &name, const QByteArray &content, const QVersionNumber &version)
{
    const QString stem = u"include/"_s + QString::fromLatin1(name);
    files << PracticeFile{.path = stem + u".h"_s, .content = content};
    if (version.majorVersion() >= 8)
        files << PracticeFile{.path = stem + u"_v%1.h"_s.arg(version.majorVersion()), .content = content};
}

QList<PracticeFile> headersOf(const QVersionNumber &version)
{
    static const QByteArrayList withoutHeader = {"cudnn", "cudnn_heuristic", "cudnn_engines_precompiled",
                                                 "cudnn_engines_runtime_compiled", "cudnn_engines_tensor_ir", "cudnn_ext"};
    QList<PracticeFile> files;
    addHeader(files, "cudnn", mainHeader(version), version);
    if (version.majorVersion() < 8)
        return files;
    addHeader(files, "cudnn_version", guarded("cudnn_version.h", versionMacros(version)), version);
    addHeader(files, "cudnn_backend", guarded("cudnn_backend.h", "#include \"cudnn.h\"\n"), version);
    for (const Part &part : partsOf(version)) {
        if (!withoutHeader.contains(part.name))
            addHeader(files, part.name, partHeader(part), version);
    }
    return files;
}

// An archive of ar without members: what a linker takes for an empty static library.
const char emptyStaticLibrary[] = "!<arch>\n";

QList<PracticeFile> staticLibrariesOf(const QVersionNumber &version, const QString &folder)
{
    const bool isOneFile = version < QVersionNumber(8, 4);
    QList<PracticeFile> files;
    for (const Part &part : partsOf(version)) {
        if ((part.name == "cudnn") != isOneFile || part.name == "cudnn_ext")
            continue;
        const QString stem = u"lib%1_static"_s.arg(QString::fromLatin1(part.name));
        if (isOneFile) {
            files << PracticeFile{.path = folder + stem + u".a"_s, .content = emptyStaticLibrary};
            continue;
        }
        const QString versioned = u"%1_v%2.a"_s.arg(stem).arg(version.majorVersion());
        files << PracticeFile{.path = folder + versioned, .content = emptyStaticLibrary}
              << PracticeFile{.path = folder + stem + u".a"_s, .linkTarget = versioned};
    }
    return files;
}

QList<PracticeFile> sharedLibrariesOf(const QVersionNumber &version, const QVersionNumber &cuda, ElfImage::Machine machine,
                                      const QString &folder)
{
    QList<PracticeFile> files;
    for (const Part &part : partsOf(version)) {
        const QString plain = u"lib%1.so"_s.arg(QString::fromLatin1(part.name));
        const QString soname = u"%1.%2"_s.arg(plain).arg(version.majorVersion());
        const QString file = u"%1.%2"_s.arg(plain, threeParts(version).toString());
        files << PracticeFile{.path = folder + file, .content = writeElf(imageOf(part, version, cuda, machine)), .mode = 0755}
              << PracticeFile{.path = folder + soname, .linkTarget = file}
              << PracticeFile{.path = folder + plain, .linkTarget = soname};
    }
    return files;
}

} // namespace

QList<PracticeFile> practiceCudnn(const QVersionNumber &version, const QVersionNumber &cuda, ElfImage::Machine machine)
{
    const bool isOldLayout = version < QVersionNumber(8, 3, 1);
    const QString folder = isOldLayout ? u"lib64/"_s : u"lib/"_s;
    QList<PracticeFile> files;
    files << PracticeFile{.path = isOldLayout ? u"NVIDIA_SLA_cuDNN_Support.txt"_s : u"LICENSE"_s,
                          .content = "This is a practice file of cuDNN Setup. It stands where the licence of NVIDIA cuDNN lies in\n"
                                     "the real archive. The libraries beside it are not NVIDIA's: they only tell a version.\n"};
    return files << headersOf(version) << sharedLibrariesOf(version, cuda, machine, folder)
                 << staticLibrariesOf(version, folder);
}

std::optional<PracticeLibrary> practiceLibraryOf(const QByteArray &bytes)
{
    constexpr qsizetype largest = 16384; // every library of ours is far smaller
    if (bytes.size() > largest)
        return {};
    static const QRegularExpression mark(
            u"practice lib(cudnn\\w*) (\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}) cuda (\\d{1,3}(?:\\.\\d{1,3})*) (\\w+)\\x00"_s);
    const QRegularExpressionMatch match = mark.match(QString::fromLatin1(bytes));
    if (!match.hasMatch())
        return {};
    const auto version = QVersionNumber::fromString(match.captured(2));
    const auto cuda = QVersionNumber::fromString(match.captured(3));
    const QByteArray partName = match.captured(1).toLatin1();
    const auto &machines = machineNames();
    const auto machine = std::find_if(machines.begin(), machines.end(), [&](const auto &pair) {
        return QString::fromLatin1(pair.second) == match.captured(4);
    });
    if (machine == machines.end())
        return {};
    for (const Part &part : partsOf(version)) {
        const ElfImage image = imageOf(part, version, cuda, machine->first);
        if (part.name == partName && writeElf(image) == bytes)
            return PracticeLibrary{u"lib"_s + match.captured(1), version, cuda, image.needed};
    }
    return {};
}

} // namespace cudnnsetup
