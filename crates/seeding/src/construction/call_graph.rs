//! Enumeration of access paths in the call graph of a class.

use super::access_path::{AccessPaths, Hops, PathLimits};
use super::node::Site;
use crate::numbers::{NumberMap, NumberSet};
use crate::sort::sort;
use alloc::collections::VecDeque;
use alloc::collections::btree_map::Entry;
use alloc::vec;
use alloc::vec::Vec;
use sbst::id::Function;

impl AccessPaths {
    /// Creates the access paths of an attribute: the paths from methods that a test can call to
    /// methods that access the attribute.
    ///
    /// - `calls` are the calls in the class and its superclasses, each with the method that it
    ///   calls. If a call may reach several methods, such as overriding ones, list it once for each
    ///   method.
    /// - `starts` are the methods of the class and its superclasses that a test can call. Other
    ///   methods of a path may be private.
    /// - `accesses` are the sites that set the attribute, or the sites that get it.
    ///
    /// A path is a sequence of different methods of which each calls the next one, and the last one
    /// accesses the attribute. If a method calls the next one at several sites, this is one path
    /// with all these sites; OBJ does not treat several sites.
    ///
    /// There may be exponentially many paths; `limits` bounds their number. If there are more, a
    /// shortest path of each start is kept, and then further paths, start by start. So a start that
    /// has a path within `limits.methods` is left out only if there are more such starts than
    /// `limits.paths`. The result is sorted by methods.
    ///
    /// Time O(e log e + p m log p) for e calls and accesses, at most p paths, and at most m methods
    /// in each path. The search follows at most 64 (c + p m) calls, for c calls in the class; if it
    /// needs more, [`is_complete`](Self::is_complete) is `false`.
    ///
    /// Source: OBJ, section 3.2.2. The limits are this crate's. The example is a class with the
    /// calls and scores of Figure 6:
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst_seeding::construction::{AccessPaths, Counted, PathLimits, Site};
    ///
    /// // m1(v) { if v > 0 { m2(v) }; m3(v) }    m2(v) { m3(v) }
    /// // m3(v) { self.f = v }                   m4() { self.f = 0 }
    /// let (mut flow, mut code) = (FlowGraph::new(), DependenceGraph::new());
    /// let m1 = flow.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let [m2, m3, m4] = [(); 3].map(|()| flow.add(&FlowBuilder::new().exit(0)));
    /// let [m2, m3, m4] = [m2?, m3?, m4?];
    /// let [v1, v2, v3] = [(); 3].map(|()| code.add(InstructionKind::Parameter(0), []));
    /// let zero = code.add(InstructionKind::Other, []);
    /// let mut calls = Vec::new();
    /// let sites = [(m1, 1, v1, m2), (m1, 2, v1, m3), (m2, 0, v2, m3)];
    /// for (method, block, given, callee) in sites {
    ///     let call = code.add(InstructionKind::Call, [(Role::Argument(0), given)]);
    ///     let block = flow.block(method, block);
    ///     calls.push((Site { method, block, instruction: call }, callee));
    /// }
    /// let writes = [(m3, v3), (m4, zero)].map(|(method, instruction)| {
    ///     Site { method, block: flow.entry(method), instruction }
    /// });
    ///
    /// let starts = [m1, m2, m3, m4];
    /// let paths = AccessPaths::of(&calls, starts, writes, PathLimits::default());
    /// let all = [vec![m1, m2, m3], vec![m1, m3], vec![m2, m3], vec![m3], vec![m4]];
    /// assert_eq!(paths.paths, all);
    /// let scores = paths.scores(&code, &flow, Counted::PUBLISHED)?;
    /// assert_eq!(scores, [5.0 / 3.0, 2.0, 2.0, 2.0, 1.0]);
    /// let sampling = paths.sampling(&scores);
    /// assert_eq!(sampling.probabilities(), [2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
    /// assert_eq!(sampling.pick(0.9).map(|at| paths.starts[at]), Some(m4));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(
        calls: &[(Site, Function)],
        starts: impl IntoIterator<Item = Function>,
        accesses: impl IntoIterator<Item = Site>,
        limits: PathLimits,
    ) -> Self {
        let mut all: Vec<_> =
            calls.iter().map(|&(site, callee)| ((site.method, Some(callee)), site)).collect();
        all.extend(accesses.into_iter().map(|site| ((site.method, None), site)));
        sort(&mut all);
        all.dedup();
        // OBJ, 3.2.2: the call graph of the class. Parallel calls are one edge, or each would make
        // a path of its own.
        let by_hop = all.chunk_by(|one, other| one.0 == other.0);
        let sites: Hops =
            by_hop.map(|of_hop| (of_hop[0].0, of_hop.iter().map(|row| row.1).collect())).collect();
        let steps_left = calls
            .len()
            .saturating_add(limits.paths.saturating_mul(limits.methods))
            .saturating_mul(64);
        let mut walk = Walk {
            near: distances(&sites),
            sites: &sites,
            limits,
            steps_left,
            paths: Vec::new(),
            is_complete: true,
        };
        // A shortest path of each start first. If all paths of one start came before those of the
        // next, one start with many paths could use up the limit.
        let mut shortest = Vec::new();
        let mut starts: Vec<Function> = starts.into_iter().collect();
        sort(&mut starts);
        starts.dedup();
        for start in starts {
            shortest.extend(walk.shortest(start));
        }
        for path in &shortest {
            walk.from(path);
        }
        let Walk { mut paths, is_complete, .. } = walk;
        sort(&mut paths);
        let mut starts: Vec<Function> =
            paths.iter().filter_map(|path| path.first().copied()).collect();
        starts.dedup();
        Self { paths, starts, is_complete, sites }
    }
}

/// Returns the hops from a method: `None` first if it accesses the attribute, then the methods that
/// it calls, ascending.
fn ways(sites: &Hops, method: Function) -> impl Iterator<Item = Option<Function>> {
    let first = sites.partition_point(|&(hop, _)| hop.0 < method);
    sites[first..]
        .iter()
        .map(|&(hop, _)| hop)
        .take_while(move |hop| hop.0 == method)
        .map(|hop| hop.1)
}

/// Returns, for each method, the number of methods on a shortest path to an access, including both
/// ends. Methods without such a path are missing. Time O(n log n) for n hops.
fn distances(sites: &Hops) -> NumberMap {
    let (mut near, mut queue) = (NumberMap::new(), VecDeque::new());
    // Pairs of callee and caller, sorted by callee.
    let mut callers: Vec<(u32, u32)> = Vec::new();
    for &((method, callee), _) in sites {
        match callee {
            Some(callee) => callers.push((callee.number(), method.number())),
            None => {
                near.insert(method.number().into(), 1);
                queue.push_back((method.number(), 1));
            }
        }
    }
    sort(&mut callers);
    // Breadth first from the methods that access, against the direction of the calls: the first
    // visit of a method has its least distance.
    while let Some((method, length)) = queue.pop_front() {
        let first = callers.partition_point(|&(callee, _)| callee < method);
        for &(_, caller) in callers[first..].iter().take_while(|&&(callee, _)| callee == method) {
            if let Entry::Vacant(new) = near.entry(caller.into()) {
                new.insert(length + 1);
                queue.push_back((caller, length + 1));
            }
        }
    }
    near
}

/// The state of the search for paths.
struct Walk<'a> {
    /// The edges of the call graph.
    sites: &'a Hops,
    /// For each method, the number of methods on a shortest path to an access.
    near: NumberMap,
    /// The limits of the caller.
    limits: PathLimits,
    /// Number of hops that the search may still look at.
    steps_left: usize,
    /// The paths found so far.
    paths: Vec<Vec<Function>>,
    /// `false` once a path may have been left out.
    is_complete: bool,
}

impl Walk<'_> {
    /// Returns the number of methods on a shortest path from a method to an access; `None` if there
    /// is no such path.
    fn near(&self, method: Function) -> Option<u32> {
        self.near.get(&method.number().into()).copied()
    }

    /// Lists a shortest path from a method, and returns it; `None` if there is none within the
    /// limits.
    fn shortest(&mut self, start: Function) -> Option<Vec<Function>> {
        if !self.can_enter(start, 0) {
            return None;
        }
        if self.paths.len() >= self.limits.paths {
            self.is_complete = false;
            return None;
        }
        // From a method that does not access the attribute itself, the first call that comes nearer.
        let next = |&method: &Function| {
            let rest = self.near(method)? - 1;
            ways(self.sites, method).flatten().find(|&callee| self.near(callee) == Some(rest))
        };
        let path: Vec<Function> = core::iter::successors(Some(start), next).collect();
        self.paths.push(path.clone());
        Some(path)
    }

    /// Lists all paths within the limits from the first method of `listed`, except `listed` itself,
    /// which is in the list already.
    ///
    /// This is a depth-first search for simple paths. It enters only methods from which an access
    /// can still be reached within the limit of methods; without this check it would walk through
    /// all of the class.
    fn from(&mut self, listed: &[Function]) {
        let sites = self.sites;
        let mut path = vec![listed[0]];
        // The remaining ways on from each method of the path. A recursive search would overflow the
        // stack on a long chain of calls.
        let mut left = vec![ways(sites, listed[0])];
        let mut on_path = NumberSet::default();
        on_path.insert(listed[0].number().into());
        while let Some(ways_left) = left.last_mut() {
            let Some(callee) = ways_left.next() else {
                left.pop();
                if let Some(method) = path.pop() {
                    on_path.remove(method.number().into());
                }
                continue;
            };
            if self.steps_left == 0 {
                self.is_complete = false;
                return;
            }
            // The budget also bounds hops that lead to no new path, of which there may be
            // exponentially many: the remaining methods may reach an access only through methods
            // that are on the path already.
            self.steps_left -= 1;
            match callee {
                None if path == listed => {}
                None if self.paths.len() >= self.limits.paths => {
                    self.is_complete = false;
                    return;
                }
                None => self.paths.push(path.clone()),
                // A path visits each method once: a path that calls a method again reaches no
                // access that a shorter path does not reach.
                Some(callee)
                    if !on_path.contains(callee.number().into())
                        && self.can_enter(callee, path.len()) =>
                {
                    on_path.insert(callee.number().into());
                    path.push(callee);
                    left.push(ways(sites, callee));
                }
                Some(_) => {}
            }
        }
    }

    /// Returns `true` if a path that has `before` methods and goes on with `method` can reach an
    /// access within the limit of methods.
    fn can_enter(&mut self, method: Function, before: usize) -> bool {
        let Some(near) = self.near(method) else { return false };
        let fits = before.saturating_add(near as usize) <= self.limits.methods;
        // No path has more methods than there are methods that reach the attribute. So a limit of
        // that number leaves nothing out.
        self.is_complete &= fits || self.limits.methods >= self.near.len();
        fits
    }
}
