//! Data flow between blocks: reaching definitions, 64 at a time, through the blocks from which a
//! use can be reached.
//!
//! This is the classic iteration on bit vectors (reaching definitions and live variables), with
//! three changes. A batch has 64 definitions, so a set is one word. Liveness is computed first, so
//! definitions are followed only to where a use can still be reached. Blocks with changed words
//! wait in a queue in reverse postorder, so blocks that nothing reaches cost nothing.

use super::pair::{DefinitionPlace, DefinitionUse, UsePlace};
use crate::steps::Steps;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use sbst::flow::{Edge, FlowGraph, Outcome};
use sbst::id::{Block, Function, Statement, Variable};

/// The sets of definitions of a batch at one block, with a bit for each definition.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    /// Definitions of variables that the block defines. They do not pass through the block.
    killed: u64,
    /// Definitions with which some use can still be reached from the entry of the block.
    live: u64,
    /// Definitions that may be the last ones where the block is entered.
    reaching: u64,
}

/// The data flow of one function.
#[derive(Debug)]
pub(super) struct Flow<'g> {
    graph: &'g FlowGraph,
    /// The blocks and edges of the function.
    steps: Steps,
    /// By block: its place in reverse postorder.
    place: Vec<u32>,
    /// By block: the sets of the current batch.
    words: Vec<Word>,
    /// The blocks whose words may not be zero.
    touched: Vec<u32>,
    /// By place in reverse postorder: the blocks whose word changed.
    waiting: BTreeMap<u64, u32>,
}

/// The definitions of one variable that are in a batch.
#[derive(Debug)]
struct Part<'a> {
    /// The variable.
    within: &'a Within,
    /// Those of its definitions that are in this batch, with consecutive bits from `first_bit` on.
    definitions: &'a [DefinitionPlace],
    first_bit: usize,
}

/// Number of definitions in a batch: the bits of a word.
const WIDTH: usize = 64;

impl<'g> Flow<'g> {
    /// Prepares the data flow of one function.
    pub(super) fn of(graph: &'g FlowGraph, function: Function) -> Self {
        let steps = Steps::of(graph, function);
        let place = steps.places();
        let words = alloc::vec![Word::default(); place.len()];
        Self { graph, steps, place, words, touched: Vec::new(), waiting: BTreeMap::new() }
    }

    /// Adds the pairs of some variables, whose definitions are gathered into batches of 64.
    pub(super) fn add_pairs(&mut self, variables: &[Within], pairs: &mut Vec<DefinitionUse>) {
        let (mut batch, mut filled) = (Vec::new(), 0);
        for within in variables.iter().filter(|within| !within.exposed.is_empty()) {
            let mut rest = &within.leaving[..];
            while !rest.is_empty() {
                let (definitions, others) = rest.split_at(rest.len().min(WIDTH - filled));
                batch.push(Part { within, definitions, first_bit: filled });
                filled += definitions.len();
                rest = others;
                if filled == WIDTH {
                    self.finish(&batch, pairs);
                    (filled, batch) = (0, Vec::new());
                }
            }
        }
        self.finish(&batch, pairs);
    }

    /// Follows the definitions of a batch, and adds their pairs.
    fn finish(&mut self, batch: &[Part<'_>], pairs: &mut Vec<DefinitionUse>) {
        // Classic data flow, for 64 definitions at once: gen and kill sets, then liveness
        // backwards, then reaching definitions forwards, restricted to where they are live. Both
        // iterate monotonically to the least fixpoint.
        self.mark(batch);
        self.look_back(batch);
        self.follow(batch);
        for part in batch {
            for &(block, place) in &part.within.exposed {
                let reaching = self.words[self.steps.local(block) as usize].reaching & part.bits();
                for (bit, &definition) in (part.first_bit..).zip(part.definitions) {
                    if reaching >> bit & 1 == 1 {
                        let variable = part.within.variable;
                        pairs.push(DefinitionUse { variable, definition, place });
                    }
                }
            }
        }
        for local in self.touched.drain(..) {
            self.words[local as usize] = Word::default();
        }
    }

    /// Sets which definitions each block kills.
    fn mark(&mut self, batch: &[Part<'_>]) {
        for part in batch {
            // All definitions of the variable kill, including those in other batches: else a
            // variable with more than 64 definitions would reach too far.
            for definition in &part.within.leaving {
                if let DefinitionPlace::Statement(statement) = definition {
                    let local = self.steps.local(statement.block);
                    self.words[local as usize].killed |= part.bits();
                    self.touched.push(local);
                }
            }
        }
    }

    /// Sets which definitions are live at each block, from the uses backwards. Without this step,
    /// each definition would be followed to the end of the function.
    fn look_back(&mut self, batch: &[Part<'_>]) {
        for part in batch {
            for (block, _) in &part.within.exposed {
                self.enliven(self.steps.local(*block), part.bits());
            }
        }
        // Places from the end: blocks are taken in postorder, so without loops each is taken once.
        while let Some((_, local)) = self.waiting.pop_last() {
            let live = self.words[local as usize].live;
            for at in 0..self.steps.predecessors(local).len() {
                let source = self.steps.predecessors(local)[at];
                self.enliven(source, live & !self.words[source as usize].killed);
            }
        }
    }

    /// Adds live definitions at the entry of a block. If some are new, the block waits for its
    /// turn.
    fn enliven(&mut self, local: u32, bits: u64) {
        let word = &mut self.words[local as usize];
        if bits & !word.live != 0 {
            word.live |= bits;
            self.touched.push(local);
            self.waiting.insert(self.place[local as usize].into(), local);
        }
    }

    /// Sets which definitions reach each block, from their places forwards.
    fn follow(&mut self, batch: &[Part<'_>]) {
        for part in batch {
            for (at, definition) in (part.first_bit..).zip(part.definitions) {
                let bit = 1 << at;
                let DefinitionPlace::Statement(statement) = definition else {
                    self.reach(0, bit); // the entry is the first block of its function
                    continue;
                };
                for (outcome, target) in self.graph.successors(statement.block) {
                    // It is unknown whether the definition ran before the exception, so it does not
                    // follow exception edges.
                    if !matches!(outcome, Outcome::Exception(_)) {
                        self.reach(self.steps.local(target), bit);
                    }
                }
            }
        }
        // In reverse postorder. An exception edge carries neither definitions of its block (they
        // are not started there) nor earlier ones of the same variables (the block kills them).
        while let Some((_, local)) = self.waiting.pop_first() {
            let word = self.words[local as usize];
            for at in 0..self.steps.successors(local).len() {
                self.reach(self.steps.successors(local)[at], word.reaching & !word.killed);
            }
        }
    }

    /// Adds reaching definitions at the entry of a block, as far as they are live there. If some
    /// are new, the block waits for its turn.
    fn reach(&mut self, local: u32, bits: u64) {
        let word = &mut self.words[local as usize];
        let new = bits & word.live & !word.reaching;
        if new != 0 {
            word.reaching |= new;
            self.waiting.insert(self.place[local as usize].into(), local);
        }
    }
}

impl Part<'_> {
    /// Returns the bits of the definitions.
    fn bits(&self) -> u64 {
        let count = self.definitions.len();
        let all = if count == WIDTH { u64::MAX } else { (1 << count) - 1 };
        all << self.first_bit
    }
}

// Definitions and uses within single blocks, before data flow between blocks is computed.

/// One variable in one function. Blocks that cannot be reached are left out.
#[derive(Debug)]
pub(super) struct Within {
    /// The variable.
    pub(super) variable: Variable,
    /// The definitions that leave their block: the entry of the function, then the last definition
    /// of each block, ascending.
    pub(super) leaving: Vec<DefinitionPlace>,
    /// The uses that read the value with which their block is entered, each with its block.
    pub(super) exposed: Vec<(Block, UsePlace)>,
    /// The pairs within single blocks.
    pub(super) pairs: Vec<DefinitionUse>,
}

impl Within {
    /// Creates the local view. Definitions and uses must be ascending. O(d + u log d) for d
    /// definitions and u uses.
    pub(super) fn of(
        graph: &FlowGraph,
        variable: Variable,
        definitions: impl Iterator<Item = DefinitionPlace>,
        uses: impl Iterator<Item = UsePlace>,
    ) -> Self {
        let mut within =
            Self { variable, leaving: Vec::new(), exposed: Vec::new(), pairs: Vec::new() };
        let mut statements: Vec<Statement> = Vec::new();
        for place in definitions {
            match place {
                DefinitionPlace::Entry(_) => within.leaving.push(place),
                DefinitionPlace::Statement(at) if graph.is_reachable(at.block) => {
                    statements.push(at);
                }
                DefinitionPlace::Statement(_) => {}
            }
        }
        for of_block in statements.chunk_by(|a, b| a.block == b.block) {
            if let Some(&last) = of_block.last() {
                within.leaving.push(DefinitionPlace::Statement(last));
            }
        }
        for place in uses {
            // Number of definitions in the block or in earlier ones that come before the use. A use
            // at a statement comes before a definition at the same statement; a predicate comes
            // after all statements.
            let (block, before, is_exception) = match place {
                UsePlace::Statement(at) => {
                    (at.block, statements.partition_point(|other| *other < at), false)
                }
                UsePlace::Branch(branch) => {
                    let Edge { source, outcome, .. } = graph.edge(branch);
                    let before = statements.partition_point(|other| other.block <= source);
                    (source, before, matches!(outcome, Outcome::Exception(_)))
                }
            };
            if !graph.is_reachable(block) {
                continue;
            }
            match statements[..before].last().filter(|last| last.block == block) {
                None => within.exposed.push((block, place)),
                // It is unknown whether the definition ran before the exception.
                Some(_) if is_exception => {}
                Some(&last) => {
                    within.pairs.push(DefinitionUse {
                        variable,
                        definition: DefinitionPlace::Statement(last),
                        place,
                    });
                }
            }
        }
        within
    }
}
