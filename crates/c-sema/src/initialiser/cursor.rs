//! The current object of an initialiser list (C17 6.7.9p17): which part comes next.
//!
//! A stack of frames, one per aggregate that was entered because its braces were left out or a
//! designator named a part of it. The bottom frame is the aggregate of the braces themselves;
//! it is never left.

use c_syntax::ast::RecordKind;

use crate::initialiser::Target;
use crate::types::{ArrayLength, RecordId, Type, TypeId, Types};

/// The part that comes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub target: Target,
    /// The union that it is a member of, and the member's number.
    pub union: Option<(Target, u32)>,
}

#[derive(Debug)]
enum Position {
    Field {
        record: RecordId,
        next: u32,
    },
    /// `length` is unknown for an array that the initialiser completes.
    Element {
        element: TypeId,
        length: Option<u64>,
        next: u64,
    },
}

#[derive(Debug)]
struct Frame {
    ty: TypeId,
    offset: u64,
    position: Position,
    /// One more than the greatest index that was reached.
    extent: u64,
    /// How many further elements the current range has.
    n_repeated: u64,
}

/// Invariant: there is at least one frame.
#[derive(Debug)]
pub(super) struct Cursor {
    frames: Vec<Frame>,
}

impl Cursor {
    /// At the first part of an aggregate; `None` for scalars.
    pub fn new(types: &Types, target: Target) -> Option<Self> {
        Some(Self { frames: vec![frame(types, target)?] })
    }

    /// The next part, and moves on. Leaves aggregates that are full; `None` if the outermost is.
    pub fn next(&mut self, types: &Types) -> Option<Slot> {
        loop {
            let frame = self.frames.last_mut()?;
            match &mut frame.position {
                Position::Field { record, next } => {
                    let fields = types.fields(*record);
                    let is_union = types.records[*record].kind == RecordKind::Union;
                    if let Some(field) = fields.get(*next as usize) {
                        let target = Target {
                            ty: field.ty.ty,
                            offset: frame.offset.saturating_add(field.offset),
                            bits: field.bits,
                        };
                        let whole = Target { ty: frame.ty, offset: frame.offset, bits: None };
                        let union = is_union.then_some((whole, *next));
                        // Only one member of a union is initialised in order.
                        *next = if is_union { u32::MAX } else { *next + 1 };
                        return Some(Slot { target, union });
                    }
                }
                Position::Element { element, length, next } => {
                    if length.is_none_or(|length| *next < length) {
                        let size = types.size_of(*element).unwrap_or(0);
                        let offset = frame.offset.saturating_add(next.saturating_mul(size));
                        let target = Target { ty: *element, offset, bits: None };
                        *next = next.saturating_add(1);
                        frame.extent = frame.extent.max(*next);
                        return Some(Slot { target, union: None });
                    }
                }
            }
            if self.frames.len() == 1 {
                return None;
            }
            self.frames.pop();
        }
    }

    /// Whether the current aggregate has no next part.
    pub fn is_full(&self, types: &Types) -> bool {
        match &self.top().position {
            Position::Field { record, next } => *next as usize >= types.fields(*record).len(),
            Position::Element { length, next, .. } => length.is_some_and(|length| *next >= length),
        }
    }

    /// Enters a part that is an aggregate itself; false for scalars.
    pub fn descend(&mut self, types: &Types, target: Target) -> bool {
        match frame(types, target) {
            Some(frame) => {
                self.frames.push(frame);
                true
            }
            None => false,
        }
    }

    /// Back to the aggregate of the braces, where designators start.
    pub fn rewind(&mut self) {
        self.frames.truncate(1);
    }

    pub fn current_type(&self) -> TypeId {
        self.top().ty
    }

    /// Selects a member.
    pub fn select_field(&mut self, field: u32) {
        if let Some(frame) = self.frames.last_mut()
            && let Position::Field { next, .. } = &mut frame.position
        {
            *next = field;
        }
    }

    /// Selects element `low`; what follows continues after `high`.
    pub fn select_element(&mut self, low: u64, high: u64) {
        if let Some(frame) = self.frames.last_mut()
            && let Position::Element { next, .. } = &mut frame.position
        {
            *next = low;
            frame.n_repeated = high - low;
            frame.extent = frame.extent.max(high.saturating_add(1));
        }
    }

    /// After a range, what follows continues in its last element.
    pub fn leave_ranges(&mut self, types: &Types) {
        let mut shift: u64 = 0;
        for frame in &mut self.frames {
            frame.offset = frame.offset.saturating_add(shift);
            let n_repeated = std::mem::take(&mut frame.n_repeated);
            if let Position::Element { element, next, .. } = &mut frame.position {
                *next = next.saturating_add(n_repeated);
                let size = types.size_of(*element).unwrap_or(0);
                shift = shift.saturating_add(n_repeated.saturating_mul(size));
            }
        }
    }

    /// The length of the current array, if it is one: outer `None` for other types, inner `None`
    /// while unknown.
    pub fn array_length(&self) -> Option<Option<u64>> {
        match self.top().position {
            Position::Element { length, .. } => Some(length),
            Position::Field { .. } => None,
        }
    }

    /// Where the current aggregate starts.
    pub fn offset(&self) -> u64 {
        self.top().offset
    }

    /// Bytes from one element to the next.
    pub fn stride(&self, types: &Types) -> u64 {
        match self.top().position {
            Position::Element { element, .. } => types.size_of(element).unwrap_or(0),
            Position::Field { .. } => 0,
        }
    }

    /// How many elements the outermost array has at least.
    pub fn extent(&self) -> u64 {
        self.frames.first().map_or(0, |frame| frame.extent)
    }

    fn top(&self) -> &Frame {
        self.frames.last().expect("the aggregate of the braces is never left")
    }
}

fn frame(types: &Types, target: Target) -> Option<Frame> {
    let position = match types[target.ty] {
        Type::Record(record) => Position::Field { record, next: 0 },
        Type::Array { element, length } => Position::Element {
            element: element.ty,
            length: match length {
                ArrayLength::Known(length) => Some(length),
                ArrayLength::Unknown | ArrayLength::Variable(_) => None,
            },
            next: 0,
        },
        Type::Vector { element, lanes } => {
            Position::Element { element, length: Some(u64::from(lanes)), next: 0 }
        }
        _ => return None,
    };
    Some(Frame { ty: target.ty, offset: target.offset, position, extent: 0, n_repeated: 0 })
}
