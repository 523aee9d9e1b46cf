//! Methods that read attributes of objects within objects, and what their branches depend on.
//!
//! Like the listings of Lin et al., "Graph-based seed object synthesis for search-based unit
//! testing" (2021): a null pointer or an index out of bounds ends the call, so that there is no
//! gradient before the objects are there.

use super::heap::{Class, Content, Field, Object, Thrown, Type};
use sbst::execution::{Caller, ExceptionKind as Throw, Trace};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
use sbst::id::{Function, Instruction, Symbol};
use std::rc::Rc;

/// A method with objects as parameters.
pub(crate) struct Nested {
    pub(crate) name: &'static str,
    pub(crate) parameters: &'static [Type],
    body: fn() -> FlowBuilder,
    pub(crate) code: fn() -> Result<Code, UnknownInstruction>,
    method: fn(Caller<'_>, &[Content]) -> Result<(), Thrown>,
}

/// What instructions depend on.
pub(crate) struct Code {
    pub(crate) dependences: DependenceGraph,
    /// By block: what its branches depend on.
    pub(crate) branches: Vec<Branches>,
}

/// What the branches of a block depend on.
pub(crate) struct Branches {
    pub(crate) operands: Vec<Instruction>,
    /// The operands of all branches that the block is control dependent on, directly or by way of
    /// others.
    pub(crate) controls: Vec<Instruction>,
}

impl Branches {
    fn new(operands: &[Instruction], controls: &[Instruction]) -> Self {
        Self { operands: operands.to_vec(), controls: controls.to_vec() }
    }
}

impl Nested {
    pub(crate) const ALL: [Self; 2] = [
        Self {
            name: "supervised",
            parameters: &[Type::Object(Class::Person)],
            body: || FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).exit(2).exit(3),
            code: supervised_code,
            method: supervised,
        },
        Self {
            name: "check_rules",
            parameters: &[Type::Object(Class::Action), Type::Object(Class::State)],
            body: || {
                FlowBuilder::new().branch(0, 3, 1).branch(1, 3, 2).branch(2, 4, 3).exit(3).exit(4)
            },
            code: check_rules_code,
            method: check_rules,
        },
    ];

    pub(crate) fn graph(&self) -> Result<FlowGraph, FlowError> {
        FlowGraph::of(&(self.body)())
    }

    /// Calls it.
    pub(crate) fn call(&self, caller: Caller<'_>, arguments: &[Content]) -> Result<(), Thrown> {
        (self.method)(caller, arguments)
    }
}

/// The object that an argument or a field is.
fn object(reference: &Content) -> Result<Rc<Object>, Thrown> {
    match reference {
        Content::Reference(Some(object)) => Ok(object.clone()),
        _ => Err(Thrown),
    }
}

/// Whether somebody is 25 years younger than the supervisor, who is 25 years younger than the next
/// one.
fn supervised(c: Caller<'_>, arguments: &[Content]) -> Result<(), Thrown> {
    let f = c.enter(Function::new(0));
    let r = f.rules();
    let thrown = || f.threw(Symbol::new(0), Throw::Implicit);
    let person = object(&arguments[0]).inspect_err(|_| thrown())?;
    let supervisor = person.get(Field::Supervisor).ok_or(Thrown).inspect_err(|_| thrown())?;
    if f.decide(0, r.eq(supervisor.int(Field::Age), person.int(Field::Age) + 25)) {
        let above = supervisor.get(Field::Supervisor).ok_or(Thrown).inspect_err(|_| thrown())?;
        f.decide(1, r.eq(above.int(Field::Age), supervisor.int(Field::Age) + 25));
    }
    Ok(())
}

fn supervised_code() -> Result<Code, UnknownInstruction> {
    let mut code = DependenceGraph::new();
    let person = code.add(InstructionKind::Parameter(0), []);
    let supervisor = field(&mut code, Field::Supervisor, person);
    let ages = [supervisor, person].map(|of| field(&mut code, Field::Age, of));
    let years = code.add(InstructionKind::Other, []);
    let sum = code.add(InstructionKind::Other, [(Role::Value, ages[1]), (Role::Value, years)]);
    // Read again in the second block, which is entered by the first branch only.
    let again = field(&mut code, Field::Supervisor, person);
    let above = field(&mut code, Field::Supervisor, again);
    let above_ages = [above, again].map(|of| field(&mut code, Field::Age, of));
    let above_sum =
        code.add(InstructionKind::Other, [(Role::Value, above_ages[1]), (Role::Value, years)]);
    for read in [again, above, above_ages[0], above_ages[1], above_sum] {
        code.control(read, ages[0])?.control(read, sum)?;
    }
    let outer = [ages[0], sum];
    Ok(Code {
        dependences: code,
        branches: vec![
            Branches::new(&outer, &[]),
            Branches::new(&[above_ages[0], above_sum], &outer),
        ],
    })
}

/// Whether a player may act on another one: both are there, and the first one does the right thing.
fn check_rules(c: Caller<'_>, arguments: &[Content]) -> Result<(), Thrown> {
    let f = c.enter(Function::new(0));
    let r = f.rules();
    let thrown = || f.threw(Symbol::new(0), Throw::Implicit);
    let players = || -> Result<[Option<Rc<Object>>; 2], Thrown> {
        let (action, state) = (object(&arguments[0])?, object(&arguments[1])?);
        let player = |id: i64| state.get(Field::Players).ok_or(Thrown)?.element(id);
        Ok([player(action.int(Field::Actor))?, player(action.int(Field::Target))?])
    };
    let [actor, target] = players().inspect_err(|_| thrown())?;
    f.decide(0, r.flag(actor.is_none()));
    let Some(actor) = actor else { return Ok(()) };
    f.decide(1, r.flag(target.is_none()));
    if target.is_none() {
        return Ok(());
    }
    f.decide(2, r.eq(actor.int(Field::Action), 1500));
    Ok(())
}

fn check_rules_code() -> Result<Code, UnknownInstruction> {
    let mut code = DependenceGraph::new();
    // Action: getActor(), getTarget(). State: player(id). Player: getAction().
    let this = code.add(InstructionKind::This, []);
    let [actor, target] = [Field::Actor, Field::Target].map(|name| field(&mut code, name, this));
    let players = field(&mut code, Field::Players, this);
    let id = code.add(InstructionKind::Parameter(0), []);
    let player = code.add(InstructionKind::Element, [(Role::Receiver, players), (Role::Index, id)]);
    let action = field(&mut code, Field::Action, this);
    // The method itself.
    let (by, state) =
        (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Parameter(1), []));
    let mut call = |returned, receiver, arguments: Option<Instruction>| {
        let operands = arguments.map(|argument| (Role::Argument(0), argument));
        let call = code
            .add(InstructionKind::Call, operands.into_iter().chain([(Role::Receiver, receiver)]));
        code.returns(call, returned)?;
        Ok(call)
    };
    let actor = call(actor, by, None)?;
    let actor = call(player, state, Some(actor))?;
    let target = call(target, by, None)?;
    let target = call(player, state, Some(target))?;
    let asked = call(action, actor, None)?;
    let constant = code.add(InstructionKind::Other, []);
    code.control(asked, actor)?.control(asked, target)?;
    // Both players are there before the first branch, so that no operand but the last one tells
    // what controls its branch.
    let null = Branches::new(&[actor], &[]);
    let other_null = Branches::new(&[target], &[actor]);
    Ok(Code {
        dependences: code,
        branches: vec![null, other_null, Branches::new(&[asked, constant], &[actor, target])],
    })
}

fn field(code: &mut DependenceGraph, name: Field, of: Instruction) -> Instruction {
    code.add(InstructionKind::Field(name.symbol()), [(Role::Receiver, of)])
}
