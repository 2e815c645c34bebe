#!/usr/bin/env bash
# In a pull request: finds the commit of the base, and takes its settings and acceptances out of git. By those the change is judged, and
# whose drivers run is theirs to say: the change's own come from whoever wrote it. Baselines that are committed are the base's too.
set -euo pipefail

[ -n "$BASE_SHA" ] || exit 0
fail() {
  echo "::error title=launchgate::$1"
  exit 1
}
# shellcheck source=/dev/null
source "$GITHUB_ACTION_PATH/own.sh"
own "$OUTPUT"
# The merge that GitHub made of a request has the base as its first parent, which is newer than the base that the event names if the
# base branch moved since. Of any other commit the parents are the change's own, and so not to be trusted.
if [ "$GITHUB_EVENT_NAME" = pull_request ] && [ "$(git rev-parse HEAD)" = "$GITHUB_SHA" ] && git rev-parse --quiet --verify 'HEAD^2' >/dev/null; then
  BASE_SHA=$(git rev-parse 'HEAD^1')
fi
if ! git cat-file -e "$BASE_SHA^{commit}" 2>/dev/null; then
  fail "the base's settings cannot be read: check out with fetch-depth 2, so that the base's commit is there"
fi
echo "commit=$BASE_SHA" >>"$GITHUB_OUTPUT"
rm -rf "$OUTPUT/base"
mkdir -p "$OUTPUT/base"
take() {
  mkdir -p "$OUTPUT/base/$(dirname "$1")"
  git show "$BASE_SHA:$1" >"$OUTPUT/base/$1"
}
prefix=$(git rev-parse --show-prefix)
# A link is no file.
is_file() {
  git ls-tree "$BASE_SHA" --full-tree -- "$1" | grep -q '^100'
}
if [ -z "$CONFIG" ]; then
  # The first that the base has, in the order in which gate looks for them; what the change adds beside it decides nothing.
  CONFIG=config.toml
  ! is_file "${prefix}launchgate.toml" || CONFIG=launchgate.toml
fi
echo "policy=$OUTPUT/base/$prefix$CONFIG" >>"$GITHUB_OUTPUT"
# Where the base has none, there is no file, and gate says so.
if is_file "$prefix$CONFIG"; then
  take "$prefix$CONFIG"
fi
git ls-tree -r -z --full-tree --name-only "$BASE_SHA" | while IFS= read -r -d '' path; do
  case /$path in
    */accepted.tsv) ! is_file "$path" || take "$path" ;;
  esac
done
