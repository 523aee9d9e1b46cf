//! The interprocedural fitness of Boolean flags, as the paper prints it.
//!
//! Source: Lin, Sun, Fraser, Xiu, Liu, Dong: "Recovering Fitness Gradients for Interprocedural
//! Boolean Flags in Search-Based Testing", ISSTA 2020. Written from the text of the paper alone.
//!
//! Items of the paper, and where they are in this file:
//!
//! - 3.1, required path and required branch: [`identify_required_branches`]. A required path ends
//!   in a return of the needed value. Its last branch is a required branch.
//! - 3.3, branch distance by operator with the constant K: [`branch_distance`].
//! - Eq. 1, `approach level + norm(distance at the nearest covered branching node)`:
//!   [`normalised_branch_distance`].
//! - Eq. 1, `norm(x) = x / (1 + x)`: [`normalise`].
//! - Eq. 2, the minimum over the executions of a branch: [`minimum`].
//! - Table 1, the distances of two iterations: test `table_1`.
//! - Eq. 3, `k / sum(1 / d_i)`, the harmonic mean: [`aggregate`].
//! - Eq. 4, the derivative of Eq. 3 in one distance: [`derivative`].
//! - Figure 4, required branch / iteration context / call context: [`RuntimeContextTable`].
//! - Algorithm 1, fitness of an interprocedural flag branch: [`branch_fitness_if`].
//! - Algorithm 2, fitness of one required branch in one iteration: [`branch_fitness_r`].
//!
//! Odd, and kept as printed:
//!
//! - Algorithm 1 is not given the trace. The calls at lines 3 and 6 of Algorithm 2 therefore look
//!   up all iterations of the inner method under the grown call context, those of the other outer
//!   iterations included. Every outer iteration in which the same line applies receives the same
//!   inner value ([`Scope::Context`]).
//! - Lines 3 and 6 of Algorithm 2 return a normalised value below 1 without an approach level; line
//!   9 returns an approach level plus a normalised distance. Line 12 of Algorithm 1 normalises both
//!   once more.
//! - Line 6 applies to every flag branch that is not exercised, also when its branching node is not
//!   reached. The inner call then finds no iteration, and Eq. 3 is asked for the mean of nothing.
//! - Line 3 asks for the opposite of an exercised flag branch, also if the branch leads to a return
//!   of the needed value.
//! - Line 8 of Algorithm 1 collects into a set, so two iterations of equal fitness count once
//!   ([`Collection::Set`]). Eq. 3 speaks of k branch distances, so two equal ones count twice
//!   ([`Collection::List`]).
//! - A recursive flag method ends because the walk only goes on under an existing iteration.
//!
//! Slips of the paper:
//!
//! - Table 1, iteration 2: with K = 1 the first row is |1 - 0| + 1 = 2, so 2/3, not 1/2; with K = 0
//!   it is 1/2. The second row is 102 - 0 + K for index 1, so 102/103 (K = 0) or 103/104 (K = 1),
//!   not 101/102, which is index 0 with K = 0.
//! - 3.3 gives iteration 2 both 1.5 and 1.99, 3.4 only 1.99, 3.5 only 1.5. Nodes 3 and 4 are
//!   equally near.
//! - 3.4 calls the required branch of `checkValue` (5, 6), then (3, 6); 3.3 speaks of a distance
//!   for (4, 5).
//! - 3.3: "distance_5(<2,3>, t) = 2.5" must be about (5, 6); "b = Integer.MAX_VALUE" must be
//!   `value`.
//! - Section 2 says that branch (2, 3) of `get` needs line 5 of `checkPrecondition`, 3.1 says that
//!   it needs (3, 4).
//! - The table of branch distances prints `<=` and `>=` twice; one of each is `<` and `>`. `>>` is
//!   `>`.
//! - The introduction computes 123 - 3 = 120 without K; 3.3 computes 100 + K.
//! - Line 10 of Algorithm 1 prints `fitness_set <- fitness` without a union. Line 11 and the text
//!   aggregate all.
//! - Line 1 of Algorithm 1 is not given the needed value of the flag. Here: the flag branch carries
//!   it.
//! - Algorithm 1 is called `branch_fitness_if`, and `fitness_if` in the text.
//! - 3.5: after "distance_2 stuck on local optima" the text says "sensitive to distance_2"; one of
//!   them is distance_1.
//!
//! Open points (the test author aligns these in [`Rules`], or in the single place that is named):
//!
//! - silent: the initial call context is "the target method", and Algorithm 1 never appends the
//!   call site of its own branch, although 3.4 looks up "get():5"; here: the caller passes a
//!   context that ends in the call site of `b_if`.
//! - silent: what a trace is when calls are nested ("the trace in the top call"; the example prints
//!   that of the caller, which is also the target); here: [`Rules::trace`].
//! - silent: two iterations with one key; here: [`Rules::collision`].
//! - silent: a branching node that runs several times in one activation; here: [`Rules::repeated`].
//! - silent: several nearest nodes; here: [`Rules::tie`], in the order of their last execution.
//!   Table 1 lists both, but the map of 3.4 holds one distance a trace.
//! - silent: whether "exercised" is asked of the iteration or of the call context; here:
//!   [`Rules::exercised`].
//! - silent: Eq. 3 of nothing, at line 9 and at line 11; here: [`Rules::no_iteration`],
//!   [`Rules::no_required_branch`].
//! - silent: no branching node that the required branch depends on was executed; here:
//!   [`Rules::unreached`].
//! - silent: "approach level, the number of branching nodes along the program path" if there are
//!   several paths, or if the path has branching nodes that the goal does not depend on; here: the
//!   least number of control dependences.
//! - silent: how a required path is found in loops; here: a last branch is one from which a return
//!   is reached without another branch. The reading by control dependence of the return is
//!   [`RequiredBy::ControlDependence`].
//! - silent: returned values that are neither constant nor a call; here: the path may return either
//!   value and counts for both ("potentially returning the required flag"), in [`returns`].
//! - silent: a required path without a branch; here: it adds no required branch.
//! - silent: `return isFlag2(x)` has no branch; here: the returned call is a required branch of its
//!   own, for both values, exercised if the call ran. The branch that guards it is then not one.
//! - silent: dynamic dispatch; here: one callee a call.
//! - silent: a target method that runs several times in a test; here: all its activations are
//!   roots, and are pooled.
//! - silent: infinite distances; here: 1 / infinity is 0, the distance counts in k, and
//!   norm(infinity) is 1.

use std::collections::BTreeSet;

/// An edge that leaves a branching node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Branch {
    pub node: usize,
    pub outcome: bool,
}

/// A call of a Boolean method whose value decides a branch or is returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagCall {
    pub callee: usize,
    /// `true` if the outcome (or the returned value) is the negation of the value that the callee
    /// returns.
    pub negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    Constant(bool),
    Call(FlagCall),
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Goto(usize),
    Branch {
        on_true: usize,
        on_false: usize,
        flag: Option<FlagCall>,
    },
    Return(Returned),
    /// Ends without a value: a throw, or a node that the description leaves out.
    Stop,
}

/// A node of a control-flow graph; `control` lists the branches on which the node is control
/// dependent.
#[derive(Clone, Debug)]
pub struct Node {
    pub end: End,
    pub control: Vec<Branch>,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub methods: Vec<Method>,
}

/// An observation within one activation, in the order of execution. A call stands before the branch
/// that reads it.
#[derive(Clone, Debug)]
pub enum Event {
    Branch { node: usize, taken: bool, to_false: f64, to_true: f64 },
    Call { node: usize, activation: Activation },
}

#[derive(Clone, Debug)]
pub struct Activation {
    pub method: usize,
    pub events: Vec<Event>,
}

/// A position from which a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    pub method: usize,
    pub node: usize,
}

/// A rule that makes one distance of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    Minimum,
    Maximum,
    First,
    Last,
    Harmonic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredBy {
    LastBranch,
    ControlDependence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceOf {
    Caller,
    Target,
    WholeStack,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All iterations of the call context.
    Context,
    /// Only the iteration at hand (and what it calls).
    Trace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    Set,
    List,
}

/// The open points of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub required: RequiredBy,
    pub trace: TraceOf,
    pub collision: Merge,
    pub repeated: Merge,
    pub tie: Merge,
    pub exercised: Scope,
    /// Which inner iterations lines 3 and 6 of Algorithm 2 pool.
    pub pooled: Scope,
    pub collection: Collection,
    pub no_iteration: f64,
    pub no_required_branch: f64,
    pub unreached: f64,
}

/// The reading that is nearest to the print.
pub const AS_PRINTED: Rules = Rules {
    required: RequiredBy::LastBranch,
    trace: TraceOf::Caller,
    collision: Merge::Minimum,
    repeated: Merge::Minimum,
    tie: Merge::Minimum,
    exercised: Scope::Trace,
    pooled: Scope::Context,
    collection: Collection::Set,
    no_iteration: f64::INFINITY,
    no_required_branch: f64::INFINITY,
    unreached: f64::INFINITY,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Flag,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// Section 3.3: the distance of a condition `a operator b` that has to hold. For [`Operator::Flag`]
/// the condition holds if `a` is not 0.
pub fn branch_distance(operator: Operator, a: f64, b: f64, k: f64) -> f64 {
    let holds = match operator {
        Operator::Flag => a != 0.0,
        Operator::Equal => a == b,
        Operator::NotEqual => a != b,
        Operator::Less => a < b,
        Operator::LessOrEqual => a <= b,
        Operator::Greater => a > b,
        Operator::GreaterOrEqual => a >= b,
    };
    if holds {
        return 0.0;
    }
    match operator {
        Operator::Flag | Operator::NotEqual => k,
        Operator::Equal => (a - b).abs() + k,
        Operator::Less | Operator::LessOrEqual => a - b + k,
        Operator::Greater | Operator::GreaterOrEqual => b - a + k,
    }
}

/// `norm(x) = x / (1 + x)`; 1 for infinity.
pub fn normalise(x: f64) -> f64 {
    if x == f64::INFINITY { 1.0 } else { x / (1.0 + x) }
}

/// Eq. 2.
pub fn minimum(distances: &[f64]) -> f64 {
    let mut least = f64::INFINITY;
    for &distance in distances {
        if distance < least {
            least = distance;
        }
    }
    least
}

/// Eq. 3. Returns `of_nothing` if there are no distances, and 0 if one of them is 0 (the first
/// property in 3.5).
pub fn aggregate(distances: &[f64], of_nothing: f64) -> f64 {
    if distances.is_empty() {
        return of_nothing;
    }
    let mut sum = 0.0;
    for &distance in distances {
        if distance == 0.0 {
            return 0.0;
        }
        sum += 1.0 / distance;
    }
    distances.len() as f64 / sum
}

/// Eq. 4: the derivative of Eq. 3 in the distance at `i`.
pub fn derivative(distances: &[f64], i: usize) -> f64 {
    let mut sum = 0.0;
    for &distance in distances {
        sum += 1.0 / distance;
    }
    distances.len() as f64 * sum.powi(-2) * distances[i].powi(-2)
}

/// One distance of at least one.
fn merge(rule: Merge, distances: &[f64]) -> f64 {
    match rule {
        Merge::Minimum => minimum(distances),
        Merge::Maximum => distances.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Merge::First => distances[0],
        Merge::Last => distances[distances.len() - 1],
        Merge::Harmonic => aggregate(distances, f64::INFINITY),
    }
}

/// The distances of a branch at each execution of its node in an activation, in order.
fn observed(activation: &Activation, branch: Branch) -> Vec<f64> {
    let mut distances = Vec::new();
    for event in &activation.events {
        let Event::Branch { node, to_false, to_true, .. } = event else { continue };
        if *node == branch.node {
            distances.push(if branch.outcome { *to_true } else { *to_false });
        }
    }
    distances
}

fn last_execution(activation: &Activation, node: usize) -> usize {
    let mut last = 0;
    for (position, event) in activation.events.iter().enumerate() {
        let Event::Branch { node: executed, .. } = event else { continue };
        if *executed == node {
            last = position;
        }
    }
    last
}

/// Eq. 1 within one activation: the approach level of the nearest executed node on which the branch
/// depends, plus the normalised distance of the branch that leads on from there. At level 0 the
/// node of the branch itself was executed.
pub fn normalised_branch_distance(
    method: &Method,
    branch: Branch,
    activation: &Activation,
    rules: &Rules,
) -> f64 {
    let mut level = 0;
    let mut visited = BTreeSet::new();
    let mut current = vec![branch];
    while !current.is_empty() {
        let mut nearest = Vec::new();
        for &candidate in &current {
            let distances = observed(activation, candidate);
            if !distances.is_empty() {
                let distance = normalise(merge(rules.repeated, &distances));
                nearest.push((last_execution(activation, candidate.node), distance));
            }
        }
        if !nearest.is_empty() {
            nearest.sort_by_key(|&(position, _)| position);
            let distances: Vec<f64> = nearest.iter().map(|&(_, distance)| distance).collect();
            return f64::from(level) + merge(rules.tie, &distances);
        }
        let mut next = Vec::new();
        for &candidate in &current {
            visited.insert(candidate);
            for &dependence in &method.nodes[candidate.node].control {
                if !visited.contains(&dependence)
                    && !current.contains(&dependence)
                    && !next.contains(&dependence)
                {
                    next.push(dependence);
                }
            }
        }
        current = next;
        level += 1;
    }
    rules.unreached
}

/// The required branch of a required path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Required {
    Branch(Branch),
    /// `return callee(..)`, which has to return `value`.
    ReturnedCall {
        node: usize,
        flag: FlagCall,
        value: bool,
    },
}

/// `true` if a path that ends in this return may return the value.
fn returns(returned: Returned, value: bool) -> bool {
    match returned {
        Returned::Constant(constant) => constant == value,
        Returned::Unknown | Returned::Call(_) => true,
    }
}

/// The branches from which the node is reached without another branch.
fn last_branches(
    method: &Method,
    node: usize,
    seen: &mut BTreeSet<usize>,
    found: &mut BTreeSet<Branch>,
) {
    if !seen.insert(node) {
        return;
    }
    for (before, description) in method.nodes.iter().enumerate() {
        match description.end {
            End::Goto(to) => {
                if to == node {
                    last_branches(method, before, seen, found);
                }
            }
            End::Branch { on_true, on_false, .. } => {
                if on_true == node {
                    found.insert(Branch { node: before, outcome: true });
                }
                if on_false == node {
                    found.insert(Branch { node: before, outcome: false });
                }
            }
            End::Return(_) | End::Stop => {}
        }
    }
}

/// Line 1 of Algorithm 1: the required branches of a flag method that has to return `value`, each
/// once.
pub fn identify_required_branches(method: &Method, value: bool, rules: &Rules) -> Vec<Required> {
    let mut branches = BTreeSet::new();
    let mut calls = Vec::new();
    for (node, description) in method.nodes.iter().enumerate() {
        let End::Return(returned) = description.end else { continue };
        if !returns(returned, value) {
            continue;
        }
        if let Returned::Call(flag) = returned {
            calls.push(Required::ReturnedCall { node, flag, value });
            continue;
        }
        match rules.required {
            RequiredBy::LastBranch => {
                last_branches(method, node, &mut BTreeSet::new(), &mut branches);
            }
            RequiredBy::ControlDependence => branches.extend(description.control.iter().copied()),
        }
    }
    let mut required: Vec<Required> = branches.into_iter().map(Required::Branch).collect();
    required.extend(calls);
    required
}

/// One activation with its iteration context (Figure 4).
#[derive(Clone, Debug)]
struct Frame<'a> {
    activation: &'a Activation,
    call_context: Vec<Site>,
    /// For each call of the context, the nodes executed in its caller, up to the call.
    traces: Vec<Vec<usize>>,
    callers: Vec<usize>,
}

/// The runtime context table `rct`.
#[derive(Clone, Debug)]
pub struct RuntimeContextTable<'a> {
    frames: Vec<Frame<'a>>,
}

/// The key of an iteration.
pub type Trace = Vec<Vec<usize>>;

impl<'a> RuntimeContextTable<'a> {
    /// Creates the table of a test from the activations of the target method.
    pub fn new(targets: &'a [Activation]) -> Self {
        let mut table = Self { frames: Vec::new() };
        for target in targets {
            table.add(target, &[], &[], &[]);
        }
        table
    }

    fn add(
        &mut self,
        activation: &'a Activation,
        call_context: &[Site],
        traces: &[Vec<usize>],
        callers: &[usize],
    ) {
        let here = self.frames.len();
        let frame = Frame {
            activation,
            call_context: call_context.to_vec(),
            traces: traces.to_vec(),
            callers: callers.to_vec(),
        };
        self.frames.push(frame);
        let mut executed = Vec::new();
        for event in &activation.events {
            match event {
                Event::Branch { node, .. } => executed.push(*node),
                Event::Call { node, activation: called } => {
                    let mut inner_context = call_context.to_vec();
                    inner_context.push(Site { method: activation.method, node: *node });
                    let mut trace = executed.clone();
                    trace.push(*node);
                    let mut inner_traces = traces.to_vec();
                    inner_traces.push(trace);
                    let mut inner_callers = callers.to_vec();
                    inner_callers.push(here);
                    self.add(called, &inner_context, &inner_traces, &inner_callers);
                }
            }
        }
    }

    /// `rct.find(b, wcc)`: the iterations under a call context, in the order of execution, each
    /// with the frames that share its key. With `inside`, only frames that were called, directly or
    /// not, from one of the frames `inside`.
    fn find(
        &self,
        call_context: &[Site],
        inside: Option<&[usize]>,
        rules: &Rules,
    ) -> Vec<(Trace, Vec<usize>)> {
        let mut iterations: Vec<(Trace, Vec<usize>)> = Vec::new();
        for (index, frame) in self.frames.iter().enumerate() {
            if frame.call_context != call_context {
                continue;
            }
            let is_inside = match inside {
                Some(outer) => frame.callers.iter().any(|caller| outer.contains(caller)),
                None => true,
            };
            if !is_inside {
                continue;
            }
            let key = match rules.trace {
                TraceOf::Caller => frame.traces.last().cloned().into_iter().collect(),
                TraceOf::Target => frame.traces.first().cloned().into_iter().collect(),
                TraceOf::WholeStack => frame.traces.clone(),
            };
            match iterations.iter_mut().find(|(other, _)| *other == key) {
                Some((_, frames)) => frames.push(index),
                None => iterations.push((key, vec![index])),
            }
        }
        iterations
    }

    /// Returns the keys of the iterations under a call context.
    pub fn traces(&self, call_context: &[Site], rules: &Rules) -> Vec<Trace> {
        self.find(call_context, None, rules).into_iter().map(|(key, _)| key).collect()
    }
}

/// An interprocedural flag branch: the called flag method, and the value that it has to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagBranch {
    pub callee: usize,
    pub value: bool,
}

/// Returns the flag branch of a branching node of a method, or `None` if its condition reads no
/// flag.
pub fn flag_branch(method: &Method, branch: Branch) -> Option<FlagBranch> {
    match method.nodes[branch.node].end {
        End::Branch { flag: Some(flag), .. } => {
            Some(FlagBranch { callee: flag.callee, value: branch.outcome != flag.negated })
        }
        _ => None,
    }
}

/// Algorithm 1. `wcc` ends in the call site of the flag call of `b_if`.
pub fn branch_fitness_if(
    program: &Program,
    b_if: FlagBranch,
    wcc: &[Site],
    rct: &RuntimeContextTable<'_>,
    rules: &Rules,
) -> f64 {
    fitness_if(program, b_if, wcc, None, rct, rules)
}

fn fitness_if(
    program: &Program,
    b_if: FlagBranch,
    wcc: &[Site],
    inside: Option<&[usize]>,
    rct: &RuntimeContextTable<'_>,
    rules: &Rules,
) -> f64 {
    // Line 1.
    let branch_set_r = identify_required_branches(&program.methods[b_if.callee], b_if.value, rules);
    // Line 2.
    let id_map = rct.find(wcc, inside, rules);
    // Line 3.
    let mut fitness_set = Vec::new();
    // Line 4.
    for b_r in branch_set_r {
        // Line 5.
        let mut fitness_set_iter = Vec::new();
        // Line 6.
        for (_trace, frames) in &id_map {
            // Line 7.
            let fitness_iter =
                branch_fitness_r(program, b_if.callee, b_r, wcc, frames, &id_map, rct, rules);
            // Line 8.
            union(&mut fitness_set_iter, fitness_iter, rules);
        }
        // Line 9.
        let fitness = aggregate(&fitness_set_iter, rules.no_iteration);
        // Line 10.
        union(&mut fitness_set, fitness, rules);
    }
    // Line 11.
    let fitness_agg = aggregate(&fitness_set, rules.no_required_branch);
    // Line 12.
    normalise(fitness_agg)
}

fn union(set: &mut Vec<f64>, value: f64, rules: &Rules) {
    if rules.collection == Collection::List || !set.contains(&value) {
        set.push(value);
    }
}

/// Algorithm 2. `frames` are the activations of the method of `b_r` that stand for the trace.
#[expect(
    clippy::too_many_arguments,
    reason = "the arguments of the algorithm, and what they refer to"
)]
fn branch_fitness_r(
    program: &Program,
    method: usize,
    b_r: Required,
    wcc: &[Site],
    frames: &[usize],
    id_map: &[(Trace, Vec<usize>)],
    rct: &RuntimeContextTable<'_>,
    rules: &Rules,
) -> f64 {
    let asked: Vec<usize> = match rules.exercised {
        Scope::Trace => frames.to_vec(),
        Scope::Context => id_map.iter().flat_map(|(_, group)| group.clone()).collect(),
    };
    let exercised = asked.iter().any(|&frame| is_exercised(rct.frames[frame].activation, b_r));
    let inside = match rules.pooled {
        Scope::Context => None,
        Scope::Trace => Some(frames),
    };
    let flag = called_flag(&program.methods[method], b_r);
    // Lines 1 to 3.
    if let (Some((flag, node)), true) = (flag, exercised) {
        let grown = append(wcc, Site { method, node });
        return fitness_if(program, not(b_r, flag), &grown, inside, rct, rules);
    }
    // Lines 4 to 6.
    if let (Some((flag, node)), false) = (flag, exercised) {
        let grown = append(wcc, Site { method, node });
        return fitness_if(program, flag, &grown, inside, rct, rules);
    }
    // Lines 7 to 10.
    let Required::Branch(branch) = b_r else { unreachable!("a returned call is a flag") };
    let mut distances = Vec::new();
    for &frame in frames {
        let activation = rct.frames[frame].activation;
        distances.push(normalised_branch_distance(
            &program.methods[method],
            branch,
            activation,
            rules,
        ));
    }
    merge(rules.collision, &distances)
}

fn append(wcc: &[Site], site: Site) -> Vec<Site> {
    let mut grown = wcc.to_vec();
    grown.push(site);
    grown
}

/// `b_r is exercised`, in one activation.
fn is_exercised(activation: &Activation, b_r: Required) -> bool {
    activation.events.iter().any(|event| match (event, b_r) {
        (Event::Branch { node, taken, .. }, Required::Branch(branch)) => {
            *node == branch.node && *taken == branch.outcome
        }
        (Event::Call { node, .. }, Required::ReturnedCall { node: returning, .. }) => {
            *node == returning
        }
        _ => false,
    })
}

/// The flag branch that `b_r` is, with the node of its call site; `None` if `b_r` is no flag
/// branch.
fn called_flag(method: &Method, b_r: Required) -> Option<(FlagBranch, usize)> {
    match b_r {
        Required::Branch(branch) => flag_branch(method, branch).map(|flag| (flag, branch.node)),
        Required::ReturnedCall { node, flag, value } => {
            Some((FlagBranch { callee: flag.callee, value: value != flag.negated }, node))
        }
    }
}

/// `not b_r` of line 3. An exercised returned call has returned the wrong value, so that its
/// negation is the needed one, which [`called_flag`] gives already.
fn not(b_r: Required, flag: FlagBranch) -> FlagBranch {
    match b_r {
        Required::Branch(_) => FlagBranch { callee: flag.callee, value: !flag.value },
        Required::ReturnedCall { .. } => flag,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: usize = 0;
    const CHECK_PRECONDITION: usize = 1;
    const CHECK_VALUE: usize = 2;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    /// To the two decimals of the paper.
    fn printed(a: f64, b: f64) {
        assert!((a - b).abs() < 0.005 + 1e-12, "{a} is not printed as {b}");
    }

    fn branch(node: usize, outcome: bool) -> Branch {
        Branch { node, outcome }
    }

    fn stop() -> Node {
        Node { end: End::Stop, control: vec![] }
    }

    fn node(end: End, control: &[(usize, bool)]) -> Node {
        Node {
            end,
            control: control.iter().map(|&(node, outcome)| branch(node, outcome)).collect(),
        }
    }

    fn test_on(on_true: usize, on_false: usize, control: &[(usize, bool)]) -> Node {
        node(End::Branch { on_true, on_false, flag: None }, control)
    }

    fn flag_on(
        on_true: usize,
        on_false: usize,
        callee: usize,
        negated: bool,
        control: &[(usize, bool)],
    ) -> Node {
        node(End::Branch { on_true, on_false, flag: Some(FlagCall { callee, negated }) }, control)
    }

    fn constant(value: bool, control: &[(usize, bool)]) -> Node {
        node(End::Return(Returned::Constant(value)), control)
    }

    /// Listing 2; nodes have the numbers of the lines.
    fn get() -> Method {
        Method {
            nodes: vec![
                stop(),
                stop(),
                flag_on(3, 4, CHECK_PRECONDITION, true, &[]),
                node(End::Stop, &[(2, true)]),
                test_on(5, 7, &[(2, false), (5, false)]),
                flag_on(6, 4, CHECK_VALUE, false, &[(4, true)]),
                node(End::Stop, &[(5, true)]),
                node(End::Stop, &[(4, false)]),
            ],
        }
    }

    /// Listing 4 (not in the text of the paper), after Table 1 and Section 3.3.
    fn check_value() -> Method {
        Method {
            nodes: vec![
                stop(),
                stop(),
                node(End::Goto(3), &[]),
                test_on(5, 4, &[]),
                test_on(5, 7, &[(3, false)]),
                test_on(6, 7, &[(3, true), (4, true)]),
                constant(true, &[(5, true)]),
                constant(false, &[(4, false), (5, false)]),
            ],
        }
    }

    fn program() -> Program {
        let unknown = Method { nodes: vec![node(End::Return(Returned::Unknown), &[])] };
        Program { methods: vec![get(), unknown, check_value()] }
    }

    fn saw(node: usize, taken: bool, other: f64) -> Event {
        let (to_false, to_true) = if taken { (other, 0.0) } else { (0.0, other) };
        Event::Branch { node, taken, to_false, to_true }
    }

    fn called(node: usize, method: usize, events: Vec<Event>) -> Event {
        Event::Call { node, activation: Activation { method, events } }
    }

    /// keys = [0, 1], value = 0, with the distances that Table 1 prints.
    fn two_iterations() -> Activation {
        let first = vec![saw(3, true, 1.0), saw(5, false, 100.0)];
        let second = vec![saw(3, false, 1.0), saw(4, false, 101.0)];
        Activation {
            method: GET,
            events: vec![
                called(2, CHECK_PRECONDITION, vec![]),
                saw(2, false, 1.0),
                saw(4, true, 2.0),
                called(5, CHECK_VALUE, first),
                saw(5, false, 1.0),
                saw(4, true, 1.0),
                called(5, CHECK_VALUE, second),
                saw(5, false, 1.0),
                saw(4, false, 1.0),
            ],
        }
    }

    fn iteration(number: usize) -> Activation {
        let mut calls = Vec::new();
        for event in two_iterations().events {
            if let Event::Call { node: 5, activation } = event {
                calls.push(activation);
            }
        }
        calls.remove(number - 1)
    }

    const GET_5: [Site; 1] = [Site { method: GET, node: 5 }];

    #[test]
    fn listing_1_and_the_introduction() {
        close(branch_distance(Operator::Equal, (-20.0_f64 - 3.0).abs(), 123.0, 1.0), 101.0);
        close(branch_distance(Operator::NotEqual, (-20.0_f64 - 3.0).abs(), 123.0, 1.0), 0.0);
        close(branch_distance(Operator::Equal, 3.0, 123.0, 0.0), 120.0);
        close(branch_distance(Operator::Equal, (-100.0_f64 - 23.0).abs(), 123.0, 1.0), 0.0);
    }

    #[test]
    fn approach_level_of_node_5_is_2_after_branch_2_3() {
        let run = Activation {
            method: GET,
            events: vec![called(2, CHECK_PRECONDITION, vec![]), saw(2, true, 1.0)],
        };
        close(normalised_branch_distance(&get(), branch(5, true), &run, &AS_PRINTED), 2.5);
    }

    #[test]
    fn listing_5_has_a_distance_for_each_call_site() {
        let x: f64 = 0.0;
        let first = branch_distance(Operator::Less, x, 1.0, 1.0);
        let second = branch_distance(Operator::Less, 2_f64.powf(x), 1.0, 1.0);
        close(minimum(&[first, second]), 0.0);
        close(second, 1.0);
        let example = Method {
            nodes: vec![
                stop(),
                stop(),
                flag_on(3, 3, 1, false, &[]),
                flag_on(4, 4, 1, false, &[]),
                constant(false, &[]),
            ],
        };
        let is_flag = Method {
            nodes: vec![
                test_on(1, 2, &[]),
                constant(true, &[(0, true)]),
                constant(false, &[(0, false)]),
            ],
        };
        let program = Program { methods: vec![example, is_flag] };
        let run = [Activation {
            method: 0,
            events: vec![
                called(2, 1, vec![saw(0, true, 1.0)]),
                saw(2, true, 1.0),
                called(3, 1, vec![saw(0, false, second)]),
                saw(3, false, 1.0),
            ],
        }];
        let rct = RuntimeContextTable::new(&run);
        let b_if = FlagBranch { callee: 1, value: true };
        close(
            branch_fitness_if(&program, b_if, &[Site { method: 0, node: 2 }], &rct, &AS_PRINTED),
            0.0,
        );
        // norm(1) at line 9 of Algorithm 2, normalised again at line 12 of Algorithm 1.
        close(
            branch_fitness_if(&program, b_if, &[Site { method: 0, node: 3 }], &rct, &AS_PRINTED),
            0.5 / 1.5,
        );
    }

    #[test]
    fn table_1() {
        let rules = AS_PRINTED;
        printed(
            normalised_branch_distance(&check_value(), branch(5, true), &iteration(1), &rules),
            0.99,
        );
        printed(
            normalised_branch_distance(&check_value(), branch(5, true), &iteration(2), &rules),
            1.5,
        );
        let last = Rules { tie: Merge::Last, ..AS_PRINTED };
        printed(
            normalised_branch_distance(&check_value(), branch(5, true), &iteration(2), &last),
            1.99,
        );
    }

    #[test]
    fn table_1_does_not_follow_from_the_branch_distances() {
        // With K = 1 as in 3.3, then K = 0.
        close(normalise(branch_distance(Operator::Equal, 1.0, 0.0, 1.0)), 2.0 / 3.0);
        close(normalise(branch_distance(Operator::Equal, 1.0, 0.0, 0.0)), 1.0 / 2.0);
        close(
            normalise(branch_distance(Operator::GreaterOrEqual, 0.0, 2.0 + 100.0, 1.0)),
            103.0 / 104.0,
        );
        close(
            normalise(branch_distance(Operator::GreaterOrEqual, 0.0, 2.0 + 100.0, 0.0)),
            102.0 / 103.0,
        );
        close(
            normalise(branch_distance(Operator::GreaterOrEqual, 0.0, 1.0 + 100.0, 0.0)),
            101.0 / 102.0,
        );
    }

    #[test]
    fn the_required_branch_of_check_value_is_5_6() {
        let true_needed = identify_required_branches(&check_value(), true, &AS_PRINTED);
        assert_eq!(true_needed, [Required::Branch(branch(5, true))]);
        let false_needed = identify_required_branches(&check_value(), false, &AS_PRINTED);
        assert_eq!(
            false_needed,
            [Required::Branch(branch(4, false)), Required::Branch(branch(5, false))]
        );
    }

    #[test]
    fn the_two_readings_of_required_branches_differ_after_a_join() {
        // if (x) { log } return true;
        let method = Method {
            nodes: vec![test_on(1, 2, &[]), node(End::Goto(2), &[(0, true)]), constant(true, &[])],
        };
        let by_path = identify_required_branches(&method, true, &AS_PRINTED);
        assert_eq!(
            by_path,
            [Required::Branch(branch(0, false)), Required::Branch(branch(0, true))]
        );
        let rules = Rules { required: RequiredBy::ControlDependence, ..AS_PRINTED };
        assert_eq!(identify_required_branches(&method, true, &rules), []);
    }

    #[test]
    fn traces_of_section_3_3() {
        let run = [two_iterations()];
        let rct = RuntimeContextTable::new(&run);
        assert_eq!(
            rct.traces(&GET_5, &AS_PRINTED),
            [vec![vec![2, 4, 5]], vec![vec![2, 4, 5, 4, 5]]]
        );
    }

    #[test]
    fn algorithm_1_on_the_example_of_3_4_and_3_5() {
        let run = [two_iterations()];
        let rct = RuntimeContextTable::new(&run);
        let b_if = flag_branch(&get(), branch(5, true)).expect("node 5 calls checkValue");
        let (first, by_3, by_4) = (100.0 / 101.0, 1.0 + 1.0 / 2.0, 1.0 + 101.0 / 102.0);
        // 3.5 has 0.99 and 1.5.
        let expected = 2.0 / (1.0 / first + 1.0 / by_3);
        close(
            branch_fitness_if(&program(), b_if, &GET_5, &rct, &AS_PRINTED),
            expected / (1.0 + expected),
        );
        // 3.4 has 0.99 and 1.99.
        let expected = 2.0 / (1.0 / first + 1.0 / by_4);
        let last = Rules { tie: Merge::Last, ..AS_PRINTED };
        close(
            branch_fitness_if(&program(), b_if, &GET_5, &rct, &last),
            expected / (1.0 + expected),
        );
    }

    #[test]
    fn equation_3_has_its_two_properties() {
        close(aggregate(&[3.0, 0.0, 7.0], f64::NAN), 0.0);
        assert!(aggregate(&[3.0, 1e-9, 7.0], f64::NAN) < 1e-8);
        close(aggregate(&[1.0, 1.0, 2.0], f64::NAN), 1.2);
    }

    #[test]
    fn equation_4_is_the_derivative_and_favours_the_smallest() {
        let distances = [0.99, 1.5, 1.99];
        for i in 0..3 {
            let mut moved = distances;
            moved[i] += 1e-6;
            let slope = (aggregate(&moved, 0.0) - aggregate(&distances, 0.0)) / 1e-6;
            assert!((slope - derivative(&distances, i)).abs() < 1e-5);
        }
        assert!(derivative(&distances, 0) > derivative(&distances, 1));
        assert!(derivative(&distances, 1) > derivative(&distances, 2));
    }

    #[test]
    fn a_set_counts_equal_iterations_once() {
        let mut set = Vec::new();
        let mut list = Vec::new();
        for value in [1.0, 1.0, 2.0] {
            union(&mut set, value, &AS_PRINTED);
            union(&mut list, value, &Rules { collection: Collection::List, ..AS_PRINTED });
        }
        close(aggregate(&set, 0.0), 4.0 / 3.0);
        close(aggregate(&list, 0.0), 1.2);
    }

    /// The target calls `outer` at node 0 in a loop. `outer` is `if (inner()) return true; return
    /// false;`, `inner` is `if (..) return true; return false;`.
    fn nested() -> Program {
        let target = Method { nodes: vec![flag_on(1, 0, 1, false, &[(0, false)]), stop()] };
        let returning = |flag| Method {
            nodes: vec![
                node(End::Branch { on_true: 1, on_false: 2, flag }, &[]),
                constant(true, &[(0, true)]),
                constant(false, &[(0, false)]),
            ],
        };
        Program {
            methods: vec![
                target,
                returning(Some(FlagCall { callee: 2, negated: false })),
                returning(None),
            ],
        }
    }

    fn outer_iteration(distance: f64) -> [Event; 2] {
        let inner = called(0, 2, vec![saw(0, false, distance)]);
        [called(0, 1, vec![inner, saw(0, false, 1.0)]), saw(0, false, 1.0)]
    }

    #[test]
    fn line_6_pools_the_inner_iterations_of_all_outer_iterations() {
        let mut events = Vec::new();
        events.extend(outer_iteration(1.0));
        events.extend(outer_iteration(3.0));
        let run = [Activation { method: 0, events }];
        let rct = RuntimeContextTable::new(&run);
        let b_if = FlagBranch { callee: 1, value: true };
        let wcc = [Site { method: 0, node: 0 }];
        let (one, three): (f64, f64) = (0.5, 0.75);
        // The traces of the two inner calls in their caller are both <0>: one key.
        close(
            branch_fitness_if(&nested(), b_if, &wcc, &rct, &AS_PRINTED),
            normalise(normalise(one)),
        );
        // With keys that tell the iterations apart, both outer iterations receive the mean of both
        // inner ones.
        let whole = Rules { trace: TraceOf::WholeStack, ..AS_PRINTED };
        let mean = 2.0 / (1.0 / one + 1.0 / three);
        close(branch_fitness_if(&nested(), b_if, &wcc, &rct, &whole), normalise(normalise(mean)));
        // If each outer iteration pools its own inner ones, the values are normalised before they
        // are aggregated.
        let own = Rules { pooled: Scope::Trace, ..whole };
        let mean = 2.0 / (1.0 / normalise(one) + 1.0 / normalise(three));
        close(branch_fitness_if(&nested(), b_if, &wcc, &rct, &own), normalise(mean));
    }

    #[test]
    fn line_3_asks_for_the_other_result_of_a_returned_call() {
        let target = Method { nodes: vec![flag_on(1, 1, 1, false, &[]), stop()] };
        let is_flag = Method {
            nodes: vec![node(
                End::Return(Returned::Call(FlagCall { callee: 2, negated: false })),
                &[],
            )],
        };
        let is_flag_2 = Method {
            nodes: vec![
                test_on(1, 2, &[]),
                constant(true, &[(0, true)]),
                constant(false, &[(0, false)]),
            ],
        };
        let program = Program { methods: vec![target, is_flag, is_flag_2] };
        let run = [Activation {
            method: 0,
            events: vec![
                called(0, 1, vec![called(0, 2, vec![saw(0, false, 4.0)])]),
                saw(0, false, 1.0),
            ],
        }];
        let rct = RuntimeContextTable::new(&run);
        let b_if = FlagBranch { callee: 1, value: true };
        let fitness =
            branch_fitness_if(&program, b_if, &[Site { method: 0, node: 0 }], &rct, &AS_PRINTED);
        close(fitness, normalise(normalise(normalise(4.0))));
    }

    #[test]
    fn nothing_observed_is_the_open_point() {
        let run = [Activation { method: 0, events: vec![] }];
        let rct = RuntimeContextTable::new(&run);
        let b_if = FlagBranch { callee: 1, value: true };
        let wcc = [Site { method: 0, node: 0 }];
        close(branch_fitness_if(&nested(), b_if, &wcc, &rct, &AS_PRINTED), 1.0);
        let rules = Rules { no_iteration: 3.0, ..AS_PRINTED };
        close(branch_fitness_if(&nested(), b_if, &wcc, &rct, &rules), 0.75);
    }
}
