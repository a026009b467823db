//! Concrete instances P(K): states of K processes, and the steps between them.
//!
//! What a step is stands in the header of [`crate::eval`]; this file only goes through all the
//! rules, puts all processes into a [`Scene`], and keeps the checked sets of stepwise guards.
//!
//! Two things of the language are infinite: the values of `t := *` and of `data t : nat = *`.
//! Here the numbers to try are passed in, and whoever passes them knows whether they are all
//! that matter (see [`crate::quotient`]).

use std::cmp::Ordering;

use index::{Id, IdSet};

use crate::eval::{
    CentreState, Company, EvalError, Participant, ProcessState, Scene, View, holds, run_branch,
};
use crate::{
    Actor, Atomicity, Branch, DataSort, DataVar, FiniteVar, Formula, Guard, LocationId, Rule,
    RuleId, Subject, System, ValueId,
};

/// An instance of a protocol with a fixed number of processes.
#[derive(Clone, Copy, Debug)]
pub struct Instance<'a> {
    system: &'a System,
    n_processes: usize,
}

/// A process of an instance, counted from 0; also its id in comparisons such as `slf < otr`.
pub type ProcessIndex = usize;

/// A set of processes of one instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessSet(u32);

impl ProcessSet {
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn contains(self, process: ProcessIndex) -> bool {
        self.0 >> process & 1 == 1
    }

    #[must_use]
    pub fn with(self, process: ProcessIndex) -> Self {
        Self(self.0 | 1 << process)
    }
}

/// A state of an instance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub processes: Vec<ProcessState>,
    /// Whom each process has checked; empty for a process that is checking nothing.
    pub checked: Vec<ProcessSet>,
    pub centre: CentreState,
}

impl State {
    /// All data of the state: those of the processes in order, then those of the centre.
    pub fn data(&self) -> impl Iterator<Item = i64> + '_ {
        let own = self.processes.iter().flat_map(|process| process.data.iter().copied());
        own.chain(self.centre.data.iter().copied())
    }

    /// As [`Self::data`], to write.
    pub fn data_mut(&mut self) -> impl Iterator<Item = &mut i64> + '_ {
        let own = self.processes.iter_mut().flat_map(|process| process.data.iter_mut());
        own.chain(self.centre.data.iter_mut())
    }
}

/// Who takes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepActor {
    Process(ProcessIndex),
    Centre,
}

/// One step, apart from the values that `*` chose and the order of a scan's visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    pub actor: StepActor,
    pub rule: RuleId,
    pub kind: StepKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepKind {
    /// The branch `then`.
    Then,
    /// The branch `otherwise`.
    Otherwise,
    /// A visit of a stepwise guard.
    Visit(ProcessIndex),
    /// A stepwise search that found nobody begins anew.
    Restart,
}

impl<'a> Instance<'a> {
    /// The most processes that an instance may have.
    pub const MAX_PROCESSES: usize = 16;

    /// P(K). Panics unless `1 <= n_processes <= MAX_PROCESSES`; whoever reads a number from a
    /// user checks it before.
    pub fn new(system: &'a System, n_processes: usize) -> Self {
        assert!(
            (1..=Self::MAX_PROCESSES).contains(&n_processes),
            "an instance has 1 to {} processes",
            Self::MAX_PROCESSES
        );
        Self { system, n_processes }
    }

    pub fn system(&self) -> &'a System {
        self.system
    }

    pub fn n_processes(&self) -> usize {
        self.n_processes
    }

    /// The initial states with the numbers of `any` where the declaration says `*`; at most
    /// `limit`, or `None` if there are more.
    pub fn initial_states(&self, any: &[i64], limit: usize) -> Option<Vec<State>> {
        let processes = ProcessState {
            location: self.system.initial_location(),
            finites: self.system.finites.ids().map(|_| ValueId::new(0)).collect(),
            data: self.system.data.ids().map(|_| 0).collect(),
            held: Default::default(),
            checking: None,
        };
        let centre = CentreState {
            finites: self.system.centre.finites.ids().map(|_| ValueId::new(0)).collect(),
            data: self.system.centre.data.ids().map(|_| 0).collect(),
            set: Default::default(),
        };
        let mut states = vec![State {
            processes: vec![processes; self.n_processes],
            checked: vec![ProcessSet::default(); self.n_processes],
            centre,
        }];
        for process in 0..self.n_processes {
            for (id, var) in self.system.finites.iter() {
                vary(&mut states, &initial_values(var), limit, |state, value| {
                    state.processes[process].finites[id.index()] = value;
                })?;
            }
            for (id, var) in self.system.data.iter() {
                vary(&mut states, &initial_numbers(var, any), limit, |state, number| {
                    state.processes[process].data[id.index()] = number;
                })?;
            }
        }
        for (id, var) in self.system.centre.finites.iter() {
            vary(&mut states, &initial_values(var), limit, |state, value| {
                state.centre.finites[id.index()] = value;
            })?;
        }
        for (id, var) in self.system.centre.data.iter() {
            vary(&mut states, &initial_numbers(var, any), limit, |state, number| {
                state.centre.data[id.index()] = number;
            })?;
        }
        for condition in &self.system.initially {
            let holds = |state: &State| self.is_everywhere(&condition.formula, state, true);
            states.retain(|state| holds(state) == Ok(true));
        }
        Some(states)
    }

    /// Whether `formula` has the truth value `wanted` of all different processes, as many as it
    /// speaks of. Where there are not so many, it is so; but a formula that speaks of one process
    /// only is asked of the one of P(1), whether it calls it `x` or `y`.
    fn is_everywhere(
        &self,
        formula: &Formula,
        state: &State,
        wanted: bool,
    ) -> Result<bool, EvalError> {
        Ok(!self.is_somewhere(formula, state, !wanted)?)
    }

    /// Whether `formula` has the truth value `wanted` of some different processes.
    pub fn is_somewhere(
        &self,
        formula: &Formula,
        state: &State,
        wanted: bool,
    ) -> Result<bool, EvalError> {
        let all = self.company_for(formula, state);
        for tuple in self.tuples(formula) {
            if self.holds_of_these(formula, state, &all, &tuple)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// All processes, if the formula speaks of others than `x` and `y`.
    fn company_for(&self, formula: &Formula, state: &State) -> Vec<Participant> {
        if !formula.needs_company() {
            return Vec::new();
        }
        let participant = |(index, state): (usize, &ProcessState)| Participant {
            id: index as u32,
            state: state.clone(),
        };
        state.processes.iter().enumerate().map(participant).collect()
    }

    /// The tuples of different processes that a property of one or more processes is asked of.
    pub fn tuples(&self, formula: &Formula) -> Vec<Vec<ProcessIndex>> {
        let n = self.n_processes;
        if n == 1 {
            return if formula.needs_two() { Vec::new() } else { vec![vec![0, 0]] };
        }
        let length = match (formula.n_further(), formula.mentions(Subject::Other)) {
            (0, false) => 1,
            (further, _) => 2 + further,
        };
        let mut tuples: Vec<Vec<ProcessIndex>> = vec![Vec::new()];
        for _ in 0..length {
            let longer = tuples.iter().flat_map(|tuple| {
                let fresh = (0..n).filter(|process| !tuple.contains(process));
                fresh.map(|process| tuple.iter().copied().chain([process]).collect())
            });
            tuples = longer.collect();
        }
        tuples
    }

    /// All steps from `state`, sorted, each once. `any` are the numbers tried for `*`.
    pub fn successors(&self, state: &State, any: &[i64]) -> Result<Vec<(Step, State)>, EvalError> {
        let mut successors = Vec::new();
        for (id, rule) in self.system.rules.iter() {
            match &rule.actor {
                Actor::Process(locations) => {
                    for process in 0..self.n_processes {
                        if locations.contains(state.processes[process].location) {
                            self.process_steps(state, process, id, any, &mut successors)?;
                        }
                    }
                }
                Actor::Centre => self.centre_steps(state, id, any, &mut successors)?,
            }
        }
        successors.sort();
        successors.dedup();
        Ok(successors)
    }

    /// Whether `formula` holds of these processes: `x`, `y`, and so on.
    pub fn holds_of(
        &self,
        formula: &Formula,
        state: &State,
        tuple: &[ProcessIndex],
    ) -> Result<bool, EvalError> {
        self.holds_of_these(formula, state, &self.company_for(formula, state), tuple)
    }

    fn holds_of_these(
        &self,
        formula: &Formula,
        state: &State,
        all: &[Participant],
        tuple: &[ProcessIndex],
    ) -> Result<bool, EvalError> {
        let (x, y) = (tuple[0], tuple.get(1).copied());
        let further: Vec<u32> = tuple.iter().skip(2).map(|it| *it as u32).collect();
        let company = Company { own_id: Some(x as u32), own: None, others: all, further: &further };
        let view = View {
            own: Some(&state.processes[x]),
            other: y.map(|y| &state.processes[y]),
            centre: &state.centre,
            ids: y.map_or(Ordering::Equal, |y| x.cmp(&y)),
            company,
        };
        holds(self.system, formula, view)
    }

    fn process_steps(
        &self,
        state: &State,
        process: ProcessIndex,
        id: RuleId,
        any: &[i64],
        successors: &mut Vec<(Step, State)>,
    ) -> Result<(), EvalError> {
        let rule = &self.system.rules[id];
        let scene = self.scene(state, StepActor::Process(process));
        if !holds(self.system, &rule.when, scene.own_view())? {
            return Ok(());
        }
        let actor = StepActor::Process(process);
        let step = |kind| Step { actor, rule: id, kind };
        match (&rule.guard, self.system.atomicity) {
            (Some(guard), Atomicity::Stepwise) => {
                self.stepwise(state, process, id, guard, &scene, any, successors)
            }
            (guard, _) => {
                let kind = match self.refused_by(guard.as_ref(), &scene)? {
                    false => StepKind::Then,
                    true => StepKind::Otherwise,
                };
                self.take(branch_of(rule, kind), step(kind), &scene, state, any, successors)
            }
        }
    }

    fn centre_steps(
        &self,
        state: &State,
        id: RuleId,
        any: &[i64],
        successors: &mut Vec<(Step, State)>,
    ) -> Result<(), EvalError> {
        let rule = &self.system.rules[id];
        let scene = self.scene(state, StepActor::Centre);
        if !holds(self.system, &rule.when, scene.own_view())? {
            return Ok(());
        }
        let kind = match self.refused_by(rule.guard.as_ref(), &scene)? {
            false => StepKind::Then,
            true => StepKind::Otherwise,
        };
        let step = Step { actor: StepActor::Centre, rule: id, kind };
        self.take(branch_of(rule, kind), step, &scene, state, any, successors)
    }

    /// Whether some other process of the scene does not satisfy the guard, or what else it asks
    /// does not hold.
    fn refused_by(&self, guard: Option<&Guard>, scene: &Scene) -> Result<bool, EvalError> {
        let Some(guard) = guard else { return Ok(false) };
        for other in &scene.others {
            if !holds(self.system, &guard.body, scene.view_of(other))? {
                return Ok(true);
            }
        }
        for condition in &guard.also {
            if !holds(self.system, condition, scene.own_view())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The steps of a guard that is evaluated one other process at a time.
    #[expect(clippy::too_many_arguments, reason = "the parts of one step, each used once")]
    fn stepwise(
        &self,
        state: &State,
        process: ProcessIndex,
        id: RuleId,
        guard: &Guard,
        scene: &Scene,
        any: &[i64],
        successors: &mut Vec<(Step, State)>,
    ) -> Result<(), EvalError> {
        let rule = &self.system.rules[id];
        let step = |kind| Step { actor: StepActor::Process(process), rule: id, kind };
        let checked = match state.processes[process].checking == Some(id) {
            true => state.checked[process],
            false => ProcessSet::default(),
        };
        let mut is_refused = false;
        let mut all_checked = true;
        for other in &scene.others {
            let index = other.id as ProcessIndex;
            if checked.contains(index) {
                continue;
            }
            all_checked = false;
            if !holds(self.system, &guard.body, scene.view_of(other))? {
                is_refused = true;
                continue;
            }
            let mut after = state.clone();
            after.processes[process].checking = Some(id);
            after.checked[process] = checked.with(index);
            successors.push((step(StepKind::Visit(index)), after));
        }
        if is_refused {
            let kind = StepKind::Otherwise;
            self.take(branch_of(rule, kind), step(kind), scene, state, any, successors)?;
        }
        if all_checked && rule.then.is_some() {
            let kind = StepKind::Then;
            self.take(branch_of(rule, kind), step(kind), scene, state, any, successors)?;
        } else if all_checked && !scene.others.is_empty() {
            let mut after = state.clone();
            after.processes[process].checking = None;
            after.checked[process] = ProcessSet::default();
            successors.push((step(StepKind::Restart), after));
        }
        Ok(())
    }

    fn take(
        &self,
        branch: Option<&Branch>,
        step: Step,
        scene: &Scene,
        state: &State,
        any: &[i64],
        successors: &mut Vec<(Step, State)>,
    ) -> Result<(), EvalError> {
        let Some(branch) = branch else { return Ok(()) };
        for after in run_branch(self.system, branch, scene, any)? {
            successors.push((step, self.state_of(after, &state.checked)));
        }
        Ok(())
    }

    fn scene(&self, state: &State, actor: StepActor) -> Scene {
        let participant = |index: ProcessIndex| Participant {
            id: index as u32,
            state: state.processes[index].clone(),
        };
        let acting = match actor {
            StepActor::Process(process) => Some(process),
            StepActor::Centre => None,
        };
        Scene {
            own: acting.map(participant),
            centre: state.centre.clone(),
            others: (0..self.n_processes).filter(|p| Some(*p) != acting).map(participant).collect(),
            picked: None,
        }
    }

    fn state_of(&self, scene: Scene, checked: &[ProcessSet]) -> State {
        let mut participants = scene.others;
        participants.extend(scene.own);
        participants.sort_by_key(|participant| participant.id);
        let processes: Vec<ProcessState> =
            participants.into_iter().map(|participant| participant.state).collect();
        let checked = processes
            .iter()
            .zip(checked)
            .map(|(process, checked)| match process.checking {
                Some(_) => *checked,
                None => ProcessSet::default(),
            })
            .collect();
        State { processes, checked, centre: scene.centre }
    }

    /// The processes that are bound to be scheduled in `state` and have a step to take, given
    /// the steps from it.
    pub fn waiting_to_be_scheduled(
        &self,
        state: &State,
        actors: &IdSet<ActorId>,
    ) -> IdSet<ActorId> {
        let just = (0..self.n_processes)
            .filter(|process| self.system.justice.contains(state.processes[*process].location));
        let mut bound: IdSet<ActorId> = just.map(ActorId::new).collect();
        if self.system.centre_is_just {
            bound.insert(self.actor_id(StepActor::Centre));
        }
        bound.intersect_with(actors);
        bound
    }

    /// The location at which `process` is owed a step under strong fairness whenever it can take one.
    pub fn compassionate_location(
        &self,
        state: &State,
        process: ProcessIndex,
    ) -> Option<LocationId> {
        let location = state.processes[process].location;
        self.system.compassion.contains(location).then_some(location)
    }

    /// All that can act: the processes, then the centre.
    pub fn actor_id(&self, actor: StepActor) -> ActorId {
        match actor {
            StepActor::Process(process) => ActorId::new(process),
            StepActor::Centre => ActorId::new(self.n_processes),
        }
    }
}

index::define_id!(
    /// A process of an instance, or, after the last process, the centre.
    pub struct ActorId, "actor"
);

fn branch_of(rule: &Rule, kind: StepKind) -> Option<&Branch> {
    match kind {
        StepKind::Then => rule.then.as_ref(),
        StepKind::Otherwise => rule.otherwise.as_ref(),
        StepKind::Visit(_) | StepKind::Restart => None,
    }
}

fn initial_values(var: &FiniteVar) -> Vec<ValueId> {
    var.initial.map_or_else(|| var.values.ids().collect(), |value| vec![value])
}

fn initial_numbers(var: &DataVar, any: &[i64]) -> Vec<i64> {
    match var.initial {
        Some(number) => vec![number],
        None => {
            let of_sort = |number: &&i64| var.sort == DataSort::Int || **number >= 0;
            any.iter().filter(of_sort).copied().collect()
        }
    }
}

/// Replaces each state by one for each value; `None` if they become more than `limit`.
fn vary<T: Copy>(
    states: &mut Vec<State>,
    values: &[T],
    limit: usize,
    assign: impl Fn(&mut State, T),
) -> Option<()> {
    if let [value] = values {
        states.iter_mut().for_each(|state| assign(state, *value));
        return Some(());
    }
    if states.len().saturating_mul(values.len()) > limit {
        return None;
    }
    let mut varied = Vec::with_capacity(states.len() * values.len());
    for state in &*states {
        for value in values {
            let mut state = state.clone();
            assign(&mut state, *value);
            varied.push(state);
        }
    }
    *states = varied;
    Some(())
}

#[cfg(test)]
mod tests;
