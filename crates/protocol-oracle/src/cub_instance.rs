//! What K processes of a `.cub` file do, after `docs/guide/cubicle.md`. All values are tried where
//! the file leaves one open, so that few variables may be.

use std::collections::HashMap;

use crate::cub::{Formula, System, Term, Transition};
use crate::graph::{Model, Step};

/// The largest number that is kept.
const MOST: i64 = 9;
/// Numbers that are tried where any is allowed.
const ANY: std::ops::RangeInclusive<i64> = -1..=3;

/// One value per variable and array element: position of a value, process or number.
pub type State = Vec<Vec<i64>>;

type Names = HashMap<String, usize>;

pub struct Instance<'a> {
    pub system: &'a System,
    pub n_processes: usize,
}

impl Instance<'_> {
    fn n_elements(&self, variable: usize) -> usize {
        if self.system.variables[variable].is_array { self.n_processes } else { 1 }
    }

    fn values(&self, variable: usize) -> Vec<i64> {
        let of = &self.system.variables[variable].of;
        match of.as_str() {
            "proc" => (0..self.n_processes as i64).collect(),
            "int" => ANY.collect(),
            name => {
                let known = self.system.types.iter().find(|(known, _)| known == name);
                let (_, values) = known.unwrap_or_else(|| panic!("`{name}` is no type"));
                (0..values.len() as i64).collect()
            }
        }
    }

    fn variable(&self, name: &str) -> Option<usize> {
        self.system.variables.iter().position(|variable| variable.name == name)
    }

    fn value(&self, term: &Term, state: &State, names: &Names) -> i64 {
        if term.name.is_empty() {
            return term.plus;
        }
        if let Some(process) = names.get(&term.name) {
            return *process as i64;
        }
        if let Some(variable) = self.variable(&term.name) {
            let element = term.index.as_ref().map_or(0, |index| names[index]);
            return state[variable][element] + term.plus;
        }
        let position = |values: &Vec<String>| values.iter().position(|value| *value == term.name);
        let found = self.system.types.iter().find_map(|(_, values)| position(values));
        found.unwrap_or_else(|| panic!("`{}` is unknown", term.name)) as i64
    }

    fn holds(&self, formula: &Formula, state: &State, names: &Names, params: &[String]) -> bool {
        let holds = |part: &Formula| self.holds(part, state, names, params);
        match formula {
            Formula::True => true,
            Formula::And(parts) => parts.iter().all(holds),
            Formula::Or(parts) => parts.iter().any(holds),
            Formula::Not(part) => !holds(part),
            Formula::Forall(name, body) => (0..self.n_processes).all(|process| {
                let is_param = params.iter().any(|param| names[param] == process);
                let mut inner = names.clone();
                inner.insert(name.clone(), process);
                is_param || self.holds(body, state, &inner, params)
            }),
            Formula::Compare(sign, left, right) => {
                let (left, right) =
                    (self.value(left, state, names), self.value(right, state, names));
                match sign.as_str() {
                    "=" => left == right,
                    "<>" => left != right,
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    _ => left >= right,
                }
            }
        }
    }

    /// All ways in which parameters can be processes.
    fn choices(&self, params: &[String], may_repeat: bool) -> Vec<Names> {
        let mut all = vec![Names::new()];
        for param in params {
            let mut longer = Vec::new();
            for names in &all {
                for process in 0..self.n_processes {
                    if may_repeat || !names.values().any(|taken| *taken == process) {
                        let mut names = names.clone();
                        names.insert(param.clone(), process);
                        longer.push(names);
                    }
                }
            }
            all = longer;
        }
        all
    }

    fn fire(&self, transition: &Transition, state: &State, names: &Names) -> Vec<State> {
        let mut states = vec![state.clone()];
        for update in &transition.updates {
            let Some(variable) = self.variable(&update.name) else { panic!("unknown update") };
            let elements: Vec<usize> = match (&update.index, update.is_case) {
                (Some(index), false) => vec![names[index]],
                _ => (0..self.n_elements(variable)).collect(),
            };
            for element in elements {
                let mut inner = names.clone();
                if let (Some(index), true) = (&update.index, update.is_case) {
                    inner.insert(index.clone(), element);
                }
                let fits = |condition: &Option<Formula>| {
                    let holds = |it: &Formula| self.holds(it, state, &inner, &transition.params);
                    condition.as_ref().is_none_or(holds)
                };
                let case = update.cases.iter().find(|(condition, _)| fits(condition));
                let values = match case {
                    Some((_, Some(term))) => vec![self.value(term, state, &inner)],
                    Some((_, None)) => self.values(variable),
                    None => panic!("the last case has no condition"),
                };
                let varied = states.iter().flat_map(|state| {
                    values.iter().map(|value| {
                        let mut state = state.clone();
                        state[variable][element] = *value;
                        state
                    })
                });
                states = varied.collect();
            }
        }
        states
    }

    fn is_unsafe(&self, state: &State, at: usize) -> bool {
        let (params, formula) = &self.system.unsafes[at];
        let choices = self.choices(params, false);
        choices.iter().any(|names| self.holds(formula, state, names, params))
    }
}

impl Model for Instance<'_> {
    type State = State;

    fn initial(&self) -> Vec<State> {
        let n_variables = self.system.variables.len();
        let mut states: Vec<State> = vec![vec![Vec::new(); n_variables]];
        for variable in 0..n_variables {
            for _ in 0..self.n_elements(variable) {
                let varied = states.iter().flat_map(|state| {
                    self.values(variable).into_iter().map(|value| {
                        let mut state = state.clone();
                        state[variable].push(value);
                        state
                    })
                });
                states = varied.collect();
                // What init says of one process is asked as soon as its values are there.
                assert!(states.len() < 2_000_000, "too many values at the start");
            }
            states.retain(|state| self.may_start(state));
        }
        states
    }

    fn steps(&self, state: &State) -> Vec<Step<State>> {
        let mut steps = Vec::new();
        for transition in &self.system.transitions {
            for names in self.choices(&transition.params, false) {
                if !self.holds(&transition.requires, state, &names, &transition.params) {
                    continue;
                }
                for after in self.fire(transition, state, &names) {
                    let is_small = after.iter().flatten().all(|value| value.abs() <= MOST);
                    steps.push(Step { actor: 0, after: is_small.then_some(after) });
                }
            }
        }
        steps
    }

    fn must_move(&self, _: &State) -> Vec<usize> {
        Vec::new()
    }
}

impl Instance<'_> {
    /// Whether init may hold, as far as variables have values: conjuncts about others are left
    /// for later.
    fn may_start(&self, state: &State) -> bool {
        let has_value = |term: &Term| {
            self.variable(&term.name).is_none_or(|variable| !state[variable].is_empty())
        };
        fn conjuncts(formula: &Formula) -> Vec<&Formula> {
            match formula {
                Formula::And(parts) => parts.iter().flat_map(conjuncts).collect(),
                Formula::Or(parts) if parts.len() == 1 => conjuncts(&parts[0]),
                other => vec![other],
            }
        }
        let params = &self.system.init_params;
        let all = self.choices(params, true);
        conjuncts(&self.system.init).into_iter().all(|part| match part {
            Formula::Compare(_, left, right) if has_value(left) && has_value(right) => {
                all.iter().all(|names| self.holds(part, state, names, params))
            }
            Formula::Compare(..) | Formula::True => true,
            _ => panic!("init is a conjunction of comparisons"),
        })
    }
}

/// Whether a run of the instance gets to `unsafe` number `at`; `None` if not everything was seen.
pub fn refutes(system: &System, n_processes: usize, most: usize, at: usize) -> Option<bool> {
    let instance = Instance { system, n_processes };
    let graph = crate::graph::explore(&instance, most, &mut |state| instance.is_unsafe(state, at));
    if graph.is_met { Some(true) } else { graph.is_whole.then_some(false) }
}
