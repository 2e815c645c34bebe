"""What Apache Otava and ruptures' PELT tell of the same series as `lab history --only trend --series FILE`: found steps, false ones a year.

Each line of the file is a series: its world, its sessions' costs, and where a step was planted. Otava is asked as its own default asks,
with a p value of .001; PELT by least squares, with a penalty of 3 log n and the scale of the median of differences, as in the review
that asked for this. Neither was tuned.
"""

import json
import math

# A step is told if it is told so near, as in the lab.
NEAR = 2


def otava(series):
    from otava.analysis import compute_change_points

    found = compute_change_points(series, max_pvalue=0.001)
    return [change.index for change in (found[0] if isinstance(found, tuple) else found)]


def pelt(series):
    import numpy
    import ruptures

    logs = numpy.log(series)
    steps = numpy.diff(logs)
    scale = 1.4826 * numpy.median(numpy.abs(steps - numpy.median(steps))) / math.sqrt(2)
    # The same search as its class Pelt, in C.
    search = ruptures.KernelCPD(kernel="linear", min_size=2).fit((logs / scale).reshape(-1, 1))
    return search.predict(pen=3 * math.log(len(logs)))[:-1]


def figures(path):
    """By peer: the share of planted steps that are told, and what else is told, in each world of 40 methods a year."""
    found, planted = {}, {}
    with open(path) as file:
        for line in map(json.loads, file):
            world, at = line["world"], line["planted"]
            is_step = at is not None
            for name, peer in (("otava", otava), ("pelt", pelt)):
                told = peer(line["ns"])
                if is_step:
                    hits = any(abs(one - at) <= NEAR for one in told)
                    found[f"store.trend.{name}.{world}"] = found.get(f"store.trend.{name}.{world}", 0) + hits
                    planted[f"store.trend.{name}.{world}"] = planted.get(f"store.trend.{name}.{world}", 0) + 1
                else:
                    key = f"store.trend.{name}.false_a_year.{world}"
                    found[key] = found.get(key, 0) + len(told)
    return {name: count / planted.get(name, 1) for name, count in found.items()}


if __name__ == "__main__":
    import sys

    print(json.dumps(figures(sys.argv[1])))
