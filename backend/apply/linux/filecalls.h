// SPDX-License-Identifier: MIT
#pragma once

#include "apply/callgate.h"
#include "apply/filefault.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <unistd.h>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

// What the calls of the system on files have in common: an open descriptor, and faults made of errno.

class Descriptor
{
public:
    explicit Descriptor(int number) : m_number(number) { }
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(Descriptor &&other) noexcept : m_number(std::exchange(other.m_number, -1)) { }
    Descriptor &operator=(Descriptor &&) = delete;
    Q_DISABLE_COPY(Descriptor)
    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }

private:
    int m_number;
};

inline FileFault::Kind kindOf(int error)
{
    switch (error) {
    case ENOENT:
        return FileFault::Kind::Missing;
    case EEXIST:
        return FileFault::Kind::Exists;
    case ENOTEMPTY:
        return FileFault::Kind::NotEmpty;
    case ENOTDIR:
    case EISDIR:
        return FileFault::Kind::NotDirectory;
    case ELOOP:
        return FileFault::Kind::IsLink;
    case EXDEV:
        return FileFault::Kind::OtherFileSystem;
    case ENOSPC:
    case EDQUOT:
        return FileFault::Kind::NoSpace;
    case EACCES:
    case EPERM:
        return FileFault::Kind::NotWritable;
    case EROFS:
        return FileFault::Kind::ReadOnly;
    case EWOULDBLOCK:
        return FileFault::Kind::Locked;
    default:
        return FileFault::Kind::Failed;
    }
}

inline tl::unexpected<FileFault> fault(const char *call, const QString &path, int error)
{
    const QString words = QString::fromLatin1(call) + u": "_s + QString::fromLocal8Bit(std::strerror(error));
    return tl::unexpected<FileFault>(FileFault{kindOf(error), path, words});
}

inline tl::unexpected<FileFault> readFault(const char *call, const QString &path, int error)
{
    auto problem = fault(call, path, error);
    if (problem.value().kind == FileFault::Kind::NotWritable)
        problem.value().kind = FileFault::Kind::NotReadable;
    return problem;
}

// Runs a call that answers -1 and errno, again when a signal cut it off.
template<class Call>
int withoutInterruption(Call call)
{
    int answer = 0;
    do {
        answer = int(call());
    } while (answer < 0 && errno == EINTR);
    return answer;
}

// 0, or the error that a gate wants.
inline int askGate(CallGate *gate, WriteCall call, const QString &path)
{
    return gate ? gate->beforeCall(call, path) : 0;
}

inline FileResult<void> done(const char *call, const QString &path, int answer)
{
    if (answer < 0)
        return fault(call, path, errno);
    return {};
}

} // namespace cudnnsetup
