//! Leaps over rounds of loops that only count and add up.
//!
//! A round that takes the same way as those before it, and changes every number by as much or by evenly more, is
//! followed by others like it, until a number comes to where a comparison ends otherwise. Where that is can be
//! computed:
//!
//! ```text
//!   for (i = 0; i < n; i++) if (i == 100000) error();       i = 7, n = 2147483647: 99,992 rounds at once
//! ```
//!
//! When a run has come to the same place often enough, rounds are taken to learn how far each slot, and each cell
//! of memory that is written, moves from round to round, and how much farther each time; and one more in which every
//! instruction tells how its result moves (its [`Motion`](round::Motion)), if its operands move as they did. What
//! does not move so (a float, a pointer, a quotient that changes), and all that asks, calls, or begins and ends lives, ends
//! the attempt, and the run goes on step by step.
//!
//! # Why it is exact
//! Let each place that the round writes hold `v + j * pace + j * (j - 1) / 2 * bend`, modulo its width, when round
//! `j` begins, for some `j` up to the limit. By the rules of [`Round::known`] every instruction has its value of
//! round 0 and moves by its own motion then; comparisons, overflows and whatever else is a truth value are as in
//! round 0, since the limit is before the first of them that changes; so the same way is taken, and the same
//! cells are read and written, since pointers stay as they are. At its end each place holds what its
//! formula says of round `j + 1`: that was seen of round 0 itself, and what was written last was found to move
//! like that. Places that the round does not write stay. Nothing else that a run depends on is changed
//! by rounds without inputs, calls and lives.
//!
//! # What it cannot do
//! Loops that write arrays, call, or are given inputs; rounds that alternate; programs with threads, whose turns
//! are counted in steps. Rounds that were leapt over are no steps of the run: its trace tells how many there were.

mod line;
mod round;

use index::Id;
use ir::{LocationId, Type};

use crate::code::{Demand, Instr, Slot, Step, StepOp};
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::memory::Direction;
use crate::outcome::Stop;
use crate::value::Value;

use round::{Motion, Place, Round};

/// A leap over fewer rounds costs more than it saves. Whoever wants leaps earlier than after so many rounds
/// wants shorter ones, too.
const WORTH: u64 = 128;
/// After so many returns to other places, the run has left the loop.
const ASTRAY: u32 = 64;
/// Rounds before another attempt, at first and at most.
const FIRST_WAIT: u64 = 8;
const MAX_WAIT: u64 = 1 << 20;
/// The first round tells which types places have, the next two how far they move and how much farther each time,
/// the last one whether they go on like that.
const LAST_ROUND: usize = 3;

/// Loops that attempts to leap have failed in, as many as are remembered.
const N_REMEMBERED: usize = 16;

/// What a run knows of the loop that it is in.
#[derive(Default)]
pub(crate) struct Leaps {
    /// Rounds before the first attempt; none where there is to be no leap.
    after: Option<u64>,
    head: Option<LocationId>,
    n_rounds: u64,
    n_astray: u32,
    /// The round of the next attempt, and how long to wait after one that fails.
    next: u64,
    wait: u64,
    round: Option<Box<Round>>,
    /// How long to wait in loops where attempts have failed, since a run may come to them again and again. They
    /// are told apart by some bits of their place, and mistaken for each other now and then.
    waits: [u64; N_REMEMBERED],
    pub n_leaps: u64,
}

impl Leaps {
    pub fn new(after: Option<u64>) -> Self {
        Self { after, waits: [FIRST_WAIT; N_REMEMBERED], ..Self::default() }
    }

    /// Another activation goes on.
    #[inline]
    pub fn leave_loop(&mut self) {
        if self.head.is_some() {
            self.head = None;
            self.n_astray = 0;
            self.round = None;
        }
    }

    #[inline]
    pub fn is_watching(&self) -> bool {
        self.round.is_some()
    }

    /// The run comes back to a place; is it time for an attempt?
    #[inline]
    fn comes_back(&mut self, to: LocationId) -> bool {
        let Some(after) = self.after else { return false };
        if self.head != Some(to) {
            self.n_astray += 1;
            if self.head.is_none() || self.n_astray > ASTRAY {
                self.enter_loop(to, after);
            }
            return false;
        }
        self.n_astray = 0;
        self.n_rounds += 1;
        self.n_rounds >= self.next
    }

    fn enter_loop(&mut self, head: LocationId, after: u64) {
        self.head = Some(head);
        self.n_astray = 0;
        self.n_rounds = 0;
        self.round = None;
        self.wait = self.waits[head.index() % N_REMEMBERED];
        self.next = after + (self.wait - FIRST_WAIT);
    }

    fn try_later(&mut self) {
        self.next = self.n_rounds + self.wait;
        self.waits_for(MAX_WAIT.min(2 * self.wait));
    }

    fn has_leapt(&mut self) {
        self.n_leaps += 1;
        self.next = self.n_rounds + 1;
        self.waits_for(FIRST_WAIT);
    }

    fn waits_for(&mut self, wait: u64) {
        self.round = None;
        self.wait = wait;
        if let Some(head) = self.head {
            self.waits[head.index() % N_REMEMBERED] = wait;
        }
    }

    fn is_worth(&self, n_rounds: i128) -> bool {
        n_rounds >= i128::from(WORTH.min(self.after.unwrap_or(WORTH)))
    }
}

impl<I: InputSource> Interpreter<'_, I> {
    /// The run comes back to a place where it was before.
    #[inline]
    pub(crate) fn comes_back(&mut self, to: LocationId) -> Result<(), Stop> {
        if self.leaps.comes_back(to) {
            return self.watch_or_leap();
        }
        Ok(())
    }

    /// Runs the instructions of a round that is being watched.
    #[inline(never)]
    pub(crate) fn evaluate_watched(&mut self, instrs: &[Instr]) {
        let Some(mut round) = self.leaps.round.take() else { return };
        for instr in instrs {
            let known = round.known(self, &instr.action);
            let before = *self.get(instr.target);
            let value = self.compute(&instr.action);
            self.set(instr.target, value);
            round.write(Place::Slot(instr.target), before, known);
        }
        self.leaps.round = Some(round);
    }

    /// Looks at what a step of such a round is about to do beyond its instructions.
    #[inline(never)]
    pub(crate) fn watch_step(&mut self, step: &Step) {
        let Some(mut round) = self.leaps.round.take() else { return };
        let stays = |slots: &[Slot]| slots.iter().all(|slot| !round.moves(*slot));
        let is_described = match step.op {
            StepOp::Skip | StepOp::Assign { .. } | StepOp::Assume { .. } => true,
            StepOp::Load { target, pointer, access, .. } => {
                self.watch_load(&mut round, target, pointer, access).is_some()
            }
            StepOp::Store { pointer, value, access } => {
                self.watch_store(&mut round, pointer, value, access).is_some()
            }
            StepOp::Check { condition, .. } => match condition {
                Demand::Holds(_) | Demand::Initialised(_) => true,
                Demand::ValidAccess { pointer, size } => stays(&[pointer, size]),
                Demand::Aligned { pointer, .. } | Demand::Writable { pointer } => stays(&[pointer]),
                Demand::SameObject { left, right } => stays(&[left, right]),
                Demand::InObject { base, pointer } => stays(&[base, pointer]),
                Demand::ValidFree { .. }
                | Demand::AllReachable
                | Demand::AllFreed
                | Demand::Apart { .. }
                | Demand::Callable { .. } => false,
            },
            _ => false,
        };
        round.is_lost |= !is_described;
        self.leaps.round = Some(round);
    }

    /// The cell that an access leads to in each round, with what it holds.
    fn watched_cell(
        &self,
        round: &Round,
        pointer: Slot,
        access: ir::Access,
        direction: Direction,
    ) -> Option<(Place, Value)> {
        if access.is_volatile || round.moves(pointer) {
            return None;
        }
        let (touched, held) = self.scalar_bytes(access.ty);
        let target = self.memory.target(self.get(pointer), touched, direction).ok()?;
        let is_plain = !self.memory.is_device(target) && !self.memory.has_unknown(target, held);
        if !is_plain || !round.is_whole(target, held) {
            return None;
        }
        Some((Place::Cell(target, held), self.memory.read(target, held as usize)))
    }

    fn watch_load(
        &self,
        round: &mut Round,
        target: Slot,
        pointer: Slot,
        access: ir::Access,
    ) -> Option<()> {
        let (cell, value) = self.watched_cell(round, pointer, access, Direction::Read)?;
        let motion = round.motion_of(cell);
        let int = number_of(access.ty);
        if motion != Motion::NONE {
            let is_same = round.type_of(cell)?.width == int?.width;
            if !is_same || !value.is_plain() {
                return None;
            }
        }
        round.write(Place::Slot(target), *self.get(target), Some((motion, int)));
        Some(())
    }

    fn watch_store(
        &self,
        round: &mut Round,
        pointer: Slot,
        value: Slot,
        access: ir::Access,
    ) -> Option<()> {
        let (cell, before) = self.watched_cell(round, pointer, access, Direction::Write)?;
        let motion = round.motion(value);
        let int = number_of(access.ty);
        if motion != Motion::NONE {
            let is_same = round.type_of(Place::Slot(value))?.width == int?.width;
            if !is_same || !self.get(value).is_plain() {
                return None;
            }
        }
        round.write(cell, before, Some((motion, int)));
        Some(())
    }

    /// What a place holds now.
    fn held(&self, place: Place) -> Value {
        match place {
            Place::Slot(slot) => *self.get(slot),
            Place::Cell(target, size) => self.memory.read(target, size as usize),
        }
    }

    #[inline(never)]
    fn watch_or_leap(&mut self) -> Result<(), Stop> {
        if self.threads.has_others() {
            self.leaps.try_later();
            return Ok(());
        }
        let n_inputs = self.inputs().len();
        let Some(mut round) = self.leaps.round.take() else {
            self.leaps.round = Some(Round::behind(None, n_inputs));
            return Ok(());
        };
        round.end(self);
        if round.is_lost {
            self.leaps.try_later();
            return Ok(());
        }
        if round.number < LAST_ROUND {
            self.leaps.round = Some(Round::behind(Some(round), n_inputs));
            return Ok(());
        }
        if !round.is_even() || !self.leaps.is_worth(round.limit) {
            self.leaps.try_later();
            return Ok(());
        }
        self.leap(&round)
    }

    /// Takes all rounds at once that are like this one.
    fn leap(&mut self, round: &Round) -> Result<(), Stop> {
        for (place, change) in &round.changes {
            let way = change.moves_in(round.limit);
            let Some(int) = change.int.filter(|_| way != 0) else { continue };
            let there = (self.held(*place).bits() as i128).wrapping_add(way);
            let there = Value::plain(int.wrap(there));
            match *place {
                Place::Slot(slot) => self.set(slot, there),
                Place::Cell(target, size) => self.memory.write(target, size as usize, there)?,
            }
        }
        self.trace.leap(round.limit as u64);
        self.leaps.has_leapt();
        Ok(())
    }
}

/// The type of a number that fills all of its bytes.
fn number_of(ty: Type) -> Option<ir::IntType> {
    match ty {
        Type::Int(int) if int.width.is_multiple_of(8) => Some(int),
        Type::Int(_) | Type::Bool | Type::Float(_) | Type::Pointer => None,
    }
}
