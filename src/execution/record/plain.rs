//! Observations as plain data, which can be written and read (feature `serde`).
//!
//! Each type is written in a form of its own, and read back through checks. The checks refuse data
//! that no execution can have, because answers rely on it: lists are searched by bisection, and a
//! part must not exceed the whole.

use super::rows::Rows;
use crate::distance::Distance;
use crate::execution::recorder::observations::{Place, ValueRow};
use crate::execution::{
    Domain, Effect, Fact, NearestOperands, NearestValues, Partition, Plane, Record, Thrown,
};
use crate::flow::GraphIdentity;
use crate::id::{Branch, Function, Mutant};
use crate::plain::{Form, Invalid, ascend, by_way_of};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Written form of [`NearestValues`]: each partition with its least distance, in the order of the
/// partitions. It is empty if no value was seen.
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
            return Err(Invalid(
                "a result or an argument must have a distance to each partition, once and in \
                 order, or no distances",
            ));
        }
        let mut distances = form.0.into_iter().map(|row| row.1);
        let values =
            Self::of(Partition::ALL.map(|_| distances.next().unwrap_or(Distance::INFINITE)));
        // A value of the type is in one partition, at distance 0; NaN, in none, is infinitely far
        // from all. Without a value in a partition, all are infinitely far.
        let is_at = |it: &Partition, distance| values.distance(*it) == Some(distance);
        let fits = |classes: &&[Partition]| {
            classes.iter().all(|it| is_at(it, Distance::INFINITE))
                || classes.iter().any(|it| is_at(it, Distance::ZERO))
        };
        if !Partition::TYPES.iter().all(fits) {
            return Err(Invalid(
                "the distances to the partitions contradict each other: of each type, one must be \
                 0, or all must be infinite",
            ));
        }
        Ok(values)
    }
}

/// Written form of [`Domain`]: its partitions.
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

/// Written form of [`Effect`]: its two fields.
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
        // The constructors accept any number, and correct it. If the correction changes the bits,
        // the data was no effect. A comparison of bits also refuses NaN and negative zero.
        if effect.differing().to_bits() != form.differing.to_bits() {
            return Err(Invalid(
                "`differing` of an effect must be in [0, 1], and 1 if `outputs` is 0, because the \
                 mutant is killed",
            ));
        }
        Ok(effect)
    }
}

/// Written form of [`Record`]. All lists ascend by their first column, each key once. Form 1 had a
/// field for each plane.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Record")]
struct RecordForm {
    form: Form<2>,
    graph: GraphIdentity,
    /// Facts that the record lacks, ascending.
    unknown: Vec<Fact>,
    all: Rows,
    planes: Vec<(Plane, Rows)>,
    called: Vec<Function>,
    returned: Vec<Function>,
    implicit: Vec<Function>,
    thrown: Vec<Thrown>,
    /// Results and arguments: the function, the number of the argument (none for the result), and
    /// the distances.
    values: Vec<(Function, Option<u32>, NearestValues)>,
    mutants: Vec<(Mutant, Distance)>,
    effects: Vec<(Mutant, Effect)>,
    operands: Vec<(Branch, NearestOperands)>,
}

by_way_of!(Record => RecordForm);

impl Rows {
    /// Returns `true` if the functions, blocks and branches ascend, each once.
    fn ascend(&self) -> bool {
        ascend(&self.functions)
            && ascend(self.blocks.iter().map(|row| row.0))
            && ascend(self.branches.iter().map(|row| row.0))
    }

    /// Returns `true` if these rows can be a part of `all`: each id is in `all`, with a distance
    /// that is not greater, and with progress and evaluations that are not less. Linear in both.
    fn is_part_of(&self, all: &Self) -> bool {
        is_part(&self.functions, &all.functions, |a, b| a == b)
            && is_part(&self.blocks, &all.blocks, |a, b| a.0 == b.0 && a.1 <= b.1 && a.2 <= b.2)
            && is_part(&self.branches, &all.branches, |a, b| a.0 == b.0 && a.1 >= b.1)
    }
}

/// Returns `true` if each row fits one of the others. Both lists must ascend by the key that `fits`
/// compares. Linear in both.
fn is_part<T>(rows: &[T], others: &[T], fits: impl Fn(&T, &T) -> bool) -> bool {
    // `any` goes on where it stopped for the row before: both lists ascend, so one pass suffices.
    let mut others = others.iter();
    rows.iter().all(|row| others.any(|other| fits(row, other)))
}

/// Refusal of lists that cannot be searched by bisection.
const NOT_ASCENDING: Invalid =
    Invalid("the lists of a record must ascend, each key once: write the record again");

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
            form: Form,
            graph: record.graph,
            unknown: Fact::PLAIN
                .into_iter()
                .filter(|fact| record.unknown & fact.bit() != 0)
                .collect(),
            all: record.all.clone(),
            planes: record.planes.clone(),
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
        if !ascend(&form.unknown) {
            return Err(NOT_ASCENDING);
        }
        if form.unknown.iter().any(|fact| matches!(fact, Fact::Calls | Fact::On(_))) {
            return Err(Invalid(
                "no record has calls one by one, and planes are known if they are listed: leave \
                 both out of `unknown`",
            ));
        }
        let unknown = form.unknown.iter().fold(0, |bits, fact| bits | fact.bit());
        let place = |argument: Option<u32>| argument.map_or(Place::Returned, Place::Argument);
        let row =
            |(function, argument, nearest)| ValueRow { function, place: place(argument), nearest };
        let mut record = Self {
            graph: form.graph,
            unknown,
            all: form.all,
            planes: form.planes,
            called: form.called,
            returned: form.returned,
            implicit: form.implicit,
            thrown: form.thrown,
            values: form.values.into_iter().map(row).collect(),
            mutants: form.mutants,
            effects: form.effects,
            operands: form.operands,
        };
        record.check_order()?;
        record.check_parts()?;
        record.check_functions()?;
        // `name` gives an empty record the identity of nothing, whatever graph the data names.
        record.name(form.graph);
        Ok(record)
    }
}

/// Checks of a record that was read.
impl Record {
    /// Checks that all lists ascend.
    fn check_order(&self) -> Result<(), Invalid> {
        let ascending = self.all.ascend()
            && self.planes.iter().all(|row| row.1.ascend())
            && ascend(self.planes.iter().map(|row| row.0))
            && [&self.called, &self.returned, &self.implicit].into_iter().all(ascend)
            && ascend(&self.thrown)
            && ascend(self.values.iter().map(ValueRow::key))
            && ascend(self.mutants.iter().map(|row| row.0))
            && ascend(self.effects.iter().map(|row| row.0))
            && ascend(self.operands.iter().map(|row| row.0));
        if ascending { Ok(()) } else { Err(NOT_ASCENDING) }
    }

    /// Checks that the parts belong to the whole: a direct call is a call, only a function that was
    /// called can return, and operands have the least distance of their branch.
    fn check_parts(&self) -> Result<(), Invalid> {
        let nearest =
            |row: &(Branch, NearestOperands)| self.all.distance(row.0) == Some(row.1.distance);
        if !self.operands.iter().all(nearest) {
            return Err(Invalid(
                "the operands of a record must have the least distance of their branch: leave out \
                 all others",
            ));
        }
        let belongs = |(plane, rows): &(Plane, Rows)| match plane {
            Plane::Direct => rows.is_part_of(&self.all),
            Plane::History(_) => true,
            Plane::Within(_) => false,
        };
        let has_planes = !self.planes.is_empty();
        if has_planes && self.all.functions.is_empty()
            || !self.planes.iter().all(belongs)
            || !is_part(&self.returned, &self.called, |a, b| a == b)
        {
            return Err(Invalid(
                "direct calls must be a part of all calls, each function in `returned` must be in \
                 `called`, and a record has no plane of a single call, or without any call",
            ));
        }
        Ok(())
    }

    /// Checks that the graph has all functions. Ids of blocks and branches are checked against the
    /// graph when the record is merged into a trace: of the sizes of the graph, the identity has
    /// only the number of functions.
    fn check_functions(&self) -> Result<(), Invalid> {
        let mut lasts = self.last_functions().chain(self.all.functions.last().copied());
        let functions = self.graph.functions();
        if lasts.any(|function| function.number() >= functions)
            || functions == 0 && !self.all.blocks.is_empty()
        {
            return Err(Invalid(
                "the record names a function that its graph does not have: `graph` must be the \
                 identity of the executed program",
            ));
        }
        Ok(())
    }
}
