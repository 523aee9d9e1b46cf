//! The order of F7 and F8: which of two executions is nearer to a goal, by what happened in them,
//! and never the other way round.

use super::{config, measured, registry};
use crate::oracle::Shape;
use crate::oracle::criteria::{Form as Defined, Judge};
use crate::oracle::generate::shape;
use crate::oracle::observation::{Datum, Observation, datum, notes};
use crate::oracle::run::{Plan, Run};
use crate::oracle::subject::{Subject, World, subject};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::{Partition, Value};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::id::Statement;
use sbst::objective::{CoverageGoal, Goal, GoalForm, Objective, Observed};

/// Where an execution stands with regard to a statement; less is nearer.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Standing {
    Covered,
    /// Statements still to go.
    InBlock(u32),
    DependenceSatisfied,
    WrongSide(u32, f64),
    NotEntered,
}

/// The same for a branch.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Way {
    Evaluated(f64),
    /// A of its source.
    NotEvaluated(u32, f64),
    NotEntered,
}

/// The same for a mutant.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Infection {
    Evaluated(f64),
    NotEvaluated(Standing),
}

/// Whatever a goal is about.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum Place {
    Way(Way),
    Infection(Infection),
    /// By block, where a line has several.
    Statements(Vec<Standing>),
    /// Covered or not, and nothing between.
    Missed(bool),
}

/// What an execution did with what goals are about.
trait Places {
    fn standing(&self, place: (usize, usize, u32)) -> Standing;
    fn place(&self, goal: Goal) -> Option<Place>;
}

impl Places for Judge<'_> {
    fn standing(&self, (f, block, k): (usize, usize, u32)) -> Standing {
        let seen = &self.all.seen[f];
        match (seen.entered, seen.progress.get(&block), self.all.values[f].a[block]) {
            (false, ..) => Standing::NotEntered,
            (true, Some(&progress), _) if progress >= k => Standing::Covered,
            (true, Some(&progress), _) => Standing::InBlock(k - progress),
            (true, None, (0, 0.0)) => Standing::DependenceSatisfied,
            (true, None, (level, distance)) => Standing::WrongSide(level, distance),
        }
    }

    fn place(&self, goal: Goal) -> Option<Place> {
        let way = |branch, is_direct: bool| {
            let (f, (block, name)) = self.world.way(branch);
            let view = if is_direct { self.view(f) } else { &self.all };
            let (level, distance) = view.values[f].a[block];
            Place::Way(match (view.seen[f].entered, view.seen[f].distance.get(&(block, name))) {
                (false, _) => Way::NotEntered,
                (true, Some(&distance)) => Way::Evaluated(distance),
                (true, None) => Way::NotEvaluated(level, distance),
            })
        };
        let statement = |block, k| {
            let (f, block) = self.world.place(block);
            self.standing((f, block, k))
        };
        let place = match goal {
            Goal::Branch(branch) => way(branch, false),
            Goal::DirectBranch(branch) => way(branch, true),
            Goal::Block(block) => Place::Statements(vec![statement(block, 0)]),
            Goal::Statement(Statement { block, index: k }) => {
                Place::Statements(vec![statement(block, k)])
            }
            Goal::Line(line) => Place::Statements(
                self.world.places(line.number()).into_iter().map(|at| self.standing(at)).collect(),
            ),
            Goal::Mutant(mutant) => {
                let ((f, block), k) = self.world.mutant(mutant.number());
                Place::Infection(match self.observation.infections.get(&mutant.number()) {
                    Some(&distance) => Infection::Evaluated(distance),
                    None => Infection::NotEvaluated(self.standing((f, block, k))),
                })
            }
            Goal::Entry(function) => Place::Missed(!self.all.seen[function.index()].entered),
            Goal::DirectEntry(function) => {
                Place::Missed(!self.view(function.index()).seen[function.index()].entered)
            }
            Goal::Method(function) => {
                Place::Missed(!self.observation.called.contains(&function.index()))
            }
            Goal::MethodNoException(function) => {
                Place::Missed(!self.observation.returned.contains(&function.index()))
            }
            Goal::Exception(thrown) => Place::Missed(!self.observation.thrown.contains(&thrown)),
            _ => return None,
        };
        Some(place)
    }
}

impl Place {
    /// The distance that is reserved for "nothing is known to be wrong": an executor that hands it
    /// out is as near as that.
    fn has_reserved(&self) -> bool {
        let reserved = Standing::WrongSide(0, 5e-324);
        match self {
            Self::Statements(all) => all.contains(&reserved),
            Self::Infection(infection) => *infection == Infection::NotEvaluated(reserved),
            _ => false,
        }
    }

    /// Nearer in some respect, and farther in none.
    fn is_nearer(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Statements(a), Self::Statements(b)) => {
                a != b && a.iter().zip(b).all(|(a, b)| a <= b)
            }
            _ => self < other,
        }
    }
}

/// Whether nearer means less, not only "not more".
fn is_strict(world: &World, goal: Goal) -> bool {
    match goal {
        Goal::Line(line) => world.places(line.number()).len() == 1,
        // All that never comes near its statement is equally far from it.
        Goal::Mutant(mutant) => {
            let ((f, block), _) = world.mutant(mutant.number());
            world.pictures[f].is_reachable[block]
        }
        _ => true,
    }
}

proptest! {
    #![proptest_config(config(256))]

    /// Branches: taken < evaluated near < far < not evaluated, nearer source < function not
    /// entered; direct ones in direct calls. Statements, lines, blocks: covered < more progress <
    /// less progress < dependence satisfied < wrong side < not entered. Mutants: infected <
    /// evaluated near < far < infinite < statement reached < the order of its statement.
    #[test]
    fn what_happened_orders_the_executions(subject in subject(2, 7), tests in vec(notes(2), 2..5)) {
        let world = World::new(subject);
        let tests: Vec<Observation> =
            tests.into_iter().map(|notes| notes.on(&world.subject.shapes)).collect();
        let judges: Vec<Judge<'_>> = tests.iter().map(|test| world.judge(test)).collect();
        let found: Vec<&Observation> = tests.iter().collect();
        for form in Defined::ALL {
            let goals = registry::<Observation>(&world, form, &found);
            let rows: Vec<Vec<Fitness>> =
                tests.iter().map(|test| measured(&world, &goals, test)).collect();
            for id in goals.ids() {
                let goal = goals.goal(id);
                let places: Vec<_> = judges.iter().filter_map(|judge| judge.place(goal)).collect();
                for (a, x) in places.iter().zip(&rows) {
                    for (b, y) in places.iter().zip(&rows) {
                        let (x, y) = (x[id.index()], y[id.index()]);
                        let (p, q) = (goals.scalar(id, x), goals.scalar(id, y));
                        let skipped = match goal {
                            // Augmented, they look at branches that may not be those through which
                            // they are near.
                            Goal::Line(_) | Goal::Mutant(_) => {
                                matches!(form, Defined::Published | Defined::Once)
                            }
                            // How often their predicate was evaluated counts besides.
                            Goal::Branch(_) | Goal::DirectBranch(_) => form.is_twice(),
                            _ => false,
                        };
                        if skipped {
                            continue;
                        }
                        if a == b {
                            prop_assert_eq!(x, y);
                        } else if a.is_nearer(b) && !a.has_reserved() && !b.has_reserved() {
                            let is_less =
                                form != Defined::Levels || !is_strict(&world, goal) || x < y;
                            prop_assert!(
                                is_less && x <= y && p <= q,
                                "{goal} in {form:?}: {a:?} {x} before {b:?} {y}"
                            );
                        }
                    }
                }
            }
        }
    }

    /// In walks, augmented lines do not contradict the levels: these tell more, and never the
    /// contrary. Not so where a line depends on the entry and on branches, of a loop around it: Eq.
    /// 12 looks at the branches only. Nor as printed, where one evaluation does not count.
    #[test]
    fn augmented_lines_are_in_the_order_of_levels(
        shape in shape(8),
        walks in vec((vec(any::<(u8, u8, u8)>(), 0..12), vec(any::<(u8, u8, u8)>(), 0..12)), 2..5),
        k in 0..3_u32,
    ) {
        let picture = World::new(Subject {
            shapes: vec![shape.clone()],
            lines: vec![],
            mutants: vec![],
            methods: vec![],
        })
        .pictures
        .remove(0);
        let in_block = |block: &usize| {
            k < shape.0[*block].statements
                && (!picture.on_entry[*block] || picture.controls[*block].is_empty())
        };
        let lines =
            (0..shape.len()).filter(in_block).map(|block| (block, k, block as u32)).collect();
        let world = World::new(Subject {
            shapes: vec![shape.clone()],
            lines,
            mutants: vec![],
            methods: vec![],
        });
        let walk = |steps| Plan::Walk { steps, tells_implicit: true }.on(&shape);
        let twice = |(first, second)| {
            Run::new(std::slice::from_ref(&shape), [walk(first).merged(&walk(second))])
        };
        let tests = walks
            .into_iter()
            .map(|steps| Observation { run: twice(steps), ..Observation::default() });
        let tests: Vec<Observation> = tests.chain([Observation::default()]).collect();
        let [levels, augmented] = [Defined::Levels, Defined::Once].map(|form| {
            let goals = registry::<Observation>(&world, form, &[]);
            let lines: Vec<_> = goals.of(sbst::objective::Criterion::Line).collect();
            let rows = tests.iter().map(|test| measured(&world, &goals, test));
            rows.map(|row| {
                lines
                    .iter()
                    .map(|id| (row[id.index()], goals.scalar(*id, row[id.index()])))
                    .collect()
            })
            .collect::<Vec<Vec<_>>>()
        });
        for (a, x) in levels.iter().zip(&augmented) {
            for (b, y) in levels.iter().zip(&augmented) {
                for (line, (a, b)) in a.iter().zip(b).enumerate() {
                    prop_assert!(
                        a.0 > b.0 || x[line].1 <= y[line].1,
                        "{} before {}, but {} and {}",
                        a.0,
                        b.0,
                        x[line].1,
                        y[line].1
                    );
                }
            }
        }
    }

    /// Not called directly is farther than anything that happens in a direct call.
    #[test]
    fn not_called_directly_is_farthest(subject in subject(2, 7), test in notes(2)) {
        let world = World::new(subject);
        let test = test.realistic().on(&world.subject.shapes);
        let uncalled = Observation { direct: Run::default(), ..test.clone() };
        let judge = world.judge(&test);
        let goals = registry::<Observation>(&world, Defined::Levels, &[]);
        for id in goals.of(sbst::objective::Criterion::DirectBranch) {
            let [called, uncalled] =
                [&test, &uncalled].map(|test| measured(&world, &goals, test)[id.index()]);
            let f = match goals.goal(id) {
                Goal::DirectBranch(branch) => world.way(branch).0,
                Goal::DirectEntry(function) => function.index(),
                other => unreachable!("{other} is of another criterion"),
            };
            let is_callable = world.subject.methods.iter().any(|method| method.function == f);
            if is_callable && judge.direct.seen[f].entered {
                prop_assert!(called < uncalled, "{}: {} and {}", goals.goal(id), called, uncalled);
                prop_assert_eq!(uncalled.distance.get(), f64::INFINITY);
            } else {
                prop_assert_eq!(called, uncalled);
            }
        }
    }

    /// A value is as near as the nearest one of the class, by brute force; several are as near as
    /// the nearest of them.
    #[test]
    fn nearer_values_are_nearer(
        a in near_values(),
        b in near_values(),
        more in vec(datum(), 0..3),
    ) {
        for partition in Partition::ALL {
            let gap = |value| gap(partition, value);
            prop_assert_eq!(
                partition.distance(Value::from(a)).get(),
                gap(a),
                "{} from {:?}",
                partition,
                a
            );
            let [x, y] = [a, b].map(|value| output(partition, GoalForm::Levels, &[value]));
            if std::mem::discriminant(&a) == std::mem::discriminant(&b) {
                prop_assert_eq!(
                    x.partial_cmp(&y),
                    gap(a).partial_cmp(&gap(b)),
                    "{}: {:?} and {:?}",
                    partition,
                    a,
                    b
                );
            }
            let all = [more.as_slice(), &[a, b]].concat();
            let nearest =
                all.iter().map(|&value| output(partition, GoalForm::Levels, &[value])).min();
            let together = output(partition, GoalForm::Levels, &all);
            prop_assert_eq!(Some(together), nearest);
            prop_assert!(together <= output(partition, GoalForm::Levels, &[]));
            let binary = output(partition, GoalForm::Definition, &all);
            prop_assert_eq!(
                (binary.is_covered(), binary.scalar()),
                (together.is_covered(), if together.is_covered() { 0.0 } else { 1.0 })
            );
        }
    }
}

/// Values of which brute force can find the nearest in a class.
fn near_values() -> impl Strategy<Value = Datum> {
    prop_oneof![
        (-50..50_i128).prop_map(Datum::Integer),
        proptest::char::range('\0', '\u{90}').prop_map(Datum::Char),
        (0..9_usize).prop_map(Datum::Size),
        any::<bool>().prop_map(Datum::Bool),
    ]
}

/// To the nearest value of the same kind in a class; infinite if there is none.
fn gap(partition: Partition, value: Datum) -> f64 {
    let least = |inside: &dyn Fn(i64) -> bool, from: std::ops::Range<i64>, at: i64| {
        from.filter(|&other| inside(other))
            .map(|other| (other - at).abs() as f64)
            .fold(f64::INFINITY, f64::min)
    };
    let char_in =
        |class: fn(char) -> bool| move |n: i64| u8::try_from(n).is_ok_and(|n| class(n.into()));
    match (partition, value) {
        (Partition::Null, _) => 1.0,
        (Partition::NonNull, _) => 0.0,
        (Partition::Negative, Datum::Integer(n)) => least(&|m| m < 0, -99..99, n as i64),
        (Partition::Zero, Datum::Integer(n)) => least(&|m| m == 0, -99..99, n as i64),
        (Partition::Positive, Datum::Integer(n)) => least(&|m| m > 0, -99..99, n as i64),
        (Partition::Letter, Datum::Char(c)) => {
            least(&char_in(|c| c.is_ascii_alphabetic()), 0..255, c as i64)
        }
        (Partition::Digit, Datum::Char(c)) => {
            least(&char_in(|c| c.is_ascii_digit()), 0..255, c as i64)
        }
        (Partition::OtherChar, Datum::Char(c)) => {
            least(&char_in(|c| !c.is_ascii_alphanumeric()), 0..255, c as i64)
        }
        (Partition::Empty, Datum::Size(n)) => least(&|m| m == 0, 0..9, n as i64),
        (Partition::NonEmpty, Datum::Size(n)) => least(&|m| m > 0, 0..99, n as i64),
        (Partition::True, Datum::Bool(held)) => least(&|m| m == 1, 0..2, held.into()),
        (Partition::False, Datum::Bool(held)) => least(&|m| m == 0, 0..2, held.into()),
        _ => f64::INFINITY,
    }
}

/// The output goal of a function that returned these values; its input goal must be worth the same.
fn output(partition: Partition, form: GoalForm, values: &[Datum]) -> Fitness {
    let (f, graph) = (World::function(0), Shape::new(&[], &[0]).graph());
    let (outputs, inputs) = ([(0, values.to_vec())].into(), [((0, 1), values.to_vec())].into());
    let (run, table) =
        (Observation { outputs, inputs, ..Observation::default() }, FitnessTable::new(&graph));
    let seen = Observed::new(&graph, &run, &table);
    let value = CoverageGoal::new((f, partition)).in_form(form).fitness(&seen);
    assert_eq!(CoverageGoal::new((f, 1, partition)).in_form(form).fitness(&seen), value);
    let elsewhere = [
        CoverageGoal::new((f, 0, partition)),
        CoverageGoal::new((World::function(1), 1, partition)),
    ];
    assert!(elsewhere.iter().all(|goal| goal.in_form(form).fitness(&seen).scalar() == 1.0));
    value
}
