#!/usr/bin/env bash
# Puts the agent into the apps and records their launches.
set -euo pipefail

# shellcheck source=/dev/null
source "$GITHUB_ACTION_PATH/own.sh"
own "$OUTPUT"
if [ -n "$CONFIG" ] && [ ! -f "$CONFIG" ]; then
  echo "::error title=launchgate::the input config names $CONFIG, which is not there: correct it, or leave it out"
  exit 1
fi
mkdir -p "$OUTPUT"

# Arguments: the app and the output; with a third argument (base or head), the app gets an identifier of its own.
inject() {
  local arguments=(inject "$1" --agent "$AGENT" -o "$2" --sign "$SIGN")
  [ -z "${3:-}" ] || arguments+=(--side-by-side "$3")
  [ -z "$PASSWORD_FILE" ] || arguments+=(--password-file "$PASSWORD_FILE")
  local profile
  while IFS= read -r profile; do
    [ -z "$profile" ] || arguments+=(--profile "$profile")
  done <<<"$PROFILES"
  "$GATE" "${arguments[@]}" >&2
}

head=$OUTPUT/apps/head.${APP##*.}
base=$OUTPUT/apps/base.${BASE_APP##*.}
# Files of the checkout at these paths are removed.
rm -rf "$OUTPUT/apps" "$OUTPUT/launches" && mkdir "$OUTPUT/apps"
if [ "$DRIVER" = simulator ]; then
  # gate itself adds the agent for simulators to copies of the apps.
  run=(run "$APP" -o "$OUTPUT/launches" --driver simulator --agent "${AGENT%/*}/liblaunchgate-simulator.dylib")
  [ -z "$SIMULATOR" ] || run+=(--set "simulator.type=$SIMULATOR")
  [ -z "$BASE_APP" ] || run+=(--base "$BASE_APP")
else
  run=(run "$head" -o "$OUTPUT/launches" --driver "$DRIVER")
  [ -z "$BASE_APP" ] || run+=(--base "$base")
  is_injected=
  if [[ $SIDE_BY_SIDE =~ ^(true|auto)$ ]] && [ -n "$BASE_APP" ]; then
    if inject "$APP" "$head" head && inject "$BASE_APP" "$base" base; then
      is_injected=true
    elif [ "$SIDE_BY_SIDE" = auto ]; then
      echo "::notice title=launchgate::the builds cannot be installed side by side, for the reason in the log, so they replace each other on the device"
      rm -rf "$OUTPUT/apps" && mkdir "$OUTPUT/apps"
    else
      exit 1
    fi
  fi
  if [ -z "$is_injected" ]; then
    inject "$APP" "$head"
    [ -z "$BASE_APP" ] || inject "$BASE_APP" "$base"
  fi
fi
[ -z "$CONFIG" ] || run+=(--config "$CONFIG")
while IFS= read -r setting; do
  [ -z "$setting" ] || run+=(--set "$setting")
done <<<"$SETTINGS"
if [ -n "$POLICY" ]; then
  run+=(--policy "$POLICY" --base-commit "$BASE_COMMIT")
  # Only the base's drivers run on this machine; a base without settings adds no driver.
  drivers=$POLICY
  if [ ! -f "$POLICY" ]; then
    # The file is outside of the checkout, which may have a link with this name.
    drivers=$(mktemp "${RUNNER_TEMP:-/tmp}/no-drivers.XXXXXX")
  fi
  run+=(--drivers "$drivers")
fi
[ -z "$SCENARIO" ] || run+=(--scenario "$SCENARIO")
[ -z "$LAUNCHES" ] || run+=(--launches "$LAUNCHES")
[ -z "$REST" ] || run+=(--rest "$REST")
[ -z "$UDID" ] || run+=(--udid "$UDID")
[ -z "$BASELINE" ] || run+=(--baseline "$BASELINE")
[ -z "$BASELINE_REF" ] || run+=(--baseline-ref "$BASELINE_REF")
if [ "$PUSHES_BASELINE" != true ]; then
  # A baseline always needs all launches, and new ones, so it uses neither of these options.
  [ -n "$UNTIL_DECIDED$LAUNCHES" ] || UNTIL_DECIDED=true
  kept=${KEPT:-${RUNNER_TOOL_CACHE:-$HOME/.cache}/launchgate/kept}
  if [ "$kept" != none ]; then
    # Jobs older than 30 days are not run again.
    [ ! -d "$kept" ] || find "$kept" -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -rf {} +
    run+=(--kept "$kept/$GITHUB_SHA$SUFFIX")
  fi
fi
[ "$UNTIL_DECIDED" != true ] || run+=(--until-decided)
[ "$CONFIRM" != true ] || run+=(--set gate.confirm=true)
echo "launches=$OUTPUT/launches" >>"$GITHUB_OUTPUT"
"$GATE" "${run[@]}"
