//! What one execution did, in the form that `sbst` measures.

use crate::program::Program;
use sbst::distance::Distance;
use sbst::execution::{Execution, Fact, Facts, NearestOperands};
use sbst::flow::{Edge, FlowGraph, GraphIdentity, GraphMismatch};
use sbst::id::{Block, Function};

/// Blocks that were entered, and for each branch that was decided the least distance. Clearing it
/// takes time of what it holds.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    made_for: GraphIdentity,
    epoch: u32,
    /// By block: the epoch in which it was entered last.
    entered: Vec<u32>,
    /// By branch.
    near: Vec<Near>,
    functions: Vec<u32>,
    function_epoch: Vec<u32>,
    /// Branches with a distance in this epoch.
    touched: Vec<u32>,
    blocks: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Near {
    epoch: u32,
    distance: f64,
    operands: Operands,
}

/// The operands of the evaluation that came nearest to a branch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Operands {
    /// None are known: the branch depends on something that was not compared last.
    #[default]
    Unknown,
    /// Words of so many bytes, and the relation that was missed, if only one is left.
    Words { a: u64, b: u64, bytes: usize, relation: Option<(sbst::distance::Relation, bool)> },
    /// The first bytes of two strings.
    Bytes(Box<[u8]>, Box<[u8]>),
}

impl Seen {
    pub(crate) fn new(program: &Program) -> Self {
        let graph = program.graph();
        let near = Near { epoch: 0, distance: 0.0, operands: Operands::Unknown };
        Self {
            made_for: graph.identity(),
            epoch: 1,
            entered: vec![0; graph.all_blocks().len()],
            near: vec![near; graph.all_branches().len()],
            functions: Vec::new(),
            function_epoch: vec![0; graph.functions().len()],
            touched: Vec::new(),
            blocks: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.functions.clear();
        self.touched.clear();
        self.blocks.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            // The epochs begin again, so none that is stored may be one of them.
            self.entered.fill(0);
            self.near.iter_mut().for_each(|near| near.epoch = 0);
            self.function_epoch.fill(0);
            self.epoch = 1;
        }
    }

    #[inline]
    pub(crate) fn enter(&mut self, function: u32, block: u32) {
        if self.entered[block as usize] != self.epoch {
            self.entered[block as usize] = self.epoch;
            self.blocks.push(block);
            if self.function_epoch[function as usize] != self.epoch {
                self.function_epoch[function as usize] = self.epoch;
                self.functions.push(function);
            }
        }
    }

    /// Adds the distance of an evaluation to a branch. Returns `true` if no evaluation of this
    /// execution came as near before.
    #[inline]
    pub(crate) fn decide(
        &mut self,
        branch: u32,
        distance: f64,
        operands: impl FnOnce() -> Operands,
    ) -> bool {
        let near = &mut self.near[branch as usize];
        let is_first = near.epoch != self.epoch;
        if is_first {
            near.epoch = self.epoch;
            self.touched.push(branch);
        }
        if is_first || distance < near.distance {
            near.distance = distance;
            near.operands = operands();
            return true;
        }
        false
    }

    /// Returns the blocks that were entered, in the order of their first entries.
    pub(crate) fn blocks(&self) -> &[u32] {
        &self.blocks
    }

    /// Returns the functions that were entered, in the order of their first entries.
    pub(crate) fn functions(&self) -> &[u32] {
        &self.functions
    }

    /// Returns the branches that were decided, with their distances: 0 if they were taken.
    pub(crate) fn branches(&self) -> impl Iterator<Item = (u32, f64)> {
        self.touched.iter().map(|&branch| (branch, self.near[branch as usize].distance))
    }

    /// Returns the operands of the nearest evaluation of a branch that was decided.
    pub(crate) fn nearest(&self, branch: u32) -> &Operands {
        let near = &self.near[branch as usize];
        if near.epoch == self.epoch { &near.operands } else { &Operands::Unknown }
    }
}

impl Execution for Seen {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let near = &self.near[branch.branch.index()];
        (near.epoch == self.epoch)
            .then(|| Distance::new(near.distance).unwrap_or(Distance::INFINITE))
    }

    fn progress(&self, block: Block) -> Option<u32> {
        (self.entered[block.index()] == self.epoch).then_some(0)
    }

    fn entered(&self, _graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for &function in &self.functions {
            visit(Function::new(function));
        }
    }

    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        graph.check(self.made_for)
    }
}

impl Facts for Seen {
    fn knows(&self, fact: Fact) -> bool {
        fact == Fact::Operands
    }

    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        let near = &self.near[branch.branch.index()];
        let distance = Distance::new(near.distance).ok()?;
        if near.epoch != self.epoch || distance == Distance::ZERO {
            return None;
        }
        let text = near.operands.to_string();
        (!text.is_empty()).then(|| NearestOperands { distance, text: text.into() })
    }
}

impl Operands {
    /// Returns `true` if words are nearer to each other as signed numbers, or are both negative
    /// then.
    fn reads_better_signed(&self) -> bool {
        let Self::Words { a, b, bytes, .. } = self else { return false };
        let unused = 64 - 8 * *bytes as u32;
        let [x, y] = [a, b].map(|word| (word << unused) as i64 >> unused);
        (x < 0 && y < 0) || x.abs_diff(y) < a.abs_diff(*b)
    }
}

/// Bytes as in a byte string of Rust, in quotes.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}

impl std::fmt::Display for Operands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use sbst::distance::Relation;
        match self {
            Self::Unknown => Ok(()),
            Self::Bytes(a, b) => write!(f, "{} and {}", quoted(a), quoted(b)),
            Self::Words { a, b, bytes, relation } => {
                let (sign, is_signed) = match relation {
                    Some((relation, is_signed)) => (
                        match relation {
                            Relation::Less => "<",
                            Relation::LessOrEqual => "<=",
                            Relation::Greater => ">",
                            Relation::GreaterOrEqual => ">=",
                            Relation::Equal => "==",
                            Relation::NotEqual => "!=",
                            Relation::True | Relation::False => "and",
                        },
                        *is_signed,
                    ),
                    None => ("and", self.reads_better_signed()),
                };
                let shown = |word: u64| {
                    let unused = 64 - 8 * *bytes as u32;
                    let value = if is_signed {
                        ((word << unused) as i64 >> unused).to_string()
                    } else {
                        word.to_string()
                    };
                    // A byte is often a character.
                    let character = (word as u8).escape_ascii();
                    if (0x20..0x7f).contains(&word) {
                        format!("{value} '{character}'")
                    } else {
                        value
                    }
                };
                // Whatever the relation is, operands that are equal miss it because they are.
                let hint = if relation.is_none() && a == b { ", which should differ" } else { "" };
                write!(f, "{} {sign} {}{hint}", shown(*a), shown(*b))
            }
        }
    }
}
