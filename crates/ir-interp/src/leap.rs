//! Leaps over rounds of loops that only count.
//!
//! A round that changes every number by as much as the round before it did, and takes the same way, is followed
//! by others like it, until a number comes to where a comparison ends otherwise. Where that is can be computed:
//!
//! ```text
//!   for (i = 0; i < n; i++) if (i == 100000) error();       i = 7, n = 2147483647: 99,992 rounds at once
//! ```
//!
//! When a run has come to the same place often enough, one round is taken to learn how far each slot moves, and
//! one more in which every instruction tells how fast its result moves from round to round (its *pace*), if its
//! operands move at theirs. What does not move evenly (a quotient, a float, a pointer) and all that asks, calls or
//! writes memory ends the attempt, and the run goes on step by step.
//!
//! # Why it is exact
//! Let each slot that the round writes have the value `v + j * pace` (modulo its width) when round `j` begins, for
//! some `j` up to the limit. By the rules of [`Round::pace`] every instruction has its value of round 0 and `j`
//! times its own pace then; comparisons and whatever else is a truth value are as in round 0, since the limit is
//! where the first of them changes; so the same way is taken, and at its end the slots are `v + (j + 1) * pace`,
//! because that was seen of round 0 and the paces at the end were found to be those at the beginning.
//!
//! # What it cannot do
//! Sums whose addends grow; loops that write memory, call, or are given inputs; programs with threads, whose turns
//! are counted in steps. A trace that is being kept begins anew behind a leap.

use ir::{ArithOp, CompareOp, IntType, LocationId, OverflowOp, Type};
use rustc_hash::FxHashMap;

use crate::code::{Action, Demand, Instr, Slot, Step, StepOp};
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::value::Value;

/// A leap over fewer rounds costs more than it saves.
const WORTH: i128 = 16;
/// No leap goes further; nobody follows a loop that long.
const FARTHEST: i128 = 1 << 62;
/// Wider numbers are not computed with.
const MAX_WIDTH: u8 = 64;
/// After so many returns to other places, the run has left the loop.
const ASTRAY: u32 = 64;
/// Rounds before another attempt, at first and at most.
const FIRST_WAIT: u64 = 8;
const MAX_WAIT: u64 = 1 << 20;

/// What a run knows of the loop that it is in.
#[derive(Default)]
pub(crate) struct Leaps {
    /// Rounds before the first attempt; none where there is to be no leap.
    pub after: Option<u64>,
    head: Option<LocationId>,
    n_rounds: u64,
    n_astray: u32,
    /// The round of the next attempt, and how long to wait after one that fails.
    next: u64,
    wait: u64,
    round: Option<Box<Round>>,
    pub n_leaps: u64,
}

impl Leaps {
    pub fn new(after: Option<u64>) -> Self {
        Self { after, ..Self::default() }
    }

    /// Another activation goes on.
    #[inline]
    pub fn leave_loop(&mut self) {
        if self.head.is_some() {
            *self = Self { n_leaps: self.n_leaps, ..Self::new(self.after) };
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
                let (n_leaps, wait) = (self.n_leaps, FIRST_WAIT);
                *self = Self { head: Some(to), next: after, wait, n_leaps, ..Self::new(self.after) };
            }
            return false;
        }
        self.n_astray = 0;
        self.n_rounds += 1;
        self.n_rounds >= self.next
    }

    fn try_later(&mut self) {
        self.round = None;
        self.next = self.n_rounds + self.wait;
        self.wait = MAX_WAIT.min(2 * self.wait);
    }
}

/// A slot that the round wrote.
#[derive(Clone, Copy)]
struct Change {
    before: Value,
    /// What was written last moves so far from round to round, as a number with a sign.
    pace: i128,
    int: Option<IntType>,
    /// How far it moved in this round, once that is over.
    distance: i128,
}

/// A round that is being watched.
#[derive(Default)]
struct Round {
    changes: FxHashMap<Slot, Change>,
    previous: Option<Box<Round>>,
    /// How many rounds behind this one are like it.
    limit: i128,
    /// Something was done that no pace describes.
    is_lost: bool,
    n_inputs: usize,
    /// How many were watched before this one.
    number: usize,
}

/// The first round tells which types slots have, the second how far they move, the third their paces.
const LAST_ROUND: usize = 2;

/// The number with a sign that is the same modulo the width.
fn signed(int: IntType, number: i128) -> i128 {
    let signed = IntType::signed(int.width);
    signed.value(signed.wrap(number))
}

/// What moves evenly: its value in this round, and how far it moves.
#[derive(Clone, Copy)]
struct Line {
    at: i128,
    pace: i128,
}

impl Round {
    fn behind(previous: Option<Box<Self>>, n_inputs: usize) -> Box<Self> {
        let number = previous.as_ref().map_or(0, |it| it.number + 1);
        let previous = previous.map(|it| Box::new(Self { previous: None, ..*it }));
        Box::new(Self { previous, limit: FARTHEST, n_inputs, number, ..Self::default() })
    }

    fn pace_of(&self, slot: Slot) -> i128 {
        match (self.changes.get(&slot), &self.previous) {
            (Some(change), _) => change.pace,
            (None, Some(previous)) => previous.changes.get(&slot).map_or(0, |it| it.distance),
            (None, None) => 0,
        }
    }

    fn type_of(&self, slot: Slot) -> Option<IntType> {
        let previous = || self.previous.as_ref().and_then(|it| it.changes.get(&slot));
        self.changes.get(&slot).or_else(previous).and_then(|change| change.int)
    }

    /// The slot as a number of this type, which it stays within from now on; none if that is not known.
    fn line(&mut self, int: IntType, slot: Slot, value: &Value) -> Option<Line> {
        let pace = self.pace_of(slot);
        let at = int.value(value.bits());
        if pace == 0 {
            return (value.is_plain() && int.width <= MAX_WIDTH).then_some(Line { at, pace });
        }
        if !value.is_plain() || int.width > MAX_WIDTH || self.type_of(slot)?.width != int.width {
            return None;
        }
        let room = match pace > 0 {
            true => int.value(int.max_bits()) - at,
            false => at - int.value(int.min_bits()),
        };
        self.limit = self.limit.min(room / pace.abs());
        Some(Line { at, pace })
    }

    /// A number is less than zero now or is not; in so many rounds that will be so.
    fn stays_on_its_side(&mut self, Line { at, pace }: Line) {
        let room = match at < 0 {
            true if pace > 0 => (-1 - at) / pace,
            false if pace < 0 => at / -pace,
            _ => return,
        };
        self.limit = self.limit.min(room);
    }

    /// The same for being zero.
    fn stays_apart(&mut self, Line { at, pace }: Line) {
        let comes_nearer = at != 0 && (at < 0) == (pace > 0);
        if pace == 0 || (at != 0 && !comes_nearer) || at % pace != 0 {
            return;
        }
        self.limit = self.limit.min((at / pace).abs() - 1).max(0);
    }

    fn compare(&mut self, op: CompareOp, a: Line, b: Line) {
        let difference = Line { at: a.at - b.at, pace: a.pace - b.pace };
        let opposite = Line { at: -difference.at, pace: -difference.pace };
        match op {
            CompareOp::Eq | CompareOp::Ne => self.stays_apart(difference),
            CompareOp::Lt | CompareOp::Ge => self.stays_on_its_side(difference),
            CompareOp::Gt | CompareOp::Le => self.stays_on_its_side(opposite),
        }
    }

    /// How far the result of an instruction moves from round to round, and its type; none if that is not known.
    /// A truth value does not move, up to the limit.
    fn pace<I: InputSource>(
        &mut self,
        run: &Interpreter<'_, I>,
        action: &Action,
    ) -> Option<(i128, Option<IntType>)> {
        let moves = |slot: &Slot| self.pace_of(*slot) != 0;
        match *action {
            Action::Move(a) => {
                (run.get(a).is_plain() || !moves(&a)).then(|| (self.pace_of(a), self.type_of(a)))
            }
            Action::IntArith(op, int, a, b) => {
                if !moves(&a) && !moves(&b) {
                    return Some((0, Some(int)));
                }
                let (x, y) = (run.get(a), run.get(b));
                if !x.is_plain() || !y.is_plain() || int.width > MAX_WIDTH {
                    return None;
                }
                let (p, q) = (self.pace_of(a), self.pace_of(b));
                let pace = match op {
                    ArithOp::Add => p + q,
                    ArithOp::Sub => p - q,
                    ArithOp::Mul if q == 0 => p.checked_mul(signed(int, int.value(y.bits())))?,
                    ArithOp::Mul if p == 0 => q.checked_mul(signed(int, int.value(x.bits())))?,
                    _ => return None,
                };
                Some((signed(int, pace), Some(int)))
            }
            Action::IntNeg(int, a) | Action::BitNot(int, a) => match self.pace_of(a) {
                0 => Some((0, Some(int))),
                pace if run.get(a).is_plain() && int.width <= MAX_WIDTH => {
                    Some((signed(int, -pace), Some(int)))
                }
                _ => None,
            },
            Action::IntCompare(op, int, a, b) => {
                if moves(&a) || moves(&b) {
                    let (a, b) = (self.line(int, a, run.get(a))?, self.line(int, b, run.get(b))?);
                    self.compare(op, a, b);
                }
                Some((0, None))
            }
            Action::Overflows(op, int, a, b) => {
                if moves(&a) || moves(&b) {
                    let (a, b) = (self.line(int, a, run.get(a))?, self.line(int, b, run.get(b))?);
                    self.stays_in_range(op, int, a, b)?;
                }
                Some((0, None))
            }
            Action::IntConvert(from, to, a) => {
                if !moves(&a) {
                    return Some((0, Some(to)));
                }
                let Line { pace, .. } = self.line(from, a, run.get(a))?;
                (to.width <= MAX_WIDTH).then(|| (signed(to, pace), Some(to)))
            }
            Action::Ite(condition, then, otherwise) => {
                let chosen = if run.get(condition).bits() != 0 { then } else { otherwise };
                if !moves(&then) && !moves(&otherwise) {
                    return Some((0, self.type_of(chosen)));
                }
                let is_plain = run.get(condition).is_plain() && run.get(chosen).is_plain();
                (is_plain && !moves(&condition)).then(|| (self.pace_of(chosen), self.type_of(chosen)))
            }
            Action::LocalAddress(_) => Some((0, None)),
            Action::Not(a) | Action::FloatNeg(_, a) | Action::Convert(_, _, a) => {
                (!moves(&a)).then_some((0, None))
            }
            Action::And(a, b)
            | Action::Or(a, b)
            | Action::BitsCompare(_, a, b)
            | Action::FloatArith(_, _, a, b)
            | Action::FloatCompare(_, _, a, b)
            | Action::PointerAdd(a, b)
            | Action::PointerDiff(a, b)
            | Action::ShiftOverflows(_, a, b, _) => (!moves(&a) && !moves(&b)).then_some((0, None)),
            Action::Shift(_, int, a, b, _) => (!moves(&a) && !moves(&b)).then_some((0, Some(int))),
        }
    }

    /// The exact result is one of the type, and stays so up to the limit; none if it is not.
    fn stays_in_range(&mut self, op: OverflowOp, int: IntType, a: Line, b: Line) -> Option<()> {
        let result = match op {
            OverflowOp::Add => Line { at: a.at + b.at, pace: a.pace + b.pace },
            OverflowOp::Sub => Line { at: a.at - b.at, pace: a.pace - b.pace },
            OverflowOp::Mul if b.pace == 0 => {
                Line { at: a.at.checked_mul(b.at)?, pace: a.pace.checked_mul(b.at)? }
            }
            OverflowOp::Mul if a.pace == 0 => {
                Line { at: b.at.checked_mul(a.at)?, pace: b.pace.checked_mul(a.at)? }
            }
            _ => return None,
        };
        let above = result.at.checked_sub(int.value(int.min_bits()))?;
        let below = int.value(int.max_bits()).checked_sub(result.at)?;
        if above < 0 || below < 0 {
            return None;
        }
        self.stays_on_its_side(Line { at: above, pace: result.pace });
        self.stays_on_its_side(Line { at: below, pace: -result.pace });
        Some(())
    }

    /// Notes what a slot held before it was written first, and how what is written now moves.
    fn write(&mut self, slot: Slot, before: Value, pace: Option<(i128, Option<IntType>)>) {
        let Some((pace, int)) = pace else {
            self.is_lost = true;
            return;
        };
        let change = Change { before, pace, int, distance: 0 };
        let change = self.changes.entry(slot).or_insert(change);
        (change.pace, change.int) = (pace, int);
    }

    /// Sees how far everything has moved.
    fn end<I: InputSource>(&mut self, run: &Interpreter<'_, I>) {
        for (slot, change) in &mut self.changes {
            let now = run.get(*slot);
            if *now == change.before {
                continue;
            }
            match change.int {
                Some(int) if now.is_plain() && change.before.is_plain() && int.width <= MAX_WIDTH => {
                    let distance = (now.bits() as i128).wrapping_sub(change.before.bits() as i128);
                    change.distance = signed(int, distance);
                }
                _ => self.is_lost |= self.number > 0,
            }
        }
        self.is_lost |= self.n_inputs != run.inputs().len();
    }

    /// Does everything move as the round before told, and go on like that?
    fn is_even(&self) -> bool {
        let Some(previous) = &self.previous else { return false };
        let is_same = |slot: &Slot, change: &Change| {
            let before = previous.changes.get(slot).map(|it| it.distance);
            before == Some(change.distance) && change.pace == change.distance
        };
        !self.is_lost
            && previous.changes.len() == self.changes.len()
            && self.changes.iter().all(|(slot, change)| is_same(slot, change))
    }
}

impl<I: InputSource> Interpreter<'_, I> {
    /// The run comes back to a place where it was before.
    #[inline]
    pub(crate) fn comes_back(&mut self, to: LocationId) {
        if self.leaps.comes_back(to) {
            self.watch_or_leap();
        }
    }

    /// Runs the instructions of a round that is being watched.
    #[inline(never)]
    pub(crate) fn evaluate_watched(&mut self, instrs: &[Instr]) {
        let Some(mut round) = self.leaps.round.take() else { return };
        for instr in instrs {
            let pace = round.pace(self, &instr.action);
            let before = *self.get(instr.target);
            let value = self.compute(&instr.action);
            self.set(instr.target, value);
            round.write(instr.target, before, pace);
        }
        self.leaps.round = Some(round);
    }

    /// Looks at what a step of such a round is about to do beyond its instructions.
    #[inline(never)]
    pub(crate) fn watch_step(&mut self, step: &Step) {
        let Some(mut round) = self.leaps.round.take() else { return };
        let stays = |slots: &[Slot]| slots.iter().all(|slot| round.pace_of(*slot) == 0);
        match step.op {
            StepOp::Skip | StepOp::Assign { .. } | StepOp::Assume { .. } => {}
            StepOp::Load { target, pointer, access, .. }
                if stays(&[pointer]) && !access.is_volatile =>
            {
                let int = match access.ty {
                    Type::Int(int) => Some(int),
                    Type::Bool | Type::Float(_) | Type::Pointer => None,
                };
                round.write(target, *self.get(target), Some((0, int)));
            }
            StepOp::Check { condition: Demand::Holds(_) | Demand::Initialised(_), .. } => {}
            StepOp::Check { condition: Demand::ValidAccess { pointer, size }, .. }
                if stays(&[pointer, size]) => {}
            StepOp::Check {
                condition: Demand::Aligned { pointer, .. } | Demand::Writable { pointer },
                ..
            } if stays(&[pointer]) => {}
            _ => round.is_lost = true,
        }
        self.leaps.round = Some(round);
    }

    #[inline(never)]
    fn watch_or_leap(&mut self) {
        if self.threads.has_others() {
            return self.leaps.try_later();
        }
        let n_inputs = self.inputs().len();
        let Some(mut round) = self.leaps.round.take() else {
            self.leaps.round = Some(Round::behind(None, n_inputs));
            return;
        };
        round.end(self);
        if round.is_lost {
            return self.leaps.try_later();
        }
        if round.number < LAST_ROUND {
            self.leaps.round = Some(Round::behind(Some(round), n_inputs));
            return;
        }
        if !round.is_even() || round.limit < WORTH {
            return self.leaps.try_later();
        }
        for (slot, change) in &round.changes {
            if let (Some(int), true) = (change.int, change.distance != 0) {
                let now = self.get(*slot).bits() as i128;
                let there = now.wrapping_add(round.limit.wrapping_mul(change.distance));
                self.set(*slot, Value::plain(int.wrap(there)));
            }
        }
        self.trace.begin_anew();
        self.leaps.n_leaps += 1;
        self.leaps.next = self.leaps.n_rounds + 1;
        self.leaps.wait = FIRST_WAIT;
    }
}
