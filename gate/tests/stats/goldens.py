"""Writes goldens.tsv beside itself: reference numbers for gate/tests/stats.rs.

Needs scipy, numpy and statsmodels. Where SciPy has no method the reference is the formula as published.
One line a case: kind, inputs (';' between samples, ',' between numbers), expected numbers.
"""
import math
import pathlib
import random as stdlib_random
import statistics

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

random = np.random.default_rng(20260101)
lines = []


def add(kind, samples, expected):
    text = ";".join(",".join(repr(float(v)) for v in sample) for sample in samples)
    lines.append(f"{kind}\t{text}\t" + ",".join(repr(float(v)) for v in np.ravel(np.asarray(expected))))


for count in (1, 5, 40):
    p = random.uniform(size=count) ** 3
    add("holm", [p], multipletests(p, method="holm")[1])
    add("benjamini_hochberg", [p], multipletests(p, method="fdr_bh")[1])


def digamma(x):
    """Recurrence up to 30, then the asymptotic series."""
    shift = 0.0
    while x < 30:
        shift, x = shift - 1 / x, x + 1
    y = 1 / (x * x)
    return shift + math.log(x) - 1 / (2 * x) - y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y / 132))))


def trigamma(x):
    """Likewise."""
    shift = 0.0
    while x < 30:
        shift, x = shift + 1 / (x * x), x + 1
    y = 1 / (x * x)
    return shift + 1 / x + y / 2 + y / x * (1 / 6 - y * (1 / 30 - y * (1 / 42 - y * (1 / 30 - y * 5 / 66))))


def quantile(values, p):
    values = sorted(values)
    at = p * (len(values) - 1)
    below = math.floor(at)
    return values[below] + (at - below) * (values[min(below + 1, len(values) - 1)] - values[below])


def prior(variances, df):
    """limma's fitFDist, the outermost logs winsorised at .02 and .98 and their variance enlarged by 1.12."""
    logs = [math.log(v) for v in variances]
    low, high = quantile(logs, 0.02), quantile(logs, 0.98)
    logs = [min(max(x, low), high) - digamma(df / 2) + math.log(df / 2) for x in logs]
    centre = statistics.fmean(logs)
    spread = 1.12 * statistics.variance(logs) - trigamma(df / 2)
    low, high = 1e-9, 1e9
    for _ in range(200):
        half = math.sqrt(low * high)
        low, high = (half, high) if trigamma(half) > spread else (low, half)
    return 2 * half, math.exp(centre + digamma(half) - math.log(half))


# Needs nothing but the standard library.
plain = stdlib_random.Random(20260103)
for rows, df in [(30, 5), (200, 12)]:
    variances = [
        plain.gammavariate(df / 2, 2 / df) * math.exp(0.8 * plain.gauss(0, 1)) for _ in range(rows)
    ]
    add("prior", [variances, [df]], prior(variances, df))

for t, df in [(-2.0, 3.0), (0.5, 1.0), (3.3, 5.0), (6.0, 12.5), (4.0, 200.0), (9.0, 40.0)]:
    add("t_above", [[t, df]], [stats.t.sf(t, df)])

pathlib.Path(__file__).with_name("goldens.tsv").write_text("\n".join(lines) + "\n")
