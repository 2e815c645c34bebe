-- The tables of a store as views of Spark SQL. STORE is the store's URL or folder.
-- The row of a session in `sessions` is written last, so costs and launches are joined with it.
-- The views launches and costs have the launches that the gate judges, and all_launches and all_costs also have the excluded ones, such as first
-- launches after an installation. A filter on app, scenario, device or month opens only the matching files.
-- Times of methods are whole steps of the clock that measured them, otherwise nanoseconds.
-- Spark reads names in paths as Latin-1, so they are decoded here.
CREATE OR REPLACE TEMPORARY VIEW stored_sessions (
    content STRING, session STRING, recorded_unix_ms BIGINT, stored_unix_ms BIGINT, device_os STRING, app_build STRING, app_version STRING,
    `commit` STRING, launches BIGINT, launch_ns DOUBLE, judged BIGINT,
    app STRING, scenario STRING, device STRING, month STRING
) USING parquet OPTIONS (path 'STORE/v1/sessions');
CREATE OR REPLACE TEMPORARY VIEW stored_costs (
    content STRING, place BIGINT, kind STRING, name STRING, module STRING, owner STRING, system STRING, thread STRING, phase STRING,
    inside STRING, calls DOUBLE, self_ns DOUBLE, total_ns DOUBLE, samples BIGINT, step_ns DOUBLE, self_steps BIGINT, below_steps BIGINT,
    self_off_ns DOUBLE, total_off_ns DOUBLE, judged BOOLEAN,
    app STRING, scenario STRING, device STRING, month STRING
) USING parquet OPTIONS (path 'STORE/v1/costs');
CREATE OR REPLACE TEMPORARY VIEW stored_launches (
    content STRING, place BIGINT, launch BIGINT, kind STRING, name STRING, from_ns DOUBLE, to_ns DOUBLE, objc_ns DOUBLE,
    instructions DOUBLE, cycles DOUBLE, page_ins DOUBLE, recorded_unix_ms BIGINT, thermal STRING, states STRING, text STRING,
    count BIGINT, judged BOOLEAN, app STRING, scenario STRING, device STRING, month STRING
) USING parquet OPTIONS (path 'STORE/v1/launches');
CREATE OR REPLACE TEMPORARY VIEW stored_findings (
    session STRING, previous STRING, recorded_unix_ms BIGINT, kind STRING, name STRING, module STRING, owner STRING, before_ns DOUBLE,
    after_ns DOUBLE, build STRING, status STRING, reason STRING, growth_a_month DOUBLE, app STRING, scenario STRING, device STRING
) USING parquet OPTIONS (path 'STORE/v1/findings');
CREATE OR REPLACE TEMPORARY VIEW stored_acceptances USING parquet OPTIONS (path 'STORE/v1/acceptances');

CREATE OR REPLACE TEMPORARY VIEW sessions AS
SELECT content, session, decode(encode(app, 'ISO-8859-1'), 'UTF-8') AS app, decode(encode(scenario, 'ISO-8859-1'), 'UTF-8') AS scenario, decode(encode(device, 'ISO-8859-1'), 'UTF-8') AS device, month, device_os, app_build, `commit`,
       coalesce(judged, launches) AS launches, launches AS all_launches, launch_ns,
       coalesce(nullif(app_version, ''), app_build) AS release,
       timestamp_millis(coalesce(recorded_unix_ms, stored_unix_ms)) AS recorded
FROM stored_sessions;

CREATE OR REPLACE TEMPORARY VIEW all_costs AS
SELECT decode(encode(app, 'ISO-8859-1'), 'UTF-8') AS app, decode(encode(scenario, 'ISO-8859-1'), 'UTF-8') AS scenario, decode(encode(device, 'ISO-8859-1'), 'UTF-8') AS device, month, content, place, kind, name, module, owner,
       system IS NOT NULL AS system, thread, phase, inside, calls,
       coalesce(self_ns, self_steps * step_ns + coalesce(self_off_ns, 0)) AS self_ns,
       coalesce(total_ns, (self_steps + below_steps) * step_ns + coalesce(total_off_ns, 0)) AS total_ns,
       samples, coalesce(judged, true) AS judged
FROM stored_costs WHERE content IN (SELECT content FROM sessions);

CREATE OR REPLACE TEMPORARY VIEW costs AS SELECT * EXCEPT (judged) FROM all_costs WHERE judged;

CREATE OR REPLACE TEMPORARY VIEW all_launches AS
SELECT decode(encode(app, 'ISO-8859-1'), 'UTF-8') AS app, decode(encode(scenario, 'ISO-8859-1'), 'UTF-8') AS scenario, decode(encode(device, 'ISO-8859-1'), 'UTF-8') AS device, month, content, place, launch, kind, name, from_ns, to_ns, objc_ns,
       instructions, cycles, page_ins, timestamp_millis(recorded_unix_ms) AS recorded, thermal, states, text, count,
       coalesce(judged, true) AS judged
FROM stored_launches WHERE content IN (SELECT content FROM sessions);

CREATE OR REPLACE TEMPORARY VIEW launches AS SELECT * EXCEPT (judged) FROM all_launches WHERE judged;

CREATE OR REPLACE TEMPORARY VIEW findings AS
SELECT decode(encode(app, 'ISO-8859-1'), 'UTF-8') AS app, decode(encode(scenario, 'ISO-8859-1'), 'UTF-8') AS scenario, decode(encode(device, 'ISO-8859-1'), 'UTF-8') AS device, session, previous, kind, name, module, owner, before_ns, after_ns, growth_a_month, build, status, reason,
       timestamp_millis(recorded_unix_ms) AS recorded
FROM stored_findings;

CREATE OR REPLACE TEMPORARY VIEW acceptances AS
SELECT method, owner, reason, until, up_to, timestamp_millis(accepted_unix_ms) AS accepted
FROM stored_acceptances;
