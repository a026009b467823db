//! The steps of an instance, prepared: every transition with every choice of its arguments.
//!
//! Exploration asks thousands of states for their successors. Read from the model, each question
//! walks through formulas about positions and finds anew which element a position means. Here
//! that is done once: conditions speak of elements, comparisons of processes are decided,
//! universal guards are conjunctions, and elements that keep their value are not listed.
//!
//! ```text
//!   A[j] := case | j = x : Busy | _ : A[j]     with x = 2 becomes     element 7 := Busy
//! ```
//!
//! The meaning is that of [`Instance::fire`]: a condition is false if a part that is determined
//! makes it false, and asks for a value only if no such part decides. Preparing takes memory, so
//! an instance with too many steps is read from the model instead.

use crate::instance::{Instance, NeedsValue, Repetition, State, UNDETERMINED, for_each_tuple};
use crate::model::{Assigned, Atom, Formula, Quantified, Relation, Sum, Term, TransitionId};

/// Instances with more steps than this are not prepared; a universal guard counts once for each
/// process, an update once for each element.
const MAX_SIZE: usize = 2_000_000;

/// A condition on elements.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    Known(bool),
    Is(usize, i16),
    IsNot(usize, i16),
    Same(usize, usize),
    Differ(usize, usize),
    Less(Value, Value),
    AtMost(Value, Value),
    Linear(Vec<(i64, usize)>, i64, Relation),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(i64),
    Element(usize),
    Sum(Vec<(i64, usize)>, i64),
}

/// One step with its arguments.
pub struct Step {
    pub transition: TransitionId,
    pub args: Vec<usize>,
    guard: Condition,
    updates: Vec<(usize, Change)>,
}

enum Change {
    /// Any value.
    Forget,
    Set(Value),
    /// The first condition that holds chooses; the last one is true.
    Choose(Vec<(Condition, Value)>),
}

/// What comes of a step.
pub enum Outcome {
    Disabled,
    /// A number leaves the range that is kept.
    OutOfRange,
    After(State),
}

/// All steps of an instance, and what they must not lead to.
pub struct Steps {
    pub steps: Vec<Step>,
    /// For each `unsafe` its condition for every choice of processes.
    unsafes: Vec<Vec<Condition>>,
    invariants: Vec<Vec<Condition>>,
}

impl Steps {
    /// `None` if there are too many.
    pub fn of(instance: &Instance<'_>) -> Option<Self> {
        let (system, n) = (instance.system, instance.n_processes);
        let mut size = 0usize;
        for transition in system.transitions.values() {
            let elements = transition
                .updates
                .iter()
                .map(|update| n.saturating_pow(system.symbols[update.symbol].arity as u32));
            let each = 1 + transition.foralls.len() * n + elements.sum::<usize>();
            let choices = n.saturating_pow(transition.params.len() as u32);
            size = size.saturating_add(choices.saturating_mul(each));
        }
        for formula in system.unsafes.iter().chain(&system.invariants) {
            size = size.saturating_add(n.saturating_pow(formula.n_params as u32));
        }
        if size > MAX_SIZE {
            return None;
        }
        let mut steps = Vec::new();
        for (id, transition) in system.transitions.iter() {
            let n_params = transition.params.len();
            for_each_tuple(n, n_params, Repetition::Forbidden, &mut |args| {
                let guard = guard(instance, id, args);
                if guard != Condition::Known(false) {
                    let updates = updates(instance, id, args);
                    steps.push(Step { transition: id, args: args.to_vec(), guard, updates });
                }
            });
        }
        let everywhere = |formula: &Quantified| {
            let mut conditions = Vec::new();
            for_each_tuple(n, formula.n_params, Repetition::Forbidden, &mut |env| {
                conditions.push(condition(instance, &formula.body, env));
            });
            conditions.retain(|condition| *condition != Condition::Known(false));
            conditions
        };
        let unsafes = system.unsafes.iter().map(everywhere).collect();
        let invariants = system.invariants.iter().map(everywhere).collect();
        Some(Self { steps, unsafes, invariants })
    }

    /// Whether some completion of the state may satisfy `unsafe` number `number`.
    pub fn may_violate(&self, number: usize, state: &[i16]) -> bool {
        self.unsafes[number].iter().any(|bad| bad.holds(state) != Ok(false))
    }

    /// Whether a stated invariant fails in the state, for sure.
    pub fn breaks_invariant(&self, state: &[i16]) -> bool {
        self.invariants.iter().flatten().any(|stated| stated.holds(state) == Ok(true))
    }
}

impl Step {
    /// The state after the step, or which element must be determined first.
    pub fn take(&self, state: &[i16]) -> Result<Outcome, NeedsValue> {
        if !self.guard.holds(state)? {
            return Ok(Outcome::Disabled);
        }
        let mut after: State = state.into();
        for (element, change) in &self.updates {
            let value = match change {
                Change::Forget => {
                    after[*element] = UNDETERMINED;
                    continue;
                }
                Change::Set(value) => value,
                Change::Choose(cases) => {
                    let mut chosen = None;
                    for (condition, value) in cases {
                        if condition.holds(state)? {
                            chosen = Some(value);
                            break;
                        }
                    }
                    chosen.expect("the last condition of a case is true")
                }
            };
            // An element that keeps its value is not looked at.
            if *value == Value::Element(*element) {
                continue;
            }
            match i16::try_from(value.read(state)?) {
                Ok(value) if value != UNDETERMINED => after[*element] = value,
                _ => return Ok(Outcome::OutOfRange),
            }
        }
        Ok(Outcome::After(after))
    }
}

impl Condition {
    fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::Known(true) => {}
                Self::Known(false) => return part,
                Self::All(parts) => kept.extend(parts),
                _ => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::Known(true),
            1 => kept.remove(0),
            _ => Self::All(kept),
        }
    }

    fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::Known(false) => {}
                Self::Known(true) => return part,
                Self::Any(parts) => kept.extend(parts),
                _ => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::Known(false),
            1 => kept.remove(0),
            _ => Self::Any(kept),
        }
    }

    /// Whether the condition holds; it asks for a value only if no determined part decides.
    pub fn holds(&self, state: &[i16]) -> Result<bool, NeedsValue> {
        let read = |element: usize| match state[element] {
            UNDETERMINED => Err(NeedsValue(element)),
            value => Ok(value),
        };
        let (parts, decisive) = match self {
            Self::Known(value) => return Ok(*value),
            Self::Is(element, value) => return Ok(read(*element)? == *value),
            Self::IsNot(element, value) => return Ok(read(*element)? != *value),
            Self::Same(lhs, rhs) => return Ok(read(*lhs)? == read(*rhs)?),
            Self::Differ(lhs, rhs) => return Ok(read(*lhs)? != read(*rhs)?),
            Self::Less(lhs, rhs) => return Ok(lhs.read(state)? < rhs.read(state)?),
            Self::AtMost(lhs, rhs) => return Ok(lhs.read(state)? <= rhs.read(state)?),
            Self::Linear(parts, constant, relation) => {
                let total = total(parts, *constant, state)?;
                return Ok(match relation {
                    Relation::Equal => total == 0,
                    Relation::NotEqual => total != 0,
                    Relation::AtMost => total <= 0,
                    Relation::Less => total < 0,
                });
            }
            Self::All(parts) => (parts, false),
            Self::Any(parts) => (parts, true),
        };
        let mut needs = None;
        for part in parts {
            match part.holds(state) {
                Ok(value) if value == decisive => return Ok(decisive),
                Ok(_) => {}
                Err(need) => needs = needs.or(Some(need)),
            }
        }
        needs.map_or(Ok(!decisive), Err)
    }
}

impl Value {
    fn read(&self, state: &[i16]) -> Result<i64, NeedsValue> {
        match self {
            Self::Number(value) => Ok(*value),
            Self::Element(element) => total(&[(1, *element)], 0, state),
            Self::Sum(parts, constant) => total(parts, *constant, state),
        }
    }
}

fn total(parts: &[(i64, usize)], constant: i64, state: &[i16]) -> Result<i64, NeedsValue> {
    let mut total = constant;
    for (factor, element) in parts {
        match state[*element] {
            UNDETERMINED => return Err(NeedsValue(*element)),
            value => total = total.saturating_add(factor.saturating_mul(i64::from(value))),
        }
    }
    Ok(total)
}

fn guard(instance: &Instance<'_>, id: TransitionId, args: &[usize]) -> Condition {
    let transition = &instance.system.transitions[id];
    let mut parts = vec![
        condition(instance, &transition.guard, args),
        condition(instance, &transition.beside_foralls, args),
    ];
    let mut env = args.to_vec();
    for other in (0..instance.n_processes).filter(|other| !args.contains(other)) {
        env.push(other);
        parts.extend(transition.foralls.iter().map(|body| condition(instance, body, &env)));
        env.pop();
    }
    Condition::all(parts)
}

fn updates(instance: &Instance<'_>, id: TransitionId, args: &[usize]) -> Vec<(usize, Change)> {
    let mut changes = Vec::new();
    for update in &instance.system.transitions[id].updates {
        let Assigned::Cases(cases) = &update.value else {
            changes.push((instance.element(update.symbol, &[]), Change::Forget));
            continue;
        };
        let arity = instance.system.symbols[update.symbol].arity;
        for_each_tuple(instance.n_processes, arity, Repetition::Allowed, &mut |indices| {
            let element = instance.element(update.symbol, indices);
            let env = [args, indices].concat();
            let mut possible = Vec::new();
            for (test, term) in cases {
                let test = condition(instance, test, &env);
                if test == Condition::Known(false) {
                    continue;
                }
                let is_last = test == Condition::Known(true);
                possible.push((test, value(instance, term, &env)));
                if is_last {
                    break;
                }
            }
            if possible.len() == 1 {
                let (_, value) = possible.remove(0);
                if value != Value::Element(element) {
                    changes.push((element, Change::Set(value)));
                }
            } else {
                changes.push((element, Change::Choose(possible)));
            }
        });
    }
    changes
}

fn value(instance: &Instance<'_>, term: &Term, env: &[usize]) -> Value {
    match term {
        Term::Proc(proc) => Value::Number(instance.proc(*proc, env) as i64),
        Term::Constructor(position) => Value::Number(*position as i64),
        Term::Cell(cell) => Value::Element(instance.at(cell, env)),
        Term::Sum(sum) => match sum_at(instance, sum, env) {
            (parts, constant) if parts.is_empty() => Value::Number(constant),
            (parts, 0) if matches!(parts[..], [(1, _)]) => Value::Element(parts[0].1),
            (parts, constant) => Value::Sum(parts, constant),
        },
    }
}

fn sum_at(instance: &Instance<'_>, sum: &Sum, env: &[usize]) -> (Vec<(i64, usize)>, i64) {
    let parts = sum.parts.iter().map(|(factor, cell)| (*factor, instance.at(cell, env)));
    (parts.collect(), sum.constant)
}

/// A formula about the processes `env`.
pub fn condition(instance: &Instance<'_>, formula: &Formula, env: &[usize]) -> Condition {
    let parts = |parts: &[Formula]| -> Vec<Condition> {
        parts.iter().map(|part| condition(instance, part, env)).collect()
    };
    match formula {
        Formula::Constant(value) => Condition::Known(*value),
        Formula::Atom(atom) => atom_at(instance, atom, env),
        Formula::And(list) => Condition::all(parts(list)),
        Formula::Or(list) => Condition::any(parts(list)),
    }
}

fn atom_at(instance: &Instance<'_>, atom: &Atom, env: &[usize]) -> Condition {
    let at = |term: &Term| value(instance, term, env);
    match atom {
        Atom::Equal(lhs, rhs) => equal(at(lhs), at(rhs)),
        Atom::Differ(lhs, rhs) => match equal(at(lhs), at(rhs)) {
            Condition::Is(element, value) => Condition::IsNot(element, value),
            Condition::Same(lhs, rhs) => Condition::Differ(lhs, rhs),
            Condition::Known(value) => Condition::Known(!value),
            other => unreachable!("equality is one condition, not {other:?}"),
        },
        Atom::Less(lhs, rhs) => match (at(lhs), at(rhs)) {
            (Value::Number(lhs), Value::Number(rhs)) => Condition::Known(lhs < rhs),
            (lhs, rhs) => Condition::Less(lhs, rhs),
        },
        Atom::AtMost(lhs, rhs) => match (at(lhs), at(rhs)) {
            (Value::Number(lhs), Value::Number(rhs)) => Condition::Known(lhs <= rhs),
            (lhs, rhs) => Condition::AtMost(lhs, rhs),
        },
        Atom::Linear(sum, relation, _) => {
            let (parts, constant) = sum_at(instance, sum, env);
            Condition::Linear(parts, constant, *relation)
        }
    }
}

fn equal(lhs: Value, rhs: Value) -> Condition {
    match (lhs, rhs) {
        (Value::Number(lhs), Value::Number(rhs)) => Condition::Known(lhs == rhs),
        (Value::Element(element), Value::Number(value))
        | (Value::Number(value), Value::Element(element)) => match i16::try_from(value) {
            Ok(value) => Condition::Is(element, value),
            Err(_) => unreachable!("constructors and processes are fewer than 32768"),
        },
        (Value::Element(lhs), Value::Element(rhs)) => Condition::Same(lhs, rhs),
        (Value::Sum(..), _) | (_, Value::Sum(..)) => {
            unreachable!("numbers are compared by linear atoms")
        }
    }
}
