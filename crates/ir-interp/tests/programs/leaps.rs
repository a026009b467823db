//! Runs that leap over rounds of a loop end as those that take every step.

use ir_interp::{InputList, Interpreter, Options, Outcome};
use proptest::prelude::*;

use crate::session::program;

const TYPES: [&str; 5] = ["u8", "i8", "u16", "i32", "u64"];
const SMALL: [&str; 10] = ["0", "1", "-1", "2", "3", "-3", "7", "100", "-100", "127"];

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
    let number = pick(&SMALL, number);
    let number = if ty.starts_with('u') { number.trim_start_matches('-') } else { number };
    format!("{number}{ty}")
}

/// The variable with this number, as a value of the type.
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

/// A loop of up to 3,000 rounds, whose body does these things one after the other.
fn counting_loop(starts: [u8; 5], body: &[[u8; 5]]) -> String {
    let mut text = "program LP64 entry main\ncheck c0: assertion \"x\"\nfn main() -> u64 {\n".to_owned();
    for (at, ty) in TYPES.iter().enumerate() {
        text.push_str(&format!("  var v{at}: {ty}\n"));
    }
    text.push_str("  var n: u32\n  var b: i32\n  entry L0 exit L1\n  L0 -> L2: n = 0u32\n");
    let mut at = 2;
    let step = |from: usize, to: usize, op: &str| format!("  L{from} -> L{to}: {op}\n");
    for (var, ty) in TYPES.iter().enumerate() {
        text.push_str(&step(at, at + 1, &format!("v{var} = {}", constant(ty, starts[var]))));
        at += 1;
    }
    let head = at;
    let (first, end) = (head + 1, 1000);
    text.push_str(&step(head, first, "assume (n < 3000u32) taken"));
    text.push_str(&step(head, end, "assume !(n < 3000u32) not-taken"));
    at = first;
    for [what, target, a, b, c] in body.iter().copied() {
        let var = usize::from(target) % TYPES.len();
        let ty = TYPES[var];
        let value = match what % 8 {
            0..=2 => format!("(v{var} + {})", constant(ty, a)),
            3 => format!("(v{var} - {})", operand(ty, [a, b])),
            4 => format!("({} * {})", operand(ty, [1, a]), constant(ty, b)),
            5 => operand(ty, [1, a]),
            6 => format!("({} ? v{var} : {})", condition([what, a, b, c]), constant(ty, c)),
            _ => format!("({} + {})", operand(ty, [1, a]), operand(ty, [1, b])),
        };
        match c % 6 {
            // Only if something holds.
            0 | 1 => {
                let holds = condition([b, c / 6, a, what]);
                text.push_str(&step(at, at + 1, &format!("assume {holds} taken")));
                text.push_str(&step(at, at + 2, &format!("assume !{holds} not-taken")));
                text.push_str(&step(at + 1, at + 2, &format!("v{var} = {value}")));
                at += 2;
            }
            2 if what % 3 == 0 => {
                let check = format!("check c0: {}", condition([b, 1, a, what]));
                text.push_str(&step(at, at + 1, &check));
                text.push_str(&step(at + 1, at + 2, &format!("v{var} = {value}")));
                at += 2;
            }
            3 if what % 3 == 0 => {
                let op = pick(&["+", "-", "*"], b);
                let exact = format!("(v{var} {op} {})", operand(ty, [a, c]));
                text.push_str(&step(at, at + 1, &format!("assume overflows{exact} taken")));
                text.push_str(&step(at, at + 2, &format!("assume !overflows{exact} not-taken")));
                text.push_str(&step(at + 1, at + 2, &format!("v{var} = {value}")));
                at += 2;
            }
            _ => {
                text.push_str(&step(at, at + 1, &format!("v{var} = {value}")));
                at += 1;
            }
        }
    }
    text.push_str(&step(at, head, "n = (n + 1u32) back"));
    let mut sum = "u64(n)".to_owned();
    for (var, ty) in TYPES.iter().enumerate() {
        let value = if *ty == "u64" { format!("v{var}") } else { format!("u64(v{var})") };
        sum = format!("(({sum} * 31u64) + {value})");
    }
    text.push_str(&step(end, 1, &format!("return {sum}")));
    text + "}\n"
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn leaps_come_to_where_steps_come(
        starts in any::<[u8; 5]>(),
        body in prop::collection::vec(any::<[u8; 5]>(), 1..7),
    ) {
        let text = counting_loop(starts, &body);
        let (every_step, n_leaps) = ended(&text, None);
        prop_assert_eq!(n_leaps, 0);
        let (leapt, _) = ended(&text, Some(3));
        prop_assert_eq!(leapt, every_step, "{}", text);
    }
}

/// The loops of the test above are such that there is something to leap over.
#[test]
fn loops_that_count_are_leapt_over() {
    let text = counting_loop([0; 5], &[[0, 3, 4, 0, 5], [3, 4, 0, 1, 5]]);
    assert!(ended(&text, Some(3)).1 > 0, "{text}");
}

const FAR: &str = "program LP64 entry main
check c0: assertion \"x\"
fn main() -> i32 {
  var i: i32
  var n: i32
  entry L0 exit L1
  L0 -> L2: i = 0i32
  L2 -> L3: n = 2147483647i32
  L3 -> L4: assume (i < n) taken
  L3 -> L7: assume !(i < n) not-taken
  L4 -> L5: assume (i == 2000000000i32) taken
  L4 -> L6: assume !(i == 2000000000i32) not-taken
  L5 -> L6: check c0: WHAT
  L6 -> L3: i = (i + 1i32) back
  L7 -> L1: return i
}";

#[test]
fn what_happens_in_one_round_of_many_happens() {
    let (outcome, n_leaps) = ended(&FAR.replace("WHAT", "false"), Some(100));
    assert!(matches!(outcome, Outcome::Violated { .. }), "{outcome:?}");
    assert_eq!(n_leaps, 1);
    let (outcome, n_leaps) = ended(&FAR.replace("WHAT", "(n == 2147483647i32)"), Some(100));
    let Outcome::Finished { result: Some(value) } = outcome else { panic!("{outcome:?}") };
    assert_eq!((value.bits(), n_leaps), (2_147_483_647, 2));
}

/// Every second round asks for something, so that none is like the next.
#[test]
fn rounds_that_ask_are_taken_one_by_one() {
    let text = FAR.replace("i = (i + 1i32) back", "havoc i input back");
    let program = program(&text.replace("WHAT", "true"));
    let inputs = InputList::new((0..500).collect(), ir_interp::WhenExhausted::Stop);
    let options = Options { leaps_after: Some(3), ..Options::default() };
    let mut interpreter = Interpreter::new(&program, inputs, options);
    assert!(matches!(interpreter.run(), Outcome::InputsExhausted { .. }));
    assert_eq!((interpreter.inputs().len(), interpreter.n_leaps()), (500, 0));
}
