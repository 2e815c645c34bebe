//! Compares the facts that `gate inspect` reports for Shop with the output of LLVM's tools, for every style of linking.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use e2e::facts_bed::planted;
use e2e::facts_truth::{Compared, compare};
use e2e::shop::Shop;
use gate_facts::FactKind;
use gate_facts::Facts;
use gate_macho::facts::{read_app_facts, read_image_facts};
use gate_macho::inject::ArchiveLimits;
use phone::build::Style;
use phone::generator::{self, AppShape};

/// Returns the facts of an app, and their comparison with those of LLVM's tools for each image.
fn checked(app: &Path) -> (Facts, Compared) {
    let facts = read_app_facts(app, ArchiveLimits::default()).expect("facts");
    let mut all = Compared::default();
    for image in &facts.images {
        all.add(compare(image, &app.join(&image.path)).expect("llvm's tools"));
    }
    (facts, all)
}

#[test]
fn build_facts_of_the_sample_app_equal_those_that_llvm_finds() {
    for style in Style::ALL {
        let shop = Shop::build(style).expect("Shop");
        let (facts, compared) = checked(&shop.app());
        assert_eq!(compared.differences, [""; 0], "{style:?}");
        assert!(compared.facts > 40, "{style:?}: {}", compared.facts);
        let paths: Vec<&str> = facts.images.iter().map(|image| image.path.as_str()).collect();
        let kit = "Frameworks/Kit.framework/Kit";
        assert_eq!(paths, ["Shop", kit, "Frameworks/Promotions.framework/Promotions"], "{style:?}");
        let loads: Vec<&str> = facts.images[0].loads.iter().map(|load| load.symbol.as_str()).collect();
        assert!(loads.contains(&"+[UIViewController(ShopSwizzle) load]"), "{style:?}: {loads:?}");
        assert_eq!(facts.images[1].initialisers[0].symbol, "_prepareTables", "{style:?}");
        // An archive of the same app has the same facts.
        let packed =
            read_app_facts(&shop.ipa().expect("an archive"), ArchiveLimits::default()).expect("facts");
        assert_eq!(packed, facts, "{style:?}");
    }
}

#[test]
fn only_planted_changes_of_build_facts_are_reported_with_their_owners() {
    for style in [Style::Chained, Style::Opcodes] {
        let (plants, wrong) = planted(style).expect("variants of Shop");
        assert_eq!((plants, wrong), (5, Vec::new()), "{style:?}");
    }
}

#[test]
fn build_facts_of_all_images_of_an_app_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = folder.path().join("Generated.app");
    let shape = AppShape { classes: 40, images: 6, load_every: 5, ..AppShape::SMALL };
    let made = generator::write(&shape, &app).expect("an app");
    let (facts, compared) = checked(&app);
    assert_eq!(compared.differences, [""; 0]);
    assert_eq!(facts.images.len(), 6);
    assert_eq!(facts.total(FactKind::Load), u64::from(made.loads));
}

/// Damage at any position of a real file causes an error or other facts, but no panic, within a time limit.
#[test]
fn damaged_files_are_refused_or_read_without_a_panic() {
    let mut state = 11_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let begun = Instant::now();
    let (mut refused, mut read) = (0, 0);
    for style in [Style::Chained, Style::Opcodes] {
        let shop = Shop::build(style).expect("Shop");
        let good = fs::read(shop.app().join("Shop")).expect("Shop's executable");
        for round in 0..120 {
            let mut bytes = good.clone();
            // The damage is in the load commands, in the tables of fixups and classes, or anywhere.
            let below = [4096, good.len()][round % 2];
            for _ in 0..1 + random(4) {
                let (at, value) = (random(below), [0, 1, 0x7f, 0x80, 0xff, random(256) as u8][random(6)]);
                bytes[at] = value;
            }
            if round % 10 == 0 {
                bytes.truncate(random(good.len()));
            }
            match read_image_facts(&bytes, "Shop") {
                Ok(_) => read += 1,
                Err(reason) => {
                    assert!(!reason.is_empty() && !reason.contains('\n'), "{reason:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 25 && read > 25, "{refused} refused, {read} read");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
