//! What F15 says about slices, and the places that inputs reach.

use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
use sbst::id::{Instruction, Variable};
use sbst_seeding::construction::ConstructionGraph;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Formatter};

/// One instruction, with everything that a program may say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub kind: InstructionKind,
    pub operands: Vec<(Role, usize)>,
    pub controls: Vec<usize>,
    pub returns: Vec<usize>,
    pub alias: Option<usize>,
}

impl Row {
    pub(crate) fn new(kind: InstructionKind, operands: &[(Role, usize)]) -> Self {
        Self {
            kind,
            operands: operands.to_vec(),
            controls: Vec::new(),
            returns: Vec::new(),
            alias: None,
        }
    }
}

/// A program, and the operands of its branch.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Program {
    pub rows: Vec<Row>,
    pub branch: Vec<usize>,
}

impl Debug for Program {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        for (at, row) in self.rows.iter().enumerate() {
            let Row { kind, operands, controls, returns, alias } = row;
            writeln!(
                out,
                "{at}: {kind:?} {operands:?} controls {controls:?} returns {returns:?} alias \
                 {alias:?}"
            )?;
        }
        writeln!(out, "branch {:?}", self.branch)
    }
}

/// An instruction, and the calls that lead to it, the innermost one first.
pub(crate) type Place = (usize, Vec<usize>);

pub(crate) fn instruction(number: usize) -> Instruction {
    Instruction::new(number as u32)
}

impl Program {
    pub(crate) fn graph(&self) -> DependenceGraph {
        let mut graph = DependenceGraph::new();
        for row in &self.rows {
            graph.add(row.kind, row.operands.iter().map(|&(role, at)| (role, instruction(at))));
        }
        let add = |graph: &mut DependenceGraph, at: usize, row: &Row| {
            let user = instruction(at);
            for &control in &row.controls {
                graph.control(user, instruction(control))?;
            }
            for &returned in &row.returns {
                graph.returns(user, instruction(returned))?;
            }
            if let Some(same) = row.alias {
                graph.alias(user, instruction(same))?;
            }
            Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
        };
        for (at, row) in self.rows.iter().enumerate() {
            add(&mut graph, at, row).expect("all are there");
        }
        graph
    }

    pub(crate) fn operands_of_branch(&self) -> Vec<Instruction> {
        self.branch.iter().map(|&at| instruction(at)).collect()
    }

    /// What a parameter or this is bound to; `None` in the sliced method.
    fn bound(&self, (at, calls): &Place) -> Option<Vec<Place>> {
        let role = match self.rows[*at].kind {
            InstructionKind::This => Role::Receiver,
            InstructionKind::Parameter(place) => Role::Argument(place),
            _ => return None,
        };
        let (call, outer) = calls.split_first()?;
        Some(self.operands(*call, outer, role))
    }

    fn operands(&self, at: usize, calls: &[usize], role: Role) -> Vec<Place> {
        self.rows[at]
            .operands
            .iter()
            .filter(|operand| operand.0 == role)
            .map(|operand| (operand.1, calls.to_vec()))
            .collect()
    }

    /// Whether its code is known.
    pub(crate) fn has_code(&self, at: usize) -> bool {
        self.rows[at].kind == InstructionKind::Call && !self.rows[at].returns.is_empty()
    }

    fn returned(&self, (at, calls): &Place, depth: usize) -> Vec<Place> {
        if !self.has_code(*at) || calls.len() >= depth {
            return Vec::new();
        }
        let inner: Vec<usize> = [*at].into_iter().chain(calls.iter().copied()).collect();
        self.rows[*at].returns.iter().map(|&returned| (returned, inner.clone())).collect()
    }

    /// All that a slice visits next.
    fn next(&self, place: &Place, depth: usize) -> Vec<Place> {
        let (at, calls) = place;
        let row = &self.rows[*at];
        // Operands of inputs say nothing; what decides whether they are read does.
        let is_input = matches!(
            row.kind,
            InstructionKind::This | InstructionKind::Parameter(_) | InstructionKind::StaticField(_)
        );
        let operands = row.operands.iter().filter(|_| !is_input).map(|operand| operand.1);
        let here = operands
            .chain(row.controls.iter().copied())
            .chain(row.alias)
            .map(|other| (other, calls.clone()));
        here.chain(self.bound(place).into_iter().flatten())
            .chain(self.returned(place, depth))
            .collect()
    }

    pub(crate) fn slice(&self, depth: usize) -> BTreeSet<Place> {
        let mut slice = BTreeSet::new();
        let mut work: Vec<Place> = self.branch.iter().map(|&at| (at, Vec::new())).collect();
        while let Some(place) = work.pop() {
            if slice.insert(place.clone()) {
                work.extend(self.next(&place, depth));
            }
        }
        slice
    }
}

/// What an expression means, written out down to inputs and constants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    pub kind: InstructionKind,
    /// Which computation or call it is; none for what is read.
    pub by: Option<usize>,
    pub parts: Vec<(Role, Term)>,
}

impl Term {
    fn input(kind: InstructionKind) -> Self {
        Self { kind, by: None, parts: Vec::new() }
    }

    fn constant(at: usize) -> Self {
        Self { kind: InstructionKind::Other, by: Some(at), parts: Vec::new() }
    }

    fn size(&self) -> usize {
        1 + self.parts.iter().map(|part| part.1.size()).sum::<usize>()
    }

    fn is_input(&self) -> bool {
        matches!(
            self.kind,
            InstructionKind::This | InstructionKind::Parameter(_) | InstructionKind::StaticField(_)
        )
    }

    pub(crate) fn is_state(&self) -> bool {
        matches!(
            self.kind,
            InstructionKind::StaticField(_) | InstructionKind::Field(_) | InstructionKind::Element
        )
    }

    pub(crate) fn is_from_input(&self) -> bool {
        self.is_input() || self.parts.iter().any(|part| part.1.is_from_input())
    }

    /// Without the parts that are made of constants.
    pub(crate) fn without_constants(&self) -> Self {
        let parts = self.parts.iter().filter(|part| part.1.is_from_input());
        let parts: BTreeSet<(Role, Term)> =
            parts.map(|(role, part)| (*role, part.without_constants())).collect();
        Self { kind: self.kind, by: self.by, parts: parts.into_iter().collect() }
    }

    /// It and all that it is made of.
    fn collect(&self, into: &mut BTreeSet<Term>) {
        if self.is_from_input() && into.insert(self.clone()) {
            self.parts.iter().for_each(|part| part.1.collect(into));
        }
    }
}

/// The values of programs that have no cycles, with all choices resolved.
#[derive(Debug)]
pub(crate) struct Meaning<'a> {
    program: &'a Program,
    depth: usize,
    /// After so many values of one instruction it gives up.
    most: usize,
    known: BTreeMap<Place, BTreeSet<Term>>,
}

impl<'a> Meaning<'a> {
    pub(crate) fn new(program: &'a Program, depth: usize, most: usize) -> Self {
        Self { program, depth, most, known: BTreeMap::new() }
    }

    /// What a place may be; `None` if that is too much.
    pub(crate) fn values(&mut self, place: &Place) -> Option<BTreeSet<Term>> {
        if let Some(known) = self.known.get(place) {
            return Some(known.clone());
        }
        let row = &self.program.rows[place.0];
        let values = match row.kind {
            InstructionKind::This | InstructionKind::Parameter(_) => {
                match self.program.bound(place) {
                    None => BTreeSet::from([Term::input(row.kind)]),
                    Some(bound) => self.one_of(place, bound)?,
                }
            }
            InstructionKind::StaticField(_) => BTreeSet::from([Term::input(row.kind)]),
            InstructionKind::Cast => self.one_of(
                place,
                row.operands.iter().map(|operand| (operand.1, place.1.clone())).collect(),
            )?,
            InstructionKind::Call if !self.program.returned(place, self.depth).is_empty() => {
                self.one_of(place, self.program.returned(place, self.depth))?
            }
            InstructionKind::Field(_)
            | InstructionKind::Element
            | InstructionKind::Call
            | InstructionKind::Other => self.made(place)?,
        };
        self.known.insert(place.clone(), values.clone());
        // Values are trees: what is used twice is written out twice.
        (values.len() <= self.most && values.iter().all(|value| value.size() <= self.most))
            .then_some(values)
    }

    /// What stands for it: the end of its aliases.
    fn same_object(&self, place: &Place) -> Place {
        let mut at = place.0;
        while let Some(same) = self.program.rows[at].alias {
            at = same;
        }
        (at, place.1.clone())
    }

    fn one_of(&mut self, place: &Place, others: Vec<Place>) -> Option<BTreeSet<Term>> {
        let mut values = BTreeSet::new();
        for other in &others {
            values.extend(self.values(&self.same_object(other))?);
        }
        if others.is_empty() {
            values.insert(Term::constant(place.0));
        }
        Some(values)
    }

    /// A field, an element, an unknown call or a computation: each way to take one operand of each
    /// role, all of a computation.
    fn made(&mut self, place: &Place) -> Option<BTreeSet<Term>> {
        let row = &self.program.rows[place.0];
        let read = matches!(row.kind, InstructionKind::Field(_) | InstructionKind::Element);
        let mut slots: Vec<(Role, Vec<usize>)> = Vec::new();
        for &(role, operand) in &row.operands {
            if read && !matches!(role, Role::Receiver | Role::Index) {
                continue;
            }
            let all = row.kind == InstructionKind::Other && role == Role::Value;
            match slots.iter_mut().find(|slot| slot.0 == role && !all) {
                Some(slot) => slot.1.push(operand),
                None => slots.push((role, vec![operand])),
            }
        }
        if row.kind != InstructionKind::Other {
            slots.sort_by_key(|slot| slot.0);
        }
        let mut terms = BTreeSet::from([Term {
            kind: row.kind,
            by: (!read).then_some(place.0),
            parts: Vec::new(),
        }]);
        for (role, operands) in slots {
            let mut values = BTreeSet::new();
            for operand in operands {
                let operand = (operand, place.1.clone());
                values.extend(self.values(&self.same_object(&operand))?);
            }
            if role == Role::Receiver && values.iter().any(Term::is_from_input) {
                values.retain(Term::is_from_input);
            }
            let mut longer = BTreeSet::new();
            for term in &terms {
                for value in &values {
                    let mut term = term.clone();
                    term.parts.push((role, value.clone()));
                    longer.insert(term);
                }
            }
            terms = longer;
            if terms.len() > self.most {
                return None;
            }
        }
        Some(terms)
    }

    /// What lies between an input and an attribute, with the constants that tell elements apart.
    /// `None` if it is too much.
    pub(crate) fn kept(&mut self) -> Option<BTreeSet<Term>> {
        let mut kept = BTreeSet::new();
        for place in self.program.slice(self.depth) {
            self.values(&place)?
                .iter()
                .filter(|term| term.is_state())
                .for_each(|term| term.collect(&mut kept));
            if kept.len() > self.most {
                return None;
            }
        }
        Some(kept)
    }

    /// Whether each place has one value, and one operand in each role.
    pub(crate) fn is_definite(&mut self) -> Option<bool> {
        for place in self.program.slice(self.depth) {
            let operands = &self.program.rows[place.0].operands;
            let roles: BTreeSet<Role> = operands.iter().map(|operand| operand.0).collect();
            if self.values(&place)?.len() != 1 || roles.len() != operands.len() {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The variables of a graph without cycles and choices, written out, each once. A call with known
/// code is what it returns; what is there only to call is left out.
pub(crate) fn written_out(graph: &ConstructionGraph) -> Vec<Term> {
    let mut terms: Vec<Option<Term>> = vec![None; graph.nodes().len()];
    for _ in 0..graph.nodes().len() {
        for node in graph.nodes() {
            let term = match node.returned() {
                Some(returned) => terms[returned.index()].clone(),
                None => {
                    let parts: Option<BTreeSet<(Role, Term)>> = node
                        .producers
                        .iter()
                        .map(|(role, of)| terms[of.index()].clone().map(|term| (*role, term)))
                        .collect();
                    let by = matches!(
                        node.kind,
                        InstructionKind::Call | InstructionKind::Other | InstructionKind::Cast
                    )
                    .then(|| node.instruction.index());
                    parts.map(|parts| Term {
                        kind: node.kind,
                        by,
                        parts: parts.into_iter().collect(),
                    })
                }
            };
            terms[node.variable.index()] = term;
        }
    }
    let leads = leads_to_state(graph);
    let values = graph
        .nodes()
        .iter()
        .filter(|node| node.returned().is_none() && leads.contains(&node.variable));
    values.map(|node| terms[node.variable.index()].clone().expect("no cycle")).collect()
}

/// The variables on a path to an attribute that goes through no receiver or argument of a call with
/// known code.
pub(crate) fn leads_to_state(graph: &ConstructionGraph) -> BTreeSet<Variable> {
    let mut leads = BTreeSet::new();
    let mut work: Vec<Variable> =
        graph.nodes().iter().filter(|node| node.is_state()).map(|node| node.variable).collect();
    while let Some(at) = work.pop() {
        if leads.insert(at) {
            match graph.node(at).returned() {
                Some(returned) => work.push(returned),
                None => work.extend(graph.node(at).producers.iter().map(|producer| producer.1)),
            }
        }
    }
    leads
}

/// The paths of a program of one method, of inputs, casts and fields: root and fields. `depth` is
/// how many fields on cycles they have. `None` if there are too many.
pub(crate) fn linked(
    program: &Program,
    depth: usize,
    most: usize,
) -> Option<BTreeSet<Vec<InstructionKind>>> {
    let slice: BTreeSet<usize> = program.slice(0).into_iter().map(|place| place.0).collect();
    let behind = |from: usize| {
        let mut seen = BTreeSet::new();
        let mut work: Vec<usize> =
            program.rows[from].operands.iter().map(|operand| operand.1).collect();
        while let Some(at) = work.pop() {
            if seen.insert(at) {
                work.extend(program.rows[at].operands.iter().map(|operand| operand.1));
            }
        }
        seen
    };
    let on_cycle: Vec<bool> = (0..program.rows.len()).map(|at| behind(at).contains(&at)).collect();
    // Instruction, path, fields on cycles.
    let mut found: BTreeSet<(usize, Vec<InstructionKind>, usize)> = BTreeSet::new();
    let inputs = slice.iter().filter(|&&at| Term::input(program.rows[at].kind).is_input());
    let mut work: Vec<(usize, Vec<InstructionKind>, usize)> =
        inputs.map(|&at| (at, vec![program.rows[at].kind], 0)).collect();
    while let Some((of, path, links)) = work.pop() {
        if !found.insert((of, path.clone(), links)) {
            continue;
        }
        if found.len() > most {
            return None;
        }
        for &at in &slice {
            let row = &program.rows[at];
            let more = usize::from(matches!(row.kind, InstructionKind::Field(_)) && on_cycle[at]);
            if row.operands.iter().any(|operand| operand.1 == of) && links + more <= depth {
                let field = Some(row.kind).filter(|kind| matches!(kind, InstructionKind::Field(_)));
                work.push((at, path.iter().copied().chain(field).collect(), links + more));
            }
        }
    }
    let state = |path: &[InstructionKind]| {
        path.len() > 1 || matches!(path[0], InstructionKind::StaticField(_))
    };
    let ends = found.into_iter().map(|(_, path, _)| path).filter(|path| state(path));
    Some(ends.flat_map(|path| (1..=path.len()).map(move |end| path[..end].to_vec())).collect())
}
