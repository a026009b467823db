//! When nobody can go on.

use crate::frame::Frame;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::outcome::{Site, Stop};
use crate::thread::{FIRST_THREAD, Stack, Status, Thread, WaitsFor};
use crate::trace::Waiting;

impl<I: InputSource> Interpreter<'_, I> {
    /// Every thread that has not ended waits, or goes round a loop that does nothing; the latter is
    /// no deadlock. What waits by chance is no deadlock for sure, and not its absence either.
    pub(crate) fn nobody_goes_on(&mut self) -> Stop {
        let Some(check) = self.threads.asked.deadlock else { return Stop::Deadlocked };
        let has = |status: Status| self.threads.all.iter().any(|it| it.status == status);
        if has(Status::Stuck) {
            return Stop::Deadlocked;
        }
        if has(Status::Waiting(WaitsFor::Chance)) {
            let what = "threads that wait in atomic blocks with inputs or assumptions";
            return Stop::Unsupported(what.into());
        }
        // Who tried last is chance: the run ends at the first of those who wait.
        let waiting = self.waiting();
        if let Some(Waiting { thread, sites }) = waiting.first() {
            let edge = sites.first().map(|site| site.edge);
            self.switch_to((*thread - FIRST_THREAD) as usize);
            self.stack.edge = edge;
        }
        if self.trace.is_recording() {
            self.trace.set_waiting(waiting);
        }
        Stop::Violated(check)
    }

    /// The threads that wait, each with its activations, the innermost first.
    fn waiting(&self) -> Vec<Waiting> {
        let threads = self.threads.all.iter().enumerate();
        let waiting = threads.filter(|(_, it)| matches!(it.status, Status::Waiting(_)));
        let sites = |stack: &Stack| {
            let innermost = stack.frames.len().saturating_sub(1);
            let site = |(depth, frame): (usize, &Frame)| {
                let edge = if depth == innermost { stack.edge } else { frame.edge };
                Some(Site { function: frame.code.function, edge: edge? })
            };
            stack.frames.iter().enumerate().rev().filter_map(site).collect()
        };
        let of = |(index, thread): (usize, &Thread)| {
            let is_current = index == self.threads.current;
            let stack = if is_current { &self.stack } else { &thread.stack };
            Waiting { thread: index as u32 + FIRST_THREAD, sites: sites(stack) }
        };
        waiting.map(of).collect()
    }
}
