//! The frozen form of a trace, and traces that take in what was frozen.

use super::capability::Capability;
use super::rows::{Rows, union_of_sets};
use crate::execution::{Infections, Misuse, NearestOperands, Record, Trace};
use crate::flow::{GraphIdentity, GraphMismatch};
use crate::id::{Branch, Function, Mutant};
use alloc::vec::Vec;

/// So many exceptions are inserted one by one, which allocates nothing in the steady state; more are merged, which is linear.
const FEW: usize = 32;

impl Trace {
    /// Returns a frozen copy of everything recorded since the last reset. O(n log n) for n blocks entered and other things recorded.
    #[must_use]
    pub fn record(&self) -> Record {
        let functions = |numbers: Vec<u32>| numbers.into_iter().map(Function::new).collect();
        let mutants = self.observations.mutants.evaluated.sorted().into_iter().map(Mutant::new);
        let all = self.all.freeze();
        // Where nothing ran, it does not matter what would have been recorded.
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

    /// Returns the recording of the copies. `all` is the recording of the program: if nothing ran, the copies do not matter.
    fn frozen_copies(&self, all: &Rows) -> Option<(GraphIdentity, Rows)> {
        let walks = self.walks.as_deref().filter(|_| !all.functions.is_empty())?;
        Some((walks.copies, walks.recorder.freeze()))
    }

    fn remembered(&self, all: &Rows) -> Vec<(Branch, NearestOperands)> {
        let operands = self.operands.iter().flat_map(|operands| operands.sorted(|branch| all.distance(Branch::new(branch))));
        operands.map(|(branch, row)| (Branch::new(branch), row)).collect()
    }

    /// Takes in what `record` observed, as if its execution had been recorded here, too. O(n log n) for n blocks and other things in
    /// the record, linear in the exceptions that the trace holds already, and quadratic in the arguments of one function. Operands are taken
    /// in if the trace [records](Trace::with_operands) them; of equally near ones the lesser text stays. Of a capability that the record
    /// does not [know](Record::knows), the records of this trace know nothing either, until it is [reset](Trace::reset).
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the record is one of another graph; if it names a function, block, statement or branch that the graph does not have; if only one of the two records direct calls apart;
    /// if it holds a mutant for which this trace was not made; or if it tells of blocks whose entering it does not tell of. Nothing is changed
    /// then.
    pub fn merge(&self, record: &Record) -> Result<(), Misuse> {
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
        self.direct.iter().zip(&record.direct).for_each(|(direct, rows)| direct.merge(rows));
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
            record.thrown.iter().for_each(|&thrown| self.observations.throw(thrown));
        } else {
            let thrown = union_of_sets(&self.observations.thrown.borrow(), &record.thrown);
            self.observations.thrown.replace(thrown);
        }
        record.values.iter().for_each(|&row| self.observations.values.merge(row).unwrap_or_else(|misuse| self.note(misuse)));
        record.mutants.iter().for_each(|&(mutant, distance)| self.infected(mutant, distance));
        record.effects.iter().for_each(|&(mutant, effect)| self.affected(mutant, effect));
        if let Some(operands) = &self.operands {
            record.operands.iter().for_each(|(branch, row)| operands.merge(branch.number(), row));
        }
        Ok(())
    }
}
