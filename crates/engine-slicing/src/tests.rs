//! The paper's examples, as automata, with the invariants of its text by meaning.

use encode::{Component, Facts, Invariants};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use logic::{Substitution, TermId, TermPool, transfer};
use smt::{Answer, Effort, OneQuestion};
use source::Source;
use verdict::Budget;

use crate::{Conclusion, Options, Seeds, Sliced, Strategy, run};

fn paper(strategy: Strategy) -> Options {
    Options { strategy, seeds: Seeds::Precondition, ..Options::default() }
}

fn slice(text: &str, options: Options) -> (ir::Program, Sliced) {
    let program = ir::text::parse(&Source::new("test.ir", text.as_bytes().to_vec()));
    let program = program.unwrap_or_else(|errors| panic!("{errors:?}"));
    ir::validate(&program).expect("valid");
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let sliced = run(&program, points_to, &Budget::unlimited(), options).expect("encodable");
    (program, sliced)
}

/// A formula over variables of the program, by name.
struct Names<'p> {
    program: &'p ir::Program,
    pool: TermPool,
    vars: Vec<(ir::VarId, TermId)>,
}

impl<'p> Names<'p> {
    fn of(program: &'p ir::Program) -> Self {
        let mut pool = TermPool::new();
        let vars = program
            .vars
            .iter()
            .map(|(id, var)| (id, pool.fresh_var(&var.name, logic::Sort::BitVec(32))))
            .collect();
        Self { program, pool, vars }
    }

    fn get(&self, name: &str) -> TermId {
        let var = self.vars.iter().find(|(id, _)| &*self.program.vars[*id].name == name);
        var.expect("a variable of the program").1
    }

    fn is(&mut self, name: &str, value: u128) -> TermId {
        let value = self.pool.bv(32, value);
        self.pool.eq(self.get(name), value)
    }

    /// The invariants of the only head, or of the head with the given rank.
    fn invariant(&mut self, invariants: &Invariants, rank: usize) -> TermId {
        let facts = invariants.heads.values().nth(rank).expect("a loop head");
        let Facts::Lemmas(lemmas) = facts else { return self.pool.bottom() };
        let by: Substitution = invariants
            .components()
            .into_iter()
            .filter_map(|(var, component)| match component {
                Component::Var(id) => Some((var, self.vars.iter().find(|(it, _)| *it == id)?.1)),
                _ => None,
            })
            .collect();
        let lemmas = transfer(&invariants.pool, &mut self.pool, lemmas, &by);
        self.pool.and(&lemmas.expect("over variables only"))
    }

    fn implies(&mut self, a: TermId, b: TermId) -> bool {
        let not_b = self.pool.not(b);
        let budget = Budget::unlimited();
        let question = OneQuestion::ask(&self.pool, &[a, not_b], &budget, Effort::Unlimited);
        *question.answer() == Answer::Unsat
    }

    fn is_equivalent(&mut self, a: TermId, b: TermId) -> bool {
        self.implies(a, b) && self.implies(b, a)
    }
}

/// Fig. 1: the sign of `x` follows `p`; doubling is guarded, so that nothing wraps.
const FIG_1: &str = "program LP64 entry main
check c0: unreach-call \"never\"
fn main() {
  var x: i32
  var p: i32
  var i: i32
  var n: i32
  entry L0 exit L1
  L0 -> L2: havoc x input
  L2 -> L3: havoc p input
  L3 -> L4: assume (p != 0i32)
  L3 -> L5: assume !(p != 0i32)
  L4 -> L6: assume (x >= 0i32)
  L5 -> L6: assume (x < 0i32)
  L6 -> L7: i = 0i32
  L7 -> L8: havoc n input
  L8 -> L9: assume (i < n)
  L8 -> L12: assume !(i < n)
  L9 -> L10: assume ((x < 1000i32) && (-1000i32 < x))
  L9 -> L11: assume !((x < 1000i32) && (-1000i32 < x))
  L10 -> L11: x = (x * 2i32)
  L11 -> L7: i = (i + 1i32)
  L12 -> L13: assume ((p != 0i32) && (x < 0i32))
  L12 -> L14: assume !((p != 0i32) && (x < 0i32))
  L13 -> L14: check c0: false
  L14 -> L1: return
}
";

#[test]
fn the_motivating_example_keeps_the_sign() {
    for strategy in [Strategy::Counterexamples, Strategy::Destructive] {
        let (program, sliced) = slice(FIG_1, paper(strategy));
        assert_eq!(sliced.conclusion, Conclusion::Proved, "{strategy:?}");
        let mut names = Names::of(&program);
        let found = names.invariant(&sliced.invariants, 0);
        let (x, zero) = (names.get("x"), names.pool.bv(32, 0));
        let is_negative = names.pool.bv_compare(logic::BvCompare::SLt, x, zero);
        let is_zero = names.is("p", 0);
        let expected = names.pool.eq(is_negative, is_zero);
        assert!(names.is_equivalent(found, expected), "{strategy:?}");
        assert!(sliced.dropped.iter().any(|each| !each.counterexample.is_empty()));
    }
}

#[test]
fn syntactic_weakening_loses_what_the_loop_touches() {
    let (_, sliced) = slice(FIG_1, paper(Strategy::Syntactic));
    assert!(matches!(sliced.conclusion, Conclusion::Open(_)));
}

/// Fig. 3: two nested loops; the inner one never comes to the branch that breaks `c`.
const FIG_3: &str = "program LP64 entry main
check c0: unreach-call \"never\"
fn main() {
  var x: i32
  var y: i32
  var p: i32
  var s: i32
  var c: i32
  var n: i32
  entry L0 exit L1
  L0 -> L2: x = 0i32
  L2 -> L3: y = 0i32
  L3 -> L4: havoc s input
  L4 -> L5: assume (s != 0i32)
  L4 -> L6: assume !(s != 0i32)
  L5 -> L7: p = 1i32
  L6 -> L7: p = 2i32
  L7 -> L8: havoc n input
  L8 -> L9: assume (n != 0i32)
  L8 -> L20: assume !(n != 0i32)
  L9 -> L10: x = (x + 1i32)
  L10 -> L11: c = 100i32
  L11 -> L12: havoc n input
  L12 -> L13: assume (n != 0i32)
  L12 -> L18: assume !(n != 0i32)
  L13 -> L14: assume ((p != 1i32) && (p != 2i32))
  L13 -> L15: assume !((p != 1i32) && (p != 2i32))
  L14 -> L15: c = 0i32
  L15 -> L11: y = (y + 1i32)
  L18 -> L19: assume (c != 100i32)
  L18 -> L7: assume !(c != 100i32)
  L19 -> L7: check c0: false
  L20 -> L21: assume ((s == 0i32) && (p == 1i32))
  L20 -> L22: assume !((s == 0i32) && (p == 1i32))
  L21 -> L22: check c0: false
  L22 -> L1: return
}
";

#[test]
fn nested_loops_have_the_invariants_of_the_text() {
    let (program, sliced) = slice(FIG_3, paper(Strategy::Counterexamples));
    assert_eq!(sliced.conclusion, Conclusion::Proved);
    let mut names = Names::of(&program);
    let (p1, p2, s0) = (names.is("p", 1), names.is("p", 2), names.is("s", 0));
    let either = names.pool.or2(p1, p2);
    let if_zero = names.pool.implies(s0, p2);
    let s_not_0 = names.pool.not(s0);
    let if_not_zero = names.pool.implies(s_not_0, p1);
    let outer = names.pool.and(&[either, if_zero, if_not_zero]);
    let hundred = names.is("c", 100);
    let inner = names.pool.and2(outer, hundred);
    let found = [names.invariant(&sliced.invariants, 0), names.invariant(&sliced.invariants, 1)];
    assert!(names.is_equivalent(found[0], outer), "the outer loop");
    assert!(names.is_equivalent(found[1], inner), "the inner loop");
}

/// Two entries into one cycle: the graph is irreducible.
const IRREDUCIBLE: &str = "program LP64 entry main
check c0: unreach-call \"never\"
fn main() {
  var a: i32
  var n: i32
  entry L0 exit L1
  L0 -> L2: a = 7i32
  L2 -> L3: havoc n input
  L3 -> L4: assume (n != 0i32)
  L3 -> L6: assume !(n != 0i32)
  L4 -> L5: havoc n input
  L5 -> L6: assume (n != 0i32)
  L5 -> L8: assume !(n != 0i32)
  L6 -> L7: havoc n input
  L7 -> L4: assume (n != 0i32)
  L7 -> L8: assume !(n != 0i32)
  L8 -> L9: assume (a != 7i32)
  L8 -> L10: assume !(a != 7i32)
  L9 -> L10: check c0: false
  L10 -> L1: return
}
";

#[test]
fn irreducible_graphs_are_sliced_too() {
    let (program, sliced) = slice(IRREDUCIBLE, paper(Strategy::Counterexamples));
    assert_eq!(sliced.conclusion, Conclusion::Proved);
    let mut names = Names::of(&program);
    let found = names.invariant(&sliced.invariants, 0);
    let expected = names.is("a", 7);
    assert!(names.implies(found, expected));
}

/// Appendix A, Example 1: weakening by literals has no strongest answer; by lemmas it has.
const NO_STRONGEST: &str = "program LP64 entry main
check c0: unreach-call \"never\"
fn main() {
  var a: i32
  var b: i32
  var c: i32
  var d: i32
  var n: i32
  entry L0 exit L1
  L0 -> L2: havoc a input
  L2 -> L3: havoc b input
  L3 -> L4: havoc c input
  L4 -> L5: havoc d input
  L5 -> L6: assume (((a == 1i32) && (b == 1i32)) || ((c == 1i32) && (d == 1i32)))
  L6 -> L7: havoc n input
  L7 -> L8: assume (((((n != 0i32) && (a == 1i32)) && (b == 1i32)) && (c == 1i32)) && (d == 1i32))
  L7 -> L10: assume !(((((n != 0i32) && (a == 1i32)) && (b == 1i32)) && (c == 1i32)) && (d == 1i32))
  L8 -> L9: a = 0i32
  L9 -> L6: c = 0i32
  L10 -> L11: assume ((b != 1i32) && (d != 1i32))
  L10 -> L12: assume !((b != 1i32) && (d != 1i32))
  L11 -> L12: check c0: false
  L12 -> L1: return
}
";

#[test]
fn expansion_finds_the_clause_that_survives() {
    let (program, sliced) = slice(NO_STRONGEST, paper(Strategy::Counterexamples));
    assert_eq!(sliced.conclusion, Conclusion::Proved);
    let mut names = Names::of(&program);
    let found = names.invariant(&sliced.invariants, 0);
    // (a ∧ b) ∨ (c ∧ d) in clauses is (a∨c)(a∨d)(b∨c)(b∨d); the step keeps all but a∨c.
    let literal = |names: &mut Names<'_>, name| names.is(name, 1);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| literal(&mut names, name));
    let clauses = [names.pool.or2(a, d), names.pool.or2(b, c), names.pool.or2(b, d)];
    let expected = names.pool.and(&clauses);
    assert!(names.is_equivalent(found, expected));
}

/// A counter that only conditions of the program bound.
const COUNTER: &str = "program LP64 entry main
check c0: unreach-call \"never\"
fn main() {
  var i: i32
  entry L0 exit L1
  L0 -> L2: i = 0i32
  L2 -> L3: assume (i < 10i32)
  L2 -> L4: assume !(i < 10i32)
  L3 -> L2: i = (i + 1i32)
  L4 -> L5: assume (i != 10i32)
  L4 -> L6: assume !(i != 10i32)
  L5 -> L6: check c0: false
  L6 -> L1: return
}
";

#[test]
fn seeds_prove_what_the_precondition_cannot() {
    let (_, sliced) = slice(COUNTER, paper(Strategy::Counterexamples));
    assert!(matches!(sliced.conclusion, Conclusion::Open(_)));
    let (_, sliced) = slice(COUNTER, Options::default());
    assert_eq!(sliced.conclusion, Conclusion::Proved);
}

#[test]
fn a_spent_budget_gives_no_invariants() {
    let source = Source::new("test.ir", FIG_1.as_bytes().to_vec());
    let program = ir::text::parse(&source).expect("parses");
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let budget = Budget::unlimited().with_steps(1);
    let sliced = run(&program, points_to, &budget, Options::default()).expect("encodable");
    assert_eq!(sliced.conclusion, Conclusion::OutOfBudget);
    assert!(sliced.invariants.heads.is_empty());
}

/// A check that fails for one pair of a global and a local, somewhere behind the head.
const FLAGS: &str = "program LP64 entry main
check c0: assertion \"nobody waits while the lock is held\"
global locked: i32 = 0i32
fn main() {
  var flags: i32
  var choice: i32
  entry L0 exit L1
  L0 -> L2: havoc choice input
  L2 -> L3: assume (choice == 0i32)
  L2 -> L4: assume !(choice == 0i32)
  L3 -> L5: locked = 1i32
  L5 -> L6: flags = 32i32
  L4 -> L7: havoc flags input
  L7 -> L6: locked = 0i32
  L6 -> L8: havoc choice input
  L8 -> L6: assume (choice < 0i32)
  L8 -> L9: assume !(choice < 0i32)
  L9 -> L6: check c0: ((locked == 0i32) || (flags != 16i32))
}
";

#[test]
fn a_check_behind_a_head_says_what_to_look_for() {
    let options = Options { seeds: Seeds::Globals, ..Options::default() };
    let (program, sliced) = slice(FLAGS, options);
    assert_eq!(sliced.conclusion, Conclusion::Proved);
    let mut names = Names::of(&program);
    let invariant = names.invariant(&sliced.invariants, 0);
    let (unlocked, waits) = (names.is("locked", 0), names.is("flags", 16));
    let patient = names.pool.not(waits);
    let harmless = names.pool.or(&[unlocked, patient]);
    assert!(names.implies(invariant, harmless));
}
