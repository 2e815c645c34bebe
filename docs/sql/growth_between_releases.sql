-- The methods that grew most between two releases, by the mean over their launches, in ms. Put the two versions into the first lines.
WITH compared AS (
    SELECT '1.0' AS old, '2.0' AS new
), of_release AS (
    SELECT app, device, app_version, SUM(launches) AS launches
    FROM sessions GROUP BY app, device, app_version
), cost AS (
    SELECT s.app, s.device, s.app_version, c.name, c.module, SUM(c.self_ns) AS ns
    FROM costs c JOIN sessions s ON s.content = c.content
    WHERE c.kind = 'method' AND c.thread = 'main'
    GROUP BY s.app, s.device, s.app_version, c.name, c.module
)
SELECT cost.app, cost.device, cost.name, cost.module,
       SUM(CASE WHEN cost.app_version = compared.new THEN cost.ns / of_release.launches ELSE 0 END) / 1e6
     - SUM(CASE WHEN cost.app_version = compared.old THEN cost.ns / of_release.launches ELSE 0 END) / 1e6 AS grown_ms
FROM cost
JOIN of_release ON of_release.app = cost.app AND of_release.device = cost.device
               AND of_release.app_version = cost.app_version
CROSS JOIN compared
WHERE cost.app_version IN (compared.old, compared.new)
GROUP BY cost.app, cost.device, cost.name, cost.module
ORDER BY grown_ms DESC, cost.app, cost.device, cost.name
LIMIT 20;
