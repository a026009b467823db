//! Whether arguments have the types that a literal format asks for: else the behaviour is undefined
//! (C17 7.21.6.1p9, 7.21.6.2p12).
//!
//! Signed and unsigned integers are one here, since most of their values are, and so are all pointers
//! for `%p`; the guide says so.

use c_sema::typed::ExprId;
use c_sema::types::{FloatKind, IntKind, Type as CType, TypeId};
use verdict::CheckKind;

use super::format::{Conversion, Count, Size};
use crate::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    /// Checks the arguments of one conversion of an output format.
    pub(super) fn check_output_types(&mut self, conversion: &Conversion, arguments: &[ExprId]) {
        let Some((&argument, stars)) = arguments.split_last() else { return };
        let unit = self.unit();
        let is_int = |argument: &ExprId| self.is_integer(unit.exprs[*argument].ty, Size::Int);
        let ty = unit.exprs[argument].ty;
        let fits = match conversion.letter {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => self.is_integer(ty, conversion.size),
            b'c' => self.is_integer(ty, Size::Int),
            b's' => self.points_to_characters(ty),
            b'p' => matches!(unit.types[ty], CType::Pointer(_)),
            b'n' => self.points_to_integer(ty, conversion.size),
            _ => self.is_float(ty, conversion.size == Size::LongDouble),
        };
        let misfit = match fits {
            true => stars.iter().find(|star| !is_int(star)).copied(),
            false => Some(argument),
        };
        self.check_argument_fits(conversion, misfit);
    }

    /// Checks where one conversion of an input format stores.
    pub(super) fn check_input_type(&mut self, conversion: &Conversion, argument: ExprId) {
        let unit = self.unit();
        let ty = unit.exprs[argument].ty;
        let pointee = unit.types.pointee(ty).map(|pointee| &unit.types[pointee.ty]);
        let fits = match conversion.letter {
            b's' | b'[' | b'c' => self.points_to_characters(ty),
            b'p' => matches!(pointee, Some(CType::Pointer(_))),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let kind = match conversion.size {
                    Size::Long => FloatKind::Double,
                    Size::LongDouble => FloatKind::LongDouble,
                    _ => FloatKind::Float,
                };
                matches!(pointee, Some(CType::Float(found)) if *found == kind)
            }
            _ => self.points_to_integer(ty, conversion.size),
        };
        self.check_argument_fits(conversion, (!fits).then_some(argument));
    }

    fn check_argument_fits(&mut self, conversion: &Conversion, misfit: Option<ExprId>) {
        let Some(argument) = misfit.filter(|_| self.wants(CheckKind::Undefined)) else { return };
        let letter = char::from(conversion.letter);
        let size = match conversion.size {
            Size::Char => "hh",
            Size::Short => "h",
            Size::Int => "",
            Size::Long => "l",
            Size::LongLong => "ll",
            Size::Max => "j",
            Size::Pointer => "z",
            Size::LongDouble => "L",
        };
        let width = if conversion.width == Count::Argument { "*" } else { "" };
        let call = self.excerpt();
        let unit = self.unit();
        let argument = &unit.exprs[argument];
        let (ty, written) =
            (unit.types.display(&unit.symbols, argument.ty), self.excerpt_of(argument.span));
        let text = format!(
            "an argument of `{call}` has the type that `%{width}{size}{letter}` asks for \
             (`{written}`: `{ty}`)"
        );
        self.check_never(CheckKind::Undefined, text);
    }

    /// After promotion.
    fn is_integer(&self, ty: TypeId, size: Size) -> bool {
        let types = &self.unit().types;
        let Some(kind) = types.int_kind(ty) else { return false };
        match size {
            Size::Char | Size::Short | Size::Int => matches!(kind, IntKind::Int | IntKind::UInt),
            Size::Long => matches!(kind, IntKind::Long | IntKind::ULong),
            Size::LongLong => matches!(kind, IntKind::LongLong | IntKind::ULongLong),
            Size::Max if types.size_of(types.size_type()) == Some(8) => {
                self.is_integer(ty, Size::Long)
            }
            Size::Max => self.is_integer(ty, Size::LongLong),
            Size::Pointer => match types.int_kind(types.size_type()) {
                Some(IntKind::ULong) => self.is_integer(ty, Size::Long),
                Some(IntKind::ULongLong) => self.is_integer(ty, Size::LongLong),
                _ => self.is_integer(ty, Size::Int),
            },
            Size::LongDouble => false,
        }
    }

    fn points_to_integer(&self, ty: TypeId, size: Size) -> bool {
        let types = &self.unit().types;
        let Some(pointee) = types.pointee(ty) else { return false };
        let Some(kind) = types.int_kind(pointee.ty) else { return false };
        match size {
            Size::Char => kind.bytes(types.model) == 1,
            Size::Short => matches!(kind, IntKind::Short | IntKind::UShort),
            _ => self.is_integer(pointee.ty, size),
        }
    }

    fn points_to_characters(&self, ty: TypeId) -> bool {
        let types = &self.unit().types;
        types.pointee(ty).is_some_and(|pointee| match types[pointee.ty] {
            CType::Void => true,
            _ => types.int_kind(pointee.ty).is_some_and(|kind| kind.bytes(types.model) == 1),
        })
    }

    fn is_float(&self, ty: TypeId, is_long: bool) -> bool {
        let kind = if is_long { FloatKind::LongDouble } else { FloatKind::Double };
        matches!(self.unit().types[ty], CType::Float(found) if found == kind)
    }
}
