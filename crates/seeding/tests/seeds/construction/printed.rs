//! Where the paper and version 0.1.0 of the crate parted, by id, with the paper's examples.

use super::{graph, read};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::id::{Instruction, Symbol, Variable};
use sbst_seeding::construction::{
    ConstructionGraph, MAX_STATEMENTS, Need, Node, Plan, PlanStep, UnbuiltReason,
};
use sbst_seeding::slice::{Limits, Slice};

const ACTOR: Symbol = Symbol::new(0);
pub(crate) const TARGET: Symbol = Symbol::new(1);
const PLAYERS: Symbol = Symbol::new(2);
const ACTION: Symbol = Symbol::new(3);

/// Listings 2 and 4, and the operands of the branch.
pub(crate) struct CheckRules {
    pub(crate) code: DependenceGraph,
    pub(crate) branch: [Instruction; 2],
    /// The calls of `player()` in lines 4 and 5.
    players: [Instruction; 2],
    null: Instruction,
}

pub(crate) fn check_rules() -> Result<CheckRules, UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let [action, state] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    let one_of_action =
        [(); 2].map(|()| code.add(InstructionKind::Call, [(Role::Receiver, action)]));
    let players = one_of_action.map(|id| {
        code.add(InstructionKind::Call, [(Role::Receiver, state), (Role::Argument(0), id)])
    });
    let get_action = code.add(InstructionKind::Call, [(Role::Receiver, players[0])]);
    let [null, one] = [(); 2].map(|()| code.add(InstructionKind::Other, []));
    // Lines 7 and 9: if (actor == null), if (target == null).
    for operand in [players[0], players[1], null] {
        code.control(get_action, operand)?;
    }
    // Action, GameState and Player.
    let this = code.add(InstructionKind::This, []);
    for (call, name) in one_of_action.into_iter().zip([ACTOR, TARGET]) {
        let field = read(&mut code, name, this);
        code.returns(call, field)?;
    }
    let (this, id) =
        (code.add(InstructionKind::This, []), code.add(InstructionKind::Parameter(0), []));
    let array = read(&mut code, PLAYERS, this);
    let element = code.add(InstructionKind::Element, [(Role::Receiver, array), (Role::Index, id)]);
    // if (id < 0 || id >= 128) return null;
    code.control(element, id)?;
    for call in players {
        code.returns(call, null)?.returns(call, element)?;
    }
    let this = code.add(InstructionKind::This, []);
    let field = read(&mut code, ACTION, this);
    code.returns(get_action, field)?;
    Ok(CheckRules { code, branch: [get_action, one], players, null })
}

pub(crate) fn find<'a>(graph: &'a ConstructionGraph, is_it: impl Fn(&'a Node) -> bool) -> Variable {
    let mut found = graph.nodes().iter().filter(|node| is_it(node)).map(|node| node.variable);
    let first = found.next().expect("it is there");
    assert_eq!(found.next(), None);
    first
}

pub(crate) fn place_of(plan: &Plan, variable: Variable) -> Option<usize> {
    plan.steps.iter().position(|step| step.variable() == variable)
}

#[test]
fn ap21_calls_with_known_code_are_nodes_and_steps() -> Result<(), UnknownInstruction> {
    let CheckRules { code, branch, players, .. } = check_rules()?;
    for graph in [graph(&code, branch), graph(&code, branch).unrolled(0, 100)] {
        let field = |name| find(&graph, |node| node.kind == InstructionKind::Field(name));
        let (actor, target, action) = (field(ACTOR), field(TARGET), field(ACTION));
        let state = find(&graph, |node| node.kind == InstructionKind::Parameter(1));
        // Figure 4: player() is made of state and actor, and the action is read from its result.
        let player = graph.node(find(&graph, |node| node.kind == InstructionKind::Call));
        assert_eq!(player.instruction, players[0]);
        assert_eq!(player.producers[..2], [(Role::Receiver, state), (Role::Argument(0), actor)]);
        assert_eq!(graph.node(action).receiver(), Some(player.variable));
        // 3.1.2: the path from the input to the field goes by the call.
        assert_eq!(graph.path(action), [state, player.variable, action]);
        // The leaves of the figure, and the calls by which the program accesses them.
        for (leaf, by) in [(actor, 1), (target, 1), (action, 1)] {
            assert!(graph.leaves().contains(&leaf));
            assert_eq!(graph.calls(leaf).count(), by);
        }
        let needs = [action, actor, target].map(|at| graph.node(at).need);
        assert_eq!(needs, [Need::Operand, Need::Data, Need::Control(1)]);
        if !graph.nodes().iter().any(|node| node.kind == InstructionKind::Cast) {
            let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
            assert_eq!(plan.unbuilt, []);
            // int2, state, then `player1 = gameState0.player(actor)`, then its action.
            let [by, of, call, set] =
                [actor, state, player.variable, action].map(|at| place_of(&plan, at));
            assert!(by < call && of < call && call < set && by.is_some());
            assert_eq!(
                call.map(|at| plan.steps[at]),
                Some(PlanStep::Call { variable: player.variable })
            );
            // Its element is put where the call finds it, and never read.
            let returned = player.returned().expect("its code is known");
            assert_eq!(graph.node(returned).kind, InstructionKind::Element);
            let put = place_of(&plan, returned);
            assert!(put < call);
            assert_eq!(put.map(|at| plan.steps[at]), Some(PlanStep::Put { variable: returned }));
        }
    }
    Ok(())
}

/// 3.1.2: the branch is the slicing criterion. Line 7, `actor == null`, decides whether line 9,
/// `target == null`, is reached.
#[test]
fn the_controls_of_the_branch_itself_belong_to_the_slice() -> Result<(), UnknownInstruction> {
    let CheckRules { code, players, null, .. } = check_rules()?;
    let needs = |controls: &[Instruction]| -> Result<Vec<(Symbol, Need)>, UnknownInstruction> {
        let slice = Slice::of_branch(
            &code,
            [players[1], null],
            controls.iter().copied(),
            Limits::PUBLISHED,
        )?;
        let graph = ConstructionGraph::new(&slice);
        let field = |node: &Node| {
            if let InstructionKind::Field(name) = node.kind {
                Some((name, node.need))
            } else {
                None
            }
        };
        Ok(graph.nodes().iter().filter_map(field).filter(|&(name, _)| name != PLAYERS).collect())
    };
    assert_eq!(needs(&[])?, [(TARGET, Need::Data)]);
    assert_eq!(needs(&[players[0], null])?, [(TARGET, Need::Data), (ACTOR, Need::Control(1))]);
    // x = p.a; if (p.b) { if (x > 3) .. }, where p.b is read only if p.c: no instruction of the
    // operand knows of p.b.
    let mut code = DependenceGraph::new();
    let p = code.add(InstructionKind::Parameter(0), []);
    let [x, outer, outermost] = [0, 1, 2].map(|name| read(&mut code, Symbol::new(name), p));
    code.control(outer, outermost)?;
    let graph = ConstructionGraph::new(&Slice::of_branch(&code, [x], [outer], Limits::PUBLISHED)?);
    let told: Vec<_> = graph
        .leaves()
        .into_iter()
        .map(|leaf| (graph.node(leaf).instruction, graph.node(leaf).need))
        .collect();
    assert_eq!(
        told,
        [(x, Need::Operand), (outer, Need::Control(1)), (outermost, Need::Control(2))]
    );
    assert!(
        Slice::of_branch(&code, [x], [], Limits::PUBLISHED)?
            .occurrences()
            .all(|(instruction, _)| instruction != outer)
    );
    // What is an operand and a control is an operand; a branch without operands still has controls;
    // unknown ones are errors.
    let both = ConstructionGraph::new(&Slice::of_branch(&code, [x], [x], Limits::PUBLISHED)?);
    assert_eq!(
        both.leaves().into_iter().map(|leaf| both.node(leaf).need).collect::<Vec<_>>(),
        [Need::Operand]
    );
    assert_eq!(Slice::of_branch(&code, [], [x], Limits::PUBLISHED)?.len(), 2);
    let error = Slice::of_branch(&code, [x], [Instruction::new(99)], Limits::PUBLISHED)
        .map(|slice| slice.len());
    assert_eq!(
        error.map_err(|error| (error.instruction, error.named_by)),
        Err((Instruction::new(99), None))
    );
    Ok(())
}

/// The field behind a getter is private: the plan calls the getter. Without a setter either, it
/// still does.
#[test]
fn ap21_private_fields_are_never_read() -> Result<(), UnknownInstruction> {
    let CheckRules { code, branch, .. } = check_rules()?;
    let graph = graph(&code, branch).unrolled(0, 100);
    let private = |node: &Node| matches!(node.kind, InstructionKind::Field(PLAYERS));
    let plan = graph.plan(MAX_STATEMENTS, |node| (!private(node)).then_some(1));
    let [player, action] = [InstructionKind::Call, InstructionKind::Field(ACTION)]
        .map(|kind| find(&graph, |node| node.kind == kind));
    assert!(place_of(&plan, player) < place_of(&plan, action) && place_of(&plan, player).is_some());
    let players = find(&graph, private);
    let reason = |at| plan.unbuilt.iter().find(|unbuilt| unbuilt.0 == at).map(|unbuilt| unbuilt.1);
    assert_eq!((reason(players), reason(action)), (Some(UnbuiltReason::Refused), None));
    // A call that the test cannot make stands for what it returns, which is then got from the
    // array.
    let plan = graph.plan(MAX_STATEMENTS, |node| (node.kind != InstructionKind::Call).then_some(1));
    let returned = graph.node(player).returned().expect("its code is known");
    assert_eq!(place_of(&plan, player), None);
    assert_eq!(
        place_of(&plan, returned).map(|at| plan.steps[at]),
        Some(PlanStep::Read { variable: returned })
    );
    assert!(place_of(&plan, action) > place_of(&plan, returned));
    // Nor can anybody call a method of what the program makes itself.
    let mut code = DependenceGraph::new();
    let (helper, p) =
        (code.add(InstructionKind::Other, []), code.add(InstructionKind::Parameter(0), []));
    let given = code.add(InstructionKind::Parameter(0), []);
    let inner = read(&mut code, ACTOR, given);
    let pick = code.add(InstructionKind::Call, [(Role::Receiver, helper), (Role::Argument(0), p)]);
    code.returns(pick, inner)?;
    let value = read(&mut code, ACTION, pick);
    let graph = super::graph(&code, [value]);
    let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
    let kinds: Vec<InstructionKind> =
        plan.steps.iter().map(|step| graph.node(step.variable()).kind).collect();
    assert_eq!(
        (kinds, plan.unbuilt.len()),
        (
            vec![
                InstructionKind::Parameter(0),
                InstructionKind::Field(ACTOR),
                InstructionKind::Field(ACTION)
            ],
            0
        )
    );
    Ok(())
}

/// `order.customer().age` and `order.customer.age`, in either order: one attribute, by the call;
/// but not where the call needs it.
#[test]
fn ap21_attributes_read_both_ways_are_one() -> Result<(), UnknownInstruction> {
    for direct_first in [false, true] {
        let mut code = DependenceGraph::new();
        let this = code.add(InstructionKind::This, []);
        let customer = read(&mut code, PLAYERS, this);
        let order = code.add(InstructionKind::Parameter(0), []);
        let mut ages = Vec::new();
        for direct in [direct_first, !direct_first] {
            let of = if direct {
                read(&mut code, PLAYERS, order)
            } else {
                let call = code.add(InstructionKind::Call, [(Role::Receiver, order)]);
                code.returns(call, customer)?;
                call
            };
            ages.push(read(&mut code, ACTION, of));
        }
        let graph = graph(&code, ages);
        let age = graph.node(find(&graph, |node| node.kind == InstructionKind::Field(ACTION)));
        assert_eq!(age.receiver().map(|of| graph.node(of).kind), Some(InstructionKind::Call));
    }
    // order.find(order.customer.age).age: the call needs the age that it is asked for.
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let customer = read(&mut code, PLAYERS, this);
    let order = code.add(InstructionKind::Parameter(0), []);
    let direct = read(&mut code, PLAYERS, order);
    let age = read(&mut code, ACTION, direct);
    let find_by =
        code.add(InstructionKind::Call, [(Role::Receiver, order), (Role::Argument(0), age)]);
    code.returns(find_by, customer)?;
    let again = read(&mut code, ACTION, find_by);
    let name = read(&mut code, ACTOR, find_by);
    let graph = graph(&code, [again, name]);
    let of = |name| {
        graph
            .node(find(&graph, |node| node.kind == InstructionKind::Field(name)))
            .receiver()
            .map(|of| graph.node(of).kind)
    };
    assert_eq!(
        (of(ACTION), of(ACTOR)),
        (Some(InstructionKind::Field(PLAYERS)), Some(InstructionKind::Call))
    );
    assert!(graph.plan(MAX_STATEMENTS, |_| Some(1)).unbuilt.is_empty());
    Ok(())
}

/// A list walked by its getter: each round calls it once, and counts once for the depth.
#[test]
fn ap21_getters_of_linked_structures() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let next = read(&mut code, TARGET, this);
    let head = code.add(InstructionKind::Parameter(0), []);
    let n = code.add(InstructionKind::Cast, [(Role::Value, head)]);
    let get_next = code.add(InstructionKind::Call, [(Role::Receiver, n)]);
    code.returns(get_next, next)?.operand(n, Role::Value, get_next)?;
    let value = read(&mut code, ACTION, n);
    let graph = graph(&code, [value]);
    for depth in 0..4_usize {
        let places = graph.unrolled(depth as u32, 100);
        let count = |kind| places.nodes().iter().filter(|node| node.kind == kind).count();
        let counts =
            [InstructionKind::Field(TARGET), InstructionKind::Call, InstructionKind::Field(ACTION)]
                .map(count);
        assert_eq!(counts, [depth, depth, depth + 1]);
        // Each call asks the node whose next one it returns.
        for call in places.nodes().iter().filter(|node| node.returned().is_some()) {
            let next = places.node(call.returned().expect("known code"));
            assert_eq!(call.receiver(), next.receiver());
        }
        let plan = places.plan(MAX_STATEMENTS, |_| Some(1));
        assert!(
            plan.unbuilt.is_empty()
                && !plan.steps.iter().any(|step| matches!(step, PlanStep::Read { .. }))
        );
    }
    Ok(())
}

/// `(c ? a : b).get(i)` and `.pick(c ? a : b)`: each call has the receiver, or the argument, of
/// which the result is an attribute.
#[test]
fn ap21_calls_agree_with_what_they_return() -> Result<(), UnknownInstruction> {
    for by_argument in [false, true] {
        let mut code = DependenceGraph::new();
        let inner = code.add(
            if by_argument { InstructionKind::Parameter(0) } else { InstructionKind::This },
            [],
        );
        let field = read(&mut code, ACTOR, inner);
        let [a, b, helper] = [0, 1, 2].map(|place| code.add(InstructionKind::Parameter(place), []));
        let either = code.add(InstructionKind::Cast, [(Role::Value, a), (Role::Value, b)]);
        let roles = if by_argument {
            [Role::Receiver, Role::Argument(0)]
        } else {
            [Role::Argument(1), Role::Receiver]
        };
        let call = code.add(InstructionKind::Call, [(roles[0], helper), (roles[1], either)]);
        code.returns(call, field)?;
        let value = read(&mut code, ACTION, call);
        let places = graph(&code, [value]).unrolled(0, 100);
        let calls: Vec<&Node> =
            places.nodes().iter().filter(|node| node.kind == InstructionKind::Call).collect();
        assert_eq!(calls.len(), 2);
        for call in calls {
            let given = call
                .producers
                .iter()
                .find(|producer| producer.0 == roles[1])
                .map(|producer| producer.1);
            let returned = places.node(call.returned().expect("known code"));
            assert_eq!((given, call.producers.len()), (returned.receiver(), 3));
        }
        let plan = places.plan(MAX_STATEMENTS, |_| Some(1));
        assert_eq!(
            plan.steps.iter().filter(|step| matches!(step, PlanStep::Write { .. })).count(),
            2
        );
    }
    Ok(())
}

/// Listing 5: `equals(Object obj)` casts its parameter, and compares attributes of attributes.
#[test]
fn ap22_casts_are_told() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let (this, obj) =
        (code.add(InstructionKind::This, []), code.add(InstructionKind::Parameter(0), []));
    let instance_of = code.add(InstructionKind::Other, [(Role::Value, obj)]);
    let temp = code.add(InstructionKind::Cast, [(Role::Value, obj)]); // (CustPayeeModRsSequence2) obj
    code.control(temp, instance_of)?;
    let [mine, theirs] = [this, temp].map(|of| read(&mut code, ACTOR, of));
    let graph = graph(&code, [theirs, mine]);
    let casts = |at| graph.node(find(&graph, |node| node.instruction == at)).casts.clone();
    assert_eq!((casts(obj), casts(this), casts(theirs)), (vec![temp], vec![], vec![]));
    assert!(graph.nodes().iter().all(|node| node.kind != InstructionKind::Cast));
    Ok(())
}

/// `(Player) state.get(id)`: what is put there has to be a player. So has each of several values.
#[test]
fn ap22_casts_of_results_and_choices() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let fields = [ACTOR, TARGET].map(|name| read(&mut code, name, this));
    let state = code.add(InstructionKind::Parameter(0), []);
    let get = code.add(InstructionKind::Call, [(Role::Receiver, state)]);
    let inner = code.add(InstructionKind::Cast, [(Role::Value, fields[0])]);
    code.returns(get, inner)?.returns(get, fields[1])?;
    let outer = code.add(InstructionKind::Cast, [(Role::Value, get)]);
    let value = read(&mut code, ACTION, outer);
    let graph = graph(&code, [value]);
    let call = graph.node(find(&graph, |node| node.kind == InstructionKind::Call));
    assert_eq!(call.casts, [outer]);
    let places = graph.unrolled(0, 100);
    let casts = |name| {
        places.node(find(&places, |node| node.kind == InstructionKind::Field(name))).casts.clone()
    };
    assert_eq!((casts(ACTOR), casts(TARGET)), (vec![inner, outer], vec![outer]));
    Ok(())
}

/// `if (p.q.size() > 3)`: there has to be a `q` whose size can be asked; the size is no attribute.
#[test]
fn ap22_receivers_of_unknown_calls_are_no_values() {
    let mut code = DependenceGraph::new();
    let p = code.add(InstructionKind::Parameter(0), []);
    let q = read(&mut code, ACTOR, p);
    let local = code.add(InstructionKind::Cast, [(Role::Value, q)]);
    let size = code.add(InstructionKind::Call, [(Role::Receiver, local)]);
    let graph = graph(&code, [size]);
    let node = graph.node(find(&graph, |node| node.kind == InstructionKind::Field(ACTOR)));
    assert!(node.is_receiver && graph.leaves().contains(&node.variable));
    assert!(graph.unrolled(0, 10) == graph);
    let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
    assert_eq!(plan.steps[1..], [PlanStep::Put { variable: node.variable }]);
    assert!(plan.slots.is_empty());
    // As an argument, it is a value.
    let mut code = DependenceGraph::new();
    let p = code.add(InstructionKind::Parameter(0), []);
    let q = read(&mut code, ACTOR, p);
    let size = code.add(InstructionKind::Call, [(Role::Argument(0), q)]);
    assert_eq!(super::graph(&code, [size]).plan(MAX_STATEMENTS, |_| Some(1)).slots.len(), 1);
}

/// Fields of the instance are inputs of the method, as parameters are (3.1.2).
#[test]
fn ap25_fields_of_the_instance_are_inputs() {
    let mut code = DependenceGraph::new();
    let (this, p) =
        (code.add(InstructionKind::This, []), code.add(InstructionKind::Parameter(0), []));
    let mine = read(&mut code, ACTOR, this);
    let others = [mine, p].map(|of| read(&mut code, ACTION, of));
    let constant = code.add(InstructionKind::StaticField(TARGET), []);
    let graph = graph(&code, [others[0], others[1], constant]);
    let inputs: Vec<Instruction> =
        graph.nodes().iter().filter(|node| node.is_input).map(|node| node.instruction).collect();
    assert_eq!(inputs, [this, p, mine, constant]);
}

/// A call depth of 5 is five calls in a chain (3.1.2: k <= t_dep).
#[test]
fn ap25_the_call_depth_counts_calls() -> Result<(), UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let this = code.add(InstructionKind::This, []);
    let mut returned = read(&mut code, ACTION, this);
    let mut entered = Vec::new();
    for calls in 1..=6 {
        let this = code.add(InstructionKind::This, []);
        let call = code.add(InstructionKind::Call, [(Role::Receiver, this)]);
        code.returns(call, returned)?;
        returned = call;
        let slice = Slice::of_branch(&code, [call], [], Limits::PUBLISHED)?;
        let deepest = slice.occurrences().map(|(_, calls)| calls.count()).max();
        entered.push((calls, deepest, slice.cut().len()));
    }
    let expected = [(1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 4, 0), (5, 5, 0), (6, 5, 1)];
    assert_eq!(entered, expected.map(|(calls, deepest, cut)| (calls, Some(deepest), cut)));
    Ok(())
}
