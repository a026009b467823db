//! A run that is repeated from its inputs and its schedule goes through the same states.
//!
//! Random programs: the entry function creates threads while an input says so, and each of them works
//! in a loop whose rounds are inputs too, behind a lock or not, with joins and long ways that nobody
//! notices. The run is drawn turn by turn; then its record is followed, and after each turn both
//! must have come to the same state.

use std::fmt::Write;

use index::{IdSet, IndexVec};
use ir::Program;
use ir_interp::{
    InputList, InputRequest, InputSource, Interpreter, LiveLocals, Options, Outcome, Turn,
    WhenExhausted,
};

use crate::session::program;

const N_PROGRAMS: u64 = 40;
const RUNS_OF_PROGRAM: u64 = 10;
const MAX_TURNS: usize = 200;
const MAX_STEPS: u64 = 200_000;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % n
    }
}

/// Stops at each turn, and lets go on who is told.
struct Led<I> {
    inputs: I,
    thread: Option<u32>,
}

impl<I: InputSource> InputSource for Led<I> {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        self.inputs.next_input(request)
    }

    fn next_thread(&mut self, _: &Turn<'_>) -> Option<u32> {
        self.thread.take()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Nothing,
    /// What is shared is behind the lock, but for a rare write to the lock itself.
    Races,
}

/// Steps of a thread, one after the other; some go back to where they came from.
fn work(random: &mut Random, text: &mut String, name: &str, asked: Asked) {
    let _ = writeln!(text, "  L0 -> L1: x_{name} = 0i32");
    let mut at = 1;
    let mut edge = |text: &mut String, op: &str| {
        let _ = writeln!(text, "  L{at} -> L{}: {op}", at + 1);
        at += 1;
    };
    for _ in 0..2 + random.below(4) {
        let step = match asked {
            Asked::Nothing => random.below(6),
            Asked::Races => [0, 0, 0, 1, 1, 1, 6][random.below(7) as usize],
        };
        match step {
            0 => {
                edge(text, "atomic-begin synchronising");
                edge(text, "await (lock == 0i32)");
                edge(text, "lock = 1i32");
                edge(text, "atomic-end");
                edge(text, &format!("x_{name} = g"));
                edge(text, &format!("g = ((x_{name} + 1i32) & 3i32)"));
                edge(text, "atomic-begin synchronising");
                edge(text, "lock = 0i32");
                edge(text, "atomic-end");
            }
            1 => edge(text, &format!("havoc x_{name} input")),
            2 => {
                edge(text, "atomic-begin");
                edge(text, &format!("havoc x_{name} input"));
                edge(text, &format!("await ((x_{name} & 1i32) == (g & 1i32))"));
                edge(text, "atomic-end");
            }
            3 => {
                edge(text, "atomic-begin");
                edge(text, &format!("x_{name} = load i32, &outside"));
                edge(text, &format!("await ((x_{name} & 1i32) == (g & 1i32))"));
                edge(text, "atomic-end");
            }
            4 => edge(text, &format!("await (g != {}i32)", random.below(3))),
            5 => edge(text, &format!("g = (x_{name} & 3i32)")),
            _ => edge(text, "lock = 0i32"),
        }
        edge(text, &format!("havoc x_{name} input"));
    }
    // Back to the start while the input is odd; half of the time by a long way that nobody notices.
    let last = at;
    let _ = writeln!(text, "  L{last} -> L90: assume ((x_{name} & 1i32) == 0i32)");
    let _ = writeln!(text, "  L{last} -> L91: assume ((x_{name} & 1i32) != 0i32)");
    if random.below(2) == 0 {
        let _ = writeln!(text, "  L91 -> L92: x_{name} = 0i32");
        let _ = writeln!(text, "  L92 -> L93: assume (x_{name} < {}i32)", 900 + random.below(400));
        let _ = writeln!(text, "  L92 -> L1: assume (x_{name} >= {}i32)", 900 + 400);
        let _ = writeln!(text, "  L93 -> L92: x_{name} = (x_{name} + 1i32)");
    } else {
        let _ = writeln!(text, "  L91 -> L1: skip");
    }
}

fn drawn(random: &mut Random, asked: Asked) -> Program {
    let mut text = "program LP64 entry main\n\
        global lock: i32 = 0i32\nglobal g: i32 = 0i32\n\
        object handle: 8 align 8 static { }\nobject outside: 4 align 4 unknown\n"
        .to_owned();
    if asked == Asked::Races {
        text += "check c0: no-data-race \"nobody races\"\n";
    }
    text += "fn worker(a_worker: ptr) -> ptr {\n  var x_worker: i32\n  entry L0 exit L99\n";
    work(random, &mut text, "worker", asked);
    text += "  L90 -> L99: return null\n}\n";
    text += "fn main() -> i32 {\n  var x_main: i32\n  var t: u64\n  entry L100 exit L99\n";
    text += "  L100 -> L101: havoc x_main input\n\
        \x20 L101 -> L102: assume ((x_main & 3i32) != 0i32)\n\
        \x20 L101 -> L0: assume ((x_main & 3i32) == 0i32)\n\
        \x20 L102 -> L100: thread-create &handle = worker(null)\n";
    work(random, &mut text, "main", asked);
    text += "  L90 -> L99: return 0i32\n}\n";
    program(&text)
}

/// All locals count: nothing that differs may be left out.
fn all_live(program: &Program) -> LiveLocals {
    let mut live: LiveLocals = IndexVec::new();
    for (function, it) in program.functions.iter() {
        let n_locations = it.body.as_ref().map_or(0, |body| body.locations.len());
        let vars: IdSet<ir::VarId> = program
            .vars
            .iter()
            .filter(|(_, var)| var.scope == ir::Scope::Local(function))
            .map(|(var, _)| var)
            .collect();
        live.push((0..n_locations).map(|_| vars.clone()).collect());
    }
    live
}

#[test]
fn goes_through_the_same_states() {
    let (mut n_turns, mut n_back, mut n_races) = (0, 0, 0);
    for seed in 0..N_PROGRAMS {
        let mut random = Random(seed + 1);
        let asked = if seed % 2 == 0 { Asked::Nothing } else { Asked::Races };
        let program = drawn(&mut random, asked);
        let live = all_live(&program);
        for _ in 0..RUNS_OF_PROGRAM {
            let seed = random.below(1 << 30);
            let mut values = Random(seed);
            let inputs = move |_: &InputRequest| Some(u128::from(values.below(8)));
            let options = || Options { n_steps: MAX_STEPS, ..Options::default() };
            let source = Led { inputs, thread: None };
            let mut first = Interpreter::new(&program, source, options());
            let mut outcome = first.run();
            let mut states = vec![first.fingerprint(&live)];
            while outcome == Outcome::AtTurn && first.schedule().len() < MAX_TURNS {
                let candidates = first.candidates();
                let thread = candidates[random.below(candidates.len() as u64) as usize];
                first.source_mut().thread = Some(thread);
                let before = first.schedule().len();
                outcome = first.resume();
                match first.schedule().len() == before {
                    true => n_back += 1,
                    false => states.push(first.fingerprint(&live)),
                }
            }
            let schedule = first.schedule().to_vec();
            n_turns += schedule.len();
            n_races += u64::from(matches!(outcome, Outcome::Violated { .. }));
            let end = outcome;

            let values = first.inputs().iter().map(|input| input.bits).collect();
            let inputs = InputList::new(values, WhenExhausted::Stop);
            let mut again = Interpreter::new(&program, Led { inputs, thread: None }, options());
            let mut outcome = again.run();
            assert_eq!(again.fingerprint(&live), states[0]);
            for (at, thread) in schedule.iter().enumerate() {
                assert_eq!(outcome, Outcome::AtTurn, "seed {seed}, before turn {at}");
                again.source_mut().thread = Some(*thread);
                outcome = again.resume();
                assert_eq!(again.schedule(), &schedule[..=at], "seed {seed}");
                let state = again.fingerprint(&live);
                assert_eq!(state, states[at + 1], "seed {seed}, after turn {at}");
            }
            // That nobody can go on is found out by trying.
            if matches!(end, Outcome::Violated { .. }) {
                assert_eq!(outcome, end, "seed {seed}");
            }
        }
    }
    let is_enough = n_turns > 4_000 && n_back > 500 && n_races > 10;
    assert!(is_enough, "{n_turns} turns, {n_back} taken back, {n_races} races");
}
