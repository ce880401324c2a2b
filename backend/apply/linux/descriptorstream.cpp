// SPDX-License-Identifier: MIT
#include "apply/descriptorstream.h"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace cudnnsetup {

qint64 DescriptorStream::read(char *data, qint64 size)
{
    pollfd entry{m_descriptor, POLLIN, 0};
    ssize_t count = 0;
    do {
        count = ::poll(&entry, 1, int(m_longestSilence.count()));
    } while (count < 0 && errno == EINTR);
    if (count == 0)
        return -1;
    do {
        count = ::read(m_descriptor, data, size_t(size));
    } while (count < 0 && errno == EINTR);
    return count;
}

bool DescriptorStream::isReady() const
{
    pollfd entry{m_descriptor, POLLIN, 0};
    return ::poll(&entry, 1, 0) > 0;
}

} // namespace cudnnsetup
