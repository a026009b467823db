//! The loops of the source, and the heads of the automaton that stand for them.
//!
//! A head is where a run first comes to a loop: of `while` and `for` just before the condition,
//! of `do` at the body, of a loop made by `goto` at the label. Each is a place that witnesses can
//! name. Heads without a label of the source (what a jump into a loop can make) have no place
//! and are left out.

use std::collections::BTreeMap;

use c_annotate::{Places, Scopes, Texts};
use index::IdSet;
use ir::{FunctionId, LocationId, LocationLabel};
use ir_passes::inline::{ContextId, Inlined};
use ir_passes::loop_forest::LoopForest;
use source::{Source, Span};
use verdict::LoopKind;

/// A loop of the source.
#[derive(Debug)]
pub struct LoopPlace {
    pub kind: LoopKind,
    pub span: Span,
    pub function: String,
    /// Where an expression about the loop stands in the text.
    pub evaluated_at: u32,
    /// The heads that runs can come to by the graph alone.
    pub copies: Vec<Copy>,
}

/// A head of the automaton.
#[derive(Clone, Copy, Debug)]
pub struct Copy {
    pub location: LocationId,
    pub context: ContextId,
}

pub struct SourcePlaces {
    /// In the order of the text.
    pub loops: Vec<LoopPlace>,
    pub scopes: Scopes,
}

impl SourcePlaces {
    /// None if the source is no C.
    pub fn of(source: &Source, whole: &Inlined) -> Option<Self> {
        let Texts { places, scopes, .. } = Texts::of(&mut source.unread())?;
        let mut loops: BTreeMap<(u32, FunctionId, LocationId), LoopPlace> = BTreeMap::new();
        for copy in heads(whole) {
            let Some((key, label)) = origin(whole, copy) else { continue };
            let (function, _) = key;
            let name = || whole.program.functions[function].name.to_string();
            let Some(place) = place(&places, source, label, name) else { continue };
            let place = loops.entry((place.span.lo, key.0, key.1)).or_insert(place);
            place.copies.push(copy);
        }
        Some(Self { loops: loops.into_values().collect(), scopes })
    }
}

/// The heads of the whole automaton: the only ones whose facts are checked again.
fn heads(whole: &Inlined) -> Vec<Copy> {
    let program = &whole.program;
    let Some(body) = program.functions[program.entry].body.as_ref() else { return Vec::new() };
    let forest = LoopForest::of(body);
    let heads: IdSet<LocationId> = forest.loops.values().map(|each| each.head).collect();
    let copy = |location| {
        let (context, _) = whole.locations[location]?;
        Some(Copy { location, context })
    };
    heads.iter().filter_map(copy).collect()
}

/// The function and location that a head copies, and the label there.
fn origin(whole: &Inlined, copy: Copy) -> Option<((FunctionId, LocationId), LocationLabel)> {
    let (context, original) = whole.locations[copy.location]?;
    let body = whole.program.functions[whole.program.entry].body.as_ref()?;
    let function = whole.contexts[context].function;
    Some(((function, original), body.locations[copy.location].label))
}

fn place(
    places: &Places,
    source: &Source,
    label: LocationLabel,
    function: impl FnOnce() -> String,
) -> Option<LoopPlace> {
    match label {
        LocationLabel::None => None,
        LocationLabel::LoopHead(span) => {
            let found = places.loops.iter().find(|it| it.span.lo == span.lo)?;
            Some(LoopPlace {
                kind: kind(source, span)?,
                span,
                function: function(),
                evaluated_at: found.before_condition,
                copies: Vec::new(),
            })
        }
        LocationLabel::Label(span) => {
            let found = places.statements.iter().find(|it| it.start == span.lo)?;
            let is_body = places.loops.iter().any(|it| {
                it.span.lo < span.lo
                    && span.hi <= it.before_condition
                    && is_do_of(source, it.span, span)
            });
            Some(LoopPlace {
                kind: if is_body { LoopKind::Do } else { LoopKind::Goto },
                span,
                function: function(),
                evaluated_at: found.span.lo,
                copies: Vec::new(),
            })
        }
    }
}

fn kind(source: &Source, span: Span) -> Option<LoopKind> {
    let text = source.excerpt(Span::new(span.lo, span.hi.min(span.lo + 8)));
    let word: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
    match &*word {
        "while" => Some(LoopKind::While),
        "for" => Some(LoopKind::For),
        "do" => Some(LoopKind::Do),
        _ => None,
    }
}

/// Is the statement the body of the loop, with nothing but `do` before it?
fn is_do_of(source: &Source, whole: Span, body: Span) -> bool {
    let between = source.excerpt(Span::new(whole.lo, body.lo));
    between.trim() == "do"
}
