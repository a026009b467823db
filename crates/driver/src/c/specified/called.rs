//! The function that is looked at by itself: what is known of it, and the call that tries it.

use std::collections::BTreeSet;

use c_sema::typed::{Duration, FunctionId, Linkage, ObjectId, Unit};
use c_sema::types::{DataModel, Type};
use source::{Diagnostic, Diagnostics, Source, Span};

use super::super::link::users_unit;
use super::super::missing_entry::missing_entry;
use super::arguments::{Arguments, Home, Made, Required, Whose, compact};
use super::contract::{self, Attached, Contract, Declared};
use super::formula::{Extent, Formula};
use super::frame::Kept;
use super::parameters::{declared_length, is_variably_modified};
use super::paths::Path;
use super::requirements::mentions;
use super::uses::Uses;
use super::weave::{Part, Weaver};

/// What is known about the function that is looked at by itself.
pub struct Alone {
    pub part: usize,
    pub function: Declared,
    unit: Unit,
    id: FunctionId,
}

pub(super) fn alone(
    source: &Source,
    model: DataModel,
    parts: &[Part],
    attached: &[Attached],
    name: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Alone> {
    let mut unread = source.unread();
    // What is wrong with the program is said when it is compiled; here it has no such function.
    let unit = match users_unit(&mut unread, model) {
        Ok(unit) => unit,
        Err(found) => {
            diagnostics.append(found);
            return None;
        }
    };
    let found = parts.iter().enumerate().find_map(|(index, part)| {
        let is_it = |it: &&Declared| it.is_definition && it.name == name;
        Some((index, part.functions.iter().find(is_it)?.clone()))
    });
    let Some((part, function)) = found else {
        let missing = missing_entry(&unit, source, ("--function", name));
        diagnostics.append(missing.unwrap_or_default());
        return None;
    };
    let refuse = |diagnostics: &mut Diagnostics, message: String| {
        diagnostics.push(Diagnostic::error("E0954", function.name_span, message));
    };
    if function.is_variadic {
        refuse(
            diagnostics,
            format!("`{name}` takes any number of arguments, and cannot be looked at by itself"),
        );
        return None;
    }
    let is_here = |span: Span| function.span.lo <= span.lo && span.lo < function.end_of_head;
    let id = unit.functions.iter().find(|(_, it)| it.body.is_some() && is_here(it.span));
    let id = id.map(|(id, _)| id);
    let Some(id) = id else {
        refuse(diagnostics, format!("`{name}` is replaced by another definition"));
        return None;
    };
    let contract = attached[part].contracts.iter().find(|it| it.name == name);
    let head =
        contract.map(|it| it.head.clone()).or_else(|| contract::head_of(source.text(), &function));
    let n_parameters = unit.functions[id].body.as_ref().map_or(0, |body| body.parameters.len());
    let Some(head) = head.filter(|head| head.params.len() == n_parameters) else {
        refuse(diagnostics, format!("the parameters of `{name}` cannot be read"));
        return None;
    };
    if head.params.iter().any(|(text, name)| is_variably_modified(text, name)) {
        let message = format!("an array of arrays of computed length is a parameter of `{name}`");
        refuse(diagnostics, message);
        return None;
    }
    Some(Alone { part, function, unit, id })
}

/// What the library calls the last error.
const ERRNO: &str = "__linchpin_errno";

/// What is known of the surroundings of a function.
#[derive(Default)]
pub struct Surrounding {
    pub made: Vec<Made>,
    pub chosen: Vec<String>,
    pub unmodelled: Vec<String>,
    pub any: BTreeSet<String>,
    pub kept: BTreeSet<String>,
    /// What `assigns` is not checked for.
    pub unkept: Vec<String>,
    /// Names of the parameters of the function.
    pub parameters: Vec<String>,
}

impl Weaver<'_> {
    pub fn harness(&mut self, alone: &Alone) -> Surrounding {
        let Alone { part, function, unit, id } = alone;
        let uses = Uses::of(unit);
        let reached = uses.reached(*id);
        let frees = reached.iter().any(|it| {
            let function = &unit.functions[*it];
            let name = &unit.symbols[function.name];
            function.body.is_none() && matches!(name, "free" | "realloc" | "reallocarray" | "cfree")
        });
        let home = if frees { Home::Heap } else { Home::Static };
        let contract = self.attached[*part].contracts.iter().find(|it| it.name == function.name);
        let mut arguments = Arguments::new(unit, &uses, home, required(contract));
        let head = match contract {
            Some(contract) => contract.head.clone(),
            None => match contract::head_of(self.source.text(), function) {
                Some(head) => head,
                None => return Surrounding::default(),
            },
        };
        let Some(body) = &unit.functions[*id].body else { return Surrounding::default() };
        let result = unit.types.function(unit.functions[*id].ty).map(|it| it.result);
        arguments.gives_record = result.is_some_and(|it| unit.types.record(it).is_some());
        let mut surrounding = Surrounding::default();
        surrounding.any.insert(ERRNO.to_owned());
        let mut objects = uses.objects_of(&reached);
        objects.extend(self.other_objects(unit));
        let hidden: Vec<&str> = head.params.iter().map(|(_, name)| name.as_str()).collect();
        self.globals(alone, (&objects, &hidden), &mut arguments, &mut surrounding);
        for ((text, name), object) in head.params.iter().zip(&body.parameters) {
            // What an array is declared with is as good as a clause.
            let length = declared_length(text, name).filter(|it| !it.is_empty());
            if let Some(length) = length.filter(|_| !arguments.required.counted.contains(name)) {
                arguments.arrays.push((name.clone(), length.to_owned()));
                arguments.required.counted.insert(name.clone());
            }
            arguments.fill_parameter(name, unit.objects[*object].ty.ty, Whose::Object(*object));
        }
        self.writer.alone((&function.name, function.name_span), &head, &mut arguments, contract);
        surrounding.made = arguments.made;
        surrounding.parameters = head.params.into_iter().map(|(_, name)| name).collect();
        surrounding.chosen = arguments.chosen;
        surrounding.unmodelled = arguments.unmodelled;
        if contract.is_some_and(|contract| contract.assigns.is_some()) {
            surrounding.unkept = arguments.unkept;
        }
        surrounding
    }

    /// Static objects that the function may come to without naming them: by their address, or since
    /// somebody says something of them.
    fn other_objects(&self, unit: &Unit) -> Vec<ObjectId> {
        let clauses = self.parts.iter().flat_map(|part| &part.groups).flat_map(|it| &it.clauses);
        let said: Vec<&str> = clauses.map(|clause| clause.text.as_str()).collect();
        let is_said = |name: &str| said.iter().any(|text| mentions(text, name));
        let objects = unit
            .objects
            .iter()
            .filter(|(_, object)| object.is_address_taken || is_said(&unit.symbols[object.name]));
        objects.map(|(id, _)| id).collect()
    }

    /// Static objects that the function comes to have any value. Those that a parameter hides cannot be
    /// named where it is called.
    fn globals(
        &self,
        alone: &Alone,
        (objects, hidden): (&BTreeSet<ObjectId>, &[&str]),
        arguments: &mut Arguments<'_>,
        surrounding: &mut Surrounding,
    ) {
        let unit = &alone.unit;
        for id in objects {
            let object = &unit.objects[*id];
            let (Duration::Static(linkage) | Duration::ThreadLocal(linkage)) = object.duration
            else {
                continue;
            };
            let name = unit.symbols[object.name].to_owned();
            let is_const = object.ty.qualifiers.is_const
                || unit.types.element(object.ty.ty).is_some_and(|it| it.qualifiers.is_const);
            if is_const {
                continue;
            }
            let part = &self.parts[alone.part];
            let is_nameable = linkage != Linkage::None
                && !hidden.contains(&name.as_str())
                && part.span.lo <= object.span.lo
                && object.span.lo < part.span.hi;
            let is_seen = is_nameable
                && !object.ty.qualifiers.is_volatile
                && unit.types.size_of(object.ty.ty).is_some();
            match is_seen {
                true => arguments.kept.push(Kept {
                    text: name.clone(),
                    path: Some(Path::root(&name)),
                    ty: Some(object.ty.ty),
                    n_elements: None,
                }),
                false => arguments.unkept.push(format!("`{name}`")),
            }
            if linkage == Linkage::Undefined {
                continue;
            }
            if is_nameable && !matches!(unit.types[object.ty.ty], Type::Error) {
                arguments.fill(&name, object.ty.ty, Whose::Object(*id), 0);
            } else if !arguments.needs_filling(object.ty.ty) {
                surrounding.any.insert(name);
            } else {
                surrounding.kept.insert(name);
            }
        }
    }
}

/// What a contract says of pointers.
fn required(contract: Option<&Contract>) -> Required {
    let mut required = Required::default();
    let clauses = contract.map_or(&[][..], |contract| &contract.requires);
    for part in clauses.iter().flat_map(|said| said.formula.conjuncts()) {
        let is_certain = matches!(part, Formula::Valid(_));
        for valid in part.valid_parts() {
            let pointer = compact(valid.place());
            let is_said = valid.extent != Extent::One || valid.cast().is_some();
            if is_said && is_certain {
                required.counted.insert(pointer);
            } else if !is_certain {
                required.conditional.insert(pointer);
            }
        }
    }
    required
}
