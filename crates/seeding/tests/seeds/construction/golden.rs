//! Worked examples: by hand, from Listings 1, 2 and 4 and Figure 6 of the paper.

use super::read;
use super::{activates, of_paths};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::id::Symbol;
use sbst_seeding::construction::{
    ACTIVATION, ConstructionGraph, Counted, Leading, MAX_STATEMENTS, PlanStep, Sampling,
    path_score, valid_parameters,
};
use sbst_seeding::slice::{Limits, Slice};

const ACTOR: Symbol = Symbol::new(0);
const PLAYERS: Symbol = Symbol::new(1);
const ACTION: Symbol = Symbol::new(2);
const TARGET: Symbol = Symbol::new(3);
const SUPERVISOR: Symbol = Symbol::new(4);
const CV: Symbol = Symbol::new(5);
const AWARD_NUM: Symbol = Symbol::new(6);
const NAMES: [&str; 7] = ["actor", "players", "action", "target", "supervisor", "cv", "awardNum"];

/// Edges as text: producer, role, user.
fn edges(graph: &ConstructionGraph) -> Vec<String> {
    let edges = graph.nodes().iter().flat_map(|node| {
        node.users.iter().map(move |(role, user)| format!("{} {role} {user}", node.variable))
    });
    edges.collect()
}

fn steps(graph: &ConstructionGraph) -> Vec<String> {
    let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
    let name = |step: &PlanStep| match graph.node(step.variable()).kind {
        InstructionKind::Field(name) => NAMES[name.index()].to_owned(),
        InstructionKind::Parameter(place) => format!("argument {place}"),
        other => format!("{other:?}").to_lowercase(),
    };
    let text = |step: &PlanStep| match step {
        PlanStep::Input { slot: None, .. } => format!("input {}", name(step)),
        PlanStep::Input { slot: Some(slot), .. } => format!("input {} slot {slot}", name(step)),
        PlanStep::Read { .. } => format!("read {}", name(step)),
        PlanStep::Put { .. } => format!("put {}", name(step)),
        PlanStep::Call { .. } => format!("call {}", name(step)),
        PlanStep::Write { slot, .. } => format!("write {} slot {slot}", name(step)),
    };
    plan.steps.iter().map(text).collect()
}

/// checkRules(action, state): the player of the action's actor must be there, and its action must
/// be 1.
///
/// `Action.getActor` returns a field, `GameState.player(id)` an element of a field,
/// `Player.getAction` a field.
#[test]
fn the_running_example() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let action = code.add(InstructionKind::Parameter(0), []);
    let state = code.add(InstructionKind::Parameter(1), []);
    let get_actor = code.add(InstructionKind::Call, [(Role::Receiver, action)]);
    let player =
        code.add(InstructionKind::Call, [(Role::Receiver, state), (Role::Argument(0), get_actor)]);
    let actor = code.add(InstructionKind::Cast, [(Role::Value, player)]); // a local variable
    let get_action = code.add(InstructionKind::Call, [(Role::Receiver, actor)]);
    code.control(get_action, actor)?; // if (actor == null) return false;
    let one = code.add(InstructionKind::Other, []);
    // Action
    let this = code.add(InstructionKind::This, []);
    let actor_field = read(&mut code, ACTOR, this);
    code.returns(get_actor, actor_field)?;
    // GameState
    let this = code.add(InstructionKind::This, []);
    let players = read(&mut code, PLAYERS, this);
    let id = code.add(InstructionKind::Parameter(0), []);
    let element =
        code.add(InstructionKind::Element, [(Role::Receiver, players), (Role::Index, id)]);
    code.returns(player, element)?;
    // Player
    let this = code.add(InstructionKind::This, []);
    let action_field = read(&mut code, ACTION, this);
    code.returns(get_action, action_field)?;

    let slice = Slice::of_branch(&code, [get_action, one], [actor], Limits::PUBLISHED)?;
    assert_eq!(slice.len(), code.len()); // the branch depends on all instructions
    let graph = ConstructionGraph::new(&slice);
    let kinds: Vec<InstructionKind> = graph.nodes().iter().map(|node| node.kind).collect();
    // The sliced method, Player.getAction, GameState.player, Action.getActor: as the slice enters
    // them.
    assert_eq!(
        kinds,
        [
            InstructionKind::Parameter(0),
            InstructionKind::Parameter(1),
            InstructionKind::Call, // player()
            InstructionKind::Field(ACTION),
            InstructionKind::Field(PLAYERS),
            InstructionKind::Element,
            InstructionKind::Field(ACTOR)
        ]
    );
    let inputs: Vec<bool> = graph.nodes().iter().map(|node| node.producers.is_empty()).collect();
    assert_eq!(inputs, [true, true, false, false, false, false, false]);
    let state: Vec<bool> = graph.nodes().iter().map(|node| node.is_state()).collect();
    assert_eq!(state, [false, false, false, true, true, true, true]);
    let expected = [
        "v0 receiver v6",
        "v1 receiver v2",
        "v1 receiver v4",
        "v2 receiver v3",
        "v4 receiver v5",
        "v5 returned v2",
        "v6 argument 0 v2",
        "v6 index v5",
    ];
    assert_eq!(edges(&graph), expected);
    let path: Vec<u32> = graph
        .nodes()
        .get(3)
        .map(|node| graph.path(node.variable).iter().map(|v| v.number()).collect())
        .unwrap_or_default();
    assert_eq!(path, [1, 2, 3]); // state.player(..).action
    let expected = [
        "input argument 0",
        "input argument 1",
        "write actor slot 0",
        "read players",
        "put element",
        "call call",
        "write action slot 1",
    ];
    assert_eq!(steps(&graph), expected);
    assert_eq!(graph.unrolled(0, 100), graph);
    Ok(())
}

/// With a target, which must be there, too: another element of the same array, by another index.
#[test]
fn an_actor_and_a_target() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let fields = [ACTOR, TARGET, PLAYERS].map(|name| read(&mut code, name, this));
    let id = code.add(InstructionKind::Parameter(0), []);
    let element =
        code.add(InstructionKind::Element, [(Role::Receiver, fields[2]), (Role::Index, id)]);
    let (action, state) =
        (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Parameter(1), []));
    let mut players = Vec::new();
    for name in [fields[0], fields[1]] {
        let by = code.add(InstructionKind::Call, [(Role::Receiver, action)]);
        code.returns(by, name)?;
        let player =
            code.add(InstructionKind::Call, [(Role::Receiver, state), (Role::Argument(0), by)]);
        code.returns(player, element)?;
        players.push(player);
    }
    let graph = ConstructionGraph::new(&Slice::of_branch(&code, players, [], Limits::PUBLISHED)?);
    let written =
        ["input argument 0", "input argument 1", "write actor slot 0", "write target slot 1"];
    let mut sorted = steps(&graph);
    assert_eq!(sorted[..2], written[..2]);
    sorted.sort_unstable();
    let mut all = vec!["read players", "write element slot 2", "write element slot 3"];
    all.extend(written);
    all.sort_unstable();
    assert_eq!(sorted, all); // one array, two elements
    Ok(())
}

/// Listing 1: `s.getSupervisor().getCV().getAwardNum() > 3`; without the supervisor and the cv
/// there is nothing to ask.
#[test]
fn an_attribute_of_an_attribute() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let mut of = code.add(InstructionKind::Parameter(0), []);
    for name in [SUPERVISOR, CV, AWARD_NUM] {
        let field = read(&mut code, name, this);
        of = code.add(InstructionKind::Call, [(Role::Receiver, of)]);
        code.returns(of, field)?;
    }
    let three = code.add(InstructionKind::Other, []);
    let graph =
        ConstructionGraph::new(&Slice::of_branch(&code, [of, three], [], Limits::PUBLISHED)?);
    let expected = [
        "input argument 0",
        "put supervisor",
        "call call",
        "put cv",
        "call call",
        "write awardNum slot 0",
    ];
    assert_eq!(steps(&graph), expected);
    assert_eq!(
        graph.leaves().into_iter().map(|leaf| graph.node(leaf).kind).collect::<Vec<_>>(),
        [InstructionKind::Field(AWARD_NUM)]
    );
    Ok(())
}

#[test]
fn figure_6() {
    let (half, all) = (Leading { leading: 1, branches: 2 }, Leading { leading: 0, branches: 0 });
    let p1 = path_score(1, [half, all, all]);
    let [p2, p3, p4] = [path_score(1, [all, all]), path_score(1, [all, all]), path_score(1, [all])];
    let p5 = path_score(0, [all]);
    assert_eq!([p1, p2, p3, p4, p5], [5.0 / 3.0, 2.0, 2.0, 2.0, 1.0]);
    let sampling = of_paths([vec![p1, p3], vec![p2], vec![p4], vec![p5]]);
    assert_eq!(sampling.probabilities(), [2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
    let picked: Vec<Option<usize>> =
        (0..7).map(|part| sampling.pick((f64::from(part) + 0.5) / 7.0)).collect();
    assert_eq!(picked, [0, 0, 1, 1, 2, 2, 3].map(Some));
    assert_eq!(
        [0.2999, 0.3, f64::NAN, -1.0, 2.0].map(|draw| activates(ACTIVATION, draw)),
        [true, false, true, true, false]
    );
    assert!(activates(1.0, f64::INFINITY) && !activates(0.0, 0.0) && !activates(f64::NAN, 0.0));
}

#[test]
fn all_zero_is_uniform_and_odd_scores_are_harmless() {
    assert_eq!(Sampling::of([0.0; 4]).probabilities(), [0.25; 4]);
    assert_eq!(Sampling::of([f64::NAN, -1.0]).probabilities(), [0.5; 2]);
    let endless = Sampling::of([f64::INFINITY, 1.0, f64::MAX]);
    assert!(matches!(*endless.probabilities(), [0.5, rest, 0.5] if rest < 1e-300));
    assert_eq!(Sampling::of([f64::MAX; 3]).probabilities(), [1.0 / 3.0; 3]);
    let none = Sampling::of([]);
    assert_eq!((none.probabilities(), none.pick(0.5)), (&[][..], None));
    let first_is_impossible = Sampling::of([0.0, 3.0, 0.0]);
    assert_eq!([0.0, 0.5, 1.0, f64::NAN].map(|draw| first_is_impossible.pick(draw)), [Some(1); 4]);
    assert_eq!(path_score(7, []), 0.0);
    assert_eq!(Leading { leading: 3, branches: 2 }.share(), 1.0);
    assert_eq!(of_paths([Vec::new(), vec![f64::NAN]]).probabilities(), [0.5, 0.5]);
}

/// `set(a, b, c)` calls `update(c + a)`, which calls `store(x)`, which writes `x`; and `reset(b)`
/// writes a constant.
#[test]
fn parameters_reach_what_is_written_through_calls() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let [a, _, c] = [0, 1, 2].map(|place| code.add(InstructionKind::Parameter(place), []));
    let sum = code.add(InstructionKind::Other, [(Role::Value, c), (Role::Value, a)]);
    let update = code.add(InstructionKind::Call, [(Role::Argument(0), sum)]);
    let given = code.add(InstructionKind::Parameter(0), []);
    let store =
        code.add(InstructionKind::Call, [(Role::Argument(1), given), (Role::Argument(0), update)]);
    let x = code.add(InstructionKind::Parameter(1), []);
    let constant = code.add(InstructionKind::Other, []);
    assert_eq!(valid_parameters(&code, &[update, store], x)?, [0, 2]);
    assert_eq!(valid_parameters(&code, &[], sum)?, [0, 2]);
    assert_eq!(valid_parameters(&code, &[update, store], constant)?, [0_u32; 0]);
    // The other argument of store is not what is written.
    let y = code.add(InstructionKind::Parameter(0), []);
    assert_eq!(valid_parameters(&code, &[store], y)?, [0, 2]); // what update returns, for all that is known: its arguments
    // set(a) calls a.copy(), which writes something of this.
    let mut other = DependenceGraph::new();
    let this = other.add(InstructionKind::This, []);
    let inner = read(&mut other, ACTOR, this);
    let a = other.add(InstructionKind::Parameter(0), []);
    let copy = other.add(InstructionKind::Call, [(Role::Receiver, a)]);
    assert_eq!(valid_parameters(&other, &[copy], inner)?, [0]);
    assert_eq!(valid_parameters(&other, &[], inner)?, [0_u32; 0]);
    let far = sbst::id::Instruction::new(99);
    let error = valid_parameters(&code, &[far], x).map_err(|error| error.to_string());
    assert_eq!(error, Err("the program has no instruction i99: its length is 10".to_owned()));
    Ok(())
}

#[test]
fn branches_that_lead_somewhere() -> Result<(), sbst::flow::FlowError> {
    use sbst::flow::{FlowBuilder, FlowGraph};
    use sbst::id::Block;
    let mut graph = FlowGraph::new();
    let other = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    // 0: to 1 or 2; 1: loops, or to 3; 2 and 3 end.
    let method = graph.add(&FlowBuilder::new().branch(0, 1, 2).branch(1, 1, 3).exit(2).exit(3))?;
    let to = |local| {
        Leading::of(&graph, &[graph.block(method, local)], Counted::Decided)
            .map(|leading| (leading.leading, leading.branches))
    };
    assert_eq!([0, 1, 2, 3].map(to), [(0, 0), (1, 2), (1, 2), (3, 4)].map(Some));
    assert_eq!(
        Leading::of(&graph, &[graph.block(other, 1)], Counted::Decided),
        Some(Leading { leading: 1, branches: 2 })
    );
    assert_eq!(Leading::of(&graph, &[Block::new(99)], Counted::Decided), None);
    // A body that runs at least once; a loop behind a condition, with branches behind the write.
    let once = graph.add(&FlowBuilder::new().jump(0, 1).branch(1, 1, 2).exit(2))?;
    assert_eq!(
        Leading::of(&graph, &[graph.block(once, 1)], Counted::Decided),
        Some(Leading { leading: 0, branches: 0 })
    );
    let behind = graph.add(
        &FlowBuilder::new()
            .branch(0, 1, 5)
            .branch(1, 2, 3)
            .jump(2, 4)
            .jump(3, 4)
            .branch(4, 1, 5)
            .exit(5),
    )?;
    assert_eq!(
        Leading::of(&graph, &[graph.block(behind, 1)], Counted::Decided),
        Some(Leading { leading: 1, branches: 2 })
    );
    Ok(())
}
