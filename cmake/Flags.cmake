# SPDX-License-Identifier: MIT
# The one target that carries compiler flags; every target of ours links it.
add_library(cudnnsetup_flags INTERFACE)
target_compile_options(cudnnsetup_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
target_compile_definitions(
    cudnnsetup_flags
    INTERFACE QT_NO_CAST_FROM_ASCII
              QT_NO_CAST_TO_ASCII
              QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
              QT_NO_FOREACH
              QT_NO_KEYWORDS
              CUDNNSETUP_VERSION="${PROJECT_VERSION}")

set(CUDNNSETUP_SANITIZE "" CACHE STRING "Value for -fsanitize=, for example address,undefined or thread")
if(CUDNNSETUP_SANITIZE)
    target_compile_options(cudnnsetup_flags INTERFACE -fsanitize=${CUDNNSETUP_SANITIZE} -fno-omit-frame-pointer
                                                      -fno-sanitize-recover=all)
    target_link_options(cudnnsetup_flags INTERFACE -fsanitize=${CUDNNSETUP_SANITIZE})
endif()

option(CUDNNSETUP_FUZZ "Also build the fuzzer of tests/fuzz; with clang only" OFF)
if(CUDNNSETUP_FUZZ)
    target_compile_options(cudnnsetup_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

option(CUDNNSETUP_PRECOMPILE "Compile the common headers once; builds in half the time" ON)
if(NOT CUDNNSETUP_PRECOMPILE)
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
