//! Counting and permuting bits, exactly, as straight-line arithmetic.
//!
//! Each step is assigned to a temporary: the formulas use every intermediate result twice, and
//! written as one expression they would be of exponential size wherever sharing is lost.
//!
//! ```text
//!   ones(x):   x - ((x >> 1) & 0x55..);  fields of 2, 4, 8 bits added up;  times 0x01..01 >> w - 8
//!   ctz(x)  =  ones(~x & (x - 1))         clz(x)  =  w - ones(x smeared to the right)
//! ```

use ir::{ArithOp, CompareOp, Expr, ExprId, IntType, Type};

use super::table::BitFunction;
use crate::call::CallSite;
use crate::class::Class;
use crate::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    pub(super) fn bit_call(&mut self, function: BitFunction, site: CallSite<'_>) -> ir::ExprId {
        let argument = site.arguments[0];
        let value = self.value(argument);
        let class = self.class(self.unit().exprs[argument].ty);
        let Class::Scalar(Type::Int(int)) = class else {
            return self.unsupported_value("bits of no integer", site.ty);
        };
        let word = IntType::unsigned(int.width);
        let bits = self.convert(value, Type::Int(int), Type::Int(word));
        let bits = self.step(word, bits);
        if let BitFunction::LeadingZeros | BitFunction::TrailingZeros = function {
            self.check_not_zero(bits, word);
        }
        let result = match function {
            BitFunction::CountOnes => self.count_ones(word, bits),
            BitFunction::Parity => {
                let ones = self.count_ones(word, bits);
                let one = self.int(word, 1);
                self.arith(ArithOp::BitAnd, ones, one)
            }
            BitFunction::TrailingZeros => self.trailing_zeros(word, bits),
            BitFunction::FindFirst => {
                let zeros = self.trailing_zeros(word, bits);
                let (zero, one) = (self.int(word, 0), self.int(word, 1));
                let position = self.arith(ArithOp::Add, zeros, one);
                let is_zero = self.compare(CompareOp::Eq, bits, zero);
                self.ite(is_zero, zero, position)
            }
            BitFunction::LeadingZeros => self.leading_zeros(word, bits),
            BitFunction::LeadingSigns => {
                // Without the sign bit, what is left is a count of zeros in x or ~x.
                let top = self.int(word, i128::from(word.width) - 1);
                let sign = self.arith(ArithOp::Shr, bits, top);
                let zero = self.int(word, 0);
                let is_negative = self.compare(CompareOp::Ne, sign, zero);
                let flipped = self.pool().intern(Expr::BitNot(bits));
                let magnitude = self.ite(is_negative, flipped, bits);
                let magnitude = self.step(word, magnitude);
                let zeros = self.leading_zeros(word, magnitude);
                let one = self.int(word, 1);
                self.arith(ArithOp::Sub, zeros, one)
            }
            BitFunction::SwapBytes => self.swap_bytes(word, bits),
        };
        match self.class(site.ty) {
            Class::Scalar(ty) => self.convert(result, Type::Int(word), ty),
            Class::Void | Class::Memory(_) => self.no_value(site.ty),
        }
    }

    fn step(&mut self, word: IntType, value: ExprId) -> ExprId {
        self.pin(value, Type::Int(word))
    }

    /// A constant made of one byte.
    fn spread(&mut self, word: IntType, byte: u8) -> ExprId {
        let all = u128::from_le_bytes([byte; 16]);
        self.pool().intern(Expr::Int(word, all & word.mask()))
    }

    fn shifted(&mut self, word: IntType, value: ExprId, op: ArithOp, by: u8) -> ExprId {
        let amount = self.int(word, i128::from(by));
        self.arith(op, value, amount)
    }

    fn count_ones(&mut self, word: IntType, bits: ExprId) -> ExprId {
        let half = self.shifted(word, bits, ArithOp::Shr, 1);
        let mask = self.spread(word, 0x55);
        let half = self.arith(ArithOp::BitAnd, half, mask);
        let pairs = self.arith(ArithOp::Sub, bits, half);
        let pairs = self.step(word, pairs);
        let mask = self.spread(word, 0x33);
        let low = self.arith(ArithOp::BitAnd, pairs, mask);
        let high = self.shifted(word, pairs, ArithOp::Shr, 2);
        let high = self.arith(ArithOp::BitAnd, high, mask);
        let nibbles = self.arith(ArithOp::Add, low, high);
        let nibbles = self.step(word, nibbles);
        let high = self.shifted(word, nibbles, ArithOp::Shr, 4);
        let bytes = self.arith(ArithOp::Add, nibbles, high);
        let mask = self.spread(word, 0x0f);
        let bytes = self.arith(ArithOp::BitAnd, bytes, mask);
        let ones = self.spread(word, 0x01);
        let sum = self.arith(ArithOp::Mul, bytes, ones);
        // The highest byte of the word; where integers do not wrap, there are bits above it.
        let result = self.shifted(word, sum, ArithOp::Shr, word.width - 8);
        let byte = self.int(word, 0xff);
        let result = self.arith(ArithOp::BitAnd, result, byte);
        self.step(word, result)
    }

    fn trailing_zeros(&mut self, word: IntType, bits: ExprId) -> ExprId {
        let one = self.int(word, 1);
        let below = self.arith(ArithOp::Sub, bits, one);
        let flipped = self.pool().intern(Expr::BitNot(bits));
        let zeros = self.arith(ArithOp::BitAnd, flipped, below);
        let zeros = self.step(word, zeros);
        self.count_ones(word, zeros)
    }

    fn leading_zeros(&mut self, word: IntType, bits: ExprId) -> ExprId {
        let mut smeared = bits;
        let mut by = 1;
        while by < word.width {
            let right = self.shifted(word, smeared, ArithOp::Shr, by);
            let more = self.arith(ArithOp::BitOr, smeared, right);
            smeared = self.step(word, more);
            by *= 2;
        }
        let ones = self.count_ones(word, smeared);
        let width = self.int(word, i128::from(word.width));
        self.arith(ArithOp::Sub, width, ones)
    }

    fn swap_bytes(&mut self, word: IntType, bits: ExprId) -> ExprId {
        let n_bytes = word.width / 8;
        let mut result = self.int(word, 0);
        let byte = self.int(word, 0xff);
        for index in 0..n_bytes {
            let low = self.shifted(word, bits, ArithOp::Shr, 8 * index);
            let low = self.arith(ArithOp::BitAnd, low, byte);
            let high = self.shifted(word, low, ArithOp::Shl, 8 * (n_bytes - 1 - index));
            result = self.arith(ArithOp::BitOr, result, high);
        }
        result
    }
}
