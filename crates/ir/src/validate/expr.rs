//! Rules E1 to E10: types of expressions.
//!
//! One sweep over the pool in the order of ids: operands come first (E10), so the type of each
//! node is known from a table and nothing recurses.

use index::IndexVec;

use super::{Place, Report};
use crate::expr::{ArithOp, CompareOp, Expr, ExprId, OverflowOp};
use crate::program::Program;
use crate::text::ExprPrinter;
use crate::types::{IntType, Type};

/// The type of every expression, or `None` if a reference dangles.
pub(super) fn check_pool(program: &Program, report: &mut Report) -> Option<IndexVec<ExprId, Type>> {
    let mut types: IndexVec<ExprId, Type> = IndexVec::with_capacity(program.exprs.len());
    for (id, expr) in program.exprs.iter() {
        if expr.operands().any(|operand| operand >= id) {
            report.add("E10", Place::Program, format!("{id} uses an expression behind itself"));
            return None;
        }
        if !references_exist(program, *expr) {
            report.add("V1", Place::Program, format!("{id} names something that does not exist"));
            return None;
        }
        let (ty, broken) = judge(program, &types, *expr);
        if let Some((rule, message)) = broken {
            let text = ExprPrinter::new(program).print(id);
            report.add(rule, Place::Expr(text), message);
        }
        types.push(ty);
    }
    Some(types)
}

fn references_exist(program: &Program, expr: Expr) -> bool {
    match expr {
        Expr::Var(var) => program.vars.contains_id(var),
        Expr::ObjectAddress(object) => program.objects.contains_id(object),
        Expr::FunctionAddress(function) => program.functions.contains_id(function),
        _ => true,
    }
}

type Broken = Option<(&'static str, String)>;

/// The type of a node whose operands are in the table, and the rule it breaks.
fn judge(program: &Program, types: &IndexVec<ExprId, Type>, expr: Expr) -> (Type, Broken) {
    let ty = |id: ExprId| types[id];
    let unless = |holds: bool, rule: &'static str, message: &str| {
        (!holds).then(|| (rule, message.to_owned()))
    };
    let is_int = |ty: Type| ty.as_int().is_some();
    match expr {
        Expr::Bool(_) => (Type::Bool, None),
        Expr::Int(int, bits) => {
            let holds = is_int_type(int) && bits & !int.mask() == 0;
            (Type::Int(int), unless(holds, "E1", "bits outside the width"))
        }
        Expr::Float(float, bits) => {
            let holds = float.bits() == 128 || bits >> float.bits() == 0;
            (Type::Float(float), unless(holds, "E1", "bits outside the format"))
        }
        Expr::Null | Expr::ObjectAddress(_) | Expr::FunctionAddress(_) => (Type::Pointer, None),
        Expr::Var(var) => (program.vars[var].ty, None),
        Expr::Neg(a) => {
            let holds = is_int(ty(a)) || matches!(ty(a), Type::Float(_));
            (ty(a), unless(holds, "E2", "negation of what is no number"))
        }
        Expr::BitNot(a) => (ty(a), unless(is_int(ty(a)), "E2", "`~` of what is no integer")),
        Expr::Not(a) => {
            (Type::Bool, unless(ty(a) == Type::Bool, "E2", "`!` of what is no truth value"))
        }
        Expr::And(a, b) | Expr::Or(a, b) => {
            let holds = ty(a) == Type::Bool && ty(b) == Type::Bool;
            (Type::Bool, unless(holds, "E2", "connective of what are no truth values"))
        }
        Expr::Arith(op, a, b) => {
            (ty(a), unless(arith_fits(op, ty(a), ty(b)), "E3", "operands do not fit the operation"))
        }
        Expr::Compare(op, a, b) => {
            let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
            let holds = ty(a) == ty(b) && (ty(a) != Type::Bool || is_equality);
            (Type::Bool, unless(holds, "E4", "operands cannot be compared"))
        }
        Expr::Ite(c, a, b) => {
            let holds = ty(c) == Type::Bool && ty(a) == ty(b);
            (ty(a), unless(holds, "E5", "condition or branches do not fit"))
        }
        Expr::Convert(to, a) => {
            (to, unless(converts(program, ty(a), to), "E6", "no such conversion"))
        }
        Expr::Bits(to, a) => {
            let holds = match (ty(a), to) {
                (Type::Float(float), Type::Int(int)) | (Type::Int(int), Type::Float(float)) => {
                    u32::from(int.width) == float.bits()
                }
                _ => false,
            };
            (to, unless(holds, "E7", "an integer and a float of one width are exchanged"))
        }
        Expr::PointerAdd(a, b) => {
            let offset = Type::Int(program.model.offset_type());
            let holds = ty(a) == Type::Pointer && ty(b) == offset;
            (Type::Pointer, unless(holds, "E8", "a pointer and an offset are needed"))
        }
        Expr::Shadow(a) => {
            (Type::Pointer, unless(ty(a) == Type::Pointer, "E8", "a pointer is needed"))
        }
        Expr::PointerDiff(a, b) => {
            let holds = ty(a) == Type::Pointer && ty(b) == Type::Pointer;
            let offset = Type::Int(program.model.offset_type());
            (offset, unless(holds, "E8", "two pointers are needed"))
        }
        Expr::Overflows(op, a, b) => {
            let same = ty(a) == ty(b) || op == OverflowOp::Shl;
            let holds = is_int(ty(a)) && is_int(ty(b)) && same;
            (Type::Bool, unless(holds, "E9", "two integers of one type are needed"))
        }
    }
}

fn is_int_type(int: IntType) -> bool {
    (1..=128).contains(&int.width)
}

fn arith_fits(op: ArithOp, a: Type, b: Type) -> bool {
    match op {
        ArithOp::Add | ArithOp::Sub | ArithOp::Mul | ArithOp::Div => {
            a == b && matches!(a, Type::Int(_) | Type::Float(_))
        }
        ArithOp::Rem | ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => {
            a == b && a.as_int().is_some()
        }
        ArithOp::Shl | ArithOp::Shr => a.as_int().is_some() && b.as_int().is_some(),
    }
}

fn converts(program: &Program, from: Type, to: Type) -> bool {
    let is_address_wide = |int: IntType| int.width == program.model.pointer_bits();
    match (from, to) {
        (_, Type::Int(int)) if !is_int_type(int) => false,
        (Type::Int(_) | Type::Float(_) | Type::Bool, Type::Int(_)) => true,
        (Type::Int(_) | Type::Float(_), Type::Float(_)) => true,
        (Type::Pointer, Type::Int(int)) | (Type::Int(int), Type::Pointer) => is_address_wide(int),
        (_, Type::Bool) | (Type::Pointer, _) | (_, Type::Pointer) | (Type::Bool, _) => false,
    }
}
