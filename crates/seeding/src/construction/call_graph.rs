//! Enumeration of access paths in the call graph of a class.

use super::access_path::{AccessPaths, Hops, PathLimits};
use super::node::Site;
use crate::search::distances;
use crate::sort::sort;
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
        let mut walk = Walk::new(&sites, calls.len(), limits);
        let number = |start| walk.methods.binary_search(&start).ok();
        let mut starts: Vec<usize> = starts.into_iter().filter_map(number).collect();
        sort(&mut starts);
        starts.dedup();
        // A shortest path of each start first. If all paths of one start came before those of the
        // next, one start with many paths could use up the limit.
        for start in starts {
            walk.list_shortest(start);
        }
        for listed in 0..walk.paths.len() {
            walk.list_others(listed);
        }
        let Walk { methods, mut paths, is_complete, .. } = walk;
        sort(&mut paths);
        let mut starts: Vec<Function> = paths.iter().map(|path| methods[path[0]]).collect();
        starts.dedup();
        let paths = paths.iter().map(|path| path.iter().map(|&at| methods[at]).collect()).collect();
        Self { paths, starts, is_complete, sites }
    }
}

/// A search for access paths. Methods are numbered densely, in their order.
struct Walk {
    /// The methods of the class that call or access, and those that they call.
    methods: Vec<Function>,
    /// By method: `None` first if it accesses the attribute, then the methods that it calls,
    /// ascending.
    ways: Vec<Vec<Option<usize>>>,
    /// By method: the number of calls on a shortest path to an access; `usize::MAX` if there is no
    /// path.
    near: Vec<usize>,
    /// The number of methods from which an access can be reached.
    reaching: usize,
    /// By method: `true` if it is on the path that is being made.
    on_path: Vec<bool>,
    /// The limits that the caller passed.
    limits: PathLimits,
    /// The number of hops that may still be followed.
    steps_left: usize,
    /// The paths that were listed.
    paths: Vec<Vec<usize>>,
    /// `true` if the limits left nothing out.
    is_complete: bool,
}

impl Walk {
    /// Creates a search that has listed nothing, in a class with a number of calls.
    fn new(sites: &Hops, calls: usize, limits: PathLimits) -> Self {
        let ends = sites.iter().flat_map(|&((method, callee), _)| [Some(method), callee]);
        let mut methods: Vec<Function> = ends.flatten().collect();
        sort(&mut methods);
        methods.dedup();
        let number = |method| methods.partition_point(|&other| other < method);
        let mut ways = vec![Vec::new(); methods.len()];
        let mut edges = Vec::new();
        for &((method, callee), _) in sites {
            let (method, callee) = (number(method), callee.map(number));
            ways[method].push(callee);
            edges.extend(callee.map(|callee| (method, callee)));
        }
        let accesses = |method: usize| ways[method].first() == Some(&None);
        let near = distances(methods.len(), edges.into_iter(), accesses);
        let most = limits.paths.saturating_mul(limits.methods);
        Self {
            reaching: near.iter().filter(|&&near| near != usize::MAX).count(),
            on_path: vec![false; methods.len()],
            methods,
            ways,
            near,
            limits,
            steps_left: calls.saturating_add(most).saturating_mul(64),
            paths: Vec::new(),
            is_complete: true,
        }
    }

    /// Lists a shortest path from a method, if there is one within the limits.
    fn list_shortest(&mut self, start: usize) {
        if !self.can_enter(start, 0) {
            return;
        }
        if self.paths.len() >= self.limits.paths {
            self.is_complete = false;
            return;
        }
        // From a method that does not access the attribute itself, the first call that comes nearer.
        let next = |&method: &usize| {
            let rest = self.near[method].checked_sub(1)?;
            self.ways[method].iter().flatten().copied().find(|&callee| self.near[callee] == rest)
        };
        self.paths.push(core::iter::successors(Some(start), next).collect());
    }

    /// Lists all paths within the limits that begin as the path number `listed` does, except this
    /// path itself.
    ///
    /// This is a depth-first search for simple paths. It enters only methods from which an access
    /// can still be reached within the limit of methods; without this check it would walk through
    /// all of the class.
    fn list_others(&mut self, listed: usize) {
        let start = self.paths[listed][0];
        let mut path = vec![start];
        // The next way on from each method of the path. A recursive search would overflow the stack
        // on a long chain of calls.
        let mut tried = vec![0];
        self.on_path[start] = true;
        while let (Some(&method), Some(way)) = (path.last(), tried.last_mut()) {
            let Some(&callee) = self.ways[method].get(*way) else {
                path.pop();
                tried.pop();
                self.on_path[method] = false;
                continue;
            };
            *way += 1;
            if self.steps_left == 0 {
                self.is_complete = false;
                break;
            }
            // The budget also bounds hops that lead to no new path, of which there may be
            // exponentially many: the remaining methods may reach an access only through methods
            // that are on the path already.
            self.steps_left -= 1;
            match callee {
                None if path == self.paths[listed] => {}
                None if self.paths.len() >= self.limits.paths => {
                    self.is_complete = false;
                    break;
                }
                None => self.paths.push(path.clone()),
                // A path visits each method once: a path that calls a method again reaches no
                // access that a shorter path does not reach.
                Some(callee) if !self.on_path[callee] && self.can_enter(callee, path.len()) => {
                    self.on_path[callee] = true;
                    path.push(callee);
                    tried.push(0);
                }
                Some(_) => {}
            }
        }
        for method in path {
            self.on_path[method] = false;
        }
    }

    /// Returns `true` if a path that has `before` methods and goes on with `method` can reach an
    /// access within the limit of methods.
    fn can_enter(&mut self, method: usize, before: usize) -> bool {
        let near = self.near[method];
        if near == usize::MAX {
            return false;
        }
        let fits = before.saturating_add(near) < self.limits.methods;
        // No path has more methods than there are methods that reach the attribute. So a limit of
        // that number leaves nothing out.
        self.is_complete &= fits || self.limits.methods >= self.reaching;
        fits
    }
}
