//! The dependency on sbst, which a package may have before it is rewritten.

use toml_edit::{Array, InlineTable, Item, Table, TableLike, value};

/// Lets a package depend on sbst, from this source. Cargo wants one source for all kinds of
/// dependencies. The dependency is no longer optional, so features must not switch it on.
///
/// # Errors
///
/// If the package names another dependency `sbst`.
pub(crate) fn depend(manifest: &mut Table, source: &InlineTable) -> Result<(), String> {
    manifest.entry("dependencies").or_insert_with(|| Item::Table(Table::new()));
    let mut is_optional = repair(manifest, source)?;
    if let Some(targets) = manifest.get_mut("target").and_then(Item::as_table_like_mut) {
        for (_, target) in targets.iter_mut() {
            if let Some(target) = target.as_table_like_mut() {
                is_optional |= repair(target, source)?;
            }
        }
    }
    let known = manifest.get("dependencies").and_then(|table| table.get("sbst"));
    let hooked = value(with_hooks(known, source));
    if let Some(table) = manifest.get_mut("dependencies").and_then(Item::as_table_like_mut) {
        table.insert("sbst", hooked);
    }
    let mut is_named = false;
    if let Some(features) = manifest.get_mut("features").and_then(Item::as_table_like_mut) {
        is_named = features.contains_key("sbst");
        for (_, feature) in features.iter_mut() {
            if let Some(feature) = feature.as_array_mut() {
                is_named |= name_no_option(feature, is_optional);
            }
        }
    }
    // An optional dependency is a feature, unless a feature names it as a dependency.
    if is_optional && !is_named {
        let features = manifest.entry("features").or_insert_with(|| Item::Table(Table::new()));
        if let Some(features) = features.as_table_like_mut() {
            features.insert("sbst", value(Array::new()));
        }
    }
    Ok(())
}

/// Takes all kinds of dependencies on sbst from one source. Returns `true` if any was optional.
fn repair(table: &mut dyn TableLike, source: &InlineTable) -> Result<bool, String> {
    let mut is_optional = false;
    for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let Some(known) = table.get_mut(kind).and_then(|table| table.get_mut("sbst")) else {
            continue;
        };
        let package = known.get("package").and_then(Item::as_str).unwrap_or("sbst");
        if package != "sbst" {
            return Err(format!("`sbst` in [{kind}] is {package}: hooks need this name"));
        }
        is_optional |= known.get("optional").and_then(Item::as_bool) == Some(true);
        *known = value(with(Some(known), source, None));
    }
    Ok(is_optional)
}

/// Returns the dependency from a source, with the features that it has and those of hooks.
fn with_hooks(known: Option<&Item>, source: &InlineTable) -> InlineTable {
    with(known, source, Some("instrument"))
}

/// Returns the dependency from a source, with the features that it has and another one.
fn with(known: Option<&Item>, source: &InlineTable, another: Option<&str>) -> InlineTable {
    let mut dependency = source.clone();
    let mut features = Array::new();
    if let Some(known) = known {
        let kept = ["default-features", "default_features"];
        for (name, kept) in kept.map(|name| (name, known.get(name).and_then(Item::as_bool))) {
            if let Some(kept) = kept {
                dependency.insert(name, kept.into());
            }
        }
        if let Some(known) = known.get("features").and_then(Item::as_array) {
            features.extend(known.iter().filter_map(|feature| feature.as_str()));
        }
    }
    if let Some(another) = another
        && !features.iter().any(|feature| feature.as_str() == Some(another))
    {
        features.push(another);
    }
    if !features.is_empty() {
        dependency.insert("features", features.into());
    }
    dependency
}

/// Takes out of a feature that it switches the dependency on. Returns `true` if it names the
/// dependency as one.
fn name_no_option(feature: &mut Array, is_optional: bool) -> bool {
    let mut is_named = false;
    if !is_optional {
        return is_named;
    }
    feature.retain(|part| {
        is_named |= part.as_str() == Some("dep:sbst");
        part.as_str() != Some("dep:sbst")
    });
    for part in feature.iter_mut() {
        // A feature of a dependency that may not be there.
        if let Some(rest) = part.as_str().and_then(|text| text.strip_prefix("sbst?/")) {
            *part = format!("sbst/{rest}").into();
        }
    }
    is_named
}
