//! A run of threads as stretches in which one thread goes on, with what can be noticed in each.
//!
//! The interpreter's turns are those of the intermediate representation. A compiled program knows
//! nothing of them, so a stretch is measured in *events* that both have: accesses to memory that is
//! not on the thread's own stack, values that come from outside, and calls of functions about
//! threads. A compiler that reports each access (as it does for ThreadSanitizer) comes to the same
//! events in the same order, as far as the order within an expression is the same.
//!
//! # What it cannot do
//! Events inside a function of the library that does not synchronise are the library's own; those
//! of bit-fields and of what is constant differ from compiler to compiler. Whoever uses the numbers
//! has to try them.

use std::collections::BTreeMap;

use ir::{AtomicKind, Callee, HavocCause, Op, Program, Scope};
use ir_interp::{Effect, Step, Trace};
use source::{Source, Span};
use verdict::Stretch;

use crate::c::explain::{op_of, span_of};

/// Functions about threads whose calls are events, one each. Waiting for a condition is two, and may
/// end at any time, so a signal is none.
pub const PASSED_THROUGH: &[&str] = &[
    "pthread_join",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_unlock",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "sem_wait",
    "sem_trywait",
    "sem_post",
    "thrd_join",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
];

/// Those that give a mutex up and take it again.
pub const WAITS: &[&str] = &["pthread_cond_wait", "cnd_wait"];

/// Those that call a function of the program, at most once: an event, and behind it those of that function.
pub const ONCE: &[&str] = &["pthread_once", "call_once"];

pub fn is_about_threads(function: &str) -> bool {
    PASSED_THROUGH.contains(&function) || WAITS.contains(&function)
}

/// The stretches of a run, from the creation of the first thread on. None for a run that creates
/// none, and for one of which not all steps are known.
pub fn stretches(program: &Program, source: &Source, trace: &Trace) -> Vec<Stretch> {
    if trace.n_forgotten() > 0 {
        return Vec::new();
    }
    let mut events: Vec<Stretch> = Vec::new();
    let mut threads: BTreeMap<u32, Inside> = BTreeMap::new();
    let is_creation = |step: &&Step| matches!(op_of(program, step.site), Op::ThreadCreate { .. });
    for step in trace.steps().skip_while(|step| !is_creation(step)) {
        let inside = threads.entry(step.thread).or_default();
        let n_events = inside.n_events(program, source, step, &mut events);
        if n_events > 0 {
            let called_from = inside.call.or(inside.once_begun.take());
            let span = called_from.unwrap_or_else(|| span_of(program, step.site));
            events.push(Stretch { thread: step.thread, n_events, span });
        }
    }
    let mut stretches: Vec<Stretch> = Vec::new();
    for event in events.into_iter().filter(|it| it.n_events > 0) {
        match stretches.last_mut() {
            Some(last) if last.thread == event.thread => last.n_events += event.n_events,
            _ => stretches.push(event),
        }
    }
    // The access that fails has not happened, but its thread has to come to it.
    if let (Some(step), Some(last)) = (trace.steps().next_back(), stretches.last())
        && trace.waiting().is_empty()
        && step.thread != last.thread
    {
        let span = span_of(program, step.site);
        stretches.push(Stretch { thread: step.thread, n_events: 1, span });
    }
    stretches
}

/// What a thread is in the middle of.
#[derive(Default)]
struct Inside {
    /// The call of a function about threads, until it is over: its depth is below this one.
    call: Option<Span>,
    depth: usize,
    /// Events of that call that are still to come.
    n_pending: u64,
    /// Its last event so far, by its number among all.
    last_event: Option<usize>,
    /// Atomic blocks of it that are open.
    n_open: u32,
    /// A call of a function of [`ONCE`] that has not come to its event yet, and one that is there.
    once: Option<Span>,
    once_begun: Option<Span>,
    /// Blocks of one atomic operation, which is one event as a whole.
    n_operations: u32,
    n_blocks: u32,
}

impl Inside {
    fn n_events(
        &mut self,
        program: &Program,
        source: &Source,
        step: &Step,
        events: &mut [Stretch],
    ) -> u64 {
        let op = op_of(program, step.site);
        let span = span_of(program, step.site);
        if self.call.is_some() {
            if step.depth > self.depth {
                return self.n_events_of_call(op, events);
            }
            self.call = None;
        }
        if span == Span::default() || !source.is_users(span) {
            // Whether it was done is seen in the first block of the model.
            return match op {
                Op::AtomicBegin(_) if self.once.is_some() => {
                    self.once_begun = self.once.take();
                    1
                }
                _ => 0,
            };
        }
        match op {
            Op::AtomicBegin(kind) => return self.begins(*kind, &source.excerpt(span)),
            Op::AtomicEnd if self.n_operations > 0 && self.n_blocks == 0 => self.n_operations -= 1,
            Op::AtomicEnd => self.n_blocks = self.n_blocks.saturating_sub(1),
            _ if self.n_operations > 0 => return 0,
            Op::Call { callee: Callee::Direct(callee), .. } => {
                let name = &*program.functions[*callee].name;
                let n_events = match name {
                    _ if PASSED_THROUGH.contains(&name) => 1,
                    _ if WAITS.contains(&name) => 2,
                    _ => 0,
                };
                self.once = ONCE.contains(&name).then_some(span);
                if n_events > 0 {
                    (self.call, self.depth, self.n_pending) = (Some(span), step.depth, n_events);
                    (self.last_event, self.n_open) = (None, 0);
                }
            }
            _ => {}
        }
        n_accesses(program, &source.excerpt(span), step)
    }

    /// A step of the model of a function about threads: its atomic blocks are what others notice. Where it
    /// has more of them than there are events, as one that only asks who holds the lock, it is the last that has an effect.
    fn n_events_of_call(&mut self, op: &Op, events: &mut [Stretch]) -> u64 {
        match op {
            Op::AtomicBegin(_) => {
                self.n_open += 1;
                if self.n_open > 1 {
                    return 0;
                }
                if self.n_pending > 0 {
                    self.n_pending -= 1;
                } else if let Some(earlier) = self.last_event {
                    events[earlier].n_events = 0;
                }
                self.last_event = Some(events.len());
                1
            }
            Op::AtomicEnd => {
                self.n_open = self.n_open.saturating_sub(1);
                0
            }
            _ => 0,
        }
    }

    fn begins(&mut self, kind: AtomicKind, text: &str) -> u64 {
        let callee = text.split('(').next().unwrap_or_default().trim();
        let is_call = PASSED_THROUGH.contains(&callee);
        match kind {
            AtomicKind::Synchronising => self.n_operations += 1,
            AtomicKind::Block if is_call => self.n_operations += 1,
            AtomicKind::Block => {
                self.n_blocks += 1;
                // A function that is atomic as a whole begins without a call.
                return u64::from(callee == "__VERIFIER_atomic_begin");
            }
            AtomicKind::Together => {
                self.n_blocks += 1;
                return 0;
            }
            // What is in it is no part of the program.
            AtomicKind::Asked => {
                self.n_operations += 1;
                return 0;
            }
        }
        1
    }
}

/// Accesses of one step that are no own local's, and values that come from outside.
fn n_accesses(program: &Program, text: &str, step: &Step) -> u64 {
    let op = op_of(program, step.site);
    let is_global = |var: ir::VarId| program.vars[var].scope == Scope::Global;
    let mut reads = 0;
    op.for_each_expr(|expr| reads += n_global_reads(program, expr));
    let returned = match step.effect {
        Effect::Returned { target: Some(target), .. } => u64::from(is_global(target)),
        _ => 0,
    };
    let written = op.assigned().map_or(0, |target| u64::from(is_global(target)));
    match op {
        Op::ThreadCreate { .. } | Op::ThreadJoin { .. } | Op::Free { .. } => 1 + reads,
        // The write comes with the return.
        Op::Call { .. } => reads,
        Op::Return { .. } => reads + returned,
        Op::Havoc { cause: HavocCause::Input | HavocCause::ExternalResult(_), .. } => 1 + written,
        Op::Havoc { .. } => 0,
        Op::Load { .. } | Op::Store { .. } => u64::from(step.n_shared) + reads + written,
        // Assignments of records; the library copies without telling.
        Op::Copy { .. } if !text.starts_with("mem") => u64::from(step.n_shared),
        Op::Assign { .. } | Op::Assume { .. } => reads + written,
        _ => 0,
    }
}

fn n_global_reads(program: &Program, root: ir::ExprId) -> u64 {
    let mut pending = vec![root];
    let mut n_reads = 0;
    while let Some(expr) = pending.pop() {
        if let ir::Expr::Var(var) = program.exprs[expr] {
            n_reads += u64::from(program.vars[var].scope == Scope::Global);
        }
        pending.extend(program.exprs[expr].operands());
    }
    n_reads
}
