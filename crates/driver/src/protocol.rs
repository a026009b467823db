//! Protocols (`.lpp`): from a file to an outcome.
//!
//! [`read`] reads a file, [`explore_instance`] answers for one number of processes, and
//! [`verify`] for any number. All answer with a [`verdict::ProtocolOutcome`]: what is known about each property,
//! with a chart of the run where one violates it, and the trust box.

mod certificate;
mod count;
mod instance;
mod outcome;
mod prove;
mod verify;

use std::path::Path;

use source::{Diagnostics, Source};

pub use instance::{SimulationOptions, explore_instance, random_run};
pub use outcome::{limited_by_default, processes, stopped};
pub use prove::smv_model;
pub use verify::verify;

pub use protocol::System;
pub use protocol::instance::Instance;

use crate::task::{TaskError, read_protocol};

/// A protocol with its text, and what was odd about it but not wrong.
#[derive(Debug)]
pub struct Protocol {
    pub source: Source,
    pub system: System,
    pub warnings: Diagnostics,
}

/// Reads a protocol.
pub fn read(path: &Path) -> Result<Protocol, TaskError> {
    let source = read_protocol(path)?;
    match protocol::read(&source) {
        (Some(system), warnings) => Ok(Protocol { source, system, warnings }),
        (None, diagnostics) => {
            Err(TaskError::Malformed { source_text: Box::new(source), diagnostics })
        }
    }
}

/// The text of a protocol, laid out.
pub fn formatted(path: &Path) -> Result<String, TaskError> {
    let source = read_protocol(path)?;
    protocol::format(&source)
        .map_err(|diagnostics| TaskError::Malformed { source_text: Box::new(source), diagnostics })
}
