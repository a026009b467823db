//! Puts what is said into the text of the program.
//!
//! Claims inside of bodies are asked where they stand: an assertion as a statement beside its comment, a
//! loop invariant before the condition of its loop. What contracts become stands behind the part that
//! defines the function. Nothing that is put in has line ends before the end of the part, so that lines
//! stay what they were.

use std::collections::BTreeSet;

use c_annotate::{Edits, Fragment, Inserted, Places, side_effect};
use c_sema::typed::{Duration, FunctionId, Linkage, ObjectId, Unit};
use c_sema::types::{DataModel, Type};
use ir::{Contents, Initial, Program, Scope};
use source::{Diagnostic, Diagnostics, Origin, Source, Span, Symbols};

use super::super::annotated::scan;
use super::super::link::users_unit;
use super::super::preprocess::Placed;
use super::Start;
use super::arguments::{Arguments, Home, Made, MadeExtent, Required, Whose, compact};
use super::back::PartOrigin;
use super::comments::{self, Group};
use super::contract::{self, Attached, ClaimPlace, Contract, Declared};
use super::harness::{Asks, Broken, REAL, Writer, declarations, declared_length, is_variably_modified, mentions};

/// The program with what is said in it.
#[derive(Debug)]
pub struct Woven {
    pub source: Source,
    pub broken: Vec<Broken>,
    /// Functions without body whose contracts are believed.
    pub believed: Vec<String>,
    pub has_assigns: bool,
    /// Stretches of the new text that come from clauses.
    pub clauses: Vec<(Span, Span)>,
    pub parts: Vec<PartOrigin>,
    /// The user's text.
    pub shown: Source,
    /// The function that is looked at by itself, and where its name is.
    pub alone: Option<String>,
    pub function: Option<Span>,
    /// What was made for the function that is looked at by itself.
    pub made: Vec<Made>,
    /// Places whose pointers lead nobody knows where.
    pub unmodelled: Vec<String>,
    /// Static objects that have any value when the function is called.
    any: BTreeSet<String>,
    /// Those that have their first value, since what they could point to is not known.
    kept: BTreeSet<String>,
}

/// One translation unit, read.
struct Part {
    places: Places,
    functions: Vec<Declared>,
    groups: Vec<Group>,
    span: Span,
}

/// The functions that a text defines, in its order.
pub fn definitions(source: &Source) -> Vec<Declared> {
    let mut source = source.unread();
    let parts = read(&mut source, &mut Diagnostics::new()).unwrap_or_default();
    let functions = parts.into_iter().flat_map(|part| part.functions);
    functions.filter(|function| function.is_definition).collect()
}

/// The parts of the program; `None` if the parser is not content, who says more about it later.
fn read(source: &mut Source, diagnostics: &mut Diagnostics) -> Option<Vec<Part>> {
    let mut symbols = Symbols::new();
    let mut parts = Vec::new();
    for index in 0..source.parts().len() {
        let (mut unit, found) = c_syntax::parse_part(source, index, symbols);
        if found.has_errors() {
            return None;
        }
        let span = source.parts()[index].span;
        let text = &source.text()[span.lo as usize..span.hi as usize];
        let mut groups = comments::read(text, diagnostics);
        for group in &mut groups {
            group.span = moved(group.span, span.lo);
            group.next += span.lo;
            group.clauses.iter_mut().for_each(|it| it.span = moved(it.span, span.lo));
        }
        let places = Places::of(&unit, source);
        let functions = contract::declared(&unit);
        symbols = std::mem::take(&mut unit.symbols);
        parts.push(Part { places, functions, groups, span });
    }
    Some(parts)
}

fn moved(span: Span, by: u32) -> Span {
    Span::new(span.lo + by, span.hi + by)
}

/// Weaves; `None` if there is nothing to put in. `expand` gives texts of a part as the preprocessor
/// leaves them.
pub fn weave(
    source: &mut Source,
    model: DataModel,
    start: Start<'_>,
    expand: impl Fn(&[Placed], usize) -> Vec<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Woven> {
    let parts = read(source, diagnostics)?;
    if diagnostics.has_errors() {
        return None;
    }
    let mut attached = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let clauses = part.groups.iter().flat_map(|group| &group.clauses);
        let placed = clauses.map(|clause| {
            let position = source.position(clause.span.lo);
            Placed { text: clause.text.clone(), file: position.file.to_string(), line: position.line }
        });
        let placed: Vec<Placed> = placed.collect();
        let texts = if placed.is_empty() { Vec::new() } else { expand(&placed, index) };
        let Part { places, functions, groups, .. } = part;
        let mut texts = texts.into_iter();
        let of_part =
            contract::attach(source, places, functions, groups, &mut texts, diagnostics);
        attached.push(of_part);
    }
    one_contract_each(&attached, diagnostics);
    let is_empty = |it: &Attached| it.contracts.is_empty() && it.claims.is_empty();
    if diagnostics.has_errors() || matches!(start, Start::Entry(_)) && attached.iter().all(is_empty)
    {
        return None;
    }
    let words = scan::pieces(source.text());
    let has_ours = words.iter().any(|it| source.text()[it.lo..it.hi].starts_with(b"__linchpin_"));
    if has_ours {
        let message = "the program has names that begin with `__linchpin_`, as ours do";
        diagnostics.push(Diagnostic::error("E0953", Span::at(0), message));
        return None;
    }
    let mut weaver = Weaver {
        source,
        parts: &parts,
        attached: &attached,
        writer: Writer::new(source),
        alone: None,
        texts: Vec::new(),
        outside: Vec::new(),
        inserted: Vec::new(),
    };
    if let Start::Alone(name) = start {
        weaver.alone = alone(source, model, &parts, &attached, name, diagnostics);
        weaver.alone.as_ref()?;
    }
    let woven = weaver.weave(start);
    diagnostics.append(woven.1);
    woven.0
}

/// A function has one contract in a part.
fn one_contract_each(attached: &[Attached], diagnostics: &mut Diagnostics) {
    for part in attached {
        for (index, contract) in part.contracts.iter().enumerate() {
            let is_other = |it: &Contract| it.name == contract.name && it.declared != contract.declared;
            if part.contracts[..index].iter().any(is_other) {
                let message = format!("`{}` has another contract before this one", contract.name);
                diagnostics.push(Diagnostic::error("E0951", contract.span, message));
            }
        }
    }
}

/// What is known about the function that is looked at by itself.
struct Alone {
    part: usize,
    function: Declared,
    unit: Unit,
    id: FunctionId,
}

fn alone(
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
        let missing = super::super::missing_entry::missing_entry(&unit, source, ("--function", name));
        diagnostics.append(missing.unwrap_or_default());
        return None;
    };
    let refuse = |diagnostics: &mut Diagnostics, message: String| {
        diagnostics.push(Diagnostic::error("E0954", function.name_span, message));
    };
    if function.is_variadic {
        refuse(diagnostics, format!("`{name}` takes any number of arguments, and cannot be looked at by itself"));
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
    let head = contract.map(|it| it.head.clone()).or_else(|| contract::head_of(source.text(), &function));
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

struct Weaver<'a> {
    source: &'a Source,
    parts: &'a [Part],
    attached: &'a [Attached],
    writer: Writer<'a>,
    alone: Option<Alone>,
    /// The new texts of the parts.
    texts: Vec<Vec<u8>>,
    /// Functions without body whose contracts are believed.
    outside: Vec<String>,
    /// Stretches that come from clauses: part, stretch in its new text, clause.
    inserted: Vec<(usize, Span, Span)>,
}

/// What the library calls the last error.
const ERRNO: &str = "__linchpin_errno";

/// What is known of the surroundings of a function.
#[derive(Default)]
struct Surrounding {
    made: Vec<Made>,
    unmodelled: Vec<String>,
    any: BTreeSet<String>,
    kept: BTreeSet<String>,
}

impl Weaver<'_> {
    fn weave(mut self, start: Start<'_>) -> (Option<Woven>, Diagnostics) {
        let mut surrounding = Surrounding::default();
        let function = self.alone.as_ref().map(|it| it.function.name_span);
        let mut pieces = Vec::new();
        for index in 0..self.parts.len() {
            let (body, inserted, spans) = self.body(index);
            let code = self.behind(index, start, &mut surrounding);
            pieces.push((body, inserted, spans, code));
        }
        let mut origins = Vec::new();
        let prelude = declarations(&self.writer.broken);
        for (index, (body, inserted, spans, (code, clauses))) in pieces.into_iter().enumerate() {
            let name = &self.source.parts()[index].name;
            let mut text = prelude.clone().into_bytes();
            text.extend_from_slice(format!("# 1 \"{name}\"\n").as_bytes());
            let base = text.len() as u32;
            text.extend_from_slice(&body);
            if text.last() != Some(&b'\n') {
                text.push(b'\n');
            }
            let behind = text.len() as u32;
            text.extend_from_slice(code.as_bytes());
            self.inserted.extend(spans.into_iter().map(|(span, clause)| (index, moved(span, base), clause)));
            let of_code = |(range, clause): (std::ops::Range<usize>, Span)| {
                let span = Span::new(range.start as u32, range.end as u32);
                (index, moved(span, behind), clause)
            };
            self.inserted.extend(clauses.into_iter().map(of_code));
            let (hi, original) = (text.len() as u32, self.parts[index].span.lo);
            origins.push(PartOrigin { lo: 0, body: base, behind, hi, original, inserted });
            self.texts.push(text);
        }
        let diagnostics = std::mem::take(&mut self.writer.diagnostics);
        let Some(source) = self.joined() else { return (None, diagnostics) };
        let starts: Vec<u32> = source.parts().iter().map(|part| part.span.lo).collect();
        for (origin, start) in origins.iter_mut().zip(&starts) {
            origin.lo += start;
            origin.body += start;
            origin.behind += start;
            origin.hi += start;
        }
        let clauses =
            self.inserted.iter().map(|(part, span, clause)| (moved(*span, starts[*part]), *clause));
        let Surrounding { made, unmodelled, any, kept } = surrounding;
        let alone = match start {
            Start::Alone(name) => Some(name.to_owned()),
            Start::Entry(_) => None,
        };
        let contracts = self.attached.iter().flat_map(|part| &part.contracts);
        let woven = Woven {
            has_assigns: contracts.into_iter().any(|it| it.assigns.is_some()),
            clauses: clauses.collect(),
            parts: origins,
            shown: self.source.clone(),
            alone,
            function,
            source,
            broken: self.writer.broken,
            believed: self.outside,
            made,
            unmodelled,
            any,
            kept,
        };
        (Some(woven), diagnostics)
    }

    fn joined(&self) -> Option<Source> {
        let parts = self.source.parts();
        let mut texts = parts.iter().zip(&self.texts);
        let (part, first) = texts.next()?;
        let mut source = Source::new(part.name.clone(), first.clone());
        source.keep_written_of(self.source);
        let more: Vec<_> = texts.map(|(part, text)| (part.name.clone(), text.as_slice())).collect();
        (more.is_empty() || source.append(more, Origin::User)).then_some(source)
    }

    /// The text of a part with the claims in it, and where they are.
    fn body(&mut self, index: usize) -> (Vec<u8>, Inserted, Vec<(Span, Span)>) {
        let part = &self.parts[index];
        let mut edits = Edits::default();
        let mut spans = Vec::new();
        for claim in &self.attached[index].claims {
            let what = match claim.place {
                ClaimPlace::Statement(_) => "the assertion",
                ClaimPlace::Loop(_) | ClaimPlace::Body(_) => "the loop invariant",
            };
            let Some(asked) = self.writer.claim(&claim.said, what) else { continue };
            for (condition, broken) in asked {
                let mut fragment = Fragment::default();
                let id = spans.len();
                spans.push(claim.said.span);
                match claim.place {
                    ClaimPlace::Statement(at) => {
                        fragment.push("if (!");
                        fragment.push_expression(id, &condition);
                        fragment.push(&format!(") {broken}(); "));
                        edits.insert(at - part.span.lo, fragment);
                    }
                    // Before its body, which begins a round.
                    ClaimPlace::Body(at) => {
                        fragment.push(" if (!");
                        fragment.push_expression(id, &condition);
                        fragment.push(&format!(") {broken}(); "));
                        edits.insert(at - part.span.lo, fragment);
                    }
                    ClaimPlace::Loop(place) => {
                        fragment.push("(");
                        fragment.push_expression(id, &condition);
                        fragment.push(&format!(" ? (void)0 : {broken}()), "));
                        edits.insert(place.before_condition - part.span.lo, fragment);
                    }
                }
            }
            if let ClaimPlace::Loop(place) = claim.place
                && !place.has_condition
            {
                let is_first = self.attached[index].claims.iter().find(|it| {
                    matches!(it.place, ClaimPlace::Loop(other) if other.span == place.span)
                });
                if is_first.is_some_and(|first| first.said.span == claim.said.span) {
                    // Behind all claims; they are put in in their order.
                    edits.wrap(
                        Span::at(place.before_condition - part.span.lo),
                        0,
                        Fragment::default(),
                        Fragment::new("1"),
                    );
                }
            }
        }
        for function in part.functions.iter().filter(|it| it.is_definition) {
            let has_contract =
                self.attached[index].contracts.iter().any(|it| it.name == function.name);
            if has_contract {
                // Its name is for the function that asks; that is declared here, since others call it.
                let head = contract::head_text(self.source.text(), function);
                let declaration = Fragment::new(&format!("{head}; "));
                edits.insert(function.span.lo - part.span.lo, declaration);
                edits.insert(function.name_span.lo - part.span.lo, Fragment::new(REAL));
            }
        }
        let text = &self.source.text()[part.span.lo as usize..part.span.hi as usize];
        let (edited, inserted) = edits.apply(text);
        let found: Vec<_> =
            inserted.expressions().map(|(id, span)| (span, spans[id])).collect();
        (edited, inserted, found)
    }

    /// What contracts become, behind a part, and where its clauses are.
    fn behind(
        &mut self,
        index: usize,
        start: Start<'_>,
        surrounding: &mut Surrounding,
    ) -> (String, Vec<(std::ops::Range<usize>, Span)>) {
        self.writer.text.clear();
        self.writer.clauses.clear();
        let asks = match start {
            Start::Entry(_) => Asks::Everything,
            Start::Alone(_) => Asks::Requirements,
        };
        for contract in &self.attached[index].contracts {
            let defines = |part: &Part| {
                part.functions.iter().any(|it| it.is_definition && it.name == contract.name)
            };
            let is_here = defines(&self.parts[index]);
            let is_elsewhere = self.parts.iter().any(defines);
            let is_known = c_lower::has_meaning(&contract.name) || c_library::is_known(&contract.name);
            if is_here {
                self.writer.checked(contract, asks);
            } else if !is_elsewhere && !is_known && !self.outside.contains(&contract.name) {
                self.writer.checked(contract, Asks::NoBody);
                self.outside.push(contract.name.clone());
            }
        }
        if let Some(alone) = self.alone.take_if(|it| it.part == index) {
            *surrounding = self.harness(&alone);
        }
        (std::mem::take(&mut self.writer.text), std::mem::take(&mut self.writer.clauses))
    }

    fn harness(&mut self, alone: &Alone) -> Surrounding {
        let Alone { part, function, unit, id } = alone;
        let uses = super::uses::Uses::of(unit);
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
        let mut surrounding = Surrounding::default();
        surrounding.any.insert(ERRNO.to_owned());
        let mut objects = uses.objects_of(&reached);
        objects.extend(self.other_objects(unit));
        self.globals(alone, &objects, &mut arguments, &mut surrounding);
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
        surrounding.unmodelled = arguments.unmodelled;
        surrounding
    }

    /// Static objects that the function may come to without naming them: by their address, or since
    /// somebody says something of them.
    fn other_objects(&self, unit: &Unit) -> Vec<ObjectId> {
        let clauses = self.parts.iter().flat_map(|part| &part.groups).flat_map(|it| &it.clauses);
        let said: Vec<&str> = clauses.map(|clause| clause.text.as_str()).collect();
        let is_said = |name: &str| said.iter().any(|text| mentions(text, name));
        let objects = unit.objects.iter().filter(|(_, object)| {
            object.is_address_taken || is_said(&unit.symbols[object.name])
        });
        objects.map(|(id, _)| id).collect()
    }

    /// Static objects that the function comes to have any value.
    fn globals(
        &self,
        alone: &Alone,
        objects: &BTreeSet<ObjectId>,
        arguments: &mut Arguments<'_>,
        surrounding: &mut Surrounding,
    ) {
        let unit = &alone.unit;
        for id in objects {
            let object = &unit.objects[*id];
            let (Duration::Static(linkage) | Duration::ThreadLocal(linkage)) = object.duration else {
                continue;
            };
            let name = unit.symbols[object.name].to_owned();
            let is_const = object.ty.qualifiers.is_const
                || unit.types.element(object.ty.ty).is_some_and(|it| it.qualifiers.is_const);
            if is_const || linkage == Linkage::Undefined {
                continue;
            }
            let part = &self.parts[alone.part];
            let is_nameable = linkage != Linkage::None
                && part.span.lo <= object.span.lo
                && object.span.lo < part.span.hi;
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
    use super::formula::{Extent, Formula};
    let mut required = Required::default();
    let clauses = contract.map_or(&[][..], |contract| &contract.requires);
    for part in clauses.iter().flat_map(|said| said.formula.conjuncts()) {
        let is_certain = matches!(part, Formula::Valid(_));
        for valid in part.valid_parts() {
            let pointer = compact(&valid.pointer);
            if valid.extent != Extent::One && is_certain {
                required.counted.insert(pointer);
            } else if !is_certain {
                required.conditional.insert(pointer);
            }
        }
    }
    required
}

impl Woven {
    /// What the text cannot say.
    pub fn settle(&self, program: &mut Program) {
        self.say_what_is_broken(program);
        self.forget(program);
    }

    fn say_what_is_broken(&self, program: &mut Program) {
        for check in program.checks.values_mut() {
            let is_it = |it: &&Broken| *check.text == *format!("`{}` is never called", it.name);
            if let Some(broken) = self.broken.iter().find(is_it) {
                check.text = broken.what.as_str().into();
            }
        }
    }

    /// A function is called with any values in the static objects that it comes to.
    fn forget(&self, program: &mut Program) {
        let is_any = |name: &str| {
            let plain = name.split('.').next().unwrap_or(name);
            self.any.contains(plain)
        };
        for var in program.vars.values_mut() {
            if var.scope == Scope::Global && is_any(&var.name) {
                var.initial = Initial::Unknown;
            }
        }
        for object in program.objects.values_mut() {
            let is_variable = object.scope == Scope::Global && is_any(&object.name);
            if is_variable && matches!(object.contents, Contents::Static(_)) {
                object.contents = Contents::Unknown;
            }
        }
    }

    /// What a proof about the function by itself rests on, in words.
    pub fn taken_for_granted(&self, function: &str) -> Vec<String> {
        let mut told = vec![format!(
            "`{function}` by itself: its arguments and the static objects that it uses have any values \
             that its contract allows"
        )];
        let assumed = |extent: MadeExtent| {
            let made = self.made.iter().filter(move |made| made.extent == extent);
            made.map(|made| format!("`{}`", made.place)).collect::<Vec<_>>()
        };
        let ones = assumed(MadeExtent::One);
        if !ones.is_empty() {
            told.push(format!(
                "taken to point to one object of its type, or to be null where the code compares it with \
                 null: {}",
                ones.join(", ")
            ));
        }
        let strings = assumed(MadeExtent::String);
        if !strings.is_empty() {
            told.push(format!("taken to point to a terminated string: {}", strings.join(", ")));
        }
        if self.made.len() > 1 {
            told.push("pointers are taken to lead to different objects".to_owned());
        }
        if self.made.iter().any(|made| made.extent == MadeExtent::AsRequired) {
            told.push("what is required to be there is taken to have less than 2 GiB".to_owned());
        }
        if !self.kept.is_empty() {
            let names: Vec<String> = self.kept.iter().map(|it| format!("`{it}`")).collect();
            told.push(format!("static objects with their first value: {}", names.join(", ")));
        }
        told
    }
}

/// Says which clauses do something besides giving a value.
pub fn effects(source: &Source, woven: &Woven) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let mut source = source.unread();
    let mut symbols = Symbols::new();
    for index in 0..source.parts().len() {
        if source.parts()[index].origin != Origin::User {
            continue;
        }
        let (mut unit, _) = c_syntax::parse_part(&mut source, index, symbols);
        for expr in unit.exprs.values() {
            let Some(effect) = side_effect(expr) else { continue };
            // What is ours around a clause calls functions of ours.
            let text = source.excerpt(expr.span);
            let is_ours = text.starts_with("__linchpin_") || text.starts_with("__VERIFIER_");
            let is_ours = is_ours || text.starts_with("__builtin_") || text.contains("__linchpin_of_");
            // Parentheses of ours around it are part of it.
            let within = |(span, _): &&(Span, Span)| {
                span.lo <= expr.span.lo + 1 && expr.span.hi <= span.hi + 1
            };
            if let (false, Some((_, clause))) = (is_ours, woven.clauses.iter().find(within)) {
                let message = format!("what is said of a program has no effect on it, and {effect}");
                diagnostics.push(Diagnostic::error("E0952", *clause, message));
            }
        }
        symbols = std::mem::take(&mut unit.symbols);
    }
    diagnostics
}
