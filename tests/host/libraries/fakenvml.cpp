// SPDX-License-Identifier: MIT
// Stands in for NVIDIA's management library: two cards, of which the second does not tell its memory. With
// FAKE_NVML_STATUS set, opening it fails with that status.
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {
char cards[2];
int put(char *text, unsigned size, const char *words)
{
    std::snprintf(text, size, "%s", words);
    return 0;
}
} // namespace

extern "C" {
int nvmlInit_v2()
{
    const char *status = std::getenv("FAKE_NVML_STATUS");
    return status ? std::atoi(status) : 0;
}
int nvmlShutdown() { return 0; }
const char *nvmlErrorString(int status) { return status == 18 ? "Driver/library version mismatch" : "Unknown Error"; }
int nvmlSystemGetDriverVersion(char *text, unsigned size) { return put(text, size, "535.154.05"); }
int nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    *version = 12020;
    return 0;
}
int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 2;
    return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    *device = &cards[index];
    return 0;
}
int nvmlDeviceGetName(void *device, char *text, unsigned size)
{
    return put(text, size, device == &cards[0] ? "NVIDIA GeForce RTX 3090" : "NVIDIA T4");
}
int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor)
{
    *major = device == &cards[0] ? 8 : 7;
    *minor = device == &cards[0] ? 6 : 5;
    return 0;
}
int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *memory)
{
    if (device != &cards[0])
        return 3;
    memory[0] = 25769803776ULL;
    return 0;
}
}
