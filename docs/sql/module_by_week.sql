-- Cost of each module on the main thread by week, in ms: the mean over all launches of the week.
SELECT of_week.app, of_week.device, of_week.week, of_module.module, of_module.ns / of_week.launches / 1e6 AS ms
FROM (
    SELECT app, device, date_trunc('week', recorded) AS week, SUM(launches) AS launches
    FROM sessions GROUP BY app, device, date_trunc('week', recorded)
) AS of_week
JOIN (
    SELECT s.app, s.device, date_trunc('week', s.recorded) AS week, c.module, SUM(c.self_ns) AS ns
    FROM costs c JOIN sessions s ON s.content = c.content
    WHERE c.kind = 'method' AND c.thread = 'main'
    GROUP BY s.app, s.device, date_trunc('week', s.recorded), c.module
) AS of_module
ON of_module.app = of_week.app AND of_module.device = of_week.device AND of_module.week = of_week.week
ORDER BY of_week.app, of_week.device, of_week.week, of_module.module;
