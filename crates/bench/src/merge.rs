//! Result files of several machines, put together.
//!
//! What was measured in other circumstances is not mixed, and a task that two parts answer differently
//! is refused: one of the files is not what it is taken for. A part that is empty, because there were
//! more machines than tasks, or that has not begun, adds nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::result_file::circumstances;
use crate::{BenchError, Record, ResultFile};

/// Writes all records of the parts to a new file, sorted by task and property.
pub fn merge(whole: &Path, parts: &[PathBuf]) -> Result<Vec<Record>, BenchError> {
    let mut records: BTreeMap<(String, String), (Record, &PathBuf)> = BTreeMap::new();
    let mut first: Option<(String, &PathBuf)> = None;
    for part in parts {
        for record in ResultFile::read_part(part)? {
            let found = circumstances(&record.version, &record.options);
            let (expected, from) = first.get_or_insert_with(|| (found.clone(), part));
            if *expected != found {
                return Err(BenchError::OtherParts {
                    first: from.clone(),
                    second: part.clone(),
                    found: expected.clone(),
                    other: found,
                });
            }
            let key = (record.task.clone(), record.property.clone());
            match records.get(&key) {
                Some((other, from)) if other.verdict != record.verdict => {
                    let (task, property) = key;
                    return Err(BenchError::Differ {
                        first: (*from).clone(),
                        second: part.clone(),
                        task,
                        property,
                    });
                }
                Some(_) => {}
                None => {
                    records.insert(key, (record, part));
                }
            }
        }
    }
    if records.is_empty() {
        return Err(BenchError::NoTasks { path: parts.first().cloned().unwrap_or_default() });
    }
    let (mut file, there) = ResultFile::open(whole)?;
    if !there.is_empty() {
        let message = format!("`{}` has results already; name a new file", whole.display());
        return Err(BenchError::Output(message));
    }
    let records: Vec<Record> = records.into_values().map(|(record, _)| record).collect();
    for record in &records {
        file.append(record)?;
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;
    use crate::record::tests::record;

    fn part(folder: &Path, name: &str, records: &[Record]) -> PathBuf {
        let path = folder.join(name);
        let (mut file, _) = ResultFile::open(&path).unwrap();
        records.iter().for_each(|record| file.append(record).unwrap());
        path
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("linchpin-merge-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn parts_become_a_whole_and_empty_ones_do_no_harm() {
        let folder = folder("parts");
        let (a, b) = (
            record("a.c", "TRUE", Status::CorrectTrue, 0.5),
            record("b.c", "TRUE", Status::CorrectTrue, 0.5),
        );
        let parts = [
            part(&folder, "2.csv", std::slice::from_ref(&b)),
            part(&folder, "1.csv", std::slice::from_ref(&a)),
            part(&folder, "3.csv", &[]),
        ];
        let whole = folder.join("all.csv");
        assert_eq!(merge(&whole, &parts).unwrap(), [a.clone(), b.clone()]);
        assert_eq!(ResultFile::read(&whole).unwrap(), [a, b]);
        assert!(merge(&whole, &parts).is_err(), "a file with results is not added to");
    }

    #[test]
    fn parts_that_contradict_each_other_are_refused() {
        let folder = folder("contradict");
        let yes = record("a.c", "TRUE", Status::CorrectTrue, 0.5);
        let no = record("a.c", "FALSE", Status::CorrectTrue, 0.5);
        let mut other = record("b.c", "TRUE", Status::CorrectTrue, 0.5);
        other.version = "another".into();
        let parts =
            [part(&folder, "1.csv", std::slice::from_ref(&yes)), part(&folder, "2.csv", &[no])];
        assert!(matches!(merge(&folder.join("all.csv"), &parts), Err(BenchError::Differ { .. })));
        let parts = [parts[0].clone(), part(&folder, "3.csv", &[other])];
        let refused = merge(&folder.join("all.csv"), &parts);
        assert!(matches!(refused, Err(BenchError::OtherParts { .. })));
    }
}
