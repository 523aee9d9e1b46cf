//! Correlation of criteria, and groups of correlated criteria: Zhou et al. 2024, sections 3.2 and
//! 3.3.

use crate::objective::Criterion;
use crate::sort::{sort, sort_by_key};
use alloc::vec::Vec;

/// Correlation of coverage criteria, as pairs: tests that cover much of one criterion of a pair
/// also cover much of the other.
///
/// The default has no pairs, so each criterion is a group of its own, and smart selection pursues
/// all goals. A criterion is always correlated with itself. Collect the correlation from pairs of
/// your own, or take [`published`](Self::published) or [`of_samples`](Self::of_samples).
///
/// ```
/// use sbst::objective::Criterion::{Branch, DirectBranch, Exception, Line, Method};
/// use sbst::subsumption::smart::{Correlation, Group};
///
/// let groups = Correlation::published().groups([Line, Exception, Branch]);
/// let branches = Group { representative: Branch, others: vec![Line] };
/// assert_eq!(groups, [branches, Group { representative: Exception, others: vec![] }]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Correlation {
    /// The pairs, ascending, each once, with the lesser criterion first.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "read_pairs"))]
    pub(super) pairs: Vec<(Criterion, Criterion)>,
}

/// Group of criteria that are correlated, directly or by way of others, with its representative.
///
/// ```
/// use sbst::objective::Criterion::{Branch, Output};
/// use sbst::subsumption::smart::{Correlation, Group};
///
/// let groups = Correlation::from_iter([(Branch, Output)]).groups([Branch, Output]);
/// assert_eq!(groups, [Group { representative: Branch, others: vec![Output] }]);
///
/// let mut more = Correlation::published(); // and one pair of your own
/// more.extend([(Branch, Output)]);
/// assert_eq!(more.groups([Branch, Output]), groups);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Group {
    /// The criterion of the group whose goals are all pursued.
    pub representative: Criterion,
    /// The other criteria of the group, in the order of [`Criterion`].
    pub others: Vec<Criterion>,
}

impl Correlation {
    /// Returns the published correlation: all pairs of branches, direct branches, lines and weak
    /// mutation; and methods with no-exception methods.
    ///
    /// Source: Zhou et al. 2024, section 3.2. The paper finds the pairs by three rules:
    ///
    /// 1. Previous work measured a correlation: branches with mutation, and statements, which stand
    ///    for lines, with mutation.
    /// 2. A criterion has the goals of the other one, with a further requirement: direct branches,
    ///    no-exception methods.
    /// 3. The ratio of the two coverages has an expectation of about 1 (Eq. 1 to 6): branches and
    ///    lines.
    ///
    /// That direct branches are correlated with lines and mutation is assumed, because branches
    /// are.
    #[must_use]
    pub fn published() -> Self {
        use Criterion::{Branch, DirectBranch, Line, Method, MethodNoException, WeakMutation};
        let structural = [Branch, DirectBranch, Line, WeakMutation];
        let mut pairs = alloc::vec![(MethodNoException, Method)];
        for one in structural {
            for other in structural {
                pairs.push((one, other));
            }
        }
        pairs.into_iter().collect()
    }

    /// Returns the correlation that measured coverages show: two criteria are correlated if the
    /// [correlation coefficient](pearson) of their coverages is at least `threshold`.
    ///
    /// A sample is one suite of tests: it holds the coverage that the suite reached for each
    /// criterion, in the order of `criteria`. A sample that is too short for a criterion, or has
    /// NaN for it, is left out for the pairs of this criterion. The threshold is in [-1, 1]; 0.8 is
    /// a cautious choice. A criterion whose coverage never varies is correlated with no other one.
    /// O(samples * criteria^2).
    ///
    /// Zhou et al. do not group by the coefficient: they group by rules, and confirm the groups by
    /// the coefficient (section 4.5). They have no threshold. Their Figure 7 marks values from 0.7
    /// on; pairs within a group have 0.68 to 0.99, pairs of different groups up to 0.72.
    ///
    /// ```
    /// use sbst::objective::Criterion::{Branch, Line, Output};
    /// use sbst::subsumption::smart::Correlation;
    ///
    /// let samples = [[0.2, 0.3, 0.5], [0.5, 0.6, 0.1], [0.9, 0.9, 0.4]];
    /// let correlation = Correlation::of_samples(&[Branch, Line, Output], &samples, 0.8);
    /// assert!(correlation.links(Line, Branch) && !correlation.links(Line, Output));
    /// ```
    #[must_use]
    pub fn of_samples(
        criteria: &[Criterion],
        samples: &[impl AsRef<[f64]>],
        threshold: f64,
    ) -> Self {
        // `None` for samples that are too short, so that the rows of two columns stay aligned.
        let column = |at: usize| samples.iter().map(move |sample| sample.as_ref().get(at).copied());
        let mut pairs = Vec::new();
        for (at, &one) in criteria.iter().enumerate() {
            for (before, &other) in criteria[..at].iter().enumerate() {
                let both: (Vec<f64>, Vec<f64>) = column(at)
                    .zip(column(before))
                    .filter_map(|(one, other)| one.zip(other))
                    .filter(|(one, other)| !one.is_nan() && !other.is_nan())
                    .unzip();
                if pearson(&both.0, &both.1).is_some_and(|coefficient| coefficient >= threshold) {
                    pairs.push((one, other));
                }
            }
        }
        pairs.into_iter().collect()
    }

    /// Returns `true` if the two criteria are one of the pairs, or are the same criterion. A
    /// correlation by way of other criteria does not count.
    #[must_use]
    pub fn links(&self, one: Criterion, other: Criterion) -> bool {
        one == other || self.pairs.binary_search(&(one.min(other), one.max(other))).is_ok()
    }

    /// Returns the groups of these criteria, in the order of their representatives.
    ///
    /// Two criteria are in one group if they are correlated, directly or by way of others; the
    /// criteria in between need not be among `criteria`. A criterion that is given twice counts
    /// once.
    ///
    /// The representative of a group is its first criterion in this order: direct branches,
    /// branches, lines, weak mutation, no-exception methods, methods, then the others in the order
    /// of [`Criterion`]. The order follows Zhou et al. 2024, section 3.3, which does not order
    /// lines and weak mutation. (Section 4.4 prints lines, and section 6 prints top-level methods,
    /// in the place of no-exception methods among the representatives; sections 3.3, 4.6 and 4.9
    /// have no-exception methods.)
    #[must_use]
    pub fn groups(&self, criteria: impl IntoIterator<Item = Criterion>) -> Vec<Group> {
        self.groups_of(criteria.into_iter().collect())
    }

    /// Does what [`groups`](Self::groups) does, compiled once for all iterators. `left` has the
    /// criteria that are in no group yet.
    fn groups_of(&self, mut left: Vec<Criterion>) -> Vec<Group> {
        sort(&mut left);
        left.dedup();
        let mut groups = Vec::new();
        while let Some(&first) = left.first() {
            // Step 1: the connected component of the first criterion that is left, also through
            // criteria that were not asked for.
            let mut group = Vec::from([first]);
            let mut next = 0;
            while let Some(&one) = group.get(next) {
                next += 1;
                // Neighbours come from the pairs, and not from `Criterion::ALL`, which need not
                // list every criterion.
                for &(least, other) in &self.pairs {
                    let linked = if least == one { other } else { least };
                    if (least == one || other == one) && !group.contains(&linked) {
                        group.push(linked);
                    }
                }
            }
            // Step 2: of the component, only the criteria that were asked for.
            group.retain(|criterion| left.binary_search(criterion).is_ok());
            left.retain(|criterion| !group.contains(criterion));
            // Step 3: the representative, section 3.3 of the paper.
            let representative = group
                .iter()
                .copied()
                .min_by_key(|&criterion| (rank(criterion), criterion))
                .unwrap_or(first);
            group.retain(|&criterion| criterion != representative);
            sort(&mut group);
            groups.push(Group { representative, others: group });
        }
        sort_by_key(&mut groups, |group| group.representative);
        groups
    }
}

/// Adds pairs. The order within a pair does not matter, and a criterion with itself adds nothing.
impl Extend<(Criterion, Criterion)> for Correlation {
    fn extend<I: IntoIterator<Item = (Criterion, Criterion)>>(&mut self, pairs: I) {
        for (one, other) in pairs {
            if one != other {
                self.pairs.push((one.min(other), one.max(other)));
            }
        }
        sort(&mut self.pairs);
        self.pairs.dedup();
    }
}

/// Collects pairs. The order within a pair does not matter.
impl FromIterator<(Criterion, Criterion)> for Correlation {
    fn from_iter<I: IntoIterator<Item = (Criterion, Criterion)>>(pairs: I) -> Self {
        let mut correlation = Self::default();
        correlation.extend(pairs);
        correlation
    }
}

/// Returns the rank of a criterion as a representative: the criterion with the least rank
/// represents its group. Criteria without a place in the order share the last rank.
fn rank(criterion: Criterion) -> usize {
    use Criterion::{Branch, DirectBranch, Line, Method, MethodNoException, WeakMutation};
    const ORDER: [Criterion; 6] =
        [DirectBranch, Branch, Line, WeakMutation, MethodNoException, Method];
    ORDER.iter().position(|&other| other == criterion).unwrap_or(ORDER.len())
}

/// Returns Pearson's correlation coefficient of two columns, in [-1, 1].
///
/// If one column is longer, its last rows are left out. The result is `None` if the coefficient is
/// not defined: for fewer than two rows, for a column that does not vary, and for values that are
/// not finite. Linear time.
///
/// Zhou et al. 2024, section 4.5, correlate coverages by this coefficient. They divide the number
/// of exceptions by the greatest number that a suite of the same class triggered;
/// [`Coverage::of`](crate::objective::suite::Coverage::of) does this.
///
/// ```
/// use sbst::subsumption::smart::pearson;
///
/// assert_eq!(pearson(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]), Some(1.0));
/// assert_eq!(pearson(&[1.0, 2.0, 3.0], &[5.0, 5.0, 5.0]), None);
/// ```
#[must_use]
pub fn pearson(one: &[f64], other: &[f64]) -> Option<f64> {
    let rows = one.len().min(other.len());
    let (one, other) = (centred(&one[..rows])?, centred(&other[..rows])?);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    // One root of the product, and not the product of two roots, so that a column and itself give
    // exactly 1. The product is at most the square of the number of rows, because the values are in
    // [-1, 1].
    let coefficient = dot(&one, &other) / libm::sqrt(dot(&one, &one) * dot(&other, &other));
    if coefficient.is_nan() { None } else { Some(coefficient.clamp(-1.0, 1.0)) }
}

/// Returns the difference of each value from the mean, divided by the greatest such difference, so
/// in [-1, 1].
///
/// In this unit, squares neither overflow nor vanish. The result is `None` for fewer than two
/// values, for values that do not vary, and for values that are not finite.
fn centred(values: &[f64]) -> Option<Vec<f64>> {
    // Scaled first: the sum of large finite values would overflow.
    let scale = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    if values.len() < 2 || values.iter().any(|value| !value.is_finite()) || scale == 0.0 {
        return None;
    }
    let scaled: Vec<f64> = values.iter().map(|value| value / scale).collect();
    let mean = scaled.iter().sum::<f64>() / scaled.len() as f64;
    let from_mean: Vec<f64> = scaled.iter().map(|value| value - mean).collect();
    let most = from_mean.iter().fold(0.0_f64, |most, distance| most.max(distance.abs()));
    let varies = values.iter().any(|&value| value != values[0]) && most > 0.0;
    varies.then(|| from_mean.iter().map(|distance| distance / most).collect())
}

/// Reads the pairs of a correlation, ascending, with the lesser criterion first.
#[cfg(feature = "serde")]
fn read_pairs<'de, D: serde::Deserializer<'de>>(
    reader: D,
) -> Result<Vec<(Criterion, Criterion)>, D::Error> {
    let pairs: Vec<(Criterion, Criterion)> = serde::Deserialize::deserialize(reader)?;
    if crate::plain::ascend(&pairs) && pairs.iter().all(|(one, other)| one < other) {
        return Ok(pairs);
    }
    Err(serde::de::Error::custom(
        "the pairs of a correlation must ascend, each once, with the lesser one first in each pair",
    ))
}
