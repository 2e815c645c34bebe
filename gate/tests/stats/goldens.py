"""Writes goldens.tsv beside itself: reference numbers for gate/tests/stats.rs.

Needs scipy, numpy and statsmodels. Where SciPy has no method (exact Mann-Whitney with ties, Hodges-Lehmann's interval,
Westfall-Young, the moderated t) the reference is brute force over all relabellings, or the formula as published.
One line a case: kind, inputs (';' between samples, ',' between numbers), expected numbers.
"""
import itertools
import pathlib

import numpy as np
from scipy import optimize, special, stats
from statsmodels.stats.multitest import multipletests

random = np.random.default_rng(20260101)
lines = []


def add(kind, samples, expected):
    text = ";".join(",".join(repr(float(v)) for v in sample) for sample in samples)
    lines.append(f"{kind}\t{text}\t" + ",".join(repr(float(v)) for v in np.ravel(expected)))


def u_of(base, new):
    return sum((b < a) + 0.5 * (a == b) for a in new for b in base)


def u_by_relabelling(base, new):
    values = np.array(list(base) + list(new))
    seen = u_of(base, new)
    us = []
    for chosen in itertools.combinations(range(len(values)), len(new)):
        rest = [i for i in range(len(values)) if i not in chosen]
        us.append(u_of(values[rest], values[list(chosen)]))
    us = np.array(us)
    greater, less = np.mean(us >= seen), np.mean(us <= seen)
    return [seen, greater, min(1.0, 2 * min(greater, less))]


for n, m in [(3, 3), (5, 5), (5, 4), (10, 10), (25, 10), (10, 25), (12, 7)]:
    base, new = random.normal(size=n), random.normal(0.7, 1, size=m)
    greater = stats.mannwhitneyu(new, base, alternative="greater", method="exact")
    both = stats.mannwhitneyu(new, base, alternative="two-sided", method="exact")
    add("mann_whitney", [base, new], [greater.statistic, greater.pvalue, both.pvalue])
for n, m in [(4, 4), (5, 5), (6, 3), (3, 6), (7, 4)]:
    base, new = random.integers(0, 4, n), random.integers(1, 5, m)
    add("mann_whitney", [base, new], u_by_relabelling(base, new))

for n, m in [(3, 3), (5, 5), (6, 4), (7, 5)]:
    base, new = random.normal(size=n), random.normal(1, 2, size=m)
    differences = np.sort(np.subtract.outer(new, base).ravel())
    us = [u_of([i for i in range(n + m) if i not in c], list(c)) for c in itertools.combinations(range(n + m), m)]
    below = [np.mean(np.array(us) < k) for k in range(n * m + 1)]
    k = max([k for k in range(n * m + 1) if below[k] <= 0.025 + 1e-15] + [1])
    k = max(k, 1)
    add("hodges_lehmann", [base, new], [np.median(differences), differences[k - 1], differences[-k], 1 - 2 * below[k]])

for count in (1, 5, 40):
    p = random.uniform(size=count) ** 3
    add("holm", [p], multipletests(p, method="holm")[1])
    add("benjamini_hochberg", [p], multipletests(p, method="fdr_bh")[1])


def prior(variances, df):
    logs = np.log(variances) - special.digamma(df / 2) + np.log(df / 2)
    spread = np.var(logs, ddof=1) - special.polygamma(1, df / 2)
    if spread <= 0:
        return np.inf, np.exp(np.mean(logs))
    half = np.exp(optimize.brentq(lambda x: special.polygamma(1, np.exp(x)) - spread, -30, 30, xtol=1e-15, rtol=1e-15))
    return 2 * half, np.exp(np.mean(logs) + special.digamma(half) - np.log(half))


def by_all_relabellings(t_of, blocks, labels, sizes):
    """Each row's t, its p by full enumeration, and that stepped down over the rows."""
    ways = [itertools.combinations(np.flatnonzero(blocks == b), m) for b, (_, m) in enumerate(sizes)]
    ts = []
    for chosen in itertools.product(*ways):
        relabelled = np.zeros(len(labels))
        relabelled[[i for part in chosen for i in part]] = 1
        ts.append(t_of(relabelled))
    ts, seen = np.array(ts), np.array(t_of(labels))
    raw = (ts >= seen - 1e-9).mean(axis=0)
    order = np.argsort(-seen)
    adjusted, floor = np.zeros(len(seen)), 0.0
    for i, row in enumerate(order):
        floor = max(floor, (ts[:, order[i:]].max(axis=1) >= seen[row] - 1e-9).mean())
        adjusted[row] = floor
    return [*seen, *raw, *adjusted]


for rows, n, m in [(12, 5, 5), (30, 4, 6), (40, 10, 10)]:
    data = random.normal(size=(rows, n + m)) * np.exp(random.normal(size=(rows, 1)))
    df = n + m - 2
    squares = data[:, :n].var(axis=1) * n + data[:, n:].var(axis=1) * m
    df0, s0 = prior(squares / df, df)
    variance = (df0 * s0 + squares) / (df0 + df) if np.isfinite(df0) else np.full(rows, s0)
    t = (data[:, n:].mean(axis=1) - data[:, :n].mean(axis=1)) / np.sqrt(variance * (1 / n + 1 / m))
    samples = [part for row in data for part in (row[:n], row[n:])]
    add("moderated_t", samples, [*t, df0 + df])

for rows, sizes in [(4, [(3, 3)]), (6, [(2, 2), (2, 2), (2, 2)]), (5, [(5, 5)])]:
    blocks = np.concatenate([[b] * (n + m) for b, (n, m) in enumerate(sizes)])
    labels = np.concatenate([[0] * n + [1] * m for n, m in sizes])
    data = random.normal(size=(rows, len(labels))) + np.where(labels == 1, 1.0, 0.0) * np.arange(rows)[:, None] / 2
    s0, df0 = 0.8, 3.0
    df = len(labels) - len(sizes) - 1

    def t_of(labels):
        # The regression on the label and one intercept a block, by least squares.
        design = np.column_stack([labels] + [blocks == b for b in range(len(sizes))]).astype(float)
        solved, *_ = np.linalg.lstsq(design, data.T, rcond=None)
        left = ((data.T - design @ solved) ** 2).sum(axis=0)
        unit = np.linalg.inv(design.T @ design)[0, 0]
        return solved[0] / np.sqrt((df0 * s0 + left) / (df0 + df) * unit)

    add("westfall_young", [blocks, labels, *data], by_all_relabellings(t_of, blocks, labels, sizes))

for t, df in [(-2.0, 3.0), (0.5, 1.0), (3.3, 5.0), (6.0, 12.5), (4.0, 200.0), (9.0, 40.0)]:
    add("t_above", [[t, df]], [stats.t.sf(t, df)])

random = np.random.default_rng(20260102)
for rows, sizes in [(5, [(5, 5)]), (7, [(5, 6)]), (4, [(3, 3), (3, 2)])]:
    blocks = np.concatenate([[b] * (n + m) for b, (n, m) in enumerate(sizes)])
    labels = np.concatenate([[0] * n + [1] * m for n, m in sizes])
    data = random.standard_t(3, size=(rows, len(labels))) * np.exp(random.normal(size=(rows, 1)))
    data += np.where(labels == 1, 2.0, 0.0) * np.arange(rows)[:, None]

    cut = sum(m for _, m in sizes) // 5, sum(n for n, _ in sizes) // 5

    def kept(values, cut):
        return np.sort(values)[cut:len(values) - cut]

    all_kept = [kept(row, sum(cut)) for row in data]
    df0, s0 = prior(np.array([part.var(ddof=1) for part in all_kept]), len(all_kept[0]) - 1)

    def trimmed_t(labels):
        found = []
        for row in data:
            base, new = kept(row[labels == 0], cut[1]), kept(row[labels == 1], cut[0])
            # Half the degrees of freedom of the labels' own launches count.
            own = (len(base) + len(new) - 2) / 2
            squares = ((base - base.mean()) ** 2).sum() + ((new - new.mean()) ** 2).sum()
            variance = (df0 * s0 + squares / 2) / (df0 + own) if np.isfinite(df0) else s0
            found.append((new.mean() - base.mean()) / np.sqrt(variance * (1 / len(base) + 1 / len(new))))
        return found

    add("trimmed_t", [cut, blocks, labels, *data], by_all_relabellings(trimmed_t, blocks, labels, sizes))

pathlib.Path(__file__).with_name("goldens.tsv").write_text("\n".join(lines) + "\n")
