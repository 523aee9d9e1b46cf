//! Texts with hooks, for each way in which a text once changed.

use crate::{hooked, is_kept};

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

/// Line ends in texts that hooks repeat do not move what follows.
#[test]
fn texts_of_several_lines() {
    let hooked = hooked(
        "fn f(x: &str) -> bool {\n assert!(x == \"a\nb\");\n match x { \"c\nd\" => 1 == 2, _ => false }\n}",
    );
    assert_eq!(hooked.lines().count(), 6);
}
