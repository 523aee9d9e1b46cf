//! Texts with hooks, for each way in which a text once changed.

use crate::{hooked, is_kept};
use sbst_instrument::{Crate, Without};

/// What `cfg` removes, and other attributes, stay where they were.
#[test]
fn od36_attributes_stay() {
    let text = r#"
pub fn hidden() { #[cfg(any())] { println!("X"); } }
pub fn arm(x: u8) -> u8 { match x { 3 => { #[cfg(any())] { println!("X"); } 1 } _ => #[cfg(all())] { 2 } } }
pub fn arms(x: u8) { match x { 3 => { #[cfg(any())] { println!("X"); } } #[cfg(any())] 4 => {} _ => {} } }
pub fn allowed(x: u8) -> u8 { #[allow(unused_parens)] { (x) } }
"#;
    let hooked = is_kept(text);
    assert_eq!(hooked.matches("#[cfg(any())]").count(), 4);
}

/// A block that is called is no statement.
#[test]
fn od39_blocks_are_called() {
    let hooked = is_kept(
        "fn f(e: bool) -> u8 { let g = move |x| { match e { true => id, false => id } }(x); g(1) }",
    );
    assert!(hooked.contains("})(x)") || hooked.contains("}) (x)"), "{hooked}");
}

/// The only expression of a body may have an attribute.
#[test]
fn od40_attributes_of_the_only_expression() {
    let hooked = is_kept(
        "fn f() -> u8 { #[allow(unused_parens)] id((3)) }\nfn g() { h(|x| { #[allow(unused)] id(x) }) }",
    );
    assert!(hooked.contains("; #[allow(unused_parens)] "), "{hooked}");
}

/// Comments, blank lines, and what no formatter would leave.
#[test]
fn od41_the_text_stays() {
    let text = "#!/usr/bin/env run\n//! Of the crate.\n\n/// Of a function.\npub fn f ( x:u8 )->bool{ // why\n\n    \
                /* before */ let y=x+1 ; let z = if y>-1i8 as u8 /* in */ {1}else{2};\n  \
                assert!( (z>-1) ) ; x.0 .0.1 == 1...3 }\n";
    let text =
        text.replace(" x.0 .0.1 == 1...3", "\n match (x,) { (0...3,) => true, _ => x.0.1 .2 }");
    let hooked = is_kept(&text);
    for kept in ["// why\n\n", "/* before */", "let y=x+1 ;", "/* in */", "0...3"] {
        assert!(hooked.contains(kept), "{kept}: {hooked}");
    }
    assert!(hooked.contains(r#""assertion failed: (z > -1)""#), "{hooked}");
}

/// What says nothing stays, too.
#[test]
fn empty_generics_and_bounds_stay() {
    let text = "impl<> S { fn f<>(x: u8) -> bool where { x < 3 && x > 1 } }\nfn g<T>() where\n{}";
    let hooked = is_kept(text);
    for kept in ["impl<> S {", "fn f<>", "(x: u8) -> bool where {"] {
        assert!(hooked.contains(kept), "{hooked}");
    }
    assert!(hooked.contains("fn g<T>() where\n{"), "{hooked}");
}

/// A closure may be a macro in braces, and `?` may follow a method that is measured.
#[test]
fn macros_of_closures_and_measured_values() {
    is_kept(
        "fn f(s: &str) -> Option<u8> { let v = s.lines().next()?.strip_prefix(\"a\")?; \
         g(|| made! { v }) }",
    );
}

/// A negative number is two tokens, and one for the parser.
#[test]
fn negative_numbers_stay() {
    is_kept(
        "type A = B<-1, - 2>;\nfn f(x: i8) -> u8 { match x { 1 | -11 => 1, - 7 ..= -3 => 2, _ => 3 } }",
    );
}

/// Line ends in texts that hooks repeat do not move what follows.
#[test]
fn texts_of_several_lines() {
    let hooked = hooked(
        "fn f(x: &str) -> bool {\n assert!(x == \"a\nb\");\n match x { \"c\nd\" => 1 == 2, _ => false }\n}",
    );
    assert_eq!(hooked.lines().count(), 6);
}

/// Functions in macros are counted. Those that a macro makes have the attribute; others are left
/// alone by name.
#[test]
fn od43_functions_in_macros_are_named() {
    let text = "
macro_rules! make { ($name:ident) => { fn $name(x: u8) -> u8 { x } impl S { fn get() -> fn(u8) -> u8 { id } fn none(); } } }
make!(one);
wrapped! { if x { pub fn two() {} } }
fn three() { macro_rules! inner { () => { fn four() {} } } inner!(); }
#[macro_export] macro_rules! exported { () => { fn five() {} } }
impl S { given! { fn six() {} } }
trait T { given! { fn seven() {} } }
";
    is_kept(text);
    let hooked = Crate::default().instrument(text, "lib.rs", &Without::default()).expect("Rust");
    let found: Vec<_> = hooked.found.iter().map(ToString::to_string).collect();
    let (made, hidden) = (
        "has the attribute",
        "left alone: it stands in a macro, and what that makes of it is not known",
    );
    let line = |name: &str, line: u32, what: &str| format!("{name} (line {line}): {what}");
    let expected = [
        line("name", 2, made),
        line("get", 2, made),
        line("two", 4, hidden),
        line("four", 5, made),
        line("three", 5, "2 blocks"),
        line("five", 6, hidden),
        line("S::six", 7, hidden),
        line("T::seven", 8, hidden),
    ];
    assert_eq!(found, expected);
    let unasked = Crate::default().instrument(text, "lib.rs", &Without::unasked()).expect("Rust");
    assert!(!unasked.text.contains("#[::sbst::instrument]"), "{}", unasked.text);
}

/// The attribute stands before all words of the function, after its other attributes; and nowhere
/// else than on what a macro makes.
#[test]
fn od43_where_the_attribute_is() {
    let text = r#"
macro_rules! make {
    (fn $name:ident, $vis:vis, $($meta:tt)*) => {
        $(#[$meta])* $vis fn a() {}
        #[inline] pub(crate) unsafe extern "C" fn b() {}
        const fn c() {}
        async fn d() {}
        $($meta)? fn e() {}
        other! { fn f() {} }
        fn g() { loop { leaves!(); } }
        impl Trait for S { default fn h(); fn i() { fn j() {} } }
        const K: fn() = a;
    };
}
macro_rules! leaves { () => { break } }
"#;
    let hooked = is_kept(text);
    let at: Vec<_> = hooked.split("#[::sbst::instrument] ").skip(1).collect();
    let expected = ["$vis fn a", "pub(crate) unsafe", "fn i", "fn j"];
    assert_eq!(at.len(), expected.len(), "{hooked}");
    assert!(at.iter().zip(expected).all(|(text, start)| text.starts_with(start)), "{hooked}");
}

/// Examples may call a `const fn` in a constant, which the compiler that is asked does not see.
#[test]
fn what_examples_call_in_constants_stays_const() {
    let text = "
/// ```
/// const A: u8 = S::one(2)
///     .two();
/// static B: u8 = const { three() };
/// let c = const { four(five) };
/// let d = [0; module::six(2) as usize];
/// const fn seven(x: u8) -> u8 { eight(x) }
/// fn nine<const N: usize>() -> bool { ten() == N; }
/// ```
struct S;
const fn two() {} const fn three() {} const fn four() {} const fn five() {}
const fn six() {} const fn seven() {} const fn eight() {}
const fn nine() {} const fn ten() {} const fn eleven() {} const fn twelve() {}
impl S { const fn one() {} }
impl T { const fn one(&self) {} }
#[macro_export] macro_rules! made { ($n:ident) => { pub const $n: u8 = $crate::eleven(8); } }
";
    let mut crate_ = Crate::default();
    crate_.see(&syn::parse_file(text).expect("Rust"));
    crate_.see_documentation("```\nconst T: u8 = some::twelve(3);\n```\n");
    let hooked = crate_.instrument(text, "lib.rs", &Without::default()).expect("Rust").text;
    let difference = crate::strip::difference(text, &hooked).expect("Rust");
    assert!(difference.is_none(), "{}", difference.unwrap_or_default());
    for name in ["one", "two", "three", "four", "six", "eight", "eleven", "twelve"] {
        assert!(hooked.contains(&format!("const fn {name}() {{}}")), "{name}: {hooked}");
    }
    for name in ["five", "seven", "nine", "ten"] {
        assert!(hooked.contains(&format!("/*const*/ fn {name}()")), "{name}: {hooked}");
    }
    assert!(hooked.contains("/*const*/ fn one(&self)"), "{hooked}");
}

/// Tokens that stand twice are on one line, whatever their text is.
#[test]
fn lines_of_texts_stay() {
    let text = "fn f(s: &str, b: &[u8], c: &T) -> bool {
    s.starts_with(\"multi
line\") && b.starts_with(b\"multi
line\") && c.starts_with(c\"multi
line\") && s.len() > 3
}
";
    let hooked = Crate::default().instrument(text, "lib.rs", &Without::default()).expect("Rust");
    assert_eq!(hooked.text.matches('\n').count(), text.matches('\n').count(), "{}", hooked.text);
}

/// A function that has the attribute already keeps it, and needs no hooks.
#[test]
fn the_attribute_by_hand_stays() {
    let text = "#[sbst::instrument]
fn f(x: u8) -> bool { x > 3 }
fn g(x: u8) -> bool { x > 3 }
#[sbst::instrument]
impl S { fn h(x: u8) -> bool { x > 3 } }
impl S { #[sbst::instrument] fn i(x: u8) -> bool { x > 3 } }
";
    let hooked = Crate::default().instrument(text, "lib.rs", &Without::default()).expect("Rust");
    assert_eq!(hooked.text.matches("measure_gt").count(), 1, "{}", hooked.text);
    assert_eq!(hooked.text.matches("#[sbst::instrument]").count(), 3, "{}", hooked.text);
}

/// What exists in tests only stays as it is, if tests do.
#[test]
fn tests_stay_as_they_are() {
    let text = "#[cfg(test)] impl S { fn a(x: u8) -> bool { x > 3 } }
#[cfg(all(test, feature = \"x\"))] mod tests { fn b(x: u8) -> bool { x > 3 } }
#[cfg(test)] trait T { fn c(x: u8) -> bool { x > 3 } }
impl S { #[cfg(any(test, all(test, unix)))] fn d(x: u8) -> bool { x > 3 } }
#[cfg(any(test, unix))] fn e(x: u8) -> bool { x > 3 }
#[cfg(not(test))] fn e(x: u8) -> bool { x > 3 }
";
    let crate_ = Crate::default().without_tests();
    let hooked = crate_.instrument(text, "lib.rs", &Without::default()).expect("Rust");
    assert_eq!(hooked.text.matches("measure_gt").count(), 2, "{}", hooked.text);
}
