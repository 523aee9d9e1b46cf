//! Functions with everything that a goal can be made of: lines, mutants, methods, results,
//! exceptions.

use super::Subject;
use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Overflow, Unary, relation, values};
use sbst::execution::Frame;
use sbst::flow::{FlowError, FlowGraph, Lines};
use sbst::id::{Function, Line, Mutant};
use sbst::objective::{Criterion, Method, MutantGoal};
use sbst::subsumption::mutants::{Change, Model, Mutation, Orders};
use sbst::subsumption::smart::{Correlation, Selection, Smart};
use std::sync::{Arc, OnceLock};

/// A subject with mutants, and the methods that tests call.
pub(crate) struct Mutated {
    pub(crate) subject: Subject,
    pub(crate) methods: fn() -> Vec<Method>,
    /// The expressions that have mutants.
    pub(super) sites: &'static [Site],
}

/// An expression: where it is, and what stands there.
pub(super) struct Site {
    pub(super) function: u32,
    pub(super) block: u32,
    pub(super) statement: u32,
    pub(super) original: Original,
}

#[derive(Clone, Copy)]
pub(super) enum Original {
    /// It decides the block.
    Relation(Relation),
    /// Of wrapping integers.
    Arithmetic(Arithmetic),
    /// A variable, before which an operator is put, or in the place of which 0.
    Variable,
}

/// As many numbers are reserved for the mutants of each site.
const EACH: u32 = 8;

impl Original {
    /// What the mutants of a site change, in the order of their numbers.
    fn changes(self) -> Vec<Change> {
        match self {
            Self::Relation(original) => {
                let others = Relation::ALL.into_iter().filter(|&mutant| mutant != original);
                others
                    .map(|mutant| Change::Relation { original, mutant, orders: Orders::Any })
                    .collect()
            }
            Self::Arithmetic(original) => {
                let others = Arithmetic::ALL.into_iter().filter(|&mutant| mutant != original);
                others
                    .map(|mutant| Change::Arithmetic { original, mutant, model: Model::Wrapping })
                    .collect()
            }
            Self::Variable => {
                let inserted = [Unary::Negate, Unary::Increment, Unary::Decrement]
                    .map(|operator| Change::Inserted { operator, model: Model::Wrapping });
                inserted.into_iter().chain([Change::Other]).collect()
            }
        }
    }
}

/// What smart selection did when a campaign was built.
pub(crate) type Selected = Arc<OnceLock<Selection>>;

impl Mutated {
    /// A campaign by eight criteria, for all of their goals or for those that smart selection
    /// keeps.
    pub(crate) fn campaign(
        &self,
        smart: Option<Smart>,
    ) -> Result<(CampaignBuilder, Selected), FlowError> {
        let graph = self.subject.graph()?;
        let ((mutants, mutations), lines) = (self.mutants(&graph), self.lines(&graph));
        let smart = smart
            .unwrap_or_else(|| Smart { correlation: Correlation::default(), ..Smart::default() });
        let selected = Selected::default();
        let chosen = Arc::clone(&selected);
        let campaign = Campaign::builder()
            .graph(graph)
            .lines(lines)
            .methods((self.methods)())
            .mutants(mutants)
            .criteria(Criterion::SMART)
            .without(move |program, goals| {
                chosen
                    .get_or_init(|| smart.select(goals, program, &mutations))
                    .dropped_goals()
                    .collect()
            });
        Ok((campaign, selected))
    }

    /// The mutants as goals, and what they change.
    pub(crate) fn mutants(&self, graph: &FlowGraph) -> (Vec<MutantGoal>, Vec<Mutation>) {
        let (mut goals, mut mutations) = (Vec::new(), Vec::new());
        for (expression, site) in (0..).zip(self.sites) {
            let block = graph.block(Function::new(site.function), site.block);
            for (number, change) in (EACH * expression..).zip(site.original.changes()) {
                let mutant = Mutant::new(number);
                goals.push(MutantGoal::new(mutant, block.statement(site.statement)));
                let decides = matches!(change, Change::Relation { .. }).then_some(block);
                mutations.push(Mutation { mutant, expression, change, decides });
            }
        }
        (goals, mutations)
    }

    /// A line for each statement.
    pub(crate) fn lines(&self, graph: &FlowGraph) -> Lines {
        let statements = graph.all_blocks().flat_map(|block| {
            (0..graph.statements(block)).map(move |index| block.statement(index))
        });
        Lines::new((1..).map(Line::new).zip(statements).map(|(line, statement)| (statement, line)))
    }
}

/// Hooks that also tell how far the mutants of a site are.
pub(super) trait Infected {
    /// Decides the block of a site, a relation.
    fn compare(&self, sites: &[Site], site: u32, left: i64, right: i64) -> bool;
    /// The result of a site, an operator; `None` for a division by zero.
    fn compute(&self, sites: &[Site], site: u32, left: i64, right: i64) -> Option<i64>;
    /// The value of a site, a variable.
    fn read(&self, sites: &[Site], site: u32, value: i64) -> i64;
}

impl Infected for Frame<'_> {
    fn compare(&self, sites: &[Site], site: u32, left: i64, right: i64) -> bool {
        let Site { block, original, .. } = sites[site as usize];
        let Original::Relation(holds) = original else { unreachable!("a relation") };
        for (number, change) in (EACH * site..).zip(original.changes()) {
            if let Change::Relation { mutant, .. } = change {
                self.infected(Mutant::new(number), relation(left, right, holds, mutant));
            }
        }
        self.decide(block, self.rules().compare(holds, left, right))
    }

    fn compute(&self, sites: &[Site], site: u32, left: i64, right: i64) -> Option<i64> {
        let original = sites[site as usize].original;
        let Original::Arithmetic(operator) = original else { unreachable!("an operator") };
        let result = operator.of(left, right, Overflow::Wraps);
        for (number, change) in (EACH * site..).zip(original.changes()) {
            if let Change::Arithmetic { mutant, .. } = change {
                self.infected(
                    Mutant::new(number),
                    values(result, mutant.of(left, right, Overflow::Wraps)),
                );
            }
        }
        result
    }

    fn read(&self, sites: &[Site], site: u32, value: i64) -> i64 {
        for (number, change) in (EACH * site..).zip(sites[site as usize].original.changes()) {
            let distance = match change {
                Change::Inserted { operator, .. } => {
                    values(Some(value), operator.of(value, Overflow::Wraps))
                }
                _ => values(Some(value), Some(0)),
            };
            self.infected(Mutant::new(number), distance);
        }
        value
    }
}

/// Sites of a function, in rows of (block, statement, what stands there).
pub(super) const fn sites<const N: usize>(rows: [(u32, u32, u32, Original); N]) -> [Site; N] {
    let mut sites =
        [const { Site { function: 0, block: 0, statement: 0, original: Original::Variable } }; N];
    let mut at = 0;
    while at < N {
        let (function, block, statement, original) = rows[at];
        sites[at] = Site { function, block, statement, original };
        at += 1;
    }
    sites
}
