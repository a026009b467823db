//! Whatever is left out of an unrolled loop, or said otherwise, is noticed.

use index::Id;
use ir::{EdgeId, LocationId, Op, Program};
use ir_passes::unroll_creations::{Unrolled, unroll_creations};
use source::Source;

use super::confirm_unrolled;

/// Two threads are created in a loop, and joined in another one.
const PROGRAM: &str = "program LP64 entry main
global g: i32 = 0i32
check c0: assertion \"it holds\"
object t: 16 align 8 static { }
fn work(a: ptr) -> ptr {
  entry L0 exit L1
  L0 -> L2: g = (g + 1i32)
  L2 -> L1: return null
}
fn main() -> i32 {
  var i: i32
  var h: u64
  entry L0 exit L1
  L0 -> L2: i = 0i32
  L2 -> L3: assume (i < 2i32)
  L2 -> L5: assume !(i < 2i32)
  L3 -> L4: thread-create ptradd(&t, (i64(i) * 8i64)) = work(ptr(u64(i)))
  L4 -> L2: i = (i + 1i32)
  L5 -> L6: i = 0i32
  L6 -> L7: assume (i < 2i32)
  L6 -> L9: assume !(i < 2i32)
  L7 -> L8: h = load u64, ptradd(&t, (i64(i) * 8i64))
  L8 -> L10: thread-join h
  L10 -> L6: i = (i + 1i32)
  L9 -> L11: check c0: (g == 2i32)
  L11 -> L1: return 0i32
}
";

fn program() -> Program {
    let source = Source::new("loops.ir", PROGRAM.as_bytes().to_vec());
    let program = ir::text::parse(&source).unwrap_or_else(|errors| panic!("{errors:?}"));
    if let Err(errors) = ir::validate(&program) {
        panic!("{errors:?}");
    }
    program
}

fn body(unrolled: &mut Unrolled) -> &mut ir::Body {
    let entry = unrolled.program.entry;
    unrolled.program.functions[entry].body.as_mut().expect("it has a body")
}

#[test]
fn loops_with_counters_are_gone() {
    let program = program();
    let mut unrolled = unroll_creations(&program).expect("it has such loops");
    assert!(ir::validate(&unrolled.program).is_ok(), "it is valid");
    assert_eq!(confirm_unrolled(&program, &unrolled), Ok(()));
    let edges = body(&mut unrolled).edges.values();
    let n_created = edges.filter(|it| matches!(it.op, Op::ThreadCreate { .. })).count();
    assert_eq!(n_created, 2);
}

#[test]
fn every_step_is_needed() {
    let program = program();
    let unrolled = unroll_creations(&program).expect("it has such loops");
    let n_edges = body(&mut unrolled.clone()).edges.len();
    for edge in (0..n_edges).map(EdgeId::new) {
        let mut without = unrolled.clone();
        body(&mut without).edges[edge].op = Op::Halt { cause: ir::HaltCause::Abort };
        assert!(confirm_unrolled(&program, &without).is_err(), "{edge:?}");

        let mut elsewhere = unrolled.clone();
        let to = body(&mut elsewhere).edges[edge].to;
        let next = LocationId::new((to.index() + 1) % unrolled.origins.len());
        body(&mut elsewhere).edges[edge].to = next;
        assert!(confirm_unrolled(&program, &elsewhere).is_err(), "{edge:?}");

        let mut missing = unrolled.clone();
        let from = body(&mut missing).edges[edge].from;
        body(&mut missing).locations[from].outgoing.retain(|it| *it != edge);
        assert!(confirm_unrolled(&program, &missing).is_err(), "{edge:?}");
    }
}

#[test]
fn nothing_more_is_known() {
    let program = program();
    let unrolled = unroll_creations(&program).expect("it has such loops");
    for (at, (_, known)) in unrolled.origins.iter() {
        for (var, bits) in known {
            let mut other = unrolled.clone();
            other.origins[at].1.insert(*var, bits + 1);
            assert!(confirm_unrolled(&program, &other).is_err(), "{at:?}");
        }
    }
    // Nor of what is not the entry function's own.
    let mut other = unrolled.clone();
    let (g, _) = program.vars.iter().find(|(_, it)| &*it.name == "g").expect("it has one");
    for (_, known) in other.origins.values_mut().filter(|(at, _)| at.index() != 0) {
        known.insert(g, 0);
    }
    assert!(confirm_unrolled(&program, &other).is_err());
}
