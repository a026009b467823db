//! Writing witnesses.
//!
//! The order of keys and the quoting are fixed, so equal witnesses are equal bytes.

use std::fmt::Write as _;

use verdict::InvariantPlace;

use crate::model::{
    Content, Expression, Invariant, Location, Metadata, Waypoint, WaypointType, Witness,
};
use crate::quote::quoted;

/// The text of a witness file.
pub fn write(witness: &Witness) -> String {
    let mut writer = Writer { text: String::new() };
    writer.entry(witness);
    writer.text
}

/// The text without what differs between two runs.
pub(crate) fn write_without_identity(witness: &Witness) -> String {
    let mut witness = witness.clone();
    witness.metadata.uuid.clear();
    witness.metadata.creation_time.clear();
    write(&witness)
}

struct Writer {
    text: String,
}

impl Writer {
    fn line(&mut self, indent: usize, line: &str) {
        writeln!(self.text, "{:indent$}{line}", "").expect("strings can be written to");
    }

    fn string(&mut self, indent: usize, key: &str, value: &str) {
        self.line(indent, &format!("{key}: {}", quoted(value)));
    }

    fn entry(&mut self, witness: &Witness) {
        let entry_type = match &witness.content {
            Content::Correctness(_) => "invariant_set",
            Content::Violation(_) => "violation_sequence",
        };
        self.string(0, "- entry_type", entry_type);
        self.metadata(&witness.metadata);
        match &witness.content {
            Content::Correctness(invariants) if invariants.is_empty() => {
                self.line(2, "content: []");
            }
            Content::Correctness(invariants) => {
                self.line(2, "content:");
                invariants.iter().for_each(|invariant| self.invariant(invariant));
            }
            Content::Violation(segments) => {
                self.line(2, "content:");
                for segment in segments {
                    self.line(4, "- segment:");
                    segment.iter().for_each(|waypoint| self.waypoint(waypoint));
                }
            }
        }
    }

    fn metadata(&mut self, metadata: &Metadata) {
        self.line(2, "metadata:");
        self.string(4, "format_version", &metadata.format_version);
        self.string(4, "uuid", &metadata.uuid);
        self.string(4, "creation_time", &metadata.creation_time);
        self.line(4, "producer:");
        self.string(6, "name", &metadata.producer.name);
        self.string(6, "version", &metadata.producer.version);
        self.line(4, "task:");
        self.line(6, "input_files:");
        for file in &metadata.task.input_files {
            self.line(8, &format!("- {}", quoted(file)));
        }
        self.line(6, "input_file_hashes:");
        for (file, hash) in &metadata.task.input_file_hashes {
            self.string(8, &quoted(file), hash);
        }
        self.string(6, "specification", &metadata.task.specification.text);
        self.string(6, "data_model", &metadata.task.data_model);
        self.string(6, "language", "C");
    }

    fn invariant(&mut self, invariant: &Invariant) {
        let ty = match invariant.place {
            InvariantPlace::Loop => "loop_invariant",
            InvariantPlace::Statement => "location_invariant",
        };
        self.line(4, "- invariant:");
        self.string(8, "type", ty);
        self.location(8, &invariant.location);
        self.string(8, "value", &invariant.value.text);
        self.string(8, "format", "c_expression");
    }

    fn waypoint(&mut self, waypoint: &Waypoint) {
        self.line(8, "- waypoint:");
        self.string(12, "type", waypoint.ty.name());
        self.string(12, "action", waypoint.action.name());
        self.location(12, &waypoint.location);
        if let Some(constraint) = &waypoint.constraint {
            self.constraint(waypoint.ty, constraint);
        }
    }

    fn constraint(&mut self, ty: WaypointType, constraint: &Expression) {
        self.line(12, "constraint:");
        self.string(14, "value", &constraint.text);
        match ty {
            // `\result` is no C.
            WaypointType::FunctionReturn => self.string(14, "format", "acsl_expression"),
            WaypointType::Assumption => self.string(14, "format", "c_expression"),
            WaypointType::Branching | WaypointType::FunctionEnter | WaypointType::Target => {}
        }
    }

    fn location(&mut self, indent: usize, location: &Location) {
        self.line(indent, "location:");
        self.string(indent + 2, "file_name", &location.file_name);
        self.line(indent + 2, &format!("line: {}", location.line));
        if let Some(column) = location.column {
            self.line(indent + 2, &format!("column: {column}"));
        }
        if let Some(function) = &location.function {
            self.string(indent + 2, "function", function);
        }
    }
}
