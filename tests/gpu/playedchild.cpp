// SPDX-License-Identifier: MIT
// Plays the child of a GPU test: reads the request, then does what the file named in PLAYED_SCRIPT says, a line each. Lines that
// begin with '!' are acts, all others are written as they are.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace {

std::string request;

void endBy(int signal)
{
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

[[noreturn]] void hang()
{
    while (true)
        pause();
}

// Lives on with the pipes of its parent in its hands, and tells its number.
void leaveGrandchild()
{
    const pid_t child = fork();
    if (child == 0)
        hang();
    std::printf("{\"grandchild\":%d}\n", int(child));
}

[[noreturn]] void talkForEver(const std::string &words)
{
    while (true)
        std::fputs((words + '\n').c_str(), stdout);
}

void tell(const char *file)
{
    const char *path = std::getenv("LD_LIBRARY_PATH");
    std::ofstream(file) << request << '\n' << (path ? path : "-") << '\n';
}

void act(const std::string &line)
{
    const std::string word = line.substr(0, line.find(' '));
    const std::string rest = line.size() > word.size() ? line.substr(word.size() + 1) : std::string();
    if (word == "!crash")
        endBy(SIGSEGV);
    else if (word == "!abort")
        endBy(SIGABRT);
    else if (word == "!kill")
        endBy(SIGKILL);
    else if (word == "!hang")
        hang();
    else if (word == "!exit")
        _exit(std::atoi(rest.c_str()));
    else if (word == "!deaf")
        std::signal(SIGTERM, SIG_IGN);
    else if (word == "!grandchild")
        leaveGrandchild();
    else if (word == "!endless")
        talkForEver(rest);
    else if (word == "!words")
        std::fputs((rest + '\n').c_str(), stderr);
    else if (word == "!manyWords")
        std::fputs(std::string(5 << 20, 'x').append("\nthe last word\n").c_str(), stderr);
    else if (word == "!unfinished")
        std::fputs(rest.c_str(), stdout);
    else if (word == "!tell")
        tell(rest.c_str());
}

} // namespace

int main()
{
    request.assign(std::istreambuf_iterator<char>(std::cin), {});
    const char *name = std::getenv("PLAYED_SCRIPT");
    std::ifstream script(name ? name : "");
    for (std::string line; std::getline(script, line);) {
        if (line.starts_with('!'))
            act(line);
        else
            std::puts(line.c_str());
        std::fflush(stdout);
    }
    _exit(0);
}
