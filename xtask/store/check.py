"""Stores on an S3 server (moto) behind a proxy with faults, and their tables in DuckDB and Spark.

usage: check.py GATE DOCS_SQL NPM_FOLDER
"""

import contextlib
import json
import math
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from pathlib import Path

import engines
import servers
from lab import DAY_MS, FIRST, SECRETS, Lab, session


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


def nothing_is_lost(gate, place, writers=8, each=6, kills=0):
    """Many writers at once, with faults, some of them killed and started again: each session is there once, and whole.

    Gives how many were lost and doubled.
    """
    chance = random.Random(kills)
    with place as bucket:
        lab = Lab(gate, bucket.environment)
        files = [lab.write(f"{n}.jsonl", session(f"s{n:04}", n % 90, methods=12, launches=5))
                 for n in range(writers * each)]

        def put(writer):
            # Each puts its own sessions and, as a job that was started again does, some of its neighbour's.
            own = [n for n in range(len(files)) if n % writers == writer]
            again = [n for n in range(len(files)) if n % writers == (writer + 1) % writers][: max(1, each // 4)]
            return lab.start("store", "put", *[files[n] for n in own + again], "--to", bucket.url)

        running = [put(writer) for writer in range(writers)]
        for _ in range(kills):
            time.sleep(chance.uniform(0.1, 1.0))
            # Most of those that still write; one that is done puts all of it again, as a job that was started again does.
            writer = max(range(writers), key=lambda at: (running[at].poll() is None, chance.random()))
            running[writer].kill()
            lab.finish(running[writer], ok=None)
            running[writer] = put(writer)
        for process in running:
            lab.finish(process)
        rows = bucket.objects("sessions")
        names = [row.rsplit("-", 1)[1].removesuffix(".parquet") for row in rows]
        lost = len(files) - len(set(names))
        doubled = len(names) - len(set(names))
        for table in ("launches", "costs"):
            found = bucket.objects(table)
            lost += max(0, len(files) - len(found))
            doubled += max(0, len(found) - len(files))
        listed = lab.gate("baseline", "list", "--baseline", bucket.url)[1].splitlines()
        assert len(listed) == len(rows), (len(listed), len(rows))
        # Each is whole.
        lab.gate("baseline", "verify", "--baseline", bucket.url)
        return lost, doubled, lab


def nothing_is_lost_anywhere(gate, npm, moto, each=20, share=0.34, kills=23):
    """On four kinds of store: how many sessions were lost or doubled, of faults and killed writers; a folder has kills alone."""
    lost, labs, folder = 0, [], tempfile.TemporaryDirectory(prefix="launchgate-store-")
    with servers.seaweed() as seaweed, folder:
        places = (moto.bucket("writers", share=share), seaweed.bucket("writers", share=share), servers.azurite(npm, share=share),
                  contextlib.nullcontext(servers.Folder(Path(folder.name, "store"))))
        for name, place in zip(("moto", "SeaweedFS", "Azurite", "folder"), places):
            begun = time.monotonic()
            gone, doubled, lab = nothing_is_lost(gate, place, each=each, kills=kills)
            print(f"{name}: {gone} of {8 * each} sessions lost, {doubled} doubled, {time.monotonic() - begun:.1f} s", file=sys.stderr, flush=True)
            lost += gone + doubled
            labs.append(lab)
    return lost, labs


def a_clock_that_is_ahead_deletes_nothing(gate):
    """In a folder: machines whose clock is three days ahead prune while others write."""
    import libfaketime

    ahead = str(next(Path(libfaketime.__file__).parent.rglob("libfaketime.so.1")))
    lab = Lab(gate)
    store = str(lab.folder / "store")
    writers = [[lab.write(f"{n}.jsonl", session(f"c{n:04}", n, methods=12, launches=5)) for n in range(at, 120, 6)] for at in range(6)]
    running, prunes = [lab.start("store", "put", *files, "--to", store) for files in writers], 0
    while any(writer.poll() is None for writer in running):
        code, _, err = lab.gate("baseline", "prune", "--keep", "1000", "--baseline", store, ok=(0, 1), LD_PRELOAD=ahead, FAKETIME="+3d")
        assert code == 0 or "store is there" in err or "folder not found" in err, err
        prunes += code == 0
    for writer in running:
        lab.finish(writer)
    listed = lab.gate("baseline", "list", "--baseline", store)[1].splitlines()
    lab.gate("baseline", "verify", "--baseline", store)
    assert len(listed) == 120 and prunes > 3, (len(listed), prunes)
    return lab


def servers_that_overwrite_are_refused(gate, npm):
    """s3rver and rclone's server, which answer a conditional write as if it were none."""
    labs = []
    for kind in ("s3rver", "rclone"):
        with servers.overwriting(kind, npm) as (url, environment, data):
            lab = Lab(gate, environment)
            run = lab.write("run.jsonl", session("a", 0))
            for words in (("store", "put", run, "--to"), ("store", "put", run, "--to"), ("check", run, "--baseline")):
                code, _, err = lab.gate(*words, url, ok=(1,))
                assert "overwrites objects" in err, (kind, err)
            assert not [path for path in data.rglob("*") if "v1/sessions" in str(path) and path.is_file()], kind
            labs.append(lab)
    return labs


def whoever_is_killed_leaves_nothing_half(gate, server):
    with server.bucket("killed", share=0.0) as bucket:
        lab = Lab(gate, bucket.environment)
        files = [lab.write(f"{n}.jsonl", session(f"k{n}", n, methods=30)) for n in range(10)]
        for wait in (0.05, 0.1, 0.2, 0.4):
            process = lab.start("store", "put", *files, "--to", bucket.url)
            time.sleep(wait)
            process.kill()
            lab.finish(process, ok=None)
            code, out, err = lab.gate("baseline", "list", "--baseline", bucket.url, ok=(0, 1))
            assert code == 0 or "no store is there" in err, err
            for line in out.splitlines():
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
        assert "s3://nobody-has-this/x" in err and "404 NoSuchBucket" in err and "AWS_REGION" in err, err
        assert err.count("nobody-has-this") == 1, err
        nobody = {"AWS_ENDPOINT_URL": "http://127.0.0.1:9", "LAUNCHGATE_RETRY": "1s"}
        code, _, err = lab.gate("check", run, "--baseline", bucket.url, ok=(1,), **nobody)
        assert "cannot read" in err and bucket.url in err, err
        for address in ("localhost:9000", "http://localhost:90000", "http://localhost:9000x", "https://", " ",
                        "http://127.0.0.1:22000@evil.example"):
            code, _, err = lab.gate("check", run, "--baseline", bucket.url, ok=(1,), AWS_ENDPOINT_URL=address)
            assert err.count("\n") == 1 and "AWS_ENDPOINT_URL is" in err and "panicked" not in err, err
        # An empty place, and one that nobody made a store.
        code, _, err = lab.gate("check", run, "--baseline", bucket.url + "-typo", ok=(1,))
        assert "no store is there" in err and "gate store put" in err, err
        code, _, err = lab.gate("check", run, "--baseline", bucket.url, ok=(1,), AWS_ENDPOINT_URL="http://example.invalid")
        assert "without TLS" in err, err
        labs.append(lab)
    with server.bucket("silent", share=0.0, always="silent") as bucket:
        lab = Lab(gate, bucket.environment)
        run = lab.write("run.jsonl", session("a", 0))
        code, _, err = lab.gate("store", "put", run, "--to", bucket.url, ok=(1,), AWS_READ_TIMEOUT="500ms",
                              LAUNCHGATE_RETRY="2s")
        assert "cannot read" in err and bucket.url in err and "timeout" in err, err
        code, _, err = lab.gate("check", run, "--baseline", bucket.url, ok=(1,), AWS_READ_TIMEOUT="soon")
        assert "AWS_READ_TIMEOUT to \"soon\"" in err, err
        labs.append(lab)
    for always, expected in (("moved", "set AWS_REGION to that region"), ("denied", "this needs s3:GetObject, and s3:ListBucket")):
        with server.bucket(always, share=0.0, always=always) as bucket:
            lab = Lab(gate, bucket.environment)
            run = lab.write("run.jsonl", session("a", 0))
            code, _, err = lab.gate("check", run, "--baseline", bucket.url, ok=(1,))
            assert expected in err and err.count(bucket.url) == 1, err
            labs.append(lab)
    return labs


def a_server_that_misleads_is_refused(gate, server):
    """One that overwrites, whatever If-None-Match says; one whose lists are none; one that is busy for a while."""
    labs = []
    for always in ("overwrites", "no_list"):
        with server.bucket(always.replace("_", "-"), share=0.0) as bucket:
            lab = Lab(gate, bucket.environment)
            run = lab.write("run.jsonl", session("a", 0))
            if always == "no_list":
                lab.gate("store", "put", run, "--to", bucket.url)
            bucket.proxy.always = always
            words = ("store", "put", run, "--to") if always == "overwrites" else ("check", run, "--baseline")
            for _ in range(2):
                code, _, err = lab.gate(*words, bucket.url, ok=(1,))
                assert ("overwrites objects" if always == "overwrites" else "no list of objects") in err, err
            assert always == "no_list" or not bucket.objects("sessions"), "nothing is put there"
            labs.append(lab)
    with server.bucket("busy", share=0.0) as bucket:
        lab = Lab(gate, bucket.environment)
        runs = [lab.write(f"{name}.jsonl", session(name, day)) for day, name in enumerate("abc")]
        bucket.proxy.until, bucket.proxy.always = time.monotonic() + 8, "throttled"
        lab.gate("store", "put", runs[0], "--to", bucket.url)
        assert time.monotonic() > bucket.proxy.until, "it was asked again until the server was well"
        bucket.proxy.conflicts = 4
        lab.gate("store", "put", *runs, "--to", bucket.url)
        assert bucket.proxy.conflicts == 0 and len(bucket.objects("sessions")) == 3
        labs.append(lab)
    return labs


def that_counts(text):
    """The launches of a session, of a copy that counts the calls of its functions."""
    functions = [{"offset": 64 * at, "calls": 1 + at % 9, "order": at + 1} for at in range(200)]
    counts = [{"path": "Shop", "uuid": "01010101-0101-0101-0101-010101010101", "all": 300, "functions": functions}]
    more = {"agent": {"version": "1", "settings": "s", "loading": "injected, counting functions"}, "counts": counts}
    return "".join(json.dumps(json.loads(line) | more) + "\n" for line in text.splitlines())


def requests_of_a_check(gate, server, sessions=262, counting=False):
    """Requests of a check whose pool has so many sessions: the first on a machine, and the next one; every other session may count calls."""
    with server.bucket("counting" if counting else "pool", share=0.0) as bucket:
        lab = Lab(gate, bucket.environment)

        def of(name, day, counts):
            text = session(name, day, methods=12, launches=8)
            return that_counts(text) if counts else text

        files = [lab.write(f"{n}.jsonl", of(f"p{n:04}", n / 14, counting and n % 2)) for n in range(sessions)]
        lab.gate("store", "put", *files, "--to", bucket.url)
        heads = [of(f"head{at}", sessions // 14 + 1, at) for at in range(1 + counting)]
        run, counts, verdicts = lab.write("head.jsonl", "".join(heads)), [], []
        for _ in range(2):
            bucket.proxy.told.clear()
            _, out, _ = lab.gate("check", run, "--baseline", bucket.url, "--format", "json", ok=(0, 2, 3, 5))
            counts.append(sum(bucket.proxy.told.values()))
            verdicts.append(json.loads(out))
        assert verdicts[0] == verdicts[1] and verdicts[0]["verdict"] not in ("no-baseline", "error"), verdicts[0]
        called = verdicts[0].get("called") or {"head_launches": 0, "base_launches": 0}
        assert (called["head_launches"] == 8 and called["base_launches"] > 8) == counting, called
        # What somebody changed in the cache is read again.
        kept = sorted((lab.folder / "cache" / "store").iterdir())
        for path in kept:
            path.write_bytes(path.read_bytes()[:-1] + b"?")
        _, out, _ = lab.gate("check", run, "--baseline", bucket.url, "--format", "json", ok=(0, 2, 3, 5))
        assert json.loads(out) == verdicts[0] and len(kept) > 3 * sessions - 9, len(kept)
        return counts, lab


def a_sweep_reads_what_is_new(gate, server):
    """Requests of a sweep of a year, of the next one, and of one after a new session."""
    with server.bucket("years", share=0.0) as bucket:
        lab = Lab(gate, bucket.environment)
        files = [lab.write(f"{n}.jsonl", session(f"y{n:04}", 3 * n, methods=12, launches=6, slower={4: 1.4} if n >= 60 else {}))
                 for n in range(120)]
        lab.gate("store", "put", *files, "--to", bucket.url)

        def sweep():
            findings = bucket.objects("findings")
            count = requests(lab, bucket, "store", "sweep", bucket.url)
            return count, bucket.objects("findings") != findings

        first, is_new = sweep()
        assert is_new and first > 3 * 120, first
        again, is_new = sweep()
        assert not is_new and again < 90, again
        lab.gate("store", "put", lab.write("new.jsonl", session("new", 360, methods=12, launches=6, slower={4: 1.4})), "--to", bucket.url)
        new, _ = sweep()
        assert new <= again + 3 + 9, (again, new)
        return (first, again, new), lab


def requests(lab, bucket, *words):
    """Requests of a command on a machine without a cache."""
    shutil.rmtree(lab.folder / "cache", ignore_errors=True)
    bucket.proxy.told.clear()
    lab.gate(*words)
    return sum(bucket.proxy.told.values())


def requests_of_a_history(gate, server, sessions=5000, devices=8):
    """Requests of `baseline list` and `trend` in a store of a year that was swept, and once more after a night without a sweep."""
    with server.bucket("history", share=0.0) as bucket:
        lab = Lab(gate, bucket.environment)

        def put(numbers):
            files = [lab.write(f"{n}.jsonl", session(f"h{n:05}", 365 * n / sessions, model=f"iPhone{n % devices},1", methods=3, launches=3))
                     for n in numbers]
            for at in range(0, len(files), 250):
                lab.gate("store", "put", *files[at:at + 250], "--to", bucket.url)

        put(range(sessions))
        lab.gate("store", "sweep", bucket.url)
        commands = [("baseline", "list", "--baseline", bucket.url), ("trend", "--baseline", bucket.url)]
        counts = [requests(lab, bucket, *words) for words in commands]
        assert len(lab.gate(*commands[0])[1].splitlines()) == sessions
        put(range(sessions, sessions + devices))
        night = [requests(lab, bucket, *words) for words in commands]
        assert night[0] <= counts[0] + devices + 9 and night[1] <= counts[1] + 3 * devices + 9, (counts, night)
        return counts, night, lab


def a_cloud_is_as_a_folder(gate, place):
    """The same verdict from az:// by Azurite, or gs:// by fake-gcs-server, as from a folder."""
    with place as container:
        lab, url = Lab(gate, container.environment), container.url
        texts = str(lab.folder / "baselines")
        for day, name in enumerate("abcdefgh"):
            run = lab.write("run.jsonl", session(name, day))
            lab.gate("store", "put", run, "--to", url)
            lab.gate("baseline", "update", run, "--baseline", texts)
        assert "already stored" in lab.gate("store", "put", run, "--to", url)[1]
        run = lab.write("head.jsonl", session("head", 20, slower={3: 1.4}))
        checks = [lab.gate("check", run, "--baseline", store, "--format", "json", ok=(2,))[1] for store in (texts, url)]
        assert json.loads(checks[0]) == json.loads(checks[1])
        for words in (["store", "sweep", url], ["baseline", "verify", "--baseline", url], ["baseline", "prune", "--keep", "4", "--baseline", url]):
            lab.gate(*words)
        assert len(lab.gate("baseline", "list", "--baseline", url)[1].splitlines()) == 4
        return lab


def commands(lab, store):
    """Every command that works on a store, with what it writes."""
    runs = [lab.write(f"{name}.jsonl", session(name, day)) for day, name in enumerate("abcdef")]
    run = lab.write("head.jsonl", session("head", 20))
    check = ["check", run, "--baseline", store]
    yield from (["store", "put", *runs, "--to", store], ["store", "sweep", store])
    yield from ([*check, "-o", f"{kind}=verdict.{kind}"] for kind in ("json", "html", "markdown", "sarif", "junit"))
    yield ["explain", "-[Class3 work]", run, "--baseline", store]
    yield ["trend", "--baseline", store, "-o", "trend.html"]
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
            assert all(failed) if tells else sum(failed) == 2, f"update and push alone need a folder: {failed}"
            assert not tells or "SignatureDoesNotMatch" in lab.said, lab.said[:2000]
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
        for path in (path for path in (store / "v1").rglob("*") if path.is_file() and path.name != "store.json"):
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


def views_are_equal(gate, sql):
    """Costs and marks by DuckDB, Spark and pyarrow are those of the launch records, to the last bit, of judged launches only."""
    from bench import as_the_agent

    lab, chance = Lab(gate), random.Random(5)
    store, expected, times = str(lab.folder / "store"), [], []
    for scenario in ("kalt, Übung", "warm"):
        for day in (0, 1, 40):
            lines = [json.loads(line) for line in session(f"n{day}", day, methods=1, launches=7).splitlines()]
            for at, line in enumerate(lines):
                line["scenario"] = scenario
                line["methods"] = [
                    {"name": f"-[Class{method} work]", "module": "M", "calls": calls, "self_ns": own, "total_ns": total}
                    for method, (calls, own, total) in zip(range(400), as_the_agent(chance))]
                if at == 0:
                    line["state"] = {"first_after_install": True}
                    line["marks"] = {name: 5 * ns for name, ns in line["marks"].items()}
                else:
                    expected += [(scenario, method["name"], float(method["self_ns"]), float(method["total_ns"])) for method in line["methods"]]
                    expected += [(scenario, name.removesuffix("_ns"), float(ns), float(ns)) for name, ns in line["marks"].items()]
            lab.gate("store", "put", lab.write("run.jsonl", "\n".join(map(json.dumps, lines)) + "\n"), "--to", store)
            # Of six that are judged: between the two in the middle.
            median = statistics.median(line["marks"]["first_frame_ns"] for line in lines[1:])
            times.append((scenario, f"n{day}", 6, 7, median))
    expected.sort()
    by_duckdb, types, files, by_session = engines.views_by_duckdb(Path(sql), store)
    by_spark, of_spark, spark_plan = engines.views_by_spark(Path(sql), store)
    for name, found in (("DuckDB", by_duckdb), ("Spark", by_spark), ("pyarrow", engines.costs_by_pyarrow(store))):
        found = sorted(found)
        assert len(found) == len(expected), (name, len(found), len(expected))
        assert found == expected, (name, [pair for pair in zip(found, expected) if pair[0] != pair[1]][:3])
    assert types["launches"]["recorded"] == "TIMESTAMP" and types["costs"]["system"] == "BOOLEAN", types
    assert of_spark["launches"]["recorded"] == "timestamp" and of_spark["costs"]["system"] == "boolean", of_spark
    assert sorted(by_session) == sorted(times), (sorted(by_session), sorted(times))
    assert files == [2, 2], f"of six files of costs and of sessions those of the month: {files}"
    assert "PartitionFilters: [" in spark_plan and "month" in spark_plan.split("PartitionFilters: [", 1)[1].split("]")[0], spark_plan
    return lab


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


def main(gate, sql, npm):
    labs = []
    with servers.Moto() as server:
        for check in (the_verdict_is_the_folders, whoever_is_killed_leaves_nothing_half, errors_say_what_to_do,
                      a_server_that_misleads_is_refused,
                      no_command_tells_a_secret):
            begun = time.monotonic()
            labs += [found] if isinstance(found := check(gate, server), Lab) else found
            print(f"{check.__name__}: ok, {time.monotonic() - begun:.1f} s", flush=True)
        begun = time.monotonic()
        lost, of_all = nothing_is_lost_anywhere(gate, npm, server, each=6)
        labs += of_all
        assert lost == 0, lost
        print(f"nothing_is_lost_anywhere: ok, {time.monotonic() - begun:.1f} s", flush=True)
        labs += servers_that_overwrite_are_refused(gate, npm)
        print("servers_that_overwrite_are_refused: ok", flush=True)
        for counting in (False, True):
            (cold, warm), lab = requests_of_a_check(gate, server, counting=counting)
            labs.append(lab)
            assert cold <= 800 and warm <= 60, (cold, warm)
            print(f"requests_of_a_check, counting {counting}: ok, {cold} and {warm} requests", flush=True)
        counts, night, lab = requests_of_a_history(gate, server, sessions=400, devices=2)
        labs.append(lab)
        print(f"requests_of_a_history: ok, {counts}, and after a night {night} requests", flush=True)
        counts, lab = a_sweep_reads_what_is_new(gate, server)
        labs.append(lab)
        print(f"a_sweep_reads_what_is_new: ok, {counts} requests", flush=True)
    labs += [a_cloud_is_as_a_folder(gate, place) for place in (servers.azurite(npm), servers.google(share=0.1))]
    print("a_cloud_is_as_a_folder: ok", flush=True)
    labs.append(whoever_is_killed_leaves_a_folder_whole(gate))
    labs.append(a_clock_that_is_ahead_deletes_nothing(gate))
    no_secret_is_told(labs)
    begun = time.monotonic()
    labs.append(views_are_equal(gate, sql))
    the_engines_agree(gate, sql)
    print(f"the_engines_agree: ok, {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
