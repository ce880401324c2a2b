// SPDX-License-Identifier: MIT
#include "detect/pcigpus.h"

#include "detect/nvidiasmi.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString devices = u"/sys/bus/pci/devices"_s;

QString wordOf(const FileTree &files, const QString &path)
{
    return QString::fromUtf8(files.read(path, 64).value_or(QByteArray())).trimmed();
}

QByteArray readPciIds(const FileTree &files)
{
    for (const QString &path : {u"/usr/share/misc/pci.ids"_s, u"/usr/share/hwdata/pci.ids"_s}) {
        if (const Result<QByteArray> text = files.read(path, 8 << 20))
            return *text;
    }
    return {};
}

// The name that the driver gives, else the one in the list of devices, else the bare number.
QString nameOf(const FileTree &files, const QString &slot, const QString &device)
{
    const QString information = u"/proc/driver/nvidia/gpus/"_s + slot + u"/information"_s;
    if (const std::optional<QString> model = modelOf(files.read(information).value_or(QByteArray())))
        return *model;
    return pciNameOf(readPciIds(files), device).value_or(u"NVIDIA 10de:"_s + device);
}

} // namespace

QList<GpuFacts> readPciGpus(const FileTree &files)
{
    QList<GpuFacts> gpus;
    const QStringList names = files.list(devices);
    for (const QString &slot : names) {
        const QString folder = devices + u'/' + slot;
        // Display controllers are of class 03: 0x0300xx with a screen, 0x0302xx without.
        if (wordOf(files, folder + u"/vendor"_s) != u"0x10de" || !wordOf(files, folder + u"/class"_s).startsWith(u"0x03"))
            continue;
        const std::optional<QString> driver = files.linkTarget(folder + u"/driver"_s);
        gpus << GpuFacts{
                .index = int(gpus.size()),
                .name = nameOf(files, slot, wordOf(files, folder + u"/device"_s).mid(2)),
                .kernelDriver = driver ? std::optional(driver->section(u'/', -1)) : std::nullopt,
                .source = devices,
        };
    }
    return gpus;
}

bool hasPciList(const FileTree &files)
{
    return files.isDirectory(devices);
}

std::optional<QString> pciNameOf(const QByteArray &pciIds, const QString &device)
{
    const qsizetype vendor = pciIds.indexOf("\n10de ");
    if (vendor < 0 || device.isEmpty())
        return std::nullopt;
    const QByteArray line = "\n\t" + device.toLatin1() + "  ";
    const qsizetype found = pciIds.indexOf(line, vendor);
    if (found < 0)
        return std::nullopt;
    // Still among NVIDIA's devices: no line of another vendor, which starts at its first column, in between.
    static const QRegularExpression otherVendor(u"^[0-9a-fA-F]{4} "_s, QRegularExpression::MultilineOption);
    if (otherVendor.match(QString::fromUtf8(pciIds.mid(vendor + 6, found - vendor - 6))).hasMatch())
        return std::nullopt;
    const qsizetype start = found + line.size();
    return QString::fromUtf8(pciIds.mid(start, pciIds.indexOf('\n', start) - start)).trimmed();
}

QList<GpuFacts> parseLspci(const QByteArray &output)
{
    static const QRegularExpression words(
            u"^\\S+ [^\\[]*\\[03[0-9a-f]{2}\\]: (?:NVIDIA Corporation )?(.*?) ?\\[10de:([0-9a-f]{4})\\]"_s,
            QRegularExpression::MultilineOption);
    QList<GpuFacts> gpus;
    QRegularExpressionMatchIterator it = words.globalMatch(QString::fromUtf8(output));
    while (it.hasNext()) {
        const QRegularExpressionMatch match = it.next();
        const QString name = match.captured(1); // "Device" stands for a card newer than the list of names
        gpus << GpuFacts{.index = int(gpus.size()),
                         .name = name.isEmpty() || name == u"Device" ? u"NVIDIA 10de:"_s + match.captured(2) : name,
                         .source = u"lspci"_s};
    }
    return gpus;
}

} // namespace cudnnsetup
