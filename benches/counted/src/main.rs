//! Hot paths of the library, one for each run of this program. `benches/count` counts their
//! instructions, see there.
//!
//! `sbst-counted` prints the names of the shapes; `sbst-counted NAME` runs one of them. Inputs are
//! the same in every run, and each result is compared with an answer that is computed slowly or in
//! another way. The inputs never change, since counts are compared across versions.

mod across;
mod add;
mod campaign;
mod decide;
mod frontier;
mod measure;
mod rank;
mod record;
mod shapes;
mod sweep;

use std::hint::black_box;

const SHAPES: [(&str, fn()); 15] = [
    ("sweep structured", sweep::structured),
    ("sweep ladder", sweep::ladder),
    ("sweep three planes", sweep::planes),
    ("merge and sweep many functions", sweep::many_functions),
    ("record rounds", record::rounds),
    ("record rounds with histories", record::histories),
    ("record calls", record::calls),
    ("measure", measure::all_criteria),
    ("decide", decide::comparisons),
    ("frontier", frontier::from_nothing),
    ("rank", rank::fronts),
    ("add", add::functions),
    ("campaign run", campaign::first_runs),
    ("across calls, 10^3 blocks", across::small),
    ("across calls, 10^5 blocks", across::large),
];

/// Not in the table: a debug build takes minutes to prepare it.
const LARGEST: (&str, fn()) = ("across calls, 10^6 blocks", across::largest);

fn main() {
    match std::env::args().nth(1) {
        None => SHAPES.iter().for_each(|(name, _)| println!("{name}")),
        Some(wanted) => {
            let mut shapes = SHAPES.iter().chain([&LARGEST]);
            let shape = shapes.find(|(name, _)| *name == wanted);
            shape.unwrap_or_else(|| panic!("no shape is named {wanted:?}")).1();
        }
    }
}

/// Runs some work twice, and returns the result of the second run. Only the second run is counted:
/// the first one lets buffers grow to their steady state.
fn steady<R>(mut work: impl FnMut() -> R) -> R {
    drop(black_box(work()));
    let mut result = None;
    counted_region(&mut || result = Some(work()));
    black_box(result).expect("it ran")
}

/// Runs the work. Instructions between the entry and the end of this function are counted.
#[inline(never)]
fn counted_region(work: &mut dyn FnMut()) {
    work();
    // Without anything after the call, the call would become a jump, and this function would end
    // before the work begins.
    black_box(());
}
