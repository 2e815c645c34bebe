//! Tests Shop with the agent on the emulated device: libimobiledevice installs it, and tidevice launches it and fetches the trace.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

#[path = "../../phone/tests/device/bed.rs"]
#[expect(dead_code, reason = "other tests bring an app of their own")]
mod bed;

use std::fs;
use std::time::{Duration, Instant};

use e2e::shop::{Shop, zip_app};
use phone::build::{self, Style};
use phone::device::Settings;

use bed::Bed;

const SHOP: &str = "com.example.shop";

#[test]
fn libimobiledevice_tools_fetch_the_trace_that_the_agent_wrote() {
    let bed = Bed::new(Settings::ios("16.4"));
    let shop = Shop::build(Style::Chained).unwrap();
    let app = shop.app();
    fs::copy(build::agent().unwrap(), app.join("Frameworks/liblaunchgate.dylib")).unwrap();
    let mut info = plist::Value::from_file(app.join("Info.plist")).unwrap();
    info.as_dictionary_mut().unwrap().insert("UIFileSharingEnabled".into(), true.into());
    info.to_file_xml(app.join("Info.plist")).unwrap();
    fs::write(bed.path("Shop.ipa"), zip_app(&app).unwrap()).unwrap();
    bed.installer(&["install", "Shop.ipa"]).well(&["Install: Complete"]);
    let container = bed.device.app(SHOP).unwrap().container;
    for launch in ["one", "two"] {
        let id = format!("LAUNCHGATE_LAUNCH:{launch}");
        let inserted = "DYLD_INSERT_LIBRARIES:@executable_path/Frameworks/liblaunchgate.dylib";
        bed.tidevice(&["launch", "-e", &id, "-e", inserted, SHOP]).well(&["PID:"]);
        let name = format!("Documents/launchgate/{launch}.lgtrace");
        let deadline = Instant::now() + Duration::from_secs(60);
        while !container.join(&name).exists() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        let local = bed.path(launch);
        let pull = ["fsync", "-B", SHOP, "pull", &format!("/{name}"), local.to_str().unwrap()];
        bed.tidevice(&pull).well(&["pulled"]);
        let bytes = fs::read(&local).unwrap();
        let reader = trace::Reader::open(&bytes).unwrap();
        assert!(reader.nodes.iter().count() > 100, "Shop's start is more than that");
    }
    // The second launch ended the first process.
    let launches = bed.device.journal().launches();
    assert_eq!(launches[1].killed, [launches[0].pid]);
}
