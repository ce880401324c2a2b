#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds the release and starts the wizard with the given arguments. Without a display it
# prints what it detects here, then walks the wizard's pages over a practice machine and says where their pictures are.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# An active conda environment or the like must not lend its tools and libraries to the build.
readonly system_path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

tools/setup.sh
PATH=$system_path cmake --preset release
PATH=$system_path cmake --build build/release --parallel "$(nproc)"

if [[ -n ${DISPLAY-} || -n ${WAYLAND_DISPLAY-} ]]; then
    exec build/release/bin/cudnn-setup "$@"
fi

printf '\nNo display here. What is on this machine:\n\n'
build/release/bin/cudnn-setup-cli detect

printf '\nThe four pages of the wizard, over a practice machine:\n\n'
rm -rf build/tour
mkdir -p build/tour
QT_QPA_PLATFORM=offscreen build/release/bin/cudnn-setup --demo-tour build/tour "$@"
printf '\nThe pictures of the pages are in %s/build/tour\n' "$PWD"
