"""The queries of docs/sql in DuckDB and Spark, and a sweep by Spark's pipe."""

import functools
from pathlib import Path

QUERIES = ["module_by_week", "growth_between_releases", "launch_time", "decisions"]


def statements(path, store):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("--")]
    return [part.strip() for part in "\n".join(lines).replace("STORE", store).split(";") if part.strip()]


def answers(run, sql, views, store):
    for statement in statements(sql / views, store):
        run(statement)
    found = {}
    for query in QUERIES:
        (statement,) = statements(sql / f"{query}.sql", store)
        found[query] = [tuple(row) for row in run(statement)]
    return found


def duckdb(sql, store):
    import duckdb as engine

    with engine.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        return answers(lambda text: connection.execute(text).fetchall(), sql, "duckdb.sql", store)


@functools.cache
def session():
    import os
    import sys

    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.log.level", "ERROR")
    builder = builder.config("spark.sql.session.timeZone", "UTC").config("spark.driver.bindAddress", "127.0.0.1")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "4")
    return builder.getOrCreate()


def spark(sql, store):
    found = session()
    return answers(lambda text: found.sql(text).collect(), sql, "spark.sql", store)


def pipe(gate, store, lab):
    """The example of docs/store.md: each part of a sweep is a line that Spark pipes into a command."""
    before = rows(store)
    for path in Path(store, "v1", "findings").rglob("*.parquet"):
        path.unlink()
    parts = 3
    context = session().sparkContext
    config = lab.folder / "config.toml"
    command = f"xargs -I PART {gate} store sweep {store} --part PART --config {config}"
    context.parallelize([f"{part}/{parts}" for part in range(1, parts + 1)], parts).pipe(command, checkCode=True).collect()
    assert rows(store) == before and before, "a sweep by Spark finds what one machine finds"


def rows(store):
    import duckdb as engine

    with engine.connect() as connection:
        files = f"{store}/v1/findings/*/*/*/*.parquet"
        return sorted(map(str, connection.execute(f"SELECT * FROM read_parquet('{files}')").fetchall()))
