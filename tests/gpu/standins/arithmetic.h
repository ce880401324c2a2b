// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

// Numbers in the formats of a GPU, and products of them.
namespace standin {

enum class Format { Float32, Float16, Bfloat16 };

inline std::size_t bytesOf(Format format)
{
    return format == Format::Float32 ? 4 : 2;
}

inline float fromHalf(std::uint16_t bits)
{
    const bool isNegative = bits & 0x8000;
    const int exponent = (bits >> 10) & 0x1f;
    const int fraction = bits & 0x3ff;
    float value = exponent == 0 ? std::ldexp(float(fraction), -24) : std::ldexp(float(fraction + 1024), exponent - 25);
    if (exponent == 0x1f)
        value = fraction == 0 ? INFINITY : NAN;
    return isNegative ? -value : value;
}

// To nearest, ties to even.
inline std::uint16_t toHalf(float value)
{
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const float size = std::fabs(value);
    if (std::isnan(value))
        return std::uint16_t(sign | 0x7e00);
    if (size >= 65520.0F)
        return std::uint16_t(sign | 0x7c00);
    if (size < 0x1p-14F)
        return std::uint16_t(sign | std::uint16_t(std::nearbyint(size * 0x1p24F)));
    const auto bits = std::bit_cast<std::uint32_t>(size);
    const std::uint32_t rounded = bits + 0xfff + ((bits >> 13) & 1);
    return std::uint16_t(sign | ((rounded >> 13) - (112U << 10)));
}

inline float fromBfloat(std::uint16_t bits)
{
    return std::bit_cast<float>(std::uint32_t(bits) << 16);
}

inline std::uint16_t toBfloat(float value)
{
    if (std::isnan(value))
        return 0x7fc0;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

// As tensor cores take FP32 numbers in TF32: 10 bits behind the point.
inline float toTf32(float value)
{
    return std::isfinite(value) ? std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) + 0x1000U) & ~0x1fffU) : value;
}

inline float numberAt(Format format, const void *numbers, std::size_t index)
{
    const auto *at = static_cast<const std::byte *>(numbers) + index * bytesOf(format);
    if (format == Format::Float32) {
        float value = 0;
        std::memcpy(&value, at, sizeof value);
        return value;
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    return format == Format::Float16 ? fromHalf(bits) : fromBfloat(bits);
}

inline void setNumber(Format format, void *numbers, std::size_t index, float value)
{
    auto *at = static_cast<std::byte *>(numbers) + index * bytesOf(format);
    if (format == Format::Float32) {
        std::memcpy(at, &value, sizeof value);
        return;
    }
    const std::uint16_t bits = format == Format::Float16 ? toHalf(value) : toBfloat(value);
    std::memcpy(at, &bits, sizeof bits);
}

// alpha * fresh + beta * what is there; without beta what is there is not looked at.
inline void putNumber(Format format, void *numbers, std::size_t index, float fresh, float alpha, float beta)
{
    const float old = beta != 0 ? beta * numberAt(format, numbers, index) : 0;
    setNumber(format, numbers, index, alpha * fresh + old);
}

// A matrix in memory, column by column. Transposed: stored as columns x rows.
struct Matrix
{
    const void *numbers = nullptr;
    bool isTransposed = false;
    int rows = 0;
    int columns = 0;
    int leading = 0; // numbers from one stored column to the next

    int storedRows() const { return isTransposed ? columns : rows; }
    int storedColumns() const { return isTransposed ? rows : columns; }
    bool isSound() const { return rows > 0 && columns > 0 && leading >= storedRows(); }
    std::size_t count() const { return std::size_t(leading) * std::size_t(storedColumns() - 1) + std::size_t(storedRows()); }
};

// One row after the other.
inline std::vector<float> rowsOf(const Matrix &matrix, Format format, bool isTf32)
{
    std::vector<float> values;
    values.reserve(std::size_t(matrix.rows) * std::size_t(matrix.columns));
    for (int row = 0; row < matrix.rows; ++row) {
        for (int column = 0; column < matrix.columns; ++column) {
            const int inColumn = matrix.isTransposed ? column : row;
            const int of = matrix.isTransposed ? row : column;
            const float value = numberAt(format, matrix.numbers, std::size_t(of) * std::size_t(matrix.leading) + std::size_t(inColumn));
            values.push_back(isTf32 ? toTf32(value) : value);
        }
    }
    return values;
}

struct Product
{
    Matrix a;
    Matrix b;
    void *c = nullptr; // a.rows x b.columns
    int leadingC = 0;
    Format format = Format::Float32;
    bool isTf32 = false;
    float alpha = 1;
    float beta = 0;

    double operations() const { return 2.0 * a.rows * b.columns * a.columns; }
};

inline void multiply(const Product &product)
{
    const std::vector<float> a = rowsOf(product.a, product.format, product.isTf32);
    const std::vector<float> b = rowsOf(product.b, product.format, product.isTf32);
    const auto columns = std::size_t(product.b.columns);
    const auto depth = std::size_t(product.a.columns);
    std::vector<float> sums(columns);
    for (int row = 0; row < product.a.rows; ++row) {
        sums.assign(columns, 0);
        for (std::size_t k = 0; k < depth; ++k) {
            const float factor = a[std::size_t(row) * depth + k];
            for (std::size_t column = 0; column < columns; ++column)
                sums[column] += factor * b[k * columns + column];
        }
        for (std::size_t column = 0; column < columns; ++column)
            putNumber(product.format, product.c, column * std::size_t(product.leadingC) + std::size_t(row), sums[column],
                      product.alpha, product.beta);
    }
}

} // namespace standin
