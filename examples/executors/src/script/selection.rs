//! Instruments `switch`: one multi-way block if all keys are integers, else one two-way block after
//! another.

use super::ScriptError;
use super::arms::Selection;
use super::compare::Key;
use super::graph::End;
use super::hooks::Hook;
use super::results::Use;
use super::weave::Weaver;
use rhai::{Dynamic, Expr, INT, RangeCase, SwitchCasesCollection};
use std::ops::RangeInclusive;

/// An arm, by its number in the tree.
struct Arm {
    number: usize,
    /// Single values are tried before ranges, wherever they stand.
    is_range: bool,
    keys: Vec<Key>,
    guard: bool,
}

impl Weaver<'_> {
    /// The instrumented parts, and the hook that belongs around the statement.
    pub(super) fn switch(
        &mut self,
        parts: &(Expr, SwitchCasesCollection),
        used: Use,
    ) -> Result<((Expr, SwitchCasesCollection), Hook), ScriptError> {
        let (value, cases) = parts;
        let position = value.position();
        let (woven_value, origin) = self.operand(value)?;
        let arms = arms(cases)?;
        let (selection, join) = (self.current, self.fresh());
        let block = self.global(selection);
        let default = if cases.def_case.is_some() { self.fresh() } else { join };
        let value = self.hook(Hook::Select(block), [woven_value], position);
        // Where the value of each arm begins, and where its guard stands.
        let mut bodies = vec![default; cases.expressions.len()];
        let mut guards = vec![None; cases.expressions.len()];
        let ways = ways(&arms);
        let is_chain = ways.is_none();
        match ways {
            Some(ways) => {
                for arm in &arms {
                    bodies[arm.number] = self.fresh();
                }
                let ends = arms
                    .iter()
                    .zip(&ways)
                    .map(|(arm, values)| (values.clone(), bodies[arm.number]))
                    .collect();
                self.draft().statements += 1;
                self.draft().position = position;
                self.end(End::Switch { arms: ends, default }, join);
                self.results.switches(block, origin);
                self.selections.push((block, Selection::Ways(ways)));
            }
            None => {
                let mut tests = Vec::new();
                let mut waiting = arms.iter().peekable();
                while let Some(arm) = waiting.next() {
                    let body = self.fresh();
                    let guard = arm.guard.then(|| self.fresh());
                    let next = if waiting.peek().is_some() { self.fresh() } else { default };
                    let at = cases.expressions[arm.number].rhs.position();
                    tests.push((arm.number, self.global(self.current), arm.keys.clone()));
                    self.results.selects(self.global(self.current), origin, &arm.keys);
                    self.branch(guard.unwrap_or(body), next, at);
                    self.current = next;
                    bodies[arm.number] = body;
                    guards[arm.number] = guard.map(|guard| (guard, body, next));
                }
                self.selections.push((block, Selection::Chain(tests)));
            }
        }
        let mut cases = cases.clone();
        for (number, expression) in cases.expressions.iter_mut().enumerate() {
            let is_default = Some(number) == parts.1.def_case;
            let arm = match arms.iter().position(|arm| arm.number == number) {
                _ if is_default => usize::MAX,
                Some(_) if is_chain => number,
                Some(place) => place,
                None => continue, // listed by nothing
            };
            let reached = Hook::Arm { selection: block, arm };
            if let Some((guard, body, next)) = guards[number] {
                self.current = guard;
                let at = expression.lhs.position();
                let condition = self.condition(&expression.lhs, body, next)?;
                expression.lhs = self.hook(reached, [condition], at);
                self.current = body;
                expression.rhs = self.value_for(&expression.rhs, used)?;
            } else {
                self.current = bodies[number];
                let at = expression.rhs.position();
                let woven = self.value_for(&expression.rhs, used)?;
                expression.rhs = self.hook(reached, [woven], at);
            }
            self.end(End::Jump(join), join);
        }
        self.current = join;
        Ok(((value, cases), Hook::Selected { selection: block, join: self.global(join) }))
    }
}

fn is_range(value: &Dynamic) -> bool {
    value.is::<std::ops::Range<INT>>() || value.is::<RangeInclusive<INT>>()
}

/// The arms in the order in which the engine tries them.
fn arms(cases: &SwitchCasesCollection) -> Result<Vec<Arm>, ScriptError> {
    let mut arms: Vec<Arm> = Vec::new();
    // The table of cases is in no order, and lists ranges, too: as values that only a range is
    // equal to.
    let values = cases.cases.values().filter(|case| !is_range(&case.value));
    let values = values.flat_map(|case| {
        case.blocks.iter().map(|&number| (number, Key::Value(case.value.clone())))
    });
    let mut values: Vec<_> = values.map(|(number, key)| (number, false, key)).collect();
    values.sort_by_key(|(number, _, key)| match key {
        Key::Value(value) => (*number, value.as_int().unwrap_or(0), value.to_string()),
        Key::Range(_) => (*number, 0, String::new()),
    });
    let ranges = cases.ranges.iter().map(|range| {
        let (values, number) = match range {
            RangeCase::ExclusiveInt(values, number) => {
                (values.start..=values.end.saturating_sub(1), *number)
            }
            RangeCase::InclusiveInt(values, number) => (values.clone(), *number),
        };
        (number, true, Key::Range(values))
    });
    for (number, is_range, key) in values.into_iter().chain(ranges) {
        let expression = &cases.expressions[number];
        match arms.iter_mut().find(|arm| arm.number == number) {
            Some(arm) if arm.is_range == is_range => arm.keys.push(key),
            Some(_) => {
                return Err(ScriptError::unsupported(
                    "an arm that lists both values and \
                    ranges",
                    expression.rhs.position(),
                ));
            }
            None => {
                let guard = !matches!(expression.lhs, Expr::BoolConstant(true, _));
                arms.push(Arm { number, is_range, keys: vec![key], guard });
            }
        }
    }
    Ok(arms)
}

/// What the arms list, if one multi-way block will do.
fn ways(arms: &[Arm]) -> Option<Vec<Vec<RangeInclusive<INT>>>> {
    if arms.is_empty() || arms.iter().any(|arm| arm.guard) {
        return None;
    }
    let range = |key: &Key| match key {
        Key::Value(value) => value.as_int().ok().map(|value| value..=value),
        Key::Range(range) => Some(range.clone()),
    };
    let ways: Vec<Vec<_>> =
        arms.iter().map(|arm| arm.keys.iter().map(range).collect()).collect::<Option<_>>()?;
    let mut all: Vec<_> = ways.iter().flatten().cloned().collect();
    all.sort_by_key(|range| *range.start());
    let is_apart = all.windows(2).all(|pair| pair[0].end() < pair[1].start())
        && all.iter().all(|range| !range.is_empty());
    is_apart.then_some(ways)
}
