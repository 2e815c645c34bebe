//! Measures launches whose times depend on their position in the run: heads of 5 to 20 launches against stored sessions of ten.

use gate_launches::{Launch, MethodId};
use gate_stats::Random;

use super::make::{App, Factors, Session, World, times};
use super::{Figures, Lab, VerdictSummary};

/// The numbers of launches of a head.
const HEADS: [usize; 6] = [5, 8, 10, 12, 16, 20];

/// The numbers of methods of an app. With few methods, the common growth of all rows cannot be estimated and subtracted.
const METHODS: [usize; 2] = [100, 5];

/// The effect of the position in the run on the costs of a launch.
#[derive(Clone, Copy)]
enum Places {
    /// The position has no effect.
    Alike,
    /// Each launch is slower than the launch before it. The slowdown per launch differs between apps and is at most 1 %.
    Growing,
    /// A tenth of the methods becomes slower from launch to launch. The slowdown of the slower methods per launch differs between apps and
    /// is at most 5 %.
    GrowingMethods,
    /// Each launch is 1 % slower than the launch before it, up to the fifth launch. The sixth launch is as fast as the first launch, and
    /// the pattern repeats.
    SawTooth,
    /// The first three launches take 15 % longer.
    SlowFirst,
}

impl Places {
    /// Draws the factor of each position, for all runs of an app.
    fn draw(self, random: &mut Random) -> Vec<f64> {
        let most = if matches!(self, Places::GrowingMethods) { 0.05 } else { 0.01 };
        let growth = most * random.next_uniform();
        let factor = |place: usize| match self {
            Places::Alike => 1.0,
            Places::Growing | Places::GrowingMethods => (1.0 + growth).powi(place as i32),
            Places::SawTooth => 1.0 + 0.01 * (place % 5) as f64,
            Places::SlowFirst if place < 3 => 1.15,
            Places::SlowFirst => 1.0,
        };
        (0..HEADS[HEADS.len() - 1]).map(factor).collect()
    }
}

pub(super) fn runs(lab: &Lab) -> Figures {
    let mut all = Vec::new();
    for (name, places) in [
        ("alike", Places::Alike),
        ("growing", Places::Growing),
        ("growing_methods", Places::GrowingMethods),
        ("saw_tooth", Places::SawTooth),
        ("slow_first", Places::SlowFirst),
    ] {
        for methods in METHODS {
            let name = format!("runs.{name}.methods{methods}");
            let quiet = |random: &mut Random| Ok(judge(lab, random, methods, places, 1.0)?.0.red());
            all.push(lab.count(&format!("{name}.any_false"), lab.trials.quiet, quiet)?);
            let found = |random: &mut Random| {
                let (seen, method) = judge(lab, random, methods, places, 1.1)?;
                Ok(seen.found(method))
            };
            all.push(lab.count(&format!("{name}.found10"), lab.trials.power, found)?);
        }
    }
    Ok(all)
}

/// Judges a head with a random number of launches, in which a random method is slower by `factor`.
fn judge(
    lab: &Lab,
    random: &mut Random,
    methods: usize,
    places: Places,
    factor: f64,
) -> anyhow::Result<(VerdictSummary, MethodId)> {
    let world = World { methods, ..World::default() };
    let app = world.app(random)?;
    let is_slower = |part: usize| !matches!(places, Places::GrowingMethods) || part.is_multiple_of(10);
    let places = places.draw(random);
    let at_place = |factors: &[f64], place: usize| -> Factors {
        let of = |(part, factor): (usize, &f64)| factor * if is_slower(part) { places[place] } else { 1.0 };
        factors.iter().enumerate().map(of).collect()
    };
    let mut base = Vec::new();
    for day in 0..world.days as u64 {
        let factors = app.spread(random, world.session_sd);
        base.extend(session(&app, random, day, world.launches, |place| at_place(&factors, place)));
    }
    let (method, slower) = app.one_slower(random, factor);
    let factors = times(&app.spread(random, world.session_sd), &slower);
    let launches = HEADS[random.next_below(HEADS.len())];
    let head = session(&app, random, world.days as u64, launches, |place| at_place(&factors, place));
    Ok((lab.judge(Some(&app.side(base)), &app.side(head))?, method))
}

/// Draws a session of one day. `factors` returns the factors for a position in the run.
fn session(
    app: &App,
    random: &mut Random,
    day: u64,
    launches: usize,
    factors: impl Fn(usize) -> Factors,
) -> Vec<Launch> {
    let name = format!("day{day:03}");
    let mut all = Vec::new();
    for place in 0..launches {
        let factors = factors(place);
        let session = Session { name: &name, at: Some((day, 0)), factors: &factors, counts: None };
        all.push(app.launch(random, &session, place as u64));
    }
    all
}
