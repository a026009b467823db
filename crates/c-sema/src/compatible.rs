//! Whether two declarations can speak of one thing, and what they say together.
//!
//! C calls types *compatible* when a linker may put them together (C17 6.2.7): an enum and its
//! integer type, `int f()` and `int f(int)`, `int a[]` and `int a[3]`. The *composite* type
//! carries what either of the two knows. gcc is laxer in one respect that headers rely on:
//! qualifiers at the top of a parameter do not count, which our types have dropped already.
//!
//! Both walk down pointers and arrays in a loop and recur only into parameters; the recursion
//! asks for stack as it goes, since the input decides how deep it is.

use crate::depth::with_stack;
use crate::types::{Arity, ArrayLength, FloatKind, FunctionType, QualType, Type, TypeId, Types};

impl Types {
    /// Sound: equal types are compatible, and the relation is symmetric. The error type is
    /// compatible with everything, so that one mistake is reported once.
    pub fn compatible(&self, lhs: TypeId, rhs: TypeId) -> bool {
        let (mut lhs, mut rhs) = (lhs, rhs);
        loop {
            if lhs == rhs || self.is_error(lhs) || self.is_error(rhs) {
                return true;
            }
            let (left, right) = match (&self[lhs], &self[rhs]) {
                (Type::Pointer(left), Type::Pointer(right)) => (*left, *right),
                (
                    Type::Array { element: left, length: left_length },
                    Type::Array { element: right, length: right_length },
                ) => {
                    if let (ArrayLength::Known(left), ArrayLength::Known(right)) =
                        (left_length, right_length)
                        && left != right
                    {
                        return false;
                    }
                    (*left, *right)
                }
                (Type::Function(left), Type::Function(right)) => {
                    return self.functions_compatible(left, right);
                }
                (Type::Enum(id), Type::Int(kind)) | (Type::Int(kind), Type::Enum(id)) => {
                    return self.enums[*id].int == Some(*kind);
                }
                (
                    Type::Vector { element: left, lanes: left_lanes },
                    Type::Vector { element: right, lanes: right_lanes },
                ) if left_lanes == right_lanes => (QualType::plain(*left), QualType::plain(*right)),
                _ => return false,
            };
            if left.qualifiers.is_const != right.qualifiers.is_const
                || left.qualifiers.is_volatile != right.qualifiers.is_volatile
                || left.qualifiers.is_atomic != right.qualifiers.is_atomic
            {
                return false;
            }
            (lhs, rhs) = (left.ty, right.ty);
        }
    }

    fn functions_compatible(&self, lhs: &FunctionType, rhs: &FunctionType) -> bool {
        if !with_stack(|| self.compatible(lhs.result, rhs.result)) {
            return false;
        }
        match (lhs.arity, rhs.arity) {
            // A K&R definition keeps its parameters, which then must agree with a prototype's.
            (Arity::Unspecified, Arity::Unspecified) => true,
            (Arity::Unspecified, _) if lhs.parameters.is_empty() => self.is_callable_bare(rhs),
            (_, Arity::Unspecified) if rhs.parameters.is_empty() => self.is_callable_bare(lhs),
            (left, right)
                if left != right && left != Arity::Unspecified && right != Arity::Unspecified =>
            {
                false
            }
            _ => {
                lhs.parameters.len() == rhs.parameters.len()
                    && lhs
                        .parameters
                        .iter()
                        .zip(&rhs.parameters)
                        .all(|(&left, &right)| self.parameters_compatible(left, right))
            }
        }
    }

    /// Whether a call without prototype, which promotes its arguments, fits this prototype.
    fn is_callable_bare(&self, function: &FunctionType) -> bool {
        let is_promoted = |ty: TypeId| match self[ty] {
            Type::Bool => true,
            Type::Int(kind) => kind.bytes(self.model) < 4,
            Type::Float(kind) => kind == FloatKind::Float,
            _ => false,
        };
        function.arity != Arity::Variadic
            && !function.parameters.iter().any(|&parameter| is_promoted(parameter))
    }

    /// Parameters may differ as a transparent union and one of its members do.
    fn parameters_compatible(&self, lhs: TypeId, rhs: TypeId) -> bool {
        if with_stack(|| self.compatible(lhs, rhs)) {
            return true;
        }
        let holds = |union: TypeId, other: TypeId| {
            self.is_transparent_union(union)
                && self.record(union).is_some_and(|record| {
                    self.fields(record)
                        .iter()
                        .any(|field| with_stack(|| self.compatible(field.ty.ty, other)))
                })
        };
        holds(lhs, rhs) || holds(rhs, lhs)
    }

    /// What two compatible declarations say together; `new` where they only differ in spelling.
    pub(crate) fn composite(&mut self, old: TypeId, new: TypeId) -> TypeId {
        if old == new {
            return new;
        }
        match (self[old].clone(), self[new].clone()) {
            (
                Type::Array { element: left, length: old_length },
                Type::Array { element, length },
            ) => {
                let length = match length {
                    ArrayLength::Unknown => old_length,
                    known => known,
                };
                let ty = with_stack(|| self.composite(left.ty, element.ty));
                self.intern(Type::Array { element: QualType { ty, ..element }, length })
            }
            (Type::Pointer(left), Type::Pointer(right)) => {
                let ty = with_stack(|| self.composite(left.ty, right.ty));
                self.intern(Type::Pointer(QualType { ty, ..right }))
            }
            (Type::Function(left), Type::Function(right)) => {
                let result = with_stack(|| self.composite(left.result, right.result));
                let is_vague = |function: &FunctionType| {
                    function.arity == Arity::Unspecified && function.parameters.is_empty()
                };
                let base = match (left.arity, right.arity) {
                    _ if is_vague(&right) => left,
                    (Arity::Fixed | Arity::Variadic, Arity::Unspecified) => left,
                    _ => right,
                };
                self.intern(Type::Function(FunctionType { result, ..base }))
            }
            _ => new,
        }
    }
}
