//! What the system's compiler makes of a file: whether it accepts it, and its preprocessed text.
//!
//! The driver reads files in the same way. This chore does not use it, because the driver links
//! the solver, and chores must run on machines where the solver is not installed yet.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::bail;
use c_sema::types::DataModel;
use source::Source;

pub struct Judged {
    pub model: DataModel,
    pub is_accepted: bool,
}

/// Asks the compiler, under the model that is known, or under either.
pub fn judge(path: &Path, model: Option<DataModel>) -> Judged {
    let models = match model {
        Some(model) => vec![model],
        None => vec![DataModel::Lp64, DataModel::Ilp32],
    };
    for &model in &models {
        if accepts(path, model) {
            return Judged { model, is_accepted: true };
        }
    }
    Judged { model: models[0], is_accepted: false }
}

/// What makes the compiler compile for a model.
pub fn flag(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    }
}

/// The text that the parser is to read.
pub fn preprocessed(path: &Path, model: DataModel) -> anyhow::Result<Source> {
    let text = match path.extension().is_some_and(|extension| extension == "i") {
        true => std::fs::read(path)?,
        false => {
            let mut command = Command::new("cc");
            let output = command.args(["-E", flag(model), "-w", "-x", "c"]).arg(path).output()?;
            if !output.status.success() {
                bail!("{}", String::from_utf8_lossy(&output.stderr));
            }
            output.stdout
        }
    };
    Ok(Source::new(&*path.to_string_lossy(), text))
}

fn accepts(path: &Path, model: DataModel) -> bool {
    let is_preprocessed = path.extension().is_some_and(|extension| extension == "i");
    let language = if is_preprocessed { "cpp-output" } else { "c" };
    let mut command = Command::new("cc");
    command.args(["-fsyntax-only", "-w", flag(model), "-x", language]).arg(path);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
