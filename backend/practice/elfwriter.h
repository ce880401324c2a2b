// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QList>
#include <QString>

#include <optional>

namespace cudnnsetup {

// A shared library to write: real, tiny, and for x86_64 and aarch64 loadable by the system's loader and usable by its linker.
struct ElfImage
{
    enum class Machine { X86_64, Aarch64, I386, Ppc64le };
    struct Function
    {
        QByteArray name;
        qint64 result = 0; // what calling it returns (size_t)
    };
    Machine machine = Machine::X86_64;
    std::optional<QByteArray> soname = {};
    QByteArrayList needed = {};
    std::optional<QByteArray> runpath = {};
    QList<Function> functions = {};
    QByteArrayList strings = {}; // text kept in read-only data, as real libraries carry version marks
};

// The bytes of the ELF file.
QByteArray writeElf(const ElfImage &image);

} // namespace cudnnsetup
