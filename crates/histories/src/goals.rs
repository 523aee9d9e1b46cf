//! Coverage goals of histories: vectors of conditions, definitions and uses, paths, calling
//! contexts. They are covered where copies of blocks are reached.

use crate::definitions::{DefinitionPlace, DefinitionUse, UsePlace};
use crate::{CopiedVector, HistoryCriterion, UnrolledGraph};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::id::{Block, Branch, Variable};
use sbst::objective::{Goal, HistoryGoal, Kind, Needs, Place};

/// Goal to evaluate a decision with a vector: the number of the block of its first condition, and
/// the number of the vector among [those](crate::decisions::Vectors::all) of the decision.
pub const VECTOR: Kind = Kind::new("vector").unwrap();
/// Goal to let a definition reach a use, by the number of the pair in [`UnrolledGraph::pairs`].
pub const DEFINITION_USE: Kind = Kind::new("definition-use").unwrap();
/// Goal to let a definition reach one of its uses, by the number of its first pair in
/// [`UnrolledGraph::pairs`].
pub const DEFINITION: Kind = Kind::new("definition").unwrap();
/// Goal to follow a path, by its number in [`UnrolledGraph::paths`].
pub const PATH: Kind = Kind::new("path").unwrap();
/// Goal to take a branch in a calling context: the number of the context in
/// [`UnrolledGraph::contexts`], and that of the branch.
pub const CONTEXT: Kind = Kind::new("context-branch").unwrap();
/// Goal to enter a function without decided branches in a calling context, by the number of the
/// context in [`UnrolledGraph::contexts`].
pub const CONTEXT_ENTRY: Kind = Kind::new("context-entry").unwrap();

/// Number of blocks after the first up to which a path is shown in full.
const MOST_BLOCKS: usize = 12;

impl UnrolledGraph {
    /// Returns the goals of a criterion. `graph` is the graph of the program. A registry has to
    /// [follow](sbst::objective::Goals::follow) the [history](Self::history) to measure them; in a
    /// campaign, [`HistoryGoals`](crate::HistoryGoals) does so.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::Goals;
    /// use sbst_histories::paths::prime_paths;
    /// use sbst_histories::{HistoryCriterion, UnrolledGraph};
    ///
    /// // 0: while a { 1 }  2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let paths = prime_paths(&graph, Function::new(0), 100)?;
    /// let unrolled = UnrolledGraph::builder(&graph).paths(paths).build()?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.follow(unrolled.history())?;
    /// goals.extend(unrolled.goals(&graph, HistoryCriterion::Path));
    ///
    /// let last = goals.ids().last().expect("three paths");
    /// let needs = goals.needs(last).expect("a goal");
    /// assert_eq!(needs.words(), Some("f0: block 1 -> block 0 -> block 2"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn goals(&self, graph: &FlowGraph, criterion: HistoryCriterion) -> Vec<HistoryGoal> {
        match criterion {
            HistoryCriterion::MultipleCondition => {
                self.vectors().map(|row| self.vector_goal(row)).collect()
            }
            HistoryCriterion::DefinitionUse => self.definition_use_goals(),
            HistoryCriterion::Definition => self.definition_goals(),
            HistoryCriterion::Path => self.path_goals(graph),
            HistoryCriterion::Context => self.context_goals(graph),
        }
    }

    /// Returns the identity of the goal to evaluate a decision with a vector.
    pub(crate) fn vector(&self, row: &CopiedVector) -> Goal {
        let first = self.first(row.decision).map_or(0, |block| block.number());
        let rows = self.vectors_of(row.decision);
        let place = rows.partition_point(|before| before.vector < row.vector);
        VECTOR.goal([first, place as u32])
    }

    /// Returns the goal to evaluate a decision with a vector. Its place is the first condition.
    pub(crate) fn vector_goal(&self, row: CopiedVector) -> HistoryGoal {
        let words = format!("{} of {}", row.vector, self.name_of(row.decision));
        let mut needs = Needs::at(self.first(row.decision)).in_words(words);
        needs = needs.entailing(self.taken_by(row));
        // Several vectors may end with one branch, as in `(a && b) || c`. Then that branch says
        // nothing about a single vector.
        if let Some(sole) = row.sole {
            needs = needs.entailed_by(sole);
        }
        HistoryGoal::new(self.vector(&row), needs, self.history(), [row.branch])
    }

    /// Returns a goal for each pair of a definition and a use that it reaches: the criterion
    /// all-uses.
    ///
    /// Source: Rapps, Weyuker, "Selecting Software Test Data Using Data Flow Information" (1985).
    fn definition_use_goals(&self) -> Vec<HistoryGoal> {
        let mut goals = Vec::new();
        let mut first = 0;
        for (number, (pair, places)) in (0_u32..).zip(self.pair_places()) {
            if definition_of(pair) != definition_of(&self.pair_places()[first as usize].0) {
                first = number;
            }
            let needs = match pair.place {
                UsePlace::Statement(at) => Needs::at_statements([at]).entailing_statements([at]),
                UsePlace::Branch(branch) => Needs::at([branch]).entailing([branch]),
            };
            let needs = entailing(needs, pair.definition)
                .entailing_goals([DEFINITION.goal([first])])
                .in_words(pair.to_string());
            goals.push(self.at_uses(DEFINITION_USE.goal([number]), needs, places));
        }
        goals
    }

    /// Returns a goal for each definition, covered if the definition reaches one of its uses: the
    /// criterion all-definitions. A definition that reaches no use has no goal.
    ///
    /// Source: Rapps, Weyuker 1985.
    fn definition_goals(&self) -> Vec<HistoryGoal> {
        // Pairs are sorted by variable and definition, so that the pairs of one definition are
        // neighbours.
        let (mut goals, mut first) = (Vec::new(), 0);
        for pairs in self.pair_places().chunk_by(|a, b| definition_of(&a.0) == definition_of(&b.0))
        {
            let (variable, definition) = definition_of(&pairs[0].0);
            let needs = match definition {
                DefinitionPlace::Entry(function) => Needs::at([function]),
                DefinitionPlace::Statement(at) => Needs::at_statements([at]),
            };
            let words = format!("a use of {variable} as defined at {definition}");
            let needs = entailing(needs, definition).in_words(words);
            let uses = pairs.iter().flat_map(|(_, places)| places);
            goals.push(self.at_uses(DEFINITION.goal([first]), needs, uses));
            first += pairs.len() as u32;
        }
        goals
    }

    /// Creates a goal that is covered at uses among the copies.
    fn at_uses<'a>(
        &self,
        goal: Goal,
        needs: Needs,
        places: impl IntoIterator<Item = &'a UsePlace> + Clone,
    ) -> HistoryGoal {
        let branches = places.clone().into_iter().filter_map(|place| match place {
            UsePlace::Branch(branch) => Some(*branch),
            UsePlace::Statement(_) => None,
        });
        let statements = places.into_iter().filter_map(|place| match place {
            UsePlace::Statement(statement) => Some(*statement),
            UsePlace::Branch(_) => None,
        });
        HistoryGoal::new(goal, needs, self.history(), branches).or_statements(statements)
    }

    /// Returns a goal for each path: to enter its blocks one after the other, in one activation.
    fn path_goals(&self, graph: &FlowGraph) -> Vec<HistoryGoal> {
        let mut goals = Vec::new();
        for (number, (path, place)) in (0..).zip(self.path_places()) {
            let (Some(&last), blocks) = (path.blocks().last(), path.blocks()) else { continue };
            let steps: Vec<Branch> = blocks
                .windows(2)
                .filter_map(|step| {
                    let mut ways = graph.successors(step[0]).filter(|way| way.1 == step[1]);
                    // A path names blocks, not edges. With two ways to the next block, either may
                    // have been taken.
                    let way = ways.next().filter(|_| ways.next().is_none());
                    way.and_then(|(outcome, _)| graph.branch(step[0], outcome))
                })
                .collect();
            let needs = Needs::at([last])
                .entailing(blocks.iter().copied())
                .entailing(steps)
                .in_words(path_in_words(blocks, graph));
            goals.push(HistoryGoal::new(PATH.goal([number]), needs, self.history(), *place));
        }
        goals
    }

    /// Returns a goal for each decided branch in each calling context, and an entry goal for each
    /// calling context of a function without decided branches.
    ///
    /// Source: the criterion "context branch" of EvoSuite (CBRANCH), whose contexts are whole call
    /// stacks.
    fn context_goals(&self, graph: &FlowGraph) -> Vec<HistoryGoal> {
        let mut goals = Vec::new();
        for (number, context) in (0..).zip(self.contexts()) {
            let Some(copy) = self.context_copy(number) else { continue };
            let copies = self.graph();
            let before = goals.len();
            let decided =
                copies.branches_in(copy).filter(|&branch| copies.edge(branch).outcome.is_decided());
            for copied in decided {
                if let Some(branch) = self.history().branch_of(graph, copied) {
                    let needs = self.in_context(number, branch.into(), graph);
                    let identity = CONTEXT.goal([number, branch.number()]);
                    goals.push(HistoryGoal::new(identity, needs, self.history(), [copied]));
                }
            }
            if goals.len() == before {
                let needs = self.in_context(number, context.callee.into(), graph);
                let identity = CONTEXT_ENTRY.goal([number]);
                goals.push(HistoryGoal::new(identity, needs, self.history(), [copy]));
            }
        }
        goals
    }

    /// Returns the needs of a place in a calling context.
    fn in_context(&self, number: u32, place: Place, graph: &FlowGraph) -> Needs {
        let sites = self.contexts().get(number as usize).map_or(&[][..], |at| &at.sites);
        let mut words = place.in_graph(graph).to_string();
        words.push_str(if sites.is_empty() { ", called by the test" } else { ", called" });
        for (place, (caller, site)) in sites.iter().enumerate() {
            let before = if place == 0 { " at" } else { ", at" };
            words.push_str(&format!("{before} {site} of {}", graph.show_function(*caller)));
        }
        Needs::at([place]).entailing([place]).in_words(words)
    }
}

/// Returns the variable and the place of the definition of a pair.
fn definition_of(pair: &DefinitionUse) -> (Variable, DefinitionPlace) {
    (pair.variable, pair.definition)
}

/// Adds that a definition is reached.
fn entailing(needs: Needs, definition: DefinitionPlace) -> Needs {
    match definition {
        DefinitionPlace::Entry(function) => needs.entailing([function]),
        DefinitionPlace::Statement(at) => needs.entailing_statements([at]),
    }
}

/// Returns the blocks of a path; of a long one its first and its last blocks only.
fn path_in_words(blocks: &[Block], graph: &FlowGraph) -> String {
    let Some((&first, rest)) = blocks.split_first() else { return String::new() };
    let mut words = graph.show_block(first).to_string();
    let half = MOST_BLOCKS / 2;
    let is_long = rest.len() > MOST_BLOCKS;
    let hidden = if is_long { half..rest.len() - half } else { 0..0 };
    for (place, &block) in rest.iter().enumerate() {
        if !hidden.contains(&place) {
            words.push_str(&format!(" -> {}", graph.show_local_block(block)));
        } else if place == hidden.start {
            words.push_str(" -> ..");
        }
    }
    words
}
