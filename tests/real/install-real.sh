#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The main job with real libraries: packs the cuDNN of a toolkit on this machine into NVIDIA's archive layout, installs it with
# the program into a fresh toolkit skeleton, and lets `verify` load what was installed. The skeleton borrows the other CUDA
# libraries by links; the machine itself is only read. Usage: install-real.sh BUILD-FOLDER [TOOLKIT] [SCRATCH-FOLDER]
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: install-real.sh BUILD-FOLDER [TOOLKIT] [SCRATCH-FOLDER]" >&2; exit 2; }
cli=$(realpath "$1")/bin/cudnn-setup-cli
toolkit=$(realpath "${2:-/usr/local/cuda}")
scratch=${3:-$(realpath "$1")/real}
here=$(dirname "$(realpath "$0")")

archive=$("$here/pack-cudnn.sh" "$toolkit" "$scratch")
version=$(sed -n 's/.*-\([0-9]*\.[0-9]*\.[0-9]*\)\.[0-9]*_cuda.*/\1/p' <<<"$archive")

skeleton=$scratch/cuda
rm -rf "$skeleton"
mkdir -p "$skeleton"/{bin,include,lib,targets/"$(uname -m)"-linux}
ln -s lib "$skeleton/lib64"
ln -s ../../lib "$skeleton/targets/$(uname -m)-linux/lib"
ln -s ../../include "$skeleton/targets/$(uname -m)-linux/include"
ln -s "$toolkit/bin/nvcc" "$skeleton/bin/nvcc"
cp "$toolkit/include/cuda.h" "$skeleton/include/"
for library in "$toolkit"/lib64/lib*.so.*; do
    case $(basename "$library") in
    libcudnn*) ;;
    *) ln -s "$library" "$skeleton/lib/" ;;
    esac
done

echo "Refused without the explicit word, as the archive has a published name and another hash:"
status=0
"$cli" install "$archive" --toolkit "$skeleton" --activate none --yes || status=$?
[ "$status" -eq 3 ] || { echo "install-real.sh: expected exit status 3, got $status" >&2; exit 1; }
[ ! -e "$skeleton/lib/libcudnn.so" ] || { echo "install-real.sh: a refused archive was installed" >&2; exit 1; }

"$cli" install "$archive" --toolkit "$skeleton" --activate none --yes --allow-unknown-archive
"$cli" verify --toolkit "$skeleton" --compile
"$cli" verify --toolkit "$skeleton" --json --quiet | grep -q "\"version\": \"$version\"" ||
    { echo "install-real.sh: verify did not report cuDNN $version" >&2; exit 1; }
echo "install-real.sh: cuDNN $version was installed into $skeleton and proven."
