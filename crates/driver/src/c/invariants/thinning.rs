//! Leaving out lemmas that the others imply.
//!
//! Slicing keeps whatever is inductive: `x >= 1`, and `x >= 0`, and `x != 0`. Short lemmas are
//! tried first; one that those before it imply says nothing new. What is left is gone through once
//! more, since a later lemma may imply an earlier one.
//!
//! Nothing is lost but the lemmas beyond [`MAX_LEMMAS`]. A question that the solver does not
//! answer at once keeps its lemma.

use logic::{TermId, TermPool};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

/// Of one loop. More are read by nobody.
const MAX_LEMMAS: usize = 20;
/// Lemmas that are compared with each other.
const MAX_COMPARED: usize = 80;
const EFFORT: Effort = Effort::Limited(50_000);

/// The texts of the lemmas worth telling, shortest first.
pub fn thin(
    pool: &mut TermPool,
    mut lemmas: Vec<(String, TermId)>,
    budget: &Budget,
) -> Vec<String> {
    lemmas.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    lemmas.truncate(MAX_COMPARED);
    let mut kept: Vec<(String, TermId)> = Vec::new();
    for (text, lemma) in lemmas {
        let known: Vec<TermId> = kept.iter().map(|(_, lemma)| *lemma).collect();
        if !implies(pool, &known, lemma, budget) {
            kept.push((text, lemma));
        }
    }
    let mut index = 0;
    while index < kept.len() {
        let others = kept.iter().enumerate().filter(|(other, _)| *other != index);
        let others: Vec<TermId> = others.map(|(_, (_, lemma))| *lemma).collect();
        if implies(pool, &others, kept[index].1, budget) {
            kept.remove(index);
        } else {
            index += 1;
        }
    }
    kept.truncate(MAX_LEMMAS);
    kept.into_iter().map(|(text, _)| text).collect()
}

fn implies(pool: &mut TermPool, known: &[TermId], lemma: TermId, budget: &Budget) -> bool {
    let mut formulas = known.to_vec();
    formulas.push(pool.not(lemma));
    *OneQuestion::ask(pool, &formulas, budget, EFFORT).answer() == Answer::Unsat
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{BvCompare, Sort};

    fn thinned(make: impl Fn(&mut TermPool, TermId) -> Vec<(&'static str, TermId)>) -> Vec<String> {
        let mut pool = TermPool::new();
        let x = pool.fresh_var("x", Sort::BitVec(32));
        let lemmas = make(&mut pool, x).into_iter().map(|(text, it)| (text.to_owned(), it));
        let lemmas = lemmas.collect();
        thin(&mut pool, lemmas, &Budget::unlimited())
    }

    #[test]
    fn the_strongest_is_enough() {
        let texts = thinned(|pool, x| {
            let (zero, one) = (pool.bv(32, 0), pool.bv(32, 1));
            let most = pool.bv(32, 0x7fff_ffff);
            vec![
                ("x >= 0", pool.bv_compare(BvCompare::SLe, zero, x)),
                ("x >= 1", pool.bv_compare(BvCompare::SLe, one, x)),
                ("x == 1", pool.eq(x, one)),
                ("x <= 2147483647", pool.bv_compare(BvCompare::SLe, x, most)),
            ]
        });
        assert_eq!(texts, ["x == 1"]);
    }

    #[test]
    fn what_is_independent_stays() {
        let texts = thinned(|pool, x| {
            let (one, nine) = (pool.bv(32, 1), pool.bv(32, 9));
            let last = pool.extract(0, 0, x);
            let bit = pool.bv(1, 1);
            vec![
                ("(x & 1) == 1", pool.eq(last, bit)),
                ("x <= 9", pool.bv_compare(BvCompare::SLe, x, nine)),
                ("x >= 1", pool.bv_compare(BvCompare::SLe, one, x)),
            ]
        });
        assert_eq!(texts, ["x <= 9", "x >= 1", "(x & 1) == 1"]);
    }
}
