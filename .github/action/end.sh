#!/usr/bin/env bash
# Ends the job according to the verdict; the annotations and the summary explain it.
set -euo pipefail

case "$CODE" in
  # An owner accepted the new level, and it is stored.
  2) [ "$PUSHES_BASELINE" != true ] || [ -z "$NEW_LEVEL" ] || exit 0 ;;
  # Before the first baseline is stored, a missing comparison is no failure.
  4 | 5) [ "$PUSHES_BASELINE" != true ] || exit 0 ;;
esac
if [ "$CODE" = 4 ] && [ "$FAIL_WITHOUT_BASELINE" != true ]; then
  echo "::warning title=launchgate::nothing is stored yet that could be compared with: push a baseline on the main branch"
  exit 0
fi
if [ "$CODE" = 3 ] && [ "$FAIL_UNDECIDED" != true ]; then
  echo "::warning title=launchgate::the launches do not decide whether the app got slower: the summary says how many more would"
  exit 0
fi
exit "$CODE"
