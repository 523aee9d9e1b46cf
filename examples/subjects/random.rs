//! Random numbers: the crate has no random source, so a search brings one.

use std::ops::RangeInclusive;

/// SplitMix64 (Steele, Lea, Flood, 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Any number.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below this.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }

    /// In [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        self.below(1 << 32) as f64 / (1_u64 << 32) as f64
    }

    /// A number from this range.
    pub(crate) fn draw(&mut self, range: &RangeInclusive<i64>) -> i64 {
        range.start() + self.below((range.end() - range.start() + 1) as u64) as i64
    }

    /// Inputs from these ranges.
    pub(crate) fn inputs(&mut self, ranges: &[RangeInclusive<i64>]) -> Vec<i64> {
        ranges.iter().map(|range| self.draw(range)).collect()
    }

    /// The inputs of a parent with one or more of them changed, to anything or by a step.
    pub(crate) fn child(&mut self, parent: &[i64], ranges: &[RangeInclusive<i64>]) -> Vec<i64> {
        let mut inputs = parent.to_vec();
        loop {
            let at = self.draw(&(0..=inputs.len() as i64 - 1)) as usize;
            let range = &ranges[at];
            inputs[at] = if self.draw(&(0..=1)) == 0 {
                self.draw(range)
            } else {
                let bits = 63 - (range.end() - range.start()).leading_zeros() as i64;
                let step = 1 << self.draw(&(0..=bits));
                (inputs[at] + if self.draw(&(0..=1)) == 0 { step } else { -step })
                    .clamp(*range.start(), *range.end())
            };
            if self.draw(&(0..=1)) == 0 {
                return inputs;
            }
        }
    }
}
