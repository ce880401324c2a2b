// SPDX-License-Identifier: MIT
#pragma once

namespace cudnnsetup {

// CUDA C++ that NVRTC compiles on the machine itself, for its GPU; no header of NVIDIA's is needed. Numbers of 16 bits are kept
// as unsigned short, and computed with in float.
//   im2colNchw4, im2colNchw2: image[c][h][w] -> columns[(c*3 + r)*3 + s][h*width + w]; a thread a pixel in x, a block a channel in y
//   im2colNhwc4, im2colNhwc2: image[h][w][c] -> columns[h*width + w][(r*3 + s)*channels + c]; 32 threads a pixel
//   gemmF32, gemmF16, gemmBf16: c (m x n) = a (m x k, or k x m transposed) * b (k x n), all column-major; blocks of 64 x 64
//   compareF32, compareF16, compareBf16: result[0] = bits of the largest |one - other|, result[1] = how many of one are no number
// Edges of the image count as zero (padding 1). Element sizes stand in the names.
inline constexpr const char *kernelSource = R"cuda(
typedef unsigned short Half;
struct Bfloat { unsigned short bits; };

__device__ float toFloat(float x) { return x; }
__device__ float toFloat(Half x)
{
    float y;
    asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x));
    return y;
}
__device__ float toFloat(Bfloat x) { return __uint_as_float((unsigned)x.bits << 16); }

__device__ void store(float *to, float x) { *to = x; }
__device__ void store(Half *to, float x)
{
    Half y;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y) : "f"(x));
    *to = y;
}
__device__ void store(Bfloat *to, float x)
{
    unsigned bits = __float_as_uint(x);
    to->bits = (unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

template<class Element>
__device__ void im2colNchw(const Element *image, Element *columns, int height, int width)
{
    const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
    const int channel = blockIdx.y;
    const size_t pixels = (size_t)height * width;
    if (pixel >= pixels)
        return;
    image += channel * pixels;
    columns += channel * 9 * pixels + pixel;
    for (int r = 0; r < 3; ++r) {
        for (int s = 0; s < 3; ++s, columns += pixels) {
            const int h = pixel / width + r - 1;
            const int w = pixel % width + s - 1;
            const bool isInside = h >= 0 && h < height && w >= 0 && w < width;
            *columns = isInside ? image[(size_t)h * width + w] : Element(0);
        }
    }
}

template<class Element>
__device__ void im2colNhwc(const Element *image, Element *columns, int channels, int height, int width)
{
    const int lanes = 32; // of a pixel, side by side along the channels
    const int pixel = (blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    if (pixel >= height * width)
        return;
    columns += (size_t)pixel * 9 * channels;
    for (int r = 0; r < 3; ++r) {
        for (int s = 0; s < 3; ++s, columns += channels) {
            const int h = pixel / width + r - 1;
            const int w = pixel % width + s - 1;
            const bool isInside = h >= 0 && h < height && w >= 0 && w < width;
            for (int c = threadIdx.x % lanes; c < channels; c += lanes)
                columns[c] = isInside ? image[((size_t)h * width + w) * channels + c] : Element(0);
        }
    }
}

template<class Number>
__device__ void gemm(int transposedA, int m, int n, int k, const Number *a, int lda, const Number *b, int ldb, Number *c,
                     int ldc)
{
    const int tile = 64;
    const int depth = 16;
    __shared__ float tileA[depth][tile + 1];
    __shared__ float tileB[depth][tile + 1];
    const int rowOfBlock = blockIdx.x * tile;
    const int columnOfBlock = blockIdx.y * tile;
    const int row = threadIdx.x % 16;
    const int column = threadIdx.x / 16;
    float sums[4][4] = {};
    for (int from = 0; from < k; from += depth) {
        for (int i = threadIdx.x; i < tile * depth; i += blockDim.x) {
            // Neighbouring threads read neighbouring numbers.
            const int x = transposedA ? i / depth : i % tile;
            const int z = transposedA ? i % depth : i / tile;
            const bool isInside = rowOfBlock + x < m && from + z < k;
            const size_t at = transposedA ? (size_t)(rowOfBlock + x) * lda + from + z : (size_t)(from + z) * lda + rowOfBlock + x;
            tileA[z][x] = isInside ? toFloat(a[at]) : 0.0f;
            const int y = i / depth;
            const int zb = i % depth;
            tileB[zb][y] = columnOfBlock + y < n && from + zb < k
                    ? toFloat(b[(size_t)(columnOfBlock + y) * ldb + from + zb])
                    : 0.0f;
        }
        __syncthreads();
        for (int z = 0; z < depth; ++z) {
            for (int x = 0; x < 4; ++x) {
                for (int y = 0; y < 4; ++y)
                    sums[x][y] += tileA[z][row + 16 * x] * tileB[z][column + 16 * y];
            }
        }
        __syncthreads();
    }
    for (int x = 0; x < 4; ++x) {
        for (int y = 0; y < 4; ++y) {
            const int i = rowOfBlock + row + 16 * x;
            const int j = columnOfBlock + column + 16 * y;
            if (i < m && j < n)
                store(c + (size_t)j * ldc + i, sums[x][y]);
        }
    }
}

template<class Number>
__device__ void compare(const Number *one, const Number *other, long long count, unsigned *result)
{
    float largest = 0.0f;
    unsigned notNumbers = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x) {
        const float x = toFloat(one[i]);
        const float y = toFloat(other[i]);
        if (!isfinite(x))
            ++notNumbers;
        else if (isfinite(y))
            largest = fmaxf(largest, fabsf(x - y));
    }
    // The bits of floats that are not negative are ordered as they are.
    atomicMax(result, __float_as_uint(largest));
    if (notNumbers)
        atomicAdd(result + 1, notNumbers);
}

#define IM2COL(bytes, Element) \
    extern "C" __global__ void im2colNchw##bytes(const Element *image, Element *columns, int channels, int height, int width) \
    { \
        im2colNchw(image, columns, height, width); \
    } \
    extern "C" __global__ void im2colNhwc##bytes(const Element *image, Element *columns, int channels, int height, int width) \
    { \
        im2colNhwc(image, columns, channels, height, width); \
    }
#define NUMBERS(name, Number) \
    extern "C" __global__ void gemm##name(int transposedA, int m, int n, int k, const Number *a, int lda, const Number *b, \
                                          int ldb, Number *c, int ldc) \
    { \
        gemm(transposedA, m, n, k, a, lda, b, ldb, c, ldc); \
    } \
    extern "C" __global__ void compare##name(const Number *one, const Number *other, long long count, unsigned *result) \
    { \
        compare(one, other, count, result); \
    }

IM2COL(2, unsigned short)
IM2COL(4, unsigned int)
NUMBERS(F32, float)
NUMBERS(F16, Half)
NUMBERS(Bf16, Bfloat)
)cuda";

} // namespace cudnnsetup
