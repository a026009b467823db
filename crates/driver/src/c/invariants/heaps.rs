//! The symbolic heaps at the loops of a program, for `linchpin invariants`.
//!
//! Shape analysis describes the heap at every place where ways meet. Those descriptions are an
//! invariant only as a whole, and they are said only after `evidence` has checked them. One loop of
//! the source may have several copies in the inlined program: the heap at the loop is one of those
//! of its copies.

use engine_shape::Clump;
use ir_passes::inline::{ContextId, Inlined};
use shape::{Annotations, State};
use source::Span;
use verdict::{Budget, LoopKind};

use super::heap_text::HeapNotation;
use super::places::SourcePlaces;
use crate::c::Compiled;
use crate::c::shapes::{confirmed, has_heap};

/// Heaps that are listed at one loop.
const MAX_HEAPS: usize = 40;

/// The heaps at one loop.
pub struct LoopHeaps {
    pub kind: LoopKind,
    pub span: Span,
    pub function: String,
    pub heaps: Vec<String>,
}

/// What the heap looks like at the loops, with the definitions of what that is said with. Nothing if
/// the program has no heap, `Err` says why there is no answer.
pub fn heaps_at_loops(
    compiled: &Compiled,
    budget: &Budget,
) -> Result<(Vec<LoopHeaps>, Vec<String>), String> {
    if !has_heap(&compiled.program) {
        return Ok((Vec::new(), Vec::new()));
    }
    budget.enter("shape analysis");
    let said = Annotations::default();
    let (inlined, proof) = confirmed(compiled, &said, Clump::default(), budget)?;
    let (preds, states) = (proof.preds, proof.states);
    let Some(places) = SourcePlaces::of(&compiled.source, &inlined) else {
        return Ok((Vec::new(), Vec::new()));
    };
    let notation = HeapNotation::new(&inlined.program, &compiled.records, &preds, &said);
    let (mut loops, mut told): (Vec<LoopHeaps>, Vec<&State>) = (Vec::new(), Vec::new());
    for place in &places.loops {
        let mut heaps: Vec<String> = Vec::new();
        for copy in &place.copies {
            let known = states.get(&copy.location).map_or(&[][..], Vec::as_slice);
            for state in known {
                let is_known = is_known_at(&inlined, copy.context);
                let text = notation.heap(state, is_known);
                if !heaps.contains(&text) {
                    heaps.push(text);
                }
                told.push(state);
            }
        }
        // Part of a disjunction would be wrong.
        if heaps.is_empty() || heaps.len() > MAX_HEAPS {
            continue;
        }
        let (kind, span, function) = (place.kind, place.span, place.function.clone());
        loops.push(LoopHeaps { kind, span, function, heaps });
    }
    let used = notation.used(&told);
    let definitions = used.into_iter().map(|pred| notation.definition(pred)).collect();
    Ok((loops, definitions))
}

/// Which variables people know in a copy of a function: its own, and global ones.
pub fn is_known_at(inlined: &Inlined, context: ContextId) -> impl Fn(ir::VarId) -> bool {
    move |var| {
        let row = &inlined.program.vars[var];
        let is_own = match row.scope {
            ir::Scope::Global => true,
            ir::Scope::Local(_) => inlined.owners.get(&var) == Some(&context),
        };
        is_own && row.origin == ir::VarOrigin::Source && !row.name.starts_with("__")
    }
}
