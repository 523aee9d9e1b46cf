//! Random numbers that are the same on every machine and with every version of this crate.

/// Generator of random numbers: SplitMix64 (Steele, Lea, Flood 2014).
///
/// Results of experiments are compared across machines and years, so the numbers of a seed must
/// never change. Libraries of random numbers promise that for their generators at best, but not for
/// the numbers below a bound that are drawn with them.
///
/// ```
/// use sbst_laboratory::inputs::Random;
///
/// let mut random = Random::new(1);
/// assert_eq!([(); 4].map(|()| random.below(10)), [5, 7, 9, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates the generator of a seed and a name. Two names have unrelated numbers for the same
    /// seed.
    #[must_use]
    pub fn named(seed: u64, name: &str) -> Self {
        // FNV-1a, then one step of the generator, so that names that differ in a bit differ in half
        // of the bits.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(Self(hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits())
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `limit`. Returns 0 if `limit` is 0 or 1.
    pub fn below(&mut self, limit: usize) -> usize {
        // The upper half of a product of 128 bits: no division, and a bias below 2^-64 times the
        // limit.
        ((u128::from(self.bits()) * limit as u128) >> 64) as usize
    }

    /// Returns a number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns `true` with a probability of `one` in `of`.
    pub fn chance(&mut self, one: usize, of: usize) -> bool {
        self.below(of) < one
    }

    /// Returns a number from `least` to `greatest`. Returns `least` if it is not less than
    /// `greatest`.
    pub fn between(&mut self, least: i128, greatest: i128) -> i128 {
        if least >= greatest {
            return least;
        }
        // The number of values fits into 128 bits unless it is 2^128.
        let wide = u128::from(self.bits()) << 64 | u128::from(self.bits());
        match greatest.abs_diff(least).checked_add(1) {
            Some(count) => least.wrapping_add_unsigned(wide % count),
            None => wide as i128,
        }
    }

    /// Returns one of `items`. Returns `None` if there are none.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_seed_are_pinned() {
        let mut random = Random::new(1);
        assert_eq!(
            [random.bits(), random.bits()],
            [10_451_216_379_200_822_465, 13_757_245_211_066_428_519]
        );
        assert_ne!(Random::named(1, "a").bits(), Random::named(1, "b").bits());
        assert_ne!(Random::named(1, "a").bits(), Random::named(2, "a").bits());
    }

    #[test]
    fn bounds_hold_at_their_extremes() {
        let mut random = Random::new(7);
        for _ in 0..1_000 {
            assert_eq!(
                (random.below(0), random.below(1), random.between(5, 5), random.between(5, -5)),
                (0, 0, 5, 5)
            );
            assert!((-1..=1).contains(&random.between(-1, 1)) && random.below(3) < 3);
            assert!((0.0..1.0).contains(&random.unit()));
            random.between(i128::MIN, i128::MAX);
        }
        assert_eq!(random.one_of::<u8>(&[]), None);
    }
}
