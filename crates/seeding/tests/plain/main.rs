//! Plain data, written and read: what comes back is what was written, in two formats, and what no
//! constructor makes is refused.

#[allow(dead_code, reason = "its answers are tested elsewhere")]
#[path = "../seeds/definitions/construction.rs"]
mod construction;
#[path = "../../../../tests/plain/formats.rs"]
mod formats;
#[allow(dead_code, reason = "of all programs")]
#[path = "../seeds/construction/programs.rs"]
mod programs;

/// As the other tests name it.
mod definitions {
    pub(crate) use crate::construction;
}

use formats::{again, comes_back, read, refused};
use programs::{ALL, Shape, bounded, graphs, programs};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::dependences::DependenceGraph;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function, Instruction, Variable};
use sbst_oracle::effort::config;
use sbst_seeding::behaviour::Dissimilarity;
use sbst_seeding::construction::{
    ConstructionGraph, Counted, Leading, Need, PathLimits, Plan, PlanStep, Sampling, Site,
    UnbuiltReason, valid_parameters,
};
use sbst_seeding::pool::{Pool, Rates, Tests};
use sbst_seeding::slice::{Cut, Limits, Slice};
use sbst_seeding::usage::{Choice, MAX_ORDER, UsageModel, models, sequences as sequences_of};
use serde_json::json;
use std::collections::BTreeSet;

fn trained(order: usize, sequences: &[Vec<u8>]) -> UsageModel<u8> {
    let mut model = UsageModel::with_order(order).expect("an order");
    model.extend(sequences.iter().cloned());
    model
}

fn sequences() -> impl Strategy<Value = Vec<Vec<u8>>> {
    vec(vec(0..3_u8, 0..6), 0..7)
}

fn orders() -> impl Strategy<Value = usize> {
    prop_oneof![1..=4_usize, Just(MAX_ORDER)]
}

/// Asks a model everything, and makes it larger.
fn is_used(model: &UsageModel<u8>) {
    assert!(model.states().count() == 0 || model.independent_walks() > 0);
    for state in model.states() {
        let sum: f64 = state.transitions().map(|way| way.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum} from {state:?}");
        for way in state.transitions() {
            assert!(
                way.probability > 0.0
                    && way.action.is_none_or(|action| model
                        .state(&[state.history(), &[*action]].concat())
                        .is_some()),
                "{way:?}"
            );
        }
    }
    // At each state, some way on leads nearer to the end.
    for choice in [Choice::Uniform, Choice::Frequent, Choice::Rare] {
        let mut seed = 1_u64;
        let mut draw = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        };
        let walk = model.walk(choice, 50, &mut draw);
        assert!(walk.is_none_or(|walk| model.accepts(&walk)));
    }
    assert!(model.to_dot(u8::to_string).ends_with("}\n"));
    let mut larger = model.clone();
    larger.merge(model).expect("the same order");
    larger.train([7, 0, 1]);
    assert!(larger.accepts(&[7, 0, 1]));
    comes_back(larger);
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn models_come_back(sequences in sequences(), order in orders()) {
        let model = trained(order, &sequences);
        is_used(&model);
        comes_back(model);
    }

    /// Each process trains with some sequences and sends its model. Models are merged in the order
    /// in which they arrive.
    #[test]
    fn models_sent_in_parts_and_merged_in_any_order_are_that_of_one_process(
        (parts, arriving) in vec(sequences(), 1..5).prop_flat_map(|parts| (Just(parts.clone()), Just(parts).prop_shuffle())),
        order in orders(),
    ) {
        let whole = trained(order, &parts.concat());
        for format in 0..2 {
            let mut merged = trained(order, &[]);
            for part in &arriving {
                merged.merge(&again(&trained(order, part))[format]).expect("the same order");
            }
            prop_assert_eq!(&merged, &whole);
        }
    }

    #[test]
    fn counts_at_their_limit_come_back(
        sequences in sequences(),
        order in orders(),
        doubled in 60..70,
    ) {
        let mut model = trained(order, &sequences);
        for _ in 0..doubled {
            model.merge(&model.clone()).expect("the same order");
        }
        is_used(&model);
        comes_back(model);
    }

    #[test]
    fn pools_come_back(objects in vec((0..4_u8, ".{0,3}"), 0..9)) {
        let mut pool = Pool::new();
        objects.into_iter().for_each(|(class, object)| pool.add(class, object));
        comes_back(pool.clone());
        let mut backs = again(&pool);
        for class in 0..4 {
            let taken = pool.take(&class, 1.0, || 0.5);
            prop_assert!(backs.iter_mut().all(|back| back.take(&class, 1.0, || 0.5) == taken));
        }
        backs.iter_mut().for_each(|back| back.merge(pool.clone()));
        pool.merge(pool.clone());
        prop_assert!(backs.iter().all(|back| *back == pool));
    }

    #[test]
    fn samplings_come_back(scores in vec(prop_oneof![Just(0.0), 0.0..9.0, any::<f64>()], 0..200)) {
        comes_back(Sampling::of(scores));
    }

    #[test]
    fn dependence_graphs_come_back(program in programs(14, ALL, Shape::Hostile, 3)) {
        let graph = program.graph();
        comes_back(graph.clone());
        let sliced = |code| {
            Slice::of_branch(&code, program.operands_of_branch(), [], bounded(2))
                .expect("all are there")
        };
        let graphs = again(&graph).map(|back| ConstructionGraph::new(&sliced(back)));
        prop_assert!(
            graphs.iter().all(|back| *back == ConstructionGraph::new(&sliced(graph.clone())))
        );
    }

    #[test]
    fn plans_come_back(
        graph in graphs(),
        steps in prop_oneof![0..6_usize, Just(200)],
        refused in any::<u64>(),
    ) {
        let plan = graph
            .plan(steps, |node| (refused >> (node.variable.number() % 64) & 1 == 0).then_some(1));
        comes_back(plan);
        comes_back(graph.unrolled(2, 50).plan(steps, |_| Some(1)));
    }

    /// The slots of a plan exist, whatever it says, and each question why ends.
    #[test]
    fn hostile_plans_are_harmless(
        steps in vec((0..5_u32, 0..4_u32, proptest::option::of(0..3_usize)), 0..4),
        unbuilt in vec((0..6_u32, proptest::option::of(0..6_u32)), 0..5),
    ) {
        let step = |&(kind, variable, slot): &(u32, u32, Option<usize>)| match kind {
            0 => json!({ "Input": { "variable": variable, "slot": slot } }),
            1 => json!({ "Read": { "variable": variable } }),
            2 => json!({ "Call": { "variable": variable } }),
            3 => json!({ "Put": { "variable": variable } }),
            _ => json!({ "Write": { "variable": variable, "slot": slot.unwrap_or(0) } }),
        };
        let missing = |&(variable, parent): &(u32, Option<u32>)| {
            json!([variable, parent.map_or(json!("Cycle"), |parent| json!({ "Parent": parent }))])
        };
        let text = json!({
            "steps": steps.iter().map(step).collect::<Vec<_>>(),
            "unbuilt": unbuilt.iter().map(missing).collect::<Vec<_>>(),
        })
        .to_string();
        let Ok(plan) = serde_json::from_str::<Plan>(&text) else { return Ok(()) };
        for step in &plan.steps {
            prop_assert!(step.slot().is_none_or(|slot| plan.slots[slot] == step.variable()));
        }
        for &start in &plan.unbuilt {
            let (mut at, mut steps) = (start, 0);
            while let UnbuiltReason::Parent(parent) = at.1 {
                steps += 1;
                prop_assert!(steps <= plan.unbuilt.len(), "{plan:?}");
                at = *plan
                    .unbuilt
                    .iter()
                    .find(|unbuilt| unbuilt.0 == parent)
                    .expect("not built either");
            }
        }
        comes_back(plan);
    }
}

/// All models of the actions 0 and 1 with n = 2 in which nothing is counted more than twice and at
/// most four actions are: those are read in which each state lies on a walk from the start to the
/// end, and no others; all that sequences make are among them.
#[test]
fn exactly_those_models_are_read_that_can_be_walked() {
    let up_to = |length: u32| {
        (0..=length).flat_map(|length| {
            (0..1_u32 << length)
                .map(move |code| (0..length).map(|at| (code >> at & 1) as u8).collect())
        })
    };
    let all: Vec<Vec<u8>> = up_to(4).collect();
    let text = |model: &UsageModel<u8>| serde_json::to_string(model).expect("can be written");
    let mut trainable = BTreeSet::from([text(&trained(2, &[]))]);
    for one in &all {
        trainable.insert(text(&trained(2, std::slice::from_ref(one))));
        for other in all.iter().filter(|other| one.len() + other.len() <= 4) {
            trainable.insert(text(&trained(2, &[one.clone(), other.clone()])));
        }
    }
    let mut found = BTreeSet::new();
    for code in 0..3_u32.pow(9) {
        let count = |state: u32, way: u32| u64::from(code / 3_u32.pow(3 * state + way) % 3);
        let actions: u64 = (0..3).map(|state| count(state, 1) + count(state, 2)).sum();
        if actions > 4 {
            continue;
        }
        let there: Vec<u32> =
            (0..3).filter(|&state| (0..3).any(|way| count(state, way) > 0)).collect();
        let states: Vec<_> = there
            .iter()
            .map(|&state| {
                let history: Vec<u32> = state.checked_sub(1).into_iter().collect();
                let actions: Vec<_> = (0..2)
                    .map(|action| (action, count(state, action + 1)))
                    .filter(|way| way.1 > 0)
                    .collect();
                json!({ "history": history, "end": count(state, 0), "actions": actions })
            })
            .collect();
        // 3 is the end. Whether one leads to another in up to three steps, and whether all states
        // are there that are led to.
        let leads = |from: u32, to: u32| {
            from < 3 && if to == 3 { count(from, 0) > 0 } else { to > 0 && count(from, to) > 0 }
        };
        let joined = |from: u32, to: u32| {
            let [mut reached, mut before] = [vec![from], vec![]];
            while reached != before {
                before.clone_from(&reached);
                reached = (0..4)
                    .filter(|&node| before.iter().any(|&other| other == node || leads(other, node)))
                    .collect();
            }
            reached.contains(&to)
        };
        let is_walkable = there.iter().all(|&state| joined(0, state) && joined(state, 3))
            && there.iter().all(|&state| (1..3).all(|to| !leads(state, to) || there.contains(&to)));
        for sequences in 0..3 {
            let form = json!({ "order": 2, "sequences": sequences, "states": states }).to_string();
            let read = serde_json::from_str::<UsageModel<u8>>(&form);
            let is_legal =
                if there.is_empty() { sequences == 0 } else { sequences > 0 && is_walkable };
            assert_eq!(read.is_ok(), is_legal, "{form}");
            if let Ok(model) = read {
                is_used(&model);
                found.insert(text(&model));
            }
        }
    }
    let small = |text: &String| {
        (3..=9).all(|count| {
            !text.contains(&format!(",{count}]")) && !text.contains(&format!("\"end\":{count}"))
        })
    };
    trainable.retain(small);
    assert_eq!(trainable.len(), 84);
    assert!(trainable.is_subset(&found));
}

#[test]
fn models_of_control_flow_come_back() {
    // One way in and two ways out: no sequences are counted so.
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2)).expect("legal");
    let learned = models(&graph, Function::new(0), 2, |block| [((), graph.local(block) as u8)])
        .expect("n = 2");
    is_used(&learned[0].1);
    comes_back(learned[0].1.clone());
    comes_back(
        sequences_of(&graph, Function::new(0), 1, 2, |block| [('o', graph.local(block) as u8)])
            .expect("n = 2"),
    );
}

/// A model of one state, and of two: what is said of them.
fn model(order: usize, sequences: u64, states: &str) -> String {
    format!(r#"{{"order":{order},"sequences":{sequences},"states":[{states}]}}"#)
}

fn state(history: &str, end: u64, actions: &str) -> String {
    format!(r#"{{"history":[{history}],"end":{end},"actions":[{actions}]}}"#)
}

#[test]
fn what_no_sequences_make_is_no_model() {
    let why = |order, sequences, states: &[String]| {
        refused::<UsageModel<u8>>(&model(order, sequences, &states.join(",")))
    };
    assert!(why(0, 0, &[]).contains("n = 0"));
    assert!(why(2, 1, &[]).contains("without a start"));
    assert!(why(2, 0, &[state("", 1, "")]).contains("without sequences"));
    assert!(why(2, 1, &[state("", 0, "")]).contains("lies on no way"));
    assert!(why(2, 1, &[state("1", 1, "")]).contains("without a start"));
    assert!(why(2, 1, &[state("", 1, "[1,0]"), state("1", 1, "")]).contains("never taken"));
    assert!(why(2, 1, &[state("", 0, "[1,1]")]).contains("leads to no state"));
    assert!(why(2, 1, &[state("", 0, "[1,1]"), state("1", 0, "[1,1]")]).contains("lies on no way")); // nobody would come to the end
    assert!(why(2, 1, &[state("", 1, ""), state("1", 0, "[1,4]")]).contains("lies on no way"));
    // Longer than n - 1 actions.
    assert!(
        why(2, 1, &[state("", 0, "[1,1]"), state("1", 1, ""), state("1,1", 1, "")])
            .contains("lies on no way")
    );
    assert!(why(2, 1, &[state("1", 1, ""), state("", 0, "[1,1]")]).contains("ascend"));
    assert!(why(2, 1, &[state("", 1, ""), state("", 1, "")]).contains("ascend"));
    assert!(why(1, 1, &[state("", 1, "[2,1],[1,1]")]).contains("ascend"));
    assert!(why(1, 1, &[state("", 1, "[1,1],[1,1]")]).contains("ascend"));
    let max = u64::MAX;
    is_used(&read(&model(
        2,
        max,
        &[state("", 0, &format!("[1,{max}]")), state("1", max, &format!("[1,{max}]"))].join(","),
    )));
    assert!(why(MAX_ORDER + 1, 0, &[]).contains("n = 33"));
}

#[test]
fn a_model_is_a_list_of_states() {
    let text =
        model(2, 2, &[state("", 0, "[1,2]"), state("1", 1, "[2,1]"), state("2", 1, "")].join(","));
    assert_eq!(
        serde_json::to_string(&trained(2, &[vec![1], vec![1, 2]])).expect("can be written"),
        *text
    );
    comes_back(UsageModel::from_iter([["open".to_string(), "close".to_string()]]));
    let long = Vec::from_iter(0..30_000);
    comes_back(UsageModel::from_iter([long])); // without recursion
}

#[test]
fn settings_come_back() {
    let weighted = Dissimilarity::with_weight(0.3).expect("positive");
    comes_back((Dissimilarity::JACCARD, Dissimilarity::ANTI_DICE.of_multisets(), weighted));
    assert!(refused::<Dissimilarity>(r#"{"weight":0,"multisets":true}"#).contains("a weight of 0"));
    assert!(
        refused::<Dissimilarity>(r#"{"weight":-1e300,"multisets":false}"#)
            .contains("not positive and finite")
    );
    comes_back((Choice::Uniform, Choice::Frequent, Choice::Rare, Rates::MODEL_SEEDING));
    comes_back(Rates { pick_initial: f64::INFINITY, pick_change: -0.5, clone_test: 5e-324 });
    comes_back((
        Limits::PUBLISHED,
        Limits { call_depth: u32::MAX, occurrences: 0 },
        Cut::Depth,
        Cut::Occurrences,
    ));
    comes_back((
        Need::Operand,
        Need::Data,
        Need::Control(3),
        Counted::Decided,
        Counted::All,
        PathLimits { methods: 0, paths: usize::MAX },
    ));
    let site =
        Site { method: Function::new(1), block: Block::new(2), instruction: Instruction::new(3) };
    comes_back((site, Function::new(4)));
    let leading = Leading { leading: 9, branches: 2 };
    comes_back(leading);
    assert!(again(&leading).iter().all(|back| back.share() == 1.0));
    let variable = Variable::new(3);
    comes_back((
        PlanStep::Input { variable, slot: None },
        PlanStep::Call { variable },
        PlanStep::Put { variable },
        PlanStep::Write { variable, slot: usize::MAX },
    ));
    let reasons = [
        UnbuiltReason::Refused,
        UnbuiltReason::NoReceiver,
        UnbuiltReason::Parent(variable),
        UnbuiltReason::Cycle,
        UnbuiltReason::Statements,
        UnbuiltReason::Unneeded,
    ];
    reasons.into_iter().for_each(|reason| comes_back((variable, reason)));
}

#[test]
fn rates_that_are_no_chances_are_used() {
    let rates: Rates = read(r#"{"pick_initial":"NaN","pick_change":"-inf","clone_test":7}"#);
    let mut pool = Pool::new();
    pool.add(0, "object");
    assert_eq!(pool.pick(&0, rates.pick_initial, || 0.0), None);
    assert_eq!(pool.take(&0, rates.pick_change, || 0.0), None);
    assert_eq!(pool.take(&0, rates.clone_test, || 0.9), Some("object"));
}

#[test]
fn pools_of_tests_come_back() {
    let mut tests = Tests::new();
    tests.add("a test".to_string(), [3, 1, 3]);
    tests.add("another".to_string(), []);
    comes_back(tests);
}

#[test]
fn what_nobody_pools_is_refused() {
    assert!(refused::<Pool<u8, u8>>("[[1,[]]]").contains("without objects"));
    assert!(refused::<Pool<u8, u8>>("[[2,[1]],[1,[1]]]").contains("ascend"));
    assert!(refused::<Pool<u8, u8>>("[[1,[1]],[1,[2]]]").contains("each once"));
}

#[test]
fn chances_are_those_of_some_scores() {
    for text in ["[0.5]", "[0.5,0.6]", "[-0.5,1.5]", "[0]", "[2,-1]", "[1,1e-9]"] {
        assert!(refused::<Sampling>(text).contains("sum must be 1"), "{text}");
    }
    assert_eq!(read::<Sampling>("[]").pick(0.5), None);
    assert_eq!(read::<Sampling>("[0,1]").pick(0.0), Some(1));
    // JSON cannot say it, other formats can.
    assert!(
        postcard::from_bytes::<Sampling>(
            &postcard::to_allocvec(&[f64::NAN][..]).expect("can be written")
        )
        .is_err()
    );
}

#[test]
fn instructions_that_never_come_are_reported_when_they_are_met() {
    let code: DependenceGraph = read(
        r#"{"instructions":[{"kind":"Call","alias":9,"operands":[["Receiver",7]],"controls":[4294967295],"returns":[0,5]}]}"#,
    );
    let call = Instruction::new(0);
    assert!(Slice::of_branch(&code, [call], [], Limits::PUBLISHED).is_err());
    assert!(valid_parameters(&code, &[call], call).is_err());
}

#[test]
fn what_nobody_plans_is_refused() {
    let plan =
        |steps: &str, unbuilt: &str| format!(r#"{{"steps":[{steps}],"unbuilt":[{unbuilt}]}}"#);
    let write = |variable: u32, slot: u32| {
        format!(r#"{{"Write":{{"variable":{variable},"slot":{slot}}}}}"#)
    };
    let unbuilt = |variable: u32, reason: &str| format!("[{variable},{reason}]");
    assert!(refused::<Plan>(&plan(&write(0, 1), "")).contains("numbered from 0"));
    assert!(
        refused::<Plan>(&plan(&[write(0, 1), write(1, 0)].join(","), ""))
            .contains("numbered from 0")
    );
    assert!(
        refused::<Plan>(&plan(&[write(0, 0), write(0, 1)].join(","), ""))
            .contains("each variable once")
    );
    assert!(
        refused::<Plan>(&plan(&write(0, 0), &unbuilt(0, r#""Statements""#)))
            .contains("each variable once")
    );
    let two = [unbuilt(2, r#""Cycle""#), unbuilt(1, r#""Cycle""#)].join(",");
    assert!(refused::<Plan>(&plan("", &two)).contains("ascending order"));
    assert!(
        refused::<Plan>(&plan(&write(0, 0), &unbuilt(1, r#"{"Parent":0}"#)))
            .contains("must be unbuilt")
    );
    assert!(refused::<Plan>(&plan("", &unbuilt(1, r#"{"Parent":1}"#))).contains("lead back"));
    let circle = [unbuilt(1, r#"{"Parent":2}"#), unbuilt(2, r#"{"Parent":1}"#)].join(",");
    assert!(refused::<Plan>(&plan("", &circle)).contains("lead back"));
}
