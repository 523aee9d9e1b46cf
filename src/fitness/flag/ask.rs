//! Distances from the calls at a site to the result that is needed.

use super::cells::{Cells, View};
use super::contexts::{Callee, Space, Work};
use super::flags::{Question, Required};
use super::forms::{AggregationOrder, Forms, Job, RequiredBranches};
use super::guarded::guarded;
use super::key::Key;
use super::ways::At;
use crate::distance::Distance;
use crate::execution::Facts;
use crate::id::{Activation, Function};
use smallvec::SmallVec;

impl<X: Facts + ?Sized> Work<'_, X> {
    /// Returns F of a question to these callees: Algorithm 1 of Lin et al. (2020), without the
    /// normalisation of line 12. It is infinite if nothing is known.
    pub(super) fn ask(
        &mut self,
        function: Function,
        question: Question,
        callees: &[Callee],
    ) -> Distance {
        let Job { graph, forms, .. } = self.job;
        // Each function that is called at the site has its own required branches, so its cells form
        // a table of their own. `combine` reduces one dimension of the table and appends the
        // results to `combined`; the other dimension is reduced here, over all functions together.
        let outer = match forms.order {
            AggregationOrder::ActivationsFirst => &forms.over_required,
            AggregationOrder::RequiredFirst => &forms.over_activations,
        };
        self.space.combined.clear();
        let first = callees.partition_point(|callee| callee.site < question.site);
        let end = callees.partition_point(|callee| callee.site <= question.site);
        if first == end {
            // No call was made: each function that may be called there counts as called once, and
            // as ended at its entry. Without this, an execution that does not make the call would
            // have no gradient.
            let mut callees: SmallVec<[Function; 4]> =
                graph.callees(function, question.site).collect();
            callees.sort_unstable();
            callees.dedup(); // several blocks may make the call
            for callee in callees {
                self.combine(callee, question, &[]);
            }
        }
        for same in callees[first..end].chunk_by(|a, b| a.function == b.function) {
            self.combine(same[0].function, question, same);
        }
        guarded(&self.space.combined, outer).unwrap_or(Distance::INFINITE)
    }

    /// Lists what is required of a function: Algorithm 1, line 1.
    fn require(&mut self, function: Function, question: Question, same: &[Callee]) {
        let Job { flags, run, forms, .. } = self.job;
        let Space { required, undeclared, .. } = &mut *self.space;
        let keys = &flags.keys[question.keys as usize];
        let sheet = flags.sheet(function);
        let has_outcome = [false, true].iter().any(|&outcome| keys.contains(Key::from(outcome)));
        required.clear();
        if let Some(sheet) = sheet {
            let branches = match forms.required {
                RequiredBranches::Controls => &sheet.controls,
                RequiredBranches::Last => &sheet.last,
            };
            required.extend(branches.edges(keys).map(Required::Branch));
            required.sort_unstable_by_key(Required::place);
            required.dedup();
            let handed = sheet
                .handed
                .iter()
                .map(|(_, required)| required)
                .filter(|required| has_outcome || matches!(required, Required::Call(..)));
            required.extend(handed);
        }
        if !has_outcome {
            return;
        }
        // Recorded decisions at blocks for which nothing was declared. They are required of all
        // calls at the site if any of these calls recorded them.
        undeclared.clear();
        for callee in same {
            run.results_in(Activation::new(callee.activation), &mut |block, _| {
                if self.job.is_undeclared(sheet, block)
                    && let Err(place) = undeclared.binary_search(&block)
                {
                    undeclared.insert(place, block);
                }
            });
        }
        required.extend(undeclared.iter().map(|&at| Required::Decision(At::Block(at), at)));
    }

    /// Adds the distances of the calls of one function: Algorithm 1, lines 4 to 11. Without
    /// callees, it adds the distances of one call that ended at its entry.
    fn combine(&mut self, function: Function, question: Question, same: &[Callee]) {
        self.require(function, question, same);
        let Self { job, tree, space } = self;
        let Space { cells: all, combined, table, contexts, required, .. } = &mut **space;
        let is_known = !same.is_empty() || job.graph.get_block(function, 0).is_some();
        if required.is_empty() || !is_known {
            return;
        }
        let (rows, columns) = (required.len(), same.len().max(1));
        let Forms { over_activations, over_required, order, .. } = job.forms;
        // The dimension that is combined first is contiguous.
        let (inner, row_step, column_step) = match order {
            AggregationOrder::ActivationsFirst => (over_activations, columns, 1),
            AggregationOrder::RequiredFirst => (over_required, 1, rows),
        };
        all.clear();
        all.resize(rows * columns, Distance::INFINITE);
        for column in 0..columns {
            let mut view = View::of_entry(job, function);
            if let Some(callee) = same.get(column) {
                let call = &tree.calls[callee.activation as usize];
                let context = contexts.get(callee.context as usize);
                let asked = context.map_or(call.asked, |context| context.asked);
                view.activation = Some(Activation::new(callee.activation));
                view.observed = &tree.observed[call.first_flag..];
                view.answers = &tree.answers[asked.first_answer..];
                view.met = &tree.answers[call.asked.first_answer..];
                view.keys = &tree.keys[asked.keys()];
            }
            let mut cells = Cells::new(view, question.keys, table);
            for (row, required) in required.iter().enumerate() {
                all[row * row_step + column * column_step] = cells.cell(required); // lines 6 to 8
            }
        }
        for cells in all.chunks_exact(row_step.max(column_step)) {
            combined.extend(guarded(cells, inner)); // lines 9 to 11
        }
    }
}
