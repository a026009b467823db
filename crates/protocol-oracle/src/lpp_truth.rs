//! What names and conditions mean in a state, after *Conditions* and *Neighbours and pointers* in
//! `docs/guide/protocols.md`.
//!
//! Somebody who is not there has no values ([`Value::Nobodys`]), and no comparison with one of them
//! holds. `!=` and `notin` are read as negations of `=` and `in`, so that they do.

use std::cmp::Ordering;

use crate::lpp::{Amount, Condition, Data, Finite, Operand, Topology};
use crate::lpp_instance::{Instance, State};

/// Who is meant by what a text calls processes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Who<'t> {
    /// Who acts, `slf`; nobody in the centre and in properties.
    pub own: Option<usize>,
    /// `otr`, `x` and so on; the last one of a name counts.
    pub called: Vec<(&'t str, usize)>,
}

impl<'t> Who<'t> {
    pub fn acting(own: Option<usize>, otr: Option<usize>) -> Self {
        Who { own, called: otr.into_iter().map(|process| ("otr", process)).collect() }
    }

    fn with(&self, name: &'t str, process: usize) -> Self {
        let mut who = self.clone();
        who.called.push((name, process));
        who
    }

    fn named(&self, name: &str) -> Option<usize> {
        self.called.iter().rev().find(|(known, _)| *known == name).map(|(_, process)| *process)
    }
}

/// The value of an operand.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Number(i64),
    /// A location, or a value of a finite variable.
    Name(String),
    Process(Option<usize>),
    /// What somebody would have who is not there.
    Nobodys,
}

pub(crate) fn position(names: &[String], name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| panic!("`{name}` is unknown"))
}

pub(crate) fn finite<'a>(variables: &'a [Finite], name: &str) -> Option<(usize, &'a Finite)> {
    variables.iter().enumerate().find(|(_, variable)| variable.name == name)
}

pub(crate) fn datum<'a>(variables: &'a [Data], name: &str) -> Option<(usize, &'a Data)> {
    variables.iter().enumerate().find(|(_, variable)| variable.name == name)
}

impl Instance<'_> {
    /// The process that is written between brackets; nobody if it is not there.
    pub(crate) fn process_of(
        &self,
        whose: Option<&str>,
        state: &State,
        who: &Who<'_>,
    ) -> Option<usize> {
        let Some(name) = whose else { return who.own };
        if let Some(at) = self.protocol.pointers.iter().position(|pointer| pointer == name) {
            return state.pointers[at];
        }
        match name {
            "slf" => who.own,
            "next" | "prev" => who.own.and_then(|own| self.neighbour(own, name)),
            _ => who.named(name),
        }
    }

    fn neighbour(&self, of: usize, name: &str) -> Option<usize> {
        let n = self.n_processes;
        let is_next = name == "next";
        match self.protocol.topology.unwrap_or_else(|| panic!("`{name}` needs a topology")) {
            Topology::Ring if is_next => Some((of + 1) % n),
            Topology::Ring => Some((of + n - 1) % n),
            Topology::Line if is_next => Some(of + 1).filter(|next| *next < n),
            Topology::Line => of.checked_sub(1),
        }
    }

    pub(crate) fn value(&self, operand: &Operand, state: &State, who: &Who<'_>) -> Value {
        let protocol = self.protocol;
        let name = operand.name.as_str();
        if name.is_empty() {
            return Value::Number(operand.plus);
        }
        if let Some((at, variable)) = finite(&protocol.centre_finites, name) {
            return Value::Name(variable.values[state.finites[at]].clone());
        }
        if let Some((at, _)) = datum(&protocol.centre_data, name) {
            return Value::Number(state.data[at] + operand.plus);
        }
        let own_finite = finite(&protocol.finites, name);
        let own_datum = datum(&protocol.data, name);
        if name == "pc" || own_finite.is_some() || own_datum.is_some() {
            let Some(process) = self.process_of(operand.whose.as_deref(), state, who) else {
                return Value::Nobodys;
            };
            let process = &state.processes[process];
            return match (own_finite, own_datum) {
                (Some((at, variable)), _) => {
                    Value::Name(variable.values[process.finites[at]].clone())
                }
                (_, Some((at, _))) => Value::Number(process.data[at] + operand.plus),
                _ => Value::Name(protocol.locations[process.location].clone()),
            };
        }
        let is_process = matches!(name, "slf" | "otr" | "next" | "prev" | "none");
        let is_pointer = protocol.pointers.iter().any(|pointer| pointer == name);
        if is_process || is_pointer || who.named(name).is_some() {
            return Value::Process(self.process_of(Some(name), state, who));
        }
        Value::Name(name.to_owned())
    }

    pub(crate) fn holds(&self, condition: &Condition, state: &State, who: &Who<'_>) -> bool {
        let holds = |part: &Condition| self.holds(part, state, who);
        match condition {
            Condition::Not(part) => !holds(part),
            Condition::And(left, right) => holds(left) && holds(right),
            Condition::Or(left, right) => holds(left) || holds(right),
            Condition::Implies(left, right) => !holds(left) || holds(right),
            Condition::In(operand, names) => match self.value(operand, state, who) {
                Value::Name(name) => names.contains(&name),
                Value::Nobodys => false,
                other => panic!("{other:?} is in no set"),
            },
            Condition::Compare(sign, left, right) => {
                let order = self.order(left, right, state, who);
                match sign.as_str() {
                    "=" => order.is_some_and(Ordering::is_eq),
                    "!=" => !order.is_some_and(Ordering::is_eq),
                    "<" => order.is_some_and(Ordering::is_lt),
                    "<=" => order.is_some_and(Ordering::is_le),
                    ">" => order.is_some_and(Ordering::is_gt),
                    _ => order.is_some_and(Ordering::is_ge),
                }
            }
            Condition::Alone(operand) => {
                let predicates = &self.protocol.predicates;
                if let Some((_, body)) = predicates.iter().find(|it| it.0 == operand.name) {
                    let own = self.process_of(operand.whose.as_deref(), state, who);
                    // Nobody satisfies a predicate, whatever it says.
                    return own.is_some() && self.holds(body, state, &Who::acting(own, None));
                }
                match operand.name.as_str() {
                    "true" => true,
                    "false" => false,
                    _ => self.value(operand, state, who) == Value::Name("true".to_owned()),
                }
            }
            Condition::Count(amount, name, body) => {
                let counted = |process: &usize| self.holds(body, state, &who.with(name, *process));
                let found = (0..self.n_processes).filter(counted).count() as i64;
                match amount {
                    Amount::AtMost(most) => found <= *most,
                    Amount::AtLeast(least) => found >= *least,
                    Amount::Exactly(number) => found == *number,
                    Amount::Majority => 2 * found > self.n_processes as i64,
                }
            }
        }
    }

    /// How two things compare; not at all if one of them is not there.
    fn order(
        &self,
        left: &Operand,
        right: &Operand,
        state: &State,
        who: &Who<'_>,
    ) -> Option<Ordering> {
        match (self.value(left, state, who), self.value(right, state, who)) {
            (Value::Nobodys, _) | (_, Value::Nobodys) => None,
            (Value::Number(left), Value::Number(right)) => Some(left.cmp(&right)),
            (Value::Process(left), Value::Process(right)) => Some(left.cmp(&right)),
            (Value::Name(left), Value::Name(right)) => Some(left.cmp(&right)),
            (left, right) => panic!("{left:?} and {right:?} are compared"),
        }
    }
}
