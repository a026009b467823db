//! Whatever is left out of a loop, or said otherwise, is noticed.

use encode::{Component, Facts, Invariants};
use index::Id;
use ir::{EdgeId, Op, Program};
use ir_passes::inline::Limits;
use ir_passes::one_loop::{InLoops, OneLoop, one_loop};
use logic::Sort;
use source::Source;

use super::{confirm_crowds, confirm_loop};

const LIMITS: Limits = Limits { n_edges: 1_000, recursion: 1 };

/// Two threads and the entry's: an atomic block, a wait, a join, a local loop, a result.
const PROGRAM: &str = include_str!("tests/two-threads.ir");

/// Any number of threads that take a place in turn, and one behind them.
const CROWD: &str = include_str!("tests/crowd.ir");

fn program() -> Program {
    parsed(PROGRAM)
}

fn parsed(text: &str) -> Program {
    let source = Source::new("threads.ir", text.as_bytes().to_vec());
    let program = ir::text::parse(&source).expect("it is a program");
    if let Err(errors) = ir::validate(&program) {
        panic!("{errors:?}");
    }
    program
}

fn made(program: &Program) -> OneLoop {
    one_loop(program, LIMITS, InLoops::Refused).expect("its threads have names")
}

fn with_edge(together: &OneLoop, edge: EdgeId, op: Op) -> OneLoop {
    let mut other = together.clone();
    let entry = other.program.entry;
    let body = other.program.functions[entry].body.as_mut().expect("it has a body");
    body.edges[edge].op = op;
    other
}

#[test]
fn a_loop_that_was_made_is_accepted() {
    let program = program();
    let together = made(&program);
    assert!(ir::validate(&together.program).is_ok(), "the loop is valid");
    assert_eq!(confirm_loop(&program, &together), Ok(()));
}

/// What is said of results is looked for only where somebody wants one.
#[test]
fn a_join_that_asks_for_no_result_is_accepted() {
    let text = PROGRAM.replace("thread-join t, &box", "thread-join t");
    let source = Source::new("two-threads.ir", text.into_bytes());
    let program = ir::text::parse(&source).expect("it is a program");
    let together = made(&program);
    assert_eq!(together.program.exprs.find(&ir::Expr::Bool(false)), None, "no result is known");
    assert_eq!(confirm_loop(&program, &together), Ok(()));
}

#[test]
fn every_step_is_needed() {
    let program = program();
    let together = made(&program);
    let body = together.program.functions[together.program.entry].body.as_ref();
    let edges = &body.expect("it has a body").edges;
    let mut n_needed = 0;
    for (id, edge) in edges.iter() {
        // The end of the run asks for nothing.
        if matches!(edge.op, Op::Return { .. } | Op::Halt { .. }) {
            continue;
        }
        let without = with_edge(&together, id, Op::Halt { cause: ir::HaltCause::Abort });
        let answer = confirm_loop(&program, &without);
        assert!(answer.is_err(), "{id:?} {:?}", edge.op);
        n_needed += 1;
    }
    assert!(n_needed > 40, "{n_needed}");
}

#[test]
fn every_place_is_needed() {
    let program = program();
    let together = made(&program);
    for thread in 0..together.threads.len() {
        for place in 0..together.threads[thread].places.len() {
            let mut other = together.clone();
            other.threads[thread].places.remove(place);
            assert!(confirm_loop(&program, &other).is_err(), "{thread} {place}");
        }
    }
}

#[test]
fn threads_are_not_taken_for_each_other() {
    let program = program();
    let together = made(&program);
    let mut swapped = together.clone();
    swapped.threads.swap(1, 2);
    assert!(confirm_loop(&program, &swapped).is_err());
    let mut one_counter = together.clone();
    one_counter.threads[1].pc = one_counter.threads[2].pc;
    assert!(confirm_loop(&program, &one_counter).is_err());
    let mut created = together.clone();
    created.threads[1].created_at = created.threads[2].created_at;
    assert!(confirm_loop(&program, &created).is_err());
    let mut fewer = together.clone();
    fewer.threads.pop();
    assert!(confirm_loop(&program, &fewer).is_err());
}

#[test]
fn the_program_is_the_same() {
    let program = program();
    let together = made(&program);
    let mut other = program.clone();
    let function = other.functions.ids().find(|id| *id != other.entry).expect("a start routine");
    let body = other.functions[function].body.as_mut().expect("it has a body");
    body.edges[EdgeId::new(0)].op = Op::Skip;
    assert!(confirm_loop(&other, &together).is_err());
}

fn crowd() -> (Program, OneLoop) {
    let program = parsed(CROWD);
    let together = one_loop(&program, LIMITS, InLoops::Crowds).expect("it has a crowd");
    (program, together)
}

/// Of the counters of so many threads of the crowd: not all of them are seven.
fn not_all_at_seven(together: &OneLoop, n_threads: usize) -> Invariants {
    let mut invariants = Invariants::default();
    let mut is_elsewhere = Vec::new();
    for thread in together.crowds[0].threads.iter().take(n_threads) {
        let pc = together.threads[*thread].pc;
        let counter = invariants.variable(Component::Var(pc), Sort::BitVec(16));
        let seven = invariants.pool.bv(16, 7);
        let is_there = invariants.pool.eq(counter, seven);
        is_elsewhere.push(invariants.pool.not(is_there));
    }
    let lemma = invariants.pool.or(&is_elsewhere);
    invariants.heads.insert(together.head, Facts::Lemmas(vec![lemma]));
    invariants
}

fn n_lemmas(invariants: &Invariants) -> usize {
    let n_of = |facts: &Facts| match facts {
        Facts::Lemmas(lemmas) => lemmas.len(),
        Facts::Unreachable => 0,
    };
    invariants.heads.values().map(n_of).sum()
}

#[test]
fn a_loop_of_a_crowd_is_accepted_for_lemmas_about_two() {
    let (program, together) = crowd();
    assert!(ir::validate(&together.program).is_ok(), "the loop is valid");
    for (n_threads, n_forms) in [(1, 3), (2, 3)] {
        let lemmas = not_all_at_seven(&together, n_threads);
        let forms = confirm_crowds(&program, &together, &together.program, &lemmas);
        assert_eq!(forms.map(|forms| n_lemmas(&forms)), Ok(n_forms), "of {n_threads} threads");
    }
    let lemmas = not_all_at_seven(&together, 3);
    assert!(confirm_crowds(&program, &together, &together.program, &lemmas).is_err());
}

/// It follows three threads of any number, so it has fewer runs than the program.
#[test]
fn a_loop_of_a_crowd_is_no_loop_of_all_threads() {
    let (program, together) = crowd();
    assert!(confirm_loop(&program, &together).is_err());
    let mut hidden = together.clone();
    hidden.crowds.clear();
    assert!(confirm_loop(&program, &hidden).is_err());
}

#[test]
fn every_step_of_a_crowd_is_needed() {
    let (program, together) = crowd();
    let body = together.program.functions[together.program.entry].body.as_ref();
    let mut n_needed = 0;
    for (id, edge) in body.expect("it has a body").edges.iter() {
        if matches!(edge.op, Op::Return { .. } | Op::Halt { .. }) {
            continue;
        }
        let without = with_edge(&together, id, Op::Halt { cause: ir::HaltCause::Abort });
        let lemmas = not_all_at_seven(&together, 2);
        let answer = confirm_crowds(&program, &without, &without.program, &lemmas);
        assert!(answer.is_err(), "{id:?} {:?}", edge.op);
        n_needed += 1;
    }
    assert!(n_needed > 60, "{n_needed}");
}

#[test]
fn threads_of_a_crowd_are_three_and_alike() {
    let (program, together) = crowd();
    let lemmas = not_all_at_seven(&together, 2);
    let refuses =
        |other: &OneLoop| confirm_crowds(&program, other, &other.program, &lemmas).is_err();
    let mut fewer = together.clone();
    fewer.crowds[0].threads.pop();
    assert!(refuses(&fewer), "two are not enough");
    let mut named = together.clone();
    named.crowds[0].created_at = named.threads.last().and_then(|it| it.created_at).expect("a step");
    assert!(refuses(&named), "another step creates them");
    let mut one_number = together.clone();
    one_number.threads[2].number = one_number.threads[1].number;
    assert!(refuses(&one_number), "two threads have one number");
    let mut memory = together.clone();
    memory.which = memory.somebody;
    assert!(refuses(&memory), "one choice is made twice");
}
