//! Formulas that users bring: what closures compute, and what holds however hostile they are.

use crate::effort::config;
use crate::oracle::flag::{Choice, Store};
use crate::oracle::flag_worlds::{World, any_world, choice, gradient, snapshot};
use crate::oracle::values::ways;
use proptest::prelude::*;
use sbst::distance::{Aggregate, Distance, Normalise, Normaliser};
use sbst::execution::{Execution, Facts, Plane};
use sbst::fitness::flag::{FlagGradient, Refined};
use sbst::flow::Edge;
use sbst::id::Activation;
use std::sync::Arc;

/// Any distance, in no order; asked for the value of none, it panics.
fn hostile(seed: u64) -> impl Fn(&[Distance]) -> Distance + Send + Sync + 'static {
    const ANSWERS: [f64; 6] = [0.0, 5e-324, 1.0, 1e9, f64::MAX, f64::INFINITY];
    move |distances| {
        assert!(!distances.is_empty(), "of none there is no value");
        let mixed = distances
            .iter()
            .fold(seed, |mixed, d| (mixed ^ d.get().to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Distance::new(ANSWERS[(mixed >> 32) as usize % ANSWERS.len()]).expect("from 0 on")
    }
}

fn hostile_norm(seed: u64) -> impl Fn(Distance) -> f64 + Send + Sync + 'static {
    const ANSWERS: [f64; 7] = [f64::NAN, -1.0, 0.0, 0.5, 1.0, 7.0, f64::INFINITY];
    move |distance| {
        ANSWERS[((distance.get().to_bits() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32)
            as usize
            % ANSWERS.len()]
    }
}

/// By activation and branch of a flag: its distance.
fn flags_of<'a>(
    world: &'a World,
    refined: &'a Refined<'_, Store>,
) -> impl Iterator<Item = (Activation, Edge, Option<Distance>)> + 'a {
    let edges = world
        .graph
        .functions()
        .flat_map(|function| ways(&world.graph, function))
        .map(|(_, branch)| world.graph.edge(branch));
    edges.filter(|edge| world.flags.needs(edge.branch).next().is_some()).flat_map(move |edge| {
        let activations = (0..world.store.activation_count()).map(Activation::new);
        activations.map(move |a| (a, edge, refined.distance_in(a, edge.branch)))
    })
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn no_formula_covers_a_flag_or_loses_it(
        world in any_world(),
        choice in choice(),
        seeds in any::<[u64; 3]>(),
    ) {
        let mut plain = gradient(choice);
        let mut given = gradient(choice)
            .over_activations(hostile(seeds[0]))
            .over_required(hostile(seeds[1]))
            .with_normaliser(hostile_norm(seeds[2]));
        let (plain, given) = (world.refined(&mut plain), world.refined(&mut given));
        for ((a, edge, own), (_, _, theirs)) in
            flags_of(&world, &plain).zip(flags_of(&world, &given))
        {
            let observed = world.store.branch_distance_on(Plane::Within(a), edge);
            prop_assert_eq!(
                theirs.map(|f| f == Distance::ZERO),
                observed.map(|d| d == Distance::ZERO)
            );
            prop_assert_eq!(
                theirs.map(|f| f == Distance::INFINITE),
                own.map(|f| f == Distance::INFINITE),
                "{:?}",
                edge
            );
        }
        for (_, edge, _) in flags_of(&world, &given) {
            let (found, observed) =
                (given.branch_distance(edge), world.store.branch_distance(edge));
            prop_assert_eq!(
                found.map(|f| f == Distance::ZERO),
                observed.map(|d| d == Distance::ZERO)
            );
        }
    }

    #[test]
    fn a_closure_that_asks_an_own_formula_gives_its_bits(world in any_world(), choice in choice()) {
        let Choice { over_activations, over_required, .. } = choice;
        let shared: Arc<dyn Aggregate + Send + Sync> = Arc::new(over_required);
        let mut own = gradient(choice);
        let mut given = gradient(choice)
            .over_activations(move |distances: &[Distance]| over_activations.aggregate(distances))
            .over_required(shared)
            .with_normaliser(|distance: Distance| Normaliser::RATIONAL.normalise(distance));
        prop_assert_eq!(
            snapshot(&world.graph, &world.refined(&mut own)),
            snapshot(&world.graph, &world.refined(&mut given))
        );
    }
}

#[test]
fn gradients_can_be_cloned_and_printed_whatever_they_were_given() {
    let gradient = FlagGradient::new().over_required(|distances: &[Distance]| distances[0]);
    fn is_plain<T: Clone + std::fmt::Debug + Send + Sync + 'static>(_: &T) {}
    is_plain(&gradient);
    assert!(format!("{:?}", gradient.clone()).contains("over_activations: Harmonic"));
}
