//! What K processes of an `.lpp` protocol do, after *Steps* and *Guards that are not atomic* in
//! `docs/guide/protocols.md`: one step after the other, everything tried.
//!
//! Numbers are kept between -[`MOST`] and [`MOST`]; a step that leaves them is left out, and it
//! is remembered that there was one.

use std::collections::BTreeSet;

use crate::graph::{Model, Step};
use crate::lpp::{Condition, Data, Finite, Guard, Protocol, Rule};
use crate::lpp_truth::{Who, position};

/// The largest number that is kept.
const MOST: i64 = 9;
/// Tried for `*`.
pub(crate) const ANY: std::ops::RangeInclusive<i64> = -2..=3;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Process {
    /// All of them as positions in the lists of the protocol.
    pub(crate) location: usize,
    pub(crate) finites: Vec<usize>,
    pub(crate) data: Vec<i64>,
    /// The rule whose guard it looks at, and whom it has found to satisfy it.
    pub(crate) checking: Option<(usize, BTreeSet<usize>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(crate) processes: Vec<Process>,
    pub(crate) finites: Vec<usize>,
    pub(crate) data: Vec<i64>,
    /// By pointer, the process that it points at.
    pub(crate) pointers: Vec<Option<usize>>,
}

pub struct Instance<'a> {
    pub(crate) protocol: &'a Protocol,
    pub(crate) n_processes: usize,
    /// Whether states that differ in the names of processes count once.
    sorts: bool,
}

impl<'a> Instance<'a> {
    pub fn new(protocol: &'a Protocol, n_processes: usize) -> Self {
        Self { protocol, n_processes, sorts: false }
    }

    /// The same, with interchangeable processes counted once; the text must not compare ids.
    pub fn sorting(self) -> Self {
        let is_ordered = self.protocol.is_stepwise || self.protocol.topology.is_some();
        Self { sorts: !is_ordered, ..self }
    }

    pub(crate) fn others(&self, own: Option<usize>) -> Vec<usize> {
        (0..self.n_processes).filter(|process| Some(*process) != own).collect()
    }

    fn rule_steps(
        &self,
        number: usize,
        rule: &Rule,
        state: &State,
        own: Option<usize>,
    ) -> Vec<State> {
        let alone = Who::acting(own, None);
        if rule.when.as_ref().is_some_and(|when| !self.holds(when, state, &alone)) {
            return Vec::new();
        }
        if let (true, Some(own), [guard]) = (self.protocol.is_stepwise, own, &rule.guards[..]) {
            return self.look(number, rule, guard, state, own);
        }
        match (rule.guards.iter().all(|guard| self.is_true(guard, state, own)), &rule.otherwise) {
            (true, _) => self.take(&rule.then, state, own),
            (false, Some(otherwise)) => self.take(otherwise, state, own),
            (false, None) => Vec::new(),
        }
    }

    fn is_true(&self, guard: &Guard, state: &State, own: Option<usize>) -> bool {
        let of = |body: &Condition, other: usize| {
            self.holds(body, state, &Who::acting(own, Some(other)))
        };
        let mut others = self.others(own).into_iter();
        match guard {
            Guard::Forall(body) => others.all(|other| of(body, other)),
            Guard::Exists(body) => others.any(|other| of(body, other)),
            Guard::Counted(body) => self.holds(body, state, &Who::acting(own, None)),
        }
    }

    /// A guard that is evaluated one other at a time. The guide says so of one guard that speaks
    /// of all or some others; what it says of counts and of several guards is left out.
    fn look(
        &self,
        number: usize,
        rule: &Rule,
        guard: &Guard,
        state: &State,
        own: usize,
    ) -> Vec<State> {
        let (is_forall, body) = match guard {
            Guard::Forall(body) => (true, body),
            Guard::Exists(body) => (false, body),
            Guard::Counted(_) => panic!("nobody says how counting is done stepwise"),
        };
        let others = self.others(Some(own));
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
            if self.holds(body, state, &Who::acting(Some(own), Some(*other))) == is_forall {
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
        let may_be = |state: &State| {
            let all = &self.protocol.initially;
            all.iter().all(|condition| self.holds_of_all(condition, state))
        };
        states.into_iter().filter(may_be).map(|state| self.named(state)).collect()
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

    fn must_not_be_passed_over(&self, state: &State) -> Vec<(usize, usize)> {
        let places = state.processes.iter().map(|process| process.location).enumerate();
        let compassion = &self.protocol.compassion;
        places.filter(|(_, at)| compassion.contains(&self.protocol.locations[*at])).collect()
    }
}
