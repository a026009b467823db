//! Whoever answers about threads agrees with all interleavings, one by one.
//!
//! Small random programs: the entry function and two threads over three shared variables, one of
//! which is often used as a lock, or which count: tickets, who is inside, who was there, with a step
//! left out now and then; anybody may end the run of all. Both threads may run the same function. The truth comes from a reading of
//! these programs that shares nothing with the interpreter, and lets threads switch before every
//! step. No engine may prove what fails, or refute what does not, and evidence accepts just what
//! holds.

use std::collections::BTreeSet;
use std::fmt::Write;

use engine_slicing::Strategy;
use engine_threads::{Answer, all_states};
use evidence::threads::confirm_all_runs;
use ir_interp::Indeterminate;
use source::Source;
use verdict::Budget;

use super::core::CoreEffort;
use super::counters::{ByCounters, Together};
use super::rely::{ByRely, by_rely};
use crate::c::explore::Random;

const N_PROGRAMS: u64 = 50;

const N_CROWDS: u64 = 21;
const FIRST_CROWD: u64 = 1000;

const GLOBALS: [&str; 3] = ["g", "h", "m"];
/// The global that is often used as a lock.
const LOCK: usize = 2;

/// One step of a thread; `x` is its only local.
#[derive(Clone, Copy)]
enum Step {
    Set(usize, i32),
    Read(usize),
    /// The global becomes one more than `x`, modulo four.
    Bump(usize),
    /// The global becomes `x`.
    Write(usize),
    Check(Compare, i32),
    AtomicBegin,
    AtomicEnd,
    /// Goes on only while `x` is zero.
    Await,
    /// Adds to the global, in one step.
    Add(usize, i32),
    /// The global becomes one more than `x`.
    WriteMore(usize),
    /// Goes on only while the global is `x`.
    AwaitEqual(usize),
    /// Asks about the global itself.
    CheckGlobal(usize, Compare, i32),
    /// Ends the run of all threads unless `x` has this value.
    HaltUnless(i32),
}

#[derive(Clone, Copy)]
enum Compare {
    Eq,
    Ne,
    Le,
    Ge,
}

impl Compare {
    fn sign(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Le => "<=",
            Self::Ge => ">=",
        }
    }

    fn holds(self, x: i32, value: i32) -> bool {
        match self {
            Self::Eq => x == value,
            Self::Ne => x != value,
            Self::Le => x <= value,
            Self::Ge => x >= value,
        }
    }
}

/// How a thread ends, and what that does to the others.
#[derive(Clone, Copy)]
enum End {
    Thread,
    /// The entry function returns.
    Run,
    Halt,
}

#[derive(Clone)]
struct Thread {
    steps: Vec<Step>,
    end: End,
}

/// The entry function creates two threads and then does its own steps.
pub(super) struct Random3 {
    threads: [Thread; 3],
    /// Both threads run the first one's function.
    are_twins: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flavour {
    Plain,
    Counting,
}

struct Writer {
    random: Random,
    steps: Vec<Step>,
}

impl Writer {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn global(&mut self) -> usize {
        self.below(3) as usize
    }

    fn value(&mut self) -> i32 {
        self.below(3) as i32
    }

    fn statement(&mut self, depth: u32) {
        match self.below(11) {
            0 | 1 => {
                let step = Step::Set(self.global(), self.value());
                self.steps.push(step);
            }
            2 => {
                let step = Step::Read(self.global());
                self.steps.push(step);
            }
            3 => {
                let step = Step::Bump(self.global());
                self.steps.push(step);
            }
            4..=6 => {
                let read = Step::Read(self.global());
                let compare = [Compare::Eq, Compare::Ne, Compare::Le, Compare::Ge];
                let compare = compare[self.below(4) as usize];
                let check = Step::Check(compare, self.value());
                self.steps.extend([read, check]);
            }
            7 | 8 if depth == 0 => {
                let taken = [Step::AtomicBegin, Step::Read(LOCK), Step::Await, Step::Set(LOCK, 1)];
                self.steps.extend(taken);
                self.steps.push(Step::AtomicEnd);
                for _ in 0..1 + self.below(2) {
                    self.statement(1);
                }
                self.steps.push(Step::Set(LOCK, 0));
            }
            9 => {
                let step = Step::HaltUnless(self.value());
                self.steps.push(step);
            }
            _ => {
                let (read, write) = (Step::Read(self.global()), Step::Write(self.global()));
                self.steps.extend([Step::AtomicBegin, read, write, Step::AtomicEnd]);
            }
        }
    }

    /// Something that is counted, with a step left out now and then.
    fn counted(&mut self) {
        let (inside, value) = (self.global(), self.value());
        let check = match self.below(3) {
            0 => Step::CheckGlobal(inside, Compare::Ge, 1),
            1 => Step::CheckGlobal(inside, Compare::Le, 1 + value),
            _ => Step::CheckGlobal(0, Compare::Le, 2),
        };
        let mut steps = match self.below(4) {
            // A ticket lock over the first two, which protects the third.
            0 | 1 => vec![
                Step::AtomicBegin,
                Step::Read(0),
                Step::WriteMore(0),
                Step::AtomicEnd,
                Step::AwaitEqual(1),
                Step::Set(LOCK, 1),
                Step::CheckGlobal(LOCK, Compare::Eq, 1),
                Step::Set(LOCK, 0),
                Step::Add(1, 1),
            ],
            2 => vec![Step::Add(inside, 1), check, Step::Add(inside, -1)],
            _ => vec![Step::Read(inside), Step::WriteMore(inside), check],
        };
        let at = self.below(4 * steps.len() as u64) as usize;
        if at < steps.len() && !matches!(steps[at], Step::AtomicBegin | Step::AtomicEnd) {
            steps.remove(at);
        }
        self.steps.extend(steps);
    }

    fn thread(&mut self, n_statements: u64, flavour: Flavour, end: End) -> Thread {
        for _ in 0..n_statements {
            match flavour {
                Flavour::Plain => self.statement(0),
                Flavour::Counting => self.counted(),
            }
        }
        Thread { steps: std::mem::take(&mut self.steps), end }
    }
}

impl Random3 {
    pub(super) fn seeded(seed: u64) -> Self {
        let mut writer = Writer { random: Random::seeded(seed), steps: Vec::new() };
        let end = [End::Thread, End::Thread, End::Run, End::Halt][writer.below(4) as usize];
        let flavour = [Flavour::Plain, Flavour::Counting][(seed % 2) as usize];
        let n_statements = match flavour {
            Flavour::Plain => writer.below(3),
            Flavour::Counting => writer.below(2),
        };
        let main = writer.thread(n_statements, flavour, end);
        let mut other = || {
            let n_statements = match flavour {
                Flavour::Plain => 1 + writer.below(3),
                Flavour::Counting => 1 + writer.below(6) / 5,
            };
            writer.thread(n_statements, flavour, End::Thread)
        };
        let (one, two) = (other(), other());
        let are_twins = writer.below(2) == 0;
        let two = if are_twins { one.clone() } else { two };
        Self { threads: [main, one, two], are_twins }
    }

    pub(super) fn text(&self) -> String {
        let mut text = "program LP64 entry main\n".to_owned();
        for global in GLOBALS {
            let _ = writeln!(text, "global {global}: i32 = 0i32");
        }
        text += "check c0: assertion \"it holds\"\n";
        for (thread, name) in self.threads.iter().zip(["main", "one", "two"]).rev() {
            let head = if name == "main" { "() -> i32" } else { "(a: ptr) -> ptr" };
            let head = head.replace('a', &format!("a_{name}"));
            let x = format!("x_{name}");
            let _ = writeln!(text, "fn {name}{head} {{\n  var {x}: i32\n  entry L0 exit L99");
            let mut at = 0;
            let mut edge = |text: &mut String, op: &str| {
                let _ = writeln!(text, "  L{at} -> L{}: {op}", at + 1);
                at += 1;
                at
            };
            let mut last = edge(&mut text, &format!("{x} = 0i32"));
            if name == "main" {
                edge(&mut text, "thread-create = one(null)");
                let other = if self.are_twins { "one" } else { "two" };
                last = edge(&mut text, &format!("thread-create = {other}(null)"));
            }
            for &step in &thread.steps {
                let op = match step {
                    Step::Set(global, value) => format!("{} = {value}i32", GLOBALS[global]),
                    Step::Read(global) => format!("{x} = {}", GLOBALS[global]),
                    Step::Bump(global) => {
                        format!("{} = (({x} + 1i32) & 3i32)", GLOBALS[global])
                    }
                    Step::Write(global) => format!("{} = {x}", GLOBALS[global]),
                    Step::Check(compare, value) => {
                        format!("check c0: ({x} {} {value}i32)", compare.sign())
                    }
                    Step::AtomicBegin => "atomic-begin".to_owned(),
                    Step::AtomicEnd => "atomic-end".to_owned(),
                    Step::Await => format!("await ({x} == 0i32)"),
                    Step::Add(global, more) => {
                        let global = GLOBALS[global];
                        format!("{global} = ({global} + {more}i32)")
                    }
                    Step::WriteMore(global) => format!("{} = ({x} + 1i32)", GLOBALS[global]),
                    Step::AwaitEqual(global) => format!("await ({} == {x})", GLOBALS[global]),
                    Step::CheckGlobal(global, compare, value) => {
                        let sign = compare.sign();
                        format!("check c0: ({} {sign} {value}i32)", GLOBALS[global])
                    }
                    Step::HaltUnless(value) => {
                        let off = last + 100;
                        let _ = writeln!(text, "  L{last} -> L{off}: assume ({x} != {value}i32)");
                        let _ = writeln!(text, "  L{off} -> L99: halt exit");
                        format!("assume ({x} == {value}i32)")
                    }
                };
                last = edge(&mut text, &op);
            }
            match thread.end {
                End::Thread if name == "main" => {
                    edge(&mut text, "thread-exit null");
                }
                End::Thread | End::Run => {}
                End::Halt => {
                    edge(&mut text, "halt exit");
                }
            }
            let result = if name == "main" { "0i32" } else { "null" };
            let last = edge(&mut text, "skip") - 1;
            let _ = writeln!(text, "  L{} -> L99: return {result}\n}}", last + 1);
        }
        text
    }

    /// Whether some interleaving of single steps fails a check.
    pub(super) fn fails(&self) -> bool {
        fails(&self.threads.each_ref())
    }

    /// The same of the second thread, and any number of the first one's, of which so many are tried.
    fn fails_as_crowd(&self) -> bool {
        let [_, one, two] = &self.threads;
        fails(&[two, one, one, one, one])
    }

    /// A program that creates the second thread, and then the first one for ever.
    fn text_as_crowd(&self) -> String {
        let text = self.text();
        let entry = text.find("fn main").unwrap_or(text.len());
        let other = if self.are_twins { "one" } else { "two" };
        format!(
            "{}fn main() -> i32 {{\n  entry L0 exit L99\n  L0 -> L1: thread-create = {other}(null)\n  \
             L1 -> L2: thread-create = one(null)\n  L2 -> L1: skip\n}}\n",
            &text[..entry]
        )
    }
}

/// Whether some interleaving of single steps of these threads fails a check.
fn fails<const N: usize>(threads: &[&Thread; N]) -> bool {
    let mut seen = BTreeSet::new();
    let start = State { at: [0; N], locals: [0; N], globals: [0; 3], is_over: false };
    let mut pending = vec![start];
    while let Some(state) = pending.pop() {
        if !seen.insert(state) {
            continue;
        }
        for thread in 0..N {
            match step(threads, state, thread) {
                Next::State(next) => pending.push(next),
                Next::Fails => return true,
                Next::Nothing => {}
            }
        }
    }
    false
}

/// One step of a thread, or a whole atomic block.
fn step<const N: usize>(threads: &[&Thread; N], mut state: State<N>, thread: usize) -> Next<N> {
    let mut is_atomic = false;
    loop {
        let Some(step) = threads[thread].steps.get(state.at[thread]).copied() else {
            return match threads[thread].end {
                End::Thread => Next::Nothing,
                End::Run | End::Halt if state.is_over => Next::Nothing,
                End::Run | End::Halt => Next::State(State { is_over: true, ..state }),
            };
        };
        if state.is_over {
            return Next::Nothing;
        }
        let x = &mut state.locals[thread];
        match step {
            Step::Set(global, value) => state.globals[global] = value,
            Step::Read(global) => *x = state.globals[global],
            Step::Bump(global) => state.globals[global] = (*x + 1) & 3,
            Step::Write(global) => state.globals[global] = *x,
            Step::Check(compare, value) if !compare.holds(*x, value) => return Next::Fails,
            Step::Check(..) => {}
            Step::AtomicBegin => is_atomic = true,
            Step::AtomicEnd => is_atomic = false,
            Step::Await if *x != 0 => return Next::Nothing,
            Step::Await => {}
            Step::Add(global, more) => state.globals[global] += more,
            Step::WriteMore(global) => state.globals[global] = *x + 1,
            Step::AwaitEqual(global) if state.globals[global] != *x => return Next::Nothing,
            Step::AwaitEqual(_) => {}
            Step::CheckGlobal(global, compare, value) => {
                if !compare.holds(state.globals[global], value) {
                    return Next::Fails;
                }
            }
            Step::HaltUnless(value) if *x != value => {
                state.is_over = true;
                return Next::State(state);
            }
            Step::HaltUnless(_) => {}
        }
        state.at[thread] += 1;
        if !is_atomic {
            return Next::State(state);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State<const N: usize> {
    at: [usize; N],
    locals: [i32; N],
    globals: [i32; 3],
    is_over: bool,
}

enum Next<const N: usize> {
    State(State<N>),
    Fails,
    /// The thread has ended, or waits.
    Nothing,
}

#[test]
fn nobody_contradicts_all_interleavings() {
    let (mut n_failing, mut n_by_rely, mut n_by_boxes, mut n_by_lemmas) = (0, 0, 0, 0);
    for seed in 0..N_PROGRAMS {
        let random = Random3::seeded(seed);
        let text = random.text();
        let source = Source::new("random.ir", text.as_bytes().to_vec());
        let program = ir::text::parse(&source).expect("the writer writes programs");
        assert!(ir::validate(&program).is_ok(), "{text}");
        let fails = random.fails();
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
        match by_rely(
            &program,
            indeterminate,
            Strategy::Counterexamples,
            CoreEffort::Brief,
            &budget,
        ) {
            ByRely::Proved(proved) => {
                n_by_rely += 1;
                let clauses = &proved.clauses;
                assert!(!fails, "proved by {clauses:?}, and a schedule fails:\n{text}");
            }
            ByRely::Open(_) => {}
            ByRely::InternalError(error) => panic!("{error}:\n{text}"),
        }
        match Together::default().by_boxes(&program, &budget) {
            ByCounters::Proved(_) => {
                n_by_boxes += 1;
                assert!(!fails, "proved by boxes, and a schedule fails:\n{text}");
            }
            ByCounters::Open(_) => {}
            ByCounters::InternalError(error) => panic!("{error}:\n{text}"),
        }
        match Together::default().by_lemmas(&program, &budget) {
            ByCounters::Proved(_) => {
                n_by_lemmas += 1;
                assert!(!fails, "proved by lemmas, and a schedule fails:\n{text}");
            }
            ByCounters::Open(_) => {}
            ByCounters::InternalError(error) => panic!("{error}:\n{text}"),
        }
    }
    // The test says something only if there is something of each kind.
    let n_proved = n_by_rely.min(n_by_boxes).min(n_by_lemmas);
    let told = (n_failing, n_by_rely, n_by_boxes, n_by_lemmas);
    assert!((15..40).contains(&n_failing) && n_proved > 10, "{told:?}");
}

/// Any number of threads: a few of them may fail where fewer do not.
#[test]
fn nobody_proves_of_a_crowd_what_a_few_of_it_break() {
    let (mut n_failing, mut n_proved) = (0, 0);
    for seed in 0..N_CROWDS {
        let random = Random3::seeded(FIRST_CROWD + seed);
        let text = random.text_as_crowd();
        let source = Source::new("random.ir", text.as_bytes().to_vec());
        let program = ir::text::parse(&source).expect("the writer writes programs");
        if let Err(errors) = ir::validate(&program) {
            panic!("{errors:?}\n{text}");
        }
        let fails = random.fails_as_crowd();
        n_failing += u32::from(fails);
        match Together::default().by_lemmas(&program, &Budget::unlimited()) {
            ByCounters::Proved(how) => {
                n_proved += 1;
                assert!(!fails, "proved, and a schedule of five threads fails: {how}\n{text}");
            }
            ByCounters::Open(_) => {}
            ByCounters::InternalError(error) => panic!("{error}:\n{text}"),
        }
    }
    assert!(n_failing > 1 && n_proved > 5, "{n_failing} fail, {n_proved} are proved");
}
