//! Runs the built binary.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Failed;

use crate::observation::Observation;

/// No test needs nearly as long; one that does hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// What takes longer is not run again: a thousand short runs show whether bytes differ, and the few
/// long ones would be half of the time that all tests take.
const REPEATED_WITHIN: Duration = Duration::from_secs(2);

/// The binary under test and the folder in which it is started.
pub struct Linchpin {
    binary: PathBuf,
    root: PathBuf,
}

impl Linchpin {
    pub fn new(binary: &Path, root: &Path) -> Self {
        Self { binary: binary.to_owned(), root: root.to_owned() }
    }

    /// The folder in which it is started.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Runs a `run` line on `file`, and again if that was quick: the same input must give the same bytes.
    pub fn observe_again(
        &self,
        command: &str,
        file: &Path,
        model: Option<&str>,
    ) -> Result<Observation, Failed> {
        let file = file.strip_prefix(&self.root).unwrap_or(file).to_string_lossy();
        let scratch = self.scratch(&file)?;
        let mut words = split(&command.replace("%s", &file).replace("%t", &scratch))?;
        if let Some(model) = model {
            words.extend(["--data-model".to_owned(), model.to_owned()]);
        }
        let start = Instant::now();
        let first = self.observe(&words)?;
        if start.elapsed() > REPEATED_WITHIN {
            return Ok(first);
        }
        let second = self.observe(&words)?;
        if (&first.stdout, &first.stderr) != (&second.stdout, &second.stderr) {
            let shown = |it: &Observation| format!("{}{}", it.stdout, it.stderr);
            let message = "two runs print different bytes";
            return Err(format!("{message}:\n{}\n\n{}", shown(&first), shown(&second)).into());
        }
        Ok(first)
    }

    /// Where a test may write: the start of a path that no other test has.
    pub fn scratch(&self, file: &str) -> Result<String, Failed> {
        const FOLDER: &str = "target/tmp";
        let folder = self.root.join(FOLDER);
        std::fs::create_dir_all(folder).map_err(|error| format!("{FOLDER}: {error}"))?;
        Ok(format!("{FOLDER}/{}", file.replace(['/', '.'], "-")))
    }

    /// Runs a command line that is given without its first word.
    pub fn observe_line(&self, line: &str) -> Result<Observation, Failed> {
        self.observe(&split(line)?)
    }

    fn observe(&self, words: &[String]) -> Result<Observation, Failed> {
        let mut command = Command::new(&self.binary);
        command.args(words).current_dir(&self.root).env("NO_COLOR", "1").env("COLUMNS", "100");
        // Witnesses carry the time.
        command.env("SOURCE_DATE_EPOCH", "0");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot start: {error}"))?;
        // Both pipes are drained while the child runs; a full pipe would block it for ever.
        let stdout = drain(child.stdout.take());
        let stderr = drain(child.stderr.take());
        let exit = wait(&mut child)?;
        let text = |thread: thread::JoinHandle<Vec<u8>>| {
            String::from_utf8_lossy(&thread.join().unwrap_or_default()).into_owned()
        };
        Ok(Observation { stdout: without_times(&text(stdout)), stderr: text(stderr), exit })
    }
}

fn split(line: &str) -> Result<Vec<String>, Failed> {
    shlex::split(line).ok_or_else(|| format!("cannot split `{line}` into words").into())
}

/// The measured times of a JSON report, which differ from run to run, as stars.
fn without_times(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.split_once("_ms\": ") {
            Some((key, rest)) => {
                let end = rest.trim_start_matches(|it: char| it.is_ascii_digit());
                result.extend([key, "_ms\": ***", end]);
            }
            None => result.push_str(line),
        }
    }
    result
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn wait(child: &mut Child) -> Result<Option<i32>, Failed> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.code()),
            Ok(None) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                // It may end by itself just now; then there is nothing left to kill.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("no end after {} s", PATIENCE.as_secs()).into());
            }
            Err(error) => return Err(error.to_string().into()),
        }
    }
}
