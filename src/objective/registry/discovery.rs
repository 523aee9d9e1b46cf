//! Kinds of goals that become known only when an execution shows them.

use crate::execution::Fact;
use crate::flow::GraphMismatch;
use crate::objective::{Goal, Goals, Reader};
use crate::selection::Pursuit;

#[cfg(doc)]
use crate::objective::Discoveries;

/// Finder of goals of one kind that become known only while a search sees executions of type `X`:
/// give it to a campaign by [`CampaignBuilder::discover`](crate::campaign::CampaignBuilder::discover),
/// or to [`Discoveries`]. The crate's own is that of
/// [exceptions](Discoveries::exceptions).
///
/// ```
/// use sbst::Campaign;
/// use sbst::distance::{ge, lt};
/// use sbst::execution::{Fact, Facts, Trace};
/// use sbst::flow::{Edge, FlowBuilder};
/// use sbst::id::Function;
/// use sbst::objective::{
///     Discovery, Goal, Goals, Kind, Needs, Objective, Observed, Reader, branch_goals, from_fn,
/// };
///
/// const OFTEN: Kind = Kind::new("often").unwrap();
///
/// fn identity(edge: &Edge) -> Goal {
///     OFTEN.goal([edge.branch.number()])
/// }
///
/// fn goal(&edge: &Edge) -> impl Objective<Trace> + use<> {
///     let needs = Needs::at([edge.source]).reading(Fact::Evaluations);
///     from_fn(identity(&edge), needs, move |seen: &Observed<'_, Trace>| {
///         ge(seen.run.evaluations(edge), 10).to_true().into()
///     })
/// }
///
/// /// A decision that was evaluated should be evaluated ten times.
/// struct Often(Vec<Edge>);
///
/// impl Discovery<Trace> for Often {
///     fn reader(&self) -> Reader {
///         Reader::Kind(OFTEN)
///     }
///     fn facts(&self) -> &[Fact] {
///         &[Fact::Evaluations]
///     }
///     fn finds(&self, goal: Goal) -> bool {
///         self.0.iter().any(|edge| goal == identity(edge))
///     }
///     fn see(&mut self, goals: &mut Goals<Trace>, run: &Trace) {
///         goals.extend(self.0.iter().filter(|edge| run.evaluations(**edge) > 0).map(goal));
///     }
///     fn adopt(&mut self, goals: &mut Goals<Trace>, found: &[(Goal, bool)]) {
///         let is_found = |edge: &&Edge| found.iter().any(|row| row.0 == identity(edge));
///         goals.extend(self.0.iter().filter(is_found).map(goal));
///     }
/// }
///
/// let mut campaign = Campaign::builder()
///     .function(&FlowBuilder::new().branch(0, 0, 1).exit(1))?
///     .goals(|program, goals| goals.extend(branch_goals(program.graph())))
///     .discover(|program| {
///         let graph = program.graph();
///         Ok(Often(graph.all_branches().take(1).map(|branch| graph.edge(branch)).collect()))
///     })
///     .build()?;
/// let outcome = campaign.run(&3, |caller, n| {
///     let f = caller.enter(Function::new(0));
///     (0..).take_while(|i| f.decide(0, lt(*i, *n))).for_each(drop);
/// })?;
/// assert_eq!(outcome.goals.len(), 3); // the goal was found
/// assert_eq!(outcome.row[2].distance.get(), 7.0); // 4 evaluations; 6 more, plus K
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
///
/// A finder never meets an execution that cannot be measured: what it [reads](Self::facts) is known, and
/// the execution is of the graph of the goals.
pub trait Discovery<X: ?Sized> {
    /// Returns the name for errors: [`Reader::Kind`] for goals of a kind of yours.
    fn reader(&self) -> Reader;

    /// Returns the facts that the finder and its goals read of an execution. Traces record them,
    /// and an execution that does not know them is refused. A goal that reads more is measured
    /// without it on the execution that showed it; the next execution is refused by its name.
    fn facts(&self) -> &[Fact];

    /// Returns `true` if this finder may make a goal.
    fn finds(&self, goal: Goal) -> bool;

    /// Adds what the registry needs before the first execution: the
    /// [histories](Goals::follow) that the goals read, and the goals that are known from the start.
    /// As provided, nothing.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the goals that it finds are those of another graph.
    fn begin(&mut self, _goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        Ok(())
    }

    /// Adds the goals that an execution shows. They are measured on this execution, too.
    fn see(&mut self, goals: &mut Goals<X>, run: &X);

    /// Adds the goals of another search, all of which are given, each with `true` if it is covered
    /// there. Goals that are of other kinds tell only what the other search has seen.
    fn adopt(&mut self, goals: &mut Goals<X>, found: &[(Goal, bool)]);

    /// Returns the goals that a search should pursue from now on, and those that it should set
    /// aside, as far as that changed since the last call. As provided, all goals are pursued from
    /// when they are added.
    fn take_pursuit(&mut self, _goals: &Goals<X>) -> Pursuit {
        Pursuit::default()
    }
}
