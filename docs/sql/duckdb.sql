-- The tables of a store as views of DuckDB. STORE is the store's URL or folder.
-- A session is there once its row of sessions is, so costs and launches are read through it.
-- Times of methods are whole steps of a clock where one measured them, else ns.
CREATE OR REPLACE VIEW sessions AS
SELECT content, session, app, scenario, device, device_os, app_build, "commit", launches, launch_ns,
       coalesce(nullif(app_version, ''), app_build) AS release,
       make_timestamp(coalesce(recorded_unix_ms, stored_unix_ms) * 1000) AS recorded
FROM read_parquet('STORE/v1/sessions/*/*/*/*/*.parquet', hive_partitioning = true);

CREATE OR REPLACE VIEW costs AS
SELECT content, place, kind, name, module, owner, thread, phase, inside, calls,
       coalesce(self_ns, (self_base + self_steps) * step_ns) AS self_ns,
       coalesce(total_ns, (self_base + self_steps + below_base + below_steps) * step_ns) AS total_ns, samples
FROM read_parquet('STORE/v1/costs/*/*/*/*/*.parquet', hive_partitioning = true, union_by_name = true)
WHERE content IN (SELECT content FROM sessions);

CREATE OR REPLACE VIEW launches AS
SELECT content, place, launch, kind, name, from_ns, to_ns, objc_ns, instructions, cycles, page_ins, thermal, text, count
FROM read_parquet('STORE/v1/launches/*/*/*/*/*.parquet', hive_partitioning = true)
WHERE content IN (SELECT content FROM sessions);

CREATE OR REPLACE VIEW findings AS
SELECT app, scenario, device, session, previous, kind, name, module, owner, before_ns, after_ns, build, status, reason,
       make_timestamp(recorded_unix_ms * 1000) AS recorded
FROM read_parquet('STORE/v1/findings/*/*/*/*.parquet', hive_partitioning = true);

CREATE OR REPLACE VIEW acceptances AS
SELECT method, owner, reason, until, up_to, make_timestamp(accepted_unix_ms * 1000) AS accepted
FROM read_parquet('STORE/v1/acceptances/*.parquet');
