//! A list of tasks as a table (`.csv`).
//!
//! ```text
//! group,task,property,expected,model
//! loops,loops/sum.yml,unreach-call,true,ILP32
//! heap,heap/list.c,valid-memsafety,false(valid-deref),LP64
//! ```
//!
//! Columns may stand in any order; others are ignored. `task`, `property` and `expected` must be
//! there, `group` and `model` need not. Paths are relative to the manifest. A `property` that
//! ends in `.prp` is a file, also relative. All that is wrong in a row is said with its line,
//! before anything runs: nobody wants to learn of a misspelt path after an hour.

use std::collections::BTreeSet;
use std::path::Path;

use verdict::{PROPERTY_NAMES, properties_by_name};

use crate::task::{Question, is_protocol};
use crate::{BenchError, Expected, Task};

/// Where the needed columns stand.
struct Columns {
    task: usize,
    property: usize,
    expected: usize,
    group: Option<usize>,
    model: Option<usize>,
}

pub fn read(path: &Path) -> Result<Vec<Task>, BenchError> {
    let text = std::fs::read_to_string(path)
        .map_err(|cause| BenchError::Read { path: path.into(), cause })?;
    parse(path, &text)
}

fn parse(path: &Path, text: &str) -> Result<Vec<Task>, BenchError> {
    let at = |line: u64, message: String| BenchError::Line { path: path.into(), line, message };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| at(1, error.to_string()))?.clone();
    let columns = columns(path, &header)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut tasks = Vec::new();
    let mut seen = BTreeSet::new();
    for row in reader.records() {
        let row = row.map_err(|error| {
            at(error.position().map_or(0, csv::Position::line), error.to_string())
        })?;
        let line = row.position().map_or(0, csv::Position::line);
        let task = task(&columns, folder, &row).map_err(|message| at(line, message))?;
        if !seen.insert((task.name.clone(), task.property.clone())) {
            let (task, property) = (task.name, task.property);
            return Err(BenchError::Twice { path: path.into(), task, property });
        }
        tasks.push(task);
    }
    Ok(tasks)
}

fn columns(path: &Path, header: &csv::StringRecord) -> Result<Columns, BenchError> {
    let find = |name: &str| header.iter().position(|it| it.trim() == name);
    let need = |column: &'static str| {
        find(column).ok_or_else(|| BenchError::MissingColumn {
            path: path.into(),
            column,
            found: header.iter().map(|it| format!("`{}`", it.trim())).collect(),
        })
    };
    Ok(Columns {
        task: need("task")?,
        property: need("property")?,
        expected: need("expected")?,
        group: find("group"),
        model: find("model"),
    })
}

fn task(columns: &Columns, folder: &Path, row: &csv::StringRecord) -> Result<Task, String> {
    let field = |column: usize| row.get(column).map(str::trim).unwrap_or_default();
    let name = field(columns.task);
    if name.is_empty() {
        return Err("a row without a task".into());
    }
    let input = folder.join(name);
    if !input.is_file() {
        return Err(format!("there is no file `{}`", input.display()));
    }
    let property = field(columns.property);
    let question = match is_protocol(&input) {
        true => Question::Protocol,
        false => Question::Property(asked(folder, property)?),
    };
    let expected = match field(columns.expected) {
        "" => None,
        text => Some(text.parse::<Expected>().map_err(|error| error.to_string())?),
    };
    let model = match columns.model.map(field).unwrap_or_default() {
        "" => None,
        model @ ("ILP32" | "LP64") => Some(model.to_owned()),
        other => return Err(format!("`{other}` is no data model; write `ILP32` or `LP64`")),
    };
    let group = columns.group.map(field).unwrap_or_default().to_owned();
    let (name, property) = (name.to_owned(), property.to_owned());
    Ok(Task { group, name, input, property, question, expected, model })
}

/// What stands after `--property`.
fn asked(folder: &Path, property: &str) -> Result<String, String> {
    if properties_by_name(property).is_some() {
        return Ok(property.to_owned());
    }
    if !property.ends_with(".prp") {
        let names = PROPERTY_NAMES.join(", ");
        let meant = driver::closest(property, PROPERTY_NAMES);
        let meant = meant.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default();
        return Err(format!("`{property}` is no property{meant}; the properties are {names}"));
    }
    let file = folder.join(property);
    match file.is_file() {
        true => Ok(file.to_string_lossy().into_owned()),
        false => Err(format!("there is no file `{}`", file.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A manifest beside this file, whose rows name files that are here for certain.
    fn parsed(text: &str) -> Result<Vec<Task>, String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tasks.csv");
        parse(&path, text).map_err(|error| error.to_string())
    }

    #[test]
    fn columns_stand_in_any_order() {
        let text = "lines,model,expected,property,task\n7,ILP32,false,unreach-call,lib.rs\n";
        let tasks = parsed(text).unwrap();
        assert_eq!(tasks.len(), 1);
        assert_eq!(tasks[0].name, "lib.rs");
        assert_eq!(tasks[0].group, "");
        assert_eq!(tasks[0].model.as_deref(), Some("ILP32"));
        assert_eq!(tasks[0].expected, Some(Expected::False { subproperty: None }));
        assert_eq!(tasks[0].question, Question::Property("unreach-call".into()));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let head = "task,property,expected\nlib.rs,unreach-call,true\n";
        for (row, part) in [
            ("nowhere.c,unreach-call,true", "there is no file"),
            ("task.rs,unreach,true", "`unreach` is no property"),
            ("task.rs,unreach-call,perhaps", "`perhaps` is no verdict"),
            ("task.rs,missing.prp,true", "there is no file"),
            (",unreach-call,true", "a row without a task"),
        ] {
            let error = parsed(&format!("{head}{row}\n")).unwrap_err();
            assert!(error.contains("tasks.csv:3: "), "{error}");
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_missing_column_is_named() {
        let error = parsed("task,property\nlib.rs,unreach-call\n").unwrap_err();
        assert!(error.ends_with("has no column `expected`; its columns are `task`, `property`"));
    }

    #[test]
    fn a_task_stands_there_once() {
        let row = "lib.rs,unreach-call,true\n";
        let error = parsed(&format!("task,property,expected\n{row}{row}")).unwrap_err();
        assert!(error.ends_with("has the task `lib.rs` with `unreach-call` twice"), "{error}");
    }
}
