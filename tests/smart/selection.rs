//! tmp
use super::ticket::*;
use sbst::objective::{Tables, covered};
use sbst::selection::smart::Smart;
#[test]
fn dump() {
    let s = Subject::new();
    let goals = s.goals();
    let sel = Smart::new().select(&goals, &s.program(), &s.mutations);
    for d in sel.dropped() {
        println!("{} {d}", d.goal);
    }
    println!("{:?}", sel.kept().collect::<Vec<_>>());
    println!("{sel}");
    let trace = goals.trace(&s.graph);
    run(&trace, &CALLS);
    println!("{:?}", trace.check());
    let mut row = Vec::new();
    goals.measure(&s.graph, &trace, &mut Tables::new(&s.graph), &mut row);
    let c: Vec<_> = covered(&row).collect();
    println!("uncovered {:?}", goals.ids().filter(|g| !c.contains(g)).map(|g| goals.goal(g).to_string()).collect::<Vec<_>>());
}
