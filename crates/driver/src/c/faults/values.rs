//! Faults of arithmetic, of subscripts and of values that were never given: with the numbers that the
//! failing run has there.
//!
//! ```text
//!   signed overflow in `x + 1`: 2147483647 + 1 does not fit `int`
//!   division by zero in `10 / n`: `n` is 0
//!   write at index 5 of `dst` (5 elements): `dst[i]`
//!   uninitialised value: `x` is read before it is written, set nowhere since line 4
//! ```

use ir::{CheckId, CompareOp, Expr, ExprId, HavocCause, Op, OverflowOp, Type, VarId, VarOrigin};
use ir_interp::Evaluated;

use super::super::explain::{op_of, span_of, value_text};
use super::super::specified::RESULT;
use super::{OutOfBounds, Teller, assigned_in, pointer_in};

/// Longer stretches of the source are no name for a value.
const MAX_NAME: usize = 40;
/// Values that are told of a failed assertion.
const MAX_TOLD: usize = 3;
/// Temporaries that are followed to what they were computed from.
const MAX_COPIES: usize = 4;

/// What the parts of the failing condition are.
#[derive(Clone, Copy)]
pub(super) struct Values<'v>(pub &'v [Evaluated]);

impl<'v> Values<'v> {
    pub fn root(self) -> Option<&'v Evaluated> {
        self.0.first()
    }

    pub fn of(self, expr: ExprId) -> Option<&'v Evaluated> {
        self.0.iter().find(|it| it.expr == expr)
    }
}

impl Teller<'_> {
    pub(super) fn overflow(
        &self,
        values: Values<'_>,
        check: CheckId,
        text: Option<&str>,
    ) -> Option<String> {
        let (op, left, right) =
            values.0.iter().find_map(|it| match self.program.exprs[it.expr] {
                Expr::Overflows(op, left, right) => Some((op, left, right)),
                _ => None,
            })?;
        let (a, b) = (self.number(values, left)?, self.number(values, right)?);
        let b = if b.starts_with('-') { format!("({b})") } else { b };
        let is_negation = a == "0" && text.is_some_and(|text| !text.starts_with('0'));
        let sum = match op {
            OverflowOp::Add => format!("{a} + {b}"),
            OverflowOp::Sub if is_negation => format!("-{b}"),
            OverflowOp::Sub => format!("{a} - {b}"),
            OverflowOp::Mul => format!("{a} * {b}"),
            OverflowOp::Div => format!("{a} / {b}"),
            OverflowOp::Shl => format!("{a} << {b}"),
        };
        let named = self.program.checks[check].text.rsplit_once("` fits `");
        let ty = match (named, self.program.type_of(left)) {
            (Some((_, ty)), _) => format!("`{}`", ty.trim_end_matches('`')),
            (None, Type::Int(int)) => format!("a signed integer of {} bits", int.width),
            (None, _) => return None,
        };
        Some(format!("signed overflow{}: {sum} does not fit {ty}", in_text(text)))
    }

    pub(super) fn division(&self, values: Values<'_>, text: Option<&str>) -> Option<String> {
        let divisor = self.compared(values.root()?.expr)?;
        let name = self.named(divisor).filter(|name| text.is_none_or(|text| *name != text));
        Some(match name {
            Some(name) => format!("division by zero{}: `{name}` is 0", in_text(text)),
            None => format!("division by zero{}", in_text(text)),
        })
    }

    pub(super) fn shift(
        &self,
        values: Values<'_>,
        check: CheckId,
        text: Option<&str>,
    ) -> Option<String> {
        let operand = self.compared(values.root()?.expr)?;
        let number = self.number(values, operand)?;
        let what = &self.program.checks[check].text;
        if what.starts_with("the left operand") {
            return Some(format!("left shift of the negative number {number}{}", behind(text)));
        }
        let (_, greatest) = what.rsplit_once(' ')?;
        let width = greatest.parse::<u32>().ok()? + 1;
        Some(format!("shift by {number} of a number of {width} bits{}", behind(text)))
    }

    pub(super) fn subscript(
        &self,
        values: Values<'_>,
        check: CheckId,
        text: Option<&str>,
    ) -> Option<String> {
        let what = &self.program.checks[check].text;
        let index = self.number(values, self.compared(values.root()?.expr)?)?;
        if what.ends_with("has no element") {
            return Some(format!("index {index} of an array without elements{}", behind(text)));
        }
        if what.ends_with("before the start of its array") {
            return Some(format!(
                "pointer out of bounds: {index} elements before the start of its array{}",
                behind(text)
            ));
        }
        let (_, last) = what.rsplit_once(' ')?;
        let last: u64 = last.parse().ok()?;
        let verb = self.verb(check);
        if verb == "access" {
            return Some(format!(
                "pointer out of bounds: index {index} is not between 0 and {last}{}",
                behind(text)
            ));
        }
        let array = text.filter(|text| assigned_in(text).ends_with(']')).and_then(pointer_in);
        let array = array.map_or_else(|| "an array".to_owned(), |array| format!("`{array}`"));
        let place = OutOfBounds::Index { index: index.parse().ok()?, n_elements: last + 1 };
        Some(place.in_words(verb, &array) + &behind(text))
    }

    pub(super) fn conversion(
        &self,
        values: Values<'_>,
        check: CheckId,
        text: Option<&str>,
    ) -> Option<String> {
        let number = self.number(values, self.compared(values.root()?.expr)?)?;
        let (_, ty) = self.program.checks[check].text.rsplit_once(" fits ")?;
        Some(format!("conversion out of range{}: {number} does not fit {ty}", in_text(text)))
    }

    /// A product of a subscript and a size that has wrapped.
    pub(super) fn out_of_reach(&self, values: Values<'_>, text: Option<&str>) -> Option<String> {
        let index = values.0.iter().find_map(|it| match self.program.exprs[it.expr] {
            Expr::Overflows(OverflowOp::Mul, index, _) => self.number(values, index),
            _ => None,
        })?;
        Some(format!("index {index} is beyond all memory{}", behind(text)))
    }

    pub(super) fn uninitialised(&self, values: Values<'_>, text: Option<&str>) -> Option<String> {
        let read = values.0.iter().find_map(|it| match self.program.exprs[it.expr] {
            Expr::Var(var) if it.value.is_indeterminate() => Some(var),
            _ => None,
        });
        let Some(var) = read else {
            return Some(format!("uninitialised value{}", behind(text)));
        };
        let in_text = |name: &str| match text {
            Some(text) if text != name => format!(", in `{text}`"),
            _ => String::new(),
        };
        let mut var = var;
        for _ in 0..MAX_COPIES {
            let given = self.assignment(var);
            if self.program.vars[var].origin == VarOrigin::Source {
                let name = &self.program.vars[var].name;
                let is_given = |at: &usize| {
                    let step = self.trace.steps().nth(*at);
                    step.is_none_or(|step| {
                        !matches!(
                            op_of(self.program, step.site),
                            Op::Havoc { cause: HavocCause::Uninitialised, .. }
                        )
                    })
                };
                if let Some(line) = given.filter(is_given).and_then(|at| self.line_of(at)) {
                    let what = in_text(name);
                    return Some(format!(
                        "uninitialised value: `{name}`, set {line}, is indeterminate{what}"
                    ));
                }
                if self.program.functions.values().any(|it| it.parameters.contains(&var)) {
                    let what = in_text(name);
                    return Some(format!(
                        "uninitialised value: `{name}` was passed and is indeterminate{what}"
                    ));
                }
                let line = self.source.position(self.program.vars[var].span.lo).line;
                return Some(format!(
                    "uninitialised value: `{name}` is read before it is written, set nowhere since \
                     line {line}{}",
                    in_text(name)
                ));
            }
            let step = self.trace.steps().nth(given?)?;
            match op_of(self.program, step.site) {
                Op::Load { .. } => {
                    let name = self.source.one_line(span_of(self.program, step.site));
                    let what = in_text(&name);
                    return Some(format!(
                        "uninitialised value: `{name}` is read before it is written{what}"
                    ));
                }
                Op::Assign { value, .. } => var = self.first_variable(*value)?,
                _ => break,
            }
        }
        Some(format!("uninitialised value{}", behind(text)))
    }

    /// "`x` is 4, `p->n` is 7": what the failed condition is about.
    pub(super) fn told_values(&self, values: Values<'_>) -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        for it in values.0 {
            let Expr::Var(_) = self.program.exprs[it.expr] else { continue };
            let (Some(name), Some(number)) = (self.named(it.expr), self.number(values, it.expr))
            else {
                continue;
            };
            let name = name.replace(RESULT, "\\result");
            if name.contains("__linchpin_") {
                continue;
            }
            let line = format!("`{name}` is {number}");
            if !told.contains(&line) {
                told.push(line);
            }
        }
        if told.len() > MAX_TOLD { Vec::new() } else { told }
    }

    /// What a comparison, or the first of several, compares with a limit.
    pub(super) fn compared(&self, condition: ExprId) -> Option<ExprId> {
        match self.program.exprs[condition] {
            Expr::Compare(op, operand, _) => {
                debug_assert!(op != CompareOp::Eq, "limits are no equalities");
                Some(operand)
            }
            Expr::And(left, right) => self.compared(left).or_else(|| self.compared(right)),
            Expr::Not(inner) => self.compared(inner),
            _ => None,
        }
    }

    /// A value that is a number, and determined.
    pub(super) fn number(&self, values: Values<'_>, expr: ExprId) -> Option<String> {
        let ty = self.program.type_of(expr);
        if ty == Type::Pointer {
            return None;
        }
        let value = values.of(expr)?.value;
        let is_known = !value.is_indeterminate() && value.fault().is_none();
        is_known.then(|| value_text(ty, value.bits()))
    }

    /// What the source calls a value: a variable by its name, what was read or called by its text.
    pub(super) fn named(&self, expr: ExprId) -> Option<String> {
        match self.program.exprs[expr] {
            Expr::Var(var) if self.program.vars[var].origin == VarOrigin::Source => {
                Some(self.program.vars[var].name.to_string())
            }
            Expr::Var(var) => {
                let given = self.assignment(var)?;
                let mut steps = self.trace.steps().take(given + 1).rev();
                let makes = |op: &Op| match op {
                    Op::Load { .. } | Op::Havoc { .. } => true,
                    Op::Call { target, .. } => *target == Some(var),
                    _ => false,
                };
                let step = steps.next()?;
                // What a function returns is called what its call is.
                let step = match op_of(self.program, step.site) {
                    Op::Return { .. } => {
                        steps.find(|it| it.depth < step.depth && it.thread == step.thread)?
                    }
                    _ => step,
                };
                if !makes(op_of(self.program, step.site)) {
                    return None;
                }
                let span = span_of(self.program, step.site);
                let is_users = span != source::Span::default() && self.source.is_users(span);
                let name = is_users.then(|| self.source.one_line(span))?;
                (name.len() <= MAX_NAME).then_some(name)
            }
            Expr::Convert(_, inner) => self.named(inner),
            _ => None,
        }
    }

    fn first_variable(&self, expr: ExprId) -> Option<VarId> {
        match self.program.exprs[expr] {
            Expr::Var(var) => Some(var),
            node => node.operands().find_map(|operand| self.first_variable(operand)),
        }
    }
}

/// " in `x + 1`"
pub(super) fn in_text(text: Option<&str>) -> String {
    text.map(|text| format!(" in `{text}`")).unwrap_or_default()
}

/// ": `x + 1`"
pub(super) fn behind(text: Option<&str>) -> String {
    text.map(|text| format!(": `{text}`")).unwrap_or_default()
}
