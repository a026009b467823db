//! Reading programs from disk: `.i` and `.ir` as they are, everything else through `cc -E`.
//!
//! Preprocessing is left to the system's compiler on purpose. The headers of a system are
//! written for its compiler, down to the builtin macros, and a second preprocessor would only
//! add a second opinion about them. The line markers that `cc -E` leaves behind are followed by
//! the parser, so that messages name the user's file.
//!
//! Options of the user's build (`-I`, `-D`, …) are handed to it as they are. A program that comes by
//! the standard input goes through it too, and is called `<stdin>`, as compilers do.
//!
//! What this cannot do: a `.i` file that still contains directives is not noticed here; the
//! parser will stumble over them and say where.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use c_sema::types::DataModel;
use source::{Origin, Source};

use super::specified::has_clauses;
use crate::kind_of_file::{Foreign, is_cpp, no_program};

/// How texts are read.
#[derive(Clone, Debug)]
pub struct Preprocessing {
    pub model: DataModel,
    /// Words for `cc` besides the file: `-Iinclude`, `-DNDEBUG`.
    pub flags: Vec<String>,
    /// What the program `-` says.
    pub standard_input: Option<Arc<[u8]>>,
    /// Comments are left in the text where something is said in them (`specified`).
    pub keeps_comments: bool,
}

/// What stands for the standard input and output.
const STANDARD: &str = "-";
/// What compilers call the standard input.
const STANDARD_INPUT: &str = "<stdin>";

impl From<DataModel> for Preprocessing {
    fn from(model: DataModel) -> Self {
        Self { model, flags: Vec::new(), standard_input: None, keeps_comments: false }
    }
}

impl Preprocessing {
    /// The text of a file as the user wrote it.
    pub fn as_written(&self, path: &Path) -> std::io::Result<Arc<[u8]>> {
        match &self.standard_input {
            Some(text) if is_standard(path) => Ok(Arc::clone(text)),
            _ => std::fs::read(path).map(Into::into),
        }
    }
}

/// Does the path stand for the standard input or output?
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    match is_standard(path) {
        true => STANDARD_INPUT.to_owned(),
        false => path.to_string_lossy().into_owned(),
    }
}

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
    #[error("cannot read `{}`: {cause}", name_of(path))]
    Io { path: PathBuf, cause: std::io::Error },
    #[error("`{}` has {bytes} bytes; texts of 4 GiB and more are refused", path.display())]
    TooLarge { path: PathBuf, bytes: usize },
    #[error("{}", kind.message(&name_of(path)))]
    Foreign { path: PathBuf, kind: Foreign },
    #[error("`{}` is C++, and Linchpin reads C", name_of(path))]
    Cpp { path: PathBuf },
    #[error("cannot start `cc` to preprocess `{}`: {cause}", path.display())]
    NoCompiler { path: PathBuf, cause: std::io::Error },
    #[error("`cc -E {flags}` refuses `{}`:\n{}", name_of(path), messages.trim_end())]
    Preprocessor { path: PathBuf, flags: String, messages: String },
}

/// The text that the parser is to read.
pub fn read_source(path: &Path, preprocessing: &Preprocessing) -> Result<Source, ReadError> {
    // Reading comes first even for what `cc` will read again: a missing or unreadable file is
    // then reported in our words, the same for both kinds of file.
    let text = preprocessing
        .as_written(path)
        .map_err(|cause| ReadError::Io { path: path.into(), cause })?;
    if let Some(kind) = no_program(path, &text) {
        return Err(ReadError::Foreign { path: path.into(), kind });
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_written = !matches!(extension, Some("i" | "ir"));
    let read = match is_written {
        false => Arc::clone(&text),
        true => match preprocess(path, preprocessing, &[]) {
            Err(ReadError::Preprocessor { .. }) if is_cpp(&text) => {
                return Err(ReadError::Cpp { path: path.into() });
            }
            preprocessed => with_clauses(path, &text, preprocessed?, preprocessing)?.into(),
        },
    };
    if read.len() > Source::MAX_BYTES {
        return Err(ReadError::TooLarge { path: path.into(), bytes: read.len() });
    }
    let mut source = Source::new(name_of(path), read);
    if is_written {
        source.keep_written(name_of(path), &text);
        keep_headers(&mut source);
    }
    Ok(source)
}

/// The preprocessed text with its comments, if something is said in those of the user's files.
fn with_clauses(
    path: &Path,
    written: &[u8],
    preprocessed: Vec<u8>,
    preprocessing: &Preprocessing,
) -> Result<Vec<u8>, ReadError> {
    if !preprocessing.keeps_comments {
        return Ok(preprocessed);
    }
    let source = Source::new(name_of(path), preprocessed.as_slice());
    let is_own = |file: &String| !file.starts_with('<') && !file.starts_with("/usr/");
    let own = files_in(&source).into_iter().filter(is_own);
    let says = own.filter_map(|file| std::fs::read(file).ok()).any(|text| has_clauses(&text));
    match says || has_clauses(written) {
        true => preprocess(path, preprocessing, &["-C"]),
        false => Ok(preprocessed),
    }
}

/// A text in a comment, and where that is.
#[derive(Clone, Debug)]
pub struct Placed {
    pub text: String,
    pub file: String,
    pub line: u32,
}

/// Texts as the preprocessor would leave them where they stand, with the macros of that place; those of
/// headers with the macros that there are at the end.
pub fn expand(path: &Path, preprocessing: &Preprocessing, texts: &[Placed]) -> Vec<String> {
    const MARK: &str = "__linchpin_text_";
    let unexpanded = || texts.iter().map(|it| it.text.clone()).collect();
    let Ok(written) = preprocessing.as_written(path) else { return unexpanded() };
    let name = name_of(path);
    let marked = |index: usize, it: &Placed| format!("{MARK}{index} {}\n", it.text);
    let mut probe: Vec<u8> = Vec::new();
    for (line, text) in (1u32..).zip(written.split_inclusive(|&byte| byte == b'\n')) {
        let here = texts.iter().enumerate().filter(|(_, it)| it.file == name && it.line == line);
        // A line that goes on with this one is not taken apart.
        if !probe.ends_with(b"\\\n") {
            here.for_each(|(index, it)| probe.extend(marked(index, it).bytes()));
        }
        probe.extend_from_slice(text);
    }
    probe.push(b'\n');
    let elsewhere = texts.iter().enumerate().filter(|(_, it)| it.file != name);
    elsewhere.for_each(|(index, it)| probe.extend(marked(index, it).bytes()));
    let mut flags = preprocessing.flags.clone();
    // What is included beside the file is not found from the standard input.
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).to_string_lossy().into_owned();
    flags.extend(["-iquote".to_owned(), folder]);
    let standard_input = Some(Arc::from(probe));
    let preprocessing = Preprocessing { standard_input, flags, ..preprocessing.clone() };
    let output = preprocess(Path::new(STANDARD), &preprocessing, &["-P"]);
    let Ok(output) = output else { return unexpanded() };
    let output = String::from_utf8_lossy(&output).into_owned();
    let expanded = texts.iter().enumerate().map(|(index, it)| {
        let behind = output.split(&format!("{MARK}{index} ")).nth(1);
        let found = behind.and_then(|behind| behind.lines().next());
        match found {
            Some(found) if !found.trim().is_empty() => {
                found.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            _ => it.text.clone(),
        }
    });
    expanded.collect()
}

/// Headers of the user's own, which line markers name by relative paths.
fn keep_headers(source: &mut Source) {
    for file in files_in(source) {
        let path = Path::new(&file);
        let is_own = path.is_relative() && *file != **source.name();
        if let Some(text) = is_own.then(|| std::fs::read(path).ok()).flatten() {
            source.keep_written(file, &text);
        }
    }
}

/// The texts of all files of a program, one after the other.
pub fn read_sources(
    first: &Path,
    others: &[PathBuf],
    preprocessing: &Preprocessing,
) -> Result<Source, ReadError> {
    let mut source = read_source(first, preprocessing)?;
    if others.is_empty() {
        return Ok(source);
    }
    let read = |path: &PathBuf| read_source(path, preprocessing);
    let read: Vec<Source> = others.iter().map(read).collect::<Result<_, _>>()?;
    read.iter().for_each(|it| source.keep_written_of(it));
    let texts = read.iter().map(|it| (it.name().clone(), &**it.text()));
    if source.append(texts, Origin::User) {
        return Ok(source);
    }
    let bytes = source.text().len() + read.iter().map(|it| it.text().len()).sum::<usize>();
    Err(ReadError::TooLarge { path: first.into(), bytes })
}

/// The files that a preprocessed text was put together from, as its line markers name them.
pub fn files_in(source: &Source) -> BTreeSet<String> {
    markers_in(source).map(|(name, _)| name).collect()
}

/// Those of them that the compiler says are headers of the system. What a macro of the system brings into a
/// file of the user's is marked so, too, but not all of that file.
pub fn system_headers_in(source: &Source) -> BTreeSet<String> {
    let is_system = |flags: &[u8]| flags.split(u8::is_ascii_whitespace).any(|flag| flag == b"3");
    let (of_system, of_user): (Vec<_>, Vec<_>) =
        markers_in(source).partition(|(_, flags)| is_system(flags));
    let mut found: BTreeSet<String> = of_system.into_iter().map(|(name, _)| name).collect();
    for (name, _) in of_user {
        found.remove(&name);
    }
    found
}

/// The names in line markers, each with the flags behind it.
fn markers_in(source: &Source) -> impl Iterator<Item = (String, &[u8])> {
    let lines = source.text().split(|&byte| byte == b'\n');
    let markers = lines.filter_map(|line| line.strip_prefix(b"# "));
    markers.filter_map(|marker| {
        let name = marker.splitn(2, |&byte| byte == b'"').nth(1)?;
        let end = name.iter().rposition(|&byte| byte == b'"')?;
        Some((String::from_utf8_lossy(&name[..end]).into_owned(), &name[end + 1..]))
    })
}

fn preprocess(
    path: &Path,
    preprocessing: &Preprocessing,
    more: &[&str],
) -> Result<Vec<u8>, ReadError> {
    let flag = compiler_flag(preprocessing.model);
    let output = compiler_output(path, flag, more, preprocessing)
        .map_err(|cause| ReadError::NoCompiler { path: path.into(), cause })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let flags = std::iter::once(flag).chain(preprocessing.flags.iter().map(String::as_str));
    let flags = flags.collect::<Vec<_>>().join(" ");
    Err(ReadError::Preprocessor { path: path.into(), flags, messages })
}

/// Words that C23 made keywords, as older compilers and our parser say them.
const KEYWORDS_OF_C23: [&str; 11] = [
    "-Dbool=_Bool",
    "-Dtrue=((_Bool)1)",
    "-Dfalse=((_Bool)0)",
    "-Dnullptr=((void*)0)",
    "-Dstatic_assert=_Static_assert",
    "-Dthread_local=_Thread_local",
    "-Dalignas=_Alignas",
    "-Dalignof=_Alignof",
    "-Dconstexpr=__linchpin_constexpr",
    "-Dauto=__linchpin_auto",
    "-Dtypeof_unqual=__typeof_unqual__",
];

/// The user's flags, as every `cc` of today takes them.
fn flags(users: &[String]) -> Vec<&str> {
    let standard = users.iter().rev().find_map(|flag| flag.strip_prefix("-std="));
    let keywords: &[&str] = match standard {
        Some("c23" | "gnu23" | "c2x" | "gnu2x") => &KEYWORDS_OF_C23,
        _ => &[],
    };
    // Compilers knew the standard by its working name before it had a year.
    let users = users.iter().map(|flag| match &**flag {
        "-std=c23" => "-std=c2x",
        "-std=gnu23" => "-std=gnu2x",
        flag => flag,
    });
    keywords.iter().copied().chain(users).collect()
}

fn compiler_output(
    path: &Path,
    flag: &str,
    more: &[&str],
    preprocessing: &Preprocessing,
) -> std::io::Result<Output> {
    let mut command = Command::new("cc");
    // `-x c` because the name of the file says nothing that we rely on.
    command.args(["-E", flag, "-w"]).args(more).args(flags(&preprocessing.flags)).args(["-x", "c"]);
    match &preprocessing.standard_input {
        Some(text) if is_standard(path) => {
            command.arg(STANDARD).stdin(Stdio::piped());
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn()?;
            let (pipe, text) = (child.stdin.take(), Arc::clone(text));
            // Beside the reading of what comes out: a full pipe would block both for ever. Whether
            // the compiler read all of it is its own affair.
            let writer = std::thread::spawn(move || pipe.map(|mut pipe| pipe.write_all(&text)));
            let output = child.wait_with_output();
            let _ = writer.join();
            output
        }
        _ => {
            // `cc` knows no `--`, so a name that looks like an option gets a folder before it.
            let is_like_an_option = path.as_os_str().as_encoded_bytes().starts_with(b"-");
            let operand = if is_like_an_option { Path::new(".").join(path) } else { path.into() };
            command.arg(operand).output()
        }
    }
}
