//! The rows as text for people and as JSON for machines.

use std::fmt::Write;

use serde_json::json;

use crate::row::{Row, Status};
use crate::subject::{Kind, Unread};

const STATUSES: [Status; 8] = [
    Status::Violated,
    Status::Failed,
    Status::Refused,
    Status::NeedsContract,
    Status::Open,
    Status::Accepted,
    Status::Proved,
    Status::Skipped,
];

/// The sentence that comes first.
pub fn summary(rows: &[Row], unread: &[Unread]) -> String {
    let mut parts = Vec::new();
    for status in STATUSES {
        let n = rows.iter().filter(|row| row.status == status).count();
        if n > 0 {
            parts.push(format!("{n} {}", status.name()));
        }
    }
    let n_kept = rows.iter().filter(|row| row.is_kept).count();
    let kept = if n_kept > 0 { format!(" ({n_kept} known from before)") } else { String::new() };
    let unread = match unread.len() {
        0 => String::new(),
        1 => "; 1 file cannot be read".to_owned(),
        n => format!("; {n} files cannot be read"),
    };
    let subjects = if rows.len() == 1 { "subject" } else { "subjects" };
    format!("{} {subjects}: {}{kept}{unread}.", rows.len(), parts.join(", "))
}

/// Table and messages. What is proved has a row and no message.
pub fn table(rows: &[Row], unread: &[Unread]) -> String {
    let mut text = summary(rows, unread) + "\n\n";
    let name = |row: &Row| match row.subject.kind {
        Kind::Program => "main (program)".to_owned(),
        Kind::Function => row.subject.name.clone(),
    };
    let place = |row: &Row| format!("{}:{}", row.subject.file, row.subject.line);
    let width = |of: &dyn Fn(&Row) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let places = width(&|row| place(row).len());
    let names = width(&|row| name(row).len());
    let statuses = width(&|row| row.status.name().len());
    let mut refused: Vec<&Row> = Vec::new();
    for row in rows {
        let counts = row.counts;
        let mut told = Vec::new();
        for (n, what) in
            [(counts.violated, "violated"), (counts.open, "open"), (counts.proved, "proved")]
        {
            if n > 0 {
                told.push(format!("{n} {what}"));
            }
        }
        let told = told.join(", ");
        let line = format!(
            "{:places$}  {:names$}  {:statuses$}  {told}",
            place(row),
            name(row),
            row.status.name()
        );
        let _ = writeln!(text, "{}", line.trim_end());
        // A mistake in a contract stops all that read the file, and is told once.
        let is_same = |it: &&&Row| it.messages == row.messages;
        let before = refused.iter().find(is_same).filter(|_| row.status == Status::Refused);
        if let Some(before) = before {
            let _ = writeln!(text, "    as for `{}`", before.subject.name);
            continue;
        }
        if row.status == Status::Refused {
            refused.push(row);
        }
        if row.status != Status::Proved {
            for message in &row.messages {
                let _ = writeln!(text, "    {message}");
            }
        }
    }
    for told in crate::unread::in_words(unread) {
        let _ = writeln!(text, "\n{told}");
    }
    text
}

/// The line for machines: as bad as the worst of all. What was not looked at is not proved.
pub fn verdict(rows: &[Row], unread: &[Unread], coverage: Coverage) -> &'static str {
    // What is accepted is violated, whoever accepts that.
    let found = match rows.iter().any(|row| row.status == Status::Accepted) {
        true => "FALSE",
        false => verdict_without_accepted(rows, unread),
    };
    match (coverage, found) {
        (Coverage::Interrupted, "TRUE" | "UNKNOWN(inconclusive)") => "UNKNOWN(interrupted)",
        (Coverage::Whole | Coverage::Interrupted, found) => found,
    }
}

/// Whether all subjects were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    Whole,
    Interrupted,
}

/// The same, for the exit code.
pub fn verdict_without_accepted(rows: &[Row], unread: &[Unread]) -> &'static str {
    let has = |status| rows.iter().any(|row| row.status == status);
    let is_whole = unread.is_empty() && !rows.is_empty();
    match () {
        () if has(Status::Violated) => "FALSE",
        () if has(Status::Failed) => "UNKNOWN(internal-error)",
        () if has(Status::Refused) => "UNKNOWN(bad-input)",
        () if !is_whole || has(Status::Open) || has(Status::NeedsContract) => {
            "UNKNOWN(inconclusive)"
        }
        () => "TRUE",
    }
}

/// All reports in one document.
pub fn document(rows: &[Row], unread: &[Unread], verdict: &str, version: &str) -> String {
    let subject = |row: &Row| {
        json!({
            "name": row.subject.name,
            "kind": if row.subject.kind == Kind::Program { "program" } else { "function" },
            "file": row.subject.file,
            "line": row.subject.line,
            "files": row.subject.files,
            "status": row.status.name(),
            "checks": {
                "violated": row.counts.violated,
                "open": row.counts.open,
                "proved": row.counts.proved,
            },
            "messages": row.messages,
            "known_before": row.is_kept,
            "report": row.report,
        })
    };
    let document = json!({
        "schema": 1,
        "tool": "linchpin",
        "version": version,
        "verdict": verdict,
        "summary": summary(rows, unread),
        "subjects": rows.iter().map(subject).collect::<Vec<_>>(),
        "unread": unread.iter().map(|it| json!({"file": it.file, "why": it.why})).collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}
