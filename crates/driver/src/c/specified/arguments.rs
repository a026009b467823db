//! What a function that is looked at by itself is called with, as C.
//!
//! Numbers are any numbers: parameters of the function that calls it. A pointer leads to an object of
//! its type, with anything in it, and is null as well where the code compares it with null. Pointers
//! inside of such objects are made in the same way, down to [`MAX_DEPTH`]; what lies deeper, or in an array,
//! leads to the end of an object of ours, so that a function that looks there is found to need a
//! contract. Functions behind pointers, unions and long arrays with pointers are not modelled.
//!
//! ```text
//!   int pop(struct stack *s)      static struct stack of_0;  static int of_1;
//!                                 of_0.items = &of_1;  s = choice ? 0 : &of_0;
//! ```
//!
//! All these objects are different ones. What was taken for granted is said with the answer
//! (`Woven::taken_for_granted`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use c_sema::typed::Unit;
use c_sema::types::{ArrayLength, FloatKind, QualType, RecordId, RecordLayout, Type, TypeId};
use c_syntax::ast::RecordKind;

use super::formula::{Extent, Valid};
use super::frame::Kept;
use super::harness::{CHOSEN, NULL_CHOICE};
use super::paths::Path;
use super::uses::Uses;

/// How many pointers are followed.
const MAX_DEPTH: usize = 2;
/// Elements of an array of pointers that are made one by one.
const MAX_ELEMENTS: u64 = 32;
/// Objects for one function.
const MAX_OBJECTS: usize = 128;
/// Words of types that any bytes are a value of.
const NUMBERS: [&str; 22] = [
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "intptr_t",
    "uintptr_t",
    "wchar_t",
];
const QUALIFIERS: [&str; 3] = ["const", "volatile", "restrict"];
/// All names of ours.
pub const OBJECT: &str = "__linchpin_of_";

/// Where objects live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// They are never freed, and can be variables.
    Static,
    /// The function may free them.
    Heap,
}

/// An object that was made, and how its pointer is written.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its name, or that of the pointer to it, in the text.
    pub object: String,
    pub place: String,
    pub extent: MadeExtent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeExtent {
    One,
    /// One byte, since its type says no more.
    Byte,
    String,
    /// As a clause says.
    AsRequired,
    /// Deeper than we look.
    Unknown,
}

/// The code, in the order in which it runs.
pub struct Arguments<'u> {
    pub(super) unit: &'u Unit,
    uses: &'u Uses,
    home: Home,
    declarations: String,
    /// Makes bytes unknown; before all that sets some, since a proof may forget all bytes where some
    /// become unknown.
    unknown: String,
    settings: String,
    pub made: Vec<Made>,
    /// Places of numbers that the surroundings choose.
    pub chosen: Vec<String>,
    /// Parameters that are variables of the calling function.
    pub locals: Vec<String>,
    /// Those of them that are records.
    records: Vec<String>,
    /// The function gives a record.
    pub gives_record: bool,
    /// What parameters and static objects are, by their names.
    types: BTreeMap<String, TypeId>,
    /// Parameters that are declared as arrays, and their lengths.
    pub arrays: Vec<(String, String)>,
    /// Places whose pointers are not modelled.
    pub unmodelled: Vec<String>,
    /// What a contract says of pointers.
    pub required: Required,
    /// What is there when the function is called, and can be looked at behind the call.
    pub kept: Vec<Kept>,
    /// What is there and cannot, in words.
    pub unkept: Vec<String>,
}

/// Pointers that a contract speaks of, as they are written, without blanks.
#[derive(Debug, Default)]
pub struct Required {
    /// To so many elements: they are made as the contract says.
    pub counted: BTreeSet<String>,
    /// Valid in some cases.
    pub conditional: BTreeSet<String>,
}

/// A text without its blanks.
pub fn compact(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Which pointer it is, for whether the code compares it with null.
#[derive(Clone, Copy)]
pub enum Whose {
    Object(c_sema::typed::ObjectId),
    Field(RecordId, u32),
    /// Of an array: which are null cannot be told of all at once.
    Element,
    Nobodys,
}

impl<'u> Arguments<'u> {
    pub fn new(unit: &'u Unit, uses: &'u Uses, home: Home, required: Required) -> Self {
        Self {
            required,
            unit,
            uses,
            home,
            declarations: String::new(),
            unknown: String::new(),
            settings: String::new(),
            made: Vec::new(),
            chosen: Vec::new(),
            locals: Vec::new(),
            records: Vec::new(),
            gives_record: false,
            types: BTreeMap::new(),
            arrays: Vec::new(),
            unmodelled: Vec::new(),
            kept: Vec::new(),
            unkept: Vec::new(),
        }
    }

    pub fn code(&self) -> String {
        format!("{}{}{}", self.declarations, self.unknown, self.settings)
    }

    /// Gives a parameter a value. One without pointers has any as it is.
    pub fn fill_parameter(&mut self, name: &str, ty: TypeId, whose: Whose) {
        // A record is given part by part.
        self.types.insert(name.to_owned(), ty);
        let is_record = self.unit.types.record(ty).is_some();
        if is_record {
            self.records.push(name.to_owned());
        }
        if self.needs_filling(ty) || is_record {
            self.locals.push(name.to_owned());
            self.fill(name, ty, whose, 0);
        }
    }

    /// Gives a place any value, and its pointers something to lead to.
    pub fn fill(&mut self, place: &str, ty: TypeId, whose: Whose, depth: usize) {
        match &self.unit.types[ty] {
            Type::Pointer(pointee) => self.pointer(place, *pointee, whose, depth),
            Type::Record(record) => self.record(place, *record, depth),
            Type::Array { element, length } => {
                let (element, length) = (element.ty, *length);
                // Nobody says how long a flexible one is.
                if length == ArrayLength::Unknown {
                    return;
                }
                let is_short = matches!(length, ArrayLength::Known(n) if n <= MAX_ELEMENTS);
                if !self.needs_filling(element) && !is_short {
                    return self.any_bytes(place);
                }
                match length {
                    ArrayLength::Known(n) if n <= MAX_ELEMENTS => {
                        for index in 0..n {
                            let place = format!("{place}[{index}]");
                            self.fill(&place, element, Whose::Element, MAX_DEPTH);
                        }
                    }
                    _ => self.leave(place),
                }
            }
            _ => self.any_number(place, ty),
        }
    }

    /// Makes all bytes of a place unknown. It costs a proof what it knows of all that lies around.
    fn any_bytes(&mut self, place: &str) {
        let _ = write!(self.unknown, "__linchpin_any_bytes((void *)&{place}, sizeof({place})); ");
    }

    /// A number of any value.
    fn any_number(&mut self, place: &str, ty: TypeId) {
        let (kind, is_bool) = match &self.unit.types[ty] {
            Type::Bool => ("unsigned char", true),
            Type::Float(FloatKind::Float) => ("float", false),
            Type::Float(FloatKind::Double) => ("double", false),
            Type::Int(_) | Type::Enum(_) => match self.unit.types.size_of(ty) {
                Some(1) => ("unsigned char", false),
                Some(2) => ("unsigned short", false),
                Some(4) => ("unsigned int", false),
                Some(8) => ("unsigned long long", false),
                _ => return self.any_bytes(place),
            },
            _ => return self.any_bytes(place),
        };
        self.chosen(place, kind, is_bool);
    }

    /// Gives a place a value that the surroundings choose, under a name that says which place it is.
    fn chosen(&mut self, place: &str, kind: &str, is_bool: bool) {
        let name = format!("{CHOSEN}{}", self.chosen.len());
        let part = if is_bool { " & 1" } else { "" };
        let _ = write!(self.unknown, "{kind} {name}(void); {place} = {name}(){part}; ");
        let place = self.written(place);
        self.chosen.push(place);
    }

    fn record(&mut self, place: &str, record: RecordId, depth: usize) {
        let types = &self.unit.types;
        let Some(layout) = types.records[record].layout.clone() else { return };
        if types.records[record].kind == RecordKind::Union {
            return self.union_of(place, &layout);
        }
        for (index, field) in layout.fields.iter().enumerate() {
            let Some(name) = field.name else {
                // What is inside has its names in the record around it.
                if let Type::Record(inner) = self.unit.types[field.ty.ty] {
                    self.inner_record(place, inner, depth);
                }
                continue;
            };
            let mut place = format!("{place}.{}", &self.unit.symbols[name]);
            if field.bits.is_some() {
                self.chosen(&place, "unsigned int", false);
                continue;
            }
            if field.ty.qualifiers.is_const && self.unit.types.is_scalar(field.ty.ty) {
                place = format!("(*(__typeof__((0, {place})) *)&{place})");
            }
            self.fill(&place, field.ty.ty, Whose::Field(record, index as u32), depth);
        }
    }

    /// A record without a name: the members of a union are filled one after the other, the last wins.
    fn inner_record(&mut self, place: &str, record: RecordId, depth: usize) {
        if self.unit.types.records[record].kind != RecordKind::Union {
            return self.record(place, record, depth);
        }
        let Some(layout) = self.unit.types.records[record].layout.clone() else { return };
        for name in layout.fields.iter().filter_map(|field| field.name) {
            let place = format!("{place}.{}", &self.unit.symbols[name]);
            self.union_of(&place, &layout);
        }
    }

    /// A place whose bytes are read in several ways.
    fn union_of(&mut self, place: &str, layout: &RecordLayout) {
        match layout.fields.iter().any(|field| self.needs_filling(field.ty.ty)) {
            true => self.leave(place),
            false => self.any_bytes(place),
        }
    }

    fn pointer(&mut self, place: &str, pointee: QualType, whose: Whose, depth: usize) {
        let written = compact(&self.written(place));
        if self.required.counted.contains(&written) {
            return;
        }
        if self.made.len() >= MAX_OBJECTS || self.unit.types.is_function(pointee.ty) {
            return self.leave(place);
        }
        let is_deep = depth >= MAX_DEPTH;
        let may_be_null = match whose {
            Whose::Object(object) => self.uses.is_tested(object),
            Whose::Field(record, field) => self.uses.is_tested_field(record, field),
            Whose::Element => true,
            Whose::Nobodys => false,
        };
        let may_be_null = may_be_null || self.required.conditional.contains(&written);
        let is_text = depth == 0 && pointee.qualifiers.is_const && self.is_char(pointee.ty);
        let made = self.made.len();
        let address = match is_text {
            true => self.string(place),
            false if is_deep => self.end_of_knowledge(place),
            false => self.object(place, pointee.ty, depth),
        };
        self.set(place, (made, &address), may_be_null);
    }

    /// Sets the pointer to the object of this number.
    fn set(&mut self, place: &str, (made, address): (usize, &str), may_be_null: bool) {
        let _ = match may_be_null {
            true => {
                let choice = format!("{NULL_CHOICE}{}", made);
                write!(
                    self.settings,
                    "unsigned char {choice}(void); \
                     if ({choice}() & 1) {place} = 0; else {place} = {address}; "
                )
            }
            false => write!(self.settings, "{place} = {address}; "),
        };
    }

    /// Makes an object for a pointer to lead to: the text of its address.
    pub fn object(&mut self, place: &str, ty: TypeId, depth: usize) -> String {
        let is_open = self.unit.types.is_void(ty) || !self.unit.types.is_complete(ty);
        let name = self.name(place, if is_open { MadeExtent::Byte } else { MadeExtent::One });
        // A value has the type without `const`; an array has none.
        let of = match (is_open, self.unit.types.is_array(ty)) {
            (true, _) => "char".to_owned(),
            (false, true) => format!("__typeof__(*({place}))"),
            (false, false) => format!("__typeof__((0, *({place})))"),
        };
        let path = self.path_of(place).map(Path::pointee);
        let text = name.clone();
        self.keep_object(Kept { text, path, ty: (!is_open).then_some(ty), n_elements: None });
        match self.home {
            Home::Static => {
                let align = if is_open { "_Alignas(16) " } else { "" };
                let _ = write!(self.declarations, "static {align}{of} {name}; ");
                match is_open {
                    false => self.fill(&name, ty, Whose::Nobodys, depth + 1),
                    true => self.any_bytes(&name),
                }
                format!("(void *)&{name}")
            }
            Home::Heap => {
                let _ = write!(
                    self.declarations,
                    "static {of} *{name}; {name} = __builtin_malloc(sizeof *{name}); \
                     __VERIFIER_assume_abort_if_not({name} != 0); "
                );
                match is_open {
                    true => self.any_bytes(&format!("(*{name})")),
                    false => self.fill(&format!("(*{name})"), ty, Whose::Nobodys, depth + 1),
                }
                name
            }
        }
    }

    /// Something of which nothing is known, not even that it can be read: whoever looks further than we
    /// do finds no room.
    fn end_of_knowledge(&mut self, place: &str) -> String {
        let name = self.name(place, MadeExtent::Unknown);
        let _ = write!(self.declarations, "static _Alignas(16) char {name}[16]; ");
        let (text, n_elements) = (name.clone(), Some("16".to_owned()));
        self.keep_object(Kept { text, path: None, ty: None, n_elements });
        format!("(void *)({name} + 16)")
    }

    /// A string of any length.
    fn string(&mut self, place: &str) -> String {
        let name = self.name(place, MadeExtent::String);
        let (allocate, keep) = (self.allocate(), self.keep());
        let _ = write!(
            self.declarations,
            "unsigned long {name}_length = __linchpin_any_length(); \
             {keep}char *{name}; {name} = {allocate}({name}_length + 1); \
             __VERIFIER_assume_abort_if_not({name} != 0); "
        );
        let _ = write!(self.unknown, "__linchpin_any_bytes({name}, {name}_length); ");
        let _ = write!(self.settings, "{name}[{name}_length] = 0; ");
        let (text, n_elements) = (name.clone(), Some(format!("{name}_length + 1")));
        let path = self.path_of(place);
        self.keep_object(Kept { text, path, ty: None, n_elements });
        name
    }

    /// Whether a pointer leads to elements of which any bytes are a value: `p`, `p->items`, `s.text`.
    pub fn leads_to_numbers(&self, pointer: &str) -> bool {
        let element = self.type_of(pointer).and_then(|ty| self.unit.types.pointee(ty));
        element.is_some_and(|it| {
            !self.unit.types.is_void(it.ty)
                && self.unit.types.is_complete(it.ty)
                && !self.needs_filling(it.ty)
        })
    }

    /// Whether any bytes are a value of a type, as a contract names it.
    pub fn holds_numbers(&self, named: &str) -> bool {
        let words: Vec<&str> =
            named.split_whitespace().filter(|word| !QUALIFIERS.contains(word)).collect();
        match words[..] {
            ["struct", tag] => {
                let unit = self.unit;
                let mut records = unit.types.records.values();
                let is_it = |it: &&c_sema::types::Record| {
                    it.kind != RecordKind::Union
                        && it.tag.is_some_and(|it| &unit.symbols[it] == tag)
                };
                let layout = records.find(is_it).and_then(|record| record.layout.as_ref());
                layout.is_some_and(|it| it.fields.iter().all(|it| !self.needs_filling(it.ty.ty)))
            }
            _ => !words.is_empty() && words.iter().all(|word| NUMBERS.contains(word)),
        }
    }

    /// The place as a contract has it.
    fn path_of(&self, place: &str) -> Option<Path> {
        Path::parse(&self.written(place)).ok()
    }

    /// Something that was made, unless it may be gone behind the call.
    fn keep_object(&mut self, kept: Kept) {
        match self.home {
            Home::Static => self.kept.push(kept),
            Home::Heap => self.unkept.push(format!(
                "what pointers lead to, since memory is freed (`{}`)",
                self.written(&kept.text)
            )),
        }
    }

    /// What was made since there were so many, as this says.
    pub fn keep_valid(&mut self, valid: &Valid, n_made: usize) {
        let [made] = &self.made[n_made..] else { return self.leave_made(n_made) };
        let (object, pointer) = (made.object.clone(), valid.pointer.clone());
        let element = self.type_of(&pointer).and_then(|ty| self.unit.types.pointee(ty));
        let (Ok(path), Some(element)) = (Path::parse(&pointer), element) else {
            return self.leave_made(n_made);
        };
        let kept = match &valid.extent {
            Extent::Range(..) if self.leads_to_numbers(&pointer) => Kept {
                text: format!("((__typeof__((0, {pointer}))){object})"),
                path: Some(path),
                ty: Some(element.ty),
                n_elements: Some(format!("{object}_n")),
            },
            Extent::String => Kept {
                text: object.clone(),
                path: Some(path),
                ty: None,
                n_elements: Some(format!("{object}_length + 1")),
            },
            _ => return self.leave_made(n_made),
        };
        self.keep_object(kept);
    }

    /// What was made since there were so many cannot be looked at.
    pub fn leave_made(&mut self, n_made: usize) {
        let places: Vec<String> =
            self.made[n_made..].iter().map(|it| format!("what `{}` points to", it.place)).collect();
        self.unkept.extend(places);
    }

    fn type_of(&self, place: &str) -> Option<TypeId> {
        let place = compact(place).replace("->", ".");
        let mut names = place.split('.');
        let mut ty = *self.types.get(names.next()?)?;
        for name in names {
            let record = self.unit.types.pointee(ty).map_or(ty, |it| it.ty);
            let record = self.unit.types.record(record)?;
            let layout = self.unit.types.records[record].layout.as_ref()?;
            let field = layout
                .fields
                .iter()
                .find(|field| field.name.is_some_and(|it| &self.unit.symbols[it] == name))?;
            ty = field.ty.ty;
        }
        Some(ty)
    }

    pub fn is_record(&self, parameter: &str) -> bool {
        self.records.iter().any(|it| it == parameter)
    }

    /// What the declaration of a pointer to a block begins with. Blocks of the heap that the function
    /// leaves alone are ours, and are not lost.
    pub fn keep(&self) -> &'static str {
        match self.home {
            Home::Static => "",
            Home::Heap => "static ",
        }
    }

    /// Whether what is made can be variables.
    pub fn is_never_freed(&self) -> bool {
        self.home == Home::Static
    }

    pub fn allocate(&self) -> &'static str {
        match self.home {
            Home::Static => "__builtin_alloca",
            Home::Heap => "__builtin_malloc",
        }
    }

    /// A new object, for the pointer at this place.
    pub fn name(&mut self, place: &str, extent: MadeExtent) -> String {
        let object = format!("{OBJECT}{}", self.made.len());
        let place = self.written(place);
        self.made.push(Made { object: object.clone(), place, extent });
        object
    }

    /// The place as the user would write it: `s->items` for `of_0.items`.
    pub fn written(&self, place: &str) -> String {
        let mut text = place.to_owned();
        for made in self.made.iter().rev() {
            for (ours, theirs) in [
                (format!("(*{}).", made.object), format!("{}->", made.place)),
                (format!("{}.", made.object), format!("{}->", made.place)),
                (format!("(*{})", made.object), format!("*{}", made.place)),
            ] {
                text = text.replace(&ours, &theirs);
            }
            if text == made.object {
                text = format!("*{}", made.place);
            }
        }
        text
    }

    /// Whether the pointer at a place leads to something that was made for it.
    pub fn is_made(&self, place: &str) -> bool {
        let place = compact(place);
        self.made.iter().any(|made| compact(&made.place) == place)
    }

    fn leave(&mut self, place: &str) {
        let _ = write!(
            self.unknown,
            "__linchpin_unmodelled_bytes((void *)&{place}, sizeof({place})); "
        );
        let place = self.written(place);
        self.unmodelled.push(place);
    }

    fn is_char(&self, ty: TypeId) -> bool {
        matches!(self.unit.types[ty], Type::Int(c_sema::types::IntKind::Char))
    }

    /// Whether some bytes are no value: pointers lead somewhere, and a `_Bool` is 0 or 1.
    pub fn needs_filling(&self, ty: TypeId) -> bool {
        match &self.unit.types[ty] {
            Type::Pointer(_) | Type::Bool => true,
            Type::Array { element, .. } => self.needs_filling(element.ty),
            Type::Record(record) => match &self.unit.types.records[*record].layout {
                Some(layout) => layout.fields.iter().any(|it| self.needs_filling(it.ty.ty)),
                None => false,
            },
            _ => false,
        }
    }
}
