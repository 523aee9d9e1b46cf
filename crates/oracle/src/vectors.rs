//! The files of the independent reference programs: control-flow graphs, executions and rankings,
//! one JSON object per line.

use super::run::Seen;
use super::{Node, Shape};
use sbst::flow::Outcome;
use sbst::id::GoalId;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One line of `cfg.jsonl`.
pub struct Graph {
    pub id: String,
    pub shape: Shape,
    pub exits: Vec<usize>,
    pub pseudo: Vec<usize>,
    pub preds: Vec<usize>,
    pub idom: Vec<Option<usize>>,
    /// `None` for the virtual exit.
    pub ipdom: Vec<Option<usize>>,
    /// (source, label, dependent); a source of -1 is the entry.
    pub cdg: BTreeSet<(i64, i64, i64)>,
}

/// One execution of a line of `exec.jsonl`, with the expected values.
pub struct Case {
    pub seen: Seen,
    /// By block of `preds`: (level, distance) of true and of false.
    pub br: Vec<[(u32, f64); 2]>,
    /// By block: `None` if entered, else A.
    pub blk: Vec<Option<(u32, f64)>>,
}

/// One line of `sorting.jsonl`.
pub struct Sorting {
    pub id: String,
    pub rows: Vec<Vec<f64>>,
    pub fronts: Vec<Vec<usize>>,
    pub length: Vec<usize>,
    pub uncovered: Vec<GoalId>,
    pub pref_best: Vec<usize>,
    pub pref0: Vec<usize>,
    pub pref_rest: Vec<Vec<usize>>,
}

/// One line of `bbc.jsonl`.
pub struct Comparisons {
    pub id: String,
    /// By block.
    pub statements: Vec<u32>,
    pub executions: Vec<Progress>,
    pub rows: Vec<Comparison>,
}

/// An execution as far as block coverage asks.
pub struct Progress {
    /// By block: `None` if it was not entered.
    pub progress: Vec<Option<u32>>,
    /// Blocks whose predicate was evaluated.
    pub evaluated: Vec<usize>,
}

/// Two executions, the target, and the signed answer.
pub struct Comparison {
    pub first: usize,
    pub second: usize,
    pub block: usize,
    pub statement: u32,
    pub answer: i64,
}

fn lines(name: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines: Vec<_> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("one JSON object per line"))
        .collect();
    assert!(!lines.is_empty(), "{path} is empty");
    lines
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not an array: {value}"))
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("not an integer: {value}"))
}

fn index(value: &Value) -> usize {
    usize::try_from(int(value)).unwrap_or_else(|_| panic!("not an index: {value}"))
}

fn indices(value: &Value) -> Vec<usize> {
    array(value).iter().map(index).collect()
}

/// -1 is infinity.
fn distance(value: &Value) -> f64 {
    match value.as_f64() {
        Some(-1.0) => f64::INFINITY,
        Some(number) => number,
        None => panic!("not a number: {value}"),
    }
}

fn pair(level: &Value, far: &Value) -> (u32, f64) {
    (u32::try_from(int(level)).expect("a level"), distance(far))
}

/// The label that the files give to an edge of this name.
pub fn label(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::True => 1,
        Outcome::False => 0,
        _ => -1,
    }
}

/// Unlabelled edges of a block: the first is the ordinary way on, the others are exceptions.
fn shape(value: &Value) -> Shape {
    let mut nodes = vec![Node::default(); index(&value["n"])];
    for edge in array(&value["edges"]) {
        let edges = &mut nodes[index(&edge[0])].edges;
        let unlabelled = edges.iter().filter(|edge| label(edge.0) == -1).count() as u32;
        let name = match (int(&edge[2]), unlabelled) {
            (1, _) => Outcome::True,
            (0, _) => Outcome::False,
            (_, 0) => Outcome::Next,
            (_, number) => Outcome::Exception(number - 1),
        };
        edges.push((name, index(&edge[1])));
    }
    for block in indices(&value["exits"]) {
        nodes[block].leaves = true;
    }
    nodes.iter_mut().for_each(|node| node.edges.sort());
    Shape(nodes)
}

pub fn graphs() -> Vec<Graph> {
    let graph = |value: &Value| {
        let blocks = index(&value["n"]);
        let triple = |row: &Value| (int(&row[0]), int(&row[1]), int(&row[2]));
        Graph {
            id: value["id"].as_str().expect("an id").to_owned(),
            shape: shape(value),
            exits: indices(&value["exits"]),
            pseudo: indices(&value["pseudo"]),
            preds: indices(&value["preds"]),
            idom: array(&value["idom"]).iter().map(|b| usize::try_from(int(b)).ok()).collect(),
            ipdom: array(&value["ipdom"])
                .iter()
                .map(|b| Some(index(b)).filter(|&b| b < blocks))
                .collect(),
            cdg: array(&value["cdg"]).iter().map(triple).collect(),
        }
    };
    lines("cfg.jsonl").iter().map(graph).collect()
}

/// The executions by the id of their graph.
pub fn executions() -> BTreeMap<String, Vec<Case>> {
    let case = |value: &Value| {
        let mut seen =
            Seen { entered: value["entered"].as_bool().expect("a bool"), ..Seen::default() };
        for row in array(&value["blocks"]) {
            seen.visit(index(&row[0]), 0);
        }
        for row in array(&value["dist"]) {
            seen.observe((index(&row[0]), Outcome::True), distance(&row[1]));
            seen.observe((index(&row[0]), Outcome::False), distance(&row[2]));
        }
        Case {
            seen,
            br: array(&value["br"])
                .iter()
                .map(|row| [pair(&row[0], &row[1]), pair(&row[2], &row[3])])
                .collect(),
            blk: array(&value["blk"])
                .iter()
                .map(|row| row.is_array().then(|| pair(&row[0], &row[1])))
                .collect(),
        }
    };
    let line = |value: &Value| {
        let id = value["id"].as_str().expect("an id").to_owned();
        (id, array(&value["execs"]).iter().map(case).collect())
    };
    lines("exec.jsonl").iter().map(line).collect()
}

pub fn sortings() -> Vec<Sorting> {
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"));
    let fronts = |value: &Value| array(value).iter().map(indices).collect();
    let line = |value: &Value| Sorting {
        id: value["id"].as_str().expect("an id").to_owned(),
        rows: array(&value["F"])
            .iter()
            .map(|row| array(row).iter().map(number).collect())
            .collect(),
        fronts: fronts(&value["fronts"]),
        length: indices(&value["length"]),
        uncovered: indices(&value["uncovered"])
            .into_iter()
            .map(|goal| GoalId::new(goal as u32))
            .collect(),
        pref_best: indices(&value["pref_best"]),
        pref0: indices(&value["pref0"]),
        pref_rest: fronts(&value["pref_rest"]),
    };
    lines("sorting.jsonl").iter().map(line).collect()
}

pub fn comparisons() -> Vec<Comparisons> {
    let execution = |value: &Value| Progress {
        progress: array(&value["progress"])
            .iter()
            .map(|progress| u32::try_from(int(progress)).ok())
            .collect(),
        evaluated: indices(&value["evaluated"]),
    };
    let comparison = |row: &Value| Comparison {
        first: index(&row[0]),
        second: index(&row[1]),
        block: index(&row[2]),
        statement: index(&row[3]) as u32,
        answer: int(&row[4]),
    };
    let line = |value: &Value| Comparisons {
        id: value["id"].as_str().expect("an id").to_owned(),
        statements: indices(&value["stmts"]).into_iter().map(|count| count as u32).collect(),
        executions: array(&value["execs"]).iter().map(execution).collect(),
        rows: array(&value["cmp"]).iter().map(comparison).collect(),
    };
    lines("bbc.jsonl").iter().map(line).collect()
}
