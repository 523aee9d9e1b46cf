//! The house has floors: each module uses only those below it, and no two files need each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// From the ground up. A file may use modules that stand before its own. The first is a crate of
/// its own, which is handed on.
const LAYERS: [&str; 15] = [
    "distance",
    "plain",
    "sort",
    "formula",
    "id",
    "flow",
    "execution",
    "fitness",
    "selection",
    "objective",
    "published",
    "subsumption",
    "report",
    "campaign",
    "instrument",
];

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        if entry.is_dir() {
            sources(&entry, found);
        } else {
            found.push(entry);
        }
    }
}

/// The modules of the crate that a line of code names, not counting comments and doc links.
fn used(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices("crate::").map(|(at, path)| {
        let rest = &code[at + path.len()..];
        &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())]
    })
}

#[test]
fn modules_use_only_what_is_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut seen = 0;
    for file in files {
        let inside = file.strip_prefix(&root).expect("below src");
        let module = inside.iter().next().expect("a name").to_string_lossy().replace(".rs", "");
        let Some(layer) = LAYERS.iter().position(|name| *name == module) else {
            assert_eq!(module, "lib", "{} belongs to no layer", inside.display());
            continue;
        };
        let text = fs::read_to_string(&file).expect("text");
        let mut only_for_docs = false;
        for line in text.lines() {
            for name in used(line).filter(|_| !only_for_docs) {
                let below = LAYERS.iter().position(|layer| *layer == name);
                assert!(
                    below.is_some_and(|below| below <= layer),
                    "{} uses {name}",
                    inside.display()
                );
                seen += 1;
            }
            only_for_docs = line.trim() == "#[cfg(doc)]";
        }
    }
    assert!(seen > 20, "the scan reads nothing");
}

/// One file: the module that it is, what it names, and under which names it hands things on.
#[derive(Default)]
struct Source {
    imports: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    named: Vec<Vec<String>>,
}

type Sources = BTreeMap<Vec<String>, Source>;

/// The code of a file: without comments, texts, and what is only for tests and documentation.
fn code_of(text: &str) -> String {
    let mut code = String::new();
    let mut skipped: Option<usize> = None; // the indentation of a module of tests
    let mut skip_next = false;
    let mut in_use = false; // an import that only the documentation needs, over several lines
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if let Some(until) = skipped {
            if line.trim() == "}" && indent == until {
                skipped = None;
            }
            continue;
        }
        if in_use {
            in_use = !line.contains(';');
            continue;
        }
        if line.trim() == "#[cfg(test)]" || line.trim() == "#[cfg(doc)]" {
            skip_next = true;
            continue;
        }
        if skip_next {
            skip_next = false;
            if line.trim().ends_with('{') && !line.contains("use ") {
                skipped = Some(indent);
            } else {
                in_use = !line.contains(';');
            }
            continue;
        }
        code.push_str(line.split("//").next().unwrap_or_default());
        code.push('\n');
    }
    code
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every path of a tree such as `a::{b, c::{self, d as e}}`, with the name that it gets.
fn leaves(tree: &str, before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let tree = tree.trim();
    let (head, inside) = match tree.split_once('{') {
        Some((head, inside)) => {
            (head, Some(inside.trim_end().strip_suffix('}').expect("a closed tree")))
        }
        None => (tree, None),
    };
    let mut path = before.to_vec();
    let (head, alias) = match head.split_once(" as ") {
        Some((head, alias)) if inside.is_none() => (head, Some(alias.trim().to_owned())),
        _ => (head, None),
    };
    path.extend(
        head.split("::")
            .map(str::trim)
            .filter(|part| !part.is_empty() && *part != "self")
            .map(str::to_owned),
    );
    let Some(inside) = inside else {
        if let Some(last) = path.last().cloned() {
            found.push((alias.unwrap_or(last), path));
        }
        return;
    };
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                leaves(&inside[start..at], &path, found);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inside[start..].trim().is_empty() {
        leaves(&inside[start..], &path, found);
    }
}

/// A path from the root of the crate, if it leads into the crate.
fn from_root(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "super" => {
            let mut whole = module[..module.len().checked_sub(ups)?].to_vec();
            whole.extend_from_slice(&path[ups..]);
            Some(whole)
        }
        _ => None,
    }
}

fn read(module: &[String], text: &str, modules: &BTreeSet<Vec<String>>) -> Source {
    let code = code_of(text);
    let mut source = Source::default();
    let mut rest = String::new();
    let mut left = code.as_str();
    // Statements of use, wherever they stand.
    while let Some(at) = left.match_indices("use ").map(|(at, _)| at).find(|&at| {
        let line = &left[..at];
        let before = line[line.rfind('\n').map_or(0, |at| at + 1)..].trim_start();
        before.is_empty()
            || before == "pub "
            || (before.starts_with("pub(") && before.ends_with(") "))
    }) {
        rest.push_str(&left[..at]);
        let end = left[at..].find(';').map_or(left.len(), |end| at + end);
        let mut found = Vec::new();
        leaves(&left[at + 4..end], &[], &mut found);
        for (name, path) in found {
            let child = [module, &path[..1]].concat();
            let whole = match from_root(module, &path) {
                Some(whole) => whole,
                None if modules.contains(&child) => [module, &path[..]].concat(),
                None => continue,
            };
            source.named.push(whole.clone());
            if name == "*" {
                source.globs.push(whole[..whole.len() - 1].to_vec());
            } else {
                source.imports.insert(name, whole);
            }
        }
        left = &left[end..];
    }
    rest.push_str(left);
    for start in ["crate::", "super::"] {
        for (at, _) in rest.match_indices(start) {
            if rest[..at].ends_with(|c: char| is_word(c) || c == ':' || c == '$')
                || rest[..at].ends_with("(in ")
            {
                continue;
            }
            let end = rest[at..]
                .find(|c: char| !is_word(c) && c != ':')
                .map_or(rest.len(), |end| at + end);
            let path: Vec<String> = rest[at..end]
                .split("::")
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect();
            source.named.extend(from_root(module, &path));
        }
    }
    source
}

/// The module whose file defines what a path leads to.
fn home(sources: &Sources, path: &[String], depth: u32) -> Vec<String> {
    let mut module: Vec<String> = Vec::new();
    for (at, part) in path.iter().enumerate() {
        let below = [&module[..], std::slice::from_ref(part)].concat();
        if sources.contains_key(&below) {
            module = below;
            continue;
        }
        let source = &sources[&module];
        let mut onward =
            source.imports.get(part).map(|onward| [&onward[..], &path[at + 1..]].concat());
        for glob in &source.globs {
            // A glob counts if it hands on what its module defines or imports.
            let at_glob = sources.get(glob).filter(|_| onward.is_none());
            if at_glob.is_some_and(|source| source.imports.contains_key(part)) {
                onward = Some([&glob[..], &path[at..]].concat());
            }
        }
        return match onward {
            Some(onward) if depth < 16 && onward != path => home(sources, &onward, depth + 1),
            _ => module,
        };
    }
    module
}

#[test]
fn no_two_files_need_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut texts = BTreeMap::new();
    for file in files {
        let inside = file.strip_prefix(&root).expect("below src").with_extension("");
        let mut module: Vec<String> =
            inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
            module.pop();
        }
        texts.insert(module, fs::read_to_string(&file).expect("text"));
    }
    let modules: BTreeSet<_> = texts.keys().cloned().collect();
    let all: Sources =
        texts.iter().map(|(module, text)| (module.clone(), read(module, text, &modules))).collect();
    let mut needs: BTreeMap<&[String], BTreeSet<Vec<String>>> = BTreeMap::new();
    // The root only hands names on to users: no file inside uses them.
    for (module, source) in all.iter().filter(|(module, _)| !module.is_empty()) {
        let homes =
            source.named.iter().map(|path| home(&all, path, 0)).filter(|home| home != module);
        needs.insert(module, homes.collect());
    }
    assert!(needs.values().map(BTreeSet::len).sum::<usize>() > 500, "the scan reads nothing");

    let mut reached: BTreeMap<&[String], BTreeSet<&[String]>> = BTreeMap::new();
    for &module in needs.keys() {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![module]);
        while let Some(next) = todo.pop() {
            for needed in needs.get(next).into_iter().flatten() {
                if seen.insert(&needed[..]) {
                    todo.push(needed);
                }
            }
        }
        reached.insert(module, seen);
    }
    let mut tangles = BTreeSet::new();
    for (module, seen) in &reached {
        for other in seen.iter().filter(|other| {
            needs[module].contains(**other)
                && reached.get(**other).is_some_and(|back| back.contains(module))
        }) {
            tangles.insert(format!(
                "{} needs {}, which needs it",
                module.join("::"),
                other.join("::")
            ));
        }
    }
    assert!(tangles.is_empty(), "{tangles:#?}");
}

#[test]
fn the_scan_follows_names_to_their_files() {
    let path = |path: &str| {
        path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<String>>()
    };
    let files = [
        ("", "mod a;\nmod b;"),
        (
            "a",
            "pub use one::{One, Other as Another};\npub use crate::b::*;\n#[cfg(doc)]\nuse \
             crate::b::Hidden;",
        ),
        (
            "a::one",
            "pub struct One;\nfn f() -> super::super::b::Far { crate::a::Another }\n// \
             crate::b::Comment",
        ),
        (
            "b",
            "pub use inner::Deep;\npub(in crate::b) struct Far;\n#[cfg(test)]\nmod tests {\n    \
             use crate::a::One;\n}",
        ),
        ("b::inner", "use crate::{a::One, b::{self, Far}};"),
    ];
    let modules: BTreeSet<_> = files.iter().map(|(module, _)| path(module)).collect();
    let all: Sources = files
        .iter()
        .map(|(module, text)| (path(module), read(&path(module), text, &modules)))
        .collect();
    let needs = |module: &str| {
        let homes: BTreeSet<_> =
            all[&path(module)].named.iter().map(|path| home(&all, path, 0).join("::")).collect();
        homes.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(needs("a"), ["a::one", "b"]);
    assert_eq!(needs("a::one"), ["a::one", "b"]);
    assert_eq!(needs("b"), ["b::inner"]);
    assert_eq!(needs("b::inner"), ["a::one", "b"]);
    assert_eq!(home(&all, &path("a::Deep"), 0), path("b::inner")); // through a glob, and an import
}

#[test]
fn the_glue_of_an_executor_is_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = fs::read_to_string(root.join("../examples/own_executor.rs")).expect("text");
    let (_, glue) = example.split_once("The glue begins.").expect("marked");
    let (glue, _) = glue.split_once("// ---- The glue ends.").expect("marked");
    let lines = glue.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines < 40, "{lines} lines of glue");
}
