//! Options of the command.

use std::path::PathBuf;

/// The text that `--help` prints.
pub(crate) const HELP: &str = "\
Rewrites a crate into another folder, with the hooks of sbst in its functions. The crate itself \
does not change.

  sbst-instrument FROM TO [OPTIONS] [-- ARGUMENTS]

  FROM          the folder of a package, with its Cargo.toml
  TO            a folder that does not exist, or that an earlier run made
  --check       let every thread check that the hooks fit the control flow, and append what is \
  wrong to the
                file that the variable SBST_CHECK names: for tests of the rewritten crate
  --no-tests    leave code under `#[cfg(test)]` and `#[test]` alone
  --sbst PATH   take sbst from this folder instead of from the registry
  --as-is       do not ask the compiler what it refuses: `const fn` stay as they are
  --quiet       print the sums only, not each function that was left alone
  ARGUMENTS     for `cargo check`, such as --all-features
";

/// The options.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) from: PathBuf,
    pub(crate) to: PathBuf,
    pub(crate) check: bool,
    pub(crate) tests: bool,
    pub(crate) sbst: Option<PathBuf>,
    pub(crate) as_is: bool,
    pub(crate) quiet: bool,
    pub(crate) cargo: Vec<String>,
}

impl Options {
    /// Reads the options; `None` if help is wanted.
    pub(crate) fn of(arguments: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let (mut folders, mut arguments) = (Vec::new(), arguments);
        let (mut check, mut tests, mut sbst) = (false, true, None);
        let (mut as_is, mut quiet, mut cargo) = (false, false, Vec::new());
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--help" | "-h" => return Ok(None),
                "--check" => check = true,
                "--no-tests" => tests = false,
                "--as-is" => as_is = true,
                "--quiet" => quiet = true,
                "--sbst" => {
                    sbst = Some(PathBuf::from(arguments.next().ok_or("--sbst needs a folder")?));
                }
                "--" => cargo.extend(arguments.by_ref()),
                option if option.starts_with('-') => {
                    return Err(format!("there is no option {option}"));
                }
                folder => folders.push(PathBuf::from(folder)),
            }
        }
        let [from, to] = <[PathBuf; 2]>::try_from(folders)
            .map_err(|_| "two folders are needed: FROM and TO".to_owned())?;
        Ok(Some(Self { from, to, check, tests, sbst, as_is, quiet, cargo }))
    }
}
