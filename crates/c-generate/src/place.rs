//! Scalars that can be read or written: variables, members, elements, pointees.
//!
//! A place is found by choosing a variable and walking into its type until a scalar is reached.

use crate::generator::{Access, Generator, Variable};
use crate::range::{BinaryOp, Range};
use crate::types::{RecordKind, Scalar, Type};

/// What the place is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    ReadInt,
    ReadFloat,
    Write,
}

#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub text: String,
    pub scalar: Scalar,
    /// Known values, if fewer than its type has.
    pub range: Option<Range>,
    /// The width, if it is a bit-field.
    pub bits: Option<u32>,
}

/// Variables that are tried before giving up.
const N_TRIES: usize = 6;

/// Subscripts within each other.
const MAX_SUBSCRIPTS: usize = 2;

impl Generator {
    pub(crate) fn place(&mut self, purpose: Purpose) -> Option<Place> {
        if self.variables.is_empty() {
            return None;
        }
        for _ in 0..N_TRIES {
            let number = self.choices.below(self.variables.len());
            let variable = self.variables[self.variables.len() - 1 - number].clone();
            if let Some(place) = self.place_in(&variable, purpose) {
                return Some(place);
            }
        }
        None
    }

    fn place_in(&mut self, variable: &Variable, purpose: Purpose) -> Option<Place> {
        let (mut range, is_writable) = match variable.access {
            Access::ReadWrite | Access::Volatile => (None, true),
            Access::ReadOnly(range) => (range, false),
        };
        // What a read-only pointer points to may be written.
        let is_pointer = matches!(variable.ty, Type::Pointer(..));
        if purpose == Purpose::Write && !is_writable && !is_pointer {
            return None;
        }
        let (mut text, mut ty, mut bits) = (variable.name.clone(), variable.ty.clone(), None);
        loop {
            match ty {
                Type::Scalar(scalar) => {
                    let is_float = matches!(scalar, Scalar::Float(_));
                    let fits = match purpose {
                        Purpose::ReadInt => !is_float,
                        Purpose::ReadFloat => is_float,
                        Purpose::Write => true,
                    };
                    return fits.then_some(Place { text, scalar, range, bits });
                }
                Type::Array(element, length) => {
                    let index = self.index(length);
                    text = match self.choices.below(4) {
                        3 => format!("(*({text} + {index}))"),
                        _ => format!("{text}[{index}]"),
                    };
                    (ty, range) = (*element, None);
                }
                Type::Pointer(element, length) => {
                    text = self.pointee(&text, &element, length);
                    (ty, range) = (*element, None);
                }
                Type::Record(number) => {
                    let fields = self.records[number].fields.clone();
                    let is_union = self.records[number].kind == RecordKind::Union;
                    let field = self.choices.pick(&fields).clone();
                    text = match text.strip_prefix("(*").and_then(|it| it.strip_suffix(')')) {
                        Some(pointer) if is_name(pointer) => format!("{pointer}->{}", field.name),
                        _ => format!("{text}.{}", field.name),
                    };
                    bits = field.bits;
                    ty = field.ty;
                    range = None;
                    debug_assert!(!is_union || matches!(ty, Type::Scalar(Scalar::Int(_))));
                }
            }
        }
    }

    fn pointee(&mut self, text: &str, element: &Type, length: u32) -> String {
        if length > 1 && self.choices.chance(50) {
            let index = self.index(length);
            return format!("{text}[{index}]");
        }
        match element {
            Type::Record(_) if self.choices.chance(30) => format!("{text}[0]"),
            _ => format!("(*{text})"),
        }
    }

    /// An index less than `length`.
    pub(crate) fn index(&mut self, length: u32) -> String {
        let constant = self.choices.below(length as usize);
        if self.choices.chance(40) {
            return constant.to_string();
        }
        let within = Range { lo: 0, hi: i128::from(length) - 1 };
        let fitting = |variable: &&Variable| match variable.access {
            Access::ReadOnly(Some(range)) => range.is_within(within),
            Access::ReadOnly(None) | Access::ReadWrite | Access::Volatile => false,
        };
        let counters: Vec<String> =
            self.variables.iter().filter(fitting).map(|variable| variable.name.clone()).collect();
        if !counters.is_empty() && self.choices.chance(60) {
            return self.choices.pick(&counters).clone();
        }
        if self.n_subscripts >= MAX_SUBSCRIPTS {
            return constant.to_string();
        }
        self.n_subscripts += 1;
        let value = self.int_expr(0);
        self.n_subscripts -= 1;
        if length.is_power_of_two() {
            let mask = self.plain(i128::from(length) - 1);
            return match self.try_binary(BinaryOp::And, &value, &mask) {
                Some(index) => index.text,
                None => constant.to_string(),
            };
        }
        format!("((unsigned int){} % {length}u)", value.text)
    }

    /// A comparison of two pointers into the same array, or of one with null.
    pub(crate) fn pointer_comparison(&mut self, op: &str) -> Option<String> {
        let is_array = |variable: &&Variable| matches!(variable.ty, Type::Array(..));
        let arrays: Vec<(String, u32)> = self
            .variables
            .iter()
            .filter(is_array)
            .map(|variable| match variable.ty {
                Type::Array(_, length) => (variable.name.clone(), length),
                _ => unreachable!("only arrays are left"),
            })
            .collect();
        if arrays.is_empty() {
            return None;
        }
        let (name, length) = self.choices.pick(&arrays).clone();
        let lhs = self.index(length);
        let rhs = self.index(length);
        Some(match self.choices.below(3) {
            0 => format!("(&{name}[{lhs}] {op} &{name}[{rhs}])"),
            1 => format!("({name} + {lhs} {op} {name} + {length})"),
            _ => format!("((&{name}[{lhs}] - &{name}[{rhs}]) {op} 1)"),
        })
    }
}

fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
