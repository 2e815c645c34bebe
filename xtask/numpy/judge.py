"""What `gate check` takes of the processor to read and judge launches, in parts of what a script of NumPy and SciPy takes.

The script does what one would write: it parses the same lines, takes logarithms, takes off what each launch's methods share, and asks
each method Welch's t test and the rank-sum test. Both are processes of their own, and both times are the processor's, in one run.
Usage: judge.py GATE ROWS LAUNCHES; with `--script FILES` it is that script.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile

import numpy as np
from scipy import stats


def write(folder, rows, launches):
    """Launches in turns, of two builds that do not differ."""
    random = np.random.default_rng(1)
    sizes = np.exp(random.normal(11, 1.5, rows))
    for launch in range(launches):
        role, block = ("base", "head")[launch % 2], launch // 2 + 1
        costs = sizes * np.exp(random.normal(0, 0.02) + random.normal(0, 0.05, rows))
        methods = [
            {"name": f"-[Class{row} work]", "module": f"M{row % 50}", "calls": 1, "self_ns": round(cost), "total_ns": round(cost)}
            for row, cost in enumerate(costs)
        ]
        record = {
            "format": "launchgate.launch/1", "session": "one", "launch": launch + 1, "block": block, "role": role,
            "device": {"model": "iPhone15,2", "os": "17.5"}, "app": {"bundle": "com.example.shop", "build": role},
            "agent": {"version": "1", "settings": "default"},
            "marks": {"agent_start_ns": 0, "first_frame_ns": round(costs.sum())}, "methods": methods,
        }
        with open(os.path.join(folder, f"{launch:04}.jsonl"), "w") as file:
            json.dump(record, file)
            file.write("\n")


def script(folder):
    sides, names = {"base": [], "head": []}, {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            for record in map(json.loads, file):
                costs = {method["name"]: method["self_ns"] for method in record["methods"]}
                names.update(dict.fromkeys(costs))
                sides[record["role"]].append(costs)
    base, head = (np.log([[launch[name] for name in names] for launch in sides[side]]).T for side in ("base", "head"))
    base, head = (values - np.median(values, axis=0) for values in (base, head))
    welch = stats.ttest_ind(head, base, axis=1, equal_var=False, alternative="greater").pvalue
    ranks = stats.mannwhitneyu(head, base, axis=1, alternative="greater", method="asymptotic").pvalue
    found = stats.false_discovery_control(np.maximum(welch, ranks)) < 0.05
    print(int(found.sum()), "of", len(names))


def seconds(*words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Elsewhere than here, whose settings are not those of these launches.
    done = subprocess.run(words, cwd=tempfile.gettempdir(), stdout=sys.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A verdict, whichever: not an error.
    assert done.returncode in (0, 2, 3), (done.returncode, words)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(gate, rows, launches):
    took = {}
    for count in (launches // 2, launches):
        with tempfile.TemporaryDirectory() as folder:
            write(folder, rows, count)
            took[count] = seconds(os.path.abspath(gate), "check", folder, "-o", f"json={os.devnull}")
            if count == launches:
                numpy = seconds(sys.executable, os.path.abspath(__file__), "--script", folder)
    print(f"{rows} methods, {launches} launches: gate {took[launches]:.1f} s, NumPy {numpy:.1f} s", file=sys.stderr)
    ratio, growth = took[launches] / numpy, took[launches] / took[launches // 2]
    print(json.dumps({"judge.vs_numpy": round(ratio, 3), "judge.launch_growth": round(growth, 3)}))


if __name__ == "__main__":
    script(sys.argv[2]) if sys.argv[1] == "--script" else main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
