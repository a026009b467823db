//! The precondition of a head through a block: elimination of what came before (section 4).
//!
//! What is known behind a block is, exactly,
//!
//! ```text
//!   ∃ x, i.   context(x, i)  ∧  y₁ = t₁(x, i)  ∧  …  ∧  yₙ = tₙ(x, i)
//! ```
//!
//! with `y` the state at the head, `x` the state before the block and `i` the inputs on the way.
//! Variables are eliminated where that is easy: if some `t` is a variable, or an invertible
//! function of one (`x + 3`), the variable is expressed by `y` everywhere. A component that the
//! block does not touch thus keeps its lemmas under its new name. What is left is brought into
//! relaxed conjunctive normal form, and lemmas that still mention something eliminable only at a
//! cost are given up there.
//!
//! Two more ways to say the same, whose lemmas join those of the plain one:
//!
//! - *facts*: what the context says of a condition decides it. Behind a loop that ends with
//!   `i >= 9`, the value of `if (m) r = 1;` is `(i >= 9 ∧ m ? 1 : r₀)`, and `i` is gone; it is as
//!   well `(m ? 1 : r₀)`.
//! - *conditions by values*: behind `y = (c ? 1 : 0)`, the condition `c` is `y = 1`, so that what
//!   else was decided by it, or assumed of it, can be said without what it is made of.
//!
//! Both replace equals by equals under the same conjunction, so each is as exact as the plain one.
//! What is lost because it cannot be said behind the block is partly found again by
//! [`possible_values`].
//!
//! Memory: behind stores at known places, the elements there are known, and those elsewhere are
//! what they were.

use index::IdSet;
use logic::{Sort, Substitution, Term, TermId, TermPool, VarId, replace, substitute};
use rustc_hash::FxHashMap;

use crate::fixpoint::Slicer;
use crate::possible_values::possible_values;
use crate::relaxed_cnf::relaxed_cnf;
use lemmas::blocks::BlockId;
use lemmas::numbers::{is_number, undo};

impl Slicer<'_> {
    /// Lemmas over the names of the block's target that hold behind it, given its context.
    pub(crate) fn precondition(&mut self, block: BlockId, context: &[TermId]) -> Vec<TermId> {
        let data = &self.blocks.blocks[block];
        let names: Vec<TermId> = self.blocks.names(data.to).collect();
        let pool = &mut self.encoder.pool;
        let mut equations: Vec<(TermId, TermId)> = Vec::new();
        for name in &names {
            let var = pool.as_var(*name).expect("heads are named by variables");
            if let Some(value) = data.values.get(&var) {
                equations.push((*name, *value));
            }
        }
        let kept: IdSet<VarId> = names.iter().filter_map(|name| pool.as_var(*name)).collect();
        let facts_before = facts(pool, context);
        let possible = possible_values(pool, &equations, &facts_before);
        let solved = solve(pool, &equations, &kept);
        let mut conjuncts = substitute(pool, context, &solved);
        let elements = memory_lemmas(pool, &equations, &solved, &mut conjuncts);
        conjuncts.extend(elements);
        let scalars: Vec<(TermId, TermId)> = equations
            .into_iter()
            .filter(|(name, _)| !matches!(pool.sort(*name), Sort::Array(..)))
            .collect();
        let values: Vec<TermId> = scalars.iter().map(|(_, value)| *value).collect();
        let values = substitute(pool, &values, &solved);
        let scalars: Vec<(TermId, TermId)> =
            scalars.into_iter().map(|(name, _)| name).zip(values).collect();
        let plain = with_equations(pool, &conjuncts, &scalars);
        let mut lemmas = relaxed_cnf(pool, &plain, &kept);
        let (conjuncts, scalars) = reworded(pool, conjuncts, scalars);
        let again = with_equations(pool, &conjuncts, &scalars);
        if again != plain {
            lemmas.extend(relaxed_cnf(pool, &again, &kept));
        }
        lemmas.extend(possible);
        lemmas
    }
}

fn with_equations(
    pool: &mut TermPool,
    conjuncts: &[TermId],
    scalars: &[(TermId, TermId)],
) -> Vec<TermId> {
    let mut all = conjuncts.to_vec();
    all.extend(scalars.iter().map(|(name, value)| pool.eq(*name, *value)));
    all
}

/// The same in other words: values without the conditions that the context decides, and
/// conditions said by the values that they decide.
fn reworded(
    pool: &mut TermPool,
    mut conjuncts: Vec<TermId>,
    mut scalars: Vec<(TermId, TermId)>,
) -> (Vec<TermId>, Vec<(TermId, TermId)>) {
    let facts = facts(pool, &conjuncts);
    replace_values(pool, &mut scalars, &facts);
    for index in 0..scalars.len() {
        let (name, value) = scalars[index];
        let Term::Ite(condition, a, b) = pool[value] else { continue };
        let are_two = is_number(pool, a) && is_number(pool, b) && a != b;
        if !are_two {
            continue;
        }
        let mut said = pool.eq(name, a);
        let mut condition = condition;
        if let Term::Not(inner) = pool[condition] {
            condition = inner;
            said = pool.not(said);
        }
        let by = FxHashMap::from_iter([(condition, said)]);
        conjuncts = replace(pool, &conjuncts, &by);
        // Of its own value too: `y = (y = 1 ? 1 : 0)` is `y = 1 ∨ y = 0`.
        replace_values(pool, &mut scalars, &by);
    }
    (conjuncts, scalars)
}

fn replace_values(
    pool: &mut TermPool,
    scalars: &mut [(TermId, TermId)],
    by: &FxHashMap<TermId, TermId>,
) {
    let values: Vec<TermId> = scalars.iter().map(|(_, value)| *value).collect();
    let values = replace(pool, &values, by);
    for ((_, value), new) in scalars.iter_mut().zip(values) {
        *value = new;
    }
}

/// What holds in every way of the conjuncts, with its truth value.
fn facts(pool: &mut TermPool, conjuncts: &[TermId]) -> FxHashMap<TermId, TermId> {
    let (yes, no) = (pool.top(), pool.bottom());
    let mut facts = FxHashMap::default();
    for conjunct in conjuncts {
        for part in parts_of_all_ways(pool, *conjunct) {
            match pool[part] {
                Term::Bool(_) => {}
                Term::Not(inner) => {
                    facts.insert(inner, no);
                }
                _ => {
                    facts.insert(part, yes);
                }
            }
        }
    }
    facts
}

/// The conjuncts of a formula; of a disjunction those that all its ways have.
fn parts_of_all_ways(pool: &TermPool, formula: TermId) -> Vec<TermId> {
    match &pool[formula] {
        Term::And(parts) => parts.to_vec(),
        Term::Or(ways) => {
            let parts = |way: &TermId| match &pool[*way] {
                Term::And(parts) => parts.to_vec(),
                _ => vec![*way],
            };
            let mut ways = ways.iter().map(parts);
            let Some(mut common) = ways.next() else { return Vec::new() };
            for way in ways {
                common.retain(|part| way.contains(part));
            }
            common
        }
        _ => vec![formula],
    }
}

/// Variables of before the block, expressed by the names behind it.
fn solve(pool: &mut TermPool, equations: &[(TermId, TermId)], kept: &IdSet<VarId>) -> Substitution {
    let mut solved = Substitution::default();
    // Plain copies first: they give the shortest lemmas.
    for (name, value) in equations {
        if let Some(var) = pool.as_var(*value)
            && !kept.contains(var)
        {
            solved.entry(var).or_insert(*name);
        }
    }
    for (name, value) in equations {
        if pool.as_var(*value).is_none()
            && let Some((var, term)) = invert(pool, *value, *name)
            && !kept.contains(var)
        {
            solved.entry(var).or_insert(term);
        }
    }
    solved
}

/// From `value = result`, where `value` is an invertible function of one variable, the variable
/// as a function of the result.
fn invert(pool: &mut TermPool, value: TermId, result: TermId) -> Option<(VarId, TermId)> {
    let (mut value, mut result) = (value, result);
    loop {
        match pool[value].clone() {
            Term::Var(var) => return Some((var, result)),
            Term::BvNot(a) => {
                result = pool.bv_not(result);
                value = a;
            }
            Term::Not(a) => {
                result = pool.not(result);
                value = a;
            }
            Term::ZeroExtend(_, a) | Term::SignExtend(_, a) => {
                let width = pool.sort(a).width()?;
                result = pool.extract(width - 1, 0, result);
                value = a;
            }
            _ => (value, result) = undo(pool, value, result)?,
        }
    }
}

/// What is known of memory behind stores at constant places. Reads of the old array at other
/// constant places are turned into reads of the new one, in the conjuncts too.
fn memory_lemmas(
    pool: &mut TermPool,
    equations: &[(TermId, TermId)],
    solved: &Substitution,
    conjuncts: &mut [TermId],
) -> Vec<TermId> {
    let mut lemmas = Vec::new();
    let is_array = |(name, _): &&(TermId, TermId)| matches!(pool.sort(*name), Sort::Array(..));
    let arrays: Vec<(TermId, TermId)> = equations.iter().filter(is_array).copied().collect();
    // Looking through all terms is only worth it where there is memory.
    if arrays.is_empty() {
        return lemmas;
    }
    let reads = constant_reads(pool);
    for (name, value) in &arrays {
        let Some((written, bottom)) = stores(pool, *value) else { continue };
        for (index, element) in &written {
            let read = pool.select(*name, *index);
            let element = substitute(pool, &[*element], solved)[0];
            lemmas.push(pool.eq(read, element));
        }
        let places = reads.get(&pool.sort(*name)).cloned().unwrap_or_default();
        let untouched = places.into_iter().filter(|at| written.iter().all(|(it, _)| it != at));
        let mut renamed = FxHashMap::default();
        for at in untouched.take(MAX_PLACES) {
            let new = pool.select(*name, at);
            let old = pool.select(bottom, at);
            match pool[bottom] {
                Term::ConstArray(..) => lemmas.push(pool.eq(new, old)),
                Term::Var(_) => {
                    renamed.insert(old, new);
                }
                _ => {}
            }
        }
        let replaced = replace(pool, conjuncts, &renamed);
        conjuncts.copy_from_slice(&replaced);
    }
    lemmas
}

/// Places of static memory that are looked at; a program with more has tables.
const MAX_PLACES: usize = 64;

/// The stores of a chain at constant places, the last one of each place, and the array below.
fn stores(pool: &TermPool, array: TermId) -> Option<(Vec<(TermId, TermId)>, TermId)> {
    let mut written: Vec<(TermId, TermId)> = Vec::new();
    let mut array = array;
    while let Term::Store(below, index, element) = pool[array] {
        if !is_number(pool, index) || written.len() > MAX_PLACES {
            return None;
        }
        if written.iter().all(|(it, _)| *it != index) {
            written.push((index, element));
        }
        array = below;
    }
    Some((written, array))
}

/// For each sort of array, the constant places that some term reads.
fn constant_reads(pool: &TermPool) -> FxHashMap<Sort, Vec<TermId>> {
    let mut reads: FxHashMap<Sort, Vec<TermId>> = FxHashMap::default();
    for term in pool.ids() {
        if let Term::Select(array, index) = pool[term]
            && is_number(pool, index)
        {
            let places = reads.entry(pool.sort(array)).or_default();
            if places.len() < 4 * MAX_PLACES && !places.contains(&index) {
                places.push(index);
            }
        }
    }
    reads
}
