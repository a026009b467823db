//! Replacing parts of terms, everywhere at once.

use rustc_hash::FxHashMap;

use crate::pool::{TermPool, VarId};
use crate::term::{Term, TermId};

/// What each variable becomes; the others stay.
pub type Substitution = FxHashMap<VarId, TermId>;

/// The terms with variables replaced, simplified again on the way. Sharing is kept: each term
/// below the roots is rebuilt once.
pub fn substitute(pool: &mut TermPool, roots: &[TermId], by: &Substitution) -> Vec<TermId> {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in pool.postorder(roots) {
        let image = match pool.as_var(term) {
            Some(var) => by.get(&var).copied().unwrap_or(term),
            None => rebuild(pool, term, &done),
        };
        done.insert(term, image);
    }
    roots.iter().map(|root| done[root]).collect()
}

/// The terms with any terms in them replaced, not only variables; what is replaced is not looked
/// into.
pub fn replace(
    pool: &mut TermPool,
    roots: &[TermId],
    by: &FxHashMap<TermId, TermId>,
) -> Vec<TermId> {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in pool.postorder(roots) {
        let image = match by.get(&term) {
            Some(image) => *image,
            None => rebuild(pool, term, &done),
        };
        done.insert(term, image);
    }
    roots.iter().map(|root| done[root]).collect()
}

/// A term of another pool, rebuilt in this one over the images of its variables. `None` if a
/// variable has no image, or if the term applies an uninterpreted function: those belong to
/// their pool.
pub fn transfer(
    from: &TermPool,
    to: &mut TermPool,
    roots: &[TermId],
    by: &Substitution,
) -> Option<Vec<TermId>> {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in from.postorder(roots) {
        let image = match &from[term] {
            Term::Bool(value) => to.bool(*value),
            Term::BitVec(width, bits) => to.bv(*width, *bits),
            Term::Int(value) => to.int(*value),
            Term::Var(var) => *by.get(var)?,
            Term::Apply(..) => return None,
            node => node_over(to, node.clone(), &done),
        };
        done.insert(term, image);
    }
    Some(roots.iter().map(|root| done[root]).collect())
}

/// The same node over the images of its operands.
fn rebuild(pool: &mut TermPool, term: TermId, done: &FxHashMap<TermId, TermId>) -> TermId {
    let node = pool[term].clone();
    if node.operands().iter().all(|operand| done[operand] == *operand) {
        return term;
    }
    node_over(pool, node, done)
}

/// A node with operands, over their images.
fn node_over(pool: &mut TermPool, node: Term, done: &FxHashMap<TermId, TermId>) -> TermId {
    let images = |ids: &[TermId]| ids.iter().map(|id| done[id]).collect::<Vec<_>>();
    match node {
        Term::Bool(_) | Term::BitVec(..) | Term::Int(_) | Term::Var(_) => {
            unreachable!("a term without operands is its own image")
        }
        Term::Apply(function, arguments) => pool.apply(function, &images(&arguments)),
        Term::Not(a) => pool.not(done[&a]),
        Term::And(operands) => pool.and(&images(&operands)),
        Term::Or(operands) => pool.or(&images(&operands)),
        Term::Eq(a, b) => pool.eq(done[&a], done[&b]),
        Term::Ite(c, t, e) => pool.ite(done[&c], done[&t], done[&e]),
        Term::BvNot(a) => pool.bv_not(done[&a]),
        Term::BvNeg(a) => pool.bv_neg(done[&a]),
        Term::BvBinary(op, a, b) => pool.bv_binary(op, done[&a], done[&b]),
        Term::BvCompare(op, a, b) => pool.bv_compare(op, done[&a], done[&b]),
        Term::Concat(a, b) => pool.concat(done[&a], done[&b]),
        Term::Extract { high, low, operand } => pool.extract(high, low, done[&operand]),
        Term::ZeroExtend(width, a) => pool.zero_extend(width, done[&a]),
        Term::SignExtend(width, a) => pool.sign_extend(width, done[&a]),
        Term::IntAdd(operands) => pool.int_add(&images(&operands)),
        Term::IntMul(a, b) => pool.int_mul(done[&a], done[&b]),
        Term::IntDiv(a, b) => pool.int_div(done[&a], done[&b]),
        Term::IntMod(a, b) => pool.int_mod(done[&a], done[&b]),
        Term::IntLe(a, b) => pool.int_le(done[&a], done[&b]),
        Term::IntLt(a, b) => pool.int_lt(done[&a], done[&b]),
        Term::Select(a, b) => pool.select(done[&a], done[&b]),
        Term::Store(a, b, c) => pool.store(done[&a], done[&b], done[&c]),
        Term::ConstArray(index, a) => pool.const_array(index, done[&a]),
    }
}
