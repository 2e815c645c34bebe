-- Launch time by model of the device and version of its system.
SELECT s.app, s.device, s.device_os, COUNT(*) AS launches, median(l.to_ns) / 1e6 AS median_ms
FROM launches l JOIN sessions s ON s.content = l.content
WHERE l.kind = 'launch'
GROUP BY s.app, s.device, s.device_os
ORDER BY s.app, s.device, s.device_os;
