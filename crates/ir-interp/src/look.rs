//! What can be seen of a run at a turn: where threads stand, and what they share.

use ir::{FunctionId, LocationId, ObjectId, VarId};

use crate::frame::Frame;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::thread::{FIRST_THREAD, Stack, Status};

/// A stretch of shared memory that holds one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    Var(VarId),
    /// Bytes of a static object.
    Bytes {
        object: ObjectId,
        offset: u64,
        n_bytes: u64,
    },
}

/// Where an activation goes on: of the innermost the next step, of the others the call that they wait
/// for.
pub type Place = (FunctionId, LocationId);

impl<I: InputSource> Interpreter<'_, I> {
    /// The threads that have not ended, with the place of each activation, the innermost first.
    pub fn standing(&self) -> Vec<(u32, Vec<Place>)> {
        let mut found = Vec::new();
        for (index, thread) in self.threads.all.iter().enumerate() {
            if matches!(thread.status, Status::Ended(_)) {
                continue;
            }
            let is_current = index == self.threads.current;
            let stack = if is_current { &self.stack } else { &thread.stack };
            found.push((index as u32 + FIRST_THREAD, self.places(stack)));
        }
        found
    }

    fn places(&self, stack: &Stack) -> Vec<Place> {
        let Some((innermost, callers)) = stack.frames.split_last() else { return Vec::new() };
        let call = |frame: &Frame| {
            let function = frame.code.function;
            let body = self.program.functions[function].body.as_ref();
            let from = body.zip(frame.edge).map(|(body, edge)| body.edges[edge].from);
            (function, from.unwrap_or(frame.resume))
        };
        let first = (innermost.code.function, innermost.resume);
        [first].into_iter().chain(callers.iter().rev().map(call)).collect()
    }

    /// The bits of something shared; none if they are no plain number.
    pub fn shared_bits(&self, shared: Shared) -> Option<u128> {
        let value = match shared {
            Shared::Var(var) => self.value(var)?,
            Shared::Bytes { object, offset, n_bytes } => self.bytes_at(object, offset, n_bytes)?,
        };
        value.is_plain().then(|| value.bits())
    }
}
