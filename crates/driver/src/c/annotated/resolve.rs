//! From definitions as they are written to predicates of states, once the front end has said where
//! fields lie.
//!
//! A field whose value starts the same predicate is a link, one that starts another predicate owns
//! a structure of that; other values are parameters, numbers, bounded, or of no interest. What a
//! predicate calls must be defined without it: structures own structures of other kinds, they do not
//! alternate with them.

use std::collections::BTreeMap;

use ir::Program;
use shape::annotation::{Part, Place, Step};
use shape::{
    Annotations, Arg, Empty, Field, Guard, PredId, Predicate, Predicates, Presence, Range, Rule,
};
use source::{Diagnostic, Diagnostics, Span};

use super::syntax::{At, Definition, Emptiness, Fact, FieldAtom, Name, Sort, Term};
use super::weave::{Act, Draft, Held, n_parameters};

/// Parts of one step.
const MAX_PARTS: usize = 64;

/// What a definition became.
#[derive(Clone, Debug)]
pub enum Meaning {
    Structure(PredId),
    /// One block, always there: it is written out where it is named.
    Record,
    Unsupported(String),
}

pub struct Resolver<'r> {
    pub program: &'r Program,
    pub definitions: &'r [(usize, Definition)],
    /// By file.
    pub diagnostics: &'r mut Vec<Diagnostics>,
    pub preds: Predicates,
    pub meanings: BTreeMap<usize, Meaning>,
}

/// Where a field lies, and what stands in it.
struct Laid {
    offset: u64,
    len: u64,
    value: Term,
    span: Span,
}

impl Resolver<'_> {
    fn fail(&mut self, file: usize, span: Span, code: &'static str, message: String) -> Meaning {
        self.diagnostics[file].push(Diagnostic::error(code, span, message.clone()));
        Meaning::Unsupported(message)
    }

    /// The value of a constant that the front end was asked for.
    fn constant(&self, name: &str) -> Option<u64> {
        let var = self.program.vars.values().find(|var| *var.name == *name);
        if let Some(ir::Initial::Bits(bits)) = var.map(|var| var.initial) {
            return u64::try_from(bits).ok();
        }
        // Where functions of other files may act, global variables are memory.
        let object = self.program.objects.values().find(|object| *object.name == *name)?;
        let ir::Contents::Static(values) = &object.contents else { return None };
        let mut number = 0u64;
        for value in values {
            let ir::StaticBytes::Bytes(bytes) = &value.value else { return None };
            for (index, byte) in bytes.iter().enumerate() {
                let shift = 8 * (value.offset + index as u64);
                number |= u64::from(*byte).checked_shl(shift as u32)?;
            }
        }
        Some(number)
    }

    /// The meaning of a definition; those that are being resolved are named by `open`.
    pub fn meaning(&mut self, index: usize, open: &mut Vec<usize>) -> Meaning {
        if let Some(known) = self.meanings.get(&index) {
            return known.clone();
        }
        open.push(index);
        let meaning = self.resolve(index, open);
        open.pop();
        self.meanings.insert(index, meaning.clone());
        meaning
    }

    fn resolve(&mut self, index: usize, open: &mut Vec<usize>) -> Meaning {
        let (file, definition) = self.definitions[index].clone();
        let name = definition.name.clone();
        if let Some(what) = &definition.unsupported {
            return Meaning::Unsupported(format!("`{}`: {what}", name.text));
        }
        let twice = self.definitions[..index].iter().any(|(_, it)| it.name.text == name.text);
        if twice {
            let message = format!("`{}` is defined twice", name.text);
            return self.fail(file, name.span, "E0938", message);
        }
        let size = self.constant(&format!("__linchpin_size_{index}")).or(definition.size);
        let Some(size) = size else {
            let message = format!("the size of the blocks of `{}` is not said", name.text);
            return self.fail(file, name.span, "E0939", message);
        };
        let rules = definition.rules();
        let is_own =
            rules.iter().all(|(_, rule)| rule.calls.iter().any(|call| call.name.text == name.text));
        if is_own && definition.emptiness == Emptiness::Never {
            let message = format!(
                "no heap satisfies `{}`: each block needs another one, without end",
                name.text
            );
            return self.fail(file, name.span, "E0940", message);
        }
        for (first, rule) in &rules {
            let laid = match self.lay_out((index, *first), file, rule, size) {
                Ok(laid) => laid,
                Err(meaning) => return meaning,
            };
            let is_held = |name: &Name| {
                laid.iter().any(|it| match &it.value {
                    Term::Name(value) | Term::Inside(value, _) => value.text == name.text,
                    Term::Some | Term::Number(_) | Term::Sum(..) => false,
                })
            };
            let mut needed = rule.calls.iter().map(|call| &call.at);
            let facts = rule.facts.iter().map(|fact| &fact.name);
            let missing = needed.find(|name| !is_held(name)).or_else(|| {
                let mut facts = facts.filter(|name| definition.param(name).is_none());
                facts.find(|name| !is_held(name))
            });
            if let Some(name) = missing {
                let message = format!("no field holds `{}`", name.text);
                return self.fail(file, name.span, "E0941", message);
            }
        }
        if let Some(fact) =
            definition.when_empty.iter().find(|it| definition.param(&it.name).is_none())
        {
            let message = format!("`{}` is no parameter", fact.name.text);
            return self.fail(file, fact.name.span, "E0941", message);
        }
        if definition.emptiness == Emptiness::Never
            && definition.others.is_empty()
            && !definition.depends_on_params()
        {
            return Meaning::Record;
        }
        match self.rule(index, open) {
            Ok(pred) => Meaning::Structure(pred),
            Err(meaning) => meaning,
        }
    }

    /// The rule of a definition that has been looked at.
    fn rule(&mut self, index: usize, open: &mut Vec<usize>) -> Result<PredId, Meaning> {
        let (file, definition) = self.definitions[index].clone();
        let size = self.constant(&format!("__linchpin_size_{index}")).or(definition.size);
        let size = size.unwrap_or(0);
        let (mut fields, mut rules) = (Vec::new(), Vec::new());
        for (first, rule) in definition.rules() {
            for it in &self.lay_out((index, first), file, &rule, size)? {
                if let Some(field) = self.field((index, first), file, &rule, it, open)? {
                    fields.push((it.offset, it.len, field));
                }
            }
            let guards = self.guards(file, &rule, &rule.facts)?;
            rules.push(Rule { behind: fields.len(), guards });
        }
        let n_params = definition.params.len();
        // A record that is owned is always there; that it would be nothing at null says nothing.
        let is_record = rules.len() == 1 && !definition.depends_on_params();
        let empty = match definition.emptiness {
            Emptiness::Never if !is_record => Empty::Never,
            Emptiness::Never | Emptiness::AtNull => {
                Empty::AtNull(self.guards(file, &definition, &definition.when_empty)?)
            }
        };
        Ok(self.preds.intern(Predicate {
            size,
            n_params,
            fields,
            rules,
            empty,
            sort: shape::Sort::default(),
        }))
    }

    /// What facts demand of parameters.
    fn guards(
        &mut self,
        file: usize,
        definition: &Definition,
        facts: &[Fact],
    ) -> Result<Vec<Guard>, Meaning> {
        let mut guards = Vec::new();
        for (index, param) in definition.params.iter().enumerate() {
            if let Some(range) = self.range(file, facts, &param.name, Range::all())? {
                guards.push((index, range));
            }
        }
        Ok(guards)
    }

    /// The fields with their places, in their order.
    fn lay_out(
        &mut self,
        (index, first): (usize, usize),
        file: usize,
        definition: &Definition,
        size: u64,
    ) -> Result<Vec<Laid>, Meaning> {
        let mut laid: Vec<Laid> = Vec::new();
        for (at, FieldAtom { at: place, value, span }) in (first..).zip(&definition.fields) {
            let found = match place {
                At::Offset(offset, len) => {
                    let len = len.unwrap_or_else(|| self.usual_len(definition, value));
                    Some((*offset, len))
                }
                At::Path(_) => {
                    let offset = self.constant(&format!("__linchpin_at_{index}_{at}"));
                    offset.zip(self.constant(&format!("__linchpin_len_{index}_{at}")))
                }
            };
            let Some((offset, len)) = found else {
                let message = "where this field lies is not known".to_owned();
                return Err(self.fail(file, *span, "E0939", message));
            };
            let overlaps =
                laid.iter().any(|it| it.offset < offset + len && offset < it.offset + it.len);
            if overlaps {
                let message = "two values for one field: no heap satisfies this rule".to_owned();
                return Err(self.fail(file, *span, "E0940", message));
            }
            if offset + len > size {
                let message = format!("this field lies outside of a block of {size} bytes");
                return Err(self.fail(file, *span, "E0939", message));
            }
            laid.push(Laid { offset, len, value: value.clone(), span: *span });
        }
        laid.sort_by_key(|it| it.offset);
        Ok(laid)
    }

    /// MemCAD's fields are pointers, or integers of four bytes.
    fn usual_len(&self, definition: &Definition, value: &Term) -> u64 {
        let pointer = self.program.model.pointer_bytes();
        let Term::Name(name) = value else { return 4 };
        let is_start = definition.calls.iter().any(|call| {
            let hands_on = call.args.iter().any(|arg| match arg {
                Term::Name(arg) => arg.text == name.text,
                Term::Some | Term::Number(_) | Term::Inside(..) | Term::Sum(..) => false,
            });
            call.at.text == name.text || hands_on
        });
        let param = definition.params.iter().find(|param| param.name.text == name.text);
        let is_pointer = param.is_some_and(|param| param.sort == Sort::Pointer);
        if is_start || is_pointer { pointer } else { 4 }
    }

    fn range(
        &mut self,
        file: usize,
        facts: &[Fact],
        name: &Name,
        widest: Range,
    ) -> Result<Option<Range>, Meaning> {
        let about: Vec<&Fact> = facts.iter().filter(|it| it.name.text == name.text).collect();
        if about.is_empty() {
            return Ok(None);
        }
        let mut range = widest;
        let mut is_possible = true;
        for fact in about {
            let lo = fact.lo.unwrap_or(range.lo);
            let hi = fact.hi.unwrap_or(range.hi);
            is_possible &= range.intersect(&Range::new(lo, hi));
            if let Some(not) = fact.not {
                is_possible &= range.exclude(not);
            }
        }
        match is_possible {
            true => Ok(Some(range)),
            false => {
                let message =
                    format!("no heap satisfies this rule: there is no such `{}`", name.text);
                Err(self.fail(file, name.span, "E0940", message))
            }
        }
    }

    fn field(
        &mut self,
        (index, first): (usize, usize),
        file: usize,
        definition: &Definition,
        laid: &Laid,
        open: &mut Vec<usize>,
    ) -> Result<Option<Field>, Meaning> {
        let (name, shift) = match &laid.value {
            Term::Some => return Ok(None),
            Term::Number(number) => return Ok(Some(Field::Num(*number))),
            Term::Name(name) => (name, 0),
            Term::Inside(name, _) => {
                let at = definition.fields.iter().position(|it| it.span == laid.span);
                let at = at.map(|at| first + at);
                let shift = at.and_then(|at| self.constant(&format!("__linchpin_in_{index}_{at}")));
                (name, shift.unwrap_or(0) as i64)
            }
            Term::Sum(name, _) => {
                let message = "a field that holds a sum is not supported".to_owned();
                return Err(self.fail(file, name.span, "E0942", message));
            }
        };
        if let Some(param) = definition.params.iter().position(|it| it.name.text == name.text) {
            return Ok(Some(Field::Param(param)));
        }
        if name.text == definition.this.text {
            let message = "a field that holds the address of its own block is not supported";
            return Err(self.fail(file, name.span, "E0942", message.to_owned()));
        }
        let calls: Vec<_> = definition.calls.iter().filter(|it| it.at.text == name.text).collect();
        let call = match calls[..] {
            [] => {
                // Whether the field is signed is not known here; where a bound is missing there is
                // none.
                let half = 1i128 << (8 * laid.len.min(8) - 1);
                let widest = Range::new(-half, 2 * half - 1);
                let range = self.range(file, &definition.facts, name, widest)?;
                return Ok(range.map(Field::In));
            }
            [call] => call.clone(),
            [_, second, ..] => {
                let message = format!("`{}` starts two structures", name.text);
                return Err(self.fail(file, second.at.span, "E0940", message));
            }
        };
        let args = self.handed(file, definition, &call.args)?;
        let known = self.definitions.iter().position(|(_, it)| it.name.text == call.name.text);
        let Some(called) = known else {
            let message = format!("there is no predicate `{}`", call.name.text);
            return Err(self.fail(file, call.name.span, "E0936", message));
        };
        let n_params = self.definitions[called].1.params.len();
        if args.len() != n_params {
            let message = format!("`{}` has {}", call.name.text, n_parameters(n_params + 1));
            return Err(self.fail(file, call.name.span, "E0937", message));
        }
        // Where the next block is null, such a pointer is not.
        if shift != 0 {
            let message = "a pointer into the middle of the next block is not supported";
            return Err(self.fail(file, name.span, "E0942", message.to_owned()));
        }
        if called == index {
            return Ok(Some(Field::Link { shift, args }));
        }
        if open.contains(&called) {
            let message = format!(
                "`{}` and `{}` are defined by each other, which is not supported",
                definition.name.text, call.name.text
            );
            return Err(self.fail(file, call.name.span, "E0943", message));
        }
        match self.meaning(called, open) {
            Meaning::Structure(pred) => {
                Ok(Some(Field::Own { pred, args, presence: Presence::Perhaps }))
            }
            Meaning::Unsupported(what) => Err(Meaning::Unsupported(what)),
            // Every element has one.
            Meaning::Record => {
                open.push(called);
                let pred = self.rule(called, open);
                open.pop();
                Ok(Some(Field::Own { pred: pred?, args, presence: Presence::Always }))
            }
        }
    }

    fn handed(
        &mut self,
        file: usize,
        definition: &Definition,
        args: &[Term],
    ) -> Result<Vec<Arg>, Meaning> {
        let mut handed = Vec::new();
        for arg in args {
            handed.push(match arg {
                Term::Number(number) => Arg::Num(*number),
                Term::Name(name) if name.text == definition.this.text => Arg::This(0),
                Term::Name(name) => {
                    let param = definition.params.iter().position(|it| it.name.text == name.text);
                    match param {
                        Some(param) => Arg::Param(param),
                        None => {
                            let message = format!(
                                "`{}` cannot be handed on: only parameters, numbers and the address \
                                 of the block can",
                                name.text
                            );
                            return Err(self.fail(file, name.span, "E0942", message));
                        }
                    }
                }
                Term::Sum(name, more) => match definition.param(name) {
                    Some(param) => Arg::Plus(param, *more),
                    None => {
                        let message = format!("`{}` is no parameter", name.text);
                        return Err(self.fail(file, name.span, "E0942", message));
                    }
                },
                Term::Some | Term::Inside(..) => {
                    let span = definition.name.span;
                    let message = "this argument is not supported".to_owned();
                    return Err(self.fail(file, span, "E0942", message));
                }
            });
        }
        Ok(handed)
    }

    /// The steps of the program.
    pub fn annotations(mut self, drafts: &[Draft]) -> Annotations {
        for index in 0..self.definitions.len() {
            self.meaning(index, &mut Vec::new());
        }
        let mut annotations = Annotations::default();
        for (index, draft) in drafts.iter().enumerate() {
            let name = format!("{}{index}", c_lower::annotation::SAID_PREFIX);
            let function = self.program.functions.iter().find(|(_, it)| *it.name == *name);
            let Some((function, _)) = function else { continue };
            let step = self.step(draft);
            annotations.steps.insert(function, step);
        }
        for (index, meaning) in &self.meanings {
            if let Meaning::Structure(pred) = meaning {
                let name = self.definitions[*index].1.name.text.clone();
                annotations.names.entry(*pred).or_insert(name);
            }
        }
        annotations.preds = self.preds;
        annotations
    }

    fn step(&mut self, draft: &Draft) -> Step {
        let mut n_some = 0;
        let mut parts = Vec::new();
        for part in &draft.parts {
            let mut places = |held: &[Held]| {
                let place = |it: &Held| match it {
                    Held::Variable(name) => {
                        let var = self.program.vars.iter().find(|(_, var)| *var.name == **name);
                        var.map(|(var, _)| Place::Held(var))
                    }
                    Held::Some => {
                        n_some += 1;
                        Some(Place::Some(n_some))
                    }
                };
                held.iter().map(place).collect::<Option<Vec<Place>>>()
            };
            let args = places(&part.args);
            let end = part.end.as_ref().map(|end| places(end));
            let (Some(args), Some(end)) = (args, end.map_or(Some(None), |end| end.map(Some)))
            else {
                return Step::Unsupported("a contract whose variables are not there".to_owned());
            };
            let made = match (self.meanings.get(&part.definition).cloned(), end) {
                (Some(Meaning::Structure(pred)), None) => {
                    parts.push(Part::Structure { pred, at: args[0], args: args[1..].to_vec() });
                    Ok(())
                }
                (Some(Meaning::Structure(pred)), Some(end)) => {
                    parts.push(Part::Segment {
                        pred,
                        at: args[0],
                        args: args[1..].to_vec(),
                        end: end[0],
                        end_args: end[1..].to_vec(),
                    });
                    Ok(())
                }
                (Some(Meaning::Record), None) => {
                    self.record(part.definition, &args, &mut parts, &mut n_some)
                }
                (Some(Meaning::Record), Some(_)) => Err("a stretch of one block".to_owned()),
                (Some(Meaning::Unsupported(what)), _) => Err(what),
                (None, _) => Err("an unknown predicate".to_owned()),
            };
            if let Err(what) = made {
                return Step::Unsupported(what);
            }
        }
        match &draft.act {
            Act::Given => Step::Given(parts),
            Act::Shown => Step::Shown(parts),
            Act::Whole => Step::Whole(parts),
            Act::Taken => Step::Taken(parts),
            Act::Unsupported(what) => Step::Unsupported(what.clone()),
        }
    }

    /// A block with what it owns, written out.
    fn record(
        &mut self,
        index: usize,
        args: &[Place],
        parts: &mut Vec<Part>,
        n_some: &mut u32,
    ) -> Result<(), String> {
        if parts.len() > MAX_PARTS {
            return Err("blocks that need each other, without end".to_owned());
        }
        let (file, definition) = self.definitions[index].clone();
        let size = self.constant(&format!("__linchpin_size_{index}")).or(definition.size);
        let size = size.ok_or("a block without size")?;
        let laid = self.lay_out((index, 0), file, &definition, size).map_err(|_| "a wrong rule")?;
        let mut names: BTreeMap<String, Place> = BTreeMap::new();
        names.insert(definition.this.text.clone(), args[0]);
        for (param, place) in definition.params.iter().zip(&args[1..]) {
            names.insert(param.name.text.clone(), *place);
        }
        // A value that is one number is that number.
        for fact in &definition.facts {
            if let (Some(lo), true) = (fact.lo, fact.lo == fact.hi) {
                names.insert(fact.name.text.clone(), Place::Number(lo));
            }
        }
        let mut place = |term: &Term| match term {
            Term::Number(number) => Ok(Some(Place::Number(*number))),
            Term::Some => Ok(None),
            Term::Inside(..) => Err("a pointer into a block of another kind".to_owned()),
            Term::Sum(..) => Err("a sum in a block".to_owned()),
            Term::Name(name) => {
                let known = names.entry(name.text.clone()).or_insert_with(|| {
                    *n_some += 1;
                    Place::Some(*n_some)
                });
                Ok(Some(*known))
            }
        };
        if definition.facts.iter().any(|fact| fact.lo != fact.hi || fact.not.is_some()) {
            return Err(format!(
                "bounds of numbers in `{}`, which is one block",
                definition.name.text
            ));
        }
        let mut cells = Vec::new();
        for it in &laid {
            if let Some(place) = place(&it.value)? {
                cells.push((it.offset, it.len, place));
            }
        }
        let mut inner = Vec::new();
        for call in &definition.calls {
            let mut all = vec![place(&Term::Name(call.at.clone()))?.unwrap_or(args[0])];
            for arg in &call.args {
                all.push(place(arg)?.ok_or("an argument that is not said")?);
            }
            inner.push((call.name.text.clone(), all));
        }
        parts.push(Part::Block { at: args[0], size, cells });
        for (name, args) in inner {
            let called = self.definitions.iter().position(|(_, it)| it.name.text == name);
            let called = called.ok_or_else(|| format!("there is no predicate `{name}`"))?;
            match self.meaning(called, &mut Vec::new()) {
                Meaning::Structure(pred) => {
                    parts.push(Part::Structure { pred, at: args[0], args: args[1..].to_vec() });
                }
                Meaning::Record if called != index => {
                    self.record(called, &args, parts, n_some)?;
                }
                Meaning::Record => return Err("a block that needs itself".to_owned()),
                Meaning::Unsupported(what) => return Err(what),
            }
        }
        Ok(())
    }
}
