//! Looks at all subjects, several at a time, each in a process of its own.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bench::{End, Fence};
use serde_json::Value;

use crate::kept::Kept;
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
    /// Of wall time for one subject, as the process is told itself; none where it counts processor time.
    pub time: Option<Duration>,
}

/// A process holds its time itself; this is the fence behind it.
const PATIENCE: Duration = Duration::from_secs(20);

/// The rows in the order of the subjects; `tell` hears of each as it is done. Where `stop` is set, those
/// that were not begun are missing.
pub fn run(
    subjects: &[Subject],
    plan: &Plan,
    stop: &AtomicBool,
    tell: impl Fn(&Row, usize) + Sync,
) -> Vec<Row> {
    let rows: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..plan.n_jobs.clamp(1, subjects.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(subject) = subjects.get(index) else { break };
                    let row = match subject.skipped.is_some() {
                        true => Some(Row::skipped(subject.clone())),
                        false => look(subject, plan, stop),
                    };
                    let Some(row) = row else { break };
                    let Ok(mut rows) = rows.lock() else { break };
                    rows.push((index, row));
                    let n_done = rows.len();
                    if let Some((_, row)) = rows.last() {
                        tell(row, n_done);
                    }
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap_or_default();
    rows.sort_by_key(|(index, _)| *index);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Looks at one subject; none if that was interrupted.
fn look(subject: &Subject, plan: &Plan, stop: &AtomicBool) -> Option<Row> {
    let key = plan.kept.key(subject, &plan.options, &plan.version);
    if !plan.is_fresh
        && let Some(known) = plan.kept.find(&key)
        && let Ok(report) = serde_json::from_str::<Value>(&known.json)
    {
        let mut row = Row::from_report(subject.clone(), report);
        row.is_kept = true;
        row.page = Some(known.page).filter(|it| it.is_file());
        row.sarif = Some(known.sarif).filter(|it| it.is_file());
        return Some(row);
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let (page, sarif) = plan.kept.places(&key);
    let mut command = Command::new(&plan.linchpin);
    command.arg("verify").args(&subject.files).args(&subject.flags).args(&plan.options);
    if subject.kind == Kind::Function {
        command.arg("--function").arg(&subject.name);
    }
    command.arg("--json").arg("--html").arg(&page).arg("--sarif").arg(&sarif);
    let fence = Fence { time: plan.time.map(|time| time + PATIENCE), memory_bytes: None };
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
    if !matches!(row.status, Status::Failed | Status::Refused) {
        // A result that cannot be kept is found again the next time.
        let _ = plan.kept.keep(&key, &ended.stdout);
    }
    row.page = Some(page).filter(|it| it.is_file());
    row.sarif = Some(sarif).filter(|it| it.is_file());
    Some(row)
}
