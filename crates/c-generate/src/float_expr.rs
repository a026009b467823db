//! Expressions on floats.
//!
//! All operations are defined, NaN and infinities included; what must not happen is a
//! conversion to an integer that does not fit, which [`crate::expr`] guards. NaN never reaches
//! the checksum as bits, because processors differ in its sign.

use crate::generator::Generator;
use crate::place::Purpose;
use crate::types::{FloatKind, Model, Scalar};

#[derive(Clone, Debug)]
pub(crate) struct FloatExpr {
    pub text: String,
    pub kind: FloatKind,
}

impl Generator {
    pub(crate) fn float_expr(&mut self, depth: usize) -> FloatExpr {
        if depth == 0 {
            return if self.choices.chance(60) { self.read_float() } else { self.float_literal() };
        }
        match self.choices.below(8) {
            0 => self.float_literal(),
            1 => self.read_float(),
            2 => {
                let kind = *self.choices.pick(&FloatKind::ALL);
                let operand = self.convertible(kind, depth - 1);
                FloatExpr { text: format!("(({}){operand})", kind.name()), kind }
            }
            3 => {
                let operand = self.float_expr(depth - 1);
                FloatExpr { text: format!("(-{})", operand.text), kind: operand.kind }
            }
            4 => {
                let kind = *self.choices.pick(&FloatKind::ALL);
                let operand = self.float_expr(depth - 1);
                FloatExpr { text: format!("(({}){})", kind.name(), operand.text), kind }
            }
            5 => {
                let condition = self.int_expr(depth - 1);
                let (then, other) = (self.float_expr(depth - 1), self.float_expr(depth - 1));
                let text = format!("({} ? {} : {})", condition.text, then.text, other.text);
                FloatExpr { text, kind: then.kind.max(other.kind) }
            }
            6 => {
                let lhs = self.float_expr(depth - 1);
                let rhs = self.convertible(lhs.kind, depth - 1);
                let op = *self.choices.pick(&["+", "-", "*"]);
                FloatExpr { text: format!("({} {op} {rhs})", lhs.text), kind: lhs.kind }
            }
            _ => {
                let (lhs, rhs) = (self.float_expr(depth - 1), self.float_expr(depth - 1));
                let op = *self.choices.pick(&["+", "-", "*", "/"]);
                let text = format!("({} {op} {})", lhs.text, rhs.text);
                FloatExpr { text, kind: lhs.kind.max(rhs.kind) }
            }
        }
    }

    /// An integer that is about to be converted to a float.
    ///
    /// On 32-bit machines gcc converts everything wider than `int` in the x87 unit and forgets to
    /// round to the narrower format; what it computes then is not what the text says.
    fn convertible(&mut self, kind: FloatKind, depth: usize) -> String {
        let operand = self.int_expr(depth);
        match self.model {
            Model::Ilp32 if kind != FloatKind::LongDouble => format!("((int){})", operand.text),
            Model::Ilp32 | Model::Lp64 => operand.text,
        }
    }

    /// Never zero: gcc 12 folds `0.0f - (float)n` to `-(float)n`, which has another sign at zero.
    pub(crate) fn float_literal(&mut self) -> FloatExpr {
        let kind = *self.choices.pick(&FloatKind::ALL);
        let digits = *self.choices.pick(&[
            "0.75",
            "1.0",
            "0.5",
            "2.25",
            "0.1",
            "3.14159265358979",
            "1e10",
            "1e-7",
            "123456.789",
            "0x1.8p3",
            "16777217.0",
            "9007199254740993.0",
            "1e30",
        ]);
        FloatExpr { text: format!("{digits}{}", kind.suffix()), kind }
    }

    fn read_float(&mut self) -> FloatExpr {
        match self.place(Purpose::ReadFloat) {
            Some(place) => match place.scalar {
                Scalar::Float(kind) => FloatExpr { text: place.text, kind },
                Scalar::Int(_) | Scalar::Enum(_) => self.float_literal(),
            },
            None => self.float_literal(),
        }
    }

    /// An expression to store in a float of this kind.
    pub(crate) fn float_value(&mut self, kind: FloatKind, depth: usize) -> String {
        let value = self.float_expr(depth);
        if value.kind == kind { value.text } else { format!("({}){}", kind.name(), value.text) }
    }
}
