//! Lints that a crate makes errors. What hooks do is no business of theirs.

use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, File, Meta, Path, Token};

/// Lints that are errors somewhere in a crate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lints {
    denied: BTreeSet<String>,
    /// Nobody may allow these again.
    forbidden: BTreeSet<String>,
}

impl Lints {
    /// Reads the attributes of a file.
    pub(crate) fn read(&mut self, file: &File) {
        self.visit_file(file);
    }

    /// Returns the lints that hooks allow, by name: `warnings` does not contain what is denied by
    /// its own name. Those of Clippy have groups.
    pub(crate) fn allowed(&self) -> impl Iterator<Item = Path> {
        let denied = self.denied.difference(&self.forbidden);
        denied.filter_map(|lint| syn::parse_str(lint).ok())
    }

    /// Returns `true` if nobody may allow a lint.
    pub(crate) fn forbids(&self, lint: &str) -> bool {
        self.forbidden.contains(lint)
    }

    fn take_in(&mut self, meta: &Meta) {
        let Meta::List(list) = meta else { return };
        let Ok(parts) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        else {
            return;
        };
        if list.path.is_ident("cfg_attr") {
            return parts.iter().skip(1).for_each(|attribute| self.take_in(attribute));
        }
        let lints = match list.path.get_ident() {
            Some(level) if level == "deny" => &mut self.denied,
            Some(level) if level == "forbid" => &mut self.forbidden,
            _ => return,
        };
        // The others are reasons.
        let names = parts.iter().filter_map(|part| match part {
            Meta::Path(path) => path.get_ident(),
            _ => None,
        });
        lints.extend(names.map(ToString::to_string).filter(|lint| lint != "warnings"));
    }
}

impl<'ast> Visit<'ast> for Lints {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        self.take_in(&attribute.meta);
        visit::visit_attribute(self, attribute);
    }
}
