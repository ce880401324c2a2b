// SPDX-License-Identifier: MIT
// Stands for an old cuDNN that a program has mapped: so many pages that most of them are still to be read
// from the file when the file has long been replaced. Each page of data and of code gives a number of its
// own.
#include <array>
#include <cstddef>
#include <utility>

namespace {

constexpr std::size_t pageSize = 4096;
constexpr std::size_t dataPages = 1024;
constexpr std::size_t codePages = 64;

struct Page
{
    std::size_t number = 0;
    char rest[pageSize - sizeof(std::size_t)] = {};
};

constexpr std::array<Page, dataPages> numbered()
{
    std::array<Page, dataPages> pages;
    for (std::size_t i = 0; i < dataPages; ++i)
        pages[i].number = 3 * i + 1;
    return pages;
}

alignas(pageSize) constexpr std::array<Page, dataPages> data = numbered();

template<std::size_t number>
[[gnu::noinline, gnu::aligned(4096)]] std::size_t onePageOfCode()
{
    return 5 * number + 2;
}

using Code = std::size_t (*)();

template<std::size_t... numbers>
constexpr std::array<Code, codePages> code(std::index_sequence<numbers...>)
{
    return {&onePageOfCode<numbers>...};
}

} // namespace

extern "C" std::size_t cudnnGetVersion()
{
    return 8600;
}

extern "C" std::size_t numberInData(std::size_t page)
{
    return *const_cast<const volatile std::size_t *>(&data[page % dataPages].number);
}

extern "C" std::size_t numberFromCode(std::size_t page)
{
    static constexpr auto functions = code(std::make_index_sequence<codePages>());
    return functions[page % codePages]();
}
