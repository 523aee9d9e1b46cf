//! What campaigns say of a function, and what they should say, as texts that can be compared.

use crate::cases::Case;
use crate::truth::{Expression, Function, Seen, Value, text};
use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::execution::Trace;
use sbst::id::Block;
use sbst::instrument::LinkedProgram;
use sbst::objective::{Criterion, Goal};
use sbst_histories::decisions::{DecisionCoverage, Independence};
use sbst_histories::{HistoryGoals, Pairing, VECTOR};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

/// A test: the function is called once for each assignment.
pub(crate) type Test = Vec<u32>;

/// A campaign over a function.
pub(crate) fn campaign(case: &Case, criterion: Asked, rule: Independence) -> Campaign<Test, Trace> {
    ask((case.campaign)(), &[criterion], rule).build().expect("a campaign")
}

/// A criterion.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asked {
    Branch,
    MultipleCondition,
    McDc,
}

/// Adds the goals of criteria.
pub(crate) fn ask(
    mut builder: CampaignBuilder,
    asked: &[Asked],
    rule: Independence,
) -> CampaignBuilder {
    for &criterion in asked {
        builder = match criterion {
            Asked::Branch => builder.criteria([Criterion::Branch]),
            Asked::MultipleCondition => {
                builder.discover(|program| Ok(HistoryGoals::vectors(program)?))
            }
            Asked::McDc => builder.discover(move |program| Ok(Pairing::of(program, rule)?)),
        };
    }
    builder
}

pub(crate) fn watch(campaign: &mut Campaign<Test, Trace>, case: &Case, test: &Test) {
    let run = |test: &Test| {
        for &bits in test {
            let _ = case.result(bits);
        }
    };
    campaign.watch(test, run).expect("a run");
}

/// What is said of a decision.
#[derive(Debug)]
pub(crate) struct Told {
    /// By condition: its first pair, and whether it was true, and false.
    pub(crate) conditions: Vec<(Option<[String; 2]>, [bool; 2])>,
    pub(crate) vectors: usize,
    covered: usize,
    is_complete: bool,
    covers_conditions: bool,
    covers_decision: bool,
}

impl Told {
    /// What a campaign says of the decisions of a function, in its order.
    pub(crate) fn all<T: Clone>(campaign: &Campaign<T, Trace>, name: &str) -> Vec<Self> {
        let of = |decision: DecisionCoverage| {
            let shown = decision.show(campaign.graph()).to_string();
            let (function, rest) = shown.split_once(": ").expect("a name");
            let rest = (function.rsplit("::").next() == Some(name)).then_some(rest)?;
            // "2 of 3 conditions independent (unique cause), 4 vectors"
            let words: Vec<&str> = rest.lines().next().expect("a line").split(' ').collect();
            let number = |word: &str| word.parse::<usize>().expect("a number");
            let count = number(words[2]);
            assert_eq!((number(words[0]), decision.pair(count)), (decision.covered(), None));
            let condition = |at| {
                let pair = decision.pair(at).map(|pair| pair.map(|vector| vector.to_string()));
                (pair, decision.values(at))
            };
            Some(Self {
                conditions: (0..count).map(condition).collect(),
                // or "..left out"
                vectors: words[words.len() - 2].parse().unwrap_or(0),
                covered: decision.covered(),
                is_complete: decision.is_complete(),
                covers_conditions: decision.covers_conditions(),
                covers_decision: decision.covers_decision(),
            })
        };
        let pairing = campaign.discovery().finder::<Pairing>().expect("it was asked for");
        pairing.coverage().filter_map(of).collect()
    }
}

impl Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}, {} vectors:", self.covered, self.conditions.len(), self.vectors)?;
        for (pair, [is_true, is_false]) in &self.conditions {
            let pair = pair.as_ref().map_or("no pair".to_owned(), |pair| pair.join(" "));
            let value = |is: bool, letter| if is { letter } else { "" };
            write!(f, " [{pair} {}{}]", value(*is_true, "T"), value(*is_false, "F"))?;
        }
        let all = [self.is_complete, self.covers_conditions, self.covers_decision];
        let names = [" complete", " conditions", " decision"];
        names.iter().zip(all).filter(|row| row.1).try_for_each(|row| f.write_str(row.0))
    }
}

/// The texts of decisions, ascending.
pub(crate) fn coverage(decisions: &[Told]) -> Vec<String> {
    let mut decisions: Vec<String> = decisions.iter().map(Told::to_string).collect();
    decisions.sort();
    decisions
}

/// The goals of a function's vectors by decision, ascending, with `+` if they are covered.
pub(crate) fn goals(campaign: &Campaign<Test, Trace>, case: &Case) -> Vec<String> {
    let program = LinkedProgram::linked().expect("legal");
    let mut decisions = BTreeMap::<_, BTreeSet<String>>::new();
    for id in campaign.goals().ids() {
        let Goal::Of(VECTOR, [first, ..]) = campaign.goals().goal(id) else { continue };
        let (first, needs) = (Block::new(first), campaign.goals().needs(id).expect("a goal"));
        let vector = needs.words().and_then(|words| words.split(' ').next()).expect("words");
        let path = program.path(program.graph().function_of(first));
        if path.rsplit("::").next() == Some(case.name) {
            let mark = if campaign.frontier().is_covered(id) { "+" } else { "" };
            decisions.entry(first).or_default().insert(format!("{vector}{mark}"));
        }
    }
    listed(decisions.into_values())
}

fn listed(decisions: impl IntoIterator<Item = BTreeSet<String>>) -> Vec<String> {
    let mut decisions: Vec<String> = decisions
        .into_iter()
        .map(|goals| goals.into_iter().collect::<Vec<_>>().join(" "))
        .collect();
    decisions.sort();
    decisions
}

/// What should be said of a function.
pub(crate) struct Expected {
    pub(crate) function: Function,
    /// By expression: its pairs by each rule, and the vectors that were seen with their outcomes.
    pairs: Vec<[Vec<BTreeSet<[Seen; 2]>>; 2]>,
    seen: Vec<BTreeSet<(Seen, bool)>>,
}

impl Expected {
    pub(crate) fn new(case: &Case) -> Self {
        let function = Function::of(case);
        let pairs = |expression: &Expression| [expression.unique_cause(), expression.masking()];
        let pairs = function.expressions.iter().map(pairs).collect();
        let seen = vec![BTreeSet::new(); function.expressions.len()];
        Self { function, pairs, seen }
    }

    pub(crate) fn execute(&mut self, test: &Test) {
        for &bits in test {
            for (number, seen, outcome) in self.function.execute(bits).1 {
                self.seen[number].insert((seen, outcome));
            }
        }
    }

    /// The decisions with the conditions that are told. Those which constants keep from ever being
    /// evaluated may be left out.
    fn decisions(&self, with_dead: bool) -> impl Iterator<Item = (usize, Vec<usize>)> + '_ {
        self.function.expressions.iter().enumerate().filter_map(move |(number, expression)| {
            let all = (0..expression.conditions).collect();
            let told = if with_dead { all } else { expression.alive() };
            (expression.is_decision && !told.is_empty()).then_some((number, told))
        })
    }

    /// What should be said of the decisions.
    pub(crate) fn told(&self, rule: Independence, with_dead: bool) -> Vec<Told> {
        let of = |(number, told): (usize, Vec<usize>)| {
            let rows = &self.seen[number];
            let is_seen = |vector: &Seen| rows.iter().any(|row| row.0 == *vector);
            let pairs = &self.pairs[number][usize::from(rule == Independence::Masking)];
            let kept = |seen: &Seen| text(&told.iter().map(|&at| seen[at]).collect::<Vec<_>>());
            let of = |&at: &usize| {
                let pair = pairs[at].iter().find(|pair| pair.iter().all(is_seen));
                let has = |value| rows.iter().any(|row| row.0[at] == value);
                (pair.map(|pair| pair.each_ref().map(kept)), [has(Value::True), has(Value::False)])
            };
            let conditions: Vec<_> = told.iter().map(of).collect();
            let outcomes: BTreeSet<bool> = rows.iter().map(|row| row.1).collect();
            let covered = conditions.iter().filter(|row| row.0.is_some()).count();
            Told {
                vectors: rows.len(),
                covered,
                is_complete: covered == conditions.len(),
                covers_conditions: conditions.iter().all(|row| row.1 == [true; 2]),
                covers_decision: outcomes.len() == 2,
                conditions,
            }
        };
        self.decisions(with_dead).map(of).collect()
    }

    /// One goal for each vector that the truth table has, covered if it was seen.
    pub(crate) fn goals(&self, with_dead: bool) -> Vec<String> {
        listed(self.decisions(with_dead).map(|(number, told)| {
            let table = self.function.expressions[number].table();
            let goals = table.into_iter().map(|row| {
                let kept: Vec<Value> = told.iter().map(|&at| row.0[at]).collect();
                let mark = if self.seen[number].contains(&row) { "+" } else { "" };
                format!("{}{mark}", text(&kept))
            });
            goals.filter(|goal| !goal.is_empty() && goal != "+").collect()
        }))
    }
}
