//! Functions, legal and hostile, added to one graph: it stays as it was, or says what the
//! definitions say.

#![no_main]

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use sbst::flow::{Dot, FlowErrorKind, FlowGraph, Lines, Outcome, UndescribedBlock, Unreachable};
use sbst::id::{Block, Branch, Function, Line, Statement};
use sbst_fuzz::definition::Definition;
use sbst_fuzz::function::{self, Step};
use sbst_fuzz::picture::Picture;

fuzz_target!(|data: &[u8]| {
    // Running out of bytes is no error of anybody.
    let _ = run(&mut Unstructured::new(data));
});

fn run(u: &mut Unstructured<'_>) -> Result<()> {
    let mut graph = FlowGraph::new();
    let mut before = Picture::of(&graph);
    for _ in 0..3 {
        if u.is_empty() {
            break;
        }
        let body = function::Function::read(u)?;
        let unreachable =
            if u.arbitrary::<u8>()? % 8 == 0 { Unreachable::Reject } else { Unreachable::Keep };
        let added = match unreachable {
            Unreachable::Reject => graph.add(&body),
            _ => graph.add_with(&body, unreachable),
        };
        let after = Picture::of(&graph);
        match added {
            Err(error) => {
                assert_eq!(before, after, "{error}");
                assert!(!error.to_string().is_empty());
                match error.kind {
                    FlowErrorKind::Unreachable { blocks } => {
                        assert_eq!(unreachable, Unreachable::Reject);
                        assert!(
                            blocks.is_sorted_by(|a, b| a < b)
                                && blocks.iter().all(|&block| (block as usize) < body.blocks.len())
                        );
                    }
                    FlowErrorKind::Undescribed { blocks, .. } => check_undescribed(&body, &blocks),
                    _ => {}
                }
            }
            Ok(function) => {
                assert_eq!(function.index(), before.functions);
                assert_eq!(
                    (after.functions, after.blocks.len()),
                    (before.functions + 1, before.blocks.len() + body.blocks.len())
                );
                assert!(before.is_beginning_of(&after), "ids stay valid");
                check(&graph, &after, function);
                check_description(&after, function, &body);
            }
        }
        before = after;
    }
    check_ids(&graph);
    graph.functions().last().into_iter().for_each(|function| check_text(&graph, function));
    check_lines(u)
}

/// Every block that is empty or that does not exist, and the least block that leads there.
fn check_undescribed(body: &function::Function, found: &[UndescribedBlock]) {
    let count = body.blocks.len() as u32;
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (from, steps) in (0..).zip(&body.blocks) {
        for step in steps {
            match *step {
                Step::Statements(_) | Step::Exit => {}
                Step::Branch(then, or_else) => edges.extend([(then, from), (or_else, from)]),
                Step::Jump(to) | Step::Case(_, to) | Step::Arm(_, to) | Step::Default(to) => {
                    edges.push((to, from))
                }
                Step::Exception(to) | Step::Edge(_, to) => edges.push((to, from)),
            }
        }
    }
    edges.sort_unstable();
    edges.dedup_by_key(|edge| edge.0);
    let leads_on = |block: u32| {
        body.blocks[block as usize].iter().any(|step| !matches!(step, Step::Statements(_)))
    };
    let inside = (0..count).filter(|&block| !leads_on(block));
    let beyond = edges.iter().map(|edge| edge.0).filter(|&to| to >= count);
    let expected = inside.chain(beyond).map(|block| UndescribedBlock {
        block,
        from: edges.binary_search_by_key(&block, |edge| edge.0).ok().map(|place| edges[place].1),
    });
    assert!(found.iter().copied().eq(expected), "{found:?}");
}

/// One function, against the definitions.
fn check(graph: &FlowGraph, picture: &Picture, function: Function) {
    let blocks = picture.of_function(function);
    let first = graph.entry(function).number();
    let definition = Definition::of(first, blocks);
    let local = |block: Block| (block.number() - first) as usize;
    let (dominators, post_dominators) =
        (graph.dominators(function), graph.post_dominators(function));
    for (place, block) in blocks.iter().enumerate() {
        let id = Block::new(first + place as u32);
        let reachable = definition.reachable >> place & 1 == 1;
        assert_eq!(block.reachable, reachable);
        let leaves = block.exit || definition.endless[place];
        let ways = block.successors.len() + usize::from(leaves);
        assert_eq!(
            block.branches.len(),
            if ways >= 2 { block.successors.len() } else { 0 },
            "a branch has a way beside it"
        );
        let above = block.above.map(local);
        // Each of the strict post-dominators post-dominates the next one; the immediate one has all
        // the others.
        let strict = definition.post_dominators[place] & !(1 << place) & !(1 << 63);
        assert_eq!(
            above.map(|above| definition.post_dominators[above] & !(1 << 63)).unwrap_or(0),
            strict
        );
        assert_eq!(block.on_entry, reachable && definition.post_dominates(place, 0));
        assert_eq!(post_dominators.immediate(id), block.above);
        for other in 0..blocks.len() {
            let at = Block::new(first + other as u32);
            assert_eq!(post_dominators.dominates(at, id), definition.post_dominates(other, place));
        }
        assert_eq!(dominators.of(id).count() > 0, reachable);
        assert!(!reachable || dominators.dominates(graph.entry(function), id));

        let decides = |branch: &Branch| {
            let edge = &picture.branches[branch.index()].edge;
            let (source, target) = (local(edge.source), local(edge.target));
            let stays = source != place && definition.post_dominates(place, source);
            definition.reachable >> source & 1 == 1
                && definition.post_dominates(place, target)
                && !stays
        };
        let mut controls = block.controls.clone();
        controls.sort_unstable();
        let expected: Vec<Branch> =
            blocks.iter().flat_map(|block| &block.branches).copied().filter(decides).collect();
        assert_eq!(controls, expected, "controls of {id}");
        for branch in &block.branches {
            let row = &picture.branches[branch.index()];
            assert_eq!(row.endless, definition.endless[place] && block.successors.len() == 1);
            assert_eq!((row.edge.branch, row.edge.source), (*branch, id));
            assert!(block.successors.contains(&(row.edge.outcome, row.edge.target)));
        }
    }
    // The other direction.
    let mut pairs: Vec<(Branch, Block)> = Vec::new();
    for branch in blocks.iter().flat_map(|block| &block.branches) {
        pairs.extend(
            picture.branches[branch.index()].dependents.iter().map(|&block| (*branch, block)),
        );
    }
    let mut others: Vec<(Branch, Block)> = Vec::new();
    for (place, block) in (first..).zip(blocks) {
        others.extend(block.controls.iter().map(|&branch| (branch, Block::new(place))));
    }
    pairs.sort_unstable();
    others.sort_unstable();
    assert_eq!(pairs, others, "dependents are the inverse of controls");
}

/// What was described is what the graph has.
fn check_description(picture: &Picture, function: Function, body: &function::Function) {
    for (block, steps) in picture.of_function(function).iter().zip(&body.blocks) {
        let edges: usize = steps
            .iter()
            .map(|step| match step {
                Step::Statements(_) | Step::Exit => 0,
                Step::Branch(..) => 2,
                _ => 1,
            })
            .sum();
        let statements = steps
            .iter()
            .rev()
            .find_map(|step| if let Step::Statements(count) = step { Some(*count) } else { None });
        assert_eq!((block.successors.len(), block.statements), (edges, statements.unwrap_or(0)));
        assert_eq!(block.exit, steps.iter().any(|step| matches!(step, Step::Exit)));
        assert!(
            block.successors.is_sorted_by(|a, b| a.0 < b.0),
            "in the order of their names, \
            each once"
        );
    }
}

/// Every question with a checked twin, and ids of nobody.
fn check_ids(graph: &FlowGraph) {
    assert!(graph.all_blocks().map(|block| block.index()).eq(0..graph.all_blocks().len()));
    assert!(graph.all_branches().map(|branch| branch.index()).eq(0..graph.all_branches().len()));
    let counted: usize = graph.functions().map(|function| graph.blocks_of(function).len()).sum();
    assert_eq!(counted, graph.all_blocks().len());
    for block in graph.all_blocks() {
        let (function, local) = (graph.function_of(block), graph.local(block));
        assert_eq!(graph.get_block(function, local), Some(block));
        assert_eq!((graph.get_function_of(block), graph.local(block)), (Some(function), local));
        for (outcome, target) in graph.successors(block) {
            assert_eq!(graph.target(block, outcome), Some(target));
            assert_eq!(graph.function_of(target), function);
        }
        for branch in graph.branches_of(block) {
            let edge = graph.edge(branch);
            assert_eq!((graph.get_edge(branch), graph.edge(branch).source), (Some(edge), block));
            assert_eq!(graph.branch(block, edge.outcome), Some(branch));
        }
    }
    for number in [0, 1, u32::MAX - 1, u32::MAX] {
        let block = Block::new(number.wrapping_add(graph.all_blocks().len() as u32));
        let branch = Branch::new(number.wrapping_add(graph.all_branches().len() as u32));
        let function = Function::new(number.wrapping_add(graph.functions().len() as u32));
        // Wrapped around, they are those at the end.
        if block.index() >= graph.all_blocks().len() {
            assert!(graph.get_function_of(block).is_none());
            assert!(graph.immediate_post_dominator(block).is_none());
            assert!(
                graph.controls(block).next().is_none() && graph.successors(block).next().is_none()
            );
            assert!(graph.branch(block, Outcome::True).is_none() && graph.arms(block).is_none());
            assert!(
                !graph.is_exit(block)
                    && !graph.is_reachable(block)
                    && !graph.depends_on_entry(block)
            );
        }
        if branch.index() >= graph.all_branches().len() {
            assert!(
                graph.get_edge(branch).is_none()
                    && graph.dependents(branch).next().is_none()
                    && !graph.is_endless(branch)
            );
        }
        if function.index() >= graph.functions().len() {
            assert_eq!((graph.blocks_of(function).len(), graph.get_block(function, 0)), (0, None));
            assert!(graph.dominators(function).immediate(block).is_none());
            assert!(!Dot::new(graph, function).to_string().is_empty());
        }
    }
}

/// Text takes long to make: of one function.
fn check_text(graph: &FlowGraph, function: Function) {
    let text = Dot::new(graph, function).to_string();
    assert!(text.contains('{') && text.trim_end().ends_with('}'));
    let drawn = graph.blocks_of(function).flat_map(|block| graph.successors(block)).count();
    assert!(text.matches("->").count() >= drawn);
}

/// Lines for any statements, of blocks that do not exist, too.
fn check_lines(u: &mut Unstructured<'_>) -> Result<()> {
    let count = u.arbitrary::<u8>()? % 16;
    let row = |u: &mut Unstructured<'_>| -> Result<(Statement, Line)> {
        let [block, statement, line]: [u8; 3] = u.arbitrary()?;
        let wild = |byte: u8| {
            if byte >= 250 { u32::MAX - u32::from(byte) / 255 } else { u32::from(byte) % 8 }
        };
        Ok((Block::new(wild(block)).statement(wild(statement)), Line::new(wild(line))))
    };
    let rows = (0..count).map(|_| row(u)).collect::<Result<Vec<_>>>()?;
    let lines = Lines::new(rows.iter().copied());
    assert!(lines.lines().is_sorted_by(|a, b| a < b));
    for &(statement, _) in &rows {
        let line = lines.line(statement).expect("listed");
        assert!(lines.statements_on(line).contains(&statement));
        assert!(lines.of_block(statement.block).any(|row| row == (statement, line)));
        // All lines ran: all of the block did.
        let most = lines.of_block(statement.block).map(|row| row.0.index.saturating_add(1)).max();
        assert_eq!(lines.progress(statement.block, |_| true), most);
        assert!(lines.progress(statement.block, |line| line.number() & 1 == 0) <= most);
    }
    Ok(())
}
