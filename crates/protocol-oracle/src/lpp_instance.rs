//! What K processes of an `.lpp` protocol do, after *Steps*, *Conditions* and *Guards that are not
//! atomic* in `docs/guide/protocols.md`: one step after the other, everything tried.
//!
//! Numbers are kept between -[`MOST`] and [`MOST`]; a step that leaves them is left out, and it
//! is remembered that there was one.

use std::collections::BTreeSet;

use crate::graph::{Model, Step};
use crate::lpp::{Action, Branch, Condition, Data, Finite, Operand, Property, Protocol, Rule};

/// The largest number that is kept.
const MOST: i64 = 9;
/// Tried for `*`.
const ANY: std::ops::RangeInclusive<i64> = -2..=3;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Process {
    /// All of them as positions in the lists of the protocol.
    location: usize,
    finites: Vec<usize>,
    data: Vec<i64>,
    /// The rule whose guard it looks at, and whom it has found to satisfy it.
    checking: Option<(usize, BTreeSet<usize>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    processes: Vec<Process>,
    finites: Vec<usize>,
    data: Vec<i64>,
    /// By pointer, the process that it points at.
    pointers: Vec<Option<usize>>,
}

/// Who is meant by `slf`/`x` and `otr`/`y`.
#[derive(Clone, Copy)]
struct Who {
    own: Option<usize>,
    other: Option<usize>,
}

/// The value of an operand.
#[derive(Debug, PartialEq, Eq)]
enum Value {
    Number(i64),
    /// A location, or a value of a finite variable.
    Name(String),
    Process(Option<usize>),
}

pub struct Instance<'a> {
    protocol: &'a Protocol,
    n_processes: usize,
    /// Whether states that differ in the names of processes count once.
    sorts: bool,
}

fn position(names: &[String], name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| panic!("`{name}` is unknown"))
}

fn finite<'a>(variables: &'a [Finite], name: &str) -> Option<(usize, &'a Finite)> {
    variables.iter().enumerate().find(|(_, variable)| variable.name == name)
}

fn datum<'a>(variables: &'a [Data], name: &str) -> Option<(usize, &'a Data)> {
    variables.iter().enumerate().find(|(_, variable)| variable.name == name)
}

impl<'a> Instance<'a> {
    pub fn new(protocol: &'a Protocol, n_processes: usize) -> Self {
        Self { protocol, n_processes, sorts: false }
    }

    /// The same, with interchangeable processes counted once; the text must not compare ids.
    pub fn sorting(self) -> Self {
        Self { sorts: !self.protocol.is_stepwise, ..self }
    }

    fn process_of(&self, whose: Option<&str>, who: Who) -> Option<usize> {
        match whose {
            Some("otr" | "y") => who.other,
            _ => who.own,
        }
    }

    fn value(&self, operand: &Operand, state: &State, who: Who) -> Value {
        let protocol = self.protocol;
        let name = operand.name.as_str();
        let process = self.process_of(operand.whose.as_deref(), who).map(|it| &state.processes[it]);
        match name {
            "" => return Value::Number(operand.plus),
            "slf" | "x" => return Value::Process(who.own),
            "otr" | "y" => return Value::Process(who.other),
            "none" => return Value::Process(None),
            "pc" => {
                let location = process.unwrap_or_else(|| panic!("nobody is at `pc`")).location;
                return Value::Name(protocol.locations[location].clone());
            }
            _ => {}
        }
        if let Some((at, variable)) = finite(&protocol.finites, name) {
            let process = process.unwrap_or_else(|| panic!("nobody has `{name}`"));
            return Value::Name(variable.values[process.finites[at]].clone());
        }
        if let Some((at, _)) = datum(&protocol.data, name) {
            let process = process.unwrap_or_else(|| panic!("nobody has `{name}`"));
            return Value::Number(process.data[at] + operand.plus);
        }
        if let Some((at, variable)) = finite(&protocol.centre_finites, name) {
            return Value::Name(variable.values[state.finites[at]].clone());
        }
        if let Some((at, _)) = datum(&protocol.centre_data, name) {
            return Value::Number(state.data[at] + operand.plus);
        }
        if let Some(at) = protocol.pointers.iter().position(|pointer| pointer == name) {
            return Value::Process(state.pointers[at]);
        }
        Value::Name(name.to_owned())
    }

    fn holds(&self, condition: &Condition, state: &State, who: Who) -> bool {
        let holds = |part: &Condition| self.holds(part, state, who);
        match condition {
            Condition::Not(part) => !holds(part),
            Condition::And(left, right) => holds(left) && holds(right),
            Condition::Or(left, right) => holds(left) || holds(right),
            Condition::Implies(left, right) => !holds(left) || holds(right),
            Condition::In(operand, names) => match self.value(operand, state, who) {
                Value::Name(name) => names.contains(&name),
                other => panic!("{other:?} is in no set"),
            },
            Condition::Compare(sign, left, right) => {
                let (left, right) = (self.value(left, state, who), self.value(right, state, who));
                let order = match (&left, &right) {
                    (Value::Number(left), Value::Number(right)) => left.cmp(right),
                    (Value::Process(left), Value::Process(right)) => left.cmp(right),
                    (Value::Name(left), Value::Name(right)) => left.cmp(right),
                    _ => panic!("{left:?} and {right:?} are compared"),
                };
                match sign.as_str() {
                    "=" => order.is_eq(),
                    "!=" => order.is_ne(),
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    ">" => order.is_gt(),
                    _ => order.is_ge(),
                }
            }
            Condition::Alone(operand) => {
                let predicates = &self.protocol.predicates;
                if let Some((_, body)) = predicates.iter().find(|it| it.0 == operand.name) {
                    let own = self.process_of(operand.whose.as_deref(), who);
                    return self.holds(body, state, Who { own, other: None });
                }
                match operand.name.as_str() {
                    "true" => true,
                    "false" => false,
                    _ => self.value(operand, state, who) == Value::Name("true".to_owned()),
                }
            }
        }
    }

    /// The state with a variable assigned; a negative number for a `nat` assigns 0.
    fn with_number(&self, state: &State, own: Option<usize>, name: &str, number: i64) -> State {
        let mut state = state.clone();
        let clamp = |data: &Data| if data.is_nat { number.max(0) } else { number };
        if let Some((at, data)) = datum(&self.protocol.data, name) {
            let own = own.unwrap_or_else(|| panic!("the centre has no `{name}`"));
            state.processes[own].data[at] = clamp(data);
        } else if let Some((at, data)) = datum(&self.protocol.centre_data, name) {
            state.data[at] = clamp(data);
        }
        state
    }

    fn with_name(&self, state: &State, own: Option<usize>, name: &str, value: &str) -> State {
        let mut state = state.clone();
        if let Some((at, variable)) = finite(&self.protocol.finites, name) {
            let own = own.unwrap_or_else(|| panic!("the centre has no `{name}`"));
            state.processes[own].finites[at] = position(&variable.values, value);
        } else if let Some((at, variable)) = finite(&self.protocol.centre_finites, name) {
            state.finites[at] = position(&variable.values, value);
        }
        state
    }

    /// Everything that `:=` may lead to.
    fn assign(
        &self,
        state: &State,
        own: Option<usize>,
        target: &str,
        value: Option<&Operand>,
    ) -> Vec<State> {
        let protocol = self.protocol;
        if let Some(at) = protocol.pointers.iter().position(|pointer| pointer == target) {
            let mut state = state.clone();
            state.pointers[at] = match value {
                Some(value) if value.name == "slf" => own,
                _ => None,
            };
            return vec![state];
        }
        let who = Who { own, other: None };
        let variable =
            finite(&protocol.finites, target).or_else(|| finite(&protocol.centre_finites, target));
        let number = datum(&protocol.data, target).or_else(|| datum(&protocol.centre_data, target));
        match (value, variable, number) {
            (None, Some((_, variable)), _) => {
                let values = variable.values.iter();
                values.map(|value| self.with_name(state, own, target, value)).collect()
            }
            (None, None, Some((_, data))) => {
                let numbers = ANY.filter(|number| !data.is_nat || *number >= 0);
                numbers.map(|number| self.with_number(state, own, target, number)).collect()
            }
            (Some(operand), ..) => match self.value(operand, state, who) {
                Value::Number(number) => vec![self.with_number(state, own, target, number)],
                Value::Name(name) => vec![self.with_name(state, own, target, &name)],
                Value::Process(_) => panic!("`{target}` is no pointer"),
            },
            (None, None, None) => panic!("`{target}` is unknown"),
        }
    }

    fn others(&self, own: Option<usize>) -> Vec<usize> {
        (0..self.n_processes).filter(|process| Some(*process) != own).collect()
    }

    fn act(&self, action: &Action, state: &State, own: Option<usize>) -> Vec<State> {
        match action {
            Action::Assign(target, value) => self.assign(state, own, target, value.as_ref()),
            Action::Scan(test, target, value) => {
                let mut outcomes = BTreeSet::new();
                self.visit(test, target, value, state, own, &self.others(own), &mut outcomes);
                outcomes.into_iter().collect()
            }
            Action::Broadcast(cases) => {
                let mut after = state.clone();
                for other in self.others(own) {
                    let who = Who { own, other: Some(other) };
                    let fits = |test: &Option<Condition>| {
                        test.as_ref().is_none_or(|test| self.holds(test, state, who))
                    };
                    let Some((_, updates)) = cases.iter().find(|(test, _)| fits(test)) else {
                        continue;
                    };
                    for (target, value) in updates {
                        let Value::Name(name) = self.value(value, state, who) else {
                            panic!("a broadcast sets names")
                        };
                        self.update(&mut after, other, target, &name);
                    }
                    if after.processes[other].location != state.processes[other].location {
                        after.processes[other].checking = None;
                    }
                }
                vec![after]
            }
        }
    }

    fn update(&self, state: &mut State, other: usize, target: &str, value: &str) {
        if target == "pc" {
            state.processes[other].location = position(&self.protocol.locations, value);
            return;
        }
        let (at, variable) = finite(&self.protocol.finites, target)
            .unwrap_or_else(|| panic!("a broadcast cannot set `{target}`"));
        state.processes[other].finites[at] = position(&variable.values, value);
    }

    /// Visits `left` in every order.
    #[expect(clippy::too_many_arguments, reason = "a scan has many parts")]
    fn visit(
        &self,
        test: &Condition,
        target: &str,
        value: &Operand,
        state: &State,
        own: Option<usize>,
        left: &[usize],
        outcomes: &mut BTreeSet<State>,
    ) {
        let mut reached: BTreeSet<(Vec<usize>, State)> =
            BTreeSet::from([(left.to_vec(), state.clone())]);
        while let Some((left, state)) = reached.pop_first() {
            if left.is_empty() {
                outcomes.insert(state);
                continue;
            }
            for other in &left {
                let who = Who { own, other: Some(*other) };
                let rest = left.iter().copied().filter(|it| it != other).collect();
                let after = if self.holds(test, &state, who) {
                    let Value::Number(number) = self.value(value, &state, who) else {
                        panic!("a scan assigns numbers")
                    };
                    self.with_number(&state, own, target, number)
                } else {
                    state.clone()
                };
                reached.insert((rest, after));
            }
        }
    }

    fn take(&self, branch: &Branch, state: &State, own: Option<usize>) -> Vec<State> {
        let mut states = vec![state.clone()];
        for action in &branch.actions {
            states = states.iter().flat_map(|state| self.act(action, state, own)).collect();
        }
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

    fn rule_steps(
        &self,
        number: usize,
        rule: &Rule,
        state: &State,
        own: Option<usize>,
    ) -> Vec<State> {
        let alone = Who { own, other: None };
        if rule.when.as_ref().is_some_and(|when| !self.holds(when, state, alone)) {
            return Vec::new();
        }
        let Some(guard) = &rule.guard else { return self.take(&rule.then, state, own) };
        let others = self.others(own);
        let satisfies =
            |other: &usize| self.holds(&guard.body, state, Who { own, other: Some(*other) });
        if let (true, Some(own)) = (self.protocol.is_stepwise, own) {
            return self.look(number, rule, state, own, &others, &satisfies);
        }
        let is_true = match guard.is_forall {
            true => others.iter().all(satisfies),
            false => others.iter().any(satisfies),
        };
        match (is_true, &rule.otherwise) {
            (true, _) => self.take(&rule.then, state, own),
            (false, Some(otherwise)) => self.take(otherwise, state, own),
            (false, None) => Vec::new(),
        }
    }

    /// A guard that is evaluated one other at a time.
    fn look(
        &self,
        number: usize,
        rule: &Rule,
        state: &State,
        own: usize,
        others: &[usize],
        satisfies: &dyn Fn(&usize) -> bool,
    ) -> Vec<State> {
        let is_forall = rule.guard.as_ref().is_some_and(|guard| guard.is_forall);
        // What a process goes on looking after, and what ends the looking.
        let (at_end, at_once) = match is_forall {
            true => (Some(&rule.then), rule.otherwise.as_ref()),
            false => (rule.otherwise.as_ref(), Some(&rule.then)),
        };
        let seen = match &state.processes[own].checking {
            Some((checked, seen)) if *checked == number => seen.clone(),
            _ => BTreeSet::new(),
        };
        let mut steps = Vec::new();
        let unseen: Vec<usize> = others.iter().copied().filter(|it| !seen.contains(it)).collect();
        for other in &unseen {
            if satisfies(other) == is_forall {
                let mut after = state.clone();
                let mut seen = seen.clone();
                seen.insert(*other);
                after.processes[own].checking = Some((number, seen));
                steps.push(after);
            } else if let Some(branch) = at_once {
                steps.extend(self.take(branch, state, Some(own)));
            }
        }
        match at_end {
            _ if !unseen.is_empty() => {}
            Some(branch) => steps.extend(self.take(branch, state, Some(own))),
            None if others.is_empty() => {}
            None => {
                let mut after = state.clone();
                after.processes[own].checking = None;
                steps.push(after);
            }
        }
        steps
    }

    fn is_small(&self, state: &State) -> bool {
        let own = state.processes.iter().flat_map(|process| &process.data);
        own.chain(&state.data).all(|number| number.abs() <= MOST)
    }

    /// The state that stands for all that differ in the names of processes.
    fn named(&self, state: State) -> State {
        if !self.sorts {
            return state;
        }
        let key = |at: &usize| {
            let held: Vec<bool> = state.pointers.iter().map(|it| *it == Some(*at)).collect();
            (state.processes[*at].clone(), held)
        };
        let mut order: Vec<usize> = (0..self.n_processes).collect();
        order.sort_by_key(key);
        let new_name = |old: usize| order.iter().position(|it| *it == old);
        State {
            processes: order.iter().map(|at| state.processes[*at].clone()).collect(),
            pointers: state.pointers.iter().map(|it| it.and_then(new_name)).collect(),
            finites: state.finites.clone(),
            data: state.data.clone(),
        }
    }
}

impl Model for Instance<'_> {
    type State = State;

    fn initial(&self) -> Vec<State> {
        let blank = Process { location: 0, finites: Vec::new(), data: Vec::new(), checking: None };
        let mut states = vec![State {
            processes: vec![blank; self.n_processes],
            finites: Vec::new(),
            data: Vec::new(),
            pointers: vec![None; self.protocol.pointers.len()],
        }];
        let names = |variable: &Finite| match &variable.initial {
            Some(value) => vec![position(&variable.values, value)],
            None => (0..variable.values.len()).collect(),
        };
        let numbers = |data: &Data| match data.initial {
            Some(number) => vec![number],
            None => ANY.filter(|number| !data.is_nat || *number >= 0).collect(),
        };
        let mut vary = |choices: Vec<i64>, put: &dyn Fn(&mut State, i64)| {
            let varied = states.iter().flat_map(|state| {
                choices.iter().map(|choice| {
                    let mut state = state.clone();
                    put(&mut state, *choice);
                    state
                })
            });
            states = varied.collect();
        };
        let as_numbers = |all: Vec<usize>| all.into_iter().map(|it| it as i64).collect();
        for process in 0..self.n_processes {
            for variable in &self.protocol.finites {
                vary(as_numbers(names(variable)), &|state, value| {
                    state.processes[process].finites.push(value as usize);
                });
            }
            for data in &self.protocol.data {
                vary(numbers(data), &|state, number| state.processes[process].data.push(number));
            }
        }
        for variable in &self.protocol.centre_finites {
            vary(as_numbers(names(variable)), &|state, value| state.finites.push(value as usize));
        }
        for data in &self.protocol.centre_data {
            vary(numbers(data), &|state, number| state.data.push(number));
        }
        states.into_iter().map(|state| self.named(state)).collect()
    }

    fn steps(&self, state: &State) -> Vec<Step<State>> {
        let mut steps = Vec::new();
        for (number, rule) in self.protocol.rules.iter().enumerate() {
            let actors: Vec<Option<usize>> = match &rule.at {
                None => vec![None],
                Some(at) => {
                    let is_there = |process: &usize| {
                        at.contains(&self.protocol.locations[state.processes[*process].location])
                    };
                    (0..self.n_processes).filter(is_there).map(Some).collect()
                }
            };
            for own in actors {
                for after in self.rule_steps(number, rule, state, own) {
                    let actor = own.unwrap_or(self.n_processes);
                    let after = self.is_small(&after).then(|| self.named(after));
                    steps.push(Step { actor, after });
                }
            }
        }
        steps
    }

    fn must_move(&self, state: &State) -> Vec<usize> {
        let is_just = |name: &str| self.protocol.justice.iter().any(|just| just == name);
        let just =
            |process: &usize| is_just(&self.protocol.locations[state.processes[*process].location]);
        let centre = is_just("centre").then_some(self.n_processes);
        (0..self.n_processes).filter(just).chain(centre).collect()
    }
}

impl Instance<'_> {
    /// Whether the condition has this truth value for some different `x` and `y`. One process
    /// alone is asked if the condition names only one.
    pub fn some_pair(&self, condition: &Condition, state: &State, wanted: bool) -> bool {
        if self.n_processes == 1 {
            let who = Who { own: Some(0), other: Some(0) };
            let names_two = names(condition, "x") && names(condition, "y");
            return !names_two && self.holds(condition, state, who) == wanted;
        }
        (0..self.n_processes).any(|x| {
            self.others(Some(x)).into_iter().any(|y| {
                self.holds(condition, state, Who { own: Some(x), other: Some(y) }) == wanted
            })
        })
    }

    /// Whether the condition holds of `x`.
    pub fn holds_of(&self, condition: &Condition, state: &State, x: usize) -> bool {
        self.holds(condition, state, Who { own: Some(x), other: None })
    }
}

/// Whether a condition names this process.
fn names(condition: &Condition, who: &str) -> bool {
    let in_operand =
        |operand: &Operand| operand.name == who || operand.whose.as_deref() == Some(who);
    match condition {
        Condition::Not(part) => names(part, who),
        Condition::And(left, right)
        | Condition::Or(left, right)
        | Condition::Implies(left, right) => names(left, who) || names(right, who),
        Condition::Compare(_, left, right) => in_operand(left) || in_operand(right),
        Condition::In(operand, _) | Condition::Alone(operand) => in_operand(operand),
    }
}

/// What an instance says about a property: whether some run violates it or, for `reachable`, gets
/// there. `None` if not everything was seen.
pub fn refutes(
    protocol: &Protocol,
    text: &str,
    n: usize,
    states: usize,
    at: usize,
) -> Option<bool> {
    // Ids are compared by `<` between processes and nothing else.
    let words = text.replace(char::is_whitespace, "");
    let compares_ids = ["slf<otr", "otr<slf", "x<y", "y<x"].iter().any(|it| words.contains(it));
    let instance = Instance::new(protocol, n);
    match &protocol.properties[at] {
        Property::Safety(condition) | Property::Reachable(condition) => {
            let wanted = matches!(protocol.properties[at], Property::Reachable(_));
            let instance = if compares_ids { instance } else { instance.sorting() };
            let graph = crate::graph::explore(&instance, states, &mut |state| {
                instance.some_pair(condition, state, wanted)
            });
            if graph.is_met { Some(true) } else { graph.is_whole.then_some(false) }
        }
        Property::Liveness(trigger, response) => {
            let graph = crate::graph::explore(&instance, states, &mut |_| false);
            let waits = (0..n).any(|x| {
                let owes = |state: &State| instance.holds_of(trigger, state, x);
                let answers = |state: &State| instance.holds_of(response, state, x);
                graph.waits_for_ever(&owes, &answers)
            });
            if waits { Some(true) } else { graph.is_whole.then_some(false) }
        }
    }
}
