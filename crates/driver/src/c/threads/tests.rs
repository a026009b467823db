//! Whoever answers about threads agrees with all interleavings, one by one.
//!
//! Small random programs: two start routines over three shared variables, one of which is often
//! used as a lock. The truth comes from running every schedule from the beginning, without any
//! bookkeeping of states. No engine may prove what fails, or refute what does not, and evidence
//! accepts just what holds.

use std::fmt::Write;

use engine_slicing::Strategy;
use engine_threads::{Answer, all_states};
use evidence::threads::confirm_all_runs;
use ir::Program;
use ir_interp::{Indeterminate, InputRequest, InputSource, Interpreter, Options, Outcome, Turn};
use source::Source;
use verdict::Budget;

use super::rely::{ByRely, by_rely};
use crate::c::explore::Random;

const N_PROGRAMS: u64 = 40;
/// Schedules of one program at most; those with more are left out.
const MAX_SCHEDULES: usize = 30_000;

/// Writes one random program.
struct Writer {
    random: Random,
    text: String,
    n_locations: usize,
    name: &'static str,
}

impl Writer {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    /// An edge; `x` is the local of the function.
    fn edge(&mut self, op: &str) {
        let own = format!("x_{}", self.name);
        let op = op.replace('x', &own);
        let at = self.n_locations;
        self.n_locations += 1;
        let _ = writeln!(self.text, "  L{at} -> L{}: {op}", at + 1);
    }

    fn global(&mut self) -> &'static str {
        ["g", "h", "m"][self.below(3) as usize]
    }

    fn statement(&mut self, depth: u32) {
        match self.below(8) {
            0 | 1 => {
                let (var, value) = (self.global(), self.below(3));
                self.edge(&format!("{var} = {value}i32"));
            }
            2 => {
                let var = self.global();
                self.edge(&format!("x = {var}"));
            }
            3 => {
                let var = self.global();
                self.edge(&format!("{var} = ((x + 1i32) & 3i32)"));
            }
            4 => {
                let (var, value) = (self.global(), self.below(3));
                self.edge(&format!("x = {var}"));
                let compare = ["==", "!=", "<=", ">="][self.below(4) as usize];
                self.edge(&format!("check c0: (x {compare} {value}i32)"));
            }
            5 | 6 if depth == 0 => {
                self.edge("atomic-begin");
                self.edge("x = m");
                self.edge("await (x == 0i32)");
                self.edge("m = 1i32");
                self.edge("atomic-end");
                for _ in 0..1 + self.below(2) {
                    self.statement(1);
                }
                self.edge("m = 0i32");
            }
            _ => {
                self.edge("atomic-begin");
                let var = self.global();
                self.edge(&format!("x = {var}"));
                let var = self.global();
                self.edge(&format!("{var} = x"));
                self.edge("atomic-end");
            }
        }
    }

    fn start_routine(&mut self, name: &'static str) {
        self.name = name;
        let _ = writeln!(
            self.text,
            "fn {name}(a_{name}: ptr) -> ptr {{\n  var x_{name}: i32\n  entry L0 exit L99"
        );
        self.n_locations = 0;
        self.edge("x = 0i32");
        for _ in 0..1 + self.below(3) {
            self.statement(0);
        }
        let last = self.n_locations;
        let _ = writeln!(self.text, "  L{last} -> L99: return null\n}}");
    }

    fn program(seed: u64) -> String {
        let mut writer =
            Self { random: Random::seeded(seed), text: String::new(), n_locations: 0, name: "" };
        writer.text += "program LP64 entry main\nglobal g: i32 = 0i32\nglobal h: i32 = 0i32\n\
            global m: i32 = 0i32\ncheck c0: assertion \"it holds\"\n";
        writer.start_routine("one");
        writer.start_routine("two");
        let second = if writer.below(2) == 0 { "one" } else { "two" };
        let _ = writeln!(
            writer.text,
            "fn main() -> i32 {{\n  var x: i32\n  entry L0 exit L99\n  \
             L0 -> L1: thread-create = one(null)\n  L1 -> L2: thread-create = {second}(null)\n  \
             L2 -> L3: x = g\n  L3 -> L4: thread-exit null\n  L4 -> L99: return 0i32\n}}"
        );
        writer.text
    }
}

/// Follows a schedule to its end, and then nobody.
struct Prefix {
    schedule: Vec<u32>,
    candidates: Vec<u32>,
}

impl InputSource for Prefix {
    fn next_input(&mut self, _request: &InputRequest) -> Option<u128> {
        Some(0)
    }

    fn next_thread(&mut self, turn: &Turn<'_>) -> Option<u32> {
        let planned = self.schedule.get(turn.number).copied();
        if planned.is_none() {
            self.candidates = turn.candidates.to_vec();
        }
        planned
    }
}

/// Whether some schedule fails; `None` if there are too many.
fn fails(program: &Program) -> Option<bool> {
    let mut pending = vec![Vec::new()];
    let mut n_schedules = 0;
    while let Some(schedule) = pending.pop() {
        n_schedules += 1;
        if n_schedules > MAX_SCHEDULES {
            return None;
        }
        let n_turns = schedule.len();
        let source = Prefix { schedule: schedule.clone(), candidates: Vec::new() };
        let mut interpreter = Interpreter::new(program, source, Options::default());
        match interpreter.run() {
            Outcome::Violated { .. } => return Some(true),
            // A thread that turned out to wait has not taken the last turn.
            Outcome::AtTurn if interpreter.n_turns() < n_turns => {}
            Outcome::AtTurn => {
                let candidates = std::mem::take(&mut interpreter.source_mut().candidates);
                for thread in candidates {
                    pending.push(schedule.iter().copied().chain([thread]).collect());
                }
            }
            _ => {}
        }
    }
    Some(false)
}

#[test]
fn nobody_contradicts_all_interleavings() {
    let (mut n_judged, mut n_failing, mut n_by_rely) = (0, 0, 0);
    for seed in 0..N_PROGRAMS {
        let text = Writer::program(seed);
        let source = Source::new("random.ir", text.as_bytes().to_vec());
        let program = ir::text::parse(&source).expect("the writer writes programs");
        assert!(ir::validate(&program).is_ok(), "{text}");
        let Some(fails) = fails(&program) else { continue };
        n_judged += 1;
        n_failing += u32::from(fails);
        let budget = Budget::unlimited();
        let indeterminate = Indeterminate::AsInput;
        match all_states(&program, indeterminate, usize::MAX, &budget) {
            Answer::Failing(_) => assert!(fails, "refuted, and no schedule fails:\n{text}"),
            Answer::Exhausted { .. } => assert!(!fails, "proved, and a schedule fails:\n{text}"),
            Answer::Open { why, .. } => panic!("{why}:\n{text}"),
        }
        let is_accepted = confirm_all_runs(&program, indeterminate, &budget).is_ok();
        assert_eq!(is_accepted, !fails, "evidence:\n{text}");
        match by_rely(&program, Strategy::Counterexamples, &budget) {
            ByRely::Proved(clauses) => {
                n_by_rely += 1;
                assert!(!fails, "proved by {clauses:?}, and a schedule fails:\n{text}");
            }
            ByRely::Open(_) => {}
            ByRely::InternalError(error) => panic!("{error}:\n{text}"),
        }
    }
    // The test says something only if there is something of each kind.
    assert!(n_judged > 20 && n_failing > 3 && n_by_rely > 3, "{n_judged} {n_failing} {n_by_rely}");
}
