bazel build "$LABEL" -c opt --ios_multi_cpus=arm64 --apple_generate_dsym --objc_generate_linkmap
rm -rf symbols app.ipa && mkdir symbols
output=$(bazel info -c opt bazel-bin)
cp "$(bazel cquery "$LABEL" -c opt --ios_multi_cpus=arm64 --output=files | grep '\.ipa$')" app.ipa
# What tells the modules inside one binary apart, and methods their files: each under the path that it had.
find "$output" -name '*.linkmap' \
  -exec sh -c 'at=symbols/${1#"$2"/} && mkdir -p "${at%/*}" && cp "$1" "$at-LinkMap.txt"' sh {} "$output" \;
find "$output" -name '*.dSYM' -prune \
  -exec sh -c 'at=symbols/${1#"$2"/} && mkdir -p "${at%/*}" && cp -R "$1" "${at%/*}/"' sh {} "$output" \;
