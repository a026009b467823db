//! Whether two declarations can speak of one thing, and what they say together.
//!
//! C calls types *compatible* when a linker may put them together (C17 6.2.7): an enum and its
//! integer type, `int f()` and `int f(int)`, `int a[]` and `int a[3]`. The *composite* type
//! carries what either of the two knows. gcc is laxer in one respect that headers rely on:
//! qualifiers at the top of a parameter do not count, which our types have dropped already.
//!
//! Both walk down pointers and arrays in a loop and recur only into parameters; the recursion
//! asks for stack as it goes, since the input decides how deep it is.

use rustc_hash::FxHashMap;

use crate::depth::with_stack;
use crate::types::{Arity, ArrayLength, FloatKind, FunctionType, QualType, Type, TypeId, Types};

impl Types {
    /// Sound: equal types are compatible, and the relation is symmetric. The error type is
    /// compatible with everything, so that one mistake is reported once.
    pub fn compatible(&self, lhs: TypeId, rhs: TypeId) -> bool {
        Comparison { types: self, known: FxHashMap::default() }.holds(lhs, rhs)
    }
}

/// One question, with the answers for pairs of function types that came up on the way: a type
/// may mention another one so often that its tree is exponentially larger than its table.
struct Comparison<'a> {
    types: &'a Types,
    known: FxHashMap<(TypeId, TypeId), bool>,
}

impl Comparison<'_> {
    fn holds(&mut self, lhs: TypeId, rhs: TypeId) -> bool {
        let types = self.types;
        let (mut lhs, mut rhs) = (lhs, rhs);
        loop {
            if lhs == rhs || types.is_error(lhs) || types.is_error(rhs) {
                return true;
            }
            let (left, right) = match (&types[lhs], &types[rhs]) {
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
                    if let Some(&known) = self.known.get(&(lhs, rhs)) {
                        return known;
                    }
                    let answer = with_stack(|| self.functions(left, right));
                    self.known.insert((lhs, rhs), answer);
                    return answer;
                }
                (Type::Enum(id), Type::Int(kind)) | (Type::Int(kind), Type::Enum(id)) => {
                    return types.enums[*id].int == Some(*kind);
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

    fn functions(&mut self, lhs: &FunctionType, rhs: &FunctionType) -> bool {
        if !self.holds(lhs.result, rhs.result) {
            return false;
        }
        match (lhs.arity, rhs.arity) {
            (Arity::Unspecified, Arity::Unspecified) => true,
            (Arity::Unspecified, _) => self.is_callable_bare(rhs),
            (_, Arity::Unspecified) => self.is_callable_bare(lhs),
            (left, right) if left != right => false,
            _ => {
                lhs.parameters.len() == rhs.parameters.len()
                    && lhs
                        .parameters
                        .iter()
                        .zip(&rhs.parameters)
                        .all(|(&left, &right)| self.parameters(left, right))
            }
        }
    }

    /// Whether a call without prototype, which promotes its arguments, fits this prototype.
    fn is_callable_bare(&self, function: &FunctionType) -> bool {
        let is_promoted = |ty: TypeId| match self.types[ty] {
            Type::Bool => true,
            Type::Int(kind) => kind.bytes(self.types.model) < 4,
            Type::Float(kind) => kind == FloatKind::Float,
            _ => false,
        };
        function.arity != Arity::Variadic
            && !function.parameters.iter().any(|&parameter| is_promoted(parameter))
    }

    /// Parameters may differ as a transparent union and one of its members do.
    fn parameters(&mut self, lhs: TypeId, rhs: TypeId) -> bool {
        self.holds(lhs, rhs) || self.union_holds(lhs, rhs) || self.union_holds(rhs, lhs)
    }

    fn union_holds(&mut self, union: TypeId, other: TypeId) -> bool {
        let types = self.types;
        if !types.is_transparent_union(union) {
            return false;
        }
        let Some(record) = types.record(union) else {
            return false;
        };
        types.fields(record).iter().any(|field| self.holds(field.ty.ty, other))
    }
}

impl Types {
    /// What two compatible declarations say together; `new` where they only differ in spelling.
    pub(crate) fn composite(&mut self, old: TypeId, new: TypeId) -> TypeId {
        if old == new {
            return new;
        }
        if let Some(&known) = self.composites.get(&(old, new)) {
            return known;
        }
        let composite = self.composite_of(old, new);
        self.composites.insert((old, new), composite);
        composite
    }

    fn composite_of(&mut self, old: TypeId, new: TypeId) -> TypeId {
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
                let base = match right.arity {
                    Arity::Unspecified => left,
                    Arity::Fixed | Arity::Variadic => right,
                };
                self.intern(Type::Function(FunctionType { result, ..base }))
            }
            _ => new,
        }
    }
}
