//! Westfall and Young's step-down maxT: the family's error under any dependence between rows, by permuting labels.
//!
//! Labels are permuted inside blocks only (a session or a thermal state is a block), so what differs between blocks cancels.
//! The statistic is a moderated t on values with block means taken out: β = Σ ỹ over new launches / S, with S = Σ n₁n₀/n over
//! blocks, since ỹ sums to 0 in each block. All permutations thus need only sums over the fewer of the two labels.
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
    /// Launches of each block that has both labels.
    blocks: Vec<Vec<usize>>,
    /// How many of each block's launches are new.
    new_in: Vec<usize>,
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
        let mut ids: Vec<u32> = design.block.clone();
        ids.sort_unstable();
        ids.dedup();
        let (mut blocks, mut new_in, mut weight) = (Vec::new(), Vec::new(), 0.0);
        for id in ids {
            let launches: Vec<usize> = (0..design.block.len()).filter(|&l| design.block[l] == id).collect();
            let new = launches.iter().filter(|&&l| design.new[l]).count();
            if new > 0 && new < launches.len() {
                weight += new as f64 * (launches.len() - new) as f64 / launches.len() as f64;
                blocks.push(launches);
                new_in.push(new);
            }
        }
        if blocks.is_empty() {
            return None;
        }
        let count = rows.len();
        let mut columns = vec![0.0; design.block.len() * count];
        let mut squares = vec![0.0; count];
        for (r, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            for block in &blocks {
                let mean = block.iter().map(|&l| row[l]).sum::<f64>() / block.len() as f64;
                for &l in block {
                    let value = row[l] - mean;
                    columns[l * count + r] = value;
                    squares[r] += value * value;
                }
            }
        }
        let used: usize = blocks.iter().map(Vec::len).sum();
        let df = used as f64 - blocks.len() as f64 - 1.0;
        Some(Self { rows: count, columns, squares, blocks, new_in, weight, df })
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
        let new: Vec<usize> = self.blocks.iter().flatten().copied().filter(|&l| design.new[l]).collect();
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
        let statistic = Statistic::new(self, prior);
        let observed: Vec<usize> = self.blocks.iter().flatten().copied().filter(|&l| design.new[l]).collect();
        let mut sums = vec![0.0; self.rows];
        self.add(&observed, &mut sums);
        let t: Vec<f64> = (0..self.rows).map(|row| statistic.t(row, sums[row])).collect();
        let mut order: Vec<usize> = (0..self.rows).collect();
        order.sort_by(|&a, &b| t[a].total_cmp(&t[b]));
        let all = self.relabellings();
        let complete = all.is_some_and(|all| all <= permutations.max(1));
        let looks = if complete { all.unwrap_or(0) } else { permutations };
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
        // Too little work is not worth a thread.
        let threads = if looks * self.rows < 200_000 { 1 } else { threads };
        let count = |from: usize, to: usize| {
            let mut tally = Tally::new(self.rows);
            let mut sums = vec![0.0; self.rows];
            let mut chosen = Vec::new();
            for look in from..to {
                if complete {
                    self.relabel_nth(look, &mut chosen);
                } else {
                    self.relabel(
                        &mut Random::new(seed ^ (look as u64 + 1).wrapping_mul(0x9e37_79b9)),
                        &mut chosen,
                    );
                }
                sums.fill(0.0);
                self.add(&chosen, &mut sums);
                tally.take(&sums, &statistic, &t, &order);
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
        let p: Vec<f64> = (0..self.rows).map(|row| sum(|tally| &tally.alone, row) as f64 / total).collect();
        let mut adjusted = vec![1.0; self.rows];
        let mut floor = 0.0_f64;
        for &row in order.iter().rev() {
            floor = floor.max(sum(|tally| &tally.maxima, row) as f64 / total);
            adjusted[row] = floor;
        }
        Adjusted { t, p, adjusted, relabellings: looks + extra, complete }
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

    fn relabel(&self, random: &mut Random, chosen: &mut Vec<usize>) {
        chosen.clear();
        let mut left = Vec::new();
        for (block, &new) in self.blocks.iter().zip(&self.new_in) {
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
        self.blocks
            .iter()
            .zip(&self.new_in)
            .try_fold(1_usize, |product, (block, &new)| product.checked_mul(choose(block.len(), new)?))
    }

    /// The relabelling of number `n`: one combination of each block, in the order of a mixed-radix counter.
    fn relabel_nth(&self, mut n: usize, chosen: &mut Vec<usize>) {
        chosen.clear();
        for (block, &new) in self.blocks.iter().zip(&self.new_in) {
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

fn choose(n: usize, k: usize) -> Option<usize> {
    if k > n {
        return Some(0);
    }
    (0..k.min(n - k)).try_fold(1_usize, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
}

/// t = β / √(s̃² / S), arranged so that a permutation costs one root and one division a row.
struct Statistic {
    /// (d₀s₀² + Σỹ²)·S/(d₀ + d) and S/(d₀ + d)·… per row, see [`Statistic::t`].
    spread: Vec<f64>,
    per_square: f64,
}

impl Statistic {
    fn new(centred: &Centred, prior: Prior) -> Self {
        // s̃² / S · S² = S (d₀s₀² + Σỹ² − sum²/S) / (d₀ + d); with a prior of infinite weight s̃² = s₀².
        let s = centred.weight;
        if prior.df.is_infinite() {
            return Self { spread: vec![s * prior.variance; centred.rows], per_square: 0.0 };
        }
        let all = (prior.df + centred.df).max(1.0);
        let spread =
            centred.squares.iter().map(|squares| s * (prior.df * prior.variance + squares) / all).collect();
        Self { spread, per_square: 1.0 / all }
    }

    #[inline]
    fn t(&self, row: usize, sum: f64) -> f64 {
        let spread = self.spread[row];
        // Rounding leaves about 1e-16 of the spread where all of it is explained.
        let left = (spread - self.per_square * sum * sum).max(1e-14 * spread);
        if spread <= 0.0 { 0.0 } else { sum / left.sqrt() }
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

    fn take(&mut self, sums: &[f64], statistic: &Statistic, observed: &[f64], order: &[usize]) {
        let mut maximum = f64::NEG_INFINITY;
        for &row in order {
            let t = statistic.t(row, sums[row]);
            maximum = maximum.max(t);
            // Sums in another order differ in the last bits; a tie must count.
            let reached = observed[row] - 1e-9 * observed[row].abs().max(1e-3);
            self.alone[row] += u32::from(t >= reached);
            self.maxima[row] += u32::from(maximum >= reached);
        }
    }
}
