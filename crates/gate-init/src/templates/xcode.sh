# A link of the checkout in its place would lead the build anywhere.
rm -rf derived
xcodebuild build "$KIND" "$CONTAINER" -scheme "$SCHEME" -configuration "$CONFIGURATION" \
  -destination 'generic/platform=iOS' -derivedDataPath derived -skipMacroValidation -skipPackagePluginValidation \
  CODE_SIGNING_ALLOWED=NO LD_GENERATE_MAP_FILE=YES DEBUG_INFORMATION_FORMAT=dwarf-with-dsym
products=derived/Build/Products/$CONFIGURATION-iphoneos
rm -rf Payload symbols app.ipa && mkdir Payload symbols
cp -R "$products/$PRODUCT.app" Payload/
zip -qry app.ipa Payload
# What tells the modules inside one binary apart, and methods their files: for phones, each under the path that it had.
find derived/Build/Intermediates.noindex -path '*-iphoneos/*' -name '*LinkMap*.txt' \
  -exec sh -c 'mkdir -p "symbols/${1%/*}" && cp "$1" "symbols/$1"' sh {} \;
find "$products" -name '*.dSYM' -prune \
  -exec sh -c 'mkdir -p "symbols/${1%/*}" && cp -R "$1" "symbols/${1%/*}/"' sh {} \;
