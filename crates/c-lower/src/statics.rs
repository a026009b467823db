//! Objects that live as long as the program: globals, local statics, compound literals at file
//! scope.
//!
//! Two sweeps: first every object gets its home, then the initialisers are evaluated, which may
//! name any of them. An initialiser that cannot be evaluated, or is unreasonably large, makes
//! the contents unknown.

use c_sema::constant::{Base, Constant as CConstant, evaluate};
use c_sema::typed::{ExprKind, Init, InitPart, ObjectId};
use c_sema::types::{BitRange, Type as CType, TypeId};
use ir::{Contents, Initial, StaticBytes, StaticValue, Type};
use std::collections::BTreeMap;

use crate::bit_field::byte_count;
use crate::class::Class;
use crate::constant::Constant;
use crate::depth::with_stack;
use crate::facts::is_static_register;
use crate::reach::named_objects;
use crate::surroundings::Externals;
use crate::thread_local::MAX_THREADS;
use crate::unit::{Home, UnitLowering, is_static, is_undefined};

/// Static contents beyond this are taken as unknown rather than written out.
const MAX_BYTES: u64 = 1 << 26;

impl UnitLowering<'_> {
    pub(crate) fn lower_statics(&mut self) {
        let unit = self.unit;
        // A header declares objects that the program never looks at: they are no inputs of a run.
        let named = named_objects(unit);
        let is_there =
            |id: ObjectId| !is_undefined(unit.objects[id].duration) || named.contains(id);
        let statics: Vec<ObjectId> = unit
            .objects
            .iter()
            .filter(|(id, object)| is_static(object.duration) && is_there(*id))
            .map(|(id, _)| id)
            .collect();
        for &object in &statics {
            self.declare_static(object);
        }
        // A compound literal at file scope carries its initialiser in the expression.
        let mut literals: BTreeMap<ObjectId, &Init> = BTreeMap::new();
        for expr in unit.exprs.values() {
            if let ExprKind::CompoundLiteral { object, init: Some(init) } = &expr.kind
                && is_static(unit.objects[*object].duration)
            {
                literals.insert(*object, init);
            }
        }
        for &object in &statics {
            let init = unit.objects[object].init.as_ref().or(literals.get(&object).copied());
            self.initialise_static(object, init);
        }
    }

    fn declare_static(&mut self, object: ObjectId) {
        let unit = self.unit;
        let declared = &unit.objects[object];
        let name: Box<str> = unit.symbols[declared.name].into();
        let is_per_thread = self.is_per_thread(object);
        if is_per_thread && self.facts.thread_locals.is_in_function(object) {
            return;
        }
        let home = match self.class(declared.ty.ty) {
            Class::Scalar(ty)
                if !is_per_thread
                    && is_static_register(unit, &self.facts.open_objects, object)
                    && !self.is_constant_among_others(declared.ty) =>
            {
                Home::Register(self.program.vars.push(ir::Var {
                    name,
                    ty,
                    scope: ir::Scope::Global,
                    origin: ir::VarOrigin::Source,
                    span: declared.span,
                    initial: Initial::Unknown,
                }))
            }
            _ if is_per_thread => {
                let first = self.static_object(object, name.clone());
                for _ in 1..MAX_THREADS {
                    self.static_object(object, name.clone());
                }
                Home::PerThread(first)
            }
            _ => Home::Object(self.static_object(object, name)),
        };
        self.homes[object] = Some(home);
    }

    fn static_object(&mut self, object: ObjectId, name: Box<str>) -> ir::ObjectId {
        let declared = &self.unit.objects[object];
        let lowered = self.program.objects.push(ir::Object {
            name,
            size: self.unit.types.size_of(declared.ty.ty),
            align: power_of_two(declared.align),
            scope: ir::Scope::Global,
            span: declared.span,
            contents: Contents::Unknown,
            is_read_only: match self.surroundings.externals {
                Externals::Observed => self.is_constant_among_others(declared.ty),
                Externals::Pure | Externals::Havoc => self.is_constant_type(declared.ty),
            },
            is_visible: self.facts.open_objects.contains(object),
        });
        self.name_parts(lowered, self.unit.objects[object].ty.ty);
        lowered
    }

    /// Whether nobody changes it, although others may change what they like: then it is an object
    /// that knows so. A device may change what is `volatile`, even if it is `const`.
    fn is_constant_among_others(&self, ty: c_sema::types::QualType) -> bool {
        let mut at = ty;
        while let CType::Array { element, .. } = self.unit.types[at.ty] {
            if at.qualifiers.is_volatile {
                return false;
            }
            at = element;
        }
        self.surroundings.externals == Externals::Observed
            && self.is_constant_type(ty)
            && !at.qualifiers.is_volatile
    }

    pub(crate) fn is_constant_type(&self, ty: c_sema::types::QualType) -> bool {
        let mut at = ty;
        loop {
            if at.qualifiers.is_const {
                return true;
            }
            match self.unit.types[at.ty] {
                CType::Array { element, .. } => at = element,
                _ => return false,
            }
        }
    }

    fn initialise_static(&mut self, object: ObjectId, init: Option<&Init>) {
        let declared = &self.unit.objects[object];
        if is_undefined(declared.duration) {
            return;
        }
        if init.is_some_and(|init| self.has_label_difference(init)) {
            self.of_label_differences.insert(object);
        }
        match self.homes[object] {
            Some(Home::Register(var)) => {
                let value = match init.and_then(|init| init.parts.first()) {
                    None => Some(Constant::Bits(0)),
                    Some(part) => self.constant(part.value),
                };
                let ty = self.program.vars[var].ty;
                self.program.vars[var].initial = initial(value, ty);
            }
            Some(Home::Object(memory)) => {
                let Some(contents) = self.static_contents(init) else { return };
                self.give_contents(memory, contents);
            }
            Some(Home::PerThread(first)) => {
                let Some(contents) = self.static_contents(init) else { return };
                for instance in self.instances(first) {
                    self.give_contents(instance, contents.clone());
                }
            }
            Some(Home::Pointed(_)) | None => {}
        }
    }

    fn has_label_difference(&self, init: &Init) -> bool {
        init.parts.iter().any(|part| {
            let mut at = part.value;
            while let ExprKind::Convert { operand, .. } = self.unit.exprs[at].kind {
                at = operand;
            }
            let ExprKind::PointerDiff(left, _) = self.unit.exprs[at].kind else { return false };
            let left = evaluate(self.unit, left);
            matches!(left, Some(CConstant::Address { base: Base::Label(_), .. }))
        })
    }

    fn give_contents(&mut self, memory: ir::ObjectId, contents: Vec<StaticValue>) {
        let end = contents.iter().map(|value| end_of(value, self.program.model)).max();
        // A flexible array member makes the object longer than its type.
        let size = &mut self.program.objects[memory].size;
        *size = size.map(|size| size.max(end.unwrap_or(0)));
        self.program.objects[memory].contents = Contents::Static(contents);
    }

    fn static_contents(&mut self, init: Option<&Init>) -> Option<Vec<StaticValue>> {
        let mut image = Image::default();
        if let Some(init) = init {
            self.add_init(&mut image, 0, init)?;
        }
        Some(image.finish())
    }

    fn add_init(&mut self, image: &mut Image, base: u64, init: &Init) -> Option<()> {
        for part in &init.parts {
            let (count, stride) =
                part.repeat.map_or((1, 0), |repeat| (repeat.count, repeat.stride));
            if count.saturating_mul(stride) > MAX_BYTES {
                return None;
            }
            for index in 0..count {
                let offset = base.checked_add(part.offset)?.checked_add(index * stride)?;
                with_stack(|| self.add_part(image, offset, part))?;
            }
        }
        Some(())
    }

    fn add_part(&mut self, image: &mut Image, offset: u64, part: &InitPart) -> Option<()> {
        let unit = self.unit;
        match self.class(part.ty) {
            Class::Scalar(scalar) => {
                let value = self.constant(part.value)?;
                match (value, part.bits) {
                    (Constant::Bits(bits), Some(range)) => image.add_bits(offset, range, bits),
                    (_, Some(_)) => return None,
                    (Constant::Bits(bits), None) => {
                        let bytes = scalar.bytes(self.program.model)?;
                        image.add_bytes(offset, number_bytes(bits, bytes));
                    }
                    (Constant::Object(object, addend), None) => {
                        image.add(offset, StaticBytes::ObjectAddress(object, addend));
                    }
                    (Constant::Function(function), None) => {
                        image.add(offset, StaticBytes::FunctionAddress(function));
                    }
                }
            }
            Class::Memory(_) => match &unit.exprs[part.value].kind {
                ExprKind::String(string) => {
                    let bytes = &unit.strings[*string].bytes;
                    let length = self.string_length(part.ty, bytes.len());
                    image.add_bytes(offset, bytes[..length].to_vec());
                }
                ExprKind::CompoundLiteral { init, .. } => {
                    self.add_init(image, offset, init.as_ref()?)?;
                }
                ExprKind::Load { place, .. } => match &unit.exprs[*place].kind {
                    ExprKind::CompoundLiteral { init, .. } => {
                        self.add_init(image, offset, init.as_ref()?)?;
                    }
                    _ => return None,
                },
                _ => return None,
            },
            Class::Void => {}
        }
        Some(())
    }

    /// How many bytes of a literal its array takes.
    fn string_length(&self, array: TypeId, literal: usize) -> usize {
        match self.unit.types.size_of(array) {
            Some(size) => literal.min(usize::try_from(size).unwrap_or(usize::MAX)),
            None => literal,
        }
    }
}

fn initial(value: Option<Constant>, ty: Type) -> Initial {
    match (value, ty) {
        (Some(Constant::Bits(bits)), _) => Initial::Bits(bits),
        (Some(Constant::Object(object, addend)), Type::Pointer) => {
            Initial::ObjectAddress(object, addend)
        }
        (Some(Constant::Function(function)), Type::Pointer) => Initial::FunctionAddress(function),
        _ => Initial::Unknown,
    }
}

fn power_of_two(align: u64) -> u64 {
    if align.is_power_of_two() { align } else { 1 }
}

fn number_bytes(bits: u128, bytes: u64) -> Vec<u8> {
    // The x87 format has fewer bits than its 12 or 16 bytes; the rest is padding.
    bits.to_le_bytes().into_iter().take(bytes as usize).collect()
}

fn end_of(value: &StaticValue, model: ir::DataModel) -> u64 {
    let length = match &value.value {
        StaticBytes::Bytes(bytes) => bytes.len() as u64,
        StaticBytes::ObjectAddress(..) | StaticBytes::FunctionAddress(_) => model.pointer_bytes(),
    };
    value.offset.saturating_add(length)
}

/// The bytes of an object under construction.
#[derive(Default)]
struct Image {
    values: Vec<StaticValue>,
    /// Bytes that hold bit-fields, which several parts write.
    bits: BTreeMap<u64, u8>,
}

impl Image {
    fn add(&mut self, offset: u64, value: StaticBytes) {
        self.values.push(StaticValue { offset, value });
    }

    fn add_bytes(&mut self, offset: u64, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            self.add(offset, StaticBytes::Bytes(bytes.into()));
        }
    }

    fn add_bits(&mut self, offset: u64, range: BitRange, value: u128) {
        let mask = ir::IntType::unsigned(range.width.clamp(1, 128)).mask();
        let placed = ((value & mask) << range.start).to_le_bytes();
        for index in 0..byte_count(range) {
            let byte = placed.get(index as usize).copied().unwrap_or(0);
            *self.bits.entry(offset + index).or_default() |= byte;
        }
    }

    /// Sorted by offset, neighbours merged.
    fn finish(mut self) -> Vec<StaticValue> {
        for (offset, byte) in std::mem::take(&mut self.bits) {
            self.add_bytes(offset, vec![byte]);
        }
        self.values.sort_by_key(|value| value.offset);
        let mut merged: Vec<StaticValue> = Vec::new();
        let mut run: Option<(u64, Vec<u8>)> = None;
        for StaticValue { offset, value } in self.values {
            match (&mut run, value) {
                (Some((start, bytes)), StaticBytes::Bytes(more))
                    if *start + bytes.len() as u64 == offset =>
                {
                    bytes.extend_from_slice(&more);
                }
                (_, StaticBytes::Bytes(more)) => {
                    flush(&mut merged, &mut run);
                    run = Some((offset, more.into_vec()));
                }
                (_, address) => {
                    flush(&mut merged, &mut run);
                    merged.push(StaticValue { offset, value: address });
                }
            }
        }
        flush(&mut merged, &mut run);
        merged
    }
}

fn flush(merged: &mut Vec<StaticValue>, run: &mut Option<(u64, Vec<u8>)>) {
    if let Some((offset, bytes)) = run.take() {
        merged.push(StaticValue { offset, value: StaticBytes::Bytes(bytes.into()) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(start: u8, width: u8) -> BitRange {
        BitRange { start, width, neighbours: Default::default() }
    }

    #[test]
    fn neighbours_are_merged_and_bit_fields_share_a_byte() {
        let mut image = Image::default();
        image.add_bytes(4, vec![1, 2]);
        image.add_bits(7, bits(0, 3), 5);
        image.add_bits(7, bits(3, 7), 0x7f);
        image.add_bytes(6, vec![3]);
        let values = image.finish();
        let expected = StaticValue {
            offset: 4,
            value: StaticBytes::Bytes(vec![1, 2, 3, 0b1111_1101, 0b11].into()),
        };
        assert_eq!(values, [expected]);
    }
}
