//! Forms of the comparison.

/// Form of the comparison: the choice of how much of a block counts as covered.
///
/// The rules are Listing 3 of the paper; the points that it leaves open are settled in the
/// [definition](super). The exact and the published form have the same rules, and differ in what is
/// covered. The published and the literal form cover the same lines. They differ only where an
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
/// For targets other than lines, with each statement on a line of its own: if no execution threw in
/// the last statement of a block, the exact and the published form give equal answers. Otherwise
/// the numbers may differ, or one form has an answer where the other has none. Opposite answers are
/// possible only if an execution threw in the last statements of several blocks. For a
/// [`Target::Line`](super::Target::Line) and for summaries [by
/// lines](super::BlockSummary::by_lines), the forms count different statements, so the numbers may
/// differ anywhere.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::block_coverage::{
///     BlockCoverage, BlockSummary, Form, Nearer, Target,
/// };
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0: two statements, 1: one statement. Both executions end in an exception: in the
/// // first and in the second statement of block 0.
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().statements(0, 2).jump(0, 1).statements(1, 1).exit(1),
/// )?;
/// let trace = Trace::new(&graph);
/// let [first, second] = [0, 1].map(|done| {
///     trace.reset();
///     trace.root().enter(Function::new(0)).done(0, done);
///     BlockSummary::of(&graph, &trace)
/// });
/// let target = Target::Block(graph.block(Function::new(0), 1));
/// let answer = |form| {
///     BlockCoverage::new().in_form(form).verdict(&graph, target, &first, &second)
/// };
/// // One statement more in the block in which both got stuck: rule 4.
/// assert_eq!(answer(Form::Exact).nearer, Nearer::Second(1));
/// // All lines of block 0 are covered by the second execution, which is therefore not
/// // stuck in it: rule 5, one block.
/// assert_eq!(answer(Form::Published).nearer, Nearer::Second(1));
/// assert_ne!(answer(Form::Exact).rule, answer(Form::Published).rule);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Form {
    /// Listing 3 on statements that ran to their end. This is the default.
    ///
    /// It differs from the print in one point: the statement that throws does not count, because it
    /// did not do its work. So an execution that completes the statement is nearer than one that
    /// fails in it. An execution without a semi-covered block is treated as in the [published
    /// form](Self::Published).
    #[default]
    Exact,
    /// Listing 3 on covered lines (BBC, section 3.2). It implements scenarios 1 and 2 as the text
    /// describes them, where both executions are stuck.
    ///
    /// A line is covered when its first statement is reached, whether or not the statement throws.
    /// A block is fully covered when all of its lines are covered, and semi-covered when it was
    /// entered and is not fully covered. Each statement is a line of its own, unless the summaries
    /// were made [by lines](super::BlockSummary::by_lines).
    ///
    /// The print does not define the SCB of an execution without a semi-covered block. Read
    /// literally, line 14 tests the membership of a block that does not exist, so it fails, and the
    /// answer is 0. This form lets line 14 hold: an execution that is stuck in no block has no
    /// block that the other execution would have to cover, and the other one covers more blocks. So
    /// this form has an answer more often than the print: on random functions and executions, the
    /// literal reading answers 0 for about half of the pairs that this form distinguishes. For the
    /// literal reading, see [`Literal`](Self::Literal).
    Published,
    /// Listing 3 read literally where an execution has no semi-covered block. There is no block
    /// that could be a member of the other set, so line 14 fails. The SCBs of two such executions
    /// are equal, so line 9 holds, and line 13 returns 0.
    ///
    /// Lines are covered as in the [published form](Self::Published). If both executions are stuck,
    /// the answers of the two forms are equal, and they are never opposite. This reading agrees
    /// with section 4.1.4, in which a test threw in the middle of a block whenever the answer is
    /// not 0.
    ///
    /// For a [branch](super::Target::Branch), the listing is also applied to two executions that
    /// both come to the end of its block, for example two tests that decide alike against the
    /// branch. If neither is stuck elsewhere, line 9 holds with the answer 0:
    /// [active](super::Verdict::is_active), and not useful. Do not compare for a branch that an
    /// execution takes, because then there is no tie.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::{
    ///     BlockCoverage, BlockSummary, Form, Nearer, Rule, Target,
    /// };
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // Three blocks of one statement. The executions throw in block 0 and in block 1.
    /// let body = FlowBuilder::new()
    ///     .statements(0, 1)
    ///     .jump(0, 1)
    ///     .statements(1, 1)
    ///     .jump(1, 2)
    ///     .exit(2);
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
    /// // Both cover the only line of block 0, and the second covers that of block 1.
    /// // Neither is stuck.
    /// let target = Target::Block(graph.block(f, 2));
    /// let verdict = |form| {
    ///     BlockCoverage::new().in_form(form).verdict(&graph, target, &first, &second)
    /// };
    /// let [published, literal] = [Form::Published, Form::Literal].map(verdict);
    /// // line 15
    /// assert_eq!((published.nearer, published.rule), (Nearer::Second(1), Rule::Blocks));
    /// // line 13
    /// assert_eq!((literal.nearer, literal.rule), (Nearer::Neither, Rule::Progress));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    Literal,
}
