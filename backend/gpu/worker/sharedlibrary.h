// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace cudnnsetup {

// A library that this process opened at run time. It is never closed: CUDA's libraries do not bear that while a context lives.
class SharedLibrary
{
public:
    // A path, or a bare name for the loader to search. problem() says why it is not open.
    static SharedLibrary open(const QString &library);

    bool isOpen() const { return m_handle; }
    const QString &problem() const { return m_problem; } // the loader's words
    const QString &file() const { return m_file; }       // the real file
    void *function(const char *name) const;              // null when there is none

private:
    void *m_handle = nullptr;
    QString m_problem;
    QString m_file;
};

} // namespace cudnnsetup
