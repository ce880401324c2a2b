// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QList>

namespace cudnnsetup::test {

// Packed bytes for tests, made by liblzma and zlib. Nothing is read from the machine.

// blockSize 0: one block. Otherwise blocks whose sizes stand in their headers, as `xz -T0` writes them.
QByteArray xzPacked(const QByteArray &bytes, qint64 blockSize = 0, bool hasCheck = true);
QByteArray gzipPacked(const QByteArray &bytes);

struct ZipPiece
{
    QByteArray name;
    QByteArray content = {};
    int mode = 0100644; // with file type bits, as Unix packers store them
    bool isStored = false;
    bool hasSizesBehind = false; // a data descriptor follows the content
};
QByteArray zipPacked(const QList<ZipPiece> &pieces);

} // namespace cudnnsetup::test
