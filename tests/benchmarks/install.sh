#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares, in one run on one archive: pure decompression, the recipe that guides print (tar, cp, ldconfig), our install with
# hashing and backup of an older cuDNN, and the same through a privileged process of its own (where sudo asks for no
# password; into a prefix, as rights are for this machine only). Usage: install.sh BUILD-FOLDER ARCHIVE [ROUNDS]. Prints a
# Markdown table of medians. Works in a scratch folder beside the archive: /tmp may be memory, and nothing is put with an
# administrator's rights where everybody may write.
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: install.sh BUILD-FOLDER ARCHIVE [ROUNDS]" >&2; exit 2; }
cli=$(realpath "$1")/bin/cudnn-setup-cli
measure=$(realpath "$1")/bin/measure
archive=$(realpath "$2")
rounds=${3:-5}
cuda=$(sed -n 's/.*_cuda\([0-9]*\).*/\1/p' <<<"$(basename "$archive")")
scratch=$(mktemp -d "$(dirname "$archive")/benchmark.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

older_cudnn() { # FOLDER
    for number in 1 2 3; do
        head -c 30000000 /dev/zero >"$1/libcudnn_old$number.so.8.0.0"
    done
}

# A toolkit skeleton with an older cuDNN in it.
skeleton() {
    local toolkit=$1/usr/local/cuda-$cuda.0
    rm -rf "$1"
    mkdir -p "$toolkit/bin" "$toolkit/include" "$toolkit/lib64" "$1/etc/ld.so.conf.d" "$1/tmp"
    echo "include /etc/ld.so.conf.d/*.conf" >"$1/etc/ld.so.conf"
    echo "/usr/local/cuda-$cuda.0/lib64" >"$1/etc/ld.so.conf.d/cuda.conf"
    echo "#define CUDA_VERSION ${cuda}000" >"$toolkit/include/cuda.h"
    older_cudnn "$toolkit/lib64"
    sync
}

prefix() {
    rm -rf "$1"
    mkdir -p "$1/lib" "$1/include"
    older_cudnn "$1/lib"
    sync
}

recipe() {
    local root=$1 toolkit=$1/usr/local/cuda-$cuda.0
    tar -xJf "$archive" -C "$root/tmp"
    cp -P "$root"/tmp/cudnn-*/include/cudnn*.h "$toolkit/include/"
    cp -P "$root"/tmp/cudnn-*/lib/libcudnn* "$toolkit/lib64/"
    chmod a+r "$toolkit"/include/cudnn*.h "$toolkit"/lib64/libcudnn*
    ldconfig -r "$root"
}

row() { # NAME COMMAND...: one measured line into the file of that name
    local name=$1
    shift
    "$measure" "$@" 2>"$scratch/errors" | tail -n 1 >>"$scratch/$name.times" || { cat "$scratch/errors" >&2; exit 1; }
}

for _ in $(seq "$rounds"); do
    row decompress sh -c 'xz -dc "$1" >/dev/null' sh "$archive"
    skeleton "$scratch/ours"
    row install "$cli" --quiet --root "$scratch/ours" install "$archive" --toolkit "/usr/local/cuda-$cuda.0" \
        --allow-unknown-archive --yes
    if sudo -n true 2>/dev/null; then
        prefix "$scratch/prefix"
        row privileged "$cli" --quiet install "$archive" --prefix "$scratch/prefix" --activate none --rights sudo \
            --allow-unknown-archive --yes
        rm -rf "$scratch/prefix"
    fi
    skeleton "$scratch/theirs"
    export -f recipe
    export archive cuda
    row recipe bash -c 'recipe "$1"' bash "$scratch/theirs"
done

median() { awk -v column="$2" '{print $column}' "$scratch/$1.times" | sort -n | awk '{v[NR]=$1} END {print v[int((NR+1)/2)]}'; }
unpacked=$(xz --robot -l "$archive" | awk '/^totals/ {print $5}')
echo "$(basename "$archive"): $(stat -c %s "$archive") bytes packed, $unpacked unpacked; $rounds rounds, medians"
echo
echo "| what | wall s | of decompression | user s | system s | peak MiB | written MiB |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
base=$(median decompress 1)
for name in decompress install privileged recipe; do
    [ -f "$scratch/$name.times" ] || continue
    wall=$(median $name 1)
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$name" "$wall" "$(awk "BEGIN {printf \"%.3f\", $wall / $base}")" \
        "$(median $name 2)" "$(median $name 3)" "$(median $name 4)" "$(median $name 5)"
done
