//! Compares our verdicts with the truth on generated programs.
//!
//! Each program ends in a question that the C compiler answers by running it on all of its inputs
//! (`c_generate::draft`); half of them let so much time pass before it that only provers can
//! answer. The engines are asked in processes of their own, through the command line that users
//! have. Where a program fails, every engine alone and all together are asked: each could prove
//! what is false. Where it holds, only a violation that does not exist or an internal error could
//! be wrong; both come after a replay or a re-check that all engines share, so that the engines
//! take turns beside all together. `UNKNOWN` is never wrong. A wrong answer, an internal error and
//! a program that is refused fail the chore: the program is made smaller and kept in
//! `target/verdicts/`, in a folder for the first seed. Batches whose compiled programs do not end in time, as happens on a loaded
//! machine, have no truth: they are counted and left out.
//!
//! The sequence of programs follows from the seed. An answer may depend on how fast the machine
//! is, but only whether there is one.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fmt, fs};

use anyhow::{Context as _, bail};
use c_generate::{
    Asked, CcError, Choices, Draft, Model, Subject, Truth, draft, look, shrink, truths,
};

use crate::{process, tree};

const BATCH: usize = 20;
/// Tries of making a program smaller; each runs the compiler twice.
const N_TRIES: usize = 120;
/// In the order in which batches have them.
const SUBJECTS: [Subject; 5] =
    [Subject::Calls, Subject::Memory, Subject::Calls, Subject::Overflow, Subject::Calls];

/// How much there is to do.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub count: usize,
    pub seed: u64,
    /// No new batch is begun after this.
    pub time: Option<Duration>,
    /// Processor time of one question, in seconds.
    pub cpu_time: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Auto,
    Slicing,
    Bounded,
    Directed,
    Values,
    Shape,
}

impl Engine {
    const ALL: [Self; 6] =
        [Self::Slicing, Self::Bounded, Self::Directed, Self::Values, Self::Shape, Self::Auto];

    /// The engines to ask about a program, for which the number stands when turns are taken.
    fn to_ask(truth: Truth, number: usize) -> Vec<(usize, Self)> {
        let turn = number % (Self::ALL.len() - 1);
        let is_asked = |(at, engine): &(usize, Self)| {
            truth == Truth::Fails || *engine == Self::Auto || *at == turn
        };
        Self::ALL.into_iter().enumerate().filter(is_asked).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Slicing => "slicing",
            Self::Bounded => "bounded",
            Self::Directed => "directed",
            Self::Values => "values",
            Self::Shape => "shape",
        }
    }
}

/// How `linchpin` ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    True,
    False,
    Unknown,
    Refused,
    InternalError,
}

impl Answer {
    fn is_wrong(self, truth: Truth) -> bool {
        match self {
            Self::True => truth == Truth::Fails,
            Self::False => truth == Truth::Holds,
            Self::Unknown => false,
            Self::Refused | Self::InternalError => true,
        }
    }
}

/// What came of the programs.
#[derive(Debug, Default)]
struct Tally {
    n_holding: usize,
    n_failing: usize,
    n_open: usize,
    n_delayed: usize,
    /// Compiled together with others that did not end in time.
    n_timed_out: usize,
    n_wrong: usize,
    /// Right answers, by engine: about programs that hold, about those that fail, and of both
    /// about those that are delayed.
    right: [[usize; 3]; Engine::ALL.len()],
    /// How often each engine was asked.
    n_asked: [usize; Engine::ALL.len()],
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_programs = self.n_holding + self.n_failing;
        writeln!(
            f,
            "{n_programs} programs ({} hold, {} fail, {} delayed; {} thrown away, {} too slow), \
             {} wrong answers",
            self.n_holding,
            self.n_failing,
            self.n_delayed,
            self.n_open,
            self.n_timed_out,
            self.n_wrong
        )?;
        let engines = Engine::ALL.into_iter().zip(self.n_asked).zip(self.right);
        for ((engine, n_asked), [holding, failing, delayed]) in engines {
            writeln!(
                f,
                "  {:8} of {n_asked} proved {holding}, refuted {failing}; {delayed} of these delayed",
                engine.name()
            )?;
        }
        Ok(())
    }
}

pub fn run(extent: Extent, linchpin: Option<&Path>) -> anyhow::Result<()> {
    let work = Work::new(extent, linchpin)?;
    let mut tally = Tally::default();
    let start = Instant::now();
    for number in 0..extent.count.div_ceil(BATCH) {
        if extent.time.is_some_and(|time| start.elapsed() > time) {
            break;
        }
        let first = extent.seed.wrapping_add((number * BATCH) as u64);
        let kind = Kind {
            subject: SUBJECTS[number % SUBJECTS.len()],
            model: if number.is_multiple_of(2) { Model::Lp64 } else { Model::Ilp32 },
        };
        let n_programs = BATCH.min(extent.count - number * BATCH);
        let context = || format!("{kind:?}, seeds from {first}");
        judge_batch(&work, kind, first, n_programs, &mut tally).with_context(context)?;
        if number % 10 == 9 {
            eprintln!("{:.0} s: {tally}", start.elapsed().as_secs_f64());
        }
    }
    print!("{tally}");
    if tally.n_wrong > 0 {
        bail!("wrong answers, kept in {}", work.folder.display());
    }
    Ok(())
}

#[derive(Clone, Copy, Debug)]
struct Kind {
    subject: Subject,
    model: Model,
}

fn judge_batch(
    work: &Work,
    kind: Kind,
    first: u64,
    n_programs: usize,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let Kind { subject, model } = kind;
    let make = |(number, seed): (usize, u64)| {
        draft(Choices::seeded(seed), model, &format!("t{number}_"), subject)
    };
    let drafts: Vec<Draft> = (0..n_programs).zip(first..).map(make).collect();
    let Some(seen) = unless_too_slow(look(&drafts))? else {
        tally.n_timed_out += n_programs;
        return Ok(());
    };
    let (mut seeds, mut programs) = (Vec::new(), Vec::new());
    for ((draft, seen), seed) in drafts.iter().zip(seen).zip(first..) {
        match seen {
            Some(seen) => {
                programs.push(draft.ask(&seen));
                seeds.push(seed);
            }
            None => tally.n_open += 1,
        }
    }
    let Some(truths) = unless_too_slow(truths(&programs))? else {
        tally.n_timed_out += programs.len();
        return Ok(());
    };
    for ((program, truth), seed) in programs.iter().zip(truths).zip(seeds) {
        match truth {
            Truth::Holds => tally.n_holding += 1,
            Truth::Fails => tally.n_failing += 1,
            Truth::Open => {
                tally.n_open += 1;
                continue;
            }
        }
        tally.n_delayed += usize::from(program.draft.is_delayed());
        let number = tally.n_holding + tally.n_failing;
        for (at, engine) in Engine::to_ask(truth, number) {
            tally.n_asked[at] += 1;
            let answer = work.ask(program, engine)?;
            if answer.is_wrong(truth) {
                tally.n_wrong += 1;
                report(work, Wrong { program, seed, engine, truth, answer })?;
            } else if answer != Answer::Unknown {
                tally.right[at][usize::from(truth == Truth::Fails)] += 1;
                tally.right[at][2] += usize::from(program.draft.is_delayed());
            }
        }
    }
    Ok(())
}

/// What the compiled programs showed; nothing if they did not end in time.
fn unless_too_slow<T>(shown: Result<T, CcError>) -> Result<Option<T>, CcError> {
    match shown {
        Ok(shown) => Ok(Some(shown)),
        Err(CcError::TimeOut(_)) => Ok(None),
        Err(error @ (CcError::Start(_) | CcError::Refused(_))) => Err(error),
    }
}

/// A wrong answer about a program.
struct Wrong<'a> {
    program: &'a Asked,
    seed: u64,
    engine: Engine,
    truth: Truth,
    answer: Answer,
}

/// Makes the program smaller, keeps it and prints it.
fn report(work: &Work, wrong: Wrong<'_>) -> anyhow::Result<()> {
    let Wrong { program, seed, engine, truth, answer } = wrong;
    let Draft { subject, model, .. } = program.draft;
    println!(
        "seed {seed}, {subject:?}, {model:?}, {}: {truth:?}, answered {answer:?}",
        engine.name()
    );
    let name = format!("{seed}-{subject:?}-{model:?}-{}", engine.name()).to_lowercase();
    work.keep(&format!("{name}-whole"), program)?;
    let remake = |choices: &[u32]| -> Option<(Asked, Truth)> {
        let draft = draft(Choices::replay(choices.to_vec()), model, "t0_", subject);
        let seen = look(std::slice::from_ref(&draft)).ok()?.pop()??;
        let asked = draft.ask(&seen);
        let truth = truths(std::slice::from_ref(&asked)).ok()?.pop()?;
        (truth != Truth::Open).then_some((asked, truth))
    };
    let is_wrong = |choices: &[u32]| {
        remake(choices).is_some_and(|(asked, truth)| {
            work.ask(&asked, engine).is_ok_and(|now| now == answer && now.is_wrong(truth))
        })
    };
    let small = shrink(program.choices.clone(), N_TRIES, is_wrong);
    if let Some((asked, truth)) = remake(&small) {
        let path = work.keep(&name, &asked)?;
        println!("{} ({truth:?})\n{}", path.display(), asked.text());
    }
    Ok(())
}

/// Where programs are put, and who is asked about them.
struct Work {
    folder: PathBuf,
    linchpin: PathBuf,
    /// As an argument.
    cpu_time: String,
}

impl Work {
    fn new(extent: Extent, linchpin: Option<&Path>) -> anyhow::Result<Self> {
        let target = tree::root().join("target");
        let folder = target.join("verdicts").join(extent.seed.to_string());
        fs::create_dir_all(&folder)?;
        let linchpin = process::keep_linchpin(linchpin, &folder)?;
        Ok(Self { folder, linchpin, cpu_time: extent.cpu_time.to_string() })
    }

    fn keep(&self, name: &str, program: &Asked) -> anyhow::Result<PathBuf> {
        let path = self.folder.join(format!("{name}.i"));
        fs::write(&path, program.text())?;
        Ok(path)
    }

    fn ask(&self, program: &Asked, engine: Engine) -> anyhow::Result<Answer> {
        let path = self.keep(&format!("asked-{}", std::process::id()), program)?;
        let answer = self.ask_about(&path, program.draft.subject, program.draft.model, engine)?;
        fs::remove_file(&path)?;
        Ok(answer)
    }

    fn ask_about(
        &self,
        path: &Path,
        subject: Subject,
        model: Model,
        engine: Engine,
    ) -> anyhow::Result<Answer> {
        let properties = match subject {
            Subject::Calls => &["unreach-call"][..],
            Subject::Overflow => &["no-overflow"],
            Subject::Memory => &["valid-deref", "valid-free"],
        };
        let mut command = Command::new(&self.linchpin);
        command.arg("verify").arg(path).args([
            "--engine",
            engine.name(),
            "--cpu-time",
            &self.cpu_time,
        ]);
        command.args(properties.iter().flat_map(|property| ["--property", property]));
        command.args(match model {
            Model::Ilp32 => ["--data-model", "ILP32"],
            Model::Lp64 => ["--data-model", "LP64"],
        });
        let output = command.stdin(Stdio::null()).output().context("cannot start `linchpin`")?;
        let said = String::from_utf8_lossy(&output.stdout);
        Ok(match output.status.code() {
            _ if said.contains("UNKNOWN(internal-error)") => Answer::InternalError,
            Some(0) => Answer::True,
            Some(1) => Answer::False,
            Some(2) => Answer::Unknown,
            Some(3) => Answer::Refused,
            _ => Answer::InternalError,
        })
    }
}
