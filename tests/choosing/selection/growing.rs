//! Programs and goals that grow while a search runs: a frontier that takes them in step by step is
//! the one made of all at once.

use super::registry::{Registry, Stray, identity, place, roots, strays};
use super::{MADE, assert_same, config, cover_both, goals, picked, sorted};
use crate::oracle::criteria::Form;
use crate::oracle::frontier::SlowFrontier;
use crate::oracle::place_of;
use crate::oracle::subject::{Subject, World, subject};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch, Unreachable};
use sbst::id::{Block, Function, GoalId, Line, Statement};
use sbst::objective::{
    CoverageGoal, Criterion, DirectGoal, Goal, Goals, Needs, Objective, Observed, Place,
    branch_goals, direct_branch_goals, direct_entry_goals, entry_goals,
};
use sbst::objective::{GoalGraph, Roots};
use sbst::selection::Frontier;

/// What happens when one more function comes.
#[derive(Clone, Debug)]
struct Step {
    covered_before: Vec<u16>,
    /// Goals that come later than their functions.
    late: Vec<Stray>,
    covered_after: Vec<u16>,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (vec(any::<u16>(), 0..6), strays(4), vec(any::<u16>(), 0..6));
    vec(
        step.prop_map(|(covered_before, late, covered_after)| Step {
            covered_before,
            late,
            covered_after,
        }),
        4,
    )
}

/// The first functions of a program, with all that lies in them.
fn beginning(subject: &Subject, functions: usize) -> Subject {
    let shapes = subject.shapes[..functions].to_vec();
    let blocks: usize = shapes.iter().map(|shape| shape.len()).sum();
    Subject {
        lines: subject.lines.iter().copied().filter(|line| line.0 < blocks).collect(),
        mutants: subject.mutants.iter().copied().filter(|mutant| mutant.1 < blocks).collect(),
        methods: subject
            .methods
            .iter()
            .filter(|method| method.function < functions)
            .cloned()
            .collect(),
        shapes,
    }
}

/// Whether the program has this place; the next function may get places that it does not have.
fn is_here(now: &World, place: Place) -> bool {
    match place {
        Place::Function(function) => function.index() < now.graph.functions().len(),
        Place::Block(block) => block.index() < now.graph.all_blocks().len(),
        Place::Branch(branch) => branch.index() < now.graph.all_branches().len(),
        _ => unreachable!("there are no other places"),
    }
}

/// Whether the goal may come after the functions that there are now: it is no branch, lies in no
/// function to come, and no root waits for it.
fn may_be_late(now: &World, goal: Goal, roots: Roots) -> bool {
    let enters = match goal {
        Goal::Branch(_) | Goal::DirectBranch(_) => return false,
        Goal::Entry(_) => true,
        Goal::Block(block) | Goal::Statement(Statement { block, index: 0 }) => {
            is_here(now, Place::Block(block)) && now.place(block).1 == 0
        }
        _ => false,
    };
    place_of(goal).is_none_or(|place| is_here(now, place))
        && !(roots == Roots::BehindEntry && enters)
}

proptest! {
    #![proptest_config(config(768))]

    #[test]
    fn a_frontier_that_grows_is_the_one_made_at_once(
        subject in subject(4, 6),
        criteria in proptest::sample::subsequence(MADE.to_vec(), 0..=10).prop_shuffle(),
        roots in roots(),
        dropped in vec(any::<u8>(), 0..6),
        steps in steps(),
    ) {
        let mut registry = Registry::empty(roots);
        let (mut graph, mut frontier, mut slow) =
            (FlowGraph::new(), Frontier::default(), SlowFrontier::default());
        for (step, functions) in steps.iter().zip(1..=subject.shapes.len()) {
            let now = World::new(beginning(&subject, functions));
            let count = registry.goals.len();
            cover_both(&mut frontier, &mut slow, &picked(&step.covered_before, count + 2));

            // A function with all its goals, some of them dropped.
            graph
                .add_with(&subject.shapes[functions - 1].body(), Unreachable::Keep)
                .expect("a legal function");
            for &criterion in &criteria {
                registry.goals.add(criterion, &now.program(Form::Levels.library()));
            }
            let fresh = (count..registry.goals.len()).map(|number| GoalId::new(number as u32));
            registry.dropped.extend(fresh.filter(|goal| dropped.contains(&(goal.number() as u8))));
            take_in(&mut frontier, &mut slow, &registry, &graph, &now);

            // Goals that were found later.
            for stray in &step.late {
                match stray {
                    Stray::One(kind, pick) => {
                        let goal = identity(&now, registry.goals.len() as u32, *kind, *pick);
                        if may_be_late(&now, goal, roots) {
                            registry.add_one(goal);
                        }
                    }
                    Stray::Spread(places) => {
                        let places = places
                            .iter()
                            .map(|&pick| place(&now, pick))
                            .filter(|&place| is_here(&now, place));
                        registry.add_spread(places.collect());
                    }
                }
            }
            take_in(&mut frontier, &mut slow, &registry, &graph, &now);
            prop_assert_eq!(frontier.fit(&registry.goal_graph(&graph)), [], "there is nothing new");
            cover_both(
                &mut frontier,
                &mut slow,
                &picked(&step.covered_after, registry.goals.len() + 2),
            );
        }
        let mut at_once = Frontier::of(&registry.goal_graph(&graph));
        at_once.cover(slow.covered.iter().copied());
        assert_same(&at_once, &slow);
    }
}

proptest! {
    #![proptest_config(config(512))]

    /// As where goals come from elsewhere: branches are goals, and covered, before their functions
    /// are there. They were active then, and stay so; but nothing waits that would not wait in a
    /// frontier made at once.
    #[test]
    fn goals_may_come_before_their_functions(
        subject in subject(3, 7),
        later in proptest::sample::subsequence(MADE.to_vec(), 1..=10).prop_shuffle(),
        direct in any::<bool>(),
        covered in [vec(any::<u16>(), 0..8), vec(any::<u16>(), 0..8), vec(any::<u16>(), 0..8)],
    ) {
        let whole = World::new(subject);
        let program = whole.program(Form::Levels.library());
        let mut registry = Registry::empty(Roots::Active);
        // One by one: a registry that knew the whole graph would not fit its beginnings.
        if direct {
            let functions = || whole.methods.iter().map(|method| method.function);
            registry.goals.extend(direct_branch_goals(&whole.graph, functions()));
            registry.goals.extend(direct_entry_goals(&whole.graph, functions()));
        } else {
            registry.goals.extend(branch_goals(&whole.graph));
            registry.goals.extend(entry_goals(&whole.graph));
        }
        let (mut graph, mut frontier, mut all_covered) =
            (FlowGraph::new(), Frontier::default(), Vec::new());
        for (step, covered) in covered.iter().enumerate() {
            frontier.fit(&registry.goal_graph(&graph));
            // What is not yet a goal would be forgotten.
            let mut covered = picked(covered, registry.goals.len() + 1);
            covered.retain(|goal| goal.index() < registry.goals.len());
            frontier.cover(covered.iter().copied());
            all_covered.extend(covered);
            if let Some(shape) = whole.subject.shapes.get(step) {
                graph.add_with(&shape.body(), Unreachable::Keep).expect("a legal function");
            }
        }
        for criterion in later {
            registry.goals.add(criterion, &program);
        }
        frontier.fit(&registry.goal_graph(&whole.graph));
        let mut at_once = Frontier::of(&registry.goal_graph(&whole.graph));
        at_once.cover(all_covered);
        for goal in at_once.active() {
            prop_assert!(
                frontier.is_active(*goal) || frontier.is_covered(*goal),
                "{} is lost",
                registry.goals.goal(*goal)
            );
        }
        // Later goals are where they would be.
        frontier.cover(at_once.active().to_vec());
        let next = at_once.active().to_vec();
        at_once.cover(next);
        prop_assert!(
            at_once
                .active()
                .iter()
                .all(|&goal| frontier.is_active(goal) || frontier.is_covered(goal))
        );
    }
}

/// ```text
/// 0: if a { 1: may throw; 2 }  3        block 1 leaves the function, too, so 2 depends on an implicit branch
/// ```
#[test]
fn a_branch_covered_before_its_function_came_opens_what_implicit_branches_lead_to() {
    let whole =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).jump(1, 2).exit(1).jump(2, 3).exit(3))
            .expect("a legal function");
    let mut all = Goals::<Trace>::new();
    all.extend(branch_goals(&whole));
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &FlowGraph::new()));
    frontier.cover(goals(&[0]));
    all.push(CoverageGoal::new(Block::new(2)));
    assert_eq!(GoalGraph::new(&all, &whole).parents(GoalId::new(2)), goals(&[0]));
    assert_eq!(frontier.fit(&GoalGraph::new(&all, &whole)), goals(&[2]));
}

/// The same, but the branch is covered after its function came.
#[test]
fn a_branch_that_was_a_goal_before_its_function_came_is_waited_for() {
    let whole =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).jump(1, 2).exit(1).jump(2, 3).exit(3))
            .expect("a legal function");
    for direct in [false, true] {
        let mut all = Goals::<Trace>::new();
        if direct {
            all.extend(branch_goals(&whole).map(|goal| DirectGoal::new(goal.target)));
        } else {
            all.extend(branch_goals(&whole));
        }
        let mut frontier = Frontier::of(&GoalGraph::new(&all, &FlowGraph::new()));
        let implicit = whole.branches_of(Block::new(1)).next().expect("the way on");
        let added = if direct {
            all.push(DirectGoal::new(implicit))
        } else {
            all.push(CoverageGoal::new(Block::new(2)))
        };
        let behind = added.id();
        assert_eq!(frontier.fit(&GoalGraph::new(&all, &whole)), [], "{:?}", all.goal(behind));
        assert_eq!(frontier.cover(goals(&[0])), [behind]);
    }
}

#[test]
fn the_rule_for_roots_is_that_of_the_first_time() {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let (mut graph, mut all) = (FlowGraph::new(), Goals::<Trace>::new());
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &graph).with_roots(Roots::BehindEntry));
    let function = graph.add(&body).expect("a legal function");
    let entry = all.push(CoverageGoal::new(graph.entry(function))).id();
    all.extend(branch_goals(&graph));
    assert_eq!(frontier.fit(&GoalGraph::new(&all, &graph)), [entry]);
}

/// Fits the frontier; asserts that it tells what became active, and is as if made of all that there
/// is now.
fn take_in(
    frontier: &mut Frontier,
    slow: &mut SlowFrontier,
    registry: &Registry,
    graph: &FlowGraph,
    now: &World,
) {
    let before = sorted(frontier.active());
    slow.parents = registry.parents(now);
    let expected: Vec<GoalId> =
        slow.active().into_iter().filter(|goal| !before.contains(goal)).collect();
    assert_eq!(frontier.fit(&registry.goal_graph(graph)), expected);
    assert!(before.iter().all(|&goal| frontier.is_active(goal)));
    assert_same(frontier, slow);
}

/// ```text
/// f0: if a { 1 }  2        f1, which comes later: 3: if b { 4 }  5
/// ```
#[test]
fn what_was_covered_before_opens_what_comes_later() {
    let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))
        .expect("a legal function");
    let mut all = Goals::<Trace>::new();
    all.extend(branch_goals(&graph));
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &graph));
    frontier.cover(goals(&[0]));
    all.push(CoverageGoal::new(Block::new(1))); // behind a covered branch
    assert_eq!(frontier.fit(&GoalGraph::new(&all, &graph)), goals(&[2]));

    graph.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2)).expect("a legal function");
    all.extend(branch_goals(&graph));
    all.push(CoverageGoal::new(Block::new(4)));
    assert_eq!(frontier.fit(&GoalGraph::new(&all, &graph)), goals(&[3, 4]));
    assert_eq!(frontier.active(), goals(&[1, 2, 3, 4]));
    assert!(frontier.is_covered(GoalId::new(0)) && frontier.covered_count() == 1);
    assert_eq!(frontier.cover(goals(&[3])), goals(&[5]));
}

/// ```text
/// 0: if a { 1: if b { 2 } }  3
/// ```
#[test]
fn a_branch_that_becomes_a_goal_later_takes_nothing_back() {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))
            .expect("a legal function");
    let mut all = Goals::<Trace>::new();
    all.extend([1, 2].map(|block| CoverageGoal::new(Block::new(block))));
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &graph));
    assert_eq!(frontier.active(), goals(&[0, 1]));
    all.extend(branch_goals(&graph));
    frontier.fit(&GoalGraph::new(&all, &graph));
    assert!(
        [0, 1, 2, 3].iter().all(|&goal| frontier.is_active(GoalId::new(goal))),
        "{:?}",
        frontier.active()
    );
    // A new one has them wait.
    assert_eq!(Frontier::of(&GoalGraph::new(&all, &graph)).active(), goals(&[2, 3]));
}

#[test]
fn functions_come_with_their_entry_goals() {
    let mut graph = FlowGraph::new();
    let mut all = Goals::<Trace>::new();
    let mut frontier = Frontier::default();
    let mut expected = Vec::new();
    for f in 0..3 {
        let function = graph
            .add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))
            .expect("a legal function");
        assert_eq!(function, Function::new(f));
        let entry = all.push(CoverageGoal::new(graph.entry(function))).id();
        let branches: Vec<GoalId> = graph
            .branches_of(graph.entry(function))
            .map(|branch| all.push(CoverageGoal::new(branch)).id())
            .collect();
        assert_eq!(
            frontier.fit(&GoalGraph::new(&all, &graph).with_roots(Roots::BehindEntry)),
            [entry]
        );
        expected.push((entry, branches));
    }
    for (entry, branches) in expected.into_iter().rev() {
        assert_eq!(frontier.cover([entry]), branches);
    }
    assert_eq!(all.of(Criterion::Branch).count(), 6);
}

/// A goal of the user that lies in blocks of its own choice.
struct Spread(Goal, Vec<Block>);

impl Objective<Trace> for Spread {
    fn fitness(&self, _: &Observed<'_, Trace>) -> Fitness {
        Fitness::NEVER
    }
    fn goal(&self) -> Goal {
        self.0
    }
    fn needs(&self) -> Needs {
        Needs::at(self.1.iter().copied().map(Place::Block))
    }
}

/// Two functions `if a { 1 } 2`; the goal lies in block 1, and in blocks of the other function.
fn grown(
    other: impl Fn(&mut Goals<Trace>, &mut FlowGraph, &mut Frontier),
) -> (Frontier, GoalId, Frontier) {
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let mut graph = FlowGraph::of(&body).expect("a legal function");
    let mut all = Goals::<Trace>::new();
    all.extend(branch_goals(&graph));
    let goal = all.push(Spread(Goal::Line(Line::new(7)), vec![Block::new(1)])).id();
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &graph));
    other(&mut all, &mut graph, &mut frontier);
    frontier.fit(&GoalGraph::new(&all, &graph));
    (frontier, goal, Frontier::of(&GoalGraph::new(&all, &graph)))
}

#[test]
fn a_goal_that_is_replaced_lies_where_the_new_objective_says() {
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    for early in [false, true] {
        let (frontier, goal, at_once) = grown(|all, graph, frontier| {
            graph.add(&body).expect("a legal function");
            if early {
                frontier.fit(&GoalGraph::new(all, graph));
            }
            all.replace(Spread(Goal::Line(Line::new(7)), vec![Block::new(1), Block::new(3)]));
        });
        assert!(
            at_once.is_active(goal) && frontier.is_active(goal),
            "the function was there before: {early}"
        );
    }
    // Behind a branch of the other function, it waits for that one, too.
    let (mut frontier, goal, _) = grown(|all, graph, _| {
        graph.add(&body).expect("a legal function");
        all.extend(branch_goals(graph));
        all.replace(Spread(Goal::Line(Line::new(7)), vec![Block::new(1), Block::new(4)]));
    });
    assert!(!frontier.is_active(goal));
    assert_eq!(frontier.cover(goals(&[3])), [goal]);
}

/// Though its identity says where it lies.
#[test]
fn a_goal_may_lie_in_a_function_to_come() {
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let mut graph = FlowGraph::of(&body).expect("a legal function");
    let mut all = Goals::<Trace>::new();
    all.extend(branch_goals(&graph));
    let goal =
        all.push(Spread(Goal::Block(Block::new(1)), vec![Block::new(1), Block::new(3)])).id();
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &graph));
    assert!(!frontier.is_active(goal));
    graph.add(&body).expect("a legal function");
    assert_eq!(frontier.fit(&GoalGraph::new(&all, &graph)), [goal]);
}

/// Also if the graph is made without saying so again.
#[test]
fn what_was_dropped_is_nobodys_parent_later_on() {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))
            .expect("a legal function");
    let mut all = Goals::<Trace>::new();
    all.extend(branch_goals(&graph));
    let block = all.push(CoverageGoal::new(Block::new(1))).id();
    let none = FlowGraph::new();
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &none).without(goals(&[0])));
    let inner = all.push(CoverageGoal::new(Block::new(2))).id();
    frontier.fit(&GoalGraph::new(&all, &graph));
    assert!(frontier.is_active(block) && !frontier.is_active(inner));
    assert_eq!(frontier.cover(goals(&[2])), [inner]);
    let late = all.push(Spread(Goal::Line(Line::new(1)), vec![Block::new(1)])).id();
    assert_eq!(
        frontier.fit(&GoalGraph::new(&all, &graph)),
        [late],
        "behind the dropped branch, hence a root"
    );

    // The same of the entry: the block of the entry is dropped, so nothing waits for it.
    let mut all = Goals::<Trace>::new();
    let entry = all.push(CoverageGoal::new(Block::new(0))).id();
    let graph_of = |all| GoalGraph::new(all, &graph).with_roots(Roots::BehindEntry);
    let mut frontier =
        Frontier::of(&GoalGraph::new(&all, &none).with_roots(Roots::BehindEntry).without([entry]));
    all.extend(branch_goals(&graph));
    assert_eq!(frontier.fit(&graph_of(&all)), goals(&[1, 2]));
}

/// A frontier asked about the wrong program answers something, and goes on.
#[test]
fn another_flow_graph_changes_nothing() {
    let [small, large] = [2, 40].map(|blocks| {
        let body = (0..blocks)
            .fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, blocks));
        FlowGraph::of(&body.exit(blocks)).expect("a legal function")
    });
    for (first, then) in [(&small, &large), (&large, &small)] {
        let mut all = Goals::<Trace>::new();
        all.extend(branch_goals(first));
        let mut frontier = Frontier::of(&GoalGraph::new(&all, first));
        let known = (all.len(), frontier.active().len());
        all.extend(branch_goals(then));
        all.push(CoverageGoal::new(Block::new(39)));
        let mismatch = |graph: &FlowGraph| {
            Err(GraphMismatch { made_for: first.identity(), used_with: graph.identity() })
        };
        let is_refused = |frontier: &mut Frontier, graph: &GoalGraph<'_, Trace>| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| frontier.fit(graph).len()))
                .is_err()
        };
        assert_eq!(then.check(frontier.made_for()), mismatch(then));
        assert!(is_refused(&mut frontier, &GoalGraph::new(&all, then)));
        let nothing = (Goals::<Trace>::new(), FlowGraph::new());
        assert_eq!(nothing.1.check(frontier.made_for()), mismatch(&nothing.1));
        assert!(is_refused(&mut frontier, &GoalGraph::new(&nothing.0, &nothing.1)));
        assert_eq!(
            (frontier.len(), frontier.active().len(), frontier.made_for()),
            (known.0, known.1, first.identity())
        );
        frontier.cover(all.ids());
        assert_eq!((frontier.covered_count(), frontier.active().len()), (known.0, 0));
    }
}

#[test]
#[should_panic(expected = "different programs")]
fn od8_a_frontier_is_not_fitted_to_another_program() {
    let [one, other] = [1, 2].map(|statements| {
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, statements).exit(1).exit(2))
            .expect("a legal function")
    });
    let mut all = Goals::<Trace>::new();
    all.extend(branch_goals(&one));
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &one));
    frontier.fit(&GoalGraph::new(&all, &other));
}
