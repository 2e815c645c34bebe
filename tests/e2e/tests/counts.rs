//! Builds that count their functions: the files, each trampoline, and whole programs.

use std::collections::BTreeMap;
use std::fs;

use e2e::bundle::Bundle;
use e2e::counts::{difference, rules, truth};
use e2e::shop::Shop;
use gate::rewrite::{Refused, rewrite};
use phone::build::Style;

/// The images of an app, as paths in it.
const SHOP: [&str; 3] =
    ["Shop", "Frameworks/Kit.framework/Kit", "Frameworks/Promotions.framework/Promotions"];

#[test]
fn files_obey_dyld_and_trampolines_do_what_the_first_instruction_did() {
    for style in Style::ALL {
        let shop = Shop::build(style).expect("Shop builds");
        let mut added: BTreeMap<u64, usize> = BTreeMap::new();
        for path in SHOP {
            let before = fs::read(shop.app().join(path)).expect("an image");
            let after = rewrite(&before).unwrap_or_else(|reason| panic!("{style:?} {path}: {reason}"));
            assert_eq!(rules::broken(&before), [""; 0], "{style:?} {path}");
            assert_eq!(rules::broken(&after.bytes), [""; 0], "{style:?} {path}");
            let words = after.counted.len() + after.counted.iter().map(|one| one.loops).sum::<usize>();
            assert_eq!(rules::changed(&before, &after.bytes, words), [""; 0], "{style:?} {path}");
            let difference = difference::compare(&before, &after, 1).expect("a machine");
            assert_eq!(difference.wrong, [""; 0], "{style:?} {path}");
            difference.added.iter().for_each(|(more, count)| *added.entry(*more).or_default() += count);
            assert_eq!(rewrite(&after.bytes).err(), Some(Refused::Already), "{style:?} {path}");
        }
        let most = added.iter().max_by_key(|(_, count)| **count).map(|(more, _)| *more);
        assert_eq!(most, Some(13), "{style:?}: {added:?}");
    }
}

#[test]
fn shop_counts_as_the_emulator_does() {
    for style in [Style::Chained, Style::Opcodes] {
        let shop = Shop::build(style).expect("Shop builds");
        let compared = truth::compare(&shop.app(), "Shop", &SHOP, &|_| {}).expect("Shop runs");
        assert_eq!(compared.wrong, [""; 0], "{style:?}");
        assert!(
            compared.equal > 200 && compared.calls > 10_000,
            "{style:?}: {} {}",
            compared.equal,
            compared.calls
        );
    }
}

#[test]
fn programs_count_as_the_emulator_does() {
    for sources in [
        &["counted.S", "counted.c"][..],
        &["truth_tries.mm"],
        &["truth_jumps.m"],
        &["truth_threads.m"],
        &["unwind.mm"],
    ] {
        for style in [Style::Chained, Style::Opcodes] {
            let app = Bundle::app(style, sources).expect("it builds");
            let compared = truth::compare(app.folder(), "Fixture", &["Fixture"], &|_| {}).expect("it runs");
            assert_eq!(compared.wrong, [""; 0], "{style:?} {sources:?}");
            assert!(compared.calls > 10, "{style:?} {sources:?}: {}", compared.calls);
        }
    }
}

#[test]
fn what_cannot_count_is_refused_with_the_reason() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let file = fs::read(shop.app().join("Shop")).expect("the executable");
    let mut signed_pointers = file.clone();
    signed_pointers[8] = 2;
    assert_eq!(rewrite(&signed_pointers).err(), Some(Refused::Arm64e));
    assert_eq!(rewrite(&file[..100]).err().map(|error| error.to_string().contains("damaged")), Some(true));
    assert_eq!(
        rewrite(b"#!/bin/sh")
            .err()
            .map(|error| error.to_string().contains("Mach-O") || error.to_string().contains("damaged")),
        Some(true)
    );
}
