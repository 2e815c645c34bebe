//! Tests that the gate finds the right module for every method of Shop, from the debug map and from the link map that real tools wrote.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::shop::{Linked, Products, STATIC_LIBRARIES, Shop};
use gate_attribution::{Attribution, read_debug_map, read_dwarf};
use gate_config::Config;
use gate_launches::{Launches, MethodOwners as _, ReadOptions};
use phone::build::{self, Style};

/// Returns the module of a class by the prefix that Shop's authors chose. The result does not depend on a debug map or link map.
fn module_of(class: &str) -> &'static str {
    let prefixes = [
        ("Payments", "Payments"),
        ("Analytics", "Analytics"),
        ("Imaging", "Imaging"),
        ("Networking", "Networking"),
        ("Kit", "Kit"),
        ("Promotions", "Promotions"),
        // Names in Swift begin with the module; `CheckoutController` belongs to the executable.
        ("Checkout.", "Checkout"),
    ];
    prefixes.iter().find(|(prefix, _)| class.starts_with(prefix)).map_or("Shop", |(_, module)| module)
}

/// Starts Shop with the agent inserted, and reads the trace as the gate does.
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
    gate_launches::read(&[trace], &ReadOptions { paths: false, ..ReadOptions::default() })
        .expect("the trace is read")
}

/// Returns the settings for the two ways to separate the modules of one binary.
fn maps(products: &Products) -> [(&'static str, Attribution); 2] {
    let linked = [&products.shop, &products.kit, &products.promotions];
    let read = |change: &dyn Fn(&mut Config)| {
        let mut config = Config::default();
        change(&mut config);
        Attribution::read(&config, Path::new("/")).expect("the maps are read")
    };
    let files = |of: fn(&Linked) -> &Path| linked.iter().map(|one| of(one).to_owned()).collect::<Vec<_>>();
    let debug = read(&|config| config.attribution.binaries = files(|one| &one.file));
    let link = read(&|config| config.attribution.link_maps = files(|one| &one.map));
    [("debug map", debug), ("link map", link)]
}

#[test]
fn every_recorded_method_is_assigned_to_its_module_in_every_build_style() {
    for style in Style::ALL {
        let shop = Shop::build(style).expect("Shop builds");
        let launches = launch(&shop);
        for (source, attribution) in maps(&shop.products) {
            let mut launches = launches.clone();
            attribution.set_owners(&mut launches);
            let mut seen = BTreeSet::new();
            for (_, method) in launches.table.methods().filter(|(_, method)| !method.system) {
                let class = method.name[2..].split([' ', ']']).next().unwrap_or_default();
                let module = method.module.as_deref().unwrap_or("nobody");
                assert_eq!(module, module_of(class), "{style:?}, {source}: {}", method.name);
                seen.insert(module.to_owned());
            }
            // Geometry (C++) and Pricing (Embedded Swift) have no Objective-C methods.
            let silent = |module: &&&str| !["Geometry", "Pricing"].contains(*module);
            for module in STATIC_LIBRARIES.iter().filter(silent).chain(&["Shop", "Kit", "Promotions"]) {
                assert!(seen.contains(*module), "{style:?}, {source}: nothing of {module}");
            }
        }
    }
}

/// In a trace, Swift classes have the names that Apple's runtime returns. Direct calls in Swift are not
/// recorded.
#[test]
fn swift_classes_are_recorded_by_their_readable_names() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let launches = launch(&shop);
    let mut methods: Vec<&str> = launches.table.methods().map(|(_, method)| &*method.name).collect();
    methods.retain(|name| name.contains("Checkout."));
    methods.sort_unstable();
    assert_eq!(
        methods,
        [
            "-[Checkout.BasketController init]",
            "-[Checkout.BasketController viewDidAppear:]",
            "-[Checkout.BasketController viewDidLoad]",
            "-[Checkout.BasketController viewWillLayoutSubviews]",
            "-[Checkout.Session init]",
            "-[Checkout.Session open:]",
        ]
    );
    let pages = launches.launches.iter().flat_map(|launch| &launch.pages);
    assert!(pages.clone().any(|page| &*page.name == "Checkout.BasketController"), "{:?}", pages.count());
}

#[test]
fn the_debug_map_of_the_sample_app_names_the_source_and_an_existing_object_file() {
    let products = e2e::shop::products(Style::Chained, None).expect("Shop builds");
    let read = read_debug_map(&fs::read(&products.shop.file).expect("Shop")).expect("a Mach-O file");
    let symbols = read.expect("a debug map");
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

/// Returns the number of the line, from 1, that has this beginning.
fn line_of(file: &Path, beginning: &str) -> u32 {
    let text = fs::read_to_string(file).expect("a source of Shop");
    let at = text.lines().position(|line| line.starts_with(beginning));
    at.unwrap_or_else(|| panic!("{}: no line begins with {beginning}", file.display())) as u32 + 1
}

/// Returns the standard output of an LLVM tool.
fn tool_output(tool: &str, arguments: &[&OsStr]) -> String {
    let output =
        Command::new(tool).args(arguments).output().unwrap_or_else(|error| panic!("{tool}: {error}"));
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Writes a dSYM with LLVM's dsymutil.
fn dsym_of(shop: &Path, folder: &Path) -> PathBuf {
    let dsym = folder.join("Shop.app.dSYM");
    tool_output("dsymutil-19", &[shop.as_ref(), "-o".as_ref(), dsym.as_ref()]);
    dsym.join("Contents/Resources/DWARF").join(shop.file_name().expect("a name"))
}

/// LLVM's symbolizer finds the debug information of C++ and of both kinds of Swift after linking and
/// dsymutil.
#[test]
fn a_dsym_names_file_and_line_of_cpp_and_swift() {
    let products = e2e::shop::products(Style::Chained, None).expect("Shop builds");
    let folder = tempfile::tempdir().expect("a folder");
    let dsym = dsym_of(&products.shop.file, folder.path());
    let symbols = tool_output("llvm-nm-19", &["--defined-only".as_ref(), products.shop.file.as_ref()]);
    for (function, source, beginning) in [
        (
            "_ZNK8geometry4Disc4areaEv",
            "tests/app/Geometry/Geometry.cpp",
            "__attribute__((noinline)) long Disc::area",
        ),
        (
            "$s7Pricing8DiscountC5priceyS2iF",
            "tests/app/Pricing/Pricing.swift",
            "  override func price(_ cents: Int) -> Int { cents &- ",
        ),
        ("$s8Checkout9TaxedLineC5totalSiyF", "tests/app/Checkout/Checkout.swift", "  override func total()"),
    ] {
        let symbol = format!(" _{function}");
        let line =
            symbols.lines().find(|line| line.ends_with(&symbol)).unwrap_or_else(|| panic!("no {function}"));
        let address = format!("0x{}", line.split(' ').next().unwrap_or_default());
        let place = tool_output(
            "llvm-symbolizer-19",
            &["--no-demangle".as_ref(), "--obj".as_ref(), dsym.as_ref(), address.as_ref()],
        );
        let line = line_of(&build::workspace().join(source), beginning);
        let (name, place) = place.trim_end().split_once('\n').expect("a name, then a place");
        assert_eq!(name, function);
        assert!(place.contains(&format!("{source}:{line}:")), "{function}: {place}, not line {line}");
    }
}

/// Methods of Shop, each with its source and the beginning of its line in the source.
const WRITTEN: [(&str, &str, &str); 3] = [
    ("-[PaymentsLedger charge:]", "tests/app/Payments/Payments.m", "- (void)charge:"),
    ("+[AnalyticsQueue load]", "tests/app/Analytics/Analytics.m", "+ (void)load"),
    ("-[CartController reload]", "tests/app/Shop/Cart.m", "- (long)reload"),
];

/// A dSYM from LLVM's dsymutil, in Xcode's layout and named in the settings, gives the same file and line as
/// the sources.
#[test]
fn a_dsym_names_file_and_line_of_every_method() {
    let products = e2e::shop::products(Style::Chained, None).expect("Shop builds");
    let folder = tempfile::tempdir().expect("a folder");
    let file = dsym_of(&products.shop.file, folder.path());
    let dsym = folder.path().join("Shop.app.dSYM");

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository");
    let text = format!(
        "[attribution]\nbinaries = [{:?}]\nsource_root = {:?}\n",
        dsym.to_str().expect("UTF-8"),
        root.to_str().expect("UTF-8")
    );
    let config = gate_config::Config::parse("config.toml", &text).expect("settings");
    let attribution = Attribution::read(&config, folder.path()).expect("the dSYM is read");
    for (method, source, beginning) in WRITTEN {
        let line = line_of(&root.join(source), beginning);
        assert_eq!(attribution.source_of(method), Some((source, Some(line))), "{method}");
    }
    assert_eq!(attribution.source_of("-[Nobody here]"), None);
    // A dSYM that is damaged at any position causes an error or other names, but no panic.
    let good = fs::read(&file).expect("the dSYM's file");
    let mut seed = 5_u64;
    for _ in 0..60 {
        let mut bytes = good.clone();
        for _ in 0..40 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 20) as usize % bytes.len();
            bytes[at] = (seed >> 56) as u8;
        }
        let _ = read_dwarf(&bytes);
    }
}

/// Returns the offset of the first entry of each unit in a dSYM. An entry begins with the number of its abbreviation, where zero means that
/// the unit has no entry.
fn first_entries(dsym: &Path, bytes: &[u8]) -> Vec<usize> {
    let sections = tool_output("llvm-readobj-19", &["--sections".as_ref(), dsym.as_ref()]);
    let (_, of_section) = sections.split_once("Name: __debug_info ").expect("debug information");
    let number = |key: &str| {
        let line = of_section.lines().find_map(|line| line.trim().strip_prefix(key)).expect("a number");
        let hexadecimal = line.trim().strip_prefix("0x").map(|line| usize::from_str_radix(line, 16));
        hexadecimal.unwrap_or_else(|| line.trim().parse()).expect("a number")
    };
    let (mut at, size) = (number("Offset:"), number("Size:"));
    let end = at + size;
    let mut entries = Vec::new();
    while at < end {
        // The header of a unit: its length, version, the offset of the abbreviations and the size of an
        // address; since version 5 also the kind of the unit.
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        entries.push(at + if bytes[at + 4] < 5 { 11 } else { 12 });
        at += 4 + length;
    }
    entries
}

/// The dsymutil of Xcode 8 and 9 wrote units without an entry. The gate must still read the other units.
#[test]
fn an_empty_unit_in_a_dsym_does_not_hide_other_units() {
    let products = e2e::shop::products(Style::Chained, None).expect("Shop builds");
    let folder = tempfile::tempdir().expect("a folder");
    let dsym = dsym_of(&products.shop.file, folder.path());
    let mut bytes = fs::read(&dsym).expect("the dSYM's file");
    let whole = read_dwarf(&bytes).expect("read").expect("debug information");
    let entries = first_entries(&dsym, &bytes);
    assert!(entries.len() > 3, "{entries:?}");
    let places = |bytes: &[u8]| {
        let read = read_dwarf(bytes).expect("read").expect("debug information");
        WRITTEN.map(|(method, ..)| read.find(method).cloned())
    };
    let good = WRITTEN.map(|(method, ..)| whole.find(method).cloned());
    assert!(good.iter().all(Option::is_some), "{good:?}");
    let mut lost = BTreeSet::new();
    for entry in entries {
        let kept = std::mem::replace(&mut bytes[entry], 0);
        for (row, (now, good)) in places(&bytes).into_iter().zip(&good).enumerate() {
            if now.as_ref() != good.as_ref() {
                assert_eq!(now, None, "entry at {entry}: nothing else is said in its place");
                assert!(lost.insert(row), "entry at {entry}: two units have row {row}");
            }
        }
        bytes[entry] = kept;
    }
    assert_eq!(lost.len(), WRITTEN.len(), "each is in one unit");
}

/// Release builds may have only line tables. With line tables only, the reported line is that of the method's first instruction.
#[test]
fn a_dsym_with_only_line_tables_names_file_and_line_of_a_method() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let text = "@interface Cart\n+ (long)reload:(long)count;\n@end\n@implementation Cart\n\
        + (long)reload:(long)count {\n    return count * 3;\n}\n@end\nint main(void) { return 0; }\n";
    fs::write(path("Cart.m"), text).expect("written");
    let tool = |name: &str, arguments: &[OsString]| {
        let arguments: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
        tool_output(name, &arguments)
    };
    // The first instruction belongs to the line after the method's head, because the method has no earlier
    // instruction.
    for (option, line) in [("-g", 5), ("-gline-tables-only", 6)] {
        let mut compile = build::compile_flags(Style::Chained);
        compile.extend([option.into(), path("Cart.m").into(), "-o".into(), path("Cart.o").into()]);
        tool("clang-19", &compile);
        let words = "-arch arm64 -platform_version ios 14.0 17.0 -dylib -undefined dynamic_lookup -o";
        let mut link: Vec<OsString> = words.split(' ').map(Into::into).collect();
        link.extend([path("Cart").into(), path("Cart.o").into()]);
        tool("ld64.lld-19", &link);
        let read = read_dwarf(&fs::read(dsym_of(&path("Cart"), folder.path())).expect("the dSYM's file"));
        let symbols = read.expect("read").expect("debug information");
        let place = symbols.find("+[Cart reload:]").unwrap_or_else(|| panic!("{option}: no place"));
        let source = place.source.as_deref().unwrap_or_default();
        assert!(source.ends_with("/Cart.m"), "{option}: {place:?}");
        assert_eq!(symbols.line("+[Cart reload:]"), Some(line), "{option}");
    }
}
