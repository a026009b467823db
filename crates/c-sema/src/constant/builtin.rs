//! Builtins with constant arguments that gcc folds.

use crate::constant::{Base, Constant, View, evaluate_in as evaluate_any};
use crate::float;
use crate::typed::{ExprId, ExprKind};
use crate::types::{FloatKind, TypeId};

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
    if name == "strlen" {
        return string_length(unit, first, ty);
    }
    if matches!(name, "expect" | "expect_with_probability" | "assume_aligned") {
        return evaluate_any(unit, first);
    }
    let bits = match evaluate_any(unit, first)? {
        Constant::Int(bits) => bits,
        Constant::Float(bits) => {
            return fold_float(name, bits, unit.types.float_kind(unit.exprs[first].ty)?);
        }
        Constant::Complex(..) | Constant::Address { .. } => return None,
    };
    let width = unit.types.int_width(unit.exprs[first].ty)?;
    let value = fold(name, bits, width)?;
    Some(Constant::Int(unit.types.int_bits(ty, value)))
}

/// The length of a string literal behind a pointer into it.
fn string_length(unit: View<'_>, pointer: ExprId, ty: TypeId) -> Option<Constant> {
    let Constant::Address { base: Base::String(string), offset } = evaluate_any(unit, pointer)?
    else {
        return None;
    };
    let bytes = unit.strings[string].bytes.get(usize::try_from(offset).ok()?..)?;
    let length = bytes.iter().position(|&byte| byte == 0)?;
    Some(Constant::Int(unit.types.int_bits(ty, length as i128)))
}

fn fold_float(name: &str, bits: u128, kind: FloatKind) -> Option<Constant> {
    let class = float::classify(bits, kind);
    let is = |holds: bool| Some(Constant::Int(u128::from(holds)));
    match name {
        "fabs" | "fabsf" | "fabsl" => Some(Constant::Float(match class.is_negative {
            true => float::negate(bits, kind),
            false => bits,
        })),
        "isnan" => is(class.is_nan),
        "isinf" => is(class.is_infinite),
        "isfinite" | "finite" => is(!class.is_nan && !class.is_infinite),
        "signbit" => is(class.is_negative),
        _ => None,
    }
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
