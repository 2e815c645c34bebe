//! Every sentence of a comment, of a terminal's report and of a page once more from the verdict's JSON, over verdicts of every kind.
//!
//! `cargo xtask bench report` prints the figures of [`every_sentence_is_what_the_json_says`].

mod media;
mod sentences;
mod work;
mod worlds;

use std::collections::BTreeMap;

use sentences::{Tally, check};
use worlds::Told;

#[derive(Clone, Copy, Debug)]
enum Medium {
    Comment,
    Text,
    Page,
}

type Check = fn(&serde_json::Value, &str, &mut Tally);

const MEDIA: [(Medium, Check); 3] =
    [(Medium::Comment, check), (Medium::Text, media::terminal), (Medium::Page, media::html)];

/// Verdicts of each kind of world.
const EACH: u64 = 21;

#[test]
fn every_sentence_is_what_the_json_says() {
    let (mut tally, mut answers, mut kinds) =
        (Tally::default(), BTreeMap::<String, usize>::new(), BTreeMap::<String, usize>::new());
    let mut verdicts = 0;
    for kind in worlds::KINDS {
        for seed in 0..EACH {
            let folder = tempfile::tempdir().unwrap();
            let Told { verdict, comment, text, page } = worlds::judged(folder.path(), kind, seed);
            verdicts += 1;
            *answers.entry(verdict["verdict"].as_str().unwrap().to_owned()).or_default() += 1;
            for row in verdict["findings"].as_array().unwrap() {
                *kinds.entry(row["kind"].as_str().unwrap().to_owned()).or_default() += 1;
            }
            for (medium, of) in MEDIA {
                let before = tally.wrong.len();
                let said = [&comment, &text, &page][medium as usize];
                of(&verdict, said, &mut tally);
                for wrong in &mut tally.wrong[before..] {
                    wrong.0 = format!("{kind} {seed}, {medium:?}: {}", wrong.0);
                }
            }
        }
    }
    let checked = tally.checked as f64 / tally.printed as f64;
    println!(
        "{{\"report.sentences.verdicts\": {verdicts}, \"report.sentences.printed\": {}, \"report.sentences.checked\": {checked:.4}, \"report.sentences.false\": {}}}",
        tally.printed,
        tally.wrong.len()
    );
    println!("{answers:?} {kinds:?}");
    let mut unknown: Vec<_> = tally.unknown.iter().collect();
    unknown.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (line, count) in unknown.iter().take(40) {
        println!("not derived, {count} times: {line}");
    }
    assert!(verdicts >= 500 && answers.len() == 6 && kinds.len() >= 10, "{answers:?} {kinds:?}");
    assert!(
        tally.wrong.is_empty(),
        "{} false: {:#?}",
        tally.wrong.len(),
        &tally.wrong[..tally.wrong.len().min(12)]
    );
    assert!(checked >= 0.95, "{checked}");
}

/// A checker that finds nothing wrong proves nothing: each of these is a comment or a terminal's report with one number changed.
#[test]
fn a_changed_number_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let Told { verdict, comment, text, page } = worlds::judged(folder.path(), "several", 1);
    is_found(&verdict, &comment, check);
    is_found(&verdict, &text, media::terminal);
    // Of a page what people read.
    is_found(&verdict, &format!("<main>{}", media::readable(&page).join("<p></p>")), media::html);
}

fn is_found(verdict: &serde_json::Value, page: &str, check: Check) {
    let mut tally = Tally::default();
    check(verdict, page, &mut tally);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    let mut tried = 0;
    for (at, digit) in page.char_indices().filter(|(_, c)| c.is_ascii_digit()).step_by(11) {
        let mut other = page.to_owned();
        other.replace_range(at..=at, if digit == '7' { "1" } else { "7" });
        let mut changed = Tally::default();
        check(verdict, &other, &mut changed);
        let line = other[..at].lines().count();
        assert!(
            !changed.wrong.is_empty() || changed.checked < tally.checked,
            "line {line} at {at}: {:?}",
            other.lines().nth(line - 1)
        );
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}
