//! `assigns`: what a function leaves as it was.
//!
//! All that is there when a function is looked at by itself was made for it ([`super::arguments`]) or is
//! static, so it can be listed, scalar by scalar. What the clause does not name is looked at before the
//! call and behind it, and has the same value, as ACSL has it; of an array one element is looked at, which
//! may be any.
//!
//! ```text
//!   assigns s->items[0 .. n - 1], s->count        s leads to of_0: int items[8]; int count; int head;
//!
//!   lo = 0; end = n; at = any(); old_0 = of_0.items[at]; old_1 = of_0.head;         before the call
//!   if (!(lo <= at && at < end) && of_0.items[at] != old_0) broken_0();            behind it
//!   if (of_0.head != old_1) broken_1();
//! ```
//!
//! What cannot be looked at stays open, and is said: what may be gone behind the call since the function
//! frees, static objects without a name there, volatile ones, pointers that lead nobody knows where.

use std::fmt::Write;

use c_sema::types::{ArrayLength, FloatKind, QualType, RecordId, Type, TypeId};
use c_syntax::ast::RecordKind;
use source::{Diagnostic, Span};

use super::arguments::{Arguments, OBJECT};
use super::contract::Contract;
use super::harness::{ASSUME, Writer, in_c};
use super::paths::{Path, Step};
use super::requirements::count;

/// Scalars that are looked at one by one.
const MAX_LEAVES: usize = 96;
/// A call of this function chooses the element that is looked at.
pub const INDEX: &str = "__VERIFIER_nondet_any_index";

/// What is said of a function that leaves what it does not list.
pub const KEEPS: &str = "keeps its contract: `assigns ";

/// Something that is there when the function is called.
#[derive(Clone, Debug)]
pub struct Kept {
    /// As C behind the program has it; of several elements the first is `text[0]`.
    pub text: String,
    /// As a contract has it; none if no contract can speak of it.
    pub path: Option<Path>,
    /// None for mere bytes.
    pub ty: Option<TypeId>,
    /// How many of them there are, where a pointer leads to more than one.
    pub n_elements: Option<String>,
}

/// A scalar in it, or an element of an array of them.
struct Leaf {
    text: String,
    path: Option<Path>,
    reading: Reading,
}

/// How its value is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Value,
    /// A part of a word has no address.
    Bits,
    /// Equal numbers may have different bits.
    Float(u64),
}

/// What is looked at before the call, and asked behind it.
#[derive(Default)]
pub struct Frame {
    bounds: String,
    before: String,
    pub(super) behind: String,
    n_indices: usize,
    n_leaves: usize,
}

impl Writer<'_> {
    /// The code before the call, and the one behind it.
    pub fn frame(
        &mut self,
        contract: &Contract,
        arguments: &mut Arguments<'_>,
    ) -> Option<(String, String, Span)> {
        let frame = self.frame_of(contract, arguments)?;
        let places = contract.assigns.as_ref()?;
        let before = frame.before();
        let mut behind = frame.behind;
        if !arguments.unkept.is_empty() {
            let text = &places.text;
            let what = format!("`{}` {KEEPS}{text}`", contract.name);
            let fault = format!("`{}` does not keep `assigns {text}`", contract.name);
            let broken = self.breaks((what, fault, Some(&contract.name)), places.span);
            // Nobody knows, so that neither a run nor a proof goes on from here.
            let _ = write!(
                behind,
                "unsigned char __linchpin_unkept; \
                 __linchpin_unmodelled_bytes((void *)&__linchpin_unkept, 1); \
                 if (__linchpin_unkept) {broken}(); "
            );
        }
        Some((before, behind, places.span))
    }

    /// The same for what there is to look at, and nothing about what cannot be looked at.
    pub(super) fn frame_of(
        &mut self,
        contract: &Contract,
        arguments: &mut Arguments<'_>,
    ) -> Option<Frame> {
        let places = contract.assigns.as_ref()?;
        let mut listed = Vec::new();
        let mut frame = Frame::default();
        for (text, span) in &places.listed {
            let path = match Path::parse(text) {
                Ok(path) => path,
                Err(what) => {
                    self.diagnostics.push(Diagnostic::error("E0955", *span, what));
                    return None;
                }
            };
            // That there is such a place is for the front end to say.
            let _ = write!(frame.bounds, "(void)sizeof(__typeof__({})); ", in_c(&path.in_c()));
            listed.push(frame.bounded(path));
        }
        let mut leaves = Vec::new();
        for kept in std::mem::take(&mut arguments.kept) {
            let mut kept = kept;
            if let Some(n) = &kept.n_elements {
                let index = frame.index(n);
                kept.text = format!("{}[{index}]", kept.text);
                kept.path = kept.path.map(|path| path.then(Step::element(&index, true)));
            }
            let Kept { text, path, ty, .. } = kept;
            let found = Found { leaves: &mut leaves, frame: &mut frame };
            match ty {
                Some(ty) => arguments.leaves(text, path, ty, found),
                None => leaves.push(Leaf { text, path, reading: Reading::Value }),
            }
        }
        for leaf in &leaves {
            let mut allowed = Vec::new();
            for path in &listed {
                match leaf.path.as_ref().map(|it| path.covers(it)) {
                    Some(Ok(Some(conditions))) => allowed.push(conditions),
                    Some(Err(what)) => {
                        self.diagnostics.push(Diagnostic::error("E0955", places.span, what));
                        return None;
                    }
                    Some(Ok(None)) | None => {}
                }
            }
            if allowed.iter().any(Vec::is_empty) {
                continue;
            }
            let told = arguments.written(&leaf.text);
            let told = leaf.path.as_ref().map_or(told, Path::told);
            let (name, text) = (&contract.name, &places.text);
            let what = format!("`{name}` {KEEPS}{text}`, and so leaves `{told}`");
            let fault = format!("`{name}` writes `{told}`, which its `assigns` does not list");
            let broken = self.breaks((what, fault, Some(name.as_str())), places.span);
            frame.ask(leaf, &allowed, &broken);
        }
        if frame.n_leaves >= MAX_LEAVES {
            arguments.unkept.push("more members than are looked at".to_owned());
        }
        Some(frame)
    }
}

impl Frame {
    /// The code before the call.
    pub(super) fn before(&self) -> String {
        format!("{}{}", self.bounds, self.before)
    }

    /// The bounds of a listed range are those before the call.
    pub(super) fn bounded(&mut self, path: Path) -> Path {
        path.with_bounds(|low, high| {
            let number = self.n_indices;
            self.n_indices += 1;
            let (low, end) = (in_c(low), count(high));
            let _ = write!(
                self.bounds,
                "long long __linchpin_low_{number} = ({low}); \
                 unsigned long long __linchpin_end_{number} = ({end}) > 0 ? ({end}) : 0; "
            );
            (format!("__linchpin_low_{number}"), format!("__linchpin_end_{number}"))
        })
    }

    /// Any number below a limit.
    fn index(&mut self, limit: &str) -> String {
        let name = format!("__linchpin_at_{}", self.n_indices);
        self.n_indices += 1;
        let _ = write!(
            self.before,
            "unsigned int {INDEX}(void); unsigned long long {name} = {INDEX}(); \
             {ASSUME}({name} < ({limit})); "
        );
        name
    }

    fn ask(&mut self, leaf: &Leaf, allowed: &[Vec<String>], broken: &str) {
        let (text, old) = (&leaf.text, format!("__linchpin_was_{}", self.n_leaves));
        self.n_leaves += 1;
        let now = match leaf.reading {
            Reading::Value => {
                let _ = write!(self.before, "__typeof__((0, {text})) {old} = {text}; ");
                text.clone()
            }
            Reading::Bits => {
                let _ = write!(self.before, "long long {old} = {text}; ");
                format!("(long long){text}")
            }
            Reading::Float(size) => {
                let word = if size == 4 { "unsigned int" } else { "unsigned long long" };
                let _ = write!(
                    self.before,
                    "{word} {old}; __builtin_memcpy(&{old}, &{text}, {size}); "
                );
                let _ = write!(
                    self.behind,
                    "{word} {old}_now; __builtin_memcpy(&{old}_now, &{text}, {size}); "
                );
                format!("{old}_now")
            }
        };
        let allowed: Vec<String> =
            allowed.iter().map(|conditions| format!("!({})", conditions.join(" && "))).collect();
        let allowed = match allowed.is_empty() {
            true => String::new(),
            false => allowed.join(" && ") + " && ",
        };
        let _ = write!(self.behind, "if ({allowed}{now} != {old}) {broken}(); ");
    }
}

/// Where leaves go.
struct Found<'f> {
    leaves: &'f mut Vec<Leaf>,
    frame: &'f mut Frame,
}

impl Arguments<'_> {
    /// The scalars in a place.
    fn leaves(&mut self, text: String, path: Option<Path>, ty: TypeId, found: Found<'_>) {
        let Found { leaves, frame } = found;
        if leaves.len() >= MAX_LEAVES {
            frame.n_leaves = MAX_LEAVES;
            return;
        }
        let types = &self.unit.types;
        let reading = match &types[ty] {
            Type::Record(record) if types.records[*record].kind != RecordKind::Union => {
                return self.members(&text, path.as_ref(), *record, Found { leaves, frame });
            }
            Type::Array { element, length: ArrayLength::Known(n) } => {
                let (element, n) = (*element, *n);
                if n == 0 {
                    return;
                }
                if element.qualifiers.is_volatile {
                    return self
                        .unkept
                        .push(format!("`{}`, which is volatile", self.written(&text)));
                }
                let index = frame.index(&n.to_string());
                let path = path.map(|path| path.then(Step::element(&index, false)));
                let text = format!("{text}[{index}]");
                return self.leaves(text, path, element.ty, Found { leaves, frame });
            }
            Type::Array { length: ArrayLength::Unknown, .. } => {
                // What lies behind the end of a record of ours was not made.
                if !text.trim_start_matches("(*").starts_with(OBJECT) {
                    self.unkept.push(format!("`{}`", self.written(&text)));
                }
                return;
            }
            Type::Pointer(_) | Type::Bool | Type::Int(_) | Type::Enum(_) => Reading::Value,
            Type::Float(FloatKind::Float) => Reading::Float(4),
            Type::Float(FloatKind::Double) => Reading::Float(8),
            _ => {
                let Some(size) = types.size_of(ty) else {
                    return self.unkept.push(format!("`{}`", self.written(&text)));
                };
                if self.needs_filling(ty) {
                    return self.unkept.push(format!("`{}`", self.written(&text)));
                }
                let index = frame.index(&size.to_string());
                let text = format!("((unsigned char *)&{text})[{index}]");
                let path = path.map(Path::whole);
                leaves.push(Leaf { text, path, reading: Reading::Value });
                return;
            }
        };
        leaves.push(Leaf { text, path, reading });
    }

    fn members(&mut self, text: &str, path: Option<&Path>, record: RecordId, found: Found<'_>) {
        let Found { leaves, frame } = found;
        let Some(layout) = self.unit.types.records[record].layout.clone() else { return };
        for field in &layout.fields {
            let QualType { ty, qualifiers } = field.ty;
            let Some(name) = field.name.map(|name| self.unit.symbols[name].to_owned()) else {
                // Members of what has no name have their names here, if there is one of each.
                match self.unit.types[ty] {
                    Type::Record(inner)
                        if self.unit.types.records[inner].kind != RecordKind::Union =>
                    {
                        self.members(text, path, inner, Found { leaves, frame });
                    }
                    Type::Record(_) => {
                        let place = self.written(text);
                        self.unkept.push(format!("a union without a name in `{place}`"));
                    }
                    _ => {}
                }
                continue;
            };
            let place = format!("{text}.{name}");
            if qualifiers.is_volatile {
                self.unkept.push(format!("`{}`, which is volatile", self.written(&place)));
                continue;
            }
            let path = path.map(|path| path.clone().then(Step::Field(name)));
            if field.bits.is_some() {
                leaves.push(Leaf { text: place, path, reading: Reading::Bits });
                continue;
            }
            self.leaves(place, path, ty, Found { leaves, frame });
        }
    }
}
