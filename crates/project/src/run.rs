//! Looks at all subjects, several at a time, each in a process of its own.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bench::{End, Fence};
use serde_json::Value;

use crate::kept::Kept;
use crate::looks::{self, Allowance};
use crate::row::{Row, Status};
use crate::subject::{Kind, Subject};

/// How subjects are looked at.
#[derive(Clone, Debug)]
pub struct Plan {
    pub linchpin: PathBuf,
    pub version: String,
    /// For each process, besides its files and flags.
    pub options: Vec<String>,
    pub n_jobs: usize,
    pub kept: Kept,
    /// Results that were kept are not asked for.
    pub is_fresh: bool,
    pub allowance: Allowance,
}

/// A process holds its time itself; this is the fence behind it.
const PATIENCE: Duration = Duration::from_secs(20);
/// Who counts processor time may take so many times as long on a machine that does other work.
const BUSY: u32 = 20;

/// One round through subjects.
struct Look {
    /// What each process is told besides.
    words: Vec<String>,
    /// On the wall.
    fence: Option<Duration>,
    round: Round,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    /// What is open for lack of time is looked at once more.
    First,
    Last,
}

/// Where results of a first look are kept that are not the last word.
const FIRST_LOOK: &str = "first look";

impl Look {
    fn by_options(wall: Option<Duration>) -> Self {
        let fence = wall.map(|time| time + PATIENCE);
        Self { words: Vec::new(), fence, round: Round::Last }
    }

    fn of(time: Duration, round: Round) -> Self {
        let words = vec!["--cpu-time".to_owned(), time.as_secs_f64().to_string()];
        Self { words, fence: Some(time * BUSY + PATIENCE), round }
    }
}

/// The rows in the order of the subjects; `tell` hears of each as it is done. Where `stop` is set, those
/// that were not begun are missing.
pub fn run(
    subjects: &[Subject],
    plan: &Plan,
    stop: &AtomicBool,
    tell: impl Fn(&Row, usize) + Sync,
) -> Vec<Row> {
    let n_done = AtomicUsize::new(0);
    let done = |row: &Row| tell(row, n_done.fetch_add(1, Ordering::Relaxed) + 1);
    let all: Vec<usize> = (0..subjects.len()).collect();
    let together = match plan.allowance {
        Allowance::Each(wall) => {
            let look = Look::by_options(wall);
            return sorted(round((subjects, &all), plan, &look, stop, done));
        }
        Allowance::Together(together) => together,
    };
    let first = looks::first(together, plan.n_jobs, subjects.len());
    let look = Look::of(first, Round::First);
    let rows = round((subjects, &all), plan, &look, stop, |row| {
        if !row.lacks_time() {
            done(row);
        }
    });
    let (left, mut settled): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|(_, row)| row.lacks_time());
    let mut again: Vec<usize> = left.iter().map(|(index, _)| *index).collect();
    again.sort_unstable();
    let n_left = again.len();
    let Some(time) = looks::second(together, plan.n_jobs, subjects.len(), n_left) else {
        left.iter().for_each(|(_, row)| done(row));
        settled.extend(left);
        return sorted(settled);
    };
    let look = Look::of(time, Round::Last);
    let more = round((subjects, &again), plan, &look, stop, done);
    // What was interrupted has the answer of its first look.
    let is_new = |index: usize| more.iter().all(|(other, _)| *other != index);
    settled.extend(left.into_iter().filter(|(index, _)| is_new(*index)));
    settled.extend(more);
    sorted(settled)
}

fn sorted(mut rows: Vec<(usize, Row)>) -> Vec<Row> {
    rows.sort_by_key(|(index, _)| *index);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Looks at some of the subjects; the rows as they come, each with the number of its subject.
fn round(
    (subjects, wanted): (&[Subject], &[usize]),
    plan: &Plan,
    look: &Look,
    stop: &AtomicBool,
    done: impl Fn(&Row) + Sync,
) -> Vec<(usize, Row)> {
    let rows: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..plan.n_jobs.clamp(1, wanted.len().max(1)) {
            scope.spawn(|| {
                while let Some(&index) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let subject = &subjects[index];
                    let row = match subject.skipped.is_some() {
                        true => Some(Row::skipped(subject.clone())),
                        false => look_at(subject, plan, look, stop),
                    };
                    let Some(row) = row else { break };
                    let Ok(mut rows) = rows.lock() else { break };
                    done(&row);
                    rows.push((index, row));
                }
            });
        }
    });
    rows.into_inner().unwrap_or_default()
}

/// What is kept under a name.
fn known(subject: &Subject, plan: &Plan, key: &str) -> Option<Row> {
    let known = plan.kept.find(key)?;
    let report = serde_json::from_str::<Value>(&known.json).ok()?;
    let mut row = Row::from_report(subject.clone(), report);
    row.is_kept = true;
    row.page = Some(known.page).filter(|it| it.is_file());
    row.sarif = Some(known.sarif).filter(|it| it.is_file());
    Some(row)
}

/// Looks at one subject; none if that was interrupted.
fn look_at(subject: &Subject, plan: &Plan, look: &Look, stop: &AtomicBool) -> Option<Row> {
    let last = plan.kept.key(subject, &plan.options, &plan.version);
    let options = [&plan.options[..], &[FIRST_LOOK.to_owned()]].concat();
    let first = plan.kept.key(subject, &options, &plan.version);
    if !plan.is_fresh {
        let of_first = || known(subject, plan, &first).filter(|_| look.round == Round::First);
        if let Some(row) = known(subject, plan, &last).or_else(of_first) {
            return Some(row);
        }
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let (page, sarif) = plan.kept.places(&last);
    let mut command = Command::new(&plan.linchpin);
    command.arg("verify").args(&subject.files).args(&subject.flags).args(&plan.options);
    if subject.kind == Kind::Function {
        command.arg("--function").arg(&subject.name);
    }
    command.args(&look.words).arg("--json").arg("--html").arg(&page).arg("--sarif").arg(&sarif);
    let fence = Fence { time: look.fence, memory_bytes: None };
    let ended = match bench::run_child(&mut command, fence, stop) {
        Ok(ended) => ended,
        Err(error) => return Some(Row::failed(subject.clone(), error.to_string())),
    };
    match ended.end {
        End::Interrupted => return None,
        End::Late => {
            return Some(Row::failed(subject.clone(), "it did not hold its time".to_owned()));
        }
        End::Code(_) | End::Signal(_) | End::TooLarge => {}
    }
    let Ok(report) = serde_json::from_str::<Value>(&ended.stdout) else {
        let why = ended.stderr.lines().last().unwrap_or("it ended without an answer");
        return Some(Row::failed(subject.clone(), why.to_owned()));
    };
    let mut row = Row::from_report(subject.clone(), report);
    let is_last = look.round == Round::Last || !row.lacks_time();
    let (key, places) = match is_last {
        true => (last, (page, sarif)),
        false => {
            let places = plan.kept.places(&first);
            // What cannot be moved is made again by the second look.
            let _ = std::fs::rename(page, &places.0);
            let _ = std::fs::rename(sarif, &places.1);
            (first, places)
        }
    };
    if !matches!(row.status, Status::Failed | Status::Refused) {
        // A result that cannot be kept is found again the next time.
        let _ = plan.kept.keep(&key, &ended.stdout);
    }
    row.page = Some(places.0).filter(|it| it.is_file());
    row.sarif = Some(places.1).filter(|it| it.is_file());
    Some(row)
}
