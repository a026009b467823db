//! States of a run, kept and compared: for those who look at all runs.
//!
//! A [`Snapshot`] is taken at a turn and brought back any number of times. The [`fingerprint`] of a
//! state says all that its future depends on, and nothing else: two states with the same one have
//! the same runs ahead of them.
//!
//! # What is left out, and why the rest is enough
//! - Locals that are read no more; which those are is for the caller to say ([`LiveLocals`]).
//! - Slots and generations of objects. Live objects lie at different addresses, so an address says
//!   which one is meant; of a dead one nothing can be done but to find out that it is dead, how it
//!   died, and to compare its address.
//! - When lives began and ended, which is asked only when pointers to objects of different times are
//!   compared; a state in which a heap block has died and which still holds a pointer to it keeps
//!   the order of births.
//! - Steps, turns and inputs so far.
//!
//! [`fingerprint`]: Interpreter::fingerprint

use std::hash::{Hash, Hasher};

use index::{Id, IdSet, IndexVec};
use ir::{FunctionId, LocationId, VarId};
use rustc_hash::FxHasher;

use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::memory::MemoryState;
use crate::thread::{Stack, Status, Threads};
use crate::value::{Origin, Value};

/// Which locals of a function may still be read at a location.
pub type LiveLocals = IndexVec<FunctionId, IndexVec<LocationId, IdSet<VarId>>>;

/// The state of a run at a turn.
pub struct Snapshot {
    memory: MemoryState,
    globals: Vec<Value>,
    stack: Stack,
    threads: Threads,
    n_steps: u64,
    passed_back: Vec<Origin>,
}

impl Snapshot {
    /// Turns up to here.
    pub fn n_turns(&self) -> usize {
        self.threads.n_turns()
    }

    /// Threads up to here, those that have ended among them.
    pub fn n_threads(&self) -> usize {
        self.threads.all.len()
    }
}

impl<I: InputSource> Interpreter<'_, I> {
    pub fn snapshot(&self) -> Snapshot {
        let globals = self.globals.iter();
        Snapshot {
            memory: self.memory.state(),
            globals: globals.map(|&var| *self.get(self.tables.var_slots[var])).collect(),
            stack: self.stack.clone(),
            threads: self.threads.kept(),
            n_steps: self.n_steps,
            passed_back: self.passed_back.clone(),
        }
    }

    /// Brings a state of this program back. The record of inputs and steps begins anew.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.memory.set_state(&snapshot.memory);
        for index in 0..self.globals.len() {
            let slot = self.tables.var_slots[self.globals[index]];
            self.set(slot, snapshot.globals[index]);
        }
        self.stack.clone_from(&snapshot.stack);
        self.threads.bring_back(&snapshot.threads);
        self.n_steps = snapshot.n_steps;
        self.passed_back.clone_from(&snapshot.passed_back);
        self.forget_inputs(0);
        self.trace.forget_from(0);
    }

    /// A number that says what the future of the run depends on.
    pub fn fingerprint(&self, live: &LiveLocals) -> u128 {
        let mut out = Both::default();
        for &var in &self.globals {
            self.memory.hash_value(self.get(self.tables.var_slots[var]), &mut out);
        }
        self.memory.hash_objects(&mut out);
        for (index, thread) in self.threads.all.iter().enumerate() {
            let is_current = index == self.threads.current;
            let stack = if is_current { &self.stack } else { &thread.stack };
            match thread.status {
                // Whoever waits tries again in vain; that it has tried is no news.
                Status::Ready | Status::Waiting(_) => 0_u8.hash(&mut out),
                Status::Stuck => 1_u8.hash(&mut out),
                Status::Ended(value) => {
                    2_u8.hash(&mut out);
                    value.is_some().hash(&mut out);
                    if let Some(value) = value {
                        self.memory.hash_value(&value, &mut out);
                    }
                    continue;
                }
            }
            let region = if is_current { &self.memory.stack } else { &thread.region };
            region.hash(&mut out);
            self.hash_stack(stack, live, &mut out);
        }
        (u128::from(out.0.finish()) << 64) | u128::from(out.1.finish())
    }

    fn hash_stack(&self, stack: &Stack, live: &LiveLocals, out: &mut Both) {
        stack.frames.len().hash(out);
        for frame in &stack.frames {
            let function = frame.code.function;
            (function.index(), frame.resume.index(), frame.stack_base).hash(out);
            // Two calls may lead to the same location, with results for different variables.
            frame.target.map(|(var, _)| var.index()).hash(out);
            frame.blocks.len().hash(out);
            for (holder, origin) in &frame.blocks {
                holder.hash(out);
                self.memory.hash_origin(*origin, out);
            }
            for var in live[function][frame.resume].iter() {
                let slot = self.tables.var_slots[var];
                if !slot.is_fixed() {
                    self.memory.hash_value(&stack.locals[frame.base + slot.index()], out);
                }
            }
        }
    }
}

/// Two hashes at once: one of 64 bits would be too few for millions of states.
#[derive(Default)]
pub(crate) struct Both(FxHasher, Second);

#[derive(Default)]
struct Second(u64);

impl Hasher for Both {
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.1.add(u64::from_le_bytes(word));
        }
    }

    // Most of what is hashed is numbers, and those need no slices.

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0.write_u64(number);
        self.1.add(number);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

impl Second {
    /// A round of multiplication and rotation with constants that are not FxHash's.
    #[inline]
    fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
}
