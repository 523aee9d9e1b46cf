//! Switches: which value leads to which successor.
//!
//! LLVM tells the values of the cases in ascending order, and the successors in another one. So what belongs together is learned from
//! values that were seen. A successor that no value led to yet may be that of any value that is left.

/// The cases of a switch, and the successors that are known of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Switch {
    /// The values of its cases, ascending, each with its successor once that was seen.
    cases: Vec<(u64, Option<u32>)>,
    /// The successor of all other values, once one was seen.
    default: Option<u32>,
}

impl Switch {
    pub(crate) fn new(values: &[u64]) -> Self {
        Self { cases: values.iter().map(|&value| (value, None)).collect(), default: None }
    }

    /// Learns that a value led to a successor. Returns `true` if that is news.
    pub(crate) fn learn(&mut self, value: u64, successor: u32) -> bool {
        let known = match self.cases.binary_search_by_key(&value, |case| case.0) {
            Ok(case) => &mut self.cases[case].1,
            Err(_) => &mut self.default,
        };
        let is_new = *known != Some(successor);
        *known = Some(successor);
        is_new
    }

    /// Returns how far a value is from leading to a successor, and the value that would; `None` if no value can.
    ///
    /// The distance is that of the equality: the gap and 1.
    pub(crate) fn distance(&self, value: u64, successor: u32) -> Option<(f64, u64)> {
        if self.default == Some(successor) {
            let is_case = self.cases.binary_search_by_key(&value, |case| case.0).is_ok();
            return Some((if is_case { 1.0 } else { 0.0 }, value.wrapping_add(1)));
        }
        let is_known = self.cases.iter().any(|case| case.1 == Some(successor));
        let possible = self.cases.iter().filter(|case| if is_known { case.1 == Some(successor) } else { case.1.is_none() });
        let nearest = possible.map(|case| case.0).min_by_key(|case| case.abs_diff(value));
        let by_case = nearest.map(|case| if case == value { (0.0, case) } else { (case.abs_diff(value) as f64 + 1.0, case) });
        // It may also be the default, which any other value leads to.
        let by_default = (!is_known && self.default.is_none()).then_some((1.0, value.wrapping_add(1)));
        match (by_case, by_default) {
            (Some(case), Some(default)) => Some(if case.0 <= default.0 { case } else { default }),
            (case, default) => case.or(default),
        }
    }

    /// Returns the least distance of a value from leading somewhere where no value led yet.
    pub(crate) fn nearest_unknown(&self, value: u64) -> Option<f64> {
        let gaps = self.cases.iter().filter(|case| case.1.is_none()).map(|case| case.0.abs_diff(value));
        gaps.min().map(|gap| gap as f64 + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_learned() {
        let mut switch = Switch::new(&[3, 10, 40]);
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
        let mut switch = Switch::new(&[1]);
        switch.learn(0, 0);
        switch.learn(1, 1);
        assert_eq!(switch.distance(0, 2), None);
    }
}
