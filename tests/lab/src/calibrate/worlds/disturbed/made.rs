//! Converts drawn launches to the data types of the gate, for both designs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use gate_launches::{
    BuildRole, Launch, Launches, MethodTable, Ns, PhoneId, ReadOptions, SessionId, SessionProperties,
    read_stream,
};
use gate_stats::Random;

use super::draw::{Change, Drawn, PHASES, Parts, PhoneAdjustment, World};

/// The number of milliseconds per day.
const DAY_MS: u64 = 86_400_000;
/// Days from 1970 to 2026-01-01, the first day of synthetic stores.
const FIRST_DAY: u64 = 20_454;
const PHASE_NAMES: [&str; PHASES] =
    ["start..main", "main..did_finish_launching", "did_finish_launching..first_frame"];

/// The design of a comparison: stored sessions or interleaved pairs as the base.
#[derive(Clone, Copy, PartialEq)]
pub(in super::super) enum Design {
    /// The base consists of a number of stored days. Each day has one session of ten launches.
    Stored(usize),
    /// Base and head are interleaved in a number of pairs of launches.
    Pairs(usize),
}

impl Design {
    pub(in super::super) fn name(self) -> String {
        match self {
            Design::Stored(days) => format!("stored{days}"),
            Design::Pairs(pairs) => format!("pairs{pairs}"),
        }
    }
}

/// Number of launches in a session.
const LAUNCHES: usize = 10;
/// Number of modules, to which the methods are assigned in turn.
pub(in super::super) const MODULES: usize = 12;

/// The launches of base and head.
pub(in super::super) struct Sides {
    /// The stored base; `None` if the launches of base and head are interleaved.
    pub(in super::super) base: Option<Launches>,
    pub(in super::super) head: Launches,
}

/// The drawn costs of base and head, in the order of recording. The costs are those of the stored sessions and of the new session, or those
/// of the interleaved launches of base and head.
pub(super) struct Numbers {
    pub(super) base: Vec<Vec<Drawn>>,
    pub(super) head: Vec<Drawn>,
    /// The index of the phone of each stored session, followed by the index of the phone of the new session.
    phones: Vec<usize>,
}

/// An app of a synthetic world, in the data types of the gate.
pub(in super::super) struct App {
    pub(super) parts: Parts,
    table: MethodTable,
    launch: Launch,
}

pub(in super::super) fn name(method: usize) -> String {
    format!("-[Class{:02} step{method}]", method % 15)
}

impl App {
    pub(in super::super) fn new(world: World, random: &mut Random) -> Result<App> {
        App::named(Parts::new(world, random), name)
    }

    /// Returns the same app with different names of methods.
    pub(in super::super) fn renamed(&self, names: impl Fn(usize) -> String) -> Result<App> {
        App::named(self.parts.clone(), names)
    }

    fn named(parts: Parts, names: impl Fn(usize) -> String) -> Result<App> {
        let world = parts.world;
        let mut text = String::from(
            r#"{"format":"launchgate.launch/1","session":"s","launch":0,"marks":{"main_ns":1e6,"did_finish_launching_ns":2e6,"first_frame_ns":1e9},"methods":["#,
        );
        for method in 0..world.methods {
            let comma = if method > 0 { "," } else { "" };
            write!(
                text,
                r#"{comma}{{"name":"{}","module":"Module{:02}","phase":"{}","calls":1,"self_ns":1,"total_ns":1}}"#,
                names(method),
                method % MODULES,
                PHASE_NAMES[method % PHASES]
            )?;
        }
        text.push_str("]}\n");
        let read = read_stream("made", text.as_bytes(), &ReadOptions::default())?;
        let launch = read.launches.into_iter().next().context("a launch")?;
        Ok(App { parts, table: read.table, launch })
    }

    /// Draws the launches of base and head. `slow` is the index of the slow stored day. `more` is the number of launches by which the same
    /// run is extended.
    pub(super) fn numbers(
        &self,
        random: &mut Random,
        design: Design,
        more: usize,
        change: Change,
        slow: usize,
    ) -> Numbers {
        match design {
            Design::Pairs(pairs) => {
                let mut of_order = Random::new((random.next_uniform() * 1e9) as u64);
                let (sides, day) = (order(&mut of_order, pairs + more), self.parts.day(random));
                let changes: Vec<Change> = sides
                    .iter()
                    .map(|role| if *role == BuildRole::Head { change } else { Change::default() })
                    .collect();
                let all = self.parts.run(random, &day, &changes);
                let (base, head): (Vec<_>, Vec<_>) =
                    all.into_iter().zip(sides).partition(|(_, role)| *role == BuildRole::Base);
                let [base, head] =
                    [base, head].map(|side| side.into_iter().map(|(drawn, _)| drawn).collect());
                Numbers { base: vec![base], head, phones: Vec::new() }
            }
            Design::Stored(days) => {
                let (phones, factors) = self.phones(random, days);
                let base = (0..days)
                    .map(|day| self.stored_day(random, day == slow % days, &factors[phones[day]]))
                    .collect();
                let mut day = self.parts.day(random);
                let phone = if self.parts.world.phones == PhoneAdjustment::Other {
                    &self.parts.phone(random, 0.03)
                } else {
                    &factors[phones[days]]
                };
                multiply(&mut day, phone);
                Numbers { base, head: self.parts.run(random, &day, &vec![change; LAUNCHES + more]), phones }
            }
        }
    }

    /// Draws the phones of all stored sessions and of the new session, and the factors of each phone.
    fn phones(&self, random: &mut Random, days: usize) -> (Vec<usize>, Vec<Vec<f64>>) {
        match self.parts.world.phones {
            PhoneAdjustment::One => (vec![0; days + 1], vec![Vec::new()]),
            PhoneAdjustment::Other => ([vec![0; days], vec![1]].concat(), vec![Vec::new()]),
            PhoneAdjustment::Several => {
                let count = days / 3;
                let mut of: Vec<usize> = (0..days).map(|_| random.next_below(count)).collect();
                of.push(of[random.next_below(days)]);
                let factors = (0..count).map(|_| {
                    let whole = 0.03 * random.next_normal();
                    self.parts.phone(random, whole)
                });
                (of, factors.collect())
            }
        }
    }

    fn stored_day(&self, random: &mut Random, is_slow: bool, phone: &[f64]) -> Vec<Drawn> {
        let mut day = self.parts.day(random);
        multiply(&mut day, phone);
        if self.parts.world.slow_day && is_slow {
            multiply(&mut day, &self.parts.slow_day(random));
        }
        self.parts.run(random, &day, &[Change::default(); LAUNCHES])
    }

    /// Draws a session of one day, with the factors in `factor` on its parts.
    pub(in super::super) fn session(
        &self,
        random: &mut Random,
        name: &str,
        day: usize,
        factor: impl Fn(usize) -> f64,
    ) -> Vec<Launch> {
        let mut factors = self.parts.day(random);
        factors.iter_mut().enumerate().for_each(|(part, own)| *own *= factor(part));
        let run = self.parts.run(random, &factors, &[Change::default(); LAUNCHES]);
        run.iter().zip(0_u64..).map(|(drawn, at)| self.launch(drawn, name, day as u64, at, None)).collect()
    }

    /// Converts drawn costs to launches.
    pub(super) fn sides(&self, design: Design, numbers: &Numbers) -> Sides {
        let (mut base, head) = match design {
            Design::Pairs(_) => {
                let base = self.launches(&numbers.base[0], "pairs", 0, Some(BuildRole::Base));
                (base, self.launches(&numbers.head, "pairs", 0, Some(BuildRole::Head)))
            }
            Design::Stored(days) => {
                let mut base = Vec::new();
                for (day, run) in numbers.base.iter().enumerate() {
                    base.extend(self.launches(run, &format!("day{day:03}"), day, None));
                }
                (base, self.launches(&numbers.head, "new", days, None))
            }
        };
        if let Design::Stored(days) = design {
            let (mut base, mut head) = (self.side(base), self.side(head));
            let (stored, new) = numbers.phones.split_at(days);
            for (side, phones) in [(&mut base, stored), (&mut head, new)] {
                let id = |launch: &Launch| launch.conditions.session_id(&launch.session);
                let sessions: BTreeSet<SessionId> = side.launches.iter().map(id).collect();
                let known = |(session, phone): (SessionId, &usize)| {
                    (
                        session,
                        SessionProperties {
                            phone: Some(PhoneId::Id(phone.to_string().into())),
                            lost: Vec::new(),
                        },
                    )
                };
                // Sorted by name, the sessions are also sorted by day.
                side.known = sessions.into_iter().zip(phones).map(known).collect();
            }
            return Sides { base: Some(base), head };
        }
        base.extend(head);
        Sides { base: None, head: self.side(base) }
    }

    pub(in super::super) fn side(&self, launches: Vec<Launch>) -> Launches {
        Launches { table: self.table.clone(), launches, ..Launches::default() }
    }

    fn launches(&self, run: &[Drawn], session: &str, day: usize, role: Option<BuildRole>) -> Vec<Launch> {
        let launches = run.iter().zip(0_u64..);
        launches.map(|(drawn, at)| self.launch(drawn, session, day as u64, at, role)).collect()
    }

    fn launch(&self, drawn: &Drawn, session: &str, day: u64, at: u64, role: Option<BuildRole>) -> Launch {
        let mut launch = self.launch.clone();
        let mut objc = [0.0; PHASES];
        for cost in &mut launch.costs {
            let method = cost.method.0 as usize;
            (cost.self_ns, cost.total_ns) = (Ns(drawn.costs[method]), Ns(drawn.costs[method]));
            cost.calls = drawn.calls[method];
            objc[method % PHASES] += drawn.costs[method];
        }
        // A method whose cost is 0 was not called.
        launch.costs.retain(|cost| cost.self_ns.0 > 0.0);
        let mut end = 0.0;
        for (phase, objc) in objc.into_iter().enumerate() {
            let from = end;
            end += objc + drawn.costs[self.parts.world.methods + phase];
            let times = &mut launch.phases[phase];
            (times.from, times.to, times.objc) = (Ns(from), Ns(end), Some(Ns(objc)));
            launch.marks[phase].at = Ns(end);
        }
        launch.number = if role.is_some() { 2 * at + u64::from(role == Some(BuildRole::Head)) } else { at };
        launch.session = Arc::from(session);
        launch.recorded_unix_ms = Some((FIRST_DAY + day) * DAY_MS + launch.number);
        (launch.role, launch.block) = (role, role.map(|_| at));
        launch
    }
}

/// Draws the order of builds in an interleaved run: both builds once per pair, in random order.
fn order(random: &mut Random, pairs: usize) -> Vec<BuildRole> {
    let orders = [[BuildRole::Base, BuildRole::Head], [BuildRole::Head, BuildRole::Base]];
    (0..pairs).flat_map(|_| orders[usize::from(random.next_uniform() >= 0.5)]).collect()
}

fn multiply(parts: &mut [f64], factors: &[f64]) {
    parts.iter_mut().zip(factors).for_each(|(part, factor)| *part *= factor);
}
