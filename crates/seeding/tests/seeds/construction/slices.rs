//! Slices, against naive reachability.

use super::config;
use super::programs::{ALL, Shape, limits, programs, slice};
use crate::definitions::construction::{Place, Program};
use proptest::prelude::*;
use sbst::id::Instruction;
use sbst_seeding::slice::{Cut, Limits, Slice};
use std::collections::BTreeSet;

fn place_of((instruction, calls): (Instruction, impl Iterator<Item = Instruction>)) -> Place {
    (instruction.index(), calls.map(|call| call.index()).collect())
}

fn occurrences(slice: &Slice) -> Vec<Place> {
    slice.occurrences().map(place_of).collect()
}

/// The calls with known code, in the order of the occurrences, and whether something in them is a
/// part of the slice.
fn calls<'a>(program: &'a Program, places: &'a [Place]) -> impl Iterator<Item = (&'a Place, bool)> {
    places.iter().filter(|place| program.has_code(place.0)).map(|place| {
        let inner: Vec<usize> = [place.0].into_iter().chain(place.1.iter().copied()).collect();
        (place, places.iter().any(|other| other.1 == inner))
    })
}

fn compare(program: &Program, depth: u32) -> Result<(), TestCaseError> {
    let slice = slice(program, limits(depth));
    let found = occurrences(&slice);
    let set: BTreeSet<Place> = found.iter().cloned().collect();
    prop_assert_eq!(set.len(), found.len());
    prop_assert_eq!((slice.len(), slice.is_empty()), (found.len(), found.is_empty()));
    prop_assert_eq!(&set, &program.slice(depth as usize));
    // Callees come behind their callers.
    prop_assert!(found.windows(2).all(|pair| pair[0].1.is_empty() || !pair[1].1.is_empty()));
    let place = |instruction: usize, calls: &[usize]| {
        found.iter().position(|at| at.0 == instruction && at.1 == calls)
    };
    for (at, (_, calls)) in found.iter().enumerate() {
        prop_assert!(
            calls
                .split_first()
                .is_none_or(|(call, outer)| place(*call, outer).is_some_and(|caller| caller < at))
        );
    }
    let cut: Vec<(Place, Cut)> = slice.cut().map(|(call, cut)| (place_of(call), cut)).collect();
    let expected: Vec<(Place, Cut)> = calls(program, &found)
        .filter(|call| !call.1)
        .map(|call| (call.0.clone(), Cut::Depth))
        .collect();
    prop_assert_eq!(cut, expected);
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn slices_are_all_that_is_reached(
        program in programs(16, ALL, Shape::Acyclic, 4),
        depth in 0..4_u32,
    ) {
        compare(&program, depth)?;
    }

    #[test]
    fn slices_of_recursive_methods_are_all_that_is_reached(
        program in programs(12, ALL, Shape::Cyclic, 4),
        depth in 0..3_u32,
    ) {
        compare(&program, depth)?;
    }

    /// A slice that is cut by its size is a part of the whole one, and says what is missing.
    #[test]
    fn cut_slices_say_where(
        program in programs(10, ALL, Shape::Cyclic, 3),
        depth in 0..3_u32,
        most in 0..40_usize,
    ) {
        let slice = slice(&program, Limits { call_depth: depth, occurrences: most });
        let found = occurrences(&slice);
        prop_assert!(
            found
                .iter()
                .cloned()
                .collect::<BTreeSet<Place>>()
                .is_subset(&program.slice(depth as usize))
        );
        prop_assert_eq!(slice.is_empty(), found.is_empty());
        let missing: Vec<&Place> =
            calls(&program, &found).filter(|call| !call.1).map(|call| call.0).collect();
        let cut: Vec<Place> = slice.cut().map(|cut| place_of(cut.0)).collect();
        prop_assert_eq!(cut, missing.iter().copied().cloned().collect::<Vec<_>>());
        for (place, (_, cut)) in missing.iter().zip(slice.cut()) {
            let reason = if place.1.len() < depth as usize { Cut::Occurrences } else { Cut::Depth };
            prop_assert_eq!(cut, reason);
        }
        // No method is entered behind the limit.
        let method = |place: &Place| found.iter().position(|other| other.1 == place.1);
        prop_assert!(
            found
                .iter()
                .all(|place| place.1.is_empty() || method(place).is_some_and(|first| first < most))
        );
        let whole = slice.cut().all(|cut| cut.1 == Cut::Depth);
        prop_assert!(whole || found.len() >= most);
        prop_assert!(!whole || found.len() == program.slice(depth as usize).len());
    }
}
