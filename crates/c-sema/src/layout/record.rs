//! The layout of structs and unions, bit by bit as gcc does it.
//!
//! A cursor in bits moves over the members. An ordinary member goes to the next multiple of its
//! alignment. A bit-field goes right behind its predecessor, unless it would then cross more
//! boundaries of its declared type than that type has units; a bit-field of width zero moves the
//! cursor to the next boundary. `packed` takes alignments down to one byte and lets bit-fields
//! cross boundaries; `aligned` on a member wins over `packed`. `#pragma pack` wins over both, and
//! lets bit-fields cross boundaries, whatever its number; an `aligned` of the record is its own.
//!
//! ```text
//!   struct { char a; int b : 20; int c : 20; }      a at bit 0, b at 8, c at 32: size 8
//! ```
//!
//! The rules follow `place_field` and `layout_decl` of gcc's `stor-layout.c`, where the ABI's
//! text is silent (packed bit-fields, `aligned` bit-fields, unnamed ones).

use c_syntax::ast::RecordKind;
use source::{Span, Symbol};

use crate::types::{BitRange, Field, Neighbours, QualType, RecordLayout, Types};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Natural,
    Packed,
}

/// A member before its place is known.
#[derive(Clone, Debug)]
pub(crate) struct FieldSpec {
    pub name: Option<Symbol>,
    pub ty: QualType,
    pub span: Span,
    /// Width of a bit-field.
    pub width: Option<u8>,
    /// From `aligned` on the member itself.
    pub align: Option<u64>,
    /// From `aligned` on the typedef that names the type: replaces the type's own.
    pub type_align: Option<u64>,
    pub packing: Packing,
}

#[derive(Debug)]
pub(crate) struct RecordSpec {
    pub kind: RecordKind,
    pub packing: Packing,
    /// From `aligned` on the record: a lower bound.
    pub align: Option<u64>,
    /// From `#pragma pack`: no member is aligned to more.
    pub limit: Option<u64>,
    pub fields: Vec<FieldSpec>,
}

/// Where everything stands; `None` if the size exceeds the address space.
pub(crate) fn lay_out(types: &Types, spec: RecordSpec) -> Option<RecordLayout> {
    let mut cursor = Cursor { kind: spec.kind, bit: 0, end: 0, align: 1, limit: spec.limit };
    let mut fields: Vec<Field> = Vec::with_capacity(spec.fields.len());
    let mut locations = Locations::default();
    for field in spec.fields {
        let packing = match spec.packing {
            Packing::Packed => Packing::Packed,
            Packing::Natural => field.packing,
        };
        let (start, align) = match field.width {
            Some(width) => (cursor.place_bit_field(types, &field, packing, width)?, 1),
            None => cursor.place(types, &field, packing)?,
        };
        let goes_on = spec.kind == RecordKind::Struct && field.width.is_some_and(|width| width > 0);
        locations.place(start, field.width.filter(|_| goes_on));
        // An unnamed bit-field is padding; an unnamed member without width is a record.
        if field.width.is_none() || field.name.is_some() {
            let neighbours = Neighbours::default();
            let start_in_byte = (start % 8) as u8;
            let bits =
                field.width.map(|width| BitRange { start: start_in_byte, width, neighbours });
            fields.push(Field {
                name: field.name,
                ty: field.ty,
                offset: start / 8,
                bits,
                align,
                span: field.span,
            });
        }
    }
    for field in &mut fields {
        if let Some(bits) = &mut field.bits {
            bits.neighbours = locations.around(field.offset);
        }
    }
    let align = cursor.align.max(spec.align.unwrap_or(1));
    let size = cursor.end.div_ceil(8).checked_next_multiple_of(align)?;
    (size <= types.max_object_size()).then_some(RecordLayout { size, align, fields })
}

/// Sequences of adjacent bit-fields, in bits; in a union there are none.
#[derive(Default)]
struct Locations {
    found: Vec<std::ops::Range<u64>>,
    goes_on: bool,
}

impl Locations {
    /// The next member begins there; it has a width if it belongs to a sequence.
    fn place(&mut self, start: u64, width: Option<u8>) {
        let end = start + u64::from(width.unwrap_or(0));
        match (width, self.found.last_mut()) {
            (Some(_), Some(last)) if self.goes_on => last.end = end,
            (Some(_), _) => self.found.push(start..end),
            (None, _) => {}
        }
        self.goes_on = width.is_some();
    }

    /// What lies around the byte at this offset.
    fn around(&self, offset: u64) -> Neighbours {
        let is_around = |it: &&std::ops::Range<u64>| {
            it.start / 8 <= offset && offset < it.end.div_ceil(8).max(it.start / 8 + 1)
        };
        match self.found.iter().find(is_around) {
            Some(it) => {
                Neighbours { in_front: offset - it.start / 8, behind: it.end.div_ceil(8) - offset }
            }
            None => Neighbours::default(),
        }
    }
}

/// Invariant: `bit` is 0 for unions; `end` is the end of what was placed so far, in bits;
/// `align` is in bytes.
struct Cursor {
    kind: RecordKind,
    bit: u64,
    end: u64,
    align: u64,
    limit: Option<u64>,
}

impl Cursor {
    /// What `#pragma pack` leaves of an alignment.
    fn limited(&self, align: u64) -> u64 {
        self.limit.map_or(align, |limit| align.min(limit))
    }

    /// Where the member begins, in bits, and its alignment in bytes.
    fn place(&mut self, types: &Types, field: &FieldSpec, packing: Packing) -> Option<(u64, u64)> {
        let natural = field.type_align.or_else(|| types.align_of(field.ty.ty)).unwrap_or(1);
        let align = match (packing, field.align) {
            (Packing::Packed, Some(align)) => align,
            (Packing::Packed, None) => 1,
            (Packing::Natural, align) => align.unwrap_or(1).max(natural),
        };
        let align = self.limited(align);
        self.align = self.align.max(align);
        // A flexible array member has no size of its own.
        let size = types.size_of(field.ty.ty).unwrap_or(0);
        let start = self.bit.checked_next_multiple_of(align.checked_mul(8)?)?;
        Some((self.advance(start, size.checked_mul(8)?)?, align))
    }

    fn place_bit_field(
        &mut self,
        types: &Types,
        field: &FieldSpec,
        packing: Packing,
        width: u8,
    ) -> Option<u64> {
        let unit = types.size_of(field.ty.ty).unwrap_or(1) * 8;
        let natural = field.type_align.or_else(|| types.align_of(field.ty.ty)).unwrap_or(1);
        let mut start = self.bit;
        if width == 0 {
            // Not even `packed` changes what `int : 0` is there for.
            let align = field.align.unwrap_or(1).max(natural);
            return self.advance(start.checked_next_multiple_of(align * 8)?, 0);
        }
        let own = field.align.map(|align| self.limited(align));
        if let Some(align) = own {
            start = start.checked_next_multiple_of(align.checked_mul(8)?)?;
        }
        let unit_align = natural * 8;
        let crosses =
            (start % unit_align + u64::from(width)).div_ceil(unit_align) > unit / unit_align;
        // gcc treats a bit-field that fills a machine integer at its boundary as an integer.
        let is_integer =
            matches!(width, 8 | 16 | 32 | 64) && start.is_multiple_of(u64::from(width));
        if packing == Packing::Natural && self.limit.is_none() && crosses && !is_integer {
            start = start.checked_next_multiple_of(unit_align)?;
        }
        let type_share = match (packing, field.name) {
            (_, None) => 1,
            _ if self.limit.is_some() => self.limited(natural),
            (Packing::Natural, Some(_)) => natural,
            (Packing::Packed, Some(_)) => 1,
        };
        let own_share = if field.name.is_some() { own.unwrap_or(1) } else { 1 };
        self.align = self.align.max(type_share).max(own_share);
        self.advance(start, u64::from(width))
    }

    fn advance(&mut self, start: u64, bits: u64) -> Option<u64> {
        let end = start.checked_add(bits)?;
        self.end = self.end.max(end);
        if self.kind == RecordKind::Struct {
            self.bit = end;
        }
        Some(start)
    }
}
