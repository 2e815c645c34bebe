"""Stores on an S3 server (moto) behind a proxy with faults, and their tables in DuckDB and Spark.

usage: check.py GATE DOCS_SQL
"""

import json
import math
import sys
import time
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from pathlib import Path

import engines
import servers
from lab import DAY_MS, FIRST, SECRETS, Lab, session, unpack

# Stores as earlier versions wrote them.
FORMATS = Path(__file__).parents[2] / "gate" / "tests" / "formats"


def the_verdict_is_the_folders(gate, server):
    """The same runs have the same verdict from S3 with faults as from a folder of text files."""
    with server.bucket("verdicts", share=0.15) as bucket:
        lab = Lab(gate, bucket.environment)
        texts = str(lab.folder / "baselines")
        for day, name in enumerate("abcdefgh"):
            run = lab.write("run.jsonl", session(name, day))
            lab.gate("store", "put", run, "--to", bucket.url)
            lab.gate("baseline", "update", run, "--baseline", texts)
        for store in (texts, bucket.url):
            lab.gate("baseline", "pin", "b", "--baseline", store)
        exits = []
        for head in (session("head", 20, slower={3: 1.4}), session("same", 20)):
            run = lab.write("head.jsonl", head)
            verdicts = []
            for store in (texts, bucket.url):
                code, out, _ = lab.gate("check", run, "--baseline", store, "--format", "json", ok=(0, 2, 3))
                verdicts.append(json.loads(out))
                exits.append(code)
            assert verdicts[0] == verdicts[1], "the verdict hangs on where the baselines are"
        assert exits[0] == exits[1] == 2 and exits[2] == exits[3] != 2, exits
        lists = [lab.gate("baseline", "list", "--baseline", store)[1] for store in (texts, bucket.url)]
        assert lists[0] == lists[1], lists
        return lab


def nothing_is_lost(gate, server, writers=8, each=6, share=0.2):
    """Many writers at once, with faults: each session is there once, and whole. Gives how many were lost and doubled."""
    with server.bucket("writers", share=share) as bucket:
        lab = Lab(gate, bucket.environment)
        files = [lab.write(f"{n}.jsonl", session(f"s{n:04}", n % 90, methods=12, launches=5))
                 for n in range(writers * each)]

        def put(writer):
            # Each puts its own sessions and, as a job that was started again does, some of its neighbour's.
            own = [n for n in range(len(files)) if n % writers == writer]
            again = [n for n in range(len(files)) if n % writers == (writer + 1) % writers][: max(1, each // 4)]
            return lab.start("store", "put", *[files[n] for n in own + again], "--to", bucket.url)

        for process in [put(writer) for writer in range(writers)]:
            lab.finish(process)
        rows = bucket.objects("sessions")
        names = [row.rsplit("-", 1)[1].removesuffix(".parquet") for row in rows]
        lost = len(files) - len(set(names))
        doubled = len(names) - len(set(names))
        for table in ("launches", "costs", "extras"):
            found = bucket.objects(table)
            lost += max(0, len(files) - len(found))
            doubled += max(0, len(found) - len(files))
        listed = lab.gate("baseline", "list", "--baseline", bucket.url)[1].splitlines()
        assert len(listed) == len(rows), (len(listed), len(rows))
        return lost, doubled, lab


def whoever_is_killed_leaves_nothing_half(gate, server):
    with server.bucket("killed", share=0.0) as bucket:
        lab = Lab(gate, bucket.environment)
        files = [lab.write(f"{n}.jsonl", session(f"k{n}", n, methods=30)) for n in range(10)]
        for wait in (0.05, 0.1, 0.2, 0.4):
            process = lab.start("store", "put", *files, "--to", bucket.url)
            time.sleep(wait)
            process.kill()
            lab.finish(process, ok=None)
            for line in lab.gate("baseline", "list", "--baseline", bucket.url)[1].splitlines():
                name = line.split("\t")[3]
                lab.gate("baseline", "show", name, "--baseline", bucket.url)
        lab.gate("store", "put", *files, "--to", bucket.url)
        assert len(bucket.objects("sessions")) == len(bucket.objects("costs")) == 10
        return lab


def errors_say_what_to_do(gate, server):
    """A bucket that is not there, a port where nobody listens, a server that never answers."""
    labs = []
    with server.bucket("down", share=0.0) as bucket:
        lab = Lab(gate, bucket.environment)
        run = lab.write("run.jsonl", session("a", 0))
        code, _, err = lab.gate("store", "put", run, "--to", "s3://nobody-has-this/x", ok=(1,))
        assert "s3://nobody-has-this/x" in err and "credentials" in err, err
        nobody = {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}
        code, _, err = lab.gate("check", run, "--baseline", bucket.url, ok=(1,), **nobody)
        assert "cannot list" in err and bucket.url in err, err
        code, _, err = lab.gate("check", run, "--baseline", bucket.url, ok=(1,), AWS_ENDPOINT_URL="http://example.invalid")
        assert "without TLS" in err, err
        labs.append(lab)
    with server.bucket("silent", share=0.0, always="silent") as bucket:
        lab = Lab(gate, bucket.environment)
        run = lab.write("run.jsonl", session("a", 0))
        code, _, err = lab.gate("store", "put", run, "--to", bucket.url, ok=(1,), AWS_READ_TIMEOUT="500ms")
        assert "cannot read" in err and bucket.url in err and "timeout" in err, err
        code, _, err = lab.gate("check", run, "--baseline", bucket.url, ok=(1,), AWS_READ_TIMEOUT="soon")
        assert "AWS_READ_TIMEOUT to \"soon\"" in err, err
        labs.append(lab)
    return labs


def commands(lab, store):
    """Every command that works on a store, with what it writes."""
    runs = [lab.write(f"{name}.jsonl", session(name, day)) for day, name in enumerate("abcdef")]
    run = lab.write("head.jsonl", session("head", 20))
    check = ["check", run, "--baseline", store]
    yield from (["store", "put", *runs, "--to", store], ["store", "sweep", store], ["store", "sweep", store, "--part", "2/3"])
    yield from ([*check, "-o", f"{kind}=verdict.{kind}"] for kind in ("json", "html", "markdown", "sarif", "junit"))
    yield ["explain", "-[Class3 work]", run, "--baseline", store]
    yield ["plan", "--baseline", store]
    yield from (["trend", "--baseline", store, "-o", f"trend.{kind}"] for kind in ("html", "csv"))
    for words in (["list"], ["show"], ["show", "a"], ["pin", "a"], ["verify"], ["update", run], ["push", run], ["prune", "--keep", "1"]):
        yield ["baseline", *words, "--baseline", store]
    yield ["baseline", "accept", "-[Class3 work]", "--up-to", "+60%", "--reason", "w", "--owner", "o", "--until", "2099-01-01",
           "--baseline", store]


def no_command_tells_a_secret(gate, server):
    """By a server that repeats what it was asked with, one with faults, and clouds whose keys are none."""
    labs = []
    for share, always in ((0.0, "tells"), (0.3, None)):
        tells = always is not None
        with server.bucket("telling" if tells else "faulty", share=share, always=always) as bucket:
            lab = Lab(gate, bucket.environment)
            failed = [lab.gate(*words, ok=None)[0] == 1 for words in commands(lab, bucket.url)]
            assert all(failed) if tells else sum(failed) == 3, f"update, push and verify alone need a folder: {failed}"
            assert not tells or "SignatureDoesNotMatch" in lab.said and "(hidden)" in lab.said, lab.said[:2000]
            labs.append(lab)
    lab = Lab(gate, {**SECRETS, "RUST_BACKTRACE": "0"})
    for url in ("gs://bucket/x", "az://bucket/x", "s3://user:VerySecretPasswordOfTheURL@bucket/x"):
        for words in [*commands(lab, url)][::4]:
            lab.gate(*words, ok=(1,))
    assert "VerySecretPasswordOfTheURL" not in lab.told(), lab.said[:2000]
    return [*labs, lab]


def no_secret_is_told(labs):
    for lab in labs:
        told = lab.told()
        for name, secret in SECRETS.items():
            if secret == "somebody":
                continue
            assert secret not in told, f"{name} was printed"
            assert secret[:16] not in told and secret[-20:-2] not in told, f"a part of {name} was printed"
    assert sum(len(lab.said) for lab in labs) > 1000, "there was something to look into"


def whoever_is_killed_leaves_a_folder_whole(gate):
    """The same in a folder: below the tables there are whole objects only, whenever a writer was killed."""
    lab = Lab(gate)
    store = lab.folder / "store"
    files = [lab.write(f"{n}.jsonl", session(f"k{n}", n, methods=30)) for n in range(10)]
    for wait in (0.02, 0.05, 0.1, 0.15, 0.2, 0.3):
        process = lab.start("store", "put", *files, "--to", str(store))
        time.sleep(wait)
        process.kill()
        lab.finish(process, ok=None)
        for path in (path for path in (store / "v1").rglob("*") if path.is_file()):
            assert path.suffix == ".parquet" and path.read_bytes()[-4:] == b"PAR1", path
    lab.gate("store", "put", *files, "--to", str(store))
    listed = lab.gate("baseline", "list", "--baseline", str(store))[1].splitlines()
    assert len(listed) == 10 == sum(1 for _ in (store / "v1" / "costs").rglob("*.parquet")), listed
    return lab


def the_engines_agree(gate, sql):
    """The questions of docs/sql, asked of DuckDB and of Spark, and the first answered by hand."""
    lab = Lab(gate)
    store = str(lab.folder / "store")
    sums, launches = defaultdict(float), defaultdict(int)
    for model, system in (("iPhone15,2", "17.5"), ("iPhone-16 simulator on Mac14,2", "18.0")):
        for n in range(40):
            slower = {4: 1.5} if n >= 25 else {}
            text = session(f"n{n:03}", n * 2, model=model, os=system, version="1.0" if n < 20 else "2.0",
                           methods=20, slower=slower, seed=model)
            lab.gate("store", "put", lab.write("run.jsonl", text), "--to", store)
            for line in map(json.loads, text.splitlines()):
                day = datetime.fromtimestamp((FIRST + n * 2 * DAY_MS) / 1000, timezone.utc).date()
                week = day - timedelta(days=day.weekday())
                launches[model, week] += 1
                for method in line["methods"]:
                    sums[model, week, method["module"]] += method["self_ns"]
    # An object of the first version beside them, whose times are no steps.
    first = FORMATS / "store-1"
    unpack(first / "objects.txt", Path(store))
    week = datetime.fromtimestamp(FIRST / 1000, timezone.utc).date()
    week -= timedelta(days=week.weekday())
    old = [json.loads(line) for line in (first / "launches.jsonl").read_text().splitlines()]
    for line in old:
        model = line["device"]["model"]
        launches[model, week] += 1
        for method in line["methods"]:
            sums[model, week, method["module"]] += method["self_ns"]
    lab.gate("baseline", "accept", "-[Class4 work]", "--up-to", "+60%", "--reason", "w", "--owner", "o",
             "--until", "2099-01-01", "--baseline", store)
    lab.gate("store", "sweep", store)
    expected = sorted((model, week, module, ns / launches[model, week] / 1e6)
                      for (model, week, module), ns in sums.items())
    answers = {}
    for engine in (engines.duckdb, engines.spark):
        answers[engine.__name__] = engine(Path(sql), store)
    first, second = answers["duckdb"], answers["spark"]
    for query in first:
        assert same(first[query], second[query]), f"{query}: {first[query][:3]} {second[query][:3]}"
        assert first[query], f"{query} has no answer"
    by_week = sorted((row[1], row[2], row[3], row[4]) for row in first["module_by_week"])
    assert same(by_week, expected), (by_week[:3], expected[:3])
    top = first["growth_between_releases"][0]
    assert top[2] == "-[Class4 work]" and 1.5 < top[4] < 2.5, top
    assert {row[2] for row in first["launch_time"]} == {"17.5", "18.0"}, first["launch_time"]
    assert {row[1] for row in first["decisions"]} >= {"acceptance", "finding, accepted"}, first["decisions"]
    engines.pipe(gate, store, lab)


def same(one, other):
    if isinstance(one, float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, datetime):
        one = one.date()
    if isinstance(other, datetime):
        other = other.date()
    return one == other


def main(gate, sql):
    labs = []
    with servers.Moto() as server:
        for check in (the_verdict_is_the_folders, whoever_is_killed_leaves_nothing_half, errors_say_what_to_do,
                      no_command_tells_a_secret):
            begun = time.monotonic()
            labs += [found] if isinstance(found := check(gate, server), Lab) else found
            print(f"{check.__name__}: ok, {time.monotonic() - begun:.1f} s", flush=True)
        begun = time.monotonic()
        lost, doubled, lab = nothing_is_lost(gate, server)
        labs.append(lab)
        assert (lost, doubled) == (0, 0), (lost, doubled)
        print(f"nothing_is_lost: ok, {time.monotonic() - begun:.1f} s", flush=True)
    labs.append(whoever_is_killed_leaves_a_folder_whole(gate))
    no_secret_is_told(labs)
    begun = time.monotonic()
    the_engines_agree(gate, sql)
    print(f"the_engines_agree: ok, {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
