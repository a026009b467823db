//! Shape analysis of a C program, from inlining to a confirmed answer.
//!
//! The engine proves and never refutes. What it proves is checked again by `evidence`, from the
//! heaps that it claims; without that there is no answer. What is indeterminate it is told by the blocks,
//! which keep it beside what they hold (`ir_passes::initialised::beside`); where they cannot, checks of it are
//! none of its business.

#[cfg(test)]
mod tests;

use engine_shape::draw::draw;
use engine_shape::{Clump, Proof, Stop, n_structures};
use evidence::heap::{HeapClaim, confirm};
use ir::{AllocationKind, Callee, FunctionId, HavocCause, LocationId, Op, Program};
use ir_passes::initialised::beside::{Beside, asks_for_size, keep_beside};
use ir_passes::inline::{Inlined, Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use shape::{Annotations, Integers};
use verdict::Budget;

use super::Compiled;
use super::tail_calls::as_jumps;

/// What the engine came to.
#[derive(Debug)]
pub enum Shapes {
    /// Proved and confirmed; how, in words.
    Proved(String),
    /// Why not.
    Open(String),
}

/// How deep a function may be inside itself: recursion is cut off soon, and then there is no proof.
pub const RECURSION: usize = 2;
const MAX_EDGES: usize = 20_000;
/// Longer states are cut where they are shown.
const MAX_TEXT: usize = 300;

/// Whether the program builds anything on the heap.
pub fn has_heap(program: &Program) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut edges = bodies.flat_map(|body| body.edges.values());
    edges.any(|edge| match &edge.op {
        Op::Allocate { kind, .. } => match kind {
            AllocationKind::Heap | AllocationKind::HeapZeroed => true,
            AllocationKind::Stack(_) => false,
        },
        _ => false,
    })
}

/// Whether undefined behaviour is asked about only where heaps tell of it: they do not tell where a pointer
/// may point to that is only computed, and blocks that keep count of what was written do not tell sizes.
pub fn tells_undefined(program: &Program) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut edges = bodies.flat_map(|body| body.edges.values());
    !edges.any(|edge| asks_for_size(&edge.op))
}

/// A function without body whose result the inlined program uses. What no call comes to does not
/// matter.
///
/// By the field's convention such functions change no memory, so that a record which one of them
/// would fill keeps the zeros that `calloc` gave it, and a run that follows a pointer in it ends as
/// undefined. The states here know those zeros exactly; drivers whose errors lie behind them would
/// be called right, and nobody means that. What people say about the heap is no such function.
fn relies_on_outside(program: &Program, said: &Annotations) -> Option<String> {
    let body = program.functions[program.entry].body.as_ref()?;
    let name = |function: &FunctionId| program.functions[*function].name.to_string();
    // One that stands for whatever a pointer may lead to is looked at where a run comes to it.
    let is_known = |name: &String| !name.starts_with(ir::STRANGER);
    body.edges.values().find_map(|edge| match &edge.op {
        Op::Havoc { cause: HavocCause::ExternalResult(function), .. } => {
            let is_said = said.steps.contains_key(function);
            Some(name(function)).filter(|name| !is_said && is_known(name))
        }
        Op::Call { callee: Callee::Direct(function), .. } => {
            let is_outside = program.functions[*function].body.is_none();
            Some(name(function)).filter(|name| is_outside && is_known(name))
        }
        _ => None,
    })
}

/// The program with its calls inlined, and what the engine claims of it, under what people say.
pub fn find(
    program: &Program,
    said: &Annotations,
    manner: (Clump, Integers),
    budget: &Budget,
) -> Result<(Inlined, Proof), String> {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let limits = Limits { n_edges: MAX_EDGES, recursion: RECURSION };
    let Ok(mut inlined) = inline(program, &points_to, limits) else {
        return Err("the program is too large when its calls are inlined".to_owned());
    };
    if let Beside::Refused(why) = keep_beside(&mut inlined) {
        return Err(format!("shape analysis does not model {why}"));
    }
    if let Some(name) = relies_on_outside(&inlined.program, said) {
        return Err(format!("functions without body may shape the heap: `{name}`"));
    }
    match engine_shape::run(program, &inlined, said, manner, &budget.share(0.7)) {
        Ok(proof) => Ok((inlined, proof)),
        Err(stop) => Err(describe(program, &stop)),
    }
}

/// What the engine claims of a program of which nothing is said, once `evidence` has confirmed it.
pub fn confirmed(
    compiled: &Compiled,
    said: &Annotations,
    clump: Clump,
    budget: &Budget,
) -> Result<(Inlined, Proof), String> {
    let program = &*as_jumps(&compiled.program);
    let (inlined, proof) = find(program, said, (clump, Integers::Machine), budget)?;
    let Proof { preds, states, .. } = proof.clone();
    let claim = HeapClaim { preds, states, recursion: RECURSION };
    confirm(program, said, &claim, Integers::Machine, budget)
        .map_err(|refusal| refusal.to_string())?;
    Ok((inlined, proof))
}

/// The symbolic heaps at the loops of the program as graphs, once they are confirmed; or why there
/// are none.
pub fn drawn(compiled: &Compiled, clump: Clump, budget: &Budget) -> Result<String, String> {
    let (inlined, proof) = confirmed(compiled, &Annotations::default(), clump, budget)?;
    let program = &inlined.program;
    let Some(body) = &program.functions[program.entry].body else {
        return Err("the entry function has no body".to_owned());
    };
    let place = |head: LocationId| {
        let edges = body.locations[head].outgoing.iter();
        let mut spans = edges.map(|edge| body.edges[*edge].provenance.span);
        let span = spans.find(|span| span.lo < span.hi);
        let position = |span: source::Span| compiled.source.position(span.lo).to_string();
        span.map_or_else(|| head.to_string(), position)
    };
    Ok(draw(program, &proof, place))
}

/// Looks for a proof, under what people say about the heap.
pub fn shapes(
    program: &Program,
    said: &Annotations,
    (clump, integers): (Clump, encode::Integers),
    budget: &Budget,
) -> Shapes {
    let integers = match integers {
        encode::Integers::Machine => Integers::Machine,
        encode::Integers::Unbounded => Integers::Unbounded,
    };
    let program = &*as_jumps(program);
    let (inlined, proof) = match find(program, said, (clump, integers), budget) {
        Ok(found) => found,
        Err(why) => return Shapes::Open(why),
    };
    let text = format!(
        "by the shapes of the heap: {} and {} describe every place where ways meet",
        counted(proof.preds.len(), "predicate"),
        counted(proof.states.values().map(Vec::len).sum(), "symbolic heap"),
    );
    let text = match n_structures(&proof) {
        0 => text,
        n_structures => format!("{text}, with {}", counted(n_structures, "structure of any size")),
    };
    let at_heads = proof.heads.iter().filter_map(|head| proof.states.get(head)).map(Vec::len);
    let text = match at_heads.max() {
        None => text,
        Some(n) => format!("{text}; at most {n} at a loop"),
    };
    let text = match at_ends(program, &inlined, &proof) {
        None => text,
        Some(n) => format!("{text}, {n} where a function ends"),
    };
    let claim = HeapClaim { preds: proof.preds, states: proof.states, recursion: RECURSION };
    match confirm(program, said, &claim, integers, budget) {
        Ok(()) => Shapes::Proved(text),
        Err(refusal) => Shapes::Open(format!(
            "shape analysis claims a proof, but {}",
            cut(&refusal.to_string())
        )),
    }
}

/// The most heaps at the end of a function that the outermost one calls.
fn at_ends(program: &Program, inlined: &Inlined, proof: &Proof) -> Option<usize> {
    let is_end = |location: LocationId| {
        let Some(Some((context, origin))) = inlined.locations.get(location) else { return false };
        let row = &inlined.contexts[*context];
        let is_called_first =
            row.caller.is_some_and(|(caller, _)| inlined.contexts[caller].caller.is_none());
        let body = program.functions[row.function].body.as_ref();
        is_called_first && body.is_some_and(|body| body.exit == *origin)
    };
    let ends = proof.states.iter().filter(|(location, _)| is_end(**location));
    ends.map(|(_, states)| states.len()).max()
}

fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ if what.contains(" of ") => format!("{n} {}", what.replacen(" of ", "s of ", 1)),
        _ => format!("{n} {what}s"),
    }
}

fn describe(program: &Program, stop: &Stop) -> String {
    match stop {
        Stop::Open { check, state } => {
            let text = &program.checks[*check].text;
            format!("shape analysis leaves open: {text}; in the state {}", cut(state))
        }
        Stop::Unsupported(what) => format!("shape analysis does not model {what}"),
        Stop::TooMany(what) => format!("shape analysis found no invariant: {what}"),
        Stop::TooManySteps => "shape analysis found no invariant: too many steps".to_owned(),
        Stop::OutOfBudget => "shape analysis ran out of time".to_owned(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
