//! AP15, AP16, AP18 to AP20: flags as real code has them. The reasoning stands beside each number.

use super::subjects::{
    CHECK, MAIN, OTHER, SITE, Subject, answer, assert_fitness, guard, guarded, is_hundred,
};
use sbst::distance::Distance;
use sbst::execution::Caller;
use sbst::fitness::Fitness;
use sbst::fitness::flag::{Condition, FlagError, FlagGradient, Flags, Key, Returns};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{CallSite, Function};

/// How a compiler lays out `is_leap`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Layout {
    /// `return true` and `return false` are blocks of their own.
    Exits,
    /// The same, and both jump to one return block, which returns a variable.
    Merged,
    /// The last operand is the result itself, as rustc and clang have it: `3: r = y % 100 != 0`.
    LastOperand,
    /// One expression without a branch.
    Expression,
}

impl Layout {
    const ALL: [Self; 4] = [Self::Exits, Self::Merged, Self::LastOperand, Self::Expression];

    fn body(self) -> FlowBuilder {
        let start = FlowBuilder::new();
        match self {
            Self::Exits => start.branch(0, 3, 1).branch(1, 2, 4).branch(2, 3, 4).exit(3).exit(4),
            Self::Merged => {
                start.branch(0, 3, 1).branch(1, 2, 4).branch(2, 3, 4).jump(3, 5).jump(4, 5).exit(5)
            }
            Self::LastOperand => {
                start.branch(0, 2, 1).branch(1, 3, 4).jump(2, 5).jump(3, 5).jump(4, 5).exit(5)
            }
            Self::Expression => start.exit(0),
        }
    }

    pub(super) fn is_leap(self, c: Caller<'_>, year: i32) -> bool {
        let (f, r) = (c.enter(CHECK), c.rules());
        let [by_400, by_4, not_by_100] =
            [r.eq(year % 400, 0), r.eq(year % 4, 0), r.ne(year % 100, 0)];
        match self {
            Self::Exits | Self::Merged => {
                let is_leap = f.decide(0, by_400) || f.decide(1, by_4) && f.decide(2, not_by_100);
                f.end(if is_leap { 3 } else { 4 });
                is_leap
            }
            Self::LastOperand => {
                let is_leap = if f.decide(0, by_400) {
                    f.end(2);
                    true
                } else if f.decide(1, by_4) {
                    let is_leap = f.sets(3, not_by_100);
                    f.end(3);
                    is_leap
                } else {
                    f.end(4);
                    false
                };
                f.returns(5, is_leap)
            }
            Self::Expression => f.returns_if(0, by_400.or_else(|| by_4.and_then(|| not_by_100))),
        }
    }

    fn declare(self, graph: &FlowGraph, flags: &mut Flags) -> Result<(), FlagError> {
        flags.function(graph, MAIN).decides(0, SITE)?;
        let mut check = flags.function(graph, CHECK);
        match self {
            Self::Exits | Self::Merged => check.returns(3, true)?.returns(4, false)?,
            Self::LastOperand => {
                check.returns(2, true)?.returns(3, Returns::Decision)?.returns(4, false)?
            }
            Self::Expression => &mut check, // what it records says enough
        };
        Ok(())
    }

    pub(super) fn subject(self) -> Subject {
        Subject::new(&[guard(), self.body()], |graph, flags| self.declare(graph, flags))
    }

    pub(super) fn goal(self, year: i32) -> Fitness {
        self.subject().goal(1, |t| guarded(t, |c| self.is_leap(c, year)))
    }
}

#[test]
fn ap15_a_leap_year_has_a_gradient_however_it_is_compiled() {
    for layout in Layout::ALL {
        let [a, b, c, d] = [1999, 1998, 1997, 1996].map(|year| layout.goal(year));
        assert!(a > b && b > c && c > d && d.is_covered(), "{layout:?}: {a} {b} {c} {d}");
        let plain = layout.subject();
        let trace = plain.ran(|t| guarded(t, |c| layout.is_leap(c, 1999)));
        assert_eq!(
            plain.plain(&trace).block(plain.graph.block(MAIN, 1)),
            Fitness::new(0, Distance::from(1))
        );
    }
    // A block for each operand, 1999: `% 400` is 400 away, 400/401; `% 100` is one level behind `%
    // 4`, 4 away: 1 + 4/5.
    let h = |a: f64, b: f64| 2.0 / (1.0 / a + 1.0 / b);
    for layout in [Layout::Exits, Layout::Merged] {
        for (year, by_400, by_4) in [(1999, 400.0, 4.0), (1998, 399.0, 3.0), (1997, 398.0, 2.0)] {
            assert_fitness(
                layout.goal(year),
                0,
                h(by_400 / (by_400 + 1.0), 1.0 + by_4 / (by_4 + 1.0)),
            );
        }
        let printed =
            [1999, 1998, 1997].map(|year| format!("{:.6}", layout.goal(year).distance.get()));
        assert_eq!(printed, ["1.283651", "1.270701", "1.248040"]); // 2 / (400/399 + 4/7) in the middle
    }
    // The decision of `% 100` is required, as far away as its block before it is reached: one level
    // behind `% 4`, too.
    assert_eq!(Layout::LastOperand.goal(1999), Layout::Exits.goal(1999));
    // 1900 reaches it: 1 away, 1/2; `% 400` is 301 away.
    assert_fitness(Layout::LastOperand.goal(1900), 0, h(301.0 / 302.0, 0.5));
}

/// `return a < b` needs no declaration of what is returned; neither do several returns of
/// comparisons.
#[test]
fn a_recorded_decision_is_as_far_as_it_says() {
    let below = |c: Caller<'_>, x: i32| c.enter(CHECK).returns_if(0, c.rules().lt(x, 10));
    for declared in [false, true] {
        let subject = Subject::new(&[guard(), FlowBuilder::new().exit(0)], |graph, flags| {
            flags.function(graph, MAIN).decides(0, SITE)?;
            if declared {
                flags.function(graph, CHECK).returns(0, Returns::Decision)?;
            }
            Ok(())
        });
        let goal = |x| subject.goal(1, |t| guarded(t, |c| below(c, x)));
        assert_fitness(goal(14), 0, 5.0 / 6.0);
        assert!(goal(12) < goal(14) && goal(9).is_covered());
    }
    // 0: if a { 1: return x < 10 } 2: return x == 99. Two calls: the first came to block 1, the
    // second to block 2.
    let either = |c: Caller<'_>, a: bool, x: i32| {
        let (f, r) = (c.enter(CHECK), c.rules());
        if f.decide(0, r.flag(a)) {
            f.returns_if(1, r.lt(x, 10))
        } else {
            f.returns_if(2, r.eq(x, 99))
        }
    };
    let subject = Subject::new(&[guard(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE).map(drop)
    });
    let goal = |inputs: &[(bool, i32)]| {
        subject.goal(1, |t| {
            let f = t.enter(MAIN);
            let mut found = false;
            for &(a, x) in inputs {
                found |= either(f.at(SITE), a, x);
            }
            f.decide(0, t.rules().flag(found));
        })
    };
    // Nothing told of block 2, so it is not required.
    assert_fitness(goal(&[(true, 12)]), 0, 3.0 / 4.0);
    // Block 1: 3/4, and in the other call 1 + 1/2: 2 / (4/3 + 2/3) = 1. Block 2: 1 + 1/2, and
    // 3/4: 1.
    assert_fitness(goal(&[(true, 12), (false, 97)]), 0, 1.0);
}

/// `r = false; if c { r = true }  return r`: false is returned iff c fails.
#[test]
fn of_several_sets_the_last_one_is_the_result() {
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let subject = Subject::new(&[guard(), body], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(0, false)?.returns(1, true)?;
        Ok(())
    });
    let [then, or_else] = [Outcome::True, Outcome::False]
        .map(|side| subject.graph.branch(subject.graph.entry(CHECK), side).expect("a side"));
    assert!(subject.flags.required(CHECK, true).eq([then]));
    assert!(subject.flags.required(CHECK, false).eq([or_else]));
    let check = |c: Caller<'_>, x| {
        let f = c.enter(CHECK);
        let found = f.decide(0, c.rules().eq(x, 100));
        if found {
            f.end(1);
        }
        f.returns(2, found)
    };
    assert_fitness(subject.goal(1, |t| guarded(t, |c| check(c, 97))), 0, 4.0 / 5.0);
}

/// Where different sets meet before the last chance, nothing is known; equal ones are the same.
#[test]
fn sets_that_meet_are_unknown_unless_they_are_equal() {
    // 0: if a { 1: r = .. } else { 2: r = .. }  3: if b { 4: r = true }  5: return r
    let body =
        FlowBuilder::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).branch(3, 4, 5).jump(4, 5).exit(5);
    let graph = FlowGraph::of(&body).expect("legal");
    let function = Function::new(0);
    let fails = graph.branch(graph.block(function, 3), Outcome::False).expect("a side");
    for (second, expected) in [(false, vec![fails]), (true, vec![])] {
        let mut flags = Flags::new();
        let mut all = flags.function(&graph, function);
        all.returns(1, false)
            .and_then(|all| all.returns(2, second))
            .and_then(|all| all.returns(4, true))
            .expect("fits");
        assert!(flags.required(function, false).eq(expected));
    }
    // A way without a set meets one with: `if a { 1: r = false }`, and r is what it was before.
    let mut flags = Flags::new();
    flags
        .function(&graph, function)
        .returns(1, false)
        .and_then(|all| all.returns(4, true))
        .expect("fits");
    assert_eq!(flags.required(function, false).count(), 0);
}

#[test]
fn what_a_loop_repeats_is_still_the_last_set() {
    // 0: loop { 1: r = x == 9; if done { break } }  2: return r
    let body = FlowBuilder::new().jump(0, 1).branch(1, 2, 0).exit(2);
    let subject = Subject::new(&[guard(), body], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(0, Returns::Decision)?;
        Ok(())
    });
    let goal = |xs: &[i32]| {
        subject.goal(1, |t| {
            guarded(t, |c| {
                let (f, mut result) = (c.enter(CHECK), false);
                for (at, &x) in xs.iter().enumerate() {
                    result = f.sets(0, c.rules().eq(x, 9));
                    f.end(0);
                    f.decide(1, c.rules().flag(at + 1 == xs.len()));
                }
                f.returns(2, result)
            });
        })
    };
    assert_fitness(goal(&[9, 7]), 0, 3.0 / 4.0); // the last one, though the first was right
    assert!(goal(&[7, 9]).is_covered());
}

/// AP16: no declaration makes a finite value infinite.
#[test]
fn ap16_what_is_not_known_keeps_the_distance_that_was_observed() {
    let plain = Fitness::new(0, Distance::from(1));
    let ways: [&dyn Fn(Caller<'_>); 3] = [
        &|t| guarded(t, |_| false), // no call
        &|t| guarded(t, |c| c.enter(OUTER_WITHOUT_RETURNS).decide(0, c.rules().eq(1, 2))), // a function of which nothing is known
        &|t| {
            let f = t.enter(MAIN);
            f.decide(0, t.rules().flag(is_hundred(f.at(OTHER), 99))); // another site
        },
    ];
    let subject = Subject::new(&[guard(), answer(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    });
    for way in ways {
        assert_eq!(subject.goal(1, way), plain);
        assert_eq!(subject.goal_by(FlagGradient::published(), 1, way), plain);
    }
}

const OUTER_WITHOUT_RETURNS: Function = Function::new(2);

/// AP18: `if a(x) & b(y)`, `if a(x) == b(y)`.
#[test]
fn ap18_a_branch_depends_on_two_calls() {
    let two = |condition: fn(CallSite, CallSite) -> Condition| {
        Subject::new(&[guard(), answer(), answer()], |graph, flags| {
            flags.function(graph, MAIN).decides(0, condition(SITE, OTHER))?;
            for function in [CHECK, OUTER_WITHOUT_RETURNS] {
                flags.function(graph, function).returns(1, true)?.returns(2, false)?;
            }
            Ok(())
        })
    };
    // 4/5 for 97, 7/8 for 94: how far each is from 100. A result that is right already is 0 away.
    let goal = |subject: &Subject, block, [x, y]: [i32; 2], test: fn(bool, bool) -> bool| {
        subject.goal(block, |t| {
            let f = t.enter(MAIN);
            let a = is_hundred(f.at(SITE), x);
            let b = f.at(OTHER).enter(OUTER_WITHOUT_RETURNS).decide(0, t.rules().eq(y, 100));
            if f.decide(0, t.rules().flag(test(a, b))) {
                f.end(1);
            }
        })
    };
    let and = two(|a, b| Condition::call(a) & Condition::call(b));
    assert_fitness(goal(&and, 1, [97, 94], |a, b| a & b), 0, 4.0 / 5.0 + 7.0 / 8.0);
    assert_fitness(goal(&and, 1, [100, 94], |a, b| a & b), 0, 7.0 / 8.0);
    assert!(goal(&and, 1, [100, 100], |a, b| a & b).is_covered());
    let or = two(|a, b| Condition::call(a) | Condition::call(b));
    assert_fitness(goal(&or, 1, [97, 94], |a, b| a | b), 0, 4.0 / 5.0);
    // Both true (7/8), or both false: 100 is K = 1 away from another number, 1/2.
    let same = two(Condition::same);
    assert_fitness(goal(&same, 1, [100, 94], |a, b| a == b), 0, 1.0 / 2.0);
    let nearer = two(|a, b| !(Condition::call(a) ^ Condition::call(b)));
    assert_eq!(
        goal(&nearer, 1, [100, 94], |a, b| a == b),
        goal(&same, 1, [100, 94], |a, b| a == b)
    );
}

/// AP20: `if let Some(..) = find(x)`, and `match kind(x) { 1 => .., 2 => .., _ => .. }`.
#[test]
fn ap20_results_that_are_no_bools() {
    // find: 0: if x == 100 { 1: Some } else { 2: None }
    let subject = Subject::new(&[guard(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, Condition::result(SITE, Key::SOME))?;
        flags.function(graph, CHECK).returns(1, Key::SOME)?.returns(2, Key::NONE)?;
        Ok(())
    });
    let find = |c: Caller<'_>, x: i32| {
        let f = c.enter(CHECK);
        if f.decide(0, c.rules().eq(x, 100)) { f.returns(1, Some(x)) } else { f.returns(2, None) }
    };
    let goal = |x| {
        subject.goal(1, |t| {
            let f = t.enter(MAIN);
            if f.some(0, find(f.at(SITE), x)).is_some() {
                f.end(1);
            }
        })
    };
    assert_fitness(goal(97), 0, 4.0 / 5.0);
    assert!(goal(100).is_covered());

    // kind: 0: if x > 50 { 1: if x > 70 { 2: 1 } else { 3: 2 } } else { 4: 7 }
    let switch =
        FlowBuilder::new().case(0, 1, 1).case(0, 2, 2).default(0, 3).exit(1).exit(2).exit(3);
    let kind = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).exit(2).exit(3).exit(4);
    let subject = Subject::new(&[switch, kind], |graph, flags| {
        flags.function(graph, MAIN).switches(0, SITE)?;
        flags.function(graph, CHECK).returns(2, 1)?.returns(3, 2)?.returns(4, 7)?;
        Ok(())
    });
    let goals = |x: i32| {
        let trace = subject.ran(|t| {
            let f = t.enter(MAIN);
            let g = f.at(SITE).enter(CHECK);
            let r = t.rules();
            let kind = if g.decide(0, r.gt(x, 50)) {
                if g.decide(1, r.gt(x, 70)) { 1 } else { 2 }
            } else {
                7
            };
            drop(g);
            f.switch(0, kind);
        });
        let table = subject.refined(FlagGradient::new(), &trace);
        [1, 2, 3].map(|block| table.block(subject.graph.block(MAIN, block)))
    };
    let [one, two, other] = goals(48);
    // The result is 7. For 1: `x > 70` is one level behind `x > 50`, which is 3 away: 1 + 3/4. For
    // 2 the same.
    assert_fitness(one, 0, 7.0 / 4.0);
    assert_fitness(two, 0, 7.0 / 4.0);
    assert!(other.is_covered());
    let [one, two, other] = goals(60);
    assert_fitness(one, 0, 11.0 / 12.0); // 60 is 11 below 71
    assert!(two.is_covered());
    assert_fitness(other, 0, 11.0 / 12.0); // the default needs 7, or any other key: `x <= 50` is 11 away
}

/// What is handed on is asked for the keys that its caller needs.
#[test]
fn results_that_are_handed_on_keep_their_keys() {
    // main: match outer(x) { 1 => .., _ => .. } outer: return check(x) check: 0: if x == 100 { 1: 1
    // } else { 2: 0 }
    let switch = FlowBuilder::new().case(0, 1, 1).default(0, 2).exit(1).exit(2);
    let subject = Subject::new(&[switch, answer(), FlowBuilder::new().exit(0)], |graph, flags| {
        flags.function(graph, MAIN).switches(0, SITE)?;
        flags.function(graph, OUTER_WITHOUT_RETURNS).returns(0, OTHER)?;
        flags.function(graph, CHECK).returns(1, 1)?.returns(2, 0)?;
        Ok(())
    });
    let goal = |x| {
        subject.goal(1, |t| {
            let f = t.enter(MAIN);
            let g = f.at(SITE).enter(OUTER_WITHOUT_RETURNS);
            let found = is_hundred(g.at(OTHER), x);
            g.end(0);
            drop(g);
            f.switch(0, i64::from(found));
        })
    };
    assert_fitness(goal(97), 0, 4.0 / 9.0); // norm(4/5)
    assert!(goal(100).is_covered());
}
