//! The command, on packages that need the compiler's advice.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A package in a folder of its own.
struct Package(PathBuf);

impl Package {
    fn new(name: &str, library: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).expect("a folder");
        let manifest =
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
        fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
        fs::write(folder.join("src/lib.rs"), library).expect("a file");
        Self(folder)
    }

    /// Rewrites the package, and returns what the command says, and the new text.
    fn rewritten(&self) -> (String, String) {
        self.rewritten_with(&[])
    }

    fn rewritten_with(&self, options: &[&str]) -> (String, String) {
        let to = self.0.with_extension("new");
        let _ = fs::remove_dir_all(&to);
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let output = run(Command::new(env!("CARGO_BIN_EXE_sbst-instrument"))
            .arg(&self.0)
            .arg(&to)
            .arg("--sbst")
            .arg(library)
            .args(options)
            .args(["--", "--offline"]));
        let text = fs::read_to_string(to.join("src/lib.rs")).expect("a file");
        (String::from_utf8_lossy(&output.stdout).into_owned(), text)
    }

    /// Panics if the rewritten package does not compile, or its tests fail.
    fn passes(&self) {
        run(Command::new(env!("CARGO"))
            .args(["test", "--quiet", "--offline", "--lib"])
            .current_dir(self.0.with_extension("new")));
    }
}

fn run(command: &mut Command) -> Output {
    // All packages compile sbst once.
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command");
    let output = command.env("CARGO_TARGET_DIR", shared).output().expect("a process");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

const LATER: &str = r#"
#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct W(u8);

pub fn first() -> Vec<W> {
    let d = vec![Default::default(); 2];
    if d[0] < d[1] {
        return vec![];
    }
    d
}

pub fn second(x: u8) -> Vec<W> {
    let d = vec![Default::default(); 2];
    if d[0] >= d[1] && x == 2 {
        return d;
    }
    Vec::new()
}

pub fn third() -> Vec<W> {
    let z: Vec<_> = vec![Default::default()];
    if z[0] > z[0] {
        return Vec::new();
    }
    z
}

#[test]
fn as_before() {
    assert_eq!((first().len(), second(2).len(), second(1).len(), third().len()), (2, 2, 0, 1));
}
"#;

/// Comparisons whose types are known too late for a distance are flags, and nothing else is.
#[test]
fn od38_comparisons_that_do_not_compile_are_flags() {
    let package = Package::new("later", LATER);
    let (said, text) = package.rewritten();
    assert!(said.contains("3 comparisons without a distance"), "{said}");
    assert!(!said.contains("left alone"), "{said}");
    for flag in ["d[0] < d[1]", "d[0] >= d[1]", "z[0] > z[0]"] {
        let hook = format!("decide(0u32, {flag} , | rules, outcome | rules.flag(outcome))");
        assert!(text.contains(&hook), "{text}");
    }
    assert!(text.contains("borrowed, x , == , 2 , measure_eq"), "{text}");
    package.passes();
}

const CONSTANT: &str = r#"
pub const fn called_by_called(x: u8) -> u8 {
    if x > 3 { 1 } else { 2 }
}

pub const fn called(x: u8) -> u8 {
    if x > 3 { called_by_called(x) } else { 2 }
}

pub struct A(u8);

impl A {
    pub const fn new(x: u8) -> Self {
        if x > 3 { Self(1) } else { Self(x) }
    }
    pub const fn get(&self) -> u8 {
        if self.0 > 3 { 1 } else { self.0 }
    }
}

pub struct B(u8);

impl B {
    pub const fn new(x: u8) -> Self {
        if x > 3 { Self(1) } else { Self(x) }
    }
    pub const fn other(x: u8) -> Self {
        if x > 4 { Self(1) } else { Self(x) }
    }
    pub const fn size<T>() -> usize {
        if std::mem::size_of::<T>() > 2 { 3 } else { 4 }
    }
}

type Alias = B;
pub const OTHER: B = Alias::other(3);
pub const SIZE: usize = B::size::<Result<std::fmt::Error, u64>>();

pub const X: [u8; called(4) as usize] = [0; 1];
pub static Y: A = A::new(7);

#[test]
fn as_before() {
    assert_eq!((X.len(), Y.get(), B::new(2).0), (1, 1, 2));
}
"#;

/// A function is no longer `const`, unless a constant calls it, or a function that stays `const`.
#[test]
fn functions_that_no_constant_calls_are_not_const() {
    let package = Package::new("constant", CONSTANT);
    let (said, text) = package.rewritten();
    assert!(said.contains("8 functions: 3 instrumented"), "{said}");
    assert!(said.contains("5 left alone: it is a `const fn`"), "{said}");
    for kept in ["pub const fn called(", "pub const fn called_by_called("] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert_eq!(text.matches("/*const*/").count(), 2, "{text}");
    package.passes();
}

const MADE: &str = r#"
macro_rules! capped {
    ($($name:ident $vis:vis $type:ty),*) => {$(
        /// Of this type.
        $vis fn $name(x: $type, most: $type) -> $type {
            if x > most { most } else { x }
        }
    )*};
}
capped! { small pub u8, large pub(crate) u64 }

macro_rules! wrapped {
    ($type:ty, $inner:expr) => {
        impl From<$type> for Wrapped {
            #[inline]
            fn from(value: $type) -> Self {
                Self(if value == $inner * 2 { 1 } else { 2 })
            }
        }
    };
}
pub struct Wrapped(u8);
wrapped!(u16, 3 + 4);

macro_rules! late {
    ($type:ty) => {
        pub fn late() -> Vec<$type> {
            let d = vec![Default::default(); 2];
            if d[0] < d[1] {
                return vec![];
            }
            d
        }
    };
}
late!(Later);

macro_rules! allocator {
    ($name:ident) => {
        pub struct $name;
        unsafe impl std::alloc::GlobalAlloc for $name {
            unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
                if layout.size() > 1 << 40 { std::ptr::null_mut() } else { std::alloc::System.alloc(layout) }
            }
            unsafe fn dealloc(&self, at: *mut u8, layout: std::alloc::Layout) {
                std::alloc::System.dealloc(at, layout)
            }
        }
    };
}
allocator!(Usual);
#[global_allocator]
static USUAL: Usual = Usual;

/// Not the one of the standard library: no message may follow the condition.
macro_rules! assert {
    ($condition:expr) => {
        if !$condition {
            return 0;
        }
    };
}
pub fn asserts(x: u8) -> u8 {
    assert!(x > 3);
    x
}

#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct Later(u8);

#[test]
fn as_before() {
    assert_eq!((small(7, 5), large(1, 5), Wrapped::from(14).0, late().len()), (5, 1, 1, 2));
    let program = sbst::instrument::Program::linked().unwrap();
    let mut names: Vec<_> = program.functions().map(|it| program.path(it).to_owned()).collect();
    names.sort();
    let ends = ["::from", "::as_before", "::large", "::small"];
    std::assert!(ends.iter().all(|end| names.iter().any(|name| name.ends_with(end))), "{names:?}");
    assert_eq!(names.len(), 5, "{names:?}");
}
"#;

/// Functions that macros make have hooks where the macros are used. What the compiler refuses is
/// left alone there, too.
#[test]
fn od43_functions_that_macros_make_have_hooks() {
    let package = Package::new("made", MADE);
    let (said, text) = package.rewritten();
    assert!(said.contains("7 functions: 4 instrumented"), "{said}");
    // An `assert!` of the crate is any macro.
    assert!(!said.contains("asserts"), "{said}");
    assert!(said.contains("2 of these by the attribute"), "{said}");
    assert!(said.contains("late (line 27): left alone: the compiler refuses its hooks"), "{said}");
    assert_eq!(text.matches("#[::sbst::instrument]").count(), 2, "{text}");
    package.passes();
}

const ARMS: &str = r#"
pub fn kind(x: u8) -> u8 {
    match x {
        1 => 10,
        7 => 20,
        3..=9 => 30,
        _ => 40,
    }
}

#[test]
fn calls_it() {
    (0..=9).for_each(|x| drop(kind(x)));
}
"#;

/// The arm that runs is compared with the one that the hook expects, as if they were different.
#[test]
fn od83_the_path_check_compares_arms() {
    let package = Package::new("arms", ARMS);
    let (_, text) = package.rewritten_with(&["--check"]);
    let checked = |text: &str| {
        let (folder, file) = (package.0.with_extension("new"), package.0.with_extension("check"));
        fs::write(folder.join("src/lib.rs"), text).expect("a file");
        let _ = fs::remove_file(&file);
        run(Command::new(env!("CARGO"))
            .args(["test", "--quiet", "--offline", "--lib"])
            .env("SBST_CHECK", &file)
            .current_dir(folder));
        fs::read_to_string(file).expect("a report")
    };
    let report = checked(&text);
    assert!(!report.contains("misuse"), "{report}");
    let report = checked(&text.replacen("        7 =>", "        8 =>", 1));
    assert!(report.contains("misuse"), "{report}");
}

/// What is wrong without hooks is said, and no hook is taken away for it.
#[test]
fn errors_of_the_package_itself_are_not_those_of_hooks() {
    let package = Package::new("wrong", "pub fn f(x: u8) -> bool { x > 3 }\n");
    fs::create_dir_all(package.0.join("tests")).expect("a folder");
    let test = "#[test]\nfn t() { let x: bool = 3 > missing(); assert!(wrong::f(4)) }\n";
    fs::write(package.0.join("tests/t.rs"), test).expect("a file");
    let (said, text) = package.rewritten();
    assert!(said.contains("1 functions: 1 instrumented"), "{said}");
    assert!(said.contains("1 errors of the compiler are there without hooks"), "{said}");
    assert!(text.contains("measure_gt"), "{text}");
}

/// If Cargo does not get as far as the compiler, its words are the error.
const FORBIDS: &str = "#![forbid(static_mut_refs, unsafe_code)]
#![deny(missing_docs)]
//! A library.
/// Says whether a number is great.
pub fn f(x: u8) -> bool {
    x > 3
}
";

const DENIES: &str = r#"#![deny(warnings, static_mut_refs, let_underscore_drop, unused_qualifications)]
#![cfg_attr(all(), deny(trivial_casts, trivial_numeric_casts, unused_results, rust_2018_idioms))]
#![deny(unused, nonstandard_style, future_incompatible, unreachable_pub, missing_debug_implementations)]
pub static mut MOST: u8 = 3;
#[deny(clippy::all, unused_import_braces, reason = "so")]
pub fn f(x: u8) -> bool {
    #![deny(single_use_lifetimes)]
    unsafe { x > MOST && MOST == 3 }
}
pub fn g(text: &str, number: Option<u8>) -> Option<u8> {
    let found = number?;
    match text {
        "a" if found == 3 => Some(1),
        _ => text.starts_with("b").then_some(found),
    }
}
"#;

#[test]
fn lints_of_the_package_do_not_refuse_hooks() {
    for (name, library) in [("forbids", FORBIDS), ("denies", DENIES)] {
        let package = Package::new(name, library);
        let file = package.0.join("Cargo.toml");
        let manifest = fs::read_to_string(&file).expect("a file");
        let lints = "[lints.rust]\nunused_qualifications = \"forbid\"\n\
            let_underscore_drop = { level = \"deny\", priority = 1 }\n";
        fs::write(&file, manifest + lints).expect("a file");
        let (said, text) = package.rewritten_with(&["--check"]);
        assert!(!said.contains("left alone") && !said.contains("errors"), "{said}");
        assert!(!said.contains("without a distance"), "{said}");
        assert!(text.contains("measure"), "{text}");
        package.passes();
    }
}

#[test]
fn what_cargo_refuses_is_an_error() {
    let package = Package::new("refused", "pub fn f(x: u8) -> bool { x > 3 }\n");
    let manifest = fs::read_to_string(package.0.join("Cargo.toml")).expect("a file");
    let wrong = manifest.replace("edition = \"2021\"", "edition.workspace = true");
    fs::write(package.0.join("Cargo.toml"), wrong).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_sbst-instrument"))
        .args([&package.0, &package.0.with_extension("new")])
        .arg("--sbst")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("a process");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("workspace"), "{said}");
}
