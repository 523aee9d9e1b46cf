//! Predicates made of predicates.

use super::{decided, legal};
use crate::number;
use arbitrary::{Result, Unstructured};
use sbst::distance::{Conjunction, Decision, Nearest, all, any};

/// Up to eight decisions, combined in every way.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let count = u.arbitrary::<u8>()? % 9;
    let one = |u: &mut Unstructured<'_>| -> Result<Decision> {
        Ok(Decision::observed(u.arbitrary()?, number::distance(u)?))
    };
    let decisions = (0..count).map(|_| one(u)).collect::<Result<Vec<_>>>()?;
    let mut nearest = Nearest::default();
    for &decision in &decisions {
        decided(decision, decision.holds());
        decided(!decision, !decision.holds());
        nearest.see(decision);
        assert_eq!(
            nearest.to_true().zip(nearest.to_false()).map(|(a, b)| a.min(b).get()),
            Some(0.0)
        );
    }
    let (some, every) = (decisions.iter().any(|d| d.holds()), decisions.iter().all(|d| d.holds()));
    for how in [Conjunction::Sum, Conjunction::NormalisedSum, Conjunction::Max] {
        decided(how.all(decisions.iter().copied()), every);
        decided(how.any(decisions.iter().copied()), some);
        let negated = how.any(decisions.iter().map(|&decision| !decision));
        assert_eq!(how.all(decisions.iter().copied()), !negated, "the law of De Morgan");
    }
    assert_eq!(all(decisions.iter().copied()), Conjunction::Sum.all(decisions.iter().copied()));
    assert_eq!(any(decisions.iter().copied()), Conjunction::Sum.any(decisions.iter().copied()));
    for pair in decisions.windows(2) {
        of_two(pair[0], pair[1]);
    }
    Ok(())
}

fn of_two(a: Decision, b: Decision) {
    decided(a & b, a.holds() && b.holds());
    decided(a | b, a.holds() || b.holds());
    decided(a ^ b, a.holds() != b.holds());
    decided(!a | b, !a.holds() || b.holds());
    assert_eq!((a & b, a | b, a ^ b), (b & a, b | a, b ^ a));
    assert_eq!((!(a & b), !(a | b), !!a), (!a | !b, !a & !b, a));
    let mut asked = false;
    let both = a.and_then(|| {
        asked = true;
        b
    });
    decided(both, a.holds() && b.holds());
    assert_eq!(asked, a.holds());
    decided(a.or_else(|| b), a.holds() || b.holds());
    legal(a.to_true() + b.to_false());
    assert_eq!(a.confirmed(a.holds()), Some(a));
    assert_eq!(a.confirmed(!a.holds()), None);
}
