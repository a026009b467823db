//! Whether two units mean the same by one name.
//!
//! Inside a unit a type is one row of a table, and `compatible` compares rows. Units bring rows
//! of their own for every struct of a header that both include, so here types are compared by
//! what they consist of (C17 6.2.7p1). Three answers are told apart, since real programs are full
//! of small differences that no machine notices:
//!
//! ```text
//!   struct s { int a; } in both         Same
//!   int and unsigned, T * and void *    Alike: the same bits in the same places
//!   int and long, int a[4] and int *    Apart
//! ```
//!
//! Ends: a pair of records that is being compared is taken to be the same when it comes up again,
//! and there are finitely many pairs. That is sound, since a difference would be found where it is.

use rustc_hash::FxHashSet;

use crate::depth::with_stack;
use crate::types::{Arity, ArrayLength, FloatKind, FunctionType, QualType, Type, TypeId, Types};

/// How much two types have in common; later is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Same,
    /// Different, and represented alike.
    Alike,
    Apart,
}

pub(super) fn fit(types: &Types, lhs: TypeId, rhs: TypeId) -> Fit {
    Comparison { types, assumed: FxHashSet::default() }.types(lhs, rhs)
}

/// Qualifiers change nothing in how an object is represented.
pub(super) fn fit_qualified(types: &Types, lhs: QualType, rhs: QualType) -> Fit {
    let of_types = fit(types, lhs.ty, rhs.ty);
    of_types.max(of_qualifiers(lhs, rhs))
}

fn of_qualifiers(lhs: QualType, rhs: QualType) -> Fit {
    let is_same = lhs.qualifiers.is_const == rhs.qualifiers.is_const
        && lhs.qualifiers.is_volatile == rhs.qualifiers.is_volatile;
    if is_same { Fit::Same } else { Fit::Alike }
}

struct Comparison<'a> {
    types: &'a Types,
    assumed: FxHashSet<(TypeId, TypeId)>,
}

impl Comparison<'_> {
    fn types(&mut self, lhs: TypeId, rhs: TypeId) -> Fit {
        with_stack(|| self.types_inner(lhs, rhs))
    }

    fn types_inner(&mut self, lhs: TypeId, rhs: TypeId) -> Fit {
        let types = self.types;
        if lhs == rhs || types.is_error(lhs) || types.is_error(rhs) {
            return Fit::Same;
        }
        match (&types[lhs], &types[rhs]) {
            (Type::Pointer(left), Type::Pointer(right)) => {
                self.types(left.ty, right.ty).max(of_qualifiers(*left, *right)).min(Fit::Alike)
            }
            (
                Type::Array { element: left, length: left_length },
                Type::Array { element: right, length: right_length },
            ) => match (left_length, right_length) {
                (ArrayLength::Known(left), ArrayLength::Known(right)) if left != right => {
                    Fit::Apart
                }
                _ => self.types(left.ty, right.ty).max(of_qualifiers(*left, *right)),
            },
            (Type::Function(left), Type::Function(right)) => self.functions(left, right),
            (Type::Record(_), Type::Record(_)) => self.records(lhs, rhs),
            (Type::Enum(left), Type::Enum(right)) => {
                let (left, right) = (&types.enums[*left], &types.enums[*right]);
                match left.int == right.int {
                    true if left.tag == right.tag => Fit::Same,
                    true => Fit::Alike,
                    false => Fit::Apart,
                }
            }
            (Type::Enum(id), Type::Int(kind)) | (Type::Int(kind), Type::Enum(id))
                if types.enums[*id].int == Some(*kind) =>
            {
                Fit::Same
            }
            _ if types.is_integer(lhs)
                && types.is_integer(rhs)
                && types.size_of(lhs) == types.size_of(rhs) =>
            {
                Fit::Alike
            }
            _ => Fit::Apart,
        }
    }

    fn functions(&mut self, lhs: &FunctionType, rhs: &FunctionType) -> Fit {
        let result = self.types(lhs.result, rhs.result);
        let parameters = match (lhs.arity, rhs.arity) {
            (Arity::Unspecified, Arity::Unspecified) => Fit::Same,
            (Arity::Unspecified, _) => self.bare(rhs),
            (_, Arity::Unspecified) => self.bare(lhs),
            (left, right) if left != right => Fit::Apart,
            _ if lhs.parameters.len() != rhs.parameters.len() => Fit::Apart,
            _ => {
                let pairs = lhs.parameters.iter().zip(&rhs.parameters);
                pairs.map(|(&left, &right)| self.types(left, right)).max().unwrap_or(Fit::Same)
            }
        };
        result.max(parameters)
    }

    /// A call without prototype promotes its arguments; integers come back to what they were.
    fn bare(&self, function: &FunctionType) -> Fit {
        let is_float = |ty: &TypeId| matches!(self.types[*ty], Type::Float(FloatKind::Float));
        match function.parameters.iter().any(is_float) {
            true => Fit::Apart,
            false => Fit::Same,
        }
    }

    fn records(&mut self, lhs: TypeId, rhs: TypeId) -> Fit {
        if !self.assumed.insert((lhs, rhs)) {
            return Fit::Same;
        }
        let types = self.types;
        let (Some(left), Some(right)) = (types.record(lhs), types.record(rhs)) else {
            return Fit::Apart;
        };
        let (left, right) = (&types.records[left], &types.records[right]);
        if left.kind != right.kind {
            return Fit::Apart;
        }
        let of_tags = if left.tag == right.tag { Fit::Same } else { Fit::Alike };
        let (Some(left), Some(right)) = (&left.layout, &right.layout) else {
            return of_tags;
        };
        if left.size != right.size || left.fields.len() != right.fields.len() {
            return Fit::Apart;
        }
        let mut worst = of_tags;
        for (left, right) in left.fields.iter().zip(&right.fields) {
            if left.offset != right.offset || left.bits != right.bits {
                return Fit::Apart;
            }
            let of_names = if left.name == right.name { Fit::Same } else { Fit::Alike };
            worst = worst.max(of_names).max(self.types(left.ty.ty, right.ty.ty));
        }
        worst
    }
}
