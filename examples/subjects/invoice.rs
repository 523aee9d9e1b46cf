//! A line of an invoice: four fields, each of which may fail to be one.

use super::{Code, SYMBOL, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "invoice",
    inputs: &[SYMBOL; 12],
    code: Code::Hooked {
        bodies: || vec![body()],
        run: |t, bytes| {
            let line: String = bytes.iter().map(|&byte| byte as u8 as char).collect();
            total(t, &line);
        },
    },
};

const TOTAL: Function = Function::new(0);
/// Reads all fields; every statement may end in an exception.
const READ: u32 = 0;
const DISCOUNT: u32 = 1;
const FULL: u32 = 2;

fn body() -> FlowBuilder {
    FlowBuilder::new().statements(READ, 5).branch(READ, DISCOUNT, FULL).exit(DISCOUNT).exit(FULL)
}

/// What "article;amount;price;..." comes to; there is a discount for more than 500.
fn total(c: Caller<'_>, line: &str) -> Option<u32> {
    const ARTICLES: [u32; 40] = [7; 40];
    let f = c.enter(TOTAL);
    let r = f.rules();
    let mut fields = line.split(';');
    let article: usize = fields.next()?.parse().ok()?;
    f.done(READ, 1);
    let weight = ARTICLES.get(article)?;
    f.done(READ, 2);
    let amount: u32 = fields.next()?.parse().ok()?;
    f.done(READ, 3);
    let price: u32 = fields.next()?.parse().ok()?;
    f.done(READ, 4);
    let each = (weight * amount).checked_div(price)?;
    if f.decide(READ, r.gt(each * price, 500)) {
        Some(each * price * 9 / 10)
    } else {
        Some(each * price)
    }
}
