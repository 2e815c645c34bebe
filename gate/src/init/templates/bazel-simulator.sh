# For simulators rules_apple needs no provisioning profile.
bazel build "$LABEL" -c opt --ios_multi_cpus=sim_arm64 --apple_generate_dsym --objc_generate_linkmap
output=$(bazel info -c opt output_path)
apps=$RUNNER_TEMP/launchgate-apps/$SIDE
rm -rf symbols "$apps" && mkdir -p symbols "$apps"
unzip -q "$(bazel cquery "$LABEL" -c opt --ios_multi_cpus=sim_arm64 --output=files | grep '\.ipa$')" -d "$apps"
mv "$apps"/Payload/*.app "$apps/app.app"
# What tells the modules inside one binary apart, and methods their files: each under the path that it had.
find "$output" -name '*.linkmap' \
  -exec sh -c 'at=symbols/${1#"$2"/} && mkdir -p "${at%/*}" && cp "$1" "$at-LinkMap.txt"' sh {} "$output" \;
find "$output" -name '*.dSYM' -prune \
  -exec sh -c 'at=symbols/${1#"$2"/} && mkdir -p "${at%/*}" && cp -R "$1" "${at%/*}/"' sh {} "$output" \;
# The next build replaces them here.
cp -R symbols "$apps/"
