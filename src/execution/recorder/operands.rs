//! Hooks that remember the operands of the nearest comparisons, as text.

use super::remembered::NearestOperands;
use crate::distance::Decision;
use crate::execution::{Frame, Trace};
use crate::id::{Block, Branch};
#[cfg(doc)]
use crate::objective::Explanation;
use alloc::string::String;
use core::fmt::{self, Display, Write};

/// Maximum length, in characters, of a remembered text.
const OPERANDS_LENGTH: usize = 256;

impl Trace {
    /// Switches on the recording of operands by [`decide_with`](Self::decide_with), for
    /// [`Explanation`]s.
    ///
    /// The trace keeps one text for each side of a two-way predicate: the operands of the
    /// evaluation that came nearest to this side. Each text is allocated, so use this for
    /// executions whose explanations somebody reads. Set it before the first hook.
    #[must_use]
    pub fn with_operands(mut self) -> Self {
        self.record_operands();
        self
    }

    /// Switches on the recording of operands.
    pub(crate) fn record_operands(&mut self) {
        self.operands.get_or_insert_default();
    }

    /// Records a decision as [`decide`](Self::decide) does, with a text of its operands.
    ///
    /// The text is made and remembered only if the trace [records operands](Self::with_operands),
    /// no earlier evaluation came nearer to the side that was not taken, and no text of an equally
    /// near evaluation is remembered. Otherwise this takes as long as `decide`. Evaluations in all
    /// calls of the function count together.
    ///
    /// At most 256 characters are kept. If formatting the operands fails, the part that was written
    /// is kept.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::{Caller, Facts, Trace};
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
        if self.operands.is_some() {
            self.remember(block, decision, &operands);
        }
        self.decide(block, decision)
    }

    /// Remembers the operands of a decision, if it is the nearest one. It is called before the
    /// decision itself is recorded, because formatting the operands may call hooks.
    #[cold]
    fn remember(&self, block: Block, decision: Decision, operands: &dyn Display) {
        let Some(remembered) = &self.operands else { return };
        // Only the side that was not taken needs an explanation.
        let holds = decision.holds();
        let Some(branch) = self.all.side(block, !holds).map(Branch::new) else { return };
        let distance = if holds { decision.to_false() } else { decision.to_true() };
        let is_nearest =
            || self.all.known(branch.index(), block).is_none_or(|least| distance <= least);
        // The operands must be nearer than the remembered ones, and at least as near as every
        // evaluation without a text.
        if remembered.wants(branch, distance) && is_nearest() {
            let mut start = Start { text: String::new(), left: OPERANDS_LENGTH };
            let _ = write!(start, "{operands}"); // a part of the text is better than nothing
            // Formatting may have called hooks that remembered another text. `merge` would keep
            // the lesser of two equally near texts, but here the first one counts. So the question
            // is asked again.
            if remembered.wants(branch, distance) {
                remembered.merge(branch, &NearestOperands { distance, text: start.text.into() });
            }
        }
    }
}

impl Frame<'_> {
    /// Records a decision with a text of its operands, and returns the outcome: see
    /// [`Trace::decide_with`].
    #[inline]
    pub fn decide_with(&self, block: u32, decision: Decision, operands: impl Display) -> bool {
        // A block that the function does not have is noted by `decide`.
        if self.trace().operands.is_some()
            && let Some(block) = self.get_block(block)
        {
            self.trace().remember(block, decision, &operands);
        }
        self.decide(block, decision)
    }
}

/// Writer that fails after a number of characters, so that formatting an endless text ends.
struct Start {
    /// Text that was written so far.
    text: String,
    /// Number of characters that may still be written.
    left: usize,
}

impl Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // The limit counts characters, so that a text is never cut within one.
        let end = text.char_indices().nth(self.left).map_or(text.len(), |(end, _)| end);
        self.text.push_str(&text[..end]);
        self.left -= text[..end].chars().count();
        if end < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
