//! How many edges a second the interpreter takes, on three loops: arithmetic on variables, an
//! array in memory, and calls.
//!
//! ```text
//! cargo run --release -p linchpin-ir-interp --example speed
//! ```

use std::time::Instant;

use ir_interp::{InputList, Interpreter, Options, Outcome};

const ARITHMETIC: &str = "
program LP64 entry main
fn main() -> i32 {
  var i: i32
  var sum: u32
  entry L0 exit L1
  L0 -> L2: i = 0i32
  L2 -> L3: sum = 0u32
  L3 -> L4: assume (i < 10000000i32) taken
  L4 -> L5: sum = ((sum * 31u32) + u32(i))
  L5 -> L3: i = (i + 1i32) back
  L3 -> L6: assume !(i < 10000000i32) not-taken
  L6 -> L1: return i32(sum)
}";

const MEMORY: &str = "
program LP64 entry main
object table: 4096 align 8 static {}
fn main() -> i32 {
  var i: i32
  var p: ptr
  var x: i32
  entry L0 exit L1
  L0 -> L3: i = 0i32
  L3 -> L4: assume (i < 5000000i32) taken
  L4 -> L5: p = ptradd(&table, i64(((i & 1023i32) * 4i32)))
  L5 -> L6: x = load i32, p
  L6 -> L7: store i32, p, (x + i)
  L7 -> L3: i = (i + 1i32) back
  L3 -> L8: assume !(i < 5000000i32) not-taken
  L8 -> L1: return x
}";

const CALLS: &str = "
program LP64 entry main
fn next(x: i32) -> i32 {
  entry L0 exit L1
  L0 -> L1: return (x + 1i32)
}
fn main() -> i32 {
  var i: i32
  entry L0 exit L1
  L0 -> L3: i = 0i32
  L3 -> L4: assume (i < 5000000i32) taken
  L4 -> L3: i = call next(i)
  L3 -> L6: assume !(i < 5000000i32) not-taken
  L6 -> L1: return i
}";

fn main() {
    for (name, text) in [("arithmetic", ARITHMETIC), ("memory", MEMORY), ("calls", CALLS)] {
        let source = source::Source::new(name, text.as_bytes().to_vec());
        let program = ir::text::parse(&source).expect("the examples are valid");
        let mut interpreter = Interpreter::new(&program, InputList::none(), Options::default());
        let start = Instant::now();
        let outcome = interpreter.run();
        let seconds = start.elapsed().as_secs_f64();
        assert!(matches!(outcome, Outcome::Finished { .. }), "{outcome:?}");
        let millions = interpreter.n_steps() as f64 / 1e6;
        println!("{name:>12}: {:6.1} million edges/s", millions / seconds);
    }
}
