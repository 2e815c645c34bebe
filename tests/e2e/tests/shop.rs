//! Tests that the sample app starts on the emulated phone in every build style, and that its switches make the named functions slower.

use e2e::bundle::Bundle;
use e2e::shop::{Seal, Shop, sign};
use gate_device::campaign::App;
use phone::build::Style;

/// The line that the app logs after a correct start: the app has refused payments above the limit, sent all batches, run UIViewController's
/// exchanged viewDidLoad for all controllers, and run +initialize once and +load of class and category.
const UP: &str = "Shop is up: refused 6, sent 20, pages ";

#[test]
fn the_sample_app_starts_in_every_build_style() {
    for style in Style::ALL {
        let outcome = Shop::build(style).expect("Shop builds").start(&[]).expect("Shop starts");
        assert_eq!(outcome.result, Ok(0), "{style:?}\n{}", outcome.log);
        assert!(outcome.log.contains(UP), "{style:?}\n{}", outcome.log);
        assert!(outcome.log.contains("initialized 1, loads 2"), "{style:?}\n{}", outcome.log);
    }
}

#[test]
fn two_starts_of_the_sample_app_execute_the_same_number_of_instructions() {
    let counts = || {
        let outcome = Shop::build(Style::Chained).expect("Shop builds").start(&[]).expect("Shop starts");
        (outcome.counts.instructions, outcome.log)
    };
    assert_eq!(counts(), counts());
}

#[test]
fn each_switch_of_the_sample_app_makes_its_launch_slower() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let instructions = |switches: &[(&str, &str)]| {
        let outcome = shop.start(switches).expect("Shop starts");
        assert_eq!(outcome.result, Ok(0), "{}", outcome.log);
        outcome.counts.instructions
    };
    let plain = instructions(&[]);
    for switch in [
        ("SHOP_SLOW", "Payments.token:2,Cart.reload:10"),
        ("SHOP_SLOW", "Kit.static:4"),
        ("SHOP_SLOW", "Networking.digest:20"),
        ("SHOP_SLOW", "Analytics.send:5"),
        ("SHOP_MORE", "Imaging.rows:2"),
        ("SHOP_NEW", "Networking"),
        ("SHOP_SLOW", "Geometry.static:4,Geometry.pack:4"),
        ("SHOP_SLOW", "Pricing.table:3"),
        ("SHOP_SLOW", "Checkout.basket:8,Checkout.settings:2"),
        ("SHOP_NEW", "Checkout"),
        ("SHOP_ALL", "1.5"),
        ("SHOP_SENDS", "100000"),
    ] {
        let slower = instructions(&[switch]);
        assert!(slower > plain + 5_000, "{switch:?}: {plain} became {slower}");
    }
    // Parsing the switch `SHOP_MOVE` has a cost too, so both runs set it.
    let unmoved = instructions(&[("SHOP_MOVE", "Cart.nowhere>Cart.elsewhere")]);
    let moved = instructions(&[("SHOP_MOVE", "Cart.total>Cart.discount")]);
    assert!(moved.abs_diff(unmoved) < unmoved / 100, "moved: {unmoved} became {moved}");
}

#[test]
fn the_archive_of_the_sample_app_has_the_files_that_a_phone_requires() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let file = std::fs::File::open(shop.ipa().expect("an archive")).expect("opened");
    let mut archive = zip::ZipArchive::new(file).expect("a zip");
    for (name, mode) in [
        ("Payload/Shop.app/Shop", 0o100_755),
        ("Payload/Shop.app/Info.plist", 0o100_644),
        ("Payload/Shop.app/_CodeSignature/CodeResources", 0o100_644),
        ("Payload/Shop.app/Frameworks/Kit.framework/Kit", 0o100_755),
        ("Payload/Shop.app/Frameworks/Kit.framework/Info.plist", 0o100_644),
        ("Payload/Shop.app/Frameworks/Promotions.framework/Promotions", 0o100_755),
        ("Payload/Shop.app/Frameworks/Promotions.framework/Info.plist", 0o100_644),
    ] {
        let entry = archive.by_name(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(entry.unix_mode(), Some(mode), "{name}");
    }
}

#[test]
fn a_trace_contains_the_code_hash_of_the_launched_app_which_depends_on_resources() {
    let app = Bundle::shop(Style::Chained).expect("Shop builds");
    let last = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[AnalyticsQueue wait]")];
    let seen = || {
        let run = app.run(&last).expect("the phone runs");
        let trace = trace::Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let given = App::read(app.folder()).expect("an app with the agent");
        (trace.info.code_hash.to_string(), given)
    };
    let (first, given) = seen();
    assert_eq!((&given.build.code_hash, first.len()), (&first, 40));
    // The executable is signed again with the same code and different resources.
    let executable = app.folder().join("Shop");
    let code = std::fs::read(&executable).expect("read");
    let seal = Seal { identifier: "com.example.shop", resources: Some(b"others"), ..Seal::default() };
    std::fs::write(&executable, sign(&code, &seal).expect("signed")).expect("written");
    let (second, other) = seen();
    assert_eq!(other.build.images, given.build.images, "no UUID differs");
    assert_eq!(other.build.code_hash, second);
    assert_ne!(first, second);
}
