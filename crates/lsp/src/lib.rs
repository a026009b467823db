//! Linchpin in editors: a server for the language server protocol, over standard input and output.
//!
//! The server verifies nothing itself. It starts the program that it is part of, as a person would in a
//! terminal, and reads the JSON report (`docs/json.md`); so an editor never hears anything else than
//! the command line says, a verification can be ended at any moment, and one that goes wrong takes
//! nothing along.
//!
//! ```text
//!  editor ──▶ transport ──▶ server ──▶ work ──▶ child: linchpin verify FILE --json
//!     ▲                       │                   │
//!     └───── diagnostics, hints ◀── report ◀──────┘
//! ```
//!
//! One thread holds all state ([`server`]) and waits for messages and results at once. It never waits for
//! a verification: children write to threads of their own ([`work`]).
//!
//! Where to start reading: [`server`] for what happens when, [`question`] for what children are asked,
//! [`diagnostics`] and [`hints`] for what becomes of the answers.
//!
//! What it does not do: it knows nothing of texts that are not saved, since the verifier reads files.

mod capabilities;
mod client;
mod compile_commands;
mod diagnostics;
mod documents;
mod file_uri;
mod findings;
mod functions;
mod hints;
mod places;
mod progress;
mod question;
mod report;
mod requests;
mod server;
mod transport;
mod work;

use std::path::PathBuf;

pub use transport::Malformed;

/// What the server has to know of the program that it is part of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program that verifies.
    pub program: PathBuf,
    /// Variables of its environment, besides those that are there.
    pub environment: Vec<(String, String)>,
    /// How long one verification may take.
    pub seconds: u64,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As the protocol wants it: `shutdown`, then `exit`.
    InOrder,
    /// The client went away, or said `exit` without `shutdown`.
    WithoutShutdown,
}

/// Talks to an editor over the standard streams until one of them has enough. No child is left.
pub fn serve(settings: Settings) -> Result<End, Malformed> {
    let transport = transport::of_standard_streams();
    let end = server::serve(settings, &transport.incoming, transport.outgoing);
    match end {
        Ok(server::Left::Exit(end)) => Ok(end),
        // The reader says why it stopped.
        Ok(server::Left::Silence) => match transport.reader.join() {
            Ok(Err(malformed)) => Err(malformed),
            Ok(Ok(())) | Err(_) => Ok(End::WithoutShutdown),
        },
        Err(client::Gone) => Ok(End::WithoutShutdown),
    }
}
