//! Replaces xcodebuild by a script. The script accepts the documented arguments, refuses input that the real xcodebuild refuses, and copies
//! a finished build.

use gate_init::BuiltApp;

/// The text of the script. The script accepts the arguments `build -workspace|-project PATH -scheme NAME -configuration NAME -destination
/// PLACE …`, as documented in xcodebuild(1).
const SCRIPT: &str = r#"#!/bin/sh
set -eu
fail() { echo "xcodebuild: error: $1" >&2; exit "${2:-65}"; }
[ "${1-}" = build ] || fail "no action" 64
shift
kind= container= scheme= configuration= destination= derived= signing=YES identity=
while [ $# -gt 0 ]; do
  case $1 in
    -workspace | -project) kind=$1 container=$2; shift ;;
    -scheme) scheme=$2; shift ;;
    -configuration) configuration=$2; shift ;;
    -destination) destination=$2; shift ;;
    -derivedDataPath) derived=$2; shift ;;
    -skipMacroValidation | -skipPackagePluginValidation) ;;
    CODE_SIGNING_ALLOWED=*) signing=${1#*=} ;;
    CODE_SIGN_IDENTITY=*) identity=${1#*=} ;;
    [A-Z]*=*) ;;
    *) fail "invalid option '$1'" 64 ;;
  esac
  shift
done
case $kind in
  -workspace) [ -f "$container/contents.xcworkspacedata" ] || fail "'$container' does not exist." ;;
  -project) [ -f "$container/project.pbxproj" ] || fail "'$container' does not exist." ;;
  *) fail "no project" 64 ;;
esac
product=$(printf '%s\n' "@APPS@" | sed -n "s|^$kind $container $scheme $configuration=||p")
[ -n "$product" ] || fail "no scheme named $scheme in $container with $configuration"
case $destination in
  'generic/platform=iOS')
    system=iphoneos
    [ "$signing" = NO ] || fail "Signing for \"$scheme\" requires a development team." ;;
  'generic/platform=iOS Simulator')
    system=iphonesimulator
    # A build without a signature is made, but has no entitlements: the app would end where it opens its group.
    [ "$signing $identity" = "YES -" ] || fail "the app has no entitlements" ;;
  *) fail "Unable to find a destination matching { $destination }" 70 ;;
esac
build=Shop
@CHOOSE@
[ -d "@BUILDS@/$system/$build.app" ] || fail "no build of $build for $system"
rm -rf "$derived"
products=$derived/Build/Products/Release-$system
objects=$derived/Build/Intermediates.noindex/App.build
mkdir -p "$products" "$objects/Release-$system/App.build" "$objects/Release-watchos/Watch.build"
cp -R "@BUILDS@/$system/$build.app" "$products/$product.app"
cp "@BUILDS@/$system/$build.txt" "$objects/Release-$system/App.build/App-LinkMap-normal-arm64.txt"
# What a build leaves for another system, and would end a check.
echo watch > "$objects/Release-watchos/Watch.build/App-LinkMap-normal-arm64_32.txt"
mkdir -p "$derived/Build/Products/Release-watchos/App.app.dSYM/Contents"
"#;

/// Returns the script for the apps of a repository. `choose` contains shell lines that set `build` according to
/// the sources.
pub fn script<'a>(apps: impl Iterator<Item = &'a BuiltApp>, builds: &str, choose: &str) -> String {
    let line = |app: &BuiltApp| {
        let kind = if app.container.ends_with(".xcworkspace") { "-workspace" } else { "-project" };
        format!("{kind} {} {} {}={}", app.container, app.scheme, app.configuration, app.product)
    };
    let apps = apps.map(line).collect::<Vec<_>>().join("\n");
    let values = [("@APPS@", &*apps), ("@BUILDS@", builds), ("@CHOOSE@", choose)];
    values.iter().fold(SCRIPT.to_owned(), |text, (key, value)| text.replace(key, value))
}
