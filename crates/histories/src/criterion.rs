//! Criteria of histories, and the finder that brings their goals into a campaign.

use crate::goals::{CONTEXT, DEFINITION, DEFINITION_USE, PATH, VECTOR};
use crate::{UnrolledError, UnrolledGraph};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use sbst::execution::{Fact, Facts, Trace};
use sbst::flow::GraphMismatch;
use sbst::id::Block;
use sbst::objective::{
    Discovery, Goal, Goals, HistoryGoal, Kind, Needs, Objective, Program, Reader,
};

/// Coverage criterion whose goals are about the history of an execution. MC/DC is
/// [`Pairing`](crate::Pairing), because its goals follow from the vectors that were seen.
///
/// | criterion | goal | value while not covered | source |
/// |---|---|---|---|
/// | [`MultipleCondition`](Self::MultipleCondition) | evaluate a decision with a vector | (level, distance), > 0; a level for each condition that is still to be decided | Myers 1979; [`decisions`](crate::decisions) |
/// | [`DefinitionUse`](Self::DefinitionUse) | reach a use while a definition is the last one | value of the statement or branch goal after the definition; not defined: plus the levels to the definition | Rapps, Weyuker 1985 |
/// | [`Definition`](Self::Definition) | reach one of the uses of a definition | value of its nearest pair | Rapps, Weyuker 1985 |
/// | [`Path`](Self::Path) | follow a path | (level, distance), > 0; a level for each decision that is still to be made | Ammann, Offutt; [`paths`](crate::paths) |
/// | [`Context`](Self::Context) | take a branch in a calling context | (level, distance), > 0 | EvoSuite's context branches |
///
/// Goals are of a kind for each criterion, and have numbers:
///
/// ```
/// use sbst_histories::{CONTEXT, CONTEXT_ENTRY, DEFINITION, DEFINITION_USE, PATH, VECTOR};
///
/// let kinds = [VECTOR, DEFINITION_USE, DEFINITION, PATH, CONTEXT, CONTEXT_ENTRY];
/// let third = kinds.map(|kind| kind.goal([3]).to_string());
/// assert_eq!(third[3], "path 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum HistoryCriterion {
    /// Multiple condition coverage: every vector of every decision that control flow permits.
    MultipleCondition,
    /// All-uses: every definition reaches each of its uses.
    DefinitionUse,
    /// All-definitions: every definition reaches one of its uses.
    Definition,
    /// Path coverage: every path that was given: pairs of edges, sequences of blocks, prime paths.
    Path,
    /// Context branch coverage: every decided branch in every calling context.
    Context,
}

impl HistoryCriterion {
    /// Slice of all criteria, in their order. A later version may have more.
    pub const ALL: &'static [Self] = &[
        Self::MultipleCondition,
        Self::DefinitionUse,
        Self::Definition,
        Self::Path,
        Self::Context,
    ];

    /// Returns the name of the criterion in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MultipleCondition => "multiple condition",
            Self::DefinitionUse => "definition-use",
            Self::Definition => "definition",
            Self::Path => "path",
            Self::Context => "context branch",
        }
    }

    /// Returns the kind of its goals; of contexts, that of branches.
    const fn kind(self) -> Kind {
        match self {
            Self::MultipleCondition => VECTOR,
            Self::DefinitionUse => DEFINITION_USE,
            Self::Definition => DEFINITION,
            Self::Path => PATH,
            Self::Context => CONTEXT,
        }
    }
}

/// Shows the [name](HistoryCriterion::name) of the criterion.
impl fmt::Display for HistoryCriterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The goals of some criteria of one unrolled graph, to be given to a campaign by
/// [`CampaignBuilder::discover`](sbst::campaign::CampaignBuilder::discover). All of them are known
/// from the start.
///
/// Goals lie in the functions that the campaign is [restricted](Program::only) to. They are numbered
/// by the unrolled graph, so a registry has the goals of one such graph of each kind: those of a
/// second one are refused.
///
/// ```
/// use sbst::Campaign;
/// use sbst::distance::lt;
/// use sbst::flow::FlowBuilder;
/// use sbst::id::Function;
/// use sbst_histories::paths::prime_paths;
/// use sbst_histories::{HistoryCriterion, HistoryGoals, UnrolledError, UnrolledGraph};
///
/// // 0: while i < n { 1 }  2
/// let mut campaign = Campaign::builder()
///     .function(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?
///     .discover(|program| {
///         let paths = prime_paths(program.graph(), Function::new(0), 100);
///         let paths = paths.map_err(sbst::campaign::CampaignError::finder)?;
///         let unrolled = UnrolledGraph::builder(program.graph()).paths(paths).build()?;
///         Ok(HistoryGoals::new(program, unrolled, [HistoryCriterion::Path])?)
///     })
///     .build()?;
/// for n in [0, 1, 2] {
///     campaign.run(&n, |caller, n| {
///         let f = caller.enter(Function::new(0));
///         (0..).take_while(|i| f.decide(0, lt(*i, *n))).for_each(|_| f.end(1));
///         f.end(2);
///     })?;
/// }
/// let report = campaign.report().to_string();
/// assert!(report.starts_with("3 of 3 goals covered in 3 runs\n1 of run 2 covers\n  path 0 (f0: block 0"));
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HistoryGoals {
    unrolled: UnrolledGraph,
    goals: Vec<HistoryGoal>,
    /// By decision that has no goals: its first condition, and the number of conditions.
    left_out: Vec<(Block, usize)>,
    kind: Kind,
    /// The fact that is read, if there are goals.
    fact: Option<Fact>,
}

impl HistoryGoals {
    /// Makes the goals of [`HistoryCriterion::MultipleCondition`] for all decisions of a program.
    ///
    /// # Errors
    ///
    /// [`UnrolledError`] if there would be too many copies of blocks.
    pub fn vectors(program: &Program<'_>) -> Result<Self, UnrolledError> {
        let decisions = own_decisions(program);
        let unrolled = UnrolledGraph::builder(program.graph()).decisions(decisions).build()?;
        Self::new(program, unrolled, [HistoryCriterion::MultipleCondition])
    }

    /// Makes the goals of some criteria in a program.
    ///
    /// # Errors
    ///
    /// [`UnrolledError::OtherGraph`] if the copies were made from another graph, and
    /// [`UnrolledError::NoDecisions`] for [`HistoryCriterion::MultipleCondition`] if the program has
    /// decisions and the copies tell none apart.
    pub fn new(
        program: &Program<'_>,
        unrolled: UnrolledGraph,
        criteria: impl IntoIterator<Item = HistoryCriterion>,
    ) -> Result<Self, UnrolledError> {
        let graph = program.graph();
        graph.check(unrolled.history().made_for())?;
        let is_own = |goal: &HistoryGoal| program.includes(&Objective::<Trace>::needs(goal));
        let (mut goals, mut left_out, mut kind) = (Vec::new(), Vec::new(), VECTOR);
        for criterion in criteria {
            if criterion == HistoryCriterion::MultipleCondition {
                let tells_none = unrolled.decisions().is_empty() && unrolled.left_out().is_empty();
                if tells_none && own_decisions(program).next().is_some() {
                    return Err(UnrolledError::NoDecisions);
                }
                left_out.extend(left_out_of(program, &unrolled));
            }
            goals.extend(unrolled.goals(graph, criterion).into_iter().filter(is_own));
            kind = criterion.kind();
        }
        let fact = (!goals.is_empty()).then(|| unrolled.history().fact());
        Ok(Self { unrolled, goals, left_out, kind, fact })
    }
}

impl<X: Facts + ?Sized> Discovery<X> for HistoryGoals {
    fn reader(&self) -> Reader {
        Reader::Kind(self.kind)
    }
    fn facts(&self) -> &[Fact] {
        self.fact.as_slice()
    }
    fn finds(&self, _: Goal) -> bool {
        false
    }
    fn begin(&mut self, goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        let own = self.goals.iter().map(|goal| Objective::<X>::goal(goal));
        follow(&self.unrolled, own, goals)?;
        goals.extend(self.goals.drain(..));
        for &(first, conditions) in &self.left_out {
            leave_out(goals, first, conditions);
        }
        Ok(())
    }
    fn see(&mut self, _: &mut Goals<X>, _: &X) {}
    fn adopt(&mut self, _: &mut Goals<X>, _: &[(Goal, bool)]) {}
}

/// Lets a registry follow the copies, of which these goals are.
///
/// # Errors
///
/// [`GraphMismatch`] if the registry has goals of another graph, or goals of these kinds in other
/// copies, where their numbers mean something else.
pub(crate) fn follow<X: Facts + ?Sized>(
    unrolled: &UnrolledGraph,
    own: impl IntoIterator<Item = Goal>,
    goals: &mut Goals<X>,
) -> Result<(), GraphMismatch> {
    let kind = |goal| if let Goal::Of(kind, _) = goal { Some(kind) } else { None };
    let kinds: BTreeSet<Option<Kind>> = own.into_iter().map(kind).collect();
    let mut known = goals.ids().filter(|&id| kinds.contains(&kind(goals.goal(id))));
    if known.any(|id| goals.needs(id).is_some_and(|needs| !needs.reads(unrolled.history().fact())))
    {
        let made_for = unrolled.graph().identity();
        let used_with = goals.followed().find(|&known| known != made_for);
        return Err(GraphMismatch { made_for, used_with: used_with.unwrap_or(made_for) });
    }
    goals.follow(unrolled.history())
}

/// Returns the decisions in the functions that goals are made of.
pub(crate) fn own_decisions<'a>(
    program: &'a Program<'_>,
) -> impl Iterator<Item = crate::decisions::CompoundDecision> + 'a {
    let all = crate::decisions::CompoundDecision::all(program.graph());
    all.filter(|decision| is_own(program, decision))
}

/// Returns `true` if a decision lies in the functions that goals are made of.
fn is_own(program: &Program<'_>, decision: &crate::decisions::CompoundDecision) -> bool {
    program.includes(&Needs::at(decision.conditions().first().copied()))
}

/// Returns the decisions without goals: the first condition and the number of conditions of each.
fn left_out_of<'a>(
    program: &'a Program<'_>,
    unrolled: &'a UnrolledGraph,
) -> impl Iterator<Item = (Block, usize)> + 'a {
    let own = unrolled.left_out().iter().filter(|decision| is_own(program, decision));
    own.filter_map(|decision| Some((*decision.conditions().first()?, decision.conditions().len())))
}

/// Says that a decision has no goals.
pub(crate) fn leave_out<X: ?Sized>(goals: &mut Goals<X>, first: Block, conditions: usize) {
    goals.leave_out(first, format!("decision of {conditions} conditions"));
}
