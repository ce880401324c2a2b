#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds everything and runs the whole test-suite; its status is the suite's. With `--asan`
# the build that watches memory and undefined behaviour is tested instead of the release.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# An active conda environment or the like must not lend its tools and libraries to the build.
readonly system_path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

preset=release
case ${1-} in
'') ;;
--asan) preset=asan ;;
*)
    printf 'usage: tools/test.sh [--asan]\n' >&2
    exit 2
    ;;
esac

translations() { find i18n -type f -exec sha256sum {} + 2>/dev/null | sort -k 2 || true; }

tools/setup.sh

before=$(translations)
PATH=$system_path cmake --preset "$preset"
PATH=$system_path cmake --build "build/$preset" --parallel "$(nproc)"
if [[ $(translations) != "$before" ]]; then
    # Qt rewrites the .ts files in a build when one of them was missing at configure time, and loses every translation.
    printf 'test: The build changed files in i18n; bring them back and configure again.\n' >&2
    exit 1
fi

# A user's own folders, settings and display have no part in the tests.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/home"
mkdir -m 700 "$scratch/runtime"

status=0
env -u DISPLAY -u WAYLAND_DISPLAY -u LANGUAGE -u XDG_CACHE_HOME -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_STATE_HOME \
    HOME="$scratch/home" XDG_RUNTIME_DIR="$scratch/runtime" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen \
    ctest --preset "$preset" --output-on-failure -j2 || status=$?

if ((status == 0)); then
    printf '\ntest: Every test of the %s build passed, or was skipped for the reason given above.\n' "$preset"
else
    printf '\ntest: The %s build has failing tests (status %d); they are named above.\n' "$preset" "$status"
fi
exit "$status"
