//! The forms of the comparison.

/// The form of the comparison: how much of a block counts as covered.
///
/// The rules are the same in both forms. They are Listing 3 of the paper, with the points settled that it leaves open (see the
/// [definition](super)). So the choice of a form is the choice between completed statements and covered lines.
///
/// | | [`Exact`](Self::Exact) | [`Published`](Self::Published) |
/// |---|---|---|
/// | a block is fully covered | when its last statement ran to its end | when its last line is covered |
/// | a statement that throws | does not count | makes its line a covered line |
/// | rule 4 compares | statements that ran to their end | covered lines |
///
/// If no execution threw in the last statement of a block, both forms give the same answers. Otherwise the numbers may differ, or one form
/// has an answer where the other has none. Opposite answers are possible only if an execution threw in the last statements of several
/// blocks.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Nearer, Target};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// // 0: two statements, 1: one statement. Both executions end in an exception: in the first and in the second statement of block 0.
/// let graph = FlowGraph::of(&Body::new().statements(0, 2).jump(0, 1).statements(1, 1).exit(1))?;
/// let trace = Trace::new(&graph);
/// let [first, second] = [0, 1].map(|done| {
///     trace.reset();
///     trace.call(Function::new(0)).done(0, done);
///     BlockSummary::of(&graph, &trace)
/// });
/// let target = Target::Block(graph.block(Function::new(0), 1));
/// let answer = |form| BlockCoverage::new().in_form(form).verdict(&graph, target, &first, &second);
/// // One statement more in the block in which both got stuck: rule 4.
/// assert_eq!(answer(Form::Exact).nearer, Nearer::Second(1));
/// // All lines of block 0 are covered by the second execution, which is therefore not stuck in it: rule 5, one block.
/// assert_eq!(answer(Form::Published).nearer, Nearer::Second(1));
/// assert_ne!(answer(Form::Exact).rule, answer(Form::Published).rule);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Form {
    /// Listing 3 on statements that ran to their end. The default.
    ///
    /// It differs from the print in that the statement that throws does not count, because it did not do its work: an execution that
    /// completes the statement is nearer than one that fails in it.
    #[default]
    Exact,
    /// Listing 3 on covered lines, as printed (BBC, section 3.2).
    ///
    /// A line is covered when its first statement is reached, whether or not the statement throws. A block is fully covered when its
    /// last line is covered, and semi-covered when its first line is covered and its last line is not. Each statement is a line of its
    /// own, unless the summaries were made [by lines](super::BlockSummary::by_lines).
    Published,
}
