//! Records of traces, and traces into which records are merged.

use super::capability::Capability;
use super::rows::{Rows, union_of_sets};
use crate::execution::{Infections, Misuse, NearestOperands, Record, Trace};
use crate::flow::{GraphIdentity, GraphMismatch};
use crate::id::{Branch, Function, Mutant};
use alloc::vec::Vec;

/// Number of exceptions up to which they are inserted one by one, which allocates nothing in the steady state. More exceptions are merged in
/// linear time.
const FEW: usize = 32;

impl Trace {
    /// Returns a record of everything since the last reset. O(n log n) for n entered blocks and other observations.
    #[must_use]
    pub fn record(&self) -> Record {
        let functions = |numbers: Vec<u32>| numbers.into_iter().map(Function::new).collect();
        let mutants = self.observations.mutants.evaluated.sorted().into_iter().map(Mutant::new);
        let all = self.all.freeze();
        // If nothing was executed, the record is empty, whatever the trace would have recorded.
        let direct = self.direct.as_deref().filter(|_| !all.functions.is_empty());
        let follows_none = if self.walks.is_none() && !all.functions.is_empty() { Capability::Copies.bit() } else { 0 };
        let mut record = Record {
            graph: GraphIdentity::default(),
            unknown: self.unknown.get() | follows_none,
            direct: direct.map(|direct| direct.freeze()),
            copies: self.frozen_copies(&all),
            called: functions(self.observations.called.sorted()),
            returned: functions(self.observations.returned.sorted()),
            implicit: functions(self.observations.implicit.sorted()),
            thrown: self.observations.thrown.borrow().clone(),
            values: self.observations.values.sorted(),
            mutants: mutants.filter_map(|mutant| Some((mutant, self.infection(mutant)?))).collect(),
            effects: self.observations.effects.sorted(),
            operands: self.remembered(&all),
            all,
        };
        record.name(self.made_for());
        record
    }

    /// Returns the recording of the copies; `None` if there is none, or if nothing was executed according to `all`.
    fn frozen_copies(&self, all: &Rows) -> Option<(GraphIdentity, Rows)> {
        let walks = self.walks.as_deref().filter(|_| !all.functions.is_empty())?;
        Some((walks.copies, walks.recorder.freeze()))
    }

    /// Returns the remembered operands with the least distance of their branch.
    fn remembered(&self, all: &Rows) -> Vec<(Branch, NearestOperands)> {
        let operands = self.operands.iter().flat_map(|operands| operands.sorted(|branch| all.distance(Branch::new(branch))));
        operands.map(|(branch, row)| (Branch::new(branch), row)).collect()
    }

    /// Merges a record into the trace, as if its execution had been recorded here in addition.
    ///
    /// Operands are merged if the trace [records](Trace::with_operands) them; of equally near operands, the lesser text stays. A capability
    /// that the record does not [know](Record::knows) is unknown to records of this trace until it is [reset](Trace::reset).
    /// O(n log n) for n blocks and other observations in the record, plus time linear in the exceptions of the trace, and quadratic in the
    /// number of arguments of one function.
    ///
    /// # Errors
    ///
    /// [`Misuse`], and the trace is unchanged, if the record
    ///
    /// - was made for another graph or another unrolled graph;
    /// - names a function, block, statement or branch that the graph does not have, or a mutant that the trace has no room for;
    /// - has an answer about a block, and does not say that the block and its function were entered;
    /// - records direct calls separately and the trace does not, or the other way round; the same for copies.
    pub fn merge(&self, record: &Record) -> Result<(), Misuse> {
        // Everything is checked before anything is changed.
        self.chain.check(record.graph).map_err(Misuse::OtherGraph)?;
        self.all.admits(&record.all)?;
        match (&self.direct, &record.direct) {
            (Some(direct), Some(rows)) => direct.admits(rows)?,
            (None, None) => {}
            (Some(_), None) if record.all.functions.is_empty() => {}
            _ => return Err(Misuse::DirectCallsNotRecorded),
        }
        match (&self.walks, &record.copies) {
            (Some(walks), Some((copies, _))) if walks.copies != *copies => {
                return Err(Misuse::OtherGraph(GraphMismatch { made_for: *copies, used_with: walks.copies }));
            }
            (Some(walks), Some((_, rows))) => walks.recorder.admits(rows)?,
            (None, None) => {}
            (Some(_), None) if record.all.functions.is_empty() => {}
            _ => return Err(Misuse::CopiesNotRecorded),
        }
        // All lists ascend, so their last entries decide whether they fit.
        let thrown = record.thrown.last().map(|thrown| thrown.function);
        let values = record.values.last().map(|row| row.function);
        let [called, returned, implicit] = [&record.called, &record.returned, &record.implicit].map(|all| all.last().copied());
        let lasts = [called, returned, implicit, thrown, values];
        if let Some(function) = lasts.into_iter().flatten().find(|function| function.index() >= self.all.functions.len()) {
            return Err(Misuse::NoSuchFunction { function });
        }
        let mutants = self.observations.mutants.count();
        let last = [record.mutants.last().map(|row| row.0), record.effects.last().map(|row| row.0)].into_iter().flatten().max();
        if let Some(mutant) = last.filter(|mutant| mutant.number() >= mutants) {
            return Err(Misuse::NoSuchMutant { mutant, mutants });
        }

        self.unknown.set(self.unknown.get() | record.unknown);
        self.all.merge(&record.all);
        if let (Some(direct), Some(rows)) = (&self.direct, &record.direct) {
            direct.merge(rows);
        }
        if let (Some(walks), Some((_, rows))) = (&self.walks, &record.copies) {
            walks.recorder.merge(rows);
        }
        for function in &record.called {
            self.observations.called.add(function.number());
        }
        for function in &record.returned {
            self.observations.returned.add(function.number());
        }
        for function in &record.implicit {
            self.observations.implicit.add(function.number());
        }
        if record.thrown.len() <= FEW {
            for &thrown in &record.thrown {
                self.observations.throw(thrown);
            }
        } else {
            let thrown = union_of_sets(&self.observations.thrown.borrow(), &record.thrown);
            self.observations.thrown.replace(thrown);
        }
        for &row in &record.values {
            self.observations.values.merge(row).unwrap_or_else(|misuse| self.note(misuse));
        }
        for &(mutant, distance) in &record.mutants {
            self.infected(mutant, distance);
        }
        for &(mutant, effect) in &record.effects {
            self.affected(mutant, effect);
        }
        if let Some(operands) = &self.operands {
            for (branch, row) in &record.operands {
                operands.merge(branch.number(), row);
            }
        }
        Ok(())
    }
}
