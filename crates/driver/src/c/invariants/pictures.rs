//! The symbolic heaps at the loops of a program as pictures, for the page: the disjuncts of each loop's
//! invariant, and which heaps were brought together on the way and why.
//!
//! The heaps are those that `evidence` has confirmed, as for `linchpin invariants`. What was brought
//! together is told by the search alone; nothing rests on it.

use engine_shape::picture::{Words, picture};
use engine_shape::{Clump, Reason};
use ir::{FunctionId, ObjectId, VarId};
use shape::{Block, Kind, PredId, State};
use verdict::{Budget, LoopKind};

use super::heap_text::HeapNotation;
use super::heaps::is_known_at;
use super::places::SourcePlaces;
use crate::c::Compiled;
use crate::c::shapes::{confirmed, has_heap};

/// Heaps that are drawn of one loop, and merges that are.
const MAX_HEAPS: usize = 24;
const MAX_MERGES: usize = 6;

/// The heaps at one loop, drawn as SVG.
pub struct LoopPictures {
    pub title: String,
    pub heaps: Vec<String>,
    /// Disjuncts that are too many to be drawn.
    pub n_left_out: usize,
    pub merges: Vec<MergePicture>,
}

/// Two heaps that became one.
pub struct MergePicture {
    pub why: String,
    pub from: [String; 2],
    pub into: String,
}

struct Told<'n, 'a> {
    notation: &'n HeapNotation<'a>,
    is_known: &'n dyn Fn(VarId) -> bool,
}

impl Words for Told<'_, '_> {
    fn var(&self, var: VarId) -> Option<String> {
        (self.is_known)(var).then(|| self.notation.program.vars[var].name.to_string())
    }

    fn object(&self, object: ObjectId) -> String {
        self.notation.program.objects[object].name.to_string()
    }

    fn record(&self, block: &Block) -> String {
        self.notation.record_name(block).unwrap_or_else(|| format!("{} bytes", block.size))
    }

    fn field(&self, block: &Block, offset: u64) -> String {
        self.notation.member(block, offset).unwrap_or_else(|| match block.kind {
            // An object without members is what it holds.
            Kind::Object(_) if offset == 0 => "value".to_owned(),
            Kind::Heap | Kind::AtLeast | Kind::Object(_) => format!("+{offset}"),
        })
    }

    fn pred(&self, pred: PredId) -> String {
        self.notation.name(pred).to_owned()
    }

    fn function(&self, function: FunctionId) -> String {
        self.notation.program.functions[function].name.to_string()
    }
}

/// Nothing if the program has no heap, `Err` says why there is no answer.
pub fn heap_pictures(
    compiled: &Compiled,
    clump: Clump,
    budget: &Budget,
) -> Result<(Vec<LoopPictures>, Vec<String>), String> {
    if !has_heap(&compiled.program) {
        return Ok((Vec::new(), Vec::new()));
    }
    let said = shape::Annotations::default();
    let (inlined, proof) = confirmed(compiled, &said, clump, budget)?;
    let Some(places) = SourcePlaces::of(&compiled.source, &inlined) else {
        return Ok((Vec::new(), Vec::new()));
    };
    let notation = HeapNotation::new(&inlined.program, &compiled.records, &proof.preds, &said);
    let (mut loops, mut told): (Vec<LoopPictures>, Vec<&State>) = (Vec::new(), Vec::new());
    for place in &places.loops {
        let kind = match place.kind {
            LoopKind::While => "while",
            LoopKind::Do => "do",
            LoopKind::For => "for",
            LoopKind::Goto => "goto",
        };
        let at = compiled.source.position(place.span.lo);
        let line = match at.file == *compiled.source.name() {
            true => format!("line {}", at.line),
            false => format!("{}:{}", at.file, at.line),
        };
        let title = format!("{line}: the `{kind}` loop in `{}`", place.function);
        let (mut heaps, mut merges) = (Vec::new(), Vec::new());
        for copy in &place.copies {
            let is_known = is_known_at(&inlined, copy.context);
            let words = Told { notation: &notation, is_known: &is_known };
            for state in proof.states.get(&copy.location).map_or(&[][..], Vec::as_slice) {
                told.push(state);
                let drawn = picture(state, &words, &notation.heap(state, &is_known));
                if !heaps.contains(&drawn) {
                    heaps.push(drawn);
                }
            }
            for merge in proof.merges.iter().filter(|merge| merge.location == copy.location) {
                let drawn =
                    |state: &State| picture(state, &words, &notation.heap(state, &is_known));
                told.push(&merge.into);
                merges.push(MergePicture {
                    why: said_of(merge.why).to_owned(),
                    from: [drawn(&merge.from[0]), drawn(&merge.from[1])],
                    into: drawn(&merge.into),
                });
            }
        }
        merges.truncate(MAX_MERGES);
        let n_left_out = heaps.len().saturating_sub(MAX_HEAPS);
        heaps.truncate(MAX_HEAPS);
        if !heaps.is_empty() {
            loops.push(LoopPictures { title, heaps, n_left_out, merges });
        }
    }
    let used = notation.used(&told);
    let definitions = used.into_iter().map(|pred| notation.definition(pred)).collect();
    Ok((loops, definitions))
}

fn said_of(why: Reason) -> &'static str {
    match why {
        Reason::Numbers => "they differ in numbers only, and heaps of that form became too many",
        Reason::Silhouettes => {
            "the same variables lead to each other along the same fields, once a way may be longer or empty"
        }
    }
}
