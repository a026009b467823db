//! Clauses that runs of the program refute need no solver.
//!
//! A clause that a thread breaks in a run is broken for good: no set of clauses with it is kept. Most
//! that are wrong are so plainly that a few runs show it. What the runs do not refute is asked as
//! before; a clause that is refuted wrongly would cost a proof and could not make one wrong.

use std::collections::BTreeMap;

use ir::Type;

use super::clause::{Clause, Direction, Fact};
use super::roles::Role;
use super::tally::Counted;
use super::tickets::Tickets;
use super::units::Units;

/// What the units are behind a turn of a thread: of scalars the value, of objects their lock.
#[derive(Clone, Debug)]
pub struct Observed {
    pub thread: u32,
    pub role: Option<Role>,
    pub values: Vec<Option<u128>>,
}

impl Observed {
    /// `None` also for what is counted beside the program.
    fn value(&self, unit: usize) -> Option<u128> {
        self.values.get(unit).copied().flatten()
    }
}

/// A run from the moment at which the first thread was created.
#[derive(Clone, Debug)]
pub struct ObservedRun {
    pub start: Observed,
    pub turns: Vec<Observed>,
}

/// The clauses that no run breaks.
pub fn unrefuted(clauses: Vec<Clause>, units: &Units, runs: &[ObservedRun]) -> Vec<Clause> {
    let is_refuted = |clause: &Clause| runs.iter().any(|run| is_refuted(clause, units, run));
    let kept: Vec<Clause> = clauses.into_iter().filter(|clause| !is_refuted(clause)).collect();
    let turns: Vec<usize> = kept.iter().filter_map(Clause::turn).collect();
    // Nobody ever has the turn of a ticket lock that is none.
    let is_idle = |unit: &usize| {
        let counted = units.tallies.iter().find(|tally| tally.unit == *unit);
        matches!(counted, Some(tally) if matches!(tally.counted, Counted::Served { .. }))
            && !turns.contains(unit)
    };
    kept.into_iter().filter(|clause| !clause.lock_of().iter().any(is_idle)).collect()
}

/// What is known of a run besides the units, as it goes on.
struct Course<'a> {
    units: &'a Units,
    /// Who holds a unit as a lock.
    holders: BTreeMap<usize, u32>,
    /// What a thread has added to a unit.
    shares: BTreeMap<(u32, usize), i128>,
    /// The roles of threads that have taken a turn.
    seen: BTreeMap<u32, Role>,
    /// The numbers that threads have drawn, of one ticket lock.
    drawn: BTreeMap<u32, u128>,
}

fn is_refuted(clause: &Clause, units: &Units, run: &ObservedRun) -> bool {
    let mut course = Course {
        units,
        holders: BTreeMap::new(),
        shares: BTreeMap::new(),
        drawn: BTreeMap::new(),
        seen: BTreeMap::new(),
    };
    if course.breaks_at_start(clause, &run.start) == Some(true) {
        return true;
    }
    for unit in 0..units.all.len() {
        if run.start.value(unit).is_some_and(|value| value != 0) {
            course.holders.insert(unit, run.start.thread);
        }
    }
    let mut old = &run.start;
    for new in &run.turns {
        course.add_shares(old, new);
        course.seen.extend(new.role.map(|role| (new.thread, role)));
        if course.breaks(clause, old, new) == Some(true) {
            return true;
        }
        course.note_holders(old, new);
        old = new;
    }
    false
}

impl Course<'_> {
    fn number(&self, unit: usize, bits: u128) -> i128 {
        match (self.units.all[unit].ty, self.units.all[unit].lock) {
            (Some(Type::Int(ty)), _) | (_, Some(ty)) => ty.value(bits),
            _ => bits as i128,
        }
    }

    fn value(&self, at: &Observed, unit: usize) -> Option<i128> {
        Some(self.number(unit, at.value(unit)?))
    }

    /// A value that the unit has at least: of a number of threads, those that were seen.
    fn at_least(&self, at: &Observed, unit: usize) -> Option<i128> {
        let counted = self.units.tallies.iter().find(|tally| tally.unit == unit);
        match counted.map(|tally| tally.counted) {
            Some(Counted::Threads { role, .. }) => {
                Some(self.seen.values().filter(|it| **it == role).count() as i128)
            }
            _ => self.value(at, unit),
        }
    }

    fn add_shares(&mut self, old: &Observed, new: &Observed) {
        for unit in 0..self.units.all.len() {
            if let (Some(before), Some(after)) = (self.value(old, unit), self.value(new, unit)) {
                *self.shares.entry((new.thread, unit)).or_default() += after - before;
            }
        }
    }

    fn note_holders(&mut self, old: &Observed, new: &Observed) {
        for unit in 0..self.units.all.len() {
            let (Some(before), Some(after)) = (old.value(unit), new.value(unit)) else { continue };
            match (before, after) {
                (_, 0) => _ = self.holders.remove(&unit),
                (0, _) => _ = self.holders.insert(unit, new.thread),
                _ => {}
            }
        }
    }

    fn breaks_at_start(&self, clause: &Clause, start: &Observed) -> Option<bool> {
        Some(match clause {
            Clause::Always { fact } => !self.holds(fact, start)?,
            Clause::WhileFree { lock, fact } => {
                start.value(*lock)? == 0 && !self.holds(fact, start)?
            }
            Clause::Share { unit, base, .. } => start.value(*unit)? != *base,
            Clause::NoMore { less, more } => {
                self.value(start, *less)? > self.value(start, *more)?
            }
            Clause::Ticket { tickets } => {
                start.value(tickets.next)? != start.value(tickets.serving)?
            }
            _ => false,
        })
    }

    /// `None` where it cannot be told.
    fn breaks(&mut self, clause: &Clause, old: &Observed, new: &Observed) -> Option<bool> {
        let changes = |unit: usize| Some(old.value(unit)? != new.value(unit)?);
        let holder = |lock: usize| self.holders.get(&lock).copied();
        Some(match *clause {
            Clause::Lock { lock } => {
                changes(lock)? && old.value(lock)? != 0 && holder(lock) != Some(new.thread)
            }
            Clause::Protects { lock, unit } => {
                changes(unit)? && old.value(lock)? != 0 && holder(lock) != Some(new.thread)
            }
            Clause::Goes { unit, direction } => !self.goes(unit, direction, old, new)?,
            Clause::Keeps { unit, value } => old.value(unit)? == value && new.value(unit)? != value,
            Clause::Leaves { unit, value } => {
                old.value(unit)? != value && new.value(unit)? == value
            }
            Clause::GoesUnless { unit, direction, flag, value } => {
                new.value(flag)? != value && !self.goes(unit, direction, old, new)?
            }
            Clause::LeavesOnce { unit, value, flag, set } => {
                old.value(flag)? == set && old.value(unit)? != value && new.value(unit)? == value
            }
            Clause::By { unit, role } => changes(unit)? && new.role? != role,
            Clause::Ticket { tickets } => self.breaks_tickets(tickets, old, new)?,
            Clause::Share { unit, direction, .. } => {
                let mine = self.share(new.thread, unit);
                match direction {
                    Direction::Up => mine < 0,
                    Direction::Down => mine > 0,
                }
            }
            Clause::NoMore { less, more } => {
                self.share(new.thread, less) > self.share(new.thread, more)
            }
            Clause::PerThread { unit, role, .. } => {
                let mine = self.share(new.thread, unit);
                mine > 1 || mine != 0 && new.role? != role
            }
            Clause::Always { ref fact } => !self.holds(fact, new)?,
            Clause::WhileFree { lock, ref fact } => {
                new.value(lock)? == 0 && !self.holds(fact, new)?
            }
        })
    }

    fn share(&self, thread: u32, unit: usize) -> i128 {
        self.shares.get(&(thread, unit)).copied().unwrap_or_default()
    }

    fn goes(
        &self,
        unit: usize,
        direction: Direction,
        old: &Observed,
        new: &Observed,
    ) -> Option<bool> {
        let (before, after) = (self.value(old, unit)?, self.value(new, unit)?);
        Some(match direction {
            Direction::Up => after >= before,
            Direction::Down => after <= before,
        })
    }

    fn breaks_tickets(&mut self, tickets: Tickets, old: &Observed, new: &Observed) -> Option<bool> {
        let (next, serving) = (old.value(tickets.next)?, old.value(tickets.serving)?);
        let is_drawn = new.value(tickets.next)? != next;
        let is_passed = new.value(tickets.serving)? != serving;
        let mine = self.drawn.get(&new.thread).copied();
        if is_passed {
            self.drawn.remove(&new.thread);
        }
        if is_drawn {
            self.drawn.insert(new.thread, next);
        }
        let draws_twice = is_drawn && mine.is_some() && !is_passed;
        Some(draws_twice || is_passed && mine != Some(serving))
    }

    fn holds(&self, fact: &Fact, at: &Observed) -> Option<bool> {
        let value = |unit: usize| self.value(at, unit);
        Some(match fact {
            Fact::Within { unit, values } => values.contains(&at.value(*unit)?),
            Fact::AtLeast { unit, value: least } => value(*unit)? >= self.number(*unit, *least),
            Fact::AtMost { unit, value: most } => {
                self.at_least(at, *unit)? <= self.number(*unit, *most)
            }
            Fact::Apart { unit, other, by } => {
                let sum = at.value(*other)?.wrapping_add(*by);
                self.number(*unit, sum) == value(*unit)?
            }
            Fact::Sum { unit, other, total } => {
                let sum = at.value(*unit)?.wrapping_add(at.value(*other)?);
                self.number(*unit, sum) == self.number(*unit, *total)
            }
            Fact::Ordered { low, high } => self.at_least(at, *low)? <= value(*high)?,
            Fact::NotBoth { unit, other } => value(*unit)? == 0 || value(*other)? == 0,
        })
    }
}
