//! Behavioural model seeding, as the paper prints it.
//!
//! Source: Derakhshanfar, Devroey, Perrouin, Zaidman, van Deursen: "Search-based Crash Reproduction
//! using Behavioral Model Seeding". Written from the text of the paper alone.
//!
//! Items of the paper, and where they are in this file:
//!
//! - 2.2.2, carving (the creation of an object and the calls on it) and cloning (a test as it is):
//!   [`carve`], [`begins_as`].
//! - 2.3, an abstract object behaviour is a path from the initial state back to the initial state:
//!   [`accepts`], [`behaviours`].
//! - 3.1, n-gram inference, the n-th action depends on the n - 1 actions before it; n = 2:
//!   [`infer`], [`N`].
//! - 3.1, constructors are calls like others: no rule of their own in [`infer`].
//! - 3.1.1, static analysis: one sequence for each object and path, intraprocedural, "the true
//!   branch of a loop is considered only once": [`static_sequences`].
//! - 3.1.2, dynamic analysis: the calls on each object, inner ones included, in order:
//!   [`dynamic_sequences`].
//! - 3.2, models that behaviours are selected from: [`is_selected_class`].
//! - 3.2.1, dissimilarity d: [`dissimilarity`].
//! - 3.2.1, selection by dissimilarity: [`most_dissimilar`], [`greedily_dissimilar`].
//! - 3.2.2, constructor rule, and n concretisations: [`concretise`], [`concretise_all`],
//!   [`CONCRETISATIONS`].
//! - 3.3, `Pr[pick init]` and `Pr[pick mut]`: [`object_source`], [`PICK_INIT`], [`PICK_MUT`].
//! - 3.4, `Pr[clone]`, p_object_pool: [`begins_as`], [`Rates::test_seeding`], [`CLONE`],
//!   [`P_OBJECT_POOL`].
//! - 5.2.3, as many behaviours a model as individuals: [`SELECTED`].
//! - Table 2, states, transitions, BFS height: [`Model::states`], [`Model::transitions`],
//!   [`bfs_height`].
//!
//! Slips of the paper:
//!
//! - 3.2.1 prints a quotient of sets; it must be one of their sizes. It calls d "the Jaccard
//!   index"; 2.3.1 says 1 minus it.
//! - The caption of Figure 1 has `LinkedList`, the text `List`.
//! - Table 1 sums to 125 crashes; the text has 124. 5.2.1 has 7 projects less one, 7.3.1 has "5
//!   open source projects".
//! - 5.2.4: (951 * 5 + 171 * 4) * 30 is 163,170 executions; the text has 186,560.
//!
//! Open points:
//!
//! - silent: the states at the begin of a sequence, where fewer than n - 1 actions were; here: the
//!   state is the list of the last actions, up to n - 1, and the initial state is the empty list.
//! - silent: how a path comes back to the initial state (the figure is not in the text); here:
//!   where a sequence ended, the state is an end, which stands for an unlabelled transition to the
//!   initial state. Whether a behaviour may end elsewhere is [`Ending`], whether Table 2 counts
//!   these transitions is up to the caller.
//! - silent: whether the walk may go on after it came back to the initial state; here: no.
//! - silent: whether a sequence without calls is one; here: it makes the initial state an end.
//! - silent: whether calls are equal with other arguments; here: an action is a number that the
//!   caller gives.
//! - silent: whether a loop that is not entered is a path of its own; here: [`Loops`].
//! - silent: the order of a call and of the calls on the same object that it makes itself; here:
//!   the order in which they begin.
//! - silent: the bound on the length of behaviours of a model with cycles; here: a parameter.
//! - silent: the selection itself (the tool VIBeS does it); "maximizing a distance d" is printed.
//!   Here: the sets of k behaviours of the greatest sum or least distance ([`Objective`]), all of
//!   them, by trying all; and a greedy choice from a given start ([`Start`]), ties to the earlier
//!   candidate.
//! - silent: whether equal behaviours may both be selected; here: candidates are whatever the
//!   caller gives.
//! - silent: d of two behaviours without calls (0 / 0); here: the parameter `both_empty`.
//! - silent: "internal and dependency classes that are involved in the stack trace", which of the
//!   two has to be in the trace; here: only dependencies (3.4 has "internal classes and external
//!   classes appearing in the stack trace").
//! - silent: a constructor later in a behaviour; here: it stays where it is.
//! - silent: an empty behaviour; here: its concretisation is the constructor alone.
//! - silent: a class without constructors; here: no concretisation.
//! - silent: which constructor is drawn ("one constructor is randomly called"), uniformly or not;
//!   here: the caller draws.
//! - silent: the draw at the bound; here: a draw u of [0, 1) picks if u < p, so that 1.0 always and
//!   0.0 never picks.
//! - silent: an empty pool; here: the object is generated at random.
//! - silent: which object of the pool ("randomly"); here: the caller draws.
//! - silent: whether a test is cloned before objects are picked in it; here: cloning is drawn
//!   first, and no object is picked for a clone.
//! - silent: where the call of the target is added to a clone; here: at the end.
//! - silent: whether picking in mutation is drawn for each object or each mutation; here: for each
//!   object.

use std::collections::{BTreeMap, BTreeSet};

/// A method or constructor of the class of a model.
pub(crate) type Action = usize;

/// 3.1: the n of the inference.
pub(crate) const N: usize = 2;
/// 3.2.2: the default number of concretisations of a behaviour.
pub(crate) const CONCRETISATIONS: usize = 1;
/// 3.3: the values of `Pr[pick init]` in the evaluation.
pub(crate) const PICK_INIT: [f64; 4] = [0.2, 0.5, 0.8, 1.0];
/// 3.3: the value of `Pr[pick mut]`.
pub(crate) const PICK_MUT: f64 = 0.3;
/// 5.2.3: the values of `Pr[clone]`; the first is the default.
pub(crate) const CLONE: [f64; 4] = [0.2, 0.5, 0.8, 1.0];
/// 5.2.3: the default of p_object_pool.
pub(crate) const P_OBJECT_POOL: f64 = 0.3;
/// 5.2.3 and 6.2.4: the number of behaviours that are selected from a model, equal to the size of
/// the population.
pub(crate) const SELECTED: usize = 100;

/// The last actions, at most n - 1, the latest last.
pub(crate) type State = Vec<Action>;

/// A transition system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) n: usize,
    pub(crate) transitions: BTreeSet<(State, Action, State)>,
    /// The states in which a sequence ended.
    pub(crate) ends: BTreeSet<State>,
}

impl Model {
    /// Returns all states, the initial one included.
    pub(crate) fn states(&self) -> BTreeSet<State> {
        let mut states = BTreeSet::from([initial()]);
        for (from, _, to) in &self.transitions {
            states.insert(from.clone());
            states.insert(to.clone());
        }
        states
    }
}

/// The initial state.
pub(crate) fn initial() -> State {
    Vec::new()
}

/// The state after an action: the last n - 1 actions.
pub(crate) fn after(state: &State, action: Action, n: usize) -> State {
    let mut actions = state.clone();
    actions.push(action);
    while actions.len() > n - 1 {
        actions.remove(0);
    }
    actions
}

/// 3.1: the transition system of the call sequences of a class. `n` is at least 1.
pub(crate) fn infer(sequences: &[Vec<Action>], n: usize) -> Model {
    let mut model = Model { n, transitions: BTreeSet::new(), ends: BTreeSet::new() };
    for sequence in sequences {
        let mut state = initial();
        for &action in sequence {
            let next = after(&state, action, n);
            model.transitions.insert((state, action, next.clone()));
            state = next;
        }
        model.ends.insert(state);
    }
    model
}

/// Where a behaviour may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Where a sequence ended (and returned to the initial state).
    Observed,
    Anywhere,
}

/// `true` if the calls are a behaviour of the model.
pub(crate) fn accepts(model: &Model, behaviour: &[Action], ending: Ending) -> bool {
    let mut state = initial();
    for &action in behaviour {
        let next = after(&state, action, model.n);
        if !model.transitions.contains(&(state, action, next.clone())) {
            return false;
        }
        state = next;
    }
    ending == Ending::Anywhere || model.ends.contains(&state)
}

/// All behaviours of 1 to `longest` calls, in lexicographic order.
pub(crate) fn behaviours(model: &Model, longest: usize, ending: Ending) -> Vec<Vec<Action>> {
    let actions: BTreeSet<Action> =
        model.transitions.iter().map(|&(_, action, _)| action).collect();
    let mut found = Vec::new();
    extend(model, &actions, &mut Vec::new(), longest, ending, &mut found);
    found
}

fn extend(
    model: &Model,
    actions: &BTreeSet<Action>,
    prefix: &mut Vec<Action>,
    longest: usize,
    ending: Ending,
    found: &mut Vec<Vec<Action>>,
) {
    if !prefix.is_empty() && accepts(model, prefix, ending) {
        found.push(prefix.clone());
    }
    if prefix.len() == longest || !accepts(model, prefix, Ending::Anywhere) {
        return;
    }
    for &action in actions {
        prefix.push(action);
        extend(model, actions, prefix, longest, ending, found);
        prefix.pop();
    }
}

/// Table 2: the greatest number of transitions on a shortest walk from the initial state to a
/// state.
pub(crate) fn bfs_height(model: &Model) -> usize {
    let mut reached = BTreeSet::from([initial()]);
    let mut height = 0;
    loop {
        let mut next = reached.clone();
        for (from, _, to) in &model.transitions {
            if reached.contains(from) {
                next.insert(to.clone());
            }
        }
        if next == reached {
            return height;
        }
        reached = next;
        height += 1;
    }
}

/// A statement of a method, for the static analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Statement {
    Call { object: usize, action: Action },
    If { on_true: Vec<Statement>, on_false: Vec<Statement> },
    Loop { body: Vec<Statement> },
    Return,
}

/// The paths of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loops {
    /// The body once.
    Once,
    /// The body once, or not at all.
    ZeroOrOnce,
}

#[derive(Clone, Debug)]
struct Path {
    calls: Vec<(usize, Action)>,
    returned: bool,
}

/// 3.1.1: the sequence of each path through a method for one object, in the order true before
/// false, once before not at all. Equal sequences of different paths are all listed, empty ones
/// included.
pub(crate) fn static_sequences(
    method: &[Statement],
    object: usize,
    loops: Loops,
) -> Vec<Vec<Action>> {
    let mut sequences = Vec::new();
    for path in paths(method, loops) {
        let calls = path.calls.iter().filter(|&&(called, _)| called == object);
        sequences.push(calls.map(|&(_, action)| action).collect());
    }
    sequences
}

fn paths(statements: &[Statement], loops: Loops) -> Vec<Path> {
    let mut all = vec![Path { calls: Vec::new(), returned: false }];
    for statement in statements {
        let ways = match statement {
            Statement::Call { object, action } => {
                vec![Path { calls: vec![(*object, *action)], returned: false }]
            }
            Statement::If { on_true, on_false } => {
                let mut ways = paths(on_true, loops);
                ways.extend(paths(on_false, loops));
                ways
            }
            Statement::Loop { body } => {
                let mut ways = paths(body, loops);
                if loops == Loops::ZeroOrOnce {
                    ways.push(Path { calls: Vec::new(), returned: false });
                }
                ways
            }
            Statement::Return => vec![Path { calls: Vec::new(), returned: true }],
        };
        let mut longer = Vec::new();
        for path in all {
            if path.returned {
                longer.push(path);
                continue;
            }
            for way in &ways {
                let mut calls = path.calls.clone();
                calls.extend(way.calls.iter().copied());
                longer.push(Path { calls, returned: way.returned });
            }
        }
        all = longer;
    }
    all
}

/// A call that was observed while a test ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Observed {
    pub(crate) object: usize,
    pub(crate) action: Action,
}

/// 3.1.2: the calls on each object, in the order in which they began, whoever made them.
pub(crate) fn dynamic_sequences(log: &[Observed]) -> BTreeMap<usize, Vec<Action>> {
    let mut sequences: BTreeMap<usize, Vec<Action>> = BTreeMap::new();
    for call in log {
        sequences.entry(call.object).or_default().push(call.action);
    }
    sequences
}

/// 2.2.2: the creation of an object and the calls on it, or `None` if its creation was not
/// observed.
pub(crate) fn carve(
    log: &[Observed],
    object: usize,
    constructors: &[Action],
) -> Option<Vec<Action>> {
    let calls: Vec<Action> =
        log.iter().filter(|call| call.object == object).map(|call| call.action).collect();
    let created = calls.iter().position(|action| constructors.contains(action))?;
    Some(calls[created..].to_vec())
}

/// 3.2: whether behaviours of a class are selected.
pub(crate) fn is_selected_class(internal: bool, in_stack_trace: bool) -> bool {
    internal || in_stack_trace
}

/// 3.2.1: 1 minus the number of common calls by the number of all calls, each call once.
pub(crate) fn dissimilarity(b1: &[Action], b2: &[Action], both_empty: f64) -> f64 {
    let calls_1: BTreeSet<Action> = b1.iter().copied().collect();
    let calls_2: BTreeSet<Action> = b2.iter().copied().collect();
    let all = calls_1.union(&calls_2).count();
    if all == 0 {
        return both_empty;
    }
    1.0 - calls_1.intersection(&calls_2).count() as f64 / all as f64
}

/// What the selection maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    /// The sum of the distances of all pairs.
    Sum,
    /// The least distance of a pair.
    Minimum,
}

/// The objective of a set of candidates; 0 for the sum and infinity for the minimum if there is no
/// pair.
pub(crate) fn diversity(
    candidates: &[Vec<Action>],
    chosen: &[usize],
    objective: Objective,
    both_empty: f64,
) -> f64 {
    let mut sum = 0.0;
    let mut least = f64::INFINITY;
    for (position, &first) in chosen.iter().enumerate() {
        for &second in &chosen[position + 1..] {
            let d = dissimilarity(&candidates[first], &candidates[second], both_empty);
            sum += d;
            if d < least {
                least = d;
            }
        }
    }
    match objective {
        Objective::Sum => sum,
        Objective::Minimum => least,
    }
}

/// 3.2.1: all sets of `k` candidates of the greatest diversity, each in ascending order. All
/// candidates if there are not more than `k`. Sums that differ by less than 1e-9 count as equal.
pub(crate) fn most_dissimilar(
    candidates: &[Vec<Action>],
    k: usize,
    objective: Objective,
    both_empty: f64,
) -> Vec<Vec<usize>> {
    let mut best = f64::NEG_INFINITY;
    let mut sets = Vec::new();
    for chosen in subsets(0, candidates.len(), k.min(candidates.len())) {
        let value = diversity(candidates, &chosen, objective, both_empty);
        if value > best + 1e-9 {
            best = value;
            sets.clear();
        }
        if value >= best - 1e-9 {
            sets.push(chosen);
        }
    }
    sets
}

/// All sets of `k` of the numbers from `from` to `to`, exclusive, in lexicographic order.
fn subsets(from: usize, to: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in from..to {
        for rest in subsets(first + 1, to, k - 1) {
            let mut chosen = vec![first];
            chosen.extend(rest);
            all.push(chosen);
        }
    }
    all
}

/// What a greedy selection starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Candidate(usize),
    /// The first of the pairs with the greatest distance.
    FarthestPair,
}

/// A greedy selection of up to `k` candidates, in the order of choice: next comes the candidate
/// with the greatest sum of (or least) distances to the chosen ones; the earlier of equal ones.
pub(crate) fn greedily_dissimilar(
    candidates: &[Vec<Action>],
    k: usize,
    start: Start,
    objective: Objective,
    both_empty: f64,
) -> Vec<usize> {
    let mut chosen = Vec::new();
    match start {
        Start::Candidate(candidate) => {
            if candidate < candidates.len() {
                chosen.push(candidate);
            }
        }
        Start::FarthestPair => {
            let mut best = f64::NEG_INFINITY;
            for pair in subsets(0, candidates.len(), 2) {
                let d = diversity(candidates, &pair, Objective::Sum, both_empty);
                if d > best {
                    best = d;
                    chosen = pair;
                }
            }
            if candidates.len() == 1 {
                chosen.push(0);
            }
        }
    }
    chosen.truncate(k);
    while chosen.len() < k.min(candidates.len()) && !chosen.is_empty() {
        let mut best = f64::NEG_INFINITY;
        let mut next = None;
        for candidate in 0..candidates.len() {
            if chosen.contains(&candidate) {
                continue;
            }
            let value = gain(candidates, &chosen, candidate, objective, both_empty);
            if value > best {
                best = value;
                next = Some(candidate);
            }
        }
        let Some(next) = next else { break };
        chosen.push(next);
    }
    chosen
}

fn gain(
    candidates: &[Vec<Action>],
    chosen: &[usize],
    candidate: usize,
    objective: Objective,
    both_empty: f64,
) -> f64 {
    let mut sum = 0.0;
    let mut least = f64::INFINITY;
    for &other in chosen {
        let d = dissimilarity(&candidates[candidate], &candidates[other], both_empty);
        sum += d;
        if d < least {
            least = d;
        }
    }
    match objective {
        Objective::Sum => sum,
        Objective::Minimum => least,
    }
}

/// 3.2.2: the calls that make the object: a constructor of the class, which `pick` selects from
/// their number, unless the behaviour begins with one; then the calls of the behaviour in order.
/// Their arguments are random and not in the result.
pub(crate) fn concretise(
    behaviour: &[Action],
    constructors: &[Action],
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<Action>> {
    let begins_with_constructor =
        behaviour.first().is_some_and(|first| constructors.contains(first));
    let mut calls = Vec::new();
    if !begins_with_constructor {
        if constructors.is_empty() {
            return None;
        }
        calls.push(constructors[pick(constructors.len())]);
    }
    calls.extend(behaviour.iter().copied());
    Some(calls)
}

/// 3.2.2: the object pool: `n` concretisations of each behaviour.
pub(crate) fn concretise_all(
    behaviours: &[Vec<Action>],
    constructors: &[Action],
    n: usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Vec<Vec<Action>> {
    let mut pool = Vec::new();
    for behaviour in behaviours {
        for _ in 0..n {
            if let Some(object) = concretise(behaviour, constructors, pick) {
                pool.push(object);
            }
        }
    }
    pool
}

/// The probabilities of seeding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    pub(crate) pick_init: f64,
    pub(crate) pick_mut: f64,
    pub(crate) clone: f64,
}

impl Rates {
    /// Model seeding clones no tests.
    pub(crate) fn model_seeding(pick_init: f64) -> Self {
        Self { pick_init, pick_mut: PICK_MUT, clone: 0.0 }
    }

    /// 3.4: one property stands for both ways to pick.
    pub(crate) fn test_seeding(clone: f64, p_object_pool: f64) -> Self {
        Self { pick_init: p_object_pool, pick_mut: p_object_pool, clone }
    }
}

/// The step that needs an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    GuidedInitialisation,
    GuidedMutation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectSource {
    Pool,
    Random,
}

/// 3.3: where an object comes from. `draw` is of [0, 1), `pool` the number of objects that fit.
pub(crate) fn object_source(step: Step, rates: &Rates, pool: usize, draw: f64) -> ObjectSource {
    let probability = match step {
        Step::GuidedInitialisation => rates.pick_init,
        Step::GuidedMutation => rates.pick_mut,
    };
    if pool > 0 && draw < probability { ObjectSource::Pool } else { ObjectSource::Random }
}

/// A test of the test pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PooledTest {
    pub(crate) contains_target_class: bool,
    pub(crate) calls_target_method: bool,
}

/// How an individual of the initial population begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    Generated,
    Cloned { test: usize, target_call_added: bool },
}

/// 3.4: whether an individual of the initial population is a clone. Only tests that contain the
/// target class are cloned; `pick` selects one of them from their number.
pub(crate) fn begins_as(
    rates: &Rates,
    tests: &[PooledTest],
    draw: f64,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Begin {
    let suitable: Vec<usize> =
        (0..tests.len()).filter(|&test| tests[test].contains_target_class).collect();
    if suitable.is_empty() || draw >= rates.clone {
        return Begin::Generated;
    }
    let test = suitable[pick(suitable.len())];
    Begin::Cloned { test, target_call_added: !tests[test].calls_target_method }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: Action = 0;
    const ADD: Action = 1;
    const SIZE: Action = 2;
    const ITERATOR: Action = 3;
    const ADD_ALL: Action = 4;
    const NEW_OF: Action = 5;

    fn list_model() -> Model {
        infer(&[vec![NEW, ADD, ADD], vec![ADD, ITERATOR, ADD, SIZE], vec![NEW, SIZE, ADD]], N)
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn a_step_depends_on_the_step_before_only() {
        // 3.1: size() after add(Object), with or without an iterator() before.
        let model = list_model();
        assert!(accepts(&model, &[ADD, ITERATOR, ADD, SIZE, ADD], Ending::Observed));
        assert!(accepts(&model, &[NEW, ADD, SIZE], Ending::Observed));
        let three =
            infer(&[vec![NEW, ADD, ADD], vec![ADD, ITERATOR, ADD, SIZE], vec![NEW, SIZE, ADD]], 3);
        assert!(!accepts(&three, &[NEW, ADD, SIZE], Ending::Observed));
    }

    #[test]
    fn a_call_that_was_never_observed_is_in_no_behaviour() {
        // 2.3.2.
        assert!(!accepts(&list_model(), &[NEW, ADD_ALL], Ending::Anywhere));
    }

    #[test]
    fn the_behaviour_of_listing_2_needs_no_constructor_in_the_model() {
        assert!(accepts(&list_model(), &[ADD, ADD], Ending::Observed));
    }

    #[test]
    fn a_model_accepts_the_sequences_it_was_learned_from() {
        let sequences = [vec![NEW, ADD, ADD], vec![ADD, ITERATOR, ADD, SIZE], vec![NEW, SIZE, ADD]];
        for n in 1..5 {
            let model = infer(&sequences, n);
            for sequence in &sequences {
                assert!(accepts(&model, sequence, Ending::Observed));
            }
        }
    }

    #[test]
    fn a_2_gram_has_a_state_for_each_action_and_the_initial_one() {
        let model = list_model();
        assert_eq!(
            model.states(),
            BTreeSet::from([vec![], vec![NEW], vec![ADD], vec![SIZE], vec![ITERATOR]])
        );
        assert_eq!(model.transitions.len(), 9);
        assert_eq!(model.ends, BTreeSet::from([vec![ADD], vec![SIZE]]));
        assert_eq!(bfs_height(&model), 2);
    }

    #[test]
    fn behaviours_are_those_that_are_accepted() {
        let model = infer(&[vec![NEW, ADD, ADD]], N);
        assert_eq!(
            behaviours(&model, 4, Ending::Observed),
            [vec![NEW, ADD], vec![NEW, ADD, ADD], vec![NEW, ADD, ADD, ADD]]
        );
        assert_eq!(behaviours(&model, 2, Ending::Anywhere), [vec![NEW], vec![NEW, ADD]]);
    }

    #[test]
    fn an_if_has_two_sequences_and_a_loop_runs_once() {
        let call = |action| Statement::Call { object: 0, action };
        let method = [
            call(NEW),
            Statement::If {
                on_true: vec![call(ADD)],
                on_false: vec![call(SIZE), Statement::Return],
            },
            Statement::Call { object: 1, action: ADD_ALL },
            Statement::Loop { body: vec![call(ITERATOR)] },
        ];
        assert_eq!(
            static_sequences(&method, 0, Loops::Once),
            [vec![NEW, ADD, ITERATOR], vec![NEW, SIZE]]
        );
        let expected = [vec![NEW, ADD, ITERATOR], vec![NEW, ADD], vec![NEW, SIZE]];
        assert_eq!(static_sequences(&method, 0, Loops::ZeroOrOnce), expected);
    }

    #[test]
    fn the_trace_of_section_2_2_2_is_carved_and_observed() {
        let call = |object, action| Observed { object, action };
        let log = [call(0, NEW), call(1, SIZE), call(0, ADD), call(0, ADD)];
        assert_eq!(carve(&log, 0, &[NEW]), Some(vec![NEW, ADD, ADD]));
        assert_eq!(carve(&log, 1, &[NEW]), None);
        assert_eq!(dynamic_sequences(&log)[&1], [SIZE]);
    }

    #[test]
    fn dissimilarity_is_1_minus_the_jaccard_index() {
        close(dissimilarity(&[NEW, ADD, ADD], &[ADD, NEW], 0.0), 0.0);
        close(dissimilarity(&[NEW, ADD], &[SIZE], 0.0), 1.0);
        close(dissimilarity(&[NEW, ADD, ADD], &[NEW, SIZE], 0.0), 1.0 - 1.0 / 3.0);
        close(dissimilarity(&[], &[], 0.25), 0.25);
    }

    #[test]
    fn the_most_dissimilar_sets_are_found() {
        let candidates = [vec![NEW], vec![NEW, ADD], vec![SIZE], vec![NEW, ADD, SIZE]];
        let pairs = most_dissimilar(&candidates, 2, Objective::Minimum, 0.0);
        assert_eq!(pairs, [[0, 2], [1, 2]]);
        assert_eq!(most_dissimilar(&candidates, 2, Objective::Sum, 0.0), pairs);
        assert_eq!(most_dissimilar(&candidates, 3, Objective::Sum, 0.0), [[0, 1, 2]]);
        assert_eq!(most_dissimilar(&candidates, 9, Objective::Sum, 0.0), [[0, 1, 2, 3]]);
    }

    #[test]
    fn the_greedy_selection_takes_the_farthest_next() {
        let candidates = [vec![NEW], vec![NEW, ADD], vec![SIZE], vec![NEW, ADD, SIZE]];
        let greedy = |k, start| greedily_dissimilar(&candidates, k, start, Objective::Minimum, 0.0);
        assert_eq!(greedy(2, Start::Candidate(0)), [0, 2]);
        assert_eq!(greedy(4, Start::FarthestPair), [0, 2, 3, 1]);
        assert!(greedy(0, Start::FarthestPair).is_empty());
    }

    #[test]
    fn listing_2_gets_a_constructor() {
        let mut last = |number: usize| number - 1;
        assert_eq!(concretise(&[ADD, ADD], &[NEW], &mut last), Some(vec![NEW, ADD, ADD]));
        assert_eq!(
            concretise(&[ADD, ADD], &[NEW, NEW_OF], &mut last),
            Some(vec![NEW_OF, ADD, ADD])
        );
        assert_eq!(concretise(&[NEW, ADD], &[NEW, NEW_OF], &mut last), Some(vec![NEW, ADD]));
        assert_eq!(concretise(&[ADD], &[], &mut last), None);
        assert_eq!(concretise_all(&[vec![ADD], vec![NEW]], &[NEW], 2, &mut last).len(), 4);
    }

    #[test]
    fn rates_are_those_of_the_evaluation() {
        let rates = Rates::model_seeding(1.0);
        assert_eq!(object_source(Step::GuidedInitialisation, &rates, 1, 0.999), ObjectSource::Pool);
        assert_eq!(object_source(Step::GuidedInitialisation, &rates, 0, 0.0), ObjectSource::Random);
        assert_eq!(object_source(Step::GuidedMutation, &rates, 1, 0.299), ObjectSource::Pool);
        assert_eq!(object_source(Step::GuidedMutation, &rates, 1, 0.3), ObjectSource::Random);
        assert_eq!(
            Rates::test_seeding(CLONE[0], P_OBJECT_POOL),
            Rates { pick_init: 0.3, pick_mut: 0.3, clone: 0.2 }
        );
    }

    #[test]
    fn only_tests_with_the_target_class_are_cloned() {
        let tests = [
            PooledTest { contains_target_class: false, calls_target_method: false },
            PooledTest { contains_target_class: true, calls_target_method: false },
        ];
        let rates = Rates::test_seeding(1.0, P_OBJECT_POOL);
        let mut first = |_: usize| 0;
        assert_eq!(
            begins_as(&rates, &tests, 0.5, &mut first),
            Begin::Cloned { test: 1, target_call_added: true }
        );
        assert_eq!(begins_as(&rates, &tests[..1], 0.5, &mut first), Begin::Generated);
        let rates = Rates::test_seeding(0.2, P_OBJECT_POOL);
        assert_eq!(begins_as(&rates, &tests, 0.2, &mut first), Begin::Generated);
    }
}
