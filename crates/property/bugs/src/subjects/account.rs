//! An account that may be overdrawn up to a limit: the fee for that is taken after the limit was
//! asked.

use crate::Subject;
use arbitrary::{Result, Unstructured};

#[derive(Debug)]
pub struct Account;

/// An action of the owner, with amounts in cents.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    PayIn(u16),
    PayOut(u16),
    Freeze,
    Thaw,
}

#[derive(Debug, Default)]
struct State {
    balance: i64,
    frozen: bool,
}

const LIMIT: i64 = -50_000;
const FEE: i64 = 50;

#[cfg_attr(not(fuzzing), sbst::instrument)]
impl State {
    fn pay_out(&mut self, amount: i64) -> bool {
        let left = self.balance - amount;
        if self.frozen || left < LIMIT {
            return false;
        }
        // The bug: the fee may go beyond the limit.
        self.balance = if left < 0 { left - FEE } else { left };
        true
    }

    fn execute(&mut self, operation: Operation) -> bool {
        match operation {
            Operation::PayIn(amount) => {
                self.balance += i64::from(amount);
                true
            }
            Operation::PayOut(amount) => self.pay_out(i64::from(amount)),
            Operation::Freeze => {
                let may = !self.frozen && self.balance >= 0;
                self.frozen |= may;
                may
            }
            Operation::Thaw => std::mem::take(&mut self.frozen),
        }
    }
}

impl Operation {
    /// Makes an operation from a number of its kind.
    fn of((kind, amount): (u8, u16)) -> Self {
        match kind % 4 {
            0 => Self::PayIn(amount),
            1 => Self::PayOut(amount),
            2 => Self::Freeze,
            _ => Self::Thaw,
        }
    }
}

impl Subject for Account {
    const NAME: &'static str = "account";
    const FILE: &'static str = file!();
    type Input = Vec<Operation>;

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        use proptest::prelude::*;
        prop::collection::vec((0..4_u8, any::<u16>()).prop_map(Operation::of), 0..8)
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        let operations =
            gs::vecs(hegel::tuples!(gs::integers::<u8>().max_value(3), gs::integers::<u16>()))
                .max_size(7);
        tc.draw(operations).into_iter().map(Operation::of).collect()
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        (0..bytes.int_in_range(0..=7)?).map(|_| bytes.arbitrary().map(Operation::of)).collect()
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check(operations: &Self::Input) {
        let mut account = State::default();
        for operation in operations {
            account.execute(*operation);
            assert!(account.balance >= LIMIT, "{account:?}");
        }
    }
}
