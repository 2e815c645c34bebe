//! Lists the supported phone models and iOS versions, and the values that lockdown and the app report
//! about them.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plist::{Dictionary, Value};

use super::frames::dictionary;
use super::trust;

/// A version of iOS that the device can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ios {
    /// The major version of iOS.
    pub major: u32,
    version: &'static str,
    build: &'static str,
    /// The product type of the phone, and the type of its board.
    machine: (&'static str, &'static str),
    /// The time after which the device closes a tunnel; `None` if the device closes no tunnel. Clients of iOS 26.5 report six seconds
    /// (go-ios#772).
    pub(super) tunnel_life: Option<Duration>,
}

impl Ios {
    /// All supported versions, from old to new.
    pub const ALL: [Ios; 6] = [
        Ios::new(13, "13.5", "17F75", ("iPhone11,8", "N841AP")),
        Ios::new(16, "16.4", "20E247", ("iPhone12,1", "N104AP")),
        Ios::new(17, "17.5", "21F79", ("iPhone14,5", "D17AP")),
        Ios::new(26, "26.0", "23A341", ("iPhone17,3", "D47AP")),
        Ios {
            tunnel_life: Some(Duration::from_secs(6)),
            ..Ios::new(26, "26.5", "23F77", ("iPhone14,6", "D49AP"))
        },
        Ios::new(27, "27.0", "24A435", ("iPhone17,3", "D47AP")),
    ];

    const fn new(
        major: u32,
        version: &'static str,
        build: &'static str,
        machine: (&'static str, &'static str),
    ) -> Ios {
        Ios { major, version, build, machine, tunnel_life: None }
    }

    /// Finds a version by its name (`16.4`) or by its major version.
    pub fn find(text: &str) -> Option<Ios> {
        Ios::ALL.into_iter().find(|ios| ios.is_named(text))
    }

    fn is_named(self, text: &str) -> bool {
        self.version == text
            || text.parse() == Ok(self.major)
            || self.version.strip_suffix(".0") == Some(text)
    }

    /// Returns the version, such as `16.4`.
    pub fn version(self) -> &'static str {
        self.version
    }

    /// Returns the build, such as `20E247`.
    pub fn build(self) -> &'static str {
        self.build
    }

    /// Returns the product type, such as `iPhone12,1`.
    pub fn product_type(self) -> &'static str {
        self.machine.0
    }

    /// Returns the board, such as `N104AP`.
    pub fn board(self) -> &'static str {
        self.machine.1
    }
}

/// The state of a battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battery {
    /// The charge of the battery in percent.
    pub level: u8,
    /// Whether the battery is charging; a full battery is not, even on a cable.
    pub charging: bool,
}

/// Returns lockdown's values of the device that belong to no domain.
pub(super) fn values(ios: Ios, udid: &str, name: &str) -> Dictionary {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
    dictionary([
        ("ActivationState", "Activated".into()),
        ("BuildVersion", ios.build.into()),
        ("CPUArchitecture", "arm64e".into()),
        ("DeviceClass", "iPhone".into()),
        ("DeviceName", name.into()),
        ("DevicePublicKey", trust::public_key()),
        ("HardwareModel", ios.board().into()),
        ("ModelNumber", "MWLT2".into()),
        ("PairRecordProtectionClass", 0.into()),
        ("PasswordProtected", false.into()),
        ("ProductName", "iPhone OS".into()),
        ("ProductType", ios.product_type().into()),
        ("ProductVersion", ios.version.into()),
        ("ProtocolVersion", "2".into()),
        ("RegionInfo", "LL/A".into()),
        ("SerialNumber", "F17EMULATED0".into()),
        ("TimeIntervalSince1970", Value::Real(now)),
        ("TimeZone", "UTC".into()),
        ("UniqueChipID", Value::Integer(chip(udid).into())),
        ("UniqueDeviceID", udid.into()),
        ("WiFiAddress", "00:11:22:33:44:55".into()),
    ])
}

/// Returns lockdown's values in a domain; no values for an unknown domain.
pub(super) fn domain(name: &str, developer_mode: bool, battery: Battery) -> Dictionary {
    match name {
        "com.apple.security.mac.amfi" => dictionary([("DeveloperModeStatus", developer_mode.into())]),
        "com.apple.mobile.wireless_lockdown" => dictionary([("EnableWifiConnections", false.into())]),
        "com.apple.mobile.battery" => dictionary([
            ("BatteryCurrentCapacity", u64::from(battery.level).into()),
            ("BatteryIsCharging", battery.charging.into()),
            ("ExternalConnected", true.into()),
            ("FullyCharged", (battery.level == 100).into()),
            ("HasBattery", true.into()),
        ]),
        "com.apple.disk_usage" => dictionary([
            ("TotalDataAvailable", Value::Integer((32u64 << 30).into())),
            ("TotalDataCapacity", Value::Integer((56u64 << 30).into())),
            ("TotalDiskCapacity", Value::Integer((64u64 << 30).into())),
        ]),
        _ => Dictionary::new(),
    }
}

/// Returns the chip's id (ECID), the second half of a modern UDID.
pub(super) fn chip(udid: &str) -> u64 {
    let half = udid.rsplit('-').next().unwrap_or_default();
    u64::from_str_radix(half, 16).unwrap_or(0x1a2b_3c4d)
}

/// Returns the values that the app can read about its phone.
pub(super) fn info(ios: Ios) -> BTreeMap<String, String> {
    [
        ("hw.machine", ios.product_type()),
        ("hw.model", ios.board()),
        ("kern.osversion", ios.build),
        ("kern.osproductversion", ios.version),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ios_version_is_found_by_its_full_and_by_its_short_number() {
        for (text, expected) in [
            ("16.4", Some("16.4")),
            ("16", Some("16.4")),
            ("26", Some("26.0")),
            ("26.0", Some("26.0")),
            ("26.5", Some("26.5")),
            ("27", Some("27.0")),
            ("12", None),
            ("", None),
        ] {
            assert_eq!(Ios::find(text).map(Ios::version), expected, "{text}");
        }
    }
}
