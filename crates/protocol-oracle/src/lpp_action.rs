//! What the actions of a branch lead to, after the table in *Steps* of `docs/guide/protocols.md`.
//!
//! An action has several outcomes (`*`, a pick, the orders of a scan), or none: then the branch
//! cannot be taken. Whoever was picked stays `otr` until the next pick; inside of a scan or a
//! broadcast `otr` is who is visited.

use std::collections::BTreeSet;

use crate::lpp::{Action, Assignments, Branch, Condition, Data, Operand};
use crate::lpp_instance::{ANY, Instance, State};
use crate::lpp_truth::{Value, Who, datum, finite, position};

/// A state in the middle of a branch, and who was picked.
type Midway = (State, Option<usize>);

impl Instance<'_> {
    /// The states after a branch.
    pub(crate) fn take(&self, branch: &Branch, state: &State, own: Option<usize>) -> Vec<State> {
        let mut midway: Vec<Midway> = vec![(state.clone(), None)];
        for action in &branch.actions {
            midway = midway.iter().flat_map(|midway| self.act(action, midway, own)).collect();
        }
        let mut states: Vec<State> = midway.into_iter().map(|(state, _)| state).collect();
        if let Some(own) = own {
            for state in &mut states {
                state.processes[own].checking = None;
                if let Some(goto) = &branch.goto {
                    state.processes[own].location = position(&self.protocol.locations, goto);
                }
            }
        }
        states
    }

    fn act(&self, action: &Action, (state, picked): &Midway, own: Option<usize>) -> Vec<Midway> {
        let who = Who::acting(own, *picked);
        let states = match action {
            Action::Pick(test) => {
                let fits = |other: &usize| self.holds(test, state, &Who::acting(own, Some(*other)));
                let fitting = self.others(own).into_iter().filter(fits);
                return fitting.map(|other| (state.clone(), Some(other))).collect();
            }
            Action::Assign(target, value) => self.assign(state, &who, target, value.as_ref()),
            Action::Scan(test, target, value) => self.scan(test, target, value, state, own),
            Action::Broadcast(cases) => self.broadcast(cases, state, own).into_iter().collect(),
        };
        states.into_iter().map(|state| (state, *picked)).collect()
    }

    /// Everything that `:=` may lead to; nothing if somebody is missing.
    fn assign(
        &self,
        state: &State,
        who: &Who<'_>,
        target: &Operand,
        value: Option<&Operand>,
    ) -> Vec<State> {
        let (protocol, name) = (self.protocol, target.name.as_str());
        let pointer = protocol.pointers.iter().position(|pointer| pointer == name);
        if let (Some(at), Some(value)) = (pointer, value) {
            let Value::Process(process) = self.value(value, state, who) else {
                panic!("`{name}` is set to what is no process")
            };
            let mut state = state.clone();
            state.pointers[at] = process;
            return vec![state];
        }
        let variable =
            finite(&protocol.finites, name).or_else(|| finite(&protocol.centre_finites, name));
        let number = datum(&protocol.data, name).or_else(|| datum(&protocol.centre_data, name));
        let values: Vec<Value> = match (value, variable, number) {
            (None, Some((_, variable)), _) => {
                variable.values.iter().cloned().map(Value::Name).collect()
            }
            (None, None, Some(_)) => ANY.map(Value::Number).collect(),
            (Some(operand), ..) => vec![self.value(operand, state, who)],
            (None, None, None) => panic!("`{name}` is unknown"),
        };
        let process = self.process_of(target.whose.as_deref(), state, who);
        let outcomes: BTreeSet<State> = values
            .into_iter()
            .filter_map(|value| {
                let mut after = state.clone();
                self.put(&mut after, process, name, value).then_some(after)
            })
            .collect();
        outcomes.into_iter().collect()
    }

    /// Sets a variable of the centre or of this process. False if there is no such process, or no
    /// such value.
    fn put(&self, state: &mut State, process: Option<usize>, name: &str, value: Value) -> bool {
        let protocol = self.protocol;
        let clamp = |data: &Data, number: i64| if data.is_nat { number.max(0) } else { number };
        if value == Value::Nobodys {
            return false;
        }
        if let (Some((at, data)), Value::Number(number)) =
            (datum(&protocol.centre_data, name), &value)
        {
            state.data[at] = clamp(data, *number);
            return true;
        }
        if let (Some((at, variable)), Value::Name(value)) =
            (finite(&protocol.centre_finites, name), &value)
        {
            state.finites[at] = position(&variable.values, value);
            return true;
        }
        let Some(process) = process.map(|process| &mut state.processes[process]) else {
            return false;
        };
        match value {
            Value::Name(location) if name == "pc" => {
                let location = position(&protocol.locations, &location);
                if process.location != location {
                    process.location = location;
                    process.checking = None;
                }
            }
            Value::Name(value) => {
                let (at, variable) = finite(&protocol.finites, name)
                    .unwrap_or_else(|| panic!("`{name}` is unknown"));
                process.finites[at] = position(&variable.values, &value);
            }
            Value::Number(number) => {
                let (at, data) =
                    datum(&protocol.data, name).unwrap_or_else(|| panic!("`{name}` is unknown"));
                process.data[at] = clamp(data, number);
            }
            Value::Process(_) | Value::Nobodys => panic!("`{name}` is no pointer"),
        }
        true
    }

    /// Every other process by the first case that fits it; everything is read as it was before.
    fn broadcast(
        &self,
        cases: &[(Option<Condition>, Assignments)],
        state: &State,
        own: Option<usize>,
    ) -> Option<State> {
        let mut after = state.clone();
        for other in self.others(own) {
            let who = Who::acting(own, Some(other));
            let fits = |test: &Option<Condition>| {
                test.as_ref().is_none_or(|test| self.holds(test, state, &who))
            };
            let Some((_, updates)) = cases.iter().find(|(test, _)| fits(test)) else {
                continue;
            };
            for (target, value) in updates {
                let value = self.value(value, state, &who);
                if !self.put(&mut after, Some(other), target, value) {
                    return None;
                }
            }
        }
        Some(after)
    }

    /// Visits all others, in every order.
    fn scan(
        &self,
        test: &Condition,
        target: &str,
        value: &Operand,
        state: &State,
        own: Option<usize>,
    ) -> Vec<State> {
        let mut outcomes = BTreeSet::new();
        let mut reached: BTreeSet<(Vec<usize>, State)> =
            BTreeSet::from([(self.others(own), state.clone())]);
        while let Some((left, state)) = reached.pop_first() {
            if left.is_empty() {
                outcomes.insert(state);
                continue;
            }
            for other in &left {
                let who = Who::acting(own, Some(*other));
                let rest = left.iter().copied().filter(|it| it != other).collect();
                let mut after = state.clone();
                let is_possible = !self.holds(test, &state, &who) || {
                    let value = self.value(value, &state, &who);
                    self.put(&mut after, own, target, value)
                };
                if is_possible {
                    reached.insert((rest, after));
                }
            }
        }
        outcomes.into_iter().collect()
    }
}
