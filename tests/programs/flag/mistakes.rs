//! Mistakes of those who declare flags and instrument subjects, as [`Refined::check`] tells of
//! them; limits, and large functions.

use super::subjects::{
    CHECK, MAIN, OTHER, SITE, Subject, answer, assert_close, assert_fitness, guard, guarded,
    is_hundred,
};
use crate::oracle::Shape;
use crate::oracle::generate::do_while;
use sbst::distance::{Distance, Rules, flag, gt};
use sbst::execution::{CallTreeLimits, Caller, Trace};
use sbst::fitness::Fitness;
use sbst::fitness::flag::{Condition, FlagError, FlagGradient, Flags, Keys, Refined, Returns};
use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch, Outcome};
use sbst::id::{Activation, Branch, Function};
use sbst::objective::{DirectGoal, Goals, Tables};

/// `MAIN` decides by `is_hundred`; what is declared differs.
fn told(
    run: impl FnOnce(Caller<'_>),
    declare: impl FnOnce(&FlowGraph, &mut Flags) -> Result<(), FlagError>,
) -> Result<(), FlagError> {
    let subject = Subject::new(&[guard(), answer(), FlowBuilder::new().exit(0)], declare);
    let trace = subject.ran(run);
    FlagGradient::new()
        .refine(&subject.graph, &subject.flags, &trace)
        .and_then(|refined| refined.check())
}

fn marked(t: Caller<'_>) {
    guarded(t, |t| is_hundred(t, 60));
}

/// The branch of `MAIN` that was not taken, in its only activation.
fn nothing_known() -> FlagError {
    FlagError::NothingKnown { activation: Activation::new(0), site: SITE, keys: Keys::from(true) }
}
const CONTRADICTION: FlagError =
    FlagError::Contradiction { branch: Branch::new(0), activation: Activation::new(0) };

#[test]
fn declarations_that_fit_are_not_complained_about() {
    let fits = |graph: &FlowGraph, flags: &mut Flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    };
    assert_eq!(told(marked, fits), Ok(()));
    assert_eq!(told(|t| guarded(t, |t| is_hundred(t, 100)), fits), Ok(()));
    assert_eq!(told(|_| {}, fits), Ok(()));
    assert_eq!(told(marked, |_, _| Ok(())), Ok(()));
}

#[test]
fn calls_of_which_nothing_is_known_are_told() {
    let without_returns = |graph: &FlowGraph, flags: &mut Flags| {
        flags.function(graph, MAIN).decides(0, SITE).map(|_| ())
    };
    assert_eq!(told(marked, without_returns), Err(nothing_known()));
    for exits in [[None, Some(Returns::from(false))], [Some(Returns::Unknown), Some(false.into())]]
    {
        let half = |graph: &FlowGraph, flags: &mut Flags| {
            flags.function(graph, MAIN).decides(0, SITE)?;
            let mut check = flags.function(graph, CHECK);
            for (exit, returns) in (1..).zip(exits) {
                returns.map_or(Ok(()), |returns| check.returns(exit, returns).map(|_| ()))?;
            }
            Ok(())
        };
        assert_eq!(told(marked, half), Err(nothing_known()));
    }
    for site in [SITE, OTHER] {
        let fits = |graph: &FlowGraph, flags: &mut Flags| {
            flags.function(graph, MAIN).decides(0, site)?;
            flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
            Ok(())
        };
        let unmarked = |t: Caller<'_>| {
            let f = t.enter(MAIN);
            f.decide(0, flag(is_hundred(f.caller(), 60)));
        };
        // OD11: a call among the arguments takes nothing from the call itself.
        let among_arguments = |t: Caller<'_>| {
            let f = t.enter(MAIN);
            let (marked, argument) = (f.at(SITE), f.caller().enter(Function::new(2)));
            drop(argument);
            f.decide(0, flag(is_hundred(marked, 60)));
        };
        let nothing_known = Err(FlagError::NothingKnown {
            activation: Activation::new(0),
            site,
            keys: Keys::from(true),
        });
        assert_eq!(told(unmarked, fits), nothing_known.clone());
        let expected = if site == SITE { Ok(()) } else { nothing_known };
        assert_eq!((told(among_arguments, fits), told(marked, fits)), (expected.clone(), expected));
    }
    assert_eq!(
        nothing_known().to_string(),
        "a0 needs a result in {1} of the calls at s0, but no call or declaration says how it \
         could be returned"
    );
}

/// What is wrong in a call spreads to its callers, and is told where it is; so is what would only
/// be handed on.
#[test]
fn what_is_wrong_further_down_is_told_there() {
    // MAIN asks HANDS_ON, which returns what CHECK does; or decides by it.
    const HANDS_ON: Function = Function::new(2);
    let handed_on = |t: Caller<'_>, site| {
        let f = t.enter(HANDS_ON);
        let found = is_hundred(f.at(site), 60);
        f.decide(0, flag(found));
        found
    };
    let subject = |decides: bool, right: bool| {
        Subject::new(&[guard(), answer(), answer()], |graph, flags| {
            flags.function(graph, MAIN).decides(0, SITE)?;
            let mut between = flags.function(graph, HANDS_ON);
            if decides {
                between.decides(0, OTHER)?.returns(1, true)?.returns(2, false)?
            } else {
                between.returns(2, OTHER)?
            };
            flags.function(graph, CHECK).returns(1, right)?.returns(2, !right)?;
            Ok(())
        })
    };
    let told = |subject: &Subject, site| {
        let trace = subject.ran(|t| guarded(t, |t| handed_on(t, site)));
        FlagGradient::new()
            .refine(&subject.graph, &subject.flags, &trace)
            .and_then(|refined| refined.check())
    };
    let nothing_known = Err(FlagError::NothingKnown {
        activation: Activation::new(1),
        site: OTHER,
        keys: Keys::from(true),
    });
    for decides in [false, true] {
        assert_eq!(told(&subject(decides, true), OTHER), Ok(()));
        assert_eq!(told(&subject(decides, true), SITE), nothing_known.clone());
    }
    let inner = subject(true, false);
    let branch = inner.graph.branch(inner.graph.entry(HANDS_ON), Outcome::True).expect("decides");
    assert_eq!(
        told(&inner, OTHER),
        Err(FlagError::Contradiction { branch, activation: Activation::new(1) })
    );
}

#[test]
fn calls_that_did_all_that_a_flag_needs_are_told() {
    let swapped = |graph: &FlowGraph, flags: &mut Flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, false)?.returns(2, true)?;
        Ok(())
    };
    let negated = |graph: &FlowGraph, flags: &mut Flags| {
        flags.function(graph, MAIN).decides(0, !Condition::call(SITE))?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    };
    assert_eq!(
        (told(marked, swapped), told(marked, negated)),
        (Err(CONTRADICTION), Err(CONTRADICTION))
    );
    // As near as a decision can come is no contradiction.
    let fits = |graph: &FlowGraph, flags: &mut Flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    };
    let by_a_hair = |t: Caller<'_>| {
        guarded(t, |t| t.enter(CHECK).decide(0, Rules::EVOSUITE.eq(0.0, f64::MIN_POSITIVE)));
    };
    assert_eq!(told(by_a_hair, fits), Ok(()));
    assert_eq!(
        CONTRADICTION.to_string(),
        "a call did everything that e0 was declared to need, but e0 was not taken in a0"
    );
}

/// `if xs.iter().any(is_hundred) { 1 } 2`
fn any(t: Caller<'_>, xs: &[i32]) {
    let f = t.enter(MAIN);
    f.decide(0, flag(xs.iter().any(|&x| is_hundred(f.at(SITE), x))));
}

/// The same with `all`.
fn all(t: Caller<'_>, xs: &[i32]) {
    let f = t.enter(MAIN);
    f.decide(0, flag(xs.iter().all(|&x| is_hundred(f.at(SITE), x))));
}

#[test]
fn of_calls_in_a_closure_one_side_is_declared() {
    let one_sided = |side: Outcome| {
        Subject::new(&[answer(), answer()], |graph, flags| {
            flags.function(graph, MAIN).branch(0, side, SITE, side == Outcome::True)?;
            flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
            Ok(())
        })
    };
    // 90 is 11 away, 98 is 3 away: 2 / (12/11 + 4/3).
    assert_fitness(one_sided(Outcome::True).goal(1, |t| any(t, &[90, 98])), 0, 66.0 / 80.0);
    // One of two must differ from 100; either is 1 away.
    let other = one_sided(Outcome::False);
    assert_fitness(other.goal(2, |t| all(t, &[100, 100])), 0, 1.0 / 2.0);
    // The other side is as it was observed.
    assert_eq!(other.goal(1, |t| all(t, &[100, 60])), Fitness::new(0, Distance::from(1)));
}

/// Calls itself so often before it calls `MAIN`.
const WALK: Function = Function::new(2);

fn walk(t: Caller<'_>, times: u32) {
    let f = t.enter(WALK);
    if times == 0 {
        guarded(f.at(OTHER), |t| is_hundred(t, 100));
    } else {
        walk(f.at(SITE), times - 1);
    }
}

/// Main: 60 is tried by the test itself; 100 is, too, but by others.
#[test]
fn limits_keep_calls_of_the_test_apart() {
    let subject = Subject::new(&[guard(), answer(), FlowBuilder::new().exit(0)], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    let flag_branch =
        subject.graph.branch(subject.graph.entry(MAIN), Outcome::True).expect("decides");
    let mut goals = Goals::<Trace>::new();
    let goal = goals.push(DirectGoal::new(flag_branch)).id();
    let few = CallTreeLimits { activations: 10, ..CallTreeLimits::default() };
    for limits in [
        CallTreeLimits::NONE,
        CallTreeLimits::default(),
        few,
        CallTreeLimits { depth: 0, ..CallTreeLimits::NONE },
    ] {
        let trace = goals.trace(&subject.graph).with_call_tree(limits);
        let main = trace.root().enter(MAIN);
        main.decide(0, flag(is_hundred(main.at(SITE), 60)));
        walk(main.at(OTHER), 300);
        drop(main);
        let mut gradient = FlagGradient::new();
        let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
        let mut tables = Tables::new(&subject.graph);
        let value = goals.fitness_of(goal, &goals.observe(&subject.graph, &refined, &mut tables));
        assert_close(value.distance.get(), 41.0 / 42.0); // 60 is 41 away
    }
}

#[test]
fn flags_of_a_larger_graph_do_not_fit_a_smaller_one() {
    let twice = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let subject = Subject::new(&[guard(), twice], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(2, true)?.returns(3, false)?;
        Ok(())
    });
    let trace = subject.ran(|t| {
        let f = t.enter(MAIN);
        drop(f.at(SITE).enter(CHECK)); // as if it had thrown
        f.decide(0, flag(false));
    });
    let smaller = FlowGraph::of(&guard()).expect("legal");
    let mut gradient = FlagGradient::new();
    let flag_branch = subject.flags.branches().next().expect("a flag");
    let far = |refined: Refined<'_, Trace>| refined.distance_in(Activation::new(0), flag_branch);
    let mismatch =
        GraphMismatch { made_for: subject.flags.made_for(), used_with: smaller.identity() };
    let found = gradient.refine(&smaller, &subject.flags, &trace).map(far);
    assert_eq!(found, Err(FlagError::OtherGraph(mismatch)));
    let found = far(gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree"));
    assert_eq!(found, Some(Distance::from(2))); // two decisions to be made
}

/// A function with too many dependences to list, behind a decision: what is required lies one level
/// above that.
#[test]
fn a_function_of_very_many_dependences() {
    const DEPTH: usize = 120;
    // 0: if x > 9 { the nest; if .. { return true } } return false
    let Shape(nest) = do_while(DEPTH);
    let [behind, yes, no] = [1, 2, 3].map(|block| nest.len() as u32 + block - 1);
    let mut body = FlowBuilder::new().branch(0, 1, no).branch(behind, yes, no).exit(yes).exit(no);
    for (block, node) in (1..behind).zip(&nest) {
        body = node
            .edges
            .iter()
            .fold(body, |body, &(outcome, to)| body.edge(block, outcome, to as u32 + 1));
    }
    let subject = Subject::new(&[guard(), body], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(yes, true)?.returns(no, false)?;
        Ok(())
    });
    let pairs: usize =
        subject.graph.all_blocks().map(|block| subject.graph.controls(block).count()).sum();
    assert!(pairs > 4 * subject.graph.all_branches().len() + 16, "{pairs} can be listed");
    let trace = subject.ran(|t| guarded(t, |t| t.enter(CHECK).decide(0, gt(4, 9))));
    // One level above the decision, of which 4 is 6 away.
    let mean = 1.0 + 6.0 / 7.0;
    assert_fitness(
        subject.refined(FlagGradient::new(), &trace).block(subject.graph.block(MAIN, 1)),
        0,
        mean,
    );
}
