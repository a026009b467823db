//! The file that results are appended to as they come.
//!
//! A measurement of hours will be interrupted. Each record is written and flushed as one line the
//! moment it is there; opening the file again gives the finished ones, and what a crash has left
//! of a half-written last line is cut off. So the file is valid at every moment apart from its
//! last line, and at every moment after it was opened again.
//!
//! Records of another build or of other options are not mixed into: their figures would be
//! compared as if they were of the same.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::{BenchError, Record};

pub struct ResultFile {
    path: PathBuf,
    file: File,
    is_empty: bool,
}

impl ResultFile {
    /// Opens or creates it; gives the records that are there.
    pub fn open(path: &Path) -> Result<(Self, Vec<Record>), BenchError> {
        let write = |cause| BenchError::Write { path: path.into(), cause };
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = options.map_err(write)?;
        let text =
            std::fs::read(path).map_err(|cause| BenchError::Read { path: path.into(), cause })?;
        let n_whole = whole_lines(&text);
        let records = parse(path, &text[..n_whole])?;
        file.set_len(n_whole as u64).map_err(write)?;
        Ok((Self { path: path.into(), file, is_empty: n_whole == 0 }, records))
    }

    /// The records of a file that is not written to.
    pub fn read(path: &Path) -> Result<Vec<Record>, BenchError> {
        let text =
            std::fs::read(path).map_err(|cause| BenchError::Read { path: path.into(), cause })?;
        let records = parse(path, &text[..whole_lines(&text)])?;
        if records.is_empty() {
            return Err(BenchError::NoTasks { path: path.into() });
        }
        Ok(records)
    }

    /// The records of a part of a measurement, which may have none.
    pub fn read_part(path: &Path) -> Result<Vec<Record>, BenchError> {
        let text =
            std::fs::read(path).map_err(|cause| BenchError::Read { path: path.into(), cause })?;
        parse(path, &text[..whole_lines(&text)])
    }

    pub fn append(&mut self, record: &Record) -> Result<(), BenchError> {
        let mut writer =
            csv::WriterBuilder::new().has_headers(self.is_empty).from_writer(Vec::new());
        let written = writer.serialize(record).map_err(std::io::Error::from);
        let line = written
            .and_then(|()| writer.into_inner().map_err(csv::IntoInnerError::into_error))
            .and_then(|line| self.file.write_all(&line).and_then(|()| self.file.flush()));
        line.map_err(|cause| BenchError::Write { path: self.path.clone(), cause })?;
        self.is_empty = false;
        Ok(())
    }

    /// Refuses records that were not made in the same circumstances as today's.
    pub fn expect_circumstances(
        &self,
        records: &[Record],
        version: &str,
        options: &str,
    ) -> Result<(), BenchError> {
        let other = records.iter().find(|it| it.version != version || it.options != options);
        match other {
            None => Ok(()),
            Some(record) => Err(BenchError::OtherCircumstances {
                path: self.path.clone(),
                found: circumstances(&record.version, &record.options),
                today: circumstances(version, options),
            }),
        }
    }
}

pub(crate) fn circumstances(version: &str, options: &str) -> String {
    format!("Linchpin {version} with `{options}`")
}

/// Up to and with the last line end.
fn whole_lines(text: &[u8]) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)
}

fn parse(path: &Path, text: &[u8]) -> Result<Vec<Record>, BenchError> {
    let mut reader = csv::Reader::from_reader(text);
    let mut records = Vec::new();
    for record in reader.deserialize::<Record>() {
        records.push(record.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            let message = format!("this is no result of `linchpin bench`: {error}");
            BenchError::Line { path: path.into(), line, message }
        })?);
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Status;
    use crate::record::tests::record;

    /// A file of its own for each test, removed at its end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let name = format!("linchpin-bench-{}-{name}.csv", std::process::id());
            Self(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn two() -> [Record; 2] {
        let mut second = record("b, \"quoted\".c", "UNKNOWN", Status::Unknown, 20.25);
        second.detail = "loop at 3:1, and so on".into();
        [record("a.c", "TRUE", Status::CorrectTrue, 0.5), second]
    }

    #[test]
    fn what_is_appended_is_there_again() {
        let scratch = Scratch::new("again");
        for record in &two() {
            let (mut file, _) = ResultFile::open(&scratch.0).unwrap();
            file.append(record).unwrap();
        }
        let (_, records) = ResultFile::open(&scratch.0).unwrap();
        assert_eq!(records, two());
    }

    #[test]
    fn a_half_written_line_is_dropped_wherever_it_ends() {
        let scratch = Scratch::new("half");
        let (mut file, _) = ResultFile::open(&scratch.0).unwrap();
        file.append(&two()[0]).unwrap();
        let n_whole = std::fs::metadata(&scratch.0).unwrap().len() as usize;
        file.append(&two()[1]).unwrap();
        let all = std::fs::read(&scratch.0).unwrap();
        for n_bytes in n_whole..all.len() {
            std::fs::write(&scratch.0, &all[..n_bytes]).unwrap();
            let (mut file, records) = ResultFile::open(&scratch.0).unwrap();
            assert_eq!(records, two()[..1], "cut at {n_bytes}");
            file.append(&two()[1]).unwrap();
            assert_eq!(std::fs::read(&scratch.0).unwrap(), all, "cut at {n_bytes}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_text_survives(task in "[^\r\n]{0,20}", detail in "[^\r\n]{0,20}", ms in 0_u32..) {
            let scratch = Scratch::new("any");
            let mut written = record(&task, "TRUE", Status::Unjudged, f64::from(ms) / 1000.0);
            written.detail = detail;
            let (mut file, _) = ResultFile::open(&scratch.0).unwrap();
            file.append(&written).unwrap();
            prop_assert_eq!(ResultFile::read(&scratch.0).unwrap(), vec![written]);
            std::fs::remove_file(&scratch.0).unwrap();
        }
    }

    #[test]
    fn another_table_is_refused() {
        let scratch = Scratch::new("other");
        std::fs::write(&scratch.0, "task,colour\na.c,green\n").unwrap();
        let error = ResultFile::open(&scratch.0).err().unwrap().to_string();
        assert!(error.contains("this is no result of `linchpin bench`"), "{error}");
    }

    #[test]
    fn results_of_another_build_are_not_mixed_with() {
        let scratch = Scratch::new("build");
        let (file, _) = ResultFile::open(&scratch.0).unwrap();
        let records = two();
        assert!(file.expect_circumstances(&records, "0.1.0", "").is_ok());
        assert!(file.expect_circumstances(&records, "0.2.0", "").is_err());
        assert!(file.expect_circumstances(&records, "0.1.0", "--engine bounded").is_err());
    }
}
