//! Is it a date? And is it one of the rarest: 29 February of a year divisible by 400?

use super::{Code, INT, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "date",
    inputs: &[INT, INT, INT],
    code: Code::Plain {
        functions: |program| vec![program.find(&date)],
        run: |x| {
            date(x[0], x[1], x[2]);
        },
    },
};

#[derive(Debug)]
enum Date {
    Plain,
    Rare,
}

#[sbst::instrument]
fn date(day: i64, month: i64, year: i64) -> Option<Date> {
    if !(1..=9999).contains(&year) {
        return None;
    }
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => {
            if year % 400 == 0 || year % 100 != 0 && year % 4 == 0 {
                29
            } else {
                28
            }
        }
        _ => return None,
    };
    if day < 1 || day > days {
        return None;
    }
    if day == 29 && month == 2 && year % 400 == 0 { Some(Date::Rare) } else { Some(Date::Plain) }
}
