// SPDX-License-Identifier: MIT
// A program that uses a library while it is being replaced: loads the one that is named, calls into it every
// millisecond, and makes the kernel fetch the pages from the file again each time. Prints the number of calls
// so far, a line a call. Ends with 0 when its standard input is closed, with 1 at the first wrong answer.
#include <dlfcn.h>
#include <link.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

struct Search
{
    const char *path;
    bool isFound;
};

// Forgets all pages of the library that were not written to; the next use reads them from the file.
int forgetPages(dl_phdr_info *object, std::size_t, void *data)
{
    auto *search = static_cast<Search *>(data);
    if (std::strcmp(object->dlpi_name, search->path) != 0)
        return 0;
    search->isFound = true;
    const auto pageSize = std::uintptr_t(::sysconf(_SC_PAGESIZE));
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr) &part = object->dlpi_phdr[i];
        if (part.p_type != PT_LOAD || (part.p_flags & PF_W))
            continue;
        const std::uintptr_t begin = (object->dlpi_addr + part.p_vaddr) & ~(pageSize - 1);
        const std::uintptr_t end = object->dlpi_addr + part.p_vaddr + part.p_memsz;
        ::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
    }
    return 1;
}

bool isInputClosed()
{
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int millisecond = 1; // the beat of this program
    char byte;
    return ::poll(&input, 1, millisecond) > 0 && ::read(STDIN_FILENO, &byte, 1) <= 0;
}

template<class Function>
Function *find(void *library, const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(library, name));
}

} // namespace

int main(int argc, char **argv)
{
    const rlimit noCore{0, 0}; // how it may end is known
    ::setrlimit(RLIMIT_CORE, &noCore);
    void *library = argc == 2 ? ::dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library) {
        std::fprintf(stderr, "%s\n", argc == 2 ? ::dlerror() : "usage: mappeduser LIBRARY");
        return 2;
    }
    const auto version = find<std::size_t()>(library, "cudnnGetVersion");
    // Only the library that was made for this test has so many pages.
    const auto inData = find<std::size_t(std::size_t)>(library, "numberInData");
    const auto fromCode = find<std::size_t(std::size_t)>(library, "numberFromCode");
    const std::size_t expected = version();
    Search search{argv[1], false};
    for (std::size_t count = 1; !isInputClosed(); ++count) {
        ::dl_iterate_phdr(&forgetPages, &search);
        const std::size_t dataPage = count * 37 % 1024;
        const std::size_t codePage = count * 11 % 64;
        const bool isRight = search.isFound && version() == expected
                             && (!inData || inData(dataPage) == 3 * dataPage + 1)
                             && (!fromCode || fromCode(codePage) == 5 * codePage + 2);
        if (!isRight) {
            std::fprintf(stderr, "a wrong answer in call %zu\n", count);
            return 1;
        }
        std::printf("%zu\n", count);
        std::fflush(stdout);
    }
    return 0;
}
