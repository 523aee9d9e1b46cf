//! A small object-oriented world: classes with fields and arrays, and tests that make objects.

use super::Random;
use sbst::id::Symbol;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a field, an element, a parameter or a variable may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    Object(Class),
    /// Of objects.
    Array(Class),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Action,
    State,
    Player,
    Person,
}

impl Class {
    const ALL: [Self; 4] = [Self::Action, Self::State, Self::Player, Self::Person];

    /// Its fields. All of them have setters.
    pub(crate) const fn fields(self) -> &'static [Field] {
        match self {
            Self::Action => &[Field::Actor, Field::Target],
            Self::State => &[Field::Players],
            Self::Player => &[Field::Action],
            Self::Person => &[Field::Age, Field::Supervisor],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    Actor,
    Target,
    Players,
    Action,
    Age,
    Supervisor,
}

impl Field {
    pub(crate) const ALL: [Self; 6] =
        [Self::Actor, Self::Target, Self::Players, Self::Action, Self::Age, Self::Supervisor];

    pub(crate) const fn symbol(self) -> Symbol {
        Symbol::new(self as u32)
    }

    pub(crate) const fn holds(self) -> Type {
        match self {
            Self::Actor | Self::Target | Self::Action | Self::Age => Type::Int,
            Self::Players => Type::Array(Class::Player),
            Self::Supervisor => Type::Object(Class::Person),
        }
    }
}

/// An object or an array; what was never set is 0 or null.
#[derive(Default)]
pub(crate) struct Object {
    fields: RefCell<BTreeMap<Field, Content>>,
    elements: RefCell<Vec<Content>>,
}

/// What a field or an element holds.
#[derive(Clone)]
pub(crate) enum Content {
    Int(i64),
    Reference(Option<Rc<Object>>),
}

/// A null pointer, or an index out of bounds.
#[derive(Debug)]
pub(crate) struct Thrown;

impl Object {
    pub(crate) fn int(&self, field: Field) -> i64 {
        match self.fields.borrow().get(&field) {
            Some(Content::Int(value)) => *value,
            _ => 0,
        }
    }

    pub(crate) fn get(&self, field: Field) -> Option<Rc<Self>> {
        match self.fields.borrow().get(&field) {
            Some(Content::Reference(object)) => object.clone(),
            _ => None,
        }
    }

    pub(crate) fn element(&self, index: i64) -> Result<Option<Rc<Self>>, Thrown> {
        match self.elements.borrow().get(usize::try_from(index).map_err(|_| Thrown)?) {
            Some(Content::Reference(object)) => Ok(object.clone()),
            Some(Content::Int(_)) => Ok(None),
            None => Err(Thrown),
        }
    }
}

/// What a statement puts somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    /// What is in this slot of the test.
    Slot(usize),
    /// The object that this statement made.
    Made(usize),
}

/// What a test does before it calls the method under test.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Statement {
    New(Class),
    Array(Class, usize),
    Set(usize, Field, Value),
    Store(usize, Value, Value),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Test {
    pub(crate) statements: Vec<Statement>,
    /// Integers, for several statements to use.
    pub(crate) slots: Vec<i64>,
    pub(crate) arguments: Vec<Value>,
}

/// How long random arrays are at most, and those that a plan asks for.
pub(crate) const LENGTH: usize = 10;

impl Test {
    /// Makes the objects and hands them to the method under test; ends where something is thrown.
    pub(crate) fn run(
        &self,
        method: impl FnOnce(&[Content]) -> Result<(), Thrown>,
    ) -> Result<(), Thrown> {
        let mut made: Vec<Option<Rc<Object>>> = Vec::new();
        for statement in &self.statements {
            let object = match *statement {
                Statement::New(_) => Some(Rc::default()),
                Statement::Array(_, length) => Some(Rc::new(Object {
                    elements: RefCell::new(vec![Content::Reference(None); length]),
                    ..Object::default()
                })),
                Statement::Set(at, field, value) => {
                    let value = self.content(value, &made);
                    made[at].as_ref().ok_or(Thrown)?.fields.borrow_mut().insert(field, value);
                    None
                }
                Statement::Store(at, index, value) => {
                    let (Content::Int(index), value) =
                        (self.content(index, &made), self.content(value, &made))
                    else {
                        return Err(Thrown);
                    };
                    let mut elements = made[at].as_ref().ok_or(Thrown)?.elements.borrow_mut();
                    *usize::try_from(index)
                        .ok()
                        .and_then(|index| elements.get_mut(index))
                        .ok_or(Thrown)? = value;
                    None
                }
            };
            made.push(object);
        }
        method(&self.arguments.iter().map(|&value| self.content(value, &made)).collect::<Vec<_>>())
    }

    fn content(&self, value: Value, made: &[Option<Rc<Object>>]) -> Content {
        match value {
            Value::Null => Content::Reference(None),
            Value::Int(value) => Content::Int(value),
            Value::Slot(slot) => Content::Int(self.slots[slot]),
            Value::Made(at) => Content::Reference(made[at].clone()),
        }
    }

    /// Objects for the parameters, and some random statements.
    pub(crate) fn random(parameters: &[Type], random: &mut Random) -> Self {
        let mut test = Self::default();
        for &parameter in parameters {
            let argument = test.make(parameter, random);
            test.arguments.push(argument);
        }
        for _ in 0..=random.below(12) {
            test.append(random);
        }
        test
    }

    /// Changes one or more of its slots; of a test without slots, its statements and arguments.
    pub(crate) fn mutate(&mut self, parameters: &[Type], random: &mut Random) {
        loop {
            if self.slots.is_empty() {
                self.change(parameters, random);
            } else {
                let slot = random.below(self.slots.len() as u64) as usize;
                self.slots[slot] = step(self.slots[slot], random);
            }
            if random.below(2) == 0 {
                return;
            }
        }
    }

    fn change(&mut self, parameters: &[Type], random: &mut Random) {
        let at = random.below(self.statements.len() as u64 + 1) as usize;
        match (random.below(4), self.statements.get(at).copied()) {
            (0, _) => self.append(random),
            (1, Some(Statement::Set(..) | Statement::Store(..))) => self.remove(at),
            (2, None) => {
                let argument = random.below(parameters.len() as u64) as usize;
                self.arguments[argument] = self.value(parameters[argument], random);
            }
            (_, Some(Statement::Set(of, field, Value::Int(value)))) => {
                self.statements[at] = Statement::Set(of, field, Value::Int(step(value, random)));
            }
            (_, Some(Statement::Set(of, field, _))) if field.holds() != Type::Int => {
                let made = self.statements.split_off(at);
                let value = self.value(field.holds(), random);
                self.statements.extend(made);
                self.statements[at] = Statement::Set(of, field, value);
            }
            _ => {}
        }
    }

    /// Makes something, or sets a field or element of what is there.
    fn append(&mut self, random: &mut Random) {
        let at = random.below(self.statements.len() as u64 + 1) as usize;
        match self.statements.get(at).copied() {
            Some(Statement::New(class)) => {
                let field = class.fields()[random.below(class.fields().len() as u64) as usize];
                let value = self.value(field.holds(), random);
                self.statements.push(Statement::Set(at, field, value));
            }
            Some(Statement::Array(class, length)) => {
                let value = self.value(Type::Object(class), random);
                self.statements.push(Statement::Store(
                    at,
                    Value::Int(random.below(length as u64) as i64),
                    value,
                ));
            }
            _ => {
                let class = Class::ALL[random.below(Class::ALL.len() as u64) as usize];
                self.make(
                    if random.below(4) == 0 { Type::Array(class) } else { Type::Object(class) },
                    random,
                );
            }
        }
    }

    /// Something new.
    pub(crate) fn make(&mut self, holds: Type, random: &mut Random) -> Value {
        self.statements.push(match holds {
            Type::Int => return Value::Int(integer(random)),
            Type::Object(class) => Statement::New(class),
            Type::Array(class) => Statement::Array(class, 1 + random.below(LENGTH as u64) as usize),
        });
        Value::Made(self.statements.len() - 1)
    }

    /// Something that is there, or null; an integer.
    fn value(&self, holds: Type, random: &mut Random) -> Value {
        let fits = |statement: &Statement| match (*statement, holds) {
            (Statement::New(made), Type::Object(class))
            | (Statement::Array(made, _), Type::Array(class)) => made == class,
            _ => false,
        };
        let made: Vec<usize> =
            (0..self.statements.len()).filter(|&at| fits(&self.statements[at])).collect();
        match holds {
            Type::Int => Value::Int(integer(random)),
            _ if made.is_empty() || random.below(10) == 0 => Value::Null,
            _ => Value::Made(made[random.below(made.len() as u64) as usize]),
        }
    }

    /// Removes a statement that makes nothing.
    fn remove(&mut self, at: usize) {
        self.statements.remove(at);
        let moved = |place: &mut usize| *place -= usize::from(*place > at);
        let move_value = |value: &mut Value| {
            if let Value::Made(made) = value {
                moved(made);
            }
        };
        for statement in &mut self.statements {
            match statement {
                Statement::Set(of, _, value) | Statement::Store(of, _, value) => {
                    moved(of);
                    move_value(value);
                }
                Statement::New(_) | Statement::Array(..) => {}
            }
        }
        self.arguments.iter_mut().for_each(move_value);
    }
}

/// Small ones are as likely as all others.
pub(crate) fn integer(random: &mut Random) -> i64 {
    if random.below(2) == 0 {
        random.below(LENGTH as u64) as i64
    } else {
        random.draw(&(-10_000..=10_000))
    }
}

fn step(value: i64, random: &mut Random) -> i64 {
    let step = 1 << random.below(13);
    match random.below(5) {
        0 => integer(random),
        1 | 2 => value + step,
        _ => value - step,
    }
}
