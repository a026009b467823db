//! Builtins with constant arguments that gcc folds.

use crate::constant::{Constant, View, evaluate_in as evaluate_any};
use crate::typed::{ExprId, ExprKind};
use crate::types::TypeId;

/// The value of a call of a builtin, if `callee` names one that is known here.
pub(super) fn evaluate(
    unit: View<'_>,
    callee: ExprId,
    arguments: &[ExprId],
    ty: TypeId,
) -> Option<Constant> {
    let ExprKind::Decay(function) = unit.exprs[callee].kind else {
        return None;
    };
    let ExprKind::FunctionName(function) = unit.exprs[function].kind else {
        return None;
    };
    let name = unit.symbols.name(unit.functions[function].name).strip_prefix("__builtin_")?;
    let first = *arguments.first()?;
    if matches!(name, "expect" | "expect_with_probability" | "assume_aligned") {
        return evaluate_any(unit, first);
    }
    let Constant::Int(bits) = evaluate_any(unit, first)? else {
        return None;
    };
    let width = unit.types.int_width(unit.exprs[first].ty)?;
    let value = fold(name, bits, width)?;
    Some(Constant::Int(unit.types.int_bits(ty, value)))
}

fn fold(name: &str, bits: u128, width: u32) -> Option<i128> {
    let unused = 128 - width;
    let leading = bits.leading_zeros() - unused;
    // The variants for `long` and `long long` differ in the width of their argument only.
    let stem = name.trim_end_matches('l');
    Some(match stem {
        "bswap16" | "bswap32" | "bswap64" | "bswap128" => (bits.swap_bytes() >> unused) as i128,
        "popcount" => i128::from(bits.count_ones()),
        "parity" => i128::from(bits.count_ones() % 2),
        "ffs" if bits == 0 => 0,
        "ffs" => i128::from(bits.trailing_zeros()) + 1,
        "clz" if bits != 0 => i128::from(leading),
        "ctz" if bits != 0 => i128::from(bits.trailing_zeros()),
        "clrsb" => {
            let sign = bits >> (width - 1) & 1;
            let flipped = if sign == 1 { !bits << unused >> unused } else { bits };
            i128::from(flipped.leading_zeros() - unused) - 1
        }
        _ => return None,
    })
}
