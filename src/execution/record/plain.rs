//! Observations as plain data.

use super::rows::Rows;
use crate::distance::Distance;
use crate::execution::recorder::observations::{Place, ValueRow};
use crate::execution::{Capability, Domain, Effect, NearestOperands, NearestValues, Partition, Record, Thrown};
use crate::flow::GraphIdentity;
use crate::id::{Branch, Function, Mutant};
use crate::plain::{Invalid, ascend, by_way_of};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// By partition, ascending; none if no value was seen.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct NearestValuesForm(Vec<(Partition, Distance)>);

by_way_of!(NearestValues => NearestValuesForm);

impl From<&NearestValues> for NearestValuesForm {
    fn from(values: &NearestValues) -> Self {
        let distance = |partition| values.distance(partition).map(|distance| (partition, distance));
        Self(Partition::ALL.into_iter().filter_map(distance).collect())
    }
}

impl TryFrom<NearestValuesForm> for NearestValues {
    type Error = Invalid;
    fn try_from(form: NearestValuesForm) -> Result<Self, Invalid> {
        if form.0.is_empty() {
            return Ok(Self::default());
        }
        if !form.0.iter().map(|row| row.0).eq(Partition::ALL) {
            return Err(Invalid("the values at one place must have a distance to each partition, each once"));
        }
        /// Partitions of each type, by their numbers. A value is in one of them, or is of another type.
        const TYPES: [&[usize]; 5] = [&[0, 1], &[2, 3, 4], &[5, 6, 7], &[8, 9], &[10, 11]];
        let is = |number: usize, distance| form.0[number].1 == distance;
        let fits = |classes: &&[usize]| {
            classes.iter().all(|&n| is(n, Distance::INFINITE)) || classes.iter().any(|&n| is(n, Distance::ZERO))
        };
        if !TYPES.iter().all(fits) {
            return Err(Invalid("the distances to the partitions contradict each other: no values have them"));
        }
        let mut distances = form.0.into_iter().map(|row| row.1);
        Ok(Self::of(Partition::ALL.map(|_| distances.next().unwrap_or(Distance::INFINITE))))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct DomainForm(Vec<Partition>);

by_way_of!(Domain => DomainForm);

impl From<&Domain> for DomainForm {
    fn from(domain: &Domain) -> Self {
        Self(domain.partitions().collect())
    }
}

impl From<DomainForm> for Domain {
    fn from(form: DomainForm) -> Self {
        Self::of(&form.0)
    }
}

/// Fields of an effect that is being read or written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Effect")]
struct EffectForm {
    differing: f64,
    outputs: Distance,
}

by_way_of!(Effect => EffectForm);

impl From<&Effect> for EffectForm {
    fn from(effect: &Effect) -> Self {
        Self { differing: effect.differing(), outputs: effect.outputs() }
    }
}

impl TryFrom<EffectForm> for Effect {
    type Error = Invalid;
    fn try_from(form: EffectForm) -> Result<Self, Invalid> {
        let effect = Self::of_trace(form.differing).with_outputs(form.outputs);
        // Compared by bits, which refuses NaN and negative zero.
        if effect.differing().to_bits() != form.differing.to_bits() {
            return Err(Invalid("the share of a trace that differs must be in [0, 1], and 1 if the mutant is killed"));
        }
        Ok(effect)
    }
}

/// Fields of a record that is being read or written. All lists ascend by their first column.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Record")]
struct RecordForm {
    graph: GraphIdentity,
    /// Capabilities that the record lacks, ascending.
    unknown: Vec<Capability>,
    all: Rows,
    direct: Option<Rows>,
    copies: Option<(GraphIdentity, Rows)>,
    called: Vec<Function>,
    returned: Vec<Function>,
    implicit: Vec<Function>,
    thrown: Vec<Thrown>,
    /// Values by function and argument; the result has no argument.
    values: Vec<(Function, Option<u32>, NearestValues)>,
    mutants: Vec<(Mutant, Distance)>,
    effects: Vec<(Mutant, Effect)>,
    operands: Vec<(Branch, NearestOperands)>,
}

by_way_of!(Record => RecordForm);

impl Rows {
    /// Returns `true` if no distance is less, and no progress or number of evaluations greater, than in other rows that contain these.
    fn is_part_of(&self, all: &Self) -> bool {
        is_part(&self.functions, &all.functions, |a, b| a == b)
            && is_part(&self.blocks, &all.blocks, |a, b| a.0 == b.0 && a.1 <= b.1 && a.2 <= b.2)
            && is_part(&self.branches, &all.branches, |a, b| a.0 == b.0 && a.1 >= b.1)
    }
}

/// Returns `true` if each row fits one of the others. Both lists ascend.
fn is_part<T>(rows: &[T], others: &[T], fits: impl Fn(&T, &T) -> bool) -> bool {
    let mut others = others.iter();
    rows.iter().all(|row| others.any(|other| fits(row, other)))
}

const NOT_ASCENDING: Invalid = Invalid("the rows of a record must ascend, each key once");

impl From<&Record> for RecordForm {
    fn from(record: &Record) -> Self {
        let value = |row: &ValueRow| {
            let argument = match row.place {
                Place::Returned => None,
                Place::Argument(number) => Some(number),
            };
            (row.function, argument, row.nearest)
        };
        Self {
            graph: record.graph,
            unknown: Capability::ALL.into_iter().filter(|&capability| !record.knows(capability)).collect(),
            all: record.all.clone(),
            direct: record.direct.clone(),
            copies: record.copies.clone(),
            called: record.called.clone(),
            returned: record.returned.clone(),
            implicit: record.implicit.clone(),
            thrown: record.thrown.clone(),
            values: record.values.iter().map(value).collect(),
            mutants: record.mutants.clone(),
            effects: record.effects.clone(),
            operands: record.operands.clone(),
        }
    }
}

impl TryFrom<RecordForm> for Record {
    type Error = Invalid;
    fn try_from(form: RecordForm) -> Result<Self, Invalid> {
        let RecordForm {
            graph,
            unknown,
            all,
            direct,
            copies,
            called,
            returned,
            implicit,
            thrown,
            values,
            mutants,
            effects,
            operands,
        } = form;
        let place = |argument: Option<u32>| argument.map_or(Place::Returned, Place::Argument);
        let row = |(function, argument, nearest)| ValueRow { function, place: place(argument), nearest };
        let values: Vec<_> = values.into_iter().map(row).collect();
        let ascending = ascend(&called)
            && ascend(&returned)
            && ascend(&unknown)
            && ascend(&implicit)
            && ascend(&thrown)
            && ascend(values.iter().map(ValueRow::key))
            && ascend(mutants.iter().map(|row| row.0))
            && ascend(effects.iter().map(|row| row.0))
            && ascend(operands.iter().map(|row| row.0));
        if !ascending {
            return Err(NOT_ASCENDING);
        }
        let belongs = |(branch, row): &(Branch, NearestOperands)| all.distance(*branch) == Some(row.distance);
        if !operands.iter().all(belongs) {
            return Err(Invalid("the operands of a record must have the least distance of their branch"));
        }
        if direct.as_ref().is_some_and(|direct| !direct.is_part_of(&all)) || !is_part(&returned, &called, |a, b| a == b) {
            return Err(Invalid("direct calls must be a part of all calls, and a function that returned must have been called"));
        }
        let last = [all.functions.last(), called.last(), implicit.last()].into_iter().flatten().copied();
        let last = last.chain(thrown.last().map(|thrown| thrown.function)).chain(values.last().map(|row| row.function));
        let is_empty_graph = graph.functions() == 0;
        if last.max().is_some_and(|function| function.number() >= graph.functions()) || (is_empty_graph && !all.blocks.is_empty()) {
            return Err(Invalid("the record names a function that its graph does not have"));
        }
        let unknown = unknown.into_iter().fold(0, |bits, capability| bits | capability.bit());
        let mut record =
            Self { graph, unknown, all, direct, copies, called, returned, implicit, thrown, values, mutants, effects, operands };
        record.name(graph);
        Ok(record)
    }
}
