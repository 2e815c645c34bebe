#!/usr/bin/env bash
# In a pull request: finds the commit of the base, and reads its settings and acceptances from git. The change is judged by these, and only
# their drivers run, because the author of the change wrote its own files. Committed baselines are those of the base too.
set -euo pipefail

[ -n "$BASE_SHA" ] || exit 0
fail() {
  echo "::error title=launchgate::$1"
  exit 1
}
# shellcheck source=/dev/null
source "$GITHUB_ACTION_PATH/own.sh"
own "$OUTPUT"
# GitHub's merge commit of a request has the base as its first parent, which is newer than the base in the event if the base branch has
# moved since then. The parents of any other commit belong to the change, so they are not trusted.
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
# Links are refused.
is_file() {
  git ls-tree "$BASE_SHA" --full-tree -- "$1" | grep -q '^100'
}
if [ -z "$CONFIG" ]; then
  # The first settings file of the base, in gate's order of search; a file that the change adds has no effect.
  CONFIG=config.toml
  ! is_file "${prefix}launchgate.toml" || CONFIG=launchgate.toml
fi
echo "policy=$OUTPUT/base/$prefix$CONFIG" >>"$GITHUB_OUTPUT"
# If the base has no settings, the file is missing, and gate reports this.
if is_file "$prefix$CONFIG"; then
  take "$prefix$CONFIG"
fi
git ls-tree -r -z --full-tree --name-only "$BASE_SHA" | while IFS= read -r -d '' path; do
  case /$path in
    */accepted.tsv) ! is_file "$path" || take "$path" ;;
  esac
done
