//! Initialisers of objects with static storage: every part must be constant.
//!
//! gcc accepts a compound literal as the value of a record there, although C does not call it
//! constant; its parts are spliced in.

use source::Diagnostic;

use crate::analyser::Analyser;
use crate::constant;
use crate::typed::{Conversion, ExprId, ExprKind, Init, InitPart};

impl<'a> Analyser<'a> {
    /// The parts with literals spliced in; reports parts that are not constant.
    pub(super) fn constant_parts(&mut self, parts: Vec<InitPart>) -> Vec<InitPart> {
        let mut result = Vec::with_capacity(parts.len());
        for part in parts {
            self.constant_part(part, &mut result);
        }
        result
    }

    fn constant_part(&mut self, part: InitPart, result: &mut Vec<InitPart>) {
        let is_string = matches!(self.out.exprs[part.value].kind, ExprKind::String(_));
        if is_string || self.is_link_time_constant(part.value) {
            result.push(part);
            return;
        }
        if let ExprKind::Load { place, .. } = self.out.exprs[part.value].kind
            && let Some(inner) = self.take_literal_init(place)
            && part.repeat.is_none()
        {
            for mut inner_part in inner.parts {
                inner_part.offset += part.offset;
                self.constant_part(inner_part, result);
            }
            return;
        }
        let span = self.out.exprs[part.value].span;
        if let Some(value) = self.read_const_objects(part.value) {
            result.push(InitPart { value, ..part });
            return;
        }
        self.report(
            Diagnostic::error("E0220", span, "the initialiser is not constant")
                .label("must be known before the program runs"),
        );
    }

    /// The value as a literal, if it is one of `const` objects.
    fn read_const_objects(&mut self, value: ExprId) -> Option<ExprId> {
        let kind = match constant::evaluate_initialiser(&self.out, value)? {
            constant::Constant::Int(bits) => ExprKind::Int(bits),
            constant::Constant::Float(bits) => ExprKind::Float(bits),
            constant::Constant::Complex(..) | constant::Constant::Address { .. } => return None,
        };
        let (ty, span) = (self.out.exprs[value].ty, self.out.exprs[value].span);
        Some(self.push_expr(kind, ty, span))
    }

    fn is_link_time_constant(&self, value: ExprId) -> bool {
        if constant::evaluate(&self.out, value).is_some() {
            return true;
        }
        match self.out.exprs[value].kind {
            // Differences of labels are filled in by the assembler.
            ExprKind::PointerDiff(lhs, rhs) => [lhs, rhs].into_iter().all(|side| {
                matches!(
                    constant::evaluate(&self.out, side),
                    Some(constant::Constant::Address { base: constant::Base::Label(_), .. })
                )
            }),
            ExprKind::Convert { conversion, operand } => {
                let is_splice = matches!(
                    conversion,
                    Conversion::ToUnion | Conversion::Bits | Conversion::Complex
                );
                let inner = &self.out.exprs[operand].kind;
                (is_splice || matches!(inner, ExprKind::PointerDiff(..)))
                    && self.is_link_time_constant(operand)
            }
            _ => false,
        }
    }

    /// The initialiser of a compound literal, which then is initialised where it is spliced in.
    pub(super) fn take_literal_init(&mut self, place: ExprId) -> Option<Init> {
        let ExprKind::CompoundLiteral { object, init } = &mut self.out.exprs[place].kind else {
            return None;
        };
        match init.take() {
            Some(init) => Some(init),
            None => self.out.objects[*object].init.take(),
        }
    }
}
