//! The call graph of a class, and the paths in it that end with an access of an attribute.

use super::access_path::{AccessPaths, Hop};
use crate::id::{Block, Function, Instruction};
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec;
use alloc::vec::Vec;

/// A site in a method: code that calls another method, or that sets or gets an attribute.
///
/// ```
/// use sbst::id::{Block, Function, Instruction};
/// use sbst::seeding::construction::Site;
///
/// let call = Site::new(Function::new(3), Block::new(7), Instruction::new(12));
/// assert_eq!(call.block, Block::new(7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Site {
    /// The method that it belongs to.
    pub method: Function,
    /// The block that it belongs to.
    pub block: Block,
    /// The instruction: of a call, the call itself; of a setter, the instruction that writes, with the value (and, for an element, the
    /// index) as operands; of a getter, the read. A setter of a field may also be told by the value that it writes.
    pub instruction: Instruction,
}

impl Site {
    /// Creates a site.
    #[must_use]
    pub const fn new(method: Function, block: Block, instruction: Instruction) -> Self {
        Self { method, block, instruction }
    }
}

/// The methods that call each other in a class and its superclasses.
///
/// The caller fills it once for each class, and asks for the [`paths`](Self::paths) of each attribute. Which methods a call may reach,
/// such as overriding ones, is for the caller to say: each is one call.
///
/// Source: OBJ, section 3.2.2. A class with the calls and scores of Figure 6:
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::seeding::construction::{
///     CallGraph, Counted, DependenceGraph, InstructionKind, PathLimits, Site, Role,
/// };
///
/// // m1(v) { if v > 0 { m2(v) }; m3(v) }    m2(v) { m3(v) }
/// // m3(v) { self.f = v }                   m4() { self.f = 0 }
/// let (mut flow, mut code) = (FlowGraph::new(), DependenceGraph::new());
/// let m1 = flow.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// let [m2, m3, m4] = [(); 3].map(|()| flow.add(&FlowBuilder::new().exit(0)));
/// let [m2, m3, m4] = [m2?, m3?, m4?];
/// let [v1, v2, v3] = [(); 3].map(|()| code.add(InstructionKind::Parameter(0), []));
/// let zero = code.add(InstructionKind::Other, []);
/// let mut calls = CallGraph::new();
/// let sites = [(m1, 1, v1, m2), (m1, 2, v1, m3), (m2, 0, v2, m3)];
/// for (method, block, given, callee) in sites {
///     let call = code.add(InstructionKind::Call, [(Role::Argument(0), given)]);
///     calls.call(Site::new(method, flow.block(method, block), call), callee);
/// }
/// let writes = [(m3, v3), (m4, zero)]
///     .map(|(method, value)| Site::new(method, flow.entry(method), value));
///
/// let paths = calls.paths([m1, m2, m3, m4], writes, PathLimits::default());
/// let methods = paths.iter().map(|path| path.methods().collect());
/// let methods: Vec<Vec<_>> = methods.collect();
/// let all = [vec![m1, m2, m3], vec![m1, m3], vec![m2, m3], vec![m3], vec![m4]];
/// assert_eq!(methods, all);
/// let scores = paths.scores(&code, &flow, Counted::PUBLISHED)?;
/// assert_eq!(scores, [5.0 / 3.0, 2.0, 2.0, 2.0, 1.0]);
/// let sampling = paths.sampling(&scores);
/// assert_eq!(sampling.probabilities(), [2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
/// assert_eq!(sampling.pick(0.9).map(|at| paths.starts()[at]), Some(m4));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct CallGraph {
    calls: Vec<(Site, Function)>,
}

impl CallGraph {
    /// Creates a call graph without calls.
    #[must_use]
    pub const fn new() -> Self {
        Self { calls: Vec::new() }
    }

    /// Adds a call of a method.
    pub fn call(&mut self, site: Site, callee: Function) -> &mut Self {
        self.calls.push((site, callee));
        self
    }

    /// Returns the paths from methods that a test can call to methods that access an attribute.
    ///
    /// `starts` are the methods of the class and its superclasses that a test can call; the methods between may be private. `accesses` are
    /// the sites that set the attribute, or those that get it. A path is a sequence of different methods, each of which calls the next
    /// one; the last one accesses the attribute. A method that calls the next one at several sites counts once, with all sites; OBJ is
    /// silent on several sites.
    ///
    /// The paths come by start, ascending, and depth first. There may be exponentially many; [`PathLimits`] bounds their number, and the
    /// time to O(e log e + p m log p) for e calls and accesses, at most p paths, and at most m methods in each, with a factor of at most
    /// 64. If there are more paths than the limit, a shortest path of each start is listed first, so that no start is left out as long as
    /// there are not more starts than paths; then further paths, start by start.
    #[must_use]
    pub fn paths(
        &self,
        starts: impl IntoIterator<Item = Function>,
        accesses: impl IntoIterator<Item = Site>,
        limits: PathLimits,
    ) -> AccessPaths {
        let starts: BTreeSet<Function> = starts.into_iter().collect();
        let mut paths = AccessPaths { hops: Vec::new(), paths: Vec::new(), starts: Vec::new(), is_complete: true };
        // By caller and callee, where `None` is the attribute: as it comes first, a path ends before it goes on.
        let mut by_ends: BTreeMap<(Function, Option<Function>), Vec<Site>> = BTreeMap::new();
        for &(site, callee) in &self.calls {
            by_ends.entry((site.method, Some(callee))).or_default().push(site);
        }
        for site in accesses {
            by_ends.entry((site.method, None)).or_default().push(site);
        }
        let mut callees: BTreeMap<Function, Vec<(Option<Function>, u32)>> = BTreeMap::new();
        let mut callers: BTreeMap<Function, Vec<Function>> = BTreeMap::new();
        for ((method, callee), mut sites) in by_ends {
            callees.entry(method).or_default().push((callee, paths.hops.len() as u32));
            if let Some(callee) = callee {
                callers.entry(callee).or_default().push(method);
            }
            sites.sort_unstable();
            sites.dedup();
            paths.hops.push(Hop { method, sites });
        }
        let near = distances(&callees, &callers);
        let mut walk = Walk { callees: &callees, near: &near, limits, steps_left: 0, paths: &mut paths };
        walk.steps_left = self.calls.len().saturating_add(limits.paths.saturating_mul(limits.methods)).saturating_mul(64);
        // A budget spent start by start alone would go to the first start, if that has many paths.
        let onwards = walk.onwards();
        let shortest: Vec<_> = starts.into_iter().filter_map(|start| Some((start, walk.shortest(start, &onwards)?))).collect();
        for (start, shortest) in &shortest {
            walk.from(*start, shortest);
        }
        // Hops are numbered by method and callee: this is by start, and depth first.
        paths.paths.sort_unstable();
        paths.starts = paths.iter().filter_map(|path| path.methods().next()).collect();
        paths.starts.dedup();
        paths
    }
}

/// The number of methods from each method to one that accesses, both included; methods that reach none are missing.
fn distances(
    callees: &BTreeMap<Function, Vec<(Option<Function>, u32)>>,
    callers: &BTreeMap<Function, Vec<Function>>,
) -> BTreeMap<Function, usize> {
    let accessing = callees.iter().filter(|(_, ways)| ways.first().is_some_and(|&(callee, _)| callee.is_none()));
    let mut near: BTreeMap<Function, usize> = accessing.map(|(&method, _)| (method, 1)).collect();
    let mut queue: VecDeque<(Function, usize)> = near.iter().map(|(&method, &length)| (method, length)).collect();
    while let Some((method, length)) = queue.pop_front() {
        for &caller in callers.get(&method).into_iter().flatten() {
            if let alloc::collections::btree_map::Entry::Vacant(new) = near.entry(caller) {
                new.insert(length + 1);
                queue.push_back((caller, length + 1));
            }
        }
    }
    near
}

/// A search for paths, depth first, without recursion.
struct Walk<'a> {
    callees: &'a BTreeMap<Function, Vec<(Option<Function>, u32)>>,
    near: &'a BTreeMap<Function, usize>,
    limits: PathLimits,
    steps_left: usize,
    paths: &'a mut AccessPaths,
}

impl Walk<'_> {
    /// For each method that reaches the attribute: the first call on a shortest path there, or the access.
    fn onwards(&self) -> BTreeMap<Function, (Option<Function>, u32)> {
        let onwards = self.near.iter().filter_map(|(method, length)| {
            let mut ways = self.callees.get(method)?.iter();
            let rest = |callee: Option<Function>| callee.map_or(Some(0), |callee| self.near.get(&callee).copied());
            let way = ways.find(|&&(callee, _)| rest(callee).is_some_and(|rest| rest + 1 == *length))?;
            Some((*method, *way))
        });
        onwards.collect()
    }

    /// Lists a shortest path from a method, if there is one within the limits.
    fn shortest(&mut self, start: Function, onwards: &BTreeMap<Function, (Option<Function>, u32)>) -> Option<Vec<u32>> {
        if !self.can_enter(start, 0) {
            return None;
        }
        if self.paths.paths.len() >= self.limits.paths {
            self.paths.is_complete = false;
            return None;
        }
        let mut path = Vec::new();
        let mut method = Some(start);
        while let Some(&(callee, hop)) = method.and_then(|method| onwards.get(&method)) {
            path.push(hop);
            method = callee;
        }
        self.paths.paths.push(path.clone());
        Some(path)
    }

    /// Lists all paths from a method within the limits, except one that is listed.
    fn from(&mut self, start: Function, listed: &[u32]) {
        // The methods of the path, each with its next way on; and the ways taken.
        let mut stack = vec![(start, 0)];
        let mut taken: Vec<u32> = Vec::new();
        let mut on_path = BTreeSet::from([start]);
        while let Some((method, next)) = stack.last_mut() {
            let Some(&(callee, hop)) = self.callees.get(method).and_then(|ways| ways.get(*next)) else {
                on_path.remove(method);
                stack.pop();
                taken.pop();
                continue;
            };
            *next += 1;
            if self.steps_left == 0 {
                self.paths.is_complete = false;
                return;
            }
            self.steps_left -= 1;
            match callee {
                None if listed.split_last().is_some_and(|(&last, before)| last == hop && before == taken) => {}
                None if self.paths.paths.len() >= self.limits.paths => {
                    self.paths.is_complete = false;
                    return;
                }
                None => self.paths.paths.push(taken.iter().copied().chain([hop]).collect()),
                // A method that is called again adds nothing.
                Some(callee) if !on_path.contains(&callee) && self.can_enter(callee, stack.len()) => {
                    on_path.insert(callee);
                    stack.push((callee, 0));
                    taken.push(hop);
                }
                Some(_) => {}
            }
        }
    }

    /// Whether the attribute is accessed from a method, within the limit, after some other methods.
    fn can_enter(&mut self, method: Function, before: usize) -> bool {
        let Some(&near) = self.near.get(&method) else { return false };
        let fits = before.saturating_add(near) <= self.limits.methods;
        // A path has no more methods than there are.
        self.paths.is_complete &= fits || self.limits.methods >= self.callees.len();
        fits
    }
}

/// Limits for the enumeration of call paths. OBJ prints none.
///
/// ```
/// use sbst::seeding::construction::PathLimits;
///
/// let limits = PathLimits::default();
/// assert_eq!((limits.methods, limits.paths), (6, 1_000));
/// assert_eq!(limits.with_paths(10), PathLimits::new(6, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PathLimits {
    /// Greatest number of methods in a path. The default, 6, are five calls, as deep as slices go.
    pub methods: usize,
    /// Greatest number of paths; 1 000 by default.
    pub paths: usize,
}

impl PathLimits {
    /// Creates limits for the number of methods in a path, and for the number of paths.
    #[must_use]
    pub const fn new(methods: usize, paths: usize) -> Self {
        Self { methods, paths }
    }

    /// Sets the greatest number of methods in a path.
    #[must_use]
    pub const fn with_methods(self, methods: usize) -> Self {
        Self { methods, ..self }
    }

    /// Sets the greatest number of paths.
    #[must_use]
    pub const fn with_paths(self, paths: usize) -> Self {
        Self { paths, ..self }
    }
}

impl Default for PathLimits {
    fn default() -> Self {
        Self::new(6, 1_000)
    }
}
