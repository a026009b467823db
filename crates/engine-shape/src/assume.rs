//! Conditions: which cases of a state they leave.
//!
//! A comparison that hangs on a structure unfolds it and looks at each case; one that the state
//! cannot decide leaves the state as it is, in both branches. So does every comparison of places
//! that nobody promises (`docs/soundness.md`, S27): what is proved then holds for either answer.

use ir::{CompareOp, Expr, ExprId, Program, Type};
use shape::unfold::{equate, segment_ending_at, unfold, unfold_back};
use shape::{Annotations, Edge, Integers, NodeId, Predicates, Range, State, Value};

use crate::eval::as_address;
use crate::sorts::Sorts;

/// What conditions are judged with.
#[derive(Clone, Copy)]
pub struct Judge<'p> {
    pub program: &'p Program,
    pub preds: &'p Predicates,
    pub annotations: &'p Annotations,
    pub integers: Integers,
    /// The types at which integers in memory are accessed.
    pub types: &'p [Type],
    pub sorts: &'p Sorts,
}

/// Unfoldings of one comparison; beyond that nothing is decided.
const MAX_CASES: usize = 64;

enum Relation {
    Holds,
    Fails,
    /// It hangs on the structure at this node.
    Split(NodeId),
    /// The state with what follows.
    Refined(Box<State>),
    Unknown,
}

impl Judge<'_> {
    /// The cases of the state in which the condition has this truth value.
    pub fn assume(self, state: State, condition: ExprId, truth: bool) -> Vec<State> {
        match self.program.exprs[condition] {
            Expr::Bool(value) => {
                if value == truth {
                    vec![state]
                } else {
                    Vec::new()
                }
            }
            Expr::Not(operand) => self.assume(state, operand, !truth),
            Expr::And(a, b) if truth => self.both(state, (a, true), (b, true)),
            Expr::Or(a, b) if !truth => self.both(state, (a, false), (b, false)),
            Expr::And(a, b) => {
                let mut cases = self.assume(state.clone(), a, false);
                cases.extend(self.both(state, (a, true), (b, false)));
                cases
            }
            Expr::Or(a, b) => {
                let mut cases = self.assume(state.clone(), a, true);
                cases.extend(self.both(state, (a, false), (b, true)));
                cases
            }
            Expr::Ite(c, then, otherwise) => {
                let mut cases = self.both(state.clone(), (c, true), (then, truth));
                cases.extend(self.both(state, (c, false), (otherwise, truth)));
                cases
            }
            Expr::Compare(op, a, b) => {
                let op = if truth { op } else { negated(op) };
                match self.truth_as_number(op, a, b) {
                    Some((condition, truth)) => self.assume(state, condition, truth),
                    None => self.compare(state, op, a, b),
                }
            }
            Expr::Var(_) | Expr::Overflows(..) => {
                let mut state = state;
                let value = self.eval(&mut state, condition);
                let is_it = self.numbers(&state, CompareOp::Eq, value, Value::Num(truth.into()));
                match is_it {
                    Relation::Fails => Vec::new(),
                    Relation::Refined(state) => vec![*state],
                    Relation::Holds | Relation::Split(_) | Relation::Unknown => vec![state],
                }
            }
            Expr::Int(..)
            | Expr::Float(..)
            | Expr::Null
            | Expr::ObjectAddress(_)
            | Expr::FunctionAddress(_)
            | Expr::Neg(_)
            | Expr::BitNot(_)
            | Expr::Arith(..)
            | Expr::Convert(..)
            | Expr::PointerAdd(..)
            | Expr::PointerDiff(..)
            | Expr::Shadow(_)
            | Expr::Bits(..) => vec![state],
        }
    }

    fn both(self, state: State, first: (ExprId, bool), second: (ExprId, bool)) -> Vec<State> {
        let cases = self.assume(state, first.0, first.1);
        cases.into_iter().flat_map(|case| self.assume(case, second.0, second.1)).collect()
    }

    /// `(int) c != 0` is `c`.
    fn truth_as_number(self, op: CompareOp, a: ExprId, b: ExprId) -> Option<(ExprId, bool)> {
        let truth = match op {
            CompareOp::Ne => true,
            CompareOp::Eq => false,
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => return None,
        };
        let inner = |mut expr: ExprId| loop {
            match self.program.exprs[expr] {
                Expr::Convert(Type::Int(_), operand) => match self.program.type_of(operand) {
                    Type::Bool => return Some(operand),
                    // A truth value keeps its number in every integer type.
                    Type::Int(_) => expr = operand,
                    Type::Float(_) | Type::Pointer => return None,
                },
                _ => return None,
            }
        };
        match (self.program.exprs[a], self.program.exprs[b]) {
            (_, Expr::Int(_, 0)) => inner(a).map(|condition| (condition, truth)),
            (Expr::Int(_, 0), _) => inner(b).map(|condition| (condition, truth)),
            _ => None,
        }
    }

    fn compare(self, state: State, op: CompareOp, a: ExprId, b: ExprId) -> Vec<State> {
        match self.program.type_of(a) {
            Type::Int(_) | Type::Pointer => {}
            // Not-a-number makes no promises.
            Type::Float(_) | Type::Bool => return vec![state],
        }
        let is_pointer = self.program.type_of(a) == Type::Pointer;
        let (mut kept, mut pending) = (Vec::new(), vec![state]);
        let mut n_cases = 0;
        while let Some(mut state) = pending.pop() {
            n_cases += 1;
            let [x, y] = [a, b].map(|it| match self.eval(&mut state, it) {
                // Inside structures, what ends a list may be a little below null.
                Value::Num(number) if is_pointer => Value::Num(as_address(self.program, number)),
                value => value,
            });
            match self.relation(&state, op, x, y) {
                Relation::Holds | Relation::Unknown => kept.push(state),
                Relation::Fails => {}
                Relation::Refined(state) => kept.push(*state),
                Relation::Split(node) => match self.cases(&state, node) {
                    Some(cases) if n_cases < MAX_CASES => pending.extend(cases),
                    _ => kept.push(state),
                },
            }
        }
        kept
    }

    /// The cases of the structure that starts or ends at a node.
    pub fn cases(self, state: &State, node: NodeId) -> Option<Vec<State>> {
        unfold(state, self.preds, node).or_else(|| unfold_back(state, self.preds, node))
    }

    pub fn is_structure(self, state: &State, node: NodeId) -> bool {
        match state.edges.get(&node) {
            Some(_) => state.block(node).is_none(),
            None => segment_ending_at(state, self.preds, node).is_some(),
        }
    }

    fn relation(self, state: &State, op: CompareOp, a: Value, b: Value) -> Relation {
        match (a, b) {
            (Value::Addr(x, i), Value::Addr(y, j)) if x == y => self.within(state, op, x, (i, j)),
            (Value::Addr(..), _) | (_, Value::Addr(..)) => {
                let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
                if !is_equality {
                    return Relation::Unknown;
                }
                let is_elsewhere =
                    self.starts_elsewhere(state, a, b) || self.starts_elsewhere(state, b, a);
                for node in [a, b].iter().filter_map(|value| value.node()) {
                    if !is_elsewhere && self.is_structure(state, node) {
                        return Relation::Split(node);
                    }
                }
                if is_elsewhere {
                    return if op == CompareOp::Ne { Relation::Holds } else { Relation::Fails };
                }
                match (op, self.are_apart(state, a, b)) {
                    (CompareOp::Ne, true) => Relation::Holds,
                    (_, true) => Relation::Fails,
                    (CompareOp::Eq, false) => {
                        let mut refined = state.clone();
                        match (a, b) {
                            (Value::Sym(_) | Value::Sum(..), _)
                            | (_, Value::Sym(_) | Value::Sum(..)) => {
                                match equate(&mut refined, a, b) {
                                    true => Relation::Refined(Box::new(refined)),
                                    false => Relation::Fails,
                                }
                            }
                            _ => Relation::Unknown,
                        }
                    }
                    (_, false) => Relation::Unknown,
                }
            }
            _ => self.numbers(state, op, a, b),
        }
    }

    /// Whether a whole structure starts at the first: that is null or a block of its own, and so nowhere
    /// inside another block.
    fn starts_elsewhere(self, state: &State, start: Value, other: Value) -> bool {
        let is_whole = |value: Value| match value {
            Value::Addr(node, 0) => matches!(state.edges.get(&node), Some(Edge::Ind { .. })),
            Value::Addr(..)
            | Value::Top
            | Value::Num(_)
            | Value::Sym(_)
            | Value::Sum(..)
            | Value::Fun(_) => false,
        };
        let is_inside = |value: Value| match value {
            Value::Addr(node, offset) => {
                state.block(node).is_some_and(|block| block.contains(offset, 1))
            }
            Value::Top | Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) => false,
        };
        is_whole(start) && is_inside(other)
    }

    /// Addresses of one node. Their order is that of their offsets inside the block.
    fn within(self, state: &State, op: CompareOp, node: NodeId, (i, j): (i64, i64)) -> Relation {
        let is_inside = |offset| state.block(node).is_some_and(|it| it.contains(offset, 0));
        let holds = match op {
            CompareOp::Eq => i == j,
            CompareOp::Ne => i != j,
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge
                if !(is_inside(i) && is_inside(j)) =>
            {
                return Relation::Unknown;
            }
            CompareOp::Lt => i < j,
            CompareOp::Le => i <= j,
            CompareOp::Gt => i > j,
            CompareOp::Ge => i >= j,
        };
        if holds { Relation::Holds } else { Relation::Fails }
    }

    /// Whether the two are certainly different addresses: inside two live blocks, or one of them
    /// null.
    fn are_apart(self, state: &State, a: Value, b: Value) -> bool {
        let is_inside = |value: Value| match value {
            Value::Addr(node, offset) => state.block(node).is_some_and(|block| {
                let is_literal = match block.kind {
                    shape::Kind::Heap | shape::Kind::AtLeast => false,
                    shape::Kind::Object(object) => self.program.objects[object].is_string_literal(),
                };
                // Equal literals may lie in one place.
                block.contains(offset, 1) && !is_literal
            }),
            Value::Top | Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) => false,
        };
        let is_there = |value: Value| match value {
            Value::Addr(node, offset) => {
                state.block(node).is_some_and(|block| block.contains(offset, 0))
            }
            Value::Top | Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) => false,
        };
        let is_null =
            |value: Value| matches!(value, Value::Num(it) if as_address(self.program, it) == 0);
        (is_inside(a) && is_inside(b)) || (is_there(a) && is_null(b)) || (is_null(a) && is_there(b))
    }

    fn numbers(self, state: &State, op: CompareOp, a: Value, b: Value) -> Relation {
        // Of two sums with one symbol, what is added tells the order.
        let sums = match (state.sum(a), state.sum(b)) {
            (Some((x, i)), Some((y, j))) if x == y => Some((i, j)),
            _ => None,
        };
        let known = match (a, b) {
            (Value::Num(x), Value::Num(y)) => Some((x, y)),
            _ => sums,
        };
        if let Some((x, y)) = known {
            let holds = match op {
                CompareOp::Eq => x == y,
                CompareOp::Ne => x != y,
                CompareOp::Lt => x < y,
                CompareOp::Le => x <= y,
                CompareOp::Gt => x > y,
                CompareOp::Ge => x >= y,
            };
            return if holds { Relation::Holds } else { Relation::Fails };
        }
        if a == b && a != Value::Top {
            return match op {
                CompareOp::Eq | CompareOp::Le | CompareOp::Ge => Relation::Holds,
                CompareOp::Ne | CompareOp::Lt | CompareOp::Gt => Relation::Fails,
            };
        }
        let mut refined = state.clone();
        let is_possible = match op {
            CompareOp::Eq => equate(&mut refined, a, b),
            CompareOp::Ne => exclude(&mut refined, a, b) && exclude(&mut refined, b, a),
            CompareOp::Lt => order(&mut refined, a, b, 1),
            CompareOp::Le => order(&mut refined, a, b, 0),
            CompareOp::Gt => order(&mut refined, b, a, 1),
            CompareOp::Ge => order(&mut refined, b, a, 0),
        };
        if is_possible { Relation::Refined(Box::new(refined)) } else { Relation::Fails }
    }
}

fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}

/// `a` is not the number `b`; false if it has to be.
fn exclude(state: &mut State, a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Sym(_) | Value::Sum(..), Value::Num(number)) => {
            let Some((sym, more)) = a.symbolic() else { return true };
            match (state.facts.get_mut(&sym), number.checked_sub(more)) {
                (Some(range), Some(number)) => range.exclude(number),
                _ => true,
            }
        }
        _ => true,
    }
}

/// `a + gap <= b`; false if it cannot be.
fn order(state: &mut State, a: Value, b: Value, gap: i128) -> bool {
    let (Some(x), Some(y)) = (state.range(a), state.range(b)) else { return true };
    let mut bound = |value: Value, range: Range| match value {
        Value::Sym(sym) if !state.facts.contains_key(&sym) => true,
        value => state.narrow(value, &range),
    };
    let top = if y.hi == i128::MAX { y.hi } else { y.hi.saturating_sub(gap) };
    let bottom = if x.lo == i128::MIN { x.lo } else { x.lo.saturating_add(gap) };
    bound(a, Range::new(x.lo, top)) && bound(b, Range::new(bottom, y.hi))
}
