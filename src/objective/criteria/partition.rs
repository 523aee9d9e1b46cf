//! Output goals and input goals.

use crate::distance::Distance;
use crate::execution::{Domain, Fact, Facts, Partition};
use crate::fitness::Fitness;
use crate::id::Function;
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{CoverageGoal, Goal, GoalForm, Needs, Objective, Observed, Scalar};

/// Converts the distance to a partition into the value of a form; without an observed value it is
/// (0, infinite).
fn near(distance: Option<Distance>, form: GoalForm) -> Fitness {
    let keeps_distances = matches!(form, GoalForm::Levels | GoalForm::Flat);
    match distance {
        Some(distance) if keeps_distances || distance == Distance::ZERO => distance.into(),
        _ => NO_GRADIENT,
    }
}

/// The goal to return a value of one partition: output coverage.
///
/// Source: Zhou et al. 2024, section 2.1, without a fitness function. The distances are ours:
/// [`Partition::distance`].
///
/// ```
/// use sbst::execution::{Domain, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goals, Tables, output_goals};
///
/// const SIGN: Function = Function::new(0);
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(output_goals(SIGN, Domain::SIGNED)); // negative, zero, positive
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// trace.returned(SIGN, 3);
/// trace.returned(SIGN, 9);
/// let seen = goals.observe(&graph, &trace, &mut tables);
/// let scalars: Vec<f64> =
///     goals.ids().map(|id| goals.fitness_of(id, &seen).scalar()).collect();
/// assert_eq!(scalars, [4.0 / 5.0, 3.0 / 4.0, 0.0]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
impl<X: Facts + ?Sized> Objective<X> for CoverageGoal<(Function, Partition)> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let (function, partition) = self.target;
        let distance = seen.executed().and_then(|run| run.output_distance(function, partition));
        near(distance, self.form.form)
    }
    fn goal(&self) -> Goal {
        Goal::Output(self.target.0, self.target.1)
    }
    fn needs(&self) -> Needs {
        let needs = Needs::at([self.target.0]).reading(Fact::Outputs);
        needs.reading_executed().with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// The goal to pass a value of one partition as an argument: input coverage.
///
/// Source: as for outputs, applied to arguments.
///
/// ```
/// use sbst::execution::{Domain, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goals, Tables, input_goals};
///
/// // fn pad(text: &str, width: usize)
/// const PAD: Function = Function::new(0);
/// let mut goals = Goals::<Trace>::new();
/// // empty, not empty; zero, positive
/// goals.extend(input_goals(PAD, &[Domain::COLLECTION, Domain::UNSIGNED]));
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (trace, mut tables, mut row) =
///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// let f = trace.root().enter(PAD);
/// f.argument(0, "abc");
/// f.argument(1, 0_usize);
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert_eq!(
///     row.iter().map(|value| value.distance.get()).collect::<Vec<_>>(),
///     [3.0, 0.0, 0.0, 1.0]
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
impl<X: Facts + ?Sized> Objective<X> for CoverageGoal<(Function, u32, Partition)> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let (function, argument, partition) = self.target;
        let distance =
            seen.executed().and_then(|run| run.input_distance(function, argument, partition));
        near(distance, self.form.form)
    }
    fn goal(&self) -> Goal {
        Goal::Input(self.target.0, self.target.1, self.target.2)
    }
    fn needs(&self) -> Needs {
        let needs = Needs::at([self.target.0]).reading(Fact::Inputs);
        needs.reading_executed().with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// Returns the output goals of a function: one for each partition of the returned values.
///
/// ```
/// use sbst::execution::Domain;
/// use sbst::id::Function;
/// use sbst::objective::{Goal, output_goals};
///
/// let names: Vec<String> = output_goals(Function::new(0), Domain::BOOL)
///     .map(|goal| Goal::Output(goal.target.0, goal.target.1).to_string())
///     .collect();
/// assert_eq!(names, ["f0 returns true", "f0 returns false"]);
/// ```
pub fn output_goals(
    function: Function,
    returned: Domain,
) -> impl Iterator<Item = CoverageGoal<(Function, Partition)>> {
    returned.partitions().map(move |partition| CoverageGoal::new((function, partition)))
}

/// Returns the input goals of a function: one for each partition of each argument.
///
/// ```
/// use sbst::execution::Domain;
/// use sbst::id::Function;
/// use sbst::objective::input_goals;
///
/// let arguments = [Domain::UNSIGNED, Domain::default(), Domain::COLLECTION];
/// let goals = input_goals(Function::new(0), &arguments);
/// assert_eq!(goals.count(), 2 + 0 + 2); // one domain for each argument
/// ```
pub fn input_goals(
    function: Function,
    arguments: &[Domain],
) -> impl Iterator<Item = CoverageGoal<(Function, u32, Partition)>> + Clone {
    let numbered = (0..).zip(arguments);
    numbered.flat_map(move |(argument, domain)| {
        domain.partitions().map(move |partition| CoverageGoal::new((function, argument, partition)))
    })
}
