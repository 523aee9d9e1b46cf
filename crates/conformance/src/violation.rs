//! Violations: the laws that an adapter can break.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use sbst::distance::Distance;
use sbst::execution::{Fact, Partition, Thrown};
use sbst::flow::{FlowError, GraphMismatch, Outcome};
use sbst::id::{Activation, Block, Branch, Function, Mutant};

/// A broken law, with its place. The [module page](super) lists the laws.
///
/// In violations of [`control_flow`](super::control_flow()), a block is its number within the
/// function. In all other violations it is an id of the graph. Operands are numbered by their index
/// in the given list.
///
/// ```
/// use sbst_conformance::{Violation};
/// use sbst::flow::FlowBuilder;
///
/// let found = sbst_conformance::control_flow(&FlowBuilder::new().branch(0, 1, 3).exit(1));
/// assert_eq!(&found[..], [Violation::NoSuchBlock { from: 0, to: 3, blocks: 2 }]);
/// assert_eq!(
///     found.to_string(),
///     "block 0 has an edge to block 3, but there are 2 blocks"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts say what the fields are")]
pub enum Violation {
    // Control flow.
    /// The function has no block.
    #[error("the function has no block")]
    Empty,
    /// The number of blocks is not the same each time.
    #[error("the number of blocks changed from {before} to {after}: it must be the same each time")]
    BlockCountChanged { before: usize, after: usize },
    /// There are more blocks than a `u32` can number.
    #[error("there are {blocks} blocks, more than a graph can number")]
    TooManyBlocks { blocks: usize },
    /// There are more edges than a `u32` can number, counted up to this block.
    #[error(
        "up to block {block} there are more edges, cases, arms or exceptions than a graph can \
         number"
    )]
    TooManyEdges { block: u32 },
    /// The block is not described in the same way each time.
    #[error("the description of block {block} changes: it must be the same each time")]
    DescriptionChanged { block: u32 },
    /// The block has no edge, and no exit.
    #[error("block {block} has neither an edge nor an exit")]
    Undescribed { block: u32 },
    /// An edge leads to a block that does not exist.
    #[error("block {from} has an edge to block {to}, but {}", there_are(*blocks, "block"))]
    NoSuchBlock { from: u32, to: u32, blocks: u32 },
    /// Two edges of the block have the same outcome.
    #[error("block {block} declares the outcome {outcome} more than once")]
    DuplicateOutcome { block: u32, outcome: Outcome },
    /// Two arms of a selection have the same value.
    #[error("block {block} lists the value {value} on two arms")]
    Overlap { block: u32, value: i128 },
    /// No path leads from the entry to these blocks.
    #[error("{} cannot be reached from the entry", range(*first, *last))]
    Unreachable { first: u32, last: u32 },
    /// The graph refuses what is said of decisions.
    #[error("{0}")]
    NotOneDecision(FlowError),

    // Operands: values by their index in the list.
    /// Two values are equal, and their distance is not 0.
    #[error("values {first} and {second} are equal, but their distance is {apart}")]
    EqualApart { first: usize, second: usize, apart: Distance },
    /// Two values differ, and their distance is 0.
    #[error("values {first} and {second} differ, but their distance is 0")]
    DifferentTogether { first: usize, second: usize },
    /// Two values differ, and their distance to being equal is 0.
    #[error("values {first} and {second} differ, but their distance to being equal is 0")]
    DifferentAtEquality { first: usize, second: usize },
    /// The distance between two values depends on their order.
    #[error(
        "the distance of values {first} and {second} is {apart}, and {back} the other way round"
    )]
    Asymmetric { first: usize, second: usize, apart: Distance, back: Distance },
    /// The distance between two values is not the same each time.
    #[error("the distance of values {first} and {second} changed from {before} to {later}")]
    ApartChanged { first: usize, second: usize, before: Distance, later: Distance },
    /// The order of two values contradicts their reverse order, or their equality.
    #[error("the order of values {first} and {second} contradicts itself")]
    OrderContradicts { first: usize, second: usize },
    /// A value is not less than another, and its distance to being less is 0.
    #[error("value {first} is not less than value {second}, but its distance to being less is 0")]
    LessAtZero { first: usize, second: usize },
    /// A value is greater than another, and its distance to being at most the other is 0.
    #[error(
        "value {first} is greater than value {second}, but its distance to being at most value \
         {second} is 0"
    )]
    AtMostAtZero { first: usize, second: usize },
    /// The distance to `<` is less than the distance to `<=`.
    #[error(
        "the distance of value {first} to being less than value {second} is {to_less}, and to \
         being at most that it is {to_at_most}, which is more"
    )]
    LessNearer { first: usize, second: usize, to_less: Distance, to_at_most: Distance },
    /// A larger gap between two numbers has a smaller distance.
    #[error(
        "value {nearer} is nearer to value {from} than value {further} is, although value \
         {further} lies between them"
    )]
    LargerGapNearer { from: usize, nearer: usize, further: usize },

    // Executions: the graph.
    /// The execution was recorded for another graph.
    #[error("the execution was {0}")]
    OtherGraph(GraphMismatch),

    // Executions: one question, asked twice.
    /// The progress in a block is not the same each time.
    #[error("the progress in {block} changed from {} to {}", shown(.first), shown(.second))]
    ProgressChanged { block: Block, first: Option<u32>, second: Option<u32> },
    /// The distance of a branch is not the same each time.
    #[error("the distance of {branch} changed from {} to {}", shown(.first), shown(.second))]
    DistanceChanged { branch: Branch, first: Option<Distance>, second: Option<Distance> },
    /// A function is reported as entered at one time, and not at another.
    #[error("{function} is reported as entered at one time, and not at another")]
    EnteredChanged { function: Function },

    // Executions: one answer against another.
    /// A block or branch of the function has an answer, and the function is not reported as
    /// entered.
    #[error("{function} has answers, but is not reported as entered")]
    NotNamed { function: Function },
    /// The function is reported as entered, and none of its blocks and branches has an answer.
    #[error("{function} is reported as entered, but none of its blocks and branches has an answer")]
    NothingKnown { function: Function },
    /// A function is reported that the graph does not have.
    #[error("{function} is reported, but the graph has no such function")]
    NoSuchFunction { function: Function },
    /// The progress in a block is greater than its number of statements.
    #[error("the progress in {block} is {progress}, but it has {}", counted(*statements, "statement"))]
    ProgressBeyond { block: Block, progress: u32, statements: u32 },
    /// No path of entered blocks and taken edges leads from the entry to an entered block.
    #[error("{block} was entered, but no path of entered blocks and taken edges leads to it")]
    NoWayIn { block: Block },
    /// A branch has a distance, and its block was not entered.
    #[error("{branch} has a distance, but its block {source_block} was not entered")]
    NotEntered { branch: Branch, source_block: Block },
    /// A branch has a distance, and its block was not completed, which evaluates the decision at
    /// its end.
    #[error(
        "{branch} has a distance, but only {progress} of {statements} statements of its block \
         {source_block} were executed"
    )]
    Incomplete { branch: Branch, source_block: Block, progress: u32, statements: u32 },
    /// An implicit branch that is no exception has a distance other than 0.
    #[error("the implicit branch {branch} has the distance {distance}")]
    ImplicitDistance { branch: Branch, distance: Distance },
    /// One branch of a decision has a distance, and another has none.
    #[error("{known} of {block} has a distance, but {unknown} of the same decision has none")]
    PartlyKnown { block: Block, known: Branch, unknown: Branch },
    /// A decision was evaluated, and none of its branches has the distance 0.
    #[error("the predicate of {block} was evaluated, but no branch of it was taken")]
    NothingTaken { block: Block },
    /// A decision was evaluated once, and several of its branches have the distance 0.
    #[error("the predicate of {block} was evaluated once, but {taken} branches of it were taken")]
    SeveralTaken { block: Block, taken: u32 },

    // Evaluations.
    /// The number of evaluations is not the same each time.
    #[error("the number of evaluations of {branch} changed from {first} to {second}")]
    EvaluationsChanged { branch: Branch, first: u32, second: u32 },
    /// An implicit branch has evaluations, although it has no predicate.
    #[error("the implicit branch {branch} was evaluated {}", times(*evaluations))]
    ImplicitEvaluations { branch: Branch, evaluations: u32 },
    /// Two branches of a decision have different numbers of evaluations.
    #[error(
        "one branch of {block} has {}, and another branch of the same decision has {second}",
        counted(*first, "evaluation")
    )]
    DifferentEvaluations { block: Block, first: u32, second: u32 },
    /// A branch has a distance, and no evaluations.
    #[error("{branch} has a distance, but was never evaluated")]
    NotEvaluated { branch: Branch },
    /// A branch has evaluations, and no distance.
    #[error("{branch} was evaluated {}, but has no distance", times(*evaluations))]
    NotKnown { branch: Branch, evaluations: u32 },

    // Executions and their parts: merged executions, earlier states, direct calls, copies,
    // activations.
    /// The distance in a merged execution is not the least distance in its parts, or a distance is
    /// less in a part of an execution than in the whole.
    #[error("the least distance of {branch} in the parts is {}, but in the whole execution it is {}", shown(.parts), shown(.whole))]
    DistanceOfWhole { branch: Branch, parts: Option<Distance>, whole: Option<Distance> },
    /// The progress in a merged execution is not the greatest progress in its parts, or progress is
    /// greater in a part of an execution than in the whole.
    #[error("the greatest progress in {block} in the parts is {}, but in the whole execution it is {}", shown(.parts), shown(.whole))]
    ProgressOfWhole { block: Block, parts: Option<u32>, whole: Option<u32> },
    /// The functions that a merged execution entered are not those that its parts entered, or an
    /// earlier state entered a function that a later one did not.
    #[error("{function} was entered by a part: {by_part}; by the whole execution: {}", !.by_part)]
    EnteredByWhole { function: Function, by_part: bool },
    /// The number of evaluations of a merged execution is not the sum over its parts, or the number
    /// in a part of an execution is greater than in the whole.
    #[error(
        "{branch} was evaluated {} in the parts together, but {} in the whole execution",
        times(*parts),
        times(*whole)
    )]
    EvaluationsOfWhole { branch: Branch, parts: u32, whole: u32 },

    // Facts.
    /// The execution that consists of the direct calls breaks a law, or all calls do not contain it.
    #[error("in direct calls: {0}")]
    InDirectCalls(Box<Violation>),
    /// The execution among the copies breaks a law, or the program's does not contain it.
    #[error("in copies: {0}")]
    InCopies(Box<Violation>),
    /// The answer whether the test called the function, or whether it returned, is not the same
    /// each time.
    #[error("the answer whether the test called {function}, or whether it returned, changes")]
    MethodCallsChanged { function: Function },
    /// The function returned to the test, and the test did not call it.
    #[error("{function} returned to the test, but was not called by it")]
    ReturnedNotCalled { function: Function },
    /// The answer whether an exception was thrown is not the same each time.
    #[error("the answer whether {thrown} was thrown changes")]
    ThrownChanged { thrown: Thrown },
    /// An exception is listed that was not thrown.
    #[error("{thrown} is listed, but was not thrown")]
    NotThrown { thrown: Thrown },
    /// An exception was thrown that is not listed.
    #[error("{thrown} was thrown, but is not listed")]
    NotNamedThrown { thrown: Thrown },
    /// The distance of a value from a partition is not the same each time.
    #[error("the distance of {place} from {partition} changes")]
    ValueChanged { place: ValuePlace, partition: Partition },
    /// A value has a distance from one partition, and none from another.
    #[error("{place} has a distance from {known}, but none from {unknown}")]
    ValuePartlyKnown { place: ValuePlace, known: Partition, unknown: Partition },
    /// A value came near a partition, and no value was in it or in a partition beside it.
    #[error("{place} came near {partition}, but was neither in it nor in a partition beside it")]
    ValueNowhere { place: ValuePlace, partition: Partition },
    /// The execution knows a fact at one time, and not at another.
    #[error("the execution knows {fact} at one time, and not at another")]
    KnowledgeChanged { fact: Fact },
    /// An argument has a distance, and is not listed.
    #[error(
        "argument {argument} of {function} has a distance, but `each_argument` does not visit it"
    )]
    ArgumentNotListed { function: Function, argument: u32 },
    /// A mutant has an infection or an effect, and is not listed.
    #[error("{mutant} has an infection or an effect, but `each_mutant` does not visit it")]
    MutantNotListed { mutant: Mutant },
    /// The infection distance of a mutant is not the same each time.
    #[error("the infection distance of {mutant} changes")]
    InfectionChanged { mutant: Mutant },

    // Effects.
    /// The effect of a mutant is not the same each time.
    #[error("the effect of {mutant} changes")]
    EffectChanged { mutant: Mutant },

    // Call trees.
    /// The number of activations is not the same each time.
    #[error("the number of activations changed from {before} to {after}")]
    ActivationCountChanged { before: u32, after: u32 },
    /// The function or the caller of an activation is not the same each time.
    #[error("the function or the caller of {activation} changes")]
    ActivationChanged { activation: Activation },
    /// An activation has no function. Activations after it were not checked.
    #[error("{}, but {activation} has no function", there_are(*count, "activation"))]
    NoCallee { activation: Activation, count: u32 },
    /// An activation with a number beyond the count has a function.
    #[error("{}, but {activation} has a function", there_are(*count, "activation"))]
    CalleeBeyond { activation: Activation, count: u32 },
    /// The caller of an activation does not come before it.
    #[error("the caller of {activation} is {caller}, which does not come before it")]
    CallerNotBefore { activation: Activation, caller: Activation },
    /// An activation has answers about a block of another function.
    #[error("{activation} has answers about {block}, which belongs to another function")]
    OtherFunction { activation: Activation, block: Block },
    /// An activation set its result in a block that it did not enter.
    #[error("{activation} set its result in {block}, which it did not enter")]
    ResultElsewhere { activation: Activation, block: Block },
    /// An activation reports two results in one block; only the last one counts.
    #[error("{activation} reports two results in {block}: report only the last one")]
    ResultTwice { activation: Activation, block: Block },
    /// An activation, as an execution of its function, breaks a law, or all calls do not contain it.
    #[error("in {activation}: {violation}")]
    InActivation { activation: Activation, violation: Box<Violation> },
}

/// Place of a value in a function.
///
/// ```
/// use sbst_conformance::ValuePlace;
/// use sbst::id::Function;
///
/// assert_eq!(ValuePlace::Output(Function::new(3)).to_string(), "the result of f3");
/// assert_eq!(ValuePlace::Input(Function::new(3), 0).to_string(), "argument 0 of f3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValuePlace {
    /// The result of the function.
    Output(Function),
    /// An argument of the function, counted from 0.
    Input(Function, u32),
}

/// Writes the place as `the result of f3` or `argument 0 of f3`.
impl core::fmt::Display for ValuePlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Output(function) => write!(f, "the result of {function}"),
            Self::Input(function, argument) => write!(f, "argument {argument} of {function}"),
        }
    }
}

/// Returns the text of neighbours: a single block is no range.
fn range(first: u32, last: u32) -> String {
    if first == last { format!("block {first}") } else { format!("blocks {first} to {last}") }
}

/// Returns the text of a count with its noun in singular or plural: "1 block", "2 blocks".
pub(super) fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns "1 time", "2 times".
fn times(count: u32) -> String {
    counted(count, "time")
}

/// Returns "there is 1 block", "there are 2 blocks".
fn there_are(count: u32, noun: &str) -> String {
    format!("there {} {}", if count == 1 { "is" } else { "are" }, counted(count, noun))
}

/// Returns the text of an answer, `none` if there is none.
fn shown(answer: &Option<impl ToString>) -> String {
    answer.as_ref().map_or_else(|| "none".into(), ToString::to_string)
}
