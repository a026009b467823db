//! Expressions of the program, over the values that variables have on the way.

use ir::{Expr, ExprId, Type, VarId};
use rustc_hash::FxHashMap;

use crate::build::Builder;
use crate::expr::Ex;

impl Builder<'_> {
    /// An expression over the values that variables have now.
    pub(crate) fn value(
        &mut self,
        expr: ExprId,
        store: &FxHashMap<VarId, Ex>,
    ) -> Result<Ex, String> {
        let pointer = || Err("a pointer that is compared or computed with".to_owned());
        Ok(match self.program.exprs[expr] {
            Expr::Bool(value) => self.exprs.bool(value),
            Expr::Int(int, bits) if int.width <= 64 => self.exprs.int(int, int.value(bits)),
            Expr::Int(..) => return Err("an integer of more than 64 bits".to_owned()),
            Expr::Var(var) => match (store.get(&var), self.slots.of.get(&var)) {
                (Some(value), _) => *value,
                (None, Some(slot)) => self.exprs.slot(*slot),
                (None, None) => {
                    return Err(match self.program.vars[var].ty {
                        Type::Pointer => return pointer(),
                        Type::Float(_) => "a floating-point number".to_owned(),
                        Type::Bool | Type::Int(_) => "an integer of more than 64 bits".to_owned(),
                    });
                }
            },
            Expr::Neg(a) => {
                let a = self.value(a, store)?;
                self.exprs.neg(a)
            }
            Expr::BitNot(a) => {
                let a = self.value(a, store)?;
                self.exprs.bit_not(a)
            }
            Expr::Not(a) => {
                let a = self.value(a, store)?;
                self.exprs.not(a)
            }
            Expr::Arith(op, a, b) => {
                let (a, b) = (self.value(a, store)?, self.value(b, store)?);
                self.exprs.arith(op, a, b)
            }
            Expr::Compare(op, a, b) => {
                let (a, b) = (self.value(a, store)?, self.value(b, store)?);
                self.exprs.compare(op, a, b)
            }
            Expr::And(a, b) => {
                let (a, b) = (self.value(a, store)?, self.value(b, store)?);
                self.exprs.and(a, b)
            }
            Expr::Or(a, b) => {
                let (a, b) = (self.value(a, store)?, self.value(b, store)?);
                self.exprs.or(a, b)
            }
            Expr::Ite(c, a, b) => {
                let (c, a, b) =
                    (self.value(c, store)?, self.value(a, store)?, self.value(b, store)?);
                self.exprs.ite(c, a, b)
            }
            Expr::Convert(Type::Int(int), a) if int.width <= 64 => {
                let a = self.value(a, store)?;
                self.exprs.convert(int, a)
            }
            Expr::Float(..) | Expr::Bits(..) | Expr::Convert(Type::Float(_), _) => {
                return Err("a floating-point number".to_owned());
            }
            Expr::Convert(Type::Int(_), _) => {
                return Err("an integer of more than 64 bits".to_owned());
            }
            Expr::Null
            | Expr::ObjectAddress(_)
            | Expr::FunctionAddress(_)
            | Expr::PointerAdd(..)
            | Expr::PointerDiff(..)
            | Expr::Shadow(_)
            | Expr::Convert(Type::Pointer | Type::Bool, _) => return pointer(),
            Expr::Overflows(..) => return Err("a question about overflow".to_owned()),
        })
    }
}
