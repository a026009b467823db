//! Task definitions (`.yml`), versions 1.0 and 2.0: which files, which properties, which sizes.
//!
//! ```text
//! format_version: '2.0'
//! input_files: 'loop.c'
//! properties:
//!   - property_file: ../properties/unreach-call.prp
//!     expected_verdict: true
//! options:
//!   language: C
//!   data_model: ILP32
//! ```
//!
//! This module turns the text into [`TaskDefinition`] and touches no file. Paths in it are
//! relative to the definition. Keys that the formats do not name are ignored, since tasks of the
//! field carry remarks there; a known key with a wrong kind of value is an error at that value.
//!
//! The expected verdict is read and checked, and used by nothing that finds an answer.

use c_sema::types::DataModel;
use saphyr::{LoadableYamlNode as _, MarkedYaml};
use source::{Diagnostic, Diagnostics, Source, Span};

/// A task as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskDefinition {
    /// At least one.
    pub input_files: Vec<String>,
    pub properties: Vec<TaskProperty>,
    /// Version 1.0 does not say.
    pub data_model: Option<DataModel>,
}

/// One property that a task asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskProperty {
    pub file: String,
    pub span: Span,
    pub expected_verdict: Option<bool>,
    pub subproperty: Option<String>,
}

/// A definition is a page of text. The limit also bounds how deeply it can be nested.
const MAX_BYTES: usize = 256 << 10;

/// Reads a definition, or says all that is wrong with it.
pub fn parse_task_definition(source: &Source) -> Result<TaskDefinition, Diagnostics> {
    let mut reader = Reader { source, diagnostics: Diagnostics::new() };
    let definition = reader.document();
    match definition {
        Some(definition) if !reader.diagnostics.has_errors() => Ok(definition),
        _ => Err(reader.diagnostics),
    }
}

struct Reader<'a> {
    source: &'a Source,
    diagnostics: Diagnostics,
}

impl Reader<'_> {
    fn document(&mut self) -> Option<TaskDefinition> {
        let text = self.source.text().clone();
        if text.len() > MAX_BYTES {
            let message = format!("a task definition of {} bytes is too long", text.len());
            return self.error("E0901", Span::at(0), message);
        }
        let text = match std::str::from_utf8(&text) {
            Ok(text) => text,
            Err(error) => {
                let offset = error.valid_up_to() as u32;
                let span = Span::new(offset, offset + 1);
                return self.error("E0901", span, "a task definition is text in UTF-8");
            }
        };
        let documents = match MarkedYaml::load_from_str(text) {
            Ok(documents) => documents,
            Err(error) => {
                let at = self.offset(*error.marker());
                let message = format!("this is not YAML: {}", error.info());
                return self.error("E0901", Span::at(at), message);
            }
        };
        let Some(document) = documents.first().filter(|document| document.data.is_mapping()) else {
            let message = "a task definition is a mapping with `format_version` and `input_files`";
            return self.error("E0902", Span::at(0), message);
        };
        self.version(document);
        let input_files = self.input_files(document);
        let properties = self.properties(document);
        let data_model = self.options(document);
        Some(TaskDefinition { input_files: input_files?, properties, data_model })
    }

    fn version(&mut self, document: &MarkedYaml) {
        let Some(node) = document.data.as_mapping_get("format_version") else {
            self.missing::<()>("format_version");
            return;
        };
        // Unquoted, the version is a number to YAML.
        let text = match node.data.as_str() {
            Some(text) => text.to_owned(),
            None => node.data.as_floating_point().map_or_else(String::new, |it| format!("{it:.1}")),
        };
        if !["1.0", "2.0"].contains(&&*text) {
            let message = "this version of task definitions is not known";
            let span = self.span(node);
            let diagnostic = Diagnostic::error("E0903", span, message);
            self.diagnostics.push(diagnostic.help("versions '1.0' and '2.0' are"));
        }
    }

    fn input_files(&mut self, document: &MarkedYaml) -> Option<Vec<String>> {
        let Some(node) = document.data.as_mapping_get("input_files") else {
            return self.missing("input_files");
        };
        if node.data.as_sequence().is_none() {
            return self.string(node, "input_files").map(|file| vec![file]);
        }
        let files = node.data.as_sequence()?;
        if files.is_empty() {
            return self.error("E0902", self.span(node), "the task has no input file");
        }
        files.iter().map(|file| self.string(file, "input_files")).collect()
    }

    fn properties(&mut self, document: &MarkedYaml) -> Vec<TaskProperty> {
        let Some(node) = document.data.as_mapping_get("properties") else { return Vec::new() };
        let Some(entries) = node.data.as_sequence() else {
            self.error::<()>("E0902", self.span(node), "`properties` is a list");
            return Vec::new();
        };
        let entries: Vec<_> = entries.iter().collect();
        entries.into_iter().filter_map(|entry| self.property(entry)).collect()
    }

    fn property(&mut self, entry: &MarkedYaml) -> Option<TaskProperty> {
        let Some(file) = entry.data.as_mapping_get("property_file") else {
            return self.error("E0902", self.span(entry), "a property without `property_file`");
        };
        let span = self.span(file);
        let file = self.string(file, "property_file")?;
        let expected_verdict = match entry.data.as_mapping_get("expected_verdict") {
            None => None,
            Some(node) => match node.data.as_bool() {
                Some(verdict) => Some(verdict),
                None => {
                    let message = "`expected_verdict` is `true` or `false`";
                    return self.error("E0902", self.span(node), message);
                }
            },
        };
        let subproperty = match entry.data.as_mapping_get("subproperty") {
            None => None,
            Some(node) => Some(self.string(node, "subproperty")?),
        };
        Some(TaskProperty { file, span, expected_verdict, subproperty })
    }

    fn options(&mut self, document: &MarkedYaml) -> Option<DataModel> {
        let options = document.data.as_mapping_get("options")?;
        if let Some(language) = options.data.as_mapping_get("language")
            && language.data.as_str() != Some("C")
        {
            let message = "Linchpin reads tasks in C only";
            self.error::<()>("E0904", self.span(language), message);
        }
        let model = options.data.as_mapping_get("data_model")?;
        match model.data.as_str() {
            Some("ILP32") => Some(DataModel::Ilp32),
            Some("LP64") => Some(DataModel::Lp64),
            _ => self.error("E0905", self.span(model), "`data_model` is `ILP32` or `LP64`"),
        }
    }

    fn string(&mut self, node: &MarkedYaml, key: &str) -> Option<String> {
        match node.data.as_str().filter(|text| !text.is_empty()) {
            Some(text) => Some(text.to_owned()),
            None => self.error("E0902", self.span(node), format!("`{key}` is a string")),
        }
    }

    fn missing<T>(&mut self, key: &str) -> Option<T> {
        self.error("E0902", Span::at(0), format!("the task has no `{key}`"))
    }

    fn error<T>(&mut self, code: &'static str, span: Span, text: impl Into<String>) -> Option<T> {
        self.diagnostics.push(Diagnostic::error(code, span, text));
        None
    }

    fn span(&self, node: &MarkedYaml) -> Span {
        Span::new(self.offset(node.span.start), self.offset(node.span.end))
    }

    /// The YAML reader counts lines from one.
    fn offset(&self, marker: saphyr::Marker) -> u32 {
        self.source.offset_of_char(marker.line().saturating_sub(1), marker.col())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<TaskDefinition, Vec<String>> {
        let source = Source::new("task.yml", text.as_bytes().to_vec());
        parse_task_definition(&source).map_err(|diagnostics| {
            let shown =
                |it: &Diagnostic| format!("{} {}", it.code, source.position(it.primary.span.lo));
            diagnostics.iter().map(shown).collect()
        })
    }

    #[test]
    fn version_one_says_no_data_model() {
        let task = parse(
            "format_version: '1.0'\n# a remark\ninput_files: 'a.c'\nproperties:\n  \
             - property_file: ../p/unreach-call.prp\n    expected_verdict: false\n",
        );
        let task = task.unwrap();
        assert_eq!(task.input_files, ["a.c"]);
        assert_eq!(task.data_model, None);
        assert_eq!(task.properties[0].file, "../p/unreach-call.prp");
        assert_eq!(task.properties[0].expected_verdict, Some(false));
    }

    #[test]
    fn version_two_says_all() {
        let task = parse(
            "format_version: 2.0\ninput_files:\n  - a.i\nproperties:\n  \
             - property_file: m.prp\n    expected_verdict: false\n    subproperty: valid-deref\n\
             options:\n  language: C\n  data_model: ILP32\n",
        );
        let task = task.unwrap();
        assert_eq!(task.data_model, Some(DataModel::Ilp32));
        assert_eq!(task.properties[0].subproperty.as_deref(), Some("valid-deref"));
    }

    #[test]
    fn several_mistakes_are_reported_where_they_are() {
        let text = "format_version: '3.0'\ninput_files: [a.c, [b]]\nproperties:\n  \
                    - expected_verdict: true\noptions:\n  language: Java\n  data_model: LP32\n";
        assert_eq!(
            parse(text).unwrap_err(),
            [
                "E0903 task.yml:1:17",
                "E0902 task.yml:2:20",
                "E0902 task.yml:4:5",
                "E0904 task.yml:6:13",
                "E0905 task.yml:7:15",
            ]
        );
    }

    #[test]
    fn what_is_not_yaml_is_refused() {
        assert_eq!(parse("a: [b\n").unwrap_err()[0][..5], *"E0901");
        assert_eq!(parse("- a\n- b\n").unwrap_err(), ["E0902 task.yml:1:1"]);
        assert_eq!(parse("").unwrap_err(), ["E0902 task.yml:1:1"]);
        let source = Source::new("task.yml", b"format\xff: 1".to_vec());
        assert!(parse_task_definition(&source).is_err());
        assert!(parse(&"[".repeat(MAX_BYTES)).is_err());
        assert!(parse(&"[".repeat(MAX_BYTES + 1)).is_err());
    }
}
