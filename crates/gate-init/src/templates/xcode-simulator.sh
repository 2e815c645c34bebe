# Signed ad hoc, as Xcode does for simulators: without a signature it has no entitlements, and so no app groups.
# A link of the checkout in its place would lead the build anywhere.
rm -rf derived
xcodebuild build "$KIND" "$CONTAINER" -scheme "$SCHEME" -configuration "$CONFIGURATION" \
  -destination 'generic/platform=iOS Simulator' -derivedDataPath derived -skipMacroValidation -skipPackagePluginValidation \
  ARCHS=arm64 CODE_SIGN_IDENTITY=- CODE_SIGN_STYLE=Manual PROVISIONING_PROFILE_SPECIFIER= LD_GENERATE_MAP_FILE=YES DEBUG_INFORMATION_FORMAT=dwarf-with-dsym
products=derived/Build/Products/$CONFIGURATION-iphonesimulator
apps=$RUNNER_TEMP/launchgate-apps/$SIDE
rm -rf symbols "$apps" && mkdir -p symbols "$apps"
cp -R "$products/$PRODUCT.app" "$apps/app.app"
# What tells the modules inside one binary apart, and methods their files: each under the path that it had.
find derived/Build/Intermediates.noindex -path '*-iphonesimulator/*' -name '*LinkMap*.txt' \
  -exec sh -c 'mkdir -p "symbols/${1%/*}" && cp "$1" "symbols/$1"' sh {} \;
find "$products" -name '*.dSYM' -prune \
  -exec sh -c 'mkdir -p "symbols/${1%/*}" && cp -R "$1" "symbols/${1%/*}/"' sh {} \;
# The next build replaces them here.
cp -R symbols "$apps/"
