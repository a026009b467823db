//! Calls, returns, and pointers to functions.

use ir_interp::{FaultKind, InputList, Interpreter, Options, Outcome};

use crate::session::{fault, program, result, straight};

const FACTORIAL: &str = "program LP64 entry main
fn factorial(n: i64) -> i64 {
  var rest: i64
  entry L0 exit L1
  L0 -> L2: assume (n <= 1i64) taken
  L2 -> L1: return 1i64
  L0 -> L3: assume !(n <= 1i64) not-taken
  L3 -> L4: rest = call factorial((n - 1i64))
  L4 -> L1: return (n * rest)
}
fn main() -> i64 {
  var x: i64
  entry L0 exit L1
  L0 -> L2: x = call factorial(20i64)
  L2 -> L1: return x
}";

#[test]
fn each_activation_has_its_own_locals() {
    assert_eq!(result(&program(FACTORIAL)), 2_432_902_008_176_640_000);
}

#[test]
fn deep_recursion_needs_no_stack_of_ours() {
    let text = FACTORIAL.replace("20i64", "90000i64");
    let program = program(&text);
    let outcome = Interpreter::new(&program, InputList::none(), Options::default()).run();
    assert!(matches!(outcome, Outcome::Finished { .. }), "{outcome:?}");
    let options = Options { n_calls: 1000, ..Options::default() };
    let outcome = Interpreter::new(&program, InputList::none(), options).run();
    assert!(matches!(outcome, Outcome::OutOfCalls { .. }), "{outcome:?}");
}

const POINTER: &str = "fn twice(n: i64) -> i64 {
  entry L0 exit L1
  L0 -> L1: return (n * 2i64)
}
fn leak() -> ptr {
  object gone: 8 align 8
  entry L0 exit L1
  L0 -> L2: enter gone
  L2 -> L1: return &gone
}
fn main() -> i64 {
  var f: ptr
  var p: ptr
  var x: i64";

#[test]
fn calls_through_pointers_go_to_the_function() {
    let ops = ["f = &fn twice", "x = call *[f] (i64) -> i64 (21i64)", "return x"];
    assert_eq!(result(&straight(POINTER, &ops)), 42);
}

#[test]
fn calls_through_anything_else_are_undefined() {
    let call = "x = call *[f] (i64) -> i64 (21i64)";
    let fails = |ops: &[&str]| fault(&straight(POINTER, ops));
    assert_eq!(fails(&["f = null", call]), FaultKind::BadCallee);
    assert_eq!(fails(&["f = ptradd(&fn twice, 1i64)", call]), FaultKind::BadCallee);
    assert_eq!(fails(&[call]), FaultKind::IndeterminateOperand);
    let other = "x = call *[f] (i64, i64) -> i64 (1i64, 2i64)";
    assert_eq!(fails(&["f = &fn twice", other]), FaultKind::SignatureMismatch);
    assert_eq!(fails(&["f = &fn leak", call]), FaultKind::SignatureMismatch);
}

#[test]
fn objects_of_a_function_that_returned_are_gone() {
    let ops = ["p = call leak()", "x = load i64, p"];
    assert_eq!(fault(&straight(POINTER, &ops)), FaultKind::AccessAfterReturn);
}
