//! Whether an expression of a witness leaves the program alone.
//!
//! Two questions. [`is_one_expression`] asks of the bare text whether it can only be read as
//! something between two parentheses: brackets in pairs, no statement, no comment, no directive.
//! [`side_effect`] asks of the tree whether something in it writes, calls or jumps. Undefined
//! behaviour is not looked for here: it depends on values, and is checked where the expression
//! is evaluated.

use c_syntax::ast::{Expr, ExprKind, UnaryOp};

/// Why a text is not the text of one expression; `None` if it may be one.
pub fn is_one_expression(text: &str) -> Option<&'static str> {
    let mut open = Vec::new();
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        let next = bytes.peek().copied();
        match (byte, next) {
            (b'/', Some(b'/' | b'*')) => return Some("an expression has no comments"),
            (b'<', Some(b'%' | b':')) | (b'%' | b':', Some(b'>')) | (b'%', Some(b':')) => {
                return Some("an expression has no digraphs");
            }
            (b'(', _) => open.push(b')'),
            (b'[', _) => open.push(b']'),
            (b')' | b']', _) if open.pop() != Some(byte) => {
                return Some("brackets do not come in pairs");
            }
            (b')' | b']', _) => {}
            (b'{' | b'}' | b';', _) => return Some("an expression has no statements inside"),
            (b'#' | b'\\' | b'@' | b'`', _) => {
                return Some("this character is part of no expression");
            }
            (b'"' | b'\'', _) if !skip_literal(&mut bytes, byte) => {
                return Some("a string or character is not closed");
            }
            (0..0x20 | 0x7f.., _) if !byte.is_ascii_whitespace() => {
                return Some("this character is part of no expression");
            }
            _ => {}
        }
    }
    (!open.is_empty()).then_some("brackets do not come in pairs")
}

fn skip_literal(bytes: &mut impl Iterator<Item = u8>, quote: u8) -> bool {
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'\n' => return false,
            _ if byte == quote => return true,
            _ => {}
        }
    }
    false
}

/// What the topmost operator of an expression does besides giving a value.
pub fn side_effect(expr: &Expr) -> Option<&'static str> {
    match &expr.kind {
        ExprKind::Name(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Char(_)
        | ExprKind::String(_)
        | ExprKind::Binary(..)
        | ExprKind::Conditional { .. }
        | ExprKind::Comma(..)
        | ExprKind::Subscript { .. }
        | ExprKind::Member { .. }
        | ExprKind::Cast { .. }
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofExpr(_)
        | ExprKind::AlignofType(_)
        | ExprKind::PreferredAlignofType(_)
        | ExprKind::Offsetof { .. }
        | ExprKind::TypesCompatible(..)
        | ExprKind::Generic { .. }
        | ExprKind::ChooseExpr { .. } => None,
        ExprKind::Unary(op, _) => match op {
            UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement => Some("it changes a variable"),
            // An address that is taken makes the variable live in memory, for the whole program.
            UnaryOp::AddressOf
            | UnaryOp::Plus
            | UnaryOp::Minus
            | UnaryOp::BitNot
            | UnaryOp::Not
            | UnaryOp::Deref
            | UnaryOp::Real
            | UnaryOp::Imag => None,
        },
        ExprKind::Assign { .. } => Some("it changes a variable"),
        ExprKind::Call { .. } => Some("it calls a function"),
        ExprKind::CompoundLiteral { .. } => Some("it makes an object"),
        ExprKind::StmtExpr(_) => Some("it has statements inside"),
        ExprKind::LabelAddress(_) => Some("it takes the address of a label"),
        ExprKind::VaArg { .. } => Some("it takes an argument from a list"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_would_break_out_are_refused() {
        for text in
            ["1), (x = 2", "a]", "(a", "f({0})", "1; x", "a // b", "a /* b", "'a", "\\result"]
        {
            assert!(is_one_expression(text).is_some(), "{text}");
        }
        for text in ["a[i] == ')'", "s == \"\\\")\"", "(long) x + 1 <= 7 && (y, 1)", ""] {
            assert!(is_one_expression(text).is_none(), "{text}");
        }
    }
}
