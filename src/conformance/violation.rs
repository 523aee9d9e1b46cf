//! What can be wrong with an adapter.

use crate::distance::Distance;
use crate::execution::{Partition, Thrown};
use crate::flow::{GraphMismatch, Outcome};
use crate::id::{Activation, Block, Branch, Function, Mutant};
use alloc::boxed::Box;

/// One law that an adapter breaks, and where. The [module](super) says what the laws mean.
///
/// Its text names ids and numbers. Blocks of a description that is checked by itself are numbers within their function, all others ids of
/// the graph.
///
/// ```
/// use sbst::conformance::{self, Violation};
/// use sbst::flow::FlowBuilder;
///
/// let found = conformance::control_flow(&FlowBuilder::new().branch(0, 1, 3).exit(1));
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
    /// A function has an entry, hence a block.
    #[error("the function has no block")]
    Empty,
    /// The number of blocks must stay.
    #[error("there were {before} blocks, and then {after}")]
    BlockCountChanged { before: usize, after: usize },
    /// Ids are `u32`.
    #[error("{blocks} blocks are more than a graph can number")]
    TooManyBlocks { blocks: usize },
    /// As for blocks; the block is that with which there are too many.
    #[error("with block {block} there are more edges, cases, arms or exceptions than a graph can number")]
    TooManyEdges { block: u32 },
    /// A block must be described in the same way each time.
    #[error("block {block} is described in different ways")]
    DescriptionChanged { block: u32 },
    /// A block must have an edge, or say that it leaves.
    #[error("block {block} has neither an edge nor an exit")]
    Undescribed { block: u32 },
    /// An edge leads nowhere.
    #[error("block {from} has an edge to block {to}, but there are {blocks} blocks")]
    NoSuchBlock { from: u32, to: u32, blocks: u32 },
    /// Two edges of a block have the same name.
    #[error("block {block} declares the outcome {outcome} more than once")]
    DuplicateOutcome { block: u32, outcome: Outcome },
    /// Two arms of a multi-way decision list the same value.
    #[error("block {block} lists the value {value} on two arms")]
    Overlap { block: u32, value: i64 },
    /// No walk leads from the entry to these blocks.
    #[error("blocks {first} to {last} cannot be reached from the entry")]
    Unreachable { first: u32, last: u32 },

    // Operands: values by their places in the list.
    #[error("values {first} and {second} are equal, but {apart} apart")]
    EqualApart { first: usize, second: usize, apart: Distance },
    #[error("values {first} and {second} differ, but are 0 apart")]
    DifferentTogether { first: usize, second: usize },
    #[error("values {first} and {second} differ, but are 0 from being equal")]
    DifferentAtEquality { first: usize, second: usize },
    #[error("values {first} and {second} are {apart} apart, and {back} the other way round")]
    Asymmetric { first: usize, second: usize, apart: Distance, back: Distance },
    #[error("values {first} and {second} were {before} apart, and then {later}")]
    ApartChanged { first: usize, second: usize, before: Distance, later: Distance },
    #[error("the order of values {first} and {second} contradicts itself")]
    OrderContradicts { first: usize, second: usize },
    #[error("value {first} is not less than value {second}, but 0 from being so")]
    LessAtZero { first: usize, second: usize },
    #[error("value {first} is greater than value {second}, but 0 from being at most that")]
    AtMostAtZero { first: usize, second: usize },
    #[error("value {first} is {to_less} from being less than value {second}, and {to_at_most} from being at most that")]
    LessNearer { first: usize, second: usize, to_less: Distance, to_at_most: Distance },
    #[error("value {nearer} is nearer to value {from} than value {further} is, which lies between them")]
    LargerGapNearer { from: usize, nearer: usize, further: usize },

    // Executions: the graph.
    /// It says that it was recorded for another graph.
    #[error("the execution was {0}")]
    OtherGraph(GraphMismatch),

    // Executions: what is asked twice.
    /// The answers differ.
    #[error("the progress in {block} was {}, and then {}", Shown(.first), Shown(.second))]
    ProgressChanged { block: Block, first: Option<u32>, second: Option<u32> },
    /// The answers differ.
    #[error("the distance of {branch} was {}, and then {}", Shown(.first), Shown(.second))]
    DistanceChanged { branch: Branch, first: Option<Distance>, second: Option<Distance> },
    /// It was named at one time, and not at another.
    #[error("{function} is named as entered at one time, and not at another")]
    EnteredChanged { function: Function },

    // Executions: one answer against another.
    /// Something is known of it.
    #[error("something is known of {function}, but it is not named as entered")]
    NotNamed { function: Function },
    /// A function that was entered ran its entry.
    #[error("{function} is named as entered, but nothing is known of it")]
    NothingKnown { function: Function },
    /// It is of another graph.
    #[error("{function} is named, but the graph has no such function")]
    NoSuchFunction { function: Function },
    /// More statements ran than there are.
    #[error("{progress} statements of {block} ran, but it has {statements}")]
    ProgressBeyond { block: Block, progress: u32, statements: u32 },
    /// Every walk begins in the entry.
    #[error("{block} was entered, but no block that leads to it was left in its direction")]
    NoWayIn { block: Block },
    /// Predicates are evaluated by blocks that run.
    #[error("{branch} is known, but its block {source_block} was not entered")]
    NotEntered { branch: Branch, source_block: Block },
    /// Predicates are evaluated when all statements of their block ran.
    #[error("{branch} is known, but only {progress} of {statements} statements of its block {source_block} ran")]
    Incomplete { branch: Branch, source_block: Block, progress: u32, statements: u32 },
    /// An implicit branch is taken, or nothing is known.
    #[error("the implicit branch {branch} has the distance {distance}")]
    ImplicitDistance { branch: Branch, distance: Distance },
    /// One evaluation tells of all sides, or arms.
    #[error("{known} of {block} is known, but {unknown} of the same decision is not")]
    PartlyKnown { block: Block, known: Branch, unknown: Branch },
    /// One side, or arm, of an evaluated predicate was taken.
    #[error("the predicate of {block} was evaluated, but no branch of it was taken")]
    NothingTaken { block: Block },
    /// One evaluation takes one side, or arm.
    #[error("the predicate of {block} was evaluated once, but {taken} branches of it were taken")]
    SeveralTaken { block: Block, taken: u32 },

    // Evaluations.
    /// The answers differ.
    #[error("{branch} was evaluated {first} times, and then {second} times")]
    EvaluationsChanged { branch: Branch, first: u32, second: u32 },
    /// Nothing evaluates them.
    #[error("the implicit branch {branch} was evaluated {evaluations} times")]
    ImplicitEvaluations { branch: Branch, evaluations: u32 },
    /// A predicate is evaluated for all its branches.
    #[error("the predicate of {block} was evaluated {first} times, or {second} times, depending on the branch that is asked for")]
    DifferentEvaluations { block: Block, first: u32, second: u32 },
    /// What is known was evaluated.
    #[error("{branch} is known, but was never evaluated")]
    NotEvaluated { branch: Branch },
    /// What was evaluated is known.
    #[error("{branch} was evaluated {evaluations} times, but is not known")]
    NotKnown { branch: Branch, evaluations: u32 },

    // Growth.
    /// It is nearer before than after.
    #[error("{branch} was {earlier} away, and is {} away", Shown(.later))]
    DistanceGrew { branch: Branch, earlier: Distance, later: Option<Distance> },
    /// It was further on before than after.
    #[error("{earlier} statements of {block} had run, and then {}", Shown(.later))]
    ProgressFell { block: Block, earlier: u32, later: Option<u32> },
    /// It was entered before.
    #[error("{function} had been entered, and is so no more")]
    NoLongerEntered { function: Function },
    /// It was higher before than after.
    #[error("{branch} had been evaluated {earlier} times, and then {later} times")]
    EvaluationsFell { branch: Branch, earlier: u32, later: u32 },

    // Merged executions.
    /// It is the least of the parts.
    #[error("the least distance of {branch} is {}, but that of the whole is {}", Shown(.parts), Shown(.whole))]
    DistanceOfWhole { branch: Branch, parts: Option<Distance>, whole: Option<Distance> },
    /// It is the most of the parts.
    #[error("the most progress in {block} is {}, but that of the whole is {}", Shown(.parts), Shown(.whole))]
    ProgressOfWhole { block: Block, parts: Option<u32>, whole: Option<u32> },
    /// What any of the parts entered was entered, and nothing else.
    #[error("{function} was entered by a part: {by_part}; by the whole: {}", !.by_part)]
    EnteredByWhole { function: Function, by_part: bool },
    /// It is the sum of the parts.
    #[error("{branch} was evaluated {parts} times in all, but {whole} times by the whole")]
    EvaluationsOfWhole { branch: Branch, parts: u32, whole: u32 },

    // Capabilities.
    /// The execution that consists of direct calls breaks a law.
    #[error("in direct calls: {0}")]
    InDirectCalls(Box<Violation>),
    /// All calls include the direct ones.
    #[error("{branch} is {direct} away in direct calls, and {} in all", Shown(.all))]
    DirectNearer { branch: Branch, direct: Distance, all: Option<Distance> },
    /// All calls include the direct ones.
    #[error("{branch} was evaluated {direct} times in direct calls, and {all} times in all")]
    DirectOftener { branch: Branch, direct: u32, all: u32 },
    /// All calls include the direct ones.
    #[error("{direct} statements of {block} ran in direct calls, and {} in all", Shown(.all))]
    DirectFurther { block: Block, direct: u32, all: Option<u32> },
    /// What happened in the copies of an unrolled graph breaks a law.
    #[error("in copies: {0}")]
    InCopies(Box<Violation>),
    /// What happens in a copy happens in the program.
    #[error("{branch} is {copied} away in a copy, and {} in the program", Shown(.all))]
    CopyNearer { branch: Branch, copied: Distance, all: Option<Distance> },
    /// What happens in a copy happens in the program.
    #[error("{copied} statements of {block} ran in a copy, and {} in the program", Shown(.all))]
    CopyFurther { block: Block, copied: u32, all: Option<u32> },
    /// The answers differ.
    #[error("whether the test called {function}, or that returned, changes")]
    MethodCallsChanged { function: Function },
    /// Calls that return were made.
    #[error("{function} returned to the test, but was not called by it")]
    ReturnedNotCalled { function: Function },
    /// The answers differ.
    #[error("whether there was {thrown} changes")]
    ThrownChanged { thrown: Thrown },
    /// It is among those that are named.
    #[error("{thrown} is named, but was not thrown")]
    NotThrown { thrown: Thrown },
    /// It is not among those that are named.
    #[error("{thrown} was thrown, but is not named")]
    NotNamedThrown { thrown: Thrown },
    /// The answers differ.
    #[error("how far {place} is from {partition} changes")]
    ValueChanged { place: ValuePlace, partition: Partition },
    /// One value tells of all partitions.
    #[error("of {place}, {known} is known, but {unknown} is not")]
    ValuePartlyKnown { place: ValuePlace, known: Partition, unknown: Partition },
    /// A value near this partition is in it, or in one beside it.
    #[error("{place} came near {partition}, but is neither in it nor in those beside it")]
    ValueNowhere { place: ValuePlace, partition: Partition },
    /// The answers differ.
    #[error("how far {mutant} is from infecting the state changes")]
    InfectionChanged { mutant: Mutant },

    // Effects.
    /// The answers differ.
    #[error("{mutant} had one effect, and then another")]
    EffectChanged { mutant: Mutant },

    // Call trees.
    /// The answers differ.
    #[error("there were {before} activations, and then {after}")]
    ActivationCountChanged { before: u32, after: u32 },
    /// The answers differ.
    #[error("the function or the caller of {activation} changes")]
    ActivationChanged { activation: Activation },
    /// Activations are numbered densely; what comes behind this one was not checked.
    #[error("there are {count} activations, but {activation} calls nothing")]
    NoCallee { activation: Activation, count: u32 },
    /// There are fewer activations.
    #[error("there are {count} activations, but {activation} calls something")]
    CalleeBeyond { activation: Activation, count: u32 },
    /// Callers come before their callees.
    #[error("{caller} called {activation}, but does not come before it")]
    CallerNotBefore { activation: Activation, caller: Activation },
    /// What an activation calls is not part of it.
    #[error("{activation} knows of {block}, which is of another function")]
    OtherFunction { activation: Activation, block: Block },
    /// The result of an activation is set in blocks that it entered.
    #[error("{activation} set its result in {block}, which it did not enter")]
    ResultElsewhere { activation: Activation, block: Block },
    /// Of several decisions in one block, the last one is told.
    #[error("{activation} tells of two results in {block}")]
    ResultTwice { activation: Activation, block: Block },
    /// An activation, as an execution, breaks a law.
    #[error("in {activation}: {violation}")]
    InActivation { activation: Activation, violation: Box<Violation> },
    /// The whole includes all activations.
    #[error("{branch} is {distance} away in {activation}, and {} in the whole", Shown(.whole))]
    ActivationNearer { activation: Activation, branch: Branch, distance: Distance, whole: Option<Distance> },
    /// The whole includes all activations.
    #[error("{progress} statements of {block} ran in {activation}, and {} in the whole", Shown(.whole))]
    ActivationFurther { activation: Activation, block: Block, progress: u32, whole: Option<u32> },
}

/// Place of a value in a function.
///
/// ```
/// use sbst::conformance::ValuePlace;
/// use sbst::id::Function;
///
/// assert_eq!(ValuePlace::Output(Function::new(3)).to_string(), "what f3 returned");
/// assert_eq!(ValuePlace::Input(Function::new(3), 0).to_string(), "argument 0 of f3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValuePlace {
    /// What it returned.
    Output(Function),
    /// An argument, counted from 0.
    Input(Function, u32),
}

/// `what f3 returned`, `argument 0 of f3`
impl core::fmt::Display for ValuePlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Output(function) => write!(f, "what {function} returned"),
            Self::Input(function, argument) => write!(f, "argument {argument} of {function}"),
        }
    }
}

/// An answer, or that there is none.
struct Shown<'a, T>(&'a Option<T>);

impl<T: core::fmt::Display> core::fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(answer) => answer.fmt(f),
            None => f.write_str("not known"),
        }
    }
}
