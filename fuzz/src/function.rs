//! The control flow of one function, as it was read from an input.

use arbitrary::{Result, Unstructured};
use core::ops::RangeInclusive;
use sbst::flow::{BlockSketch, ControlFlow, Outcome};

/// Blocks at most: as many as [`definition`](crate::definition) can hold in a word, with one bit
/// left for the exit.
pub const BLOCKS: usize = 60;

/// One call of the sketch.
#[derive(Clone, Debug)]
pub enum Step {
    Statements(u32),
    Jump(u32),
    Branch(u32, u32),
    Case(i128, u32),
    Arm(Vec<RangeInclusive<i128>>, u32),
    Default(u32),
    Exception(u32),
    Edge(Outcome, u32),
    Exit,
}

/// A function, block by block.
#[derive(Clone, Debug)]
pub struct Function {
    pub blocks: Vec<Vec<Step>>,
    /// How many blocks it says it has.
    pub declared: usize,
}

impl Function {
    /// Nearly always one that a graph accepts, if it keeps unreachable blocks; a hostile one if the
    /// first byte says so.
    pub fn read(u: &mut Unstructured<'_>) -> Result<Self> {
        let first: u8 = u.arbitrary()?;
        // Blocks beyond the end of the input would all be the same.
        let most = (u.len() / 2 + 1).min(BLOCKS);
        if first >= 192 {
            Self::hostile(u, first)
        } else {
            Self::legal(u, usize::from(first) % most + 1)
        }
    }

    /// A function that a graph accepts, if it keeps unreachable blocks.
    pub fn legal(u: &mut Unstructured<'_>, count: usize) -> Result<Self> {
        let blocks =
            (0..count).map(|block| legal_block(u, block, count)).collect::<Result<Vec<_>>>()?;
        Ok(Self { declared: count, blocks })
    }

    fn hostile(u: &mut Unstructured<'_>, first: u8) -> Result<Self> {
        let count = usize::from(first - 192) % 16;
        let block = |u: &mut Unstructured<'_>| {
            let steps = u.arbitrary::<u8>()? % 8;
            (0..steps).map(|_| hostile_step(u, count as u32)).collect::<Result<Vec<_>>>()
        };
        let blocks = (0..count).map(|_| block(u)).collect::<Result<Vec<_>>>()?;
        // A count between these and the true one is legal, and takes as much memory as it says.
        let declared = match u.arbitrary::<u8>()? {
            0 => usize::MAX,
            1 => u32::MAX as usize,
            2 => 0,
            _ => count,
        };
        Ok(Self { blocks, declared })
    }
}

impl ControlFlow for Function {
    fn block_count(&self) -> usize {
        self.declared
    }

    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        for step in &self.blocks[block as usize] {
            match *step {
                Step::Statements(count) => out.statements(count),
                Step::Jump(to) => out.jump(to),
                Step::Branch(then, or_else) => out.branch(then, or_else),
                Step::Case(value, to) => out.case(value, to),
                Step::Arm(ref values, to) => out.arm(values.iter().cloned(), to),
                Step::Default(to) => out.default(to),
                Step::Exception(to) => out.exception(to),
                Step::Edge(outcome, to) => out.edge(outcome, to),
                Step::Exit => out.exit(),
            };
        }
    }
}

/// Targets are near: far ones make graphs in which every block reaches every other at once.
fn legal_block(u: &mut Unstructured<'_>, block: usize, count: usize) -> Result<Vec<Step>> {
    let to = |u: &mut Unstructured<'_>| -> Result<u32> {
        let byte: u8 = u.arbitrary()?;
        let hop = if byte & 1 == 0 {
            usize::from(byte / 16) + 1
        } else {
            count - usize::from(byte / 16) % count
        };
        Ok(((block + hop) % count) as u32)
    };
    let kind: u8 = u.arbitrary()?;
    let mut steps = vec![Step::Statements(u32::from(kind >> 6))];
    match kind & 15 {
        0..=4 => steps.push(Step::Branch(to(u)?, to(u)?)),
        5..=7 => steps.push(Step::Jump(to(u)?)),
        8 => steps.push(Step::Exit),
        9 => {
            for case in 0..=u.arbitrary::<u8>()? % 4 {
                let end = [i128::MIN, i128::MAX, 0, 7][usize::from(case)];
                steps.push(Step::Case(end, to(u)?));
            }
        }
        10 => {
            steps.extend([
                Step::Case(3, to(u)?),
                Step::Arm(vec![5..=9, 12..=12, RangeInclusive::new(1, 0)], to(u)?),
                Step::Default(to(u)?),
            ]);
            steps.push(Step::Arm(vec![i128::MIN..=-5, i128::MAX..=i128::MAX], to(u)?));
        }
        11 => steps.extend([Step::Jump(to(u)?), Step::Exception(to(u)?)]),
        12 => steps.extend([
            Step::Branch(to(u)?, to(u)?),
            Step::Exception(to(u)?),
            Step::Exception(to(u)?),
        ]),
        13 => steps.push(Step::Edge(
            [Outcome::True, Outcome::False, Outcome::Default, Outcome::Arm(3)]
                [usize::from(kind >> 6)],
            to(u)?,
        )),
        14 => steps.extend([
            Step::Branch(to(u)?, to(u)?),
            Step::Case(4, to(u)?),
            Step::Arm(vec![], to(u)?),
        ]),
        _ => steps.push(Step::Exit),
    }
    if kind & 48 == 48 {
        steps.push(Step::Exit);
    }
    Ok(steps)
}

fn hostile_step(u: &mut Unstructured<'_>, count: u32) -> Result<Step> {
    let kind: u8 = u.arbitrary()?;
    let wild = kind >= 240;
    let to = |u: &mut Unstructured<'_>| -> Result<u32> {
        let byte = u32::from(u.arbitrary::<u8>()?);
        Ok(if wild { u32::MAX - byte } else { byte % count.max(1) })
    };
    let number = |u: &mut Unstructured<'_>| -> Result<u32> {
        let byte = u32::from(u.arbitrary::<u8>()?);
        Ok(if byte & 128 == 0 { byte % 4 } else { u32::MAX >> (byte & 3) })
    };
    Ok(match kind % 12 {
        0 => Step::Statements(number(u)?),
        1 => Step::Jump(to(u)?),
        2 => Step::Branch(to(u)?, to(u)?),
        3 => Step::Case(value(u)?, to(u)?),
        4 => {
            let ranges = u.arbitrary::<u8>()? % 4;
            Step::Arm(
                (0..ranges).map(|_| Ok(value(u)?..=value(u)?)).collect::<Result<_>>()?,
                to(u)?,
            )
        }
        5 => Step::Default(to(u)?),
        6 => Step::Exception(to(u)?),
        7 => Step::Exit,
        8 => Step::Edge(Outcome::Arm(number(u)?), to(u)?),
        9 => Step::Edge(Outcome::Exception(number(u)?), to(u)?),
        10 => Step::Edge(Outcome::Case(value(u)?), to(u)?),
        _ => Step::Edge(
            [Outcome::True, Outcome::False, Outcome::Default, Outcome::Next]
                [usize::from(kind / 12 % 4)],
            to(u)?,
        ),
    })
}

fn value(u: &mut Unstructured<'_>) -> Result<i128> {
    let byte: i8 = u.arbitrary()?;
    Ok(match byte {
        120.. => i128::MAX - i128::from(byte - 120),
        ..-120 => i128::MIN + i128::from(byte.wrapping_add(127) & 7),
        _ => i128::from(byte),
    })
}
