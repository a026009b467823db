//! Data races of a run, by vector clocks.
//!
//! Two accesses to one byte race if one of them writes, not both are atomic, and neither happens
//! before the other (C17 5.1.2.4). *Happens before* is the order of each thread, what creating and
//! joining threads order, and what synchronising accesses order: one that reads a place sees all
//! that came before the writes to that place. Locks need no rule of their own, since they are
//! made of such accesses. A block of the program's that is atomic as a whole counts as one lock
//! that all such blocks share.
//!
//! A thread's clock counts its releases. An access at time `c` of thread `t` happens before what
//! thread `u` does now exactly if `u`'s clock knows of `t` at least up to `c`: the epochs of
//! Flanagan and Freund's FastTrack, here with all reads kept, since places are few.

use rustc_hash::FxHashMap;

use crate::outcome::Site;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessKind {
    Read,
    Write,
}

#[derive(Clone, Copy, Debug)]
struct Access {
    thread: usize,
    time: u32,
    site: Site,
    is_atomic: bool,
}

#[derive(Clone, Debug, Default)]
struct Place {
    write: Option<Access>,
    /// The last read of each thread since the last write.
    reads: Vec<Access>,
}

/// Knowledge of all threads' pasts: for each, up to which of its releases.
type Clock = Vec<u32>;

#[derive(Clone, Debug, Default)]
pub(crate) struct Races {
    clocks: Vec<Clock>,
    places: FxHashMap<u64, Place>,
    /// What a reader of the place learns, for places that synchronise.
    released: FxHashMap<u64, Clock>,
    /// The same for the one lock of atomic blocks.
    block: Clock,
    /// What an atomic block has changed that may still be taken back.
    attempt: Option<Attempt>,
}

/// Places as they were before an atomic block touched them, the last touched last, and what its thread
/// knew. Blocks that have written are not taken back, so that nothing else changes.
#[derive(Clone, Debug)]
struct Attempt {
    thread: usize,
    clock: Clock,
    block: Clock,
    places: Vec<(u64, Option<Place>)>,
}

/// What keeps an access apart from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    None,
    /// An atomic block of the program's.
    Block,
    /// It is an atomic operation, or inside of a lock.
    Atomic,
}

/// An access of a turn. Variables that have no address are given one above all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedAccess {
    pub start: u64,
    pub size: u64,
    pub is_write: bool,
    pub protection: Protection,
}

/// Two accesses that race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    pub first: Site,
    pub first_thread: u32,
    pub second: Site,
    pub second_thread: u32,
}

fn learn(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (own, theirs) in clock.iter_mut().zip(other) {
        *own = (*own).max(*theirs);
    }
}

impl Races {
    pub(crate) fn new() -> Self {
        Self { clocks: vec![vec![1]], ..Self::default() }
    }

    fn tick(&mut self, thread: usize) {
        let clock = &mut self.clocks[thread];
        if clock.len() <= thread {
            clock.resize(thread + 1, 0);
        }
        clock[thread] += 1;
    }

    pub(crate) fn fork(&mut self, parent: usize, child: usize) {
        let clock = self.clocks[parent].clone();
        self.clocks.resize(self.clocks.len().max(child + 1), Clock::new());
        self.clocks[child] = clock;
        self.tick(child);
        self.tick(parent);
    }

    pub(crate) fn join(&mut self, waiting: usize, ended: usize) {
        let known = self.clocks[ended].clone();
        learn(&mut self.clocks[waiting], &known);
    }

    pub(crate) fn lock_all(&mut self, thread: usize) {
        learn(&mut self.clocks[thread], &self.block);
    }

    pub(crate) fn unlock_all(&mut self, thread: usize) {
        self.block.clone_from(&self.clocks[thread]);
        self.tick(thread);
    }

    /// An atomic block begins.
    pub(crate) fn begin_attempt(&mut self, thread: usize) {
        let clock = self.clocks[thread].clone();
        let block = self.block.clone();
        self.attempt = Some(Attempt { thread, clock, block, places: Vec::new() });
    }

    /// The block is over and stays.
    pub(crate) fn keep_attempt(&mut self) {
        self.attempt = None;
    }

    /// The block has not happened.
    pub(crate) fn take_attempt_back(&mut self) {
        let Some(attempt) = self.attempt.take() else { return };
        self.clocks[attempt.thread] = attempt.clock;
        self.block = attempt.block;
        for (address, place) in attempt.places.into_iter().rev() {
            match place {
                Some(place) => self.places.insert(address, place),
                None => self.places.remove(&address),
            };
        }
    }

    /// Something new lies here; what happened to what lay here before does not matter.
    pub(crate) fn begin_life(&mut self, address: u64, size: u64) {
        if self.places.is_empty() {
            return;
        }
        for address in address..address.saturating_add(size.min(MAX_BYTES)) {
            self.places.remove(&address);
        }
    }

    /// An access of the thread, and how it races with an earlier one.
    pub(crate) fn access(
        &mut self,
        thread: usize,
        range: (u64, u64),
        kind: AccessKind,
        is_atomic: bool,
        site: Site,
    ) -> Option<Race> {
        let (address, size) = range;
        let end = address.saturating_add(size.min(MAX_BYTES));
        if is_atomic {
            self.synchronise(thread, address, kind);
        }
        let time = self.clocks[thread].get(thread).copied().unwrap_or(0);
        let access = Access { thread, time, site, is_atomic };
        for address in address..end {
            if let Some(first) = self.conflict(access, address, kind) {
                let number = |thread: usize| thread as u32 + crate::thread::FIRST_THREAD;
                return Some(Race {
                    first: first.site,
                    first_thread: number(first.thread),
                    second: site,
                    second_thread: number(thread),
                });
            }
            if let Some(attempt) = &mut self.attempt {
                attempt.places.push((address, self.places.get(&address).cloned()));
            }
            let place = self.places.entry(address).or_default();
            match kind {
                AccessKind::Write => {
                    place.write = Some(access);
                    let clock = &self.clocks[thread];
                    place.reads.retain(|read| {
                        clock.get(read.thread).is_none_or(|known| *known < read.time)
                    });
                }
                AccessKind::Read => {
                    place.reads.retain(|read| read.thread != thread || read.is_atomic != is_atomic);
                    place.reads.push(access);
                }
            }
        }
        if is_atomic && kind == AccessKind::Write {
            self.tick(thread);
        }
        None
    }

    /// Reading learns what the place knows; writing leaves there what the thread knows.
    fn synchronise(&mut self, thread: usize, address: u64, kind: AccessKind) {
        if let Some(released) = self.released.get(&address) {
            learn(&mut self.clocks[thread], released);
        }
        if kind == AccessKind::Write {
            let known = self.clocks[thread].clone();
            learn(self.released.entry(address).or_default(), &known);
        }
    }

    fn conflict(&self, access: Access, address: u64, kind: AccessKind) -> Option<Access> {
        let place = self.places.get(&address)?;
        let clock = &self.clocks[access.thread];
        let races = |earlier: &&Access| {
            earlier.thread != access.thread
                && !(earlier.is_atomic && access.is_atomic)
                && clock.get(earlier.thread).is_none_or(|known| *known < earlier.time)
        };
        let write = place.write.as_ref().filter(races);
        let read = || place.reads.iter().find(races).filter(|_| kind == AccessKind::Write);
        write.or_else(read).copied()
    }
}

/// Bytes of one access that are looked at; longer ones are seen by their beginning.
const MAX_BYTES: u64 = 1 << 12;
