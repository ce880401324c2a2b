// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace cudnnsetup::test {

// Puts the scratch roots of this program into memory, where there is such a place: thousands of syncs cost
// nothing there.
void useMemoryForScratchRoots();

// A folder that holds a machine, written file by file and gone after the test. Paths are as inside the
// machine.
class ScratchRoot
{
public:
    // Where the path lies for this process.
    QString at(const QString &path = {}) const;
    // Folders on the way are made.
    void file(const QString &path, const QByteArray &text = {}) const;
    void program(const QString &path, const QByteArray &text = {}) const; // executable
    void folder(const QString &path) const;
    void link(const QString &path, const QString &target) const;

private:
    QTemporaryDir m_folder;
};

} // namespace cudnnsetup::test
