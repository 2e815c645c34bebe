#!/usr/bin/env bash
# Finds gate and the agent: the named ones, or those of a release. This folder has the checksums of releases, so a pinned commit of the
# action also pins the program.
set -euo pipefail

fail() {
  echo "::error title=launchgate::$1"
  exit 1
}

say() {
  {
    echo "gate=$1"
    echo "agent=$2"
  } >>"$GITHUB_OUTPUT"
}

if [ -n "$GATE" ]; then
  gate=$(command -v "$GATE") || fail "there is no program $GATE on this runner: install it, or leave out the input gate"
  if [ -n "$NEEDS_AGENT" ] && [ ! -f "$AGENT" ]; then
    fail "the input agent must name the agent's dylib where the input gate is given"
  fi
  "$gate" --version
  say "$gate" "$AGENT"
  exit 0
fi

case "$(uname -s)-$(uname -m)" in
  Darwin-arm64) platform=macos-arm64 ;;
  Darwin-x86_64) platform=macos-x86_64 ;;
  Linux-x86_64) platform=linux-x86_64 ;;
  Linux-aarch64) platform=linux-arm64 ;;
  *) fail "there is no release for $(uname -sm): build gate and name it in the input gate" ;;
esac
here=$(dirname "$0")
# The version of a release is in the Cargo.toml of this action's repository.
own() {
    if [ -f "$here/VERSION" ]; then cat "$here/VERSION"; else sed -n 's/^version = "\(.*\)"$/v\1/p' "$here/../../Cargo.toml"; fi
}
version=${VERSION:-$(own)}
if ! [[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
  fail "the input version is not a release's name such as v1.2.3: correct it, or leave it out for the release of this action"
fi
archive=launchgate-$platform.tar.gz
# Lines of "checksum  version/archive", one for each release up to this commit.
expected=$(awk -v name="$version/$archive" '$2 == name { print $1 }' "$here/SHA256SUMS")
if [ -z "$expected" ]; then
  fail "this commit of the action knows no checksum of $version for $platform: pin the commit of a release ($version or later), or name a program in the inputs gate and agent"
fi
folder=$RUNNER_TEMP/launchgate-$version
address=${RELEASES:-${GITHUB_SERVER_URL:-https://github.com}/$ACTION_REPOSITORY/releases/download}/$version
mkdir -p "$folder"
rm -f "$folder/$archive"
curl --fail --silent --show-error --location --retry 5 --retry-connrefused --proto '=https,file' \
  -o "$folder/$archive" "$address/$archive" ||
  fail "$address/$archive cannot be fetched: is $version released, and does this runner reach it? The inputs version and releases say where it is, the inputs gate and agent do without it."
if command -v sha256sum >/dev/null; then
  found=$(sha256sum "$folder/$archive" | cut -d' ' -f1)
else
  found=$(shasum -a 256 "$folder/$archive" | cut -d' ' -f1)
fi
if [ "$expected" != "$found" ]; then
  fail "$archive of $version is not what this commit of the action says (SHA-256 $found, and not $expected): do not use it, and tell the maintainers"
fi
tar -xzf "$folder/$archive" -C "$folder"
"$folder/gate" --version
say "$folder/gate" "$folder/liblaunchgate.dylib"
