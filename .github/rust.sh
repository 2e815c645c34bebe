#!/usr/bin/env bash
# Rust of the version that Cargo.toml names, and the targets that are given.
set -euo pipefail

cd "$(dirname "$0")/.."
version=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
rustup toolchain install "$version" --profile minimal
rustup default "$version"
[ $# -eq 0 ] || rustup target add "$@"
