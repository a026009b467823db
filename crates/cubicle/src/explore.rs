//! Breadth-first exploration of an instance, and the run that leads to a violation.
//!
//! States are kept in canonical form: where processes are interchangeable (no `<` on them, no
//! named ones) the least of all renamings stands for them all, and values of abstract types are
//! renumbered in the order in which they occur. A run is rebuilt from the chain of canonical
//! states by stepping again, with the true names of the processes.

use index::Id;
use rustc_hash::FxHashMap;
use verdict::{Budget, Exhausted};

use crate::instance::{Instance, Repetition, State, Successor, UNDETERMINED, for_each_tuple};
use crate::model::{Kind, TransitionId};
use crate::simulate::Draw;

/// Where exploration stops.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub max_states: usize,
    pub max_depth: usize,
}

/// Steps of one random walk.
const WALK_LENGTH: usize = 60;
/// Walks that meet nothing new before it is given up.
const MAX_IDLE_WALKS: usize = 50;

/// All that was found.
pub struct Exploration {
    pub n_processes: usize,
    pub states: Vec<State>,
    parents: Vec<Option<u32>>,
    /// Whether every reachable state is among `states`.
    pub complete: bool,
    /// Steps of the longest shortest run.
    pub depth: usize,
    /// A run into an unsafe state, if one was met.
    pub violation: Option<Run>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    pub transition: TransitionId,
    pub args: Vec<usize>,
    pub after: State,
}

/// A run of an instance, every value determined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub n_processes: usize,
    pub initial: State,
    pub steps: Vec<RunStep>,
    /// Which `unsafe` the last state satisfies.
    pub violated: usize,
}

impl Exploration {
    /// Explores until a violation is met or nothing is left, or to the limits.
    pub fn run(instance: &Instance<'_>, limits: Limits, budget: &Budget) -> Self {
        let renaming = Renaming::of(instance);
        let mut search = Search { instance, renaming, known: FxHashMap::default() };
        let mut found = Self {
            n_processes: instance.n_processes,
            states: Vec::new(),
            parents: Vec::new(),
            complete: true,
            depth: 0,
            violation: None,
        };
        let (initial, complete) = instance.initial_states(limits.max_states);
        found.complete &= complete;
        for state in initial {
            if search.add(&mut found, &state, None) {
                return found;
            }
        }
        found.complete &= search.close(&mut found, limits, budget).is_ok();
        found
    }

    /// Walks on at random where breadth-first search had to stop, until so many states are known.
    ///
    /// Breadth first, the states near the start are many and those at the end of a long exchange
    /// of messages never come. A walk goes on to a successor that is new if there is one, and
    /// begins again somewhere among the known states after a while.
    pub fn wander(&mut self, instance: &Instance<'_>, max_states: usize, budget: &Budget) {
        if self.complete || self.violation.is_some() || self.states.is_empty() {
            return;
        }
        let known = self.states.iter().enumerate();
        let known = known.map(|(at, state)| (state.clone(), at as u32)).collect();
        let mut search = Search { instance, renaming: Renaming::of(instance), known };
        let mut random = Draw(self.states.len() as u64);
        let mut n_idle = 0;
        while self.states.len() < max_states && n_idle < MAX_IDLE_WALKS {
            let n_before = self.states.len();
            let mut at = random.below(self.states.len());
            for _ in 0..WALK_LENGTH {
                if budget.check().is_err() || self.states.len() >= max_states {
                    return;
                }
                let first_new = self.states.len();
                let mut next = Vec::new();
                for successor in instance.successors(&self.states[at].clone()) {
                    if search.add(self, &successor.after, Some(at as u32)) {
                        return;
                    }
                    next.push(successor.after);
                }
                let n_new = self.states.len() - first_new;
                if n_new > 0 {
                    at = first_new + random.below(n_new);
                } else if next.is_empty() {
                    break;
                } else {
                    let after = &next[random.below(next.len())];
                    match search.known.get(&search.renaming.canonical(instance, after)) {
                        Some(&known) => at = known as usize,
                        None => break,
                    }
                }
            }
            n_idle = if self.states.len() == n_before { n_idle + 1 } else { 0 };
        }
    }

    /// Goes on from states that were reached otherwise. Each must be reachable.
    pub fn extend(
        &mut self,
        instance: &Instance<'_>,
        reachable: &[State],
        limits: Limits,
        budget: &Budget,
    ) {
        let renaming = Renaming::of(instance);
        let known = self.states.iter().enumerate();
        let known = known.map(|(at, state)| (state.clone(), at as u32)).collect();
        let mut search = Search { instance, renaming, known };
        let first_new = self.states.len();
        for state in reachable {
            search.add(self, state, None);
        }
        if self.states.len() > first_new {
            self.complete = false;
            let _stopped_early = search.close_from(self, first_new, limits, budget);
        }
    }
}

struct Search<'i, 's> {
    instance: &'i Instance<'s>,
    renaming: Renaming,
    known: FxHashMap<State, u32>,
}

impl Search<'_, '_> {
    /// Notes a state; true if it is a violation.
    fn add(&mut self, found: &mut Exploration, state: &State, parent: Option<u32>) -> bool {
        let canonical = self.renaming.canonical(self.instance, state);
        let id = found.states.len() as u32;
        if self.known.contains_key(&canonical) || self.is_assumed_away(&canonical) {
            return false;
        }
        self.known.insert(canonical.clone(), id);
        found.states.push(canonical);
        found.parents.push(parent);
        if found.violation.is_none()
            && let Some((violated, last)) = violation(self.instance, &found.states[id as usize])
        {
            found.violation = self.rebuild(found, id, last, violated);
        }
        found.violation.is_some()
    }

    /// Stated invariants leave these states out.
    fn is_assumed_away(&self, state: &State) -> bool {
        if let Some(steps) = self.instance.prepared() {
            return steps.breaks_invariant(state);
        }
        let mut invariants = self.instance.system.invariants.iter();
        invariants.any(|stated| self.instance.surely_some(stated.n_params, &stated.body, state))
    }

    fn close(
        &mut self,
        found: &mut Exploration,
        limits: Limits,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        self.close_from(found, 0, limits, budget)
    }

    fn close_from(
        &mut self,
        found: &mut Exploration,
        first: usize,
        limits: Limits,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let mut at = first;
        let mut level_end = found.states.len();
        let mut depth = 0;
        while at < found.states.len() {
            if at == level_end {
                depth += 1;
                found.depth = found.depth.max(depth);
                level_end = found.states.len();
            }
            budget.check()?;
            if depth >= limits.max_depth || found.states.len() >= limits.max_states {
                return Err(Exhausted::Steps);
            }
            let state = found.states[at].clone();
            for successor in self.instance.successors(&state) {
                if self.add(found, &successor.after, Some(at as u32)) {
                    return Err(Exhausted::Cancelled);
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The run into state `id`, whose completion `last` is a violation.
    fn rebuild(&self, found: &Exploration, id: u32, last: State, violated: usize) -> Option<Run> {
        let mut chain = vec![id];
        while let Some(parent) = found.parents[chain[chain.len() - 1] as usize] {
            chain.push(parent);
        }
        chain.reverse();
        let mut steps: Vec<Successor> = Vec::new();
        let mut here = found.states[chain[0] as usize].clone();
        for &next in &chain[1..] {
            let wanted = &found.states[next as usize];
            let step = self
                .instance
                .successors(&here)
                .into_iter()
                .find(|step| self.renaming.canonical(self.instance, &step.after) == *wanted)?;
            here = step.after.clone();
            steps.push(step);
        }
        // The names of the last state may differ from those of its canonical form.
        let last = match violation(self.instance, &here) {
            Some((_, completed)) => completed,
            None => last,
        };
        Some(determine(self.instance, &here_initial(&steps, &last), steps, last, violated))
    }
}

/// A run along given transitions, with the values that its steps looked at.
pub struct Followed {
    steps: Vec<Successor>,
    last: State,
}

impl Followed {
    /// Every state of the run.
    pub fn states(&self) -> Vec<State> {
        let before = self.steps.iter().map(|step| step.before.clone());
        before.chain(std::iter::once(self.last.clone())).collect()
    }

    /// The run with every value given; its last state satisfies `unsafe` number `violated`.
    pub fn into_run(self, instance: &Instance<'_>, violated: usize) -> Run {
        let initial = here_initial(&self.steps, &self.last);
        determine(instance, &initial, self.steps, self.last, violated)
    }
}

/// How a state of one layer was reached from the layer before, and the state.
type Reached = (Option<(usize, Successor)>, State);

/// Looks for a run that takes exactly these transitions, with any arguments, and ends in a state
/// that `goal` accepts; `goal` returns the completion that it means. At most `width` states are
/// kept at each point of the path.
pub fn follow(
    instance: &Instance<'_>,
    path: &[TransitionId],
    width: usize,
    budget: &Budget,
    goal: &mut impl FnMut(&State) -> Option<State>,
) -> Option<Followed> {
    let (initial, _) = instance.initial_states(width);
    follow_from(instance, initial, path, width, budget, goal)
}

/// The same from given states instead of the initial ones.
pub fn follow_from(
    instance: &Instance<'_>,
    initial: Vec<State>,
    path: &[TransitionId],
    width: usize,
    budget: &Budget,
    goal: &mut impl FnMut(&State) -> Option<State>,
) -> Option<Followed> {
    let mut layers: Vec<Vec<Reached>> =
        vec![initial.into_iter().map(|state| (None, state)).collect()];
    for &transition in path {
        let n_params = instance.system.transitions[transition].params.len();
        let mut known: FxHashMap<State, ()> = FxHashMap::default();
        let mut layer = Vec::new();
        for (number, (_, state)) in layers[layers.len() - 1].iter().enumerate() {
            budget.check().ok()?;
            let mut found = Vec::new();
            for_each_tuple(instance.n_processes, n_params, Repetition::Forbidden, &mut |args| {
                instance.fire(state, transition, args, &mut found);
            });
            for step in found {
                if layer.len() < width && known.insert(step.after.clone(), ()).is_none() {
                    let after = step.after.clone();
                    layer.push((Some((number, step)), after));
                }
            }
        }
        layers.push(layer);
    }
    let ends = layers[layers.len() - 1].iter().enumerate();
    let (mut at, last) = ends.into_iter().find_map(|(at, (_, state))| Some((at, goal(state)?)))?;
    let mut steps = Vec::new();
    for layer in layers.iter().rev() {
        if let Some((parent, step)) = &layer[at].0 {
            steps.push(step.clone());
            at = *parent;
        }
    }
    steps.reverse();
    Some(Followed { steps, last })
}

fn here_initial(steps: &[Successor], last: &State) -> State {
    steps.first().map_or_else(|| last.clone(), |step| step.before.clone())
}

/// Gives every value of a run: what a state leaves open is what the next one has, unless the
/// step overwrites it, in which case it plays no role.
fn determine(
    instance: &Instance<'_>,
    initial: &State,
    steps: Vec<Successor>,
    last: State,
    violated: usize,
) -> Run {
    let mut after = instance.completed(&last);
    let mut run = Vec::new();
    for step in steps.into_iter().rev() {
        let before: State = step
            .before
            .iter()
            .zip(&step.after)
            .zip(&after)
            .enumerate()
            .map(|(element, ((&before, &raw), &later))| match (before, raw) {
                (UNDETERMINED, UNDETERMINED) => later,
                (UNDETERMINED, _) => instance.values(element)[0],
                (value, _) => value,
            })
            .collect();
        run.push(RunStep { transition: step.transition, args: step.args, after });
        after = before;
    }
    run.reverse();
    debug_assert_eq!(initial.len(), after.len());
    Run { n_processes: instance.n_processes, initial: after, steps: run, violated }
}

/// Which `unsafe` a completion of the state satisfies, and that completion.
pub fn violation(instance: &Instance<'_>, state: &State) -> Option<(usize, State)> {
    let unsafes = instance.system.unsafes.iter().enumerate();
    for (number, bad) in unsafes {
        if instance.prepared().is_some_and(|steps| !steps.may_violate(number, state)) {
            continue;
        }
        let mut found = None;
        for_each_tuple(instance.n_processes, bad.n_params, Repetition::Forbidden, &mut |env| {
            if found.is_none() {
                found = instance.satisfying(&bad.body, state, env);
            }
        });
        if let Some(state) = found.and_then(|state| obeying_invariants(instance, state)) {
            return Some((number, state));
        }
    }
    None
}

/// A completion in which no stated invariant fails, found greedily.
fn obeying_invariants(instance: &Instance<'_>, state: State) -> Option<State> {
    let mut state = Some(state);
    for stated in &instance.system.invariants {
        let holds = stated.body.negated();
        for_each_tuple(instance.n_processes, stated.n_params, Repetition::Forbidden, &mut |env| {
            state = state.take().and_then(|state| instance.satisfying(&holds, &state, env));
        });
    }
    state
}

/// How states are brought to canonical form.
struct Renaming {
    /// For each renaming: where element `i` of the result comes from.
    sources: Vec<Vec<u32>>,
    /// For each renaming: the new name of each process.
    names: Vec<Vec<i16>>,
    holds_process: Vec<bool>,
    /// Types with abstract values: the elements of each.
    abstract_elements: Vec<Vec<u32>>,
}

/// Beyond this many processes all renamings are too many; none is tried.
const MAX_RENAMED: usize = 5;

impl Renaming {
    fn of(instance: &Instance<'_>) -> Self {
        let system = instance.system;
        let n = instance.n_processes;
        let interchangeable = !system.compares_processes && system.n_fixed == 0 && n <= MAX_RENAMED;
        let mut names: Vec<Vec<i16>> = Vec::new();
        if interchangeable {
            for_each_tuple(n, n, Repetition::Forbidden, &mut |tuple| {
                names.push(tuple.iter().map(|&name| name as i16).collect());
            });
        } else {
            names.push((0..n as i16).collect());
        }
        let elements = 0..instance.n_elements();
        let sources = names.iter().map(|names| {
            let mut sources = vec![0; instance.n_elements()];
            for element in elements.clone() {
                let renamed: Vec<usize> =
                    instance.indices(element).iter().map(|&at| names[at] as usize).collect();
                sources[instance.element(instance.owner(element), &renamed)] = element as u32;
            }
            sources
        });
        let sources = sources.collect();
        let kind = |element: usize| system.kind(instance.owner(element));
        let holds_process = elements.clone().map(|element| *kind(element) == Kind::Proc).collect();
        let mut by_type: Vec<Vec<u32>> = vec![Vec::new(); system.types.len()];
        for element in elements.filter(|&element| *kind(element) == Kind::Abstract) {
            by_type[system.symbols[instance.owner(element)].ty.index()].push(element as u32);
        }
        by_type.retain(|elements| !elements.is_empty());
        Self { sources, names, holds_process, abstract_elements: by_type }
    }

    fn canonical(&self, instance: &Instance<'_>, state: &State) -> State {
        let mut best: Option<State> = None;
        for (sources, names) in self.sources.iter().zip(&self.names) {
            let mut renamed: State = sources
                .iter()
                .enumerate()
                .map(|(element, &source)| {
                    let value = state[source as usize];
                    let names_process = self.holds_process[element]
                        && value != UNDETERMINED
                        && (value as usize) < instance.n_processes;
                    if names_process { names[value as usize] } else { value }
                })
                .collect();
            self.renumber_abstract(&mut renamed);
            if best.as_ref().is_none_or(|best| renamed < *best) {
                best = Some(renamed);
            }
        }
        best.expect("there is at least the identical renaming")
    }

    fn renumber_abstract(&self, state: &mut State) {
        for elements in &self.abstract_elements {
            let mut order: Vec<i16> = Vec::new();
            for &element in elements {
                let value = state[element as usize];
                if value == UNDETERMINED {
                    continue;
                }
                let number = order.iter().position(|known| *known == value).unwrap_or_else(|| {
                    order.push(value);
                    order.len() - 1
                });
                state[element as usize] = number as i16;
            }
        }
    }
}
