#!/usr/bin/env bash
# Opens, updates and closes the issues of growths that last, and adds a backtest to the summary once a week.
set -euo pipefail

place=()
[ -z "$CONFIG" ] || place+=(--config "$CONFIG")
if [ -n "$BASELINE_REF" ]; then
  # `gate trend` and `gate baseline backtest` read a folder.
  git fetch --quiet origin "$BASELINE_REF"
  mkdir -p "$OUTPUT/sessions"
  git archive FETCH_HEAD | tar -x -C "$OUTPUT/sessions"
  BASELINE=$OUTPUT/sessions/${BASELINE:-baselines}
fi
[ -z "$BASELINE" ] || place+=(--baseline "$BASELINE")
"$GATE" trend --out "json=$OUTPUT/trend.json" "${place[@]}"
# The sessions are stored, so the job does not fail; the next run updates the issues.
"$GATE" comment --issues "$OUTPUT/trend.json" || echo "::warning title=launchgate::the issues of growths that last were not updated"
# Monday's summary has the share of false alarms with these sessions, and the growth that a check finds.
if [ "$(date -u +%u)" = 1 ]; then
  {
    echo '### Backtest of the stored sessions'
    echo '```text'
    "$GATE" baseline backtest "${place[@]}" || echo 'no backtest'
    echo '```'
  } >>"$GITHUB_STEP_SUMMARY"
fi
