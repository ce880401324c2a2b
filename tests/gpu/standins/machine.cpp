// SPDX-License-Identifier: MIT
#include "machine.h"

#include <sys/mman.h>

namespace standin {

DevicePointer Memory::allocate(std::size_t bytes)
{
    void *piece = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (piece == MAP_FAILED)
        return 0;
    m_used += bytes;
    const auto memory = reinterpret_cast<DevicePointer>(piece);
    m_pieces[memory] = bytes;
    return memory;
}

bool Memory::release(DevicePointer memory)
{
    const auto piece = m_pieces.find(memory);
    if (piece == m_pieces.end())
        return false;
    munmap(reinterpret_cast<void *>(memory), piece->second);
    m_used -= piece->second;
    m_pieces.erase(piece);
    return true;
}

bool Memory::holds(DevicePointer memory, std::size_t bytes) const
{
    auto piece = m_pieces.upper_bound(memory);
    if (piece == m_pieces.begin())
        return false;
    --piece;
    const std::size_t offset = memory - piece->first;
    return offset <= piece->second && bytes <= piece->second - offset;
}

} // namespace standin
