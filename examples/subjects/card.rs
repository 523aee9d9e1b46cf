//! A card number: the digits of the issuer, compared one by one, and a check digit (Luhn).

use super::{Code, DIGIT, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "card number",
    inputs: &[DIGIT; 10],
    code: Code::Plain {
        functions: |program| vec![program.find(&check)],
        run: |digits| {
            let _ = check(digits);
        },
    },
};

#[derive(Debug)]
enum Refused {
    OtherIssuer,
    WrongDigit,
}

#[sbst::instrument]
fn check(digits: &[i64]) -> Result<(), Refused> {
    // A decision for each digit. With one in a loop, the first digit that fits would cover its
    // branch, and nothing would guide the search to the next.
    if digits[0] != 4
        || digits[1] != 7
        || digits[2] != 1
        || digits[3] != 9
        || digits[4] != 2
        || digits[5] != 6
    {
        return Err(Refused::OtherIssuer);
    }
    let (mut i, mut sum) = (0, 0);
    while i < digits.len() {
        let mut digit = digits[digits.len() - 1 - i];
        if i % 2 == 1 {
            digit *= 2;
            if digit > 9 {
                digit -= 9;
            }
        }
        sum += digit;
        i += 1;
    }
    if sum % 10 == 0 { Ok(()) } else { Err(Refused::WrongDigit) }
}
