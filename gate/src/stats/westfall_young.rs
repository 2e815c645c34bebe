//! Westfall and Young's step-down maxT: the family's error under any dependence between rows, by permuting labels.
//!
//! Labels are permuted inside blocks only (a session or a thermal state is a block), so what differs between blocks cancels.
//! Any `Statistic` will do; the one here, of [`Centred`], is a moderated t on values with block means taken out: β = Σ ỹ over new
//! launches / S, with S = Σ n₁n₀/n over blocks, since ỹ sums to 0 in each block: a permutation needs only sums over the new launches.
//! Source: Westfall and Young 1993, algorithm 4.1; Ge, Dudoit and Speed 2003, box 2.
//! Limit: with few launches a block the smallest p is 1 / relabellings, whatever the number of permutations.

use super::moderate::Prior;
use super::random::Random;

/// Which launches are of the new build, and which launches were run in one block.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Launch by launch: whether it is of the new build.
    pub new: Vec<bool>,
    /// Launch by launch: its block, any number.
    pub block: Vec<u32>,
}

/// Rows with block means taken out, launch after launch so that a permutation adds whole columns.
#[derive(Clone, Debug)]
pub struct Centred {
    rows: usize,
    /// Value of row `r` in launch `l` at `l * rows + r`.
    columns: Vec<f64>,
    /// Per row, the sum of squares.
    squares: Vec<f64>,
    blocks: Blocks,
    /// S = Σ n₁n₀/n.
    weight: f64,
    /// Degrees of freedom of a row's residual variance.
    df: f64,
}

/// The result for all rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjusted {
    /// The observed moderated t.
    pub t: Vec<f64>,
    /// Unadjusted permutation p, one-sided (new larger).
    pub p: Vec<f64>,
    /// Step-down maxT adjusted p.
    pub adjusted: Vec<f64>,
    /// How many relabellings were looked at, the observed one included.
    pub relabellings: usize,
    /// Whether these are all there are.
    pub complete: bool,
}

impl Centred {
    /// Takes block means out of `rows` (values launch by launch). Launches of blocks with one label only say nothing and are left
    /// out; `None` if no block has both.
    pub fn new<R: AsRef<[f64]>>(rows: &[R], design: &Design) -> Option<Self> {
        let blocks = Blocks::of(design)?;
        let weight = blocks.weight();
        let count = rows.len();
        let mut columns = vec![0.0; design.block.len() * count];
        let mut squares = vec![0.0; count];
        for (r, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            for block in &blocks.launches {
                let mean = block.iter().map(|&l| row[l]).sum::<f64>() / block.len() as f64;
                for &l in block {
                    let value = row[l] - mean;
                    columns[l * count + r] = value;
                    squares[r] += value * value;
                }
            }
        }
        let df = blocks.used() as f64 - blocks.launches.len() as f64 - 1.0;
        Some(Self { rows: count, columns, squares, blocks, weight, df })
    }

    /// The degrees of freedom of a row's residual variance; may be 0 with one pair.
    pub fn df(&self) -> f64 {
        self.df
    }

    /// S = Σ n₁n₀/n over blocks: the variance of β is the residual variance over it.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Each row's β and residual variance under the labels of `design`.
    pub fn fit(&self, design: &Design) -> Vec<(f64, f64)> {
        let new = self.blocks.observed(design);
        let mut sums = vec![0.0; self.rows];
        self.add(&new, &mut sums);
        let df = self.df.max(1.0);
        sums.iter()
            .zip(&self.squares)
            .map(|(sum, squares)| {
                let beta = sum / self.weight;
                (beta, ((squares - self.weight * beta * beta) / df).max(0.0))
            })
            .collect()
    }

    /// The step-down maxT under `prior`; all relabellings if there are at most `permutations`, else that many, seeded by `seed`.
    pub fn step_down(&self, design: &Design, prior: Prior, permutations: usize, seed: u64) -> Adjusted {
        let statistic = Moderated::new(self, prior);
        step_down(&statistic, &self.blocks, &vec![true; self.rows], design, permutations, seed)
    }

    fn add(&self, launches: &[usize], sums: &mut [f64]) {
        // Four columns at a time: the sums are read and written a quarter as often.
        let column = |l: usize| &self.columns[l * self.rows..(l + 1) * self.rows];
        let mut fours = launches.chunks_exact(4);
        for four in &mut fours {
            let (a, b, c, d) = (column(four[0]), column(four[1]), column(four[2]), column(four[3]));
            for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *sum += (a + b) + (c + d);
            }
        }
        for &l in fours.remainder() {
            for (sum, value) in sums.iter_mut().zip(column(l)) {
                *sum += value;
            }
        }
    }
}

/// A number for each row that is the larger the more its new launches exceed the others.
pub(super) trait Statistic: Sync {
    fn rows(&self) -> usize;

    /// Each row's value under each labelling, given by its new launches: row `r` under the `k`-th at `k * rows + r`.
    fn of(&self, labellings: &[Vec<usize>], out: &mut [f64]);
}

/// The launches of each block that has both labels, inside which labels are permuted.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    pub(super) launches: Vec<Vec<usize>>,
    /// How many of each block's launches are new.
    new_in: Vec<usize>,
}

impl Blocks {
    /// `None` if no block has both labels.
    pub(super) fn of(design: &Design) -> Option<Self> {
        let mut ids: Vec<u32> = design.block.clone();
        ids.sort_unstable();
        ids.dedup();
        let mut blocks = Self { launches: Vec::new(), new_in: Vec::new() };
        for id in ids {
            let launches: Vec<usize> = (0..design.block.len()).filter(|&l| design.block[l] == id).collect();
            let new = launches.iter().filter(|&&l| design.new[l]).count();
            if new > 0 && new < launches.len() {
                blocks.launches.push(launches);
                blocks.new_in.push(new);
            }
        }
        (!blocks.launches.is_empty()).then_some(blocks)
    }

    /// How many launches there are in all of them.
    pub(super) fn used(&self) -> usize {
        self.launches.iter().map(Vec::len).sum()
    }

    /// How many launches each build has: base, new.
    pub(super) fn sides(&self) -> (usize, usize) {
        let new = self.new_in.iter().sum();
        (self.used() - new, new)
    }

    /// The new launches of `design` that are in blocks.
    pub(super) fn observed(&self, design: &Design) -> Vec<usize> {
        self.launches.iter().flatten().copied().filter(|&l| design.new[l]).collect()
    }

    /// S = Σ n₁n₀/n.
    fn weight(&self) -> f64 {
        let of_block = |(launches, new): (&Vec<usize>, &usize)| {
            *new as f64 * (launches.len() - new) as f64 / launches.len() as f64
        };
        self.launches.iter().zip(&self.new_in).map(of_block).sum()
    }

    fn relabel(&self, random: &mut Random, chosen: &mut Vec<usize>) {
        chosen.clear();
        let mut left = Vec::new();
        for (block, &new) in self.launches.iter().zip(&self.new_in) {
            left.clear();
            left.extend_from_slice(block);
            for i in 0..new {
                let j = i + random.below(left.len() - i);
                left.swap(i, j);
                chosen.push(left[i]);
            }
        }
        chosen.sort_unstable();
    }

    /// How many relabellings there are; `None` for more than fit.
    pub(super) fn relabellings(&self) -> Option<usize> {
        self.launches
            .iter()
            .zip(&self.new_in)
            .try_fold(1_usize, |product, (block, &new)| product.checked_mul(choose(block.len(), new)?))
    }

    /// The share of relabellings in which at most so many launches of each label have changed it.
    pub(super) fn share_within(&self, swapped: usize) -> f64 {
        // ways[j]: the share of those with j launches swapped, in the blocks seen so far.
        let mut ways = vec![0.0; swapped + 1];
        ways[0] = 1.0;
        for (block, &new) in self.launches.iter().zip(&self.new_in) {
            let base = block.len() - new;
            let inside: Vec<f64> =
                (0..=swapped.min(new).min(base)).map(|j| binomial(new, j) * binomial(base, j)).collect();
            for total in (0..=swapped).rev() {
                ways[total] = inside.iter().take(total + 1).zip(0..).map(|(w, j)| w * ways[total - j]).sum();
            }
            let all = binomial(block.len(), new);
            ways.iter_mut().for_each(|ways| *ways /= all);
        }
        ways.iter().sum()
    }

    /// The relabelling of number `n`: one combination of each block, in the order of a mixed-radix counter.
    fn relabel_nth(&self, mut n: usize, chosen: &mut Vec<usize>) {
        chosen.clear();
        for (block, &new) in self.launches.iter().zip(&self.new_in) {
            let radix = choose(block.len(), new).unwrap_or(1);
            let mut rank = n % radix;
            n /= radix;
            let mut needed = new;
            for (i, &launch) in block.iter().enumerate() {
                if needed == 0 {
                    break;
                }
                let with = choose(block.len() - i - 1, needed - 1).unwrap_or(0);
                if rank < with {
                    chosen.push(launch);
                    needed -= 1;
                } else {
                    rank -= with;
                }
            }
        }
        chosen.sort_unstable();
    }
}

fn binomial(n: usize, k: usize) -> f64 {
    statrs::function::factorial::binomial(n as u64, k as u64)
}

/// So many relabellings are looked at together, so that a statistic may keep a row at hand for all of them.
const AT_ONCE: usize = 8;

/// The step-down maxT of `statistic` over the rows that `decides`: all relabellings if there are at most `permutations`, else that
/// many, seeded by `seed`. The other rows have a p of their own and an adjusted p of 1.
pub(super) fn step_down(
    statistic: &dyn Statistic,
    blocks: &Blocks,
    decides: &[bool],
    design: &Design,
    permutations: usize,
    seed: u64,
) -> Adjusted {
    let rows = statistic.rows();
    let mut t = vec![0.0; rows];
    statistic.of(&[blocks.observed(design)], &mut t);
    let mut order: Vec<usize> = (0..rows).filter(|&row| decides[row]).collect();
    order.sort_by(|&a, &b| t[a].total_cmp(&t[b]));
    let all = blocks.relabellings();
    let complete = all.is_some_and(|all| all <= permutations.max(1));
    let looks = if complete { all.unwrap_or(0) } else { permutations };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
    // Too little work is not worth a thread.
    let threads = if looks * rows < 200_000 { 1 } else { threads };
    let count = |from: usize, to: usize| {
        let mut tally = Tally::new(rows);
        let mut labellings = vec![Vec::new(); AT_ONCE];
        let mut values = vec![0.0; AT_ONCE * rows];
        for first in (from..to).step_by(AT_ONCE) {
            let some = AT_ONCE.min(to - first);
            for (look, chosen) in (first..).zip(&mut labellings[..some]) {
                if complete {
                    blocks.relabel_nth(look, chosen);
                } else {
                    let seed = seed ^ (look as u64 + 1).wrapping_mul(0x9e37_79b9);
                    blocks.relabel(&mut Random::new(seed), chosen);
                }
            }
            statistic.of(&labellings[..some], &mut values[..some * rows]);
            for values in values[..some * rows].chunks_exact(rows.max(1)) {
                tally.take(values, &t, &order);
            }
        }
        tally
    };
    let share = looks.div_ceil(threads).max(1);
    let tallies: Vec<Tally> = if threads == 1 {
        vec![count(0, looks)]
    } else {
        std::thread::scope(|scope| {
            let count = &count;
            let running: Vec<_> = (0..threads)
                .map(|i| scope.spawn(move || count((i * share).min(looks), ((i + 1) * share).min(looks))))
                .collect();
            running
                .into_iter()
                .map(|thread| thread.join().expect("counting does not panic: all indices are below rows"))
                .collect()
        })
    };
    // The observed labelling is one of the relabellings: of all of them when complete, added when drawn.
    let extra = usize::from(!complete);
    let total = (looks + extra) as f64;
    let sum = |pick: fn(&Tally) -> &Vec<u32>, row: usize| {
        tallies.iter().map(|tally| pick(tally)[row] as usize).sum::<usize>() + extra
    };
    let p: Vec<f64> = (0..rows).map(|row| sum(|tally| &tally.alone, row) as f64 / total).collect();
    let mut adjusted = vec![1.0; rows];
    let mut floor = 0.0_f64;
    for &row in order.iter().rev() {
        floor = floor.max(sum(|tally| &tally.maxima, row) as f64 / total);
        adjusted[row] = floor;
    }
    Adjusted { t, p, adjusted, relabellings: looks + extra, complete }
}

fn choose(n: usize, k: usize) -> Option<usize> {
    if k > n {
        return Some(0);
    }
    (0..k.min(n - k)).try_fold(1_usize, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
}

/// t = β / √(s̃² / S), arranged so that a permutation costs one root and one division a row.
pub(super) struct Moderated<'a> {
    centred: &'a Centred,
    /// Per row (d₀s₀² + Σỹ²)·S/(d₀ + d).
    spread: Vec<f64>,
    per_square: f64,
}

impl<'a> Moderated<'a> {
    pub(super) fn new(centred: &'a Centred, prior: Prior) -> Self {
        // s̃² / S · S² = S (d₀s₀² + Σỹ² − sum²/S) / (d₀ + d); with a prior of infinite weight s̃² = s₀².
        let s = centred.weight;
        if prior.df.is_infinite() {
            return Self { centred, spread: vec![s * prior.variance; centred.rows], per_square: 0.0 };
        }
        let all = (prior.df + centred.df).max(1.0);
        let spread =
            centred.squares.iter().map(|squares| s * (prior.df * prior.variance + squares) / all).collect();
        Self { centred, spread, per_square: 1.0 / all }
    }
}

impl Statistic for Moderated<'_> {
    fn rows(&self) -> usize {
        self.centred.rows
    }

    fn of(&self, labellings: &[Vec<usize>], out: &mut [f64]) {
        for (new, sums) in labellings.iter().zip(out.chunks_exact_mut(self.rows().max(1))) {
            sums.fill(0.0);
            self.centred.add(new, sums);
            for (sum, &spread) in sums.iter_mut().zip(&self.spread) {
                // Rounding leaves about 1e-16 of the spread where all of it is explained.
                let left = (spread - self.per_square * *sum * *sum).max(1e-14 * spread);
                *sum = if spread <= 0.0 { 0.0 } else { *sum / left.sqrt() };
            }
        }
    }
}

/// How often relabellings reached what was observed.
struct Tally {
    alone: Vec<u32>,
    maxima: Vec<u32>,
}

impl Tally {
    fn new(rows: usize) -> Self {
        Self { alone: vec![0; rows], maxima: vec![0; rows] }
    }

    fn take(&mut self, values: &[f64], observed: &[f64], order: &[usize]) {
        // Sums in another order differ in the last bits; a tie must count.
        let reached = |row: usize| observed[row] - 1e-9 * observed[row].abs().max(1e-3);
        for (row, (count, value)) in self.alone.iter_mut().zip(values).enumerate() {
            *count += u32::from(*value >= reached(row));
        }
        let mut maximum = f64::NEG_INFINITY;
        for &row in order {
            maximum = maximum.max(values[row]);
            self.maxima[row] += u32::from(maximum >= reached(row));
        }
    }
}
