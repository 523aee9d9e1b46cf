//! Data flow between blocks: reaching definitions, 64 at a time, through the blocks from which a
//! use can be reached.
//!
//! This is the classic iteration on bit vectors (reaching definitions and live variables), with
//! three changes. A batch has 64 definitions, so a set is one word. Liveness is computed first, so
//! definitions are followed only to where a use can still be reached. Blocks with changed words
//! wait in a queue in reverse postorder, so blocks that nothing reaches cost nothing.

use super::local::Within;
use super::pair::{DefinitionPlace, DefinitionUse};
use crate::flow::steps::Steps;
use crate::flow::{FlowGraph, Outcome};
use crate::id::Function;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

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

/// The data flow of one function. Definitions are gathered until a batch of 64 is full.
#[derive(Debug)]
pub(super) struct Flow<'g> {
    graph: &'g FlowGraph,
    /// The blocks and edges of the function.
    steps: Steps,
    /// The first block of the function.
    first_block: u32,
    /// By block: its place in reverse postorder.
    place: Vec<u32>,
    /// The blocks in reverse postorder.
    order: Vec<u32>,
    /// By block: the sets of the current batch.
    words: Vec<Word>,
    /// The blocks whose words may not be zero.
    touched: Vec<u32>,
    /// The blocks whose word changed, by place, each at most once.
    waiting: BinaryHeap<Reverse<u32>>,
    /// By block: `true` if it is in `waiting`.
    is_waiting: Vec<bool>,
    /// The variables with definitions in the current batch, each with its bits.
    batch: Vec<Part>,
    /// Number of definitions in the current batch.
    filled: usize,
}

/// The definitions of one variable that are in a batch.
#[derive(Debug)]
struct Part {
    /// The variable.
    within: alloc::rc::Rc<Within>,
    /// The definitions `from..to` of the variable are in this batch, with consecutive bits from
    /// `first_bit` on.
    from: usize,
    to: usize,
    first_bit: usize,
}

/// Number of definitions in a batch: the bits of a word.
const WIDTH: usize = 64;

impl<'g> Flow<'g> {
    /// Prepares the data flow of one function.
    pub(super) fn of(graph: &'g FlowGraph, function: Function) -> Self {
        let steps = Steps::of(graph, function);
        let rows = graph.rows(function);
        let first_block = rows.first_block;
        let order: Vec<u32> = rows.order.iter().map(|&block| block - first_block).collect();
        let mut place = alloc::vec![0; order.len()];
        for (at, &local) in (0..).zip(&order) {
            place[local as usize] = at;
        }
        let (words, is_waiting) =
            (alloc::vec![Word::default(); order.len()], alloc::vec![false; order.len()]);
        Self {
            graph,
            steps,
            first_block,
            place,
            order,
            words,
            touched: Vec::new(),
            waiting: BinaryHeap::new(),
            is_waiting,
            batch: Vec::new(),
            filled: 0,
        }
    }

    /// Adds a variable. A batch is followed, and its pairs are added, as soon as it is full.
    pub(super) fn add(&mut self, within: Within, pairs: &mut Vec<DefinitionUse>) {
        if within.exposed.is_empty() {
            return;
        }
        let within = alloc::rc::Rc::new(within);
        let mut from = 0;
        while from < within.leaving.len() {
            let to = within.leaving.len().min(from + WIDTH - self.filled);
            self.batch.push(Part { within: within.clone(), from, to, first_bit: self.filled });
            self.filled += to - from;
            from = to;
            if self.filled == WIDTH {
                self.finish(pairs);
            }
        }
    }

    /// Follows the definitions of the current batch, and adds their pairs.
    pub(super) fn finish(&mut self, pairs: &mut Vec<DefinitionUse>) {
        let batch = core::mem::take(&mut self.batch);
        self.filled = 0;
        // Classic data flow, for 64 definitions at once: gen and kill sets, then liveness
        // backwards, then reaching definitions forwards, restricted to where they are live. Both
        // iterate monotonically to the least fixpoint.
        self.mark(&batch);
        self.look_back(&batch);
        self.follow(&batch);
        for part in &batch {
            for &(block, place) in &part.within.exposed {
                let reaching =
                    self.words[(block.number() - self.first_block) as usize].reaching & part.bits();
                let definitions = part.within.leaving[part.from..part.to].iter().enumerate();
                for (_, &definition) in
                    definitions.filter(|(at, _)| reaching >> (part.first_bit + at) & 1 == 1)
                {
                    pairs.push(DefinitionUse { variable: part.within.variable, definition, place });
                }
            }
        }
        for local in self.touched.drain(..) {
            self.words[local as usize] = Word::default();
        }
    }

    /// Sets which definitions each block kills.
    fn mark(&mut self, batch: &[Part]) {
        for part in batch {
            // All definitions of the variable kill, including those in other batches: else a
            // variable with more than 64 definitions would reach too far.
            for definition in &part.within.leaving {
                if let DefinitionPlace::Statement(statement) = definition {
                    let local = statement.block.number() - self.first_block;
                    self.words[local as usize].killed |= part.bits();
                    self.touched.push(local);
                }
            }
        }
    }

    /// Sets which definitions are live at each block, from the uses backwards. Without this step,
    /// each definition would be followed to the end of the function.
    fn look_back(&mut self, batch: &[Part]) {
        for part in batch {
            for (block, _) in &part.within.exposed {
                self.enliven(block.number() - self.first_block, part.bits());
            }
        }
        // Places from the end: blocks are taken in postorder, so without loops each is taken once.
        while let Some(Reverse(from_end)) = self.waiting.pop() {
            let local = self.order[self.order.len() - 1 - from_end as usize];
            self.is_waiting[local as usize] = false;
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
            if !core::mem::replace(&mut self.is_waiting[local as usize], true) {
                self.waiting
                    .push(Reverse(self.order.len() as u32 - 1 - self.place[local as usize]));
            }
        }
    }

    /// Sets which definitions reach each block, from their places forwards.
    fn follow(&mut self, batch: &[Part]) {
        for part in batch {
            for (at, definition) in part.within.leaving[part.from..part.to].iter().enumerate() {
                let bit = 1 << (part.first_bit + at);
                let DefinitionPlace::Statement(statement) = definition else {
                    self.reach(0, bit); // the entry is the first block of its function
                    continue;
                };
                for (outcome, target) in self.graph.successors(statement.block) {
                    // It is unknown whether the definition ran before the exception, so it does not
                    // follow exception edges.
                    if !matches!(outcome, Outcome::Exception(_)) {
                        self.reach(target.number() - self.first_block, bit);
                    }
                }
            }
        }
        // In reverse postorder. An exception edge carries neither definitions of its block (they
        // are not started there) nor earlier ones of the same variables (the block kills them).
        while let Some(Reverse(place)) = self.waiting.pop() {
            let local = self.order[place as usize];
            self.is_waiting[local as usize] = false;
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
            if !core::mem::replace(&mut self.is_waiting[local as usize], true) {
                self.waiting.push(Reverse(self.place[local as usize]));
            }
        }
    }
}

impl Part {
    /// Returns the bits of the definitions.
    fn bits(&self) -> u64 {
        let count = self.to - self.from;
        let all = if count == WIDTH { u64::MAX } else { (1 << count) - 1 };
        all << self.first_bit
    }
}
