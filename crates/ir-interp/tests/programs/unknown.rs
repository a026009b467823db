//! Where unknown values come from.

use ir_interp::{
    Indeterminate, InputList, InputRequest, Interpreter, Options, Outcome, Unknown, VolatileReads,
    WhenExhausted,
};

use crate::session::{run, straight};

const START: &str = "object other: 8 align 8 unknown
object port: 8 align 8 static { 0: x\"07\" }
declare ext(i64) -> i64
fn main() -> i64 {
  var x: i64
  var y: i64
  var b: u8
  object local: 8 align 8";

fn outcome(ops: &[&str], inputs: &[u128], options: Options) -> Outcome {
    let program = straight(START, ops);
    let inputs = InputList::new(inputs.to_vec(), WhenExhausted::Stop);
    Interpreter::new(&program, inputs, options).run()
}

fn number(ops: &[&str], inputs: &[u128], options: Options) -> u128 {
    match outcome(ops, inputs, options) {
        Outcome::Finished { result: Some(value) } => value.bits(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn inputs_are_taken_in_order() {
    let ops = ["havoc x input", "y = call ext(x)", "return ((x * 10i64) + y)"];
    assert_eq!(number(&ops, &[4, 2], Options::default()), 42);
}

#[test]
fn a_list_that_is_used_up_stops_or_goes_on() {
    let program = straight(START, &["havoc x input", "return x"]);
    let outcome = run(&program, &[]);
    assert!(matches!(outcome, Outcome::InputsExhausted { site: Some(_) }), "{outcome:?}");
    let inputs = InputList::new(Vec::new(), WhenExhausted::Default(9));
    let outcome = Interpreter::new(&program, inputs, Options::default()).run();
    let Outcome::Finished { result: Some(value) } = outcome else { panic!("{outcome:?}") };
    assert_eq!(value.bits(), 9);
}

#[test]
fn memory_defined_elsewhere_is_asked_for_once() {
    let ops = [
        "x = load i64, &other",
        "y = load i64, &other",
        "b = load u8, &other",
        "return ((x - y) + i64(b))",
    ];
    assert_eq!(number(&ops, &[300], Options::default()), 300 % 256);
}

#[test]
fn copies_of_unknown_bytes_agree() {
    let ops = [
        "enter local",
        "copy &local, &other, 8u64",
        "x = load i64, &local",
        "y = load i64, &other",
        "return (x - y)",
    ];
    assert_eq!(number(&ops, &[1, 2, 3, 4, 5, 6, 7, 8], Options::default()), 0);
}

#[test]
fn indeterminate_values_can_be_inputs() {
    let options = Options { indeterminate: Indeterminate::AsInput, ..Options::default() };
    let ops = ["havoc x uninitialised", "enter local", "y = load i64, &local", "return (x - y)"];
    assert_eq!(number(&ops, &[44, 2], options), 42);
}

#[test]
fn volatile_reads_can_be_inputs() {
    let ops = ["x = load volatile i64, &port", "return x"];
    let options = Options { volatile_reads: VolatileReads::FromMemory, ..Options::default() };
    assert_eq!(number(&ops, &[], options), 7);
    assert_eq!(number(&ops, &[8], Options::default()), 8);
}

#[test]
fn a_function_can_answer() {
    let program = straight(START, &["havoc x input", "y = call ext(x)", "return (x - y)"]);
    let answer = |request: &InputRequest| match request.unknown {
        Unknown::Input => Some(50),
        Unknown::ExternalResult(_) => Some(8),
        _ => None,
    };
    let outcome = Interpreter::new(&program, answer, Options::default()).run();
    let Outcome::Finished { result: Some(value) } = outcome else { panic!("{outcome:?}") };
    assert_eq!(value.bits(), 42);
}
