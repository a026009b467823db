//! Runs end within their limits, and deep or shared expressions cost what they weigh.

use ir::{ArithOp, Body, Expr, IntType, Op, Provenance};
use ir_interp::{InputList, Interpreter, Options, Outcome};

use crate::session::{program, result, straight};

const LOOP: &str = "program ILP32 entry main
fn main() -> i32 {
  var p: ptr
  entry L0 exit L1
  L0 -> L0: p = allocate heap-zeroed SIZEu32
}";

fn end_of(size: &str, options: Options) -> Outcome {
    let program = program(&LOOP.replace("SIZE", size));
    Interpreter::new(&program, InputList::none(), options).run()
}

#[test]
fn endless_loops_run_out_of_steps() {
    let options = Options { n_steps: 1000, ..Options::default() };
    assert_eq!(end_of("0", options), Outcome::OutOfSteps);
}

#[test]
fn endless_allocation_runs_out_of_memory() {
    let options = Options { n_bytes: 1 << 20, ..Options::default() };
    let outcome = end_of("100", options);
    assert!(matches!(outcome, Outcome::OutOfMemory { .. }), "{outcome:?}");
    // Blocks that are never touched cost nothing, but there are only so many addresses.
    let outcome = end_of("1000000000", Options::default());
    assert!(matches!(outcome, Outcome::OutOfMemory { .. }), "{outcome:?}");
}

#[test]
fn filling_much_memory_counts_as_steps() {
    let options = Options { n_steps: 1000, ..Options::default() };
    let start = "fn main() -> i64 {\n  var p: ptr";
    let ops = ["p = allocate heap 1000000u64", "fill p, 1u8, 1000000u64", "return 0i64"];
    let program = straight(start, &ops);
    let outcome = Interpreter::new(&program, InputList::none(), options).run();
    assert_eq!(outcome, Outcome::OutOfSteps);
}

#[test]
fn freed_addresses_are_used_again_when_there_are_no_others() {
    let text = "program ILP32 entry main
fn main() -> i32 {
  var p: ptr
  var i: i32
  entry L0 exit L1
  L0 -> L2: i = 0i32
  L2 -> L3: assume (i < 100i32) taken
  L3 -> L4: p = allocate heap 500000000u32
  L4 -> L5: free p
  L5 -> L2: i = (i + 1i32) back
  L2 -> L6: assume !(i < 100i32) not-taken
  L6 -> L1: return i
}";
    assert_eq!(result(&program(text)), 100);
}

/// `main` returns an expression that is made `n` times from the one before.
fn repeated(n: usize, next: impl Fn(ir::ExprId) -> Expr) -> ir::Program {
    let start = "fn main() -> i64 {\n  var x: i64";
    let mut program = straight(start, &["x = 1i64", "return x"]);
    let var = program.vars.ids().next().expect("the program has one variable");
    let mut value = program.exprs.var(var);
    for _ in 0..n {
        value = program.exprs.intern(next(value));
    }
    let mut body = Body::new();
    let (entry, exit) = (body.entry, body.exit);
    let ready = body.add_location();
    let one = program.exprs.int(IntType::signed(64), 1);
    body.add_edge(entry, ready, Op::Assign { target: var, value: one }, Provenance::default());
    body.add_edge(ready, exit, Op::Return { value: Some(value) }, Provenance::default());
    let main = program.entry;
    program.functions[main].body = Some(body);
    program
}

#[test]
fn shared_expressions_are_evaluated_once() {
    // Written out, this has 2^60 leaves.
    let program = repeated(60, |value| Expr::Arith(ArithOp::Add, value, value));
    assert_eq!(result(&program), 1 << 60);
}

#[test]
fn deep_expressions_need_no_stack() {
    let program = repeated(300_000, Expr::BitNot);
    assert_eq!(result(&program), 1);
}
