//! Switches: which value leads to which successor.
//!
//! LLVM tells the values of the cases in ascending order, and the successors in another one. So
//! what belongs together is learned from values that were seen. A successor that no value led to
//! yet may be that of any value that is left.

/// The cases of a switch, as LLVM tells them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cases {
    /// Number of bits of the values. LLVM extends values to 64 bits with zeros, also those of
    /// signed types.
    pub(crate) bits: u32,
    /// The values, ascending.
    pub(crate) values: &'static [u64],
}

impl Default for Cases {
    fn default() -> Self {
        Self { bits: 64, values: &[] }
    }
}

/// The cases of a switch, and the successors that are known of them.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    /// Number of bits of a value.
    bits: u32,
    /// The values of its cases, ascending, each with its successor once that was seen.
    cases: Vec<(u64, Option<u32>)>,
    /// The values of the cases whose successor is not known, ascending.
    open: Vec<u64>,
    /// By successor: the values of the cases that lead to it, as far as it is known, ascending.
    of: Vec<Vec<u64>>,
    /// The successor of all other values, once one was seen.
    default: Option<u32>,
}

impl Switch {
    pub(crate) fn new(cases: Cases) -> Self {
        Self {
            bits: cases.bits.clamp(1, 64),
            cases: cases.values.iter().map(|&value| (value, None)).collect(),
            open: cases.values.to_vec(),
            of: Vec::new(),
            default: None,
        }
    }

    /// Returns the values of the cases.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> + use<'_> {
        self.cases.iter().map(|case| case.0)
    }

    /// Returns `true` if there is a case for a value.
    pub(crate) fn has(&self, value: u64) -> bool {
        self.cases.binary_search_by_key(&value, |case| case.0).is_ok()
    }

    /// Number of bytes of a word that holds a value.
    pub(crate) const fn bytes(&self) -> usize {
        self.bits.div_ceil(8).next_power_of_two() as usize
    }

    /// Learns that a value led to a successor. Returns `true` if that is news.
    pub(crate) fn learn(&mut self, value: u64, successor: u32) -> bool {
        let Ok(case) = self.cases.binary_search_by_key(&value, |case| case.0) else {
            return self.default.replace(successor) != Some(successor);
        };
        let before = self.cases[case].1.replace(successor);
        if before == Some(successor) {
            return false;
        }
        self.of.resize_with(self.of.len().max(successor as usize + 1), Vec::new);
        let from = before.map_or(&mut self.open, |before| &mut self.of[before as usize]);
        from.retain(|&other| other != value);
        let to = &mut self.of[successor as usize];
        to.insert(to.partition_point(|&other| other < value), value);
        true
    }

    /// Returns `true` if a case is known that leads to a successor, or all values without a case
    /// do.
    pub(crate) fn is_known(&self, successor: u32) -> bool {
        self.default == Some(successor)
            || self.of.get(successor as usize).is_some_and(|cases| !cases.is_empty())
    }

    /// Returns how far a value is from leading to a successor, and the value that would; `None` if
    /// no value can.
    ///
    /// The distance is that of the equality: the gap and 1.
    pub(crate) fn distance(&self, value: u64, successor: u32) -> Option<(f64, u64)> {
        let another = value.wrapping_add(1) & (u64::MAX >> (64 - self.bits));
        if self.default == Some(successor) {
            let is_case = self.cases.binary_search_by_key(&value, |case| case.0).is_ok();
            return Some((if is_case { 1.0 } else { 0.0 }, another));
        }
        if self.is_known(successor) {
            return self.nearest(&self.of[successor as usize], value);
        }
        let by_case = self.nearest(&self.open, value);
        // It may also be the default, which any other value leads to.
        if self.default.is_none() && by_case.is_none_or(|case| case.0 > 1.0) {
            Some((1.0, another))
        } else {
            by_case
        }
    }

    /// Returns the least distance of a value from leading somewhere where no value led yet.
    pub(crate) fn nearest_unknown(&self, value: u64) -> Option<f64> {
        Some(self.nearest(&self.open, value)?.0)
    }

    /// Returns the number of cases whose successor is not known.
    pub(crate) const fn unknown_count(&self) -> usize {
        self.open.len()
    }

    /// Returns the nearest one of values that ascend, after its distance. Takes logarithmic time:
    /// programs that interpret code switch among hundreds of cases in each step.
    ///
    /// Whether values are signed is not known, so the gap is the lesser one of both signs, which is
    /// the gap on the circle of all values. The nearest value on the circle is the next one on one
    /// of both sides.
    fn nearest(&self, values: &[u64], value: u64) -> Option<(f64, u64)> {
        let after = values.partition_point(|&other| other < value);
        let before = after.checked_sub(1).or(values.len().checked_sub(1))?;
        let sides = [values[before], values[after % values.len()]]
            .map(|other| (self.gap(other, value), other));
        let (gap, nearest) = if sides[1].0 < sides[0].0 { sides[1] } else { sides[0] };
        Some((if gap == 0 { 0.0 } else { gap as f64 + 1.0 }, nearest))
    }

    fn gap(&self, a: u64, b: u64) -> u64 {
        let unused = 64 - self.bits;
        let [over, under] =
            [a.wrapping_sub(b), b.wrapping_sub(a)].map(|gap| gap << unused >> unused);
        over.min(under)
    }

    /// Returns `true` if two values read better as signed: they are nearer then, or both are
    /// negative. Bytes are rather characters.
    pub(crate) fn reads_better_signed(&self, a: u64, b: u64) -> bool {
        let is_negative = |value: u64| value >> (self.bits - 1) & 1 == 1;
        let both = is_negative(a) && is_negative(b) && self.bits > 8;
        both || self.gap(a, b) < a.abs_diff(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn switch(bits: u32, values: &'static [u64]) -> Switch {
        Switch::new(Cases { bits, values })
    }

    #[test]
    fn values_are_learned() {
        let mut switch = switch(64, &[3, 10, 40]);
        assert_eq!(switch.distance(12, 5), Some((1.0, 13)), "it may be the default");
        assert!(switch.learn(12, 0));
        assert!(!switch.learn(13, 0));
        assert_eq!(switch.distance(12, 5), Some((3.0, 10)));
        assert!(switch.learn(10, 5));
        assert_eq!(switch.distance(12, 5), Some((3.0, 10)));
        assert_eq!(switch.distance(10, 5), Some((0.0, 10)));
        assert_eq!(switch.distance(12, 6), Some((10.0, 3)), "10 leads elsewhere");
        assert_eq!(switch.distance(10, 0), Some((1.0, 11)));
        assert_eq!(switch.distance(12, 0).map(|near| near.0), Some(0.0));
        assert_eq!(switch.nearest_unknown(39), Some(2.0));
    }

    #[test]
    fn a_successor_that_no_value_can_have_is_nowhere() {
        let mut switch = switch(64, &[1]);
        switch.learn(0, 0);
        switch.learn(1, 1);
        assert_eq!(switch.distance(0, 2), None);
    }

    /// `switch ((int)(signed char)d[0]) { case -2: .. }`
    #[test]
    fn negative_values_are_as_near_as_they_are() {
        let mut switch = switch(32, &[0xFFFF_FFFE]);
        switch.learn(7, 0);
        assert_eq!(switch.distance(0, 1), Some((3.0, 0xFFFF_FFFE)));
        assert_eq!(switch.distance(u64::from(u32::MAX), 1), Some((2.0, 0xFFFF_FFFE)));
        assert_eq!(switch.distance(u64::from(u32::MAX), 0), Some((0.0, 0)));
        assert!(
            switch.reads_better_signed(0, 0xFFFF_FFFE)
                && !switch.reads_better_signed(1, 0x7FFF_FFFF)
        );
    }

    #[test]
    fn od83_values_of_64_bits_are_words_without_a_sign() {
        const HALF: u64 = 1 << 63;
        let (half, last) = (HALF, u64::MAX);
        let mut switch = switch(64, &[7, HALF - 1, HALF + 9, u64::MAX]);
        assert!(switch.has(last) && switch.has(half - 1) && !switch.has(half));
        for (value, successor) in [(half, 0), (7, 1), (half - 1, 2), (half + 9, 3), (last, 4)] {
            assert!(switch.learn(value, successor));
            assert_eq!(switch.distance(value, successor).map(|near| near.0), Some(0.0));
        }
        assert_eq!(switch.distance(half, 2), Some((2.0, half - 1)));
        assert_eq!(switch.distance(half, 3), Some((10.0, half + 9)));
        assert_eq!(switch.distance(half + 9, 2), Some((11.0, half - 1)));
        // As the signed -2, which is as near: the sign is not known.
        assert_eq!(switch.distance(last - 1, 4), Some((2.0, last)));
        assert_eq!(switch.distance(5, 4), Some((7.0, last)));
        assert_eq!(switch.distance(last, 0).map(|near| near.0), Some(1.0));
    }

    const VALUES: &[u64] = &[0, 2, 3, 0x7F, 0x80, 0x85, 0xF0, 0xFF];

    proptest! {
        /// Compares distances with their definition: the least gap of all cases that are possible,
        /// of both signs.
        #[test]
        fn the_quick_way_is_the_slow_one(
            bits in prop_oneof![Just(8_u32), Just(9), Just(32), Just(64)],
            count in 0..=VALUES.len(),
            learned in prop::collection::vec((any::<u8>(), 0_u32..4), 0..12),
            (value, successor) in (any::<u8>(), 0_u32..5),
        ) {
            let values = &VALUES[..count];
            let mut switch = switch(bits, values);
            let mut known = std::collections::BTreeMap::new();
            let mut default = None;
            for (value, to) in learned {
                let value = u64::from(value);
                switch.learn(value, to);
                if values.contains(&value) {
                    known.insert(value, to);
                } else {
                    default = Some(to);
                }
            }
            let value = u64::from(value);
            let gap = |case: u64| {
                let [a, b] = [case, value].map(|word| (word << (64 - bits)) as i64 >> (64 - bits));
                case.abs_diff(value).min(a.abs_diff(b))
            };
            let distance = |case: u64| if case == value { 0.0 } else { gap(case) as f64 + 1.0 };
            let least = |wanted: Option<u32>| {
                let cases =
                    values.iter().copied().filter(|case| known.get(case).copied() == wanted);
                cases.map(distance).min_by(f64::total_cmp)
            };
            let is_known = known.values().any(|to| *to == successor);
            let slow = if default == Some(successor) {
                Some(if values.contains(&value) { 1.0 } else { 0.0 })
            } else if is_known {
                least(Some(successor))
            } else {
                [least(None), default.is_none().then_some(1.0)]
                    .into_iter()
                    .flatten()
                    .min_by(f64::total_cmp)
            };
            prop_assert_eq!(switch.distance(value, successor).map(|near| near.0), slow);
            prop_assert_eq!(switch.nearest_unknown(value), least(None));
            prop_assert_eq!(switch.is_known(successor), is_known || default == Some(successor));
        }
    }
}
