//! The report as plain data.

use super::source::Sources;
use crate::observe::{ComparedAt, quoted};
use crate::program::{Mark, Place, Program, Symbols, is_library, shown};
use crate::search::{Test, name_of};
use sbst::fitness::Divergence;
use sbst::id::{Block, Function};
use sbst::objective::{Cause, Goal};
use sbst::report::{Report, Standing};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// The result of a search. `report.json` has this form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct NativeReport {
    /// Version of the form.
    pub(crate) version: u32,
    /// Number of executions of the search, by all workers.
    pub(crate) executions: u64,
    pub(crate) total: Count,
    pub(crate) files: Vec<FileRow>,
    pub(crate) functions: Vec<FunctionRow>,
    /// Branches that are not covered, those first that can be.
    pub(crate) open: Vec<OpenRow>,
    /// Inputs that came nearest to open branches, each once: one may be the nearest to hundreds.
    pub(crate) inputs: Vec<InputRow>,
    /// Inputs that cover together what is covered.
    pub(crate) tests: Vec<TestRow>,
}

/// Numbers of branches; the entry of a function without branches counts as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Count {
    pub(crate) branches: usize,
    pub(crate) covered: usize,
    /// Not covered, because every path from there ends in a panic.
    pub(crate) panics: usize,
    /// Not covered, in functions of the standard library or of the harness.
    pub(crate) library: usize,
    /// Not covered, in functions to which no chain of direct calls leads.
    pub(crate) not_called: usize,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FileRow {
    pub(crate) file: String,
    #[serde(flatten)]
    pub(crate) count: Count,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FunctionRow {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    #[serde(flatten)]
    pub(crate) count: Count,
}

/// A place in the source code, with the text of its line if the file can be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Spot {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) source: Option<String>,
}

/// A branch that is not covered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct OpenRow {
    pub(crate) function: String,
    /// Where the branch is decided.
    pub(crate) from: Option<Spot>,
    /// Where it leads.
    pub(crate) to: Option<Spot>,
    pub(crate) mark: Option<Mark>,
    #[serde(flatten)]
    pub(crate) why: Why,
}

/// Why a branch is not covered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "standing")]
pub(crate) enum Why {
    /// An input came near.
    Near {
        /// The input: its place in the list `inputs`, from 0.
        input: usize,
        /// Number of decisions that must follow the one that was missed.
        level: u32,
        /// How far the operands were from the other outcome; `None` if that is not known.
        distance: Option<f64>,
        /// The comparison that was missed.
        missed: Option<Spot>,
        /// Its operands.
        operands: Option<String>,
        /// Whether the comparison also decided an earlier branch, in both ways, so that another one
        /// may decide this one: of addresses, of which LLVM tells nothing.
        is_doubtful: bool,
        /// The decisions that must follow, and the calls.
        then: Vec<Spot>,
    },
    /// No input came near.
    Far,
    /// A branch before it is not covered yet.
    Waiting,
    /// It was left out.
    LeftOut,
}

/// An input that came near.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct InputRow {
    /// The input, as in a byte string of Rust. Long ones are cut.
    pub(crate) input: String,
    /// Its bytes in hexadecimal digits.
    pub(crate) bytes: String,
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TestRow {
    /// Name of its file in the folder of tests.
    pub(crate) file: String,
    pub(crate) length: usize,
    /// The input, as in a byte string of Rust.
    pub(crate) input: String,
}

impl Why {
    /// Returns a number that is less the sooner the branch can be covered.
    fn rank(&self) -> u32 {
        match self {
            Self::Near { level, .. } => *level,
            Self::Far => u32::MAX - 2,
            Self::Waiting => u32::MAX - 1,
            Self::LeftOut => u32::MAX,
        }
    }
}

impl NativeReport {
    /// Makes the report from that of the campaign. `marks` are those of the blocks, and `compared`
    /// is the comparison that decided a block last, if it is known.
    pub(crate) fn of(
        report: &Report<Test>,
        program: &Program,
        symbols: &Symbols,
        marks: &[Option<Mark>],
        compared: impl Fn(Block) -> Option<ComparedAt>,
        executions: u64,
        tests: &[Vec<u8>],
    ) -> Self {
        let here = std::env::current_dir()
            .map_or_else(|_| String::new(), |here| here.display().to_string());
        let mut make = Make {
            program,
            symbols,
            compared: &compared,
            here,
            sources: Sources::default(),
            inputs: Vec::new(),
            input_of: BTreeMap::new(),
        };
        let graph = program.graph();
        let mut functions: Vec<FunctionRow> =
            graph.functions().map(|function| make.function(function)).collect();
        let (mut open, mut total) = (Vec::new(), Count::default());
        for row in &report.goals {
            let (from, to) = match row.goal {
                Goal::Branch(branch) => {
                    (Some(graph.edge(branch).source), graph.edge(branch).target)
                }
                Goal::Block(block) => (None, block),
                _ => continue,
            };
            let function = graph.function_of(to);
            let mark = marks.get(to.index()).copied().flatten();
            for count in [&mut total, &mut functions[function.index()].count] {
                count.branches += 1;
                count.covered += usize::from(row.is_covered());
                count.panics += usize::from(!row.is_covered() && mark == Some(Mark::Panics));
                count.library += usize::from(!row.is_covered() && mark == Some(Mark::Library));
                count.not_called += usize::from(!row.is_covered() && mark == Some(Mark::NotCalled));
            }
            if !row.is_covered() {
                let function = functions[function.index()].name.clone();
                let from = from.and_then(|block| {
                    make.decision(block)
                        .or_else(|| make.spot(graph.entry(graph.function_of(block))))
                });
                let to = make.spot(to).or_else(|| from.clone());
                open.push(OpenRow {
                    function,
                    from,
                    to,
                    mark,
                    why: make.why(&row.standing, report),
                });
            }
        }
        open.sort_by_key(|row| (row.mark, row.why.rank()));
        let mut files: BTreeMap<String, Count> = BTreeMap::new();
        for function in &functions {
            let count = files.entry(function.file.clone()).or_default();
            count.branches += function.count.branches;
            count.covered += function.count.covered;
            count.panics += function.count.panics;
            count.library += function.count.library;
            count.not_called += function.count.not_called;
        }
        let files = files.into_iter().map(|(file, count)| FileRow { file, count }).collect();
        let test = |test: &Vec<u8>| TestRow {
            file: name_of(test),
            length: test.len(),
            input: beginning(test),
        };
        let (inputs, tests) = (make.inputs, tests.iter().map(test).collect());
        Self { version: 2, executions, total, files, functions, open, inputs, tests }
    }
}

/// Writes the beginning of an input as in a byte string of Rust.
fn beginning(input: &[u8]) -> String {
    const MOST: usize = 200;
    if input.len() <= MOST {
        quoted(input)
    } else {
        format!("{} and {} bytes more", quoted(&input[..MOST]), input.len() - MOST)
    }
}

struct Make<'a> {
    program: &'a Program,
    symbols: &'a Symbols,
    compared: &'a dyn Fn(Block) -> Option<ComparedAt>,
    /// The folder where the user is.
    here: String,
    sources: Sources,
    inputs: Vec<InputRow>,
    /// Places in `inputs`, by the bytes.
    input_of: BTreeMap<Arc<[u8]>, usize>,
}

impl Make<'_> {
    /// Returns where a block is in the source code. One without code, such as compilers put into an
    /// edge, is where the next one with code is.
    fn place(&self, block: Block) -> Option<Place> {
        let mut number = block.number();
        for _ in 0..8 {
            if let Some(place) = self.symbols.place(self.program.blocks[number as usize].address) {
                return Some(place);
            }
            let [next] = *self.program.successors(number) else { break };
            number = next;
        }
        None
    }

    fn spot(&mut self, block: Block) -> Option<Spot> {
        let place = self.place(block)?;
        Some(self.spot_at(place))
    }

    /// Returns where a block is decided: at its comparison, if that is in the same function.
    fn decision(&mut self, block: Block) -> Option<Spot> {
        let function = self.program.function_of(block.number());
        let address = self
            .address(block)
            .filter(|&address| self.program.function_at(address) == Some(function));
        address.and_then(|address| self.comparison(address)).or_else(|| self.spot(block))
    }

    /// Returns the address of the comparison that decides a block.
    fn address(&self, block: Block) -> Option<usize> {
        (self.compared)(block)?.address
    }

    /// Returns where a comparison is, unless that says nothing: within the standard library. The
    /// address is the one after the call of its hook.
    fn comparison(&mut self, address: usize) -> Option<Spot> {
        let place = self.symbols.place(address - 1).filter(|place| !is_library(&place.file))?;
        Some(self.spot_at(place))
    }

    fn spot_at(&mut self, Place { file, line, .. }: Place) -> Spot {
        let source = self.sources.line(&file, line);
        Spot { file: shown(&file, &self.here).to_owned(), line, source }
    }

    /// Returns the place of an input in the list of inputs, and adds it if it is new.
    fn input(&mut self, bytes: &Arc<[u8]>) -> usize {
        if let Some(&place) = self.input_of.get(bytes) {
            return place;
        }
        let mut digits = String::with_capacity(2 * bytes.len());
        for byte in &**bytes {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        self.inputs.push(InputRow { input: beginning(bytes), bytes: digits });
        self.input_of.insert(bytes.clone(), self.inputs.len() - 1);
        self.inputs.len() - 1
    }

    fn function(&self, function: Function) -> FunctionRow {
        let graph = self.program.graph();
        let name =
            graph.function_name(function).map_or_else(|| function.to_string(), str::to_owned);
        let place = self.place(graph.entry(function));
        let (file, line) = place.map_or_else(
            || ("unknown".to_owned(), 0),
            |place| (shown(&place.file, &self.here).to_owned(), place.line),
        );
        FunctionRow { name, file, line, count: Count::default() }
    }

    fn why(&mut self, standing: &Standing, report: &Report<Test>) -> Why {
        let Standing::Near { test, fitness, why, .. } = standing else {
            return match standing {
                Standing::Waiting { .. } => Why::Waiting,
                Standing::LeftOut => Why::LeftOut,
                _ => Why::Far,
            };
        };
        let Some(kept) = report.tests.get(*test) else { return Why::Far };
        let (mut missed, mut then, mut is_doubtful) = (None, Vec::new(), false);
        if let Some(Cause::Away(chain)) = why.as_ref().map(|why| &why.why) {
            missed = match chain.divergence {
                Divergence::Missed(edge, _) => {
                    is_doubtful =
                        (self.compared)(edge.source).is_some_and(|compared| compared.is_spent);
                    let compared =
                        self.address(edge.source).and_then(|address| self.comparison(address));
                    compared.or_else(|| self.spot(edge.source))
                }
                Divergence::Taken(edge) | Divergence::Left(edge) => self.spot(edge.source),
                Divergence::Entered(block) => self.spot(block),
                _ => None,
            };
            let mut steps: Vec<Block> = chain.branches.iter().map(|edge| edge.source).collect();
            for call in &chain.calls {
                steps.push(call.block);
                steps.extend(call.branches.iter().map(|edge| edge.source));
            }
            then = steps.into_iter().filter_map(|block| self.decision(block)).collect();
        }
        let distance = Some(fitness.distance.get()).filter(|distance| distance.is_finite());
        let operands = why.as_ref().and_then(|why| why.operands.as_deref().map(str::to_owned));
        Why::Near {
            input: self.input(&kept.test.bytes),
            level: fitness.level,
            distance,
            missed,
            operands,
            is_doubtful,
            then,
        }
    }
}
