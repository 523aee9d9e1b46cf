//! F11 as it stands, compared with its oracle: results set at any block, decisions, keys, several
//! calls, calls that were not made.

use super::definition::agree;
use crate::effort::config;
use crate::oracle::flag::{Choice, Store};
use crate::oracle::flag_worlds::{choice, gradient};
use crate::oracle::flags::definition::Definition;
use crate::oracle::flags::keys::{self, Keys as Wanted};
use crate::oracle::flags::worlds::{World, any_world};
use crate::oracle::flags::{Activity, Method, Returned};
use crate::oracle::program;
use crate::oracle::values::{Pair, ways};
use proptest::prelude::*;
use sbst::distance::{Decision, Distance};
use sbst::execution::{Execution, Fact, Facts, Plane};
use sbst::fitness::flag::{Condition, FlagError, Flags, Key, Keys, Returns};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{Edge, FlowGraph, GraphMismatch};
use sbst::id::{Activation, Block, CallSite, Function};

fn key(key: keys::Key) -> Key {
    Key::from(key.number())
}

fn keys(wanted: &Wanted) -> Keys {
    let listed = Keys::of(wanted.listed.iter().map(|&listed| key(listed)));
    if wanted.is_complement { !listed } else { listed }
}

fn condition(of: &keys::Condition) -> Condition {
    match of {
        keys::Condition::Gives(site, wanted) => {
            Condition::result(CallSite::new(*site), keys(wanted))
        }
        keys::Condition::Not(inner) => !condition(inner),
        keys::Condition::Beside(inner) => condition(inner).beside_distance(),
        keys::Condition::And(a, b) => condition(a) & condition(b),
        keys::Condition::Or(a, b) => condition(a) | condition(b),
        keys::Condition::Xor(a, b) => condition(a) ^ condition(b),
        keys::Condition::Same(a, b) => !(condition(a) ^ condition(b)),
    }
}

fn declare(
    graph: &FlowGraph,
    function: Function,
    method: &Method,
    flags: &mut Flags,
) -> Result<(), FlagError> {
    let mut of = flags.function(graph, function);
    // What is said of one branch comes before what is said of its block, which would contradict it.
    for (&(block, outcome), (site, wanted)) in &method.branches {
        if graph.branch(graph.block(function, block as u32), outcome).is_none() {
            continue; // the only way on is no branch
        }
        of.branch(block as u32, outcome, CallSite::new(*site), keys(wanted))?;
    }
    let is_single = |block: usize| method.branches.keys().any(|way| way.0 == block);
    for (&block, holds) in method.conditions.iter().filter(|row| !is_single(*row.0)) {
        of.decides(block as u32, condition(holds))?;
    }
    for (&block, &site) in method.switches.iter().filter(|row| !is_single(*row.0)) {
        let (block, site, is_beside) =
            (block as u32, CallSite::new(site), method.beside.contains(&block));
        if is_beside {
            of.switches_beside(block, site)?
        } else {
            of.switches(block, site)?
        };
    }
    for (&block, &returned) in &method.returns {
        let returns = match returned {
            Returned::Constant(constant) => key(constant).into(),
            Returned::Call { site, negated } => {
                Returns::Call { site: CallSite::new(site), negated }
            }
            Returned::Decision => Returns::Decision,
            Returned::Unknown => Returns::Unknown,
        };
        of.returns(block as u32, returns)?;
    }
    Ok(())
}

/// The plain store, with decisions.
pub(super) struct Recorded {
    store: Store,
    tree: Vec<Activity>,
    first_block: Vec<u32>,
}

impl Execution for Recorded {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.store.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.store.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.store.entered(graph, visit);
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.store.fits(graph)
    }
}

impl Facts for Recorded {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => {
                self.store.branch_distance_on(Plane::Within(activation), branch)
            }
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => self.store.progress_on(Plane::Within(activation), block),
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        self.store.activation_count()
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        self.store.callee(activation)
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.store.caller(activation)
    }
    fn results_in(&self, activation: Activation, visit: &mut dyn FnMut(Block, Decision)) {
        let Some(activity) = self.tree.get(activation.index()) else { return };
        for (&block, &decision) in &activity.decisions {
            visit(Block::new(self.first_block[activity.function] + block as u32), decision);
        }
    }
}

/// What a predicate of a block that also has a branch of its own needs is not declared: neither
/// here nor there.
pub(super) fn without_contradictions(mut world: World) -> World {
    let graph =
        program(&world.methods.iter().map(|method| method.shape.clone()).collect::<Vec<_>>());
    for (function, method) in graph.functions().zip(&mut world.methods) {
        // A block with one way on has nothing to select.
        method
            .switches
            .retain(|&block, _| graph.arms(graph.block(function, block as u32)).is_some());
        let single: Vec<usize> = method.branches.keys().map(|way| way.0).collect();
        method.conditions.retain(|block, _| !single.contains(block));
        method.switches.retain(|block, _| !single.contains(block));
    }
    world
}

pub(super) fn made(world: &World) -> (FlowGraph, Flags, Recorded) {
    let shapes: Vec<_> = world.methods.iter().map(|method| method.shape.clone()).collect();
    let mut graph = program(&shapes);
    for (&(function, site), callees) in &world.callees {
        let entry = graph.entry(Function::new(function as u32));
        let callees = callees.iter().map(|&callee| Function::new(callee as u32));
        graph.add_call(entry, 0, CallSite::new(site), callees).expect("a block");
    }
    let mut flags = Flags::new();
    for (function, method) in graph.functions().zip(&world.methods) {
        declare(&graph, function, method, &mut flags).expect("fits");
    }
    let plain: Vec<_> = world.tree.iter().map(Activity::plain).collect();
    let methods: Vec<_> = shapes
        .iter()
        .map(|shape| crate::oracle::flag::Method {
            shape: shape.clone(),
            flags: Default::default(),
            returns: Default::default(),
        })
        .collect();
    let first_block = graph.functions().map(|function| graph.entry(function).number()).collect();
    let recorded =
        Recorded { store: Store::new(&methods, &plain), tree: world.tree.clone(), first_block };
    (graph, flags, recorded)
}

fn check(world: &World, choice: Choice) -> Result<(), TestCaseError> {
    let (graph, flags, run) = made(world);
    let definition = Definition::new(&world.methods, &world.callees, &world.tree, choice);
    let mut gradient = gradient(choice);
    let refined = gradient.refine(&graph, &flags, &run).expect("it tells of its calls");
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &refined);
    for (number, function) in graph.functions().enumerate() {
        for (way, branch) in ways(&graph, function) {
            for (a, activity) in world.tree.iter().enumerate() {
                let found =
                    refined.distance_in(Activation::new(a as u32), branch).map(Distance::get);
                let expected =
                    if activity.function == number { definition.flag(a, way) } else { None };
                prop_assert!(
                    agree(choice, found, expected),
                    "F of {number} {way:?} in {a}: {found:?}, not {expected:?}"
                );
            }
        }
        let expected = definition.table(number);
        let same = |found: Fitness, expected: Pair| {
            found.level == expected.0 && agree(choice, Some(found.distance.get()), Some(expected.1))
        };
        for (way, branch) in ways(&graph, function) {
            prop_assert!(
                same(table.branch(branch), expected.d[&way]),
                "D of {number} {way:?}: {:?}",
                table.branch(branch)
            );
        }
        for (local, block) in graph.blocks_of(function).enumerate() {
            prop_assert!(
                same(table.block(block), expected.block_goal(local)),
                "goal of {number} {local}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1280))]

    #[test]
    fn flags_of_any_program_are_as_defined(
        world in any_world().prop_map(without_contradictions),
        choice in choice(),
    ) {
        check(&world, choice)?;
    }

    /// AP16, of everything that can be declared.
    #[test]
    fn ap16_no_declaration_makes_a_finite_value_infinite(
        world in any_world().prop_map(without_contradictions),
        choice in choice(),
    ) {
        let (graph, flags, run) = made(&world);
        let mut gradient = gradient(choice);
        let refined = gradient.refine(&graph, &flags, &run).expect("it tells of its calls");
        for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
            let (plain, found) = (run.branch_distance(edge), refined.branch_distance(edge));
            let is_finite =
                |distance: Option<Distance>| distance.is_some_and(|d| d < Distance::INFINITE);
            prop_assert!(is_finite(found) || !is_finite(plain), "{:?}", edge);
            prop_assert_eq!(plain == Some(Distance::ZERO), found == Some(Distance::ZERO));
        }
    }
}
