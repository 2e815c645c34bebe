//! The gate names the right module for every method of Shop, by the debug map and by the link map that real tools wrote.

use std::collections::BTreeSet;
use std::fs;

use e2e::shop::{Products, STATIC_LIBRARIES, Shop};
use gate::attribute::{Attribution, Symbols, read_debug_map, read_link_map};
use gate::launches::{Launches, ReadOptions};
use phone::build::{self, Style};

/// Whose a class is, by the names that Shop's authors gave: an answer that knows no map.
fn module_of(class: &str) -> &'static str {
    let prefixes = [
        ("Payments", "Payments"),
        ("Analytics", "Analytics"),
        ("Imaging", "Imaging"),
        ("Networking", "Networking"),
        ("Kit", "Kit"),
        ("Promotions", "Promotions"),
    ];
    prefixes.iter().find(|(prefix, _)| class.starts_with(prefix)).map_or("Shop", |(_, module)| module)
}

/// A start with the agent inserted, read as the gate reads it.
fn launch(shop: &Shop) -> Launches {
    let frameworks = shop.app().join("Frameworks");
    fs::copy(build::agent().expect("the agent"), frameworks.join("liblaunchgate.dylib")).expect("copied");
    let switches = [
        ("DYLD_INSERT_LIBRARIES", "@executable_path/Frameworks/liblaunchgate.dylib"),
        ("LAUNCHGATE_LAUNCH", "one"),
        ("SHOP_NEW", "Networking"),
    ];
    fs::create_dir_all(shop.container().join("Library/Caches")).expect("a container");
    let outcome = shop.start(&switches).expect("Shop starts");
    assert_eq!(outcome.result, Ok(0), "{}", outcome.log);
    let trace = shop.container().join("Library/Caches/launchgate/one.lgtrace");
    gate::launches::read(&[trace], &ReadOptions { paths: false }).expect("the trace is read")
}

fn maps(products: &Products) -> [(&'static str, Symbols); 2] {
    let (mut debug, mut link) = (Symbols::default(), Symbols::default());
    for linked in [&products.shop, &products.kit, &products.promotions] {
        let read = |path| fs::read(path).expect("a file of the build");
        debug.add(read_debug_map(&read(&linked.file)).expect("a debug map"));
        link.add(read_link_map(&read(&linked.map)).expect("a link map"));
    }
    [("debug map", debug), ("link map", link)]
}

#[test]
fn every_method_of_every_style_has_its_module() {
    for style in Style::ALL {
        let shop = Shop::build(style).expect("Shop builds");
        let launches = launch(&shop);
        for (source, symbols) in maps(&shop.products) {
            let mut launches = launches.clone();
            let attribution = match source {
                "debug map" => Attribution::default().with_debug_map(symbols),
                _ => Attribution::default().with_link_map(symbols),
            };
            attribution.apply(&mut launches);
            let mut seen = BTreeSet::new();
            for (_, method) in launches.table.methods().filter(|(_, method)| !method.system) {
                let class = method.name[2..].split([' ', ']']).next().unwrap_or_default();
                let module = method.module.as_deref().unwrap_or("nobody");
                assert_eq!(module, module_of(class), "{style:?}, {source}: {}", method.name);
                seen.insert(module.to_owned());
            }
            for module in STATIC_LIBRARIES.iter().chain(&["Shop", "Kit", "Promotions"]) {
                assert!(seen.contains(*module), "{style:?}, {source}: nothing of {module}");
            }
        }
    }
}

#[test]
fn debug_maps_name_the_source_and_an_object_that_exists() {
    let products = e2e::shop::products(Style::Chained).expect("Shop builds");
    let symbols = read_debug_map(&fs::read(&products.shop.file).expect("Shop")).expect("a debug map");
    for (method, archive, source) in [
        ("-[PaymentsLedger charge:]", Some("libPayments.a"), "tests/app/Payments/Payments.m"),
        ("+[AnalyticsQueue load]", Some("libAnalytics.a"), "tests/app/Analytics/Analytics.m"),
        ("-[CartController reload]", None, "tests/app/Shop/Cart.m"),
    ] {
        let place = symbols.find(method).unwrap_or_else(|| panic!("{method} has no place"));
        assert!(place.source.as_deref().is_some_and(|file| file.ends_with(source)), "{method}: {place:?}");
        let object = place.object.split('(').next().unwrap_or_default();
        assert!(fs::metadata(object).is_ok_and(|about| about.is_file()), "{method}: {place:?}");
        if let Some(archive) = archive {
            assert!(object.ends_with(archive), "{method}: {place:?}");
        }
    }
}
