//! The values of all goals on the last execution, of which each execution changes only a few.
//!
//! A program has far more goals than one execution can change:
//! [local](crate::objective::Needs::local) goals of functions that were not entered have the value
//! of an execution in which nothing ran. They got it when they were new, or when their function was
//! left out again.

use crate::fitness::Fitness;
use crate::id::{Function, GoalId};
use crate::objective::measure::Span;
use crate::objective::{Goals, LiveRow, Observed, Unmeasured};
use alloc::vec::Vec;
use smallvec::SmallVec;

impl<'a> Unmeasured<'a> {
    /// Measures what the last sweep changed, and returns the row. Goals of a graph other than that
    /// of the observation panic.
    #[track_caller]
    pub fn measure<X: ?Sized>(self, goals: &Goals<X>, seen: &Observed<'_, X>) -> &'a LiveRow {
        self.0.measure(goals, seen);
        self.0
    }
}

impl LiveRow {
    /// Measures what the last sweep changed.
    fn measure<X: ?Sized>(&mut self, goals: &Goals<X>, seen: &Observed<'_, X>) {
        let sweep = seen.table.is_across_calls().then(|| seen.table.sweeps());
        // Across calls, a sweep tells what it changed since the sweep before.
        let missed_one = sweep.is_some() && sweep != self.sweep.map(|last| last + 1);
        let was_whole = core::mem::replace(&mut self.is_whole, false);
        if missed_one || !was_whole || goals.replacements() != self.replacements {
            // A goal that was replaced may have other places, or be local no more.
            self.forget();
            self.replacements = goals.replacements();
        }
        self.sweep = sweep;
        let new = self.grouped..goals.len() as u32;
        if !new.is_empty() || !seen.table.changed_across_calls().is_empty() {
            self.changed_at = seen.table.sweeps();
        }
        self.group(goals, seen);
        self.values.resize(goals.len(), Fitness::NEVER);
        self.measure_span(goals, seen, new.clone());
        // Functions of the last execution first: those that this one did not enter get the values
        // of an execution in which nothing ran.
        for at in 0..self.entered.len() {
            if !seen.table.has_entered(self.entered[at]) {
                self.measure_function(goals, seen, self.entered[at]);
            }
        }
        self.entered.clear();
        self.entered.extend(seen.table.entered());
        self.changed.clear();
        self.changed.extend_from_slice(&self.anywhere);
        for function in self.entered.iter().chain(seen.table.changed_across_calls()) {
            self.changed
                .extend(self.of_function.get(function.index()).into_iter().flatten().cloned());
        }
        if sweep.is_some() && !new.is_empty() {
            self.changed.push(new);
        }
        join(&mut self.changed);
        for at in 0..self.changed.len() {
            self.measure_span(goals, seen, self.changed[at].clone());
        }
        self.is_whole = true;
    }

    /// Forgets which goals lie where, so that all of them are measured next time.
    fn forget(&mut self) {
        self.of_function.clear();
        self.anywhere.clear();
        self.entered.clear();
        self.changed.clear();
        self.grouped = 0;
    }

    /// Puts new goals into the lists.
    fn group<X: ?Sized>(&mut self, goals: &Goals<X>, seen: &Observed<'_, X>) {
        for goal in (self.grouped..goals.len() as u32).map(GoalId::new) {
            let Some(needs) = goals.needs(goal) else { continue };
            let functions = needs.spots.iter().map(|spot| spot.function_in(seen.graph));
            // Among copies, another function can change what a goal is behind.
            let is_far = self.sweep.is_some() && needs.history.is_some();
            let is_local = needs.is_local() && !needs.spots.is_empty() && !is_far;
            // A place that the graph does not have yet may get a function later.
            if !is_local || functions.clone().any(|function| function.is_none()) {
                append(&mut self.anywhere, goal);
                continue;
            }
            for function in functions.flatten() {
                if self.of_function.len() <= function.index() {
                    let count = seen.graph.function_count().max(function.index() + 1);
                    self.of_function.resize_with(count, SmallVec::new);
                }
                append(&mut self.of_function[function.index()], goal);
            }
        }
        self.grouped = goals.len() as u32;
    }

    fn measure_function<X: ?Sized>(
        &mut self,
        goals: &Goals<X>,
        seen: &Observed<'_, X>,
        function: Function,
    ) {
        let spans = self.of_function.get(function.index()).map_or(0, SmallVec::len);
        for at in 0..spans {
            self.measure_span(goals, seen, self.of_function[function.index()][at].clone());
        }
    }

    fn measure_span<X: ?Sized>(&mut self, goals: &Goals<X>, seen: &Observed<'_, X>, span: Span) {
        let row = &mut self.values[span.start as usize..span.end as usize];
        goals.fitness(span.map(GoalId::new), seen, row);
    }
}

/// Adds a goal that is not less than those in the list.
fn append<A: smallvec::Array<Item = Span>>(spans: &mut SmallVec<A>, goal: GoalId) {
    match spans.last_mut() {
        Some(last) if last.end == goal.number() + 1 => {}
        Some(last) if last.end == goal.number() => last.end += 1,
        _ => spans.push(goal.number()..goal.number() + 1),
    }
}

/// Sorts spans and joins those that overlap or touch.
fn join(spans: &mut Vec<Span>) {
    spans.sort_unstable_by_key(|span| span.start);
    spans.dedup_by(|next, last| {
        let joins = next.start <= last.end;
        if joins {
            last.end = last.end.max(next.end);
        }
        joins
    });
}
