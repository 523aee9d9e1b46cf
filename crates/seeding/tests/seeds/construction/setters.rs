//! Which methods set and get attributes, by id, with the example of Figure 6; when a seed is made.

use super::of_paths;
use super::read;
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
use sbst::id::{Block, Function, Instruction, Symbol};
use sbst_seeding::construction::{
    ACTIVATION, AccessPaths, Counted, Leading, MAX_STATEMENTS, PathError, PathLimits, Site,
    activated_branch, path_score, valid_parameters,
};
use sbst_seeding::slice::Limits;
use std::error::Error;

const PLAYERS: Symbol = Symbol::new(2);

/// A write within two conditions, before a third one: of six branches, two lead to it, and four are
/// decided before.
#[test]
fn ap24_all_branches_of_the_method_count_as_published() -> Result<(), FlowError> {
    let mut graph = FlowGraph::new();
    let body = FlowBuilder::new()
        .branch(0, 1, 3)
        .branch(1, 2, 3)
        .jump(2, 3)
        .branch(3, 4, 5)
        .jump(4, 5)
        .exit(5);
    let nested = graph.add(&body)?;
    // Of three branches, as the last block ends or goes on, one leads to the write, and two are
    // decided before.
    let three =
        graph.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2).jump(2, 3).exit(3))?;
    let entry = graph.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    let plain = graph.add(&FlowBuilder::new().exit(0))?;
    let shares = |function, local| {
        let block = graph.block(function, local);
        [
            Leading::of(&graph, &[block], Counted::PUBLISHED),
            Leading::of(&graph, &[block], Counted::Decided),
        ]
        .map(|leading| leading.map(Leading::share))
    };
    assert_eq!(shares(nested, 2), [Some(1.0 / 3.0), Some(0.5)]);
    let one_of_three = Leading { leading: 1, branches: 3 };
    assert_eq!(
        Leading::of(&graph, &[graph.block(three, 1)], Counted::PUBLISHED),
        Some(one_of_three)
    );
    assert_eq!(shares(three, 1), [Some(1.0 / 3.0), Some(0.5)]);
    assert_eq!(shares(entry, 0), [Some(0.0), Some(1.0)]); // B' is empty
    assert_eq!(shares(plain, 0), [Some(1.0); 2]); // Figure 6: 1/1
    assert_eq!(Counted::PUBLISHED, Counted::All);
    assert_eq!(Leading::of(&graph, &[Block::new(99)], Counted::PUBLISHED), None);
    let blocks = |places: &[(Function, u32)]| {
        places.iter().map(|&(of, local)| graph.block(of, local)).collect::<Vec<Block>>()
    };
    let any = |places: &[(Function, u32)]| Leading::of(&graph, &blocks(places), Counted::All);
    assert_eq!((any(&[]), any(&[(nested, 0), (entry, 0)])), (None, None));
    assert_eq!(any(&[(nested, 2), (nested, 4)]), Some(Leading { leading: 5, branches: 6 }));
    Ok(())
}

/// The methods of Figure 6, with a private helper, and recursion: nothing is listed twice, and
/// nothing without end.
#[test]
fn ap25_call_paths_are_enumerated() -> Result<(), Box<dyn Error>> {
    let (mut flow, mut code) = (FlowGraph::new(), DependenceGraph::new());
    let m1 = flow.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    let [m2, m3, m4] = [(); 3].map(|()| flow.add(&FlowBuilder::new().exit(0)).expect("a method"));
    let [v1, v2, v3] = [(); 3].map(|()| code.add(InstructionKind::Parameter(0), []));
    let zero = code.add(InstructionKind::Other, []);
    let mut calls = Vec::new();
    for (method, block, given, callee) in [(m1, 1, v1, m2), (m1, 2, v1, m3), (m2, 0, v2, m3)] {
        let call = code.add(InstructionKind::Call, [(Role::Argument(0), given)]);
        calls.push((Site { method, block: flow.block(method, block), instruction: call }, callee));
    }
    let writes = [(m3, v3), (m4, zero)].map(|(method, value)| Site {
        method,
        block: flow.entry(method),
        instruction: value,
    });
    let paths = AccessPaths::of(&calls, [m1, m2, m3, m4], writes, PathLimits::default());
    let listed: Vec<Vec<Function>> = paths.paths.clone();
    assert_eq!(listed, [vec![m1, m2, m3], vec![m1, m3], vec![m2, m3], vec![m3], vec![m4]]);
    assert!(paths.is_complete && paths.paths.len() == 5);
    // p1, p3, p2, p4, p5; with all branches, m1 calls m2 in one of two, and m3 in both.
    let scores = paths.scores(&code, &flow, Counted::PUBLISHED)?;
    assert_eq!(scores, [5.0 / 3.0, 2.0, 2.0, 2.0, 1.0]);
    assert_eq!(paths.scores(&code, &flow, Counted::Decided)?, scores);
    let sampling = paths.sampling(&scores);
    assert_eq!(
        (sampling.probabilities(), &paths.starts[..]),
        (&[2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0][..], &[m1, m2, m3, m4][..])
    );
    // m3 is private: it is called by others only. m3 calls m1 again: a path names a method once.
    let again = code.add(InstructionKind::Call, [(Role::Argument(0), v3)]);
    calls.push((Site { method: m3, block: flow.entry(m3), instruction: again }, m1));
    let paths = AccessPaths::of(&calls, [m1, m2], writes, PathLimits::default());
    let listed: Vec<Vec<Function>> = paths.paths.clone();
    assert_eq!(listed, [vec![m1, m2, m3], vec![m1, m3], vec![m2, m3]]);
    assert!(paths.is_complete);
    for (limits, listed) in [
        (PathLimits { methods: 2, paths: 10 }, 2),
        (PathLimits { methods: 6, paths: 1 }, 1),
        (PathLimits { methods: 0, paths: 10 }, 0),
    ] {
        let paths = AccessPaths::of(&calls, [m1, m2], writes, limits);
        assert_eq!((paths.paths.len(), paths.is_complete), (listed, false));
    }
    // Nobody else accesses it.
    assert!(
        AccessPaths::of(&calls, [m4], writes[..1].iter().copied(), PathLimits::default())
            .paths
            .is_empty()
    );
    Ok(())
}

/// `set(v, w) { if v > 0 { store(v) } else { store(w) } }`: both calls count, and either parameter.
#[test]
fn ap25_several_calls_of_one_method_are_one_path() -> Result<(), Box<dyn Error>> {
    let (mut flow, mut code) = (FlowGraph::new(), DependenceGraph::new());
    let set = flow.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).exit(3))?;
    let store = flow.add(&FlowBuilder::new().exit(0))?;
    let [v, w] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let x = code.add(InstructionKind::Parameter(0), []);
    let mut calls = Vec::new();
    for (block, given) in [(1, v), (2, w)] {
        let call = code.add(InstructionKind::Call, [(Role::Argument(0), given)]);
        calls.push((Site { method: set, block: flow.block(set, block), instruction: call }, store));
    }
    let write = Site { method: store, block: flow.entry(store), instruction: x };
    let paths = AccessPaths::of(&calls, [set], [write, write], PathLimits::default());
    assert_eq!(paths.scores(&code, &flow, Counted::PUBLISHED)?, [3.0 * (1.0 + 1.0) / 2.0]);
    assert_eq!(
        paths.paths.first().map(|path| paths.sites(path).map(<[Site]>::len).collect()),
        Some(vec![2, 1])
    );
    // Blocks and instructions of something else are errors.
    let error = |site| {
        AccessPaths::of(&calls, [set, store], [site], PathLimits::default()).scores(
            &code,
            &flow,
            Counted::Decided,
        )
    };
    let block = flow.entry(set);
    assert_eq!(
        error(Site { method: store, block, instruction: x }),
        Err(PathError::Block { block, method: store })
    );
    let unknown =
        error(Site { method: store, block: flow.entry(store), instruction: Instruction::new(99) });
    assert!(matches!(unknown, Err(PathError::Instruction(_))));
    Ok(())
}

/// 3.2.2, N_v: the inputs that the instruction depends on that sets the field. `setPlayer(i, p) {
/// players[i] = p }` sets by two of them.
#[test]
fn the_index_of_a_written_element_counts() -> Result<(), Box<dyn Error>> {
    let (mut flow, mut code) = (FlowGraph::new(), DependenceGraph::new());
    let set_player = flow.add(&FlowBuilder::new().exit(0))?;
    let this = code.add(InstructionKind::This, []);
    let players = read(&mut code, PLAYERS, this);
    let [i, p] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let store = code.add(
        InstructionKind::Other,
        [(Role::Receiver, players), (Role::Index, i), (Role::Value, p)],
    );
    assert_eq!(valid_parameters(&code, &[], store)?, [0, 1]);
    assert_eq!(valid_parameters(&code, &[], p)?, [1]);
    let write = Site { method: set_player, block: flow.entry(set_player), instruction: store };
    let paths = AccessPaths::of(&[], [set_player], [write], PathLimits::default());
    assert_eq!(paths.scores(&code, &flow, Counted::PUBLISHED)?, [3.0]);
    Ok(())
}

/// Four layers of eight methods, each of which calls all of the next layer, and a setter that needs
/// no other method.
#[test]
fn starts_with_many_paths_leave_some_for_others() {
    let (count, site) = (32, |method| Site {
        method: Function::new(method),
        block: Block::new(method),
        instruction: Instruction::new(0),
    });
    let mut calls = Vec::new();
    for method in 0..count - 8 {
        for callee in 0..8 {
            calls.push((site(method), Function::new((method / 8 + 1) * 8 + callee)));
        }
    }
    let writes = || (count - 8..=count).map(site);
    let starts = || (0..=count).map(Function::new);
    let listed =
        |most| AccessPaths::of(&calls, starts(), writes(), PathLimits { methods: 6, paths: most });
    let paths = listed(1_000);
    assert!(paths.starts.iter().copied().eq(starts()));
    assert_eq!((paths.paths.len(), paths.is_complete), (1_000, false));
    let all = listed(10_000);
    assert_eq!((all.paths.len(), all.is_complete), (8 * (8 * 8 * 8 + 8 * 8 + 8 + 1) + 1, true));
    // As many paths as starts: the shortest one of each, to the first method of each layer.
    let shortest = listed(33);
    for (at, path) in shortest.paths.iter().enumerate() {
        let methods: Vec<usize> = path.iter().map(|method| method.index()).collect();
        assert_eq!(methods[0], at);
        assert!(
            methods[1..].iter().all(|method| method % 8 == 0)
                && methods.len() == (4 - at / 8).max(1)
        );
    }
    assert_eq!((shortest.paths.len(), shortest.is_complete), (33, false));
    assert!(listed(3).starts.iter().copied().eq((0..3).map(Function::new)));
    assert!(listed(0).paths.is_empty() && !listed(0).is_complete);
}

/// Getters of private fields that are no leaves are chosen in the same way: `player(id)` gets any
/// element, `first()` only one.
#[test]
fn ap25_getters_are_sampled_as_setters_are() -> Result<(), Box<dyn Error>> {
    let (mut flow, mut code) = (FlowGraph::new(), DependenceGraph::new());
    let player = flow.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    let first = flow.add(&FlowBuilder::new().exit(0))?;
    let this = code.add(InstructionKind::This, []);
    let players = read(&mut code, PLAYERS, this);
    let (id, zero) =
        (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Other, []));
    let reads = [id, zero].map(|at| {
        code.add(InstructionKind::Element, [(Role::Receiver, players), (Role::Index, at)])
    });
    let sites = [
        Site { method: player, block: flow.block(player, 2), instruction: reads[0] },
        Site { method: first, block: flow.entry(first), instruction: reads[1] },
    ];
    let paths = AccessPaths::of(&[], [player, first], sites, PathLimits::default());
    let scores = paths.scores(&code, &flow, Counted::PUBLISHED)?;
    assert_eq!(scores, [2.0 * 0.5, 1.0]);
    assert_eq!(paths.sampling(&scores).probabilities(), [0.5, 0.5]);
    Ok(())
}

/// Eq. 1 on Figure 6, as printed.
#[test]
fn ap25_scores_and_probabilities_of_figure_6() {
    let (half, all) = (Leading { leading: 1, branches: 2 }, Leading { leading: 0, branches: 0 });
    let scores = [
        path_score(1, [half, all, all]),
        path_score(1, [all, all]),
        path_score(1, [all, all]),
        path_score(1, [all]),
    ];
    assert_eq!(scores, [5.0 / 3.0, 2.0, 2.0, 2.0]);
    let methods =
        [vec![scores[0], scores[2]], vec![scores[1]], vec![scores[3]], vec![path_score(0, [all])]];
    let sampling = of_paths(methods);
    assert_eq!(sampling.probabilities(), [2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
}

/// The parameters of 5.1, and the branch of an iteration: drawn first, then activated.
#[test]
fn ap25_parameters_and_activation() {
    assert_eq!((Limits::PUBLISHED.call_depth, MAX_STATEMENTS, ACTIVATION), (5, 200, 0.3));
    let branches = [10, 11, 12, 13];
    let draw = |branch, activation| activated_branch(&branches, branch, ACTIVATION, activation);
    assert_eq!(
        [0.0, 0.24, 0.25, 0.99, 2.0, f64::NAN].map(|at| draw(at, 0.29)),
        [10, 10, 11, 13, 13, 10].each_ref().map(Some)
    );
    assert_eq!((draw(0.5, 0.3), activated_branch::<u8>(&[], 0.5, 1.0, 0.0)), (None, None));
}
