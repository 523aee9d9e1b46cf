//! Names of iterators: which of them are of the standard library alone.

/// Returns `true` for the name of an iterator of the standard library whose parts are such, too.
/// Then only the library says how many elements are left; an iterator of the program may do
/// anything to say so.
pub(crate) fn is_of_std(name: &str) -> bool {
    let name = name.trim_start_matches("&mut ");
    let (path, parameters) = name.split_once('<').unwrap_or((name, ""));
    let is_std = ["core::", "alloc::", "std::"].iter().any(|root| path.starts_with(root));
    let is_adapter = path.starts_with("alloc::boxed::")
        || path.starts_with("core::iter::") && !path.starts_with("core::iter::sources::");
    // The elements of these are asked, too, and have no fixed number.
    let is_flat = path.contains("flatten");
    if !is_std || is_flat || !is_adapter {
        return is_std && !is_flat;
    }
    // What is adapted comes first, and what follows it need not be cut off. These two have two.
    match path.ends_with("::Chain") || path.ends_with("::Zip") {
        true => parts(parameters).take(2).all(is_of_std),
        false => is_of_std(parameters),
    }
}

/// Returns the parameters in the name of a type, after `<`.
fn parts(parameters: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    parameters
        .split(move |letter| {
            match letter {
                '<' | '(' | '[' => depth += 1,
                '>' | ')' | ']' => depth -= 1,
                _ => {}
            }
            letter == ',' && depth == 0
        })
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::is_of_std;
    use core::any::type_name_of_val;

    struct Own;
    impl Iterator for Own {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            None
        }
    }

    #[test]
    fn iterators_of_the_program_are_not_asked() {
        let own = || Own;
        let (list, of_own) = ([1_u8, 2], [Own]);
        let known = |name: &str| is_of_std(name);
        assert!(known(type_name_of_val(&list.iter())));
        assert!(known(type_name_of_val(&of_own.iter())));
        assert!(known(type_name_of_val(&list.iter().map(|_| Own).enumerate().rev())));
        assert!(known(type_name_of_val(&list.iter().zip(of_own.iter()).take(2))));
        assert!(known(type_name_of_val(&&mut (0..3))));
        assert!(known(type_name_of_val(&"a b".split_whitespace())));
        assert!(known(type_name_of_val(&std::collections::BTreeMap::<u8, Own>::new().iter())));
        assert!(!known(type_name_of_val(&own())));
        assert!(!known(type_name_of_val(&&mut own())));
        assert!(!known(type_name_of_val(&own().map(|x| x + 1).enumerate())));
        assert!(!known(type_name_of_val(&list.iter().copied().zip(own()))));
        assert!(!known(type_name_of_val(&list.iter().copied().chain(own()).fuse())));
        assert!(!known(type_name_of_val(&list.iter().flat_map(|_| own()))));
        let boxed: Box<dyn Iterator<Item = u8>> = Box::new(own());
        assert!(!known(type_name_of_val(&boxed)));
        assert!(!known(type_name_of_val(&Box::new(own()))));
    }
}
