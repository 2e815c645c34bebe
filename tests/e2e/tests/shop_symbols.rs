//! Tests that the gate finds the names and owners of Shop's functions in Swift, C++ and Objective-C from the dSYM that a real tool wrote.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::shop::Shop;
use gate_attribution::symbols::{Cache, MachO};
use gate_attribution::{Attribution, NameKind, NativeFunctions};
use gate_config::Config;
use gate_launches::{Launches, Method, MethodOwners as _, ReadOptions, read_stream};
use phone::build::{self, Style};
use trace::{Address, Frame, FrameId, Image, ImageFlags, ImageId, Sample, SampleFlags, Text, ThreadId, Uuid};
use traces::Content;

/// Shop's dSYM, in a folder that the settings name.
struct Symbols {
    folder: tempfile::TempDir,
    file: PathBuf,
}

fn symbols() -> Symbols {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let folder = tempfile::tempdir().expect("a folder");
    let bundle = folder.path().join("Shop.app.dSYM");
    let made = Command::new("dsymutil-19").arg(&shop.products.shop.file).arg("-o").arg(&bundle).output();
    assert!(made.as_ref().is_ok_and(|made| made.status.success()), "{made:?}");
    let name = shop.products.shop.file.file_name().expect("a name");
    Symbols { file: bundle.join("Contents/Resources/DWARF").join(name), folder }
}

/// Returns the attribution of a team that has CODEOWNERS and no other rules.
fn attribution(symbols: Option<&Symbols>) -> Attribution {
    let owners = tempfile::tempdir().expect("a folder");
    let text =
        "* @shop/everybody\n/tests/app/Checkout/ @shop/checkout\n/tests/app/Geometry/ @shop/geometry\n";
    fs::write(owners.path().join("CODEOWNERS"), text).expect("written");
    let mut config = Config::default();
    if let Some(symbols) = symbols {
        config.attribution.symbols = symbols.folder.path().to_owned();
    }
    config.attribution.codeowners = owners.path().join("CODEOWNERS");
    config.attribution.source_root = build::workspace().display().to_string();
    Attribution::read(&config, Path::new("/")).expect("the settings are read")
}

/// Returns the number of the line, from 1, in Checkout's source that has this beginning.
fn line_of(beginning: &str) -> u32 {
    let text = fs::read_to_string(build::workspace().join("tests/app/Checkout/Checkout.swift")).expect("it");
    text.lines().position(|line| line.trim_start().starts_with(beginning)).expect(beginning) as u32 + 1
}

#[test]
fn swift_methods_have_file_line_and_owner() {
    let symbols = symbols();
    let attribution = attribution(Some(&symbols));
    for (name, line) in [
        ("-[Checkout.BasketController viewDidLoad]", Some(line_of("public override func viewDidLoad"))),
        ("-[Checkout.BasketController viewDidAppear:]", Some(line_of("public override func viewDidAppear"))),
        ("-[Checkout.Session open:]", Some(line_of("@objc public func open"))),
        ("-[_TtC8Checkout7Session open:]", Some(line_of("@objc public func open"))),
        // For an unknown method of a known class, the file is still found.
        ("-[Checkout.Session somethingElse]", None),
    ] {
        assert_eq!(attribution.source_of(name), Some(("tests/app/Checkout/Checkout.swift", line)), "{name}");
        let method = Method {
            name: name.into(),
            module: None,
            owner: None,
            image: Some("Shop".into()),
            system: false,
        };
        let whose = attribution.attribute_method(&method);
        assert_eq!(
            (whose.module.as_deref(), whose.owner.as_deref()),
            (Some("Checkout"), Some("@shop/checkout")),
            "{name}"
        );
    }
}

/// Returns a launch with one sample in each function of `functions`. Each function is called by the previous one.
fn launch(symbols: &Symbols, functions: &[&str]) -> Launches {
    let options = ReadOptions { paths: true, ..ReadOptions::default() };
    read_stream("a.lgtrace", &*trace_of(symbols, functions), &options).expect("a trace")
}

fn trace_of(symbols: &Symbols, functions: &[&str]) -> Vec<u8> {
    let bytes = fs::read(&symbols.file).expect("the dSYM");
    let macho = MachO::read(&bytes).expect("Mach-O");
    let names = traces::names(3);
    let mut content = Content::synthetic(&names, 3, 1).with_samples(1, 1);
    content.counted_images = None;
    content.info.debugged = Some(false);
    content.info.agent_start_wall.0 = content.info.process_start.0 + 40_000_000;
    content.images = vec![Image {
        path: Text::from("/x/Shop.app/Shop"),
        uuid: Uuid(macho.uuid.expect("a UUID")),
        load_address: Address(7 << 32),
        size: Address(1 << 20),
        flags: ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE),
    }];
    content.methods.iter_mut().for_each(|method| method.image = None);
    content.pages.clear();
    content.frames.clear();
    content.samples.clear();
    for (row, function) in functions.iter().enumerate() {
        let (at, _) = macho.symbols().find(|(_, name)| name == function).expect(function);
        content.frames.push(Frame {
            parent: row.checked_sub(1).map(|row| FrameId(row as u32)),
            image: Some(ImageId(0)),
            offset: Address(at - macho.base + 4),
            symbol: None,
        });
        content.samples.push(Sample {
            frame: FrameId(row as u32),
            thread: Some(ThreadId(0)),
            node: None,
            after: trace::MarkKind::Main,
            flags: SampleFlags::default(),
            count: trace::Count(1),
            time: trace::Ticks(24_000),
        });
    }
    content.to_bytes()
}

/// Tests that two concurrent processes print the same as a single process. `LAUNCHGATE_CACHE` sets the cache's folder.
#[test]
fn two_concurrent_gates_can_share_the_symbol_cache() {
    let symbols = symbols();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.lgtrace"), trace_of(&symbols, &FUNCTIONS)).expect("written");
    let config = |name: &str, place: &str| {
        let text = format!("[attribution]\nsymbols = {place:?}\n");
        fs::write(path(name), text).expect("written");
        path(name)
    };
    let with = config("with.toml", &symbols.folder.path().display().to_string());
    fs::create_dir(path("none")).expect("a folder");
    let without = config("without.toml", &path("none").display().to_string());
    let start = |settings: &Path, cache: &str| {
        let mut gate = Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"));
        gate.args(["explain", "functions"]).arg(path("a.lgtrace")).arg("--all").arg("--config").arg(settings);
        gate.env("LAUNCHGATE_CACHE", path(cache))
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("started")
    };
    let said = |child: std::process::Child| {
        let output = child.wait_with_output().expect("ended");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let alone = said(start(&with, "own"));
    assert!(alone.contains("TaxedLine.total()"), "{alone}");
    let both = [start(&with, "shared"), start(&with, "shared")].map(said);
    assert_eq!(both, [alone.clone(), alone.clone()]);
    // Cached names belong to the bytes of the dSYM. Without the dSYM, only offsets are shown.
    for cache in ["shared", "empty"] {
        assert!(said(start(&without, cache)).contains("Shop + 0x"));
    }
}

#[test]
fn a_swift_thunk_has_the_location_of_the_function_that_it_calls() {
    let symbols = symbols();
    let thunk = "$s8Checkout7SessionC4openyS2iFTo";
    let launches = launch(&symbols, &[thunk]);
    let natives = attribution(Some(&symbols)).find_native_functions(&launches, None);
    let (name, file, module, owner) = native_names(&natives, thunk);
    let samples = launches.launches[0].samples.as_deref().expect("samples");
    let frames = natives.functions_at(samples, &samples.frames[0]);
    let lines: Vec<_> = frames.iter().map(|frame| frame.line).collect();
    assert_eq!(lines, [Some(line_of("@objc public func open"))]);
    assert_eq!(
        (&*name, file.as_deref()),
        ("@objc Session.open(_:)", Some("tests/app/Checkout/Checkout.swift"))
    );
    assert_eq!((module.as_deref(), owner.as_deref()), (Some("Checkout"), Some("@shop/checkout")));
}

/// Xcode stores a device's libraries in folders that are named after the system version. In this test, the executable serves as a library
/// of the device.
#[test]
fn functions_of_the_system_are_named_from_the_copies_in_xcode_of_the_same_build() {
    let symbols = symbols();
    let shop = e2e::shop::products(Style::Chained, None).expect("Shop builds").shop.file;
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("iPhone15,2 17.5 (21F79)/Symbols/x/Shop.app/Shop");
    fs::create_dir_all(library.parent().expect("a folder")).expect("made");
    fs::copy(&shop, &library).expect("copied");
    let read = || {
        let mut config = Config::default();
        config.attribution.device_support = folder.path().to_owned();
        Attribution::read(&config, Path::new("/")).expect("the settings are read")
    };
    let launches = launch(&symbols, &FUNCTIONS);
    let named = |natives: &NativeFunctions| {
        natives.functions.iter().filter(|native| native.named == NameKind::Symbol).count()
    };
    assert_eq!(named(&read().find_native_functions(&launches, None)), 3);
    // The gate does not use a library from another build.
    let mut other = fs::read(&library).expect("it");
    let uuid = gate_attribution::symbols::uuid_of(&other).expect("a UUID");
    let at = other.windows(16).position(|bytes| bytes == uuid).expect("its UUID");
    other[at] ^= 1;
    fs::write(&library, other).expect("written");
    assert_eq!(named(&read().find_native_functions(&launches, None)), 0);
}

const FUNCTIONS: [&str; 3] =
    ["-[CartController reload]", "$s8Checkout9TaxedLineC5totalSiyF", "_ZNK8geometry4Disc4areaEv"];

fn native_names(
    natives: &NativeFunctions,
    symbol: &str,
) -> (String, Option<String>, Option<String>, Option<String>) {
    let found = natives.functions.iter().find(|native| native.symbol == symbol);
    let found = found.unwrap_or_else(|| panic!("no {symbol}: {:#?}", natives.functions));
    assert_eq!((found.named, &*found.image), (NameKind::Symbol, "Shop"));
    (found.short_name(), found.file.clone(), found.module.clone(), found.owner.clone())
}

#[test]
fn sampled_functions_of_every_language_have_names_and_owners() {
    let symbols = symbols();
    let launches = launch(&symbols, &FUNCTIONS);
    let natives = attribution(Some(&symbols)).find_native_functions(&launches, None);
    assert!(natives.missing.is_empty() && natives.problems.is_empty(), "{natives:?}");
    let text = |text: &str| Some(text.to_owned());
    let expected = [
        ("-[CartController reload]", "tests/app/Shop/Cart.m", "Shop", "@shop/everybody"),
        ("TaxedLine.total()", "tests/app/Checkout/Checkout.swift", "Checkout", "@shop/checkout"),
        ("geometry::Disc::area", "tests/app/Geometry/Geometry.cpp", "Shop", "@shop/geometry"),
    ];
    for (symbol, (name, file, module, owner)) in FUNCTIONS.iter().zip(expected) {
        assert_eq!(native_names(&natives, symbol), (name.to_owned(), text(file), text(module), text(owner)));
    }
}

#[test]
fn cached_function_names_are_used_only_if_the_dsym_is_available() {
    let symbols = symbols();
    let launches = launch(&symbols, &FUNCTIONS);
    let folder = tempfile::tempdir().expect("a folder");
    let cache = || Some(Cache::in_folder(folder.path().to_owned(), 1 << 30));
    let none = attribution(None).find_native_functions(&launches, cache());
    let shop = none.missing.first().expect("its UUID");
    assert!(shop.0 == "Shop" && shop.1.len() == 36, "{shop:?}");
    assert!(
        none.functions
            .iter()
            .all(|native| native.named == NameKind::Offset && native.symbol.starts_with("Shop + 0x"))
    );
    let first = attribution(Some(&symbols)).find_native_functions(&launches, cache());
    let again = attribution(Some(&symbols)).find_native_functions(&launches, cache());
    for symbol in FUNCTIONS {
        assert_eq!(native_names(&again, symbol).0, native_names(&first, symbol).0);
        assert_eq!(native_names(&again, symbol).1, native_names(&first, symbol).1);
    }
    assert!(again.missing.is_empty(), "{:?}", again.missing);
    let without = attribution(None).find_native_functions(&launches, cache());
    assert_eq!((without.functions, without.missing), (none.functions, none.missing));
}

#[test]
fn locations_of_methods_are_cached_by_the_bytes_of_the_dsym() {
    let symbols = symbols();
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = Config::default();
    config.attribution.binaries = vec![symbols.file.clone()];
    let read = || {
        let cache = Cache::in_folder(folder.path().join("cache"), 1 << 30);
        Attribution::read_with(&config, Path::new("/"), Some(cache)).expect("the settings are read")
    };
    let asked = ["-[Checkout.Session open:]", "-[PaymentsCart total]", "-[ShopDelegate heard:]"];
    let told = |attribution: &Attribution| {
        asked.map(|name| attribution.source_of(name).map(|(file, line)| (file.to_owned(), line)))
    };
    let first = told(&read());
    assert!(first[0].is_some() && first.iter().flatten().count() >= 2, "{first:?}");
    let files =
        || fs::read_dir(folder.path().join("cache")).expect("a folder").map(|file| file.expect("it").path());
    let kept: Vec<PathBuf> = files().collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(told(&read()), first);
    // An entry from another dSYM that is stored under the bytes of Shop's dSYM is returned, which shows that the cache is used.
    let bytes = fs::read(&symbols.file).expect("the dSYM");
    let uuid = gate_attribution::symbols::uuid_of(&bytes).expect("a UUID");
    let cache = Cache::in_folder(folder.path().join("cache"), 1 << 30);
    cache.write_whole(&uuid, &bytes, gate_attribution::Symbols::default());
    assert_eq!(told(&read()), [None, None, None]);
    // If the cached file is damaged or belongs to other bytes, it is written again.
    fs::write(&kept[0], b"damaged").expect("written");
    assert_eq!(told(&read()), first);
    cache.write_whole(&uuid, b"other bytes", gate_attribution::Symbols::default());
    assert_eq!(told(&read()), first);
}
