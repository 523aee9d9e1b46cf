//! What becomes of manifests.

use crate::Package;
use std::fs;

const LIBRARY: &str = "
pub fn f(x: u8) -> bool { x > 3 }
#[cfg(feature = \"sbst\")]
pub fn goals() -> bool { true }
";

/// A package that depends on sbst already still does, whatever it says of it.
#[test]
fn a_dependency_on_sbst_stays() {
    let cases = [
        // Named by features as a dependency.
        "sbst = { version = \"9\", optional = true, default-features = false }
         [features]
         goals = [\"dep:sbst\", \"sbst?/language\"]\n",
        // A feature by itself, which others name.
        "sbst = { version = \"9\", optional = true }
         [features]
         default = [\"sbst\"]\n",
        "[target.'cfg(all())'.dependencies.sbst]
         version = \"9\"
         optional = true\n",
        "[dev-dependencies.sbst]
         git = \"https://example.org/sbst\"
         features = [\"language\"]\n",
    ];
    for (number, case) in cases.into_iter().enumerate() {
        let package = Package::new(&format!("depends{number}"), LIBRARY);
        let file = package.0.join("Cargo.toml");
        let manifest = fs::read_to_string(&file).expect("a file");
        fs::write(&file, format!("{manifest}[dependencies]\n{case}")).expect("a file");
        let (said, text) = package.rewritten();
        assert!(!said.contains("errors"), "{said}");
        assert!(text.contains("measure"), "{text}");
        package.passes();
    }
}
