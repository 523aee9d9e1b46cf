//! Searches for tests that cover the branches of WebAssembly modules: `wasm [--budget N] [--seed N]
//! [--plain] [FILE]...`
//!
//! Without files, of those in `modules/`. `--plain` switches off flags: branches that test the
//! result of a call have no gradient then.

use sbst_executors::wasm::{Module, Options, search};
use std::error::Error;

const SHIPPED: [(&str, &str); 3] = [
    ("records", include_str!("../../modules/records.wat")),
    ("geometry", include_str!("../../modules/geometry.wat")),
    ("network", include_str!("../../modules/network.wat")),
];

fn main() -> Result<(), Box<dyn Error>> {
    let (mut options, mut modules) = (Options::default(), Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().ok_or_else(|| format!("{argument} needs a number"));
        match argument.as_str() {
            "--budget" => options.budget = number()?.parse()?,
            "--seed" => options.seed = number()?.parse()?,
            "--plain" => options.flags = false,
            option if option.starts_with("--") => {
                return Err(format!(
                    "there is no option \
                {option}"
                )
                .into());
            }
            file => modules.push((
                file.to_owned(),
                std::fs::read(file).map_err(|error| format!("{file}: {error}"))?,
            )),
        }
    }
    if modules.is_empty() {
        modules.extend(SHIPPED.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())));
    }
    for (name, bytes) in modules {
        let module = Module::new(&bytes).map_err(|error| format!("{name}: {error}"))?;
        let report = search(&module, options);
        if let Some(misuse) = report.misuse {
            return Err(misuse.into());
        }
        println!("{name}\n\n{report}");
    }
    Ok(())
}
