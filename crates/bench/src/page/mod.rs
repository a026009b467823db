//! The results as one self-contained page: figures, plot, and all tasks to sort and filter.
//!
//! One file, no server and no network: style and script stand in it, the plot is drawn as SVG.
//! All that comes from outside (names of tasks, messages) is escaped; nothing of it reaches the
//! script, which only reorders and hides rows that are already there. Without the script the page
//! still says everything.

mod escape;
mod quantile;

use std::fmt::{self, Write as _};

use crate::summary::{Figures, Summary};
use crate::{Record, Status};
use escape::Escaped;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page about these records, in their order.
pub fn page(title: &str, records: &[Record]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut text, title, records);
    text
}

fn write_page(page: &mut String, title: &str, records: &[Record]) -> fmt::Result {
    let summary = Summary::of(records);
    let title = Escaped(title);
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n"
    )?;
    write_circumstances(page, records)?;
    write_summary(page, &summary)?;
    quantile::write_plot(page, records)?;
    write_tasks(page, records)?;
    write!(page, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

/// Which build, with which options. A result file has one of each.
fn write_circumstances(page: &mut String, records: &[Record]) -> fmt::Result {
    let Some(record) = records.first() else { return Ok(()) };
    let (version, options) = (Escaped(&record.version), Escaped(&record.options));
    writeln!(page, "<p>Linchpin {version}, <code>{options}</code></p>")
}

fn write_summary(page: &mut String, summary: &Summary) -> fmt::Result {
    page.push_str("<table class=\"figures\">\n<thead><tr><th>group<th>property<th>tasks");
    for status in Status::ALL {
        write!(page, "<th>{status}")?;
    }
    page.push_str("<th>late<th>CPU s<th>score<th>of</tr></thead>\n<tbody>\n");
    for (group, property, figures) in &summary.rows {
        write_figures(page, group, property, figures)?;
    }
    page.push_str("</tbody>\n<tfoot>\n");
    write_figures(page, "total", "", &summary.total)?;
    page.push_str("</tfoot>\n</table>\n");
    let reasons = summary.total.n_by_reason.iter();
    let reasons: Vec<_> = reasons.map(|(why, n)| format!("{n} {}", Escaped(why))).collect();
    if !reasons.is_empty() {
        writeln!(page, "<p>Unknown: {}.</p>", reasons.join(", "))?;
    }
    Ok(())
}

fn write_figures(page: &mut String, group: &str, property: &str, it: &Figures) -> fmt::Result {
    write!(page, "<tr><td>{}<td>{}<td>{}", Escaped(group), Escaped(property), it.n_tasks())?;
    for status in Status::ALL {
        let n = it.n(status);
        let class = if n > 0 { class_of(status) } else { "none" };
        write!(page, "<td class=\"{class}\">{n}")?;
    }
    let (score, highest) = (it.score(), it.highest_score);
    writeln!(page, "<td>{}<td>{:.1}<td>{score}<td>{highest}</tr>", it.n_late, it.cpu_seconds)
}

fn write_tasks(page: &mut String, records: &[Record]) -> fmt::Result {
    page.push_str(
        "<h2>Tasks</h2>\n<p class=\"filters\"><input id=\"filter\" type=\"search\" \
         placeholder=\"filter: every word must occur\" aria-label=\"filter\"> \
         <select id=\"status\" aria-label=\"status\"><option value=\"\">every status</option>",
    );
    for status in Status::ALL {
        write!(page, "<option>{status}</option>")?;
    }
    writeln!(page, "</select> <span id=\"shown\">{} tasks</span></p>", records.len())?;
    page.push_str(
        "<table id=\"tasks\">\n<thead><tr><th>group<th>task<th>property<th>expected<th>answer\
         <th>status<th class=\"number\">CPU s<th class=\"number\">wall s\
         <th class=\"number\">MB<th>why</tr></thead>\n<tbody>\n",
    );
    for record in records {
        write_task(page, record)?;
    }
    page.push_str("</tbody>\n</table>\n");
    Ok(())
}

fn write_task(page: &mut String, record: &Record) -> fmt::Result {
    let answer = record.answer();
    writeln!(
        page,
        "<tr title=\"{}\"><td>{}<td>{}<td>{}<td>{}<td>{}<td class=\"{}\">{}<td>{:.2}<td>{:.2}\
         <td>{}<td>{}</tr>",
        Escaped(&record.command),
        Escaped(&record.group),
        Escaped(&record.task),
        Escaped(&record.property),
        Escaped(&record.expected),
        Escaped(&answer),
        class_of(record.status),
        record.status,
        record.cpu_seconds,
        record.wall_seconds,
        record.memory_mb,
        Escaped(&record.detail),
    )
}

fn class_of(status: Status) -> &'static str {
    match status {
        Status::CorrectTrue | Status::CorrectFalse => "correct",
        Status::WrongTrue | Status::WrongFalse => "wrong",
        Status::Unknown => "unknown",
        Status::Unjudged => "unjudged",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;

    fn some() -> Vec<Record> {
        vec![
            record("a.c", "TRUE", Status::CorrectTrue, 1.0),
            record("b.c", "FALSE(unreach-call)", Status::CorrectFalse, 0.5),
            record("c.c", "UNKNOWN", Status::Unknown, 20.0),
        ]
    }

    #[test]
    fn every_task_has_its_row() {
        let page = page("Results", &some());
        for task in ["a.c", "b.c", "c.c"] {
            assert_eq!(page.matches(&format!("<td>{task}<td>")).count(), 1);
        }
    }

    #[test]
    fn nothing_is_fetched_and_nothing_is_smuggled_in() {
        let mut records = some();
        records[0].task = "<script>alert(1)</script>".into();
        records[1].command = "a \" onclick=\"alert(1)".into();
        let page = page("a <b> & \"c\"", &records);
        assert_eq!(page.matches("<script").count(), 1, "ours");
        assert!(!page.contains("\" onclick"));
        for address in ["http:", "https:", "src=", "href=", "url(", "@import", "fetch("] {
            let outside_of_names = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!outside_of_names.contains(address), "{address}");
        }
    }

    #[test]
    fn no_records_are_a_page_too() {
        assert!(page("Nothing", &[]).contains("0 tasks"));
    }
}
