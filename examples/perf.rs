//! perf
mod subjects;
use sbst::Campaign;
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::objective::{Criterion, GoalGraph, Goals, Method, Program, Tables, covered};
use sbst::report::KeptTests;
use sbst::selection::{Archive, Frontier};
use sbst::id::Function;
use std::rc::Rc;
use std::sync::Arc;
use subjects::Random;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let subject = subjects::ALL.iter().find(|s| s.name == args[2]).expect("name");
    let n: u64 = args[3].parse()?;
    let mut random = Random(7);
    let criteria = [Criterion::Branch, Criterion::Block, Criterion::Method];
    let methods = [Method::new(Function::new(0))];
    let graph = subject.graph()?;
    match args[1].as_str() {
        "campaign" => {
            let mut c = Campaign::builder().graph(graph).methods(methods).criteria(criteria).build()?;
            let mut last: Vec<i64> = random.inputs(subject.inputs);
            for _ in 0..n {
                let out = c.run(&last, |c, x| { (subject.run)(c, x); })?;
                let _ = out.row.len();
                let goal = c.next_goal(random.unit());
                last = match goal.and_then(|g| c.nearest(g)) { Some(t) => random.child(t, subject.inputs), None => random.inputs(subject.inputs) };
            }
            println!("{}", c.tests().covered_count());
        }
        "kept" => {
            let program = Program::new(&graph).with_methods(&methods);
            let mut goals = Goals::<Trace>::for_graph(&graph);
            for k in criteria { goals.add(k, &program); }
            let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
            let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
            let mut kept = KeptTests::<Vec<i64>>::new();
            let mut row = Vec::new();
            let mut last: Vec<i64> = random.inputs(subject.inputs);
            for _ in 0..n {
                trace.reset();
                (subject.run)(trace.root(), &last);
                trace.check()?;
                let seen = goals.observe(&graph, &trace, &mut tables);
                row.resize(goals.len(), Fitness::NEVER);
                goals.fitness(goals.ids(), &seen, &mut row);
                kept.take_in(&last, &row, &mut frontier, (&goals, &seen), |w| w);
                let active = frontier.active();
                let d = random.unit();
                let goal = active.get((d * active.len() as f64) as usize).or(active.last()).copied();
                last = match goal.and_then(|g| kept.nearest(g)) { Some(t) => random.child(t, subject.inputs), None => random.inputs(subject.inputs) };
            }
            println!("{}", kept.covered_count());
        }
        _ => {
            let program = Program::new(&graph).with_methods(&methods);
            let mut goals = Goals::<Trace>::for_graph(&graph);
            for k in criteria { goals.add(k, &program); }
            let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
            let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
            let mut archive: Archive<Arc<(Vec<i64>, Vec<GoalId>)>> = Archive::new();
            let mut near: Vec<Option<(Fitness, Arc<Vec<i64>>)>> = vec![None; goals.len()];
            let mut row = Vec::new();
            let mut last: Vec<i64> = random.inputs(subject.inputs);
            for i in 0..n {
                trace.reset();
                (subject.run)(trace.root(), &last);
                trace.check()?;
                goals.measure(&graph, &trace, &mut tables, &mut row);
                archive.offer_all(covered(&row), i * 0, || Arc::new((last.clone(), covered(&row).collect())));
                frontier.cover(covered(&row));
                let mut made: Option<Arc<Vec<i64>>> = None;
                for &g in frontier.active() {
                    let v = row[g.index()];
                    if near[g.index()].as_ref().is_none_or(|b| v < b.0) {
                        near[g.index()] = Some((v, made.get_or_insert_with(|| Arc::new(last.clone())).clone()));
                    }
                }
                let active = frontier.active();
                let d = random.unit();
                let goal = active.get((d * active.len() as f64) as usize).or(active.last()).copied();
                last = match goal.and_then(|g| near[g.index()].as_ref()) { Some(t) => random.child(&t.1, subject.inputs), None => random.inputs(subject.inputs) };
            }
            println!("{}", archive.len());
        }
    }
    let _ = Rc::new(0);
    Ok(())
}
