// SPDX-License-Identifier: MIT
#include "environment.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudnnsetup {

namespace {

bool isOfLanguage(std::string_view name)
{
    return name == "LANG" || name == "LANGUAGE" || name.starts_with("LC_");
}

// "zh_CN.UTF-8", "en_GB:en", "sr@latin"
bool isPlain(std::string_view value)
{
    return value.size() < 64 && std::all_of(value.begin(), value.end(), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_.-@:").find(c) != std::string_view::npos;
           });
}

// Set by pkexec itself: who asked.
bool isOfPkexec(std::string_view name)
{
    return name == "PKEXEC_UID";
}

std::vector<std::pair<std::string, std::string>> keptVariables()
{
    std::vector<std::pair<std::string, std::string>> kept;
    for (char **variable = environ; variable && *variable; ++variable) {
        const std::string_view text = *variable;
        const size_t sign = text.find('=');
        if (sign == std::string_view::npos)
            continue;
        const std::string_view name = text.substr(0, sign);
        const std::string_view value = text.substr(sign + 1);
        if ((isOfLanguage(name) || isOfPkexec(name)) && isPlain(value))
            kept.emplace_back(name, value);
    }
    return kept;
}

// As far as the system lets it: in some containers not even root goes beyond the caller's hard limit.
void liftLimit(__rlimit_resource resource)
{
    const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
    rlimit limit{};
    if (::setrlimit(resource, &none) == 0 || ::getrlimit(resource, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(resource, &limit);
}

} // namespace

void forgetCaller()
{
    const auto kept = keptVariables();
    ::clearenv();
    for (const auto &[name, value] : kept)
        ::setenv(name.c_str(), value.c_str(), 1);
    ::setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", 1);
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    ::umask(022);
    liftLimit(RLIMIT_FSIZE);
    liftLimit(RLIMIT_CPU);
    ::signal(SIGXFSZ, SIG_IGN); // a file that grows too long is a failed write
    ::alarm(0); // one that was set before exec goes on
}

} // namespace cudnnsetup
