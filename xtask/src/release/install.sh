#!/bin/sh
# Installs gate @VERSION@ into ~/.local/bin, or into the folder that is the first argument.
# Compares the archive with the checksum below before it unpacks anything.
set -eu

sums='
@SUMS@
'
fail() {
  echo "error: $1" >&2
  exit 1
}

case "$(uname -s)-$(uname -m)" in
  Darwin-arm64) platform=macos-arm64 ;;
  Darwin-x86_64) platform=macos-x86_64 ;;
  Linux-x86_64) platform=linux-x86_64 ;;
  Linux-aarch64) platform=linux-arm64 ;;
  *) platform=$(uname -sm) ;;
esac
expected=$(echo "$sums" | awk -v name="$platform" '$2 == name { print $1 }')
[ -n "$expected" ] || fail "@VERSION@ has no archive for $platform; build gate from source"
address=${LAUNCHGATE_RELEASES:-https://github.com/@REPOSITORY@/releases/download}/@VERSION@/launchgate-$platform.tar.gz
bin=${1:-$HOME/.local/bin}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
curl --fail --silent --show-error --location --retry 5 --proto '=https,file' -o "$folder/archive" "$address" ||
  fail "cannot fetch $address"
if command -v sha256sum >/dev/null; then
  found=$(sha256sum "$folder/archive" | cut -d' ' -f1)
else
  found=$(shasum -a 256 "$folder/archive" | cut -d' ' -f1)
fi
[ "$expected" = "$found" ] || fail "$address has the SHA-256 $found, and not $expected; nothing was installed"
tar -xzf "$folder/archive" -C "$folder" gate
mkdir -p "$bin"
mv "$folder/gate" "$bin/gate"
"$bin/gate" --version
