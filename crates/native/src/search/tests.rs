//! Searches of small programs, from logs that are written here.

use super::{Hunt, Settings, Style};
use crate::observe::event::{Width, compare_header};
use crate::program::Program;
use sbst::objective::Goal;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU32;

fn hunt(program: &Program) -> Hunt<'_> {
    let settings = Settings {
        seed: 1,
        most: 100,
        style: Style::Nearest,
        words: Vec::new(),
        left_out: BTreeSet::new(),
    };
    Hunt::new(program, settings, |_| Default::default()).expect("a search")
}

/// Takes in an execution: blocks by number, and before a negative number a comparison of its
/// absolute value with 0 in the last block.
fn run(hunt: &mut Hunt<'_>, input: &[u8], path: &[i64]) {
    let (mut words, mut last) = (Vec::new(), 0);
    for &step in path {
        match u32::try_from(step) {
            Ok(block) => {
                last = block;
                words.push(block + 1);
            }
            Err(_) => words.extend([
                compare_header(Width::Four),
                0x1008 + 64 * last,
                step.unsigned_abs() as u32,
                0,
            ]),
        }
    }
    let words: Vec<AtomicU32> = words.into_iter().map(AtomicU32::new).collect();
    hunt.take_in(input, &[&words]).expect("an execution");
}

/// Returns whether a branch is covered, and the nearest input.
fn state(hunt: &Hunt<'_>, branch: u32) -> (bool, Option<Vec<u8>>) {
    let campaign = hunt.campaign();
    let is_it = |&goal: &sbst::id::GoalId| matches!(campaign.goals().goal(goal), Goal::Branch(other) if other.number() == branch);
    let goal = campaign.goals().ids().find(is_it).expect("a goal");
    let nearest = campaign.nearest(goal).map(|test| test.bytes.to_vec());
    (campaign.tests().is_covered(goal), nearest)
}

/// Takes in the same execution until the next one is one of the sample.
fn up_to_the_sample(hunt: &mut Hunt<'_>, path: &[i64]) {
    while hunt.runs() < 320 || !(hunt.runs() + 1).is_multiple_of(64) {
        run(hunt, b"same", path);
    }
}

/// Compilers split no edge to a landing pad, so that taking the edge enters no new block.
#[test]
fn a_branch_to_a_block_that_was_entered_before_is_covered_by_the_sample() {
    let program = Program::of_one_function(&[&[1, 3], &[2, 3], &[], &[]]);
    let mut hunt = hunt(&program);
    run(&mut hunt, b"pad", &[0, 3]);
    up_to_the_sample(&mut hunt, &[0, 1, 2]);
    let branch = program.branch(1, 1);
    assert!(!state(&hunt, branch).0);
    run(&mut hunt, b"sampled", &[0, 1, 3]);
    assert!(state(&hunt, branch).0);
}

#[test]
fn an_input_that_only_the_sample_finds_nearer_is_kept() {
    // Block 1 compares, and leads to 3 or 4. Block 4 is also entered from 2, in an activation that
    // 1 called.
    let program = Program::of_one_function(&[&[1, 2], &[3, 4], &[4], &[], &[]]);
    let mut hunt = hunt(&program);
    let branch = program.branch(1, 0);
    run(&mut hunt, b"far", &[0, 1, -900, 4]);
    // Glances take this for nearer, in vain, and less and less often.
    up_to_the_sample(&mut hunt, &[0, 1, -5, 0, 2, 4]);
    assert_eq!(state(&hunt, branch), (false, Some(b"far".to_vec())));
    run(&mut hunt, b"near", &[0, 1, -800, 4]);
    assert_eq!(state(&hunt, branch), (false, Some(b"near".to_vec())));
    // No input that nobody has must be beaten.
    for round in 0..600 {
        run(&mut hunt, b"nearer", &[0, 1, -700 + round / 100, 4]);
    }
    assert_eq!(state(&hunt, branch), (false, Some(b"nearer".to_vec())));
}
