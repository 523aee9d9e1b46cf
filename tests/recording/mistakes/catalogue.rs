//! All single mistakes that are seeded: from a log of the right hooks, and from the graphs.

use super::graphs::{Flow, Item, NAMES};
use super::hooks::{Event, Hook, Place, Seed, What};
use sbst::execution::Value;
use sbst::flow::Outcome;
use sbst::id::Function;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug)]
pub(crate) struct Mistake {
    pub class: &'static str,
    pub name: String,
    pub seed: Seed,
    /// If the graphs are wrong.
    pub flow: Option<Flow>,
}

fn mistake(class: &'static str, name: String, seed: Seed) -> Mistake {
    Mistake { class, name, seed, flow: None }
}

/// A hook in the source, as it was first called. Places are in source order.
type Sites = BTreeMap<Place, (Function, Hook)>;

pub(crate) fn sites(log: &[Event]) -> Sites {
    let mut sites = Sites::new();
    for event in log {
        if let What::Tell(hook) = event.what {
            sites.entry(event.place).or_insert((event.function, hook));
        }
    }
    sites
}

fn named(function: Function, hook: Hook) -> String {
    let block = hook.block().map_or_else(String::new, |block| format!(" {block}"));
    format!("{}: {}{block}", NAMES[function.index()], hook.name())
}

/// Mistakes that a path can show.
pub(crate) fn of_paths(log: &[Event], flow: &Flow) -> Vec<Mistake> {
    let mut all = Vec::new();
    of_hooks(log, flow, &mut all);
    of_calls(log, flow, &mut all);
    of_graphs(flow, &mut all);
    all
}

fn of_hooks(log: &[Event], flow: &Flow, all: &mut Vec<Mistake>) {
    let sites = sites(log);
    let mut last: Option<(Place, Function, Hook)> = None;
    for (&place, &(function, hook)) in &sites {
        let name = named(function, hook);
        let forgotten = match hook {
            Hook::Returns(..) => "early return without its mark",
            Hook::Tried(..) | Hook::Attempt(..) => "`tried` or `attempt` forgotten",
            _ => "hook forgotten",
        };
        all.push(mistake(forgotten, format!("{name} forgotten"), Seed::Forgotten(place)));
        all.push(mistake("hook doubled", format!("{name} doubled"), Seed::Doubled(place)));
        if let Some(block) = hook.block() {
            for other in other_blocks(&flow[function.index()], hook, block) {
                let class = match hook {
                    Hook::Returns(..) => "`returns` at another block",
                    Hook::Tried(..) | Hook::Attempt(..) => "`tried` or `attempt` at another block",
                    _ => "hook at another block",
                };
                all.push(mistake(
                    class,
                    format!("{name} names {other}"),
                    Seed::Block(place, other),
                ));
            }
            if let Some((before, of, other)) = last
                && of == function
                && let Some(named_before) = other.block().filter(|&other| other != block)
            {
                let seed = Seed::Swapped([(before, block), (place, named_before)]);
                all.push(mistake(
                    "blocks of two hooks swapped",
                    format!("{name} and {} swapped", named(of, other)),
                    seed,
                ));
            }
            last = Some((place, function, hook));
        }
        match hook {
            Hook::Decide(..) => all.push(mistake(
                "decision negated",
                format!("{name} negated"),
                Seed::Negated(place),
            )),
            Hook::Choose(block, outcome) => {
                for other in outcomes(&flow[function.index()], block)
                    .into_iter()
                    .filter(|&other| other != outcome)
                {
                    let name = format!("{name} as {other} and not {outcome}");
                    all.push(mistake("another outcome chosen", name, Seed::Chosen(place, other)));
                }
            }
            Hook::Done(_, count) | Hook::Attempt(_, count, _) => {
                for more in [count + 1, count + 2, 100] {
                    let name = format!("{name} of {more} and not {count}");
                    all.push(mistake(
                        "statements `done` too many",
                        name,
                        Seed::Statements(place, more),
                    ));
                }
            }
            _ => {}
        }
    }
}

/// The neighbours, and for a return all other exits.
fn other_blocks(items: &[Item], hook: Hook, block: u32) -> BTreeSet<u32> {
    let mut others = BTreeSet::from([block + 1]);
    others.extend(block.checked_sub(1));
    if matches!(hook, Hook::Returns(..)) {
        others.extend(
            items
                .iter()
                .filter_map(|item| if let Item::Exit(other) = item { Some(*other) } else { None }),
        );
    }
    others.remove(&block);
    others
}

fn outcomes(items: &[Item], of: u32) -> Vec<Outcome> {
    let outcome = |item: &Item| match *item {
        Item::Case(block, value, _) if block == of => Some(Outcome::Case(value)),
        Item::Default(block, _) if block == of => Some(Outcome::Default),
        _ => None,
    };
    items.iter().filter_map(outcome).collect()
}

fn of_calls(log: &[Event], flow: &Flow, all: &mut Vec<Mistake>) {
    let (mut calls, mut frames) = (BTreeMap::new(), BTreeMap::new());
    // What each frame did last: a call, or a hook.
    let mut last: BTreeMap<u32, Vec<Event>> = BTreeMap::new();
    let (mut early, mut late) = (BTreeMap::new(), BTreeMap::new());
    for event in log {
        match event.what {
            What::Enter => _ = frames.insert(event.place, event.function),
            What::Call(site) => {
                calls.insert(event.place, (event.function, site));
                let before = last.entry(event.frame).or_default();
                if let Some(Event { place, what: What::Tell(hook), .. }) = before.last() {
                    late.insert(*place, (event.function, *hook));
                }
                before.push(*event);
            }
            What::Tell(hook) => {
                let before = last.insert(event.frame, vec![*event]).unwrap_or_default();
                for call in before.iter().filter(|before| matches!(before.what, What::Call(_))) {
                    early.insert((call.place, event.place), (event.function, hook));
                }
            }
        }
    }
    for (&(call, place), &(function, hook)) in &early {
        let told = match hook {
            Hook::Tried(block, _) => Hook::End(block),
            Hook::Attempt(block, count, _) => Hook::Done(block, count),
            Hook::Returns(block, _) => Hook::Returns(block, Some(Value::Nothing)),
            Hook::Done(..) | Hook::End(_) | Hook::Unwound => hook,
            // Its value may depend on the call.
            Hook::Decide(..) | Hook::Switch(..) | Hook::Choose(..) => continue,
        };
        let name = format!(
            "{} before the call in column {} of line {}",
            named(function, hook),
            call.2,
            call.1
        );
        all.push(mistake(
            "hook before the call that it follows",
            name,
            Seed::Early { call, hook: place, told },
        ));
    }
    for (&place, &(function, hook)) in &late {
        let name = format!("{} after the call", named(function, hook));
        all.push(mistake("hook after the call that it precedes", name, Seed::Late(place)));
    }
    for (&place, &(function, site)) in &calls {
        let name = format!("{}: the call at {site}", NAMES[function.index()]);
        all.push(mistake(
            "caller of the caller passed on",
            format!("{name} by `c`"),
            Seed::PassedOn(place),
        ));
        all.push(mistake(
            "caller of the caller passed on",
            format!("{name} by the test"),
            Seed::Root(place),
        ));
    }
    for (&place, &function) in &frames {
        let name = NAMES[function.index()];
        all.push(mistake(
            "frame dropped at once",
            format!("{name}: frame dropped at once"),
            Seed::DroppedAtOnce(place),
        ));
        all.push(mistake(
            "frame opened twice",
            format!("{name}: frame opened twice"),
            Seed::EnteredTwice(place),
        ));
        // The neighbours, and those that look the same.
        for other in 0..NAMES.len() + 1 {
            let is_neighbour = other.abs_diff(function.index()) == 1;
            let is_alike =
                flow.get(other).is_some_and(|items| shape(items) == shape(&flow[function.index()]));
            if other != function.index() && (is_neighbour || is_alike) {
                let wrong = NAMES.get(other).unwrap_or(&"no function");
                let seed = Seed::Entered(place, Function::new(other as u32));
                all.push(mistake(
                    "frame of another function",
                    format!("{name}: frame of {wrong}"),
                    seed,
                ));
            }
        }
    }
}

fn shape(items: &[Item]) -> String {
    format!("{items:?}")
}

fn of_graphs(flow: &Flow, all: &mut Vec<Mistake>) {
    for (function, items) in flow.iter().enumerate() {
        let mut with = |class, name: String, change: &dyn Fn(&mut Vec<Item>)| {
            let mut wrong = flow.clone();
            change(&mut wrong[function]);
            let name = format!("{}: {name}", NAMES[function]);
            all.push(Mistake { class, name, seed: Seed::Nothing, flow: Some(wrong) });
        };
        for (at, item) in items.iter().enumerate() {
            if !matches!(item, Item::Statements(..)) {
                with("graph: edge or exit forgotten", format!("no {item:?}"), &|items| {
                    _ = items.remove(at);
                });
            }
            let (block, targets) = { *item }.take();
            for (place, target) in targets.into_iter().enumerate() {
                for wrong in [target.checked_sub(1), Some(target + 1)].into_iter().flatten() {
                    let name = format!("{item:?} to {wrong} and not {target}");
                    with("graph: edge to another block", name, &|items| {
                        *items[at].blocks().1[place] = wrong;
                    });
                }
            }
            if let Item::Branch(block, then, or_else) = *item {
                let swapped = Item::Branch(block, or_else, then);
                with("graph: outcomes swapped", format!("{item:?} swapped"), &|items| {
                    items[at] = swapped;
                });
            }
            for (other, second) in items.iter().enumerate().skip(at + 1) {
                let (of, to) = { *second }.take();
                if of == block
                    && targets_of(item) == 1
                    && to.len() == 1
                    && !matches!(item, Item::Jump(..))
                {
                    with(
                        "graph: outcomes swapped",
                        format!("{item:?} and {second:?} swapped"),
                        &|items| {
                            let first = *items[at].blocks().1[0];
                            let second = std::mem::replace(items[other].blocks().1[0], first);
                            *items[at].blocks().1[0] = second;
                        },
                    );
                }
            }
        }
        let blocks: BTreeSet<u32> = items.iter().map(|item| { *item }.take().0).collect();
        for &block in &blocks {
            with("graph: block forgotten", format!("no block {block}"), &|items| {
                items.retain(|item| { *item }.take().0 != block);
            });
            if blocks.contains(&(block + 1)) {
                with(
                    "graph: two blocks swapped",
                    format!("blocks {block} and {} swapped", block + 1),
                    &|items| {
                        for item in items {
                            let (of, _) = item.blocks();
                            *of = if *of == block {
                                block + 1
                            } else if *of == block + 1 {
                                block
                            } else {
                                *of
                            };
                        }
                    },
                );
            }
        }
    }
}

fn targets_of(item: &Item) -> usize {
    { *item }.take().1.len()
}

impl Item {
    /// The block, and the blocks to which it leads.
    fn take(mut self) -> (u32, Vec<u32>) {
        let (block, targets) = self.blocks();
        (*block, targets.into_iter().map(|target| *target).collect())
    }
}

/// Mistakes of values, which stay on the path.
pub(crate) fn of_values(log: &[Event], flow: &Flow) -> Vec<Mistake> {
    let mut all = Vec::new();
    for (&place, &(function, hook)) in &sites(log) {
        let name = named(function, hook);
        match hook {
            Hook::Decide(..) => all.push(mistake(
                "operand off by one",
                format!("{name}: operand"),
                Seed::Operand(place),
            )),
            Hook::Returns(_, Some(_)) => {
                all.push(mistake(
                    "another value returned",
                    format!("{name}: value"),
                    Seed::Value(place),
                ));
                all.push(mistake(
                    "`end` in place of `returns`",
                    format!("{name}: end"),
                    Seed::Ended(place),
                ));
            }
            _ => {}
        }
    }
    let calls: BTreeMap<Place, _> = log
        .iter()
        .filter_map(|event| {
            if let What::Call(site) = event.what {
                Some((event.place, (event.function, site)))
            } else {
                None
            }
        })
        .collect();
    for (&place, &(function, site)) in &calls {
        let name = format!("{}: the call at {site}", NAMES[function.index()]);
        let other = sbst::id::CallSite::new(site.number() ^ 1);
        all.push(mistake(
            "another call site",
            format!("{name} at {other}"),
            Seed::Site(place, Some(other)),
        ));
        all.push(mistake(
            "`caller()` in place of `at(..)`",
            format!("{name} without site"),
            Seed::Site(place, None),
        ));
    }
    for (function, items) in flow.iter().enumerate() {
        for (at, item) in items.iter().enumerate() {
            if let Item::Statements(block, count) = *item {
                for other in [count - 1, count + 1] {
                    let mut wrong = flow.clone();
                    wrong[function][at] = Item::Statements(block, other);
                    let name =
                        format!("{}: block {block} with {other} statements", NAMES[function]);
                    all.push(Mistake {
                        class: "graph: number of statements",
                        name,
                        seed: Seed::Nothing,
                        flow: Some(wrong),
                    });
                }
            }
        }
    }
    all
}
