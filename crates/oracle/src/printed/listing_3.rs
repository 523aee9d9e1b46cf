//! Listing 3 of the Basic Block Coverage paper, written slowly from the text of the paper alone.
//!
//! Source: P. Derakhshanfar, X. Devroey, A. Zaidman, "Basic Block Coverage for Search-based Unit
//! Testing and Crash Reproduction" (EMSE). Items that this file renders:
//!
//! * 2.1: a control dependent basic block of a target has one outgoing edge towards the target and
//!   another one away from it. The approach level of line 409 from block 403 is 2 in the example,
//!   so dependencies of dependencies count as well.
//! * 3.2: effective blocks, from the last control dependent block that both tests executed, or from
//!   the entry point, to the block of the target line.
//! * 3.2, lines 4 and 5: fully covered blocks, the effective blocks of which a test covers all
//!   statements.
//! * 3.2, lines 6 and 7: the closest semi-covered block, where a test covers the first line and not
//!   the last one.
//! * 3.3: "closest" is Dijkstra's shortest path from the semi-covered block to the target block.
//! * Listing 3, lines 9 to 17: the comparison. A value below 0 prefers test 1, a value above 0
//!   prefers test 2.
//! * 3.3.1 and 3.3.2: when the search asks for the comparison at all.
//!
//! The examples of the paper decide some points:
//!
//! * The line that throws counts as covered: test 1 stops at line 404, and it covers one line of
//!   block 404-406.
//! * The start of the path is effective: block 403 is the fully covered block of both tests in the
//!   example.
//! * The target block is effective: block `b0` of a branchless method is entry point, target and
//!   semi-covered at once.
//!
//! Open points. A field of [`Reading`] is named where there is a choice; `Reading::default()` is
//! what stands after "here":
//!
//! * silent: what "last" control dependent block means; here: the nearest one in steps of control
//!   dependence, as the approach level counts. [`Nearness`]. The last one in time cannot be told
//!   from coverage.
//! * contradictory: whether a control dependent block is covered when it is entered or when its
//!   predicate is evaluated. The example of 3.1 gives approach level 2 to tests that threw at lines
//!   404 and 405 of block 404-406, so block 404-406 is covered although its predicate, line 406,
//!   was not evaluated. The caller decides with `executed_predicates`; the examples below give the
//!   printed result under both readings.
//! * silent: several last control dependent blocks at the same distance; here: a path may begin at
//!   any of them. [`Ties`].
//! * silent: each test covers some control dependency and they have none in common (the paper says
//!   "do not cover any"); here: the entry point. [`NothingInCommon`].
//! * silent: a target block that depends on itself, in a loop; here: it is one of its own
//!   dependencies. [`OwnDependency`].
//! * silent: "the path" when there are many, and when there are loops; here: every block on any
//!   walk. [`Between`]. If the start is block 404-406 in the example, block 403 is effective only
//!   on a walk around the loop.
//! * silent: whether the two ends of the path always count, beyond the examples; here: both do.
//!   [`End`].
//! * silent: which lines of the target block count. `line` is an argument of every call in Listing
//!   3, and the text says "all of the statements in the block"; here: the whole block.
//!   [`TargetLines`].
//! * contradictory: the text stores one closest semi-covered block as SCB; Listing 3 names the
//!   function `semiCoveredBlocks`, chooses the closest in line 10, and 3.3 says that there are N of
//!   them (and gives line 12 as the place of the choice); here: SCB holds the closest only.
//!   [`SemiCovered`].
//! * silent: several semi-covered blocks at the same distance; here: all of them are in SCB, the
//!   sets are compared, and the covered lines of all of them are added. [`Ties`] again.
//! * silent: line 9 when neither test has a semi-covered block; here: the empty sets are equal and
//!   no line is covered, so line 13 returns 0. [`BothEmpty`]. The value is 0 on either reading,
//!   unless `EmptyMember::Vacuously` is chosen as well.
//! * silent: line 14 when SCB1 (or SCB2) is empty; here: it is no element of the other set. The
//!   words of scenario 2, "one of the tests throws an exception in an effective basic block", ask
//!   for a block. [`EmptyMember`].
//! * silent: the weights of Dijkstra's algorithm; here: each edge costs 1 ([`distances`]).
//! * silent: blocks without lines, as `Entry` and `Exit`; here: fully covered by every test. Both
//!   sets then hold the block, so no subset relation and no difference of sizes depends on it.
//! * silent: a block of one line whose line throws has its last line covered; here: by the
//!   definitions, it is fully covered and never semi-covered. See [`is_fully_covered`].
//! * silent: calls that cover different lines of a block; here: a number of lines, the first ones
//!   of the block.
//! * contradictory: 3.3.1 asks for a nonzero approach level and branch distance, and the branchless
//!   methods of 3.2 have an approach level and a branch distance of 0.
//!   [`crash_reproduction_compares`] has the words of 3.3.1; [`compare`] does not ask.
//! * silent: which line returns 0 when line 13 subtracts equal sizes; here: line 13, as printed.
use std::collections::BTreeSet;

/// A method: its control flow graph and the statement to cover. Block 0 is the entry point.
#[derive(Debug, Clone, Copy)]
pub struct Method<'a> {
    /// Successors of each block. A block without successors is an exit; every block reaches an
    /// exit.
    pub successors: &'a [Vec<usize>],
    /// Number of lines of each block.
    pub lines: &'a [usize],
    /// Block that contains the target line.
    pub target_block: usize,
    /// Position of the target line in its block, from 0.
    pub target_line: usize,
}

/// What one test did in the method.
#[derive(Debug, Clone)]
pub struct Execution {
    /// Number of covered lines of each block, the first ones of the block; a line that throws
    /// counts.
    pub covered_lines: Vec<usize>,
    /// Blocks whose predicate was executed.
    pub executed_predicates: BTreeSet<usize>,
}

/// How the distance from a control dependent block to the target is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nearness {
    /// Number of steps of control dependence.
    ControlDependence,
    /// Number of edges of the shortest path in the control flow graph.
    Flow,
}

/// What happens when several blocks are nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ties {
    /// All of them count.
    All,
    /// The one with the lowest number counts.
    Lowest,
}

/// Where the path starts if each test covers dependencies of its own and there is none in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NothingInCommon {
    /// At the entry point, as for tests that cover no dependency at all.
    Entry,
    /// Nowhere: no block is effective.
    NoPath,
}

/// Whether a target block in a loop is one of its own control dependencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnDependency {
    Counts,
    Ignored,
}

/// Which blocks are on "the path" from the start to the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    /// The blocks on any walk, however often it comes back.
    Walks,
    /// The blocks on a walk that leaves the start for good and ends when it first enters the
    /// target.
    WalksWithoutReturn,
    /// The blocks on a path that visits each block at most once.
    SimplePaths,
    /// The blocks on a path of the smallest number of edges.
    ShortestPaths,
}

/// Whether an end of the path is an effective block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Effective,
    NotEffective,
}

/// Which lines of the target block decide whether it is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetLines {
    /// All lines of the block.
    WholeBlock,
    /// The lines up to the target line and including it: the block is fully covered once the target
    /// line is.
    UpToTargetLine,
}

/// What SCB1 and SCB2 hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SemiCovered {
    /// The closest semi-covered effective block, as the text says.
    Closest,
    /// All semi-covered effective blocks, as the names in Listing 3 say; line 10 chooses the
    /// closest, and `SCB1 ∈ FCB2` becomes a subset.
    All,
}

/// What line 9 makes of two empty sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BothEmpty {
    /// They are equal.
    Equal,
    /// There is no "same block", so this is not scenario 1.
    NotScenario1,
}

/// What line 14 makes of an empty SCB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmptyMember {
    /// It is not in the other test's FCB.
    Never,
    /// It is in every FCB.
    Vacuously,
}

/// A choice for each point that the paper leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub nearness: Nearness,
    pub ties: Ties,
    pub nothing_in_common: NothingInCommon,
    pub own_dependency: OwnDependency,
    pub between: Between,
    pub start_block: End,
    pub target_block: End,
    pub target_lines: TargetLines,
    pub semi_covered: SemiCovered,
    pub both_empty: BothEmpty,
    pub empty_member: EmptyMember,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            nearness: Nearness::ControlDependence,
            ties: Ties::All,
            nothing_in_common: NothingInCommon::Entry,
            own_dependency: OwnDependency::Counts,
            between: Between::Walks,
            start_block: End::Effective,
            target_block: End::Effective,
            target_lines: TargetLines::WholeBlock,
            semi_covered: SemiCovered::Closest,
            both_empty: BothEmpty::Equal,
            empty_member: EmptyMember::Never,
        }
    }
}

/// The line of Listing 3 that returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReturnLine {
    /// Scenario 1: both tests are stuck in the same block.
    Line13,
    /// Scenario 2: one test is stuck in a block that the other one fully covers.
    Line15,
    /// No preference.
    Line17,
}

impl ReturnLine {
    /// Returns the number of the line: 13, 15 or 17.
    pub fn number(self) -> usize {
        match self {
            Self::Line13 => 13,
            Self::Line15 => 15,
            Self::Line17 => 17,
        }
    }
}

/// The result of Listing 3, and the sets that led to it (element 0 is of test 1, element 1 of test
/// 2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The returned integer: below 0 if test 1 covers more, above 0 if test 2 does.
    pub value: i64,
    pub line: ReturnLine,
    pub starts: BTreeSet<usize>,
    pub effective: BTreeSet<usize>,
    pub fully_covered: [BTreeSet<usize>; 2],
    pub semi_covered: [BTreeSet<usize>; 2],
}

/// Returns the number of edges of the shortest path from `from` to each block, or `None` if there
/// is no path.
///
/// All edges cost 1, so Dijkstra's algorithm is a wave that grows by one edge at a time.
pub fn distances(successors: &[Vec<usize>], from: usize) -> Vec<Option<usize>> {
    let mut distance = vec![None; successors.len()];
    distance[from] = Some(0);
    for step in 0..successors.len() {
        for block in 0..successors.len() {
            if distance[block] == Some(step) {
                for &next in &successors[block] {
                    if distance[next].is_none() {
                        distance[next] = Some(step + 1);
                    }
                }
            }
        }
    }
    distance
}

/// Returns `true` if an exit can be reached from `from` after `deleted` is taken out of the graph.
fn reaches_an_exit_without(successors: &[Vec<usize>], from: usize, deleted: usize) -> bool {
    let mut pruned: Vec<Vec<usize>> = successors.to_vec();
    for next in &mut pruned {
        next.retain(|&block| block != deleted);
    }
    let distance = distances(&pruned, from);
    from != deleted
        && (0..successors.len())
            .any(|block| successors[block].is_empty() && distance[block].is_some())
}

/// Returns `true` if every path from `before` to an exit contains `after`. Every block
/// post-dominates itself.
pub fn post_dominates(successors: &[Vec<usize>], after: usize, before: usize) -> bool {
    !reaches_an_exit_without(successors, before, after)
}

/// Returns `true` if `block` is control dependent on `on`: an edge of `on` leads to a block that
/// `block` post-dominates, and `block` does not strictly post-dominate `on`.
pub fn is_control_dependent(successors: &[Vec<usize>], block: usize, on: usize) -> bool {
    let towards = successors[on].iter().any(|&next| post_dominates(successors, block, next));
    let away = block == on || !post_dominates(successors, block, on);
    towards && away
}

/// Returns the control dependencies of `target`, direct and indirect, each with its smallest number
/// of steps (1 or more).
pub fn control_dependencies(successors: &[Vec<usize>], target: usize) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut dependants = vec![target];
    for steps in 1..=successors.len() {
        let mut fresh = Vec::new();
        for on in 0..successors.len() {
            let known = found.iter().any(|&(block, _)| block == on);
            if !known && dependants.iter().any(|&block| is_control_dependent(successors, block, on))
            {
                found.push((on, steps));
                fresh.push(on);
            }
        }
        dependants = fresh;
    }
    found
}

/// Returns the blocks at which the paths of the effective blocks start.
fn starts(method: &Method<'_>, tests: [&Execution; 2], reading: &Reading) -> BTreeSet<usize> {
    let mut dependencies = control_dependencies(method.successors, method.target_block);
    if reading.own_dependency == OwnDependency::Ignored {
        dependencies.retain(|&(block, _)| block != method.target_block);
    }
    let covers = |test: &Execution, block: usize| test.executed_predicates.contains(&block);
    let both: Vec<(usize, usize)> = dependencies
        .iter()
        .copied()
        .filter(|&(block, _)| covers(tests[0], block) && covers(tests[1], block))
        .collect();
    let covered_by_one =
        dependencies.iter().any(|&(block, _)| covers(tests[0], block) || covers(tests[1], block));
    if both.is_empty() {
        return match reading.nothing_in_common {
            NothingInCommon::NoPath if covered_by_one => BTreeSet::new(),
            NothingInCommon::NoPath | NothingInCommon::Entry => BTreeSet::from([0]),
        };
    }
    let far = |&(block, steps): &(usize, usize)| match reading.nearness {
        Nearness::ControlDependence => steps,
        Nearness::Flow => distances(method.successors, block)[method.target_block]
            .expect("a dependency reaches its target"),
    };
    let least = both.iter().map(far).min().expect("there is a common dependency");
    let nearest: BTreeSet<usize> = both
        .iter()
        .filter(|dependency| far(dependency) == least)
        .map(|&(block, _)| block)
        .collect();
    resolve_ties(nearest, reading.ties)
}

/// Keeps all blocks or the lowest one.
fn resolve_ties(blocks: BTreeSet<usize>, ties: Ties) -> BTreeSet<usize> {
    match ties {
        Ties::All => blocks,
        Ties::Lowest => blocks.into_iter().take(1).collect(),
    }
}

/// Returns the blocks on the paths from `start` to `target`, both ends included. The set is empty
/// if there is no path.
fn blocks_between(
    successors: &[Vec<usize>],
    start: usize,
    target: usize,
    between: Between,
) -> BTreeSet<usize> {
    match between {
        Between::Walks => blocks_on_walks(successors, start, target),
        Between::WalksWithoutReturn => {
            if start == target {
                return BTreeSet::from([target]);
            }
            let mut one_way = successors.to_vec();
            one_way[target].clear();
            for next in &mut one_way {
                next.retain(|&block| block != start);
            }
            blocks_on_walks(&one_way, start, target)
        }
        Between::SimplePaths => {
            let mut blocks = BTreeSet::new();
            collect_simple_paths(successors, &mut vec![start], target, &mut blocks);
            blocks
        }
        Between::ShortestPaths => {
            let from_start = distances(successors, start);
            let Some(shortest) = from_start[target] else { return BTreeSet::new() };
            let on_shortest =
                |block: usize| match (from_start[block], distances(successors, block)[target]) {
                    (Some(before), Some(after)) => before + after == shortest,
                    _ => false,
                };
            (0..successors.len()).filter(|&block| on_shortest(block)).collect()
        }
    }
}

/// Returns the blocks that `start` reaches and that reach `target`.
fn blocks_on_walks(successors: &[Vec<usize>], start: usize, target: usize) -> BTreeSet<usize> {
    let from_start = distances(successors, start);
    (0..successors.len())
        .filter(|&block| {
            from_start[block].is_some() && distances(successors, block)[target].is_some()
        })
        .collect()
}

/// Adds the blocks of all continuations of `path` that end at `target` and visit no block twice
/// (exponential).
fn collect_simple_paths(
    successors: &[Vec<usize>],
    path: &mut Vec<usize>,
    target: usize,
    blocks: &mut BTreeSet<usize>,
) {
    let last = path[path.len() - 1];
    if last == target {
        blocks.extend(path.iter().copied());
        return;
    }
    for &next in &successors[last] {
        if !path.contains(&next) {
            path.push(next);
            collect_simple_paths(successors, path, target, blocks);
            path.pop();
        }
    }
}

/// Returns the effective blocks for the given starts of the path.
fn effective_blocks(
    method: &Method<'_>,
    starts: &BTreeSet<usize>,
    reading: &Reading,
) -> BTreeSet<usize> {
    let mut effective = BTreeSet::new();
    for &start in starts {
        effective.extend(blocks_between(
            method.successors,
            start,
            method.target_block,
            reading.between,
        ));
    }
    if reading.start_block == End::NotEffective {
        // The target block has an own rule below, also where it is the start.
        effective.retain(|block| !starts.contains(block) || *block == method.target_block);
    }
    if reading.target_block == End::NotEffective {
        effective.remove(&method.target_block);
    }
    effective
}

/// Returns the number of lines of `block` that count.
fn counted_lines(method: &Method<'_>, block: usize, reading: &Reading) -> usize {
    if block == method.target_block && reading.target_lines == TargetLines::UpToTargetLine {
        method.target_line + 1
    } else {
        method.lines[block]
    }
}

/// Returns the number of counted lines of `block` that the test covers (`size(getCoveredLines(..))`
/// in lines 11 and 12).
fn covered_lines(method: &Method<'_>, test: &Execution, block: usize, reading: &Reading) -> usize {
    test.covered_lines[block].min(counted_lines(method, block, reading))
}

/// Returns `true` if the test covers all of the statements in the block.
fn is_fully_covered(
    method: &Method<'_>,
    test: &Execution,
    block: usize,
    reading: &Reading,
) -> bool {
    covered_lines(method, test, block, reading) == counted_lines(method, block, reading)
}

/// Returns `true` if the test covers the first line of the block and not the last one.
fn is_semi_covered(method: &Method<'_>, test: &Execution, block: usize, reading: &Reading) -> bool {
    let covered = covered_lines(method, test, block, reading);
    covered >= 1 && covered < counted_lines(method, block, reading)
}

/// Returns those of `blocks` from which the shortest path to the target block is shortest.
fn closest(method: &Method<'_>, blocks: &BTreeSet<usize>, reading: &Reading) -> BTreeSet<usize> {
    let far = |block: usize| {
        distances(method.successors, block)[method.target_block]
            .expect("an effective block reaches the target")
    };
    let least = blocks.iter().map(|&block| far(block)).min();
    resolve_ties(
        blocks.iter().copied().filter(|&block| Some(far(block)) == least).collect(),
        reading.ties,
    )
}

/// Runs Listing 3 on two tests that have the same approach level and branch distance.
///
/// # Panics
///
/// Panics if the tables have different lengths, if a block is out of range or reaches no exit, or
/// if the target line or a number of covered lines exceeds the lines of its block.
pub fn compare(
    method: &Method<'_>,
    test_1: &Execution,
    test_2: &Execution,
    reading: &Reading,
) -> Comparison {
    check(method, [test_1, test_2]);
    let starts = starts(method, [test_1, test_2], reading);
    let effective = effective_blocks(method, &starts, reading);

    // Lines 4 to 7.
    let fully_covered_blocks = |test: &Execution| -> BTreeSet<usize> {
        effective
            .iter()
            .copied()
            .filter(|&block| is_fully_covered(method, test, block, reading))
            .collect()
    };
    let semi_covered_blocks = |test: &Execution| -> BTreeSet<usize> {
        let all: BTreeSet<usize> = effective
            .iter()
            .copied()
            .filter(|&block| is_semi_covered(method, test, block, reading))
            .collect();
        match reading.semi_covered {
            SemiCovered::All => all,
            SemiCovered::Closest => closest(method, &all, reading),
        }
    };
    let fcb_1 = fully_covered_blocks(test_1);
    let fcb_2 = fully_covered_blocks(test_2);
    let scb_1 = semi_covered_blocks(test_1);
    let scb_2 = semi_covered_blocks(test_2);

    let same_block =
        scb_1 == scb_2 && (!scb_1.is_empty() || reading.both_empty == BothEmpty::Equal);
    let is_in = |scb: &BTreeSet<usize>, fcb: &BTreeSet<usize>| {
        if scb.is_empty() {
            reading.empty_member == EmptyMember::Vacuously
        } else {
            scb.is_subset(fcb)
        }
    };

    let (value, line) = if same_block && (fcb_1.is_subset(&fcb_2) || fcb_2.is_subset(&fcb_1)) {
        // Lines 10 to 13.
        let closest_block = closest(method, &scb_1, reading);
        let covered = |test: &Execution| -> usize {
            closest_block.iter().map(|&block| covered_lines(method, test, block, reading)).sum()
        };
        (covered(test_2) as i64 - covered(test_1) as i64, ReturnLine::Line13)
    } else if (fcb_1.is_subset(&fcb_2) && is_in(&scb_1, &fcb_2))
        || (fcb_2.is_subset(&fcb_1) && is_in(&scb_2, &fcb_1))
    {
        (fcb_2.len() as i64 - fcb_1.len() as i64, ReturnLine::Line15)
    } else {
        (0, ReturnLine::Line17)
    };
    Comparison {
        value,
        line,
        starts,
        effective,
        fully_covered: [fcb_1, fcb_2],
        semi_covered: [scb_1, scb_2],
    }
}

/// Panics if the input does not belong together.
fn check(method: &Method<'_>, tests: [&Execution; 2]) {
    let blocks = method.successors.len();
    assert_eq!(method.lines.len(), blocks, "lines of each block");
    assert!(method.target_block < blocks, "the target block exists");
    assert!(
        method.target_line < method.lines[method.target_block],
        "the target line is in the target block"
    );
    for block in 0..blocks {
        assert!(method.successors[block].iter().all(|&next| next < blocks), "successors exist");
        let distance = distances(method.successors, block);
        assert!(
            (0..blocks).any(|exit| method.successors[exit].is_empty() && distance[exit].is_some()),
            "block {block} reaches an exit"
        );
    }
    for test in tests {
        assert_eq!(test.covered_lines.len(), blocks, "covered lines of each block");
        assert!(
            (0..blocks).all(|block| test.covered_lines[block] <= method.lines[block]),
            "no more lines than the block has"
        );
    }
}

/// Returns `true` if crash reproduction compares two tests with these distances (3.3.1): "the same
/// (and nonzero)".
///
/// silent: whether both parts have to be nonzero; here: their sum.
pub fn crash_reproduction_compares(distance_1: f64, distance_2: f64) -> bool {
    distance_1 == distance_2 && distance_1 != 0.0
}

/// Returns `true` if unit test generation compares two tests with these distances for a line or
/// branch objective that is not covered (3.3.2): the objective has been active for more than SLEEP
/// TIME, and the draw from [0, 1) falls to USAGE RATE.
pub fn unit_test_generation_compares(
    distance_1: f64,
    distance_2: f64,
    active_seconds: f64,
    sleep_time: f64,
    draw: f64,
    usage_rate: f64,
) -> bool {
    distance_1 == distance_2 && active_seconds > sleep_time && draw < usage_rate
}

#[cfg(test)]
mod tests {
    use super::*;

    const B403: usize = 0;
    const B404: usize = 1;
    const B407: usize = 2;
    const B409: usize = 3;
    const B410: usize = 4;
    const B411: usize = 5;
    const B413: usize = 6;
    const B415: usize = 7;
    const B418: usize = 8;

    /// Listing 1 and Figure 1: blocks 403, 404-406, 407-408, 409, 410, 411, 413, 415 and 418.
    fn from_map() -> (Vec<Vec<usize>>, Vec<usize>) {
        let successors = vec![
            vec![B404, B418],
            vec![B407, B403],
            vec![B409, B410],
            vec![B415],
            vec![B411, B413],
            vec![B415],
            vec![B415],
            vec![B403],
            vec![],
        ];
        (successors, vec![1, 3, 2, 1, 1, 1, 1, 1, 1])
    }

    fn test(covered_lines: &[usize], executed_predicates: &[usize]) -> Execution {
        Execution {
            covered_lines: covered_lines.to_vec(),
            executed_predicates: executed_predicates.iter().copied().collect(),
        }
    }

    fn set(blocks: &[usize]) -> BTreeSet<usize> {
        blocks.iter().copied().collect()
    }

    /// All combinations of those readings that the example of 3.2 does not decide.
    fn readings() -> Vec<Reading> {
        let mut readings = Vec::new();
        for nearness in [Nearness::ControlDependence, Nearness::Flow] {
            for ties in [Ties::All, Ties::Lowest] {
                for between in [
                    Between::Walks,
                    Between::WalksWithoutReturn,
                    Between::SimplePaths,
                    Between::ShortestPaths,
                ] {
                    for target_lines in [TargetLines::WholeBlock, TargetLines::UpToTargetLine] {
                        for semi_covered in [SemiCovered::Closest, SemiCovered::All] {
                            readings.push(Reading {
                                nearness,
                                ties,
                                between,
                                target_lines,
                                semi_covered,
                                ..Reading::default()
                            });
                        }
                    }
                }
            }
        }
        readings
    }

    #[test]
    fn section_2_1_dependencies_of_line_409() {
        let (successors, _) = from_map();
        assert!(is_control_dependent(&successors, B409, B407));
        let dependencies = control_dependencies(&successors, B409);
        assert_eq!(dependencies, [(B407, 1), (B404, 2), (B403, 3)]);
        // A test that covers lines 403 and 418 has approach level 2: blocks 404-406 and 407-408 are
        // nearer and not covered.
        assert_eq!(dependencies.iter().filter(|&&(_, steps)| steps < 3).count(), 2);
    }

    #[test]
    fn section_3_1_dependencies_of_line_413() {
        let (successors, _) = from_map();
        assert_eq!(
            control_dependencies(&successors, B413),
            [(B410, 1), (B407, 2), (B404, 3), (B403, 4)]
        );
    }

    #[test]
    fn section_3_2_example() {
        let (successors, lines) = from_map();
        let method =
            Method { successors: &successors, lines: &lines, target_block: B413, target_line: 0 };
        let t1 = test(&[1, 1, 0, 0, 0, 0, 0, 0, 0], &[B403]);
        let t2 = test(&[1, 2, 0, 0, 0, 0, 0, 0, 0], &[B403]);
        for reading in readings() {
            let forth = compare(&method, &t1, &t2, &reading);
            assert_eq!((forth.value, forth.line), (1, ReturnLine::Line13), "{reading:?}");
            assert_eq!(forth.starts, set(&[B403]));
            assert_eq!(forth.fully_covered, [set(&[B403]), set(&[B403])]);
            assert_eq!(forth.semi_covered, [set(&[B404]), set(&[B404])]);
            let back = compare(&method, &t2, &t1, &reading);
            assert_eq!((back.value, back.line), (-1, ReturnLine::Line13), "{reading:?}");
            let equal = compare(&method, &t1, &t1, &reading);
            assert_eq!((equal.value, equal.line), (0, ReturnLine::Line13), "{reading:?}");
        }
    }

    #[test]
    fn section_3_2_example_with_the_dependency_that_section_3_1_counts_as_covered() {
        // Approach level 2 in 3.1 means that block 404-406 is covered when it is entered.
        let (successors, lines) = from_map();
        let method =
            Method { successors: &successors, lines: &lines, target_block: B413, target_line: 0 };
        let t1 = test(&[1, 1, 0, 0, 0, 0, 0, 0, 0], &[B403, B404]);
        let t2 = test(&[1, 2, 0, 0, 0, 0, 0, 0, 0], &[B403, B404]);
        for reading in readings() {
            let result = compare(&method, &t1, &t2, &reading);
            assert_eq!((result.value, result.line), (1, ReturnLine::Line13), "{reading:?}");
            assert_eq!(result.starts, set(&[B404]));
            // The printed set {403} comes out on walks around the loop only.
            let printed = result.fully_covered == [set(&[B403]), set(&[B403])];
            assert_eq!(printed, reading.between == Between::Walks, "{reading:?}");
        }
    }

    #[test]
    fn section_3_2_effective_blocks_of_the_example() {
        let (successors, lines) = from_map();
        let method =
            Method { successors: &successors, lines: &lines, target_block: B413, target_line: 0 };
        let t = test(&[1, 1, 0, 0, 0, 0, 0, 0, 0], &[B403]);
        let effective = |between| {
            compare(&method, &t, &t, &Reading { between, ..Reading::default() }).effective
        };
        assert_eq!(
            effective(Between::Walks),
            set(&[B403, B404, B407, B409, B410, B411, B413, B415])
        );
        let straight = set(&[B403, B404, B407, B410, B413]);
        assert_eq!(effective(Between::WalksWithoutReturn), straight);
        assert_eq!(effective(Between::SimplePaths), straight);
        assert_eq!(effective(Between::ShortestPaths), straight);
    }

    #[test]
    fn section_3_2_branchless_method() {
        let method = Method { successors: &[vec![]], lines: &[5], target_block: 0, target_line: 4 };
        for reading in readings() {
            let result = compare(&method, &test(&[2], &[]), &test(&[4], &[]), &reading);
            assert_eq!(result.fully_covered, [set(&[]), set(&[])]);
            assert_eq!(result.semi_covered, [set(&[0]), set(&[0])]);
            assert_eq!((result.value, result.line), (2, ReturnLine::Line13), "{reading:?}");
        }
    }

    #[test]
    fn section_3_2_branchless_method_between_entry_and_exit_nodes() {
        let successors = [vec![1], vec![2], vec![]];
        let method =
            Method { successors: &successors, lines: &[0, 5, 0], target_block: 1, target_line: 4 };
        let result =
            compare(&method, &test(&[0, 3, 0], &[]), &test(&[0, 1, 0], &[]), &Reading::default());
        assert_eq!((result.value, result.line), (-2, ReturnLine::Line13));
    }

    #[test]
    fn scenario_2_counts_blocks() {
        // Test 1 throws in block 1, test 2 fully covers blocks 1 and 2 and throws in block 3.
        let successors = [vec![1, 4], vec![2, 3], vec![3], vec![4], vec![]];
        let method = Method {
            successors: &successors,
            lines: &[2, 2, 1, 3, 1],
            target_block: 3,
            target_line: 2,
        };
        let t1 = test(&[2, 1, 0, 0, 0], &[0]);
        let t2 = test(&[2, 2, 1, 1, 0], &[0, 1]);
        for reading in readings() {
            // Block 2 is not on a shortest path.
            let expected = if reading.between == Between::ShortestPaths { 1 } else { 2 };
            let forth = compare(&method, &t1, &t2, &reading);
            assert_eq!((forth.value, forth.line.number()), (expected, 15), "{reading:?}");
            let back = compare(&method, &t2, &t1, &reading);
            assert_eq!((back.value, back.line.number()), (-expected, 15), "{reading:?}");
        }
    }

    #[test]
    fn different_paths_have_no_winner() {
        // A diamond: test 1 comes by block 1, test 2 by block 2, and both are stuck in block 3.
        let successors = [vec![1, 2], vec![3], vec![3], vec![]];
        let method = Method {
            successors: &successors,
            lines: &[1, 1, 1, 4],
            target_block: 3,
            target_line: 3,
        };
        let result = compare(
            &method,
            &test(&[1, 1, 0, 3], &[0]),
            &test(&[1, 0, 1, 1], &[0]),
            &Reading::default(),
        );
        assert_eq!(result.starts, set(&[0]));
        assert_eq!((result.value, result.line), (0, ReturnLine::Line17));
    }

    #[test]
    fn no_semi_covered_block_at_all() {
        let successors = [vec![1], vec![]];
        let method =
            Method { successors: &successors, lines: &[1, 1], target_block: 1, target_line: 0 };
        let t1 = test(&[1, 0], &[]);
        let t2 = test(&[1, 1], &[]);
        let result = |both_empty, empty_member| {
            let found = compare(
                &method,
                &t1,
                &t2,
                &Reading { both_empty, empty_member, ..Reading::default() },
            );
            (found.value, found.line.number())
        };
        assert_eq!(result(BothEmpty::Equal, EmptyMember::Never), (0, 13));
        assert_eq!(result(BothEmpty::Equal, EmptyMember::Vacuously), (0, 13));
        assert_eq!(result(BothEmpty::NotScenario1, EmptyMember::Never), (0, 17));
        assert_eq!(result(BothEmpty::NotScenario1, EmptyMember::Vacuously), (1, 15));
    }

    #[test]
    fn target_line_in_the_middle_of_its_block() {
        let method = Method { successors: &[vec![]], lines: &[4], target_block: 0, target_line: 1 };
        let t1 = test(&[1], &[]);
        let t2 = test(&[3], &[]);
        let result = |target_lines| {
            let found = compare(&method, &t1, &t2, &Reading { target_lines, ..Reading::default() });
            (found.value, found.line.number())
        };
        assert_eq!(result(TargetLines::WholeBlock), (2, 13));
        assert_eq!(result(TargetLines::UpToTargetLine), (1, 15));
    }

    #[test]
    fn nothing_in_common_starts_at_the_entry() {
        // Blocks 1 and 2 both decide about block 3, and each test executed one of them.
        let successors = [vec![1, 2], vec![3, 4], vec![3, 4], vec![4], vec![]];
        let method = Method {
            successors: &successors,
            lines: &[2, 1, 1, 2, 1],
            target_block: 3,
            target_line: 0,
        };
        let t1 = test(&[2, 1, 0, 0, 1], &[1]);
        let t2 = test(&[2, 0, 1, 0, 1], &[2]);
        let found = |nothing_in_common| {
            compare(&method, &t1, &t2, &Reading { nothing_in_common, ..Reading::default() })
        };
        assert_eq!(found(NothingInCommon::Entry).starts, set(&[0]));
        assert_eq!(found(NothingInCommon::Entry).effective, set(&[0, 1, 2, 3]));
        assert_eq!(found(NothingInCommon::NoPath).effective, set(&[]));
    }

    #[test]
    fn a_target_block_in_a_loop_depends_on_itself() {
        let successors = [vec![1], vec![1, 2], vec![]];
        assert_eq!(control_dependencies(&successors, 1), [(1, 1)]);
        let method =
            Method { successors: &successors, lines: &[1, 2, 1], target_block: 1, target_line: 1 };
        let t = test(&[1, 2, 1], &[1]);
        let starts = |own_dependency| {
            compare(&method, &t, &t, &Reading { own_dependency, ..Reading::default() }).starts
        };
        assert_eq!(starts(OwnDependency::Counts), set(&[1]));
        assert_eq!(starts(OwnDependency::Ignored), set(&[0]));
    }

    #[test]
    fn nearest_by_dependence_and_by_flow() {
        // The target, block 6, depends on blocks 1 and 2, and these depend on block 0. Block 2 is
        // three blocks further away.
        let successors =
            [vec![1, 2], vec![6, 7], vec![3, 7], vec![4], vec![5], vec![6], vec![7], vec![]];
        assert_eq!(control_dependencies(&successors, 6), [(1, 1), (2, 1), (0, 2)]);
        let method =
            Method { successors: &successors, lines: &[1; 8], target_block: 6, target_line: 0 };
        let t = test(&[1, 0, 1, 0, 0, 0, 0, 1], &[0, 2]);
        let starts =
            |nearness| compare(&method, &t, &t, &Reading { nearness, ..Reading::default() }).starts;
        assert_eq!(starts(Nearness::ControlDependence), set(&[2]));
        assert_eq!(starts(Nearness::Flow), set(&[0]));
    }

    #[test]
    fn several_last_dependencies() {
        let successors = [vec![1, 2], vec![3, 4], vec![3, 4], vec![4], vec![]];
        let method =
            Method { successors: &successors, lines: &[1; 5], target_block: 3, target_line: 0 };
        let t = test(&[1, 1, 1, 0, 1], &[0, 1, 2]);
        let starts =
            |ties| compare(&method, &t, &t, &Reading { ties, ..Reading::default() }).starts;
        assert_eq!(starts(Ties::All), set(&[1, 2]));
        assert_eq!(starts(Ties::Lowest), set(&[1]));
    }

    #[test]
    fn several_semi_covered_blocks() {
        // The target, block 4, is two edges after block 1 and one edge after block 2. Test 1 calls
        // the method twice.
        let successors = [vec![1, 2], vec![3], vec![4], vec![4], vec![]];
        let method = Method {
            successors: &successors,
            lines: &[1, 3, 3, 1, 1],
            target_block: 4,
            target_line: 0,
        };
        let t1 = test(&[1, 1, 1, 0, 0], &[0]);
        let t2 = test(&[1, 0, 2, 0, 0], &[0]);
        let t3 = test(&[1, 2, 2, 0, 0], &[0]);
        let result = |t: &Execution, semi_covered| {
            let found = compare(&method, &t1, t, &Reading { semi_covered, ..Reading::default() });
            (found.value, found.line.number(), found.semi_covered)
        };
        assert_eq!(result(&t2, SemiCovered::Closest), (1, 13, [set(&[2]), set(&[2])]));
        assert_eq!(result(&t2, SemiCovered::All), (0, 17, [set(&[1, 2]), set(&[2])]));
        assert_eq!(result(&t3, SemiCovered::Closest), (1, 13, [set(&[2]), set(&[2])]));
        assert_eq!(result(&t3, SemiCovered::All), (1, 13, [set(&[1, 2]), set(&[1, 2])]));
    }

    #[test]
    fn stuck_in_different_blocks_without_a_winner() {
        let successors = [vec![1, 2], vec![3], vec![3], vec![]];
        let method = Method {
            successors: &successors,
            lines: &[1, 3, 3, 1],
            target_block: 3,
            target_line: 0,
        };
        for reading in readings() {
            let result =
                compare(&method, &test(&[1, 2, 0, 0], &[0]), &test(&[1, 0, 1, 0], &[0]), &reading);
            assert_eq!(result.semi_covered, [set(&[1]), set(&[2])]);
            assert_eq!((result.value, result.line), (0, ReturnLine::Line17), "{reading:?}");
        }
    }

    #[test]
    fn ends_of_the_path() {
        let successors = [vec![1], vec![2], vec![]];
        let method =
            Method { successors: &successors, lines: &[1, 1, 1], target_block: 2, target_line: 0 };
        let t = test(&[1, 0, 0], &[]);
        let effective = |start_block, target_block| {
            compare(&method, &t, &t, &Reading { start_block, target_block, ..Reading::default() })
                .effective
        };
        assert_eq!(effective(End::Effective, End::Effective), set(&[0, 1, 2]));
        assert_eq!(effective(End::NotEffective, End::Effective), set(&[1, 2]));
        assert_eq!(effective(End::Effective, End::NotEffective), set(&[0, 1]));
    }

    #[test]
    fn section_3_3_when_to_compare() {
        assert!(crash_reproduction_compares(2.5, 2.5));
        assert!(!crash_reproduction_compares(2.5, 2.0));
        assert!(!crash_reproduction_compares(0.0, 0.0));
        assert!(unit_test_generation_compares(2.5, 2.5, 60.1, 60.0, 0.49, 0.5));
        assert!(!unit_test_generation_compares(2.5, 2.5, 60.0, 60.0, 0.49, 0.5));
        assert!(!unit_test_generation_compares(2.5, 2.5, 60.1, 60.0, 0.5, 0.5));
    }
}
