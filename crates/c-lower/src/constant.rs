//! Constants of static initialisers: numbers, and addresses with an offset.
//!
//! Sema evaluates them in terms of the unit; here they are put into terms of the program. What
//! cannot be evaluated has an unknown value, never a wrong one.

use c_sema::constant::{Base, Constant as CConstant, evaluate};
use c_sema::typed::{ExprId, ExprKind, LabelId};
use index::Id;

use crate::class::Class;
use crate::depth::with_stack;
use crate::unit::{Home, UnitLowering, function_id};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// Bits of the value's type.
    Bits(u128),
    Object(ir::ObjectId, i64),
    Function(ir::FunctionId),
}

/// The number that stands for the address of a label; never zero.
pub(crate) fn label_number(label: LabelId) -> u64 {
    label.index() as u64 + 1
}

impl UnitLowering<'_> {
    /// The value of a constant expression.
    pub(crate) fn constant(&mut self, expr: ExprId) -> Option<Constant> {
        let unit = self.unit;
        let Some(constant) = evaluate(unit, expr) else { return self.literal_constant(expr) };
        if let (CConstant::Int(bits), Class::Scalar(ir::Type::Pointer)) =
            (&constant, self.class(unit.exprs[expr].ty))
            && let Some((device, offset)) = self.device_at(*bits)
        {
            return Some(Constant::Object(device, offset));
        }
        match constant {
            CConstant::Int(bits) | CConstant::Float(bits) => Some(Constant::Bits(bits)),
            CConstant::Complex(..) => None,
            CConstant::Address { base, offset } => match base {
                Base::Object(object) => match self.homes[object] {
                    Some(Home::Object(memory)) => Some(Constant::Object(memory, offset)),
                    Some(Home::Register(_) | Home::PerThread(_) | Home::Pointed(_)) | None => None,
                },
                Base::Function(function) => {
                    (offset == 0).then_some(Constant::Function(function_id(function)))
                }
                Base::String(string) => Some(Constant::Object(self.string_object(string), offset)),
                Base::Label(label) => {
                    let word = self.program.model.size_type();
                    let number = i128::from(label_number(label)) + i128::from(offset);
                    Some(Constant::Bits(word.wrap(number)))
                }
            },
        }
    }

    /// A scalar compound literal: its value is that of its initialiser.
    fn literal_constant(&mut self, expr: ExprId) -> Option<Constant> {
        let unit = self.unit;
        let ExprKind::Load { place, .. } = unit.exprs[expr].kind else { return None };
        match &unit.exprs[place].kind {
            ExprKind::CompoundLiteral { init: Some(init), .. }
                if matches!(self.class(unit.exprs[expr].ty), Class::Scalar(_)) =>
            {
                let part = init.parts.first()?;
                with_stack(|| self.constant(part.value))
            }
            _ => None,
        }
    }
}
