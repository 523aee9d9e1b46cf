//! Evaluates one population alone, by threads and by processes, and says whether all tell the same.

use sbst_distributed::dataflow::{Workers, evaluate};
use sbst_distributed::evaluate::Evaluator;
use sbst_distributed::{Part, alone, population};
use std::error::Error;
use std::io::Read;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const TESTS: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [index, addresses @ ..] = &arguments[..] {
        // One of the processes that `processes` starts; the first one tells what they found.
        let process = Workers::Process { index: index.parse()?, addresses: addresses.to_vec() };
        if let Some(part) = evaluate(process, population(TESTS))? {
            println!("{}", serde_json::to_string(&part)?);
        }
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
        println!("{workers} worker threads tell the same");
    }
    for count in [2, 3] {
        // Somebody else may take a port before they do.
        let folded =
            processes(count).or_else(|_| processes(count)).or_else(|_| processes(count))?;
        assert!(folded.agrees_with(&part), "{count} processes tell something else");
        println!("{count} processes tell the same");
    }
    Ok(())
}

/// Processes that end when they are no longer wanted.
struct Processes(Vec<Child>);

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill(); // one that has ended cannot be killed
            let _ = child.wait();
        }
    }
}

/// What so many processes tell that talk over free ports of this machine.
fn processes(count: usize) -> Result<Part, Box<dyn Error>> {
    // All are held until all are known, so that they differ.
    let listeners =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>()?;
    let addresses = listeners
        .iter()
        .map(|l| Ok(l.local_addr()?.to_string()))
        .collect::<Result<Vec<String>, std::io::Error>>()?;
    drop(listeners);
    let mut all = Processes(Vec::new());
    for index in 0..count {
        let told = if index == 0 { Stdio::piped() } else { Stdio::null() };
        let process = Command::new(std::env::current_exe()?)
            .arg(index.to_string())
            .args(&addresses)
            .stdout(told)
            .stderr(Stdio::null())
            .spawn();
        all.0.push(process?);
    }
    let mut output = all.0[0].stdout.take().ok_or("no output")?;
    let reader = thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    let deadline = Instant::now() + Duration::from_secs(60);
    for child in &mut all.0 {
        let status = loop {
            match child.try_wait()? {
                Some(status) => break status,
                None if Instant::now() > deadline => return Err("a process does not end".into()),
                None => thread::sleep(Duration::from_millis(20)),
            }
        };
        if !status.success() {
            return Err("a process failed".into());
        }
    }
    let text = reader.join().map_err(|_| "nobody read")??;
    // The engine says before that whom it waits for.
    Ok(serde_json::from_str(text.lines().last().unwrap_or_default())?)
}
