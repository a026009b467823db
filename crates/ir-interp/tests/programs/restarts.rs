//! A run after another one is as good as the first.

use ir_interp::{InputList, Interpreter, Options, Outcome, WhenExhausted};

use crate::session::straight;

const STATICS: &str = "object table: 8 align 4 static { 0: x\"01020304\" }
object large: 100000 align 4 static { 70000: x\"05\" }
object outside: 4 align 4 unknown
object kept: 8 align 8 static { }
global count: i64 = 0x3i64
fn main() -> i64 {
  var p: ptr
  var x: i32
  var n: i64
  object local: 4 align 4";

/// Reads everything, then changes everything.
const OPS: [&str; 22] = [
    "x = load i32, &table",
    "n = i64(x)",
    "x = load i32, ptradd(&large, 70000i64)",
    "n = (n + i64(x))",
    "x = load i32, ptradd(&large, 99996i64)",
    "n = (n + i64(x))",
    "x = load i32, &outside",
    "n = (n + i64(x))",
    "n = (n + count)",
    "p = load ptr, &kept",
    "store i32, &table, 9i32",
    "store i32, ptradd(&large, 70000i64), 9i32",
    "store i32, ptradd(&large, 99996i64), 9i32",
    "store i32, &outside, 9i32",
    "count = 9i64",
    "p = allocate heap 24u64",
    "store ptr, &kept, p",
    "enter local",
    "store i32, &local, 1i32",
    "count = i64(u64(&table))",
    "free p",
    "return n",
];

#[test]
fn nothing_is_left_over_of_the_last_run() {
    let program = straight(STATICS, &OPS);
    let inputs = InputList::new(vec![100, 1000, 10_000], WhenExhausted::Stop);
    let mut interpreter = Interpreter::new(&program, inputs, Options::default());
    for input in [100, 1000, 10_000] {
        let outcome = interpreter.run();
        let Outcome::Finished { result: Some(result) } = outcome else { panic!("{outcome:?}") };
        assert_eq!(result.bits(), 0x0403_0201 + 5 + input + 3);
        assert_eq!(interpreter.inputs().len(), 1);
        assert!(interpreter.has_exposed_addresses());
        interpreter.restart(1000);
    }
}

/// What one run exposed, an address that was guessed does not reach in the next.
#[test]
fn exposed_addresses_are_forgotten() {
    let ops = [
        "n = i64(u64(&table))",
        "havoc n input",
        "p = ptr(u64(n))",
        "x = load i32, p",
        "return i64(x)",
    ];
    let exposing = straight(STATICS, &ops);
    let mut interpreter = Interpreter::new(
        &exposing,
        InputList::new(Vec::new(), WhenExhausted::Stop),
        Options::default(),
    );
    assert!(matches!(interpreter.run(), Outcome::InputsExhausted { .. }));
    assert!(interpreter.has_exposed_addresses());
    interpreter.restart(0);
    assert_eq!(interpreter.run(), Outcome::OutOfSteps);
    assert!(!interpreter.has_exposed_addresses());
}
