//! Verifications: those that wait for their turn, and those that run, each in a child process.
//!
//! A child and the compiler that it calls are one process group, so that ending the group ends both. What
//! a child prints is read by a thread, which sends it over a channel when it is complete; the server
//! learns of it there, and of a child that was ended in the meantime nothing is left to learn.
//!
//! Children are started by the thread of the server and by no other: the system ends a child together
//! with the *thread* that started it, where it was asked to.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::Settings;
use crate::question::Question;

/// How many run at once: a verification, and invariants beside it.
const MAX_RUNNING: usize = 2;
/// No report is larger.
const MAX_REPORT_BYTES: u64 = 256 << 20;

/// Never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// A question about a document.
#[derive(Clone, Debug)]
pub struct Job {
    pub document: PathBuf,
    pub question: Question,
    pub manner: Manner,
    /// The command line of the child.
    pub words: Vec<OsString>,
}

/// Who hears the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// It was asked because of a save.
    Quiet,
    /// Somebody asked, and waits for the answer.
    Announced,
}

/// A child has closed its output; this is all of it.
pub struct Finished {
    pub id: JobId,
    pub output: Vec<u8>,
}

pub struct Work {
    settings: Settings,
    waiting: VecDeque<(JobId, Job)>,
    running: BTreeMap<JobId, Running>,
    n_jobs: u64,
    sender: Sender<Finished>,
}

/// A child that ends with this value.
struct Running {
    job: Job,
    child: Child,
}

impl Drop for Running {
    fn drop(&mut self) {
        // The number belongs to the child until it is waited for.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// A child that could not be started.
pub struct Failed {
    pub job: Job,
    pub error: std::io::Error,
}

impl Work {
    pub fn new(settings: Settings) -> (Self, Receiver<Finished>) {
        let (sender, receiver) = unbounded();
        let (waiting, running) = (VecDeque::new(), BTreeMap::new());
        (Self { settings, waiting, running, n_jobs: 0, sender }, receiver)
    }

    pub fn seconds(&self) -> u64 {
        self.settings.seconds
    }

    /// Puts a job behind those that wait, or before them if somebody waits for it. An older one with
    /// the same question should be ended before.
    pub fn add(&mut self, job: Job) {
        self.n_jobs += 1;
        let id = JobId(self.n_jobs);
        match job.manner {
            Manner::Quiet => self.waiting.push_back((id, job)),
            Manner::Announced => self.waiting.push_front((id, job)),
        }
    }

    /// Ends what is done about a document, and gives which of it had begun.
    pub fn end(&mut self, document: &Path, is_ended: impl Fn(&Question) -> bool) -> Vec<JobId> {
        let is_ended = |job: &Job| job.document == document && is_ended(&job.question);
        self.waiting.retain(|(_, job)| !is_ended(job));
        let ended = self.running.iter().filter(|(_, running)| is_ended(&running.job));
        let ended: Vec<JobId> = ended.map(|(id, _)| *id).collect();
        for id in &ended {
            self.running.remove(id);
        }
        ended
    }

    /// Ends one job that runs.
    pub fn end_one(&mut self, id: JobId) {
        self.running.remove(&id);
    }

    /// Ends everything.
    pub fn end_all(&mut self) {
        self.waiting.clear();
        self.running.clear();
    }

    /// Starts the next job that waits, if there is room for it.
    pub fn start_next(&mut self) -> Option<Result<(JobId, Job), Failed>> {
        if self.running.len() >= MAX_RUNNING {
            return None;
        }
        let (id, job) = self.waiting.pop_front()?;
        Some(match self.start(id, &job) {
            Ok(child) => {
                self.running.insert(id, Running { job: job.clone(), child });
                Ok((id, job))
            }
            Err(error) => Err(Failed { job, error }),
        })
    }

    /// The job that has finished; none if it was ended meanwhile.
    pub fn take(&mut self, id: JobId) -> Option<Job> {
        self.running.remove(&id).map(|running| running.job.clone())
    }

    pub fn is_running(&self, id: JobId) -> bool {
        self.running.contains_key(&id)
    }

    fn start(&self, id: JobId, job: &Job) -> std::io::Result<Child> {
        let mut command = Command::new(&self.settings.program);
        command.args(&job.words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.envs(self.settings.environment.iter().map(|(name, value)| (name, value)));
        // The options of the project (`linchpin.toml`) are looked for from here on upwards.
        command.current_dir(job.document.parent().unwrap_or(Path::new("/"))).process_group(0);
        let mut child = command.spawn()?;
        let (sender, stdout) = (self.sender.clone(), child.stdout.take());
        thread::spawn(move || {
            let mut output = Vec::new();
            if let Some(stdout) = stdout {
                // A report that is cut off is no report, and that is said.
                let _ = stdout.take(MAX_REPORT_BYTES).read_to_end(&mut output);
            }
            // Nobody may want to know any more.
            let _ = sender.send(Finished { id, output });
        });
        Ok(child)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn work() -> (Work, Receiver<Finished>) {
        let environment = vec![("GREETING".to_owned(), "hello".to_owned())];
        Work::new(Settings { program: "/bin/sh".into(), environment, seconds: 1 })
    }

    fn job(script: &str, question: Question) -> Job {
        let document = std::env::temp_dir().join("a.c");
        let words = vec!["-c".into(), script.into()];
        Job { document, question, manner: Manner::Quiet, words }
    }

    fn start(work: &mut Work) -> JobId {
        work.start_next().unwrap().map_err(|failed| failed.error).unwrap().0
    }

    #[test]
    fn a_child_prints_and_is_done() {
        let (mut work, finished) = work();
        work.add(job("echo $GREETING", Question::File));
        let id = start(&mut work);
        let it = finished.recv_timeout(Duration::from_secs(60)).unwrap();
        assert_eq!((it.id, &*it.output), (id, b"hello\n".as_slice()));
        assert_eq!(work.take(id).map(|job| job.question), Some(Question::File));
        assert!(work.take(id).is_none());
    }

    #[test]
    fn ending_a_child_ends_its_children_and_leaves_nothing_to_take() {
        let (mut work, finished) = work();
        // The grandchild holds the pipe, and would for minutes.
        work.add(job("sleep 300 & echo; wait", Question::File));
        work.add(job("sleep 300", Question::Loops));
        work.add(job("sleep 300", Question::Function("f".into())));
        let (first, _) = (start(&mut work), start(&mut work));
        assert!(work.start_next().is_none(), "two at a time");
        let started = Instant::now();
        let document = std::env::temp_dir().join("a.c");
        assert_eq!(work.end(&document, |it| *it != Question::Loops), [first]);
        assert_eq!(finished.recv_timeout(Duration::from_secs(60)).unwrap().id, first);
        assert!(work.take(first).is_none());
        assert!(work.start_next().is_none(), "the third was ended while it waited");
        drop(work);
        assert!(finished.recv_timeout(Duration::from_secs(60)).is_ok());
        assert!(started.elapsed() < Duration::from_secs(100));
    }
}
