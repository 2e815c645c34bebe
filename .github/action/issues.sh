#!/usr/bin/env bash
# Opens, updates and closes the issues of growths that last, by the stored sessions.
set -euo pipefail

trend=(trend --out "json=$OUTPUT/trend.json")
[ -z "$CONFIG" ] || trend+=(--config "$CONFIG")
if [ -n "$BASELINE_REF" ]; then
  # `gate trend` reads a folder.
  git fetch --quiet origin "$BASELINE_REF"
  mkdir -p "$OUTPUT/sessions"
  git archive FETCH_HEAD | tar -x -C "$OUTPUT/sessions"
  BASELINE=$OUTPUT/sessions/${BASELINE:-baselines}
fi
[ -z "$BASELINE" ] || trend+=(--baseline "$BASELINE")
"$GATE" "${trend[@]}"
# The sessions are stored, so the job does not fail; the next run updates the issues.
"$GATE" comment --issues "$OUTPUT/trend.json" || echo "::warning title=launchgate::the issues of growths that last were not updated"
