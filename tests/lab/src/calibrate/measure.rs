//! Measures figures on recorded sessions. Each trial draws days, launches and methods with a planted growth
//! from its own seed, so the figures are reproducible.

use anyhow::{Result, ensure};
use gate_stats::defaults::{ANCHOR_EFFECT, EFFECT, POOL};
use gate_stats::pairs::InterleavedDesign;
use gate_stats::{
    Costs, DesignCosts, Judgement, Limit, Random, RowClass, RowResult, Session, Settings, StoredDesign,
    creep, judge,
};
use rayon::prelude::*;

use super::data::Data;
use super::goals;
use super::table::Figure;

/// The counts of one trial, and the days from which the trial drew its sessions.
struct Trial {
    days: Vec<usize>,
    hits: f64,
    of: f64,
}

struct Lab<'a> {
    data: &'a Data,
    trials: usize,
}

pub(crate) fn all(data: &Data, trials: usize, extra: Option<f64>, only: &str) -> Result<Vec<Figure>> {
    ensure!(data.sessions.len() > POOL, "{} sessions, at least {} needed", data.sessions.len(), POOL + 1);
    ensure!(data.launches >= 20, "{} launches a session, at least 20 needed", data.launches);
    ensure!(data.methods >= 20, "{} methods, at least 20 needed", data.methods);
    let lab = Lab { data, trials };
    let mut figures = Vec::new();
    if let Some(sd) = extra {
        let name = format!("{:.4}", 100.0 * sd);
        let name = format!("s{}", name.trim_end_matches('0').trim_end_matches('.'));
        figures.extend(lab.pool(&name, sd, 10, &[1.03, 1.05, 1.10])?);
        figures.push(lab.single(&name, sd)?);
        figures.extend(lab.blocks("blocks", 10, &format!(".{name}"), sd)?);
        figures.push(lab.coverage(&format!("coverage95.{name}"), sd)?);
        return Ok(figures);
    }
    let wanted = |group: &str| only.is_empty() || only == group;
    let spreads = [("s0", 0.0), ("s1", 0.01), ("s2", 0.02), ("s4", 0.04)];
    if wanted("pool") {
        for (name, sd) in spreads {
            figures.extend(lab.pool(name, sd, 10, &[1.03, 1.05, 1.10])?);
            eprintln!("pool {name} done");
        }
    }
    if wanted("pool5") {
        figures.extend(lab.pool("s0", 0.0, 5, &[1.05, 1.10])?);
    }
    if wanted("single") {
        for (name, sd) in &spreads[..2] {
            figures.push(lab.single(name, *sd)?);
        }
    }
    if wanted("blocks") {
        figures.extend(lab.blocks("blocks", 10, "", 0.0)?);
        figures.extend(lab.blocks("pairs", 2, "", 0.0)?);
        eprintln!("blocks done");
    }
    if wanted("creep") {
        figures.extend(lab.creep()?);
        eprintln!("creep done");
    }
    if wanted("coverage") {
        figures.push(lab.coverage("coverage95", 0.0)?);
        for (name, sd) in &spreads[1..] {
            figures.push(lab.coverage(&format!("coverage95.{name}"), *sd)?);
        }
    }
    ensure!(!figures.is_empty(), "--only {only}: there is no such group of figures");
    Ok(figures)
}

impl Lab<'_> {
    /// Returns the launches `which` of day `day`, with each method's cost multiplied by its factor in
    /// `factors`.
    fn session(&self, day: usize, which: &[usize], factors: &[f64]) -> Result<Costs> {
        let rows = &self.data.sessions[day];
        let mut values = Vec::with_capacity(rows.len() * which.len());
        for (row, factor) in rows.iter().zip(factors) {
            values.extend(which.iter().map(|&launch| row[launch] * factor));
        }
        Ok(Costs::new(rows.len(), which.len(), values)?)
    }

    fn limits(&self) -> Vec<Limit> {
        vec![Limit::new(EFFECT, 0.0); self.data.methods]
    }

    fn random(&self, figure: u64, trial: usize) -> Random {
        Random::new(figure.wrapping_mul(1_000_003) + trial as u64)
    }

    fn draw(&self, random: &mut Random, from: usize, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..from).collect();
        crate::shuffle(random, &mut all);
        all.truncate(count);
        all
    }

    /// Draws `count` consecutive launches, which form a session.
    fn stretch(&self, random: &mut Random, count: usize) -> Vec<usize> {
        let from = random.next_below(self.data.launches - count + 1);
        (from..from + count).collect()
    }

    /// Draws log-normal factors for the costs of the methods in one session.
    fn factors(&self, random: &mut Random, sd: f64) -> Vec<f64> {
        (0..self.data.methods).map(|_| (sd * random.next_normal()).exp()).collect()
    }

    /// Draws the methods whose cost grows, which are one in 20.
    fn planted(&self, random: &mut Random) -> Vec<bool> {
        let mut planted = vec![false; self.data.methods];
        for row in self.draw(random, self.data.methods, self.data.methods.div_ceil(20)) {
            planted[row] = true;
        }
        planted
    }

    /// Draws stored sessions and a new session, all on different days.
    fn scene(
        &self,
        random: &mut Random,
        sessions: usize,
        launches: usize,
        sd: f64,
        planted: &[bool],
        ratio: f64,
    ) -> Result<(Vec<usize>, Vec<Costs>, Costs)> {
        let days = self.draw(random, self.data.sessions.len(), sessions + 1);
        let mut base = Vec::new();
        for &day in &days[1..] {
            // A stored session contains all launches of its day.
            let (which, factors) = (self.stretch(random, self.data.launches), self.factors(random, sd));
            base.push(self.session(day, &which, &factors)?);
        }
        let which = self.stretch(random, launches);
        let mut factors = self.factors(random, sd);
        for (factor, planted) in factors.iter_mut().zip(planted) {
            *factor *= if *planted { ratio } else { 1.0 };
        }
        let new = self.session(days[0], &which, &factors)?;
        Ok((days, base, new))
    }

    fn pool(&self, name: &str, sd: f64, launches: usize, ratios: &[f64]) -> Result<Vec<Figure>> {
        let settings = Settings::default();
        let limits = self.limits();
        let mut figures = Vec::new();
        let size =
            if launches == 10 { String::from("any_false.pool") } else { format!("any_false.pool{launches}") };
        let none = vec![false; self.data.methods];
        let trials = self.run(1, |random| {
            let (days, base, new) = self.scene(random, POOL, launches, sd, &none, 1.0)?;
            let found = against(&base, &new, &limits, &settings)?.findings();
            Ok(Trial { days, hits: f64::from(u8::from(!found.is_empty())), of: 1.0 })
        })?;
        let false_name = if launches == 10 { format!("{size}.{name}") } else { size };
        figures.push(self.figure(false_name, &trials));
        for &ratio in ratios {
            let trials = self.run(2, |random| {
                let planted = self.planted(random);
                let (days, base, new) = self.scene(random, POOL, launches, sd, &planted, ratio)?;
                let judged = against(&base, &new, &limits, &settings)?;
                Ok(hits(days, &judged.rows, &planted))
            })?;
            let percent = (100.0 * (ratio - 1.0)).round();
            let middle = if name == "s0" { String::new() } else { format!(".{name}") };
            figures.push(self.figure(format!("power.pool{launches}{middle}.{percent}"), &trials));
        }
        Ok(figures)
    }

    fn single(&self, name: &str, sd: f64) -> Result<Figure> {
        let settings = Settings::default();
        let limits = self.limits();
        let none = vec![false; self.data.methods];
        let trials = self.run(3, |random| {
            let (days, base, new) = self.scene(random, 1, 10, sd, &none, 1.0)?;
            let found = against(&base, &new, &limits, &settings)?.findings();
            Ok(Trial { days, hits: f64::from(u8::from(!found.is_empty())), of: 1.0 })
        })?;
        Ok(self.figure(format!("any_false.single.{name}"), &trials))
    }

    /// Judges 10 launches of each build within a day, in blocks of `size` launches in random order. The
    /// launches keep the order in which they were recorded.
    fn blocks(&self, kind: &str, size: usize, suffix: &str, sd: f64) -> Result<Vec<Figure>> {
        let settings = Settings::default();
        let limits = self.limits();
        let mut figures = Vec::new();
        for (ratio, name) in
            [(1.0, format!("any_false.{kind}{suffix}")), (1.05, format!("power.{kind}{suffix}.5"))]
        {
            let trials = self.run(4, |random| {
                let planted = if ratio > 1.0 { self.planted(random) } else { vec![false; limits.len()] };
                let day = random.next_below(self.data.sessions.len());
                let which = self.stretch(random, 20);
                let factors = self.factors(random, sd);
                let mut design = InterleavedDesign { new: Vec::new(), block: Vec::new() };
                for block in 0..20 / size {
                    let mut labels: Vec<bool> = (0..size).map(|launch| 2 * launch < size).collect();
                    crate::shuffle(random, &mut labels);
                    design.new.extend(labels);
                    design.block.extend(std::iter::repeat_n(block as u32, size));
                }
                let mut values = Vec::new();
                for (row, costs) in self.data.sessions[day].iter().enumerate() {
                    for (&launch, &new) in which.iter().zip(&design.new) {
                        let slower = if new && planted[row] { ratio } else { 1.0 };
                        values.push(costs[launch] * factors[row] * slower);
                    }
                }
                let costs = Costs::new(limits.len(), which.len(), values)?;
                let judged = judge(
                    &DesignCosts::Interleaved { costs: &costs, design: &design },
                    &limits,
                    None,
                    &settings,
                )?;
                if ratio > 1.0 {
                    return Ok(hits(vec![day], &judged.rows, &planted));
                }
                let any = judged.rows.iter().any(|row| row.class == RowClass::Finding);
                Ok(Trial { days: vec![day], hits: f64::from(u8::from(any)), of: 1.0 })
            })?;
            figures.push(self.figure(name, &trials));
        }
        Ok(figures)
    }

    /// Judges 20 releases, each on a newly drawn day, against stored sessions that stay the same for all releases.
    fn creep(&self) -> Result<Vec<Figure>> {
        let settings = Settings::default();
        let limits = vec![Limit::new(ANCHOR_EFFECT, 0.0); self.data.methods];
        let size = 10;
        let groups: Vec<creep::RowGroup> = (0..self.data.methods / size)
            .map(|g| (g * size..(g + 1) * size).collect())
            .chain([(0..self.data.methods).collect()])
            .map(|members| creep::RowGroup { members, limit: limits[0] })
            .collect();
        // Each trial consists of 20 judgements and takes long, so only a quarter of the usual number of trials is made.
        let lab = Lab { data: self.data, trials: (self.trials / 4).max(1) };
        let mut figures = Vec::new();
        for (kind, name) in [(0, "creep.module_by_7"), (1, "creep.method_by_20"), (2, "creep.false_20")] {
            let trials = lab.run(6 + kind, |random| {
                let days = self.draw(random, self.data.sessions.len(), POOL);
                let ones = vec![1.0; self.data.methods];
                let mut anchor = Vec::new();
                for &day in &days {
                    anchor.push(self.session(day, &self.stretch(random, self.data.launches), &ones)?);
                }
                let others: Vec<usize> =
                    (0..self.data.sessions.len()).filter(|day| !days.contains(day)).collect();
                let target = random.next_below(self.data.methods);
                let group = target / size % (groups.len() - 1);
                let mut since = Vec::new();
                let (releases, mut found) = (if kind == 0 { 7 } else { 20 }, false);
                for release in 1..=releases {
                    let slower = 1.005_f64.powi(release);
                    let mut factors = ones.clone();
                    match kind {
                        0 => groups[group].members.iter().for_each(|&row| factors[row] = slower),
                        1 => factors[target] = slower,
                        _ => {}
                    }
                    let day = others[random.next_below(others.len())];
                    since.push(self.session(day, &self.stretch(random, 10), &factors)?);
                    let when: Vec<f64> = (1..=release).map(f64::from).collect();
                    let judged = creep::judge(&anchor, &since, &when, &limits, &groups, &settings)?;
                    found |= match kind {
                        0 => judged.groups[group].class == RowClass::Finding,
                        1 => judged.rows[target].class == RowClass::Finding,
                        _ => judged.rows.iter().chain(&judged.groups).any(|r| r.class == RowClass::Finding),
                    };
                    if found {
                        break;
                    }
                }
                Ok(Trial { days, hits: f64::from(u8::from(found)), of: 1.0 })
            })?;
            figures.push(self.figure(name.into(), &trials));
        }
        Ok(figures)
    }

    fn coverage(&self, name: &str, sd: f64) -> Result<Figure> {
        let settings = Settings::default();
        let limits = self.limits();
        let trials = self.run(9, |random| {
            let planted = self.planted(random);
            let ratio = 1.05;
            let (days, base, new) = self.scene(random, POOL, 10, sd, &planted, ratio)?;
            let judged = against(&base, &new, &limits, &settings)?;
            let covered = judged
                .rows
                .iter()
                .zip(&planted)
                .filter(|(row, planted)| {
                    let truth = if **planted { ratio } else { 1.0 };
                    (row.ratio_interval.0..=row.ratio_interval.1).contains(&truth)
                })
                .count();
            Ok(Trial { days, hits: covered as f64, of: judged.rows.len() as f64 })
        })?;
        Ok(self.figure(name.into(), &trials))
    }

    fn run<T: Send>(&self, figure: u64, trial: impl Fn(&mut Random) -> Result<T> + Sync) -> Result<Vec<T>> {
        (0..self.trials).into_par_iter().map(|number| trial(&mut self.random(figure, number))).collect()
    }

    /// Returns the share of hits with a confidence interval that resamples days. The weight of a trial follows from the weights of the
    /// trial's days.
    fn figure(&self, name: String, trials: &[Trial]) -> Figure {
        let value = trials.iter().map(|t| t.hits).sum::<f64>() / trials.iter().map(|t| t.of).sum::<f64>();
        let mut random = Random::new(77);
        let days = self.data.sessions.len();
        let mut shares: Vec<f64> = (0..400)
            .map(|_| {
                // The weights are exponential (the Bayesian bootstrap of Rubin 1981). With multinomial
                // weights, most trials, which use seven days each, would have weight zero in most resamples.
                let weights: Vec<f64> = (0..days).map(|_| -(1.0 - random.next_uniform()).ln()).collect();
                let (mut hits, mut of) = (0.0, 0.0);
                for trial in trials {
                    // With the geometric mean, the day of the new session and the days of the stored sessions have the same influence.
                    let log: f64 = trial.days.iter().map(|&day| weights[day].ln()).sum();
                    let weight = (log / (trial.days.len() as f64).sqrt()).exp();
                    hits += weight * trial.hits;
                    of += weight * trial.of;
                }
                hits / of
            })
            .collect();
        shares.sort_by(f64::total_cmp);
        let at = |p| gate_stats::basic::quantile_of_sorted(&shares, p);
        let goal = goals::for_figure(&name);
        Figure { name, value, interval: Some((at(0.025), at(0.975))), goal }
    }
}

/// Judges `new` against stored sessions, each of which was recorded on a different day.
fn against(base: &[Costs], new: &Costs, limits: &[Limit], settings: &Settings) -> Result<Judgement> {
    let base: Vec<Session> =
        base.iter().zip(0..).map(|(costs, day)| Session { costs: costs.clone(), day }).collect();
    let design = StoredDesign { base: &base, new: std::slice::from_ref(new), ..StoredDesign::default() };
    Ok(judge(&DesignCosts::Stored(design), limits, None, settings)?)
}

fn hits(days: Vec<usize>, rows: &[RowResult], planted: &[bool]) -> Trial {
    let found =
        rows.iter().zip(planted).filter(|(row, planted)| **planted && row.class == RowClass::Finding).count();
    Trial { days, hits: found as f64, of: planted.iter().filter(|planted| **planted).count() as f64 }
}
