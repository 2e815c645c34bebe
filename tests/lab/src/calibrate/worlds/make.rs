//! Draws synthetic launches: the random factors of each cost, and launches in the data types of recorded launches.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use gate_launches::{BuildRole, Launch, Launches, MethodId, MethodTable, Ns, ReadOptions, read_stream};
use gate_stats::Random;

/// The number of milliseconds per day.
const DAY_MS: u64 = 86_400_000;
/// Days from 1970 to 2026-01-01, the first day of synthetic stores.
const FIRST_DAY: u64 = 20_454;
/// Time outside of methods in each of the two phases, as a share of the launch.
const OUTSIDE: f64 = 0.1;
/// Number of instructions in each of the two phases.
const INSTRUCTIONS_OF_PHASE: f64 = 5e8;

/// The noise of one cost or counter.
#[derive(Clone, Copy)]
pub(crate) struct Noise {
    /// The standard deviation of the noise's logarithm. If `scaled` is true, this is the scale of the distribution instead.
    pub(crate) sd: f64,
    /// The degrees of freedom of Student's t.
    pub(crate) df: u32,
    /// Whether `sd` is the scale of the t distribution instead of its standard deviation.
    pub(crate) scaled: bool,
}

/// The noise of a phase's counters. The standard deviations are those of the logarithms of counts.
#[derive(Clone, Copy)]
pub(crate) struct CountNoise {
    /// The noise of each phase in a launch.
    pub(crate) own: Noise,
    /// The standard deviation of each phase between sessions.
    pub(crate) session_sd: f64,
}

/// A synthetic world (noise model): an app, and the variation of its launches, sessions and days. Days, sessions and launches have a random
/// factor for the whole launch. Sessions and days also have a random factor for each method.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) methods: usize,
    pub(crate) launch_ns: f64,
    pub(crate) noise: Noise,
    pub(crate) launch_sd: f64,
    pub(crate) session_sd: f64,
    pub(crate) day_sd: f64,
    pub(crate) launches: usize,
    pub(crate) days: usize,
    pub(crate) per_day: usize,
    /// The noise of the counters, if the launches have counters.
    pub(crate) counts: Option<CountNoise>,
}

impl Default for World {
    fn default() -> Self {
        World {
            methods: 100,
            launch_ns: 400e6,
            noise: Noise { sd: 0.025, df: 4, scaled: false },
            launch_sd: 0.0,
            session_sd: 0.003,
            day_sd: 0.0,
            launches: 10,
            days: 6,
            per_day: 1,
            counts: None,
        }
    }
}

/// An app of a synthetic world: its costs, and a launch that is the template for drawn launches.
pub(crate) struct App {
    pub(crate) world: World,
    /// The cost of each method. The last two costs are the times of the two phases outside methods.
    pub(crate) costs: Vec<f64>,
    pub(crate) table: MethodTable,
    launch: Launch,
}

/// The factors of a day or a session on each part of the launch. The factors include the factor on the whole launch.
pub(crate) type Factors = Vec<f64>;

pub(crate) fn name(method: usize) -> String {
    format!("-[Class{} step{method}]", method / 10)
}

impl World {
    /// Draws an app with log-normal costs of standard deviation 1.
    pub(crate) fn app(&self, random: &mut Random) -> Result<App> {
        let mut costs: Vec<f64> = (0..self.methods).map(|_| random.next_normal().exp()).collect();
        let sum: f64 = costs.iter().sum();
        let share = (1.0 - 2.0 * OUTSIDE) * self.launch_ns / sum;
        costs.iter_mut().for_each(|cost| *cost *= share);
        costs.extend([OUTSIDE * self.launch_ns; 2]);
        self.app_with(costs, |method| (format!("Module{}", method % 10), name(method)))
    }

    /// Returns an app whose methods have the costs `costs`. `names` returns the module and the name of each method.
    pub(crate) fn app_with(&self, costs: Vec<f64>, names: impl Fn(usize) -> (String, String)) -> Result<App> {
        let methods = costs.len() - 2;
        let mut text = String::from(
            r#"{"format":"launchgate.launch/1","session":"s","launch":0,"marks":{"main_ns":1e6,"first_frame_ns":1e9},"methods":["#,
        );
        for method in 0..methods {
            let comma = if method > 0 { "," } else { "" };
            let phase = ["start..main", "main..first_frame"][method % 2];
            let (module, name) = names(method);
            write!(
                text,
                r#"{comma}{{"name":"{name}","module":"{module}","phase":"{phase}","calls":1,"self_ns":1,"total_ns":1}}"#
            )?;
        }
        text.push_str("]}\n");
        let read = read_stream("made", text.as_bytes(), &ReadOptions::default())?;
        let launch = read.launches.into_iter().next().context("a launch")?;
        Ok(App { world: self.clone(), costs, table: read.table, launch })
    }
}

impl App {
    pub(crate) fn methods(&self) -> usize {
        self.costs.len() - 2
    }

    /// Draws one factor that all parts have in common and one factor for each part, with the standard deviation `sd`.
    pub(crate) fn spread(&self, random: &mut Random, sd: f64) -> Factors {
        let whole = sd * random.next_normal();
        self.costs.iter().map(|_| (whole + sd * random.next_normal()).exp()).collect()
    }

    /// Draws one launch of a session.
    pub(crate) fn launch(&self, random: &mut Random, session: &Session<'_>, number: u64) -> Launch {
        let mut launch = self.launch.clone();
        let whole = (self.world.launch_sd * random.next_normal()).exp();
        let parts: Vec<f64> = self
            .costs
            .iter()
            .enumerate()
            .map(|(part, cost)| cost * whole * session.factors[part] * self.world.noise.draw(random))
            .collect();
        let methods = self.methods();
        let mut objc = [0.0, 0.0];
        for cost in &mut launch.costs {
            let phase = cost.method.0 as usize % 2;
            let own = parts[cost.method.0 as usize];
            (cost.self_ns, cost.total_ns) = (Ns(own), Ns(own));
            objc[phase] += own;
        }
        // A method whose cost is 0 was not called.
        launch.costs.retain(|cost| cost.self_ns.0 > 0.0);
        let main = objc[0] + parts[methods];
        let end = main + objc[1] + parts[methods + 1];
        for (phase, (from, to)) in launch.phases.iter_mut().zip([(0.0, main), (main, end)]) {
            (phase.from, phase.to) = (Ns(from), Ns(to));
        }
        for (phase, objc) in launch.phases.iter_mut().zip(objc) {
            phase.objc = Some(Ns(objc));
        }
        for (mark, at) in launch.marks.iter_mut().zip([main, end]) {
            mark.at = Ns(at);
        }
        if let (Some(noise), Some(session)) = (self.world.counts, session.counts) {
            let mut sum = 0.0;
            for (mark, factor) in launch.marks.iter_mut().zip(session) {
                sum += INSTRUCTIONS_OF_PHASE * factor * noise.own.draw(random);
                mark.counters.instructions = Some(sum);
            }
        }
        launch.number = number;
        launch.session = Arc::from(session.name);
        launch.recorded_unix_ms =
            session.at.map(|(day, hour)| (FIRST_DAY + day) * DAY_MS + hour * 3_600_000 + number);
        launch
    }

    /// Draws a session with the synthetic world's number of launches.
    pub(crate) fn session(&self, random: &mut Random, session: &Session<'_>) -> Vec<Launch> {
        (0..self.world.launches as u64).map(|number| self.launch(random, session, number)).collect()
    }

    /// Draws stored sessions of the app for the number of days of the synthetic world. `change` may change a session's factors.
    pub(crate) fn store(
        &self,
        random: &mut Random,
        change: impl Fn(&mut Random, usize, &mut Factors),
    ) -> Launches {
        let mut launches = Vec::new();
        for day in 0..self.world.days {
            let of_day = self.spread(random, self.world.day_sd);
            for at in 0..self.world.per_day {
                let mut factors = times(&of_day, &self.spread(random, self.world.session_sd));
                change(random, day * self.world.per_day + at, &mut factors);
                let name = format!("day{day:03}-{at:02}");
                let counts = self.counts(random, [1.0; 2]);
                let at = Some((day as u64, at as u64));
                let session = Session { name: &name, at, factors: &factors, counts };
                launches.extend(self.session(random, &session));
            }
        }
        self.side(launches)
    }

    /// Draws a new session on a day after all stored sessions.
    pub(crate) fn head(
        &self,
        random: &mut Random,
        change: impl FnOnce(&mut Random, &mut Factors),
    ) -> Launches {
        let mut factors =
            times(&self.spread(random, self.world.day_sd), &self.spread(random, self.world.session_sd));
        change(random, &mut factors);
        let day = self.world.days as u64;
        let counts = self.counts(random, [1.0; 2]);
        self.side(
            self.session(random, &Session { name: "new", at: Some((day, 1)), factors: &factors, counts }),
        )
    }

    /// Draws a new session of `launches` launches in which one phase takes `factor` times as much time and as
    /// many instructions.
    pub(crate) fn head_of(
        &self,
        random: &mut Random,
        launches: usize,
        phase: usize,
        factor: f64,
    ) -> Launches {
        let mut factors =
            times(&self.spread(random, self.world.day_sd), &self.spread(random, self.world.session_sd));
        let methods = self.methods();
        for (part, own) in factors.iter_mut().enumerate() {
            let of = if part < methods { part % 2 } else { part - methods };
            *own *= if of == phase { factor } else { 1.0 };
        }
        let mut grown = [1.0; 2];
        grown[phase] = factor;
        let counts = self.counts(random, grown);
        let session =
            Session { name: "new", at: Some((self.world.days as u64, 1)), factors: &factors, counts };
        self.side((0..launches as u64).map(|number| self.launch(random, &session, number)).collect())
    }

    /// Draws the factors by which the instructions of each phase are multiplied in a session; `None` if the synthetic world has no counters.
    /// `grown` contains the factors of the change.
    pub(crate) fn counts(&self, random: &mut Random, grown: [f64; 2]) -> Option<[f64; 2]> {
        let noise = self.world.counts?;
        Some(grown.map(|grown| grown * (noise.session_sd * random.next_normal()).exp()))
    }

    /// Draws pairs of launches of both builds, in random order inside each pair. The parts of the head are multiplied by `slower`.
    pub(crate) fn pairs(&self, random: &mut Random, pairs: usize, slower: &[f64]) -> Launches {
        let of_session =
            times(&self.spread(random, self.world.day_sd), &self.spread(random, self.world.session_sd));
        let head = times(&of_session, slower);
        let mut launches = Vec::new();
        for pair in 0..pairs {
            for (role, factors) in [(BuildRole::Base, &of_session), (BuildRole::Head, &head)] {
                let session = Session { name: "pairs", at: Some((0, 0)), factors, counts: None };
                let number = 2 * pair as u64 + u64::from(role == BuildRole::Head);
                let launch = self.launch(random, &session, number);
                launches.push(Launch { role: Some(role), block: Some(pair as u64), ..launch });
            }
        }
        self.side(launches)
    }

    pub(crate) fn side(&self, mut launches: Vec<Launch>) -> Launches {
        launches.sort_by(|a, b| {
            (&a.session, a.role, a.block, a.number).cmp(&(&b.session, b.role, b.block, b.number))
        });
        Launches { table: self.table.clone(), launches, ..Launches::default() }
    }

    /// Returns a factor of one for each part.
    pub(crate) fn ones(&self) -> Factors {
        vec![1.0; self.costs.len()]
    }

    /// Draws a method and makes it slower. Returns this method, and factors that make it slower by `factor`.
    pub(crate) fn one_slower(&self, random: &mut Random, factor: f64) -> (MethodId, Factors) {
        let method = random.next_below(self.methods());
        let mut factors = self.ones();
        factors[method] = factor;
        (MethodId(method as u32), factors)
    }
}

/// Parameters of a synthetic session.
pub(crate) struct Session<'a> {
    pub(crate) name: &'a str,
    /// The day and the hour at which the session was recorded; `None` for a session without a time of recording.
    pub(crate) at: Option<(u64, u64)>,
    pub(crate) factors: &'a [f64],
    /// The factors on the instructions of each phase; `None` if the synthetic world has no counters.
    pub(crate) counts: Option<[f64; 2]>,
}

pub(crate) fn times(a: &[f64], b: &[f64]) -> Factors {
    a.iter().zip(b).map(|(a, b)| a * b).collect()
}

impl Noise {
    pub(crate) fn draw(self, random: &mut Random) -> f64 {
        let df = f64::from(self.df);
        let chi: f64 = (0..self.df).map(|_| random.next_normal().powi(2)).sum();
        let t = random.next_normal() / (chi / df).sqrt();
        let scale = if self.scaled { self.sd } else { self.sd / (df / (df - 2.0)).sqrt() };
        (scale * t).exp()
    }
}
