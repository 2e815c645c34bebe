#!/usr/bin/env bash
# Adds the launches to the baselines. gate refuses this in pull requests, and for slower launches.
set -euo pipefail

push=(baseline push)
while IFS= read -r path; do
  [ -z "$path" ] || push+=("$path")
done <<<"$RUNS"
[ -z "$MEASURED" ] || push+=("$MEASURED")
[ -z "$CONFIG" ] || push+=(--config "$CONFIG")
[ -z "$BASELINE" ] || push+=(--baseline "$BASELINE")
[ -z "$BASELINE_REF" ] || push+=(--ref "$BASELINE_REF")
case $SYMBOLS in
  '' | /*) ;;
  *) SYMBOLS=$PWD/$SYMBOLS ;;
esac
[ -z "$SYMBOLS" ] || push+=(--set "attribution.symbols=$SYMBOLS")
while IFS= read -r setting; do
  [ -z "$setting" ] || push+=(--set "$setting")
done <<<"$SETTINGS"
if [ -n "$NEW_LEVEL" ]; then
  push+=(--new-level --reason "$NEW_LEVEL" --owner "$NEW_LEVEL_OWNER")
fi
"$GATE" "${push[@]}"
if [ -n "$BASELINE_REF" ]; then
  prune=(baseline prune --ref "$BASELINE_REF")
  [ -z "$CONFIG" ] || prune+=(--config "$CONFIG")
  [ -z "$BASELINE" ] || prune+=(--baseline "$BASELINE")
  "$GATE" "${prune[@]}"
fi
