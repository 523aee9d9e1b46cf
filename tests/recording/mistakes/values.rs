//! What a search would see of the parser: all values of all goals.

use super::graphs::NAMES;
use super::hooks::{Caller, Seed, Seeded};
use super::lexer::{DATE, DIGIT, DIGITS, KEYWORD, LEAP, LETTER, NAME, NEXT, RESERVED, SPACE};
use super::parser::{
    self, GOES_ON, IS_DIGIT, IS_LEAP, IS_LET, IS_LETTER, IS_RESERVED, IS_SPACE, LINE, PRIMARY,
    Source,
};
use sbst::execution::{CallTreeLimits, Facts, Misuse, Partition, Plane, Trace};
use sbst::fitness::flag::{Condition, FlagError, FlagGradient, Flags};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::Block;
use std::collections::BTreeMap;

/// The flags of the parser.
pub(crate) fn flags(graph: &FlowGraph) -> Result<Flags, FlagError> {
    let mut flags = Flags::new();
    flags.function(graph, LINE).decides(0, IS_LET)?.decides(2, IS_RESERVED)?;
    flags.function(graph, PRIMARY).decides(0, IS_DIGIT)?;
    flags.function(graph, DIGITS).decides(1, IS_DIGIT)?;
    flags.function(graph, NEXT).decides(1, IS_SPACE)?;
    flags.function(graph, NAME).decides(0, !Condition::call(IS_LETTER))?.decides(3, GOES_ON)?;
    flags.function(graph, DATE).decides(5, IS_LEAP)?;
    flags.function(graph, DIGIT).returns(3, true)?.returns(5, false)?;
    flags.function(graph, SPACE).returns(1, true)?.returns(3, false)?;
    flags.function(graph, LETTER).returns(3, true)?.returns(2, false)?;
    flags.function(graph, KEYWORD).returns(3, true)?.returns(4, false)?;
    flags.function(graph, RESERVED).returns(1, true)?.returns(3, false)?;
    flags.function(graph, LEAP).returns(3, true)?.returns(4, false)?;
    Ok(flags)
}

/// What one input showed.
#[derive(Debug)]
pub(crate) struct Seen {
    pub misuse: Result<(), Misuse>,
    /// A complaint about flags.
    pub flag: Result<(), FlagError>,
    pub values: Vec<u64>,
}

/// The goals, so that values of different graphs are compared goal by goal.
pub(crate) fn goals(graph: &FlowGraph) -> Vec<(u32, u32, Vec<Outcome>)> {
    let blocks = graph.all_blocks();
    let outcomes =
        |block| graph.branches_of(block).map(|branch| graph.edge(branch).outcome).collect();
    blocks
        .map(|block| (graph.function_of(block).number(), graph.statements(block), outcomes(block)))
        .collect()
}

#[derive(Debug)]
pub(crate) struct Laboratory {
    graph: FlowGraph,
    flags: Flags,
    /// Records only what every trace does, for those who ask whether something is told.
    plain: Trace,
    /// Records calls as well.
    trace: Trace,
    table: FitnessTable,
    gradient: FlagGradient,
}

impl Laboratory {
    pub(crate) fn new(graph: FlowGraph, checks_paths: bool) -> Self {
        // A wrong graph may refuse some flags; then there are fewer.
        let flags = flags(&graph).unwrap_or_default();
        let plain =
            if checks_paths { Trace::new(&graph).with_path_check() } else { Trace::new(&graph) };
        let trace = plain.clone().with_direct_calls().with_call_tree(CallTreeLimits::NONE);
        let (table, gradient) = (FitnessTable::new(&graph), FlagGradient::new());
        Self { graph, flags, plain, trace, table, gradient }
    }

    /// Runs one input: its lines, one after the other, share their names.
    fn run(trace: &Trace, seeded: &Seeded, input: &str) {
        trace.reset();
        let mut names = BTreeMap::new();
        for line in input.lines() {
            let c = Caller { caller: trace.root(), seeded };
            let _ =
                parser::line(c, &mut Source { bytes: line.as_bytes(), at: 0, names: &mut names });
        }
    }

    /// Runs one input, and returns what was recorded of it.
    pub(crate) fn record(&self, seeded: &Seeded, input: &str) -> &Trace {
        Self::run(&self.plain, seeded, input);
        &self.plain
    }

    /// A block as the user wrote it.
    pub(crate) fn place(&self, block: Block) -> String {
        let function = self.graph.function_of(block);
        let first = self.graph.entry(function).number();
        format!("block {} of {}", block.number() - first, NAMES[function.index()])
    }

    pub(crate) fn see(&mut self, seed: Seed, input: &str) -> Seen {
        let Self { graph, flags, trace, table, gradient, .. } = self;
        Self::run(trace, &Seeded::new(seed), input);
        let mut values = Vec::new();
        table.sweep(graph, trace);
        read(graph, table, &mut values);
        let flag = match gradient.refine(graph, flags, trace) {
            Ok(refined) => {
                table.sweep(graph, &refined);
                read(graph, table, &mut values);
                refined.check()
            }
            Err(error) => Err(error),
        };
        for branch in graph.all_branches() {
            let distance = trace.branch_distance_on(Plane::Direct, graph.edge(branch));
            values.push(distance.map_or(u64::MAX, |distance| distance.get().to_bits()));
        }
        for block in graph.all_blocks() {
            values.push(trace.progress_on(Plane::Direct, block).map_or(u64::MAX, u64::from));
        }
        for function in graph.functions() {
            values.push(
                u64::from(trace.called_by_test(function))
                    + 2 * u64::from(trace.returned_to_test(function)),
            );
            for partition in Partition::ALL {
                let distance = trace.output_distance(function, partition);
                values.push(distance.map_or(u64::MAX, |distance| distance.get().to_bits()));
            }
        }
        Seen { misuse: trace.check(), flag, values }
    }
}

/// Branches, blocks and statements.
fn read(graph: &FlowGraph, table: &FitnessTable, values: &mut Vec<u64>) {
    let mut push = |fitness: Fitness| {
        values.extend([u64::from(fitness.level), fitness.distance.get().to_bits()]);
    };
    for branch in graph.all_branches() {
        push(table.branch(branch));
    }
    for block in graph.all_blocks() {
        push(table.block(block));
        for k in 0..graph.statements(block) {
            push(table.statement(block.statement(k)));
        }
    }
}
