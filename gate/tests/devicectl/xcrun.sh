#!/bin/sh
# Stands in for `xcrun devicectl` in the tests: answers in the shape that its documentation describes, as to a phone with one app.
# The shapes in its list of devices were published by others, the values are the tests' own: a phone that is away and stays listed by
# cable (expo/expo#28642), a watch (tauri-apps/cargo-mobile2#417), a headset and a phone that are connected (listDevices.test.ts of
# callstackincubator/rock), an entry without hardware (tauri-apps/cargo-mobile2#443), and of
# Xcode 27 a simulator (expo/expo#48001) and a phone that has `properties` alone (device_list.rs of tauri-apps/cargo-mobile2).
here=$(cd "$(dirname "$0")" && pwd)
echo "$*" >> "$here/log"
what="$2 $3 $4 $5"
[ "$2" = --version ] && { echo 397.21; exit 0; }
[ "$FAULT" = stall ] && exec sleep 100000
result= source= destination= folder=
while [ $# -gt 0 ]; do
    case "$1" in
        --json-output) result=$2; shift ;;
        --source) source=$2; shift ;;
        --destination) destination=$2; shift ;;
        --subdirectory) folder=$2; shift ;;
    esac
    shift
done
container=$here/container
mkdir -p "$container/Documents/launchgate"
answer() { printf '{"info":{"outcome":"success","jsonVersion":2,"version":"397.21"},"result":%s}\n' "$1" > "$result"; exit 0; }
fail() {
    [ "$FAULT" = json-only ] || printf 'ERROR: %s\n' "$1" >&2
    printf '{"error":{"code":10002,"domain":"com.apple.dt.CoreDeviceError","userInfo":{"NSLocalizedDescription":{"string":"%s"}}},"info":{"outcome":"failed"}}\n' "$1" > "$result"
    exit 1
}
case "$what" in
    "list devices "*)
        answer '{"devices":[
            {"identifier":"C","connectionProperties":{"transportType":"wired","tunnelState":"unavailable"},"deviceProperties":{"name":"Phone at home","osVersionNumber":"17.4"},"hardwareProperties":{"platform":"iOS","productType":"iPhone15,2","udid":"00008120-000A1B2C3D4E5F61"}},
            {"identifier":"D","connectionProperties":{"transportType":"localNetwork","tunnelState":"connected"},"deviceProperties":{"name":"Watch","osVersionNumber":"10.5"},"hardwareProperties":{"platform":"watchOS","productType":"Watch7,1","udid":"00008310-000A1B2C3D4E5F62"}},
            {"identifier":"E","capabilities":[],"connectionProperties":{"isMobileDeviceOnly":false,"pairingState":"unpaired","potentialHostnames":[],"tunnelState":"unavailable"},"deviceProperties":{"bootState":"booted","ddiServicesAvailable":false},"hardwareProperties":{},"tags":[],"visibilityClass":"default"},
            {"identifier":"F","connectionProperties":{"authenticationType":"implicit","pairingState":"paired","transportType":"sameMachine","tunnelState":"disconnected"},"deviceProperties":{"bootState":"booted","name":"iPhone 17","osVersionNumber":"27.0","provider":"com.apple.CoreSimulator.SimulatorCoreDevicePlugin"},"hardwareProperties":{"deviceType":"iPhone","platform":"iOS","productType":"iPhone18,3","reality":"simulated","udid":"0F2A6C51-7B3D-4E90-A1C4-5D6E7F809102"},"visibilityClass":"simulators"},
            {"identifier":"G","properties":{"connection":{"authenticationType":"manualPairing","pairingState":"paired","state":"connected","transportType":"localNetwork"},"hardware":{"deviceType":"iPhone","platform":"iOS","productType":"iPhone17,1","reality":"physical","udid":"00008140-000A1B2C3D4E5F63"},"state":{"bootState":"booted","name":"Lab 27"}},"visibilityClass":"default"},
            {"identifier":"H","connectionProperties":{"authenticationType":"manualPairing","isMobileDeviceOnly":false,"lastConnectionDate":"2026-01-12T08:00:00.000Z","localHostnames":["headset.coredevice.local"],"pairingState":"paired","transportType":"localNetwork","tunnelState":"connected","tunnelTransportProtocol":"tcp"},"deviceProperties":{"bootState":"booted","ddiServicesAvailable":true,"developerModeStatus":"enabled","name":"Headset","osBuildUpdate":"22N1","osVersionNumber":"2.0"},"hardwareProperties":{"cpuType":{"name":"arm64e","subType":2,"type":16777228},"deviceType":"realityDevice","platform":"xrOS","productType":"RealityDevice14,1","reality":"physical","udid":"00008112-000A1B2C3D4E5F64"},"tags":[],"visibilityClass":"default"},
            {"identifier":"A","connectionProperties":{"transportType":"localNetwork"},"deviceProperties":{"name":"Old","osVersionNumber":"16.7"},"hardwareProperties":{"productType":"iPhone12,1","udid":"00008030-000000000000001E"}},
            {"identifier":"B","connectionProperties":{"authenticationType":"manualPairing","isMobileDeviceOnly":false,"lastConnectionDate":"2026-01-12T08:00:00.000Z","localHostnames":["lab-1.coredevice.local"],"pairingState":"paired","potentialHostnames":["00008130-000A1B2C3D4E5F60.coredevice.local"],"transportType":"wired","tunnelState":"connected","tunnelTransportProtocol":"tcp"},"deviceProperties":{"bootState":"booted","bootedFromSnapshot":true,"ddiServicesAvailable":true,"developerModeStatus":"enabled","name":"Lab 1","osBuildUpdate":"21F90","osVersionNumber":"17.5.1"},"hardwareProperties":{"cpuType":{"name":"arm64e","subType":2,"type":16777228},"deviceType":"iPhone","hardwareModel":"D83AP","platform":"iOS","productType":"iPhone16,1","reality":"physical","supportedDeviceFamilies":[1],"udid":"00008130-000A1B2C3D4E5F60"},"tags":[],"visibilityClass":"default"}]}' ;;
    "device install app "*) answer '{"installedApplications":[{"bundleID":"com.example.fixture"}]}' ;;
    "device uninstall app "*) answer '{"uninstalledApplications":[]}' ;;
    "device process launch "*)
        case "$FAULT" in
            locked | json-only) fail 'The request was denied by service delegate (SBMainWorkspace) for reason: Locked (Unable to launch com.example.fixture because the device was not, or could not be, unlocked).' ;;
            untrusted) fail 'Unable to launch com.example.fixture because it has an invalid code signature, inadequate entitlements or its profile has not been explicitly trusted by the user.' ;;
            lie) exit 0 ;;
            garbage) echo 'not { json' > "$result"; exit 0 ;;
        esac
        touch "$here/alive"
        echo 'a trace' > "$container/Documents/launchgate/one.lgtrace"
        answer '{"process":{"executable":"file:///private/var/containers/Bundle/Application/X/Fixture.app/Fixture","processIdentifier":1802}}' ;;
    "device info processes "*)
        if [ -f "$here/alive" ]; then answer '{"runningProcesses":[{"processIdentifier":1},{"processIdentifier":1802}]}'; fi
        answer '{"runningProcesses":[{"processIdentifier":1}]}' ;;
    "device process terminate "*) rm -f "$here/alive"; answer '{"process":{"processIdentifier":1802}}' ;;
    "device info files "*)
        [ -d "$container/$folder" ] || fail 'The specified file or directory could not be found.'
        answer '{"files":[{"name":"one.lgtrace","relativePath":"one.lgtrace","metadata":{"size":8},"resources":{"isDirectory":false}}]}' ;;
    "device copy from "*)
        [ -f "$container/$source" ] || fail 'No such file or directory'
        cp "$container/$source" "$destination"; answer '{}' ;;
    "device copy to "*) cp "$source" "$container/$destination"; answer '{}' ;;
esac
fail "unknown command: $what"
