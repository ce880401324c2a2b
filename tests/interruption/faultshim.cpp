// SPDX-License-Identifier: MIT
// A library for LD_PRELOAD that stands before every call by which this process changes files below one
// folder. The real program is tested with it: the n-th call fails with an error of the system's, or the
// process is killed before it. Only the process itself is watched; what it starts is not. Set by the
// environment:
//   FAULT_BELOW    the folder; calls elsewhere are neither counted nor disturbed
//   FAULT_AT       the call that fails, from 1 on; FAULT_ERRNO=ENOSPC|EIO|EACCES|EROFS says how
//   FAULT_STICKY   1: every call from that one on fails
//   FAULT_KILL_AT  the call before which the process is killed
//   FAULT_LOG      a file that gets one line a call: its name and its path
// Written without the C++ library, as it is at work before that has begun.

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace {

struct Settings
{
    char below[4096] = "";
    long failAt = 0;
    int error = 0;
    bool isSticky = false;
    long killAt = 0;
    int log = -1;
};

Settings settings;
std::atomic<long> count = 0;

long numberFrom(const char *name)
{
    const char *text = getenv(name);
    return text ? strtol(text, nullptr, 10) : 0;
}

int errorFrom(const char *word)
{
    const struct
    {
        const char *word;
        int error;
    } words[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EACCES", EACCES}, {"EROFS", EROFS}};
    for (const auto &known : words) {
        if (word && strcmp(word, known.word) == 0)
            return known.error;
    }
    return 0;
}

__attribute__((constructor)) void readSettings()
{
    const char *below = getenv("FAULT_BELOW");
    if (!below || !realpath(below, settings.below))
        settings.below[0] = '\0';
    settings.failAt = numberFrom("FAULT_AT");
    settings.error = errorFrom(getenv("FAULT_ERRNO"));
    settings.isSticky = numberFrom("FAULT_STICKY") != 0;
    settings.killAt = numberFrom("FAULT_KILL_AT");
    if (const char *log = getenv("FAULT_LOG"))
        settings.log =
                int(syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    unsetenv("LD_PRELOAD");
}

// The path of a name beside an open folder, or of an open file when there is no name. It need not exist.
void pathOf(int folder, const char *name, char (&path)[8192])
{
    path[0] = '\0';
    if (!name || name[0] != '/') {
        char link[64];
        snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
        const ssize_t length = readlink(link, path, 4096);
        path[length < 0 ? 0 : length] = '\0';
    }
    if (name) {
        const size_t used = strlen(path);
        snprintf(path + used, sizeof path - used, "%s%s", used ? "/" : "", name);
    }
}

bool isBelow(const char *path)
{
    const size_t length = strlen(settings.below);
    return length > 0 && strncmp(path, settings.below, length) == 0
           && (path[length] == '/' || path[length] == '\0');
}

// False, with errno set, when the call is to fail.
bool mayGoOn(const char *call, int folder, const char *name)
{
    const int before = errno;
    char path[8192];
    pathOf(folder, name, path);
    errno = before;
    if (!isBelow(path))
        return true;
    const long number = ++count;
    if (settings.log >= 0) {
        char line[8300];
        const int length = snprintf(line, sizeof line, "%s %s\n", call, path);
        syscall(SYS_write, settings.log, line, size_t(length));
    }
    if (number == settings.killAt)
        raise(SIGKILL);
    const bool isNow = settings.failAt > 0
                       && (number == settings.failAt || (settings.isSticky && number > settings.failAt));
    errno = isNow ? settings.error : before;
    return !isNow;
}

template<class Function>
Function *next(const char *name)
{
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

bool changes(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

bool changes(const char *mode)
{
    return strpbrk(mode, "wa+") != nullptr;
}

} // namespace

// Each function asks and then does what the C library does. folder, name: where mayGoOn() is to look.
#define WATCHED(result, function, parameters, arguments, folder, name, failed) \
    extern "C" result function parameters \
    { \
        static auto *const real = next<result parameters>(#function); \
        return mayGoOn(#function, folder, name) ? real arguments : failed; \
    }

#define WATCHED_OPEN(function, parameters, arguments, folder, name) \
    extern "C" int function parameters \
    { \
        static auto *const real = next<int parameters>(#function); \
        mode_t mode = 0; \
        if (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) { \
            va_list rest; \
            va_start(rest, flags); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        return !changes(flags) || mayGoOn(#function, folder, name) ? real arguments : -1; \
    }

WATCHED_OPEN(open, (const char *path, int flags, ...), (path, flags, mode), AT_FDCWD, path)
WATCHED_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode), AT_FDCWD, path)
WATCHED_OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), folder,
             path)
WATCHED_OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), folder,
             path)

#define WATCHED_FOPEN(function) \
    extern "C" FILE *function(const char *path, const char *mode) \
    { \
        static auto *const real = next<FILE *(const char *, const char *)>(#function); \
        return !changes(mode) || mayGoOn(#function, AT_FDCWD, path) ? real(path, mode) : nullptr; \
    }

WATCHED_FOPEN(fopen)
WATCHED_FOPEN(fopen64)

WATCHED(int, creat, (const char *path, mode_t mode), (path, mode), AT_FDCWD, path, -1)
WATCHED(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), file, nullptr, -1)
WATCHED(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at), file,
        nullptr, -1)
WATCHED(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at),
        file, nullptr, -1)
WATCHED(ssize_t, writev, (int file, const struct iovec *parts, int number), (file, parts, number), file,
        nullptr, -1)
WATCHED(ssize_t, copy_file_range,
        (int from, off64_t *fromAt, int to, off64_t *toAt, size_t size, unsigned flags),
        (from, fromAt, to, toAt, size, flags), to, nullptr, -1)
WATCHED(ssize_t, sendfile, (int to, int from, off_t *at, size_t size), (to, from, at, size), to, nullptr, -1)
WATCHED(ssize_t, sendfile64, (int to, int from, off64_t *at, size_t size), (to, from, at, size), to, nullptr,
        -1)
WATCHED(int, ftruncate, (int file, off_t size), (file, size), file, nullptr, -1)
WATCHED(int, ftruncate64, (int file, off64_t size), (file, size), file, nullptr, -1)
WATCHED(int, truncate, (const char *path, off_t size), (path, size), AT_FDCWD, path, -1)
WATCHED(int, truncate64, (const char *path, off64_t size), (path, size), AT_FDCWD, path, -1)
WATCHED(int, fsync, (int file), (file), file, nullptr, -1)
WATCHED(int, fdatasync, (int file), (file), file, nullptr, -1)
WATCHED(int, syncfs, (int file), (file), file, nullptr, -1)
WATCHED(int, chmod, (const char *path, mode_t mode), (path, mode), AT_FDCWD, path, -1)
WATCHED(int, fchmod, (int file, mode_t mode), (file, mode), file, nullptr, -1)
WATCHED(int, fchmodat, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags),
        folder, path, -1)
WATCHED(int, chown, (const char *path, uid_t user, gid_t group), (path, user, group), AT_FDCWD, path, -1)
WATCHED(int, lchown, (const char *path, uid_t user, gid_t group), (path, user, group), AT_FDCWD, path, -1)
WATCHED(int, fchown, (int file, uid_t user, gid_t group), (file, user, group), file, nullptr, -1)
WATCHED(int, fchownat, (int folder, const char *path, uid_t user, gid_t group, int flags),
        (folder, path, user, group, flags), folder, path, -1)
WATCHED(int, futimens, (int file, const struct timespec *times), (file, times), file, nullptr, -1)
WATCHED(int, utimensat, (int folder, const char *path, const struct timespec *times, int flags),
        (folder, path, times, flags), folder, path, -1)
WATCHED(int, mkdir, (const char *path, mode_t mode), (path, mode), AT_FDCWD, path, -1)
WATCHED(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode), folder, path, -1)
WATCHED(int, rmdir, (const char *path), (path), AT_FDCWD, path, -1)
WATCHED(int, unlink, (const char *path), (path), AT_FDCWD, path, -1)
WATCHED(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), folder, path, -1)
WATCHED(int, link, (const char *from, const char *to), (from, to), AT_FDCWD, to, -1)
WATCHED(int, linkat, (int fromFolder, const char *from, int folder, const char *to, int flags),
        (fromFolder, from, folder, to, flags), folder, to, -1)
WATCHED(int, symlink, (const char *target, const char *path), (target, path), AT_FDCWD, path, -1)
WATCHED(int, symlinkat, (const char *target, int folder, const char *path), (target, folder, path), folder,
        path, -1)
WATCHED(int, rename, (const char *from, const char *to), (from, to), AT_FDCWD, to, -1)
WATCHED(int, renameat, (int fromFolder, const char *from, int folder, const char *to),
        (fromFolder, from, folder, to), folder, to, -1)
WATCHED(int, renameat2, (int fromFolder, const char *from, int folder, const char *to, unsigned flags),
        (fromFolder, from, folder, to, flags), folder, to, -1)
