-- The methods that grew most between two releases, by the mean over their launches, in ms. Put the two versions into the first lines.
WITH compared AS (
    SELECT '1.0' AS old, '2.0' AS new
), launched AS (
    SELECT app, device, release, SUM(launches) AS launches
    FROM sessions GROUP BY app, device, release
), cost AS (
    SELECT s.app, s.device, s.release, c.name, c.module, SUM(c.self_ns) AS ns
    FROM costs c JOIN sessions s ON s.content = c.content
    WHERE c.kind = 'method' AND c.thread = 'main'
    GROUP BY s.app, s.device, s.release, c.name, c.module
)
SELECT cost.app, cost.device, cost.name, cost.module,
       SUM(CASE WHEN cost.release = compared.new THEN cost.ns / launched.launches ELSE 0 END) / 1e6
     - SUM(CASE WHEN cost.release = compared.old THEN cost.ns / launched.launches ELSE 0 END) / 1e6 AS grown_ms
FROM cost
JOIN launched ON launched.app = cost.app AND launched.device = cost.device
               AND launched.release = cost.release
CROSS JOIN compared
WHERE cost.release IN (compared.old, compared.new)
GROUP BY cost.app, cost.device, cost.name, cost.module
ORDER BY grown_ms DESC, cost.app, cost.device, cost.name
LIMIT 20;
