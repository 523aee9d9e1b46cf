//! Control flow as plain data: descriptions, which are validated again when they are read.

use super::builder::Item;
use super::{
    BlockSketch, CallEdge, ControlFlow, FlowBuilder, FlowGraph, GraphIdentity, Lines, Outcome,
    Unreachable,
};
use crate::id::{Block, CallSite, Function, Line, Statement};
use crate::plain::{Invalid, KeyRange, ascend, by_way_of};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The functions of a graph, in the order in which they were added. When they are read, blocks that
/// cannot be reached are kept.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct GraphForm(Vec<FunctionForm>);

/// One function as it was described.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Function")]
struct FunctionForm {
    name: Option<Box<str>>,
    blocks: Vec<BlockForm>,
    /// By number within the function, ascending.
    block_names: Vec<(u32, Box<str>)>,
    #[serde(default)]
    /// Block, statement, site and callees of each call, ascending by block.
    calls: Vec<(u32, u32, CallSite, Vec<Function>)>,
    /// Members of decisions: block, decision, place. Ascending by block.
    #[serde(default)]
    conditions: Vec<(u32, u32, u32)>,
}

/// One block as it was described.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Block")]
struct BlockForm {
    statements: u32,
    exit: bool,
    edges: Vec<EdgeForm>,
}

/// One edge, with its outcome.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Edge")]
struct EdgeForm {
    on: Outcome,
    /// The number of the target within the function.
    to: u32,
    /// The ranges that an [`Outcome::Arm`] lists, both ends included; empty for other outcomes.
    values: Vec<KeyRange>,
}

by_way_of!(FlowGraph => GraphForm);

impl From<&FlowGraph> for GraphForm {
    fn from(graph: &FlowGraph) -> Self {
        let call = |call: CallEdge<'_>| {
            (graph.local(call.block), call.statement, call.site, call.callees.to_vec())
        };
        let form = |function| FunctionForm {
            name: graph.function_name(function).map(Box::from),
            blocks: graph.blocks_of(function).map(|block| BlockForm::of(graph, block)).collect(),
            block_names: graph
                .named_blocks(function)
                .map(|(local, name)| (local, name.into()))
                .collect(),
            calls: graph.calls_in(function).map(call).collect(),
            conditions: graph
                .said_in(function)
                .iter()
                .map(|member| (graph.local(member.block), member.decision, member.place))
                .collect(),
        };
        Self(graph.functions().map(form).collect())
    }
}

impl BlockForm {
    /// Returns the description of a block.
    fn of(graph: &FlowGraph, block: Block) -> Self {
        let edges = graph.edges_with_values(block).map(|(on, to, values)| EdgeForm {
            on,
            to: graph.local(to),
            values: values.into_iter().map(KeyRange::from).collect(),
        });
        Self {
            statements: graph.get_statements(block).unwrap_or(0),
            exit: graph.is_exit(block),
            edges: edges.collect(),
        }
    }
}

impl TryFrom<GraphForm> for FlowGraph {
    type Error = String;
    fn try_from(form: GraphForm) -> Result<Self, String> {
        let mut graph = Self::new();
        for (number, function) in form.0.iter().enumerate() {
            let names = function.block_names.iter().map(|row| row.0);
            let calls = function.calls.iter().map(|call| call.0);
            let conditions = function.conditions.iter().map(|member| member.0);
            for (what, is_in_order, greatest) in [
                ("names of blocks", ascend(names.clone()), names.max()),
                ("calls", calls.clone().is_sorted(), calls.max()),
                ("conditions", conditions.clone().is_sorted(), conditions.max()),
            ] {
                if !is_in_order
                    || greatest.is_some_and(|block| block as usize >= function.blocks.len())
                {
                    return Err(alloc::format!(
                        "function {number}: {what} out of order, or of blocks that it does not have"
                    ));
                }
            }
            let added = graph.add_with(function, Unreachable::Keep);
            added.map_err(|error| alloc::format!("function {number}: {error}"))?;
        }
        Ok(graph)
    }
}

impl ControlFlow for FunctionForm {
    fn block_count(&self) -> usize {
        self.blocks.len()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        if let (0, Some(name)) = (block, &self.name) {
            out.function_name(name);
        }
        if let Ok(place) = self.block_names.binary_search_by_key(&block, |row| row.0) {
            out.block_name(&self.block_names[place].1);
        }
        let from = self.calls.partition_point(|call| call.0 < block);
        for (_, statement, site, callees) in
            self.calls[from..].iter().take_while(|call| call.0 == block)
        {
            out.call(*statement, *site, callees.iter().copied());
        }
        let from = self.conditions.partition_point(|member| member.0 < block);
        for (_, decision, place) in
            self.conditions[from..].iter().take_while(|member| member.0 == block)
        {
            out.condition(*decision, *place);
        }
        let BlockForm { statements, exit, edges } = &self.blocks[block as usize];
        out.statements(*statements);
        if *exit {
            out.exit();
        }
        for EdgeForm { on, to, values } in edges {
            if let Outcome::Arm(number) = *on {
                out.list(number, values.iter().map(|&range| range.into()));
            }
            out.edge(*on, *to);
        }
    }
}

/// The items of each block, in the order in which they were added. The name of the function is with
/// the items of the entry.
#[derive(Serialize, Deserialize)]
#[serde(rename = "FlowBuilder")]
struct FlowBuilderForm {
    /// Blocks below this number were returned by [`FlowBuilder::blocks`].
    handed_out: u32,
    /// Each block with its items.
    blocks: Vec<(u32, Vec<Item>)>,
}

by_way_of!(FlowBuilder => FlowBuilderForm);

impl From<&FlowBuilder> for FlowBuilderForm {
    fn from(body: &FlowBuilder) -> Self {
        // If a block is in both rows, its items in the far row were added first.
        let rows = body.far.iter().chain((0..).zip(&body.near));
        let rows = rows.filter(|(_, items)| !items.is_empty());
        Self {
            handed_out: body.handed_out,
            blocks: rows.map(|(block, items)| (block, items.to_vec())).collect(),
        }
    }
}

impl From<FlowBuilderForm> for FlowBuilder {
    fn from(FlowBuilderForm { handed_out, blocks }: FlowBuilderForm) -> Self {
        let mut body = Self::new();
        (body.handed_out, body.unused) = (handed_out, handed_out);
        for (block, items) in blocks {
            for item in items {
                if let Item::Condition(decision, _) = item {
                    body.decisions = body.decisions.max(decision.saturating_add(1));
                }
                body = body.with(block, item);
            }
        }
        body
    }
}

/// The line of each statement, ascending by statement, and the names of files.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Lines")]
struct LinesForm {
    statements: Vec<(Statement, Line)>,
    /// By the number that stands for line 0.
    files: Vec<(u32, String)>,
}

by_way_of!(Lines => LinesForm);

impl From<&Lines> for LinesForm {
    fn from(lines: &Lines) -> Self {
        Self { statements: lines.by_block.clone(), files: lines.files.clone() }
    }
}

impl From<LinesForm> for Lines {
    fn from(form: LinesForm) -> Self {
        Self::new(form.statements).with_files(form.files)
    }
}

/// The number of functions and the hash in hexadecimal digits, as a text: most formats have no
/// integers of 128 bits.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct IdentityForm(String);

by_way_of!(GraphIdentity => IdentityForm);

impl From<&GraphIdentity> for IdentityForm {
    fn from(identity: &GraphIdentity) -> Self {
        Self(alloc::format!("{}-{:032x}", identity.functions(), identity.hash()))
    }
}

impl TryFrom<IdentityForm> for GraphIdentity {
    type Error = Invalid;
    fn try_from(form: IdentityForm) -> Result<Self, Invalid> {
        let parts = form.0.split_once('-');
        let numbers = parts.and_then(|(functions, hash)| {
            Some((functions.parse().ok()?, u128::from_str_radix(hash, 16).ok()?))
        });
        let Some((functions, hash)) = numbers else {
            return Err(Invalid(
                "the identity of a graph must be a number of functions, a hyphen, and 32 \
                 hexadecimal digits",
            ));
        };
        // The hash is 0 for the graph without functions, and for no other graph.
        if (functions == 0) == (hash == 0) {
            Ok(Self { functions, hash: [(hash >> 64) as u64, hash as u64] })
        } else {
            Err(Invalid("no graph has this identity"))
        }
    }
}
