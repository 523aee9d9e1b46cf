//! A table of what the documentation of `sbst::instrument` calls measured: of two inputs on one
//! side of a condition, the nearer one has the smaller distance to the other side.

mod constructs;
mod documented;
mod methods;
mod operands;

use std::collections::BTreeSet;

/// What one execution of a function tells: the distances of the outcomes that it missed at the
/// decisions that it made, and its result.
pub(crate) struct Told {
    missed: Vec<f64>,
    result: String,
}

/// Executes a function once.
pub(crate) fn told<R: std::fmt::Debug>(
    mut campaign: sbst::Campaign<()>,
    run: impl FnOnce() -> R,
) -> Told {
    let mut result = None;
    // Of an error, what it says does not count.
    let kind = |result| format!("{result:?}").split('(').next().map(str::to_owned);
    let outcome = campaign.watch(&(), |()| result = kind(run()));
    let outcome = outcome.expect("no misuse");
    let missed = outcome.row.iter().filter(|value| !value.is_covered() && value.level == 0);
    Told {
        missed: missed.map(|value| value.distance.get()).collect(),
        result: result.expect("no panic"),
    }
}

/// Rows, and those that do not say what the documentation says.
#[derive(Default)]
pub(crate) struct Table {
    /// Each row with the name of its part.
    rows: BTreeSet<[&'static str; 2]>,
    /// Name of the part of the next rows, or empty.
    part: &'static str,
    /// Whether only the names are wanted: the rows are not executed.
    is_list: bool,
    wrong: Vec<String>,
}

impl Table {
    /// Returns a table that lists its rows, and executes none.
    pub(crate) fn list() -> Self {
        Self { is_list: true, ..Self::default() }
    }

    /// Adds the name of a row. Returns `true` if the row is executed.
    pub(crate) fn adds(&mut self, name: &'static str) -> bool {
        assert!(self.rows.insert([self.part, name]), "another row has the name {name}");
        !self.is_list
    }

    fn note(&mut self, row: &str, right: bool, near: &Told, far: &Told) {
        if !right {
            let (near, far) = (&near.missed, &far.missed);
            self.wrong.push(format!("  {row}: near {near:?}, far {far:?}"));
        }
    }

    /// Begins a part, whose rows may have the names of those in other parts.
    pub(crate) fn part(&mut self, name: &'static str) {
        self.part = name;
    }

    /// Returns the names of all parts and rows.
    pub(crate) fn names(&self) -> BTreeSet<&'static str> {
        self.rows.iter().flatten().copied().filter(|name| !name.is_empty()).collect()
    }

    /// Adds a row of two inputs of which the first is nearer to the other outcome, at this
    /// distance, if one is given.
    pub(crate) fn measured(&mut self, row: &str, near: Told, far: Told, expected: &[f64]) {
        let is_nearer = near.missed.len() == far.missed.len()
            && near.missed.iter().zip(&far.missed).all(|(near, far)| near <= far)
            && near.missed != far.missed;
        let is_expected = expected.is_empty() || near.missed == expected;
        self.note(row, is_nearer && is_expected && near.result == far.result, &near, &far);
    }

    /// Adds a row of two inputs of which none is nearer: both are K = 1 away, or at this distance.
    pub(crate) fn flat(&mut self, row: &str, near: Told, far: Told, expected: &[f64]) {
        let expected = if expected.is_empty() { &[1.0] } else { expected };
        let is_flat = near.missed == expected && near.missed == far.missed;
        let right = is_flat && near.result == far.result;
        self.note(row, right, &near, &far);
    }

    /// Asserts that all rows are right.
    pub(crate) fn check(self) {
        let Self { rows, wrong, .. } = self;
        assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    }
}

/// Adds a row: a function, a near input, a far one, and the distance of the near one.
macro_rules! function {
    ($table:ident.$kind:ident $name:ident($($argument:ident: $type:ty),*) -> $result:ty {
        $($body:tt)*
    } [$($near:expr),*] [$($far:expr),*] $(=> $expected:expr)?) => {{
        #[sbst::instrument]
        fn $name($($argument: $type),*) -> $result { $($body)* }
        let campaign = || {
            let campaign = sbst::campaign!($name).criteria([sbst::objective::Criterion::Branch]);
            campaign.build().expect("legal")
        };
        if $table.adds(stringify!($name)) {
            let near = $crate::measured::told(campaign(), || $name($($near),*));
            let far = $crate::measured::told(campaign(), || $name($($far),*));
            let row = concat!(stringify!($name), ": ", stringify!($($body)*));
            $table.$kind(row, near, far, &[$($expected)?]);
        }
    }};
}
pub(crate) use function;

/// Adds rows: conditions of an `if`.
macro_rules! rows {
    ($table:ident: $($kind:ident $name:ident($($argument:ident: $type:ty),*) { $($condition:tt)* }
        [$($near:expr),*] [$($far:expr),*] $(=> $expected:expr)?;)*) => { $(
        $crate::measured::function!($table.$kind $name($($argument: $type),*) -> u8 {
            if $($condition)* { 1 } else { 2 }
        } [$($near),*] [$($far),*] $(=> $expected)?);
    )* };
}
pub(crate) use rows;
