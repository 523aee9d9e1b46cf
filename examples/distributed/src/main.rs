//! Evaluates one population alone, by threads and by processes, and says whether all tell the same.

use sbst_distributed::dataflow::{Workers, evaluate};
use sbst_distributed::evaluate::Evaluator;
use sbst_distributed::{alone, population};
use std::error::Error;
use std::net::TcpListener;
use std::process::Command;

const TESTS: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [index, addresses @ ..] = &arguments[..] {
        // One of the processes that `processes` starts.
        evaluate(Workers::Process { index: index.parse()?, addresses: addresses.to_vec() }, population(TESTS))?;
        return Ok(());
    }
    let part = alone(&population(TESTS))?;
    println!("{} tests cover {} goals", part.tests, part.archive.len());
    for (goal, test) in Evaluator::new()?.names(&part) {
        println!("  {goal:9} {test:?}");
    }
    for workers in [1, 2, 3, 4] {
        let folded = evaluate(Workers::Threads(workers), population(TESTS))?.ok_or("no part")?;
        assert!(folded.agrees_with(&part), "{workers} workers tell something else");
        println!("{workers} threads tell the same");
    }
    for count in [2, 3] {
        let folded = processes(count)?;
        assert!(folded.agrees_with(&part), "{count} processes tell something else");
        println!("{count} processes tell the same");
    }
    Ok(())
}

/// This process and others, on free ports of this machine.
fn processes(count: usize) -> Result<sbst_distributed::Part, Box<dyn Error>> {
    // All are held until all are known, so that they differ.
    let listeners = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>()?;
    let addresses = listeners.iter().map(|l| Ok(l.local_addr()?.to_string())).collect::<Result<Vec<String>, std::io::Error>>()?;
    drop(listeners);
    let others = (1..count).map(|index| Command::new(std::env::current_exe()?).arg(index.to_string()).args(&addresses).spawn());
    let others = others.collect::<Result<Vec<_>, std::io::Error>>()?;
    let folded = evaluate(Workers::Process { index: 0, addresses }, population(TESTS))?;
    for mut other in others {
        assert!(other.wait()?.success(), "a process failed");
    }
    folded.ok_or_else(|| "the first process folds".into())
}
