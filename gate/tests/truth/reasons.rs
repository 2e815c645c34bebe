//! Derives the sentences of a verdict's reasons from their codes and values, and a second time from the remaining numbers of the JSON.
//!
//! Invariant: no code of `gate_report` or `gate_decision` is used.

use serde_json::Value;

use super::numbers::{percent, share, signed, time};
use super::sentences::{Tally, list, number, text};
use super::unstored;

/// Compares reasons and warnings with the sentences that follow from the rest of the JSON.
pub fn check(verdict: &Value, _: &str, tally: &mut Tally) {
    for said in sentences(verdict) {
        match derived(verdict, &said) {
            Some(right) if right == said => tally.right(),
            Some(right) => tally.lies(&said, &right),
            None => tally.judge(&said, std::iter::empty()),
        }
    }
}

/// Returns the sentences of all reasons, then the warnings.
pub fn sentences(verdict: &Value) -> Vec<String> {
    let warnings = list(verdict, "warnings").iter().map(|warning| text(warning).to_owned());
    list(verdict, "reasons").iter().map(|reason| words(verdict, reason)).chain(warnings).collect()
}

/// Returns the sentence of a reason, by its code and its values.
pub fn words(verdict: &Value, reason: &Value) -> String {
    let subject = || subject(verdict, &reason["subject"]);
    let [base, head] = ["base", "head"].map(|side| &reason["launches"][side]);
    match text(&reason["code"]) {
        "everything-slower" => everything_slower(share(number(&reason["ratio"]) - 1.0), reason["interleaved"] == true),
        "launch-too-variable" => {
            let rows = variable_rows(verdict, reason);
            let outside = list(reason, "rows").iter().all(|row| row["subject"]["kind"] == "outside");
            let advice = if outside && !rows.is_empty() { "" } else { "; set what waits for a server to advisory" };
            let rows = if rows.is_empty() { "everything".to_owned() } else { rows.join(", ") };
            format!("too little of the launch can be judged, because the base's own launches vary: {rows}{advice}")
        }
        "launch-seems-slower" => {
            let mostly = match &reason["mostly"] {
                Value::Null => String::new(),
                row => format!(
                    ", most of it in {} ({} more)",
                    self::subject(verdict, &row["subject"]),
                    time(number(&row["growth"]["value"]))
                ),
            };
            format!("the launch looks {} slower{mostly}, and may be {} slower", relative(&reason["growth"]), relative(&reason["limit"]))
        }
        "growth-undetectable" => format!("a slowdown of {} by {} could go undetected", subject(), relative(&reason["limit"])),
        "slow-launches" => {
            let place = if reason["subject"].is_null() { String::new() } else { format!(" in {}", subject()) };
            let part =
                if reason["part"] == true { ", measured without the methods that vary too much" } else { "" };
            let scaled =
                if reason["scaled"] == true { ", each compared with the faster half of its own session" } else { "" };
            let chance = share(number(&reason["p"]));
            format!("{} of {head} launches were slower{place} than all {base} of the base{part}{scaled}; unchanged builds show this in {chance} of checks", reason["slow"])
        }
        "methods-undetectable" => format!(
            "{base} launches compared with {head} do not show a method that takes twice as long, among {} methods; record at least {} of each",
            reason["methods"], reason["needed"]
        ),
        "lost-launches" => format!(
            "the app crashed or did not reach the window's end in {} of {} launches, and in {} of {} of the base; look at their crash reports, or record again",
            head["lost"], head["all"], base["lost"], base["all"]
        ),
        "judged-without" => {
            let mut rows = variable_rows(verdict, reason);
            rows.extend((reason["more"] != 0).then(|| format!("and {} more", reason["more"])));
            format!("the launch was judged without {}: their times vary so much between launches that a slowdown there could go undetected", rows.join("; "))
        }
        "waits-longer" => format!(
            "{} changed by {} in time and {} in instructions: it waits longer (memory, input and output, locks, other threads, or a slower clock)",
            subject(),
            percent(number(&reason["time"])),
            percent(number(&reason["instructions"]))
        ),
        "waits-less" => format!(
            "{} changed by {} in instructions and {} in time: the build computes more and waits less; this does not fail the check",
            subject(),
            percent(number(&reason["instructions"])),
            percent(number(&reason["time"]))
        ),
        "not-confirmed" if reason["fresh"].is_null() => {
            format!("{} was slower, but fresh launches do not contain it: not confirmed", subject())
        }
        "not-confirmed" => {
            let [low, high] = [0, 1].map(|end| &reason["fresh"]["interval"][end]);
            let interval = match (low.is_null(), high.is_null()) {
                (false, false) => format!(" ({} to {})", amount(low), amount(high)),
                _ => String::new(),
            };
            let (first, fresh) = (amount(&reason["first"]), amount(&reason["fresh"]["growth"]));
            format!("{} was slower by {first}, but fresh launches show {fresh}{interval}: not confirmed", subject())
        }
        "more-launches" if reason["launches"] == 1 => "about 1 more launch would give a clear verdict".to_owned(),
        "more-launches" => format!("about {} more launches would give a clear verdict", reason["launches"]),
        "days-differ" => "more launches of this build alone would probably not decide, because days differ by more than the growth in question; record base and head together (gate run --base)".to_owned(),
        "more-of-both" => "record more launches of both builds".to_owned(),
        "too-few-launches" => too_few(reason),
        "too-few-for-times" => format!("{}; the base has {} recorded", too_few(&reason["head"]), reason["base_recorded"]),
        "not-recorded" => format!(
            "{}: none of {} launches recorded a method{}",
            text(&reason["side"]),
            reason["launches"],
            reason["cause"].as_str().map_or(", while the other side has methods".to_owned(), |cause| format!(": {cause}"))
        ),
        "nothing-stored" => {
            let stored = |one: &Value| {
                let noun = if one["sessions"] == 1 { "session" } else { "sessions" };
                let more = if one["or_more"] == true { " or more" } else { "" };
                format!("{}{more} {noun} of {}", one["sessions"], key(&one["key"]))
            };
            let others: Vec<String> = list(reason, "stored").iter().map(stored).collect();
            let others = if others.is_empty() { String::new() } else { format!("; it has {}", others.join(", ")) };
            format!("the store has no session of {}{others} ({})", keys(reason), text(&reason["address"]))
        }
        "only-own-sessions" => format!(
            "the store has no session of {} other than those being judged; store another session ({})",
            keys(reason),
            text(&reason["address"])
        ),
        other => panic!("the checker does not know the reason {other}: {reason}"),
    }
}

/// Returns the remark on a finding of slow or lost launches.
pub fn remark(row: &Value) -> Option<String> {
    let slow = &row["slow_launches"];
    if !slow.is_null() {
        let (count, beyond) = (&slow["slow"], time(number(&slow["beyond"]["value"])));
        let [base, head] = ["base", "head"].map(|side| &slow["launches"][side]);
        return Some(match row["subject"]["kind"] == "launch" {
            true => format!(
                "{count} of {head} launches took more than {beyond}, which none of the {base} of the base did"
            ),
            false => format!(
                "took more than {beyond} in {count} of {head} launches, and in none of the {base} of the base"
            ),
        });
    }
    let lost = &row["lost_launches"];
    if !lost.is_null() {
        return Some(format!(
            "the app crashed or did not reach the window's end in {} of {} launches, and in {} of {} of the base",
            lost["head"]["lost"], lost["head"]["all"], lost["base"]["lost"], lost["base"]["all"]
        ));
    }
    if row["status"]["reason"] == "calls-vary" {
        return Some("how often it is called varies from launch to launch, in the base too".to_owned());
    }
    let is_remainder = row["is_remainder"] == true;
    is_remainder
        .then(|| "the module without its methods that are shown to have changed by themselves".to_owned())
}

fn everything_slower(grown: String, is_in_turns: bool) -> String {
    match is_in_turns {
        true => format!(
            "all code is {grown} slower than the base on the same device, because of the build; check Xcode, the compiler settings and the libraries that all code uses"
        ),
        false => format!(
            "all code is {grown} slower, so no single method is the cause; it may be the phone (heat, storage, battery), iOS, Xcode or a build setting: run base and head together (gate run --base) to tell, or accept the new level with gate baseline update --new-level"
        ),
    }
}

/// Returns the name of a reason's subject, which is the name of its row.
fn subject(verdict: &Value, subject: &Value) -> String {
    let rows =
        ["findings", "rows", "wholes", "suspects", "noisy"].into_iter().flat_map(|key| list(verdict, key));
    let row = rows.into_iter().find(|row| row["subject"] == *subject);
    match row {
        Some(row) => text(&row["name"]).to_owned(),
        None if subject["kind"] == "launch" => "the launch".to_owned(),
        None => text(&subject["name"]).to_owned(),
    }
}

fn variable_rows(verdict: &Value, reason: &Value) -> Vec<String> {
    let row = |row: &Value| {
        let [least, most] = ["least", "most"].map(|end| time(number(&row[end]["value"])));
        format!("{}, which takes {least} to {most}", subject(verdict, &row["subject"]))
    };
    list(reason, "rows").iter().map(row).collect()
}

fn relative(growth: &Value) -> String {
    share(number(&growth["growth"]["value"]) / number(&growth["of"]["value"]))
}

fn amount(amount: &Value) -> String {
    let value = number(&amount["value"]);
    if amount["unit"] == "ns" { signed(value) } else { format!("{value:+}") }
}

fn too_few(found: &Value) -> String {
    let words = [
        ("warm-up", "warm-up launch"),
        ("first-after-install", "first launch after installation"),
        ("throttled", "device too hot to run at full speed"),
        ("low-power", "low-power mode"),
        ("prewarmed", "started before by the system (prewarmed)"),
        ("debugged", "debugger attached"),
        ("dense", "sampled densely to name functions, so it is not timed"),
        ("counting", "counts calls of functions, so it is not timed"),
        ("costs-dropped", "costs are missing"),
        ("unpaired", "no counted launch of the other build"),
        (
            "other-place",
            "at a place in the run without a launch of the other build, where launches change within a run",
        ),
        ("no-methods", "no method recorded"),
    ];
    let word = |name: &str| words.iter().find(|(known, _)| *known == name).map_or("", |(_, word)| word);
    let mut counts: Vec<(&str, &Value)> = found["excluded"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, count)| (word(name), count))
        .collect();
    counts.sort_by_key(|(word, _)| *word);
    let counts: Vec<String> = counts.into_iter().map(|(word, count)| format!("{count} × {word}")).collect();
    let left_out =
        if counts.is_empty() { String::new() } else { format!("; left out: {}", counts.join(", ")) };
    let (side, usable, needed) = (text(&found["side"]), &found["found"], &found["needed"]);
    format!("{side}: {usable} usable launches, but at least {needed} are needed{left_out}")
}

fn keys(reason: &Value) -> String {
    list(reason, "wanted").iter().map(key).collect::<Vec<_>>().join("; ")
}

fn key(key: &Value) -> String {
    let or = |key: &Value, missing: &str| {
        if text(key).is_empty() { missing.to_owned() } else { text(key).to_owned() }
    };
    let scenario = if text(&key["scenario"]).is_empty() {
        String::new()
    } else {
        format!(", {}", text(&key["scenario"]))
    };
    format!("{}{scenario} on {}", or(&key["app"], "an unnamed app"), or(&key["device"], "an unnamed device"))
}

/// Computes from the verdict's JSON the sentence that a report should print for a reason. The printed sentence `said` supplies only the
/// parts that the JSON does not contain.
fn derived(verdict: &Value, said: &str) -> Option<String> {
    let (findings, launches) = (list(verdict, "findings"), &verdict["launches"]);
    let of = |side: &str| number(&launches[side]);
    let is_in_turns = launches["mode"] == "blocks";
    let again = findings.iter().find(|row| {
        row["again"]["confirmed"] == false && said.starts_with(&format!("{} was", text(&row["name"])))
    });
    if let Some(row) = again {
        let again = &row["again"];
        let [low, high] = [0, 1].map(|end| signed(number(&again["interval"][end]["value"])));
        let (was, now) = (signed(number(&row["change"]["value"])), signed(number(&again["change"]["value"])));
        let name = text(&row["name"]);
        return Some(format!(
            "{name} was slower by {was}, but fresh launches show {now} ({low} to {high}): not confirmed"
        ));
    }
    if said.starts_with("all code is ") {
        let all = findings.iter().find(|row| row["kind"] == "drift")?;
        let grown = share(number(&all["ratio"]) - 1.0);
        return Some(everything_slower(grown, is_in_turns));
    }
    if let Some((_, compared)) = said.split_once(" launches were slower than all ") {
        let slow: u32 = said.split(' ').next()?.parse().ok()?;
        let part = [", measured without the methods that vary too much", ""]
            .into_iter()
            .find(|part| compared.contains(part))?;
        let scaled = if is_in_turns { "" } else { ", each compared with the faster half of its own session" };
        let (head, base) = (of("head"), of("base"));
        // The chance is the probability that the slowest launches all belong to the head by chance.
        let chance: f64 =
            (0..slow).map(|one| (head - f64::from(one)) / (head + base - f64::from(one))).product();
        return Some(format!(
            "{slow} of {head} launches were slower than all {base} of the base{part}{scaled}; unchanged builds show this in {} of checks",
            share(chance)
        ));
    }
    if said.starts_with("the app crashed or did not reach") {
        let lost = |side: &str| -> f64 {
            let of_side = list(launches, "lost").iter().filter(|lost| lost["side"] == side);
            of_side.map(|lost| number(&lost["launches"])).fold(0.0, |sum, one| sum + one)
        };
        // Excluded launches did not crash, but they count among all launches of base or head.
        let left_out = |side: &str| {
            let of_side = |session: &&Value| session["is_head"] == (side == "head");
            let sessions: Vec<&Value> = list(verdict, "history").iter().filter(of_side).collect();
            let is_in = |one: &&Value| sessions.iter().any(|session| session["name"] == one["session"]);
            list(launches, "excluded").iter().filter(is_in).count() as f64
        };
        let sides = ["head", "base"]
            .map(|side| format!("{} of {}", lost(side), lost(side) + of(side) + left_out(side)));
        return Some(format!(
            "the app crashed or did not reach the window's end in {} launches, and in {} of the base; look at their crash reports, or record again",
            sides[0], sides[1]
        ));
    }
    if said.starts_with("more launches of this build alone") {
        let is_so = verdict["verdict"] == "undecided" && verdict["more_launches"].is_null() && !is_in_turns;
        let right = "more launches of this build alone would probably not decide, because days differ by more than the growth in question; record base and head together (gate run --base)";
        return Some(if is_so { right } else { "nothing: more launches would decide" }.to_owned());
    }
    if said.starts_with("head: none of ") {
        // The number in the sentence counts the usable launches. The JSON of this answer does not list the excluded launches.
        let told: f64 = said.split(' ').nth(3)?.parse().ok()?;
        let launches = number(&verdict["recorded"]["launches"]).min(told);
        return Some(format!(
            "head: none of {launches} launches recorded a method, while the other side has methods"
        ));
    }
    if said.starts_with("the launch looks ") {
        // The two percentages of the sentence are about the judged part of the launch, which the JSON does not contain. The row that the
        // sentence names is one row of the judged part.
        let percents: Vec<f64> = said.split(' ').filter_map(|word| word.parse().ok()).collect();
        let (looks, may) = (percents.first()?, percents.last()?);
        let most = said.split_once(", most of it in ").and_then(|(_, rest)| rest.split_once(" more)"));
        let most = most.map_or(String::new(), |(most, _)| {
            let name = most.rsplit_once(" (").map_or("", |(name, _)| name);
            let row = list(verdict, "rows").iter().find(|row| row["name"] == name);
            let change = row.map_or("no row".to_owned(), |row| time(number(&row["change"]["value"])));
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
    // These sentences are about the levels of stored days and about excluded launches, for which the JSON has no second number to compare
    // with.
    const AS_IT_STANDS: [&str; 4] = [
        " in the stored sessions without being accepted, ",
        "a slowdown of the launch by ",
        " usable launches, but at least ",
        "work was not measured in some of these launches",
    ];
    AS_IT_STANDS.iter().any(|known| said.contains(known)).then(|| said.to_owned())
}
