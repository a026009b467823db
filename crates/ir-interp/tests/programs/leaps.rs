//! Runs that leap over rounds of a loop end as those that take every step.

use ir_interp::{InputList, Interpreter, Options, Outcome, WhenExhausted};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::session::program;

const TYPES: [&str; 6] = ["u8", "i8", "u16", "i32", "u64", "i64"];
const SMALL: [&str; 10] = ["0", "1", "-1", "2", "3", "-3", "7", "100", "-100", "127"];
const LARGE: [&str; 4] = ["2147483000", "-2147483640", "9223372036854775000", "4294967290"];
const BYTES_OF_MEMORY: [&str; 4] = ["0", "4", "8", "9"];

fn ended(text: &str, leaps_after: Option<u64>) -> (Outcome, u64) {
    let program = program(text);
    let options = Options { leaps_after, n_steps: 1_000_000, ..Options::default() };
    let mut interpreter = Interpreter::new(&program, InputList::none(), options);
    (interpreter.run(), interpreter.n_leaps())
}

/// Picks from a list by a number.
fn pick<'t>(from: &[&'t str], number: u8) -> &'t str {
    from[usize::from(number) % from.len()]
}

/// A constant of a type; of an unsigned one, without its sign.
fn constant(ty: &str, number: u8) -> String {
    let is_wide = ty.ends_with("64") || (ty == "i32" && number % 4 < 2);
    let number = match number >= 200 && is_wide {
        true => pick(&LARGE[..if ty.ends_with("64") { 4 } else { 2 }], number),
        false => pick(&SMALL, number),
    };
    let number = if ty.starts_with('u') { number.trim_start_matches('-') } else { number };
    format!("{number}{ty}")
}

/// A constant or a variable, as a value of the type.
fn operand(ty: &str, [kind, number]: [u8; 2]) -> String {
    let other = usize::from(number) % TYPES.len();
    match kind % 3 {
        0 => constant(ty, number),
        _ if TYPES[other] == ty => format!("v{other}"),
        _ => format!("{ty}(v{other})"),
    }
}

fn condition([what, a, b, c]: [u8; 4]) -> String {
    let ty = pick(&TYPES, what);
    let op = pick(&["==", "!=", "<", "<=", ">", ">="], a);
    format!("({} {op} {})", operand(ty, [1, b]), operand(ty, [what / 8, c]))
}

fn value(var: usize, [what, a, b, c]: [u8; 4]) -> String {
    let ty = TYPES[var];
    match what % 20 {
        0..=3 => format!("(v{var} + {})", constant(ty, a)),
        4 => format!("(v{var} - {})", operand(ty, [a, b])),
        5 => format!("({} * {})", operand(ty, [1, a]), constant(ty, b)),
        6 => format!("({} * {})", operand(ty, [1, a]), operand(ty, [1, b])),
        7 => operand(ty, [1, a]),
        8 => format!("({} ? v{var} : {})", condition([what, a, b, c]), operand(ty, [b, c])),
        9 => format!("({} << {}u8)", operand(ty, [1, a]), b % 8),
        10 => format!("-{}", operand(ty, [1, a])),
        11 => format!("~{}", operand(ty, [1, a])),
        12 => format!("({} & {})", operand(ty, [1, a]), constant(ty, b)),
        13 => format!("({} / {})", operand(ty, [a, b]), operand(ty, [b, a])),
        14 => format!("({} % {})", operand(ty, [1, b]), operand(ty, [b, a])),
        15 => format!("({} >> {}u8)", operand(ty, [1, a]), b % 8),
        16 => format!("({} / {})", operand(ty, [0, a]), operand(ty, [1, b])),
        _ => format!("(v{var} + {})", operand(ty, [1, b])),
    }
}

/// The edges of a function, from its entry on.
struct Edges {
    text: String,
    at: usize,
    fresh: usize,
}

const END: usize = 2;

impl Edges {
    fn to(&mut self, to: usize, op: &str) {
        self.text.push_str(&format!("  L{} -> L{to}: {op}\n", self.at));
    }

    fn new_location(&mut self) -> usize {
        self.fresh += 1;
        self.fresh
    }

    fn then(&mut self, op: &str) {
        let to = self.new_location();
        self.to(to, op);
        self.at = to;
    }

    /// Does something if this holds.
    fn only_if(&mut self, holds: &str, op: &str) {
        let (inside, behind) = (self.new_location(), self.new_location());
        self.to(inside, &format!("assume {holds} taken"));
        self.to(behind, &format!("assume !{holds} not-taken"));
        self.at = inside;
        self.to(behind, op);
        self.at = behind;
    }

    fn statement(&mut self, [what, target, a, b, c]: [u8; 5]) {
        let var = usize::from(target) % TYPES.len();
        let ty = TYPES[var];
        let set = format!("v{var} = {}", value(var, [what, a, b, c]));
        let place = format!("ptradd(&memory, {}i64)", pick(&BYTES_OF_MEMORY, b));
        match c % 12 {
            0 | 1 => self.only_if(&condition([b, c / 12, a, what]), &set),
            2 => {
                self.then(&format!("check c0: {}", condition([b, 1, a, what])));
                self.then(&set);
            }
            3 | 4 => {
                let op = pick(&["+", "-", "*"], a);
                let exact = format!("(v{var} {op} {})", operand(ty, [what, b]));
                self.only_if(&format!("overflows{exact}"), &set);
            }
            5 => self.then(&format!("v{var} = load {ty}, {place}")),
            6 | 7 => self.then(&format!("store {ty}, {place}, v{var}")),
            _ => self.then(&set),
        }
    }
}

/// Loops of up to 3,000 rounds, whose body does these things one after the other; again, if the other counter says.
fn counting_loop(starts: [u8; 6], n_again: u8, body: &[[u8; 5]]) -> String {
    let mut text = "program LP64 entry main\ncheck c0: assertion \"x\"
object memory: 24 align 8 static {}\nfn main() -> u64 {\n"
        .to_owned();
    for (at, ty) in TYPES.iter().enumerate() {
        text.push_str(&format!("  var v{at}: {ty}\n"));
    }
    text.push_str("  var n: u32\n  var m: u32\n  entry L0 exit L1\n");
    let mut edges = Edges { text, at: 0, fresh: END };
    for (var, ty) in TYPES.iter().enumerate() {
        edges.then(&format!("v{var} = {}", constant(ty, starts[var])));
    }
    edges.then("m = 0u32");
    let outer = edges.at;
    edges.then("n = 0u32");
    let (head, inside, behind) = (edges.at, edges.new_location(), edges.new_location());
    edges.to(inside, "assume (n < 3000u32) taken");
    edges.to(behind, "assume !(n < 3000u32) not-taken");
    edges.at = inside;
    for statement in body {
        edges.statement(*statement);
    }
    edges.to(head, "n = (n + 1u32) back");
    edges.at = behind;
    edges.then("m = (m + 1u32)");
    let n_again = n_again % 4;
    edges.to(outer, &format!("assume (m <= {n_again}u32) taken"));
    edges.to(END, &format!("assume !(m <= {n_again}u32) not-taken"));
    edges.at = END;
    let mut sum = "u64(n)".to_owned();
    for (var, ty) in TYPES.iter().enumerate() {
        let value = if *ty == "u64" { format!("v{var}") } else { format!("u64(v{var})") };
        sum = format!("(({sum} * 31u64) + {value})");
    }
    edges.then(&format!("v4 = {sum}"));
    for at in [0, 8, 16] {
        edges.then(&format!("v5 = load i64, ptradd(&memory, {at}i64)"));
        edges.then("v4 = ((v4 * 31u64) + u64(v5))");
    }
    edges.to(1, "return v4");
    edges.text + "}\n"
}

type Shape = ([u8; 6], u8, Vec<[u8; 5]>, u64);

fn shapes() -> impl Strategy<Value = Shape> {
    let body = prop::collection::vec(any::<[u8; 5]>(), 1..7);
    (any::<[u8; 6]>(), any::<u8>(), body, 1..40_u64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn leaps_come_to_where_steps_come((starts, n_again, body, leaps_after) in shapes()) {
        let text = counting_loop(starts, n_again, &body);
        let (every_step, n_leaps) = ended(&text, None);
        prop_assert_eq!(n_leaps, 0);
        let (leapt, _) = ended(&text, Some(leaps_after));
        prop_assert_eq!(leapt, every_step, "{}", text);
    }
}

/// The test above is about leaps: in a good part of the loops there is something to leap over.
#[test]
fn many_random_loops_are_leapt_over() {
    let mut runner = TestRunner::deterministic();
    let has_leaps = |(starts, n_again, body, leaps_after): Shape| {
        ended(&counting_loop(starts, n_again, &body), Some(leaps_after)).1 > 0
    };
    let n = (0..300).filter(|_| {
        let shape = shapes().new_tree(&mut runner).expect("nothing is filtered");
        has_leaps(shape.current())
    });
    let n = n.count();
    assert!(n > 100, "{n} of 300");
}

const FAR: &str = "program LP64 entry main
check c0: assertion \"x\"
object cell: 8 align 8 static {}
fn main() -> i64 {
  var i: i32
  var n: i32
  var s: i64
  entry L0 exit L1
  L0 -> L2: i = 0i32
  L2 -> L3: n = 2147483647i32
  L3 -> L4: s = 0i64
  L4 -> L5: assume (i < n) taken
  L4 -> L9: assume !(i < n) not-taken
  L5 -> L6: assume (i == 2000000000i32) taken
  L5 -> L7: assume !(i == 2000000000i32) not-taken
  L6 -> L7: check c0: WHAT
  L7 -> L8: DO
  L8 -> L4: i = (i + 1i32) back
  L9 -> L1: return s
}";

fn far(what: &str, then: &str) -> (Outcome, u64) {
    ended(&FAR.replace("WHAT", what).replace("DO", then), Some(100))
}

fn result((outcome, n_leaps): (Outcome, u64)) -> (i64, u64) {
    let Outcome::Finished { result: Some(value) } = outcome else { panic!("{outcome:?}") };
    (value.bits() as i64, n_leaps)
}

#[test]
fn what_happens_in_one_round_of_many_happens() {
    let (outcome, n_leaps) = far("false", "skip");
    assert!(matches!(outcome, Outcome::Violated { .. }), "{outcome:?}");
    assert_eq!(n_leaps, 1);
    let (outcome, _) = far("(i == 2000000001i32)", "skip");
    assert!(matches!(outcome, Outcome::Violated { .. }), "{outcome:?}");
}

#[test]
fn sums_grow_as_by_adding() {
    let n: i64 = 2_147_483_647;
    assert_eq!(result(far("true", "s = (s + 3i64)")), (3 * n, 2));
    assert_eq!(result(far("true", "s = (s + i64(i))")), (n * (n - 1) / 2, 2));
    assert_eq!(result(far("(s == 1999999999000000000i64)", "s = (s + i64(i))")).1, 2);
    // Modulo the width, with carries out of it all the time.
    let wrapping = "s = (s + (i64(i) * 4611686018427387905i64))";
    let sum = (n * (n - 1) / 2).wrapping_mul((1 << 62) + 1);
    assert_eq!(result(far("true", wrapping)), (sum, 2));
}

/// What is left of a number that is divided counts as long as the quotient stays; a leap ends there.
#[test]
fn quotients_and_some_bits_stay_for_a_while() {
    let n: i64 = 2_147_483_647;
    let sum_of = |then: &str| result(far("true", then));
    let (sum, n_leaps) = sum_of("s = (s + i64((i / 500000000i32)))");
    assert_eq!(sum, 500_000_000 * (1 + 2 + 3) + 4 * (n - 2_000_000_000));
    assert!(n_leaps < 9);
    let (last, _) = sum_of("s = i64((i % 500000000i32))");
    assert_eq!(last, (n - 1) % 500_000_000);
    let (last, _) = sum_of("s = i64((i & 16777215i32))");
    assert_eq!(last, (n - 1) & 0xff_ffff);
    let (sum, _) = sum_of("s = (s + i64((i & 1610612736i32)))");
    let expected: i64 = (0..4).map(|k| (k << 29) << 29).sum();
    assert_eq!(sum, expected - (3 << 29));
    let (last, _) = sum_of("s = i64((i >> 28u8))");
    assert_eq!(last, 7);
    let (sum, _) = sum_of("s = (s + i64((1000i32 / (n - i))))");
    assert_eq!(sum, (1..=1000).map(|d| 1000 / d).sum::<i64>());
}

/// A sum of products of counters bends twice, and such rounds are taken one by one.
#[test]
fn what_grows_faster_is_not_leapt_over() {
    let (outcome, n_leaps) = far("true", "s = (s + (i64(i) * i64(i)))");
    assert_eq!((outcome, n_leaps), (Outcome::OutOfSteps, 0));
}

/// Every second round asks for something, so that none is like the next.
#[test]
fn rounds_that_ask_are_taken_one_by_one() {
    let text = FAR.replace("i = (i + 1i32) back", "havoc i input back").replace("DO", "skip");
    let program = program(&text.replace("WHAT", "true"));
    let inputs = InputList::new((0..500).collect(), WhenExhausted::Stop);
    let options = Options { leaps_after: Some(3), ..Options::default() };
    let mut interpreter = Interpreter::new(&program, inputs, options);
    assert!(matches!(interpreter.run(), Outcome::InputsExhausted { .. }));
    assert_eq!((interpreter.inputs().len(), interpreter.n_leaps()), (500, 0));
}
