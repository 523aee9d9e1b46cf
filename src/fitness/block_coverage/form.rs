//! The forms of the comparison.

/// The form of the comparison: how much of a block counts as covered.
///
/// The rules are Listing 3 of the paper, with the points settled that it leaves open (see the [definition](super)). Exact and published
/// form have the same rules, and differ in what is covered. Published and literal form cover the same lines, and differ only where an
/// execution is not stuck in any block, and for tests that decide alike against a branch.
///
/// | | [`Exact`](Self::Exact) | [`Published`](Self::Published) | [`Literal`](Self::Literal) |
/// |---|---|---|---|
/// | a block is fully covered | when its last statement ran to its end | when all of its lines are covered | as published |
/// | a statement that throws | does not count | makes its line a covered line | as published |
/// | rule 4 (line 9) compares | statements that ran to their end | covered lines | as published |
/// | line 9, neither is stuck | does not hold | does not hold | holds; line 13 returns 0 |
/// | line 14, the one with fewer blocks is not stuck | holds | holds | does not hold |
/// | both decide alike against a branch | no rule is applied | no rule is applied | the listing is applied |
///
/// Targets other than lines, each statement on a line of its own: if no execution threw in the last statement of a block, exact and
/// published form give the same answers. Otherwise the numbers may differ, or one form has an answer where the other has none. Opposite
/// answers are possible only if an execution threw in the last statements of several blocks. For a [`Target::Line`](super::Target::Line)
/// and for summaries [by lines](super::BlockSummary::by_lines), the forms count different statements, so the numbers may differ anywhere.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Nearer, Target};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0: two statements, 1: one statement. Both executions end in an exception: in the first and in the second statement of block 0.
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 2).jump(0, 1).statements(1, 1).exit(1))?;
/// let trace = Trace::new(&graph);
/// let [first, second] = [0, 1].map(|done| {
///     trace.reset();
///     trace.root().enter(Function::new(0)).done(0, done);
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
    /// completes the statement is nearer than one that fails in it. An execution without a semi-covered block is treated as in the
    /// [published form](Self::Published).
    #[default]
    Exact,
    /// Listing 3 on covered lines (BBC, section 3.2): scenarios 1 and 2 as the text describes them, where both executions are stuck.
    ///
    /// A line is covered when its first statement is reached, whether or not the statement throws. A block is fully covered when all of
    /// its lines are covered, and semi-covered when it was entered and is not fully covered. Each statement is a line of its own, unless
    /// the summaries were made [by lines](super::BlockSummary::by_lines).
    ///
    /// The print does not say what an SCB is for an execution without a semi-covered block. Read literally, line 14 asks for the member
    /// of a set where there is none: it fails, and the answer is 0. This form lets line 14 hold, because an execution that is stuck in no
    /// block has none that the other would have to cover, and the other one covers more blocks. It has an answer more often than the
    /// print: on random functions and executions, the literal reading answers 0 for about half of the pairs that this form tells apart. For
    /// the literal reading, see [`Literal`](Self::Literal).
    Published,
    /// Listing 3 read literally where an execution has no semi-covered block: there is no block that could be a member of the other set,
    /// so line 14 fails. The SCBs of two such executions are equal, so line 9 holds, and line 13 returns 0.
    ///
    /// Covered lines are those of the [published form](Self::Published). So is the answer, wherever both executions are stuck, and the
    /// answer is never opposite. This reading agrees with section 4.1.4, in which a test threw in the middle of a block whenever the
    /// answer is not 0.
    ///
    /// For a [branch](super::Target::Branch), the listing is also applied to two executions that both come to the end of its block, as
    /// two tests do that decide alike against it. If neither is stuck elsewhere, line 9 holds with the answer 0:
    /// [active](super::Verdict::is_active), and not useful. Do not ask for a branch that an execution takes: that is not a tie.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Nearer, Rule, Target};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // Three blocks of one statement. The executions throw in block 0 and in block 1.
    /// let body = FlowBuilder::new().statements(0, 1).jump(0, 1).statements(1, 1).jump(1, 2).exit(2);
    /// let (graph, f) = (FlowGraph::of(&body)?, Function::new(0));
    /// let trace = Trace::new(&graph);
    /// let [first, second] = [0, 1].map(|block| {
    ///     trace.reset();
    ///     let frame = trace.root().enter(f);
    ///     (0..block).for_each(|completed| frame.done(completed, 1));
    ///     frame.done(block, 0); // and then an exception
    ///     drop(frame);
    ///     BlockSummary::of(&graph, &trace)
    /// });
    /// // The only line of block 0 is covered by both, that of block 1 by the second. Neither is stuck.
    /// let target = Target::Block(graph.block(f, 2));
    /// let verdict = |form| BlockCoverage::new().in_form(form).verdict(&graph, target, &first, &second);
    /// let [published, literal] = [Form::Published, Form::Literal].map(verdict);
    /// assert_eq!((published.nearer, published.rule), (Nearer::Second(1), Rule::Blocks)); // line 15
    /// assert_eq!((literal.nearer, literal.rule), (Nearer::Neither, Rule::Progress)); // line 13
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    Literal,
}
