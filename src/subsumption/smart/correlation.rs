//! Criteria that are covered together: Zhou et al. 2024, section 3.2.

use crate::objective::Criterion;
use crate::sort::{sort, sort_by_key};
use alloc::vec::Vec;

/// Correlation of coverage criteria: tests made for one criterion cover much of the other.
///
/// By default none are, so that all criteria are pursued. It is made of pairs; a criterion is always correlated with itself.
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
pub struct Correlation {
    /// Ascending, the lesser one of each pair first.
    pub(super) pairs: Vec<(Criterion, Criterion)>,
}

/// Criteria that are correlated, directly or by way of others.
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
    /// The one whose goals are pursued.
    pub representative: Criterion,
    /// The others, in the order of [`Criterion`].
    pub others: Vec<Criterion>,
}

impl Correlation {
    /// Returns the correlations of Zhou et al. 2024, section 3.2: all pairs of branches, direct branches, lines and weak mutation; methods
    /// with no-exception methods.
    ///
    /// The paper finds them by three rules, not by data of its own. Previous work measured branches and statements against mutation
    /// (statements stand for lines). A criterion adds a requirement to the other (direct branches, no-exception methods). Branches and lines
    /// have a ratio whose expectation is about 1 (Eq. 1 to 6). That direct branches go with lines and mutants is assumed from branches.
    #[must_use]
    pub fn published() -> Self {
        use Criterion::{Branch, DirectBranch, Line, Method, MethodNoException, WeakMutation};
        let structural = [Branch, DirectBranch, Line, WeakMutation];
        let pairs = structural.into_iter().flat_map(|one| structural.map(|other| (one, other)));
        pairs.chain([(MethodNoException, Method)]).collect()
    }

    /// Returns the correlations that data show: two criteria are correlated if the [correlation coefficient](pearson) of their columns is at
    /// least the threshold.
    ///
    /// This is ours: Zhou et al. group by rules, and use the coefficient to confirm the groups (section 4.5). They have no threshold: their
    /// Figure 7 marks values from 0.7 on, pairs within a group have 0.68 to 0.99, pairs of different groups up to 0.72. 0.8 is a cautious
    /// choice.
    ///
    /// Each sample holds the coverage that one suite of tests reached, in the order of `criteria`; one
    /// that is shorter, or has NaN in some place, says nothing of those criteria. The threshold is in [-1, 1]. A criterion whose coverage is
    /// always the same is correlated with none.
    ///
    /// O(samples * criteria^2).
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
    pub fn of_samples(criteria: &[Criterion], samples: &[impl AsRef<[f64]>], threshold: f64) -> Self {
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

    /// Returns `true` if two criteria were said to be correlated, not by way of others; each is with itself.
    #[must_use]
    pub fn links(&self, one: Criterion, other: Criterion) -> bool {
        one == other || self.pairs.binary_search(&(one.min(other), one.max(other))).is_ok()
    }

    /// Groups of these criteria that are correlated, directly or by way of others, whether or not these are asked for; in the order of
    /// their representatives. A criterion that is named twice counts once.
    ///
    /// Representatives: direct branches before branches, these before lines and weak mutation; no-exception methods before methods, as in
    /// Zhou et al. 2024, section 3.3. Lines before weak mutation is ours: the paper does not order these two. (Its section 4.4 prints lines,
    /// and section 6 top-level methods, in the place of no-exception methods among the representatives; 3.3, 4.6 and 4.9 have the latter.)
    /// Where data put others together, these six go first, in this order, then the others in that of [`Criterion`].
    #[must_use]
    pub fn groups(&self, criteria: impl IntoIterator<Item = Criterion>) -> Vec<Group> {
        self.groups_of(criteria.into_iter().collect())
    }

    fn groups_of(&self, mut left: Vec<Criterion>) -> Vec<Group> {
        sort(&mut left);
        left.dedup();
        let mut groups = Vec::new();
        while let Some(&first) = left.first() {
            let mut group = Vec::from([first]);
            let mut next = 0;
            while let Some(&one) = group.get(next) {
                next += 1;
                // Asked of the pairs, and not of all criteria: there may be more of these than can be listed.
                for &(least, other) in &self.pairs {
                    let linked = if least == one { other } else { least };
                    if (least == one || other == one) && !group.contains(&linked) {
                        group.push(linked);
                    }
                }
            }
            group.retain(|criterion| left.binary_search(criterion).is_ok());
            left.retain(|criterion| !group.contains(criterion));
            let representative = group.iter().copied().min_by_key(|&criterion| (rank(criterion), criterion)).unwrap_or(first);
            group.retain(|&criterion| criterion != representative);
            sort(&mut group);
            groups.push(Group { representative, others: group });
        }
        sort_by_key(&mut groups, |group| group.representative);
        groups
    }
}

impl Extend<(Criterion, Criterion)> for Correlation {
    fn extend<I: IntoIterator<Item = (Criterion, Criterion)>>(&mut self, pairs: I) {
        let pairs = pairs.into_iter().map(|(one, other)| (one.min(other), one.max(other)));
        self.pairs.extend(pairs.filter(|(one, other)| one != other));
        sort(&mut self.pairs);
        self.pairs.dedup();
    }
}

impl FromIterator<(Criterion, Criterion)> for Correlation {
    fn from_iter<I: IntoIterator<Item = (Criterion, Criterion)>>(pairs: I) -> Self {
        let mut correlation = Self::default();
        correlation.extend(pairs);
        correlation
    }
}

/// Returns the rank by which a criterion represents its group: the criterion with the least rank represents it, of several the least
/// criterion.
fn rank(criterion: Criterion) -> usize {
    use Criterion::{Branch, DirectBranch, Line, Method, MethodNoException, WeakMutation};
    const ORDER: [Criterion; 6] = [DirectBranch, Branch, Line, WeakMutation, MethodNoException, Method];
    ORDER.iter().position(|&other| other == criterion).unwrap_or(ORDER.len())
}

/// Returns Pearson's correlation coefficient of two columns, in [-1, 1], over the rows that both have. `None` if it is not defined: for
/// fewer than two rows, for a column that does not vary, for values that are not finite. Linear time.
///
/// Zhou et al. 2024 measure correlations of coverage by it in section 4.5. They divide the number of exceptions by the greatest that a suite
/// of the same class triggered: [`Coverage::of`](crate::objective::suite::Coverage::of).
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
    // One root, so that a column and itself give 1; at most the number of rows squared is below it.
    let coefficient = dot(&one, &other) / libm::sqrt(dot(&one, &one) * dot(&other, &other));
    Some(coefficient.clamp(-1.0, 1.0)).filter(|coefficient| !coefficient.is_nan())
}

/// Returns the difference of each value from the mean, in units of the greatest such difference, so that squares neither overflow nor
/// vanish.
fn centred(values: &[f64]) -> Option<Vec<f64>> {
    // Scaled first, so that the sum of finite values is finite.
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
