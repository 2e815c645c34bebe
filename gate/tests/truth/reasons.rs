//! The sentences that a verdict's JSON holds as sentences, once more from its numbers.
//!
//! Invariant: nothing of `gate_report` or of `verdict` is used.

use serde_json::Value;

use super::numbers::{share, signed, time};
use super::sentences::{Tally, list, number, text};
use super::unstored;

/// Compares reasons and warnings with what the rest of the JSON makes of them.
pub fn check(verdict: &Value, _: &str, tally: &mut Tally) {
    for said in ["reasons", "warnings"].iter().flat_map(|key| list(verdict, key)).map(text) {
        match derived(verdict, said) {
            Some(right) if right == said => tally.right(),
            Some(right) => tally.lies(said, &right),
            None => tally.judge(said, std::iter::empty()),
        }
    }
}

/// What should stand there; a part that the JSON says nothing of is taken as it stands.
fn derived(verdict: &Value, said: &str) -> Option<String> {
    let (findings, launches) = (list(verdict, "findings"), &verdict["launches"]);
    let of = |side: &str| number(&launches[side]);
    let is_in_turns = launches["mode"] == "blocks";
    let again = findings.iter().find(|row| {
        row["again"]["confirmed"] == false && said.starts_with(&format!("{} was", text(&row["name"])))
    });
    if let Some(row) = again {
        let again = &row["again"];
        let [low, high] = [0, 1].map(|end| signed(number(&again["interval_ns"][end])));
        let (was, now) = (signed(number(&row["change_ns"])), signed(number(&again["change_ns"])));
        let name = text(&row["name"]);
        return Some(format!(
            "{name} was slower by {was}, but fresh launches show {now} ({low} to {high}): not confirmed"
        ));
    }
    if said.starts_with("all code is ") {
        let all = findings.iter().find(|row| row["kind"] == "drift")?;
        let grown = share(number(&all["ratio"]) - 1.0);
        return Some(match is_in_turns {
            true => format!(
                "all code is {grown} slower than the base on the same device, because of the build; check Xcode, the compiler settings and the libraries that all code uses"
            ),
            false => format!(
                "all code is {grown} slower, so no single method is the cause; it may be the phone (heat, storage, battery), iOS, Xcode or a build setting: run base and head together (gate run --base) to tell, or accept the new level with gate baseline update --new-level"
            ),
        });
    }
    if said.contains(" launches were slower than all ") {
        let slow: u32 = said.split(' ').next()?.parse().ok()?;
        let (head, base) = (of("head"), of("base"));
        // The slowest launches are all of one side.
        let chance: f64 =
            (0..slow).map(|one| (head - f64::from(one)) / (head + base - f64::from(one))).product();
        return Some(format!(
            "{slow} of {head} launches were slower than all {base} of the base, which unchanged builds show in {} of checks",
            share(chance)
        ));
    }
    if said.starts_with("the app crashed or never came") {
        let lost = |side: &str| -> f64 {
            let of_side = list(launches, "lost").iter().filter(|lost| lost["side"] == side);
            of_side.map(|lost| number(&lost["launches"])).fold(0.0, |sum, one| sum + one)
        };
        // What was left out did not crash.
        let left_out = |side: &str| {
            let of_side = |session: &&Value| session["is_head"] == (side == "head");
            let sessions: Vec<&Value> = list(verdict, "history").iter().filter(of_side).collect();
            let is_in = |one: &&Value| sessions.iter().any(|session| session["name"] == one["session"]);
            list(launches, "excluded").iter().filter(is_in).count() as f64
        };
        let sides = ["head", "base"]
            .map(|side| format!("{} of {}", lost(side), lost(side) + of(side) + left_out(side)));
        return Some(format!(
            "the app crashed or never came to a first frame in {} launches, and in {} of the base; look at their crash reports, or record again",
            sides[0], sides[1]
        ));
    }
    if said.starts_with("more launches of this build alone") {
        let is_so = verdict["verdict"] == "undecided" && verdict["more_launches"].is_null() && !is_in_turns;
        let right = "more launches of this build alone may not give a clear verdict: days differ by more than this; run base and head together (gate run --base)";
        return Some(if is_so { right } else { "nothing: more launches would decide" }.to_owned());
    }
    if said.starts_with("head: none of ") {
        // Of those that count; what was left out the JSON does not say of such a verdict.
        let told: f64 = said.split(' ').nth(3)?.parse().ok()?;
        let launches = number(&verdict["recorded"]["launches"]).min(told);
        return Some(format!(
            "head: none of {launches} launches recorded a method, while the other side has methods"
        ));
    }
    if said.starts_with("the launch looks ") {
        // How much it looks and may be is of the judged part, which the JSON has not; the place is one of its rows.
        let percents: Vec<f64> = said.split(' ').filter_map(|word| word.parse().ok()).collect();
        let (looks, may) = (percents.first()?, percents.last()?);
        let most = said.split_once(", most of it in ").and_then(|(_, rest)| rest.split_once(" more)"));
        let most = most.map_or(String::new(), |(most, _)| {
            let name = most.rsplit_once(" (").map_or("", |(name, _)| name);
            let row = list(verdict, "rows").iter().find(|row| row["name"] == name);
            let change = row.map_or("no row".to_owned(), |row| time(number(&row["change_ns"])));
            format!(", most of it in {name} ({change} more)")
        });
        let may = if looks <= may { *may } else { f64::NAN };
        return Some(format!(
            "the launch looks {} slower{most}, and may be {} slower",
            share(looks / 100.0),
            share(may / 100.0)
        ));
    }
    if said.contains(", which takes ") {
        let names = |name: &str| list(verdict, "rows").iter().any(|row| text(&row["name"]).ends_with(name));
        let named = said.split(", which takes ").collect::<Vec<_>>();
        let is_known =
            |part: &&str| names(part.rsplit([';', ':', ',', ']']).next().unwrap_or_default().trim());
        let is_right = named[..named.len() - 1].iter().all(is_known);
        return Some(if is_right { said } else { "another row" }.to_owned());
    }
    if said.contains(" has no session of ") {
        return unstored::reason(verdict, said);
    }
    // Of levels of stored days, and of launches that were left out, the JSON has nothing else.
    const AS_IT_STANDS: [&str; 4] = [
        " in the stored sessions without being accepted, ",
        "a slowdown of the launch by ",
        " usable launches, but at least ",
        "work was not measured in some of these launches",
    ];
    AS_IT_STANDS.iter().any(|known| said.contains(known)).then(|| said.to_owned())
}
