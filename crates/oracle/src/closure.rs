//! What follows from pairs, by definition: who implies whom, classes, the minimal set, the
//! reduction, chains.

use std::collections::BTreeSet;

/// The reflexive and transitive closure of pairs; what it does not know implies itself.
#[derive(Clone, Debug)]
pub struct Closed<T> {
    /// Ascending.
    pub nodes: Vec<T>,
    pairs: Vec<(T, T)>,
    implies: Vec<Vec<bool>>,
}

impl<T: Ord + Copy> Closed<T> {
    /// Over these nodes and those that the pairs name, by Warshall.
    pub fn new(nodes: impl IntoIterator<Item = T>, pairs: &[(T, T)]) -> Self {
        let nodes: BTreeSet<T> =
            nodes.into_iter().chain(pairs.iter().flat_map(|&(a, b)| [a, b])).collect();
        let nodes: Vec<T> = nodes.into_iter().collect();
        let place = |node: T| {
            nodes
                .binary_search(&node)
                .unwrap_or_else(|_| unreachable!("all that pairs name is there"))
        };
        let mut implies: Vec<Vec<bool>> =
            (0..nodes.len()).map(|a| (0..nodes.len()).map(|b| a == b).collect()).collect();
        for &(a, b) in pairs {
            implies[place(a)][place(b)] = true;
        }
        for middle in 0..nodes.len() {
            let from_middle = implies[middle].clone();
            for row in implies.iter_mut().filter(|row| row[middle]) {
                row.iter_mut().zip(&from_middle).for_each(|(to, from)| *to |= from);
            }
        }
        Self { pairs: pairs.to_vec(), nodes, implies }
    }

    pub fn knows(&self, a: T) -> bool {
        self.nodes.contains(&a)
    }

    pub fn implies(&self, a: T, b: T) -> bool {
        match (self.nodes.binary_search(&a), self.nodes.binary_search(&b)) {
            (Ok(a), Ok(b)) => self.implies[a][b],
            _ => a == b,
        }
    }

    pub fn strictly(&self, a: T, b: T) -> bool {
        self.implies(a, b) && !self.implies(b, a)
    }

    fn those(&self, keep: impl Fn(T) -> bool) -> Vec<T> {
        self.nodes.iter().copied().filter(|&node| keep(node)).collect()
    }

    pub fn equivalents(&self, a: T) -> Vec<T> {
        self.those(|b| self.implies(a, b) && self.implies(b, a))
    }

    pub fn representative(&self, a: T) -> T {
        self.equivalents(a).first().copied().unwrap_or(a)
    }

    pub fn representatives(&self) -> Vec<T> {
        self.those(|a| self.representative(a) == a)
    }

    /// The representatives that nothing implies strictly.
    pub fn minimal(&self) -> Vec<T> {
        self.those(|a| {
            self.representative(a) == a && !self.nodes.iter().any(|&b| self.strictly(b, a))
        })
    }

    pub fn represented_by(&self, a: T) -> T {
        self.minimal().into_iter().find(|&minimal| self.implies(minimal, a)).unwrap_or(a)
    }

    pub fn covered_with(&self, kept: &[T]) -> Vec<T> {
        self.those(|b| kept.iter().any(|&a| self.implies(a, b)))
    }

    /// The pairs of representatives with nothing strictly between.
    pub fn reduction(&self) -> Vec<(T, T)> {
        let all = self.representatives();
        let between = |a: T, b: T| all.iter().any(|&c| self.strictly(a, c) && self.strictly(c, b));
        let from = |a: T| {
            all.iter()
                .filter(move |&&b| self.strictly(a, b) && !between(a, b))
                .map(move |&b| (a, b))
        };
        all.iter().flat_map(|&a| from(a)).collect()
    }

    /// All pairs of different nodes of which the first implies the second.
    pub fn all_pairs(&self) -> Vec<(T, T)> {
        let from = |a: T| {
            self.nodes.iter().filter(move |&&b| a != b && self.implies(a, b)).map(move |&b| (a, b))
        };
        self.nodes.iter().flat_map(|&a| from(a)).collect()
    }

    /// How many pairs the shortest chain has.
    pub fn distance(&self, a: T, b: T) -> Option<usize> {
        let mut reached = BTreeSet::from([a]);
        for length in 0..=self.nodes.len() {
            if reached.contains(&b) {
                return Some(length);
            }
            let next: Vec<T> = self
                .pairs
                .iter()
                .filter(|pair| reached.contains(&pair.0))
                .map(|pair| pair.1)
                .collect();
            reached.extend(next);
        }
        None
    }

    /// The kept node that stands for this one: itself; else the least of those that are nearest on
    /// some chain of pairs that leads here, equivalent ones before all others.
    pub fn covered_by(&self, kept: &[T], b: T) -> Option<T> {
        if kept.contains(&b) {
            return Some(b);
        }
        let kept_among = |nodes: &[T]| nodes.iter().copied().find(|node| kept.contains(node));
        let (mut found, mut passed) = (BTreeSet::new(), BTreeSet::new());
        let mut waiting = vec![b];
        while let Some(node) = waiting.pop() {
            let class = self.equivalents(node);
            if let Some(nearest) = kept_among(&class) {
                found.insert(nearest);
            } else if passed.insert(node) {
                let into = |pair: &&(T, T)| class.contains(&pair.1);
                waiting.extend(self.pairs.iter().filter(into).map(|pair| pair.0));
            }
        }
        found.first().copied()
    }
}
