//! Proofs held against small instances.
//!
//! The steps of this re-check and those of the engine are both derived for a few distinguished
//! processes. Instances of two to four processes take their steps as a whole, by
//! [`protocol::instance`]. So some of their states and steps are looked up here: each state must
//! be in the set of the proof; and for liveness each step is followed through the argument. It
//! must not lead out of an eliminated set, nor satisfy the condition because of which the set was
//! eliminated. This is a sample and proves nothing, but it shares no enumeration with
//! what it is held against.
//!
//! The first states of a small instance say little about what needs many processes. So some runs
//! of larger instances are followed too, each step a random one to a state that was not
//! seen before, as long as there is one.

use protocol::eval::{Participant, View, holds};
use protocol::instance::{Instance, State, StepActor};
use protocol::{Formula, System};
use rustc_hash::FxHashSet;

use super::cells::Cells;
use super::certificate::StateSet;
use super::liveness::{Argument, Condition, Elimination, Ready};
use super::step::{scene, waiting};
use super::{Closed, Flaw, locate_pair};

/// Numbers that stand for any number.
const ANY: [i64; 4] = [0, 1, 2, 7];

/// A state as one process sees it.
struct Seen {
    reference: usize,
    control: usize,
    /// By process, its cell; that of the reference means nothing.
    cells: Vec<usize>,
    occupied: Cells,
}

impl Seen {
    fn is_in(&self, set: &StateSet) -> bool {
        set.contains(self.control, self.occupied)
    }

    /// The other processes and their cells.
    fn others(&self) -> impl Iterator<Item = (usize, usize)> {
        let cells = self.cells.iter().copied().enumerate();
        cells.filter(|(process, _)| *process != self.reference)
    }
}

/// The first states of an instance, with all steps from each.
struct Sample {
    states: Vec<State>,
    steps: Vec<Vec<(StepActor, State)>>,
}

impl Sample {
    fn of(closed: &Closed<'_>, n_processes: usize, max_states: usize) -> Result<Self, Flaw> {
        let instance = Instance::new(closed.world.system, n_processes);
        let mut states = instance.initial_states(&ANY, max_states).unwrap_or_default();
        let mut known: FxHashSet<State> = states.iter().cloned().collect();
        let mut steps = Vec::new();
        while let Some(state) = states.get(steps.len()) {
            closed.world.budget.check()?;
            let successors = instance.successors(state, &ANY)?;
            let after = successors.into_iter().map(|(step, after)| (step.actor, after));
            let after: Vec<(StepActor, State)> = after.collect();
            for (_, state) in &after {
                if states.len() < max_states && known.insert(state.clone()) {
                    states.push(state.clone());
                }
            }
            steps.push(after);
        }
        Ok(Self { states, steps })
    }
}

/// Larger instances, of which runs are followed.
const LARGER: std::ops::RangeInclusive<usize> = 5..=7;
/// How many runs of each, and how long.
const N_RUNS: usize = 6;
const N_STEPS: usize = 30;

/// Numbers that look random; the same ones every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        // Xorshift; it is enough that it does not favour one kind of steps.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// States on random runs of an instance.
fn wander(closed: &Closed<'_>, n_processes: usize) -> Result<Vec<State>, Flaw> {
    let instance = Instance::new(closed.world.system, n_processes);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ n_processes as u64);
    let mut known: FxHashSet<State> = FxHashSet::default();
    let mut states = Vec::new();
    let Some(initial) = instance.initial_states(&ANY, 10_000) else { return Ok(states) };
    for _ in 0..N_RUNS {
        let mut state = initial[dice.below(initial.len())].clone();
        for _ in 0..N_STEPS {
            closed.world.budget.check()?;
            let successors = instance.successors(&state, &ANY)?;
            let (new, old): (Vec<State>, Vec<State>) =
                successors.into_iter().map(|step| step.1).partition(|it| !known.contains(it));
            let from = if new.is_empty() { old } else { new };
            if from.is_empty() {
                break;
            }
            state = from[dice.below(from.len())].clone();
            if known.insert(state.clone()) {
                states.push(state.clone());
            }
        }
    }
    Ok(states)
}

impl Closed<'_> {
    /// Looks up states of small instances, at most so many of each, and of runs of larger ones;
    /// returns how many of the small ones.
    pub fn spot_check(&self, max_states: usize) -> Result<usize, Flaw> {
        let mut n_states = 0;
        for n_processes in 2..=4 {
            let states = Sample::of(self, n_processes, max_states)?.states;
            n_states += states.len();
            self.look_up(&states)?;
        }
        for n_processes in LARGER {
            self.look_up(&wander(self, n_processes)?)?;
        }
        Ok(n_states)
    }

    /// Checks that all these states, whoever looks, are in the set.
    fn look_up(&self, states: &[State]) -> Result<(), Flaw> {
        for state in states {
            self.look_up_tickets(state)?;
            for reference in 0..state.processes.len() {
                if !self.see(state, reference)?.is_in(&self.world.certificate.states) {
                    return Err(Flaw::Wrong(format!(
                        "a run reaches {state:?}, which is not in the set"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Checks that every ticket that is to be held is.
    fn look_up_tickets(&self, state: &State) -> Result<(), Flaw> {
        for lemma in &self.world.certificate.tickets {
            let ends = [lemma.first, lemma.end].map(|id| state.centre.datum(id));
            let is_held = |number: i64| {
                state.processes.iter().any(|process| {
                    lemma.holders.contains(process.location)
                        && process.datum(lemma.ticket) == number
                })
            };
            // Numbers of sample runs are small.
            if !(ends[0]..ends[1]).take(1000).all(is_held) {
                return Err(Flaw::Wrong(format!("a ticket is held by nobody in {state:?}")));
            }
        }
        Ok(())
    }

    /// Follows steps of small instances through the argument; returns how many.
    pub fn spot_check_liveness(
        &self,
        trigger: &Formula,
        response: &Formula,
        argument: &Argument,
        max_states: usize,
    ) -> Result<usize, Flaw> {
        let mut n_steps = 0;
        for n_processes in 2..=4 {
            let sample = Sample::of(self, n_processes, max_states)?;
            for (state, steps) in sample.states.iter().zip(&sample.steps) {
                for reference in 0..n_processes {
                    let seen = self.see(state, reference)?;
                    let holds = |formula: &Formula, state: &State| {
                        holds_of(self.world.system, formula, state, reference)
                    };
                    let is_owed = seen.is_in(&argument.owed);
                    if holds(trigger, state)? && !holds(response, state)? && !is_owed {
                        return Err(Flaw::Wrong(format!("{state:?} owes a response")));
                    }
                    if !is_owed {
                        continue;
                    }
                    let sets = argument.eliminations.iter().map(Elimination::states);
                    let is_in = sets.map(|set| seen.is_in(set)).collect();
                    let follower = Follower { closed: self, argument, state, steps, seen, is_in };
                    follower.check_state()?;
                    for (actor, after) in steps {
                        if !holds(response, after)? {
                            follower.check_step(*actor, after)?;
                            n_steps += 1;
                        }
                    }
                }
            }
        }
        Ok(n_steps)
    }

    fn see(&self, state: &State, reference: usize) -> Result<Seen, Flaw> {
        let mut seen = Seen { reference, control: 0, cells: Vec::new(), occupied: Cells::NONE };
        for other in 0..state.processes.len() {
            if other == reference {
                seen.cells.push(usize::MAX);
                continue;
            }
            let (control, cell) = locate_pair(&self.world, state, reference, other)?;
            seen.control = control;
            seen.cells.push(cell);
            seen.occupied.put(cell);
        }
        Ok(seen)
    }
}

fn holds_of(
    system: &System,
    formula: &Formula,
    state: &State,
    process: usize,
) -> Result<bool, Flaw> {
    let view = View {
        own: Some(&state.processes[process]),
        other: None,
        centre: &state.centre,
        ids: std::cmp::Ordering::Equal,
        company: protocol::eval::Company::default(),
    };
    Ok(holds(system, formula, view)?)
}

/// One state in which the response is owed, and the argument.
struct Follower<'a> {
    closed: &'a Closed<'a>,
    argument: &'a Argument,
    state: &'a State,
    steps: &'a [(StepActor, State)],
    seen: Seen,
    /// By elimination: whether the state is in its set.
    is_in: Vec<bool>,
}

impl Follower<'_> {
    /// The state is removed, and does not satisfy the condition for which it is.
    fn check_state(&self) -> Result<(), Flaw> {
        let eliminations = self.argument.eliminations.iter().zip(&self.is_in);
        for (elimination, is_in) in eliminations {
            if !is_in {
                continue;
            }
            let is_right = match elimination {
                Elimination::Unjust { condition, .. } => !self.satisfies(condition)?,
                Elimination::Insisted { ready, .. } => self.is_ready(*ready),
                Elimination::Forbidden { .. } | Elimination::Descent { .. } => continue,
            };
            return match is_right {
                true => Ok(()),
                false => Err(Flaw::Wrong(format!("{:?} is wrongly removed", self.state))),
            };
        }
        Err(Flaw::Wrong(format!("the argument leaves {:?}", self.state)))
    }

    /// The step leads out of no eliminated set, and does not satisfy its condition.
    fn check_step(&self, actor: StepActor, after: &State) -> Result<(), Flaw> {
        let seen = self.closed.see(after, self.seen.reference)?;
        let wrong = |what: &str| Flaw::Wrong(format!("{what}: {:?} to {after:?}", self.state));
        if !seen.is_in(&self.argument.owed) {
            return Err(wrong("a step leads out of what is owed"));
        }
        for (elimination, is_in) in self.argument.eliminations.iter().zip(&self.is_in) {
            let stays = seen.is_in(elimination.states());
            if let Elimination::Insisted { ready, trap, .. } = elimination {
                if self.seen.is_in(trap) {
                    if !seen.is_in(trap) {
                        return Err(wrong("a step leads out of a trap"));
                    }
                    if self.goes_on(*ready, actor) {
                        return Err(wrong("a step is taken that is promised"));
                    }
                }
                if *is_in || stays {
                    // To removed states, as from them, nothing more applies.
                    return Ok(());
                }
                continue;
            }
            match elimination {
                Elimination::Forbidden { .. } | Elimination::Descent { .. } if !is_in => {}
                Elimination::Unjust { .. } if !is_in => {
                    if stays {
                        // Removed before the state: a step down, to which nothing more applies.
                        return Ok(());
                    }
                }
                Elimination::Insisted { .. } => unreachable!("looked at above"),
                _ if !stays => return Err(wrong("a step leads out of an eliminated set")),
                Elimination::Forbidden { cell, .. } => {
                    let moves = || self.seen.others().map(|(it, from)| (from, seen.cells[it]));
                    if moves().any(|(from, to)| from != *cell && to == *cell) {
                        return Err(wrong("a cell is entered again"));
                    }
                    if moves().any(|(from, to)| from == *cell && to != *cell) {
                        // Taken finitely often.
                        return Ok(());
                    }
                }
                Elimination::Descent { rank, .. } => {
                    let rank = &self.closed.world.certificate.ranks[*rank];
                    let of = |state: &State| {
                        rank.of(&state.processes[self.seen.reference], &state.centre)
                    };
                    let (before, now) = (of(self.state), of(after));
                    if before.min(now) < 0 || now > before {
                        return Err(wrong("a rank rises or is negative"));
                    }
                    if now < before {
                        // Taken finitely often.
                        return Ok(());
                    }
                }
                Elimination::Unjust { condition, .. } => {
                    return match self.is_satisfied_by(condition, actor, &seen) {
                        false => Ok(()),
                        true => Err(wrong("a step satisfies the condition of its set")),
                    };
                }
            }
        }
        Ok(())
    }

    /// Whether those who are said to be ready are there and can act.
    fn is_ready(&self, ready: Ready) -> bool {
        let can_act = |process: usize| self.can_act(StepActor::Process(process));
        let reference = self.seen.reference;
        match ready {
            Ready::Reference(location) => {
                self.state.processes[reference].location == location && can_act(reference)
            }
            Ready::Cell(cell) => {
                let mut inside = self.seen.others().filter(|(_, at)| *at == cell).peekable();
                inside.peek().is_some() && inside.all(|(process, _)| can_act(process))
            }
        }
    }

    /// Whether a step of the actor is one that the ready ones are promised.
    fn goes_on(&self, ready: Ready, actor: StepActor) -> bool {
        let StepActor::Process(process) = actor else { return false };
        let location = self.state.processes[process].location;
        match ready {
            Ready::Reference(there) => process == self.seen.reference && location == there,
            Ready::Cell(cell) => {
                let there = self.closed.world.certificate.cells[cell].local.location;
                process != self.seen.reference && location == there
            }
        }
    }

    fn can_act(&self, actor: StepActor) -> bool {
        self.steps.iter().any(|step| step.0 == actor)
    }

    /// Whether being in the state satisfies the condition.
    fn satisfies(&self, condition: &Condition) -> Result<bool, Flaw> {
        let reference = self.seen.reference;
        let waits = |process: usize| !self.can_act(StepActor::Process(process));
        Ok(match condition {
            Condition::Reference => {
                let location = self.state.processes[reference].location;
                !self.closed.world.system.justice.contains(location) || waits(reference)
            }
            Condition::Centre => !self.can_act(StepActor::Centre),
            Condition::Cell(cell) => {
                let mut inside = self.seen.others().filter(|(_, at)| at == cell).peekable();
                inside.peek().is_none() || inside.any(|(process, _)| waits(process))
            }
            Condition::Line(cells) => {
                let line: Cells = cells.iter().copied().collect();
                if !line.meets(self.seen.occupied) {
                    return Ok(true);
                }
                for (process, at) in self.seen.others() {
                    if line.has(at) && self.is_first_and_waits(process, line)? {
                        return Ok(true);
                    }
                }
                false
            }
        })
    }

    /// Whether the process, which is in the line, cannot act, and not because of the line.
    fn is_first_and_waits(&self, process: usize, line: Cells) -> Result<bool, Flaw> {
        let participant = |process: usize| Participant {
            id: u32::try_from(process).unwrap_or(u32::MAX),
            state: self.state.processes[process].clone(),
        };
        let everybody = 0..self.state.processes.len();
        let others: Vec<usize> = everybody.filter(|other| *other != process).collect();
        let scene = scene(
            Some(participant(process)),
            &self.state.centre,
            others.iter().map(|other| participant(*other)).collect(),
        );
        let unchecked = vec![false; others.len()];
        let Some((n_blockers, blocks)) = waiting(self.closed.world.system, &scene, &unchecked)?
        else {
            return Ok(false);
        };
        let mut found = 0;
        for (other, bits) in others.iter().zip(&blocks) {
            let is_in_line = *other != self.seen.reference && line.has(self.seen.cells[*other]);
            if is_in_line && *bits != 0 {
                return Ok(false);
            }
            found |= bits;
        }
        Ok(found.count_ones() == n_blockers)
    }

    /// Whether a step to a state that is seen as `after` satisfies the condition.
    fn is_satisfied_by(&self, condition: &Condition, actor: StepActor, after: &Seen) -> bool {
        let reference = self.seen.reference;
        let local = |cell: usize| &self.closed.world.certificate.cells[cell].local;
        let changes = |line: &dyn Fn(usize) -> bool, keeps: &dyn Fn(usize, usize) -> bool| {
            let mut inside = self.seen.others().filter(|(_, at)| line(*at));
            inside.any(|(it, at)| actor == StepActor::Process(it) || !keeps(at, after.cells[it]))
        };
        match condition {
            Condition::Reference => actor == StepActor::Process(reference),
            Condition::Centre => actor == StepActor::Centre,
            Condition::Cell(cell) => changes(&|at| at == *cell, &|from, to| from == to),
            Condition::Line(cells) => changes(&|at| cells.contains(&at), &|from, to| {
                cells.contains(&to) && local(from) == local(to)
            }),
        }
    }
}
