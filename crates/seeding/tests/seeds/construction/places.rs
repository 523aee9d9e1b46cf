//! Variables and places, against values written out.

use super::config;
use super::programs::{ALL, LINKED, Shape, construction, plain, programs};
use crate::definitions::construction::{Meaning, Program, Term, linked, written_out};
use proptest::prelude::*;
use sbst::flow::dependences::InstructionKind;
use sbst_seeding::construction::ConstructionGraph;
use std::collections::BTreeSet;

/// More is not compared.
const MOST: usize = 100;

/// The paths of variables that hang on one root by fields alone.
fn paths(graph: &ConstructionGraph) -> Vec<Vec<InstructionKind>> {
    let path = |term: &Term| {
        let mut kinds = vec![term.kind];
        let mut term = term;
        while let Some((_, of)) = term.parts.first() {
            kinds.push(of.kind);
            term = of;
        }
        kinds.reverse();
        kinds
    };
    written_out(graph).iter().map(path).collect()
}

fn compare(program: &Program, depth: u32) -> Result<(), TestCaseError> {
    let mut meaning = Meaning::new(program, depth as usize, MOST);
    let (Some(kept), Some(definite)) = (meaning.kept(), meaning.is_definite()) else {
        return Ok(());
    };
    let graph = construction(program, depth);
    let places = graph.unrolled(0, usize::MAX);
    let short: BTreeSet<Term> = kept.iter().map(Term::without_constants).collect();
    let found = written_out(&places);
    prop_assert_eq!(found.iter().cloned().collect::<BTreeSet<Term>>(), short);
    prop_assert!(places.is_complete());
    if definite {
        // Elements at several constant indices are told apart, too.
        prop_assert_eq!(found.len(), kept.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn places_of_plain_programs_are_their_values(
        program in programs(14, ALL, Shape::Acyclic, 3).prop_map(plain),
        depth in 0..4_u32,
    ) {
        compare(&program, depth)?;
    }

    #[test]
    fn places_are_the_values_of_a_program(
        program in programs(14, ALL, Shape::Acyclic, 3),
        depth in 0..4_u32,
    ) {
        compare(&program, depth)?;
    }

    #[test]
    fn places_of_linked_structures_are_their_paths(
        program in programs(9, LINKED, Shape::Cyclic, 1).prop_map(plain),
        depth in 0..4_u32,
    ) {
        let Some(expected) = linked(&program, depth as usize, 10 * MOST) else {
            return Ok(());
        };
        let places = construction(&program, 0).unrolled(depth, 12 * MOST);
        let found = paths(&places);
        prop_assert!(places.is_complete());
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }
}
