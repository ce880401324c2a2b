# SPDX-License-Identifier: MIT
# Provides KF6::Archive: the system's, else the one that tools/karchive.sh built into the cache folder (same names there).

find_package(KF6Archive 6.0 QUIET)

if(NOT TARGET KF6::Archive AND NOT CMAKE_CROSSCOMPILING)
    find_package(Qt6 QUIET COMPONENTS Core)

    set(_cache "$ENV{CUDNN_SETUP_CACHE}")
    if(NOT _cache)
        set(_cache "$ENV{XDG_CACHE_HOME}")
        if(NOT _cache)
            set(_cache "$ENV{HOME}/.cache")
        endif()
        string(APPEND _cache "/cudnn-setup")
    endif()

    cmake_host_system_information(RESULT _id QUERY DISTRIB_ID)
    cmake_host_system_information(RESULT _version QUERY DISTRIB_VERSION_ID)
    file(GLOB _prefixes LIST_DIRECTORIES true
        "${_cache}/kf6-karchive-*-qt${Qt6_VERSION}-${_id}${_version}-${CMAKE_HOST_SYSTEM_PROCESSOR}")
    list(SORT _prefixes COMPARE NATURAL ORDER DESCENDING)
    if(_prefixes)
        find_package(KF6Archive 6.0 QUIET NO_DEFAULT_PATH PATHS ${_prefixes})
    endif()

    unset(_cache)
    unset(_id)
    unset(_version)
    unset(_prefixes)
endif()

if(NOT TARGET KF6::Archive)
    message(FATAL_ERROR "KArchive for Qt 6 was not found. Run tools/setup.sh, which installs or builds it, and configure again.")
endif()

# One of our own building lies in a user's cache: it goes with the installed programs, which look for it beside themselves.
# (Its folder is in CMake's cache after the first time, so where it was found is asked and not how.)
if(KF6Archive_DIR MATCHES "/kf6-karchive-[^/]+/")
    file(RELATIVE_PATH _libraries "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}/cudnn-setup")
    set(CMAKE_INSTALL_RPATH "$ORIGIN/${_libraries}")
    install(
        FILES $<TARGET_FILE:KF6::Archive>
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cudnn-setup
        RENAME $<TARGET_SONAME_FILE_NAME:KF6::Archive>
        COMPONENT CommandLine)
    unset(_libraries)
endif()
