//! Compiles with the system's C compiler and runs the result.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use thiserror::Error;

use crate::types::Model;
use crate::work_dir::WorkDir;

#[derive(Debug, Error)]
pub enum CcError {
    #[error("cannot run `cc`: {0}")]
    Start(#[from] io::Error),
    #[error("`cc` refuses the program:\n{0}")]
    Refused(String),
    #[error("the compiled program did not end within {0:?}")]
    TimeOut(Duration),
}

/// Which checks the compiler builds into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanitizers {
    /// None: signed arithmetic wraps, and all else is as the machine has it.
    None,
    /// Undefined behaviour and invalid accesses end the program with a message.
    All,
}

/// A program that was compiled.
#[derive(Debug)]
pub struct Executable {
    dir: WorkDir,
}

/// What a run printed and how it ended.
#[derive(Clone, Debug)]
pub struct Printed {
    pub stdout: String,
    pub stderr: String,
    pub is_success: bool,
}

const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Compiles one file without optimisation, which is closest to what the text says.
pub fn compile(text: &str, model: Model, sanitizers: Sanitizers) -> Result<Executable, CcError> {
    let dir = WorkDir::new()?;
    fs::write(dir.path("program.c"), text)?;
    let mut command = Command::new("cc");
    command.current_dir(dir.root()).args(["-std=gnu11", "-O0", "-w", "-o", "program"]);
    command.args(match model {
        // The x87 unit would compute `double` with more bits than the type has.
        Model::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"][..],
        Model::Lp64 => &["-m64"][..],
    });
    command.args(match sanitizers {
        Sanitizers::None => &["-fwrapv"][..],
        Sanitizers::All => &[
            "-g1",
            "-fsanitize=undefined,address",
            "-fno-sanitize=alignment",
            "-fno-sanitize-recover=undefined",
        ][..],
    });
    let output = command.arg("program.c").stdin(Stdio::null()).output()?;
    if !output.status.success() {
        return Err(CcError::Refused(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(Executable { dir })
}

impl Executable {
    pub fn run(&self, arguments: &[&str]) -> Result<Printed, CcError> {
        let mut child = Command::new(self.dir.path("program"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let stdout = read_aside(child.stdout.take());
        let stderr = read_aside(child.stderr.take());
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if start.elapsed() > TIME_LIMIT {
                child.kill()?;
                child.wait()?;
                return Err(CcError::TimeOut(TIME_LIMIT));
            }
            thread::sleep(Duration::from_millis(1));
        };
        let text = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
        let (stdout, stderr) = (text(stdout), text(stderr));
        Ok(Printed { stdout, stderr, is_success: status.success() })
    }
}

/// Reads a pipe to its end on a thread of its own, so that the child never waits for us.
fn read_aside(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth comparing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
