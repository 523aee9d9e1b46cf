//! Criteria of the library and of the crate of histories, asked for alike.

use sbst::campaign::CampaignBuilder;
use sbst::execution::Facts;
use sbst::flow::FlowGraph;
use sbst::id::Block;
use sbst::objective::{Criterion, Goal, Program, Reader};
use sbst_histories::decisions::{CompoundDecision, Independence};
use sbst_histories::{
    CONTEXT, DEFINITION, DEFINITION_USE, HistoryCriterion, HistoryGoals, PATH, Pairing,
    UnrolledGraph, VECTOR,
};

/// A criterion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Asked {
    Of(Criterion),
    History(HistoryCriterion),
    McDc,
}

impl Asked {
    pub(crate) fn all() -> Vec<Self> {
        let histories = HistoryCriterion::ALL.iter().map(|&criterion| Self::History(criterion));
        let own = Criterion::ALL.iter().map(|&criterion| Self::Of(criterion));
        own.chain(histories).chain([Self::McDc]).collect()
    }

    /// Whether its goals are vectors of decisions.
    pub(crate) fn is_of_vectors(self) -> bool {
        matches!(self, Self::History(HistoryCriterion::MultipleCondition) | Self::McDc)
    }

    /// Who reads the facts of its goals.
    pub(crate) fn reader(self) -> Reader {
        Reader::Kind(match self {
            Self::Of(criterion) => return Reader::Criterion(criterion),
            Self::McDc => VECTOR,
            Self::History(criterion) => match criterion {
                HistoryCriterion::MultipleCondition => VECTOR,
                HistoryCriterion::DefinitionUse => DEFINITION_USE,
                HistoryCriterion::Definition => DEFINITION,
                HistoryCriterion::Path => PATH,
                _ => CONTEXT,
            },
        })
    }
}

/// Adds the goals of criteria, those of histories in these copies.
pub(crate) fn ask<X: Facts + ?Sized>(
    mut builder: CampaignBuilder<X>,
    asked: &[Asked],
    unrolled: &UnrolledGraph,
    rule: Independence,
) -> CampaignBuilder<X> {
    for &criterion in asked {
        let unrolled = unrolled.clone();
        builder = match criterion {
            Asked::Of(criterion) => builder.criteria([criterion]),
            Asked::History(criterion) => builder
                .discover(move |program| Ok(HistoryGoals::new(program, unrolled, [criterion])?)),
            Asked::McDc => builder.discover(move |_| Ok(Pairing::new(&unrolled, rule))),
        };
    }
    builder
}

/// The copies of all decisions.
pub(crate) fn decisions(graph: &FlowGraph) -> UnrolledGraph {
    let all = CompoundDecision::all(graph);
    UnrolledGraph::builder(graph).decisions(all).build().expect("small")
}

/// The goals of all vectors of a program.
pub(crate) fn vectors(program: &Program<'_>) -> HistoryGoals {
    HistoryGoals::vectors(program).expect("small")
}

/// The first condition of the decision that a goal of a vector is about.
pub(crate) fn condition(goal: Goal) -> Option<Block> {
    match goal {
        Goal::Of(VECTOR, [first, ..]) => Some(Block::new(first)),
        _ => None,
    }
}
