//! What a run tells about itself.

use ir_interp::{Effect, InputList, Interpreter, Options, Outcome, Record, WhenExhausted};

use crate::session::program;

const SUM: &str = "program LP64 entry main
check c0: assertion \"\"
object cell: 4 align 4 static {}
fn add(a: i32, b: i32) -> i32 {
  entry L0 exit L1
  L0 -> L1: return (a + b)
}
fn main() -> i32 {
  var x: i32
  var y: i32
  entry L0 exit L1
  L0 -> L2: havoc x input
  L2 -> L3: assume (x > 5i32) taken
  L2 -> L4: assume !(x > 5i32) not-taken
  L3 -> L5: y = call add(x, 1i32)
  L5 -> L6: store i32, &cell, y
  L6 -> L7: check c0: (y < 100i32)
  L7 -> L1: return y
  L4 -> L1: return 0i32
}";

fn describe(effect: &Effect) -> String {
    match effect {
        Effect::None => "-".to_owned(),
        Effect::Astray { address } => format!("astray at {address}"),
        Effect::Assigned { value, .. } => format!("= {}", value.bits()),
        Effect::Stored { place, value, .. } => format!("[{}] = {}", place.offset, value.bits()),
        Effect::Overwritten { size, .. } => format!("overwrites {size}"),
        Effect::Called { arguments, .. } => format!("calls with {}", arguments.len()),
        Effect::Returned { value, .. } => {
            format!("returns {}", value.map_or(0, |value| value.bits()))
        }
    }
}

fn effects(record: Record) -> Vec<String> {
    let program = program(SUM);
    let options = Options { record, ..Options::default() };
    let inputs = InputList::new(vec![200], WhenExhausted::Stop);
    let mut interpreter = Interpreter::new(&program, inputs, options);
    interpreter.run();
    interpreter.trace().steps().map(|step| describe(&step.effect)).collect()
}

#[test]
fn every_step_and_what_it_wrote() {
    let all = effects(Record::All);
    let expected = ["= 200", "-", "calls with 2", "returns 201", "[0] = 201", "-"];
    assert_eq!(all, expected);
    assert_eq!(effects(Record::Last(2)), expected[4..]);
    assert!(effects(Record::Nothing).is_empty());
}

#[test]
fn the_recorded_inputs_replay_the_run() {
    let program = program(SUM);
    let mut state = 5_u128;
    let random = |_: &ir_interp::InputRequest| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Some(state)
    };
    let mut first = Interpreter::new(&program, random, Options::default());
    let outcome = first.run();
    let bits = first.inputs().iter().map(|input| input.bits).collect();
    let list = InputList::new(bits, WhenExhausted::Stop);
    let mut second = Interpreter::new(&program, list, Options::default());
    assert_eq!(second.run(), outcome);
    assert_eq!(second.inputs(), first.inputs());
    assert_eq!(second.n_steps(), first.n_steps());
}

#[test]
fn a_violation_names_its_edge_and_the_calls() {
    let program = program(SUM);
    let inputs = InputList::new(vec![200], WhenExhausted::Stop);
    let mut interpreter = Interpreter::new(&program, inputs, Options::default());
    let outcome = interpreter.run();
    let Outcome::Violated { site, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(interpreter.call_stack(), [site]);
    let body = program.functions[site.function].body.as_ref().unwrap();
    assert!(matches!(body.edges[site.edge].op, ir::Op::Check { .. }));
}
