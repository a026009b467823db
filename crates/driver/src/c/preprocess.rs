//! Reading programs from disk: `.i` and `.ir` as they are, everything else through `cc -E`.
//!
//! Preprocessing is left to the system's compiler on purpose. The headers of a system are
//! written for its compiler, down to the builtin macros, and a second preprocessor would only
//! add a second opinion about them. The line markers that `cc -E` leaves behind are followed by
//! the parser, so that messages name the user's file.
//!
//! What this cannot do: a `.i` file that still contains directives is not noticed here; the
//! parser will stumble over them and say where.

use std::path::{Path, PathBuf};
use std::process::Command;

use c_sema::types::DataModel;
use source::{Origin, Source};

/// What makes `cc` compile for a model.
pub fn compiler_flag(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    }
}

/// Why there is no text to read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read `{}`: {cause}", path.display())]
    Io { path: PathBuf, cause: std::io::Error },
    #[error("`{}` has {bytes} bytes; texts of 4 GiB and more are refused", path.display())]
    TooLarge { path: PathBuf, bytes: usize },
    #[error("cannot start `cc` to preprocess `{}`: {cause}", path.display())]
    NoCompiler { path: PathBuf, cause: std::io::Error },
    #[error("`cc -E {flag}` refuses `{}`:\n{}", path.display(), messages.trim_end())]
    Preprocessor { path: PathBuf, flag: &'static str, messages: String },
}

/// The text that the parser is to read.
pub fn read_source(path: &Path, model: DataModel) -> Result<Source, ReadError> {
    // Reading comes first even for what `cc` will read again: a missing or unreadable file is
    // then reported in our words, the same for both kinds of file.
    let text = std::fs::read(path).map_err(|cause| ReadError::Io { path: path.into(), cause })?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    let text = match extension {
        Some("i" | "ir") => text,
        _ => preprocess(path, model)?,
    };
    if text.len() > Source::MAX_BYTES {
        return Err(ReadError::TooLarge { path: path.into(), bytes: text.len() });
    }
    Ok(Source::new(&*path.to_string_lossy(), text))
}

/// The texts of all files of a program, one after the other.
pub fn read_sources(
    first: &Path,
    others: &[PathBuf],
    model: DataModel,
) -> Result<Source, ReadError> {
    let mut source = read_source(first, model)?;
    if others.is_empty() {
        return Ok(source);
    }
    let read = |path: &PathBuf| read_source(path, model);
    let read: Vec<Source> = others.iter().map(read).collect::<Result<_, _>>()?;
    let texts = read.iter().map(|it| (it.name().clone(), &**it.text()));
    if source.append(texts, Origin::User) {
        return Ok(source);
    }
    let bytes = source.text().len() + read.iter().map(|it| it.text().len()).sum::<usize>();
    Err(ReadError::TooLarge { path: first.into(), bytes })
}

fn preprocess(path: &Path, model: DataModel) -> Result<Vec<u8>, ReadError> {
    let flag = compiler_flag(model);
    // `cc` knows no `--`, so a name that looks like an option gets a folder before it.
    let is_like_an_option = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    let operand = if is_like_an_option { Path::new(".").join(path) } else { path.into() };
    let output = Command::new("cc")
        // `-x c` because the name of the file says nothing that we rely on.
        .args(["-E", flag, "-w", "-x", "c"])
        .arg(operand)
        .output()
        .map_err(|cause| ReadError::NoCompiler { path: path.into(), cause })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(ReadError::Preprocessor { path: path.into(), flag, messages })
}
