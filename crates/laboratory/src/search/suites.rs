//! Whole suites: an individual is a suite, and its fitness is one number.

use super::Standard;
use super::breeding::Breeding;
use super::generated::count_generated;
use crate::subject::Test;
use crate::technique::{Run, SearchError};
use sbst::Campaign;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::objective::Roots;
use sbst::objective::suite::{LinesOfSuite, SuiteRow};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Number of tests of a first suite, and of any suite, at most.
const FIRST: usize = 4;
const MOST: usize = 30;

/// A test that was executed, and how near it comes to each goal. Goals that were discovered later
/// are not covered by it.
struct Executed {
    test: Test,
    row: Vec<Fitness>,
}

/// A suite, and its fitness by the goals that are pursued.
#[derive(Clone)]
struct Suite {
    tests: Vec<Arc<Executed>>,
    fitness: f64,
}

/// Searches for one suite that is near to all goals, as Fraser and Arcuri 2013 do: suites exchange
/// tests, and tests are changed, added and left out. The fitness of a suite is the sum over the
/// goals that are pursued (Zhou et al. 2024, 2.3, Eq. 7 to 14).
pub(super) fn search(technique: &Standard, run: &mut Run<'_>) -> Result<(), SearchError> {
    let campaign: Campaign<Test> = technique.parts.campaign(run)?.roots(Roots::All).build()?;
    let breeding = Breeding::new(run, technique.seeds, technique.population, technique.fresh);
    let dropped = campaign.left_out().iter().copied().collect();
    let known = campaign.goals().len();
    Suites { technique, run, campaign, dropped, breeding, known }.search()
}

struct Suites<'t, 'r, 's> {
    technique: &'t Standard,
    run: &'r mut Run<'s>,
    campaign: Campaign<Test>,
    dropped: BTreeSet<GoalId>,
    breeding: Breeding<'s>,
    /// Number of goals when the suites were last sorted. Goals that were discovered since do not
    /// count yet, so that suites stay comparable.
    known: usize,
}

impl Suites<'_, '_, '_> {
    fn search(mut self) -> Result<(), SearchError> {
        let size = self.technique.population;
        let mut population: Vec<Suite> = Vec::new();
        while population.len() < size && !self.run.is_over() {
            let count = 1 + self.breeding.random.below(FIRST);
            let tests = (0..count).map(|_| self.any_test()).collect::<Result<_, _>>()?;
            population.push(self.suite(tests));
        }
        self.sort(&mut population);
        while !self.run.is_over() {
            let mut next = vec![population[0].clone()];
            while next.len() < size && !self.run.is_over() {
                let parents = [self.parent(&population), self.parent(&population)];
                let children = self.children(&parents)?;
                // The parents stay if both children are worse than the better parent (Fraser,
                // Arcuri 2013, Algorithm 1).
                let best =
                    |pair: &[Suite; 2]| if order(&pair[1], &pair[0]).is_lt() { 1 } else { 0 };
                let are_better =
                    order(&children[best(&children)], &parents[best(&parents)]).is_le();
                next.extend(if are_better { children } else { parents });
            }
            next.truncate(size);
            population = next;
            self.sort(&mut population);
        }
        count_generated(&mut self.campaign, self.run)
    }

    /// Sorts the suites. Their fitness is added anew if goals were discovered since.
    fn sort(&mut self, population: &mut [Suite]) {
        if self.known != self.campaign.goals().len() {
            self.known = self.campaign.goals().len();
            for suite in &mut *population {
                *suite = self.suite(std::mem::take(&mut suite.tests));
            }
        }
        population.sort_by(order);
    }

    fn suite(&self, tests: Vec<Arc<Executed>>) -> Suite {
        let mut row = SuiteRow::new();
        for test in &tests {
            row.add(&test.row);
        }
        let pursued = self
            .campaign
            .goals()
            .ids()
            .take(self.known)
            .filter(|goal| !self.dropped.contains(goal));
        let fitness = match self.technique.parts.normaliser {
            // The rows have the numbers already. No test was measured for a goal that was
            // discovered later.
            Some(_) => pursued
                .map(|goal| row.fitness(goal).distance.get())
                .map(|value| if value.is_finite() { value } else { 1.0 })
                .sum(),
            None => row.combined(self.campaign.goals(), pursued, LinesOfSuite::Augmented),
        };
        Suite { tests, fitness }
    }

    fn execute(&mut self, test: Test) -> Result<Arc<Executed>, SearchError> {
        let mut row = self.run.execute(&mut self.campaign, &test)?.row.to_vec();
        self.technique.parts.judge(&mut row)?;
        Ok(Arc::new(Executed { test, row }))
    }

    fn any_test(&mut self) -> Result<Arc<Executed>, SearchError> {
        let test = self.breeding.first();
        self.execute(test)
    }

    /// Returns the better of two suites.
    fn parent(&mut self, population: &[Suite]) -> Suite {
        let ranks = [0; 2].map(|_| self.breeding.random.below(population.len()));
        population[ranks[0].min(ranks[1])].clone()
    }

    /// Returns the beginning of one parent and the end of the other, changed; and the other way
    /// round.
    fn children(&mut self, parents: &[Suite; 2]) -> Result<[Suite; 2], SearchError> {
        let share = self.breeding.random.below(1024);
        let cut = parents.each_ref().map(|parent| parent.tests.len() * share / 1024);
        let mut child = |head: usize, tail: usize| {
            let mut tests = parents[head].tests[..cut[head]].to_vec();
            tests.extend_from_slice(&parents[tail].tests[cut[tail]..]);
            self.mutate(&mut tests)?;
            Ok::<_, SearchError>(self.suite(tests))
        };
        Ok([child(0, 1)?, child(1, 0)?])
    }

    /// Changes or drops one test on average, and adds one now and then.
    fn mutate(&mut self, tests: &mut Vec<Arc<Executed>>) -> Result<(), SearchError> {
        for at in (0..tests.len()).rev() {
            if self.run.is_over() {
                return Ok(());
            }
            if self.breeding.random.below(tests.len()) > 0 {
                continue;
            }
            if self.breeding.random.chance(1, 4) {
                tests.remove(at);
            } else {
                let test = self.breeding.changed(&tests[at].test);
                tests[at] = self.execute(test)?;
            }
        }
        while (tests.is_empty() || tests.len() < MOST && self.breeding.random.chance(1, 3))
            && !self.run.is_over()
        {
            let test = self.any_test()?;
            tests.push(test);
        }
        tests.truncate(MOST);
        Ok(())
    }
}

/// Orders suites: nearer ones first, then shorter ones.
fn order(a: &Suite, b: &Suite) -> Ordering {
    a.fitness.total_cmp(&b.fitness).then(a.tests.len().cmp(&b.tests.len()))
}
