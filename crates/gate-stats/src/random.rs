//! Random numbers, seeded from the input: xoshiro256++ (Blackman and Vigna 2021), seeded through SplitMix64.

/// A reproducible stream of random numbers; it must not be used for secrets.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Makes a stream that depends only on `seed`.
    pub fn new(seed: u64) -> Self {
        let mut z = seed;
        let state = std::array::from_fn(|_| {
            z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mix_bits(z)
        });
        Self { state }
    }

    /// Makes a stream that depends on every bit of `values`.
    pub fn from_values<'a>(values: impl IntoIterator<Item = &'a f64>) -> Self {
        let seed = values
            .into_iter()
            .fold(0x6c61_756e_6368_6761, |hash, value| mix_bits(hash ^ value.to_bits()).wrapping_mul(31));
        Self::new(seed)
    }

    /// Returns the next 64 random bits.
    pub(crate) fn next_bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Returns a number that is uniformly distributed in [0, 1).
    pub fn next_uniform(&mut self) -> f64 {
        (self.next_bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns an integer that is uniformly distributed from 0 to `end` − 1. `end` must be above 0. (Lemire's multiplication; at these
    /// sizes its bias is below 2^-40.)
    pub fn next_below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_bits()) * end as u128) >> 64) as usize
    }

    /// Returns a random number with the standard normal distribution. The method of Box and Muller gives two numbers, of which one is used.
    pub fn next_normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.next_uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.next_uniform()).cos()
    }
}

fn mix_bits(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
