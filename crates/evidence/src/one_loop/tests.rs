//! Whatever is left out of a loop, or said otherwise, is noticed.

use index::Id;
use ir::{EdgeId, Op, Program};
use ir_passes::inline::Limits;
use ir_passes::one_loop::{InLoops, OneLoop, one_loop};
use source::Source;

use super::confirm_loop;

const LIMITS: Limits = Limits { n_edges: 1_000, recursion: 1 };

/// Two threads and the entry's: an atomic block, a wait, a join, a local loop, a result.
const PROGRAM: &str = include_str!("tests/two-threads.ir");

fn program() -> Program {
    let source = Source::new("two-threads.ir", PROGRAM.as_bytes().to_vec());
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
