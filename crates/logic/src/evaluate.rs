//! What terms mean: the value of a term when its variables have values.
//!
//! The oracle of the property tests, and the judge of models that a solver returns.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::bit_vector::{compare, fold, mask, signed};
use crate::pool::{FunctionId, TermPool, VarId};
use crate::term::{Term, TermId};

/// A value of any sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Bool(bool),
    /// Width, and bits that are zero above it.
    BitVec(u32, u128),
    Int(i128),
    /// Elements that differ from the default, and the default.
    Array(BTreeMap<Value, Value>, Box<Value>),
}

/// Values of variables, and tables of functions with a default.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    pub vars: FxHashMap<VarId, Value>,
    pub functions: FxHashMap<FunctionId, (FxHashMap<Vec<Value>, Value>, Value)>,
}

impl std::hash::Hash for Value {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            Self::Bool(value) => value.hash(state),
            Self::BitVec(width, bits) => (width, bits).hash(state),
            Self::Int(value) => value.hash(state),
            Self::Array(elements, default) => {
                elements.iter().for_each(|entry| entry.hash(state));
                default.hash(state);
            }
        }
    }
}

/// The value of a term; `None` if a variable or function has none, if an integer grows beyond
/// 128 bits, or if an integer is divided by zero.
pub fn evaluate(pool: &TermPool, root: TermId, assignment: &Assignment) -> Option<Value> {
    evaluate_terms(pool, &pool.postorder(&[root]), assignment)?.remove(&root)
}

/// The values of terms that are given with all below them, operands first.
pub fn evaluate_terms(
    pool: &TermPool,
    terms: &[TermId],
    assignment: &Assignment,
) -> Option<FxHashMap<TermId, Value>> {
    let mut values: FxHashMap<TermId, Value> = FxHashMap::default();
    for term in terms {
        let value = node_value(pool, *term, assignment, &values)?;
        values.insert(*term, value);
    }
    Some(values)
}

/// The values of terms and of all terms below them, but for arrays. What a model has to tell is asked of
/// `model`: variables, elements of arrays, applied functions, and what grows beyond 128 bits.
pub fn evaluate_all(
    pool: &TermPool,
    roots: &[TermId],
    mut model: impl FnMut(TermId) -> Option<Value>,
) -> Option<FxHashMap<TermId, Value>> {
    let nothing = Assignment::default();
    let mut values: FxHashMap<TermId, Value> = FxHashMap::default();
    let is_array = |term| matches!(pool.sort(term), crate::Sort::Array(..));
    for term in pool.postorder(roots) {
        if is_array(term) {
            continue;
        }
        let is_told = match &pool[term] {
            Term::Var(_) | Term::Apply(..) | Term::Select(..) => true,
            Term::Eq(a, _) => is_array(*a),
            _ => false,
        };
        let own = if is_told { None } else { node_value(pool, term, &nothing, &values) };
        values.insert(term, own.or_else(|| model(term))?);
    }
    Some(values)
}

pub(crate) fn node_value(
    pool: &TermPool,
    term: TermId,
    assignment: &Assignment,
    values: &FxHashMap<TermId, Value>,
) -> Option<Value> {
    let bool_of = |id: &TermId| match values[id] {
        Value::Bool(value) => value,
        _ => panic!("{id} is a truth value"),
    };
    let bits_of = |id: &TermId| match values[id] {
        Value::BitVec(width, bits) => (width, bits),
        _ => panic!("{id} is a bit-vector"),
    };
    let int_of = |id: &TermId| match values[id] {
        Value::Int(value) => value,
        _ => panic!("{id} is an integer"),
    };
    Some(match &pool[term] {
        Term::Bool(value) => Value::Bool(*value),
        Term::BitVec(width, bits) => Value::BitVec(*width, *bits),
        Term::Int(value) => Value::Int(*value),
        Term::Var(var) => assignment.vars.get(var)?.clone(),
        Term::Apply(function, arguments) => {
            let (table, default) = assignment.functions.get(function)?;
            let arguments: Vec<Value> = arguments.iter().map(|id| values[id].clone()).collect();
            table.get(&arguments).unwrap_or(default).clone()
        }
        Term::Not(a) => Value::Bool(!bool_of(a)),
        Term::And(operands) => Value::Bool(operands.iter().all(bool_of)),
        Term::Or(operands) => Value::Bool(operands.iter().any(bool_of)),
        Term::Eq(a, b) => Value::Bool(values[a] == values[b]),
        Term::Ite(c, t, e) => values[if bool_of(c) { t } else { e }].clone(),
        Term::BvNot(a) => {
            let (width, bits) = bits_of(a);
            Value::BitVec(width, !bits & mask(width))
        }
        Term::BvNeg(a) => {
            let (width, bits) = bits_of(a);
            Value::BitVec(width, bits.wrapping_neg() & mask(width))
        }
        Term::BvBinary(op, a, b) => {
            let (width, x) = bits_of(a);
            Value::BitVec(width, fold(*op, width, x, bits_of(b).1))
        }
        Term::BvCompare(op, a, b) => {
            let (width, x) = bits_of(a);
            Value::Bool(compare(*op, width, x, bits_of(b).1))
        }
        Term::Concat(a, b) => {
            let ((high_width, high), (low_width, low)) = (bits_of(a), bits_of(b));
            Value::BitVec(high_width + low_width, high << low_width | low)
        }
        Term::Extract { high, low, operand } => {
            let width = high - low + 1;
            Value::BitVec(width, bits_of(operand).1 >> low & mask(width))
        }
        Term::ZeroExtend(width, a) => Value::BitVec(*width, bits_of(a).1),
        Term::SignExtend(width, a) => {
            let (old, bits) = bits_of(a);
            Value::BitVec(*width, signed(old, bits) as u128 & mask(*width))
        }
        Term::IntAdd(operands) => {
            let mut sum = operands.iter().map(int_of);
            Value::Int(sum.try_fold(0i128, i128::checked_add)?)
        }
        Term::IntMul(a, b) => Value::Int(int_of(a).checked_mul(int_of(b))?),
        Term::IntDiv(a, b) => Value::Int(int_of(a).checked_div_euclid(int_of(b))?),
        Term::IntMod(a, b) => Value::Int(int_of(a).checked_rem_euclid(int_of(b))?),
        Term::IntLe(a, b) => Value::Bool(int_of(a) <= int_of(b)),
        Term::IntLt(a, b) => Value::Bool(int_of(a) < int_of(b)),
        Term::Select(array, index) => match &values[array] {
            Value::Array(elements, default) => {
                elements.get(&values[index]).unwrap_or(default).clone()
            }
            _ => panic!("{array} is an array"),
        },
        Term::Store(array, index, value) => match values[array].clone() {
            Value::Array(mut elements, default) => {
                // Equal arrays have equal tables: the default is not listed.
                if values[value] == *default {
                    elements.remove(&values[index]);
                } else {
                    elements.insert(values[index].clone(), values[value].clone());
                }
                Value::Array(elements, default)
            }
            _ => panic!("{array} is an array"),
        },
        Term::ConstArray(_, element) => {
            Value::Array(BTreeMap::new(), Box::new(values[element].clone()))
        }
    })
}

impl Assignment {
    /// Gives every variable of the terms that has no value the least one of its sort.
    pub fn complete(&mut self, pool: &TermPool, roots: &[TermId]) {
        for var in pool.vars_of(roots).iter() {
            let sort = pool.var(var).sort;
            self.vars.entry(var).or_insert_with(|| Value::least(sort));
        }
    }
}

impl Value {
    /// Zero, false, the array of zeros.
    pub fn least(sort: crate::Sort) -> Self {
        match sort {
            crate::Sort::Bool => Self::Bool(false),
            crate::Sort::BitVec(width) => Self::BitVec(width, 0),
            crate::Sort::Int => Self::Int(0),
            crate::Sort::Array(_, element) => {
                Self::Array(BTreeMap::new(), Box::new(Self::least(element.into())))
            }
        }
    }
}
