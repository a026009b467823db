//! The task: which program, which properties, which sizes, gathered from options and files.
//!
//! What is on the command line comes before what a task definition says, and that before the
//! defaults: what goes wrong in everyday programs, or error functions alone for tasks of the field, and
//! LP64.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use c_lower::{Allocation, DeviceMemory, Externals, Surroundings, Volatile};
use c_sema::types::DataModel;
use source::{Diagnostic, Diagnostics, Severity, Source};
use verdict::{PROPERTY_NAMES, PropertySet, parse_property_file, properties_by_name};

use crate::c::{Preprocessing, is_standard, name_of};
use crate::closest::closest;
use crate::kind_of_file::{Foreign, no_protocol};
use crate::task_definition::{TaskProperty, parse_task_definition};

/// What is asked of a C program when nobody says.
const EVERYDAY_PROPERTIES: [&str; 4] = ["unreach-call", "memsafety", "no-overflow", "def-behavior"];

/// What is asked of a task of the field that names no property.
const FIELD_PROPERTIES: [&str; 1] = ["unreach-call"];

/// What is asked where nobody says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unasked {
    /// That error functions are not called.
    #[default]
    ErrorFunctions,
    /// Assertions, memory safety, overflow and undefined behaviour, if it is a program in C.
    Everyday,
}

impl Unasked {
    /// Is all asked that goes wrong in everyday programs?
    pub fn is_everyday(self, input: &Path, properties: &[String]) -> bool {
        let is_ir = input.extension().is_some_and(|extension| extension == "ir");
        self == Self::Everyday && properties.is_empty() && !is_definition(input) && !is_ir
    }
}

/// A C program and what is asked of it.
#[derive(Clone, Debug)]
pub struct Task {
    pub input: PathBuf,
    /// The other files of a program of several.
    pub more_inputs: Vec<PathBuf>,
    pub model: DataModel,
    /// Words for `cc` besides the files.
    pub compiler_flags: Vec<String>,
    /// The program, if it comes that way: then `input` is `-`.
    pub standard_input: Option<Arc<[u8]>>,
    pub properties: PropertySet,
    /// Nobody said what to ask, and all that goes wrong in everyday programs is.
    pub is_everyday: bool,
    pub surroundings: Surroundings,
    /// The task definition and the property files, which were read beside the program.
    pub definition_files: Vec<PathBuf>,
    /// What was odd about the files but not wrong.
    pub warnings: Vec<(Source, Diagnostics)>,
}

/// What the command line says.
#[derive(Clone, Debug, Default)]
pub struct TaskOptions {
    /// Names of properties and paths of property files.
    pub properties: Vec<String>,
    pub unasked: Unasked,
    pub model: Option<DataModel>,
    /// Words for `cc` besides the files.
    pub compiler_flags: Vec<String>,
    /// Further files of the program, if it is no task definition.
    pub more_inputs: Vec<PathBuf>,
    /// Where they say nothing, a task of the field has the field's surroundings, and a program that
    /// is given by itself the everyday ones.
    pub externals: Option<Externals>,
    pub volatile: Option<Volatile>,
    pub device_memory: Vec<DeviceMemory>,
    pub allocation: Allocation,
}

impl TaskOptions {
    /// A task definition or a property file makes a task of the field.
    fn surroundings(&self, input: &Path) -> Surroundings {
        let is_file_of_properties = |name: &String| name.ends_with(".prp");
        let default =
            match self.properties.iter().any(is_file_of_properties) || is_definition(input) {
                true => Surroundings::field(),
                false => Surroundings::everyday(),
            };
        Surroundings {
            externals: self.externals.unwrap_or(default.externals),
            volatile: self.volatile.unwrap_or(default.volatile),
            device_memory: self.device_memory.clone(),
            allocation: self.allocation,
            others: default.others,
        }
    }
}

fn is_definition(input: &Path) -> bool {
    let extension = input.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("yml" | "yaml"))
}

#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    #[error("cannot read `{}`: {cause}", path.display())]
    Io { path: PathBuf, cause: std::io::Error },
    #[error("`{}` has {bytes} bytes; texts of 4 GiB and more are refused", path.display())]
    TooLarge { path: PathBuf, bytes: usize },
    #[error(
        "`{name}` is neither a property nor a property file (`.prp`){}; the properties are {}",
        meant(name),
        PROPERTY_NAMES.join(", ")
    )]
    UnknownProperty { name: String },
    #[error("`{}` is a task definition, which names all files of its program", path.display())]
    FilesBesideDefinition { path: PathBuf },
    #[error("{}", kind.message(&path.to_string_lossy()))]
    Foreign { path: PathBuf, kind: Foreign },
    #[error("`{}` is malformed", source_text.name())]
    Malformed { source_text: Box<Source>, diagnostics: Diagnostics },
}

/// What the writer of an unknown name probably meant, in brackets.
pub fn meant(name: &str) -> String {
    let name = closest(name, PROPERTY_NAMES);
    name.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

impl Task {
    /// A program in C, and not a task of the field: what is said in its comments is for us.
    fn is_c(&self) -> bool {
        self.definition_files.is_empty() && self.input.extension().is_none_or(|it| it != "ir")
    }

    /// How the texts of the program are read.
    pub fn preprocessing(&self) -> Preprocessing {
        Preprocessing {
            model: self.model,
            flags: self.compiler_flags.clone(),
            standard_input: self.standard_input.clone(),
            keeps_comments: self.is_c(),
        }
    }

    /// All files that the program and the question were read from, headers included.
    pub fn files(&self, program: &Source) -> Vec<PathBuf> {
        let given = std::iter::once(&self.input).chain(&self.more_inputs);
        let mut files: Vec<PathBuf> = given.chain(&self.definition_files).cloned().collect();
        files.extend(crate::c::files_in(program).into_iter().map(PathBuf::from));
        files
    }

    /// Reads the task definition if `input` is one, and all property files.
    pub fn read(input: &Path, options: &TaskOptions) -> Result<Self, TaskError> {
        let mut task = match is_definition(input) {
            true => Self::from_definition(input, options)?,
            false => Self {
                input: input.to_owned(),
                more_inputs: options.more_inputs.clone(),
                model: DataModel::Lp64,
                compiler_flags: options.compiler_flags.clone(),
                standard_input: standard_input(input)?,
                properties: PropertySet::new(),
                is_everyday: false,
                surroundings: options.surroundings(input),
                definition_files: Vec::new(),
                warnings: Vec::new(),
            },
        };
        if let Some(model) = options.model {
            task.model = model;
        }
        for name in &options.properties {
            for property in properties_of(name)?.iter() {
                task.properties.insert(property.clone());
            }
            if name.ends_with(".prp") {
                task.definition_files.push(name.into());
            }
        }
        if task.properties.is_empty() {
            task.is_everyday = options.unasked.is_everyday(input, &options.properties);
            let names: &[&str] = match task.is_everyday {
                true => &EVERYDAY_PROPERTIES,
                false => &FIELD_PROPERTIES,
            };
            for name in names {
                properties_of(name)?.iter().for_each(|it| task.properties.insert(it.clone()));
            }
        }
        Ok(task)
    }

    fn from_definition(path: &Path, options: &TaskOptions) -> Result<Self, TaskError> {
        if !options.more_inputs.is_empty() {
            return Err(TaskError::FilesBesideDefinition { path: path.into() });
        }
        let source = read_text(path)?;
        let definition = match parse_task_definition(&source) {
            Ok(definition) => definition,
            Err(diagnostics) => return Err(malformed(source, diagnostics)),
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut warnings = Diagnostics::new();
        let mut properties = PropertySet::new();
        if options.properties.is_empty() {
            for property in &definition.properties {
                match property_file(folder, property)? {
                    Asked::Properties(asked) => {
                        asked.iter().for_each(|it| properties.insert(it.clone()));
                    }
                    Asked::Coverage(warning) => warnings.push(warning),
                }
            }
        }
        Ok(Self {
            input: folder.join(&definition.input_files[0]),
            more_inputs: definition.input_files[1..].iter().map(|it| folder.join(it)).collect(),
            model: definition.data_model.unwrap_or(DataModel::Lp64),
            compiler_flags: options.compiler_flags.clone(),
            standard_input: None,
            properties,
            is_everyday: false,
            surroundings: options.surroundings(path),
            definition_files: std::iter::once(path.to_owned())
                .chain(definition.properties.iter().map(|it| folder.join(&it.file)))
                .collect(),
            warnings: vec![(source, warnings)],
        })
    }
}

/// What a property file of a task definition asks for.
enum Asked {
    Properties(PropertySet),
    /// Tasks of the field list coverage goals beside properties; that is no mistake of the
    /// user's, so it is only said that they are left out.
    Coverage(Diagnostic),
}

fn property_file(folder: &Path, property: &TaskProperty) -> Result<Asked, TaskError> {
    let source = read_text(&folder.join(&property.file))?;
    match parse_property_file(&source) {
        Ok(properties) => Ok(Asked::Properties(properties)),
        Err(diagnostics) => {
            let is_coverage =
                |it: &Diagnostic| it.severity == Severity::Error && it.code == "E0802";
            if diagnostics.iter().all(is_coverage) {
                let message = "a coverage goal is left out: it is not a property of the program";
                return Ok(Asked::Coverage(Diagnostic::warning("W0907", property.span, message)));
            }
            Err(malformed(source, diagnostics))
        }
    }
}

/// The properties of a name or of a property file.
fn properties_of(name: &str) -> Result<PropertySet, TaskError> {
    if let Some(properties) = properties_by_name(name) {
        return Ok(properties);
    }
    if !name.ends_with(".prp") {
        return Err(TaskError::UnknownProperty { name: name.to_owned() });
    }
    let source = read_text(Path::new(name))?;
    parse_property_file(&source).map_err(|diagnostics| malformed(source, diagnostics))
}

/// The standard input, if that is where the program comes from.
fn standard_input(input: &Path) -> Result<Option<Arc<[u8]>>, TaskError> {
    if !is_standard(input) {
        return Ok(None);
    }
    let mut text = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut text);
    read.map_err(|cause| TaskError::Io { path: name_of(input).into(), cause })?;
    Ok(Some(text.into()))
}

fn malformed(source: Source, diagnostics: Diagnostics) -> TaskError {
    TaskError::Malformed { source_text: Box::new(source), diagnostics }
}

pub(crate) fn read_text(path: &Path) -> Result<Source, TaskError> {
    let text: Arc<[u8]> = match standard_input(path)? {
        Some(text) => text,
        None => {
            std::fs::read(path).map_err(|cause| TaskError::Io { path: path.into(), cause })?.into()
        }
    };
    if text.len() > Source::MAX_BYTES {
        return Err(TaskError::TooLarge { path: path.into(), bytes: text.len() });
    }
    Ok(Source::new(name_of(path), text))
}

/// The text of a protocol.
pub(crate) fn read_protocol(path: &Path) -> Result<Source, TaskError> {
    let source = read_text(path)?;
    match no_protocol(path, source.text()) {
        Some(kind) => Err(TaskError::Foreign { path: path.into(), kind }),
        None => Ok(source),
    }
}
