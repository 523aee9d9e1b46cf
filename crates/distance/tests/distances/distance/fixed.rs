//! Normalised distances to 256 bits after the point, in integers, by the first series in the book.

/// A number from 0 on: 32-bit digits, least first; the first eight are behind the point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fixed(Vec<u32>);

const POINT: usize = 8;

impl Fixed {
    fn of(mut digits: Vec<u32>) -> Self {
        while digits.len() > POINT && digits.last() == Some(&0) {
            digits.pop();
        }
        digits.resize(digits.len().max(POINT), 0);
        Self(digits)
    }

    pub(crate) fn whole(n: u32) -> Self {
        let mut digits = vec![0; POINT];
        digits.push(n);
        Self::of(digits)
    }

    /// Exact for multiples of 2^-256.
    pub(crate) fn from_f64(x: f64) -> Self {
        assert!((0.0..f64::INFINITY).contains(&x));
        let bits = x.to_bits();
        let field = (bits >> 52).max(1);
        let mantissa = bits & ((1 << 52) - 1) | if bits >> 52 == 0 { 0 } else { 1 << 52 };
        let shift = field as i64 - 1075 + 32 * POINT as i64;
        let number = Self::of(vec![mantissa as u32, (mantissa >> 32) as u32]);
        if shift >= 0 { number.up(shift as usize) } else { number.down(-shift as usize) }
    }

    fn up(&self, bits: usize) -> Self {
        let mut digits = vec![0; bits / 32];
        let mut carry = 0_u64;
        for &digit in self.0.iter().chain(&[0]) {
            carry |= u64::from(digit) << (bits % 32);
            digits.push(carry as u32);
            carry >>= 32;
        }
        Self::of(digits)
    }

    pub(crate) fn down(&self, bits: usize) -> Self {
        let digit = |at: usize| u64::from(self.0.get(at).copied().unwrap_or(0));
        let digits = (bits / 32..self.0.len())
            .map(|at| ((digit(at) | digit(at + 1) << 32) >> (bits % 32)) as u32)
            .collect();
        Self::of(digits)
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut carry = 0_u64;
        let mut digits = Vec::new();
        for at in 0..=self.0.len().max(other.0.len()) {
            carry += [self, other]
                .iter()
                .map(|n| u64::from(n.0.get(at).copied().unwrap_or(0)))
                .sum::<u64>();
            digits.push(carry as u32);
            carry >>= 32;
        }
        Self::of(digits)
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let mut borrow = 0_i64;
        let mut digits = Vec::new();
        for at in 0..self.0.len().max(other.0.len()) {
            let [a, b] = [self, other].map(|n| i64::from(n.0.get(at).copied().unwrap_or(0)));
            borrow += a - b;
            digits.push(borrow as u32);
            borrow >>= 32;
        }
        assert_eq!(borrow, 0, "below zero");
        Self::of(digits)
    }

    pub(crate) fn less(&self, other: &Self) -> bool {
        let key = |n: &Self| (n.0.len(), n.0.iter().rev().copied().collect::<Vec<_>>());
        key(self) < key(other)
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut digits = vec![0_u32; self.0.len() + other.0.len()];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0_u64;
            for (j, &b) in other.0.iter().chain(&[0]).enumerate().take(digits.len() - i) {
                carry += u64::from(digits[i + j]) + u64::from(a) * u64::from(b);
                digits[i + j] = carry as u32;
                carry >>= 32;
            }
        }
        Self::of(digits[POINT..].to_vec())
    }

    /// Bit by bit.
    pub(crate) fn over(&self, other: &Self) -> Self {
        let mut rest = Self::whole(0);
        let mut quotient = vec![0_u32; self.0.len() + POINT];
        let bits = 32 * (self.0.len() + POINT);
        for at in (0..bits).rev() {
            let bit =
                at.checked_sub(32 * POINT).is_some_and(|at| self.0[at / 32] >> (at % 32) & 1 == 1);
            rest = rest.up(1);
            rest.0[0] |= u32::from(bit);
            if !rest.less(other) {
                rest = rest.minus(other);
                quotient[at / 32] |= 1 << (at % 32);
            }
        }
        Self::of(quotient)
    }

    fn over_small(&self, n: u32) -> Self {
        let mut rest = 0_u64;
        let mut digits = self.0.clone();
        for digit in digits.iter_mut().rev() {
            rest = rest << 32 | u64::from(*digit);
            *digit = (rest / u64::from(n)) as u32;
            rest %= u64::from(n);
        }
        Self::of(digits)
    }

    fn is_zero(&self) -> bool {
        self.0.iter().all(|&digit| digit == 0)
    }

    /// ln of a number from 1 on: 2 artanh((m - 1) / (m + 1)) for m from 1 to 2, and the powers of
    /// two.
    pub(crate) fn ln(&self) -> Self {
        let (one, two) = (Self::whole(1), Self::whole(2));
        let mut m = self.clone();
        let mut twos = 0;
        while !m.less(&two) {
            m = m.down(1);
            twos += 1;
        }
        let artanh = |z: Self| {
            let square = z.times(&z);
            let (mut power, mut sum, mut n) = (z.clone(), z, 1);
            while !power.is_zero() {
                power = power.times(&square);
                n += 2;
                sum = sum.plus(&power.over_small(n));
            }
            sum.up(1)
        };
        let ln_2 = artanh(one.over_small(3));
        (0..twos).fold(artanh(m.minus(&one).over(&m.plus(&one))), |sum, _| sum.plus(&ln_2))
    }

    /// 1 - e^-t: with t = n ln 2 - r, e^-t = 2^-n e^r.
    fn one_less_exponential(&self) -> Self {
        let ln_2 = Self::whole(2).ln();
        let (mut n, mut above) = (0, Self::whole(0));
        while above.less(self) {
            above = above.plus(&ln_2);
            n += 1;
        }
        let r = above.minus(self);
        let (mut term, mut sum, mut k) = (Self::whole(1), Self::whole(1), 0);
        while !term.is_zero() {
            k += 1;
            term = term.times(&r).over_small(k);
            sum = sum.plus(&term);
        }
        let g = sum.down(n);
        if Self::whole(1).less(&g) { Self::whole(0) } else { Self::whole(1).minus(&g) }
    }

    /// |self - y| in units in the last place of y.
    pub(crate) fn ulps_from(&self, y: f64) -> f64 {
        let [ours, theirs, step] = [
            self.clone(),
            Self::from_f64(y),
            Self::from_f64(y.next_up()).minus(&Self::from_f64(y)),
        ];
        let gap = if ours.less(&theirs) { theirs.minus(&ours) } else { ours.minus(&theirs) };
        let ratio = gap.over(&step);
        ratio.0.iter().rev().fold(0.0, |sum, &digit| sum * 4_294_967_296.0 + f64::from(digit))
            * 2_f64.powi(-32 * POINT as i32)
    }
}

pub(crate) fn rational(x: f64, b: f64) -> Fixed {
    let x = Fixed::from_f64(x);
    x.over(&x.plus(&Fixed::from_f64(b)))
}

pub(crate) fn exponential(x: f64, a: f64) -> Fixed {
    Fixed::from_f64(x).times(&Fixed::from_f64(a).ln()).one_less_exponential()
}

pub(crate) fn logarithmic(x: f64) -> Fixed {
    let l = Fixed::from_f64(x).plus(&Fixed::whole(1)).ln();
    l.over(&l.plus(&Fixed::whole(1)))
}

#[test]
fn known_constants() {
    assert!(Fixed::whole(2).ln().ulps_from(std::f64::consts::LN_2) <= 0.5);
    assert!(Fixed::whole(10).ln().ulps_from(std::f64::consts::LN_10) <= 0.5);
    assert!(Fixed::whole(1).one_less_exponential().ulps_from(0.632_120_558_828_557_7) <= 0.5);
    assert!(rational(1.0, 2.0).ulps_from(1.0 / 3.0) <= 0.5);
    assert!(Fixed::from_f64(2.0).ulps_from(2_f64.next_up()) == 1.0);
}
