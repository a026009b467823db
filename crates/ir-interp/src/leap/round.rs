//! A round of a loop that is watched: how far each place moves in it, and for how many rounds all comparisons end
//! as in this one.
//!
//! See the argument in [`super`]; here are the rules by which instructions keep to it.

use ir::{ArithOp, CompareOp, IntType, OverflowOp};
use rustc_hash::FxHashMap;

use crate::code::{Action, Slot};
use crate::input::InputSource;
use crate::integer::shift_amount;
use crate::interpreter::Interpreter;
use crate::memory::Target;
use crate::value::Value;

use super::line::{FARTHEST, Line};

/// Wider numbers are not computed with.
const MAX_WIDTH: u8 = 64;
/// Cells of memory in one round; more are not worth looking through.
const MAX_CELLS: usize = 64;

/// What a round may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Slot(Slot),
    /// Bytes of a live object.
    Cell(Target, u64),
}

/// How what a place holds moves from round to round, modulo its width: see [`Line`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Motion {
    pub pace: i128,
    pub bend: i128,
}

impl Motion {
    pub const NONE: Self = Self { pace: 0, bend: 0 };

    fn modulo(self, int: IntType) -> Self {
        Self { pace: signed(int, self.pace), bend: signed(int, self.bend) }
    }

    /// How the same moves one round later.
    fn next(self) -> Self {
        Self { pace: self.pace.wrapping_add(self.bend), ..self }
    }
}

/// What is known of a result: how it moves, and as what number; none of a truth value, a pointer or a float,
/// which stays as it is.
pub(super) type Known = (Motion, Option<IntType>);

/// A place that the round wrote.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    before: Value,
    /// How what was written last moves.
    motion: Motion,
    pub int: Option<IntType>,
    /// How far the place moved in this round, and how much farther than in the one before; known at its end.
    pub distance: i128,
    bend: i128,
}

impl Change {
    /// How the place moves when the next round begins.
    fn coming(&self) -> Motion {
        let motion = Motion { pace: self.distance, bend: self.bend }.next();
        self.int.map_or(motion, |int| motion.modulo(int))
    }

    /// How far it will have moved after so many rounds more.
    pub fn moves_in(&self, n_rounds: i128) -> i128 {
        let Motion { pace, bend } = self.coming();
        let pairs = n_rounds * (n_rounds - 1) / 2;
        n_rounds.wrapping_mul(pace).wrapping_add(pairs.wrapping_mul(bend))
    }
}

/// A round that is being watched.
#[derive(Default)]
pub(super) struct Round {
    pub changes: FxHashMap<Place, Change>,
    previous: Option<Box<Round>>,
    /// How many rounds behind this one are like it.
    pub limit: i128,
    /// Something was done that no motion describes.
    pub is_lost: bool,
    n_inputs: usize,
    /// How many were watched before this one.
    pub number: usize,
}

/// The number with a sign that is the same modulo the width.
fn signed(int: IntType, number: i128) -> i128 {
    let signed = IntType::signed(int.width);
    signed.value(signed.wrap(number))
}

impl Round {
    pub fn behind(previous: Option<Box<Self>>, n_inputs: usize) -> Box<Self> {
        let number = previous.as_ref().map_or(0, |it| it.number + 1);
        let previous = previous.map(|it| Box::new(Self { previous: None, ..*it }));
        Box::new(Self { previous, limit: FARTHEST, n_inputs, number, ..Self::default() })
    }

    fn before(&self, place: Place) -> Option<&Change> {
        self.previous.as_ref().and_then(|it| it.changes.get(&place))
    }

    pub fn motion_of(&self, place: Place) -> Motion {
        match self.changes.get(&place) {
            Some(change) => change.motion,
            None => self.before(place).map_or(Motion::NONE, Change::coming),
        }
    }

    pub fn motion(&self, slot: Slot) -> Motion {
        self.motion_of(Place::Slot(slot))
    }

    pub fn moves(&self, slot: Slot) -> bool {
        self.motion(slot) != Motion::NONE
    }

    pub fn type_of(&self, place: Place) -> Option<IntType> {
        self.changes.get(&place).or_else(|| self.before(place)).and_then(|change| change.int)
    }

    /// Is this cell one that was written, or apart from all that were?
    pub fn is_whole(&self, target: Target, size: u64) -> bool {
        let is_apart = |place: &Place| match *place {
            Place::Slot(_) => true,
            Place::Cell(other, of_other) => {
                (other == target && of_other == size) || target.is_apart(size, other, of_other)
            }
        };
        let before = self.previous.iter().flat_map(|it| it.changes.keys());
        self.changes.keys().chain(before).all(is_apart)
    }

    fn is_full(&self) -> bool {
        self.changes.keys().filter(|it| matches!(it, Place::Cell(..))).count() > MAX_CELLS
    }

    /// Number of `int`, plain and not too wide to be computed with?
    fn is_number(int: IntType, value: &Value) -> bool {
        value.is_plain() && int.width <= MAX_WIDTH
    }

    /// The slot as a number of this type, which it stays within up to the limit; none if that is not known.
    fn line(&mut self, int: IntType, slot: Slot, value: &Value) -> Option<Line> {
        if !Self::is_number(int, value) {
            return None;
        }
        let Motion { pace, bend } = self.motion(slot);
        let line = Line { at: int.value(value.bits()), pace, bend };
        if self.moves(slot) {
            if self.type_of(Place::Slot(slot))?.width != int.width {
                return None;
            }
            let (lo, hi) = (int.value(int.min_bits()), int.value(int.max_bits()));
            self.limit = self.limit.min(line.n_rounds_within(lo, hi));
        }
        Some(line)
    }

    fn compare(&mut self, op: CompareOp, a: Line, b: Line) {
        let n_rounds = match op {
            CompareOp::Eq | CompareOp::Ne => a.minus(b).n_rounds_apart(),
            CompareOp::Lt | CompareOp::Ge => a.minus(b).n_rounds_on_its_side(),
            CompareOp::Gt | CompareOp::Le => b.minus(a).n_rounds_on_its_side(),
        };
        self.limit = self.limit.min(n_rounds);
    }

    /// The exact result is one of the type, and stays so up to the limit; none if it is not.
    fn stays_in_range(&mut self, op: OverflowOp, int: IntType, a: Line, b: Line) -> Option<()> {
        let (lo, hi) = (int.value(int.min_bits()), int.value(int.max_bits()));
        let result = match op {
            OverflowOp::Add => a.plus(b),
            OverflowOp::Sub => a.minus(b),
            OverflowOp::Mul => a.times(b)?.near()?,
            // Only the least number has a quotient that does not fit.
            OverflowOp::Div => a,
            OverflowOp::Shl => return None,
        };
        let lo = match op {
            OverflowOp::Div => lo + 1,
            OverflowOp::Add | OverflowOp::Sub | OverflowOp::Mul | OverflowOp::Shl => lo,
        };
        if result.at < lo || hi < result.at {
            return None;
        }
        self.limit = self.limit.min(result.n_rounds_within(lo, hi));
        Some(())
    }

    /// How a sum, a difference or a product of numbers moves that are these now; none of anything else.
    fn arith(
        &self,
        op: ArithOp,
        int: IntType,
        [a, b]: [Slot; 2],
        [x, y]: [u128; 2],
    ) -> Option<Motion> {
        let (p, q) = (self.motion(a), self.motion(b));
        let motion = match op {
            ArithOp::Add => Motion { pace: p.pace + q.pace, bend: p.bend + q.bend },
            ArithOp::Sub => Motion { pace: p.pace - q.pace, bend: p.bend - q.bend },
            ArithOp::Mul => {
                let line =
                    |at, Motion { pace, bend }| Line { at: signed(int, at as i128), pace, bend };
                let Line { pace, bend, .. } = line(x, p).times(line(y, q))?;
                Motion { pace, bend }
            }
            _ => return None,
        };
        Some(motion.modulo(int))
    }

    /// What is left when one number is divided by another, with a quotient that stays as it is up to the limit; none
    /// where one of them is negative.
    fn rest(&mut self, dividend: Line, divisor: Line) -> Option<Line> {
        if dividend.at < 0 || divisor.at <= 0 {
            return None;
        }
        let quotient = Line::standing(dividend.at / divisor.at);
        let rest = dividend.minus(divisor.times(quotient)?.near()?);
        // Between zero and the divisor, which is more than zero then; so is their sum, the dividend.
        let n_rounds = rest.n_rounds_on_its_side().min(rest.minus(divisor).n_rounds_on_its_side());
        self.limit = self.limit.min(n_rounds);
        Some(rest)
    }

    /// How quotients, rests and some bits of a number move.
    fn divided<I: InputSource>(
        &mut self,
        run: &Interpreter<'_, I>,
        op: ArithOp,
        int: IntType,
        [a, b]: [Slot; 2],
    ) -> Option<Motion> {
        let (x, y) = (self.line(int, a, run.get(a))?, self.line(int, b, run.get(b))?);
        let rest = match op {
            ArithOp::Div => {
                self.rest(x, y)?;
                Line::standing(0)
            }
            ArithOp::Rem => self.rest(x, y)?,
            ArithOp::BitAnd => {
                let (x, mask) = if self.moves(a) { (x, y) } else { (y, x) };
                if !mask.stands() || mask.at <= 0 {
                    return None;
                }
                // The last bits are what is left by a power of two; other bits stay as long as its quotient.
                match mask.at & (mask.at + 1) {
                    0 => self.rest(x, Line::standing(mask.at + 1))?,
                    _ => {
                        self.rest(x, Line::standing(1 << mask.at.trailing_zeros()))?;
                        Line::standing(0)
                    }
                }
            }
            _ => return None,
        };
        Some(Motion { pace: rest.pace, bend: rest.bend }.modulo(int))
    }

    /// What is known of the result of an instruction; none if nothing is. A truth value stays as it is, up to the
    /// limit.
    pub fn known<I: InputSource>(
        &mut self,
        run: &Interpreter<'_, I>,
        action: &Action,
    ) -> Option<Known> {
        let still = Motion::NONE;
        match *action {
            Action::Move(a) => {
                let is_known = run.get(a).is_plain() || !self.moves(a);
                is_known.then(|| (self.motion(a), self.type_of(Place::Slot(a))))
            }
            Action::IntArith(op, int, a, b) => {
                if !self.moves(a) && !self.moves(b) {
                    return Some((still, Some(int)));
                }
                let (x, y) = (run.get(a), run.get(b));
                if !Self::is_number(int, x) || !Self::is_number(int, y) {
                    return None;
                }
                let motion = match op {
                    ArithOp::Div | ArithOp::Rem | ArithOp::BitAnd => {
                        self.divided(run, op, int, [a, b])?
                    }
                    _ => self.arith(op, int, [a, b], [x.bits(), y.bits()])?,
                };
                Some((motion, Some(int)))
            }
            Action::Shift(op, int, a, amount, amount_type) => {
                if !self.moves(a) && !self.moves(amount) {
                    return Some((still, Some(int)));
                }
                let by = run.get(amount);
                if self.moves(amount) || !by.is_plain() || !Self::is_number(int, run.get(a)) {
                    return None;
                }
                let factor = 1i128 << shift_amount(int, amount_type, by.bits()).ok()?;
                if op == ArithOp::Shr {
                    let line = self.line(int, a, run.get(a))?;
                    self.rest(line, Line::standing(factor))?;
                    return Some((still, Some(int)));
                }
                let Motion { pace, bend } = self.motion(a);
                Some((Motion { pace: pace * factor, bend: bend * factor }.modulo(int), Some(int)))
            }
            Action::IntNeg(int, a) | Action::BitNot(int, a) => {
                if !self.moves(a) {
                    return Some((still, Some(int)));
                }
                let Motion { pace, bend } = self.motion(a);
                let negated = Motion { pace: -pace, bend: -bend }.modulo(int);
                Self::is_number(int, run.get(a)).then_some((negated, Some(int)))
            }
            Action::IntCompare(op, int, a, b) => {
                if self.moves(a) || self.moves(b) {
                    let (a, b) = (self.line(int, a, run.get(a))?, self.line(int, b, run.get(b))?);
                    self.compare(op, a, b);
                }
                Some((still, None))
            }
            Action::Overflows(op, int, a, b) => {
                if self.moves(a) || self.moves(b) {
                    let (a, b) = (self.line(int, a, run.get(a))?, self.line(int, b, run.get(b))?);
                    self.stays_in_range(op, int, a, b)?;
                }
                Some((still, None))
            }
            Action::IntConvert(from, to, a) => {
                if !self.moves(a) {
                    return Some((still, Some(to)));
                }
                if !Self::is_number(from, run.get(a)) || to.width > MAX_WIDTH {
                    return None;
                }
                // To forget the upper bits is to compute modulo less; what is widened must not wrap.
                if to.width > from.width {
                    self.line(from, a, run.get(a))?;
                }
                Some((self.motion(a).modulo(to), Some(to)))
            }
            Action::Ite(condition, then, otherwise) => {
                let chosen = if run.get(condition).bits() != 0 { then } else { otherwise };
                let int = self.type_of(Place::Slot(chosen));
                if !self.moves(then) && !self.moves(otherwise) {
                    return Some((still, int));
                }
                let is_plain = run.get(condition).is_plain() && run.get(chosen).is_plain();
                (is_plain && !self.moves(condition)).then(|| (self.motion(chosen), int))
            }
            Action::LocalAddress(_) => Some((still, None)),
            Action::Not(a) | Action::FloatNeg(_, a) | Action::Convert(_, _, a) => {
                (!self.moves(a)).then_some((still, None))
            }
            Action::And(a, b)
            | Action::Or(a, b)
            | Action::BitsCompare(_, a, b)
            | Action::FloatArith(_, _, a, b)
            | Action::FloatCompare(_, _, a, b)
            | Action::PointerAdd(a, b)
            | Action::PointerDiff(a, b)
            | Action::ShiftOverflows(_, a, b, _) => {
                (!self.moves(a) && !self.moves(b)).then_some((still, None))
            }
        }
    }

    /// Notes what a place held before it was written first, and what is known of what is written now.
    pub fn write(&mut self, place: Place, before: Value, known: Option<Known>) {
        let Some((motion, int)) = known else {
            self.is_lost = true;
            return;
        };
        let change = Change { before, motion, int, distance: 0, bend: 0 };
        let change = self.changes.entry(place).or_insert(change);
        (change.motion, change.int) = (motion, int);
        if let Place::Cell(..) = place {
            self.is_lost |= self.is_full();
        }
    }

    /// Sees how far everything has moved.
    pub fn end<I: InputSource>(&mut self, run: &Interpreter<'_, I>) {
        for (place, change) in &mut self.changes {
            let now = run.held(*place);
            if now != change.before {
                match change.int {
                    Some(int) if Self::is_number(int, &now) && change.before.is_plain() => {
                        let distance =
                            (now.bits() as i128).wrapping_sub(change.before.bits() as i128);
                        change.distance = signed(int, distance);
                    }
                    _ => self.is_lost |= self.number > 0,
                }
            }
            let last = self.previous.as_ref().and_then(|it| it.changes.get(place));
            if let (Some(int), Some(last)) = (change.int, last) {
                change.bend = signed(int, change.distance - last.distance);
            }
        }
        self.is_lost |= self.n_inputs != run.inputs().len();
    }

    /// Does everything move as was thought when the round began, and go on like that?
    pub fn is_even(&self) -> bool {
        let Some(previous) = &self.previous else { return false };
        let is_same = |place: &Place, change: &Change| {
            let Some(before) = previous.changes.get(place) else { return false };
            let modulo = |motion: Motion| change.int.map_or(motion, |int| motion.modulo(int));
            let thought = before.coming();
            before.int.map(|int| int.width) == change.int.map(|int| int.width)
                && change.distance == thought.pace
                && change.bend == thought.bend
                && change.motion == modulo(thought.next())
        };
        !self.is_lost
            && previous.changes.len() == self.changes.len()
            && self.changes.iter().all(|(place, change)| is_same(place, change))
    }
}
