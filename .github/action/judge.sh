#!/usr/bin/env bash
# Judges the launches, or uses a given verdict; writes the summary, annotations, reports and outputs.
# RUNS is a variable of the step, and `runs` is a variable of this script:
# shellcheck disable=SC2153
set -euo pipefail

# shellcheck source=/dev/null
source "$GITHUB_ACTION_PATH/own.sh"
own "$OUTPUT"
mkdir -p "$OUTPUT"
code=0
if [ -n "$VERDICT" ]; then
  if [ ! -f "$VERDICT" ]; then
    echo "::notice title=launchgate::the other job left no verdict"
    echo "missing=true" >>"$GITHUB_OUTPUT"
    exit 0
  fi
  # An invalid verdict fails here, before any of its contents are shown.
  "$GATE" report "$VERDICT" --format variables --out "json=$OUTPUT/verdict.json" >/dev/null
else
  runs=()
  while IFS= read -r path; do
    [ -z "$path" ] || runs+=("$path")
  done <<<"$RUNS"
  [ -z "$MEASURED" ] || runs+=("$MEASURED")
  if [ ${#runs[@]} -eq 0 ]; then
    echo "::error title=launchgate::give one of the inputs app, runs and verdict"
    exit 1
  fi
  check=(check "${runs[@]}" --format text --out "json=$OUTPUT/verdict.json")
  if [ -n "$CONFIG" ] && [ ! -f "$CONFIG" ]; then
    echo "::error title=launchgate::the input config names $CONFIG, which is not there: correct it, or leave it out"
    exit 1
  fi
  [ -z "$CONFIG" ] || check+=(--config "$CONFIG")
  [ "$STRICT" != true ] || check+=(--strict)
  [ -z "$POLICY" ] || check+=(--policy "$POLICY")
  [ -z "$BASE_COMMIT" ] || check+=(--base-commit "$BASE_COMMIT")
  [ -z "$BASELINE" ] || check+=(--baseline "$BASELINE")
  [ -z "$BASELINE_REF" ] || check+=(--baseline-ref "$BASELINE_REF")
  if [ -n "$SYMBOLS" ]; then
    # Paths in settings are relative to the folder of the settings file.
    case $SYMBOLS in /*) ;; *) SYMBOLS=$PWD/$SYMBOLS ;; esac
    check+=(--set "attribution.symbols=$SYMBOLS")
  fi
  [ -z "$BASE_SYMBOLS" ] || check+=(--base-symbols "$BASE_SYMBOLS")
  while IFS= read -r setting; do
    [ -z "$setting" ] || check+=(--set "$setting")
  done <<<"$SETTINGS"
  rm -f "$OUTPUT/verdict.json"
  "$GATE" "${check[@]}" || code=$?
  # After an error of gate or of its input there is no verdict; gate has printed the reason.
  [ -s "$OUTPUT/verdict.json" ] || exit "$code"
fi
"$GATE" report "$OUTPUT/verdict.json" --format github --out "markdown=$OUTPUT/report.md" \
  --out "html=$OUTPUT/report.html" --out "junit=$OUTPUT/junit.xml" --out "sarif=$OUTPUT/report.sarif"
cat "$OUTPUT/report.md" >>"$GITHUB_STEP_SUMMARY"
{
  "$GATE" report "$OUTPUT/verdict.json" --format variables
  echo "report=$OUTPUT/report.html"
  echo "code=$code"
} >>"$GITHUB_OUTPUT"
