//! Values among the copies of histories.

use super::observed::Observed;
use super::tables::Copies;
use crate::execution::HistoryId;
use crate::fitness::Fitness;
use crate::flow::Spot;
use crate::id::Function;

impl<'a, X: ?Sized> Observed<'a, X> {
    /// Returns the least of the values of the copies that cover a goal; [`Fitness::NEVER`] of none,
    /// and if no goal of the registry reads their history.
    pub(in crate::objective) fn least_on(&self, history: HistoryId, spots: &[Spot]) -> Fitness {
        let Some(copies) = self.history(history) else { return Fitness::NEVER };
        spots.iter().map(|&spot| self.on_copy(copies, spot)).min().unwrap_or(Fitness::NEVER)
    }

    /// Returns the value of a place among the copies of a history.
    pub(in crate::objective) fn on_copy(&self, copies: &Copies, spot: Spot) -> Fitness {
        let value = self.in_copies(copies, spot).at(spot);
        let Copies { history, table, .. } = copies;
        // Contexts have call edges of their own among the copies. Other histories do not: the way to
        // their function is measured in the program, and the levels within the function are added.
        let is_behind = |&copy: &Function| {
            self.table.is_across_calls() && !table.has_entered(copy) && !history.is_context(copy)
        };
        let copy = spot.function_in(history.graph()).filter(is_behind);
        let entry = copy.and_then(|copy| history.function_of(copy)).map(|it| self.entry(it));
        match entry {
            Some(Fitness::NEVER) => Fitness::NEVER,
            Some(entry) if value != Fitness::NEVER => {
                let level = entry.level.saturating_add(value.level).min(u32::MAX - 1);
                Fitness::new(level, entry.distance)
            }
            _ => value,
        }
    }

    /// Returns an observation of the copies alone, where a place among them is measured: across
    /// calls if that was chosen, and the place is in a context that was not entered.
    pub(in crate::objective) fn in_copies<'b>(
        &self,
        copies: &'b Copies,
        spot: Spot,
    ) -> Observed<'b, X>
    where
        'a: 'b,
    {
        let Copies { history, table, across } = copies;
        let is_called = |copy| history.is_context(copy) && !table.has_entered(copy);
        let across =
            across.as_ref().filter(|_| spot.function_in(history.graph()).is_some_and(is_called));
        Observed::swept(history.graph(), self.run, across.unwrap_or(table))
    }

    /// Returns the value of the goal to reach a spot of the graph.
    pub(in crate::objective) fn at(&self, spot: Spot) -> Fitness {
        match spot {
            Spot::Statement(statement) => self.table.statement(statement),
            Spot::Block(block) => self.block(block),
            Spot::Branch(branch) => self.branch(branch),
            Spot::Function(function) => self.entry(function),
        }
    }
}
