//! Reading witnesses, with a message at every place where the format is not kept.

use saphyr::MarkedYaml;
use source::{Diagnostic, Diagnostics, Source};
use verdict::InvariantPlace;

use crate::model::{
    Action, Content, Expression, Invariant, Location, Metadata, Producer, Task, Waypoint,
    WaypointType, Witness,
};
use crate::reader::Reader;

/// The versions that we read.
const VERSIONS: [&str; 2] = ["2.0", "2.1"];

/// Reads a witness file. There is a witness exactly if no message is an error.
pub fn read(source: &Source) -> (Option<Witness>, Diagnostics) {
    let mut reader = Reader::new(source);
    let text = source.text().clone();
    let witness = reader.file(&text);
    let witness = witness.filter(|_| !reader.diagnostics.has_errors());
    (witness, reader.diagnostics)
}

impl Reader<'_> {
    fn file(&mut self, text: &[u8]) -> Option<Witness> {
        let documents = self.documents(text)?;
        let nothing = source::Span::at(0);
        let Some(document) = documents.first() else {
            return self.error("E1002", nothing, "a witness is a list of entries");
        };
        let entries = self.list(document, "a witness")?;
        let mut witness = None;
        for entry in entries {
            if self.diagnostics.is_full() {
                break;
            }
            let known = self.entry(entry);
            if witness.is_some() && known.is_some() {
                let message = "a second entry: a witness has only one";
                return self.error("E1006", self.first_line(entry), message);
            }
            witness = witness.or(known);
        }
        if witness.is_none() && !self.diagnostics.has_errors() {
            let message = "no entry is an `invariant_set` or a `violation_sequence`";
            return self.error("E1006", nothing, message);
        }
        witness
    }

    /// An entry, or `None` if it is malformed or of no known type.
    fn entry(&mut self, entry: &MarkedYaml) -> Option<Witness> {
        let ty = self.string(entry, "entry_type", "an entry")?;
        if !["invariant_set", "violation_sequence"].contains(&&*ty.text) {
            let message = format!("an entry of type `{}` is left out", ty.text);
            self.diagnostics.push(Diagnostic::warning("W1007", ty.span, message));
            return None;
        }
        let metadata = self.metadata(entry);
        let content = self.required(entry, "content", "an entry")?;
        let items = self.list(content, "`content`")?;
        let content = match &*ty.text {
            "invariant_set" => {
                let invariants = items.iter().filter_map(|item| self.invariant(item));
                Content::Correctness(invariants.collect())
            }
            _ => Content::Violation(self.segments(content, items)?),
        };
        Some(Witness { metadata: metadata?, content })
    }

    fn metadata(&mut self, entry: &MarkedYaml) -> Option<Metadata> {
        let node = self.required(entry, "metadata", "an entry")?;
        let owner = "`metadata`";
        let version = self.string(node, "format_version", owner)?;
        if !VERSIONS.contains(&&*version.text) {
            let message = format!("version `{}` of witnesses is not known", version.text);
            let diagnostic = Diagnostic::error("E1003", version.span, message);
            self.diagnostics.push(diagnostic.help("versions \"2.0\" and \"2.1\" are"));
        }
        let uuid = self.string(node, "uuid", owner);
        let creation_time = self.string(node, "creation_time", owner);
        let producer = self.required(node, "producer", owner);
        let producer = producer.and_then(|producer| {
            let name = self.string(producer, "name", "`producer`")?.text;
            let version = self.string(producer, "version", "`producer`")?.text;
            Some(Producer { name, version })
        });
        let task = self.required(node, "task", owner);
        let task = task.and_then(|task| self.task(task));
        Some(Metadata {
            format_version: version.text,
            uuid: uuid?.text,
            creation_time: creation_time?.text,
            producer: producer?,
            task: task?,
        })
    }

    fn task(&mut self, node: &MarkedYaml) -> Option<Task> {
        let owner = "`task`";
        let files = self.required(node, "input_files", owner)?;
        let files = match files.data.as_str() {
            // One file may stand without a list around it.
            Some(file) => vec![file.to_owned()],
            None => {
                let files = self.list(files, "`input_files`")?;
                let names = files.iter().filter_map(|file| self.scalar(file, "an input file"));
                names.map(|name| name.text).collect()
            }
        };
        let hashes = self.required(node, "input_file_hashes", owner)?;
        let Some(mapping) = hashes.data.as_mapping() else {
            let message = "`input_file_hashes` is a mapping from files to hashes";
            return self.error("E1002", self.first_line(hashes), message);
        };
        let mut input_file_hashes = Vec::new();
        for (file, hash) in mapping {
            let file = self.scalar(file, "an input file")?.text;
            let hash = self.scalar(hash, "a hash")?;
            let is_digit = |c: char| c.is_ascii_hexdigit();
            if hash.text.len() != 64 || !hash.text.chars().all(is_digit) {
                let message = "a hash is the SHA-256 of the file: 64 hexadecimal digits";
                return self.error("E1004", hash.span, message);
            }
            input_file_hashes.push((file, hash.text.to_ascii_lowercase()));
        }
        let specification = self.string(node, "specification", owner)?;
        let data_model = self.string(node, "data_model", owner)?;
        if !["ILP32", "LP64"].contains(&&*data_model.text) {
            self.error::<()>("E1002", data_model.span, "`data_model` is `ILP32` or `LP64`");
        }
        let language = self.string(node, "language", owner)?;
        if language.text != "C" {
            self.error::<()>("E1002", language.span, "Linchpin reads witnesses for C only");
        }
        Some(Task {
            input_files: files,
            input_file_hashes,
            specification,
            data_model: data_model.text,
        })
    }

    fn invariant(&mut self, item: &MarkedYaml) -> Option<Invariant> {
        let node = self.required(item, "invariant", "an item of `content`")?;
        let ty = self.string(node, "type", "an invariant")?;
        let place = match &*ty.text {
            "loop_invariant" => InvariantPlace::Loop,
            "location_invariant" => InvariantPlace::Statement,
            _ => {
                let message = format!("an invariant of type `{}` is left out", ty.text);
                let note = "a witness that claims less is still a witness";
                let diagnostic = Diagnostic::warning("W1008", ty.span, message);
                self.diagnostics.push(diagnostic.note(note));
                return None;
            }
        };
        let location = self.location(node, "an invariant");
        let value = self.string(node, "value", "an invariant")?;
        self.format(node, &["c_expression", "ext_c_expression"]);
        Some(Invariant { place, location: location?, value })
    }

    /// The format of an expression, which may be left out.
    fn format(&mut self, node: &MarkedYaml, known: &[&str]) -> Option<()> {
        let format = self.scalar(node.data.as_mapping_get("format")?, "`format`")?;
        if !known.contains(&&*format.text) {
            let message = format!("expressions of format `{}` are not read here", format.text);
            self.error::<()>("E1005", format.span, message);
        }
        Some(())
    }

    fn segments(
        &mut self,
        content: &MarkedYaml,
        items: &[MarkedYaml],
    ) -> Option<Vec<Vec<Waypoint>>> {
        let mut segments = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let node = self.required(item, "segment", "an item of `content`")?;
            let nodes = self.list(node, "`segment`")?;
            let waypoints: Option<Vec<_>> = nodes.iter().map(|it| self.waypoint(it)).collect();
            let waypoints = waypoints?;
            let n_follow = waypoints.iter().filter(|it| it.action == Action::Follow).count();
            let ends_well = waypoints.last().is_some_and(|it| it.action == Action::Follow);
            if n_follow != 1 || !ends_well {
                let message = "a segment ends with its only waypoint to follow";
                return self.error("E1009", self.first_line(node), message);
            }
            let is_last = index + 1 == items.len();
            let n_targets = waypoints.iter().filter(|it| it.ty == WaypointType::Target).count();
            let is_target = waypoints.last().is_some_and(|it| it.ty == WaypointType::Target);
            if n_targets != usize::from(is_last) || is_target != is_last {
                let message = "the last segment, and no other, follows the target";
                return self.error("E1009", self.first_line(node), message);
            }
            segments.push(waypoints);
        }
        if segments.is_empty() {
            let message = "a violation has at least the segment of its target";
            return self.error("E1009", self.first_line(content), message);
        }
        Some(segments)
    }

    fn waypoint(&mut self, item: &MarkedYaml) -> Option<Waypoint> {
        let node = self.required(item, "waypoint", "an item of a segment")?;
        let ty = self.string(node, "type", "a waypoint")?;
        let Some(known) = WaypointType::ALL.into_iter().find(|it| it.name() == ty.text) else {
            let message = format!("waypoints of type `{}` are not known", ty.text);
            return self.error("E1010", ty.span, message);
        };
        let action = self.string(node, "action", "a waypoint")?;
        let action = match &*action.text {
            "follow" => Action::Follow,
            "avoid" => Action::Avoid,
            _ => return self.error("E1010", action.span, "`action` is `follow` or `avoid`"),
        };
        let location = self.location(node, "a waypoint")?;
        let constraint = self.constraint(node, known)?;
        Some(Waypoint { ty: known, action, location, constraint })
    }

    /// `Some(None)` for the types that have none.
    fn constraint(&mut self, node: &MarkedYaml, ty: WaypointType) -> Option<Option<Expression>> {
        let owner = format!("a waypoint of type `{}`", ty.name());
        if !ty.has_constraint() {
            return match node.data.as_mapping_get("constraint") {
                None => Some(None),
                Some(constraint) => {
                    let message = format!("{owner} has no constraint");
                    self.error("E1010", self.first_line(constraint), message)
                }
            };
        }
        let constraint = self.required(node, "constraint", &owner)?;
        let value = self.string(constraint, "value", "a constraint")?;
        let known: &[&str] = match ty {
            WaypointType::FunctionReturn => {
                &["c_expression", "ext_c_expression", "acsl_expression"]
            }
            _ => &["c_expression", "ext_c_expression"],
        };
        self.format(constraint, known);
        Some(Some(value))
    }

    fn location(&mut self, node: &MarkedYaml, owner: &str) -> Option<Location> {
        let node = self.required(node, "location", owner)?;
        let file_name = self.string(node, "file_name", "`location`")?.text;
        let line = self.required(node, "line", "`location`")?;
        // The line says more about a place than the mapping that it stands in.
        let span = self.span(line);
        let line = self.position(line, "line")?;
        let column = match node.data.as_mapping_get("column") {
            Some(column) => Some(self.position(column, "column")?),
            None => None,
        };
        let function = match node.data.as_mapping_get("function") {
            Some(function) => Some(self.scalar(function, "`function`")?.text),
            None => None,
        };
        Some(Location { file_name, line, column, function, span })
    }
}
