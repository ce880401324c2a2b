#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds KArchive for distributions that do not package it for Qt 6 (Debian 12, Ubuntu 24.04), from Debian's
# source package, into the cache folder outside the repository. `--check` only says, by its status, whether it is there.
set -euo pipefail

# An active conda environment or the like must not lend its tools and libraries to the build.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

readonly version=6.13.0
readonly tarball=kf6-karchive_$version.orig.tar.xz
readonly tarball_sha256=3c9b5dcf3abdfe2761e2153d70d9d667f1ff0fd2f6c80addba7549da954fcc90
readonly tarball_pool=pool/main/k/kf6-karchive/$tarball
readonly debian_keys=/usr/share/keyrings/debian-archive-keyring.gpg

say() { printf 'karchive: %s\n' "$*"; }
die() { printf 'karchive: %s\n' "$*" >&2; exit 1; }

# --- Names. cmake/KArchive.cmake looks for the same folder by the same rules. -------------------------------------

cache=${CUDNN_SETUP_CACHE:-${XDG_CACHE_HOME:-${HOME:?}/.cache}/cudnn-setup}
[[ $cache == /* ]] || die "The cache folder must be an absolute path, and is '$cache'."

os_release() { # VALUE_NAME -> the value in os-release, empty when it has none
    # shellcheck disable=SC1090,SC1091
    (. /etc/os-release && printf '%s' "${!1-}")
}

qt_version=$(qmake6 -query QT_VERSION 2>/dev/null) || qt_version=
prefix=$cache/kf6-karchive-$version-qt$qt_version-$(os_release ID)$(os_release VERSION_ID)-$(uname -m)

# The folder appears by one rename when everything in it is complete, so that it exists is enough.
is_built() { [[ -n $qt_version && -d $prefix ]]; }

# --- The source: a file that is already here, else Debian's archive. ----------------------------------------------

is_genuine() { [[ -f $1 ]] && sha256sum --check --status <<<"$tarball_sha256  $1"; }

# The mirror this machine already uses for Debian; deb.debian.org on any other system.
debian_mirror() {
    local mirror=
    if [[ $(os_release ID) == debian ]]; then
        # shellcheck disable=SC2016 # apt's own fields
        mirror=$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 2>/dev/null |
            awk -v suite="$(os_release VERSION_CODENAME)" '$1 == suite && $2 ~ /\/debian\/?$/ { print $2; exit }') || true
    fi
    printf '%s' "${mirror:-http://deb.debian.org/debian/}"
}

# By apt, from Debian 13's signed index: Release signature -> Sources -> file, in a private apt state that leaves the
# machine's own alone. The index is 10.7 MB (measured: 1.4 s and 0.7 s for the files) and is thrown away afterwards.
download_by_index() { # DIRECTORY MIRROR
    local dir=$1 mirror=$2
    [[ -r $debian_keys ]] || return 1
    mkdir -p "$dir"/{lists/partial,cache/archives/partial,files}
    printf '%s\n' 'Types: deb-src' "URIs: $mirror" 'Suites: trixie' 'Components: main' \
        "Signed-By: $debian_keys" >"$dir/debian.sources"
    local -a options=(
        -o "Dir::Etc::sourcelist=$dir/debian.sources" -o Dir::Etc::sourceparts=/dev/null
        -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null
        -o "Dir::State::lists=$dir/lists" -o "Dir::Cache=$dir/cache"
        -o APT::Sandbox::User=root # the sandbox's user cannot read a cache folder below a private home
        -o APT::Get::AllowUnauthenticated=false -o Acquire::AllowInsecureRepositories=false
        -o Acquire::GzipIndexes=true -o Acquire::Retries=3 -o APT::Default-Release=
    )
    apt-get -qq "${options[@]}" -o APT::Update::Error-Mode=any update || return 1
    (cd "$dir/files" && apt-get -qq "${options[@]}" source --download-only --only-source kf6-karchive) || return 1
    [[ -f $dir/files/$tarball ]] && mv "$dir/files/$tarball" "$dir/$tarball"
}

# The one file by its place in the pool. For systems whose keyring does not know Debian 13's keys, or when the release
# carries a newer version: the pinned sum alone then says that the file is the right one.
download_by_place() { # DIRECTORY MIRROR
    /usr/lib/apt/apt-helper -o APT::Sandbox::User=root -o Acquire::Retries=3 \
        download-file "${2%/}/$tarball_pool" "$1/$tarball" "SHA256:$tarball_sha256" >/dev/null
}

download() { # DIRECTORY
    local dir=$1 mirror attempt way
    command -v apt-get >/dev/null || return 1
    mirror=$(debian_mirror)
    for attempt in 1 2 3; do
        for way in download_by_index download_by_place; do
            say "Downloading $tarball from Debian's archive (attempt $attempt)."
            if ! "$way" "$dir" "$mirror"; then
                say "That did not work."
            elif is_genuine "$dir/$tarball"; then
                return 0
            else
                say "What came has not the expected SHA-256 and is thrown away."
            fi
            rm -rf "${dir:?}"/*
        done
        sleep "$attempt"
    done
    return 1
}

fetch() { # WORK_DIRECTORY; leaves the genuine tarball in the cache folder
    local kept=$cache/$tarball given=${CUDNN_SETUP_SOURCES:+$CUDNN_SETUP_SOURCES/$tarball}
    if is_genuine "$kept"; then
        return
    fi
    if [[ -e $kept ]]; then
        say "$kept is damaged: its SHA-256 is not $tarball_sha256. It is not used; a fresh copy replaces it."
        rm -f "$kept"
    fi
    mkdir "$1/download"
    if [[ -n $given && -e $given ]]; then
        cp "$given" "$1/download/$tarball"
        if is_genuine "$1/download/$tarball"; then
            mv "$1/download/$tarball" "$kept"
            return
        fi
        say "$given is damaged: its SHA-256 is not $tarball_sha256. It is not used."
        rm -f "$1/download/$tarball"
    fi
    download "$1/download" || die "KArchive's source could not be downloaded. Put $tarball (SHA-256" \
        "$tarball_sha256; Debian 13's source package kf6-karchive) into $cache and run this again."
    mv "$1/download/$tarball" "$kept"
}

# --- The build. ---------------------------------------------------------------------------------------------------

replace() { # FILE OLD NEW; a file that does not hold OLD is not the source this was written for
    local text
    text=$(<"$1")
    [[ $text == *"$2"* ]] || die "$1 does not contain '$2'; the source is not KArchive $version."
    printf '%s\n' "${text/"$2"/"$3"}" >"$1"
}

# What 6.13.0 asks for and Qt 6.4 with Extra CMake Modules 5.103 do not have. No behaviour changes.
fit_to_qt64() { # SOURCE_DIRECTORY
    replace "$1/CMakeLists.txt" 'find_package(ECM 6.13.0 ' 'find_package(ECM 5.103.0 '
    replace "$1/CMakeLists.txt" 'REQUIRED_QT_VERSION 6.6.0' 'REQUIRED_QT_VERSION 6.4.0'
    replace "$1/CMakeLists.txt" 'QT 6.9' 'QT 6.4'
    replace "$1/CMakeLists.txt" 'include(ECMFeatureSummary)' 'include(FeatureSummary)'
    replace "$1/CMakeLists.txt" 'ecm_feature_summary(' 'feature_summary('
    replace "$1/src/CMakeLists.txt" 'USE_VERSION_HEADER' ''
    replace "$1/src/k7zip.cpp" '#include <QTimeZone>' $'#include <QStringConverter>\n#include <QTimeZone>'
}

logged() { # LOG COMMAND...; quiet unless it fails
    local log=$1
    shift
    "$@" >"$log" 2>&1 || { tail -n 40 "$log" >&2; die "This step of building KArchive failed: $*"; }
}

build() { # WORK_DIRECTORY
    local work=$1 source=$1/karchive-$version
    say "Building KArchive $version for Qt $qt_version (once; under a minute)."
    tar -xJf "$cache/$tarball" -C "$work"
    fit_to_qt64 "$source"
    # Compression formats as in Debian's own package, so that one build behaves like the other.
    logged "$work/configure.log" cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX="$prefix" -DQT_MAJOR_VERSION=6 -DBUILD_SHARED_LIBS=ON -DBUILD_TESTING=OFF \
        -DWITH_BZIP2=ON -DWITH_LIBZSTD=ON -DWITH_OPENSSL=ON
    logged "$work/build.log" cmake --build "$work/build"
    DESTDIR=$work/root logged "$work/install.log" cmake --install "$work/build"
    [[ -n $(find "$work/root$prefix" -name KF6ArchiveConfig.cmake) ]] || die "KArchive's build installed nothing."
    mv --no-target-directory "$work/root$prefix" "$prefix"
    say "KArchive $version is in $prefix"
}

main() {
    if [[ ${1-} == --check ]]; then
        is_built
        return
    fi
    is_built && return
    [[ -n $qt_version ]] || die "qmake6 was not found; tools/setup.sh installs it."
    mkdir -p "$cache"
    # Children inherit the lock: what a killed run left running ends before its folder is cleared away.
    exec {lock}>"$cache/.lock"
    if ! flock --nonblock "$lock"; then
        say "Another set-up is working in $cache; waiting for it."
        flock "$lock"
    fi
    is_built && return
    rm -rf "$cache"/.work.*
    work=$(mktemp -d "$cache/.work.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    fetch "$work"
    build "$work"
}

main "$@"
