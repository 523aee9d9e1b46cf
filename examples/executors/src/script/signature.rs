//! Which functions tests may call: declared by comments such as `// test: days(int, int)`.

use super::ScriptError;
use crate::arguments::Kind;

/// A function that tests may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// What its parameters take: `int`, `float`, `bool` or `text`.
    pub kinds: Vec<Kind>,
}

/// The signatures that a script declares.
pub(super) fn declared(source: &str) -> Result<Vec<Signature>, ScriptError> {
    let lines = source.lines().enumerate();
    let declared = lines
        .filter_map(|(number, line)| Some((number + 1, line.trim().strip_prefix("// test:")?)));
    declared.map(|(line, text)| parse(text.trim()).ok_or(ScriptError::Signature { line })).collect()
}

fn parse(text: &str) -> Option<Signature> {
    let (name, kinds) = text.strip_suffix(')')?.split_once('(')?;
    let kind = |word: &str| match word.trim() {
        "bool" => Some(Kind::Bool),
        "int" => Some(Kind::I64),
        "float" => Some(Kind::F64),
        "text" => Some(Kind::Text),
        _ => None,
    };
    let kinds = if kinds.trim().is_empty() {
        Vec::new()
    } else {
        kinds.split(',').map(kind).collect::<Option<_>>()?
    };
    Some(Signature { name: name.trim().to_owned(), kinds })
}
