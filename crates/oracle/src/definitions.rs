//! Definitions and uses by definition: each definition is carried from statement to statement until
//! another one comes; or whole walks are followed, and tell which definition was the last one.

use super::Shape;
use sbst::flow::Outcome;
use std::collections::BTreeSet;

/// Where a variable is defined: `None` where the function is entered, or a statement of a block.
pub type Defined = Option<(usize, u32)>;

/// Where a variable is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Used {
    At(usize, u32),
    On(usize, Outcome),
}

/// What is known of the variables of one function.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub definitions: BTreeSet<(u32, Defined)>,
    pub uses: BTreeSet<(u32, Used)>,
}

pub type Pairs = BTreeSet<(u32, Defined, Used)>;

/// A block without statements counts as one with statement 0.
pub fn statements(shape: &Shape, block: usize) -> u32 {
    shape.0[block].statements.max(1)
}

fn is_exception(name: Outcome) -> bool {
    matches!(name, Outcome::Exception(_))
}

impl Facts {
    fn defines(&self, variable: u32, block: usize, index: u32) -> bool {
        self.definitions.contains(&(variable, Some((block, index))))
    }

    /// Whether nobody knows what the variable is where the block has thrown.
    fn is_lost(&self, shape: &Shape, variable: u32, block: usize) -> bool {
        (0..statements(shape, block)).any(|index| self.defines(variable, block, index))
    }

    /// The uses that a walk of one step from a place shows; and the places after it, but for those
    /// behind another definition.
    fn step(
        &self,
        shape: &Shape,
        variable: u32,
        (block, index): (usize, u32),
    ) -> (Vec<Used>, Vec<(usize, u32)>) {
        if index < statements(shape, block) {
            let on = if self.defines(variable, block, index) {
                vec![]
            } else {
                vec![(block, index + 1)]
            };
            return (vec![Used::At(block, index)], on);
        }
        let ways = shape.0[block].edges.iter();
        let kept: Vec<_> = ways
            .filter(|way| !is_exception(way.0) || !self.is_lost(shape, variable, block))
            .collect();
        (
            kept.iter().map(|way| Used::On(block, way.0)).collect(),
            kept.iter().map(|way| (way.1, 0)).collect(),
        )
    }

    /// All pairs, definition by definition.
    pub fn pairs(&self, shape: &Shape) -> Pairs {
        let reached = shape.reachable();
        let mut pairs = Pairs::new();
        for &(variable, defined) in &self.definitions {
            let start = defined.map_or((0, 0), |(block, index)| (block, index + 1));
            if !reached[start.0] {
                continue;
            }
            let (mut seen, mut waiting) = (BTreeSet::new(), vec![start]);
            while let Some(place) = waiting.pop() {
                if seen.insert(place) {
                    let (uses, on) = self.step(shape, variable, place);
                    let uses =
                        uses.into_iter().filter(|&used| self.uses.contains(&(variable, used)));
                    pairs.extend(uses.map(|used| (variable, defined, used)));
                    waiting.extend(on);
                }
            }
        }
        pairs
    }

    /// What one walk shows: at each block, `choose` says which of so many ways it takes. Statement
    /// by statement, the last definition of each variable is remembered; nothing of what the block
    /// defines once it has thrown.
    pub fn shown(&self, shape: &Shape, choices: &[u8]) -> Pairs {
        let variables: BTreeSet<u32> = self.definitions.iter().map(|row| row.0).collect();
        let mut pairs = Pairs::new();
        for &variable in &variables {
            let mut last: Option<Defined> =
                self.definitions.contains(&(variable, None)).then_some(None);
            let mut block = 0;
            for &choice in choices {
                let mut show = |last: Option<Defined>, used| {
                    if let (Some(defined), true) = (last, self.uses.contains(&(variable, used))) {
                        pairs.insert((variable, defined, used));
                    }
                };
                for index in 0..statements(shape, block) {
                    show(last, Used::At(block, index));
                    if self.defines(variable, block, index) {
                        last = Some(Some((block, index)));
                    }
                }
                let ways = &shape.0[block].edges;
                let Some(&(name, to)) = ways.get(usize::from(choice) % ways.len().max(1)) else {
                    break;
                };
                if is_exception(name) && self.is_lost(shape, variable, block) {
                    last = None;
                }
                show(last, Used::On(block, name));
                block = to;
            }
        }
        pairs
    }
}
