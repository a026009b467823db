//! What the bytes of records and objects are called in C.
//!
//! Symbolic heaps speak of blocks of so many bytes with values at offsets. People wrote records
//! with members. Which record a block is, the IR does not say; here it is guessed from the size of
//! the block and from where its values stand. This is for display alone: a wrong guess shows wrong
//! names, and no verdict depends on it.

use std::collections::BTreeMap;

use c_sema::typed::Unit;
use c_sema::types::{ArrayLength, Type, TypeId};
use source::{Source, Span};

/// Members, or elements, that are named in one record or object.
const MAX_LEAVES: usize = 256;

/// The parts of a type by offset: their length, whether they are pointers, and the way to them, as
/// `.a.b[2]`.
pub type Leaves = BTreeMap<u64, Leaf>;

#[derive(Clone, Debug)]
pub struct Leaf {
    pub len: u64,
    pub path: String,
    pub is_pointer: bool,
    /// The struct that it points to.
    pub leads_to: Option<String>,
}

/// What a function takes and gives, as far as structs are concerned.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Names, and the struct that each points to.
    pub parameters: Vec<(String, Option<String>)>,
    pub result: Option<String>,
}

/// A struct of the program.
#[derive(Clone, Debug)]
pub struct Record {
    /// As in `struct node`.
    pub name: String,
    pub size: u64,
    pub leaves: Leaves,
}

/// The structs and the objects that the user's text has.
#[derive(Clone, Debug, Default)]
pub struct Records {
    records: Vec<Record>,
    objects: BTreeMap<(String, Span), Leaves>,
    /// Of functions with bodies.
    pub functions: BTreeMap<String, Signature>,
}

impl Records {
    pub fn of(unit: &Unit, source: &Source) -> Self {
        let mut records = Self::default();
        // Those of the program's own file come before those of headers.
        let mut n_own = 0;
        for id in unit.types.records.ids() {
            let record = &unit.types.records[id];
            let (Some(tag), Some(layout)) = (record.tag, &record.layout) else { continue };
            if !source.is_users(record.span) {
                continue;
            }
            let mut leaves = Leaves::new();
            let kind = match record.kind {
                c_syntax::ast::RecordKind::Struct => "struct",
                c_syntax::ast::RecordKind::Union => continue,
            };
            members(unit, id, (0, ""), &mut leaves);
            let name = format!("{kind} {}", &unit.symbols[tag]);
            let file = source.position(record.span.lo).file;
            let record = Record { name, size: layout.size, leaves };
            match *file == **source.name() {
                true => records.records.insert(n_own, record),
                false => records.records.push(record),
            }
            n_own += usize::from(*file == **source.name());
        }
        for object in unit.objects.values().filter(|object| source.is_users(object.span)) {
            let mut leaves = Leaves::new();
            gather(unit, object.ty.ty, (0, String::new()), &mut leaves);
            records.objects.insert((unit.symbols[object.name].to_owned(), object.span), leaves);
        }
        for function in unit.functions.values().filter(|function| source.is_users(function.span)) {
            let (Some(body), Some(ty)) = (&function.body, unit.types.function(function.ty)) else {
                continue;
            };
            let parameters = body.parameters.iter().map(|id| {
                let object = &unit.objects[*id];
                (unit.symbols[object.name].to_owned(), pointed_to(unit, object.ty.ty))
            });
            let signature =
                Signature { parameters: parameters.collect(), result: pointed_to(unit, ty.result) };
            records.functions.insert(unit.symbols[function.name].to_owned(), signature);
        }
        records
    }

    /// Those that have tags, of the program's own file first.
    pub fn own(&self) -> impl Iterator<Item = &Record> {
        self.records.iter()
    }

    pub fn named(&self, name: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.name == name)
    }

    pub fn object(&self, name: &str, span: Span) -> Option<&Leaves> {
        self.objects.get(&(name.to_owned(), span))
    }

    /// The record of this size that has members where these are, by offset and length, and pointers
    /// at these offsets.
    pub fn guess(&self, size: u64, parts: &[(u64, u64)], pointers: &[u64]) -> Option<&Record> {
        let fits = |record: &&Record| {
            let is_part =
                |(at, len): &(u64, u64)| record.leaves.get(at).is_some_and(|it| it.len == *len);
            let is_pointer = |at: &u64| record.leaves.get(at).is_some_and(|leaf| leaf.is_pointer);
            record.size == size && parts.iter().all(is_part) && pointers.iter().all(is_pointer)
        };
        self.records.iter().find(fits)
    }
}

fn members(
    unit: &Unit,
    record: c_sema::types::RecordId,
    (offset, path): (u64, &str),
    leaves: &mut Leaves,
) {
    for field in unit.types.fields(record) {
        if field.bits.is_some() {
            continue;
        }
        let path = match field.name {
            Some(name) => format!("{path}.{}", &unit.symbols[name]),
            None => path.to_owned(),
        };
        gather(unit, field.ty.ty, (offset + field.offset, path), leaves);
    }
}

/// Ends: types nest finitely.
fn gather(unit: &Unit, ty: TypeId, (offset, path): (u64, String), leaves: &mut Leaves) {
    if leaves.len() >= MAX_LEAVES {
        return;
    }
    match &unit.types[ty] {
        Type::Record(record) => members(unit, *record, (offset, &path), leaves),
        Type::Array { element, length: ArrayLength::Known(length) } => {
            let Some(size) = unit.types.size_of(element.ty) else { return };
            for index in 0..(*length).min(MAX_LEAVES as u64) {
                let place = (offset + index * size, format!("{path}[{index}]"));
                gather(unit, element.ty, place, leaves);
            }
        }
        it => {
            let is_pointer = matches!(it, Type::Pointer(_));
            let leads_to = pointed_to(unit, ty);
            if let Some(len) = unit.types.size_of(ty) {
                // Of the members of a union, the first one.
                leaves.entry(offset).or_insert(Leaf { len, path, is_pointer, leads_to });
            }
        }
    }
}

/// The struct that a pointer leads to, as in `struct node`.
fn pointed_to(unit: &Unit, ty: TypeId) -> Option<String> {
    let record = unit.types.record(unit.types.pointee(ty)?.ty)?;
    let tag = unit.types.records[record].tag?;
    match unit.types.records[record].kind {
        c_syntax::ast::RecordKind::Struct => Some(format!("struct {}", &unit.symbols[tag])),
        c_syntax::ast::RecordKind::Union => None,
    }
}
