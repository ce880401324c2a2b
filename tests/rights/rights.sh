#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs a cuDNN as an ordinary user, with the rights that a real polkitd or a real sudo gives, and tries to get more than
# that. Everything happens in a mount namespace with folders of its own for /etc, /run, /usr/local and polkit's actions: the
# machine's own stay as they are.
# Usage: rights.sh BUILD/bin (as root; 77: cannot be run here)
set -euo pipefail
bin=$1

skip() { echo "SKIP: $*"; exit 77; }
((EUID == 0)) || skip "needs root, to make a second user in a namespace"
for program in unshare setpriv useradd dbus-daemon pkexec sudo gcc pgrep xz; do
    [[ -n $(command -v "$program") ]] || skip "$program is not installed"
done
if ldd "$bin/cudnn-setup-cli" | grep -qE 'lib(a|t)san'; then
    skip "a sanitizer's library wants to come before any other, and LD_PRELOAD is a part of this"
fi
for polkitd in /usr/lib/polkit-1/polkitd /usr/libexec/polkit-1/polkitd /usr/libexec/polkitd ''; do
    [[ -x $polkitd ]] && break
done
[[ -n $polkitd ]] || skip "polkitd is not installed"

if [[ ${2-} != inside ]]; then
    unshare -m true 2>/dev/null || skip "a mount namespace is not to be had here"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    chmod 755 "$scratch"
    # A pid namespace of its own: the daemons end with it.
    unshare -m --pid --fork --kill-child --mount-proc bash "$0" "$bin" inside "$scratch"
    exit
fi

# --- The world inside. --------------------------------------------------------------------------------------------

scratch=$3
mount --make-rprivate /
mkdir "$scratch"/{etc,run,local,actions,build}
cp -a /etc/. "$scratch/etc"
cp -a /usr/share/polkit-1/actions/. "$scratch/actions"
mount --bind "$scratch/etc" /etc
mount --bind "$scratch/run" /run
mount --bind "$scratch/actions" /usr/share/polkit-1/actions
mkdir /run/dbus
# The build may lie below what is hidden now.
mount --bind "$(dirname "$bin")" "$scratch/build"
mount --bind "$scratch/local" /usr/local
cmake --install "$scratch/build" --component CommandLine --prefix /usr/local >"$scratch/log" || { cat "$scratch/log"; exit 1; }
cli=/usr/local/bin/cudnn-setup-cli
sed "s|\(<annotate key=\"org.freedesktop.policykit.exec.path\">\)[^<]*|\1$cli|" \
    /usr/local/share/polkit-1/actions/io.github.cudnn_setup.policy >/usr/share/polkit-1/actions/io.github.cudnn_setup.policy

useradd --create-home --home-dir /usr/local/home --shell /bin/bash tester
useradd --no-create-home --home-dir /nonexistent --shell /bin/bash stranger
cp "$scratch/build/bin/polkitagent" /usr/local/bin/polkitagent
$cli practice "$scratch/practice" --quiet >"$scratch/log"
chmod -R a+rX "$scratch/practice"
cp -a "$scratch/practice/root/usr/local/cuda-12.4" /usr/local/cuda-12.4
chown -R root:root /usr/local/cuda-12.4
archive=$(echo "$scratch"/practice/archives/*_cuda12-archive.tar.xz)
target=/usr/local/cuda-12.4
install=(install "$archive" --toolkit $target --allow-unknown-archive --yes)
library=$target/targets/x86_64-linux/lib/libcudnn.so.8

dbus-daemon --system --fork --nopidfile
"$polkitd" --no-debug >"$scratch/polkitd.log" 2>&1 &

# --- What is asked of it. -----------------------------------------------------------------------------------------

failures=0
check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then echo "PASS: $what"; else echo "FAIL: $what"; failures=$((failures + 1)); tail -n 5 "$scratch/said"; fi
}
manifest() { find $target /etc/ld.so.conf.d /etc/passwd -type d -printf '%p %y %m %U:%G\n' -o -printf '%p %y %m %U:%G %s %T@ %l\n' | sort; }
is_unchanged() { [[ $(manifest) == "$before" ]]; }
said() { grep -q "$1" "$scratch/said"; }
is_roots() { [[ -f $library && $(find $target -not -user root -print -quit) == '' ]]; }

as() { # USER COMMAND...; what it says goes to $scratch/said
    local user=$1 status=0
    shift
    setpriv --reuid "$user" --regid "$user" --init-groups env -i HOME=/usr/local/home PATH=/usr/bin:/bin LC_ALL=C.UTF-8 \
        "$@" >"$scratch/said" 2>&1 </dev/null || status=$?
    return $status
}
code() { # EXPECTED COMMAND...
    local expected=$1 status=0
    shift
    "$@" || status=$?
    [[ $status == "$expected" ]] || { echo "exit code $status instead of $expected" >>"$scratch/said"; return 1; }
}

# As USER, with the agent of ANSWER listening for the very process: it waits as a shell until the agent is there, then becomes
# the program.
with_agent() { # ANSWER USER COMMAND...
    local answer=$1 user=$2 status=0 process ready
    shift 2
    : >"$scratch/asked"
    mkfifo --mode=666 "$scratch/here" "$scratch/go"
    # shellcheck disable=SC2016 # for the inner shell
    as "$user" bash -c 'echo $$ >"$0/here"; read -r _ <"$0/go"; exec "$@"' "$scratch" "$@" &
    local waiter=$!
    read -r process <"$scratch/here"
    coproc AGENT { polkitagent "$process" "$answer" "$scratch/asked"; }
    read -r ready <&"${AGENT[0]}" || ready=
    [[ $ready == ready ]] || echo "the agent did not start"
    echo go >"$scratch/go"
    wait $waiter || status=$?
    eval "exec ${AGENT[1]}>&-"
    wait "$AGENT_PID" 2>/dev/null || true
    rm "$scratch/here" "$scratch/go"
    return $status
}

before=$(manifest)

# Nobody can ask for a password.
check "pkexec without an agent changes nothing" code 7 as tester $cli "${install[@]}" --rights pkexec
check "... and says so" said 'error: not-writable'
check "... really nothing" is_unchanged

# The person closes the question.
check "a dismissed question changes nothing" code 3 with_agent no tester $cli "${install[@]}" --rights pkexec
check "... and says so" said 'error: not-confirmed'
check "... really nothing" is_unchanged

# Authorised.
check "pkexec installs" code 0 with_agent yes tester $cli "${install[@]}" --rights pkexec
check "... as root" is_roots
check "... after one question" test "$(wc -l <"$scratch/asked")" == 1
check "... that is our own" grep -q '^io\.github\.cudnn_setup\.apply' "$scratch/asked"
check "... in our words" grep -q 'put the shown changes of cuDNN in place' "$scratch/asked"
check "pkexec takes it back" code 0 with_agent yes tester $cli rollback --toolkit $target --yes --rights pkexec
check "... to the last byte" is_unchanged

# What was authorised is `apply`, and nothing else that the program can do.
# pkexec asks for the process that called it, so a shell stays above it here.
pkexec_as_tester() { with_agent yes tester bash -c 'pkexec --disable-internal-agent "$@"; exit $?' bash "$@"; }
check "another command is another question" code 0 pkexec_as_tester $cli --version
check "... the general one" grep -q '^org\.freedesktop\.policykit\.exec' "$scratch/asked"
check "with pkexec no folder is a machine" code 2 pkexec_as_tester $cli apply --root "$scratch"
check "... really nothing" is_unchanged

# sudo. Its worst configuration: everything of the caller's environment that it may keep.
echo 'tester ALL=(root) NOPASSWD: ALL' >/etc/sudoers.d/test
echo 'Defaults !env_reset' >>/etc/sudoers.d/test
chmod 440 /etc/sudoers.d/test
check "sudo refuses whom it does not know" code 3 as stranger $cli "${install[@]}" --rights sudo
check "... and it is said" said 'error: not-confirmed'
check "... really nothing" is_unchanged

cat >"$scratch/intruder.c" <<'C'
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void intrude(void)
{
    if (geteuid() == 0)
        close(open("/usr/local/home/intruded", O_CREAT | O_WRONLY, 0600));
}
C
gcc -shared -fPIC -o /usr/local/home/intruder.so "$scratch/intruder.c"
mkdir -p /usr/local/home/plugins/platforms
cp /usr/local/home/intruder.so /usr/local/home/libKF6Archive.so.6
check "sudo installs" code 0 as tester LD_PRELOAD=/usr/local/home/intruder.so LD_LIBRARY_PATH=/usr/local/home \
    QT_PLUGIN_PATH=/usr/local/home/plugins QT_LOGGING_RULES='*=true' $cli "${install[@]}" --rights sudo
check "... as root" is_roots
check "... and none of the caller's libraries with it" test ! -e /usr/local/home/intruded
check "sudo takes it back" code 0 as tester $cli rollback --toolkit $target --yes --rights sudo
check "... to the last byte" is_unchanged

# Cancelled in the middle: the side that sends is held as soon as the other one is there, long before everything is sent.
# (Not the other: sudo stops together with what it runs.)
mkdir "$scratch/large"
tar -xJf "$archive" -C "$scratch/large"
large=$scratch/$(basename "$archive")
for file in "$scratch"/large/*/lib/libcudnn*.so.*; do
    [[ -L $file ]] || { head -c 268435456 /dev/zero >>"$file"; break; }
done
tar -cf - -C "$scratch/large" "$(ls "$scratch/large")" | xz -0 >"$large"
rm -r "$scratch/large"
chmod 644 "$large"
process_of() { # USER PATTERN; waits until there is one
    local end=$((SECONDS + 30))
    until pgrep -u "$1" -f -o "$2"; do ((SECONDS < end)) || return 1; done
}
cancelled_in_the_middle() {
    local asking waiter status=0
    as tester env --default-signal=INT $cli install "$large" --toolkit $target --allow-unknown-archive --yes --rights sudo &
    waiter=$!
    asking=$(process_of tester "^$cli install") && process_of root "^$cli apply" >/dev/null && kill -STOP "$asking"
    kill -INT "$asking"
    kill -CONT "$asking"
    wait $waiter || status=$?
    return $status
}
check "sudo: cancelled in the middle is rolled back" code 6 cancelled_in_the_middle
check "... really nothing" is_unchanged
check "sudo: the same, left alone, is carried out" code 0 as tester $cli install "$large" --toolkit $target \
    --allow-unknown-archive --yes --rights sudo
check "... and taken back" code 0 as tester $cli rollback --toolkit $target --yes --rights sudo

# Facts of the person, though the program runs as root.
check "under sudo the person's own session is looked at" \
    code 0 as tester LD_LIBRARY_PATH=/opt/mine sudo $cli detect --json --quiet --no-probes
check "... with the LD_LIBRARY_PATH that sudo takes away" said /opt/mine


# Looking at the person's session is not running what is in it.
mkdir -p /usr/local/home/toolkit/{bin,include,lib64}
# shellcheck disable=SC2016 # for the program that is written
printf '#!/bin/sh\n[ "$(id -u)" != 0 ] || : >/usr/local/home/intruded-nvcc\n' >/usr/local/home/toolkit/bin/nvcc
cp /usr/local/home/toolkit/bin/nvcc /usr/local/home/toolkit/bin/nvidia-smi
chmod 755 /usr/local/home/toolkit/bin/*
echo '#define CUDA_VERSION 12040' >/usr/local/home/toolkit/include/cuda.h
cp -P $target/targets/x86_64-linux/lib/libcud* /usr/local/home/toolkit/lib64/ 2>/dev/null || true
gcc -shared -fPIC -Wl,-soname,libcudnn.so.8 -o /usr/local/home/toolkit/lib64/libcudnn.so.8.9.7 "$scratch/intruder.c"
ln -sf libcudnn.so.8.9.7 /usr/local/home/toolkit/lib64/libcudnn.so.8
chown -R tester:tester /usr/local/home
rm -f /usr/local/home/intruded*
rm /etc/sudoers.d/test
echo 'tester ALL=(root) NOPASSWD: ALL' >/etc/sudoers.d/test
chmod 440 /etc/sudoers.d/test
check "detect under sudo, as sudo is set up everywhere" code 0 as tester PATH=/usr/local/home/toolkit/bin:/usr/bin:/bin \
    CUDA_HOME=/usr/local/home/toolkit LD_PRELOAD=/usr/local/home/intruder.so LD_LIBRARY_PATH=/usr/local/home/toolkit/lib64 \
    sudo $cli detect --json --quiet
check "... sees the person's toolkit" said /usr/local/home/toolkit
check "... loads nothing of the person's as root" test ! -e /usr/local/home/intruded
check "... and runs nothing of his" test ! -e /usr/local/home/intruded-nvcc

((failures == 0)) || { echo "$failures failed"; exit 1; }
