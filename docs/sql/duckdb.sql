-- The tables of a store as views of DuckDB. STORE is the store's URL or folder.
-- The row of a session in `sessions` is written last, so costs and launches are joined with it.
-- The views launches and costs have the launches that the gate judges, and all_launches and all_costs also have the excluded ones, such as first
-- launches after an installation. A filter on app, scenario, device or month opens only the matching files.
-- Times of methods are whole steps of the clock that measured them, otherwise nanoseconds.
CREATE OR REPLACE VIEW sessions AS
SELECT content, session, app, scenario, device, month, device_os, app_build, "commit", coalesce(judged, launches) AS launches,
       launches AS all_launches, launch_ns, coalesce(nullif(app_version, ''), app_build) AS release,
       make_timestamp(coalesce(recorded_unix_ms, stored_unix_ms) * 1000) AS recorded
FROM read_parquet('STORE/v1/sessions/*/*/*/*/*.parquet', hive_partitioning = true, hive_types_autocast = false);

CREATE OR REPLACE VIEW all_costs AS
SELECT app, scenario, device, month, content, place, kind, name, module, owner, system IS NOT NULL AS system, thread, phase, inside, calls,
       coalesce(self_ns, self_steps * step_ns + coalesce(self_off_ns, 0)) AS self_ns,
       coalesce(total_ns, (self_steps + below_steps) * step_ns + coalesce(total_off_ns, 0)) AS total_ns,
       samples, coalesce(judged, true) AS judged
FROM read_parquet('STORE/v1/costs/*/*/*/*/*.parquet', hive_partitioning = true, hive_types_autocast = false)
JOIN (SELECT app, scenario, device, month, content FROM sessions) AS whole USING (app, scenario, device, month, content);

CREATE OR REPLACE VIEW costs AS SELECT * EXCLUDE judged FROM all_costs WHERE judged;

CREATE OR REPLACE VIEW all_launches AS
SELECT app, scenario, device, month, content, place, launch, kind, name, from_ns, to_ns, objc_ns, instructions, cycles, page_ins,
       make_timestamp(recorded_unix_ms * 1000) AS recorded, thermal, states, text, count, coalesce(judged, true) AS judged
FROM read_parquet('STORE/v1/launches/*/*/*/*/*.parquet', hive_partitioning = true, hive_types_autocast = false)
JOIN (SELECT app, scenario, device, month, content FROM sessions) AS whole USING (app, scenario, device, month, content);

CREATE OR REPLACE VIEW launches AS SELECT * EXCLUDE judged FROM all_launches WHERE judged;

CREATE OR REPLACE VIEW findings AS
SELECT app, scenario, device, session, previous, kind, name, module, owner, before_ns, after_ns, growth_a_month, build, status, reason,
       make_timestamp(recorded_unix_ms * 1000) AS recorded
FROM read_parquet('STORE/v1/findings/*/*/*/*.parquet', hive_partitioning = true, hive_types_autocast = false);

CREATE OR REPLACE VIEW acceptances AS
SELECT method, owner, reason, until, up_to, make_timestamp(accepted_unix_ms * 1000) AS accepted
FROM read_parquet('STORE/v1/acceptances/*.parquet');
