//! Integer expressions without side effects and without undefined behaviour.

use crate::generator::Generator;
use crate::place::Purpose;
use crate::range::{BinaryOp, Range};
use crate::types::{IntKind, Model, Scalar};

/// An expression in parentheses, or one that needs none.
#[derive(Clone, Debug)]
pub(crate) struct IntExpr {
    pub text: String,
    /// The type that C gives it.
    pub kind: IntKind,
    pub range: Range,
}

impl Generator {
    /// An integer expression; `depth` bounds its nesting.
    pub(crate) fn int_expr(&mut self, depth: usize) -> IntExpr {
        if depth == 0 {
            return if self.choices.chance(70) { self.read_int() } else { self.literal() };
        }
        match self.choices.below(16) {
            0 => self.literal(),
            1 | 2 => self.read_int(),
            3..=6 => self.binary(depth),
            7 => self.shift(depth),
            8 => self.comparison(depth),
            9 => self.logical(depth),
            10 => self.unary(depth),
            11 => self.cast(depth),
            12 => self.conditional(depth),
            13 => self.truncated_float(depth),
            14 => self.odd(depth),
            _ => self.binary(depth),
        }
    }

    /// A constant with its suffix.
    pub(crate) fn literal(&mut self) -> IntExpr {
        let small = self.choices.below(12) as i128;
        match self.choices.below(6) {
            0 | 1 => self.literal_of(small, IntKind::Int),
            2 => {
                let value = i128::from(self.choices.bits() as u32 >> 1);
                self.literal_of(value, IntKind::Int)
            }
            3 => {
                let value = i128::from(self.choices.bits() as u32);
                self.literal_of(value, IntKind::Unsigned)
            }
            4 => {
                let value = i128::from(self.choices.bits() >> 1);
                self.literal_of(value, IntKind::LongLong)
            }
            _ => {
                let character = *self.choices.pick(&["'a'", "'\\n'", "'\\x7f'", "'0'", "'\\\\'"]);
                let value = match character {
                    "'a'" => 97,
                    "'\\n'" => 10,
                    "'\\x7f'" => 127,
                    "'0'" => 48,
                    _ => 92,
                };
                let (text, kind) = (character.to_owned(), IntKind::Int);
                IntExpr { text, kind, range: Range::point(value) }
            }
        }
    }

    /// A non-negative constant that the kind can hold.
    pub(crate) fn literal_of(&mut self, value: i128, kind: IntKind) -> IntExpr {
        let suffix = match kind {
            IntKind::Unsigned => "u",
            IntKind::Long => "L",
            IntKind::UnsignedLong => "UL",
            IntKind::LongLong => "LL",
            IntKind::UnsignedLongLong => "ULL",
            _ => "",
        };
        let text = match self.choices.below(4) {
            1 => format!("0x{value:x}{suffix}"),
            2 => format!("0{value:o}{suffix}"),
            _ => format!("{value}{suffix}"),
        };
        IntExpr { text, kind, range: Range::point(value) }
    }

    /// A variable, member, element or pointee.
    fn read_int(&mut self) -> IntExpr {
        let Some(place) = self.place(Purpose::ReadInt) else { return self.literal() };
        let kind = self.kind_of(place.scalar).unwrap_or(IntKind::Int);
        let range = place.range.unwrap_or(Range::full(kind, self.model));
        match place.bits {
            // A bit-field wider than `int` has a type of its own in gcc; a cast names one.
            Some(bits) if bits > 31 => {
                IntExpr { text: format!("(({}){})", kind.name(), place.text), kind, range }
            }
            Some(bits) => {
                let lo = if kind.is_signed() { -(1 << (bits - 1)) } else { 0 };
                let hi = if kind.is_signed() { (1 << (bits - 1)) - 1 } else { (1 << bits) - 1 };
                let range = Range { lo, hi };
                IntExpr { text: place.text, kind: IntKind::Int, range }
            }
            None => IntExpr { text: place.text, kind, range },
        }
    }

    fn binary(&mut self, depth: usize) -> IntExpr {
        let op = *self.choices.pick(&BinaryOp::ALL);
        let lhs = self.int_expr(depth - 1);
        let rhs = self.int_expr(depth - 1);
        self.combine(op, lhs, rhs)
    }

    /// `lhs op rhs`, made defined.
    pub(crate) fn combine(&mut self, op: BinaryOp, lhs: IntExpr, rhs: IntExpr) -> IntExpr {
        if let Some(plain) = self.try_binary(op, &lhs, &rhs) {
            return plain;
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            return self.guarded_division(op, lhs, rhs);
        }
        // Either on unsigned types, where it wraps, or on operands cut down to size.
        let kind = lhs.kind.usual(rhs.kind, self.model);
        if self.may_wrap() && self.choices.chance(60) {
            let text = format!("({} {} {})", lhs.text, op.token(), rhs.text);
            return IntExpr { text, kind, range: Range::full(kind, self.model) };
        }
        if self.choices.chance(50) {
            let mask = self.literal_of(255, IntKind::Int);
            let lhs = self.try_binary(BinaryOp::And, &lhs, &mask);
            let rhs = self.try_binary(BinaryOp::Rem, &rhs, &self.plain(1000));
            if let (Some(lhs), Some(rhs)) = (lhs, rhs)
                && let Some(small) = self.try_binary(op, &lhs, &rhs)
            {
                return small;
            }
        }
        let unsigned = kind.unsigned();
        let (lhs, rhs) = (self.cast_to(unsigned, lhs), self.cast_to(unsigned, rhs));
        let text = format!("({} {} {})", lhs.text, op.token(), rhs.text);
        IntExpr { text, kind: unsigned, range: Range::full(unsigned, self.model) }
    }

    /// The operation as it stands, if it is defined.
    pub(crate) fn try_binary(&self, op: BinaryOp, lhs: &IntExpr, rhs: &IntExpr) -> Option<IntExpr> {
        let kind = lhs.kind.usual(rhs.kind, self.model);
        let left = lhs.range.convert(kind, self.model);
        let right = rhs.range.convert(kind, self.model);
        let range = left.apply(op, right, kind, self.model)?;
        let text = format!("({} {} {})", lhs.text, op.token(), rhs.text);
        Some(IntExpr { text, kind, range })
    }

    /// A small constant of type `int`.
    pub(crate) fn plain(&self, value: i128) -> IntExpr {
        IntExpr { text: value.to_string(), kind: IntKind::Int, range: Range::point(value) }
    }

    fn guarded_division(&mut self, op: BinaryOp, lhs: IntExpr, rhs: IntExpr) -> IntExpr {
        if self.choices.chance(40) {
            // A divisor between 1 and 16.
            let mask = self.plain(15);
            if let Some(masked) = self.try_binary(BinaryOp::And, &rhs, &mask)
                && let Some(divisor) = self.try_binary(BinaryOp::Add, &masked, &self.plain(1))
                && let Some(divided) = self.try_binary(op, &lhs, &divisor)
            {
                return divided;
            }
        }
        let kind = lhs.kind.usual(rhs.kind, self.model);
        let guard = if kind.is_signed() {
            format!("({0} != 0 && {0} != -1)", rhs.text)
        } else {
            // The comparison happens in the type of the division, where a negative divisor is
            // large; zero stays zero.
            format!("(({}){} != 0)", kind.name(), rhs.text)
        };
        let text = format!("({guard} ? {} {} {} : {})", lhs.text, op.token(), rhs.text, lhs.text);
        IntExpr { text, kind, range: Range::full(kind, self.model) }
    }

    fn shift(&mut self, depth: usize) -> IntExpr {
        let lhs = self.int_expr(depth - 1);
        let amount = self.int_expr(depth - 1);
        let kind = lhs.kind.promote();
        let width = kind.width(self.model);
        let mask = self.plain(i128::from(width) - 1);
        let amount =
            self.try_binary(BinaryOp::And, &amount, &mask).expect("`&` is defined on all integers");
        if self.choices.chance(50) {
            let text = format!("({} >> {})", lhs.text, amount.text);
            let range = if lhs.range.lo >= 0 {
                Range { lo: 0, hi: lhs.range.hi }
            } else {
                Range::full(kind, self.model)
            };
            return IntExpr { text, kind, range };
        }
        // On signed types a left shift must neither start negative nor lose bits.
        let fits = |bits: u32| lhs.range.lo >= 0 && lhs.range.hi < 1 << (width - 1 - bits).min(120);
        if kind.is_signed() && fits(3) {
            let text = format!("({} << ({} & 3))", lhs.text, amount.text);
            return IntExpr { text, kind, range: Range { lo: 0, hi: lhs.range.hi << 3 } };
        }
        let unsigned = kind.unsigned();
        let lhs = self.cast_to(unsigned, lhs);
        let text = format!("({} << {})", lhs.text, amount.text);
        IntExpr { text, kind: unsigned, range: Range::full(unsigned, self.model) }
    }

    fn comparison(&mut self, depth: usize) -> IntExpr {
        let op = *self.choices.pick(&["<", "<=", ">", ">=", "==", "!="]);
        if self.choices.chance(15) {
            let (lhs, rhs) = (self.float_expr(depth - 1), self.float_expr(depth - 1));
            return truth(format!("({} {op} {})", lhs.text, rhs.text));
        }
        if self.choices.chance(10)
            && let Some(comparison) = self.pointer_comparison(op)
        {
            return truth(comparison);
        }
        let (lhs, rhs) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        truth(format!("({} {op} {})", lhs.text, rhs.text))
    }

    fn logical(&mut self, depth: usize) -> IntExpr {
        let op = *self.choices.pick(&["&&", "||"]);
        let (lhs, rhs) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        truth(format!("({} {op} {})", lhs.text, rhs.text))
    }

    fn unary(&mut self, depth: usize) -> IntExpr {
        let operand = self.int_expr(depth - 1);
        let kind = operand.kind.promote();
        let range = operand.range.convert(kind, self.model);
        match self.choices.below(4) {
            0 => {
                let full = Range::full(kind, self.model);
                IntExpr { text: format!("(~{})", operand.text), kind, range: full }
            }
            1 => truth(format!("(!{})", operand.text)),
            2 => IntExpr { text: format!("(+{})", operand.text), kind, range },
            _ => {
                let zero = Range::point(0);
                match zero.apply(BinaryOp::Sub, range, kind, self.model) {
                    Some(range) => IntExpr { text: format!("(-{})", operand.text), kind, range },
                    None => {
                        let operand = self.cast_to(kind.unsigned(), operand);
                        let range = Range::full(operand.kind, self.model);
                        let text = format!("(-{})", operand.text);
                        IntExpr { text, kind: operand.kind, range }
                    }
                }
            }
        }
    }

    fn cast(&mut self, depth: usize) -> IntExpr {
        let kind = self.int_kind();
        let operand = self.int_expr(depth - 1);
        self.cast_to(kind, operand)
    }

    pub(crate) fn cast_to(&self, kind: IntKind, operand: IntExpr) -> IntExpr {
        let range = operand.range.convert(kind, self.model);
        IntExpr { text: format!("(({}){})", kind.name(), operand.text), kind, range }
    }

    fn conditional(&mut self, depth: usize) -> IntExpr {
        let condition = self.int_expr(depth - 1);
        let (then, other) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        let kind = then.kind.usual(other.kind, self.model);
        let range =
            then.range.convert(kind, self.model).join(other.range.convert(kind, self.model));
        let text = format!("({} ? {} : {})", condition.text, then.text, other.text);
        IntExpr { text, kind, range }
    }

    /// A float that is checked to fit before it is converted.
    fn truncated_float(&mut self, depth: usize) -> IntExpr {
        let float = self.float_expr(depth - 1);
        let kind = *self.choices.pick(&[
            IntKind::Int,
            IntKind::LongLong,
            IntKind::UnsignedLong,
            IntKind::Short,
            IntKind::UnsignedLongLong,
        ]);
        let (least, most) =
            if kind.is_signed() { ("-30000.0", "30000.0") } else { ("0.0", "30000.0") };
        let text = format!(
            "(({0} >= {least} && {0} < {most}) ? ({1}){0} : ({1})1)",
            float.text,
            kind.name()
        );
        let lo = if kind.is_signed() { -30_000 } else { 0 };
        IntExpr { text, kind: kind.promote(), range: Range { lo, hi: 30_000 } }
    }

    /// The rarer forms: comma, `sizeof`, statement expressions, enumeration constants, elements
    /// of string literals, `_Generic`.
    fn odd(&mut self, depth: usize) -> IntExpr {
        match self.choices.below(6) {
            0 => {
                let value = self.int_expr(depth - 1);
                // Not a constant on the left: gcc 12 fails on `(_Bool)(1, 2)`.
                let Some(ignored) = self.place(Purpose::ReadInt) else { return value };
                let text = format!("({}, {})", ignored.text, value.text);
                // The comma keeps the type of its right operand.
                IntExpr { text, ..value }
            }
            1 => {
                let scalar = self.scalar();
                let name = self.base_name(&crate::types::Type::Scalar(scalar));
                let kind = match self.model {
                    Model::Ilp32 => IntKind::Unsigned,
                    Model::Lp64 => IntKind::UnsignedLong,
                };
                let text = if self.choices.chance(50) {
                    format!("sizeof({name})")
                } else {
                    let operand = self.int_expr(depth - 1);
                    // The sign keeps a bit-field from standing there alone.
                    format!("sizeof(+{})", operand.text)
                };
                IntExpr { text, kind, range: Range { lo: 1, hi: 16 } }
            }
            2 => self.statement_expr(depth),
            3 if !self.enums.is_empty() => {
                let number = self.choices.below(self.enums.len());
                let constants = self.enums[number].constants.clone();
                let (name, value) = self.choices.pick(&constants).clone();
                let range = Range::point(i128::from(value));
                IntExpr { text: name, kind: IntKind::Int, range }
            }
            4 => {
                let index = self.int_expr(depth - 1);
                let text = format!("\"linchpin\"[{} & 7]", index.text);
                IntExpr { text, kind: IntKind::Char, range: Range { lo: 0, hi: 127 } }
            }
            _ => {
                let operand = self.int_expr(depth - 1);
                let text = format!(
                    "_Generic(+{}, int: 1, unsigned int: 2, long: 3, unsigned long: 4, \
                     long long: 5, default: 6)",
                    operand.text
                );
                IntExpr { text, kind: IntKind::Int, range: Range { lo: 1, hi: 6 } }
            }
        }
    }

    fn statement_expr(&mut self, depth: usize) -> IntExpr {
        let kind = self.int_kind();
        let initial = self.int_expr(depth - 1);
        let name = self.local_name("e");
        let local = IntExpr { text: name.clone(), kind, range: Range::full(kind, self.model) };
        let other = self.int_expr(depth - 1);
        let op = *self.choices.pick(&BinaryOp::ALL);
        let value = self.combine(op, local, other);
        let text = format!("({{ {} {name} = {}; {}; }})", kind.name(), initial.text, value.text);
        IntExpr { text, ..value }
    }

    /// Any scalar expression, as an initialiser or argument of this type.
    pub(crate) fn value_of(&mut self, scalar: Scalar, depth: usize) -> String {
        match scalar {
            Scalar::Int(_) => self.int_expr(depth).text,
            Scalar::Float(kind) => self.float_value(kind, depth),
            Scalar::Enum(number) => {
                let constants = self.enums[number].constants.clone();
                self.choices.pick(&constants).0.clone()
            }
        }
    }
}

fn truth(text: String) -> IntExpr {
    IntExpr { text, kind: IntKind::Int, range: Range::TRUTH }
}
