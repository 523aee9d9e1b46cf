//! Distances of all goals of a module, as Pynguin computes them.

use super::observation::{Evaluated, Observation, distance};
use super::pair::{by_pair, normalised};
use super::paths::{NO_PATH, shortest_paths};
use super::suite::Merged;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Greatest number of nodes of one code object.
const MOST_NODES: usize = 1 << 24;

/// One code object with its predicates.
struct CodeObject {
    /// Level of every goal while the code object has not been entered, and at most.
    diameter: u32,
    /// Positions of its predicates in the list of all predicates.
    predicates: Vec<usize>,
    /// Level of the predicate of each column for the predicate of each row: the shortest path
    /// between their nodes.
    levels: Vec<u32>,
}

/// A line: what its distance is while it is not covered.
struct Line {
    /// Position of its code object, and the level while that has not been entered; `None` if the
    /// line does not depend on the entry.
    entry: Option<(usize, u32)>,
    /// Positions of the branches on which it depends.
    branches: Vec<usize>,
}

/// Distances of all branches, code objects and lines of a module, as Pynguin computes them.
///
/// The level of a branch whose predicate was not evaluated is the length of the shortest path to
/// its node from a node with an evaluated predicate, over control dependences. The distance is the
/// sum of that predicate's distances to both outcomes. If there is no such path, or if the code
/// object was not entered, the level is the diameter.
#[pyclass(frozen, name = "Distances", module = "sbst.pynguin")]
pub(crate) struct Distances {
    code_objects: Vec<CodeObject>,
    code_object_at: HashMap<i64, usize>,
    predicate_at: HashMap<i64, usize>,
    /// For each predicate, its code object and its place there.
    places: Vec<(usize, usize)>,
    lines: Vec<Line>,
}

/// Number, diameter, number of nodes, and edges of a control-dependence graph.
type CodeObjectParts = (i64, u32, usize, Vec<(usize, usize)>);
/// Code object, level while that has not been entered, dependence on the entry, and branches
/// (predicate, outcome).
type LineParts = (i64, u32, bool, Vec<(i64, bool)>);
/// Levels, distances and fitness of all goals.
type Values<'py> =
    (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

#[pymethods]
impl Distances {
    /// Creates the table of a module.
    ///
    /// Each code object is a tuple of its number, the level that stands for "not reached", the
    /// number of nodes of its control-dependence graph, and the edges. Each predicate is a tuple of
    /// its number, its code object, and its node, or ``None``. Each line is a tuple of its code
    /// object, its level while that has not been entered, whether it depends on the entry, and the
    /// branches on which it depends.
    #[new]
    fn new(
        code_objects: Vec<CodeObjectParts>,
        predicates: Vec<(i64, i64, Option<usize>)>,
        lines: Vec<LineParts>,
    ) -> PyResult<Self> {
        let code_object_at: HashMap<i64, usize> =
            code_objects.iter().enumerate().map(|(i, c)| (c.0, i)).collect();
        let predicate_at: HashMap<i64, usize> =
            predicates.iter().enumerate().map(|(i, p)| (p.0, i)).collect();
        let unknown = |number: i64| {
            PyValueError::new_err(format!(
                "there is no code object \
            {number}"
            ))
        };
        let mut members: Vec<Vec<(usize, Option<usize>)>> = vec![Vec::new(); code_objects.len()];
        let mut places = Vec::with_capacity(predicates.len());
        for (position, &(_, owner, node)) in predicates.iter().enumerate() {
            let owner = *code_object_at.get(&owner).ok_or_else(|| unknown(owner))?;
            places.push((owner, members[owner].len()));
            members[owner].push((position, node));
        }
        let mut tables = Vec::with_capacity(code_objects.len());
        for ((number, diameter, nodes, edges), members) in code_objects.into_iter().zip(members) {
            if nodes > MOST_NODES {
                return Err(PyValueError::new_err(format!(
                    "code object {number} has {nodes} nodes, more than {MOST_NODES}"
                )));
            }
            let in_range = |node: usize| node < nodes;
            let wanted = members.iter().filter_map(|member| member.1);
            if !edges.iter().flat_map(|&(from, to)| [from, to]).chain(wanted).all(in_range) {
                return Err(PyValueError::new_err(format!(
                    "code object {number} has fewer than the \
                    given number of nodes"
                )));
            }
            let nodes_of: Vec<_> = members.iter().map(|member| member.1).collect();
            tables.push(CodeObject {
                diameter,
                predicates: members.iter().map(|member| member.0).collect(),
                levels: shortest_paths(nodes, &edges, &nodes_of),
            });
        }
        let mut of_lines = Vec::with_capacity(lines.len());
        for (owner, level, at_entry, branches) in lines {
            let entry = if at_entry {
                Some((*code_object_at.get(&owner).ok_or_else(|| unknown(owner))?, level))
            } else {
                None
            };
            let branches = branches
                .into_iter()
                .map(|(predicate, outcome)| {
                    let at = predicate_at.get(&predicate);
                    at.map(|at| 2 * at + usize::from(!outcome)).ok_or_else(|| {
                        PyValueError::new_err(format!(
                            "there is no predicate \
                            {predicate}"
                        ))
                    })
                })
                .collect::<PyResult<_>>()?;
            of_lines.push(Line { entry, branches });
        }
        Ok(Self { code_objects: tables, code_object_at, predicate_at, places, lines: of_lines })
    }

    /// Reads an execution. Returns ``None`` if a distance is negative or not a number that a float
    /// holds exactly, and if the module does not have something that was executed.
    fn observe(
        &self,
        executed_code_objects: Vec<i64>,
        executed_predicates: &Bound<'_, PyDict>,
        true_distances: &Bound<'_, PyDict>,
        false_distances: &Bound<'_, PyDict>,
    ) -> PyResult<Option<Observation>> {
        let mut entered = vec![false; self.code_objects.len()];
        for number in executed_code_objects {
            match self.code_object_at.get(&number) {
                Some(&at) => entered[at] = true,
                None => return Ok(None),
            }
        }
        let mut evaluated = Vec::with_capacity(executed_predicates.len());
        for (number, count) in executed_predicates.iter() {
            let (Ok(key), Ok(count)) = (number.extract::<i64>(), count.extract::<u64>()) else {
                return Ok(None);
            };
            let Some(&at) = self.predicate_at.get(&key) else { return Ok(None) };
            let (Some(to_true), Some(to_false)) =
                (distance(true_distances, &number)?, distance(false_distances, &number)?)
            else {
                return Ok(None);
            };
            evaluated.push(Evaluated { at, count, sides: [to_true, to_false] });
        }
        Ok(Some(Observation { entered, evaluated }))
    }

    /// Returns approach levels, branch distances and fitness of an execution.
    ///
    /// Two entries for each predicate, for true and for false, come first, then one for each code
    /// object, then one for each line. The entry of a line is its value while it is not covered.
    fn measure<'py>(&self, py: Python<'py>, observation: &Observation) -> PyResult<Values<'py>> {
        self.check(observation)?;
        let pairs = py.detach(|| {
            let mut evaluated = vec![None; self.places.len()];
            for seen in &observation.evaluated {
                evaluated[seen.at] = Some(seen.sides);
            }
            self.pairs(&observation.entered, &evaluated)
        });
        let fitness: Vec<f64> = pairs
            .iter()
            .map(|&(level, distance)| f64::from(level) + normalised(distance))
            .collect();
        let (levels, distances): (Vec<u32>, Vec<f64>) = pairs.into_iter().unzip();
        Ok((levels.into_pyarray(py), distances.into_pyarray(py), fitness.into_pyarray(py)))
    }

    /// Returns the fitness of a suite: the number of code objects that no test entered, and the
    /// distances of the targets.
    ///
    /// A target is a predicate, and whether its true and its false branch are to be covered. A
    /// branch that was not taken has the normalised least distance, or 1 if its predicate was
    /// evaluated less than twice.
    fn suite_fitness(
        &self,
        suite: Vec<PyRef<'_, Observation>>,
        code_objects: Vec<i64>,
        targets: Vec<(i64, bool, bool)>,
    ) -> PyResult<f64> {
        let merged = self.merge(&suite)?;
        let missing =
            self.positions(&code_objects)?.into_iter().filter(|&at| !merged.entered[at]).count();
        // One after the other, as Pynguin adds them: another order rounds differently.
        let mut sum = 0.0;
        for (at, side) in self.targets(targets)? {
            sum += merged.fitness(at, side);
        }
        Ok(missing as f64 + sum)
    }

    /// Returns the number of code objects that a suite entered, and of branches of the targets that
    /// it took.
    fn suite_covered(
        &self,
        suite: Vec<PyRef<'_, Observation>>,
        code_objects: Vec<i64>,
        targets: Vec<(i64, bool, bool)>,
    ) -> PyResult<usize> {
        let merged = self.merge(&suite)?;
        let entered =
            self.positions(&code_objects)?.into_iter().filter(|&at| merged.entered[at]).count();
        let taken = self
            .targets(targets)?
            .into_iter()
            .filter(|&(at, side)| merged.covers(at, side))
            .count();
        Ok(entered + taken)
    }
}

impl Distances {
    /// Checks that an observation is one of this module.
    fn check(&self, observation: &Observation) -> PyResult<()> {
        let fits = observation.entered.len() == self.code_objects.len()
            && observation.evaluated.iter().all(|seen| seen.at < self.places.len());
        if fits {
            Ok(())
        } else {
            Err(PyValueError::new_err(
                "the observation is one of another \
            module",
            ))
        }
    }

    /// Merges the observations of a suite.
    fn merge(&self, suite: &[PyRef<'_, Observation>]) -> PyResult<Merged> {
        let mut merged = Merged::new(self.code_objects.len(), self.places.len());
        for observation in suite {
            self.check(observation)?;
            merged.add(observation);
        }
        Ok(merged)
    }

    /// Returns the positions of code objects.
    fn positions(&self, code_objects: &[i64]) -> PyResult<Vec<usize>> {
        let position = |number: &i64| {
            let at = self.code_object_at.get(number).copied();
            at.ok_or_else(|| PyValueError::new_err(format!("there is no code object {number}")))
        };
        code_objects.iter().map(position).collect()
    }

    /// Returns the position and the side, 0 for true, of each branch that is a target.
    fn targets(&self, targets: Vec<(i64, bool, bool)>) -> PyResult<Vec<(usize, usize)>> {
        let mut found = Vec::with_capacity(2 * targets.len());
        for (number, to_true, to_false) in targets {
            let at = self.predicate_at.get(&number).copied();
            let at = at.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "there is no predicate \
                {number}"
                ))
            })?;
            if to_true {
                found.push((at, 0));
            }
            if to_false {
                found.push((at, 1));
            }
        }
        Ok(found)
    }

    /// Computes the pairs of all goals.
    fn pairs(&self, entered: &[bool], evaluated: &[Option<[f64; 2]>]) -> Vec<(u32, f64)> {
        let mut pairs = vec![(0, 0.0); 2 * self.places.len()];
        for (code_object, &entered) in self.code_objects.iter().zip(entered) {
            let places = 0..code_object.predicates.len();
            let seen: Vec<(usize, f64)> = places
                .clone()
                .filter_map(|place| {
                    evaluated[code_object.predicates[place]].map(|[t, f]| (place, t + f))
                })
                .collect();
            for place in places {
                let at = code_object.predicates[place];
                let [to_true, to_false] = match (entered, evaluated[at]) {
                    (false, _) => [(code_object.diameter, 0.0); 2],
                    (true, Some([to_true, to_false])) => [(0, to_true), (0, to_false)],
                    (true, None) => [code_object.nearest(place, &seen); 2],
                };
                pairs[2 * at] = to_true;
                pairs[2 * at + 1] = to_false;
            }
        }
        pairs.extend(entered.iter().map(|&entered| (u32::from(!entered), 0.0)));
        for line in &self.lines {
            let of_entry =
                line.entry.map(|(owner, level)| (if entered[owner] { 1 } else { level }, 0.0));
            let of_branches = line
                .branches
                .iter()
                .map(|&branch| (pairs[branch].0.saturating_add(1), pairs[branch].1));
            let value = of_entry
                .into_iter()
                .chain(of_branches)
                .min_by(|a, b| by_pair(*a, *b))
                .unwrap_or((1, 0.0));
            pairs.push(value);
        }
        pairs
    }
}

impl CodeObject {
    /// Returns the least pair of level and distance over the evaluated predicates, and at most
    /// (diameter, 0).
    fn nearest(&self, target: usize, seen: &[(usize, f64)]) -> (u32, f64) {
        let row = target * self.predicates.len();
        let mut least = (self.diameter, 0.0);
        for &(place, distance) in seen {
            let level = self.levels[row + place];
            if level == NO_PATH {
                continue;
            }
            // Two predicates at one node are one level apart.
            let candidate = (level.max(1), distance);
            if by_pair(candidate, least) == Ordering::Less {
                least = candidate;
            }
        }
        least
    }
}
