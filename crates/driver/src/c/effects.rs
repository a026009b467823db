//! What a step of a run did, in the words of the source.
//!
//! Values are shown in their type, pointers by the object that they point to. Addresses become
//! names as the run goes by: a store tells where an object lies, and so does a step that passes or keeps
//! its address; an allocation tells where a block lies, and the model that calls `main` where `argv[1]` does. String literals are their own names. An
//! address that no step so far has named stays a number.

use std::collections::BTreeMap;

use c_lower::FAILS;
use ir::{
    Contents, EdgeRole, Expr, ExprId, Object, ObjectId, Op, Program, StaticBytes, Type, VarOrigin,
};
use ir_interp::{Effect, Place, Step, Value};
use source::{Source, Span};

use super::environment::arguments::{calls_main, name_in_the_program};
use super::explain::{edge_of, value_text};
use super::inner_names::{address_in_words, name_of};
use super::models::told_name;
use super::threads::stretches::is_about_threads;

/// Texts longer than this are not repeated beside the line that they stand in.
const MAX_TEXT: usize = 32;
/// Letters of a string literal that are shown.
const MAX_LETTERS: usize = 24;
/// How far behind a named address another one is still shown relative to it.
const MAX_DISTANCE: u64 = 4096;

/// Tells effects in the order of the run.
pub struct Effects<'p> {
    program: &'p Program,
    source: &'p Source,
    /// What starts at an address, and how many bytes it has, if that is known.
    names: BTreeMap<u64, (String, Option<u64>)>,
    n_blocks: usize,
}

/// Is it decided here whether an allocation fails?
fn is_allocation(program: &Program, op: &Op) -> bool {
    let Op::Assume { condition } = op else { return false };
    let decision = match program.exprs[*condition] {
        Expr::Not(decision) => decision,
        _ => *condition,
    };
    matches!(program.exprs[decision], Expr::Var(var) if &*program.vars[var].name == FAILS)
}

/// Is it decided here whether a product is a size? No text says that of `calloc(n, sizeof *p)`.
fn is_about_a_size(program: &Program, op: &Op) -> bool {
    let Op::Assume { condition } = op else { return false };
    let decision = match program.exprs[*condition] {
        Expr::Not(decision) => decision,
        _ => *condition,
    };
    matches!(program.exprs[decision], Expr::Overflows(..))
}

impl<'p> Effects<'p> {
    pub fn new(program: &'p Program, source: &'p Source) -> Self {
        Self { program, source, names: BTreeMap::new(), n_blocks: 0 }
    }

    /// What people want to know of the step; nothing for bookkeeping.
    pub fn tell(&mut self, step: &Step) -> Option<String> {
        let program = self.program;
        let edge = edge_of(program, step.site);
        match &step.effect {
            Effect::None | Effect::Astray { .. } => match edge.provenance.role {
                EdgeRole::BranchTaken | EdgeRole::BranchNotTaken
                    if is_about_a_size(program, &edge.op)
                        && !self.source.excerpt(edge.provenance.span).contains("_overflow") =>
                {
                    None
                }
                EdgeRole::BranchTaken if is_allocation(program, &edge.op) => {
                    self.short_text(edge.provenance.span).map(|text| format!("`{text}` fails"))
                }
                EdgeRole::BranchNotTaken if is_allocation(program, &edge.op) => None,
                EdgeRole::BranchTaken => Some(self.condition(edge.provenance.span, "true")),
                EdgeRole::BranchNotTaken => Some(self.condition(edge.provenance.span, "false")),
                EdgeRole::Plain | EdgeRole::BackEdge => None,
            },
            Effect::Assigned { var, value } => {
                if let Op::Assign { value: kept, .. } = edge.op {
                    self.learn_named(kept, value);
                }
                let var = &program.vars[*var];
                let is_before_main = calls_main(&program.functions[step.site.function].name);
                let name = match edge.op {
                    _ if is_before_main => name_in_the_program(&var.name),
                    Op::Allocate { .. } | Op::Reallocate { .. } => {
                        self.n_blocks += 1;
                        Some(format!("block {}", self.n_blocks))
                    }
                    _ => None,
                };
                if let Some(name) = name {
                    self.names.insert(value.bits() as u64, (name, None));
                }
                // Where the life of a pointer ends it leads nowhere, which is no step of the user's.
                let is_end = matches!(edge.op, Op::Assign { value, .. } if matches!(program.exprs[value], Expr::Null))
                    && !self.source.excerpt(edge.provenance.span).contains('=');
                let is_shown = var.origin == VarOrigin::Source && !is_end;
                is_shown.then(|| format!("{} = {}", var.name, self.value(var.ty, value)))
            }
            Effect::Stored { place, ty, value } => {
                self.learn(place);
                if let Op::Store { value: kept, .. } = edge.op {
                    self.learn_named(kept, value);
                }
                let target = self.target(edge.provenance.span);
                let target = target.or_else(|| self.place(place))?;
                Some(format!("{target} = {}", self.value(*ty, value)))
            }
            Effect::Overwritten { place, size } => {
                self.learn(place);
                let whole = place.object.and_then(|it| self.program.objects[it].size);
                if place.offset == 0 && whole == Some(*size) {
                    let object = place.object.map(|it| &self.program.objects[it]);
                    return object.and_then(name_of).map(|name| format!("{name} set"));
                }
                let bytes = if *size == 1 { "byte" } else { "bytes" };
                self.place(place).map(|place| format!("{size} {bytes} of {place} set"))
            }
            // The line says it all.
            Effect::Called { function, .. }
                if is_about_threads(&program.functions[*function].name) =>
            {
                None
            }
            Effect::Called { function, arguments } => {
                if let Op::Call { arguments: passed, .. } = &edge.op {
                    let pairs = passed.iter().zip(arguments);
                    pairs.for_each(|(passed, value)| self.learn_named(*passed, value));
                }
                let function = &program.functions[*function];
                let types = function.signature.parameters.iter().copied();
                // Variadic arguments have no declared type; their bits are shown as they are.
                let types = types.chain(std::iter::repeat(Type::Pointer));
                let arguments = arguments.iter().zip(types);
                let arguments: Vec<_> =
                    arguments.map(|(value, ty)| self.value(ty, value)).collect();
                let name = told_name(&function.name)?;
                let span = edge.provenance.span;
                // What a macro of the library calls is nothing that the user has written.
                if name.starts_with("__") && !self.source.is_users(function.span) {
                    let line = self.source.written_line(&self.source.position(span.lo));
                    let is_written =
                        |line: &[u8]| String::from_utf8_lossy(line).contains(&*function.name);
                    if !line.is_some_and(is_written) {
                        return None;
                    }
                }
                match *name == *function.name {
                    true => Some(format!("calls {name}({})", arguments.join(", "))),
                    // What it was given stands in the line.
                    false => Some(format!("calls {name}, which calls back")),
                }
            }
            Effect::Returned { value: Some(value), .. } => {
                let result = program.functions[step.site.function].signature.result;
                result.map(|ty| format!("returns {}", self.value(ty, value)))
            }
            Effect::Returned { value: None, .. } => None,
        }
    }

    /// What a variable of the program gets that a call of the library gives.
    pub fn result(&self, step: &Step) -> Option<String> {
        let Effect::Returned { target, value } = &step.effect else { return None };
        let target = &self.program.vars[(*target)?];
        let is_told = target.origin == VarOrigin::Source;
        let value = value.as_ref().filter(|_| is_told)?;
        Some(format!("{} = {}", target.name, self.value(target.ty, value)))
    }

    fn condition(&self, span: Span, outcome: &str) -> String {
        let written = self.source.as_written(span).filter(|text| text.len() <= MAX_TEXT);
        match written.or_else(|| self.short_text(span)) {
            Some(text) => format!("`{text}` is {outcome}"),
            None => match self.question_about_a_character(span) {
                Some(text) => format!("`{text}` is {outcome}"),
                None => format!("the condition is {outcome}"),
            },
        }
    }

    /// `isdigit(c)`, of which the library's header makes an element of a table.
    fn question_about_a_character(&self, span: Span) -> Option<String> {
        let text = self.source.excerpt(span);
        let is_whole = text.trim_start_matches('(').starts_with("*__ctype_b_loc");
        let call = is_whole.then(|| self.source.macro_call(span))?;
        call.filter(|text| text.len() <= MAX_TEXT)
    }

    fn short_text(&self, span: Span) -> Option<String> {
        let text = self.source.excerpt(span);
        let text = text.trim();
        let is_short = !text.is_empty() && text.len() <= MAX_TEXT && !text.contains('\n');
        is_short.then(|| text.to_owned())
    }

    /// What the text assigns to: `a[i]` of `a[i] += 2`, `s->top` of `s->top++`.
    fn target(&self, span: Span) -> Option<String> {
        let text = self.source.excerpt(span);
        let text = text.trim();
        if text.contains('\n') {
            return None;
        }
        let target = match (counted(text), text.split_once('=')) {
            (Some(target), _) => target,
            (None, Some((_, rest))) if rest.starts_with('=') => return None,
            (None, Some((target, _))) => {
                target.trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>'])
            }
            (None, None) => return None,
        };
        let target = target.trim();
        let is_place = |it: char| it.is_alphanumeric() || "_.->[]*() %+".contains(it);
        let is_short = !target.is_empty() && target.len() <= MAX_TEXT;
        (is_short && target.chars().all(is_place)).then(|| target.to_owned())
    }

    fn learn(&mut self, place: &Place) {
        if let Some(object) = place.object {
            self.learn_start(object, place.address.wrapping_sub(place.offset));
        }
    }

    /// An expression that is the address of an object says where it lies.
    fn learn_named(&mut self, expr: ExprId, value: &Value) {
        if let Expr::ObjectAddress(object) = self.program.exprs[expr] {
            self.learn_start(object, value.bits() as u64);
        }
    }

    fn learn_start(&mut self, object: ObjectId, start: u64) {
        let object = &self.program.objects[object];
        let name = literal(object).unwrap_or_else(|| address_in_words(object));
        self.names.insert(start, (name, object.size));
    }

    /// None for what no user knows of.
    fn place(&self, place: &Place) -> Option<String> {
        if let Some(part) = part_at(self.program, place.object, place.offset) {
            return Some(part).filter(|part| !is_of_the_implementation(part));
        }
        let name = match place.object {
            Some(object) => name_of(&self.program.objects[object])?.to_owned(),
            None => {
                let start = place.address.wrapping_sub(place.offset);
                let name = self.names.get(&start).map(|(name, _)| name.clone());
                name.unwrap_or_else(|| "an allocated block".into())
            }
        };
        Some(match place.offset {
            0 => name,
            offset => format!("{name} at byte {offset}"),
        })
    }

    fn value(&self, ty: Type, value: &Value) -> String {
        if value.is_indeterminate() {
            return "indeterminate".into();
        }
        let address = value.bits() as u64;
        let below = self.names.range(..=address).next_back();
        match (ty, below) {
            (Type::Pointer, Some((start, (name, size)))) if !value.origin().is_none() => {
                let distance = address - start;
                let is_near = size.map_or(distance < MAX_DISTANCE, |size| distance <= size);
                match distance {
                    0 => name.clone(),
                    distance if is_near => format!("{name} + {distance}"),
                    _ => value_text(ty, value.bits()),
                }
            }
            _ => value_text(ty, value.bits()),
        }
    }
}

/// A string literal as it is written, as long as it is short; `None` for other objects and for
/// strings of wide characters.
fn literal(object: &Object) -> Option<String> {
    let Contents::Static(values) = &object.contents else { return None };
    let bytes: &[u8] = match &values[..] {
        [] => &[],
        [first] if first.offset == 0 => match &first.value {
            StaticBytes::Bytes(bytes) => bytes,
            StaticBytes::ObjectAddress(..) | StaticBytes::FunctionAddress(_) => return None,
        },
        _ => return None,
    };
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    if !object.is_string_literal() || bytes[..end].contains(&0) {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes[..end]);
    let shown: String = text.chars().take(MAX_LETTERS).collect();
    let rest = if shown.len() < text.len() { "..." } else { "" };
    Some(format!("{shown:?}{rest}"))
}

/// What a text counts up or down, if it does nothing else.
fn counted(text: &str) -> Option<&str> {
    let signs = ["++", "--"];
    let behind = signs.iter().find_map(|sign| text.strip_suffix(sign));
    let target = behind.or_else(|| signs.iter().find_map(|sign| text.strip_prefix(sign)))?;
    let is_plain = |it: char| it.is_alphanumeric() || "_.[]()>-".contains(it);
    let does_more = signs.iter().any(|sign| target.contains(sign));
    (target.chars().all(is_plain) && !does_more).then_some(target)
}

/// A part of an object that has a name, as the program would write it.
pub fn part_at(program: &Program, object: Option<ObjectId>, offset: u64) -> Option<String> {
    let object = object?;
    let part = program.layouts.get(&object)?.name_at(offset)?;
    name_of(&program.objects[object]).map(|name| format!("{name}{part}"))
}

/// Members whose names begin like this belong to the library: what it keeps in a `jmp_buf` says nothing.
fn is_of_the_implementation(part: &str) -> bool {
    part.contains(".__")
}
