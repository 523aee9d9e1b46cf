//! Text of explanations.

use crate::distance::Distance;
use crate::fitness::{CallStep, Chain, Divergence, Fitness};
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Function};
use crate::objective::{Cause, Explanation, Goal, Place};
use alloc::string::{String, ToString};
use core::fmt::{self, Display, Formatter};

/// Maximum number of branches of a chain that are printed.
const BRANCHES: usize = 8;
/// Maximum number of calls of a chain that are printed.
const CALLS: usize = 8;

/// Shows what is missing, in a few lines. The first line has the goal and its value; the last line
/// has no line break.
impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Named { explanation: self, names: |_| None, title: |_| None }.fmt(f)
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
        Named { explanation: self, names, title: |_| None }
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
        let words = move |place: Place| Some(place.in_graph(graph).to_string());
        Named { explanation: self, names: words, title: words }
    }
}

/// An explanation with the names by which it is printed.
struct Named<'a, N, T> {
    explanation: &'a Explanation,
    /// Returns the name of a place, if it has one.
    names: N,
    /// Returns the place of the goal as the first line shows it.
    title: T,
}

impl<N: Fn(Place) -> Option<String>, T: Fn(Place) -> Option<String>> Display for Named<'_, N, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Explanation { goal, fitness, place, why, .. } = self.explanation;
        match place.and_then(&self.title) {
            Some(title) => write!(f, "{goal} ({title}): {}", Value(*fitness))?,
            None => write!(f, "{goal}: {}", Value(*fitness))?,
        }
        if self.explanation.in_direct_calls {
            f.write_str(", in calls by the test itself")?;
        }
        match (why, place) {
            (Cause::Covered, _) => Ok(()),
            (Cause::Away(chain), _) => self.chain(f, chain),
            (Cause::Stopped { block, ran, wanted }, _) => {
                write!(
                    f,
                    "\n  {} was entered; {ran} of its statements ran to the end, {wanted} are \
                     needed",
                    self.block(*block)
                )
            }
            (Cause::Own, None) => {
                f.write_str("\n  it has no place in the control flow; its own condition is not met")
            }
            (Cause::Own, Some(place)) => match goal {
                Goal::Mutant(_) => {
                    f.write_str("\n  it was reached, but the state was not infected")
                }
                Goal::StrongMutant(_) if fitness.level > 0 => f.write_str(
                    "\n  it was reached, but the state was not infected, and no output differs",
                ),
                Goal::StrongMutant(_) => {
                    f.write_str("\n  the state was infected, but no output differs")
                }
                Goal::Method(_) => write!(
                    f,
                    "\n  {} was entered, but not by a call of the test itself",
                    self.place(*place)
                ),
                Goal::MethodNoException(_) => {
                    write!(
                        f,
                        "\n  no call of {} by the test itself returned normally",
                        self.place(*place)
                    )
                }
                _ => {
                    let reached =
                        if matches!(place, Place::Branch(_)) { "taken" } else { "entered" };
                    write!(
                        f,
                        "\n  {} was {reached}, but the goal's own condition is not met",
                        self.place(*place)
                    )
                }
            },
            (Cause::NoSuchPlace, None) => f.write_str("\n  the graph does not have its place"),
            (Cause::NoSuchPlace, Some(place)) => {
                write!(f, "\n  the graph has no {}", self.place(*place))
            }
        }
    }
}

impl<N: Fn(Place) -> Option<String>, T> Named<'_, N, T> {
    /// Writes where the execution left the way, and which branches and calls must follow.
    fn chain(&self, f: &mut Formatter<'_>, chain: &Chain) -> fmt::Result {
        f.write_str("\n  nearest: ")?;
        match chain.divergence {
            Divergence::Missed(edge, Distance::INFINITE) => {
                write!(f, "{} was missed, by an unknown distance", self.edge(edge))?;
            }
            Divergence::Missed(edge, distance) => {
                write!(f, "{} was missed by {distance}", self.edge(edge))?;
            }
            Divergence::Taken(edge) => write!(f, "{} was taken", self.edge(edge))?,
            Divergence::Entered(block) if !chain.calls.is_empty() && chain.branches.is_empty() => {
                write!(f, "{} was entered", self.block(block))?;
            }
            Divergence::Entered(block) => write!(
                f,
                "{} was entered, but the branch that it took is unknown",
                self.block(block)
            )?,
            Divergence::Left(edge) => {
                write!(
                    f,
                    "{} was left by {}, but never by the branch that is needed",
                    self.block(edge.source),
                    self.edge(edge)
                )?;
            }
            Divergence::Started(function) => write!(f, "{} was entered", self.function(function))?,
            Divergence::NotEntered(function) => {
                write!(f, "{} was never entered", self.function(function))?;
                if let Goal::Context(..) | Goal::ContextEntry(_) = self.explanation.goal {
                    f.write_str(" in this context")?;
                }
            }
            Divergence::OutOfReach => f.write_str("nothing, it is out of reach")?,
        }
        if let (Divergence::Taken(_) | Divergence::Started(_), Some(block)) =
            (chain.divergence, self.next(chain))
        {
            write!(f, ", but {}, which depends on it, was not entered", self.block(block))?;
        }
        if let Some(operands) = &self.explanation.operands {
            write!(f, ": {operands}")?;
        }
        self.branches(f, &chain.branches)?;
        for call in chain.calls.iter().take(CALLS) {
            let CallStep { function, block, site, is_dispatch, .. } = call;
            let one_of = if *is_dispatch { ", one of several callees there" } else { "" };
            write!(
                f,
                "\n  then: {} calls {} at {site}{one_of}",
                self.block(*block),
                self.function(*function)
            )?;
            self.branches(f, &call.branches)?;
        }
        match chain.calls.len().saturating_sub(CALLS) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more calls"),
        }
    }

    /// Writes the branches that must be taken, at most [`BRANCHES`] of them.
    fn branches(&self, f: &mut Formatter<'_>, branches: &[Edge]) -> fmt::Result {
        for (place, &edge) in branches.iter().take(BRANCHES).enumerate() {
            write!(f, "{}{}", if place == 0 { "\n  then: " } else { ", " }, self.edge(edge))?;
        }
        match branches.len().saturating_sub(BRANCHES) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
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

    /// Returns the name of a function, or its id.
    fn function(&self, function: Function) -> String {
        self.place(Place::Function(function))
    }

    /// Returns the name of a block, or its id.
    fn block(&self, block: Block) -> String {
        self.place(Place::Block(block))
    }

    /// Returns the name of a branch, or its id with the blocks at its ends.
    fn edge(&self, edge: Edge) -> String {
        let Edge { branch, source, target, outcome } = edge;
        let ids = || {
            alloc::format!(
                "{branch} ({} -> {} on {outcome})",
                self.block(source),
                self.block(target)
            )
        };
        (self.names)(Place::Branch(branch)).unwrap_or_else(ids)
    }
}

/// The value of a goal in words.
struct Value(Fitness);

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Fitness::COVERED => f.write_str("covered"),
            Fitness::NEVER => f.write_str("out of reach"),
            Fitness { level, distance } => write!(f, "level {level}, distance {distance}"),
        }
    }
}
