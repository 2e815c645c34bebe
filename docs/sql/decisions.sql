-- Findings of sweeps by month: the accepted ones, the ones with a limit of their own (overrides), and acceptances.
SELECT month, kind, COUNT(*) AS many
FROM (
    SELECT date_trunc('month', recorded) AS month,
           CASE status WHEN 'accepted' THEN 'finding, accepted' WHEN 'override' THEN 'finding, override' ELSE 'finding, open' END AS kind
    FROM findings
    UNION ALL
    SELECT date_trunc('month', accepted) AS month, 'acceptance' AS kind FROM acceptances
) AS decided
GROUP BY month, kind
ORDER BY month, kind;
