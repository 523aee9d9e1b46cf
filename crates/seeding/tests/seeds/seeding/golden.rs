//! A linked list, from its uses to objects, worked out by hand.

use sbst_seeding::behaviour::{Dissimilarity, in_order, max_min, select};
use sbst_seeding::pool::{Pool, Rates, constructed};
use sbst_seeding::usage::{Choice, UsageModel};

const NEW: &str = "LinkedList()";
const ADD: &str = "add(Object)";
const ITERATOR: &str = "iterator()";
const REMOVE: &str = "remove()";
const SIZE: &str = "size()";

/// How the list was used. The last one was made elsewhere.
const USES: [&[&str]; 5] = [
    &[NEW, ADD, ADD, SIZE],
    &[NEW, ADD, REMOVE, SIZE],
    &[NEW, ADD, ADD, ITERATOR],
    &[NEW, SIZE],
    &[ADD, REMOVE],
];

fn model() -> UsageModel<&'static str> {
    let mut model = UsageModel::new();
    model.extend(USES.iter().map(|actions| actions.iter().copied()));
    model
}

/// Two call sequences of a list from the documentation of Botsing, the tool of SEED (section 4):
/// each is a path of the model, and so are others. As in SEED 3.1, `size` after `add` does not
/// depend on the `iterator` before that.
#[test]
fn the_published_sequences_of_a_list() {
    const GET: &str = "get()";
    let printed: [&[&str]; 2] =
        [&[SIZE, REMOVE, ADD, SIZE, SIZE, SIZE, GET, REMOVE, ADD], &[ITERATOR, ADD]];
    let model = UsageModel::from_iter(printed.iter().map(|actions| actions.iter().copied()));
    type Ways = &'static [(Option<&'static str>, u64)];
    let expected: [(&[&str], Ways); 6] = [
        (&[], &[(Some(ITERATOR), 1), (Some(SIZE), 1)]),
        (&[ADD], &[(None, 2), (Some(SIZE), 1)]),
        (&[GET], &[(Some(REMOVE), 1)]),
        (&[ITERATOR], &[(Some(ADD), 1)]),
        (&[REMOVE], &[(Some(ADD), 2)]),
        (&[SIZE], &[(Some(GET), 1), (Some(REMOVE), 1), (Some(SIZE), 2)]),
    ];
    assert_eq!(model.states().count(), expected.len());
    for (state, (history, ways)) in model.states().zip(expected) {
        let found: Vec<_> =
            state.transitions().map(|way| (way.action.copied(), way.count)).collect();
        assert_eq!((state.history(), &found[..]), (history, ways));
    }
    assert_eq!(model.independent_walks(), 5); // 10 transitions, 6 states
    assert!(printed.iter().all(|actions| model.accepts(actions)));
    assert!(
        model.accepts(&[ITERATOR, ADD, SIZE, GET, REMOVE, ADD])
            && !model.accepts(&[SIZE])
            && !model.accepts(&[])
    );
    // Size or iterator first; then the ways on by name, the end before them.
    let mut draws = [0.9, 0.4, 0.0, 0.0, 0.1].into_iter();
    let walk = model.walk(Choice::Uniform, 9, || draws.next().unwrap_or(0.0));
    assert_eq!(walk.as_deref(), Some(&[SIZE, REMOVE, ADD][..]));
    // The two printed ones share one action of five.
    assert_eq!(Dissimilarity::JACCARD.between(printed[0], printed[1]), 4.0 / 5.0);
}

#[test]
fn states_and_their_ways_on() {
    let model = model();
    // 'L' sorts before the small letters.
    type Ways = &'static [(Option<&'static str>, u64)];
    let expected: [(&[&str], Ways); 6] = [
        (&[], &[(Some(NEW), 4), (Some(ADD), 1)]),
        (&[NEW], &[(Some(ADD), 3), (Some(SIZE), 1)]),
        (&[ADD], &[(Some(ADD), 2), (Some(ITERATOR), 1), (Some(REMOVE), 2), (Some(SIZE), 1)]),
        (&[ITERATOR], &[(None, 1)]),
        (&[REMOVE], &[(None, 1), (Some(SIZE), 1)]),
        (&[SIZE], &[(None, 3)]),
    ];
    assert_eq!(model.states().count(), expected.len());
    for (state, (history, ways)) in model.states().zip(expected) {
        assert_eq!(state.history(), history);
        let found: Vec<_> =
            state.transitions().map(|way| (way.action.copied(), way.count)).collect();
        assert_eq!(found, ways, "{history:?}");
    }
    assert_eq!(model.sequences(), 5);
    // 12 transitions, 6 states.
    assert_eq!(model.independent_walks(), 7);
}

#[test]
fn probabilities() {
    let model = model();
    for (history, next, probability) in [
        (&[][..], Some(NEW), 4.0 / 5.0),
        (&[], Some(ADD), 1.0 / 5.0),
        (&[], None, 0.0),
        (&[NEW], Some(ADD), 3.0 / 4.0),
        (&[NEW, ADD, ADD, ADD], Some(ADD), 2.0 / 6.0),
        (&[ADD], Some(ITERATOR), 1.0 / 6.0),
        (&[ADD], None, 0.0),
        (&[REMOVE], None, 1.0 / 2.0),
        (&[SIZE], None, 1.0),
        (&["clear()"], None, 0.0),
    ] {
        assert_eq!(model.probability(history, next.as_ref()), probability, "{history:?} {next:?}");
    }
}

#[test]
fn accepted_and_refused() {
    let model = model();
    for actions in USES {
        assert!(model.accepts(actions));
    }
    let never_seen: [&[&str]; 4] = [
        &[NEW, ADD, ADD, ADD, REMOVE],
        &[ADD, SIZE],
        &[NEW, ADD, ITERATOR],
        &[ADD, ADD, REMOVE, SIZE],
    ];
    for actions in never_seen {
        assert!(model.accepts(actions), "{actions:?}");
    }
    let wrong: [&[&str]; 7] = [
        &[],
        &[NEW],
        &[NEW, ADD],
        &[NEW, REMOVE],
        &[SIZE],
        &[NEW, SIZE, ADD, SIZE],
        &[NEW, ADD, ITERATOR, "clear()"],
    ];
    for actions in wrong {
        assert!(!model.accepts(actions), "{actions:?}");
    }
}

#[test]
fn drawn() {
    let mut model = UsageModel::new();
    model.train([NEW, ADD, ADD, SIZE]);
    model.train([NEW, SIZE]);
    let text = model.to_dot(|action| (*action).to_owned());
    for line in [
        r#"s0 -> s1 [label="LinkedList() (2)"]"#,
        r#"s1 -> s2 [label="add(Object) (1)"]"#,
        r#"s1 -> s3 [label="size() (1)"]"#,
        r#"s2 -> s2 [label="add(Object) (1)"]"#,
        r#"s2 -> s3 [label="size() (1)"]"#,
        r#"s3 -> end [label="2"]"#,
    ] {
        assert_eq!(text.matches(line).count(), 1, "{line} in {text}");
    }
    assert_eq!(text.matches("->").count(), 6);
    for (node, label) in [("s1", NEW), ("s2", ADD), ("s3", SIZE)] {
        assert_eq!(
            text.matches(&format!("{node} [label=\"{label}\"")).count(),
            1,
            "{node} in {text}"
        );
    }
}

#[test]
fn walks() {
    let model = model();
    let walk = |choice, draws: &[f64]| {
        let mut draws = draws.iter().copied();
        model.walk(choice, 10, || draws.next().expect("a draw for each step, the end included"))
    };
    assert_eq!(
        walk(Choice::Uniform, &[0.4, 0.4, 0.7, 0.5, 0.0]),
        Some(vec![NEW, ADD, REMOVE, SIZE])
    );
    assert_eq!(walk(Choice::Uniform, &[0.5, 0.25, 0.0]), Some(vec![ADD, ITERATOR]));
    // From the start, 4/5 and 1/5 by frequency, 1/5 and 4/5 by rareness.
    assert_eq!(walk(Choice::Frequent, &[0.79, 0.76, 0.0]), Some(vec![NEW, SIZE]));
    assert_eq!(walk(Choice::Rare, &[0.19, 0.26, 0.0]), Some(vec![NEW, SIZE]));
    // From add, thirds, sixths, thirds, sixths; and as 1/2 : 1 : 1/2 : 1.
    assert_eq!(walk(Choice::Frequent, &[0.81, 0.4, 0.0]), Some(vec![ADD, ITERATOR]));
    assert_eq!(walk(Choice::Rare, &[0.21, 0.4, 0.0]), Some(vec![ADD, ITERATOR]));
    assert_eq!(walk(Choice::Rare, &[0.21, 0.6, 0.4]), Some(vec![ADD, REMOVE]));
}

#[test]
fn two_behaviours_that_differ() {
    // Actions in common, of all: 0 1 = 2/3, 0 2 = 3/4, 0 3 = 1/4, 1 2 = 2/4, 1 3 = 1/3, 2 3 = 1/4.
    let behaviours =
        [vec![NEW, ADD, SIZE], vec![NEW, ADD], vec![NEW, ADD, SIZE, REMOVE], vec![ADD, ITERATOR]];
    let jaccard = |a: &Vec<&str>, b: &Vec<&str>| Dissimilarity::JACCARD.between(a, b);
    let common = [[3, 2, 3, 1], [2, 2, 2, 1], [3, 2, 4, 1], [1, 1, 1, 2]];
    let all = [[3, 3, 4, 4], [3, 2, 4, 3], [4, 4, 4, 5], [4, 3, 5, 2]];
    for (a, one) in behaviours.iter().enumerate() {
        for (b, other) in behaviours.iter().enumerate() {
            assert_eq!(
                jaccard(one, other),
                f64::from(all[a][b] - common[a][b]) / f64::from(all[a][b]),
                "{a} {b}"
            );
        }
    }
    // 2 and 3 share one of five; 0 is 1/4 + 3/4 from these, 1 is 1/2 + 2/3.
    assert_eq!(in_order(&behaviours, jaccard), [2, 3, 1, 0]);
    assert_eq!(max_min(&behaviours, 2, jaccard), [2, 3]);
    assert_eq!(max_min(&behaviours, 3, jaccard), [2, 3, 1]);
    // 0 and 1 differ by 1/3. Of equal sums the last goes: 2 for 1 falls to 1/4 and is refused; 3
    // rises to 3/4.
    let mut walks = behaviours.clone().into_iter();
    assert_eq!(
        select(2, 2, || walks.next(), jaccard),
        [behaviours[0].clone(), behaviours[3].clone()]
    );
}

#[test]
fn objects_with_constructors() {
    let model = model();
    let mut draws = [0.5, 0.25, 0.0].into_iter().chain([0.0, 0.9, 0.0]);
    let walk = || model.walk(Choice::Uniform, 10, || draws.next().expect("a draw"));
    let behaviours = select(2, 0, walk, |a, b| Dissimilarity::JACCARD.between(a, b));
    assert_eq!(behaviours, [vec![ADD, ITERATOR], vec![NEW, SIZE]]);
    let whole = behaviours
        .into_iter()
        .map(|behaviour| constructed(behaviour, |&action| action == NEW, || NEW));
    let mut pool = Pool::new();
    let made = pool.fill("LinkedList", whole, 1, |actions| {
        let (&first, calls) = actions.split_first()?;
        let calls =
            calls.iter().map(|call| format!(" list.{};", call.replace("Object", "new Object()")));
        Some(format!("list = new {first};{}", calls.collect::<String>()))
    });
    assert_eq!(made, 2);
    let statements = "list = new LinkedList(); list.add(new Object()); list.iterator();";
    assert_eq!(pool.of(&"LinkedList"), [statements, "list = new LinkedList(); list.size();"]);
    let mut draws = [0.29, 0.49].into_iter();
    let picked = pool
        .pick(&"LinkedList", Rates::MODEL_SEEDING.pick_change, || draws.next().expect("a draw"));
    assert_eq!(picked.map(String::as_str), Some(statements));
}
