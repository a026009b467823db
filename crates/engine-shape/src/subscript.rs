//! Subscripts that a state does not know exactly: one case for each value that is possible.
//!
//! `table[key % 4]` is one of four places. Where a variable is the index, each case knows its
//! value from then on; where it is a computed one, that value is forgotten behind the access. Where
//! the values are too many to be told apart, the place is a *span*: bytes of a block of which some
//! are meant.
//!
//! *Sound*: every value that the state allows is one of the cases, or inside the span.

use ir::{ArithOp, Expr, ExprId, Type};
use shape::{State, Value};

use crate::assume::Judge;

/// Values of an index that are told apart.
const MAX_VALUES: i128 = 16;
/// Cases of one subscript.
const MAX_CASES: usize = 64;

impl Judge<'_> {
    /// The address in each case.
    pub fn addresses(self, state: State, pointer: ExprId) -> Vec<(State, Value)> {
        let Expr::PointerAdd(base, index) = self.program.exprs[pointer] else {
            let mut state = state;
            let value = self.eval(&mut state, pointer);
            return vec![(state, value)];
        };
        let mut probe = state.clone();
        let simple = self.eval(&mut probe, pointer);
        if !matches!(simple, Value::Sym(_) | Value::Sum(..) | Value::Top) {
            return vec![(probe, simple)];
        }
        let mut found = Vec::new();
        for (state, base) in self.addresses(state, base) {
            let Value::Addr(..) = base else {
                return vec![(probe, simple)];
            };
            let Some(cases) = self.numbers_of(state, index) else {
                return vec![(probe, simple)];
            };
            for (state, bytes) in cases {
                let bytes = i64::try_from(bytes).ok();
                let address = bytes.map_or(Value::Top, |bytes| base.plus(bytes));
                match address {
                    Value::Addr(..) => found.push((state, address)),
                    Value::Top | Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) => {
                        return vec![(probe, simple)];
                    }
                }
            }
        }
        found
    }

    /// The number that an expression is in each case; `None` if they are too many.
    fn numbers_of(self, state: State, expr: ExprId) -> Option<Vec<(State, i128)>> {
        let mut state = state;
        let value = self.eval(&mut state, expr);
        if let Value::Num(number) = value {
            return Some(vec![(state, number)]);
        }
        let Type::Int(int) = self.program.type_of(expr) else { return None };
        match self.program.exprs[expr] {
            Expr::Arith(op @ (ArithOp::Add | ArithOp::Sub | ArithOp::Mul), a, b) => {
                let mut found = Vec::new();
                for (state, a) in self.numbers_of(state, a)? {
                    for (state, b) in self.numbers_of(state, b)? {
                        let exact = match op {
                            ArithOp::Add => a.checked_add(b),
                            ArithOp::Sub => a.checked_sub(b),
                            _ => a.checked_mul(b),
                        };
                        found.push((state, self.in_type(exact?, int)));
                    }
                }
                (found.len() <= MAX_CASES).then_some(found)
            }
            Expr::Convert(_, operand) if matches!(self.program.type_of(operand), Type::Int(_)) => {
                let from = self.program.type_of(operand);
                let mut found = Vec::new();
                for (mut state, number) in self.numbers_of(state, operand)? {
                    let number = Value::Num(number);
                    let to = Type::Int(int);
                    match self.convert(&mut state, number, from, to) {
                        Value::Num(number) => found.push((state, number)),
                        Value::Top
                        | Value::Sym(_)
                        | Value::Sum(..)
                        | Value::Addr(..)
                        | Value::Fun(_) => {
                            return None;
                        }
                    }
                }
                Some(found)
            }
            _ => {
                let range = state.range(value)?;
                if range.hi.checked_sub(range.lo)? >= MAX_VALUES {
                    return None;
                }
                let all = (range.lo..=range.hi).filter(|it| range.contains(*it));
                let is_named = matches!(self.program.exprs[expr], Expr::Var(_));
                let cases = all.map(|number| {
                    let mut case = state.clone();
                    if let (Value::Sym(sym), true) = (value, is_named) {
                        case.replace_sym(sym, Value::Num(number));
                    }
                    (case, number)
                });
                Some(cases.collect())
            }
        }
    }

    /// What the pointer is computed from.
    pub fn base(self, mut pointer: ExprId) -> ExprId {
        while let Expr::PointerAdd(base, _) = self.program.exprs[pointer] {
            pointer = base;
        }
        pointer
    }

    /// The node and the first and last offset that the pointer may have, where they are too many to
    /// be told apart.
    pub fn span(self, state: &State, pointer: ExprId) -> Option<(shape::NodeId, i64, i64)> {
        let Expr::PointerAdd(base, index) = self.program.exprs[pointer] else { return None };
        let mut state = state.clone();
        let (base, index) = (self.eval(&mut state, base), self.eval(&mut state, index));
        let (Value::Addr(node, at), range) = (base, state.range(index)?) else { return None };
        let at_offset = |bytes: i128| i64::try_from(bytes).ok()?.checked_add(at);
        Some((node, at_offset(range.lo)?, at_offset(range.hi)?))
    }
}
