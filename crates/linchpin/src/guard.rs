//! Runs the whole program so that a mistake of ours never looks like an answer.
//!
//! A panic becomes exit code 4 with the request to report it. The work is done on a thread of
//! its own with a large stack: the front ends bound how deeply they recurse, and those bounds
//! are chosen for this stack and not for the eight megabytes (or less) of the first thread.

use std::panic;
use std::thread;

use crate::cli::write_error;
use crate::exit::ExitStatus;

/// Address space, not memory: pages that are never touched cost nothing.
const STACK_BYTES: usize = 256 << 20;

/// Runs `work`, and answers [`ExitStatus::InternalError`] if it panics.
pub fn run(work: impl FnOnce() -> ExitStatus + Send + 'static) -> ExitStatus {
    panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("no message");
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let version = env!("CARGO_PKG_VERSION");
        write_error(&format!(
            "internal error: {message} ({place})\n\
             This is a bug in Linchpin {version}. Please report it,\n\
             with this message, the command line, and the input if you may share it.\n"
        ));
    }));
    let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(_)) => ExitStatus::InternalError,
        Err(error) => {
            write_error(&format!("internal error: cannot start a thread: {error}\n"));
            ExitStatus::InternalError
        }
    }
}
