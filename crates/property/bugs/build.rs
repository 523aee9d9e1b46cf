//! Names the folder of further subjects, if the environment variable `EXTRA_SUBJECTS` does.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=EXTRA_SUBJECTS");
    println!("cargo:rerun-if-changed=build.rs");
    // The binary of libFuzzer is built for it by name: flags of the compiler then leave build
    // scripts alone.
    println!("cargo:rustc-env=BUGS_TARGET={}", env::var("TARGET").unwrap_or_default());
    let folder = env::var_os("EXTRA_SUBJECTS")
        .map(PathBuf::from)
        .and_then(|folder| fs::canonicalize(folder).ok());
    let root = folder.map(|folder| folder.join("mod.rs")).filter(|root| root.exists());
    let text = match &root {
        Some(root) => {
            println!(
                "cargo:rerun-if-changed={}",
                root.parent().unwrap_or(Path::new(".")).display()
            );
            format!("#[path = {root:?}]\nmod extra;\n")
        }
        None => "mod extra {\n    pub(super) fn visit_all(_: &mut impl crate::Visitor) \
            {}\n}\n"
            .into(),
    };
    println!("cargo:rustc-env=BUGS_EXTRA={}", root.as_deref().unwrap_or(Path::new("")).display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("extra.rs"), text).expect("the folder is cargo's own");
}
