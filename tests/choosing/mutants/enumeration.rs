//! The definition of subsumption, written slowly: operators are tried on operands, and what differs
//! is noted.

use sbst::id::GoalId;
use sbst::subsumption::CoverageMatrix;
use std::collections::BTreeSet;

/// Up to eight operators that can stand in one place, and on which of them some operands give other
/// results than on others.
///
/// Operands that infect the same mutants are one: only the pattern is kept, a bit for each mutant.
pub(crate) struct Tried {
    operators: usize,
    /// By original.
    patterns: Vec<[bool; 256]>,
}

/// Equal results: exceptions are, and NaN is.
fn same<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
    match (one, other) {
        #[allow(clippy::eq_op, reason = "a value that differs from itself is NaN")]
        (Some(a), Some(b)) => a == b || (a != a && b != b),
        (None, None) => true,
        _ => false,
    }
}

impl Tried {
    pub(crate) fn new(operators: usize) -> Self {
        assert!(operators <= 8);
        Self { operators, patterns: vec![[false; 256]; operators] }
    }

    /// All operators on all of these operands; `None` is an exception.
    pub(crate) fn on<O: Copy, P, T: PartialEq>(
        operators: &[O],
        operands: impl IntoIterator<Item = P>,
        result: impl Fn(O, &P) -> Option<T>,
    ) -> Self {
        let mut tried = Self::new(operators.len());
        let mut results = Vec::new();
        for operand in operands {
            results.clear();
            results.extend(operators.iter().map(|&operator| result(operator, &operand)));
            tried.see(&results);
        }
        tried
    }

    /// The results of all operators on one choice of operands.
    pub(crate) fn see<T: PartialEq>(&mut self, results: &[Option<T>]) {
        // The place of the first operator that has the same result.
        let mut kinds = [0; 8];
        for (place, result) in results.iter().enumerate() {
            kinds[place] = results.iter().position(|first| same(first, result)).unwrap_or(place);
        }
        for original in 0..self.operators {
            let bits = (0..self.operators)
                .map(|mutant| usize::from(kinds[mutant] != kinds[original]) << mutant);
            self.patterns[original][bits.sum::<usize>()] = true;
        }
    }

    /// Without the operators behind the first ones.
    pub(crate) fn first(&self, operators: usize) -> Self {
        let mut fewer = Self::new(operators);
        for original in 0..operators {
            for pattern in self.patterns(original) {
                fewer.patterns[original][usize::from(pattern) & ((1 << operators) - 1)] = true;
            }
        }
        fewer
    }

    /// Each set of mutants that some operands infect together, as bits.
    pub(crate) fn patterns(&self, original: usize) -> Vec<u8> {
        (0..=u8::MAX).filter(|&pattern| self.patterns[original][usize::from(pattern)]).collect()
    }

    pub(crate) fn is_infected(&self, original: usize, mutant: usize) -> bool {
        self.patterns(original).iter().any(|pattern| pattern >> mutant & 1 == 1)
    }

    /// Some operands infect the one, and all of these the other one.
    pub(crate) fn subsumes(&self, original: usize, this: usize, that: usize) -> bool {
        let all = self
            .patterns(original)
            .iter()
            .all(|pattern| pattern >> this & 1 == 0 || pattern >> that & 1 == 1);
        self.is_infected(original, this) && all
    }

    /// Those that no other one strictly subsumes; of equivalent ones the first.
    pub(crate) fn minimal(&self, original: usize) -> Vec<usize> {
        let stronger = |this, that| {
            self.subsumes(original, this, that)
                && (this < that || !self.subsumes(original, that, this))
                && this != that
        };
        let is_minimal = |&that: &usize| (0..self.operators).all(|this| !stronger(this, that));
        (0..self.operators)
            .filter(|&mutant| self.is_infected(original, mutant))
            .filter(is_minimal)
            .collect()
    }

    /// The generic machinery of the library: a goal for each operator, a test for each pattern.
    pub(crate) fn coverage(&self, original: usize) -> CoverageMatrix {
        let mut coverage = CoverageMatrix::new(self.operators);
        for pattern in self.patterns(original) {
            let infected = (0..self.operators).filter(|mutant| pattern >> mutant & 1 == 1);
            coverage
                .add(infected.map(|mutant| GoalId::new(mutant as u32)))
                .expect("a goal for each operator");
        }
        coverage
    }

    /// Whether two enumerations found the same relation for every original.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        let relation = |tried: &Self| -> BTreeSet<(usize, usize, usize)> {
            let every = 0..tried.operators;
            let triples = every.clone().flat_map(|original| {
                let every = every.clone();
                every
                    .clone()
                    .flat_map(move |this| every.clone().map(move |that| (original, this, that)))
            });
            triples.filter(|&(original, this, that)| tried.subsumes(original, this, that)).collect()
        };
        relation(self) == relation(other)
    }
}
