//! Locks by tickets: whoever has drawn the number that is being served.
//!
//! A thread draws a number by adding one to `next` and remembers what was there before. It is its turn when
//! `serving` is that number, and nobody else's: the turn is a lock like any other, which a thread takes when it sees
//! its number there and gives back when it adds one to `serving`. So what tickets protect, and what holds
//! while nobody has the turn, is said by the clauses about locks.
//!
//! # Why that is right
//! [`Clause::Ticket`] asks that a thread writes `next` only to draw a number while it has none, and
//! `serving` only to pass the turn on that it took. By induction over the steps of all threads: the
//! numbers that are drawn and not served are all different, and lie between `serving` and `next` (going
//! up from the first, around the end of the type if need be); who took the turn has the number that is
//! being served. A draw adds the number `next`, which is in nobody's hand, and is asked not to make
//! `next` meet `serving`; passing on takes away `serving`, which is in nobody else's hand.
//! So a thread whose number is served finds the turn free, unless it took it already. And there are as
//! many numbers as threads that have one, which bounds them where threads can be counted.

use ir::{ArithOp, CompareOp, Expr, ExprId, IntType, LocationId, Op, Type};

use super::clause::Clause;
use super::units::Place;
use super::writer::Writer;

/// The units of a ticket lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tickets {
    pub next: usize,
    pub serving: usize,
    /// The tally that is one while somebody has the turn.
    pub turn: usize,
}

impl Writer<'_> {
    /// Takes the turn if it is mine, before a step that looks at who is served.
    pub(super) fn take_turns(&mut self, mut at: LocationId, op: &Op) -> LocationId {
        for tickets in self.tickets() {
            if !self.units.reads(self.inlined, self.points_to, op, tickets.serving) {
                continue;
            }
            let Some(serving) = self.ghosts.new[tickets.serving] else { continue };
            let Some((has, ticket)) = self.ghosts.ticket(tickets) else { continue };
            let Place::Var(turn) = self.units.all[tickets.turn].place else { continue };
            let Some(ty) = self.units.all[tickets.turn].lock else { continue };
            at = self.read(at, tickets.serving, serving);
            let (has, ticket, serving) = (self.var(has), self.var(ticket), self.var(serving));
            let is_served = self.compare(CompareOp::Eq, serving, ticket);
            let is_mine = self.and(has, is_served);
            let (before, one) = (self.var(turn), self.program.exprs.int(ty, 1));
            let value = self.program.exprs.intern(Expr::Ite(is_mine, one, before));
            at = self.then(at, Op::Assign { target: turn, value });
            let held = self.ghosts.held[tickets.turn];
            let before = self.var(held);
            let value = self.or(before, is_mine);
            at = self.then(at, Op::Assign { target: held, value });
        }
        at
    }

    /// Notes what number I have, behind a step.
    pub(super) fn note_tickets(&mut self, mut at: LocationId, written: &[usize]) -> LocationId {
        for tickets in self.tickets() {
            let Some((has, ticket)) = self.ghosts.ticket(tickets) else { continue };
            if written.contains(&tickets.next)
                && let Some(stays) = self.stays(tickets.next)
                && let Some(old) = self.ghosts.old[tickets.next]
            {
                let draws = self.program.exprs.not(stays);
                let (old, before) = (self.var(old), self.var(ticket));
                let value = self.program.exprs.intern(Expr::Ite(draws, old, before));
                at = self.then(at, Op::Assign { target: ticket, value });
                let before = self.var(has);
                let value = self.or(before, draws);
                at = self.then(at, Op::Assign { target: has, value });
            }
            if written.contains(&tickets.serving)
                && let Some(stays) = self.stays(tickets.serving)
            {
                let before = self.var(has);
                let value = self.and(before, stays);
                at = self.then(at, Op::Assign { target: has, value });
            }
        }
        at
    }

    /// What a ticket lock asks when the first thread is created: nobody has a number.
    pub(super) fn tickets_at_start(&mut self, tickets: Tickets) -> Option<ExprId> {
        let (next, serving) =
            (self.var(self.ghosts.new[tickets.next]?), self.var(self.ghosts.new[tickets.serving]?));
        Some(self.compare(CompareOp::Eq, next, serving))
    }

    /// What it asks of a step, with the number that I had before it.
    pub(super) fn tickets_owed(&mut self, tickets: Tickets) -> Option<ExprId> {
        let (has, ticket) = self.ghosts.ticket(tickets)?;
        let (has, ticket) = (self.var(has), self.var(ticket));
        let next = self.var(self.ghosts.new[tickets.next]?);
        let serving = self.var(self.ghosts.new[tickets.serving]?);
        let was_served = self.var(self.ghosts.old[tickets.serving]?);
        let has_none = self.program.exprs.not(has);
        let draws = self.steps_up(tickets.next)?;
        let is_room = self.compare(CompareOp::Ne, next, serving);
        let draws = self.and(draws, is_room);
        let draws = self.and(draws, has_none);
        let stays = self.stays(tickets.next)?;
        let may_draw = self.or(stays, draws);
        let passes = self.steps_up(tickets.serving)?;
        let is_served = self.compare(CompareOp::Eq, was_served, ticket);
        let held = self.var(self.ghosts.held[tickets.turn]);
        let may_pass = self.and(has, is_served);
        let may_pass = self.and(may_pass, held);
        let passes = self.and(passes, may_pass);
        let stays = self.stays(tickets.serving)?;
        let may_pass = self.or(stays, passes);
        Some(self.and(may_draw, may_pass))
    }

    /// What holds of it when others have acted.
    pub(super) fn tickets_assumed(&mut self, tickets: Tickets) -> Option<ExprId> {
        let Some(Type::Int(ty)) = self.units.all[tickets.next].ty else { return None };
        let (has, ticket) = self.ghosts.ticket(tickets)?;
        let (has, ticket) = (self.var(has), self.var(ticket));
        let next = self.var(self.ghosts.new[tickets.next]?);
        let serving = self.var(self.ghosts.new[tickets.serving]?);
        let turn = self.var(self.ghosts.new[tickets.turn]?);
        let waiting = self.distance(ty, serving, ticket);
        let drawn = self.distance(ty, serving, next);
        let has_none = self.program.exprs.not(has);
        let lies_between = self.compare(CompareOp::Lt, waiting, drawn);
        let mut holds = self.or(has_none, lies_between);

        let is_other = self.compare(CompareOp::Ne, serving, ticket);
        let held = self.var(self.ghosts.held[tickets.turn]);
        let zero = self.program.exprs.int(self.units.all[tickets.turn].lock?, 0);
        let is_free = self.compare(CompareOp::Eq, turn, zero);
        let mut mine = self.or(has_none, is_other);
        mine = self.or(mine, held);
        mine = self.or(mine, is_free);
        holds = self.and(holds, mine);

        let unsigned = IntType::unsigned(ty.width);
        if let Some(n_others) = self.units.roles.n_created
            && u128::from(n_others) < unsigned.mask()
        {
            let n_others = i128::from(n_others);
            let few = self.program.exprs.int(unsigned, n_others);
            let with_me = self.program.exprs.int(unsigned, n_others + 1);
            let most = self.program.exprs.intern(Expr::Ite(has, with_me, few));
            let are_few = self.compare(CompareOp::Le, drawn, most);
            holds = self.and(holds, are_few);
        }
        Some(holds)
    }

    pub(super) fn tickets(&self) -> Vec<Tickets> {
        let of = |clause: &Clause| match clause {
            Clause::Ticket { tickets } => Some(*tickets),
            _ => None,
        };
        self.clauses.iter().filter_map(of).collect()
    }

    /// How far it is up from one number to another, around the end of the type.
    fn distance(&mut self, ty: IntType, from: ExprId, to: ExprId) -> ExprId {
        let unsigned = IntType::unsigned(ty.width);
        let mut as_unsigned = |value: ExprId| match ty == unsigned {
            true => value,
            false => self.program.exprs.intern(Expr::Convert(Type::Int(unsigned), value)),
        };
        let (from, to) = (as_unsigned(from), as_unsigned(to));
        self.program.exprs.intern(Expr::Arith(ArithOp::Sub, to, from))
    }

    /// The step adds one to the unit.
    fn steps_up(&mut self, unit: usize) -> Option<ExprId> {
        let (old, new) = (self.var(self.ghosts.old[unit]?), self.var(self.ghosts.new[unit]?));
        let one = self.constant(unit, 1)?;
        let more = self.add(old, one);
        Some(self.compare(CompareOp::Eq, new, more))
    }
}
