//! Cases in which values occur again.

use crate::random::Random;

/// Most words that take the place of others.
const MOST: usize = 4;

/// Makes a random case into one in which values occur again: a random share of its words, up to
/// all, is replaced by one to four words of its own.
///
/// A key that is in a table already, two lists with a common element, a run of equal bytes: many
/// mistakes show only if two values are equal, and two random numbers are not. A climb makes one
/// pair of values equal if a comparison says how far apart they are. Here, many pairs are equal at
/// once, and no comparison needs to say so. At most `limit` words are replaced.
pub(crate) fn repeat(words: &mut [u32], limit: usize, random: &mut Random) {
    if words.is_empty() {
        return;
    }
    let count = 1 + random.below(MOST);
    let chosen: Vec<u32> = (0..count).map(|_| words[random.below(words.len())]).collect();
    if words.len() > limit {
        for _ in 0..limit {
            let place = random.below(words.len());
            words[place] = chosen[random.below(count)];
        }
        return;
    }
    let share = 1 + random.below(MOST);
    for word in words {
        if random.below(MOST) < share {
            *word = chosen[random.below(count)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn few_words_take_the_place_of_many() {
        let mut random = Random::new(5);
        let before: Vec<u32> = (0..100).collect();
        let mut shares = [0; 4];
        for _ in 0..200 {
            let mut words = before.clone();
            repeat(&mut words, usize::MAX, &mut random);
            let changed: BTreeSet<u32> = words
                .iter()
                .zip(&before)
                .filter(|(word, was)| word != was)
                .map(|(word, _)| *word)
                .collect();
            assert!(words.iter().all(|word| before.contains(word)));
            assert!((1..=MOST).contains(&changed.len()), "{changed:?}");
            let replaced = words.iter().zip(&before).filter(|(word, was)| word != was).count();
            shares[(replaced.saturating_sub(13) / 25).min(3)] += 1;
        }
        assert!(shares.iter().all(|&times| times > 20), "{shares:?}");
    }

    #[test]
    fn a_limit_holds() {
        let before: Vec<u32> = (0..100).collect();
        let mut words = before.clone();
        repeat(&mut words, 8, &mut Random::new(5));
        let replaced = words.iter().zip(&before).filter(|(word, was)| word != was).count();
        assert!((1..=8).contains(&replaced), "{replaced}");
    }

    #[test]
    fn no_words_stay_none() {
        repeat(&mut [], 3, &mut Random::new(1));
    }
}
