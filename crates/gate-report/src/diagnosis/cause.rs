//! Determines the kind of the cause of a finding, by rules for the numbers of the verdict.

use gate_decision::{Amount, FindingKind, Subject, Unit};
use gate_facts::FactKind;
use serde::Serialize;

use super::super::service_entries::ServiceEntry;
use super::super::value::{FactRow, Report, ReportRow, WaitLine};
use super::super::{build_facts, functions, summary};
use super::brief::evidence_amounts;
use super::{changed_work, facts_beside, waited_in};

gate_common::named! {
    /// The kinds of causes, each with its name for people and the usual repair.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CauseKind: (&'static str, &'static str) {
        NewLoad = "new-load", ("a new +load method", "Do its work at the first use, or in +initialize.");
        Initialiser = "static-initialiser", ("a new static initialiser", "Make the value a constant, or create it at its first use.");
        Library = "library", ("a new library", "Link it statically, merge it with another one, or load it after the first frame.");
        RepeatedCall = "repeated-call", ("more calls", "Call it once and keep the result, or move the call out of the loop.");
        SlowerCall = "slower-call", ("a more expensive call", "Undo what a call does in addition, or do that after the first frame.");
        MainThreadFile = "main-thread-file", ("files or a database on the main thread", "Do it on another thread or after the first frame, or keep the result of an earlier launch.");
        MainThreadNetwork = "main-thread-network", ("the network on the main thread", "Request it from another thread or after the first frame, and show a stored answer until then.");
        MainThreadWait = "main-thread-wait", ("a wait on the main thread", "Do not wait: continue in a callback, or ask for the result earlier.");
        NewCode = "new-code", ("new code", "Run it after the first frame, or on another thread.");
        MovedCode = "moved-code", ("moved code", "No repair is needed: another row has lost the same cost.");
    }
}

/// The probable cause of a finding: its kind, the usual repair, and the largest effect of the repair.
#[derive(Serialize)]
pub(super) struct Cause {
    #[serde(skip)]
    pub(super) is: CauseKind,
    kind: &'static str,
    /// The usual repair of this kind of cause, as a sentence.
    pub(super) usual_repair: &'static str,
    /// The largest growth that the repair can undo, estimated from the measured numbers.
    pub(super) most_saved: Option<Amount>,
}

impl Cause {
    pub(super) fn new(report: &Report, told: ServiceEntry<'_>) -> Option<Cause> {
        let (is, most_saved) = match told {
            ServiceEntry::Fact(row) => (kind_of_fact(row)?, build_facts::time_beside(report, row)),
            ServiceEntry::Finding(row) => {
                let is = kind(report, row)?;
                (is, most_saved(is, row))
            }
        };
        let most_saved = most_saved.filter(|amount| amount.value > 0.0);
        Some(Cause { is, kind: is.name(), usual_repair: is.row().1, most_saved })
    }

    /// Returns the kind of the cause as a phrase for people.
    pub(super) fn label(&self) -> &'static str {
        self.is.row().0
    }
}

fn most_saved(is: CauseKind, row: &ReportRow) -> Option<Amount> {
    let [growth, ..] = evidence_amounts(row);
    match is {
        CauseKind::MovedCode => None,
        CauseKind::RepeatedCall if growth.unit == Unit::Ns => by_calls(row).map(Amount::from_ns),
        _ => Some(growth),
    }
}

fn kind(report: &Report, row: &ReportRow) -> Option<CauseKind> {
    if row.moved_from().is_some() {
        return Some(CauseKind::MovedCode);
    }
    match &row.subject {
        Subject::Work(work, _) => return kind_of_work(work),
        Subject::Waiting(wait, _) => return Some(kind_of_wait(wait.name())),
        _ => {}
    }
    let is_load = row.subject.method().is_some_and(functions::is_load);
    let by_fact = || facts_beside(report, row).find_map(kind_of_fact);
    let by_work =
        || changed_work(report, row).filter(|line| line.is_main).find_map(|line| kind_of_work(&line.work));
    // A wait is the cause if the waiting time explains at least half of the growth.
    let is_main = |line: &&WaitLine| 2.0 * line.change_ns() >= row.change.value;
    let by_wait = || waited_in(report, row).find(is_main).map(|line| kind_of_wait(&line.wait));
    let is_new =
        |row: &ReportRow| row.functions.first().is_some_and(|part| part.base_ns == 0.0 && !part.perhaps);
    match row.kind.finding_kind()? {
        FindingKind::New if is_load => Some(CauseKind::NewLoad),
        FindingKind::NewModule => by_fact().or(Some(CauseKind::NewCode)),
        FindingKind::New => Some(CauseKind::NewCode),
        FindingKind::Calls => Some(CauseKind::RepeatedCall),
        FindingKind::SlowLaunches | FindingKind::LostLaunches | FindingKind::Drift | FindingKind::Creep => {
            None
        }
        _ if summary::is_before_main(row) => by_fact(),
        _ if by_calls(row).is_some_and(|ns| ns >= 0.5 * row.change.value) => Some(CauseKind::RepeatedCall),
        _ => by_wait().or_else(by_work).or(match row.base_calls {
            Some(_) => Some(CauseKind::SlowerCall),
            None => is_new(row).then_some(CauseKind::NewCode),
        }),
    }
}

/// Returns the time of the added calls of a row: the measured time including callees, or the number of added calls times the cost of a call
/// in the base.
fn by_calls(row: &ReportRow) -> Option<f64> {
    if let Some(more) = &row.more_calls {
        return Some(more.cost_ns);
    }
    let (base, head) = (row.base_calls?, row.head_calls?);
    (base > 0.0 && head > base).then(|| (head - base) * row.base.value / base)
}

fn kind_of_fact(row: &FactRow) -> Option<CauseKind> {
    match row.known_kind().filter(|_| row.head > row.base)? {
        FactKind::Load => Some(CauseKind::NewLoad),
        FactKind::Initialiser => Some(CauseKind::Initialiser),
        FactKind::Dylib | FactKind::Image => Some(CauseKind::Library),
        _ => None,
    }
}

fn kind_of_work(work: &str) -> Option<CauseKind> {
    match work.split_once('.')? {
        ("file" | "database" | "keychain" | "preferences", _) => Some(CauseKind::MainThreadFile),
        ("network", _) => Some(CauseKind::MainThreadNetwork),
        ("queue", "sync" | "wait") => Some(CauseKind::MainThreadWait),
        ("code", "open" | "load") => Some(CauseKind::Library),
        _ => None,
    }
}

fn kind_of_wait(wait: &str) -> CauseKind {
    match wait {
        "file" => CauseKind::MainThreadFile,
        "network" => CauseKind::MainThreadNetwork,
        _ => CauseKind::MainThreadWait,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::word::RowRole;
    use super::*;
    use gate_decision::NamedFunction;
    use gate_launches::{FunctionId, WaitKind};
    use serde_json::json;

    fn finding(kind: FindingKind, subject: Subject) -> ReportRow {
        ReportRow { kind: RowRole::Found(kind).into(), subject, ..ReportRow::default() }
    }

    fn kind_of(told: ServiceEntry<'_>) -> &'static str {
        Cause::new(&Report::default(), told).map_or("none", |cause| cause.kind)
    }

    #[test]
    fn every_kind_of_cause_has_a_rule() {
        let method = |name: &str| Subject::Method(name.into());
        let work = |kind: &str| finding(FindingKind::Work, Subject::Work(kind.into(), None));
        let waiting = |kind| {
            let id = FunctionId { module: "Shop".into(), name: "sync".into() };
            finding(FindingKind::Waiting, Subject::Waiting(kind, NamedFunction { id, short: "sync".into() }))
        };
        let moved = serde_json::from_value(json!({"state": "moved", "from": "-[Cart total]"})).unwrap();
        let slower = finding(FindingKind::Slower, method("-[Cart reload]"));
        for (row, expected) in [
            (finding(FindingKind::New, method("+[Cart load]")), "new-load"),
            (finding(FindingKind::New, method("-[Cart reload]")), "new-code"),
            (finding(FindingKind::NewModule, Subject::Module("Cart".into())), "new-code"),
            (finding(FindingKind::Calls, method("-[Cart reload]")), "repeated-call"),
            (ReportRow { base_calls: Some(1.0), head_calls: Some(1.0), ..slower.clone() }, "slower-call"),
            (ReportRow { status: moved, ..slower }, "moved-code"),
            (work("file.read"), "main-thread-file"),
            (work("database.step"), "main-thread-file"),
            (work("keychain.access"), "main-thread-file"),
            (work("network.connect"), "main-thread-network"),
            (work("queue.sync"), "main-thread-wait"),
            (work("code.open"), "library"),
            (work("memory.allocate"), "none"),
            (waiting(WaitKind::Lock), "main-thread-wait"),
            (waiting(WaitKind::File), "main-thread-file"),
            (waiting(WaitKind::Network), "main-thread-network"),
        ] {
            assert_eq!(kind_of(ServiceEntry::Finding(&row)), expected, "{row:?}");
        }
        for (kind, expected) in [
            ("load", "new-load"),
            ("initialiser", "static-initialiser"),
            ("dylib", "library"),
            ("size", "none"),
        ] {
            let row = FactRow { kind: kind.to_owned(), head: 1, ..FactRow::default() };
            assert_eq!(kind_of(ServiceEntry::Fact(&row)), expected);
            assert_eq!(kind_of(ServiceEntry::Fact(&FactRow { base: 1, ..row })), "none");
        }
    }

    #[test]
    fn the_cause_of_a_method_that_mostly_waits_is_its_kind_of_waiting() {
        let change = Amount::from_ns(10e6);
        let slower = finding(FindingKind::Slower, Subject::Method("-[Cart reload]".into()));
        let row = ReportRow { change, base_calls: Some(1.0), head_calls: Some(1.0), ..slower };
        let wait = |head_ns| WaitLine {
            wait: "lock".into(),
            method: Some("-[Cart reload]".into()),
            base_ns: Some(0.0),
            head_ns,
            ..WaitLine::default()
        };
        for (head_ns, expected) in [(8e6, "main-thread-wait"), (3e6, "slower-call")] {
            let report = Report { waiting: Some(vec![wait(head_ns)]), ..Report::default() };
            let cause = Cause::new(&report, ServiceEntry::Finding(&row)).unwrap();
            assert_eq!(cause.kind, expected);
        }
    }
}
