//! The identity of a graph: a hash chain over its functions.
//!
//! - The identity of a graph with n + 1 functions is computed from the identity of the first n
//!   functions and from function n: its blocks, edges, outcomes, the values of its cases and arms,
//!   its statement counts and its exits. Names and lines do not count.
//! - A graph keeps the identity of each of its prefixes, so one comparison shows whether it begins
//!   with another graph.
//! - The hash has 128 bits and a fixed seed, and works on numbers only. It is the same on every
//!   platform.
//!
//! One step takes in two words of 64 bits. It combines each word with one half of the state,
//! multiplies the two results, and combines the halves of the product with the factors crosswise.
//! This is the folded multiplication of wyhash (Wang Yi), except that the factors are kept, so that
//! a product of 0 loses nothing. The hash mixes well; it does not resist an adversary who looks for
//! collisions.
//!
//! Time: linear in the function, with about one step for each block and one for two branches.
//! Space: 16 bytes for each function.

use super::graph::FlowGraph;
use super::identity::IdentityChain;
use super::rows::{Marks, Rows};
use super::{GraphIdentity, GraphMismatch, Outcome};
use crate::distance::Arms;
use crate::id::Block;
use core::hash::{Hash, Hasher};

impl FlowGraph {
    /// Returns the current identity of the graph. See [`GraphIdentity`].
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let [graph, same] = [FlowGraph::of(&body)?, FlowGraph::of(&body)?];
    /// assert_eq!(graph.identity(), same.identity());
    /// assert_ne!(graph.identity(), FlowGraph::of(&body.statements(1, 1))?.identity());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn identity(&self) -> GraphIdentity {
        self.chain.last()
    }

    /// Returns the identity that the graph had when it had `functions` functions; `None` if it has
    /// fewer.
    pub(crate) fn identity_at(&self, functions: usize) -> Option<GraphIdentity> {
        self.chain.at(functions)
    }

    /// Checks that an object made for the graph with this identity may be used with this graph.
    ///
    /// It may be used if this graph is that graph, or has grown from it: then all ids of that graph
    /// mean the same in this one. A store of your own that keeps the identity calls this method in
    /// [`Execution::fits`](crate::execution::Execution::fits). O(1).
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the object may not be used with this graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, GraphIdentity};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let kept = graph.identity(); // kept with the results of a run, for example
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// assert_eq!(graph.check(kept), Ok(()));
    /// // The graph without functions is a prefix of every graph.
    /// assert_eq!(graph.check(GraphIdentity::default()), Ok(()));
    /// let other = FlowGraph::of(&FlowBuilder::new().statements(0, 7).exit(0))?;
    /// assert!(other.check(kept).is_err());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[inline]
    pub fn check(&self, made_for: GraphIdentity) -> Result<(), GraphMismatch> {
        self.chain.check(made_for)
    }

    /// Returns the identities of all prefixes of the graph.
    pub(crate) const fn chain(&self) -> &IdentityChain {
        &self.chain
    }

    /// Takes a meaning into the identity of the graph: two graphs of the same shape then have
    /// different identities if they stand for different things. A graph without functions keeps its
    /// identity.
    pub(super) fn stand_for(&mut self, meaning: &impl Hash) {
        let mut hasher = Meaning { state: State::after(self.chain.last()), words: 0 };
        meaning.hash(&mut hasher);
        let Meaning { state, words } = hasher;
        self.chain.replace_last(state.finish([words, 0, 0]));
    }
}

impl Rows {
    /// Returns the hash of the graph with this identity once the function of these rows is appended
    /// to it.
    ///
    /// Ids are program-wide: the functions before it determine where the function begins. All other
    /// rows follow from what is hashed here.
    pub(super) fn hash_after(&self, before: GraphIdentity) -> [u64; 2] {
        // Rows that follow from these (order, post-dominators, controls) are left out. The rows are
        // hashed one after the other without separators; `finish` adds their lengths, so that no
        // two functions give the same words.
        let mut state = State::after(before);
        state.take(&self.statements, |&statements| statements);
        state.take(&self.jump, |&target| target);
        state.take(&self.first_branch, |&first| first);
        state.take_exits(&self.marks);
        state.take(&self.target, |&target| target);
        let mut others = 0;
        if self.cases.is_empty() {
            state.take(&self.outcome, |code| code.bits());
        } else {
            // The code of a case depends on the order of declarations. Only its value counts.
            state.take(&self.outcome, |code| code.without_case());
            for code in &self.outcome {
                if let Outcome::Case(value) = code.outcome(&self.cases) {
                    others += state.take_case(value);
                }
            }
        }
        for (block, arms) in &self.arms {
            others += state.take_arms(*block, arms);
        }
        for (block, name) in &self.sole {
            others += state.take_name(*block, *name);
        }
        for member in &self.said {
            state.step(pair(member.block.number(), member.decision), DECISION);
            state.step(u64::from(member.place), DECISION);
            others += 2;
        }
        state.finish([self.statements.len() as u64, self.target.len() as u64, others])
    }
}

/// Returns two numbers as one word.
#[inline]
const fn pair(low: u32, high: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// Returns `true` if a number does not fit 64 bits with sign.
const fn is_wide(number: i128) -> bool {
    number as i64 as i128 != number
}

/// Returns the upper half of a number.
const fn high(number: i128) -> u64 {
    (number >> 64) as u64
}

// Mostly digits of pi, as arbitrary numbers that are unlikely to be words of a graph.
const SEED: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];
const CASE: u64 = 0xa409_3822_299f_31d0;
const ARM: u64 = 0x082e_fa98_ec4e_6c89;
const MEANING: u64 = 0x452f_1a5e_93c1_77d9;
const NAME: u64 = 0x4528_21e6_38d0_1377;
const WIDE: u64 = 0x3f84_d5b5_b547_0917;
const DECISION: u64 = 0xbe54_66cf_34e9_0c6c;

/// A [`Hasher`] that takes each number as one word: the result is the same on every platform,
/// whatever the width of `usize` and the order of bytes.
struct Meaning {
    state: State,
    /// Number of words taken in.
    words: u64,
}

impl Meaning {
    /// Takes in one word.
    fn word(&mut self, word: u64) {
        self.state.step(word, MEANING);
        self.words += 1;
    }
}

impl Hasher for Meaning {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.word(u64::from(byte));
        }
    }

    fn write_u16(&mut self, number: u16) {
        self.word(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.word(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.word(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.word(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.word(number as i64 as u64); // derived `Hash` uses it for the number of a variant
    }

    fn finish(&self) -> u64 {
        self.words // unused: `stand_for` reads the whole state
    }
}

/// The state of the hash.
struct State {
    first: u64,
    second: u64,
}

impl State {
    /// Creates the state after the functions before, of which `before` is the identity.
    fn after(before: GraphIdentity) -> Self {
        Self { first: before.hash[0] ^ SEED[0], second: before.hash[1] ^ SEED[1] }
    }

    /// Takes in a row of numbers, four in one step.
    #[inline]
    fn take<T>(&mut self, row: &[T], number: impl Fn(&T) -> u32) {
        let (fours, rest) = row.as_chunks::<4>();
        for [a, b, c, d] in fours {
            self.step(pair(number(a), number(b)), pair(number(c), number(d)));
        }
        // Padding with 0 is safe, because `finish` takes in the lengths of the rows.
        match rest {
            [a, b, c] => self.step(pair(number(a), number(b)), pair(number(c), 0)),
            [a, b] => self.step(pair(number(a), number(b)), 0),
            [a] => self.step(pair(number(a), 0), 0),
            _ => {}
        }
    }

    /// Takes in which blocks are exits, sixteen in one step.
    #[inline]
    fn take_exits(&mut self, marks: &[Marks]) {
        /// The bit `EXIT` of each byte.
        const EXITS: u64 = Marks::EXIT.bits() as u64 * 0x0101_0101_0101_0101;
        let word = |eight: &[Marks; 8]| u64::from_le_bytes(eight.map(Marks::bits)) & EXITS;
        let (eights, rest) = marks.as_chunks::<8>();
        let (pairs, single) = eights.as_chunks::<2>();
        for [one, other] in pairs {
            self.step(word(one), word(other));
        }
        let mut last = 0;
        for marks in rest {
            last = last << 8 | u64::from(marks.bits());
        }
        self.step(single.first().map_or(0, word), last & EXITS);
    }

    /// Takes in two words.
    #[inline]
    fn step(&mut self, one: u64, other: u64) {
        let (one, other) = (self.first ^ one, self.second ^ other);
        // The upper half of a product depends on all bits of both factors, the lower half on the
        // low bits only: so both halves are used.
        let product = u128::from(one) * u128::from(other);
        let (high, low) = ((product >> 64) as u64, product as u64);
        // The factors are kept beside the product: if one factor is 0, the other one is not lost.
        (self.first, self.second) = (other ^ high, one ^ low);
    }

    /// Takes in the values that select each arm of a block. Returns the number of steps.
    #[cold]
    fn take_arms(&mut self, block: Block, arms: &Arms) -> u64 {
        let mut steps = 1;
        self.step(pair(block.number(), arms.len() as u32), ARM);
        for (arm, range) in arms.ranges() {
            let (start, end) = range.into_inner();
            // Bounds of 64 bits are one word, as they were when there were no others.
            let is_wide = [start, end].iter().any(|&bound| is_wide(bound));
            self.step(u64::from(arm), if is_wide { WIDE } else { ARM });
            if is_wide {
                self.step(high(start), high(end));
                steps += 1;
            }
            self.step(start as u64, end as u64);
            steps += 2;
        }
        steps
    }

    /// Takes in the value of a case. Returns the number of steps.
    fn take_case(&mut self, value: i128) -> u64 {
        let is_wide = is_wide(value);
        if is_wide {
            self.step(high(value), WIDE);
        }
        self.step(value as u64, CASE);
        1 + u64::from(is_wide)
    }

    /// Takes in the outcome of the only edge of a block. Returns the number of steps.
    #[cold]
    fn take_name(&mut self, block: Block, name: Outcome) -> u64 {
        if let Outcome::Case(value) = name
            && is_wide(value)
        {
            self.step(pair(block.number(), 7), NAME);
            self.step(high(value), value as u64);
            return 2;
        }
        let (kind, payload) = match name {
            Outcome::True => (0, 0),
            Outcome::False => (1, 0),
            Outcome::Case(value) => (2, value as u64),
            Outcome::Arm(number) => (3, u64::from(number)),
            Outcome::Default => (4, 0),
            Outcome::Next => (5, 0),
            Outcome::Exception(number) => (6, u64::from(number)),
        };
        self.step(pair(block.number(), kind), NAME);
        self.step(payload, NAME);
        2
    }

    /// Takes in the length of each kind of row, so that two different functions never have the same
    /// words.
    fn finish(mut self, [blocks, branches, others]: [u64; 3]) -> [u64; 2] {
        self.step(blocks, branches);
        self.step(others, SEED[0]);
        self.step(SEED[1], CASE);
        [self.first, self.second]
    }
}
