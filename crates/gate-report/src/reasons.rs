//! Formats the sentences for reasons and caveats, which decisions contain as data.
//!
//! Invariant: only the module `reasons` contains the text of reasons.

use gate_baseline::SessionFlaw;
use gate_decision::{
    AgentRecording, Amount, Answer, Caution, ExclusionReason, FreshGrowth, InterimState, LossCount,
    NEEDED_FOR_PROOF, Reason, RecorderFailure, RelativeGrowth, RowGrowth, Sides, StoredKey, StoredSessions,
    Subject, TooFewLaunches, VariableRow,
};
use gate_launches::{BuildRole, format_percent, format_relative_change};

use super::word::PreservedValue;
use super::words::format_count;

/// Returns the sentence of a stored reason. The sentence of a reason that this version does not know contains only the reason's code.
pub(super) fn describe_stored_reason(stored: &PreservedValue<Reason>) -> String {
    match stored {
        PreservedValue::Known(known) => describe_reason(known),
        PreservedValue::Other(other) => {
            format!(
                "this version does not know the reason {:?}",
                other["code"].as_str().unwrap_or("without a code")
            )
        }
    }
}

/// Returns the sentence of a reason, without its full stop.
pub fn describe_reason(reason: &Reason) -> String {
    match reason {
        Reason::EverythingSlower { ratio, interleaved } => everything_slower(*ratio, *interleaved),
        Reason::LaunchTooVariable { rows } => too_variable(rows),
        Reason::LaunchSeemsSlower { growth, limit, mostly } => seems_slower(growth, limit, mostly.as_ref()),
        Reason::GrowthUndetectable { subject, limit } => {
            format!("a slowdown of {subject} by {} could go undetected", format_growth(limit))
        }
        Reason::SlowLaunches { subject, part, scaled, slow, launches, p } => format!(
            "{slow} of {} launches were slower{} than all {} of the base{}{}; unchanged builds show this in {} of checks",
            launches.head,
            subject.as_ref().map_or_else(String::new, |subject| format!(" in {subject}")),
            launches.base,
            if *part { ", measured without the methods that vary too much" } else { "" },
            if *scaled { ", each compared with the faster half of its own session" } else { "" },
            format_percent(*p)
        ),
        Reason::MethodsUndetectable { launches, methods, needed } => {
            methods_undetectable(*launches, *methods, *needed)
        }
        Reason::LostLaunches { launches } => describe_lost_launches(launches) + "; look at their crash reports, or record again",
        Reason::JudgedWithout { rows, more } => judged_without(rows, *more),
        Reason::WaitsLonger { subject, time, instructions } => waits_longer(subject, *time, *instructions),
        Reason::WaitsLess { subject, time, instructions } => format!(
            "{subject} changed by {} in instructions and {} in time: the build computes more and waits less; this does not fail the check",
            format_relative_change(*instructions),
            format_relative_change(*time)
        ),
        Reason::NotConfirmed { subject, first, fresh } => {
            not_confirmed(&subject.to_string(), *first, fresh.as_ref())
        }
        Reason::CounterNotConfirmed { subject, ratio } => format!(
            "{subject} grew by {:+.2} %, but fresh launches do not confirm it",
            100.0 * (ratio - 1.0)
        ),
        Reason::UnknownPhone => "these launches are of a phone that has no stored sessions, and phones of one model differ by some percent: record on the phone of the baselines, store sessions of this one, or record both builds interleaved (gate run --base)".to_owned(),
        Reason::Simulator => "these launches ran in a simulator: only calls, work and facts of the build can fail the check, because times depend on the host; set gate.simulator_times = \"decide\" once at most 5 % of the checks of an unchanged build fail on this machine".to_owned(),
        Reason::TimesNotProven { judged, failed } => times_not_proven(*judged, *failed),
        Reason::TooFewLaunches(found) => too_few(found),
        Reason::TooFewForTimes { head, base_recorded } => {
            format!("{}; the base has {base_recorded} recorded", too_few(head))
        }
        Reason::StoredTooShort(found) => format!(
            "the stored sessions have too few launches ({}); store a session with more launches",
            too_few(found)
        ),
        Reason::NotRecorded(failure) => not_recorded(failure),
        Reason::OtherRecording { recordings, stored } => other_recording(recordings, *stored),
        Reason::NothingStored { wanted, stored, damaged, address } => {
            format!("the store has no session of {}{} ({address})", keys(wanted), other_content(stored, *damaged))
        }
        Reason::OnlyOwnSessions { wanted, address } => format!(
            "the store has no session of {} other than those being judged; store another session ({address})",
            keys(wanted)
        ),
        Reason::BudgetsUnchecked { cause: Some(cause) } => {
            format!("budgets were not checked: {}", too_few(cause))
        }
        Reason::BudgetsUnchecked { cause: None } => "budgets were not checked: the launches belong to several apps, scenarios or devices; pass the launches of one".to_owned(),
        Reason::EqualBuildsNotLaunched { budgets } => format!(
            "{} not checked, because the equal builds were not launched; start `gate run` again with these settings",
            format_count(*budgets, "budget")
        ),
        Reason::FactsMissing { budgets } => format!(
            "{} on build facts not checked, because the run has no build facts",
            format_count(*budgets, "budget")
        ),
        Reason::MoreLaunches { launches: 1 } => "about 1 more launch would give a clear verdict".to_owned(),
        Reason::MoreLaunches { launches } => {
            format!("about {launches} more launches would give a clear verdict")
        }
        Reason::DaysDiffer => "more launches of this build alone would probably not decide, because days differ by more than the growth in question; record base and head together (gate run --base)".to_owned(),
        Reason::MoreOfBoth => "record more launches of both builds".to_owned(),
        Reason::TooFewSamples { side, launches, needed } => format!(
            "functions are not judged: {launches} launches of the {} have samples, but at least {needed} are needed",
            side.name()
        ),
        Reason::SymbolsOfOneSide { missing, images } => symbols_of_one_side(*missing, images),
    }
}

fn times_not_proven(judged: usize, failed: usize) -> String {
    let state = match judged < NEEDED_FOR_PROOF {
        true => {
            format!("{judged} of the {NEEDED_FOR_PROOF} stored sessions that a proof needs can be judged")
        }
        false => format!("{failed} of {judged} stored sessions would have failed, and at most 1 may"),
    };
    format!(
        "times compared with stored sessions do not fail the check yet (gate.enforce = \"proven\"): {state}; see `gate baseline backtest`"
    )
}

fn seems_slower(growth: &RelativeGrowth, limit: &RelativeGrowth, mostly: Option<&RowGrowth>) -> String {
    let mostly = mostly.map_or_else(String::new, most_of_it);
    format!(
        "the launch looks {} slower{mostly}, and may be {} slower",
        format_growth(growth),
        format_growth(limit)
    )
}

fn waits_longer(subject: &Subject, time: f64, instructions: f64) -> String {
    format!(
        "{subject} changed by {} in time and {} in instructions: it waits longer (memory, input and output, locks, other threads, or a slower clock)",
        format_relative_change(time),
        format_relative_change(instructions)
    )
}

fn methods_undetectable(launches: Sides<usize>, methods: usize, needed: usize) -> String {
    let Sides { base, head } = launches;
    format!(
        "{base} launches compared with {head} do not show a method that takes twice as long, among {methods} methods; record at least {needed} of each"
    )
}

fn too_variable(rows: &[VariableRow]) -> String {
    let rows_are_outside = !rows.is_empty() && rows.iter().all(|row| row.subject.is_outside());
    let rows: Vec<String> = rows.iter().map(variable_row).collect();
    let who = if rows.is_empty() { "everything".to_owned() } else { rows.join(", ") };
    // The code outside methods is most of a launch, so making it advisory would leave too little to judge.
    let advice = if rows_are_outside { "" } else { "; set what waits for a server to advisory" };
    format!("too little of the launch can be judged, because the base's own launches vary: {who}{advice}")
}

fn judged_without(rows: &[VariableRow], more: usize) -> String {
    let mut rows: Vec<String> = rows.iter().map(variable_row).collect();
    rows.extend((more > 0).then(|| format!("and {more} more")));
    format!(
        "the launch was judged without {}: their times vary so much between launches that a slowdown there could go undetected",
        rows.join("; ")
    )
}

/// Describes the sessions that a store has for other apps, scenarios or devices, and the damaged objects of the store.
fn other_content(stored: &[StoredSessions], damaged: usize) -> String {
    let others: Vec<String> = stored.iter().map(stored_sessions).collect();
    let others = if others.is_empty() { String::new() } else { format!("; it has {}", others.join(", ")) };
    match damaged {
        0 => others,
        1 => format!("{others}; one damaged object is left out"),
        count => format!("{others}; {count} damaged objects are left out"),
    }
}

fn symbols_of_one_side(missing: BuildRole, images: &[String]) -> String {
    format!(
        "functions are not judged: the {} has no dSYM of {}, but the other side has one; pass its folder with attribution.symbols or --base-symbols",
        missing.name(),
        images.join(", ")
    )
}

fn everything_slower(ratio: f64, interleaved: bool) -> String {
    let percent = format_percent(ratio - 1.0);
    if interleaved {
        format!(
            "all code is {percent} slower than the base on the same device, because of the build; check Xcode, the compiler settings and the libraries that all code uses"
        )
    } else {
        format!(
            "all code is {percent} slower, so no single method is the cause; it may be the phone (heat, storage, battery), iOS, Xcode or a build setting: run base and head together (gate run --base) to tell, or accept the new level with gate baseline update --new-level"
        )
    }
}

fn variable_row(row: &VariableRow) -> String {
    format!("{}, which takes {} to {}", row.subject, row.least, row.most)
}

/// Formats a growth as a share, or as a time if there is no base.
fn format_growth(growth: &RelativeGrowth) -> String {
    if growth.of.value > 0.0 { format_percent(growth.share()) } else { growth.growth.to_string() }
}

fn most_of_it(row: &RowGrowth) -> String {
    format!(", most of it in {} ({} more)", row.subject, row.growth)
}

/// Formats the numbers of lost launches of both sides.
pub(super) fn describe_lost_launches(launches: &Sides<LossCount>) -> String {
    let Sides { base, head } = launches;
    format!(
        "the app crashed or did not reach the window's end in {} of {} launches, and in {} of {} of the base",
        head.lost, head.all, base.lost, base.all
    )
}

fn not_confirmed(subject: &str, first: Amount, fresh: Option<&FreshGrowth>) -> String {
    let Some(fresh) = fresh else {
        return format!("{subject} was slower, but fresh launches do not contain it: not confirmed");
    };
    let interval = match fresh.interval {
        [Some(low), Some(high)] => format!(" ({} to {})", format_signed(low), format_signed(high)),
        _ => String::new(),
    };
    format!(
        "{subject} was slower by {}, but fresh launches show {}{interval}: not confirmed",
        format_signed(first),
        format_signed(fresh.growth)
    )
}

fn format_signed(amount: Amount) -> String {
    match amount.as_time() {
        Some(time) => format!("{time:+}"),
        None => format!("{:+}", amount.value),
    }
}

fn too_few(found: &TooFewLaunches) -> String {
    let TooFewLaunches { side, needed, found, excluded } = found;
    let words =
        |name: &str| ExclusionReason::from_name(name).map_or(name.to_owned(), |why| why.phrase().to_owned());
    let mut counts: Vec<String> = excluded
        .iter()
        .map(|(name, count)| (words(name), count))
        .map(|(why, n)| format!("{n} × {why}"))
        .collect();
    counts.sort_by(|a, b| a.split_once(" × ").map(|one| one.1).cmp(&b.split_once(" × ").map(|one| one.1)));
    let left_out =
        if counts.is_empty() { String::new() } else { format!("; left out: {}", counts.join(", ")) };
    format!("{}: {found} usable launches, but at least {needed} are needed{left_out}", side.name())
}

fn not_recorded(failure: &RecorderFailure) -> String {
    let RecorderFailure { side, launches, cause } = failure;
    let cause =
        cause.as_ref().map_or(", while the other side has methods".to_owned(), |cause| format!(": {cause}"));
    format!("{}: none of {launches} launches recorded a method{cause}", side.name())
}

fn other_recording(recordings: &Sides<AgentRecording>, stored: bool) -> String {
    let Sides { base, head } = recordings;
    let is_head_newer = head.recording > base.recording;
    let newer = if is_head_newer { head } else { base };
    // If this program does not know the version that introduced the newer way of measuring, the version of the newer launches is named.
    let since = newer.since.clone().or_else(|| newer.agents.first().cloned()).unwrap_or_default();
    let agents =
        |one: &AgentRecording| format!("agent {}, recording {}", one.agents.join(" and "), one.recording);
    let (names, advice) = match (stored, is_head_newer) {
        (true, true) => (["baselines", "these launches"], "record new baselines".to_owned()),
        (true, false) => (
            ["baselines", "these launches"],
            format!(
                "the baselines were recorded with that agent; record these launches again with version {since} or newer"
            ),
        ),
        (false, _) => {
            let older = if is_head_newer { BuildRole::Base } else { BuildRole::Head };
            (["base", "head"], format!("record the {} again with version {since} or newer", older.name()))
        }
    };
    format!(
        "the agent measures differently from version {since} on: {advice} ({}: {}; {}: {})",
        names[0],
        agents(base),
        names[1],
        agents(head)
    )
}

fn keys(keys: &[StoredKey]) -> String {
    keys.iter().map(format_key).collect::<Vec<_>>().join("; ")
}

fn format_key(key: &StoredKey) -> String {
    let scenario = if key.scenario.is_empty() { String::new() } else { format!(", {}", key.scenario) };
    let app = if key.app.is_empty() { "an unnamed app" } else { &key.app };
    let device = if key.device.is_empty() { "an unnamed device" } else { &key.device };
    format!("{app}{scenario} on {device}")
}

fn stored_sessions(stored: &StoredSessions) -> String {
    let more = if stored.or_more { " or more" } else { "" };
    let noun = if stored.sessions == 1 { "session" } else { "sessions" };
    format!("{}{more} {noun} of {}", stored.sessions, format_key(&stored.key))
}

/// Returns the sentence of a caveat; `None` if a different section of the report shows the caveat.
pub fn describe_caution(caution: &Caution) -> Option<String> {
    Some(match caution {
        Caution::OutlierDay { sessions, ratio } => format!(
            "left out of the baseline: {}, since everything differed by {} on that day, and on no other",
            sessions.join(", "),
            format_relative_change(*ratio)
        ),
        Caution::DifferentDay { sessions, ratio } => format!(
            "the stored days are few, and one is unlike the others: in {} everything differed by {}; store sessions of at least 4 days, so that such a day is left out",
            sessions.join(", "),
            format_relative_change(*ratio)
        ),
        Caution::LevelRose { row, before, after } => format!(
            "{row} rose from {before} to {after} in the stored sessions without being accepted, so its level is the mean of both; run gate baseline accept to start a new level"
        ),
        Caution::CounterMissing(counter) => format!(
            "{} are missing or 0 in some launches (virtual machines may not count them), so only times decide",
            counter.name()
        ),
        Caution::SessionTime { session, flaw } => {
            let what = match flaw {
                SessionFlaw::Undated => "has no recording or storage time",
                SessionFlaw::FromTheFuture => "has a recording time in the future",
                SessionFlaw::Short(_) => return None,
            };
            format!(
                "session {session} {what}, so it is treated as the oldest; gate baseline verify --repair corrects it"
            )
        }
        Caution::StoredSession(warning) => format!("{}: {}", warning.source, warning.kind),
        Caution::AnchorConditions { session } => format!(
            "growth since the anchor was not tested: session {session:?} was recorded under different conditions; pin a newer one"
        ),
        Caution::FreshNotJudged { reasons, differences } => {
            let why: Vec<String> = reasons
                .iter()
                .map(describe_reason)
                .chain(differences.iter().map(ToString::to_string))
                .collect();
            format!(
                "the fresh launches that should confirm the findings cannot be judged, so the findings stand: {}",
                why.join("; ")
            )
        }
        // The section about the launches shows the number of days and the assumed spread.
        Caution::Model(_) => return None,
    })
}

/// Describes the state of a run at a check during the run, in a few words.
pub fn interim_state(state: &InterimState) -> String {
    match state {
        InterimState::TooFew(why) => describe_reason(why),
        InterimState::OpenRows(1) => "1 row is still undecided".to_owned(),
        InterimState::OpenRows(rows) => format!("{rows} rows are still undecided"),
        InterimState::Undecided(why) => {
            format!(
                "undecided{}",
                why.as_ref().map_or_else(String::new, |why| format!(": {}", describe_reason(why)))
            )
        }
        InterimState::Answered(answer) => match answer {
            Answer::Pass => "no regression",
            Answer::Regressed => "a regression",
            Answer::Undecided => "undecided",
            Answer::Incomparable => "the builds cannot be compared",
            Answer::NotRecorded => "the recorder failed",
            Answer::NoBaseline => "no baseline to compare with",
        }
        .to_owned(),
    }
}

/// Describes that some launches of the head exceed a level that no launch of the base exceeds.
pub(super) fn slow_launches(slow: &gate_decision::SlowLaunches, is_launch: bool) -> String {
    let (slow_count, launches, beyond) = (slow.slow, slow.launches, slow.beyond);
    if is_launch {
        format!(
            "{slow_count} of {} launches took more than {beyond}, which none of the {} of the base did",
            launches.head, launches.base
        )
    } else {
        format!(
            "took more than {beyond} in {slow_count} of {} launches, and in none of the {} of the base",
            launches.head, launches.base
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(recording: u32, agent: &str) -> AgentRecording {
        AgentRecording { recording, since: None, agents: vec![agent.to_owned()] }
    }

    #[test]
    fn the_reason_for_different_recordings_names_versions_and_the_side_to_repeat() {
        let words = |base, head, stored| {
            describe_reason(&Reason::OtherRecording { recordings: Sides { base, head }, stored })
        };
        let (old, new) = (|| recording(1, "0.1.0"), || recording(900, "0.9.0"));
        for (sentence, expected) in [
            (
                words(old(), new(), true),
                "record new baselines (baselines: agent 0.1.0, recording 1; these launches: agent 0.9.0, recording 900)",
            ),
            (
                words(new(), old(), true),
                "the baselines were recorded with that agent; record these launches again with version 0.9.0 or newer (baselines: agent 0.9.0, recording 900; these launches: agent 0.1.0, recording 1)",
            ),
            (
                words(old(), new(), false),
                "record the base again with version 0.9.0 or newer (base: agent 0.1.0, recording 1; head: agent 0.9.0, recording 900)",
            ),
            (
                words(new(), old(), false),
                "record the head again with version 0.9.0 or newer (base: agent 0.9.0, recording 900; head: agent 0.1.0, recording 1)",
            ),
        ] {
            assert_eq!(sentence, format!("the agent measures differently from version 0.9.0 on: {expected}"));
        }
    }

    #[test]
    fn the_reason_for_a_missing_baseline_names_the_searched_keys_and_the_store() {
        let key = |app: &str, device: &str| StoredKey {
            app: app.to_owned(),
            scenario: String::new(),
            device: device.to_owned(),
        };
        let stored =
            vec![StoredSessions { key: key("com.example.shop", "iPhone14,5"), sessions: 3, or_more: false }];
        let found = Reason::NothingStored {
            wanted: vec![key("com.example.shop", "iPhone15,2")],
            stored,
            damaged: 2,
            address: "baselines".to_owned(),
        };
        assert_eq!(
            describe_reason(&found),
            "the store has no session of com.example.shop on iPhone15,2; it has 3 sessions of com.example.shop on iPhone14,5; 2 damaged objects are left out (baselines)"
        );
    }

    #[test]
    fn the_reason_too_few_launches_counts_excluded_launches_by_cause() {
        let excluded = [("warm-up".to_owned(), 2), ("throttled".to_owned(), 1)].into();
        let found = TooFewLaunches { side: BuildRole::Head, needed: 5, found: 3, excluded };
        assert_eq!(
            describe_reason(&Reason::TooFewLaunches(found)),
            "head: 3 usable launches, but at least 5 are needed; left out: 1 × device too hot to run at full speed, 2 × warm-up launch"
        );
    }

    #[test]
    fn an_unknown_reason_of_another_version_is_kept_and_shown_by_its_code() {
        let json = r#"{"code":"tomorrow","value":3}"#;
        let stored: PreservedValue<Reason> = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&stored).unwrap(), json);
        assert!(describe_stored_reason(&stored).contains("\"tomorrow\""));
    }
}
