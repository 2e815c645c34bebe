//! Builds that count their functions: the files, each trampoline, and whole programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use e2e::bundle::Bundle;
use e2e::counts::{self, difference, rules, truth};
use e2e::lab;
use e2e::shop::Shop;
use gate::cli::Exit;
use gate::rewrite::{Refused, rewrite, with_room};
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

/// `gate inject --count functions` as a user runs it.
fn inject(app: &Path, out: &Path, more: &[&str]) -> (Exit, String) {
    let agent = phone::build::agent().expect("the agent");
    let [app, agent, out] = [app, &agent, out].map(|path| path.to_str().expect("a path in UTF-8"));
    let words = ["inject", app, "--agent", agent, "-o", out, "--count", "functions"];
    let (exit, said, complained) = lab::gate(&[&words[..], more].concat());
    (exit, said + &complained)
}

#[test]
fn an_app_counts_with_the_agent_in_it_and_its_names_lie_beside_it() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let plain = shop.start(&[]).expect("Shop starts").log;
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("Shop.app");
    let (exit, said) = inject(&shop.app(), &out, &[]);
    assert_eq!(exit, Exit::Pass, "{said}");
    assert!(said.contains("Shop.app counts the calls of "), "{said}");
    let text = fs::read_to_string(folder.path().join("Shop.app.counting.json")).expect("the names");
    let names: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(names["format"], "launchgate.counting/1");
    let mut paths: Vec<&str> =
        names["images"].as_array().expect("images").iter().filter_map(|one| one["path"].as_str()).collect();
    paths.sort_unstable();
    assert_eq!(paths, [SHOP[1], SHOP[2], "Shop"]);
    let named = |name: &str| {
        names["images"][0]["functions"].as_array().expect("functions").iter().any(|one| one[2] == name)
    };
    assert!(named("_main") && named("-[CartController reload]"), "{text:.2000}");
    for path in SHOP {
        let file = fs::read(out.join(path)).expect("an image");
        assert_eq!(rules::broken(&file), [""; 0], "{path}");
    }
    // With the agent, and with nothing that says which thread counts.
    let config = shop.config_of(&out, &[("LAUNCHGATE_LAUNCH", "one")]).expect("a configuration");
    let outcome = phone::run(config);
    assert_eq!((outcome.result, outcome.log.as_str()), (Ok(0), plain.as_str()));
    let (_, said, _) = lab::gate(&["inspect", out.to_str().expect("a path")]);
    assert!(said.contains("counts the calls of its functions"), "{said}");
    let (exit, said) = inject(&out, &folder.path().join("Again.app"), &[]);
    assert!(exit == Exit::Error && said.contains("counts its functions already"), "{said}");
}

#[test]
fn a_copy_that_counts_is_not_for_customers() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let profile = |more: &str| {
        format!(
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>Entitlements</key><dict><key>application-identifier</key><string>TEAM.com.example.shop</string>{more}</dict></dict></plist>"
        )
    };
    let folder = tempfile::tempdir().expect("a folder");
    let embedded = shop.app().join("embedded.mobileprovision");
    fs::write(&embedded, profile("")).expect("written");
    let (exit, said) = inject(&shop.app(), &folder.path().join("Store.app"), &[]);
    assert!(exit == Exit::Error && said.contains("a profile for distribution"), "{said}");
    assert!(!folder.path().join("Store.app").exists());
    fs::write(&embedded, profile("<key>get-task-allow</key><true/>")).expect("written");
    let (exit, said) = inject(&shop.app(), &folder.path().join("Development.app"), &[]);
    assert_eq!(exit, Exit::Pass, "{said}");
}

#[test]
fn room_is_made_where_the_linker_left_little() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let file = fs::read(shop.app().join("Shop")).expect("the executable");
    let room = rules::room(&file);
    for free in [48, 72, 88, 104] {
        // The rest is filled, as if something stood there.
        let end = 32 + counts::word(&file, 20);
        let mut full = file.clone();
        full[end + free..end + room].fill(1);
        let roomy = with_room(&full, 72).unwrap_or_else(|reason| panic!("{free}: {reason}"));
        assert!(roomy.free >= 72 && rules::room(&roomy.bytes) >= 72, "{free}");
        assert_eq!(
            rules::changed(&full, &roomy.bytes, 0)
                .into_iter()
                .filter(|text| !text.contains("signature"))
                .collect::<Vec<_>>(),
            [""; 0],
            "{free}"
        );
        let counting = rewrite(&full).unwrap_or_else(|reason| panic!("{free}: {reason}"));
        assert_eq!(rules::broken(&counting.bytes), [""; 0], "{free}");
    }
    let end = 32 + counts::word(&file, 20);
    let mut full = file.clone();
    full[end..end + room].fill(1);
    assert!(matches!(with_room(&full, 400), Err(Refused::NoRoom { .. })));
}

/// Whatever the bytes of a file are, it is rewritten or refused.
#[test]
fn damaged_files_end_nothing() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let file = fs::read(shop.app().join(SHOP[1])).expect("a framework");
    let (commands, tables) = (32 + counts::word(&file, 20), file.len() - file.len() / 4);
    let mut chance = 88_172_645_463_325_252_u64;
    let mut below = |count: usize| {
        // Marsaglia's xorshift64.
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        (chance >> 20) as usize % count
    };
    let (mut rewritten, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut damaged = file.clone();
        for _ in 0..=below(3) {
            let at = if below(3) == 0 { tables + below(file.len() - tables) } else { below(commands) };
            damaged[at] = [damaged[at] ^ 1 << below(8), 0xff, 0][below(3)];
        }
        match rewrite(&damaged) {
            Ok(_) => rewritten += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(rewritten > 40 && refused > 40, "{rewritten} {refused}");
}
