#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The kill test with an archive of real size: SIGKILL at every write of the journal and at 200 random moments of each task,
# then `recover`; see tests/interruption/tst_killed.cpp. Takes about an hour, in a scratch folder
# of its own. Usage: kill-real.sh BUILD-FOLDER ARCHIVE [SCRATCH-FOLDER]; CUDNN_SETUP_SEED repeats a run's moments.
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: kill-real.sh BUILD-FOLDER ARCHIVE [SCRATCH-FOLDER]" >&2; exit 2; }
build=$(realpath "$1")
CUDNN_SETUP_ARCHIVE=$(realpath "$2")
TMPDIR=$(mktemp -d "${3:-$build}/kill.XXXXXX")
trap 'rm -rf "$TMPDIR"' EXIT
export CUDNN_SETUP_ARCHIVE TMPDIR CUDNN_SETUP_LONG_TESTS=1 LC_ALL=C.UTF-8 QTEST_FUNCTION_TIMEOUT=86400000
"$build/bin/tst_killed"
