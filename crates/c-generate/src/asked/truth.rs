//! Runs drafts and questions on all inputs, as the C compiler made them.
//!
//! Several programs share a file and a run of the compiler. Every assignment of inputs runs in a
//! process of its own, so that statics start afresh and a crash takes nobody along:
//!
//! ```text
//!   = 3 17          program 3 begins with the assignment number 17
//!   v 0 -5          the first gap saw -5
//!   . 0             it ended as an exit code of 0
//! ```
//!
//! Where the question is about overflow or memory, the compiler's sanitizers are the judge. A
//! program on which anything else happens that C leaves open (a crash, a complaint of another
//! kind, a run that does not end) has no truth and is thrown away.

use std::collections::{BTreeMap, BTreeSet};

use crate::asked::library::DECLARATIONS;
use crate::asked::question::Example;
use crate::asked::{Asked, Draft, Subject};
use crate::cc::{self, CcError, Sanitizers};
use crate::choices::Choices;
use crate::faulty::Mistake;
use crate::program::PRELUDE;
use crate::sanitizer::first_complaint;
use crate::types::Model;

/// The values that each question saw.
type SeenValues = BTreeMap<usize, BTreeSet<i64>>;

/// What the gaps of a draft saw.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// For each assignment of the inputs, the values at each gap.
    runs: Vec<(Vec<i64>, SeenValues)>,
}

/// How a program behaves on all of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    Holds,
    Fails,
    /// The compiler cannot tell.
    Open,
}

/// More than a question about all values can use.
const MAX_VALUES: usize = 200;

/// What every file of programs starts with.
const HARNESS: &str = r#"
extern int printf(const char *, ...);
extern int fflush(void *);
extern int fork(void);
extern int waitpid(int, int *, int);
extern unsigned alarm(unsigned);
extern void _exit(int);
extern int dup2(int, int);
static long long harness_inputs[4];
static int harness_at, harness_seen;
static unsigned harness_rounds;
static int __VERIFIER_nondet_int(void) { return (int)harness_inputs[harness_at++]; }
static short __VERIFIER_nondet_short(void) { return (short)harness_inputs[harness_at++]; }
static unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)harness_inputs[harness_at++]; }
static long __VERIFIER_nondet_long(void) { return (long)harness_inputs[harness_at++]; }
static unsigned __VERIFIER_nondet_uint(void) { return 3; }
static unsigned long __VERIFIER_nondet_ulong(void) { return harness_rounds++ % 4; }
static void __VERIFIER_assume(int c) { if (!c) _exit(11); }
static void reach_error(void) { _exit(10); }
static void observe(int gap, long long value)
{
  if (harness_seen++ < 2000) printf("v %d %lld\n", gap, value);
}
static void harness_run(int program, int number, int (*entry)(void))
{
  printf("= %d %d\n", program, number);
  fflush(0);
  int child = fork(), status = 0;
  if (child == 0) {
    dup2(1, 2);
    alarm(5);
    harness_at = harness_seen = harness_rounds = 0;
    entry();
    fflush(0);
    _exit(0);
  }
  waitpid(child, &status, 0);
  printf("\n. %d\n", (status & 127) ? 100 + (status & 127) : status >> 8 & 255);
  fflush(0);
}
"#;

/// What the gaps of each draft see; `None` where a run crashes or does not end.
pub fn look(drafts: &[Draft]) -> Result<Vec<Option<Seen>>, CcError> {
    let write = |draft: &Draft| {
        let head = format!("static int {}(void)", draft.entry);
        let observe = |at: usize| format!("observe({at}, (long long)({}));", draft.gaps.asks[at]);
        draft.render(&head, |delay| &delay.short, observe)
    };
    let texts = drafts.iter().map(|draft| (draft, write(draft)));
    let runs = run_all(texts.collect(), Sanitizers::None)?;
    Ok(runs.into_iter().zip(drafts).map(|(runs, draft)| seen(draft, &runs)).collect())
}

/// The truth about each program. All are about the same subject.
pub fn truths(programs: &[Asked]) -> Result<Vec<Truth>, CcError> {
    let Some(first) = programs.first() else { return Ok(Vec::new()) };
    let subject = first.draft.subject;
    let sanitizers = match subject {
        Subject::Calls => Sanitizers::None,
        Subject::Overflow | Subject::Memory => Sanitizers::All,
    };
    let texts = programs.iter().map(|program| (&program.draft, program.compiled_text()));
    let runs = run_all(texts.collect(), sanitizers)?;
    Ok(runs.iter().zip(programs).map(|(runs, asked)| truth(subject, &asked.draft, runs)).collect())
}

/// One run of a compiled program: what it printed, and the exit code or 100 and the signal.
#[derive(Clone, Debug)]
struct Run {
    number: usize,
    printed: String,
    code: i32,
}

fn run_all(texts: Vec<(&Draft, String)>, sanitizers: Sanitizers) -> Result<Vec<Vec<Run>>, CcError> {
    let model = texts.first().map_or(Model::Lp64, |(draft, _)| draft.model);
    let mut file = format!("{PRELUDE}{DECLARATIONS}{HARNESS}");
    let mut main = "int main(void)\n{\n".to_owned();
    for (program, (draft, text)) in texts.iter().enumerate() {
        file.push_str(text);
        for number in 0..n_assignments(draft) {
            for (at, value) in assignment(draft, number).iter().enumerate() {
                main.push_str(&format!("  harness_inputs[{at}] = {value}; "));
            }
            main.push_str(&format!("harness_run({program}, {number}, {});\n", draft.entry));
        }
    }
    file.push_str(&main);
    file.push_str("  return 0;\n}\n");
    let printed = cc::compile(&file, model, sanitizers)?.run(&[])?;
    Ok(sort_runs(&printed.stdout, texts.len()))
}

fn n_assignments(draft: &Draft) -> usize {
    draft.inputs.iter().map(|input| input.n_values()).product()
}

/// The values of the inputs, the first changing fastest.
fn assignment(draft: &Draft, mut number: usize) -> Vec<i64> {
    let value = |input: &crate::asked::Input| {
        let value = input.lo + (number % input.n_values()) as i64;
        number /= input.n_values();
        value
    };
    draft.inputs.iter().map(value).collect()
}

fn sort_runs(printed: &str, n_programs: usize) -> Vec<Vec<Run>> {
    let mut runs = vec![Vec::new(); n_programs];
    let mut at: Option<(usize, Run)> = None;
    for line in printed.lines() {
        let mut words = line.split(' ');
        match (words.next(), words.next().map(str::parse::<usize>), words.next()) {
            (Some("="), Some(Ok(program)), Some(number)) => {
                let number = number.parse().unwrap_or(0);
                at = Some((program, Run { number, printed: String::new(), code: 255 }));
            }
            (Some("."), Some(Ok(code)), None) => {
                if let Some((program, mut run)) = at.take() {
                    run.code = code as i32;
                    runs[program].push(run);
                }
            }
            _ => {
                if let Some((_, run)) = &mut at {
                    run.printed.push_str(line);
                    run.printed.push('\n');
                }
            }
        }
    }
    runs
}

fn seen(draft: &Draft, runs: &[Run]) -> Option<Seen> {
    let mut seen = Seen::default();
    if runs.len() != n_assignments(draft) {
        return None;
    }
    for run in runs {
        // Whatever may go wrong in a draft about memory or overflow goes wrong here already.
        if run.code != 0 && draft.subject == Subject::Calls {
            return None;
        }
        let mut values: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
        for line in run.printed.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if let ["v", gap, value] = words[..]
                && let (Ok(gap), Ok(value)) = (gap.parse(), value.parse())
            {
                values.entry(gap).or_default().insert(value);
            }
        }
        seen.runs.push((assignment(draft, run.number), values));
    }
    Some(seen)
}

impl Seen {
    /// All values at a gap, in order; none if there are too many.
    pub(super) fn values(&self, gap: usize) -> Vec<i64> {
        let of_runs = self.runs.iter().filter_map(|(_, values)| values.get(&gap));
        let all: BTreeSet<i64> = of_runs.flatten().copied().collect();
        if all.len() > MAX_VALUES { Vec::new() } else { all.into_iter().collect() }
    }

    /// One assignment with the values that a gap saw with it.
    pub(super) fn example(&self, gap: usize, choices: &mut Choices) -> Option<Example> {
        let (inputs, values) = choices.pick(&self.runs);
        let values: Vec<i64> = values.get(&gap)?.iter().copied().collect();
        (values.len() <= 4).then(|| Example { inputs: inputs.clone(), values })
    }
}

fn truth(subject: Subject, draft: &Draft, runs: &[Run]) -> Truth {
    if runs.len() != n_assignments(draft) {
        return Truth::Open;
    }
    let mut truth = Truth::Holds;
    for run in runs {
        let fails = match (subject, run.code) {
            (_, 0) => false,
            (Subject::Calls, 10) => true,
            (Subject::Calls, _) => return Truth::Open,
            (Subject::Overflow | Subject::Memory, _) => {
                let complaint = first_complaint(&run.printed).map(|(mistake, _)| mistake);
                match complaint {
                    Some(mistake) if belongs(mistake, subject) => true,
                    _ => return Truth::Open,
                }
            }
        };
        if fails {
            truth = Truth::Fails;
        }
    }
    truth
}

fn belongs(mistake: Mistake, subject: Subject) -> bool {
    match mistake {
        Mistake::Overflow => subject == Subject::Overflow,
        Mistake::OutOfBounds
        | Mistake::NullAccess
        | Mistake::AccessAfterFree
        | Mistake::AccessOutsideScope
        | Mistake::DoubleFree
        | Mistake::BadFree => subject == Subject::Memory,
        Mistake::DivisionByZero | Mistake::Shift | Mistake::Leak | Mistake::UninitialisedBranch => {
            false
        }
    }
}
