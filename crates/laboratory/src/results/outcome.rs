//! The outcome of one search.

/// Outcome of one search: which goals it covered, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// Number of goals that count. Goals that are discovered during the search, such as exceptions,
    /// are not part of it.
    pub goals: u32,
    /// Number of goals of each criterion that counts. Goals are numbered criterion by criterion, in
    /// this order. It can be empty: then all goals are of one criterion.
    pub parts: Vec<u32>,
    /// Covered goals, in the order in which they were covered.
    pub covered: Vec<Covered>,
    /// Number of executions: less than the budget if all goals were covered.
    pub executions: u64,
    /// Duration in microseconds. It differs from run to run, unlike everything else.
    pub micros: u64,
    /// Further numbers that the technique reports, by name, such as how often a comparison decided.
    pub counts: Vec<(String, u64)>,
}

/// The first time that a goal was covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Covered {
    /// Number of the goal: the same in all searches for this subject. Discovered goals have numbers
    /// from [`Outcome::goals`] on, in the order of their discovery.
    pub goal: u32,
    /// Number of the execution that covered it, from 1 on.
    pub execution: u64,
}

impl Outcome {
    /// Returns the number of goals that were covered, including discovered ones.
    #[must_use]
    pub fn count(&self) -> usize {
        self.covered.len()
    }

    /// Returns the number of goals that were covered within the first `executions`.
    #[must_use]
    pub fn count_after(&self, executions: u64) -> usize {
        self.covered.partition_point(|covered| covered.execution <= executions)
    }

    /// Returns the execution that covered the last of the goals that were covered. Returns 0 if
    /// there is none.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.covered.last().map_or(0, |covered| covered.execution)
    }

    /// Returns `true` if the search covered all goals that are known beforehand.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.covered.iter().filter(|covered| covered.goal < self.goals).count()
            == self.goals as usize
    }

    /// Returns a number that the technique reported, or 0.
    #[must_use]
    pub fn reported(&self, name: &str) -> u64 {
        self.counts.iter().find(|(known, _)| known == name).map_or(0, |(_, count)| *count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(executions: &[u64]) -> Outcome {
        let covered =
            (0..).zip(executions).map(|(goal, &execution)| Covered { goal, execution }).collect();
        Outcome { goals: 3, covered, executions: 100, ..Outcome::default() }
    }

    #[test]
    fn coverage_over_time() {
        let search = outcome(&[1, 1, 40]);
        assert_eq!([0, 1, 39, 40, 99].map(|at| search.count_after(at)), [0, 2, 2, 3, 3]);
        assert_eq!((search.last(), outcome(&[]).last()), (40, 0));
        assert!(search.is_complete() && !outcome(&[1, 2]).is_complete());
    }

    #[test]
    fn discovered_goals_do_not_complete() {
        let mut search = outcome(&[1, 2]);
        search.covered.push(Covered { goal: 3, execution: 9 });
        assert_eq!((search.count(), search.is_complete()), (3, false));
    }
}
