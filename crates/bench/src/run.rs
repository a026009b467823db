//! Runs tasks, several at once, and hands out a record for each as it ends.
//!
//! As many worker threads as children may run take tasks in their order. The records go through a
//! channel to the caller's thread, which alone writes and prints; whoever is slow there does not
//! hold up the children.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::child::{self, End, Ended, Fence};
use crate::said::Said;
use crate::task::Question;
use crate::{Answer, BenchError, Record, Status, Task};

/// Which clock the time of a task is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Over when the one on the wall or that of the processor says so.
    Either,
    Processor,
}

/// What each task may use; 0 for no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Seconds.
    pub time: u64,
    pub clock: Clock,
    /// Megabytes of 2^20 bytes.
    pub memory: u64,
}

/// How tasks are run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub linchpin: PathBuf,
    pub version: String,
    pub limits: Limits,
    pub n_jobs: usize,
    /// Passed on to `linchpin verify`.
    pub arguments: Vec<String>,
}

/// How far past its time a child may be before we end it. Children hold their own limits; this
/// is for those that are broken, and generous because a loaded machine is slow to end a process.
const PATIENCE: Duration = Duration::from_secs(10);
/// A task that gets less of a processor than this part of it has lost its way.
const SLOWEST: u32 = 50;

impl Limits {
    /// As options.
    fn words(self) -> Vec<String> {
        let time = match self.clock {
            Clock::Either => "--time",
            Clock::Processor => "--cpu-time",
        };
        let limits = [(time, self.time), ("--memory", self.memory)];
        let set = limits.into_iter().filter(|&(_, limit)| limit > 0);
        set.flat_map(|(option, limit)| [option.to_owned(), limit.to_string()]).collect()
    }

    /// `verify` ends itself at its limit of memory; past the tenth more that it may take in the
    /// worst case it is broken. `protocol` knows no such limit, so that the fence is the limit.
    fn fence(self, question: &Question) -> Fence {
        let set = |limit: u64| Some(limit).filter(|&limit| limit > 0);
        let tenths = match question {
            Question::Property(_) => 11,
            Question::Protocol => 10,
        };
        let bytes = |memory: u64| memory.saturating_mul(1 << 20).saturating_mul(tenths) / 10;
        Fence {
            time: set(self.time).map(|time| match self.clock {
                Clock::Either => Duration::from_secs(time) + PATIENCE,
                Clock::Processor => Duration::from_secs(time) * SLOWEST + PATIENCE,
            }),
            memory_bytes: set(self.memory).map(bytes),
        }
    }
}

impl Plan {
    /// What distinguishes this plan from others in a result file.
    pub fn options(&self) -> String {
        let mut words = self.limits.words();
        words.extend(self.arguments.iter().cloned());
        words.join(" ")
    }

    /// The arguments for one task.
    fn words(&self, task: &Task) -> Vec<String> {
        let input = task.input.to_string_lossy().into_owned();
        let mut words = match &task.question {
            Question::Protocol => vec!["protocol".to_owned(), input],
            Question::Property(property) => {
                vec!["verify".to_owned(), input, "--property".into(), property.clone()]
            }
        };
        match &task.question {
            Question::Protocol => {
                let time = Limits { memory: 0, clock: Clock::Either, ..self.limits };
                words.extend(time.words());
            }
            Question::Property(_) => {
                if let Some(model) = &task.model {
                    words.extend(["--data-model".to_owned(), model.clone()]);
                }
                words.extend(self.limits.words());
                words.extend(self.arguments.iter().cloned());
                // What is measured is a task of the field, also where a manifest names a C file.
                for (option, value) in [("--externals", "pure"), ("--volatile", "memory")] {
                    if !self.arguments.iter().any(|word| word.starts_with(option)) {
                        words.extend([option.to_owned(), value.to_owned()]);
                    }
                }
            }
        }
        words
    }
}

/// Runs the tasks. `tell` gets each record as it comes, in the order of the ends, and an error
/// of it ends the measurement; so does `stop`. The children are gone when this returns.
pub fn run(
    tasks: &[Task],
    plan: &Plan,
    stop: &AtomicBool,
    mut tell: impl FnMut(Record) -> Result<(), BenchError>,
) -> Result<(), BenchError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..plan.n_jobs.min(tasks.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let record = run_one(task, plan, stop).transpose();
                    // The receiver is gone only after an error, which stops us all.
                    if record.is_some_and(|record| sender.send(record).is_err()) {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut told = Ok(());
        for record in receiver {
            if told.is_ok() {
                told = record.and_then(&mut tell);
            }
            if told.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        told
    })
}

/// The record of one task; none if it was interrupted.
fn run_one(task: &Task, plan: &Plan, stop: &AtomicBool) -> Result<Option<Record>, BenchError> {
    let words = plan.words(task);
    let mut command = Command::new(&plan.linchpin);
    // What a project is configured for must not depend on where a measurement is started.
    command.args(&words).args(["--color", "never", "--no-config"]);
    command.envs([crate::parent::mark_of_parent()]);
    if matches!(task.question, Question::Property(_)) && !words.iter().any(|it| it == "--json") {
        command.arg("--json");
    }
    let ended = child::run(&mut command, plan.limits.fence(&task.question), stop)
        .map_err(|cause| BenchError::Start { program: plan.linchpin.clone(), cause })?;
    let said = Said::of(&task.question, &ended.stdout);
    let answer = match ended.end {
        End::Interrupted => return Ok(None),
        End::Late => Answer::Unknown("killed-late".into()),
        End::TooLarge => Answer::Unknown("killed-too-large".into()),
        End::Signal(signal) => Answer::Unknown(format!("signal-{signal}")),
        End::Code(code) => Answer::of_ended(code, &said.line),
    };
    let detail = detail(&answer, &said, &ended);
    let expected = task.expected.as_ref();
    Ok(Some(Record {
        group: task.group.clone(),
        task: task.name.clone(),
        property: task.property.clone(),
        expected: expected.map(ToString::to_string).unwrap_or_default(),
        model: task.model.clone().unwrap_or_default(),
        verdict: answer.verdict(),
        reason: answer.reason().to_owned(),
        status: Status::of(&answer, &task.property, expected),
        cpu_seconds: ended.cpu.as_secs_f64(),
        wall_seconds: ended.wall.as_secs_f64(),
        memory_mb: ended.memory_bytes.div_ceil(1 << 20),
        time_limit: plan.limits.time,
        clock: match (plan.limits.clock, &task.question) {
            (Clock::Processor, Question::Property(_)) => "processor".into(),
            (Clock::Processor, Question::Protocol) | (Clock::Either, _) => "either".into(),
        },
        memory_limit: plan.limits.memory,
        weakenings: said.work.weakenings,
        solver_calls: said.work.solver_calls,
        calls_per_weakening: said.work.calls_per_weakening,
        solver_ms: said.work.solver_ms,
        detail,
        version: plan.version.clone(),
        options: plan.options(),
        command: format!("linchpin {}", words.join(" ")),
    }))
}

/// Why there is no answer, as the report says it; else the first message on the error stream.
fn detail(answer: &Answer, said: &Said, ended: &Ended) -> String {
    if !matches!(answer, Answer::Unknown(_)) {
        return String::new();
    }
    let why = said.why.as_deref();
    let message = || ended.stderr.lines().find(|line| line.contains("error"));
    // A line end within a field would make two lines of one record.
    why.or_else(message).unwrap_or_default().replace(['\r', '\n'], " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stands for Linchpin: says what the name of its input says.
    fn plan(n_jobs: usize) -> Plan {
        Plan {
            linchpin: "echo".into(),
            version: "test".into(),
            limits: Limits { time: 5, clock: Clock::Either, memory: 0 },
            n_jobs,
            arguments: vec!["--engine".into(), "bounded".into()],
        }
    }

    fn task(name: &str) -> Task {
        Task {
            group: "g".into(),
            name: name.into(),
            input: name.into(),
            property: "unreach-call".into(),
            question: Question::Property("unreach-call".into()),
            expected: None,
            model: Some("ILP32".into()),
        }
    }

    #[test]
    fn every_task_is_run_once_and_with_its_options() {
        let tasks: Vec<_> = (0..9).map(|index| task(&format!("{index}.c"))).collect();
        let mut records = Vec::new();
        let stop = AtomicBool::new(false);
        run(&tasks, &plan(3), &stop, |record| {
            records.push(record);
            Ok(())
        })
        .unwrap();
        records.sort_by(|a, b| a.task.cmp(&b.task));
        let names: Vec<_> = records.iter().map(|it| it.task.clone()).collect();
        assert_eq!(names, tasks.iter().map(|it| it.name.clone()).collect::<Vec<_>>());
        assert_eq!(
            records[0].command,
            "linchpin verify 0.c --property unreach-call --data-model ILP32 --time 5 --engine bounded \
             --externals pure --volatile memory"
        );
        assert_eq!(records[0].options, "--time 5 --engine bounded");
        assert_eq!(records[0].answer(), "UNKNOWN(no-answer)");
    }

    #[test]
    fn a_protocol_gets_what_it_understands() {
        let task = Task { question: Question::Protocol, ..task("a.lpp") };
        let plan =
            Plan { limits: Limits { time: 5, clock: Clock::Processor, memory: 100 }, ..plan(1) };
        assert_eq!(plan.words(&task), ["protocol", "a.lpp", "--time", "5"]);
        assert_eq!(plan.options(), "--cpu-time 5 --memory 100 --engine bounded");
    }

    #[test]
    fn an_error_of_the_receiver_stops_the_measurement() {
        let tasks: Vec<_> = (0..50).map(|index| task(&format!("{index}.c"))).collect();
        let stop = AtomicBool::new(false);
        let mut n_told = 0;
        let done = run(&tasks, &plan(2), &stop, |_| {
            n_told += 1;
            Err(BenchError::NoTasks { path: "a".into() })
        });
        assert!(done.is_err());
        assert_eq!(n_told, 1);
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let plan = Plan { linchpin: "no-such-program".into(), ..plan(1) };
        let done = run(&[task("a.c")], &plan, &AtomicBool::new(false), |_| Ok(()));
        assert!(matches!(done, Err(BenchError::Start { .. })));
    }
}
