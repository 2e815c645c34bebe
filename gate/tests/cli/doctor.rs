//! Tests `gate doctor --app`, which checks the profiles and extensions of an app without a device.

use std::path::{Path, PathBuf};

use gate::cli::Exit;

use crate::common::gate;
use crate::inject::fixture::archive;

fn info(bundle: &str) -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>CFBundleExecutable</key><string>Run</string><key>CFBundleIdentifier</key><string>{bundle}</string></dict></plist>"
    )
    .into_bytes()
}

fn profile(folder: &Path, name: &str, bundle: &str, debuggable: bool) -> PathBuf {
    let path = folder.join(name);
    let text = format!(
        "signed<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>Entitlements</key><dict><key>application-identifier</key><string>TEAM.{bundle}</string><key>get-task-allow</key><{debuggable}/></dict></dict></plist>"
    );
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_doctor_names_an_app_extension_without_a_provisioning_profile() {
    let folder = tempfile::tempdir().unwrap();
    let app = folder.path().join("Shop.ipa");
    let bundles = [
        ("Payload/Shop.app/Info.plist", "com.example.shop"),
        ("Payload/Shop.app/PlugIns/Widget.appex/Info.plist", "com.example.shop.widget"),
        ("Payload/Shop.app/Watch/Shop Watch.app/Info.plist", "com.example.shop.watch"),
        // The framework is signed together with the app, so it needs no separate profile.
        ("Payload/Shop.app/Frameworks/Kit.framework/Info.plist", "com.example.kit"),
    ];
    let infos: Vec<(&str, Vec<u8>)> = bundles.iter().map(|(path, bundle)| (*path, info(bundle))).collect();
    let entries: Vec<(&str, &[u8])> = infos.iter().map(|(path, bytes)| (*path, &**bytes)).collect();
    std::fs::write(&app, archive(&entries)).unwrap();
    let own = profile(folder.path(), "Shop.mobileprovision", "com.example.shop", true);
    let watch = profile(folder.path(), "Watch.mobileprovision", "com.example.shop.watch", true);
    let store = profile(folder.path(), "Store.mobileprovision", "com.example.shop.widget", false);
    let all = profile(folder.path(), "All.mobileprovision", "com.example.*", true);
    let doctor = |profiles: &[&PathBuf]| {
        let mut words = vec!["doctor", "--app", app.to_str().unwrap()];
        words.extend(profiles.iter().flat_map(|path| ["--profile", path.to_str().unwrap()]));
        gate(words)
    };
    let (exit, out, _) = doctor(&[&own, &watch, &store]);
    assert_eq!(exit, Exit::Error, "{out}");
    for line in [
        format!("ok    Shop.app (com.example.shop): {}\n", own.display()),
        format!("ok    Watch/Shop Watch.app (com.example.shop.watch): {}\n", watch.display()),
        "FAIL  PlugIns/Widget.appex (com.example.shop.widget): no profile fits; create an iOS App Development profile for com.example.shop.widget or com.example.shop.*, and pass it with --profile\n".to_owned(),
    ] {
        assert!(out.contains(&line), "{line}: {out}");
    }
    assert!(out.contains("Store.mobileprovision: it is not a development profile"), "{out}");
    assert!(!out.contains("com.example.kit") && !out.contains("driver"), "{out}");
    let (exit, out, _) = doctor(&[&own, &all]);
    assert_eq!(exit, Exit::Pass, "{out}");
    assert_eq!(out.matches(&format!("{}", all.display())).count(), 2, "the nearest is taken: {out}");
    // Without any profile, the advice is to create one.
    let (exit, out, _) = doctor(&[]);
    assert_eq!((exit, out.matches("no profile fits").count()), (Exit::Error, 3), "{out}");
}
