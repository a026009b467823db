//! Messages over the standard streams: a thread that reads them, and one that writes them.
//!
//! The messages are those of `lsp-server`; they are framed here, because its own reader believes any
//! `Content-Length`, and a number that somebody mistyped must not end us for want of memory.
//!
//! Nobody waits for a client that does not read: what is to be written is kept until it does.

use std::io::{self, BufRead, Read as _, Write};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::Message;

/// No text that anybody edits is larger.
const MAX_MESSAGE_BYTES: u64 = 256 << 20;
/// One line of a header.
const MAX_HEADER_BYTES: u64 = 4 << 10;

/// What came in is no message, with the reason.
#[derive(Debug, thiserror::Error)]
#[error("this is not the language server protocol: {0}")]
pub struct Malformed(String);

/// Both directions, as channels.
pub struct Transport {
    /// Ends with the input.
    pub incoming: Receiver<Message>,
    /// Ends when nobody reads what we write.
    pub outgoing: Outgoing,
    pub reader: JoinHandle<Result<(), Malformed>>,
}

/// Where messages to the client go. What was sent is written before this is gone.
pub struct Outgoing {
    /// Present until the end.
    sender: Option<Sender<Message>>,
    writer: Option<JoinHandle<()>>,
}

impl Outgoing {
    /// False if nobody reads any more.
    pub fn send(&self, message: Message) -> bool {
        self.sender.as_ref().is_some_and(|sender| sender.send(message).is_ok())
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(writer) = self.writer.take() {
            // Nothing is left to do for a writer that failed.
            let _ = writer.join();
        }
    }
}

/// Starts to read and write.
pub fn of_standard_streams() -> Transport {
    let (send_incoming, incoming) = bounded(0);
    let reader = thread::spawn(move || read_all(&mut io::stdin().lock(), &send_incoming));
    let (sender, to_write) = unbounded::<Message>();
    let writer = thread::spawn(move || write_all(&mut io::stdout().lock(), &to_write));
    let outgoing = Outgoing { sender: Some(sender), writer: Some(writer) };
    Transport { incoming, outgoing, reader }
}

/// Ends behind `exit`, at the end of the input, and when nobody wants messages any more.
fn read_all(input: &mut impl BufRead, sender: &Sender<Message>) -> Result<(), Malformed> {
    while let Some(message) = read(input)? {
        let is_last = matches!(&message, Message::Notification(it) if it.method == "exit");
        if sender.send(message).is_err() || is_last {
            return Ok(());
        }
    }
    Ok(())
}

/// An error of the output means that the client is gone; dropping the receiver says so to senders.
fn write_all(output: &mut impl Write, messages: &Receiver<Message>) {
    for message in messages {
        if message.write(output).is_err() {
            return;
        }
    }
}

/// The next message; none at the end of the input.
fn read(input: &mut impl BufRead) -> Result<Option<Message>, Malformed> {
    let Some(n_bytes) = read_header(input)? else { return Ok(None) };
    let mut text = Vec::new();
    input.take(n_bytes).read_to_end(&mut text).map_err(|error| Malformed(error.to_string()))?;
    if (text.len() as u64) < n_bytes {
        return Err(Malformed("the input ends inside of a message".to_owned()));
    }
    match serde_json::from_slice(&text) {
        Ok(message) => Ok(Some(message)),
        Err(error) => Err(Malformed(format!("a message is malformed: {error}"))),
    }
}

/// The length of what follows the header; none at the end of the input.
fn read_header(input: &mut impl BufRead) -> Result<Option<u64>, Malformed> {
    let mut n_bytes = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_HEADER_BYTES).read_until(b'\n', &mut line);
        read.map_err(|error| Malformed(error.to_string()))?;
        if line.is_empty() && is_first {
            return Ok(None);
        }
        is_first = false;
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err(Malformed("a line of the header does not end".to_owned()));
        };
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
        if line.is_empty() {
            return match n_bytes {
                Some(n_bytes) => Ok(Some(n_bytes)),
                None => Err(Malformed("a message has no `Content-Length`".to_owned())),
            };
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(Malformed(format!("`{line}` is no line of a header")));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            let length = value.trim().parse().ok().filter(|n| *n <= MAX_MESSAGE_BYTES);
            let refusal = || Malformed(format!("`{line}` is no length of a message"));
            n_bytes = Some(length.ok_or_else(refusal)?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Option<Message>, Malformed> {
        read(&mut text.as_bytes())
    }

    #[test]
    fn a_message_is_read_with_the_headers_that_clients_send() {
        let body = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;
        let n_bytes = body.len();
        let text = format!("content-length: {n_bytes}\r\nContent-Type: x; y=z\r\n\r\n{body}");
        let message = read_text(&text).unwrap();
        assert!(matches!(message, Some(Message::Notification(it)) if it.method == "initialized"));
        assert!(read_text("").unwrap().is_none());
    }

    #[test]
    fn what_is_no_message_is_refused() {
        let cases = [
            ("GET / HTTP/1.1\r\n\r\n", "is no line of a header"),
            ("Host: x\r\n\r\n", "no `Content-Length`"),
            ("Content-Length: 99999999999999999999\r\n\r\n", "no length"),
            ("Content-Length: 18446744073709551615\r\n\r\n", "no length"),
            ("Content-Length: 5\r\n\r\n{}", "ends inside"),
            ("Content-Length: 2\r\n\r\n{}", "malformed"),
            ("Content-Length: 2\r\n\r\n{]", "malformed"),
            ("Content-Le", "does not end"),
        ];
        for (text, reason) in cases {
            let error = read_text(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
