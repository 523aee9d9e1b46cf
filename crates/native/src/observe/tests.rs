//! Logs of simulated programs, read back.
//!
//! The oracle runs a random program, function by function, with real recursion. It writes the log
//! as hooks do, and notes beside it which branches it took and how far the others were, from the
//! relation that only it knows.

use super::attention::Attention;
use super::event::{Event, Events, Width, compare_header, switch_header};
use super::{Cases, ComparedAt, Glance, Observer};
use crate::program::{Callee, NativeBlock, Program};
use proptest::prelude::*;
use sbst::distance::{Relation, Rules};
use sbst::execution::Execution;
use sbst::id::{Block, Branch};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};

/// A block as it is generated: successors and the called function, both modulo what there is.
type Shape = (Vec<u8>, Option<u8>, usize, bool);

fn functions() -> impl Strategy<Value = Vec<Vec<Shape>>> {
    let block = (
        prop::collection::vec(any::<u8>(), 0..5),
        prop::option::weighted(0.4, any::<u8>()),
        0_usize..6,
        any::<bool>(),
    );
    prop::collection::vec(prop::collection::vec(block, 1..7), 1..5)
}

/// Returns the cases of a switch with this number of successors: one for each but the last one, of
/// words of 32 bits.
fn cases(successors: u64) -> Cases {
    const VALUES: &[u64] = &[1, 3, 0xFFFF_FFFE];
    Cases { bits: 32, values: &VALUES[..(successors as usize).saturating_sub(1).min(VALUES.len())] }
}

struct Machine {
    blocks: Vec<NativeBlock>,
    /// First block of each function.
    entries: Vec<u32>,
    callee: Vec<Option<usize>>,
    relation: Vec<(Relation, bool)>,
    words: Vec<u32>,
    steps: u32,
    random: u64,
    entered: BTreeSet<u32>,
    /// By branch as (block, successor): the least distance.
    near: BTreeMap<(u32, usize), f64>,
}

impl Machine {
    fn new(functions: &[Vec<Shape>], seed: u64) -> Self {
        let (mut blocks, mut entries, mut callee, mut relation) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for body in functions {
            let first = blocks.len() as u32;
            entries.push(first);
            let mut split = Vec::new();
            let middle = first + body.len() as u32;
            for (local, (to, call, number, is_signed)) in body.iter().enumerate() {
                let mut successors = Vec::new();
                // No block leads back to the entry: compilers make another block there.
                for next in to
                    .iter()
                    .filter(|_| body.len() > 1)
                    .map(|next| first + 1 + u32::from(*next) % (body.len() as u32 - 1))
                {
                    if !successors.contains(&next) {
                        successors.push(next);
                    }
                }
                // The compiler puts a block into each edge from one block of several to one block
                // of several.
                if successors.len() > 1 {
                    for next in &mut successors {
                        split.push(std::mem::replace(next, middle + split.len() as u32));
                    }
                }
                let address = 0x1000 + 64 * blocks.len();
                callee.push(call.map(|call| usize::from(call) % functions.len()));
                relation.push((Relation::ALL[*number], *is_signed));
                blocks.push(NativeBlock {
                    address,
                    is_entry: local == 0,
                    successors,
                    callees: Vec::new(),
                });
            }
            for next in split {
                let address = 0x1000 + 64 * blocks.len();
                callee.push(None);
                relation.push((Relation::True, false));
                blocks.push(NativeBlock {
                    address,
                    is_entry: false,
                    successors: vec![next],
                    callees: Vec::new(),
                });
            }
        }
        for block in 0..blocks.len() {
            if let Some(called) = callee[block] {
                blocks[block].callees = vec![Callee::At(blocks[entries[called] as usize].address)];
            }
        }
        let (words, steps, entered, near) = Default::default();
        Self { blocks, entries, callee, relation, words, steps, random: seed, entered, near }
    }

    fn draw(&mut self) -> u64 {
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.random >> 33
    }

    /// Draws a word near 0.
    fn word(&mut self) -> u32 {
        (self.draw() as u32 % 7).wrapping_sub(3)
    }

    /// Notes how far a branch was.
    fn see(&mut self, block: u32, side: usize, distance: f64) {
        let near = self.near.entry((block, side)).or_insert(f64::INFINITY);
        *near = near.min(distance);
    }

    /// Runs a function. Returns `false` once the execution is over: then nobody returns, as after a
    /// panic.
    fn call(&mut self, function: usize, depth: u32) -> bool {
        let mut block = self.entries[function];
        loop {
            self.steps += 1;
            self.words.push(block + 1);
            self.entered.insert(block);
            if let Some(callee) = self.callee[block as usize].filter(|_| depth < 5)
                && !self.call(callee, depth + 1)
            {
                return false;
            }
            // Before the next decision, so that it shows in the log.
            if self.steps >= 400 {
                return false;
            }
            let successors = self.blocks[block as usize].successors.clone();
            block = match successors[..] {
                [] => return true,
                [next] => next,
                [_, _, _, ..] => {
                    let value = self.word();
                    let place = (self.blocks[block as usize].address + 8) as u32;
                    self.words.extend([
                        switch_header(),
                        place,
                        value,
                        0,
                        successors.len() as u32,
                        0,
                    ]);
                    let values = cases(successors.len() as u64).values;
                    // Cases lead to the first successors in another order, all other values to the
                    // last one.
                    let case =
                        |side: usize| values.iter().nth_back(side).map(|&case| case as u32 as i32);
                    let taken = (0..values.len())
                        .find(|&side| case(side) == Some(value as i32))
                        .unwrap_or(values.len());
                    for side in 0..successors.len() {
                        let gap = case(side).map_or(0, |case| case.abs_diff(value as i32));
                        self.see(
                            block,
                            side,
                            if side == taken { 0.0 } else { f64::from(gap) + 1.0 },
                        );
                    }
                    successors[taken]
                }
                _ => {
                    let (a, b) = (self.word(), self.word());
                    let place = (self.blocks[block as usize].address + 8) as u32;
                    self.words.extend([compare_header(Width::Four), place, a, b]);
                    let (relation, is_signed) = self.relation[block as usize];
                    let decision = if is_signed {
                        Rules::DEFAULT.compare(relation, a as i32, b as i32)
                    } else {
                        Rules::DEFAULT.compare(relation, a, b)
                    };
                    let taken = usize::from(!decision.holds());
                    self.see(block, taken, 0.0);
                    self.see(block, 1 - taken, decision.other_side().get());
                    successors[taken]
                }
            };
        }
    }

    /// Runs the program once, and forgets what it did before.
    fn run(&mut self) -> Vec<AtomicU32> {
        self.words.clear();
        self.entered.clear();
        self.near.clear();
        self.steps = 0;
        self.call(0, 0);
        self.words.iter().map(|&word| AtomicU32::new(word)).collect()
    }
}

/// What hooks record while a log is only glanced at, by the changes that an observer told.
#[derive(Default)]
struct Asked {
    blocks: BTreeSet<u32>,
    /// By place: how often it was asked for, less how often that was taken back.
    places: BTreeMap<u32, i32>,
}

impl Asked {
    fn follow(&mut self, changes: impl Iterator<Item = Attention>) {
        for change in changes {
            match change {
                Attention::Blocks(count) => {
                    self.blocks = (0..count).collect();
                    self.places.clear();
                }
                Attention::Block(block, true) => _ = self.blocks.insert(block),
                Attention::Block(block, false) => _ = self.blocks.remove(&block),
                Attention::Place(place, is_asked_for) => {
                    *self.places.entry(place).or_default() += if is_asked_for { 1 } else { -1 }
                }
            }
        }
        assert!(self.places.values().all(|count| *count >= 0), "{:?}", self.places);
    }

    /// Leaves out what nobody asked for.
    fn part(&self, log: &[AtomicU32]) -> Vec<AtomicU32> {
        let (mut part, mut events, mut from) = (Vec::new(), Events::new(log), 0);
        while let Some(event) = events.next() {
            let is_asked_for = match event {
                Event::Entered(block) => self.blocks.contains(&block),
                Event::Compared { place, .. } | Event::Switched { place, .. } => {
                    self.places.get(&place).is_some_and(|count| *count > 0)
                }
                Event::Bytes { .. } => true,
            };
            let words = &log[from..events.position()];
            if is_asked_for {
                part.extend(words.iter().map(|word| AtomicU32::new(word.load(Ordering::Relaxed))));
            }
            from = events.position();
        }
        part
    }
}

proptest! {
    /// Compares a glance at the events that were asked for with a glance at all of them.
    #[test]
    fn a_glance_needs_what_it_asks_for(functions in functions(), seed: u64) {
        let mut machine = Machine::new(&functions, seed);
        let program = Program::new(machine.blocks.clone(), |_| None, |_| None).expect("a program");
        let [mut whole, mut partial] = [(); 2].map(|()| Observer::new(&program, cases));
        let mut asked = Asked::default();
        for round in 0..60 {
            if round == 40 {
                whole.forget_distances();
                partial.forget_distances();
            }
            let words = machine.run();
            let branches = program.graph().all_branches().len() as u64;
            let focus =
                machine.draw().checked_rem(branches).map_or(u32::MAX, |branch| branch as u32);
            for observer in [&mut whole, &mut partial] {
                observer.focus(&program, focus);
            }
            asked.follow(partial.take_changes());
            let part = asked.part(&words);
            let glance = whole.glance(&words);
            prop_assert_eq!(partial.glance(&part), glance);
            if glance != Glance::default() || round < 3 || round % 8 == 0 {
                for observer in [&mut whole, &mut partial] {
                    observer.begin();
                    observer.read(&program, &words);
                    let _ = observer.end(&program);
                }
            }
        }
    }

    #[test]
    fn logs_say_what_happened(functions in functions(), seed: u64) {
        let mut machine = Machine::new(&functions, seed);
        let program = Program::new(machine.blocks.clone(), |_| None, |_| None).expect("a program");
        let mut observer = Observer::new(&program, cases);
        // Least distances over all executions, as the oracle knows them.
        let mut least: BTreeMap<(u32, usize), f64> = BTreeMap::new();
        // Least distances as they were measured.
        let mut measured: BTreeMap<u32, f64> = BTreeMap::new();
        let mut was_in_vain = false;
        for _ in 0..12 {
            let words = machine.run();
            let branches = program.graph().all_branches().len() as u64;
            let focus =
                machine.draw().checked_rem(branches).map_or(u32::MAX, |branch| branch as u32);
            observer.focus(&program, focus);
            let glance = observer.glance(&words);
            let is_new = machine.entered.iter().any(|&block| !observer.has_entered(block));

            observer.begin();
            observer.read(&program, &words);
            let is_news = observer.end(&program);
            let seen = observer.seen();
            let near = seen.branches().find(|found| found.0 == focus).map(|found| found.1);
            let is_as_near = near.is_some() && measured.get(&focus).copied() == near;
            // Until all cases of a switch are known, a glance looks at cases only, and a branch may
            // turn out to be that of no case.
            let is_switch = near.is_some() && program.branches(program.source(focus)).len() > 2;
            // The search pursues branches that were never taken.
            let is_open = measured.get(&focus) != Some(&0.0);
            let mut is_nearer = false;
            for (branch, distance) in seen.branches() {
                let near = measured.entry(branch).or_insert(f64::INFINITY);
                is_nearer |= distance < *near;
                *near = near.min(distance);
            }
            prop_assert_eq!(is_news, is_new || is_nearer);
            // A glance says neither more nor less than reading in full, until an alarm is in vain.
            was_in_vain |= glance.is_nearer && !is_nearer;
            prop_assert!(glance.is_new <= is_new);
            prop_assert!(
                was_in_vain || (is_new || is_nearer) == (glance.is_new || glance.is_nearer),
                "{glance:?} {is_new} {is_nearer}"
            );
            let is_done = was_in_vain || is_new || is_nearer || !is_open || is_switch;
            prop_assert!(is_done || glance.is_as_near == is_as_near, "{glance:?} {is_as_near}");
            prop_assert!(!is_new || glance.is_new || glance.is_nearer);
            for block in program.graph().all_blocks() {
                prop_assert_eq!(
                    seen.progress(block).is_some(),
                    machine.entered.contains(&block.number())
                );
            }
            for branch in program.graph().all_branches().map(Branch::number) {
                let edge = program.graph().edge(Branch::new(branch));
                let side = (branch - program.branch(edge.source.number(), 0)) as usize;
                let found = seen.branch_distance(edge).map(|distance| distance.get());
                match machine.near.get(&(edge.source.number(), side)) {
                    None => prop_assert_eq!(found, None),
                    Some(&0.0) => prop_assert_eq!(found, Some(0.0)),
                    // Once it was taken, only whether it is taken again matters.
                    Some(_) if least.get(&(edge.source.number(), side)) == Some(&0.0) => {
                        prop_assert!(found.is_some_and(|found| found > 0.0), "{found:?}");
                    }
                    // The relation is not known yet, so the distance is a lower bound.
                    Some(&distance) => prop_assert!(
                        found.is_some_and(|found| 0.0 < found && found <= distance),
                        "{found:?} {distance}"
                    ),
                }
            }
            for (branch, distance) in &machine.near {
                let near = least.entry(*branch).or_insert(f64::INFINITY);
                *near = near.min(*distance);
            }
        }
        let taken = least.values().filter(|distance| **distance == 0.0).count();
        prop_assert_eq!(observer.taken_count(), taken);
    }

    /// Once both branches were taken, nobody asks for the blocks and the comparison.
    #[test]
    fn what_is_known_is_not_asked_for(number in 0_usize..6, is_signed: bool, seed: u64) {
        let shape = |to: &[u8]| (to.to_vec(), None, number, is_signed);
        let mut machine = Machine::new(&[vec![shape(&[1, 2]), shape(&[]), shape(&[])]], seed);
        let program = Program::new(machine.blocks.clone(), |_| None, |_| None).expect("a program");
        let (mut observer, mut asked) = (Observer::new(&program, cases), Asked::default());
        for _ in 0..200 {
            let words = machine.run();
            observer.begin();
            observer.read(&program, &words);
            let _ = observer.end(&program);
            asked.follow(observer.take_changes());
        }
        let is_known = observer.taken_count() == program.graph().all_branches().len();
        prop_assert!(!is_known || asked.part(&machine.run()).is_empty());
    }

    /// Once the relation is known, the distance is the true one.
    #[test]
    fn distances_become_exact(number in 0_usize..6, is_signed: bool, seed: u64) {
        let shape = |to: &[u8]| (to.to_vec(), None, number, is_signed);
        let mut machine = Machine::new(&[vec![shape(&[0, 1]), shape(&[]), shape(&[])]], seed);
        let program = Program::new(machine.blocks.clone(), |_| None, |_| None).expect("a program");
        let mut observer = Observer::new(&program, cases);
        for round in 0..600 {
            let words = machine.run();
            observer.forget_distances();
            observer.begin();
            observer.read(&program, &words);
            observer.end(&program);
            let seen = observer.seen();
            if round > 500 && !matches!(machine.relation[0].0, Relation::Equal | Relation::NotEqual)
            {
                for (&(block, side), &distance) in &machine.near {
                    let branch = program.branch(block, side);
                    let found = seen.branch_distance(program.graph().edge(Branch::new(branch)));
                    prop_assert_eq!(found.map(|found| found.get()), Some(distance));
                }
            }
        }
    }

    /// No word that is in a log makes reading fail: another thread may write while it is read.
    #[test]
    fn any_words_can_be_read(
        functions in functions(),
        words in prop::collection::vec(prop_oneof![0_u32..40, any::<u32>(), (0_u32..256).prop_map(|low| 1 << 31 | low)], 0..200),
    ) {
        let machine = Machine::new(&functions, 1);
        let program = Program::new(machine.blocks.clone(), |_| None, |_| None).expect("a program");
        let mut observer = Observer::new(&program, cases);
        let words: Vec<AtomicU32> = words.into_iter().map(AtomicU32::new).collect();
        for _ in 0..2 {
            observer.glance(&words);
            observer.begin();
            observer.read(&program, &words);
            observer.end(&program);
        }
        prop_assert!(
            program
                .graph()
                .all_blocks()
                .all(|block: Block| observer.seen().progress(block).is_none_or(|ran| ran == 0))
        );
    }
}

/// A comparison that decided an earlier block in both ways is told apart.
#[test]
fn a_spent_comparison_is_told_apart() {
    // Block 0 compares, and leads to 1 or 2. Block 1 compares nothing that is told, and leads to 3
    // or 4.
    let block = |number: u32, successors: &[u32]| NativeBlock {
        address: 0x1000 + 64 * number as usize,
        is_entry: number == 0,
        successors: successors.to_vec(),
        callees: Vec::new(),
    };
    let blocks =
        vec![block(0, &[1, 2]), block(1, &[3, 4]), block(2, &[]), block(3, &[]), block(4, &[])];
    let program = Program::new(blocks, |_| None, |_| None).expect("a program");
    let mut observer = Observer::new(&program, |_| Default::default());
    let mut run = |word: u32, path: &[u32]| {
        let mut words = vec![1, compare_header(Width::Four), 0x1008, word, 7];
        words.extend(path.iter().map(|block| block + 1));
        let words: Vec<AtomicU32> = words.into_iter().map(AtomicU32::new).collect();
        observer.begin();
        observer.read(&program, &words);
        observer.end(&program);
        [0, 1].map(|block| observer.compared_at(&program, block))
    };
    let at = |is_spent| Some(ComparedAt { address: Some(0x1008), is_spent });
    // Only one way was taken: the comparison may have been kept, and may decide both blocks.
    assert_eq!(run(7, &[1, 3]), [at(false), at(false)]);
    assert_eq!(run(8, &[2]), [at(false), at(true)]);
}
