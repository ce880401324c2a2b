// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/cudaapi.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

namespace standin {

// What the environment tells one library to do; standins.h lists the words. Each library has one, made while it is loaded.
class Behaviour
{
public:
    Behaviour(const char *variable, const char *usualFunction) : m_variable(variable), m_usualFunction(usualFunction)
    {
        enter("load");
    }

    bool isTold(const std::string &word) const { return valueOf(word).has_value(); }

    // What stands behind the colon.
    std::optional<std::string> valueOf(const std::string &word) const
    {
        for (const Order &order : orders()) {
            if (order.word == word)
                return order.value;
        }
        return {};
    }

    // To be asked first by every function: does not return where the process is to end or to hang; a status is to be returned.
    std::optional<cudnnsetup::cuda::Status> enter(const std::string &function)
    {
        const long call = ++m_calls[function];
        for (const Order &order : orders()) {
            const std::string &place = order.function.empty() ? m_usualFunction : order.function;
            if (place != function || call < order.fromCall)
                continue;
            if (order.word == "status")
                return std::atoi(order.value.c_str());
            disturb(order.word, function);
        }
        return {};
    }

private:
    struct Order // word:value@function#fromCall
    {
        std::string word;
        std::string value;
        std::string function;
        long fromCall = 1;
    };

    static void disturb(const std::string &word, const std::string &function)
    {
        if (word == "loud") {
            std::printf("stand-in: %s\n", function.c_str());
            std::fflush(stdout);
        }
        if (word == "crash")
            endBy(SIGSEGV);
        if (word == "abort") {
            std::fprintf(stderr, "stand-in: abort in %s\n", function.c_str());
            endBy(SIGABRT);
        }
        if (word == "exit")
            _exit(0);
        while (word == "hang")
            pause();
    }

    static void endBy(int signal)
    {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }

    // Takes what stands behind the mark away from the text.
    static std::string cut(std::string &text, char mark)
    {
        const size_t at = text.find(mark);
        if (at == std::string::npos)
            return {};
        const std::string behind = text.substr(at + 1);
        text.resize(at);
        return behind;
    }

    std::vector<Order> orders() const
    {
        const char *told = std::getenv(m_variable);
        std::vector<Order> orders;
        for (std::string rest = told ? told : ""; !rest.empty();) {
            std::string word = rest;
            rest = cut(word, ',');
            Order order;
            if (const std::string call = cut(word, '#'); !call.empty())
                order.fromCall = std::atol(call.c_str());
            order.function = cut(word, '@');
            order.value = cut(word, ':');
            order.word = word;
            orders.push_back(order);
        }
        return orders;
    }

    const char *m_variable;
    std::string m_usualFunction;
    std::map<std::string, long> m_calls;
};

} // namespace standin

// First line of a function that returns a status.
#define STANDIN_ENTER \
    if (const auto told = behaviour.enter(__func__)) \
    return *told

// Declares a function of a list of cudaapi.h, so that a definition with other parameters does not compile.
#define STANDIN_DECLARE(name, isNeeded, ...) extern "C" std::type_identity_t<__VA_ARGS__> name;
