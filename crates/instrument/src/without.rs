//! What the compiler refused: comparisons that are flags, and functions that are left alone.

use crate::report::{Found, Hooks};
use std::collections::HashSet;
use std::ops::Range;

/// What is left without hooks in a file, by places in its text.
///
/// The compiler knows types, and which functions constants call. What it
/// [refuses](Hooked::refuse) is put here, and the file is instrumented again.
#[derive(Clone, Debug, Default)]
pub struct Without {
    /// Comparisons that are flags, by where they begin.
    flags: HashSet<usize>,
    /// Functions that are left alone, by where their names begin.
    alone: HashSet<usize>,
    /// Functions that stay `const`, by where their names begin.
    constant: HashSet<usize>,
    /// `true` if nobody says what does not compile.
    asks_nobody: bool,
}

impl Without {
    /// Leaves every `const fn` alone, and all that stands in macros, if no compiler is asked.
    #[must_use]
    pub fn unasked() -> Self {
        Self { asks_nobody: true, ..Self::default() }
    }

    /// Returns `true` if no compiler is asked.
    pub(crate) fn asks_nobody(&self) -> bool {
        self.asks_nobody
    }

    /// Returns the number of comparisons that are flags.
    #[must_use]
    pub fn flag_count(&self) -> usize {
        self.flags.len()
    }

    /// Returns `true` if a comparison is a flag.
    pub(crate) fn is_flag(&self, comparison: &Range<usize>) -> bool {
        self.flags.contains(&comparison.start)
    }

    /// Returns `true` if the function with the name at this place is left alone.
    pub(crate) fn is_alone(&self, name: usize) -> bool {
        self.alone.contains(&name)
    }

    /// Returns `true` if the function with the name at this place stays `const`.
    pub(crate) fn is_constant(&self, name: usize) -> bool {
        self.asks_nobody || self.constant.contains(&name)
    }
}

/// A file with hooks.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hooked {
    /// The text.
    pub text: String,
    /// What became of each function.
    pub found: Vec<Found>,
    /// Where tokens of the user are: in the text with hooks, and in their own.
    pub(crate) places: Vec<[usize; 2]>,
}

impl Hooked {
    /// Takes in that the compiler refuses what stands at a place of the text with hooks: the
    /// comparison there becomes a flag; if there is none, all of the function; if that was of no
    /// use, the function is left alone. Returns `false` if nothing is left to change.
    pub fn refuse(&self, refused: Range<usize>, without: &mut Without) -> bool {
        let first = self.places.partition_point(|place| place[0] < refused.start);
        // What has no token of the user belongs to the one before.
        let within = self.places[first..].iter().take_while(|place| place[0] < refused.end);
        let before = first.checked_sub(1).map(|before| self.places[before][1]);
        let within: Vec<_> = within.map(|place| place[1]).collect();
        // The attribute belongs to the function after it.
        let Some(following) = self.places.get(first).map(|place| place[1]) else {
            // Hooks do not follow the last token of the user, but what is put at the end does.
            return false;
        };
        let is_hidden = |at: &usize| {
            self.found.iter().any(|it| it.place.start == *at && it.result == Ok(Hooks::Attribute))
        };
        let near = Some(following).filter(is_hidden).or(before);
        let (Some(start), Some(end)) =
            (within.first().copied().or(near), within.last().copied().or(near))
        else {
            return false;
        };
        let around = self.found.iter().filter(|found| found.place.contains(&start));
        let function = around.min_by_key(|found| found.place.len());
        let Some(function) = function.filter(|found| found.result.is_ok()) else { return false };
        let meets = |range: &&Range<usize>| range.start <= end && start < range.end;
        let measured: Vec<_> =
            function.comparisons.iter().filter(|it| !without.is_flag(it)).collect();
        let nearest = measured.iter().copied().filter(meets).min_by_key(|it| it.len());
        if let Some(comparison) = nearest {
            return without.flags.insert(comparison.start);
        }
        // One change may be the end of several errors.
        if measured.len() < function.comparisons.len() || without.is_alone(function.name_at) {
            return true;
        }
        without.flags.extend(measured.iter().map(|comparison| comparison.start));
        !measured.is_empty() || without.alone.insert(function.name_at)
    }

    /// Takes in that the compiler refuses what a macro makes, if it names no function of the
    /// macro, because what is wrong was given to it. `definition` is where the words
    /// `macro_rules! name` stand in the text with hooks: the functions of this macro are left
    /// alone. Returns `false` if nothing is left to change.
    pub fn refuse_made(&self, definition: Range<usize>, without: &mut Without) -> bool {
        let first = self.places.partition_point(|place| place[0] < definition.end);
        let (mut depth, mut end) = (0, None);
        for place in &self.places[first..] {
            match self.text[place[0]..].chars().next() {
                Some('(' | '[' | '{') => depth += 1,
                Some(')' | ']' | '}') => depth -= 1,
                _ => {}
            }
            if depth <= 0 {
                end = Some(place[1]);
                break;
            }
        }
        let (Some([_, start]), Some(end)) = (self.places.get(first), end) else { return false };
        let mut is_new = false;
        for found in &self.found {
            let is_within = *start <= found.place.start && found.place.end <= end;
            if is_within && found.result == Ok(Hooks::Attribute) {
                is_new |= without.alone.insert(found.name_at);
            }
        }
        is_new
    }

    /// Takes in that a constant calls a function: it stays `const`. `path` is the path that the
    /// compiler names, such as `Date::<T>::new` or `date::<impl Date>::new`; if that may be another
    /// name for the type, `of_any` type. Returns `None` if it is none of this file, else whether it
    /// was to lose its `const` before.
    pub fn keep_constant(&self, path: &str, of_any: bool, without: &mut Without) -> Option<bool> {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (mut name, mut depth) = (String::new(), 0);
        for letter in path.chars() {
            match letter {
                '<' => depth += 1,
                '>' if depth > 0 => depth -= 1,
                letter if depth == 0 && is_letter(letter) => name.push(letter),
                _ if depth == 0 && !name.ends_with(':') => name.push(':'),
                _ => {}
            }
        }
        let mut parts = name.split(':').filter(|part| !part.is_empty());
        let name = parts.next_back().unwrap_or_default();
        let names_type = |of: &str| {
            of_any
                || !of.chars().all(is_letter)
                || path.split(|it| !is_letter(it)).any(|word| word == of)
        };
        let mut kept = None;
        for found in self.found.iter().filter(|found| found.constant.is_some()) {
            let (of, own) = found.name.rsplit_once("::").unwrap_or(("", &found.name));
            if own == name && (of.is_empty() || names_type(of)) {
                let is_new = without.constant.insert(found.name_at);
                kept = Some(is_new || kept == Some(true));
            }
        }
        kept
    }
}
