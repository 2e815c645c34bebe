#!/usr/bin/env bash
# Finds gate and the agent: those that were named, or those of a release, whose checksums are compared.
set -euo pipefail

say() {
  {
    echo "gate=$1"
    echo "agent=$2"
  } >>"$GITHUB_OUTPUT"
}

if [ -n "$GATE" ]; then
  gate=$(command -v "$GATE") || {
    echo "::error title=launchgate::there is no program $GATE on this runner"
    exit 1
  }
  if [ -n "$NEEDS_AGENT" ] && [ ! -f "$AGENT" ]; then
    echo "::error title=launchgate::the input agent must name the agent's dylib where the input gate is given"
    exit 1
  fi
  "$gate" --version
  say "$gate" "$AGENT"
  exit 0
fi

case "$(uname -s)-$(uname -m)" in
  Darwin-arm64) platform=macos-arm64 ;;
  Darwin-x86_64) platform=macos-x86_64 ;;
  Linux-x86_64) platform=linux-x86_64 ;;
  *)
    echo "::error title=launchgate::there is no release for $(uname -sm): build gate and name it in the input gate"
    exit 1
    ;;
esac
version=${VERSION:-$ACTION_REF}
if ! [[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
  # Pinned by a commit, as it should be: the release says itself which commit it was made from.
  version=$(cat "$(dirname "$0")/VERSION")
fi
folder=$RUNNER_TEMP/launchgate-$version
archive=launchgate-$platform.tar.gz
address=${RELEASES:-${GITHUB_SERVER_URL:-https://github.com}/$ACTION_REPOSITORY/releases/download}/$version
mkdir -p "$folder"
for name in "$archive" SHA256SUMS; do
  rm -f "$folder/$name"
  curl --fail --silent --show-error --location --retry 5 --retry-connrefused --proto '=https,file' \
    -o "$folder/$name" "$address/$name" || {
    echo "::error title=launchgate::$address/$name cannot be fetched: is $version released, and does this runner reach it? The inputs version and releases say where it is, the inputs gate and agent do without it."
    exit 1
  }
done
expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/SHA256SUMS")
if command -v sha256sum >/dev/null; then
  found=$(sha256sum "$folder/$archive" | cut -d' ' -f1)
else
  found=$(shasum -a 256 "$folder/$archive" | cut -d' ' -f1)
fi
if [ -z "$expected" ] || [ "$expected" != "$found" ]; then
  echo "::error title=launchgate::$archive of $version is not what its release says (SHA-256 $found)"
  exit 1
fi
tar -xzf "$folder/$archive" -C "$folder"
"$folder/gate" --version
say "$folder/gate" "$folder/liblaunchgate.dylib"
