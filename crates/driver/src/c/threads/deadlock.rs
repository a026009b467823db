//! Deadlocks, where the user asks about them: the check, and a run that ends in one, in words.
//!
//! The check is the program's as a whole. The interpreter calls it violated where every thread that
//! has not ended waits: for a lock, for the end of another thread, for a condition. A thread that
//! goes round a loop, however pointless, does not wait.

use ir::{Check, FunctionId, Op, Program};
use ir_interp::{Site, Trace, Waiting};
use source::{Source, Span};
use verdict::{CheckKind, RunStep};

use crate::c::explain::span_of;

/// Adds the check to a program in which something can wait.
pub fn ask_about_deadlock(program: &mut Program) {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut ops = bodies.flat_map(|body| body.edges.values()).map(|edge| &edge.op);
    if ops.any(|op| matches!(op, Op::Await { .. } | Op::ThreadJoin { .. })) {
        let span = program.functions[program.entry].span;
        let text = "some thread can go on, as long as one has not ended".into();
        program.checks.push(Check { kind: CheckKind::Deadlock, span, text });
    }
}

/// Is there such a check?
pub fn asks_about_deadlock(program: &Program) -> bool {
    program.checks.values().any(|check| check.kind == CheckKind::Deadlock)
}

/// The step of each thread that waits, as the user knows it.
pub fn waiting_steps(program: &Program, source: &Source, trace: &Trace) -> Vec<RunStep> {
    let step = |waiting: &Waiting| {
        let Site { function, .. } = users_site(program, source, waiting)?;
        let span = users_span(program, source, waiting)?;
        Some(RunStep {
            span,
            function: name(program, function),
            depth: 0,
            thread: Some(waiting.thread),
            effects: vec!["waits for ever".to_owned()],
        })
    };
    trace.waiting().iter().filter_map(step).collect()
}

/// The deadlock in a sentence, and where its last thread waits.
pub fn deadlock_in_words(
    program: &Program,
    source: &Source,
    trace: &Trace,
) -> Option<(Span, String)> {
    let place = |waiting: &Waiting| users_span(program, source, waiting);
    let last = trace.waiting().iter().filter_map(place).next_back()?;
    let told = trace.waiting().iter().filter_map(|waiting| {
        let span = place(waiting)?;
        let text = call_as_written(source, span);
        let position = source.position(span.lo);
        Some(format!("thread {} in `{text}` ({position})", waiting.thread))
    });
    let told: Vec<String> = told.collect();
    Some((last, format!("deadlock: every thread waits for ever: {}", told.join(", "))))
}

/// A call up to its last parenthesis, macros unexpanded, where it stands in one line.
fn call_as_written(source: &Source, span: Span) -> String {
    let line = source.written_line(&source.position(span.lo)).map(String::from_utf8_lossy);
    let call = line.zip(source.written_column(span.lo)).and_then(|(line, column)| {
        let (start, _) = line.char_indices().nth(column as usize - 1)?;
        let call = line.get(start..)?;
        let mut depth = 0_usize;
        let end = call.char_indices().find_map(|(at, letter)| {
            match letter {
                '(' => depth += 1,
                ')' if depth == 1 => return Some(at + 1),
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            None
        })?;
        Some(call[..end].to_owned())
    });
    call.unwrap_or_else(|| source.one_line(span))
}

fn name(program: &Program, function: FunctionId) -> String {
    program.functions[function].name.to_string()
}

/// The innermost activation that the user has written.
fn users_site(program: &Program, source: &Source, waiting: &Waiting) -> Option<Site> {
    let is_users = |site: &&Site| {
        let span = span_of(program, **site);
        span != Span::default() && source.is_users(span)
    };
    waiting.sites.iter().find(is_users).copied()
}

fn users_span(program: &Program, source: &Source, waiting: &Waiting) -> Option<Span> {
    users_site(program, source, waiting).map(|site| span_of(program, site))
}
