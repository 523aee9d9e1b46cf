//! Settings of a campaign.

use super::error::CampaignError;
use super::search::{Campaign, Record, Search, Settings};
use crate::execution::{CallTreeLimits, Facts, Trace};
use crate::fitness::flag::{FlagGradient, FlagSource, Flags};
use crate::flow::{ControlFlow, FlowGraph, Lines};
use crate::id::{Function, GoalId};
use crate::objective::{
    Criterion, Discoveries, Discovery, Forms, Goals, Method, MutantGoal, Program, ProgramParts,
    Roots, Tables,
};
use crate::report::KeptTests;
use crate::selection::{Frontier, Sampling};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Makes the flags once the graph is complete.
pub(crate) type Declare = Box<dyn FnOnce(&FlowGraph) -> Result<Flags, CampaignError> + Send>;
/// Adds goals to the registry once the program is complete.
type Make<X> = Box<dyn FnOnce(&Program<'_>, &mut Goals<X>) + Send>;
/// Adds a finder of goals once the program is complete.
type Discover<X> =
    Box<dyn FnOnce(&Program<'_>, &mut Discoveries<X>) -> Result<(), CampaignError> + Send>;
/// Returns the goals that the search does not pursue, once all goals are made.
type LeaveOut<X> = Box<dyn FnOnce(&Program<'_>, &Goals<X>) -> Vec<GoalId> + Send>;

/// The settings of a campaign: the program, the goals, and how they are pursued.
///
/// Give the functions ([`function`](Self::function), [`graph`](Self::graph)), then the goals
/// ([`criteria`](Self::criteria), or [`goals`](Self::goals) one kind at a time), then
/// [`build`](Self::build). All other settings are optional, in any order: goals are made when the
/// campaign is built.
///
/// | you want | setting |
/// |---|---|
/// | goals of lines, methods, outputs, mutants | [`lines`](Self::lines), [`methods`](Self::methods), [`mutants`](Self::mutants), and their [`criteria`](Self::criteria) |
/// | exceptions that become goals when they are first seen | [`Criterion::Exception`], or [`exceptions`](Self::exceptions) |
/// | branches that test the result of a call | [`flags`](Self::flags) |
/// | fewer goals, by what covering others implies | [`without`](Self::without) what [subsumption](crate::subsumption) or [smart selection](crate::subsumption::smart) drops |
/// | every goal from the start, as in MOSA and whole suites | [`roots`](Self::roots) with [`Roots::All`] |
/// | another choice of the goal to pursue next | [`sampling`](Self::sampling) |
/// | published formulas | [`in_forms`](Self::in_forms), and the rules of the [`recorder`](Self::recorder) |
/// | mistakes in hooks found at once | [`recorder`](Self::recorder) with [`Trace::with_path_check`] |
/// | shorter tests | [`build_by_cost`](Self::build_by_cost) |
///
/// ```
/// use sbst::Campaign;
/// use sbst::campaign::CampaignBuilder;
/// use sbst::execution::Trace;
/// use sbst::flow::FlowBuilder;
/// use sbst::objective::Criterion;
///
/// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let builder: CampaignBuilder = Campaign::builder()
///     .function(&body)?
///     .criteria([Criterion::Branch, Criterion::Exception])
///     .recorder(Trace::with_path_check);
/// let campaign: Campaign<Vec<u8>, Trace, usize> = builder.build_by_cost(Vec::len)?;
/// assert_eq!(campaign.goals().len(), 2);
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
#[must_use]
pub struct CampaignBuilder<X: ?Sized = Trace> {
    parts: ProgramParts,
    goals: Vec<Make<X>>,
    left_out: Vec<LeaveOut<X>>,
    roots: Roots,
    sampling: Sampling,
    pub(crate) flags: Declare,
    discover: Vec<Discover<X>>,
    settings: Settings,
    discovery: Discoveries<X>,
    record: Record,
    across_calls: bool,
}

impl Campaign<()> {
    /// Creates the builder of a campaign for functions with hooks, which are executed on a
    /// [`Trace`].
    ///
    /// The texts of operands that the subject gives
    /// ([`Frame::decide_with`](crate::execution::Frame::decide_with)) appear in the report. For a
    /// store of your own see [`CampaignBuilder::new`].
    pub fn builder() -> CampaignBuilder {
        CampaignBuilder::new().recorder(Trace::with_operands).operands()
    }
}

impl CampaignBuilder {
    /// Changes the settings of the recorder: rules of distances, path checks, limits of the call
    /// tree.
    ///
    /// `settings` receives a recorder that already records everything the goals and flags need. If
    /// you call this several times, each closure receives the recorder that the closure before
    /// returned.
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::distance::Rules;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::{Function, GoalId};
    /// use sbst::objective::Criterion;
    ///
    /// let mut campaign = Campaign::builder()
    ///     .function(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?
    ///     .criteria([Criterion::Branch])
    ///     .recorder(|trace| trace.with_rules(Rules::EVOSUITE).with_path_check())
    ///     .build()?;
    /// let outcome = campaign.run(&7, |caller, x| {
    ///     let f = caller.enter(Function::new(0));
    ///     if f.decide(0, caller.rules().eq(*x, 10)) {
    ///         f.returns(1, 0)
    ///     } else {
    ///         f.returns(2, 1)
    ///     }
    /// })?;
    /// assert_eq!(outcome.row[0].distance.get(), 3.0); // 10 - 7; the default rules add 1
    ///
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn recorder(self, settings: impl Fn(Trace) -> Trace + Send + Sync + 'static) -> Self {
        let before = self.record;
        Self { record: Box::new(move |trace| settings(before(trace))), ..self }
    }
}

impl<X: Facts + ?Sized> CampaignBuilder<X> {
    /// Creates the builder of a campaign for executions of type `X`: a store of your own, which you
    /// [offer](Campaign::offer).
    ///
    /// The two methods of [`Execution`](crate::execution::Execution) suffice for goals of branches,
    /// blocks, lines and statements. Goals that read something else are refused with an error,
    /// unless the store says in [`Facts`] that it knows it.
    ///
    /// ```
    /// use sbst::campaign::CampaignBuilder;
    /// use sbst::distance::Distance;
    /// use sbst::execution::{Execution, Facts};
    /// use sbst::flow::{Edge, FlowBuilder};
    /// use sbst::id::{Block, Function};
    /// use sbst::objective::{Criterion, Method};
    ///
    /// struct Mine;
    /// impl Execution for Mine {
    ///     fn branch_distance(&self, _: Edge) -> Option<Distance> {
    ///         None
    ///     }
    ///     fn progress(&self, _: Block) -> Option<u32> {
    ///         None
    ///     }
    /// }
    /// impl Facts for Mine {}
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let start = |criteria| {
    ///     CampaignBuilder::<Mine>::new()
    ///         .function(&body)?
    ///         .methods([Method::new(Function::new(0))])
    ///         .criteria(criteria)
    ///         .build::<String>()
    /// };
    /// let mut campaign = start([Criterion::Branch, Criterion::Block])?;
    /// assert_eq!(campaign.goals().len(), 5);
    /// assert!(campaign.offer("a test", &Mine).is_ok());
    ///
    /// let mut of_calls = start([Criterion::Branch, Criterion::Method])?;
    /// let error = of_calls.offer("a test", &Mine).map(|_| ()).expect_err("not known");
    /// assert!(
    ///     error.to_string().starts_with("the criterion `method` reads the calls of the test")
    /// );
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn new() -> Self {
        Self {
            parts: ProgramParts::default(),
            goals: Vec::new(),
            left_out: Vec::new(),
            roots: Roots::Active,
            sampling: Sampling::default(),
            flags: Box::new(|_| Ok(Flags::new())),
            discover: Vec::new(),
            settings: Settings::default(),
            discovery: Discoveries::none(),
            record: Box::new(|trace| trace),
            across_calls: false,
        }
    }

    /// Sets the control-flow graph of the program. It replaces all functions that were added
    /// before; functions that are added later are numbered after the functions of the graph.
    pub fn graph(mut self, graph: FlowGraph) -> Self {
        self.parts.graph = graph;
        self
    }

    /// Adds a function to the program. The first one is `Function::new(0)`, the next one
    /// `Function::new(1)`, and so on.
    ///
    /// # Errors
    ///
    /// [`CampaignError::Flow`] if the body is not a legal control-flow graph.
    pub fn function(mut self, body: &(impl ControlFlow + ?Sized)) -> Result<Self, CampaignError> {
        self.parts.graph.add(body)?;
        Ok(self)
    }

    /// Restricts the goals of the [criteria](Self::criteria) to these functions. All functions are
    /// still recorded.
    ///
    /// Goals that you add yourself, and exceptions, may lie anywhere.
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::Function;
    /// use sbst::objective::Criterion;
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let campaign = Campaign::builder()
    ///     .function(&body)?
    ///     .function(&body)?
    ///     .criteria([Criterion::Branch])
    ///     .only([Function::new(1)])
    ///     .build::<i32>()?;
    /// assert_eq!(campaign.goals().len(), 2);
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn only(mut self, functions: impl IntoIterator<Item = Function>) -> Self {
        self.parts.only = Some(functions.into_iter().collect());
        self
    }

    /// Sets the methods that tests can call, for [`Criterion::Method`] and other criteria of calls,
    /// arguments and results.
    pub fn methods(mut self, methods: impl IntoIterator<Item = Method>) -> Self {
        self.parts.methods = methods.into_iter().collect();
        self
    }

    /// Sets the line of each statement, for [`Criterion::Line`], and for the lines in the report.
    pub fn lines(mut self, lines: Lines) -> Self {
        self.parts.lines = Some(lines);
        self
    }

    /// Sets the mutants, for [`Criterion::WeakMutation`] and [`Criterion::StrongMutation`].
    pub fn mutants(mut self, mutants: impl IntoIterator<Item = MutantGoal>) -> Self {
        self.parts.mutants = mutants.into_iter().collect();
        self
    }

    /// Sets the fitness formulas of the [criteria](Self::criteria). The default is
    /// [`Forms::LEVELS`].
    pub fn in_forms(mut self, forms: Forms) -> Self {
        self.parts.forms = forms;
        self
    }

    /// Adds all goals of these criteria. Goals of [`Criterion::Exception`] are added when executions
    /// show them. Criteria of other crates come by [`discover`](Self::discover).
    ///
    /// [`Criterion::Branch`] also makes a goal of the entry of each function without branches. To
    /// have goals of branches only, add [`branch_goals`](crate::objective::branch_goals) by
    /// [`goals`](Self::goals).
    ///
    /// A criterion whose input is missing (lines, methods or mutants that were not given) makes no
    /// goals.
    ///
    /// An execution that does not [know](Facts::knows) what a criterion reads is refused, with an
    /// error that names both.
    pub fn criteria(mut self, criteria: impl IntoIterator<Item = Criterion>) -> Self {
        let criteria: Vec<_> = criteria.into_iter().collect();
        if criteria.is_empty() {
            return self; // as if not called, so that `build` can say that there are no goals
        }
        if criteria.contains(&Criterion::Exception) {
            self.discovery.exceptions();
        }
        self.goals(move |program, goals| {
            for criterion in criteria {
                goals.add(criterion, program);
            }
        })
    }

    /// Adds goals of one kind, or goals of your own, when the campaign is built.
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::Function;
    /// use sbst::objective::{CoverageGoal, Goal, branch_goals};
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let campaign = Campaign::builder()
    ///     .function(&body)?
    ///     .function(&body)?
    ///     .goals(|program, goals| {
    ///         // Only the branches of the first function.
    ///         let branches = program.graph().branches_in(Function::new(0));
    ///         goals.extend(branches.map(CoverageGoal::new));
    ///     })
    ///     .build::<i32>()?;
    /// assert_eq!(campaign.goals().len(), 2);
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn goals(
        mut self,
        make: impl FnOnce(&Program<'_>, &mut Goals<X>) + Send + 'static,
    ) -> Self {
        self.goals.push(Box::new(make));
        self
    }

    /// Makes a goal of each exception when it is first thrown, as [`Criterion::Exception`] does.
    ///
    /// The execution that throws an exception also covers its goal, so the search never pursues
    /// such a goal: a campaign without other goals has no [next goal](Campaign::next_goal).
    pub fn exceptions(mut self) -> Self {
        self.discovery.exceptions();
        self
    }

    /// Adds a finder of goals, of a kind of yours or of another crate: see [`Discovery`]. It is made
    /// when the campaign is built, and begins when all other goals are there. An error is wrapped by
    /// [`CampaignError::finder`].
    pub fn discover<D: Discovery<X> + Send + Sync + 'static>(
        mut self,
        make: impl FnOnce(&Program<'_>) -> Result<D, CampaignError> + Send + 'static,
    ) -> Self {
        self.discover.push(Box::new(|program, all| make(program).map(|found| all.also(found))));
        self
    }

    /// Adds the operands of the nearest comparison to the explanations of the report, as texts that
    /// the execution remembers.
    pub fn operands(mut self) -> Self {
        self.settings.operands = true;
        self
    }

    /// Measures branches that test the result of a call by the distance within that call: the
    /// fitness of [flags](crate::fitness::flag).
    ///
    /// `flags` is one of three: [`Flags`] of the graph; a closure that declares them once the graph
    /// is complete; or a [`DependenceGraph`](crate::flow::dependences::DependenceGraph), from which
    /// all flags are derived, so that you declare nothing by hand. `gradient` chooses among the
    /// published formulas; [`FlagGradient::new`] is the default choice. The recorder of
    /// [`Campaign::run`] then records the call tree.
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::campaign::CampaignError;
    /// use sbst::distance::{eq, flag};
    /// use sbst::execution::Caller;
    /// use sbst::fitness::flag::{FlagGradient, FlagSource, Flags};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function, GoalId};
    /// use sbst::objective::Criterion;
    ///
    /// const MAIN: Function = Function::new(0);
    /// const CHECK: Function = Function::new(1);
    /// const SITE: CallSite = CallSite::new(0);
    ///
    /// fn start(c: Caller<'_>, x: i32) {
    ///     let f = c.enter(MAIN);
    ///     if f.decide(0, flag(check(f.at(SITE), x))) {
    ///         f.returns(1, ())
    ///     } else {
    ///         f.returns(2, ())
    ///     }
    /// }
    /// fn check(c: Caller<'_>, x: i32) -> bool {
    ///     let f = c.enter(CHECK);
    ///     if f.decide(0, eq(x, 42)) { f.returns(1, true) } else { f.returns(2, false) }
    /// }
    ///
    /// /// Returns the test that is nearest to the branch of `start` that needs `true`.
    /// fn nearest(flags: impl FlagSource + Send + 'static) -> Result<i32, CampaignError> {
    ///     let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    ///     let mut campaign = Campaign::builder()
    ///         .function(&body)?
    ///         .function(&body)?
    ///         .criteria([Criterion::Branch])
    ///         .flags(flags, FlagGradient::new())
    ///         .build()?;
    ///     campaign.run(&50, |c, x| start(c, *x))?;
    ///     campaign.run(&40, |c, x| start(c, *x))?;
    ///     Ok(*campaign.nearest(GoalId::new(0)).expect("within reach"))
    /// }
    ///
    /// let declare = |graph: &FlowGraph| {
    ///     let mut flags = Flags::new();
    ///     flags.function(graph, MAIN).decides(0, SITE)?;
    ///     flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
    ///     Ok(flags)
    /// };
    /// assert_eq!(nearest(declare)?, 40); // nearer to 42
    /// assert_eq!(nearest(Flags::new())?, 50); // without flags, the first one
    /// # Ok::<(), CampaignError>(())
    /// ```
    pub fn flags(
        mut self,
        flags: impl FlagSource + Send + 'static,
        gradient: FlagGradient,
    ) -> Self {
        self.settings.gradient = Some(gradient);
        let (before, flags) = (self.record, Box::new(|graph: &FlowGraph| Ok(flags.flags(graph)?)));
        // The settings of the user come after this one, so limits that the user sets replace the
        // default limits.
        let limits = CallTreeLimits::default();
        let record = Box::new(move |trace: Trace| before(trace.with_call_tree(limits)));
        Self { record, flags, ..self }
    }

    /// Measures goals in functions that were not entered [across
    /// calls](crate::fitness::FitnessTable::across_calls): the distance of such a function is the distance of the
    /// nearest statement that calls it, by the [call edges](crate::flow::FlowBuilder::call) of the
    /// graph. Off by default.
    ///
    /// This helps if tests call only a few functions directly, and goals lie in functions that
    /// these call.
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::distance::eq;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::{CallSite, Function, GoalId};
    /// use sbst::objective::Criterion;
    ///
    /// // main: 0: if x == 42 { 1: load() } 2        load: 0: if .. { 1 } 2
    /// let (main, load, site) = (Function::new(0), Function::new(1), CallSite::new(0));
    /// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    /// let mut campaign = Campaign::builder()
    ///     .function(&body.clone().call(1, 0, site, [load]))?
    ///     .function(&body)?
    ///     .criteria([Criterion::Branch])
    ///     .across_calls()
    ///     .build()?;
    /// for x in [20, 45] {
    ///     campaign.run(&x, |c, x| c.enter(main).decide(0, eq(*x, 42)))?;
    /// }
    /// let in_load = GoalId::new(2);
    /// assert_eq!(campaign.nearest(in_load), Some(&45)); // `load` was never entered
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn across_calls(mut self) -> Self {
        self.across_calls = true;
        self
    }

    /// Sets which goals are within reach from the start. The default is [`Roots::Active`]: the
    /// goals that depend on no branch.
    pub fn roots(self, roots: Roots) -> Self {
        Self { roots, ..self }
    }

    /// Sets how [`next_goal`](Campaign::next_goal) chooses among the goals within reach. The
    /// default is [`Sampling::default`].
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::GoalId;
    /// use sbst::objective::Criterion;
    /// use sbst::selection::Sampling;
    ///
    /// let mut campaign = Campaign::builder()
    ///     .function(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?
    ///     .criteria([Criterion::Branch])
    ///     .sampling(Sampling::ROUND_ROBIN)
    ///     .build::<i32>()?;
    /// let goals = [0.9, 0.2, 0.7].map(|draw| campaign.next_goal(draw));
    /// assert_eq!(goals, [0, 1, 0].map(|number| Some(GoalId::new(number))));
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn sampling(self, sampling: Sampling) -> Self {
        Self { sampling, ..self }
    }

    /// Leaves goals out of the search: they are measured and reported, and tests that cover them
    /// are kept, but [`next_goal`](Campaign::next_goal) never returns them.
    ///
    /// `choose` is called when the campaign is built: a closure,
    /// [`Structure::subsumed`](crate::subsumption::Structure::subsumed), or
    /// [`Smart::dropped`](crate::subsumption::smart::Smart::dropped). Exceptions that become goals
    /// later are pursued.
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::objective::Criterion;
    /// use sbst::subsumption::Structure;
    ///
    /// let campaign = Campaign::builder()
    ///     .function(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?
    ///     .criteria([Criterion::Branch, Criterion::Block])
    ///     .without(Structure::default().subsumed()) // branches imply the blocks
    ///     .build::<i32>()?;
    /// assert_eq!(campaign.goals().len(), 5);
    /// assert_eq!(campaign.frontier().active().len(), 2);
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn without(
        mut self,
        choose: impl FnOnce(&Program<'_>, &Goals<X>) -> Vec<GoalId> + Send + 'static,
    ) -> Self {
        self.left_out.push(Box::new(choose));
        self
    }

    /// Creates the campaign. Of several tests that cover a goal, the first one is kept.
    ///
    /// # Errors
    ///
    /// - [`CampaignError::NoGoals`] if neither criteria nor goals were given.
    /// - [`CampaignError::Program`] if methods, lines, mutants or goals lie in places that the
    ///   graph does not have.
    /// - [`CampaignError::OtherGraph`] if the goals were made for another graph.
    /// - [`CampaignError::Flags`] if the flags were made for another graph, or if their declaration
    ///   does not fit the graph.
    /// - [`CampaignError::Finder`] if a finder of goals cannot be made.
    pub fn build<T>(self) -> Result<Campaign<T, X>, CampaignError> {
        self.build_by_cost(|_| ())
    }

    /// Creates the campaign. Of several tests that cover a goal, or are equally near to it, the one
    /// of least cost is kept; if the costs are equal, the first one.
    ///
    /// To keep the newest of equally near tests, so that a hill climber drifts over plateaus, give
    /// each test a number and use `Reverse(number)` as the cost.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    pub fn build_by_cost<T, C>(
        mut self,
        cost: impl Fn(&T) -> C + Send + Sync + 'static,
    ) -> Result<Campaign<T, X, C>, CampaignError> {
        let (program, graph) = (self.parts.program(), &self.parts.graph);
        // Methods, lines and mutants are checked before goals are made of them, so that the error
        // names what the user gave.
        program.check()?;
        for make in self.discover {
            make(&program, &mut self.discovery)?;
        }
        if self.goals.is_empty() && self.discovery.is_none() {
            return Err(CampaignError::NoGoals);
        }
        let mut goals = Goals::for_graph(graph);
        for make in self.goals {
            make(&program, &mut goals);
        }
        // Now that all other goals are there, finders add what none of them asks for.
        self.discovery.begin(&mut goals)?;
        // A closure of the user may have bound the goals to another graph.
        graph.check(goals.made_for())?;
        // Flags are declared on the complete graph: a declaration may name functions that were
        // added after it.
        self.settings.flags = (self.flags)(graph)?;
        goals.check(graph)?;
        let mut dropped: Vec<_> =
            self.left_out.into_iter().flat_map(|choose| choose(&program, &goals)).collect();
        // An id beyond the registry would leave out an exception that gets this id later.
        dropped.retain(|&goal| goals.get(goal).is_some());
        let tables = Tables::new(graph);
        let tables = if self.across_calls { tables.across_calls() } else { tables };
        let ProgramParts { graph, lines, .. } = self.parts;
        // `follow` makes the goal graph, and brings its roots within reach.
        let mut search = Search {
            graph,
            lines,
            goals,
            dropped,
            roots: self.roots,
            settings: self.settings,
            discovery: self.discovery,
            tables,
            tests: KeptTests::by_cost(Frontier::default().with_sampling(self.sampling), cost),
            refused: 0,
            record: self.record,
        };
        search.follow();
        Ok(Campaign { recorder: None, search })
    }
}

impl<X: Facts + ?Sized> Default for CampaignBuilder<X> {
    fn default() -> Self {
        Self::new()
    }
}

impl<X: ?Sized> core::fmt::Debug for CampaignBuilder<X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CampaignBuilder").field("graph", &self.parts.graph).finish_non_exhaustive()
    }
}
