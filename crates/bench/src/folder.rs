//! The tasks of a folder: every task definition (`.yml`) and every protocol below it.
//!
//! A definition that lists several properties is several tasks, as in the field. Coverage goals
//! and definitions of tasks in other languages are left out: a folder of the field holds them
//! beside what can be verified, and that is no mistake of the user's. What cannot be read at all
//! is an error.
//!
//! A protocol has no expected verdict; it is run, and its answer stands in the table unjudged.

use std::path::{Path, PathBuf};

use driver::{DataModel, TaskDefinition, TaskProperty, parse_task_definition};
use source::{Diagnostics, Source};
use verdict::parse_property_file;

use crate::task::{Question, extension, is_protocol};
use crate::{BenchError, Expected, Task};

/// The tasks below `folder`, in the order of their paths.
pub fn read(folder: &Path) -> Result<Vec<Task>, BenchError> {
    let mut files = Vec::new();
    gather(folder, &mut files)?;
    files.sort();
    let mut tasks = Vec::new();
    for file in &files {
        tasks.extend(tasks_of(folder, file)?);
    }
    Ok(tasks)
}

/// The tasks of one definition, or the one of a protocol.
pub fn read_file(file: &Path) -> Result<Vec<Task>, BenchError> {
    tasks_of(file.parent().unwrap_or(Path::new("")), file)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), BenchError> {
    let read = |cause| BenchError::Read { path: folder.into(), cause };
    for entry in std::fs::read_dir(folder).map_err(read)? {
        let entry = entry.map_err(read)?;
        // Links to folders are not followed: they may lead in circles.
        if entry.file_type().map_err(read)?.is_dir() {
            gather(&entry.path(), files)?;
        } else if matches!(extension(&entry.path()), "yml" | "yaml" | "lpp" | "cub") {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn tasks_of(root: &Path, file: &Path) -> Result<Vec<Task>, BenchError> {
    let name = file.strip_prefix(root).unwrap_or(file);
    let group = name.parent().unwrap_or(Path::new("")).to_string_lossy().into_owned();
    let name = name.to_string_lossy().into_owned();
    let task = Task {
        group,
        name,
        input: file.to_owned(),
        property: "protocol".into(),
        question: Question::Protocol,
        expected: None,
        model: None,
    };
    if is_protocol(file) {
        return Ok(vec![task]);
    }
    let source = text_of(file)?;
    let definition = match parse_task_definition(&source) {
        Ok(definition) => definition,
        Err(diagnostics) if is_foreign(&diagnostics) => return Ok(Vec::new()),
        Err(diagnostics) => return Err(refused(file, &source, &diagnostics)),
    };
    let mut tasks = Vec::new();
    for property in &definition.properties {
        tasks.extend(task_of(&task, file, &definition, property)?);
    }
    Ok(tasks)
}

/// The task of one property; none for a coverage goal.
fn task_of(
    task: &Task,
    definition_file: &Path,
    definition: &TaskDefinition,
    property: &TaskProperty,
) -> Result<Option<Task>, BenchError> {
    let path = definition_file.with_file_name(&property.file);
    let source = text_of(&path)?;
    if let Err(diagnostics) = parse_property_file(&source) {
        let is_coverage = diagnostics.iter().all(|it| it.code == "E0802");
        return if is_coverage { Ok(None) } else { Err(refused(&path, &source, &diagnostics)) };
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let expected = property.expected_verdict.map(|verdict| match verdict {
        true => Expected::True,
        false => Expected::False { subproperty: property.subproperty.clone() },
    });
    let model = definition.data_model.map(|model| match model {
        DataModel::Ilp32 => "ILP32".to_owned(),
        DataModel::Lp64 => "LP64".to_owned(),
    });
    let question = Question::Property(path.to_string_lossy().into_owned());
    Ok(Some(Task { property: stem, question, expected, model, ..task.clone() }))
}

/// Tasks in Java, which `verify` refuses too.
fn is_foreign(diagnostics: &Diagnostics) -> bool {
    diagnostics.iter().all(|it| it.code == "E0904")
}

fn text_of(path: &Path) -> Result<Source, BenchError> {
    let text =
        std::fs::read(path).map_err(|cause| BenchError::Read { path: path.into(), cause })?;
    Ok(Source::new(&*path.to_string_lossy(), text))
}

fn refused(path: &Path, source: &Source, diagnostics: &Diagnostics) -> BenchError {
    let first = diagnostics.iter().next();
    let line = first.map_or(1, |it| u64::from(source.position(it.primary.span.lo).line));
    let message = first.map_or_else(|| "malformed".into(), |it| it.message.clone());
    BenchError::Line { path: path.into(), line, message }
}
