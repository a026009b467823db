//! One page for a project: a table with a link from each row to the page of its subject.

use std::collections::BTreeMap;
use std::path::Path;

use maud::{DOCTYPE, PreEscaped, html};

use crate::row::{Row, Status};
use crate::subject::{Kind, Unread};
use crate::table::summary;

const STYLE: &str = include_str!("page.css");
/// Nothing may be fetched, whatever the text says.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page; `links` leads from the number of a row to the page of its subject.
pub fn page(
    rows: &[Row],
    unread: &[Unread],
    title: &str,
    links: &BTreeMap<usize, String>,
) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    p { (summary(rows, unread)) }
                }
                main {
                    table {
                        caption { "What became of each program and function" }
                        thead { tr {
                            th scope="col" { "Subject" }
                            th scope="col" { "Place" }
                            th scope="col" { "Answer" }
                            th scope="col" { "Checks" }
                        } }
                        tbody { @for (index, row) in rows.iter().enumerate() { (line(row, links.get(&index))) } }
                    }
                    @if !unread.is_empty() {
                        h2 { "Files that cannot be read" }
                        @for it in unread { h3 { (it.file) } pre { (it.why) } }
                    }
                }
            }
        }
    };
    page.into_string()
}

fn line(row: &Row, link: Option<&String>) -> maud::Markup {
    let name = match row.subject.kind {
        Kind::Program => "main (program)",
        Kind::Function => &row.subject.name,
    };
    let class = match row.status {
        Status::Violated | Status::Failed | Status::Refused => "bad",
        Status::NeedsContract | Status::Open => "open",
        Status::Proved => "good",
        Status::Accepted | Status::Skipped => "faint",
    };
    let counts = [
        (row.counts.violated, "violated"),
        (row.counts.open, "open"),
        (row.counts.proved, "proved"),
    ];
    let counts: Vec<String> =
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    html! {
        tr {
            th scope="row" {
                @if let Some(link) = link { a href=(link) { (name) } } @else { (name) }
            }
            td { (row.subject.file) ":" (row.subject.line) }
            td class=(class) { (row.status.name()) }
            td { (counts.join(", ")) }
        }
        @if row.status != Status::Proved {
            @for message in &row.messages { tr.message { td colspan="4" { (message) } } }
        }
    }
}

/// The name of the page of a row, without what paths and addresses cannot have.
pub fn page_name(row: &Row, index: usize) -> String {
    let file = Path::new(&row.subject.file).file_stem().unwrap_or_default().to_string_lossy();
    let name: String = format!("{file}-{}", row.subject.name)
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' })
        .collect();
    format!("{:03}-{name}.html", index + 1)
}
