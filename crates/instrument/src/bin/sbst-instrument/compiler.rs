//! What the compiler says of a package: it knows types, and what constants call.

use serde_json::Value;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

/// A file of the package, and bytes in it.
pub(crate) type Place = (String, Range<usize>);

/// An error of the compiler.
pub(crate) struct Refusal {
    /// The places that it names in files of the package: those that it blames most come first.
    pub(crate) places: Vec<Place>,
    /// Where the macros are defined that wrote what is wrong: the innermost come first.
    pub(crate) definitions: Vec<Place>,
    /// The function that a constant calls, if that is the error.
    pub(crate) called: Option<String>,
    /// The file, the line and the words, which are the same whatever stands on the line.
    pub(crate) said: String,
}

/// Compiles a package with its tests, and returns the errors. `arguments` are for Cargo, such as
/// features.
///
/// # Errors
///
/// If Cargo cannot be run, or says that it cannot compile the package at all.
pub(crate) fn refusals(package: &Path, arguments: &[String]) -> Result<Vec<Refusal>, String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["check", "--quiet", "--all-targets", "--keep-going", "--message-format=json"])
        .args(arguments)
        .current_dir(package)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let refusals: Vec<_> =
        text.lines().filter_map(|line| refusal(&serde_json::from_str(line).ok()?)).collect();
    if refusals.is_empty() && !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(refusals)
}

/// Returns the error of a message.
fn refusal(message: &Value) -> Option<Refusal> {
    let message = message.get("message")?;
    let text = message.get("message")?.as_str()?;
    if message.get("level")? != "error" || text.starts_with("aborting due to") {
        return None;
    }
    let spans = message.get("spans")?.as_array()?;
    let is_primary = |span: &&Value| span.get("is_primary") == Some(&Value::Bool(true));
    let primary = spans.iter().filter(is_primary);
    let others = spans.iter().filter(|span| !is_primary(span));
    let (mut places, mut definitions) = (Vec::new(), Vec::new());
    for span in primary.clone().chain(others) {
        trace(span, &mut places, &mut definitions);
    }
    let at = primary.clone().next().and_then(|span| {
        Some(format!("{}:{}: ", span.get("file_name")?.as_str()?, span.get("line_start")?))
    });
    // Errors of macros have no code.
    let is_call = message.pointer("/code/code").is_some_and(|code| code == "E0015");
    let called = is_call.then(|| text.split('`').nth(1).unwrap_or_default().to_owned());
    Some(Refusal { places, definitions, called, said: at.unwrap_or_default() + text })
}

/// Adds the places of a span in files of the package: of the code itself, and if macros wrote it,
/// of their calls and their definitions.
fn trace(span: &Value, places: &mut Vec<Place>, definitions: &mut Vec<Place>) {
    let mut span = Some(span);
    while let Some(code) = span {
        places.extend(place(code));
        let expansion = code.get("expansion");
        let definition = expansion.and_then(|expansion| expansion.get("def_site_span"));
        definitions.extend(definition.and_then(place));
        span = expansion.and_then(|expansion| expansion.get("span"));
    }
}

/// Returns the place of a span, if it is in a file of the package.
fn place(span: &Value) -> Option<Place> {
    let file = span.get("file_name")?.as_str()?;
    let byte = |name: &str| usize::try_from(span.get(name)?.as_u64()?).ok();
    let is_own = Path::new(file).is_relative();
    is_own.then_some((file.replace('\\', "/"), byte("byte_start")?..byte("byte_end")?))
}
