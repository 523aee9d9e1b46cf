//! Text of explanations.

use crate::distance::Distance;
use crate::fitness::{CallStep, Chain, Divergence, Fitness};
use crate::flow::{Edge, FlowGraph, on_one_line};
use crate::id::Block;
use crate::objective::{Cause, Explanation, Goal, Place};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt::{self, Display, Formatter};

/// Maximum number of branches of a chain that are printed.
const BRANCHES: usize = 8;
/// Maximum number of calls of a chain that are printed.
const CALLS: usize = 8;

/// Shows what is missing, in a few lines. The first line has the goal and its value; the last line
/// has no line break.
impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.with_names(|_| None).fmt(f)
    }
}

impl Explanation {
    /// Returns the explanation for display, with the caller's names of functions, blocks and
    /// branches. A place for which `names` returns `None` keeps its id; a branch without a name is
    /// shown by its blocks. The first line keeps the identity of the goal.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goals, Place, Tables, branch_goals};
    ///
    /// const BLOCKS: [&str; 3] = ["check", "accept", "reject"];
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).decide(0, lt(14, 10));
    ///
    /// let explanation = goals.explain(
    ///     goals.ids().next().expect("two"),
    ///     &goals.observe(&graph, &trace, &mut tables),
    /// );
    /// let named = explanation.with_names(|place| match place {
    ///     Place::Block(block) => BLOCKS.get(block.index()).map(|name| name.to_string()),
    ///     _ => None,
    /// });
    /// assert!(
    ///     named
    ///         .to_string()
    ///         .ends_with("nearest: e0 (check -> accept on true) was missed by 5")
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn with_names<'a>(
        &'a self,
        names: impl Fn(Place) -> Option<String> + 'a,
    ) -> impl Display + 'a {
        Named { explanation: self, names: Box::new(names), is_titled: false }
    }

    /// Returns the explanation for display, with the names of the graph. Functions and blocks
    /// appear with their names, a block without a name with its number within the function. The
    /// first line keeps the identity of the goal, followed by its place in parentheses.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// let mut order = FlowBuilder::new().function_name("order");
    /// let [check, accept, reject] = order.named_blocks(["check", "accept", "reject"]);
    /// let body = order.branch(check, accept, reject).exit(accept).exit(reject);
    /// let graph = FlowGraph::of(&body)?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).decide(check, lt(14, 10));
    ///
    /// let first = goals.ids().next().expect("two goals");
    /// let explanation = goals.explain(first, &goals.observe(&graph, &trace, &mut tables));
    /// assert_eq!(
    ///     explanation.in_graph(&graph).to_string(),
    ///     "branch e0 (order: check -> accept on true): level 0, distance 5
    ///   nearest: order: check -> accept on true was missed by 5"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn in_graph<'a>(&'a self, graph: &'a FlowGraph) -> impl Display + 'a {
        self.named_in(graph)
    }

    /// Returns the explanation with the names and the title that it has in a graph.
    fn named_in<'a>(&'a self, graph: &'a FlowGraph) -> Named<'a> {
        let names = Box::new(|place: Place| Some(place.in_graph(graph).to_string()));
        Named { explanation: self, names, is_titled: true }
    }

    /// Returns what is missing, line by line, with the names of the graph. The lines are those of
    /// [`in_graph`](Self::in_graph) after its first one, without the place where the execution left
    /// the way if it is the goal's own: "missed by 5".
    ///
    /// A name is shown on one line, whatever characters it has.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).decide(0, lt(14, 10));
    /// let first = goals.ids().next().expect("two goals");
    /// let why = goals.explain(first, &goals.observe(&graph, &trace, &mut tables));
    /// assert_eq!(why.missing_in_graph(&graph), ["missed by 5"]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn missing_in_graph(&self, graph: &FlowGraph) -> Vec<String> {
        // A goal with words of its own is not just its place.
        let own = if self.words.is_some() { None } else { self.place };
        self.named_in(graph).missing(own)
    }
}

/// An explanation with the names by which it is printed.
struct Named<'a> {
    explanation: &'a Explanation,
    /// Returns the name of a place, if it has one.
    names: Box<dyn Fn(Place) -> Option<String> + 'a>,
    /// `true` if the first line shows the name of the place.
    is_titled: bool,
}

impl Display for Named<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Explanation { goal, fitness, place, words, .. } = self.explanation;
        let title = || place.filter(|_| self.is_titled).and_then(&self.names);
        match words.as_deref().map(String::from).or_else(title) {
            Some(title) => write!(f, "{goal} ({title}): {}", value(*fitness))?,
            None => write!(f, "{goal}: {}", value(*fitness))?,
        }
        if self.explanation.in_direct_calls {
            f.write_str(", in calls by the test itself")?;
        }
        self.missing(None).iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl Named<'_> {
    /// Returns what is missing, line by line. The first line leaves the place out if it is `own`.
    fn missing(&self, own: Option<Place>) -> Vec<String> {
        let Explanation { goal, fitness, place, why, .. } = self.explanation;
        let line = match (why, place) {
            (Cause::Covered, _) => return Vec::new(),
            (Cause::Away(chain), _) => return self.chain(chain, own),
            (Cause::Stopped { block, ran, wanted }, _) => format!(
                "{} was entered; {ran} of its statements ran to the end, {wanted} are needed",
                self.block(*block)
            ),
            (Cause::Own, None) => {
                "it has no place in the control flow; its own condition is not met".into()
            }
            (Cause::Own, &Some(place)) => match (goal, self.place(place)) {
                (Goal::Mutant(_), _) => "it was reached, but the state was not infected".into(),
                (Goal::StrongMutant(_), _) if fitness.level > 0 => {
                    "it was reached, but the state was not infected, and no output differs".into()
                }
                (Goal::StrongMutant(_), _) => {
                    "the state was infected, but no output differs".into()
                }
                (Goal::Method(_), name) => {
                    format!("{name} was entered, but not by a call of the test itself")
                }
                (Goal::MethodNoException(_), name) => {
                    format!("no call of {name} by the test itself returned normally")
                }
                (_, name) => {
                    let taken = matches!(place, Place::Branch(_));
                    let reached = if taken { "taken" } else { "entered" };
                    format!("{name} was {reached}, but the goal's own condition is not met")
                }
            },
            (Cause::NoSuchPlace, None) => "the graph does not have its place".into(),
            (Cause::NoSuchPlace, Some(place)) => format!("the graph has no {}", self.place(*place)),
        };
        vec![line]
    }

    /// Returns where the execution left the way, and which branches and calls must follow.
    fn chain(&self, chain: &Chain, own: Option<Place>) -> Vec<String> {
        let mut lines = vec![self.divergence(chain, own)];
        if let Some(operands) = &self.explanation.operands {
            lines[0].push_str(&format!(": {}", on_one_line(operands)));
        }
        lines.extend(self.branches(&chain.branches));
        for call in chain.calls.iter().take(CALLS) {
            let CallStep { function, block, site, is_dispatch, .. } = call;
            let one_of = if *is_dispatch { ", one of several callees there" } else { "" };
            let (block, function) = (self.block(*block), self.place(Place::Function(*function)));
            lines.push(format!("then: {block} calls {function} at {site}{one_of}"));
            lines.extend(self.branches(&call.branches));
        }
        if chain.calls.len() > CALLS {
            lines.push(format!("and {} more calls", chain.calls.len() - CALLS));
        }
        lines
    }

    /// Returns what happened at the place where the execution left the way.
    fn divergence(&self, chain: &Chain, own: Option<Place>) -> String {
        let branch = |edge: Edge| (Place::Branch(edge.branch), self.edge(edge));
        let other = |place| (place, self.place(place));
        let ((place, name), mut what) = match chain.divergence {
            Divergence::Missed(edge, Distance::INFINITE) => {
                (branch(edge), "missed, by an unknown distance".into())
            }
            Divergence::Missed(edge, distance) => (branch(edge), format!("missed by {distance}")),
            Divergence::Taken(edge) => (branch(edge), "taken".to_string()),
            Divergence::Entered(block) if !chain.calls.is_empty() && chain.branches.is_empty() => {
                (other(Place::Block(block)), "entered".into())
            }
            Divergence::Entered(block) => (
                other(Place::Block(block)),
                "entered, but the branch that it took is unknown".into(),
            ),
            Divergence::Left(edge) => (
                other(Place::Block(edge.source)),
                format!("left by {}, but never by the branch that is needed", self.edge(edge)),
            ),
            Divergence::Started(function) => {
                (other(Place::Function(function)), "entered".to_string())
            }
            Divergence::NotEntered(function) => {
                let context = if self.explanation.in_context { " in this context" } else { "" };
                (other(Place::Function(function)), format!("never entered{context}"))
            }
            Divergence::OutOfReach => return "nearest: nothing, it is out of reach".into(),
        };
        if let (Divergence::Taken(_) | Divergence::Started(_), Some(block)) =
            (chain.divergence, self.next(chain))
        {
            let block = self.block(block);
            what.push_str(&format!(", but {block}, which depends on it, was not entered"));
        }
        if own == Some(place) { what } else { format!("nearest: {name} was {what}") }
    }

    /// Returns the branches that must be taken, at most [`BRANCHES`] of them.
    fn branches(&self, branches: &[Edge]) -> Option<String> {
        let mut line = String::from("then: ");
        for (number, &edge) in branches.iter().take(BRANCHES).enumerate() {
            line.push_str(if number == 0 { "" } else { ", " });
            line.push_str(&self.edge(edge));
        }
        if branches.len() > BRANCHES {
            line.push_str(&format!(" and {} more", branches.len() - BRANCHES));
        }
        (!branches.is_empty()).then_some(line)
    }

    /// Returns the block that did not run although it depends on the divergence.
    fn next(&self, chain: &Chain) -> Option<Block> {
        match (chain.branches.first(), self.explanation.place) {
            (Some(edge), _) => Some(edge.source),
            (None, _) if !chain.calls.is_empty() => chain.calls.first().map(|call| call.block),
            (None, Some(Place::Block(block))) => Some(block),
            _ => None,
        }
    }

    /// Returns the name of a place, or its id.
    fn place(&self, place: Place) -> String {
        (self.names)(place).unwrap_or_else(|| match place {
            Place::Function(function) => function.to_string(),
            Place::Block(block) => block.to_string(),
            Place::Branch(branch) => branch.to_string(),
        })
    }

    /// Returns the name of a block, or its id.
    fn block(&self, block: Block) -> String {
        self.place(Place::Block(block))
    }

    /// Returns the name of a branch, or its id with the blocks at its ends.
    fn edge(&self, edge: Edge) -> String {
        let Edge { branch, source, target, outcome } = edge;
        let ids =
            || format!("{branch} ({} -> {} on {outcome})", self.block(source), self.block(target));
        (self.names)(Place::Branch(branch)).unwrap_or_else(ids)
    }
}

/// Returns a value in words.
fn value(fitness: Fitness) -> String {
    match fitness {
        Fitness::COVERED => "covered".into(),
        Fitness::NEVER => "out of reach".into(),
        Fitness { level, distance } => format!("level {level}, distance {distance}"),
    }
}
