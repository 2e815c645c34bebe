//! Measures the scorecard with few trials, and compares the page with the results.

use super::*;

/// The number of trials for each number of launches, with the series in the repository. The number is enough to detect a change of a rule
/// or of the verdict.
const TRIALS: usize = 20;

/// Returns whether a count of [`TRIALS`] trials is consistent with a share. The difference may be at most three standard errors plus one.
fn can_be(count: usize, share: f64) -> bool {
    let (expected, trials) = (share * TRIALS as f64, TRIALS as f64);
    (count as f64 - expected).abs() <= 3.0 * (trials * share * (1.0 - share)).sqrt() + 1.0
}

#[test]
fn a_new_measurement_reproduces_the_stored_results_of_the_scorecard() {
    let known = committed().unwrap();
    let mut measured = 0;
    for series in series::all(false).unwrap().iter().filter(|series| series.says("fetch").is_empty()) {
        for (key, cell) in measure(series, TRIALS).unwrap() {
            let before = known.get(&key).unwrap_or_else(|| panic!("{key} is not in results.json"));
            assert_eq!((cell.trials, before.trials), (TRIALS, 2000), "{key}");
            let counts = |cell: &Cell| {
                [cell.any_false, cell.undecided, cell.found3, cell.found5, cell.found10, cell.fifth50]
            };
            for (now, then) in counts(&cell).into_iter().zip(counts(before)) {
                assert!(
                    can_be(now, before.share(then)),
                    "{key}: {cell:?} of {TRIALS} now, {before:?}; `cargo xtask scorecard --fetch --write` measures again"
                );
            }
            measured += 1;
        }
    }
    // The numbers of three series are in the repository, with enough launches for each size.
    assert_eq!(measured, 3 * SIZES.len() * columns().count());
}

#[test]
fn the_scorecard_page_contains_the_stored_results() {
    let (all, results) = (series::all(false).unwrap(), committed().unwrap());
    if std::env::var_os("LAUNCHGATE_BLESS").is_some() {
        page::write(&all, &results).unwrap();
    }
    for (path, expected) in page::files(&all, &results).unwrap() {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text == expected, "{path} is not what results.json says; LAUNCHGATE_BLESS=1 renews it");
    }
    let figures = figures(&all, &results);
    assert!(figures["scorecard.series"].as_u64().unwrap() >= 8);
    assert!(figures["scorecard.rules"].as_u64().unwrap() >= 6);
}

#[test]
fn scorecard_draws_are_reproducible_and_find_large_growth() {
    let all = series::all(false).unwrap();
    let series = all.iter().find(|series| series.name == "firefox-2023").unwrap();
    let (once, again) = (measure(series, 10).unwrap(), measure(series, 10).unwrap());
    assert_eq!(once, again);
    let cell = once[&key("firefox-2023", "turns", 20)];
    assert_eq!((cell.found10, cell.any_false), (10, 0), "{cell:?}");
}
