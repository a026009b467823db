//! A whole program as text.

use index::{Id, IndexVec};
use source::{Source, Span};
use verdict::Assumption;

use super::print_expr::{ExprPrinter, push};
use super::print_op::{OpPrinter, quoted, signature_to};
use crate::op::{EdgeRole, Provenance};
use crate::program::{
    Body, Contents, Edge, FunctionId, Initial, LocationId, LocationLabel, Object, ObjectId,
    Program, Scope, StaticBytes, VarId, VarOrigin,
};
use crate::types::{DataModel, Type};

/// The program in its text form.
pub fn print(program: &Program) -> String {
    Printer::new(program, None).program()
}

/// The same with a comment on each edge that says where in the user's files it comes from.
pub fn print_with_positions(program: &Program, source: &Source) -> String {
    Printer::new(program, Some(source)).program()
}

struct Printer<'p> {
    program: &'p Program,
    ops: OpPrinter<'p>,
    source: Option<&'p Source>,
    /// Variables and objects by function, parameters left out.
    locals: IndexVec<FunctionId, (Vec<VarId>, Vec<ObjectId>)>,
    out: String,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, source: Option<&'p Source>) -> Self {
        let ops = OpPrinter { program, exprs: ExprPrinter::new(program) };
        Self { program, ops, source, locals: locals_by_function(program), out: String::new() }
    }

    fn program(mut self) -> String {
        let model = match self.program.model {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        };
        let entry = self.ops.exprs.names.function(self.program.entry);
        push(&mut self.out, format_args!("program {model} entry {entry}\n\n"));
        for (id, var) in self.program.vars.iter() {
            if var.scope == Scope::Global {
                self.var("global", id);
            }
        }
        for (id, object) in self.program.objects.iter() {
            if object.scope == Scope::Global {
                self.object("", id);
            }
        }
        for (id, check) in self.program.checks.iter() {
            let text = quoted(&check.text);
            push(&mut self.out, format_args!("check {id}: {} {text}", check.kind));
            self.span(check.span);
            self.out.push('\n');
        }
        for assumption in &self.program.assumptions {
            self.assumption(assumption);
        }
        for id in self.program.functions.ids() {
            self.function(id);
        }
        self.out
    }

    fn assumption(&mut self, assumption: &Assumption) {
        let (word, text) = match assumption {
            Assumption::FunctionWithoutBody(name) => ("body", name.as_str()),
            Assumption::FunctionOutside(name) => ("function-outside", name.as_str()),
            Assumption::Outside => ("outside", ""),
            Assumption::CalleesOutside => ("callees-outside", ""),
            Assumption::InlineAssembly(place) => ("assembly", place.as_str()),
            Assumption::UnboundedIntegers => ("unbounded-integers", ""),
            Assumption::OverflowIgnored => ("overflow-ignored", ""),
            Assumption::MemoryModel(model) => ("memory-model", model.as_str()),
            Assumption::Atomicity(what) => ("atomicity", what.as_str()),
            Assumption::Scope(what) => ("scope", what.as_str()),
            Assumption::Vacuous(what) => ("vacuous", what.as_str()),
        };
        push(&mut self.out, format_args!("assumption {word} {}\n", quoted(text)));
    }

    fn var(&mut self, word: &str, id: VarId) {
        let var = &self.program.vars[id];
        let name = self.ops.exprs.names.var(id);
        push(&mut self.out, format_args!("{word} {name}: {}", var.ty));
        self.out.push_str(match var.origin {
            VarOrigin::Source => "",
            VarOrigin::Temporary => " temporary",
            VarOrigin::Probe => " probe",
            VarOrigin::Terminator => " terminator",
        });
        if var.scope == Scope::Global {
            self.out.push_str(" = ");
            self.initial(var.ty, var.initial);
        }
        self.span(var.span);
        self.out.push('\n');
    }

    fn initial(&mut self, ty: Type, initial: Initial) {
        match initial {
            Initial::Unknown => self.out.push('*'),
            Initial::Bits(bits) => self.out.push_str(&constant_text(ty, bits)),
            Initial::ObjectAddress(object, addend) => {
                self.static_bytes(&StaticBytes::ObjectAddress(object, addend));
            }
            Initial::FunctionAddress(function) => {
                self.static_bytes(&StaticBytes::FunctionAddress(function));
            }
        }
    }

    fn object(&mut self, indent: &str, id: ObjectId) {
        let object: &Object = &self.program.objects[id];
        let name = self.ops.exprs.names.object(id);
        push(&mut self.out, format_args!("{indent}object {name}: "));
        match object.size {
            Some(size) => push(&mut self.out, format_args!("{size}")),
            None => self.out.push('?'),
        }
        push(&mut self.out, format_args!(" align {}", object.align));
        if object.is_read_only {
            self.out.push_str(" read-only");
        }
        if object.is_visible {
            self.out.push_str(" visible");
        }
        match &object.contents {
            Contents::Indeterminate => {}
            Contents::Unknown => self.out.push_str(" unknown"),
            Contents::Device { address } => push(&mut self.out, format_args!(" device {address}")),
            Contents::Static(values) => {
                self.out.push_str(" static {");
                for (index, value) in values.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    push(&mut self.out, format_args!("{comma} {}: ", value.offset));
                    self.static_bytes(&value.value);
                }
                self.out.push_str(" }");
            }
        }
        self.span(object.span);
        self.out.push('\n');
    }

    fn static_bytes(&mut self, bytes: &StaticBytes) {
        match bytes {
            StaticBytes::Bytes(bytes) => {
                self.out.push_str("x\"");
                for byte in bytes {
                    push(&mut self.out, format_args!("{byte:02x}"));
                }
                self.out.push('"');
            }
            StaticBytes::ObjectAddress(object, addend) => {
                let name = self.ops.exprs.names.object(*object);
                push(&mut self.out, format_args!("&{name}"));
                if *addend != 0 {
                    push(&mut self.out, format_args!(" + {addend}"));
                }
            }
            StaticBytes::FunctionAddress(function) => {
                let name = self.ops.exprs.names.function(*function);
                push(&mut self.out, format_args!("&fn {name}"));
            }
        }
    }

    fn function(&mut self, id: FunctionId) {
        let function = &self.program.functions[id];
        let name = self.ops.exprs.names.function(id);
        let Some(body) = &function.body else {
            push(&mut self.out, format_args!("\ndeclare {name}"));
            signature_to(&mut self.out, &function.signature);
            self.span(function.span);
            self.out.push('\n');
            return;
        };
        push(&mut self.out, format_args!("\nfn {name}("));
        for (index, parameter) in function.parameters.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let name = self.ops.exprs.names.var(*parameter);
            let ty = self.program.vars[*parameter].ty;
            push(&mut self.out, format_args!("{comma}{name}: {ty}"));
        }
        if function.signature.is_variadic {
            self.out.push_str(if function.parameters.is_empty() { "..." } else { ", ..." });
        }
        self.out.push(')');
        if let Some(result) = function.signature.result {
            push(&mut self.out, format_args!(" -> {result}"));
        }
        self.span(function.span);
        self.out.push_str(" {\n");
        self.locals(id);
        self.body(body);
        self.out.push_str("}\n");
    }

    fn locals(&mut self, function: FunctionId) {
        let (vars, objects) = std::mem::take(&mut self.locals[function]);
        for var in vars {
            self.out.push_str("  ");
            self.var("var", var);
        }
        for object in objects {
            self.object("  ", object);
        }
    }

    fn body(&mut self, body: &Body) {
        push(&mut self.out, format_args!("  entry {} exit {}\n", body.entry, body.exit));
        let mut labelled = vec![false; body.locations.len()];
        for edge in body.edges.values() {
            if !std::mem::replace(&mut labelled[edge.from.index()], true) {
                self.label(edge.from, body.locations[edge.from].label);
            }
            self.edge(edge);
        }
        for (id, location) in body.locations.iter() {
            if !labelled[id.index()] {
                self.label(id, location.label);
            }
        }
    }

    fn label(&mut self, location: LocationId, label: LocationLabel) {
        let (word, span) = match label {
            LocationLabel::None => return,
            LocationLabel::LoopHead(span) => ("loop", span),
            LocationLabel::Label(span) => ("label", span),
        };
        push(&mut self.out, format_args!("  {word} {location}"));
        self.span(span);
        self.out.push('\n');
    }

    fn edge(&mut self, edge: &Edge) {
        push(&mut self.out, format_args!("  {} -> {}: ", edge.from, edge.to));
        self.ops.print_to(&mut self.out, &edge.op);
        let Provenance { span, role } = edge.provenance;
        self.out.push_str(match role {
            EdgeRole::Plain => "",
            EdgeRole::BranchTaken => " taken",
            EdgeRole::BranchNotTaken => " not-taken",
            EdgeRole::BackEdge => " back",
        });
        self.span(span);
        if let (Some(source), false) = (self.source, span == Span::default()) {
            push(&mut self.out, format_args!(" // {}", source.position(span.lo)));
        }
        self.out.push('\n');
    }

    fn span(&mut self, span: Span) {
        if span != Span::default() {
            push(&mut self.out, format_args!(" @{span:?}"));
        }
    }
}

fn locals_by_function(program: &Program) -> IndexVec<FunctionId, (Vec<VarId>, Vec<ObjectId>)> {
    let mut locals = IndexVec::from_elem((Vec::new(), Vec::new()), program.functions.len());
    for (id, var) in program.vars.iter() {
        if let Scope::Local(function) = var.scope
            && !program.functions[function].parameters.contains(&id)
        {
            locals[function].0.push(id);
        }
    }
    for (id, object) in program.objects.iter() {
        if let Scope::Local(function) = object.scope {
            locals[function].1.push(id);
        }
    }
    locals
}

/// Bits of a type, written as the constant they are.
fn constant_text(ty: Type, bits: u128) -> String {
    match ty {
        Type::Int(int) if int.is_signed() => format!("{}{ty}", int.value(bits)),
        Type::Int(_) => format!("{bits}{ty}"),
        Type::Float(_) | Type::Pointer => format!("{bits:#x}{ty}"),
        Type::Bool => (bits != 0).to_string(),
    }
}
