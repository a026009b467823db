//! Symbolic heaps as graphs, in the language of Graphviz.
//!
//! One cluster per heap, those of one loop side by side: what is drawn together is the loop's
//! invariant, and each heap is one of its disjuncts. Variables and objects are names with arrows,
//! blocks are records with a field per known offset, structures are ovals with their predicate, and
//! a stretch is a dashed arrow from its start to its end. Predicates stand above, as comments.
//!
//! Fields have offsets rather than names: the heaps speak of bytes.

use std::fmt::Write as _;

use ir::{LocationId, Program};
use shape::{Block, Edge, Kind, NodeId, State, Value};

use crate::Proof;

/// The heaps at the loops of the inlined program, which are at these places.
pub fn draw(program: &Program, proof: &Proof, place: impl Fn(LocationId) -> String) -> String {
    let drawer = Drawer { program };
    let mut text = String::new();
    for (id, predicate) in proof.preds.iter() {
        line(&mut text, &format!("// {id}(this) = {predicate}"));
    }
    line(&mut text, "digraph shapes {");
    line(&mut text, "    rankdir = LR;");
    line(&mut text, "    node [shape = plaintext];");
    let mut number = 0;
    for head in &proof.heads {
        let heaps = proof.states.get(head).map_or(&[][..], Vec::as_slice);
        for (index, heap) in heaps.iter().enumerate() {
            let title = format!("{}: heap {} of {}", place(*head), index + 1, heaps.len());
            drawer.heap(&mut text, number, &title, heap);
            number += 1;
        }
    }
    line(&mut text, "}");
    text
}

struct Drawer<'p> {
    program: &'p Program,
}

impl Drawer<'_> {
    fn heap(&self, text: &mut String, number: usize, title: &str, heap: &State) {
        line(text, &format!("    subgraph cluster_{number} {{"));
        line(text, &format!("        label = \"{}\";", escaped(title)));
        for (var, value) in &heap.vars {
            let name = &self.program.vars[*var].name;
            let id = format!("h{number}_{var}");
            self.named(text, number, (&id, name), heap, *value);
        }
        for (node, edge) in &heap.edges {
            self.edge(text, number, heap, *node, edge);
        }
        line(text, "    }");
    }

    /// A name, with an arrow to where it leads or with its value.
    fn named(
        &self,
        text: &mut String,
        number: usize,
        (id, name): (&str, &str),
        heap: &State,
        value: Value,
    ) {
        match value {
            Value::Addr(node, shift) => {
                line(text, &format!("        {id} [label = \"{}\"];", escaped(name)));
                arrow(text, number, id, (node, shift));
                self.end(text, number, heap, node);
            }
            value => {
                let label = format!("{} = {}", escaped(name), self.value(heap, value));
                line(text, &format!("        {id} [label = \"{label}\"];"));
            }
        }
    }

    fn value(&self, heap: &State, value: Value) -> String {
        match (value, heap.range(value)) {
            (Value::Sym(_) | Value::Sum(..), Some(range)) if range.hi - range.lo < 1 << 16 => {
                format!("{}..{}", range.lo, range.hi)
            }
            (Value::Sym(_) | Value::Sum(..) | Value::Top, _) => "?".to_owned(),
            (Value::Fun(function), _) => format!("&{}", self.program.functions[function].name),
            (value, _) => value.to_string(),
        }
    }

    /// A node without an edge still needs a point that arrows can lead to.
    fn end(&self, text: &mut String, number: usize, heap: &State, node: NodeId) {
        if !heap.edges.contains_key(&node) {
            line(text, &format!("        h{number}_{node} [shape = point];"));
        }
    }

    fn edge(&self, text: &mut String, number: usize, heap: &State, node: NodeId, edge: &Edge) {
        let id = format!("h{number}_{node}");
        match edge {
            Edge::Block(block) => self.block(text, number, heap, (&id, block)),
            Edge::Ind { pred, .. } => {
                line(text, &format!("        {id} [shape = oval, label = \"{pred}\"];"));
            }
            Edge::Seg { pred, end, .. } => {
                line(text, &format!("        {id} [shape = oval, label = \"{pred}\"];"));
                let target = match end {
                    Value::Addr(to, _) => {
                        self.end(text, number, heap, *to);
                        format!("h{number}_{to}")
                    }
                    value => {
                        let label = self.value(heap, *value);
                        line(text, &format!("        {id}_end [label = \"{label}\"];"));
                        format!("{id}_end")
                    }
                };
                line(text, &format!("        {id} -> {target} [style = dashed];"));
            }
        }
    }

    fn block(&self, text: &mut String, number: usize, heap: &State, (id, block): (&str, &Block)) {
        let title = match block.kind {
            Kind::Heap => format!("[{}]", block.size),
            Kind::AtLeast => format!("[{} or more]", block.size),
            Kind::Object(object) => self.program.objects[object].name.to_string(),
        };
        let mut label = escaped(&title);
        for (offset, cell) in &block.cells {
            let value = match cell.value {
                Value::Addr(..) => String::new(),
                value => format!(": {}", self.value(heap, value)),
            };
            let _ = write!(label, "|<f{offset}> +{offset}{}", escaped(&value));
        }
        line(text, &format!("        {id} [shape = record, label = \"{label}\"];"));
        for (offset, cell) in &block.cells {
            if let Value::Addr(node, shift) = cell.value {
                arrow(text, number, &format!("{id}:f{offset}"), (node, shift));
                self.end(text, number, heap, node);
            }
        }
    }
}

fn arrow(text: &mut String, number: usize, from: &str, (node, shift): (NodeId, i64)) {
    let label = match shift {
        0 => String::new(),
        shift => format!(" [label = \"{shift:+}\"]"),
    };
    line(text, &format!("        {from} -> h{number}_{node}{label};"));
}

fn line(text: &mut String, what: &str) {
    text.push_str(what);
    text.push('\n');
}

/// Without what has a meaning in labels.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        if matches!(c, '"' | '\\' | '{' | '}' | '|' | '<' | '>') {
            result.push('\\');
        }
        result.push(c);
    }
    result
}
