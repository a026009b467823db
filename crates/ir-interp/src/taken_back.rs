//! Atomic blocks, and steps that are taken back.
//!
//! A thread that has to wait goes back to where it stood before its turn: the visible step has not
//! happened. Inside an atomic block that is where the block began; if the block has written by
//! then, the run as a whole is not one of the program, since the block should not have
//! begun ([`Stop::Infeasible`]). The same is done for a false assumption in an atomic block, which
//! a program may well mean as waiting: the run in which the block begins later is another run of
//! the same program, and the one that ends here shows nothing.
//!
//! Nothing is left of a turn that was taken back, so it is no part of the schedule. Unknown memory that
//! the block has read is known from then on, which counts as written.

use ir::AtomicKind;

use crate::call::frame_cost;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::outcome::Stop;
use crate::thread::{After, Stack, Status, WaitsFor};

/// The thread as it was when its atomic block began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoint {
    stack: Stack,
    n_inputs: usize,
    n_recorded_steps: u64,
    /// Where its next activation would lie.
    next_address: u64,
}

impl<I: InputSource> Interpreter<'_, I> {
    /// Begins an atomic block.
    pub(crate) fn begin_atomic(&mut self, kind: AtomicKind) {
        if self.threads.depth == 0 {
            self.threads.has_written = false;
            let mut checkpoint = self.threads.spare.take().unwrap_or_default();
            checkpoint.stack.clone_from(&self.stack);
            checkpoint.n_inputs = self.inputs().len();
            // The step that begins the block has been recorded, and is taken back with it.
            checkpoint.n_recorded_steps = self.trace.n_steps().saturating_sub(1);
            checkpoint.next_address = self.memory.stack.next();
            self.threads.checkpoint = Some(checkpoint);
            if let Some(races) = &mut self.threads.races {
                races.begin_attempt(self.threads.current);
            }
        }
        self.threads.depth += 1;
        self.threads.kinds.push(kind);
        if kind == AtomicKind::Block
            && let Some(races) = &mut self.threads.races
        {
            races.lock_all(self.threads.current);
        }
    }

    pub(crate) fn end_atomic(&mut self) {
        // An end without a beginning, which `__VERIFIER_atomic_end()` alone is, does nothing.
        let Some(kind) = self.threads.kinds.pop() else { return };
        self.threads.depth -= 1;
        if kind == AtomicKind::Block
            && let Some(races) = &mut self.threads.races
        {
            races.unlock_all(self.threads.current);
        }
        if self.threads.depth == 0 {
            self.threads.spare = self.threads.checkpoint.take();
            if let Some(races) = &mut self.threads.races {
                races.keep_attempt();
            }
        }
    }

    pub(crate) fn can_take_back(&self) -> bool {
        self.threads.checkpoint.is_none() || !self.threads.has_written
    }

    /// The visible step of this turn has not happened: the thread waits where it stood.
    pub(crate) fn take_back(&mut self, mut waits_for: WaitsFor) -> After {
        if !self.can_take_back() {
            return After::Stop(Stop::Infeasible);
        }
        if let Some(mut checkpoint) = self.threads.checkpoint.take() {
            if self.inputs().len() > checkpoint.n_inputs {
                waits_for = WaitsFor::Chance;
            }
            let n_frames = checkpoint.stack.frames.len();
            for frame in self.stack.frames.iter().skip(n_frames) {
                self.memory.refund(frame_cost(&frame.code));
            }
            std::mem::swap(&mut self.stack, &mut checkpoint.stack);
            self.memory.stack.reset(checkpoint.next_address);
            self.forget_inputs(checkpoint.n_inputs);
            self.trace.forget_from(checkpoint.n_recorded_steps);
            self.threads.spare = Some(checkpoint);
            self.threads.depth = 0;
            self.threads.kinds.clear();
            if let Some(races) = &mut self.threads.races {
                races.take_attempt_back();
            }
        } else {
            // The step that was tried is the one that was recorded last.
            self.trace.forget_from(self.trace.n_steps().saturating_sub(1));
        }
        let current = self.threads.current;
        self.threads.all[current].status = Status::Waiting(waits_for);
        if self.threads.n_alive == 1 {
            return After::Stop(self.nobody_goes_on());
        }
        self.threads.schedule.pop();
        self.threads.n_turns -= 1;
        self.threads.is_granted = false;
        self.threads.is_at_turn = true;
        After::Run
    }
}
