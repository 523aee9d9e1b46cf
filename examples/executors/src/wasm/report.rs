//! What a search found.

use super::search::Test;
use sbst::execution::Misuse;
use sbst::flow::Outcome;
use sbst::id::Branch;
use std::fmt;

/// One branch.
#[derive(Clone, Debug)]
pub struct BranchReport {
    /// In the graph of the module.
    pub branch: Branch,
    /// The operator that decides it, and at which byte of the binary it stands.
    pub decision: (&'static str, u64),
    /// Which side it is.
    pub outcome: Outcome,
    /// A test that covers it.
    pub test: Option<usize>,
    /// Whether a random test covers it.
    pub by_chance: bool,
}

impl fmt::Display for BranchReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at {:#x}: {}", self.decision.0, self.decision.1, self.outcome)
    }
}

/// The branches of one function.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    /// As exported or noted in the module.
    pub name: String,
    /// In the order of the graph.
    pub branches: Vec<BranchReport>,
}

/// What a search found, and random testing with as many executions.
#[derive(Clone, Debug)]
pub struct Report {
    /// In the order of the module.
    pub functions: Vec<FunctionReport>,
    /// Enough tests to cover what was covered.
    pub tests: Vec<Test>,
    /// How many tests were executed.
    pub executions: u32,
    /// How many decisions differed from their comparisons, which none does; see
    /// [`Instance::unexplained`](super::Instance::unexplained).
    pub unexplained: u64,
    /// The first hook that did not fit the graph.
    pub misuse: Option<Misuse>,
}

impl Report {
    fn branches(&self) -> impl Iterator<Item = &BranchReport> {
        self.functions.iter().flat_map(|function| &function.branches)
    }

    /// How many branches there are.
    #[must_use]
    pub fn branch_count(&self) -> usize {
        self.branches().count()
    }

    /// How many of them the search covered.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.branches().filter(|branch| branch.test.is_some()).count()
    }

    /// How many of them random tests covered.
    #[must_use]
    pub fn covered_by_chance(&self) -> usize {
        self.branches().filter(|branch| branch.by_chance).count()
    }

    /// What no test covers: the function and the branch.
    pub fn missed(&self) -> impl Iterator<Item = (&str, &BranchReport)> {
        let all = self
            .functions
            .iter()
            .flat_map(|f| f.branches.iter().map(move |branch| (f.name.as_str(), branch)));
        all.filter(|(_, branch)| branch.test.is_none())
    }
}

/// A table of the functions that branch, what was missed, and the tests.
impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{:24} {:>8} {:>6} {:>6}   tests",
            "function", "branches", "search", "random"
        )?;
        for function in self.functions.iter().filter(|function| !function.branches.is_empty()) {
            let covered = function.branches.iter().filter(|branch| branch.test.is_some()).count();
            let by_chance = function.branches.iter().filter(|branch| branch.by_chance).count();
            let mut tests: Vec<usize> =
                function.branches.iter().filter_map(|branch| branch.test).collect();
            tests.sort_unstable();
            tests.dedup();
            let tests: Vec<String> = tests.iter().map(usize::to_string).collect();
            let (name, branches) = (&function.name, function.branches.len());
            writeln!(
                out,
                "{name:24} {branches:>8} {covered:>6} {by_chance:>6}   {}",
                tests.join(" ")
            )?;
        }
        let (branches, covered, by_chance) =
            (self.branch_count(), self.covered(), self.covered_by_chance());
        writeln!(
            out,
            "{:24} {branches:>8} {covered:>6} {by_chance:>6}   after {} \
            executions",
            "all", self.executions
        )?;
        for (function, branch) in self.missed() {
            writeln!(out, "not covered: {function}, {branch}")?;
        }
        for (number, test) in self.tests.iter().enumerate() {
            let calls: Vec<String> = test.iter().map(ToString::to_string).collect();
            writeln!(out, "test {number}: {}", calls.join("; "))?;
        }
        Ok(())
    }
}
