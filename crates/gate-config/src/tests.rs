//! Tests of config.toml: the reference file, and refused files.

use super::*;

#[test]
fn the_reference_file_of_settings_has_every_key_with_its_default() {
    let config = Config::parse("config.toml", REFERENCE).expect("the repository's own file is valid");
    let Config { gate, baseline, attribution, .. } = config;
    assert_eq!(gate, GateSettings::default());
    assert_eq!(baseline, BaselineSettings::default());
    assert_eq!(attribution, AttributionSettings::default());

    let table: toml::Table = REFERENCE.parse().unwrap();
    // The reference file has keys for groups of work, and the comments of these keys contain the kinds.
    let is_kind = |setting: &String| setting.starts_with("work.") && setting.matches('.').count() == 2;
    for setting in fields::known_settings().iter().filter(|setting| !is_kind(setting)) {
        let (section, key) = setting.split_once('.').unwrap();
        let value = key.split('.').try_fold(&table[section], |table, key| table.get(key));
        assert!(value.is_some(), "config.toml lacks {setting}");
        let line = REFERENCE.lines().find(|line| line.starts_with(&format!("{key} = "))).unwrap();
        assert!(line.contains(" # "), "{setting} has no comment");
    }
    // Tables without defaults are commented-out examples in the file. Each known key of these tables must be in an example, after the
    // comment signs are removed.
    for key in fields::known_table_keys() {
        let (section, key) = key.split_once('.').unwrap();
        let begin = REFERENCE.find(&format!("[[{section}]]")).unwrap();
        let table = REFERENCE[begin + 2..].split("[[").next().unwrap();
        assert!(
            table.lines().any(|l| l.trim_start_matches("# ").starts_with(&format!("{key} = "))),
            "{section}.{key}"
        );
    }
}

#[test]
fn examples_of_the_reference_file_are_valid() {
    // Every example is valid after the comment signs are removed. The only problems are contradictions, because all keys are present at
    // the same time.
    let text: String = REFERENCE
        .lines()
        .map(|line| {
            let bare = line.strip_prefix("# ").unwrap_or(line);
            let is_toml =
                bare.starts_with("[[") || bare.split_once(" = ").is_some_and(|(k, _)| !k.contains(' '));
            format!("{}\n", if is_toml { bare } else { line })
        })
        .collect();
    let ConfigError::Invalid { problems, .. } = Config::parse("c", &text).unwrap_err() else { panic!() };
    let reasons: Vec<&str> = problems.iter().map(|p| p.reason.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "an override with ignore = true cannot have critical = true or advisory = true; remove one of them",
            "a budget can have only one of launch, mark, phase, module, method, page, span, fact and work",
        ]
    );
}

#[test]
fn mistakes_in_the_settings_are_reported_with_line_and_nearest_key() {
    let cases = [
        (
            "[gate]\nefect = \"3%\"",
            "c:2: unknown key in [gate]: \"efect\"; the nearest known one is \"effect\"",
        ),
        ("[gates]\n", "c:1: unknown section \"gates\"; the nearest known one is \"gate\""),
        ("floor = \"1us\"", "c:1: the key \"floor\" belongs in [gate]"),
        (
            "[gate]\n\nfloor = 100",
            "c:3: gate.floor: expected a time with its unit (ns, us, ms, s) in quotes, such as \"100us\", found 100",
        ),
        (
            "[gate]\nfloor = \"-1us\"",
            "c:2: gate.floor: expected a time with its unit (ns, us, ms, s) in quotes, such as \"100us\", found \"-1us\"",
        ),
        (
            "[gate]\neffect = 0.03",
            "c:2: gate.effect: expected a percentage in quotes, such as \"3%\", found 0.03",
        ),
        (
            "[gate]\nalpha = 1.5",
            "c:2: gate.alpha: expected a number between 0 and 1, such as 0.05, found 1.5",
        ),
        (
            "[gate]\nalpha = nan",
            "c:2: gate.alpha: expected a number between 0 and 1, such as 0.05, found nan",
        ),
        ("[gate]\npool = -1", "c:2: gate.pool: expected a whole number, not negative, found -1"),
        ("[gate]\npool = 0", "c:2: gate.pool: must be at least 1 day"),
        ("[baseline]\nkeep = 0", "c:2: baseline.keep: must be at least 1 day"),
        ("[gate]\nlooks = [4, 4]", "c:2: gate.looks: expected increasing numbers of launches, at least 2"),
        (
            "[gate]\nundecided = \"fail\"",
            "c:2: gate.undecided: expected one of \"undecided\", \"pass\", \"regressed\", found \"fail\"",
        ),
        ("gate = 3", "c:1: expected a table [gate]"),
        ("[module]\nname = \"A\"", "c:1: expected tables that begin with [[module]]"),
        ("[[module]]\nowner = \"@a\"", "c:1: a module needs a name"),
        ("[[module]]\nname = \"A\"", "c:1: module \"A\" needs classes, methods, images, files or an owner"),
        (
            "[[module]]\nname = \"A\"\nowner = \"@a\"\n[[module]]\nname = \"A\"\nowner = \"@b\"",
            "c:4: module \"A\" has another owner in line 1",
        ),
        ("[[override]]\nignore = true", "c:1: an override needs methods, modules, phases, pages or spans"),
        (
            "[[override]]\nmethods = [\"*\"]\nuntil = \"2027-02-30\"\nignore = true",
            "c:3: override.until: expected a date, such as \"2027-01-31\", found \"2027-02-30\"",
        ),
        ("[[override]]\nmethods = [\"*\"]", "c:1: an override needs at least one setting"),
        (
            "[[override]]\nmethods = \"*\"\nignore = true",
            "c:2: override.methods: expected a list in [ ], found \"*\"",
        ),
        ("[[scenario]]\nname = \"a\"\n[[scenario]]\nname = \"a\"", "c:3: scenario \"a\" is defined twice"),
        (
            "[[budget]]\nlimit = \"1s\"",
            "c:1: a budget needs one of launch, mark, phase, module, method, page, span, fact and work",
        ),
        (
            "[[scenario]]\nname = \"cold\"\n\n[[budget]]\nlaunch = true\nlimit = \"1s\"\nscenario = \"clod\"",
            "c:4: budget: unknown scenario \"clod\"; the nearest known one is \"cold\"",
        ),
        (
            "[[scenario]]\nname = \"pay\"\nbegin = \"responsive\"\nend = \"first-frame\"",
            "c:1: scenario \"pay\": the end of the window comes before its begin",
        ),
        (
            "[[scenario]]\nname = \"pay\"\nend = \"checkout\"",
            "c:3: scenario.end: expected `process-start` (begin), `limit` (end), `apple-first-frame`, `first-frame`, `responsive`, a method such as `-[Class selector]`, or `mark:NAME`",
        ),
        (
            "[[scenario]]\nname = \"a\"\nnotification = \"{aps}\"",
            "c:3: scenario.notification: expected a JSON object such as '{\"aps\": {\"alert\": \"Hello\"}}', found \"{aps}\"",
        ),
        ("[gate\n", "c:1: unclosed table, expected `]`"),
        ("[gate]\npool = 1\npool = 2", "c:3: duplicate key"),
    ];
    for (text, expected) in cases {
        match Config::parse("c", text) {
            Err(error) => assert_eq!(error.to_string(), expected, "for {text:?}"),
            Ok(_) => panic!("accepted: {text:?}"),
        }
    }
}

#[test]
fn all_mistakes_in_the_settings_are_reported_at_once() {
    let error =
        Config::parse("c", "[gate]\npol = 1\nfloor = 1\n[[override]]\nx = 1\n[[override]]\nignore = true")
            .unwrap_err();
    let ConfigError::Invalid { problems, .. } = error else { panic!() };
    assert_eq!(problems.iter().map(|p| p.line).collect::<Vec<_>>(), [2, 3, 5, 6]);
}

#[test]
fn settings_can_be_changed_for_one_run() {
    let mut config = Config::default();
    for setting in
        ["gate.floor=0ns", "gate.effect = \"5%\"", "gate.pool=3", "gate.undecided=pass", "gate.looks=[6, 9]"]
    {
        config.set_from(setting).unwrap();
    }
    config.set("baseline.dir", "2026-01-01").unwrap();
    assert_eq!(config.gate.floor, Some(Ns(0.0)));
    assert_eq!(config.gate.effect, 0.05);
    assert_eq!(config.gate.pool, 3);
    assert_eq!(config.gate.undecided, UndecidedAnswer::Pass);
    assert_eq!(config.gate.looks, [6, 9]);
    assert_eq!(config.baseline.dir, PathBuf::from("2026-01-01"));

    let before = config.clone();
    let cases = [
        (
            "gate.flor=1us",
            "--set gate.flor=1us: unknown setting \"gate.flor\"; the nearest known one is \"gate.floor\"",
        ),
        (
            "gate.floor=1",
            "--set gate.floor=1: expected a time with its unit (ns, us, ms, s) in quotes, such as \"100us\", found 1",
        ),
        ("gate.pool=0", "--set gate.pool=0: gate.pool: must be at least 1 day"),
        ("gate.floor", "--set gate.floor: expected KEY=VALUE, such as gate.floor=0ns"),
    ];
    for (setting, expected) in cases {
        assert_eq!(config.set_from(setting).unwrap_err().to_string(), expected);
    }
    assert_eq!(config, before, "a refused setting changes nothing");
}

#[test]
fn a_kind_of_work_has_its_own_limit_or_the_limit_of_its_group() {
    let mut config = Config::parse("c", "[work]\n\"file.open\" = 3\nfile = 1\nqueue.wait = 2").unwrap();
    config.set_from("work.file=4").unwrap();
    let allowed =
        |config: &Config, name| config.work.allowed_calls(gate_launches::work_kind_from_name(name).unwrap());
    let found = ["file.open", "file.read", "queue.wait", "queue.make"].map(|name| allowed(&config, name));
    assert_eq!(found, [3, 4, 2, 0]);
    config.set_from("work.file.open=5").unwrap();
    assert_eq!(allowed(&config, "file.open"), 5);
    let error = Config::parse("c", "[work]\nfile.opne = 3").unwrap_err();
    assert_eq!(error.to_string(), "c:2: unknown key in [work]: \"opne\"; the nearest known one is \"open\"");
    let error = Config::parse("c", "[work]\nfile = \"any\"").unwrap_err();
    assert_eq!(error.to_string(), "c:2: work.file: expected a whole number, not negative, found \"any\"");
}

#[test]
fn durations_and_percentages_in_the_settings_are_parsed() {
    let cases =
        [("1.5ms", 1.5e6), ("100us", 1e5), ("100µs", 1e5), ("2 s", 2e9), ("0ns", 0.0), ("1_000ns", 1000.0)];
    for (text, expected) in cases {
        let config = Config::parse("c", &format!("[gate]\nfloor = \"{text}\"")).unwrap();
        assert_eq!(config.gate.floor, Some(Ns(expected)), "{text}");
    }
    for text in ["", "us", "1", "1 h", "1.2.3us", "infs", "1e3us"] {
        assert!(Config::parse("c", &format!("[gate]\nfloor = \"{text}\"")).is_err(), "{text}");
    }
    let config = Config::parse("c", "[gate]\neffect = \"7%\"").unwrap();
    assert_eq!(config.gate.effect, 0.07);
}

#[test]
fn the_last_override_that_matches_applies_until_it_expires() {
    let config = Config::parse(
        "c",
        "[[override]]\nmodules = [\"Pay*\"]\neffect = \"6%\"\ncritical = true\n\
         [[override]]\nmethods = [\"-[Cart *]\"]\neffect = \"9%\"\nfloor = \"1ms\"\n\
         [[override]]\nmethods = [\"-[Cart reload]\"]\nignore = true\nuntil = 2027-01-31\nreason = \"planned\"",
    )
    .unwrap();
    let on = |text| Date::parse(text).unwrap();
    let rule = |name, module, day| config.rule_for(RowKind::Method, &[name], module, on(day), Ns(8e3));

    let cart = rule("-[Cart reload]", Some("Payments"), "2027-01-31");
    assert!(cart.ignored && cart.critical);
    assert_eq!(cart.limits, Limits { effect: 0.09, set_floor: Ns(1e6), floor: Ns(1e6) });
    assert_eq!(cart.reasons, ["planned"]);

    assert!(!rule("-[Cart reload]", None, "2027-02-01").ignored);
    let basket = rule("-[Basket x]", Some("Payments"), "2027-01-01").limits;
    assert_eq!(
        basket,
        Limits { effect: 0.06, set_floor: Ns(1e5), floor: Ns(8e3) },
        "what launches make of it"
    );
    let other = rule("-[Basket x]", Some("Other"), "2027-01-01").limits;
    assert_eq!(other.effect, GateSettings::default().effect);
    assert!(config.rule_for(RowKind::Phase, &["Other"], None, on("2027-01-01"), Ns(0.0)).critical);
    assert_eq!(config.expired_overrides(on("2027-02-01")).count(), 1);
}

#[test]
fn only_calendar_dates_with_year_month_and_day_are_valid() {
    let cases = [
        (0, "1970-01-01"),
        (951_782_400, "2000-02-29"),
        (951_868_800, "2000-03-01"),
        (1_798_761_599, "2026-12-31"),
    ];
    for (seconds, expected) in cases {
        assert_eq!(Date::from_unix_seconds(seconds).unwrap().to_string(), expected);
    }
    let other_forms = ["20270131", "2027-W04-7", "2027-031", "2027-01", "2027-01-31T10:00", "+002027-01-31"];
    let no_days =
        ["2027-1-01", "2027-13-01", "2027-00-10", "2026-02-29", "2027-01-01-01", "x", "+027-01-01", ""];
    for text in other_forms.into_iter().chain(no_days) {
        assert_eq!(Date::parse(text), None, "{text}");
    }
    for (day, month_later, year_later) in [
        ("2027-01-31", "2027-02-28", "2028-01-31"),
        ("2028-02-29", "2028-03-29", "2029-03-01"),
        ("2027-12-15", "2028-01-15", "2028-12-15"),
        ("2027-03-31", "2027-04-28", "2028-03-31"),
    ] {
        let date = Date::parse(day).unwrap();
        assert_eq!(
            [date.a_month_later(), date.a_year_later()].map(|date| date.to_string()),
            [month_later, year_later]
        );
    }
    assert_eq!(Date::from_unix_seconds(u64::MAX), None);
}

#[test]
fn randomly_changed_settings_files_never_cause_a_panic() {
    let bytes = REFERENCE.as_bytes();
    let mut seed = 1u64;
    for _ in 0..2000 {
        let mut copy = bytes.to_vec();
        for _ in 0..3 {
            if copy.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 33) as usize % copy.len();
            match seed % 3 {
                0 => copy[at] = b"\"[]=#.\n9-\0"[(seed >> 20) as usize % 10],
                1 => drop(copy.remove(at)),
                _ => copy.truncate(at.max(1)),
            }
        }
        if let Ok(text) = std::str::from_utf8(&copy) {
            let _ = Config::parse("c", text);
        }
    }
}
