//! Weak names that nothing defines: their address is null.
//!
//! `if (hook) hook();` is how programs use them. The name of such a function or object becomes
//! what a null pointer points to, so that its address is null, and a call or an access is one
//! through a null pointer.

use index::{Id as _, IdSet};

use crate::typed::{Duration, Expr, ExprId, ExprKind, FunctionId, Linkage, ObjectId, Unit};
use crate::types::QualType;

pub(super) fn resolve(unit: &mut Unit, is_provided: impl Fn(&str) -> bool) {
    let functions: IdSet<FunctionId> = unit
        .functions
        .iter()
        .filter(|(_, row)| row.link.is_weak && row.body.is_none() && !row.is_static)
        .filter(|(_, row)| !is_provided(unit.symbols.name(row.name)))
        .map(|(id, _)| id)
        .collect();
    let is_undefined = |duration| {
        matches!(
            duration,
            Duration::Static(Linkage::Undefined) | Duration::ThreadLocal(Linkage::Undefined)
        )
    };
    let objects: IdSet<ObjectId> = unit
        .objects
        .iter()
        .filter(|(_, row)| row.link.is_weak && is_undefined(row.duration))
        .filter(|(_, row)| !is_provided(unit.symbols.name(row.name)))
        .map(|(id, _)| id)
        .collect();
    if functions.is_empty() && objects.is_empty() {
        return;
    }
    for index in 0..unit.exprs.len() {
        let expr = &unit.exprs[ExprId::new(index)];
        let is_null = match expr.kind {
            ExprKind::FunctionName(function) => functions.contains(function),
            ExprKind::Object(object) => objects.contains(object),
            _ => false,
        };
        if is_null {
            let (ty, span) = (expr.ty, expr.span);
            let pointer = unit.types.pointer_to(QualType::plain(ty));
            let null = unit.exprs.push(Expr { kind: ExprKind::Int(0), ty: pointer, span });
            unit.exprs[ExprId::new(index)].kind = ExprKind::Deref(null);
        }
    }
}
