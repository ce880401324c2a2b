#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Nothing is left behind on a real CUDA toolkit: copies the toolkit aside, installs a real cuDNN into the copy, rolls back,
# installs another version, uninstalls, and compares the copy byte for byte with what it was before the first install:
# path, type, mode, owner, size, time, link target, extended attributes, SHA-256. The times of folders are left out, as
# they change with every name that comes and goes. The machine itself is only read.
# Usage: roundtrip.sh BUILD-FOLDER ARCHIVE OTHER-ARCHIVE [TOOLKIT] [SCRATCH-FOLDER]
set -euo pipefail

[ $# -ge 3 ] || { echo "usage: roundtrip.sh BUILD-FOLDER ARCHIVE OTHER-ARCHIVE [TOOLKIT] [SCRATCH-FOLDER]" >&2; exit 2; }
command -v getfattr >/dev/null || { echo "roundtrip.sh: getfattr is missing (package attr)" >&2; exit 3; }
cli=$(realpath "$1")/bin/cudnn-setup-cli
first=$(realpath "$2")
second=$(realpath "$3")
toolkit=$(realpath "${4:-/usr/local/cuda}")
scratch=$(mktemp -d "${5:-$(realpath "$1")}/roundtrip.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

needed=$(($(du -sk "$toolkit" | cut -f 1) + 3 * 1024 * 1024))
free=$(df -k --output=avail "$scratch" | tail -n 1)
[ "$free" -gt "$needed" ] || { echo "roundtrip.sh: $needed KiB are needed in $scratch, $free are free" >&2; exit 3; }

root=$scratch/machine
inside=/usr/local/$(basename "$toolkit")
mkdir -p "$root/usr/local" "$root/etc/ld.so.conf.d"
echo "include /etc/ld.so.conf.d/*.conf" >"$root/etc/ld.so.conf"
echo "$inside/lib64" >"$root/etc/ld.so.conf.d/cuda.conf"
cp -a --reflink=auto "$toolkit" "$root$inside"
# Files that a package manager owns are refused; in the copy the cuDNN that is there is nobody's.
rm -rf "$root$inside"/dist-info/nvidia_cudnn*
ldconfig -X -r "$root"

manifest() { # FILE: one line for each name of the machine
    (
        cd "$root"
        find . -mindepth 1 -type d -printf '%p %y %m %U:%G\n'
        find . -mindepth 1 ! -type d ! -path ./etc/ld.so.cache -printf '%p %y %m %U:%G %s %T@ %l\n'
        find . -path ./etc/ld.so.cache -printf '%p %y %m %U:%G %s\n' # made anew, to the same bytes
        find . -type f -print0 | xargs -0 sha256sum
        find . -print0 | xargs -0 getfattr -h -d -m - -e hex --absolute-names | tr '\n' ' '; echo
    ) | LC_ALL=C sort >"$1"
}

step() { # COMMAND...: one command of the program, with its time
    local start
    start=$(date +%s.%N)
    "$cli" --quiet --root "$root" "$@" >/dev/null
    printf '%6.2f s  %s\n' "$(awk "BEGIN {print $(date +%s.%N) - $start}")" "$1 ${2-}"
}

manifest "$scratch/before"
step install "$first" --toolkit "$inside" --allow-unknown-archive --yes
manifest "$scratch/first"
step rollback --yes
manifest "$scratch/back"
step install "$second" --toolkit "$inside" --allow-unknown-archive --yes
manifest "$scratch/second"
step uninstall --toolkit "$inside" --yes
manifest "$scratch/after"

for name in first second; do
    ! cmp -s "$scratch/before" "$scratch/$name" || { echo "roundtrip.sh: the $name install changed nothing" >&2; exit 1; }
done
for name in back after; do
    grep -v "/\.cudnn-setup" "$scratch/$name" >"$scratch/$name.used"
    diff "$scratch/before" "$scratch/$name.used" || { echo "roundtrip.sh: the tree differs ($name)" >&2; exit 1; }
done
echo "roundtrip.sh: $(wc -l <"$scratch/before") lines about $(du -sh "$root$inside" | cut -f 1) of $toolkit are the same as before."
