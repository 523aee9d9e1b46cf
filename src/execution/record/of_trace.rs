//! Records of traces, and the merging of records into traces.

use super::of_store::lacked;
use super::rows::union_of_sets;
use crate::execution::recorder::view::Recorder;
use crate::execution::{Fact, Facts, Misuse, Plane, Record, Trace};
use crate::flow::GraphIdentity;
use crate::id::{Function, Mutant};
use alloc::vec::Vec;

/// Greatest number of exceptions that are inserted one by one. Inserting allocates nothing in the
/// steady state, but each insertion takes time linear in the exceptions of the trace. More
/// exceptions are merged together, in linear time.
const FEW: usize = 32;

impl Trace {
    /// Returns a record of all observations since the last reset, except for the [call
    /// tree](Trace::with_call_tree). O(n log n), where n is the number of entered blocks and other
    /// observations.
    #[must_use]
    pub fn record(&self) -> Record {
        // The tables of a trace are not sorted, and a record is: each part is sorted once, here.
        let functions = |numbers: Vec<u32>| numbers.into_iter().map(Function::new).collect();
        let mutants = self.observations.mutants.evaluated.sorted().into_iter().map(Mutant::new);
        let all = self.all.freeze();
        // Facts that were merely not recorded are unknown; planes that are missing are no facts.
        let mut record = Record {
            graph: GraphIdentity::default(),
            unknown: lacked(&all, |fact| self.knows(fact)),
            planes: Vec::new(),
            called: functions(self.observations.called.sorted()),
            returned: functions(self.observations.returned.sorted()),
            implicit: functions(self.observations.implicit.sorted()),
            thrown: self.observations.thrown.borrow().clone(),
            values: self.observations.values.sorted(),
            mutants: mutants.filter_map(|mutant| Some((mutant, self.infection(mutant)?))).collect(),
            effects: self.observations.effects.borrow().iter().map(|row| (row.0, *row.1)).collect(),
            operands: self
                .operands
                .as_ref()
                .map_or_else(Vec::new, |operands| operands.sorted(|branch| all.distance(branch))),
            all,
        };
        for (plane, tables) in self.planes().filter(|row| self.knows(Fact::On(row.0))) {
            record.set_plane(plane, tables.freeze());
        }
        // The identity comes last, because it depends on whether the record is empty.
        record.name(self.made_for());
        record
    }

    /// Returns the planes that have tables of their own.
    fn planes(&self) -> impl Iterator<Item = (Plane, &Recorder)> {
        let direct = self.direct.as_deref().map(|tables| (Plane::Direct, tables));
        let followed = self.walks.iter().flat_map(|walks| walks.followed());
        direct.into_iter().chain(followed.map(|it| (Plane::History(it.id), &it.recorder)))
    }

    /// Merges a record into the trace. Afterwards, the trace answers as if it had recorded the
    /// execution of the record, too.
    ///
    /// - Operands are merged if the trace [records](Trace::with_operands) operands. Of equally near
    ///   operands, those with the lesser text stay.
    /// - What the record does not [know](Record::knows), the trace does not know either, until it is
    ///   [reset](Trace::reset).
    /// - The call tree of the trace does not change, because a record has none.
    ///
    /// O(n log n), where n is the number of blocks and other observations in the record; plus time
    /// linear in the exceptions of the trace, and quadratic in the number of arguments of one
    /// function.
    ///
    /// # Errors
    ///
    /// [`Misuse`] in the following cases. The trace is then unchanged.
    ///
    /// - The record was made for another graph.
    /// - The record names a function, block, statement or branch that the graph does not have, or a
    ///   mutant for which the trace has no room.
    /// - The record has an answer about a block, and does not say that the block and its function
    ///   were entered.
    pub fn merge(&self, record: &Record) -> Result<(), Misuse> {
        // Everything is checked before anything is changed, so that an error leaves the trace
        // unchanged.
        self.admits(record)?;
        self.take(record);
        Ok(())
    }

    /// Checks that a record can be merged.
    fn admits(&self, record: &Record) -> Result<(), Misuse> {
        self.chain.check(record.graph).map_err(Misuse::OtherGraph)?;
        self.all.admits(&record.all)?;
        for (plane, tables) in self.planes() {
            record.rows(plane).map_or(Ok(()), |rows| tables.admits(rows))?;
        }
        // All lists ascend, so the last entry of each decides whether its ids are in range.
        let is_beyond = |function: &Function| function.index() >= self.all.functions.len();
        if let Some(function) = record.last_functions().find(is_beyond) {
            return Err(Misuse::NoSuchFunction { function });
        }
        let mutants = self.observations.mutants.count();
        let infected = record.mutants.last().map(|row| row.0);
        let last = record.effects.last().map(|row| row.0).max(infected);
        match last.filter(|mutant| mutant.number() >= mutants) {
            Some(mutant) => Err(Misuse::NoSuchMutant { mutant, mutants }),
            None => Ok(()),
        }
    }

    /// Merges each part as its hooks would have recorded it: least distances, greatest progress,
    /// sums of evaluations, unions of sets.
    fn take(&self, record: &Record) {
        let is_empty = record.all.functions.is_empty();
        self.unknown.set(self.unknown.get() | record.unknown);
        if !is_empty {
            self.miss(Fact::Calls); // no record has them
        }
        self.all.merge(&record.all);
        for (plane, tables) in self.planes() {
            match record.rows(plane) {
                Some(rows) => tables.merge(rows),
                // A record in which nothing was executed has nothing to leave out.
                None if is_empty => {}
                None => self.miss(Fact::On(plane)),
            }
        }
        let seen = &self.observations;
        let sets = [
            (&seen.called, &record.called),
            (&seen.returned, &record.returned),
            (&seen.implicit, &record.implicit),
        ];
        for (ours, theirs) in sets {
            for function in theirs {
                ours.add(function.number());
            }
        }
        // Both lists ascend. Inserting many exceptions one by one would move the rest of the list
        // for each of them.
        if record.thrown.len() <= FEW {
            for &thrown in &record.thrown {
                self.observations.throw(thrown);
            }
        } else {
            let thrown = union_of_sets(&self.observations.thrown.borrow(), &record.thrown);
            self.observations.thrown.replace(thrown);
        }
        for &row in &record.values {
            self.note_if(self.observations.values.merge(row));
        }
        for &(mutant, distance) in &record.mutants {
            self.infected(mutant, distance);
        }
        for &(mutant, effect) in &record.effects {
            self.affected(mutant, effect);
        }
        // Operands that are farther than the least distance may be kept here: each answer compares
        // the two distances.
        if let Some(operands) = &self.operands {
            for (branch, row) in &record.operands {
                operands.merge(*branch, row);
            }
        }
    }
}
