// SPDX-License-Identifier: MIT
#pragma once

// Libraries that stand in for NVIDIA's driver, NVRTC, cuBLAS, cuDNN and NVML: they compute on the CPU, and a test tells them to
// go wrong. They are built for the tests only, never installed. Link cudnnsetup_standins to have their paths.
//
// Memory of the GPU is memory of the process, and every address that they are given is looked up: what lies outside of an
// allocation is an error status. Time is simulated: work costs what a formula says, so that measured times are always the same;
// nothing waits. cuBLAS and cuDNN find the driver as "libcuda.so.1" in their process, as NVIDIA's do.
//
// Behaviour is told by one environment variable for each library, read whenever a function runs: words with a comma between
// them. Without one everything works.
//
//   words that each of the five knows                             where, when no function is named
//     crash    signal SIGSEGV                                       STANDIN_CUDA    cuInit
//     abort    a message on standard error, signal SIGABRT          STANDIN_NVRTC   nvrtcCompileProgram
//     exit     ends the process silently with 0                     STANDIN_BLAS    cublasGemmEx
//     hang     does not return                                      STANDIN_CUDNN   cudnnConvolutionForward
//     loud     writes a line to standard output                     STANDIN_NVML    nvmlInit_v2
//     status:N returns the status N
//   each may name the function and the call from which on it is meant: "crash@cudnnCreate", "hang@load" (while the library is
//   loaded), "status:5000#20", "abort@cudnnFindConvolutionForwardAlgorithmEx#2" (for gpu-work: in the second mode).
//
//   STANDIN_CUDA   noDevice, initFails (999), outOfMemory (every allocation), old (a driver for CUDA 10.2, which refuses PTX of
//                  newer toolkits), tiny (2 multiprocessors), capability:75 (compute capability 7.5; else 8.6)
//   STANDIN_CUDA_MEMORY  bytes of the GPU; else 8 GiB
//   STANDIN_NVRTC  compileFails
//   STANDIN_BLAS   fails (cublasCreate), wrong (results times 1.5)
//   STANDIN_CUDNN  wrong (results times 1.5), nan (one output is none), oneWrong (a single output is off), unwritten (returns
//                  success and writes nothing), unsupported (no algorithm), slow (ten times as long as without cuDNN), even (as
//                  long as without), noisy (every second timed stretch takes three times as long)
//   STANDIN_NVML   throttled (600 of 1980 MHz at 92 degrees), busy (process 4242, python3, computes; load 90), dead
//                  (the driver is not loaded), hidden (process ids are those of another namespace)
namespace cudnnsetup::test::standins {

#define STANDIN(path) CUDNNSETUP_STANDINS "/" path

inline constexpr const char *driverFolder = STANDIN("driver"); // for LD_LIBRARY_PATH: libcuda.so.1, libnvidia-ml.so.1
inline constexpr const char *driver = STANDIN("driver/libcuda.so.1");
inline constexpr const char *nvml = STANDIN("driver/libnvidia-ml.so.1");

inline constexpr const char *toolkitFolder = STANDIN("toolkit13");
inline constexpr const char *cublas = STANDIN("toolkit13/libcublas.so.13");
inline constexpr const char *nvrtc = STANDIN("toolkit13/libnvrtc.so.13");
// Of CUDA 10.2: NVRTC makes no machine code and names no architectures, cuBLAS has no TF32 and no BF16.
inline constexpr const char *oldToolkitFolder = STANDIN("toolkit10");
inline constexpr const char *oldCublas = STANDIN("toolkit10/libcublas.so.10");
inline constexpr const char *oldNvrtc = STANDIN("toolkit10/libnvrtc.so.10.2");

inline constexpr const char *cudnn9Folder = STANDIN("cudnn9"); // 9.14.0
inline constexpr const char *cudnn9 = STANDIN("cudnn9/libcudnn.so.9");
inline constexpr const char *cudnn9WithGraphs = STANDIN("cudnn9-graph/libcudnn.so.9"); // a plan of it is the fastest
inline constexpr const char *cudnn8 = STANDIN("cudnn8/libcudnn.so.8"); // 8.9.7
inline constexpr const char *cudnn7 = STANDIN("cudnn7/libcudnn.so.7"); // 7.6.5
inline constexpr const char *cudnnWithoutForward = STANDIN("cudnn9-without-forward/libcudnn.so.9");
inline constexpr const char *cudnnUnloadable = STANDIN("cudnn9-unloadable/libcudnn.so.9"); // an undefined symbol

#undef STANDIN

} // namespace cudnnsetup::test::standins
