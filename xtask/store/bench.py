"""What stores cost as they grow, and that nothing is lost: figures as one flat JSON object.

usage: bench.py GATE DOCS_SQL NPM_FOLDER SERIES [--full | --requests]

With --requests, only the requests of `baseline list` and `trend` are counted.

Times are those of the processors. A store grows from 8 to 32 million rows, or with --full to a year of 125 million.
Growth is the logarithm of four times the rows over two times the logarithm of two: 1 is proportional.
"""

import json
import math
import os
import random
import resource
import shutil
import sys
from pathlib import Path

import check
import engines
import peers
import servers
from lab import DAY_MS, FIRST, Lab

METHODS, LAUNCHES = 4000, 10
ROWS = METHODS * LAUNCHES
DEVICES = ["iPhone13,1", "iPhone14,2", "iPhone15,2", "iPhone16,1", "iPhone16,2", "iPhone17,1", "iPad13,1", "iPad14,3"]
# Early enough for all sessions to be of the past.
BEGUN = FIRST - 56 * 7 * DAY_MS
# Millions of rows at first, and devices, each of which has a session a day.
USUAL, FULL = (8, 4), (125 / 4, 8)


TICK_NS = 1000 / 24
# Who calls each method; each has one caller, so that some 4 of 10 call no other one, as in the sample app's traces.
CALLERS = [random.Random(m).randrange(max(0, m - 400), m) if m else 0 for m in range(METHODS)]


def as_the_agent(chance):
    """Calls, self and total times as the gate reads them from a trace: ticks of 24 MHz, less calls at 1/1024 of a tick."""
    inside, outside = (chance.randrange(low, low + 20) / 1024 * TICK_NS for low in (1500, 700))
    calls = [1 + m % 9 for m in range(METHODS)]
    ticks = [int((2000 + 700 * (m % 97)) * chance.lognormvariate(0, 0.03) / TICK_NS) for m in range(METHODS)]
    for m in range(METHODS - 1, 0, -1):
        ticks[CALLERS[m]] += ticks[m]
    own, total = [0.0] * METHODS, [0.0] * METHODS
    for m in range(METHODS - 1, -1, -1):
        whole = ticks[m] * TICK_NS
        own[m] = max(0.0, whole - own[m] - calls[m] * inside)
        total[m] += own[m]
        if m:
            own[CALLERS[m]] += whole + calls[m] * outside
            total[CALLERS[m]] += total[m]
    return zip(calls, own, total)


def in_whole_ns(chance):
    """As a recorder may write them that knows whole ns only; what a method calls says nothing of what it takes itself."""
    for m in range(METHODS):
        ns = int((2000 + 700 * (m % 97)) * chance.lognormvariate(0, 0.03))
        yield 1 + m % 9, ns, ns + chance.randrange(1000)


def records(number, chance, costs_of=as_the_agent, devices=USUAL[1]):
    """A session of so many rows of costs; names and numbers as an app's."""
    device, day = DEVICES[number % devices], number // devices
    lines = []
    for launch in range(1, LAUNCHES + 1):
        costs, whole = [], 0
        for method, (calls, own, total) in enumerate(costs_of(chance)):
            whole += own
            costs.append(f'{{"name":"-[Feature{method // 20}Controller method{method}:with:]","module":"Module{method % 50}",'
                         f'"calls":{calls},"self_ns":{own},"total_ns":{total}}}')
        lines.append(f'{{"format":"launchgate.launch/1","session":"n{number:06}","launch":{launch},'
                     f'"recorded_unix_ms":{BEGUN + day * DAY_MS + launch},"device":{{"model":"{device}","os":"17.5"}},'
                     f'"app":{{"bundle":"com.example.shop","build":"{number}"}},"agent":{{"version":"1","settings":"s"}},'
                     f'"marks":{{"first_frame_ns":{whole + 50_000_000}}},"methods":[{",".join(costs)}]}}')
    return "\n".join(lines) + "\n"


def seconds(work):
    """Of the processors, which other work on the machine does not change."""
    begun = of_processors()
    work()
    return of_processors() - begun


def of_processors():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(of.ru_utime + of.ru_stime for of in used)


def growth(times):
    return math.log2(times[-1] / times[0]) / 2


def grown(gate, sql, base, devices):
    """The same store at one, two and four times the base: seconds of put, sweep, the weekly query, and of reading a pool."""
    lab, chance = Lab(gate), random.Random(25)
    store = str(lab.folder / "store")
    head = lab.write("head.jsonl", records(10_000_000, chance, devices=devices).replace('"n10000000"', '"head"'))
    put, times, number, sizes = 0.0, {"put": [], "sweep": [], "query": []}, 0, []
    for factor in (1, 2, 4):
        while number * ROWS < base * factor:
            files = [lab.write(f"{at}.jsonl", records(number + at, chance, devices=devices)) for at in range(8)]
            put += seconds(lambda: lab.gate("store", "put", *files, "--to", store))
            number += len(files)
        times["put"].append(put)
        times["sweep"].append(seconds(lambda: lab.gate("store", "sweep", store)))
        times["query"].append(seconds(lambda: weekly(sql, store)))
        # Objects never change, so a store of this size stays by links.
        sizes.append(shutil.copytree(store, f"{store}-{factor}", copy_function=os.link))
        print(f"{number} sessions, {number * ROWS / 1e6:.1f} million rows: " +
              ", ".join(f"{name} {of[-1]:.1f} s" for name, of in times.items()), file=sys.stderr, flush=True)
    pools = pool_times(lab, head, sizes)
    print("reading a pool: " + ", ".join(f"{of:.2f} s" for of in pools), file=sys.stderr, flush=True)
    return {
        "store.growth": max(growth(times[name]) for name in ("put", "sweep", "query")),
        "store.growth.put": growth(times["put"]),
        "store.growth.sweep": growth(times["sweep"]),
        "store.growth.query": growth(times["query"]),
        "store.pool_read_growth": growth(pools),
        "store.rows_millions": number * ROWS / 1e6,
    }


def pool_times(lab, head, stores):
    """Seconds of judging a head against each store; in turns, so that what else the machine does meets all of them."""
    times = [[] for _ in stores]
    for _ in range(9):
        for store, of in zip(stores, times):
            judge = ("check", head, "--baseline", store, "--format", "variables")
            of.append(seconds(lambda: lab.gate(*judge, ok=(0, 2, 3, 4, 5))))
    return [min(of) for of in times]


def bytes_vs_jsonl(gate, costs_of):
    """The bytes of a store over those of the same sessions as launch records, and those of a row of costs."""
    lab, chance = Lab(gate), random.Random(7)
    store = str(lab.folder / "store")
    files = [lab.write(f"{at}.jsonl", records(at, chance, costs_of)) for at in range(8)]
    lab.gate("store", "put", *files, "--to", store)
    stored = sum(path.stat().st_size for path in Path(store).rglob("*.parquet"))
    return stored / packed(files), stored / len(files) / ROWS


def packed(files):
    """The bytes of launch records by zstd at the level that stores are written with."""
    import zstandard

    return sum(len(zstandard.ZstdCompressor(level=19).compress(Path(path).read_bytes())) for path in files)


def weekly(sql, store):
    import duckdb

    with duckdb.connect() as connection:
        for statement in engines.statements(Path(sql) / "duckdb.sql", store):
            connection.execute(statement)
        (query,) = engines.statements(Path(sql) / "module_by_week.sql", store)
        assert connection.execute(query).fetchall()


def identity_lost(gate):
    """Sessions of five apps on two devices that all have one name: those that are not there afterwards."""
    from lab import session

    lab = Lab(gate)
    store = str(lab.folder / "store")
    all_of_them = [session("nightly-214", 3, app=f"com.example.app{app}", model=model, methods=5, launches=3)
                   for app in range(5) for model in DEVICES[:2]]
    lab.gate("store", "put", lab.write("runs.jsonl", "".join(all_of_them)), "--to", store)
    return len(all_of_them) - len(lab.gate("baseline", "list", "--baseline", store)[1].splitlines())


def holds(work):
    """1 if a check of check.py does."""
    try:
        work()
    except AssertionError as error:
        print(error, file=sys.stderr)
        return 0.0
    return 1.0


class Figures(dict):
    """Figures, each of which is told as soon as it is there: the last ones take long."""

    def __setitem__(self, name, value):
        super().__setitem__(name, value)
        print(f"{name}: {value:.4g}", file=sys.stderr, flush=True)


def main(gate, sql, npm, series, *options):
    figures = Figures()
    if "--requests" in options:
        with servers.Moto() as server:
            (figures["store.requests.list_5000"], figures["store.requests.trend_5000"]), *_ = check.requests_of_a_history(gate, server)
        print(json.dumps(figures))
        return
    with servers.Moto() as server:
        lost, doubled, lab = check.nothing_is_lost(gate, server.bucket("writers-100", share=0.2), writers=8, each=100)
        check.no_secret_is_told([lab])
        figures["store.lost"], figures["store.doubled"] = lost, doubled
        figures["store.lost.anywhere"], _ = check.nothing_is_lost_anywhere(gate, npm, server)
        figures["store.probe.refused"] = holds(
            lambda: (check.a_server_that_misleads_is_refused(gate, server), check.servers_that_overwrite_are_refused(gate, npm)))
        (figures["store.requests.cold"], figures["store.requests.warm"]), _ = check.requests_of_a_check(gate, server)
    figures["store.identity.lost"] = identity_lost(gate)
    figures["store.views.equal"] = holds(lambda: check.views_are_equal(gate, sql))
    figures["store.az"] = holds(lambda: check.a_cloud_is_as_a_folder(gate, servers.azurite(npm)))
    figures["store.bytes_vs_jsonl_zstd"], figures["store.bytes_of_a_row"] = bytes_vs_jsonl(gate, as_the_agent)
    figures["store.bytes_vs_jsonl_zstd.whole_ns"], figures["store.bytes_of_a_row.whole_ns"] = bytes_vs_jsonl(gate, in_whole_ns)
    for name, value in peers.figures(series).items():
        figures[name] = value
    millions, devices = FULL if "--full" in options else USUAL
    for name, value in grown(gate, sql, millions * 1e6, devices).items():
        figures[name] = value
    print(json.dumps(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
