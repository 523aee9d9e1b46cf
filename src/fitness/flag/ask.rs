//! Distances from the calls at a site to the result that is needed.

use super::cells::{Cells, Seen, View};
use super::contexts::Space;
use super::flags::{Question, Required};
use super::forms::{Forms, Job, Order, RequiredBranches};
use super::guarded::guarded;
use super::key::Key;
use super::tree::Tree;
use super::ways::At;
use crate::distance::Distance;
use crate::execution::{Facts, On, Plane};
use crate::id::{Activation, Function};
use core::ops::Range;
use smallvec::SmallVec;

impl Space {
    /// Returns F of a question to these callees: Algorithm 1 of Lin et al. (2020), without the
    /// normalisation of line 12. It is infinite if nothing is known.
    pub(super) fn ask<X: Facts + ?Sized>(
        &mut self,
        job: &Job<'_, X>,
        tree: &Tree,
        function: Function,
        question: Question,
        callees: Range<usize>,
    ) -> Distance {
        // Each function that is called at the site has its own required branches, so its cells form
        // a table of their own. `combine` reduces one dimension of the table and appends the
        // results to `combined`; the other dimension is reduced here, over all functions together.
        let outer = match job.forms.order {
            Order::ActivationsFirst => &job.forms.over_required,
            Order::RequiredFirst => &job.forms.over_activations,
        };
        self.combined.clear();
        let all = &self.callees[callees.clone()];
        let mut at = callees.start + all.partition_point(|callee| callee.site < question.site);
        let end = callees.start + all.partition_point(|callee| callee.site <= question.site);
        if at == end {
            // No call was made: each function that may be called there counts as called once, and
            // as ended at its entry. Without this, an execution that does not make the call would
            // have no gradient.
            let mut callees: SmallVec<[Function; 4]> =
                job.graph.callees(function, question.site).collect();
            callees.sort_unstable();
            callees.dedup(); // several blocks may make the call
            for callee in callees {
                self.combine(job, tree, callee, question, 0..0);
            }
        }
        while at < end {
            let callee = self.callees[at].function;
            let same = at + self.callees[at..end].partition_point(|other| other.function == callee);
            self.combine(job, tree, callee, question, at..same);
            at = same;
        }
        guarded(&self.combined, outer).unwrap_or(Distance::INFINITE)
    }

    /// Lists what is required of a function: Algorithm 1, line 1.
    fn require<X: Facts + ?Sized>(
        &mut self,
        job: &Job<'_, X>,
        function: Function,
        question: Question,
        callees: Range<usize>,
    ) {
        let keys = &job.flags.keys[question.keys as usize];
        let sheet = job.flags.sheet(function);
        let has_outcome = [false, true].iter().any(|&outcome| keys.contains(Key::from(outcome)));
        self.required.clear();
        if let Some(sheet) = sheet {
            let branches = match job.forms.required {
                RequiredBranches::Controls => &sheet.controls,
                RequiredBranches::Last => &sheet.last,
            };
            self.required.extend(branches.edges(keys).map(Required::Branch));
            self.required.sort_unstable_by_key(Required::place);
            self.required.dedup();
            let handed = sheet
                .handed
                .iter()
                .map(|(_, required)| required)
                .filter(|required| has_outcome || matches!(required, Required::Call(..)));
            self.required.extend(handed);
        }
        if !has_outcome {
            return;
        }
        // Recorded decisions at blocks for which nothing was declared. They are required of all
        // calls at the site if any of these calls recorded them.
        let first = self.required.len();
        for callee in callees {
            let required = &mut self.required;
            let activation = Activation::new(self.callees[callee].activation);
            job.run.results_in(activation, &mut |block, _| {
                if job.is_undeclared(sheet, block)
                    && let Err(place) =
                        required[first..].binary_search_by_key(&block, Required::block)
                {
                    required.insert(first + place, Required::Decision(At::Block(block), block));
                }
            });
        }
    }

    /// Adds the distances of the calls of one function: Algorithm 1, lines 4 to 11. Without
    /// callees, it adds the distances of one call that ended at its entry.
    fn combine<X: Facts + ?Sized>(
        &mut self,
        job: &Job<'_, X>,
        tree: &Tree,
        function: Function,
        question: Question,
        callees: Range<usize>,
    ) {
        self.require(job, function, question, callees.clone());
        let Forms { over_activations, over_required, order, .. } = job.forms;
        let Self { cells: all, combined, table, answers, contexts, required, keys: asked, .. } =
            self;
        if required.is_empty() {
            return;
        }
        let same = &self.callees[callees];
        let (rows, columns) = (required.len(), same.len().max(1));
        // The dimension that is combined first is contiguous.
        let (inner, row_step, column_step) = match order {
            Order::ActivationsFirst => (over_activations, columns, 1),
            Order::RequiredFirst => (over_required, 1, rows),
        };
        all.clear();
        all.resize(rows * columns, Distance::INFINITE);
        let wanted = &job.flags.keys[question.keys as usize];
        for column in 0..columns {
            let view = match same.get(column) {
                Some(callee) => {
                    let call = tree.calls[callee.activation as usize];
                    let (answers, keys) = match contexts.get(callee.context as usize) {
                        Some(context) => {
                            (&answers[context.first_answer..], &asked[context.keys.clone()])
                        }
                        None => (&tree.answers[call.first_answer..], call.keys(&tree.keys)),
                    };
                    let plane = Plane::Within(Activation::new(callee.activation));
                    let seen = Seen::Recorded(On(job.run, plane));
                    let (observed, met) =
                        (&tree.observed[call.first_flag..], &tree.answers[call.first_answer..]);
                    View { job, seen, observed, answers, met, keys }
                }
                None => {
                    let Some(entry) = job.graph.get_block(function, 0) else { return };
                    let seen = Seen::Entry(entry);
                    View { job, seen, observed: &[], answers: &[], met: &[], keys: &[] }
                }
            };
            let place = view.keys.binary_search(&question.keys).ok();
            let mut cells = Cells::new(function, view, table);
            for (row, required) in required.iter().enumerate() {
                all[row * row_step + column * column_step] = cells.cell(required, wanted, place); // lines 6 to 8
            }
        }
        for cells in all.chunks_exact(row_step.max(column_step)) {
            combined.extend(guarded(cells, inner)); // lines 9 to 11
        }
    }
}
