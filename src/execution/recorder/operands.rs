//! Hooks that remember the operands of the nearest comparisons.

use super::remembered::{NearestOperands, Remembered};
use super::view::Recorder;
use crate::distance::Decision;
use crate::execution::{Frame, Trace};
use crate::id::Block;
#[cfg(doc)]
use crate::objective::Explanation;
use alloc::string::String;
use core::fmt::{self, Display, Write};

/// Greatest length, in characters, of a remembered text.
const OPERANDS_LENGTH: usize = 256;

impl Trace {
    /// Switches on that [`decide_with`](Self::decide_with) remembers operands, for [`Explanation`]s.
    ///
    /// The trace keeps one text for each side of a two-way predicate: of the evaluation that came nearest to it. Texts are allocated, so use
    /// this for executions that somebody looks at. Set it before the first hook.
    #[must_use]
    pub fn with_operands(mut self) -> Self {
        self.operands.get_or_insert_default();
        self
    }

    /// Records a decision as [`decide`](Self::decide) does, with a text of its operands.
    ///
    /// The text is made and remembered if the trace records operands ([`with_operands`](Self::with_operands)), and the evaluation came nearer
    /// to the side that was not taken than every evaluation before. Otherwise this costs as much as `decide`. Of equally near evaluations,
    /// the first text is kept.
    ///
    /// At most 256 characters are kept. If making the text fails, the part that was made is kept. Evaluations in all calls count together.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::{Caller, Operands, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// const TRANSFER: Function = Function::new(0);
    ///
    /// fn transfer(c: Caller<'_>, amount: u64, limit: u64) -> bool {
    ///     let f = c.enter(TRANSFER);
    ///     f.decide_with(0, gt(amount, limit), format_args!("{amount} > {limit}"))
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph).with_operands();
    /// for amount in [3, 90, 40] {
    ///     transfer(trace.root(), amount, 100);
    /// }
    /// let above = graph.edge(Branch::new(0));
    /// assert_eq!(&*trace.operands(above).expect("evaluated").text, "90 > 100");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[inline]
    pub fn decide_with(&self, block: Block, decision: Decision, operands: impl Display) -> bool {
        if let Some(remembered) = &self.operands {
            remember(remembered, &self.all, block, decision, &operands);
        }
        self.decide(block, decision)
    }
}

impl Frame<'_> {
    /// Records a decision with a text of its operands: see [`Trace::decide_with`].
    #[inline]
    pub fn decide_with(&self, block: u32, decision: Decision, operands: impl Display) -> bool {
        if let Some(remembered) = &self.trace().operands {
            // A block that the function does not have is noted by `decide`.
            if let Some(block) = self.get_block(block) {
                remember(remembered, &self.trace().all, block, decision, &operands);
            }
        }
        self.decide(block, decision)
    }
}

/// Remembers the operands of a decision, if it is the nearest one. Called before the decision itself is recorded, because making the text
/// may call hooks.
#[cold]
fn remember(remembered: &Remembered, all: &Recorder, block: Block, decision: Decision, operands: &dyn Display) {
    let holds = decision.holds();
    let Some(branch) = all.side(block, !holds) else { return };
    let distance = if holds { decision.to_false() } else { decision.to_true() };
    let is_nearest = || all.known(branch as usize, block).is_none_or(|least| distance <= least);
    if remembered.wants(branch, distance) && is_nearest() {
        let mut start = Start { text: String::new(), left: OPERANDS_LENGTH };
        let _ = write!(start, "{operands}"); // a part of the text is better than nothing
        // Making the text may have called hooks that remembered another one. `merge` would keep the lesser of two equally near
        // texts, but here the first one counts.
        if remembered.wants(branch, distance) {
            remembered.merge(branch, &NearestOperands { distance, text: start.text.into() });
        }
    }
}

/// A writer that fails after a number of characters, so that an endless text has an end.
struct Start {
    text: String,
    left: usize,
}

impl Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = text.char_indices().nth(self.left).map_or(text.len(), |(end, _)| end);
        self.text.push_str(&text[..end]);
        self.left -= text[..end].chars().count();
        if end < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
