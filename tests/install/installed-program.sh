#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs the command-line program into a scratch folder and starts it there: it needs nothing of the folders in which it
# was built, not the library that tools/karchive.sh keeps in the user's cache either.
# Usage: installed-program.sh BUILD/bin PREFIX
set -euo pipefail
build=$(dirname "$1")
prefix=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() { echo "FAIL: $*"; exit 1; }

DESTDIR=$scratch cmake --install "$build" --component CommandLine > "$scratch/log" || { cat "$scratch/log"; fail "not installed"; }
program=$scratch$prefix/bin/cudnn-setup-cli
[[ -x $program ]] || fail "$program is not there"

paths=$(readelf -d "$program" | sed -nE 's/.*\((RUNPATH|RPATH)\).*\[(.*)\]/\2/p')
IFS=: read -ra folders <<< "$paths"
for folder in "${folders[@]}"; do
    [[ $folder == '$ORIGIN'* ]] || fail "it looks for libraries in $folder"
done

# Where a library of its own lies beside it, the loader takes that one.
if [[ -n $paths ]]; then
    own=$(ldd "$program" | sed -nE 's/.*libKF6Archive.* => ([^ ]+).*/\1/p')
    [[ $(realpath "$own") == "$(realpath "$scratch")"/* ]] || fail "it takes $own"
fi
version=$(env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "$program" --version) || fail "it does not start"
[[ $version == *cudnn-setup* ]] || fail "it says: $version"
echo "PASS: $version"
