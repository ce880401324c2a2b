#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Packs the cuDNN of a toolkit on this machine into NVIDIA's archive layout: one top folder with include/, lib/ and LICENSE,
# three-level links (libcudnn.so -> libcudnn.so.9 -> libcudnn.so.9.19.0). The toolkit is only read; copies are hard links or
# reflinks where the file system allows. Usage: pack-cudnn.sh TOOLKIT OUTPUT-FOLDER; prints the archive's path.
set -euo pipefail

[ $# -eq 2 ] || { echo "usage: pack-cudnn.sh TOOLKIT OUTPUT-FOLDER" >&2; exit 2; }
toolkit=$(realpath "$1")
mkdir -p "$2"
output=$(realpath "$2")

header=$toolkit/include/cudnn_version.h
libraries=$(realpath "$toolkit/lib64")
[ -f "$header" ] || { echo "pack-cudnn.sh: no cuDNN headers in $toolkit" >&2; exit 3; }

number() { sed -n "s/^#define $1 \([0-9][0-9]*\).*/\1/p" "$header"; }
major=$(number CUDNN_MAJOR)
version=$major.$(number CUDNN_MINOR).$(number CUDNN_PATCHLEVEL)
cuda=$(($(sed -n 's/^#define CUDA_VERSION \([0-9]*\).*/\1/p' "$toolkit/include/cuda.h" | head -n 1) / 1000))
build=$(find "$toolkit/dist-info" -maxdepth 1 -name "nvidia_cudnn_cu*-$version.*" 2>/dev/null |
    sed -n 's/.*-[0-9.]*\.\([0-9]*\)\.dist-info$/\1/p' | head -n 1)
name=cudnn-linux-$(uname -m)-$version.${build:-0}_cuda$cuda-archive
archive=$output/$name.tar.xz
[ -f "$archive" ] && { echo "$archive"; exit 0; }

work=$(mktemp -d "$output/pack.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name/include" "$work/$name/lib"
echo "Packed from a toolkit on this machine for a test; NVIDIA's licence applies to the files." >"$work/$name/LICENSE"
cp "$toolkit"/include/cudnn*.h "$work/$name/include/"
for library in "$libraries"/libcudnn*.so."$major"; do
    soname=$(basename "$library")
    cp --reflink=auto "$library" "$work/$name/lib/$soname${version#"$major"}"
    ln -s "$soname${version#"$major"}" "$work/$name/lib/$soname"
    ln -s "$soname" "$work/$name/lib/${soname%."$major"}"
done
tar -C "$work" --owner=0 --group=0 --sort=name -cf - "$name" | xz -T1 "-${XZ_LEVEL:-6}" -c >"$work/$name.tar.xz"
mv "$work/$name.tar.xz" "$archive"
echo "$archive"
