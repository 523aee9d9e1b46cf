//! Adding one function: from what [`ControlFlow`] describes to the dense arrays of the graph.
//!
//! - Read and check the edges ([`Rows`]); nothing is appended before the last check.
//! - Number the blocks in reverse postorder of a depth-first search from the entry; what it misses can not be reached.
//! - Post-dominators: [`Tree`] over the reversed edges from the virtual exit. If that misses a block, some walk never ends: its
//!   terminal components get their virtual edges, and the tree is made again.
//! - Positions of the tree in preorder, and from them the index of [`FlowGraph::controls`].
//!
//! O(m log n) time for n blocks and m edges, and linear in practice.

use super::dominators::{Adjacency, Tree};
use super::edges::Code;
use super::graph::{FlowGraph, Leaves, NONE};
use super::sketch::Rows;
use super::{ControlFlow, FlowError, Outcome, Unreachable};
use crate::distance::{Arms, ArmsError};
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;

impl FlowGraph {
    /// The graph of one function.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if the description does not fit; see [`add`](Self::add).
    pub fn of(body: &(impl ControlFlow + ?Sized)) -> Result<Self, FlowError> {
        let mut graph = Self::new();
        graph.add(body)?;
        Ok(graph)
    }

    /// Appends a function; its blocks and branches get the next ids, each contiguous. Ids issued before stay valid.
    ///
    /// O(m log n) for n blocks and m edges of this function, whatever the graph holds already.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if there is no block, an edge leads to none, an outcome or a value is declared twice, a block can not be
    /// reached from the entry, or ids run out. The graph is then as it was before.
    pub fn add(&mut self, body: &(impl ControlFlow + ?Sized)) -> Result<Function, FlowError> {
        self.add_with(body, Unreachable::Reject)
    }

    /// [`add`](Self::add) with a choice for blocks that can not be reached.
    ///
    /// # Errors
    ///
    /// As for [`add`](Self::add); [`FlowError::Unreachable`] only under [`Unreachable::Reject`].
    pub fn add_with(&mut self, body: &(impl ControlFlow + ?Sized), unreachable: Unreachable) -> Result<Function, FlowError> {
        let limit = NONE - self.block_count() as u32;
        let mut rows = Rows::read(body, limit)?;
        if self.branch_count() + rows.target.len() > NONE as usize {
            return Err(FlowError::TooMany { what: "branches" });
        }
        let order = reverse_postorder(&rows);
        if order.len() < rows.blocks as usize && unreachable == Unreachable::Reject {
            let mut reached = vec![false; rows.blocks as usize];
            order.iter().for_each(|&block| reached[block as usize] = true);
            let block = reached.iter().position(|&r| !r).unwrap_or(0) as u32;
            return Err(FlowError::Unreachable { block });
        }
        let tree = post_dominators(&mut rows, &order);
        let arms = multi_way(&rows)?;
        let cases_before = self.cases.len();
        let codes: Option<Vec<_>> = rows.outcome.iter().map(|&outcome| Code::of(outcome, &mut self.cases)).collect();
        let Some(codes) = codes else {
            self.cases.truncate(cases_before);
            return Err(FlowError::TooMany { what: "cases, arms or exceptions" });
        };
        Ok(self.append(&rows, &order, &tree, &codes, arms))
    }

    /// Nothing can fail from here on.
    fn append(&mut self, rows: &Rows, order: &[u32], tree: &Tree, codes: &[Code], arms: Vec<(u32, Arms)>) -> Function {
        let function = Function::new(self.function_count() as u32);
        let (base, count) = (self.block_count() as u32, rows.blocks);
        let first_branch = self.branch_count() as u32;

        self.statements.extend_from_slice(&rows.statements);
        self.order.reserve(count as usize);
        self.order.extend(order.iter().map(|&block| base + block));
        if order.len() < count as usize {
            self.order.extend((0..count).filter(|&b| tree.number[b as usize] == Tree::UNSEEN).map(|b| base + b));
        }
        self.first_branch.pop();
        self.first_branch.reserve(count as usize + 1);
        self.jump.reserve(count as usize);
        self.leaves.reserve(count as usize);
        self.source.reserve(rows.target.len());
        self.target.reserve(rows.target.len());
        self.outcome.reserve(rows.target.len());
        for block in 0..count {
            let (edges, declared) = (rows.edges(block), rows.declared(block));
            self.first_branch.push(self.source.len() as u32);
            self.leaves.push(match edges.end > declared.end {
                true if rows.leaves[block as usize] || declared.is_empty() => Leaves::Exit,
                true => Leaves::Endless,
                false => Leaves::No,
            });
            if edges.len() > 1 {
                self.jump.push(NONE);
                for edge in declared {
                    self.source.push(base + block);
                    self.target.push(base + rows.target[edge]);
                    self.outcome.push(codes[edge]);
                }
            } else if declared.is_empty() {
                self.jump.push(NONE);
            } else {
                self.jump.push(base + rows.target[declared.start]);
                if rows.outcome[declared.start] != Outcome::Next {
                    self.sole.push((Block::new(base + block), rows.outcome[declared.start]));
                }
            }
        }
        self.first_branch.push(self.source.len() as u32);
        self.arms.extend(arms.into_iter().map(|(block, arms)| (Block::new(base + block), arms)));
        self.first_block.push(base + count);
        self.append_dependence(base, first_branch, tree);
        function
    }
}

/// The blocks that can be reached from the entry; each stands before its successors but for edges that close a loop.
fn reverse_postorder(rows: &Rows) -> Vec<u32> {
    let mut seen = vec![false; rows.blocks as usize + 1];
    seen[rows.blocks as usize] = true; // the virtual exit is no block
    seen[0] = true;
    let mut order = Vec::with_capacity(rows.blocks as usize);
    let mut stack = vec![(0_u32, rows.first[0])];
    while let Some((block, edge)) = stack.last_mut() {
        if *edge < rows.first[*block as usize + 1] {
            let target = rows.target[*edge as usize];
            *edge += 1;
            if !seen[target as usize] {
                seen[target as usize] = true;
                stack.push((target, rows.first[target as usize]));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// The post-dominator tree of the blocks in `order`; `rows` gets the virtual exits of endless loops.
fn post_dominators(rows: &mut Rows, order: &[u32]) -> Tree {
    if let Some(tree) = post_dominators_if_all_leave(rows, order) {
        return tree;
    }
    let endless = endless_exits(rows, order);
    rows.let_leave(&endless);
    post_dominators_if_all_leave(rows, order).unwrap_or_default() // by now every block reaches an exit
}

fn post_dominators_if_all_leave(rows: &Rows, order: &[u32]) -> Option<Tree> {
    let exit = rows.blocks;
    let all = order.len() == rows.blocks as usize;
    let mut reached = vec![all; rows.blocks as usize];
    if !all {
        order.iter().for_each(|&block| reached[block as usize] = true);
    }
    let before = Adjacency::predecessors(rows, |block| reached[block as usize]);
    let after = |block: u32| if block == exit { &[][..] } else { &rows.target[rows.edges(block)] };
    let tree = Tree::new(exit, exit as usize + 1, |block| before.of(block), after);
    (tree.node.len() == order.len() + 1).then_some(tree)
}

/// One block for each terminal strongly connected component without an exit: the least by (breadth-first distance from the
/// entry, number). Ascending.
fn endless_exits(rows: &Rows, order: &[u32]) -> Vec<u32> {
    let mut distance = vec![u32::MAX; rows.blocks as usize];
    distance[0] = 0;
    let mut queue = vec![0_u32];
    let mut at = 0;
    while let Some(&block) = queue.get(at) {
        at += 1;
        for &target in rows.target[rows.edges(block)].iter().filter(|&&t| t < rows.blocks) {
            if distance[target as usize] == u32::MAX {
                distance[target as usize] = distance[block as usize] + 1;
                queue.push(target);
            }
        }
    }

    // Rare, so the library's components will do; the virtual exit is a component of its own.
    let edges = order.iter().flat_map(|&b| rows.target[rows.edges(b)].iter().map(move |&to| (b, to)));
    let graph = petgraph::graph::DiGraph::<(), (), u32>::from_edges(edges);
    let mut component = vec![u32::MAX; rows.blocks as usize + 1];
    let components = petgraph::algo::kosaraju_scc(&graph);
    for (number, members) in (0..).zip(&components) {
        members.iter().for_each(|node| component[node.index()] = number);
    }
    let mut leavers: Vec<u32> = components
        .iter()
        .map(|members| members.iter().map(|node| node.index() as u32))
        .filter(|members| {
            members.clone().all(|block| {
                let own = component[block as usize];
                block < rows.blocks
                    && distance[block as usize] < u32::MAX
                    && rows.target[rows.edges(block)].iter().all(|&to| component[to as usize] == own)
            })
        })
        .filter_map(|members| members.min_by_key(|&block| (distance[block as usize], block)))
        .collect();
    leavers.sort_unstable();
    leavers
}

/// The value tables of multi-way blocks, in ascending order of blocks.
fn multi_way(rows: &Rows) -> Result<Vec<(u32, Arms)>, FlowError> {
    let mut tables = Vec::new();
    let selects = |outcome: &Outcome| matches!(outcome, Outcome::Case(_) | Outcome::Arm(_) | Outcome::Default);
    for block in 0..rows.blocks {
        let declared = rows.declared(block);
        let outcomes = &rows.outcome[declared];
        // Sorted, so a block without True and False shows with its first edge whether it selects.
        if !outcomes.iter().find(|o| !matches!(o, Outcome::True | Outcome::False)).is_some_and(selects) {
            continue;
        }
        let ranges = &rows.ranges[rows.ranges.partition_point(|row| row.0 < block)..];
        let ranges = &ranges[..ranges.partition_point(|row| row.0 == block)];
        let listed = outcomes.iter().filter_map(|&outcome| match outcome {
            Outcome::Case(value) => Some(vec![value..=value]),
            Outcome::Arm(number) => {
                let own = ranges.partition_point(|row| row.1 < number)..ranges.partition_point(|row| row.1 <= number);
                Some(ranges[own].iter().map(|row| row.2.clone()).collect())
            }
            _ => None,
        });
        let arms = Arms::new(listed).map_err(|error| match error {
            ArmsError::Overlap { value, .. } => FlowError::Overlap { block, value },
            ArmsError::TooMany => FlowError::TooMany { what: "cases, arms or exceptions" },
        })?;
        tables.push((block, arms));
    }
    Ok(tables)
}
