//! What a campaign is made of.

use super::campaign::{Campaign, Record, Search};
use super::error::CampaignError;
use super::ways::Ways;
use crate::execution::{AllCriteria, CallTree, Exceptions, Execution, Operands, Trace};
use crate::fitness::flag::{FlagGradient, Flags};
use crate::flow::{ControlFlow, FlowGraph, Lines};
use crate::id::GoalId;
use crate::objective::{Criterion, Forms, Goals, Method, MutantGoal, Program, Roots, Tables};
use crate::report::KeptTests;
use crate::selection::Frontier;
#[cfg(feature = "subsumption")]
use crate::subsumption::{Structure, mutants::Mutation, smart::Smart};
use alloc::boxed::Box;
use alloc::vec::Vec;

type Make<X> = Box<dyn FnOnce(&Program<'_>, &mut Goals<X>)>;
type LeaveOut<X> = Box<dyn FnOnce(&Program<'_>, &Goals<X>) -> Vec<GoalId>>;

/// Doc.
#[must_use]
pub struct CampaignBuilder<X: ?Sized = Trace> {
    graph: FlowGraph,
    methods: Vec<Method>,
    lines: Option<Lines>,
    mutants: Vec<MutantGoal>,
    forms: Forms,
    goals: Vec<Make<X>>,
    left_out: Vec<LeaveOut<X>>,
    roots: Roots,
    ways: Ways<X>,
    record: Record,
    reads_calls: bool,
}

impl Campaign<()> {
    /// Doc.
    pub fn builder() -> CampaignBuilder {
        CampaignBuilder::new().recorder(Trace::with_operands).operands()
    }
}

impl CampaignBuilder {
    /// Doc.
    pub fn recorder(self, settings: impl Fn(Trace) -> Trace + Send + Sync + 'static) -> Self {
        let before = self.record;
        Self { record: Box::new(move |trace| settings(before(trace))), ..self }
    }
}

impl<X: Execution + ?Sized> CampaignBuilder<X> {
    /// Doc.
    pub fn new() -> Self {
        Self {
            graph: FlowGraph::new(),
            methods: Vec::new(),
            lines: None,
            mutants: Vec::new(),
            forms: Forms::LEVELS,
            goals: Vec::new(),
            left_out: Vec::new(),
            roots: Roots::Active,
            ways: Ways::plain(),
            record: Box::new(|trace| trace),
            reads_calls: false,
        }
    }

    /// Doc.
    pub fn graph(self, graph: FlowGraph) -> Self {
        Self { graph, ..self }
    }

    /// Doc.
    pub fn function(mut self, body: &(impl ControlFlow + ?Sized)) -> Result<Self, CampaignError> {
        self.graph.add(body)?;
        Ok(self)
    }

    /// Doc.
    pub fn methods(self, methods: impl IntoIterator<Item = Method>) -> Self {
        Self { methods: methods.into_iter().collect(), ..self }
    }

    /// Doc.
    pub fn lines(self, lines: Lines) -> Self {
        Self { lines: Some(lines), ..self }
    }

    /// Doc.
    pub fn mutants(self, mutants: impl IntoIterator<Item = MutantGoal>) -> Self {
        Self { mutants: mutants.into_iter().collect(), ..self }
    }

    /// Doc.
    pub fn in_forms(self, forms: Forms) -> Self {
        Self { forms, ..self }
    }

    /// Doc.
    pub fn criteria(self, criteria: impl IntoIterator<Item = Criterion>) -> Self
    where
        X: AllCriteria,
    {
        let criteria: Vec<_> = criteria.into_iter().collect();
        let campaign = if criteria.contains(&Criterion::Exception) { self.exceptions() } else { self };
        campaign.goals(move |program, goals| criteria.into_iter().for_each(|criterion| drop(goals.add(criterion, program))))
    }

    /// Doc.
    pub fn goals(mut self, make: impl FnOnce(&Program<'_>, &mut Goals<X>) + 'static) -> Self {
        self.goals.push(Box::new(make));
        self
    }

    /// Doc.
    pub fn exceptions(mut self) -> Self
    where
        X: Exceptions,
    {
        self.ways.discover();
        self
    }

    /// Doc.
    pub fn operands(mut self) -> Self
    where
        X: Operands,
    {
        self.ways.read_operands();
        self
    }

    /// Doc.
    pub fn flags(mut self, flags: Flags, gradient: FlagGradient) -> Self
    where
        X: CallTree,
    {
        self.ways.refine(flags, gradient);
        Self { reads_calls: true, ..self }
    }

    /// Doc.
    pub fn roots(self, roots: Roots) -> Self {
        Self { roots, ..self }
    }

    /// Doc.
    pub fn without(mut self, choose: impl FnOnce(&Program<'_>, &Goals<X>) -> Vec<GoalId> + 'static) -> Self {
        self.left_out.push(Box::new(choose));
        self
    }

    /// Doc.
    #[cfg(feature = "subsumption")]
    pub fn subsumption(self, structure: Structure) -> Self {
        self.without(move |program, goals| structure.relate(goals, program, &[]).collapse(goals.ids()).subsumed().collect())
    }

    /// Doc.
    #[cfg(feature = "subsumption")]
    pub fn smart(self, smart: Smart, mutations: impl IntoIterator<Item = Mutation>) -> Self {
        let mutations: Vec<_> = mutations.into_iter().collect();
        self.without(move |program, goals| smart.select(goals, program, &mutations).dropped_goals().collect())
    }

    /// Doc.
    pub fn build<T>(self) -> Result<Campaign<T, X>, CampaignError> {
        self.build_by_cost(|_| ())
    }

    /// Doc.
    pub fn build_by_cost<T, C>(self, cost: impl Fn(&T) -> C + Send + Sync + 'static) -> Result<Campaign<T, X, C>, CampaignError> {
        let Self { graph, methods, lines, mutants, forms, goals: make, left_out, roots, ways, record, reads_calls } = self;
        let program = Program::new(&graph).with_methods(&methods).with_mutants(&mutants).in_forms(forms);
        let program = lines.as_ref().map_or(program, |lines| program.with_lines(lines));
        program.check()?;
        let mut goals = Goals::for_graph(&graph);
        make.into_iter().for_each(|make| make(&program, &mut goals));
        goals.check(&graph)?;
        if goals.is_empty() && ways.discover.is_none() {
            return Err(CampaignError::NoGoals);
        }
        let dropped = left_out.into_iter().flat_map(|choose| choose(&program, &goals)).collect();
        let tables = Tables::new(&graph);
        let (frontier, tests) = (Frontier::default(), KeptTests::by_cost(cost));
        let mut search =
            Search { graph, lines, goals, dropped, roots, ways, tables, frontier, tests, record, reads_calls, row: Vec::new() };
        search.follow();
        Ok(Campaign { recorder: None, is_recording: false, search })
    }
}

impl<X: Execution + ?Sized> Default for CampaignBuilder<X> {
    fn default() -> Self {
        Self::new()
    }
}

impl<X: ?Sized> core::fmt::Debug for CampaignBuilder<X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CampaignBuilder").field("graph", &self.graph).finish_non_exhaustive()
    }
}
