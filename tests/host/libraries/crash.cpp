// SPDX-License-Identifier: MIT
// A library that crashes whoever loads it.
__attribute__((constructor)) static void crash() { __builtin_trap(); }
