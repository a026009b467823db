//! Initialisers, flattened to what is written where.
//!
//! C lets braces be left out, and lets designators jump anywhere; [`cursor`] keeps the current
//! object of C17 6.7.9 as a stack of positions. What is written lands in [`parts`], which drops
//! what a later designator writes over. An array without length gets it from here.
//!
//! Two corners differ from gcc: a range does not make the unions in its further elements forget
//! their other members, and a string in such an element is replaced as a whole when a range
//! writes one of its characters.
//!
//! ```text
//!   struct { int a; struct { char b, c; } s[2]; } x = { 1, 2, 3, [0].c … }
//!                 parts:  a at 0 = 1,  s[0].b at 4 = 2,  s[0].c at 5 = 3, …
//! ```

mod constant_parts;
mod cursor;
mod parts;

use c_syntax::ast::{self, Designator, InitItem, InitKind};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::constant;
use crate::initialiser::cursor::{Cursor, Slot};
use crate::initialiser::parts::Parts;
use crate::typed::{ExprKind, Init, InitPart, Repeat};
use crate::types::{ArrayLength, BitRange, QualType, Type, TypeId};

/// What is initialised decides whether values must be constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InitStorage {
    Static,
    Automatic,
}

/// A stretch of the object that an initialiser speaks of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub ty: TypeId,
    pub offset: u64,
    pub bits: Option<BitRange>,
}

impl<'a> Analyser<'a> {
    /// The initialiser of an object of type `ty`, and the type it is complete with.
    pub fn initialise(
        &mut self,
        ty: QualType,
        init: ast::InitId,
        storage: InitStorage,
    ) -> (Init, TypeId) {
        let ast = self.ast;
        let mut parts = Parts::default();
        let target = Target { ty: ty.ty, offset: 0, bits: None };
        let (completed, zeroes_rest) = match &ast.inits[init].kind {
            InitKind::Expr(expr) => {
                let operand = self.initial_expr(*expr);
                self.whole(target, operand, &mut parts)
            }
            InitKind::List(items) => {
                let span = ast.inits[init].span;
                (self.braced(target, items, span, &mut parts), true)
            }
        };
        let mut parts = parts.finish();
        match storage {
            InitStorage::Static => parts = self.constant_parts(parts),
            InitStorage::Automatic => self.check_extent(completed, &parts, ast.inits[init].span),
        }
        (Init { zeroes_rest, parts }, completed)
    }

    /// A flexible array member has no room in an automatic object.
    fn check_extent(&mut self, ty: TypeId, parts: &[InitPart], span: Span) {
        let Some(size) = self.types().size_of(ty) else {
            return;
        };
        if parts.iter().any(|part| part.offset >= size.max(1)) {
            self.report(
                Diagnostic::error("E0250", span, "an automatic flexible array is initialised")
                    .label("only objects with static storage have room for it"),
            );
        }
    }

    /// `int x = e`, `char s[] = "…"`, `struct s a = b`: the whole object from one expression.
    fn whole(&mut self, target: Target, operand: Operand, parts: &mut Parts) -> (TypeId, bool) {
        if self.is_error(operand) || self.types().is_error(target.ty) {
            return (target.ty, false);
        }
        if let Some((ty, is_short)) = self.string_part(target, operand, parts) {
            return (ty, is_short);
        }
        if self.types().is_array(target.ty) {
            if let Some(ty) = self.array_literal_part(target, operand, parts) {
                return (ty, true);
            }
            let span = self.span(operand);
            let text = self.type_text(target.ty);
            self.report(
                Diagnostic::error("E0250", span, format!("`{text}` needs a list in braces"))
                    .label("an array cannot be initialised by this"),
            );
            return (target.ty, false);
        }
        self.scalar_part(target, operand, parts);
        (target.ty, false)
    }

    /// One value for one scalar or record.
    fn scalar_part(&mut self, target: Target, operand: Operand, parts: &mut Parts) {
        let value = self.rvalue(operand);
        let value = self.assign_convert(value, target.ty, "an initialiser");
        if !self.is_error(value) {
            self.push_part(target, value, parts);
        }
    }

    fn push_part(&mut self, target: Target, value: Operand, parts: &mut Parts) {
        let size = self.types().size_of(target.ty).unwrap_or(0);
        let part = InitPart {
            offset: target.offset,
            bits: target.bits,
            ty: target.ty,
            value: value.id,
            repeat: None,
        };
        parts.push(part, size);
    }

    /// A string literal for an array of characters; the completed type, and whether the literal
    /// leaves room.
    fn string_part(
        &mut self,
        target: Target,
        operand: Operand,
        parts: &mut Parts,
    ) -> Option<(TypeId, bool)> {
        let Type::Array { element, length } = self.types()[target.ty] else {
            return None;
        };
        let ExprKind::String(string) = self.out.exprs[operand.id].kind else {
            return None;
        };
        let Type::Array { element: unit, length: ArrayLength::Known(n_units) } =
            self.types()[operand.ty]
        else {
            return None;
        };
        let size = self.types().size_of(unit.ty)?;
        let is_character = match self.types()[element.ty] {
            Type::Int(kind) if size == 1 => kind.bytes(self.types().model) == 1,
            _ => self.types().compatible(element.ty, unit.ty),
        };
        if !is_character {
            return None;
        }
        let n_wanted = match length {
            ArrayLength::Known(length) => length,
            ArrayLength::Unknown | ArrayLength::Variable(_) => n_units,
        };
        let n_written = n_units.min(n_wanted);
        // What does not fit is cut off, the terminating zero first.
        let value = if n_written < n_units {
            let n_bytes = usize::try_from(n_written * size).ok()?;
            let bytes = self.out.strings[string].bytes.get(..n_bytes)?.into();
            let cut = self.out.strings.push(crate::typed::StringLiteral { bytes, align: size });
            let ty = Type::Array { element: unit, length: ArrayLength::Known(n_written) };
            let ty = self.out.types.intern(ty);
            let span = self.span(operand);
            self.place(ExprKind::String(cut), QualType::plain(ty), span)
        } else {
            operand
        };
        // A short string zeroes the rest of its array.
        parts.clear(target.offset, n_wanted.saturating_mul(size));
        if n_written > 0 {
            let part_target = Target { ty: value.ty, ..target };
            self.push_part(part_target, value, parts);
        }
        let ty = match length {
            ArrayLength::Known(_) => target.ty,
            _ => {
                self.out.types.intern(Type::Array { element, length: ArrayLength::Known(n_units) })
            }
        };
        Some((ty, n_written < n_wanted))
    }

    /// GNU's `int a[] = (int[]){1, 2}`: the literal's parts become those of the array.
    fn array_literal_part(
        &mut self,
        target: Target,
        operand: Operand,
        parts: &mut Parts,
    ) -> Option<TypeId> {
        if !self.types().compatible(target.ty, operand.ty) {
            return None;
        }
        let inner = self.take_literal_init(operand.id)?;
        for mut part in inner.parts {
            part.offset += target.offset;
            let size = self.types().size_of(part.ty).unwrap_or(0);
            parts.push(part, size);
        }
        Some(self.out.types.composite(target.ty, operand.ty))
    }

    /// A list in braces. Returns the type, completed if its length was unknown.
    fn braced(
        &mut self,
        target: Target,
        items: &'a [InitItem],
        span: Span,
        parts: &mut Parts,
    ) -> TypeId {
        crate::depth::with_stack(|| {
            if self.types().is_error(target.ty) {
                for item in items {
                    self.discard(item.init);
                }
                return target.ty;
            }
            match Cursor::new(self.types(), target) {
                Some(cursor) => self.aggregate(cursor, target, items, parts),
                None => {
                    self.braced_scalar(target, items, span, parts);
                    target.ty
                }
            }
        })
    }

    /// `int x = { 1 }`; also `char s[] = { "text" }` inside [`aggregate`](Self::aggregate).
    fn braced_scalar(
        &mut self,
        target: Target,
        items: &'a [InitItem],
        span: Span,
        parts: &mut Parts,
    ) {
        let ast = self.ast;
        let Some(first) = items.first() else {
            self.report(
                Diagnostic::error("E0250", span, "an empty list initialises a scalar")
                    .label("a value is expected"),
            );
            return;
        };
        match &ast.inits[first.init].kind {
            InitKind::Expr(expr) => {
                let operand = self.initial_expr(*expr);
                if !self.is_error(operand) {
                    self.scalar_part(target, operand, parts);
                }
            }
            InitKind::List(inner) => {
                let span = ast.inits[first.init].span;
                self.braced(target, inner, span, parts);
            }
        }
        for item in &items[1..] {
            self.discard(item.init);
        }
    }

    fn aggregate(
        &mut self,
        cursor: Cursor,
        target: Target,
        items: &'a [InitItem],
        parts: &mut Parts,
    ) -> TypeId {
        let ast = self.ast;
        // `char s[] = { "text" }`
        if let [only] = items
            && only.designators.is_empty()
            && let InitKind::Expr(expr) = ast.inits[only.init].kind
            && matches!(ast.exprs[expr].kind, ast::ExprKind::String(_))
        {
            let operand = self.expr(expr);
            if let Some((ty, _)) = self.string_part(target, operand, parts) {
                return ty;
            }
            let mut cursor = cursor;
            self.item_expr(&mut cursor, operand, parts);
            return self.completed(target.ty, cursor.extent());
        }
        let mut cursor = cursor;
        for item in items {
            if self.diagnostics.is_full() {
                break;
            }
            self.item(&mut cursor, item, parts);
        }
        self.completed(target.ty, cursor.extent())
    }

    /// Gives an array of unknown length the number of elements that were initialised.
    fn completed(&mut self, ty: TypeId, n_elements: u64) -> TypeId {
        match self.types()[ty] {
            Type::Array { element, length: ArrayLength::Unknown } => {
                let size = self.types().size_of(element.ty).unwrap_or(1);
                let limit = self.types().max_object_size();
                let fits = n_elements.checked_mul(size).is_some_and(|n_bytes| n_bytes <= limit);
                let length = if fits { n_elements } else { 0 };
                self.out.types.intern(Type::Array { element, length: ArrayLength::Known(length) })
            }
            _ => ty,
        }
    }

    fn item(&mut self, cursor: &mut Cursor, item: &'a InitItem, parts: &mut Parts) {
        let ast = self.ast;
        let init = &ast.inits[item.init];
        let mut ranges = Vec::new();
        if !item.designators.is_empty()
            && !self.designate(cursor, &item.designators, init.span, parts, &mut ranges)
        {
            self.discard(item.init);
            return;
        }
        // A range writes its first element; the part is then repeated.
        let mut own = Parts::default();
        let into = if ranges.is_empty() { &mut *parts } else { &mut own };
        match &init.kind {
            InitKind::List(inner) => match self.next_target(cursor, into) {
                Some(target) => {
                    if !item.designators.is_empty() {
                        let size = self.types().size_of(target.ty).unwrap_or(0);
                        into.clear(target.offset, size);
                    }
                    self.braced(target, inner, init.span, into);
                }
                None => {
                    self.report(
                        Diagnostic::error(
                            "E0250",
                            init.span,
                            "a list with nothing left to take it",
                        )
                        .label("everything is initialised already"),
                    );
                    self.discard(item.init);
                }
            },
            InitKind::Expr(expr) => {
                let operand = self.initial_expr(*expr);
                if !self.is_error(operand) {
                    self.item_expr(cursor, operand, into);
                }
            }
        }
        if !ranges.is_empty() {
            cursor.leave_ranges(self.types());
            for (offset, size) in own.take_cleared() {
                // Whole elements of the innermost range are one stretch.
                let (size, outer) = match ranges.split_last() {
                    Some((last, outer)) if last.stride == size => {
                        (size.saturating_mul(last.count), outer)
                    }
                    _ => (size, &ranges[..]),
                };
                for offset in self.range_offsets(offset, outer, init.span) {
                    parts.clear(offset, size);
                }
            }
            for (part, size) in own.finish_with_sizes() {
                self.repeat_part(part, size, &ranges, init.span, parts);
            }
        }
    }

    /// Writes a part once for every element of the ranges around it.
    fn repeat_part(
        &mut self,
        part: InitPart,
        size: u64,
        ranges: &[Repeat],
        span: Span,
        parts: &mut Parts,
    ) {
        // The innermost range is kept as one; strings are written out, so that a designator can
        // replace a character.
        let (kept, expanded) = match ranges.split_last() {
            Some((last, outer))
                if part.repeat.is_none() && !self.types().is_array(part.ty) && last.count > 1 =>
            {
                (Some(*last), outer)
            }
            _ => (part.repeat, ranges),
        };
        for offset in self.range_offsets(part.offset, expanded, span) {
            let InitPart { bits, ty, value, .. } = part;
            parts.push(InitPart { offset, bits, ty, value, repeat: kept }, size);
        }
    }

    /// The places of all copies of what stands at `offset` in the first elements of the ranges.
    fn range_offsets(&mut self, offset: u64, ranges: &[Repeat], span: Span) -> Vec<u64> {
        /// More copies than any program means.
        const MAX_COPIES: u64 = 1 << 20;
        let n_copies = ranges.iter().fold(1u64, |n, range| n.saturating_mul(range.count));
        if n_copies > MAX_COPIES {
            self.report(
                Diagnostic::error("E0251", span, "the ranges repeat too often")
                    .label(format!("{n_copies} copies")),
            );
            return Vec::new();
        }
        let mut offsets = vec![offset];
        for range in ranges {
            offsets = offsets
                .iter()
                .flat_map(|&offset| (0..range.count).map(move |copy| offset + copy * range.stride))
                .collect();
        }
        offsets
    }

    /// The next part. A union forgets what another member of it was initialised to.
    fn next_target(&mut self, cursor: &mut Cursor, parts: &mut Parts) -> Option<Target> {
        let Slot { target, union } = cursor.next(self.types())?;
        if let Some((whole, member)) = union {
            let size = self.types().size_of(whole.ty).unwrap_or(0);
            parts.activate((whole.offset, whole.ty), member, size);
        }
        Some(target)
    }

    /// Puts a value at the cursor, descending into aggregates whose braces were left out.
    fn item_expr(&mut self, cursor: &mut Cursor, operand: Operand, parts: &mut Parts) {
        loop {
            // Excess values are accepted, and ignored.
            let Some(target) = self.next_target(cursor, parts) else {
                return;
            };
            let before = self.types()[target.ty].clone();
            if self.string_part(target, operand, parts).is_some() {
                return;
            }
            let is_aggregate =
                matches!(before, Type::Array { .. } | Type::Record(_) | Type::Vector { .. });
            let fits_whole = matches!(before, Type::Record(_) | Type::Vector { .. })
                && self.types().compatible(operand.ty, target.ty);
            if !is_aggregate || fits_whole {
                self.scalar_part(target, operand, parts);
                return;
            }
            if matches!(before, Type::Array { .. })
                && self.array_literal_part(target, operand, parts).is_some()
            {
                return;
            }
            if self.types().is_transparent_union(target.ty)
                && self.types().record(operand.ty).is_some()
            {
                self.scalar_part(target, operand, parts);
                return;
            }
            self.split_string(target.offset, parts);
            cursor.descend(self.types(), target);
            // An aggregate without parts swallows the value, as in gcc. This also ends the
            // search in an array of such things, however many there are.
            if cursor.is_full(self.types()) {
                return;
            }
        }
    }

    /// Moves the cursor to what the designators name; false after an error.
    fn designate(
        &mut self,
        cursor: &mut Cursor,
        designators: &'a [Designator],
        span: Span,
        parts: &mut Parts,
        ranges: &mut Vec<Repeat>,
    ) -> bool {
        cursor.rewind();
        for (index, designator) in designators.iter().enumerate() {
            if index > 0 {
                let Some(target) = self.next_target(cursor, parts) else {
                    return false;
                };
                if !cursor.descend(self.types(), target) {
                    return self.not_designated(target.ty, span);
                }
            }
            match *designator {
                Designator::Field(name) => {
                    let Some(record) = self.types().record(cursor.current_type()) else {
                        return self.not_designated(cursor.current_type(), span);
                    };
                    let Some(path) = self.types().find_field(record, name.symbol) else {
                        self.unknown_member(record, name);
                        return false;
                    };
                    for (depth, &field) in path.iter().enumerate() {
                        if depth > 0
                            && let Some(target) = self.next_target(cursor, parts)
                        {
                            cursor.descend(self.types(), target);
                        }
                        cursor.select_field(field);
                    }
                }
                Designator::Index(low) => {
                    let Some(low) = self.designated_index(cursor, low) else {
                        return false;
                    };
                    self.split_string(cursor.offset(), parts);
                    cursor.select_element(low, low);
                }
                Designator::Range(low, high) => {
                    let (Some(low), Some(high)) =
                        (self.designated_index(cursor, low), self.designated_index(cursor, high))
                    else {
                        return false;
                    };
                    if high < low {
                        self.report(
                            Diagnostic::error("E0251", span, "the range is empty")
                                .label(format!("{low} ... {high}")),
                        );
                        return false;
                    }
                    self.split_string(cursor.offset(), parts);
                    let stride = cursor.stride(self.types());
                    ranges.push(Repeat { count: high - low + 1, stride });
                    cursor.select_element(low, high);
                }
            }
        }
        true
    }

    /// A string whose characters a designator is about to replace becomes single characters.
    fn split_string(&mut self, offset: u64, parts: &mut Parts) {
        let types = &self.out.types;
        let Some(part) = parts.take(offset, |part| types.is_array(part.ty)) else {
            return;
        };
        let (ExprKind::String(string), Type::Array { element, .. }) =
            (&self.out.exprs[part.value].kind, &self.types()[part.ty])
        else {
            return;
        };
        let (string, ty) = (*string, element.ty);
        let span = self.out.exprs[part.value].span;
        let size = self.types().size_of(ty).unwrap_or(1);
        let bytes = self.out.strings[string].bytes.clone();
        for (index, unit) in bytes.chunks(size as usize).enumerate() {
            let bits = unit.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
            let value = self.value(ExprKind::Int(bits), ty, span);
            let target = Target { ty, offset: offset + index as u64 * size, bits: None };
            self.push_part(target, value, parts);
        }
    }

    fn designated_index(&mut self, cursor: &Cursor, expr: ast::ExprId) -> Option<u64> {
        let span = self.ast.exprs[expr].span;
        let operand = self.rvalue_of(expr);
        if self.is_error(operand) {
            return None;
        }
        let Some(length) = cursor.array_length() else {
            self.not_designated(cursor.current_type(), span);
            return None;
        };
        let value = constant::evaluate_int(&self.out, operand.id);
        let index = value.and_then(|value| u64::try_from(value).ok());
        let limit = length.unwrap_or(self.types().max_object_size());
        match index {
            Some(index) if index < limit => Some(index),
            _ => {
                let what = match value {
                    Some(value) => format!("the index {value} is outside of the array"),
                    None => "the index is not constant".to_owned(),
                };
                self.report(Diagnostic::error("E0251", span, what).label("this index"));
                None
            }
        }
    }

    fn not_designated(&mut self, ty: TypeId, span: Span) -> bool {
        if !self.types().is_error(ty) {
            let text = self.type_text(ty);
            self.report(
                Diagnostic::error("E0251", span, format!("`{text}` has no such part"))
                    .label("the designator does not fit the type"),
            );
        }
        false
    }

    /// The expression of an initialiser; that of `__auto_type` was read already.
    fn initial_expr(&mut self, expr: ast::ExprId) -> Operand {
        match self.auto_init.take() {
            Some((known, operand)) if known == expr => operand,
            _ => self.expr(expr),
        }
    }

    /// Reads an initialiser that initialises nothing, for its errors.
    fn discard(&mut self, init: ast::InitId) {
        let ast = self.ast;
        match &ast.inits[init].kind {
            InitKind::Expr(expr) => {
                self.rvalue_of(*expr);
            }
            InitKind::List(items) => crate::depth::with_stack(|| {
                for item in items {
                    self.discard(item.init);
                }
            }),
        }
    }
}
