#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# On a machine with a GPU: every cuDNN copy is measured by `cudnn-setup-cli gpu-test` and by the plain reference beside it, and
# both are compared. on-gpu.sh CLI OUT [ROUNDS]; needs g++ and the headers of cuDNN and of a CUDA toolkit. Status 1 when a mode
# fails, is not right, or takes more than 1.05 times the reference; 77 where there is no GPU.
set -euo pipefail
cli=$1
out=$2
rounds=${3-3}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

nvidia-smi -L 2>/dev/null | grep -q '^GPU' || { echo "SKIP: no GPU here"; exit 77; }
mkdir -p "$out"
cuda=${CUDA_HOME-/usr/local/cuda}
g++ -O2 -std=c++20 -w -I"$cuda/include" "$here/reference.cpp" -o "$out/reference" -L"$cuda/lib64" -lcudnn -lcudart

"$cli" detect --json --quiet >"$out/detect.json"
mapfile -t copies < <(python3 -c 'import json, sys; [print(c["libraryDir"]) for c in json.load(open(sys.argv[1]))["cudnnCopies"]]' \
    "$out/detect.json")
for i in "${!copies[@]}"; do
    copy=${copies[i]}
    path=$copy
    for sibling in "$copy"/../../cu*/lib "$copy"/../../*/lib; do
        [[ $copy != */nvidia/cudnn/lib || ! -d $sibling ]] || path+=:$sibling
    done
    for ((round = 0; round < rounds; ++round)); do
        LD_LIBRARY_PATH=$path:$cuda/lib64 "$out/reference" >"$out/reference-$i-$round.json"
        start=$(date +%s.%N)
        "$cli" gpu-test --copy "$copy" --modes all --json --quiet >"$out/test-$i-$round.json" || true
        echo "$start $(date +%s.%N)" >"$out/seconds-$i-$round"
    done
done
python3 "$here/compare.py" "$out"
