-- The tables of a store as views of Spark SQL. STORE is the store's URL or folder.
-- A session is there once its row of sessions is, so costs and launches are read through it.
-- Times of methods are whole steps of a clock where one measured them, else ns.
CREATE OR REPLACE TEMPORARY VIEW stored_sessions USING parquet OPTIONS (path 'STORE/v1/sessions');
CREATE OR REPLACE TEMPORARY VIEW stored_costs (
    content STRING, place BIGINT, kind STRING, name STRING, module STRING, owner STRING, thread STRING, phase STRING, inside STRING,
    calls DOUBLE, self_ns DOUBLE, total_ns DOUBLE, samples BIGINT,
    step_ns DOUBLE, self_base BIGINT, self_steps BIGINT, below_base BIGINT, below_steps BIGINT
) USING parquet OPTIONS (path 'STORE/v1/costs');
CREATE OR REPLACE TEMPORARY VIEW stored_launches USING parquet OPTIONS (path 'STORE/v1/launches');
CREATE OR REPLACE TEMPORARY VIEW stored_findings USING parquet OPTIONS (path 'STORE/v1/findings');
CREATE OR REPLACE TEMPORARY VIEW stored_acceptances USING parquet OPTIONS (path 'STORE/v1/acceptances');

CREATE OR REPLACE TEMPORARY VIEW sessions AS
SELECT content, session, app, scenario, device, device_os, app_build, `commit`, launches, launch_ns,
       coalesce(nullif(app_version, ''), app_build) AS release,
       timestamp_millis(coalesce(recorded_unix_ms, stored_unix_ms)) AS recorded
FROM stored_sessions;

CREATE OR REPLACE TEMPORARY VIEW costs AS
SELECT content, place, kind, name, module, owner, thread, phase, inside, calls,
       coalesce(self_ns, (self_base + self_steps) * step_ns) AS self_ns,
       coalesce(total_ns, (self_base + self_steps + below_base + below_steps) * step_ns) AS total_ns, samples
FROM stored_costs WHERE content IN (SELECT content FROM sessions);

CREATE OR REPLACE TEMPORARY VIEW launches AS
SELECT content, place, launch, kind, name, from_ns, to_ns, objc_ns, instructions, cycles, page_ins, thermal, text, count
FROM stored_launches WHERE content IN (SELECT content FROM sessions);

CREATE OR REPLACE TEMPORARY VIEW findings AS
SELECT app, scenario, device, session, previous, kind, name, module, owner, before_ns, after_ns, build, status, reason,
       timestamp_millis(recorded_unix_ms) AS recorded
FROM stored_findings;

CREATE OR REPLACE TEMPORARY VIEW acceptances AS
SELECT method, owner, reason, until, up_to, timestamp_millis(accepted_unix_ms) AS accepted
FROM stored_acceptances;
