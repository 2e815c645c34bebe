//! Tests of the order of the sources, and of link maps and debug maps.

use std::path::Path;
use std::sync::Arc;

use super::*;

fn method(name: &str, image: &str) -> Method {
    Method { name: name.into(), module: None, owner: None, image: Some(image.into()), system: false }
}

/// A link map in the format of ld64 in Xcode 15.
const LD64: &str = "\
# Path: /b/Shop.app/Shop
# Arch: arm64
# Object files:
[  0] linker synthesized
[  1] /b/Shop.build/Debug-iphoneos/Shop.build/Objects-normal/arm64/AppDelegate.o
[  2] /b/Debug-iphoneos/libPayments.a(Cart.o)
# Sections:
# Address\tSize    \tSegment\tSection
0x100005F20\t0x00000DA4\t__TEXT\t__text
# Symbols:
# Address\tSize    \tFile  Name
0x100005F20\t0x0000005C\t[  1] -[AppDelegate application:didFinishLaunchingWithOptions:]
0x100005F7C\t0x00000024\t[  2] -[Cart(Pay) reload]
0x100006F7C\t0x00000024\t[  2] _OBJC_CLASS_$_Cart

# Dead Stripped Symbols:
#        \tSize    \tFile  Name
<<dead>> \t0x00000008\t[  2] -[Cart unused]
";

/// A link map in the format of lld.
const LLD: &str = "\
# Path: Shop
# Arch: arm64
# Object files:
[  0] linker synthesized
[  1] obj/Shop.dir/main.m.o
[  2] lib/libPayments.a(Cart.o)
# Sections:
# Address\tSize    \tSegment\tSection
0x100000338\t0x0000008C\t__TEXT\t__text
# Symbols:
# Address\tSize    \tFile  Name
0x100000338\t0x00000048\t[  1] _main
0x100000380\t0x00000020\t[  2] -[Cart reload]
# Dead Stripped Symbols:
#        \tSize    \tFile  Name
";

#[test]
fn link_maps_of_both_linkers_are_read() {
    let ld64 = read_link_map(LD64.as_bytes()).unwrap();
    let cart = CompiledFrom { object: "/b/Debug-iphoneos/libPayments.a(Cart.o)".to_owned(), source: None };
    assert_eq!(ld64.find("-[Cart reload]"), Some(&cart), "the category is the linker's name only");
    assert_eq!(ld64.find("+[Cart made]"), Some(&cart), "by its class");
    assert_eq!(ld64.find("-[Other x]"), None);
    let lld = read_link_map(LLD.replace('\n', "\r\n").as_bytes()).unwrap();
    assert_eq!(lld.find("-[Cart reload]").unwrap().object, "lib/libPayments.a(Cart.o)");
    assert_eq!(lld.find("+[Cart made]"), None);
}

#[test]
fn bad_link_maps_are_refused_with_line_and_reason() {
    let cases = [
        ("", "not a link map: it has no \"# Object files:\""),
        ("hello\n", "line 1: not a link map: expected \"# Path: …\""),
        ("# Object files:\nx\n", "line 2: expected a number in [ ]"),
        (
            "# Object files:\n[ 1] a.o\n# Symbols:\n0x1\t0x2\t[ 2] _x",
            "line 4: no object file has the number 2",
        ),
        ("# Object files:\n[ 1] a.o\n# Symbols:\n0x1\t0x2", "line 4: expected a number in [ ]"),
    ];
    for (text, expected) in cases {
        assert_eq!(read_link_map(text.as_bytes()).unwrap_err(), expected);
    }
    let mut seed = 5u64;
    for _ in 0..2000 {
        let mut bytes = LD64.as_bytes().to_vec();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (seed >> 33) as usize % bytes.len();
        bytes[at] = (seed >> 56) as u8;
        bytes.truncate(bytes.len() - (seed >> 40) as usize % 40);
        let _ = read_link_map(&bytes);
    }
}

/// Builds a Mach-O file that contains only stabs.
fn macho(stabs: &[(u8, &str)]) -> Vec<u8> {
    let mut strings = vec![0_u8];
    let mut table = Vec::new();
    for (kind, name) in stabs {
        table.extend((strings.len() as u32).to_le_bytes());
        table.extend([*kind, 1, 0, 0]);
        table.extend(0x1000_u64.to_le_bytes());
        strings.extend(name.as_bytes());
        strings.push(0);
    }
    let (header, command) = (32_u32, 24_u32);
    let at = header + command;
    let mut words = vec![0xfeed_facf, 0x0100_000c, 0, 2, 1, command, 0, 0];
    words.extend([2, command, at, stabs.len() as u32, at + table.len() as u32, strings.len() as u32]);
    let head = words.into_iter().flat_map(u32::to_le_bytes);
    head.chain(table).chain(strings).collect()
}

const SO: u8 = 0x64;
const OSO: u8 = 0x66;
const FUN: u8 = 0x24;
const GSYM: u8 = 0x20;

#[test]
fn a_debug_map_gives_the_object_file_and_source_file_of_a_method() {
    let bytes = macho(&[
        (SO, "/src/shop/Payments/"),
        (SO, "Cart.m"),
        (OSO, "/b/libPayments.a(Cart.o)"),
        (FUN, "-[Cart(Pay) reload]"),
        (FUN, ""),
        (GSYM, "_OBJC_CLASS_$_Cart"),
        (SO, ""),
        (0x0f, "-[NotAStab x]"),
        // A single stab contains the whole path of the source file, as newer linkers write the path.
        (SO, "/src/shop/App/main.m"),
        (OSO, "/b/main.o"),
        (FUN, "-[App start]"),
        (SO, ""),
        (FUN, "-[Stray x]"),
    ]);
    let symbols = read_debug_map(&bytes).unwrap().unwrap();
    let cart = symbols.find("-[Cart reload]").unwrap();
    assert_eq!(cart.object, "/b/libPayments.a(Cart.o)");
    assert_eq!(cart.source.as_deref(), Some("/src/shop/Payments/Cart.m"));
    assert_eq!(symbols.find("+[Cart made]"), Some(cart));
    assert_eq!(symbols.find("-[App start]").unwrap().source.as_deref(), Some("/src/shop/App/main.m"));
    assert_eq!(symbols.find("-[Stray x]"), None);
    assert_eq!(symbols.find("-[NotAStab x]"), None);

    // The same arm64 file is read as a slice of a universal file, after a slice for another processor.
    let be = |words: &[u32]| words.iter().flat_map(|w| w.to_be_bytes()).collect::<Vec<u8>>();
    let (x86, arm) = (macho(&[(OSO, "/b/x86.o"), (FUN, "-[App start]")]), bytes.clone());
    let (x86_at, arm_at) = (4096, 8192);
    let mut fat = be(&[0xcafe_babe, 2, 0x0100_0007, 3, x86_at, x86.len() as u32, 12]);
    fat.extend(be(&[0x0100_000c, 0, arm_at, arm.len() as u32, 12]));
    fat.resize(x86_at as usize, 0);
    fat.extend(&x86);
    fat.resize(arm_at as usize, 0);
    fat.extend(&arm);
    assert_eq!(read_debug_map(&fat).unwrap().unwrap().find("-[App start]").unwrap().object, "/b/main.o");
}

#[test]
fn bad_binaries_are_refused_and_never_panic() {
    let stripped = macho(&[(0x0f, "_main")]);
    assert!(read_debug_map(&stripped).unwrap().is_none() && read_dwarf(&stripped).unwrap().is_none());
    assert!(read_debug_map(b"hello, this is no Mach-O file").unwrap_err().starts_with("not a Mach-O file"));
    let good = macho(&[(SO, "/a/"), (SO, "b.m"), (OSO, "/b.o"), (FUN, "-[A b]")]);
    let mut seed = 9u64;
    for _ in 0..3000 {
        let mut bytes = good.clone();
        for _ in 0..2 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 33) as usize % bytes.len();
            bytes[at] = (seed >> 56) as u8;
        }
        bytes.truncate(bytes.len() - (seed >> 40) as usize % 30);
        let _ = read_debug_map(&bytes);
        let _ = read_dwarf(&bytes);
    }
}

#[test]
fn the_module_of_a_method_is_searched_in_the_documented_order() {
    let config = Config::parse(
        "c",
        "[attribution]\ndefault_owner = \"@shop/mobile\"\n\
         [[module]]\nname = \"Checkout\"\nowner = \"@shop/checkout\"\nmethods = [\"-[Cart pay*]\"]\n\
         [[module]]\nname = \"Vendored\"\nfiles = [\"*/libVendor.a*\"]\n\
         [[module]]\nname = \"Search\"\nowner = \"@shop/search\"",
    )
    .unwrap();
    let mut debug = Symbols::default();
    let cart = debug.add_place(CompiledFrom {
        object: "/b/libPayments.a(Cart.o)".to_owned(),
        source: Some("/src/shop/Payments/Cart.m".to_owned()),
    });
    debug.add_symbol("-[Cart reload]", cart);
    debug.add_symbol("-[Cart pay:]", cart);
    let loose = debug.add_place(CompiledFrom {
        object: "/tmp/x.o".to_owned(),
        source: Some("/src/shop/App/x.m".to_owned()),
    });
    debug.add_symbol("-[Loose x]", loose);
    let vendor = debug.add_place(CompiledFrom { object: "/b/libVendor.a(V.o)".to_owned(), source: None });
    debug.add_symbol("-[Vendor v]", vendor);
    let attribution = Attribution {
        debug_map: debug,
        link_maps: vec![("Shop".to_owned(), read_link_map(LD64.as_bytes()).unwrap())],
        codeowners: Codeowners::parse("/Payments/ @shop/payments\n/App/\n"),
        source_root: "/src/shop".to_owned(),
        ..Attribution::read(&config, Path::new("")).unwrap()
    };

    let recorded = Method {
        module: Some("Given".into()),
        owner: Some("@given".into()),
        ..method("-[Cart reload]", "Shop")
    };
    let system = Method { system: true, ..method("-[NSArray sort]", "Foundation") };
    let cases = [
        ("config rule", method("-[Cart pay:]", "Shop"), "Checkout", Some("@shop/checkout")),
        ("config rule by file", method("-[Vendor v]", "Shop"), "Vendored", Some("@shop/mobile")),
        ("recorder", recorded, "Given", Some("@given")),
        ("debug map", method("-[Cart reload]", "Shop"), "Payments", Some("@shop/payments")),
        (
            "link map",
            method("-[AppDelegate application:didFinishLaunchingWithOptions:]", "x"),
            "Shop",
            Some("@shop/mobile"),
        ),
        ("swift prefix", method("-[_TtC6Search4View draw]", "Shop"), "Search", Some("@shop/search")),
        ("swift prefix", method("+[Search.View make]", "Shop"), "Search", Some("@shop/search")),
        ("image", method("-[Loose x]", "Shop.debug.dylib"), "Shop", Some("@shop/mobile")),
        ("image", method("-[Net get]", "libNet.dylib"), "Net", Some("@shop/mobile")),
        ("the system has no owner here", system, "Foundation", None),
    ];
    for (what, method, module, owner) in cases {
        let got = attribution.attribute_method(&method);
        assert_eq!(
            (got.module.as_deref(), got.owner.as_deref()),
            (Some(module), owner),
            "{what}: {}",
            method.name
        );
    }

    let mut launches = Launches::default();
    let id = launches.table.intern("-[Cart pay:]");
    attribution.set_owners(&mut launches);
    assert_eq!(launches.table.method(id).owner, Some(Arc::from("@shop/checkout")));
}

#[test]
fn the_class_is_read_from_the_name_of_a_method() {
    let cases = [
        ("-[Cart reload]", Some("Cart")),
        ("+[Cart(Pay) reload:with:]", Some("Cart")),
        ("-[Payments.Cart x]", Some("Payments.Cart")),
        ("main", None),
        ("-[", None),
        ("-[ x]", None),
    ];
    for (name, expected) in cases {
        assert_eq!(class_of(name), expected, "{name}");
    }
}

#[test]
fn paths_in_the_settings_are_relative_to_the_folder_of_the_settings_file() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    std::fs::create_dir(root.join("docs")).unwrap();
    std::fs::write(root.join("docs/CODEOWNERS"), "* @docs").unwrap();
    std::fs::write(root.join("CODEOWNERS"), "* @root").unwrap();
    std::fs::write(root.join("map.txt"), LD64).unwrap();
    let mut config = Config::default();
    config.attribution.link_maps = vec!["map.txt".into()];
    let attribution = Attribution::read(&config, root).unwrap();
    let got = attribution.attribute_method(&method("-[Cart reload]", "Shop"));
    assert_eq!((got.module.as_deref(), got.owner.as_deref()), (Some("Payments"), Some("@root")));

    // The folder is like the folder of a build job: it contains maps with their usual names, and other files.
    config.attribution.link_maps.clear();
    config.attribution.symbols = "symbols".into();
    let error = Attribution::read(&config, root).unwrap_err().to_string();
    assert!(error.contains("symbols: No such file"), "{error}");
    std::fs::create_dir_all(root.join("symbols/a")).unwrap();
    std::fs::write(root.join("symbols/a/Shop-LinkMap-normal-arm64.txt"), LD64).unwrap();
    std::fs::write(root.join("symbols/notes.txt"), "no map").unwrap();
    let attribution = Attribution::read(&config, root).unwrap();
    assert_eq!(
        attribution.attribute_method(&method("-[Cart reload]", "Shop")).module.as_deref(),
        Some("Payments")
    );
    // An unreadable file that the settings do not refer to causes a warning with its path, and the other files are read.
    std::fs::create_dir(root.join("symbols/Empty.app.dSYM")).unwrap();
    for (name, bytes) in [("Watch", &b"\xce\xfa\xed\xfe arm64_32"[..]), ("Stripped", b"")] {
        let folder = root.join(format!("symbols/{name}.app.dSYM/Contents/Resources/DWARF"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    std::fs::create_dir(root.join("symbols/b")).unwrap();
    std::fs::write(root.join("symbols/b/Shop-LinkMap-normal-arm64.txt"), LD64).unwrap();
    std::fs::write(root.join("symbols/b/Other-LinkMap.txt"), "no map").unwrap();
    let attribution = Attribution::read(&config, root).unwrap();
    assert_eq!(
        attribution.attribute_method(&method("-[Cart reload]", "Shop")).module.as_deref(),
        Some("Payments")
    );
    let warnings = attribution.warnings();
    for part in [
        "symbols/Empty.app.dSYM/Contents/Resources/DWARF: No such file",
        "symbols/Watch.app.dSYM/Contents/Resources/DWARF/Watch: ",
        "symbols/Stripped.app.dSYM/Contents/Resources/DWARF/Stripped: ",
        "symbols/b/Other-LinkMap.txt: line 1: not a link map",
        "have the same name; only the first is used",
    ] {
        assert!(warnings.iter().any(|warning| warning.contains(part)), "{part}: {warnings:?}");
    }
    assert_eq!(warnings.len(), 5, "{warnings:?}");
    // An unreadable file that the settings refer to is an error.
    config.attribution.binaries = vec!["symbols/Watch.app.dSYM".into()];
    assert!(Attribution::read(&config, root).is_err());
    config.attribution.binaries.clear();
    config.attribution.symbols = PathBuf::new();

    config.attribution.codeowners = "missing".into();
    let error = Attribution::read(&config, root).unwrap_err().to_string();
    assert!(error.contains("missing: No such file"), "{error}");
    config.attribution.codeowners = PathBuf::new();
    config.attribution.binaries = vec!["map.txt".into()];
    let error = Attribution::read(&config, root).unwrap_err().to_string();
    assert!(error.contains("map.txt: not a Mach-O file"), "{error}");
}

/// A class that is linked into the app and into a framework is in the maps of both images.
#[test]
fn the_link_map_of_a_methods_own_image_is_used_first() {
    let dir = tempfile::tempdir().unwrap();
    let map = |path: &str, object: &str| {
        format!(
            "# Path: {path}\n# Object files:\n[  1] /b/lib{object}.a(Cart.o)\n# Symbols:\n\
             0x1\t0x2\t[  1] -[Cart reload]\n0x3\t0x4\t[  1] _OBJC_CLASS_$_Cart\n"
        )
    };
    let maps = [("a.txt", "/b/Shop.app/Shop", "Old"), ("b.txt", "/b/Kit.framework/Kit", "New")];
    for (name, path, object) in maps {
        std::fs::write(dir.path().join(name), map(path, object)).unwrap();
    }
    for order in [["a.txt", "b.txt"], ["b.txt", "a.txt"]] {
        let mut config = Config::default();
        config.attribution.link_maps = order.map(Into::into).to_vec();
        let attribution = Attribution::read(&config, dir.path()).unwrap();
        for (name, image, module) in [
            ("-[Cart reload]", "Shop", "Old"),
            ("-[Cart reload]", "Kit", "New"),
            ("-[Cart other]", "Kit", "New"),
            // For an image without a link map, the first link map is used.
            ("-[Cart reload]", "Elsewhere", if order[0] == "a.txt" { "Old" } else { "New" }),
        ] {
            let found = attribution.attribute_method(&method(name, image)).module;
            assert_eq!(found.as_deref(), Some(module), "{name} in {image}, {order:?}");
        }
    }
}
