//! Which file has which sizes of types, where a `MANIFEST.csv` says so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use c_sema::types::DataModel;

/// The known models, by file.
#[derive(Default)]
pub struct Models {
    by_file: BTreeMap<PathBuf, DataModel>,
}

impl Models {
    /// Reads the manifest of a folder, if it has one. A task definition in it stands for its
    /// input file.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let mut models = Self::default();
        let Ok(text) = std::fs::read_to_string(folder.join("MANIFEST.csv")) else {
            return Ok(models);
        };
        let mut lines = text.lines();
        let columns: Vec<_> = lines.next().unwrap_or_default().split(',').collect();
        let column = |name| columns.iter().position(|column| *column == name);
        let task = column("task").context("the manifest has no column `task`")?;
        let model = column("model").context("the manifest has no column `model`")?;
        for line in lines {
            let fields: Vec<_> = line.split(',').collect();
            let model = match fields.get(model) {
                Some(&"ILP32") => DataModel::Ilp32,
                Some(&"LP64") => DataModel::Lp64,
                _ => continue,
            };
            if let Some(task) = fields.get(task) {
                models.by_file.insert(input_of(&folder.join(task)), model);
            }
        }
        Ok(models)
    }

    pub fn of(&self, file: &Path) -> Option<DataModel> {
        self.by_file.get(file).copied()
    }
}

/// The input file of a task. Of a definition only the one line is read that matters here.
fn input_of(task: &Path) -> PathBuf {
    if task.extension().is_none_or(|extension| extension != "yml") {
        return task.to_owned();
    }
    let text = std::fs::read_to_string(task).unwrap_or_default();
    let input = text.lines().find_map(|line| line.strip_prefix("input_files:"));
    let input = input.map(|name| name.trim().trim_matches(['\'', '"', '[', ']']));
    input.map_or_else(|| task.to_owned(), |input| task.with_file_name(input))
}
