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


# Of each judged launch what methods took and when its marks were, and what else the views are asked for.
COSTS = """SELECT s.scenario, c.name, c.self_ns, c.total_ns FROM costs c JOIN sessions s ON s.content = c.content WHERE c.kind = 'method'
UNION ALL SELECT s.scenario, l.name, l.to_ns, l.to_ns FROM launches l JOIN sessions s ON s.content = l.content WHERE l.kind = 'mark'"""
PART = " WHERE app = 'com.example.shop' AND scenario = 'kalt, Übung' AND month = '2026-01'"


def views_by_duckdb(sql, store):
    """The costs, the types of the views' columns, of how many files each table's part is read, and how long sessions' launches take."""
    import re

    import duckdb as engine

    with engine.connect() as connection:
        for statement in statements(sql / "duckdb.sql", store):
            connection.execute(statement)
        costs = connection.execute(COSTS).fetchall()
        types = {name: dict(row[:2] for row in connection.execute(f"DESCRIBE {name}").fetchall()) for name in ("costs", "launches", "sessions")}
        plan = connection.execute("EXPLAIN ANALYZE SELECT SUM(self_ns) FROM costs" + PART).fetchall()
        files = [int(found) for found in re.findall(r"Total Files Read: (\d+)", str(plan))]
        times = connection.execute("SELECT scenario, session, launches, all_launches, launch_ns FROM sessions").fetchall()
        return costs, types, files, times


def views_by_spark(sql, store):
    found = session()
    for statement in statements(sql / "spark.sql", store):
        found.sql(statement)
    costs = [tuple(row) for row in found.sql(COSTS).collect()]
    types = {name: dict(found.table(name).dtypes) for name in ("costs", "launches", "sessions")}
    plan = found.sql("EXPLAIN SELECT SUM(self_ns) FROM all_costs" + PART).collect()
    return costs, types, "".join(row[0] for row in plan)


def costs_by_pyarrow(store):
    """The same of the raw objects, by the formula of docs/store.md."""
    import pyarrow.dataset as dataset

    def table(name):
        parts = dataset.partitioning(flavor="hive")
        return dataset.dataset(f"{store}/v1/{name}", format="parquet", partitioning=parts).to_table().to_pylist()

    names = {row["content"]: row["scenario_name"] for row in table("sessions")}
    for row in table("launches"):
        if row["kind"] == "mark" and row["judged"]:
            yield names[row["content"]], row["name"], row["to_ns"], row["to_ns"]
    for row in table("costs"):
        if row["kind"] == "method" and row["judged"]:
            own, total = row["self_ns"], row["total_ns"]
            if row["step_ns"] is not None:
                own = row["self_steps"] * row["step_ns"] + (row["self_off_ns"] or 0)
                total = (row["self_steps"] + row["below_steps"]) * row["step_ns"] + (row["total_off_ns"] or 0)
            yield names[row["content"]], row["name"], own, total


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
