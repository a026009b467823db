//! Expressions as text.

use std::fmt::Write;

use super::names::Names;
use crate::expr::{ArithOp, CompareOp, Expr, ExprId, OverflowOp};
use crate::program::Program;
use crate::types::IntType;

/// Prints expressions of one program.
#[derive(Debug)]
pub struct ExprPrinter<'p> {
    program: &'p Program,
    pub(super) names: Names,
}

/// What is still to be printed. An explicit stack: a chain of ten thousand additions is a tree
/// of that depth.
enum Pending {
    Expr(ExprId),
    Text(&'static str),
}

impl<'p> ExprPrinter<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, names: Names::of(program) }
    }

    pub fn print(&self, expr: ExprId) -> String {
        let mut text = String::new();
        self.print_to(&mut text, expr);
        text
    }

    pub(super) fn print_to(&self, out: &mut String, expr: ExprId) {
        let mut stack = vec![Pending::Expr(expr)];
        while let Some(pending) = stack.pop() {
            match pending {
                Pending::Text(text) => out.push_str(text),
                Pending::Expr(expr) => self.print_node(out, expr, &mut stack),
            }
        }
    }

    fn print_node(&self, out: &mut String, expr: ExprId, stack: &mut Vec<Pending>) {
        use Pending::{Expr as Sub, Text};
        match self.program.exprs[expr] {
            Expr::Bool(value) => push(out, format_args!("{value}")),
            Expr::Int(ty, bits) => push_int(out, ty, bits),
            Expr::Float(ty, bits) => push(out, format_args!("{bits:#x}f{}", ty.bits())),
            Expr::Null => out.push_str("null"),
            Expr::Var(var) => out.push_str(self.names.var(var)),
            Expr::ObjectAddress(object) => {
                push(out, format_args!("&{}", self.names.object(object)))
            }
            Expr::FunctionAddress(function) => {
                push(out, format_args!("&fn {}", self.names.function(function)));
            }
            // Parentheses tell the negation of a constant from a negative constant.
            Expr::Neg(a) => stack.extend([Text(")"), Sub(a), Text("-(")]),
            Expr::BitNot(a) => stack.extend([Sub(a), Text("~")]),
            Expr::Not(a) => stack.extend([Sub(a), Text("!")]),
            Expr::Arith(op, a, b) => infix(stack, a, arith_symbol(op), b),
            Expr::Compare(op, a, b) => infix(stack, a, compare_symbol(op), b),
            Expr::And(a, b) => infix(stack, a, " && ", b),
            Expr::Or(a, b) => infix(stack, a, " || ", b),
            Expr::Ite(c, a, b) => {
                stack.extend([
                    Text(")"),
                    Sub(b),
                    Text(" : "),
                    Sub(a),
                    Text(" ? "),
                    Sub(c),
                    Text("("),
                ]);
            }
            Expr::Convert(ty, a) => {
                push(out, format_args!("{ty}"));
                stack.extend([Text(")"), Sub(a), Text("(")]);
            }
            Expr::Bits(ty, a) => {
                push(out, format_args!("bits {ty}"));
                stack.extend([Text(")"), Sub(a), Text("(")]);
            }
            Expr::PointerAdd(a, b) => {
                stack.extend([Text(")"), Sub(b), Text(", "), Sub(a), Text("ptradd(")]);
            }
            Expr::Shadow(a) => stack.extend([Text(")"), Sub(a), Text("shadow(")]),
            Expr::PointerDiff(a, b) => {
                stack.extend([Text(")"), Sub(b), Text(", "), Sub(a), Text("ptrdiff(")]);
            }
            Expr::Overflows(op, a, b) => {
                infix(stack, a, overflow_symbol(op), b);
                stack.push(Text("overflows"));
            }
        }
    }
}

fn infix(stack: &mut Vec<Pending>, a: ExprId, symbol: &'static str, b: ExprId) {
    use Pending::{Expr as Sub, Text};
    stack.extend([Text(")"), Sub(b), Text(symbol), Sub(a), Text("(")]);
}

pub(super) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string does not fail");
}

fn push_int(out: &mut String, ty: IntType, bits: u128) {
    if ty.is_signed() {
        push(out, format_args!("{}{ty}", ty.value(bits)));
    } else {
        push(out, format_args!("{bits}{ty}"));
    }
}

pub(super) const ARITH_SYMBOLS: [(ArithOp, &str); 10] = [
    (ArithOp::Add, " + "),
    (ArithOp::Sub, " - "),
    (ArithOp::Mul, " * "),
    (ArithOp::Div, " / "),
    (ArithOp::Rem, " % "),
    (ArithOp::BitAnd, " & "),
    (ArithOp::BitOr, " | "),
    (ArithOp::BitXor, " ^ "),
    (ArithOp::Shl, " << "),
    (ArithOp::Shr, " >> "),
];

pub(super) const COMPARE_SYMBOLS: [(CompareOp, &str); 6] = [
    (CompareOp::Eq, " == "),
    (CompareOp::Ne, " != "),
    (CompareOp::Lt, " < "),
    (CompareOp::Le, " <= "),
    (CompareOp::Gt, " > "),
    (CompareOp::Ge, " >= "),
];

pub(super) const OVERFLOW_SYMBOLS: [(OverflowOp, &str); 5] = [
    (OverflowOp::Add, " + "),
    (OverflowOp::Sub, " - "),
    (OverflowOp::Mul, " * "),
    (OverflowOp::Div, " / "),
    (OverflowOp::Shl, " << "),
];

fn arith_symbol(op: ArithOp) -> &'static str {
    symbol_of(&ARITH_SYMBOLS, op)
}

fn compare_symbol(op: CompareOp) -> &'static str {
    symbol_of(&COMPARE_SYMBOLS, op)
}

fn overflow_symbol(op: OverflowOp) -> &'static str {
    symbol_of(&OVERFLOW_SYMBOLS, op)
}

fn symbol_of<Op: Copy + PartialEq>(table: &[(Op, &'static str)], op: Op) -> &'static str {
    table.iter().find(|(entry, _)| *entry == op).expect("the table lists every operator").1
}
