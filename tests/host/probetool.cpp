// SPDX-License-Identifier: MIT
// The child's side alone, as the hidden command of the command line program runs it.
#include "host/prober.h"

int main()
{
    return cudnnsetup::runProbeChild();
}
