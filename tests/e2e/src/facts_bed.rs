//! Builds apps for tests of `gate inspect`: Shop with a planted change, and an app of any size.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use gate_attribution::Attribution;
use gate_config::Config;
use gate_decision::judge_facts;
use gate_facts::FactKind;
use gate_facts::Facts;
use gate_macho::facts::read_app_facts;
use gate_macho::inject::ArchiveLimits;
use phone::build::{self, Image, Kind, Style};

use crate::shop::{Planted, Shop};

/// A planted change, and the change that the gate must report for it.
struct Plant {
    kind: FactKind,
    /// The module, the file name and the text of each source.
    sources: &'static [(&'static str, &'static str, &'static str)],
    /// Whether the executable links with an additional library.
    library: bool,
    name: Option<&'static str>,
    more: u64,
    module: &'static str,
    owner: &'static str,
}

const LOAD: &str = "#include <objc/NSObject.h>\n@interface Tracker : NSObject\n@end\n@implementation Tracker\n+ (void)load {}\n@end\n";
const CONSTRUCTOR: &str =
    "volatile int warmed;\n__attribute__((constructor)) static void warmUp(void) { warmed++; }\n";
const STATIC: &str = "volatile int count;\nstruct Table { Table() { count++; } };\nstatic Table table;\n";
const TABLE: &str = "static int target;\n#define TEN(x) x, x, x, x, x, x, x, x, x, x\n\
    int *planted_table[10000] = { TEN(TEN(TEN(TEN(&target)))) };\n";

/// The gate's settings, in which the planted modules have owners. Ten thousand additional fixups are below
/// the default limit, so the limit in these settings is 1,000.
const SETTINGS: &str = "[facts]\nfixups = 1000\n[[module]]\nname = \"Tracker\"\nowner = \"@shop/growth\"\n\
    [[module]]\nname = \"Shop\"\nowner = \"@shop/app\"\n";

impl Plant {
    /// Creates a change that adds sources to the module Tracker.
    fn new(
        kind: FactKind,
        sources: &'static [(&'static str, &'static str, &'static str)],
        name: &'static str,
    ) -> Plant {
        Plant {
            kind,
            sources,
            library: false,
            name: Some(name),
            more: 1,
            module: "Tracker",
            owner: "@shop/growth",
        }
    }

    /// Returns whether a reported change is exactly the planted one.
    fn is_reported_by(&self, change: &gate_facts::FactChange) -> bool {
        change.kind == self.kind
            && change.name.as_deref() == self.name
            && change.growth() == self.more
            && change.image == "Shop"
            && change.module.as_deref() == Some(self.module)
            && change.owner.as_deref() == Some(self.owner)
    }
}

fn plants() -> [Plant; 5] {
    let shop = |plant| Plant { module: "Shop", owner: "@shop/app", ..plant };
    [
        Plant::new(FactKind::Load, &[("Tracker", "Tracker.m", LOAD)], "+[Tracker load]"),
        Plant::new(FactKind::Initialiser, &[("Tracker", "Warm.c", CONSTRUCTOR)], "_warmUp"),
        Plant::new(FactKind::Initialiser, &[("Tracker", "Table.cpp", STATIC)], "__GLOBAL__sub_I_Table.cpp"),
        // A library with which the executable links belongs to the executable's module, as sums over the
        // whole image do.
        Plant { library: true, ..shop(Plant::new(FactKind::Dylib, &[], LIBRARY)) },
        Plant {
            name: None,
            more: 10_000,
            ..shop(Plant::new(FactKind::Fixups, &[("Tracker", "Pointers.c", TABLE)], ""))
        },
    ]
}

/// Install name of the additional library.
const LIBRARY: &str = "@rpath/Tracker.framework/Tracker";

fn library(style: Style) -> Result<PathBuf> {
    let source = build::source("PlantedLibrary.c", "int planted_library;\n")?;
    Ok(build::build(&Image::new("PlantedLibrary", Kind::Library(LIBRARY.to_owned()), style, [source]))?)
}

/// Reads the facts of an app, with the modules and owners of the settings.
fn facts(app: &Path, config: &Config) -> Result<Facts> {
    let mut facts = read_app_facts(app, ArchiveLimits::default())?;
    Attribution::read(config, Path::new(""))?.attribute_facts(&mut facts);
    Ok(facts)
}

/// Returns the number of planted changes, and a description of each change that was not reported exactly.
pub fn planted(style: Style) -> Result<(usize, Vec<String>)> {
    let config = Config::parse("config.toml", SETTINGS)?;
    let base = facts(&Shop::build(style)?.app(), &config)?;
    let mut wrong = Vec::new();
    let plants = plants();
    for plant in &plants {
        let libraries = if plant.library { vec![library(style)?] } else { Vec::new() };
        let more = Planted { sources: plant.sources, libraries: &libraries, ..Planted::default() };
        let head = facts(&Shop::build_planted(style, more)?.app(), &config)?;
        let found = judge_facts(Some(&base), &head, &config, std::iter::empty());
        let reported: Vec<_> =
            found.iter().filter(|fact| fact.is_reported).map(|fact| &fact.change).collect();
        if !matches!(reported[..], [only] if plant.is_reported_by(only)) {
            wrong.push(format!("{style:?}, {:?} {:?}: {reported:#?}", plant.kind, plant.name));
        }
    }
    Ok((plants.len(), wrong))
}

/// Writes an app of `images` images of `megabytes` MB each. The images contain code, strings, pointers that
/// dyld writes, and classes with `+load`.
pub fn large(images: u32, megabytes: u32, bundle: &Path) -> Result<()> {
    let system = build::system()?;
    std::fs::create_dir_all(bundle.join("Frameworks"))?;
    let mut frameworks = Vec::new();
    for image in (1..images).chain([0]) {
        let name = if image == 0 { "Large".to_owned() } else { format!("Large{image:02}") };
        let filler = build::source(&format!("{name}.S"), &filler(image, megabytes))?;
        let classes = build::source(&format!("{name}.m"), &classes(image, 40))?;
        let kind = if image == 0 {
            Kind::Executable
        } else {
            Kind::Library(format!("@rpath/{name}.framework/{name}"))
        };
        let mut parts = Image::new(&name, kind, Style::Chained, [filler, classes]);
        parts.cflags = vec!["-O0".to_owned()];
        parts.libraries = system.by_folder.values().cloned().collect();
        let place = if image == 0 {
            parts.libraries.extend(frameworks.iter().cloned());
            bundle.join(&name)
        } else {
            bundle.join(format!("Frameworks/{name}.framework/{name}"))
        };
        let file = build::build(&parts)?;
        std::fs::create_dir_all(place.parent().context("a folder")?)?;
        std::fs::copy(&file, &place)?;
        frameworks.push(file);
    }
    let mut info = plist::Dictionary::new();
    info.insert("CFBundleExecutable".into(), "Large".into());
    info.insert("CFBundleIdentifier".into(), "dev.launchgate.large".into());
    Ok(plist::Value::Dictionary(info).to_file_xml(bundle.join("Info.plist"))?)
}

/// Returns assembly text of which six tenths are code, two strings and two pointers, as in a large app of the
/// App Store.
fn filler(image: u32, megabytes: u32) -> String {
    let tenth = 104_858 * megabytes;
    let pointers = tenth * 2 / 8;
    format!(
        ".section __TEXT,__text,regular,pure_instructions\n.p2align 2\n.globl _large_code{image}\n_large_code{image}:\n\
         .fill {}, 4, 0xd503201f\nret\n.section __TEXT,__const\n.fill {}, 1, 0x41\n\
         .section __DATA,__const\n.p2align 3\n.globl _large_pointers{image}\n_large_pointers{image}:\n\
         .rept {pointers}\n.quad _large_code{image}\n.endr\n",
        tenth * 6 / 4,
        tenth * 2
    )
}

fn classes(image: u32, count: u32) -> String {
    let mut text = String::from("#include <objc/NSObject.h>\n");
    for class in 0..count {
        let name = format!("L{image:02}C{class:03}");
        let load = if class % 20 == 0 { "+ (void)load {}\n" } else { "" };
        let _ = writeln!(
            text,
            "@interface {name} : NSObject\n@end\n@implementation {name}\n{load}- (id)one{class} {{ return [self self]; }}\n@end"
        );
    }
    if image == 0 {
        text.push_str("int main(void) { return 0; }\n");
    }
    text
}
