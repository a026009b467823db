//! `assigns` where a program is looked at from its `main`.
//!
//! - Of a function with a body it is asked at each call: the static objects of its file that the clause does
//!   not name have the values behind the call that they had before ([`super::frame`]). Memory behind pointers
//!   is not looked at: nobody says there what of it is alive and was written, nor which of two pointers lead
//!   to one object. For the same reason, where a clause lists what a pointer leads to, only such objects are
//!   looked at as no pointer can lead to.
//! - A function without body changes what it lists and nothing else:
//!
//! ```text
//!   //@ assigns buffer[0 .. n - 1];          void fill(char *buffer, int n) {
//!   void fill(char *buffer, int n);            outside_fill(buffer, n);           changes nothing
//!                                              if (buffer != 0 && 0 < n) any_bytes(&buffer[0], n);
//!                                            }
//! ```
//!
//! Where a listed place holds pointers, nobody knows where they lead then: a run that follows one has no
//! verdict, and neither has one that calls such a function where a place cannot be said in one piece of
//! memory. Other threads change what they like meanwhile, so that nothing is asked of a program that creates
//! some.

use c_sema::typed::{Duration, FunctionId, Linkage, ObjectId, Unit};
use c_sema::types::{DataModel, TypeId};
use source::{Source, Span};

use super::super::link::users_unit;
use super::arguments::{Arguments, Home, Required};
use super::contract::{Attached, Contract};
use super::frame::{Frame, Kept};
use super::harness::in_c;
use super::paths::{Path, Step};
use super::uses::Uses;
use super::weave::Weaver;

/// Functions that begin a thread.
const BEGIN_THREADS: [&str; 2] = ["pthread_create", "thrd_create"];

/// The program's types and objects, where some contract lists what a function assigns.
pub struct Whole {
    unit: Unit,
    uses: Uses,
}

/// What is put around a call.
pub struct Around {
    pub before: String,
    pub behind: String,
    pub clause: Span,
}

impl Whole {
    /// `None` if nothing is listed, or if the program cannot be read, which is said when it is compiled.
    pub fn of(source: &Source, model: DataModel, attached: &[Attached]) -> Option<Self> {
        let mut contracts = attached.iter().flat_map(|part| &part.contracts);
        if !contracts.any(|contract| contract.assigns.is_some()) {
            return None;
        }
        let unit = users_unit(&mut source.unread(), model).ok()?;
        let uses = Uses::of(&unit);
        Some(Self { unit, uses })
    }

    pub fn has_threads(&self) -> bool {
        let mut names = self.unit.functions.values().map(|it| &self.unit.symbols[it.name]);
        names.any(|name| BEGIN_THREADS.contains(&name))
    }

    fn arguments(&self) -> Arguments<'_> {
        Arguments::new(&self.unit, &self.uses, Home::Static, Required::default())
    }

    /// The static objects of a stretch of the text that this function may come to.
    fn objects(&self, function: FunctionId, part: Span) -> Vec<ObjectId> {
        let reached = self.uses.reached(function);
        let named = self.uses.objects_of(&reached);
        let is_followed = |it: &FunctionId| {
            self.unit.functions[*it].body.is_some() && !self.uses.calls_through_pointers(*it)
        };
        let is_known = reached.iter().all(is_followed);
        let objects = self.unit.objects.iter().filter(|(id, object)| {
            let (Duration::Static(linkage) | Duration::ThreadLocal(linkage)) = object.duration
            else {
                return false;
            };
            let is_here = part.lo <= object.span.lo && object.span.lo < part.hi;
            let is_const = object.ty.qualifiers.is_const
                || self.unit.types.element(object.ty.ty).is_some_and(|it| it.qualifiers.is_const);
            linkage != Linkage::None
                && is_here
                && !is_const
                && !object.ty.qualifiers.is_volatile
                && self.unit.types.size_of(object.ty.ty).is_some()
                && (!is_known || object.is_address_taken || named.contains(id))
        });
        objects.map(|(id, _)| id).collect()
    }

    /// The type of a place that a contract lists.
    fn type_of(&self, path: &Path, contract: &Contract) -> Option<TypeId> {
        let unit = &self.unit;
        let position = contract.head.params.iter().position(|(_, name)| name == path.root_name());
        let mut ty = match position {
            Some(position) => {
                let is_it = |it: &&c_sema::typed::Function| {
                    unit.symbols[it.name] == *contract.name && !it.is_static
                };
                let function = unit.functions.values().find(is_it)?;
                *unit.types.function(function.ty)?.parameters.get(position)?
            }
            None => {
                let is_it = |it: &&c_sema::typed::Object| {
                    let is_static = matches!(it.duration, Duration::Static(linkage) if linkage != Linkage::None);
                    is_static && unit.symbols[it.name] == *path.root_name()
                };
                unit.objects.values().find(is_it)?.ty.ty
            }
        };
        for step in path.steps() {
            ty = match step {
                Step::Elements { .. } => match unit.types.element(ty) {
                    Some(element) => element.ty,
                    None => unit.types.pointee(ty)?.ty,
                },
                Step::Field(name) => {
                    let record = unit.types.record(ty)?;
                    let layout = unit.types.records[record].layout.as_ref()?;
                    let mut fields = layout.fields.iter();
                    let field = fields
                        .find(|field| field.name.is_some_and(|it| unit.symbols[it] == **name));
                    field.filter(|field| field.bits.is_none())?.ty.ty
                }
            };
        }
        Some(ty)
    }
}

impl Weaver<'_> {
    /// What asks whether a function leaves the static objects of its file that it does not list.
    pub(super) fn around_calls(&mut self, contract: &Contract, part: Span) -> Option<Around> {
        let whole = self.whole.take()?;
        let around = self.around(&whole, contract, part);
        self.whole = Some(whole);
        around
    }

    fn around(&mut self, whole: &Whole, contract: &Contract, part: Span) -> Option<Around> {
        let places = contract.assigns.as_ref().filter(|_| !whole.has_threads())?;
        let is_here = |span: Span| part.lo <= span.lo && span.lo < part.hi;
        let is_it = |it: &c_sema::typed::Function| {
            whole.unit.symbols[it.name] == *contract.name && it.body.is_some() && is_here(it.span)
        };
        let (function, _) = whole.unit.functions.iter().find(|(_, it)| is_it(it))?;
        // What is wrong with a place is said when it is read once more.
        let follows_pointers = places
            .listed
            .iter()
            .any(|(text, _)| Path::parse(text).is_ok_and(|path| path.leads_away()));
        let mut arguments = whole.arguments();
        for id in whole.objects(function, part) {
            let object = &whole.unit.objects[id];
            let name = &whole.unit.symbols[object.name];
            let is_hidden = contract.head.params.iter().any(|(_, hidden)| hidden == name);
            if is_hidden
                || follows_pointers && (object.is_address_taken || is_foreign(object.duration))
            {
                continue;
            }
            arguments.kept.push(Kept {
                text: name.to_owned(),
                path: Some(Path::root(name)),
                ty: Some(object.ty.ty),
                n_elements: None,
            });
        }
        let frame = self.writer.frame_of(contract, &mut arguments)?;
        Some(Around { before: frame.before(), behind: frame.behind, clause: places.span })
    }

    /// What a function without body makes of the places that it lists.
    pub(super) fn what_changes(&mut self, contract: &Contract) -> Option<Around> {
        let whole = self.whole.as_ref()?;
        let places = contract.assigns.as_ref()?;
        let mut frame = Frame::default();
        let mut behind = String::new();
        for (text, _) in &places.listed {
            match changed(whole, contract, text, &mut frame) {
                Some(code) => behind += &code,
                None => behind += "__linchpin_unsupported(); ",
            }
        }
        Some(Around { before: frame.before(), behind, clause: places.span })
    }
}

/// The code that changes a listed place; none where it is not one piece of memory.
fn changed(whole: &Whole, contract: &Contract, text: &str, frame: &mut Frame) -> Option<String> {
    let path = Path::parse(text).ok().filter(|path| !path.has_inner_range())?;
    let ty = whole.type_of(&path, contract)?;
    whole.unit.types.size_of(ty)?;
    let is_of_numbers = !whole.arguments().needs_filling(ty);
    let is_array = whole.unit.types.is_array(ty);
    let mut conditions: Vec<String> =
        path.pointers().iter().map(|pointer| format!("({}) != 0", in_c(pointer))).collect();
    let path = frame.bounded(path);
    let place = in_c(&path.in_c());
    let mut size = format!("sizeof({place})");
    let range = path.last_range();
    if let Some((low, end)) = range {
        conditions.push(format!("{low} < (long long){end}"));
        size = format!("({end} - {low}) * {size}");
    }
    let change = match (is_of_numbers, range.is_some() || is_array) {
        (true, _) => format!("__linchpin_any_bytes((void *)&({place}), {size}); "),
        (false, true) => format!("__linchpin_unmodelled_bytes((void *)&({place}), {size}); "),
        // What lies around it stays known.
        (false, false) => format!(
            "{{ __typeof__((0, {place})) __linchpin_new; \
             __linchpin_unmodelled_bytes((void *)&__linchpin_new, {size}); \
             __builtin_memcpy((void *)&({place}), &__linchpin_new, {size}); }} "
        ),
    };
    Some(match conditions.is_empty() {
        true => change,
        false => format!("if ({}) {change}", conditions.join(" && ")),
    })
}

/// Whether another file may have a pointer to it that this one does not see.
fn is_foreign(duration: Duration) -> bool {
    !matches!(
        duration,
        Duration::Static(Linkage::Internal) | Duration::ThreadLocal(Linkage::Internal)
    )
}
