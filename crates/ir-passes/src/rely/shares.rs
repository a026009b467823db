//! What each thread has added to a shared number: facts about sums over all threads.
//!
//! From the moment at which the first thread is created, a number changes by what the threads add to
//! it, each by its own writes: `v - base` is the sum of all shares, whatever the writes look like, since
//! a share is counted by the values before and after a write. What holds of the share of
//! *every* thread holds of the sum over all others, and that is what one thread gets to know of
//! any number of them:
//!
//! ```text
//!   readers++;  ...  readers--;      no share is below zero, so while mine is 1, readers >= 1
//!   t++;  assert(s < t);  s++;       no share in s is above that in t:  s - mine <= t - mine'
//!   created n times, each adds 1     x <= n
//! ```
//!
//! # Why that is right
//! A share starts at zero with its thread and is asked about at every write of the thread. The sums
//! are those of numbers without end, the program's are not: a share is a number of the unit's width, and
//! every write is asked to change the unit by what fits there, so that shares are exact; and to leave
//! the share small, so that nothing below wraps around where it is said not to.

use ir::{ArithOp, CompareOp, Expr, ExprId, IntType, LocationId, Op, Type};

use super::clause::{Clause, Direction};
use super::writer::Writer;

/// How large shares are asked to stay, where that is little beside the unit's width.
const BOUND_BITS: u32 = 20;

/// How large shares in a unit are asked to stay: sums of two of them fit.
fn bound(ty: IntType) -> i128 {
    1 << BOUND_BITS.min(u32::from(ty.width).saturating_sub(3))
}

/// The type of shares in a unit.
pub(super) fn share_type(unit: IntType) -> IntType {
    IntType::signed(unit.width)
}

impl Writer<'_> {
    /// Adds to my share what a step has added to the unit.
    pub(super) fn share(&mut self, at: LocationId, unit: usize) -> LocationId {
        let (Some(mine), Some(more)) = (self.ghosts.mine[unit], self.more(unit)) else { return at };
        let before = self.var(mine);
        let value = self.add(before, more);
        self.then(at, Op::Assign { target: mine, value })
    }

    /// What a clause about shares asks when the first thread is created.
    pub(super) fn shares_at_start(&mut self, clause: &Clause) -> Option<ExprId> {
        match *clause {
            Clause::Share { unit, base, .. } => {
                let (new, base) = (self.new_value(unit)?, self.constant(unit, base)?);
                Some(self.compare(CompareOp::Eq, new, base))
            }
            Clause::NoMore { less, more } => {
                let (less, more) = (self.new_value(less)?, self.new_value(more)?);
                Some(self.compare(CompareOp::Le, less, more))
            }
            Clause::PerThread { unit, created, .. } => {
                let (low, none) = (self.constant(unit, 0)?, self.constant(created, 0)?);
                let (unit, created) = (self.new_value(unit)?, self.new_value(created)?);
                let is_low = self.compare(CompareOp::Le, unit, low);
                let is_none = self.compare(CompareOp::Eq, created, none);
                Some(self.and(is_low, is_none))
            }
            _ => None,
        }
    }

    /// What it asks of my share behind a write.
    pub(super) fn shares_owed(&mut self, clause: &Clause) -> Option<ExprId> {
        match *clause {
            Clause::Share { unit, direction, .. } => {
                let most = bound(self.share_type(unit)?);
                match direction {
                    Direction::Up => self.has_share(unit, 0, most),
                    Direction::Down => self.has_share(unit, -most, 0),
                }
            }
            Clause::NoMore { less, more } => {
                let most = bound(self.share_type(less)?).min(bound(self.share_type(more)?));
                let a = self.has_share(less, -most, most)?;
                let b = self.has_share(more, -most, most)?;
                let both = self.and(a, b);
                let (less, more) = (self.mine(less)?, self.mine(more)?);
                let is_no_more = self.compare(CompareOp::Le, less, more);
                Some(self.and(is_no_more, both))
            }
            Clause::PerThread { unit, created, role } => {
                let is_none = self.has_share(unit, 0, 0)?;
                let most = bound(self.share_type(unit)?);
                let is_small = self.has_share(unit, -most, 1)?;
                let is_it = self.has_role(role);
                let by_it = self.and(is_it, is_small);
                let is_kept = self.or(is_none, by_it);
                // The threads are counted right.
                let (old, new) = (self.var(self.ghosts.old[created]?), self.new_value(created)?);
                let grows = self.compare(CompareOp::Ge, new, old);
                Some(self.and(is_kept, grows))
            }
            _ => None,
        }
    }

    /// What it says of the unit when others have acted.
    pub(super) fn shares_assumed(&mut self, clause: &Clause) -> Option<ExprId> {
        match *clause {
            Clause::Share { unit, base, direction } => {
                let (base, mine) = (self.constant(unit, base)?, self.mine(unit)?);
                let mine = self.as_unit(unit, mine)?;
                let with_mine = self.add(base, mine);
                let new = self.new_value(unit)?;
                let op = match direction {
                    Direction::Up => CompareOp::Ge,
                    Direction::Down => CompareOp::Le,
                };
                Some(self.compare(op, new, with_mine))
            }
            Clause::NoMore { less, more } => {
                let (mine, my_more) = (self.mine(less)?, self.mine(more)?);
                let ahead = self.minus(my_more, mine);
                let ahead = self.as_unit(more, ahead)?;
                let (less, more) = (self.new_value(less)?, self.new_value(more)?);
                let of_others = self.minus(more, ahead);
                let wraps = self.compare(CompareOp::Gt, of_others, more);
                let is_no_more = self.compare(CompareOp::Le, less, of_others);
                Some(self.or(wraps, is_no_more))
            }
            Clause::PerThread { unit, created, role } => {
                let mine = self.mine(unit)?;
                let zero = self.program.exprs.int(self.share_type(unit)?, 0);
                let takes = self.compare(CompareOp::Lt, mine, zero);
                let mine = self.as_unit(unit, mine)?;
                let (one, none) = (self.constant(created, 1)?, self.constant(created, 0)?);
                let is_it = self.has_role(role);
                let me = self.program.exprs.intern(Expr::Ite(is_it, one, none));
                let created = self.new_value(created)?;
                let counts_me = self.compare(CompareOp::Ge, created, me);
                let others = self.minus(created, me);
                let most = self.add(others, mine);
                let new = self.new_value(unit)?;
                let is_low = self.compare(CompareOp::Le, new, most);
                let is_low = self.or(takes, is_low);
                Some(self.and(counts_me, is_low))
            }
            _ => None,
        }
    }

    /// What the step has added, if it fits; [`Self::has_share`] asks whether it does.
    fn more(&mut self, unit: usize) -> Option<ExprId> {
        let (old, new) = (self.var(self.ghosts.old[unit]?), self.new_value(unit)?);
        let more = self.minus(new, old);
        let ty = Type::Int(self.share_type(unit)?);
        Some(match self.units.all[unit].ty == Some(ty) {
            true => more,
            false => self.program.exprs.intern(Expr::Convert(ty, more)),
        })
    }

    /// My share is exact, and within these bounds.
    fn has_share(&mut self, unit: usize, low: i128, high: i128) -> Option<ExprId> {
        let ty = self.share_type(unit)?;
        let (more, zero) = (self.more(unit)?, self.program.exprs.int(ty, 0));
        let (old, new) = (self.var(self.ghosts.old[unit]?), self.new_value(unit)?);
        let is_more = self.compare(CompareOp::Ge, more, zero);
        let grows = self.compare(CompareOp::Ge, new, old);
        let is_exact = self.compare(CompareOp::Eq, is_more, grows);
        let mine = self.mine(unit)?;
        let (low, high) = (self.program.exprs.int(ty, low), self.program.exprs.int(ty, high));
        let is_above = self.compare(CompareOp::Ge, mine, low);
        let is_below = self.compare(CompareOp::Le, mine, high);
        let is_within = self.and(is_above, is_below);
        Some(self.and(is_exact, is_within))
    }

    fn share_type(&self, unit: usize) -> Option<IntType> {
        match self.units.all[unit].ty {
            Some(Type::Int(ty)) => Some(share_type(ty)),
            _ => None,
        }
    }

    fn mine(&mut self, unit: usize) -> Option<ExprId> {
        let mine = self.ghosts.mine[unit]?;
        Some(self.var(mine))
    }

    fn new_value(&mut self, unit: usize) -> Option<ExprId> {
        let new = self.ghosts.new[unit]?;
        Some(self.var(new))
    }

    /// A share as a number of the unit's type.
    fn as_unit(&mut self, unit: usize, share: ExprId) -> Option<ExprId> {
        let ty = self.units.all[unit].ty?;
        Some(match ty == Type::Int(self.share_type(unit)?) {
            true => share,
            false => self.program.exprs.intern(Expr::Convert(ty, share)),
        })
    }

    fn minus(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::Arith(ArithOp::Sub, a, b))
    }
}
