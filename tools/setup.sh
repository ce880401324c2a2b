#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what building and testing cuDNN Setup needs, on Debian, Ubuntu, Fedora and Arch, and builds KArchive where
# the distribution has none for Qt 6. Changes nothing, and is quick, when everything is there.
set -euo pipefail

# An active conda environment or the like must not lend its tools and libraries to the build.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# --- Package names. 'a|b' is one need with two names: the first that the distribution knows is taken. --------------

readonly apt_packages=(
    g++ cmake ninja-build 'pkgconf|pkg-config' xz-utils
    qt6-base-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n 'qt6-svg-dev|libqt6svg6-dev'
    'qt6-svg-plugins|libqt6svg6'
    libelf-dev libexpected-dev liblzma-dev libssl-dev zlib1g-dev
    xvfb xauth libxkbcommon-x11-0 libxcb-cursor0 fonts-dejavu-core fonts-wqy-microhei
    dash fish zsh 'polkitd|policykit-1' 'pkexec|policykit-1' dbus sudo util-linux passwd procps
)
readonly apt_karchive=libkf6archive-dev
readonly apt_karchive_build_packages=(extra-cmake-modules libbz2-dev libzstd-dev debian-archive-keyring)

readonly dnf_packages=(
    gcc-c++ cmake ninja-build pkgconf-pkg-config xz
    qt6-qtbase-devel qt6-qttools-devel qt6-linguist qt6-qttranslations qt6-qtsvg-devel kf6-karchive-devel
    elfutils-libelf-devel expected-devel xz-devel openssl-devel zlib-devel
    xorg-x11-server-Xvfb xorg-x11-xauth libxkbcommon-x11 xcb-util-cursor dejavu-sans-fonts wqy-microhei-fonts
    dash fish zsh polkit dbus-daemon sudo util-linux shadow-utils procps-ng
)

readonly pacman_packages=(
    gcc cmake ninja pkgconf xz
    qt6-base qt6-tools qt6-translations qt6-svg karchive
    libelf tl-expected openssl zlib
    xorg-server-xvfb xorg-xauth libxkbcommon-x11 xcb-util-cursor ttf-dejavu wqy-microhei
    dash fish zsh polkit dbus sudo util-linux shadow procps-ng
)

# --- Running the package manager. ---------------------------------------------------------------------------------

# Ends the script with what to do where it may not install anything itself.
require_rights() { # COMMAND...
    say "Missing: ${missing[*]}"
    ((EUID == 0)) && return
    if command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; then
        return
    fi
    die "Installing packages needs root rights, which are not to be had here; please have this run: $*"
}

as_root() {
    if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

three_times() {
    local attempt
    for attempt in 1 2 3; do
        "$@" && return
        say "That did not work (attempt $attempt of 3)."
        sleep "$attempt"
    done
    return 1
}

# --- Debian and Ubuntu. -------------------------------------------------------------------------------------------

apt_installed() { # NAME...; prints those that are installed
    dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
        awk '$1 == "installed" { print $2 }' || true
}

apt_collect_missing() { # NEED...; appends to `missing` each need of which no name is installed
    local need name installed
    local -a names
    read -ra names <<<"${*//|/ }"
    installed=" $(apt_installed "${names[@]}" | tr '\n' ' ') "
    for need in "$@"; do
        for name in ${need//|/ }; do
            [[ $installed == *" $name "* ]] && continue 2
        done
        missing+=("$need")
    done
}

apt_install_missing() {
    local need name
    local -a names=()
    ((${#missing[@]})) || return 0
    require_rights apt-get install --no-install-recommends "${missing[@]%%|*}"
    three_times as_root apt-get -qq -o Acquire::Retries=3 update || die "The package lists could not be fetched."
    for need in "${missing[@]}"; do
        for name in ${need//|/ }; do
            [[ -n $(apt-cache madison "$name" 2>/dev/null) ]] && break
        done
        names+=("$name")
    done
    three_times as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 \
        -o DPkg::Lock::Timeout=300 install --no-install-recommends "${names[@]}" ||
        die "These packages could not be installed: ${names[*]}"
}

# libkf6archive-dev came with Debian 13 and Ubuntu 24.10; derived systems are asked by name.
apt_has_karchive() {
    case $ID in
    debian) [[ ${VERSION_ID:-99} -ge 13 ]] ;;
    ubuntu) [[ ${VERSION_ID/./} -ge 2410 ]] ;;
    *) [[ -n $(apt-cache madison "$apt_karchive" 2>/dev/null) ]] ;;
    esac
}

setup_apt() {
    apt_collect_missing "${apt_packages[@]}"
    if [[ -z $(apt_installed "$apt_karchive") ]] && ! "$tools/karchive.sh" --check 2>/dev/null; then
        if apt_has_karchive; then
            missing+=("$apt_karchive")
        else
            apt_collect_missing "${apt_karchive_build_packages[@]}"
            apt_install_missing
            "$tools/karchive.sh"
            return
        fi
    fi
    apt_install_missing
}

# --- Fedora and Arch. ---------------------------------------------------------------------------------------------

setup_dnf() {
    local name
    for name in "${dnf_packages[@]}"; do
        rpm --query --quiet --whatprovides "$name" || missing+=("$name")
    done
    ((${#missing[@]})) || return 0
    local -a command=(dnf install -y --setopt=install_weak_deps=False "${missing[@]}")
    require_rights "${command[@]}"
    three_times as_root "${command[@]}" ||
        die "These packages could not be installed: ${missing[*]}"
}

setup_pacman() {
    mapfile -t missing < <(pacman --deptest "${pacman_packages[@]}" || true)
    ((${#missing[@]})) || return 0
    # A partial upgrade is not supported on Arch, so the system is brought up to date in the same step.
    local -a command=(pacman -Syu --noconfirm --needed "${missing[@]}")
    require_rights "${command[@]}"
    three_times as_root "${command[@]}" ||
        die "These packages could not be installed: ${missing[*]}"
}

# --- Which system. ------------------------------------------------------------------------------------------------

require_cmake() {
    local found
    found=$(cmake --version | awk 'NR == 1 { print $3 }')
    [[ $(printf '%s\n' 3.25 "$found" | sort -V | head -n 1) == 3.25 ]] ||
        die "CMake $found is too old: 3.25 or newer is needed (Debian 12, Ubuntu 24.04 or newer have it)."
}

main() {
    # shellcheck disable=SC1091
    . /etc/os-release
    missing=()
    if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
        setup_apt
    elif command -v dnf >/dev/null; then
        setup_dnf
    elif command -v pacman >/dev/null; then
        setup_pacman
    else
        die "This script knows Debian, Ubuntu, Fedora and Arch, and ${PRETTY_NAME:-this system} is none of them." \
            "The lists at the top of tools/setup.sh name what to install by hand."
    fi
    require_cmake
}

main
