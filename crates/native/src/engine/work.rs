//! The process of a worker, from its start to its end.

use super::finish;
use super::link::{After, Link, Word, shared_folder};
use super::options::Options;
use super::settings::settings;
use super::worker::Worker;
use super::{DONE, UNABLE};
use crate::program::{Program, read};
use crate::runtime;
use crate::search::{Hunt, Mutator, Random};
use std::time::Duration;

/// Does the work, and returns the code of the process.
pub(super) fn work(options: &Options, number: usize) -> i32 {
    runtime::leave_interrupts();
    runtime::limit_memory(options.megabytes);
    runtime::leave_no_core();
    runtime::silence();
    match try_to_work(options, number) {
        Ok(()) => DONE,
        Err(message) => {
            eprintln!("error: {message}");
            UNABLE
        }
    }
}

fn try_to_work(options: &Options, number: usize) -> Result<(), String> {
    let folder = shared_folder();
    let link = Link::open(number, &folder, options.most)
        .map_err(|error| format!("no memory to share: {error}"))?;
    let left = runtime::share_log(&folder.join(format!("log-{number}")))
        .map_err(|error| format!("no memory for the log: {error}"))?;
    // Of what the process before was executing when it ended. This one executes nothing yet.
    let crashed = link.interrupted().map(|input| (input, left));
    let was_quiet = link.get(Word::Quiet) != 0;
    link.set(Word::Quiet, 0);
    link.end();
    let is_restarted = link.get(Word::Begun) > 0;

    let tables = runtime::tables().map_err(|error| error.to_string())?;
    let blocks = read(&tables).map_err(|error| error.to_string())?;
    let program = Program::new(blocks, |_| None, |_| None)
        .map_err(|error| error.to_string())?
        .with_landing_pads(&runtime::images());
    let mut settings = settings(options, number, &program)?;
    // A worker that takes the place of another one must not make the same inputs again.
    settings.seed =
        settings.seed.wrapping_add(link.get(Word::Begun).wrapping_mul(0xD134_2543_DE82_EF95));

    runtime::mutate_with({
        let (mutator, mut random) = (
            Mutator::new(options.most, settings.words.clone()),
            Random::new(settings.seed ^ 0x5eed),
        );
        move |bytes, most| {
            mutator.change(bytes, &[], 1, &mut random);
            bytes.truncate(most);
        }
    });
    let hunt = Hunt::new(&program, settings, runtime::cases).map_err(|error| error.to_string())?;
    let mut worker = Worker::new(hunt, link, options, number, &folder);
    worker.link.set(Word::AllBranches, program.graph().all_branches().len() as u64);
    let crashed = match was_quiet {
        // Of what it did little is known, and it may take as long again.
        true if worker.link.get(Word::Stop) != 0 => None,
        true => worker.execute_again(crashed),
        false => crashed,
    };
    worker.search(is_restarted, crashed, &folder).map_err(|error| error.to_string())?;
    loop {
        match After::of(&worker.link) {
            After::Wait => std::thread::sleep(Duration::from_millis(5)),
            After::End => return Ok(()),
            After::Minimise | After::Report => return finish::finish(&mut worker, &tables),
        }
    }
}
