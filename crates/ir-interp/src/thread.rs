//! Threads: several stacks over one memory, and who takes the next step.
//!
//! The thread that runs has its stack in the interpreter itself, as the only one of a sequential
//! program has; the others are *parked*. Changing threads swaps the two.
//!
//! # Turns
//! Only steps that other threads can notice are *visible*: accesses to what threads share, atomic
//! blocks, creating, joining and ending. Before a visible step, if another thread is alive, there is
//! a *turn*: the source of inputs says who goes on. Steps that nobody notices commute with those
//! of all others, so every run is one in which a thread goes on until its next visible step, as far
//! as any check can tell. A run is given by its inputs and by the thread of each turn. There is also a
//! turn after many steps that nobody notices, since the thread may have no other ahead.
//!
//! The same holds where the thread asks for an input a second time in one turn: it goes round a loop
//! as often as inputs say, and whoever looks at all runs wants to see that it is where it was.
//!
//! A turn that does not begin before a visible step, as the first one of a thread, ends before it: else the
//! step might be taken back, and the way there would be left, of which the schedule would not know.
//!
//! # Waiting
//! A thread whose condition is false ([`ir::Op::Await`], a join) takes its turn back, as
//! [`crate::taken_back`] has it, and is not asked again before somebody has written something.

use ir::{AtomicKind, CheckId, HaltCause, LocationId, Program};
use verdict::CheckKind;

use crate::addresses::{Map, Region};
use crate::frame::Frame;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::memory::Memory;
use crate::options::RaceWatch;
use crate::outcome::{Site, Stop};
use crate::races::{ListedAccess, Protection, Races};
use crate::taken_back::Checkpoint;
use crate::value::{Origin, Value};
use crate::visible::Notice;

/// The number of the thread of the entry function, as the program sees it.
pub const FIRST_THREAD: u32 = 1;

/// Steps that a thread takes before others have a turn, though it does nothing that they notice: it
/// might go on for ever.
const STEPS_OF_TURN: u64 = 2_000;

/// Threads that a run may have, all in all.
const N_THREADS: usize = 127;

/// The stack of one thread.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    pub frames: Vec<Frame>,
    /// Locals of all activations, and where those of the current one start.
    pub locals: Vec<Value>,
    pub base: usize,
    /// The instances of local objects of all activations; none outside their scope.
    pub local_instances: Vec<Origin>,
    /// The edge that the current activation is at.
    pub edge: Option<ir::EdgeId>,
}

// States are brought back far more often than they are made, so the room of the last one is used again.
impl Clone for Stack {
    fn clone(&self) -> Self {
        let mut stack = Self::default();
        stack.clone_from(self);
        stack
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { frames, locals, base, local_instances, edge } = other;
        self.frames.clone_from(frames);
        self.locals.clone_from(locals);
        self.base = *base;
        self.local_instances.clone_from(local_instances);
        self.edge = *edge;
    }
}

#[derive(Debug)]
pub(crate) struct Thread {
    /// Empty for the thread that runs.
    pub stack: Stack,
    /// Where its activations lie; swapped with that of memory.
    pub region: Region,
    pub status: Status,
}

impl Clone for Thread {
    fn clone(&self) -> Self {
        let Self { stack, region, status } = self;
        Self { stack: stack.clone(), region: region.clone(), status: *status }
    }

    fn clone_from(&mut self, other: &Self) {
        self.stack.clone_from(&other.stack);
        self.region.clone_from(&other.region);
        self.status = other.status;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ready,
    /// Its condition was false, and nothing was written since.
    Waiting(WaitsFor),
    /// It goes round a loop that does nothing.
    Stuck,
    Ended(Option<Value>),
}

/// Why a thread takes its turn back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaitsFor {
    /// A condition is false, whatever the inputs.
    Others,
    /// An assumption in an atomic block, or a condition that depends on inputs of the block: with
    /// others the thread might go on.
    Chance,
}

/// A question to the source of inputs: who goes on?
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The thread that went before; it may have ended.
    pub last: u32,
    /// Those that may go on, as far as is known: one of them may turn out to wait.
    pub candidates: &'a [u32],
    /// Turns so far.
    pub number: usize,
}

impl Turn<'_> {
    /// Who goes on if nobody wants otherwise: the thread that went before, as long as it can.
    pub fn usual(&self) -> Option<u32> {
        let stays = self.candidates.contains(&self.last);
        if stays { Some(self.last) } else { self.candidates.first().copied() }
    }
}

/// All threads of a run.
#[derive(Debug)]
pub(crate) struct Threads {
    pub all: Vec<Thread>,
    pub current: usize,
    pub n_alive: usize,
    /// Atomic blocks that the current thread is in.
    pub depth: u32,
    pub kinds: Vec<AtomicKind>,
    pub checkpoint: Option<Box<Checkpoint>>,
    /// One that is needed no more, for its room.
    pub spare: Option<Box<Checkpoint>>,
    /// The current thread has its turn, and has not used it.
    pub is_granted: bool,
    /// Steps of the run when the turn was given.
    granted_at: u64,
    /// Where inputs were asked for in this turn.
    asked_at: Vec<Site>,
    /// The current thread stands before a visible step, or has ended, and somebody must be chosen.
    pub is_at_turn: bool,
    /// The step has written what others may wait for.
    pub has_written: bool,
    pub schedule: Vec<u32>,
    pub n_turns: usize,
    pub races: Option<Box<Races>>,
    /// Somebody outside has acted, who may know things that no state tells.
    pub went_outside: bool,
    /// The accesses of this turn, where they are listed.
    pub listed: Option<Vec<ListedAccess>>,
    pub asked: Asked,
    /// Room for those who may go on.
    candidates: Vec<u32>,
}

/// The checks of a program that are about whole runs, if it has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub race: Option<CheckId>,
    /// That somebody can go on.
    pub deadlock: Option<CheckId>,
}

impl Asked {
    pub(crate) fn by(program: &Program) -> Self {
        let of_kind = |kind: CheckKind| {
            let mut checks = program.checks.iter();
            checks.find(|(_, check)| check.kind == kind).map(|(check, _)| check)
        };
        Self { race: of_kind(CheckKind::DataRace), deadlock: of_kind(CheckKind::Deadlock) }
    }
}

impl Threads {
    /// Before the first step. Races are looked for if the program has a check for them.
    pub(crate) fn new(asked: Asked, watch: RaceWatch) -> Self {
        let looks = asked.race.is_some();
        let races = (looks && watch == RaceWatch::Clocks).then(|| Box::new(Races::new()));
        let listed = (looks && watch == RaceWatch::List).then(Vec::new);
        let region = Region::new(0, 0);
        let first = Thread { stack: Stack::default(), region, status: Status::Ready };
        Self {
            all: vec![first],
            current: 0,
            n_alive: 1,
            depth: 0,
            kinds: Vec::new(),
            checkpoint: None,
            spare: None,
            is_granted: false,
            granted_at: 0,
            asked_at: Vec::new(),
            is_at_turn: false,
            has_written: false,
            schedule: Vec::new(),
            n_turns: 0,
            races,
            went_outside: false,
            listed,
            asked,
            candidates: Vec::new(),
        }
    }

    pub(crate) fn n_turns(&self) -> usize {
        self.n_turns
    }

    pub(crate) fn number(&self) -> u32 {
        self.current as u32 + FIRST_THREAD
    }

    /// What the block that the thread is in says about the order of its accesses.
    pub(crate) fn protection(&self) -> Protection {
        match self.kinds.contains(&AtomicKind::Block) {
            _ if self.is_synchronising() => Protection::Atomic,
            true => Protection::Block,
            false => Protection::None,
        }
    }

    /// Does the kind of block that the thread is in order events, as atomic operations do?
    pub(crate) fn is_synchronising(&self) -> bool {
        self.kinds.contains(&AtomicKind::Synchronising)
    }

    /// Is what happens no part of the program, but a question about it?
    #[inline]
    pub(crate) fn is_asked(&self) -> bool {
        self.kinds.last() == Some(&AtomicKind::Asked)
    }

    /// Are there threads besides the current one?
    pub(crate) fn has_others(&self) -> bool {
        self.n_alive > 1
    }

    #[inline]
    pub(crate) fn looks_for_races(&self) -> bool {
        (self.races.is_some() || self.listed.is_some()) && self.all.len() > 1 && !self.is_asked()
    }

    #[inline]
    pub(crate) fn wrote(&mut self) {
        self.has_written = true;
    }

    /// The thread before a visible step, which is counted among the steps: may it take it?
    #[inline]
    fn takes_turn(&mut self, n_steps: u64) -> bool {
        if self.depth > 0 {
            return true;
        }
        // A turn is for one step, even if nobody else was there to take it.
        let is_granted = std::mem::take(&mut self.is_granted);
        let has_begun_here = n_steps == self.granted_at + 1;
        is_granted && has_begun_here || self.n_alive == 1
    }

    fn ready(&self) -> impl Iterator<Item = u32> {
        let ready = self.all.iter().enumerate().filter(|(_, it)| it.status == Status::Ready);
        ready.map(|(index, _)| index as u32 + FIRST_THREAD)
    }

    /// Takes over a state that was kept; the record of turns begins anew. What is large and nearly
    /// the same is copied into the room that is there.
    pub(crate) fn bring_back(&mut self, kept: &Self) {
        let mut all = std::mem::take(&mut self.all);
        all.clone_from(&kept.all);
        let candidates = std::mem::take(&mut self.candidates);
        let spare = self.spare.take();
        *self = Self { all, candidates, spare, ..kept.without_threads() };
    }

    /// All but the threads themselves.
    fn without_threads(&self) -> Self {
        Self {
            all: Vec::new(),
            current: self.current,
            n_alive: self.n_alive,
            depth: self.depth,
            kinds: self.kinds.clone(),
            checkpoint: self.checkpoint.clone(),
            spare: None,
            is_granted: self.is_granted,
            granted_at: self.granted_at,
            asked_at: self.asked_at.clone(),
            is_at_turn: self.is_at_turn,
            has_written: self.has_written,
            schedule: Vec::new(),
            n_turns: self.n_turns,
            races: self.races.clone(),
            went_outside: self.went_outside,
            listed: self.listed.clone(),
            asked: self.asked,
            candidates: Vec::new(),
        }
    }

    /// The threads as they are, to be brought back.
    pub(crate) fn kept(&self) -> Self {
        Self { all: self.all.clone(), ..self.without_threads() }
    }
}

/// What follows when a thread could not go on.
pub(crate) enum After {
    Run,
    Stop(Stop),
}

impl<I: InputSource> Interpreter<'_, I> {
    /// The threads that may take the next visible step, as far as is known.
    pub fn candidates(&self) -> Vec<u32> {
        self.threads.ready().collect()
    }

    /// Turns so far.
    pub fn n_turns(&self) -> usize {
        self.threads.n_turns
    }

    /// Where a thread that waits for its turn goes on.
    pub fn stands_at(&self, thread: u32) -> Option<(ir::FunctionId, LocationId)> {
        let index = thread.checked_sub(FIRST_THREAD)? as usize;
        let stack = match index == self.threads.current {
            true => &self.stack,
            false => &self.threads.all.get(index)?.stack,
        };
        let frame = stack.frames.last()?;
        Some((frame.code.function, frame.resume))
    }

    /// The accesses of the last turn, if they are listed ([`RaceWatch::List`]).
    pub fn listed_accesses(&self) -> &[ListedAccess] {
        self.threads.listed.as_deref().unwrap_or(&[])
    }

    /// The thread of each turn, since the run began or was restored.
    pub fn schedule(&self) -> &[u32] {
        &self.threads.schedule
    }

    /// How many threads there were.
    pub fn n_threads(&self) -> usize {
        self.threads.all.len()
    }

    /// Has a function without body acted in this run?
    pub fn went_outside(&self) -> bool {
        self.threads.went_outside
    }

    /// Has the turn at hand changed anything that others may notice?
    pub fn has_acted(&self) -> bool {
        self.threads.has_written && self.threads.has_others()
    }

    /// Comes to a visible step. `false` if somebody must be chosen first.
    pub(crate) fn comes_to_visible_step(&mut self, location: LocationId, notice: Notice) -> bool {
        if notice == Notice::End && !self.threads.has_written {
            return true;
        }
        let frame = self.stack.frames.last_mut().expect("a step runs in an activation");
        frame.resume = location;
        let goes_on = self.threads.takes_turn(self.n_steps);
        self.threads.is_at_turn = !goes_on;
        goes_on
    }

    /// Comes to the step at which somebody wanted to stop: the run has had all its steps, or the
    /// thread has gone on for long. `true` if others are to be let go on.
    #[cold]
    pub(crate) fn pauses(&mut self, location: LocationId) -> Result<bool, Stop> {
        if self.n_steps >= self.options.n_steps {
            return Err(Stop::OutOfSteps);
        }
        self.set_pause();
        let lets_others = self.threads.depth == 0 && self.threads.has_others();
        if lets_others {
            let frame = self.stack.frames.last_mut().expect("a step runs in an activation");
            frame.resume = location;
            self.threads.is_granted = false;
            self.threads.is_at_turn = true;
        }
        Ok(lets_others)
    }

    /// Comes to a step that takes an input. `true` if the turn is over, since it was here before.
    pub(crate) fn asks_again(&mut self) -> bool {
        let Some(site) = self.site().filter(|_| self.threads.depth == 0) else { return false };
        if self.threads.asked_at.contains(&site) {
            return true;
        }
        self.threads.asked_at.push(site);
        false
    }

    /// Lets others go on before the step that was about to be taken.
    fn yield_turn(&mut self) {
        self.trace.forget_from(self.trace.n_steps().saturating_sub(1));
        let Some(Site { function, edge }) = self.site() else { return };
        let Some(body) = &self.program.functions[function].body else { return };
        let frame = self.stack.frames.last_mut().expect("a step runs in an activation");
        frame.resume = body.edges[edge].from;
        self.threads.is_granted = false;
        self.threads.is_at_turn = true;
    }

    fn set_pause(&mut self) {
        let next = self.n_steps.saturating_add(STEPS_OF_TURN);
        self.pause_at = self.options.n_steps.min(next);
    }

    /// Lets the source choose who goes on.
    pub(crate) fn pass_turn(&mut self) -> Result<(), Stop> {
        let threads = &mut self.threads;
        if std::mem::take(&mut threads.has_written) {
            for thread in &mut threads.all {
                if matches!(thread.status, Status::Waiting(_)) {
                    thread.status = Status::Ready;
                }
            }
        }
        let mut candidates = std::mem::take(&mut threads.candidates);
        candidates.clear();
        candidates.extend(threads.ready());
        if candidates.is_empty() {
            return Err(self.nobody_goes_on());
        }
        let (last, number) = (threads.number(), threads.n_turns);
        let turn = Turn { last, candidates: &candidates, number };
        let chosen = self.inputs.next_thread(&turn);
        let is_candidate = chosen.is_some_and(|chosen| candidates.contains(&chosen));
        self.threads.candidates = candidates;
        let chosen = chosen.ok_or(Stop::AtTurn)?;
        if !is_candidate {
            return Err(Stop::Unsupported(format!("thread {chosen} cannot go on").into()));
        }
        if let Some(listed) = &mut self.threads.listed {
            listed.clear();
        }
        self.threads.schedule.push(chosen);
        self.threads.n_turns += 1;
        self.threads.is_at_turn = false;
        self.threads.is_granted = true;
        self.threads.granted_at = self.n_steps;
        self.threads.asked_at.clear();
        self.set_pause();
        self.switch_to((chosen - FIRST_THREAD) as usize);
        Ok(())
    }

    pub(crate) fn switch_to(&mut self, index: usize) {
        let current = self.threads.current;
        if index == current {
            return;
        }
        let parked = &mut self.threads.all;
        parked[current].stack = std::mem::take(&mut self.stack);
        std::mem::swap(&mut parked[current].region, &mut self.memory.stack);
        self.stack = std::mem::take(&mut parked[index].stack);
        std::mem::swap(&mut parked[index].region, &mut self.memory.stack);
        self.threads.current = index;
    }

    /// What to do about a thread that stopped.
    pub(crate) fn after(&mut self, stop: Stop) -> After {
        match stop {
            Stop::Waits => self.take_back(WaitsFor::Others),
            Stop::Yields => {
                self.yield_turn();
                After::Run
            }
            Stop::Halted(HaltCause::Assumption)
                if self.threads.depth > 0 && self.threads.n_alive > 1 =>
            {
                match self.can_take_back() {
                    true => self.take_back(WaitsFor::Chance),
                    false => After::Stop(stop),
                }
            }
            Stop::Stuck => {
                let current = self.threads.current;
                self.threads.all[current].status = Status::Stuck;
                self.threads.is_granted = false;
                self.threads.is_at_turn = true;
                After::Run
            }
            Stop::ThreadEnded(value) => {
                self.end_thread(value);
                After::Run
            }
            stop => After::Stop(stop),
        }
    }

    /// Is some thread in a loop that does nothing?
    pub fn has_stuck(&self) -> bool {
        self.threads.all.iter().any(|thread| thread.status == Status::Stuck)
    }

    /// Does the address lie among the local objects of the thread that runs?
    pub(crate) fn is_on_own_stack(&self, address: u64) -> bool {
        let map = Map::of(self.program.model);
        let middle = map.stack + (map.end - map.stack) / 2;
        let share = (map.end - middle) / N_THREADS as u64;
        let owner = match address {
            _ if address < map.stack => return false,
            _ if address < middle => 0,
            _ => (address - middle) / share + 1,
        };
        owner == self.threads.current as u64
    }

    /// A new thread that will run a function; gives its number.
    pub(crate) fn create_thread(&mut self, stack: Stack, region: Region) -> Result<u32, Stop> {
        if self.threads.all.len() >= N_THREADS {
            return Err(Stop::OutOfMemory);
        }
        self.threads.all.push(Thread { stack, region, status: Status::Ready });
        // The turn of whoever creates the first other thread is over with this step.
        self.threads.n_alive += 1;
        self.set_pause();
        let new = self.threads.all.len() - 1;
        if let Some(races) = &mut self.threads.races {
            races.fork(self.threads.current, new);
        }
        Ok(new as u32 + FIRST_THREAD)
    }

    /// Where the activations of a new thread lie: the upper half of the region of activations is
    /// divided among them.
    pub(crate) fn region_of_new_thread(&self) -> Region {
        let map = Map::of(self.program.model);
        let middle = map.stack + (map.end - map.stack) / 2;
        let share = (map.end - middle) / N_THREADS as u64;
        let start = middle + share * (self.threads.all.len() as u64 - 1);
        let start = start.next_multiple_of(16);
        Region::new(start, start + share - 32)
    }

    /// The current thread is over: its local objects are dead, and others may join it.
    fn end_thread(&mut self, value: Option<Value>) {
        let stack = std::mem::take(&mut self.stack);
        for frame in &stack.frames {
            for (_, origin) in &frame.blocks {
                self.memory.end(*origin, crate::fault::FaultKind::AccessAfterReturn);
            }
        }
        for origin in stack.local_instances {
            if !origin.is_none() {
                self.memory.end(origin, crate::fault::FaultKind::AccessAfterReturn);
            }
        }
        let current = self.threads.current;
        self.threads.all[current].status = Status::Ended(value);
        self.threads.n_alive -= 1;
        self.threads.depth = 0;
        self.threads.kinds.clear();
        self.threads.checkpoint = None;
        if let Some(races) = &mut self.threads.races {
            races.keep_attempt();
        }
        self.threads.has_written = true;
        self.threads.is_granted = false;
        self.threads.is_at_turn = true;
    }

    /// The result of a thread that has ended; `Waits` if it has not.
    pub(crate) fn join_thread(&mut self, number: u64) -> Result<Option<Value>, Stop> {
        let index = number.checked_sub(u64::from(FIRST_THREAD));
        let index = index.and_then(|index| usize::try_from(index).ok());
        let thread = index.and_then(|index| self.threads.all.get(index));
        let Some(thread) = thread else {
            return Err(Stop::Unsupported("joining what is no thread".into()));
        };
        match thread.status {
            Status::Ended(value) => {
                if let (Some(races), Some(index)) = (&mut self.threads.races, index) {
                    races.join(self.threads.current, index);
                }
                Ok(value)
            }
            Status::Ready | Status::Waiting(_) | Status::Stuck => Err(Stop::Waits),
        }
    }

    /// Is nobody left but threads that have ended?
    pub(crate) fn is_over(&self) -> bool {
        self.threads.n_alive == 0
    }

    /// The locals of all threads.
    pub(crate) fn all_locals(&self) -> impl Iterator<Item = &Value> {
        let parked = self.threads.all.iter().flat_map(|thread| &thread.stack.locals);
        self.stack.locals.iter().chain(parked)
    }
}

/// The stack of a thread before its first step is laid out in its own region.
pub(crate) fn swap_region(memory: &mut Memory, region: &mut Region) {
    std::mem::swap(&mut memory.stack, region);
}
