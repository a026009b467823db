//! Random threads against all their interleavings, one by one.
//!
//! The truth comes from a reading of these programs that shares nothing with the engine nor with
//! the interpreter: threads switch before every step, and inputs have all their values. As there are
//! no loops, the engine has to have an answer to each, and evidence has to confirm each proof and no
//! other.

use std::collections::BTreeSet;
use std::fmt::Write;

use ir_interp::Indeterminate;
use source::Source;
use verdict::Budget;

use super::{Interleaved, interleavings};

const N_PROGRAMS: u64 = 150;
const GLOBALS: [&str; 3] = ["g", "h", "m"];
/// The elements of the array.
const N_ELEMENTS: i32 = 2;

/// One step of a thread; `x` and `y` are its locals.
#[derive(Clone, Copy, Debug)]
enum Step {
    Set(usize, i32),
    Read(usize),
    /// `y` becomes `x`.
    Keep,
    Write(usize),
    Add(usize, i32),
    /// `x` is an input from 0 to 3.
    Input,
    Check(bool, i32),
    CheckEqual,
    AtomicBegin,
    AtomicEnd,
    Await(i32),
    AwaitGlobal(usize, i32),
    HaltUnless(i32),
    /// Goes past the next step unless `x` has the value.
    SkipUnless(i32),
    /// `x = a[x & 1]`.
    ReadElement,
    /// `a[y & 1] = x`.
    WriteElement,
    /// The entry function only: waits for a thread.
    Join(usize),
}

struct Threads([Vec<Step>; 3]);

/// Numbers that look random, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

impl Threads {
    fn seeded(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
        let mut joined = [false; 3];
        let mut threads = [0, 1, 2].map(|thread| {
            let mut steps = Vec::new();
            let n_statements = if thread == 0 { random.below(4) } else { 1 + random.below(3) };
            for _ in 0..n_statements {
                statement(&mut random, &mut steps, thread == 0, &mut joined);
            }
            steps
        });
        if random.below(2) == 0 {
            threads[2] = threads[1].clone();
        }
        Self(threads)
    }

    fn text(&self) -> String {
        let mut text = "program LP64 entry main\n".to_owned();
        for global in GLOBALS {
            let _ = writeln!(text, "global {global}: i32 = 0i32");
        }
        text += "object a: 8 align 4 static { }\ncheck c0: assertion \"it holds\"\n";
        for (thread, name) in self.0.iter().zip(["main", "one", "two"]).rev() {
            let head = match name {
                "main" => "() -> i32".to_owned(),
                _ => format!("(q_{name}: ptr) -> ptr"),
            };
            let _ = writeln!(text, "fn {name}{head} {{");
            let (x, y, h) = (format!("x_{name}"), format!("y_{name}"), format!("h_{name}"));
            let _ = writeln!(text, "  var {x}: i32\n  var {y}: i32\n  var {h}: u64");
            if name == "main" {
                text += "  object t: 16 align 8\n";
            }
            text += "  entry L0 exit L99\n";
            let mut at = 0;
            let mut edge = |text: &mut String, op: &str| {
                let _ = writeln!(text, "  L{at} -> L{}: {op}", at + 1);
                at += 1;
                at
            };
            edge(&mut text, &format!("{x} = 0i32"));
            let mut last = edge(&mut text, &format!("{y} = 0i32"));
            if name == "main" {
                edge(&mut text, "enter t");
                edge(&mut text, "thread-create &t = one(null)");
                last = edge(&mut text, "thread-create ptradd(&t, 8i64) = two(null)");
            }
            for (index, &step) in thread.iter().enumerate() {
                let global = |it: usize| GLOBALS[it];
                let op = match step {
                    Step::Set(it, value) => format!("{} = {value}i32", global(it)),
                    Step::Read(it) => format!("{x} = {}", global(it)),
                    Step::Keep => format!("{y} = {x}"),
                    Step::Write(it) => format!("{} = {x}", global(it)),
                    Step::Add(it, more) => format!("{0} = ({0} + {more}i32)", global(it)),
                    Step::Input => {
                        edge(&mut text, &format!("havoc {x} input"));
                        format!("{x} = ({x} & 3i32)")
                    }
                    Step::Check(true, value) => format!("check c0: ({x} == {value}i32)"),
                    Step::Check(false, value) => format!("check c0: ({x} != {value}i32)"),
                    Step::CheckEqual => format!("check c0: ({x} == {y})"),
                    Step::AtomicBegin => "atomic-begin".to_owned(),
                    Step::AtomicEnd => "atomic-end".to_owned(),
                    Step::Await(value) => format!("await ({x} == {value}i32)"),
                    Step::AwaitGlobal(it, value) => format!("await ({} == {value}i32)", global(it)),
                    Step::HaltUnless(value) => {
                        let off = last + 100;
                        let _ = writeln!(text, "  L{last} -> L{off}: assume ({x} != {value}i32)");
                        let _ = writeln!(text, "  L{off} -> L99: halt exit");
                        format!("assume ({x} == {value}i32)")
                    }
                    Step::SkipUnless(value) => {
                        let over = match thread.get(index + 1) {
                            Some(Step::Input | Step::Join(_)) => last + 3,
                            _ => last + 2,
                        };
                        let _ = writeln!(text, "  L{last} -> L{over}: assume ({x} != {value}i32)");
                        format!("assume ({x} == {value}i32)")
                    }
                    Step::ReadElement => {
                        format!("{x} = load i32, ptradd(&a, (i64(({x} & 1i32)) * 4i64))")
                    }
                    Step::WriteElement => {
                        format!("store i32, ptradd(&a, (i64(({y} & 1i32)) * 4i64)), {x}")
                    }
                    Step::Join(other) => {
                        let at = 8 * (other - 1);
                        edge(&mut text, &format!("{h} = load u64, ptradd(&t, {at}i64)"));
                        format!("thread-join {h}")
                    }
                };
                last = edge(&mut text, &op);
            }
            let skipped = edge(&mut text, "skip");
            let result = if name == "main" { "0i32" } else { "null" };
            let _ = writeln!(text, "  L{skipped} -> L99: return {result}\n}}");
        }
        text
    }

    fn fails(&self) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![State::default()];
        while let Some(state) = pending.pop() {
            if !seen.insert(state) {
                continue;
            }
            for thread in 0..3 {
                if self.step(state, thread, false, &mut pending) {
                    return true;
                }
            }
        }
        false
    }

    /// One step of a thread, or a whole atomic block; gives whether it fails.
    fn step(
        &self,
        mut state: State,
        thread: usize,
        is_atomic: bool,
        next: &mut Vec<State>,
    ) -> bool {
        if state.is_over {
            return false;
        }
        let Some(step) = self.0[thread].get(state.at[thread]).copied() else {
            if thread == 0 {
                state.is_over = true;
                next.push(state);
            }
            return false;
        };
        let [x, y] = &mut state.locals[thread];
        let mut is_inside = is_atomic;
        state.at[thread] += 1;
        match step {
            Step::Set(it, value) => state.globals[it] = value,
            Step::Read(it) => *x = state.globals[it],
            Step::Keep => *y = *x,
            Step::Write(it) => state.globals[it] = *x,
            Step::Add(it, more) => state.globals[it] += more,
            Step::Input => {
                for value in 0..4 {
                    let mut chosen = state;
                    chosen.locals[thread][0] = value;
                    match is_inside {
                        true if self.step(chosen, thread, true, next) => return true,
                        true => {}
                        false => next.push(chosen),
                    }
                }
                return false;
            }
            Step::Check(is_equal, value) if (*x == value) != is_equal => return true,
            Step::CheckEqual if x != y => return true,
            Step::Check(..) | Step::CheckEqual => {}
            Step::AtomicBegin => is_inside = true,
            Step::AtomicEnd => is_inside = false,
            Step::Await(value) if *x != value => return false,
            Step::AwaitGlobal(it, value) if state.globals[it] != value => return false,
            Step::Await(_) | Step::AwaitGlobal(..) => {}
            Step::HaltUnless(value) if *x != value => {
                state.is_over = true;
                next.push(state);
                return false;
            }
            Step::HaltUnless(_) => {}
            Step::SkipUnless(value) if *x != value => state.at[thread] += 1,
            Step::SkipUnless(_) => {}
            Step::ReadElement => *x = state.elements[(*x & (N_ELEMENTS - 1)) as usize],
            Step::WriteElement => state.elements[(*y & (N_ELEMENTS - 1)) as usize] = *x,
            Step::Join(other) if state.at[other] < self.0[other].len() => return false,
            Step::Join(_) => {}
        }
        if is_inside {
            return self.step(state, thread, true, next);
        }
        next.push(state);
        false
    }
}

fn statement(random: &mut Random, steps: &mut Vec<Step>, is_first: bool, joined: &mut [bool; 3]) {
    let global = random.below(3) as usize;
    let value = random.below(3) as i32;
    match random.below(14) {
        0 | 1 => steps.push(Step::Set(global, value)),
        2 => steps.extend([Step::Read(global), Step::Keep]),
        3 => steps.push(Step::Add(global, value - 1)),
        4 | 5 => steps.extend([Step::Input, Step::Write(global)]),
        6 | 7 => steps.extend([Step::Read(global), Step::Check(random.below(2) == 0, value)]),
        8 => steps.extend([Step::Read(global), Step::Keep, Step::Read(global), Step::CheckEqual]),
        9 => {
            let lock = [Step::AtomicBegin, Step::Read(2), Step::Await(0), Step::Set(2, 1)];
            steps.extend(lock);
            steps.push(Step::AtomicEnd);
            let other = random.below(2) as usize;
            steps.extend([Step::Add(other, 1), Step::Read(other), Step::Keep]);
            steps.push(Step::Set(2, 0));
        }
        10 => {
            steps.extend([Step::AtomicBegin, Step::Read(global), Step::Write((global + 1) % 3)]);
            steps.extend([Step::AwaitGlobal(global, value), Step::AtomicEnd]);
        }
        11 => match is_first {
            true => {
                let other = 1 + random.below(2) as usize;
                // A thread is waited for once.
                if !std::mem::replace(&mut joined[other], true) {
                    steps.push(Step::Join(other));
                }
            }
            false => steps.extend([Step::Read(global), Step::HaltUnless(value)]),
        },
        12 => steps.extend([Step::Read(global), Step::SkipUnless(value), Step::Set(1, 2)]),
        _ => match random.below(2) {
            0 => steps.extend([Step::Input, Step::Keep, Step::Read(global), Step::WriteElement]),
            _ => steps.extend([Step::Input, Step::ReadElement, Step::Check(false, value + 1)]),
        },
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    at: [usize; 3],
    locals: [[i32; 2]; 3],
    globals: [i32; 3],
    elements: [i32; 2],
    is_over: bool,
}

#[test]
fn agrees_with_all_interleavings() {
    let n_programs = std::env::var("N_PROGRAMS").ok().and_then(|it| it.parse().ok());
    let (mut n_failing, mut n_all) = (0, 0);
    for seed in 0..n_programs.unwrap_or(N_PROGRAMS) {
        let threads = Threads::seeded(seed);
        let text = threads.text();
        let source = Source::new("random.ir", text.as_bytes().to_vec());
        let program = ir::text::parse(&source).expect("the writer writes programs");
        assert!(ir::validate(&program).is_ok(), "{text}");
        let fails = threads.fails();
        n_failing += u32::from(fails);
        n_all += 1;
        let confirmed =
            evidence::interleavings::confirm_interleavings(&program, &Budget::unlimited());
        assert_eq!(confirmed.is_ok(), !fails, "{seed}: evidence says {confirmed:?}:\n{text}");
        match interleavings(&program, Indeterminate::AsInput, &Budget::unlimited()) {
            Interleaved::Failing(_) => {
                assert!(fails, "{seed}: refuted, and nothing fails:\n{text}")
            }
            Interleaved::Bounded { .. } => {
                assert!(!fails, "{seed}: nothing found that fails:\n{text}")
            }
            Interleaved::Open(why) => panic!("{seed} ({fails}): {why}:\n{text}"),
        }
    }
    // The test says something only if there is something of each kind.
    assert!(n_failing > n_all / 5 && n_failing < n_all * 4 / 5, "{n_failing} of {n_all}");
}
