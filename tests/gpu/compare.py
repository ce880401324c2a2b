# SPDX-License-Identifier: MIT
"""Compares what on-gpu.sh measured. Of each mode the best round counts, on both sides: a GPU at its power limit is slower in
some rounds than in others. Status 1 when a mode is not right or takes more than 1.05 times the reference."""
import glob
import json
import sys

LIMIT = 1.05


def references(path):
    with open(path) as lines:
        return {entry["mode"]: entry for entry in map(json.loads, lines) if "mode" in entry}


def best(values):
    known = [value for value in values if value is not None]
    return min(known) if known else None


def shown(value, unit=""):
    return "-" if value is None else f"{value:.4g}{unit}"


def compare(folder, copy):
    rounds = len(glob.glob(f"{folder}/test-{copy}-*.json"))
    tests = [json.load(open(f"{folder}/test-{copy}-{i}.json")) for i in range(rounds)]
    plain = [references(f"{folder}/reference-{copy}-{i}.json") for i in range(rounds)]
    times = [[float(word) for word in open(f"{folder}/seconds-{copy}-{i}").read().split()] for i in range(rounds)]
    print(f"\n{tests[0].get('cudnnPath')}  cuDNN {tests[0].get('cudnnVersion')}, "
          f"whole test {max(end - start for start, end in times):.1f} s")
    print(f"{'mode':<11}{'without':>9}{'with':>9}{'reference':>11}{'graph':>9}{'ratio':>7}  error")
    bad = [f"copy {copy}: not ok"] if not all(test.get("ok") for test in tests) else []
    for mode in tests[0]["modes"]:
        name = mode["name"]
        same = [one for test in tests for one in test["modes"] if one["name"] == name]
        on = best([one["onMs"] for one in same])
        off = best([one["offMs"] for one in same])
        reference = best([one.get(name, {}).get("legacyMs") for one in plain])
        graph = best([one.get(name, {}).get("graphMs") for one in plain])
        ratio = on / reference if on and reference else None
        print(f"{name:<11}{shown(off):>9}{shown(on):>9}{shown(reference):>11}{shown(graph):>9}{shown(ratio):>7}  "
              f"{shown(mode['relativeError'])} {mode['verdict']} {mode['algorithm']}")
        if ratio is None or ratio > LIMIT:
            bad.append(f"copy {copy}: {name} takes {shown(ratio)} times the reference")
    return bad


def main(folder):
    copies = sorted({name.rsplit("-", 2)[1] for name in glob.glob(f"{folder}/test-*-0.json")})
    bad = [complaint for copy in copies for complaint in compare(folder, copy)]
    print("\n" + ("\n".join(bad) if bad else "Every mode is right and as fast as the reference."))
    return 1 if bad or not copies else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
