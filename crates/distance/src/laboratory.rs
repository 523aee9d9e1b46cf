//! The formula laboratory: every choice of formula in one place, with its range, where it is
//! monotone, and where it loses unit steps.
//!
//! Publications and tools differ in how they turn operands into a distance, distances of operands
//! into one of a predicate, a distance into a number from 0 to 1, and many distances into one. Here
//! each choice is named after its source. [`Rules`](super::Rules) (with K, the metric of floats, the
//! default arm, and a distance of texts of your own), [`Conjunction`](super::Conjunction),
//! [`SetMetric`](super::collection::SetMetric), [`Normaliser`](super::Normaliser) and
//! [`Aggregation`](super::Aggregation) are values: a subject that takes them is written once and
//! measured under all. Whether text is compared position by position or by edits, and whether a
//! condition is a sum or short-circuits, are methods of different names. Values print short names
//! for tables. This module holds no code.
//!
//! A choice *loses unit steps* where two inputs of which one is a step nearer get the same number:
//! a search sees a plateau there.
//!
//! # Operands: [`Rules`](super::Rules)
//!
//! `gap` = |a - b|, K = 1 or [any other](super::Rules::with_k). Distances grow with the gap, so all
//! choices are monotone.
//!
//! | choice | what it adds | source | range of the failing side | loses unit steps |
//! |---|---|---|---|---|
//! | [`DEFAULT`](super::Rules::DEFAULT) | TRACEY for integers, chars and bools; KOREL for floats | | as below | as below |
//! | [`TRACEY`](super::Rules::TRACEY) | K to every gap | Tracey et al. 1998; Lin et al. 2020, 3.3 | integers \[K, 2^129 + K\]; floats \[K, f64::MAX\], ∞ | integers: gaps from 2^53 - K on; floats: gaps below 10^-16 |
//! | [`KOREL`](super::Rules::KOREL) | K where the relation is strict | Korel 1990 | the same; loose: from 1 and from 2^-1022 on | integers: gaps from 2^53 (strict: 2^53 - K) on; floats: strict, gaps below 10^-16 |
//! | [`EVOSUITE`](super::Rules::EVOSUITE) | K to order, none to equality | EvoSuite | the same; equality: from 1 and from 2^-1022 on | integers: gaps from 2^53 (order: 2^53 - K) on; floats: order, gaps below 10^-16 |
//! | [`Absolute`](super::FloatMetric::Absolute) | floats by their difference (default) | | \[0, f64::MAX\], ∞ | of an operand 2^53 times less than the other, and where the difference overflows |
//! | [`Ulps`](super::FloatMetric::Ulps) | floats by the representable values between them | | \[0, 2^64), ∞ | from 2^53 steps on; under x / (1 + x) from about 10^8 |
//! | [`Constant`](super::DefaultArm::Constant) | default arm: K (default) | | K | every step: it is constant |
//! | [`NearestUnlisted`](super::DefaultArm::NearestUnlisted) | default arm: as `==` of the nearest value that no arm lists | | as that `==`, ∞ if there is none | as that `==` |
//!
//! # Logic: [`Conjunction`](super::Conjunction)
//!
//! | choice | all of d_1, ..., d_n | source | range | monotone in | loses unit steps |
//! |---|---|---|---|---|---|
//! | [`Sum`](super::Conjunction::Sum), `&` | sum | Tracey et al. 1998 | \[0, f64::MAX\], ∞ | every part | of a part 2^53 times less than the sum |
//! | [`NormalisedSum`](super::Conjunction::NormalisedSum) | sum of x / (1 + x) | Arcuri 2013 for the norm | \[0, n) , ∞ | every part | where x / (1 + x) does, earlier by the number of parts |
//! | [`Max`](super::Conjunction::Max) | greatest | | \[0, f64::MAX\], ∞ | the worst part | of every part but the worst |
//! | [`and_then`](super::Decision::and_then) | a part that was not evaluated counts 1, others x / (1 + x) | own | \[0, 2), ∞ | every part, and the number of parts passed | as `NormalisedSum` |
//!
//! The sum is not monotone where the second operand is evaluated only if the first holds: passing
//! the first uncovers the second's distance. `and_then` is.
//!
//! # Text, sequences, collections, structure
//!
//! Each element, field or payload counts x / (1 + x) of its own distance unless the table says
//! otherwise.
//!
//! | choice | measures | source | range of the failing side | monotone in | loses unit steps |
//! |---|---|---|---|---|---|
//! | `eq` of [`text`](super::text) and sequences | position by position | characters: Alshraideh, Bottaci 2006; the norm: own | (0, greater length\] | every position | those of an element that x / (1 + x) rounds away; an inserted element moves all later ones by one place |
//! | [`with_texts`](super::Rules::with_texts): `eq` of text | what your function returns | yours | \[2^-1022, ∞\] | as your function | as your function |
//! | [`eq_by_edits`](super::text::eq_by_edits) | insertions, deletions, substitutions | Levenshtein 1966 | \[1, greater length\] | edits | within an element: `a` is as far from `b` as from `z` |
//! | `starts_with`, `ends_with`, `contains` | position by position at the place in question; the nearest window | own | (0, length of the part\] | every position of that place | as `eq`; of every window but the nearest |
//! | `lt`, `le`, `gt`, `ge` | the first elements that differ, by the rules; else the lengths | own | as the operands | that element | of all behind the first difference |
//! | [`collection::contains`](super::collection::contains()) | the nearest member, by the rules | Tracey et al. 1998: a disjunction | as the operands, ∞ if empty | the nearest member | of every member but the nearest |
//! | [`contains_all`](super::collection::contains_all) | sum of the memberships | Tracey et al. 1998: a conjunction | as `Sum` | every element | as `Sum` |
//! | [`SymmetricDifference`](super::collection::SetMetric::SymmetricDifference) | elements that only one set has | | \[1, number of elements\] | elements in common | within an element |
//! | [`Jaccard`](super::collection::SetMetric::Jaccard) | 1 - common / all | Jaccard 1901 | (0, 1\] | elements in common | within an element; everything while nothing is common |
//! | [`language`](super::language) | edits into a regular language | Wagner 1974 | \[1, ∞\] | edits | within an element |
//! | [`structure`](super::structure) | another variant 1; payload; sum of the fields | own | (0, number of fields\] | payload, every field | where x / (1 + x) does, once for each depth |
//! | [`masked_eq`](super::masked_eq()) | bits that differ | Hamming 1950 | \[1, 128\], ∞ | bits | between numbers that differ in as many bits |
//! | [`in_range`](super::in_range()) | the bound that fails | by the rules | as the operands, ∞ if empty | the operand | as the rules |
//! | [`approx_eq`](super::approx_eq()) | what exceeds the tolerance | own | \[2^-1022, f64::MAX\], ∞ | the difference | absolute, relative: of differences near 2^53 times the step; ulps: from 2^53 on |
//!
//! # Normalisation: [`Normaliser`](super::Normaliser), and every `Fn(Distance) -> f64`
//!
//! All of the table are monotone for all f64, 0 only for 0 and 1 only for an infinite distance;
//! [`Fitness::scalar_by`] of the crate `sbst` adds an approach level, and bands of
//! levels never overlap. What holds for closures says [`Normalise`](super::Normalise).
//!
//! | choice | of x | source | range | one half at |
//! |---|---|---|---|---|
//! | [`RATIONAL`](super::Normaliser::RATIONAL), [`rational(b)`](super::Normaliser::rational) | x / (x + b), b = 1 | Arcuri 2013 | \[0, 1\] | x = b |
//! | [`EXPONENTIAL`](super::Normaliser::EXPONENTIAL), [`exponential(a)`](super::Normaliser::exponential) | 1 - a^-x, a = 1.001 | compared in Arcuri 2013 | \[0, 1\] | x = ln 2 / ln a = 693.5 |
//! | [`LOGARITHMIC`](super::Normaliser::LOGARITHMIC) | l / (1 + l), l = ln(1 + x) | own | \[0, 1\] | x = e - 1 = 1.7 |
//!
//! Rounding loses unit steps: the first whole x that cannot be told from x + 1, alone and after an
//! approach level ([`first_collision`](super::Normaliser::first_collision); a test computes this
//! table).
//!
//! | | alone | after level 1 | 2 | 10 | 100 |
//! |---|---|---|---|---|---|
//! | `x / (x + 1)` | 94 911 150 | 54 800 866 | 42 453 315 | 23 021 659 | 8 360 203 |
//! | `1 - 1.001^-x` | 29 876 | 28 835 | 28 296 | 27 100 | 24 987 |
//! | `ln(1 + x) / (1 + ln(1 + x))` | 9 447 688 909 296 | 3 370 497 255 085 | 2 088 738 816 741 | 665 159 594 439 | 100 677 108 155 |
//!
//! Pairs ([`Fitness`]) need no normalisation and lose nothing;
//! `Fitness::scalar_by` makes one number of a pair by any normaliser.
//!
//! [`Fitness`]: https://docs.rs/sbst/latest/sbst/fitness/struct.Fitness.html
//! [`Fitness::scalar_by`]:
//!     https://docs.rs/sbst/latest/sbst/fitness/struct.Fitness.html#method.scalar_by
//!
//! # Aggregation: [`Aggregation`](super::Aggregation), and every `Fn(&[Distance]) -> Distance`
//!
//! | choice | of d_1, ..., d_k | source | range | monotone in | loses unit steps |
//! |---|---|---|---|---|---|
//! | [`Min`](super::Aggregation::Min) | least | | the least distance | the least | of every distance but the least |
//! | [`Sum`](super::Aggregation::Sum) | sum | | \[greatest, k greatest\] | all | of distances 2^53 times less than the sum |
//! | [`Mean`](super::Aggregation::Mean) | sum / k | | \[least, greatest\] | all | as `Sum`; one infinite distance hides all others |
//! | [`Harmonic`](super::Aggregation::Harmonic) | k / (1/d_1 + ... + 1/d_k) | Lin et al. 2020, Eq. 3 and 4 | \[least, k least\] | all | of distances far greater than the least: the gradient is H² / (k d_i²) |
//! | [`PowerMean(p)`](super::Aggregation::PowerMean) | ((d_1^p + ... + d_k^p) / k)^(1/p) | generalises all but `Sum` | \[least, greatest\] | all | the greater \|p\|, the more only the greatest (p > 0) or the least (p < 0) counts |
//!
//! # A matrix of choices
//!
//! ```
//! use sbst_distance::{
//!     Aggregation, Conjunction, Distance, Normalise, Normaliser, Rules,
//! };
//!
//! /// The subject, written once: is x between 10 and 20, and y near it?
//! fn subject(rules: &Rules, conjunction: Conjunction, x: i32, y: f64) -> Distance {
//!     let decision =
//!         conjunction.all([rules.in_range(x, 10..=20), rules.le(y, f64::from(x))]);
//!     decision.to_true()
//! }
//!
//! let tests = [(7, 9.5), (25, 30.0), (12, 12.5)];
//! for rules in [Rules::DEFAULT, Rules::TRACEY, Rules::KOREL, Rules::EVOSUITE] {
//!     for conjunction in
//!         [Conjunction::Sum, Conjunction::NormalisedSum, Conjunction::Max]
//!     {
//!         for normaliser in
//!             [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC]
//!         {
//!             for aggregation in [
//!                 Aggregation::Min,
//!                 Aggregation::Harmonic,
//!                 Aggregation::power_mean(3.0)?,
//!             ] {
//!                 let distances =
//!                     tests.map(|(x, y)| subject(&rules, conjunction, x, y));
//!                 let distance = aggregation.of(distances).expect("three tests");
//!                 let number = normaliser.normalise(distance);
//!                 assert!(0.0 < number && number < 1.0);
//!                 println!(
//!                     "{rules:12} {conjunction:15} {normaliser:30} {aggregation:10} {number:.6}"
//!                 );
//!             }
//!         }
//!     }
//! }
//! # Ok::<(), sbst_distance::DistanceError>(())
//! ```
//!
//! Literature: Hamming, "Error Detecting and Error Correcting Codes" (1950). Jaccard, "Distribution
//! de la flore alpine" (1901). Levenshtein, "Binary Codes Capable of Correcting Deletions,
//! Insertions, and Reversals" (1966). Wagner, "Order-n correction for regular languages" (1974).
//! Korel, "Automated Software Test Data Generation" (1990). Tracey, Clark, Mander, McDermid, "An
//! Automated Framework for Structural Test-Data Generation" (1998). Alshraideh, Bottaci,
//! "Search-based software test data generation for string data using program-specific search
//! operators" (2006). Arcuri, "It really does matter how you normalize the branch distance in
//! search-based software testing" (2013). Lin et al., "Recovering Fitness Gradients for
//! Interprocedural Boolean Flags in Search-Based Testing" (2020).
