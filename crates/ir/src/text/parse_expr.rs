//! Reads expressions.

use source::Diagnostic;

use super::lexer::TokenKind;
use super::print_expr::{ARITH_SYMBOLS, COMPARE_SYMBOLS, OVERFLOW_SYMBOLS};
use super::reader::{Failed, Reader};
use crate::expr::{Expr, ExprId};
use crate::types::{FloatType, IntType, Sign, Type};

impl<'t> Reader<'t> {
    pub(super) fn expr(&mut self) -> Result<ExprId, Failed> {
        // Text may nest as deeply as it likes; the machine stack is enlarged when it runs short.
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expr_on_this_stack())
    }

    fn expr_on_this_stack(&mut self) -> Result<ExprId, Failed> {
        let token = self.next();
        let expr = match token.kind {
            TokenKind::Number(number) => match constant(number) {
                Some(expr) => expr,
                None => {
                    let message = format!("`{number}` is not a constant with its type");
                    return self.fail(
                        Diagnostic::error("E0302", token.span, message)
                            .help("write `10i32`, `0u8` or `0x3f800000f32`"),
                    );
                }
            },
            TokenKind::Symbol("-") => Expr::Neg(self.expr()?),
            TokenKind::Symbol("~") => Expr::BitNot(self.expr()?),
            TokenKind::Symbol("!") => Expr::Not(self.expr()?),
            TokenKind::Symbol("&") => return self.address(),
            TokenKind::Symbol("(") => return self.parenthesised(),
            TokenKind::Word("true") => Expr::Bool(true),
            TokenKind::Word("false") => Expr::Bool(false),
            TokenKind::Word("null") => Expr::Null,
            TokenKind::Word("ptradd") => {
                let (a, b) = self.pair()?;
                Expr::PointerAdd(a, b)
            }
            TokenKind::Word("ptrdiff") => {
                let (a, b) = self.pair()?;
                Expr::PointerDiff(a, b)
            }
            TokenKind::Word("shadow") => Expr::Shadow(self.argument()?),
            TokenKind::Word("overflows") => return self.overflows(),
            TokenKind::Word("bits") => {
                let ty = self.ty()?;
                Expr::Bits(ty, self.argument()?)
            }
            TokenKind::Word(word) => match type_named(word) {
                Some(ty) => Expr::Convert(ty, self.argument()?),
                None => Expr::Var(self.var_named(word, token.span)?),
            },
            _ => return self.expected("an expression", token.span),
        };
        Ok(self.program.exprs.intern(expr))
    }

    fn address(&mut self) -> Result<ExprId, Failed> {
        let expr = if self.take_word("fn") {
            Expr::FunctionAddress(self.function_name()?)
        } else {
            Expr::ObjectAddress(self.object_name()?)
        };
        Ok(self.program.exprs.intern(expr))
    }

    /// After `(`: an infix operation or a choice.
    fn parenthesised(&mut self) -> Result<ExprId, Failed> {
        let a = self.expr()?;
        let token = self.next();
        let TokenKind::Symbol(symbol) = token.kind else {
            return self.expected("an operator", token.span);
        };
        if symbol == ")" {
            return Ok(a);
        }
        let b = self.expr()?;
        let padded = |entry: &str| entry.trim() == symbol;
        let expr = if let Some((op, _)) = ARITH_SYMBOLS.iter().find(|(_, text)| padded(text)) {
            Expr::Arith(*op, a, b)
        } else if let Some((op, _)) = COMPARE_SYMBOLS.iter().find(|(_, text)| padded(text)) {
            Expr::Compare(*op, a, b)
        } else if symbol == "&&" {
            Expr::And(a, b)
        } else if symbol == "||" {
            Expr::Or(a, b)
        } else if symbol == "?" {
            self.symbol(":")?;
            Expr::Ite(a, b, self.expr()?)
        } else {
            return self.expected("an operator", token.span);
        };
        self.symbol(")")?;
        Ok(self.program.exprs.intern(expr))
    }

    fn overflows(&mut self) -> Result<ExprId, Failed> {
        self.symbol("(")?;
        let a = self.expr()?;
        let token = self.next();
        let op = OVERFLOW_SYMBOLS.iter().find(
            |(_, text)| matches!(token.kind, TokenKind::Symbol(symbol) if symbol == text.trim()),
        );
        let Some((op, _)) = op else {
            return self.expected("an operator that can overflow", token.span);
        };
        let b = self.expr()?;
        self.symbol(")")?;
        Ok(self.program.exprs.intern(Expr::Overflows(*op, a, b)))
    }

    fn pair(&mut self) -> Result<(ExprId, ExprId), Failed> {
        self.symbol("(")?;
        let a = self.expr()?;
        self.symbol(",")?;
        let b = self.expr()?;
        self.symbol(")")?;
        Ok((a, b))
    }

    fn argument(&mut self) -> Result<ExprId, Failed> {
        self.symbol("(")?;
        let a = self.expr()?;
        self.symbol(")")?;
        Ok(a)
    }

    pub(super) fn ty(&mut self) -> Result<Type, Failed> {
        let token = self.next();
        match token.kind {
            TokenKind::Word(word) if type_named(word).is_some() => {
                Ok(type_named(word).expect("tested in the guard"))
            }
            _ => self.expected("a type", token.span),
        }
    }
}

pub(super) fn type_named(word: &str) -> Option<Type> {
    let int = |sign| {
        let width: u8 = word[1..].parse().ok()?;
        (1..=128).contains(&width).then_some(Type::Int(IntType { width, sign }))
    };
    match word {
        "bool" => Some(Type::Bool),
        "ptr" => Some(Type::Pointer),
        "f16" => Some(Type::Float(FloatType::F16)),
        "f32" => Some(Type::Float(FloatType::F32)),
        "f64" => Some(Type::Float(FloatType::F64)),
        "f80" => Some(Type::Float(FloatType::F80)),
        "f128" => Some(Type::Float(FloatType::F128)),
        _ if word.starts_with('i') => int(Sign::Signed),
        _ if word.starts_with('u') => int(Sign::Unsigned),
        _ => None,
    }
}

/// `10i32`, `-1i8`, `0x7fu8`, `0x3f800000f32`. A value that its type cannot hold is refused.
fn constant(number: &str) -> Option<Expr> {
    let (ty, bits) = typed_bits(number)?;
    match ty {
        Type::Int(int) => Some(Expr::Int(int, bits)),
        Type::Float(float) => Some(Expr::Float(float, bits)),
        Type::Pointer | Type::Bool => None,
    }
}

/// A number with its type behind it, as type and bits.
pub(super) fn typed_bits(number: &str) -> Option<(Type, u128)> {
    let (digits, radix) = match number.strip_prefix("0x") {
        Some(rest) => (rest, 16),
        None => (number, 10),
    };
    // In hexadecimal an `f` may be a digit or begin the type, so the type is looked for from
    // the end; `f16` to `f128` are the only types that begin with a hexadecimal digit.
    let at = ["ptr", "f128", "f80", "f64", "f32", "f16"]
        .iter()
        .find_map(|ty| digits.strip_suffix(ty).map(str::len))
        .or_else(|| digits.rfind(['i', 'u']))?;
    let ty = type_named(&digits[at..])?;
    match ty {
        Type::Int(int) => {
            let value = match radix {
                16 => u128::from_str_radix(&digits[..at], 16).ok()?,
                _ if digits.starts_with('-') => digits[..at].parse::<i128>().ok()? as u128,
                _ => digits[..at].parse::<u128>().ok()?,
            };
            let bits = value & int.mask();
            let is_kept =
                if int.is_signed() { int.value(bits) as u128 == value } else { bits == value };
            is_kept.then_some((ty, bits))
        }
        Type::Float(float) => {
            let bits = u128::from_str_radix(&digits[..at], radix).ok()?;
            (float.bits() == 128 || bits >> float.bits() == 0).then_some((ty, bits))
        }
        Type::Pointer => Some((ty, u128::from_str_radix(&digits[..at], radix).ok()?)),
        Type::Bool => None,
    }
}
