"""Writes scipy.csv: exact p values of permutation tests by SciPy, which read no code of ours.

    pip install scipy==1.17.1 && python by_scipy.py > scipy.csv

Each row has a test, its p value, and the samples. Values are tenths, so that their differences are
rounded in floating-point arithmetic; SciPy gets the differences rounded to six digits.
"""

import math
import random

import numpy as np
from scipy.stats import permutation_test, rankdata

random.seed(60)


def p(samples, statistic, kind, alternative="two-sided"):
    result = permutation_test(
        samples, statistic, permutation_type=kind, n_resamples=math.inf, alternative=alternative
    )
    return min(result.pvalue, 1.0)


def rank_sum(first, second):
    return p(
        (first, second),
        lambda a, b: rankdata(np.concatenate([a, b]))[: len(a)].sum(),
        "independent",
    )


def signed_rank(first, second):
    differences = np.round(np.subtract(first, second), 6)
    differences = differences[differences != 0]
    if len(differences) < 2:
        return 1.0  # SciPy wants two; either sign is as probable

    def statistic(values):
        return (rankdata(np.abs(values)) * (values > 0)).sum()

    return p((differences,), statistic, "samples")


def friedman(*costs):
    # A cost for each subject and technique.
    def statistic(*costs):
        ranks = np.apply_along_axis(rankdata, 0, np.array(costs))
        return (ranks.sum(axis=1) ** 2).sum()

    return p(costs, statistic, "samples", "greater")


def tenths(count, most):
    return [random.randint(0, most) / 10 for _ in range(count)]


def row(name, test, *samples):
    texts = (" ".join(f"{value:g}" for value in sample) for sample in samples)
    print(name, f"{test(*samples):.15g}", *texts, sep=",")


for n in range(2, 8):
    for m in range(2, 8):
        for most in (2, 9) if n + m < 11 else (6,):
            row("rank sum", rank_sum, tenths(n, most), tenths(m, most))
for n in range(2, 13):
    for most in (2, 5, 12):
        row("signed rank", signed_rank, tenths(n, most), tenths(n, most))
for techniques, subjects in [(2, 2), (2, 5), (2, 8), (3, 2), (3, 3), (3, 5), (4, 2), (4, 3)]:
    for most in (2, 9):
        row("friedman", friedman, *(tenths(subjects, most) for _ in range(techniques)))
