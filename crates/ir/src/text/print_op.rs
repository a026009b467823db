//! Operations as text, one line each.

use super::print_expr::{ExprPrinter, push};
use crate::expr::ExprId;
use crate::op::{
    Access, Actor, AllocationKind, AtomicKind, Callee, Condition, HaltCause, HavocCause, Op,
    Overlap,
};
use crate::program::{Program, Signature};

/// Prints operations of one program.
pub(super) struct OpPrinter<'p> {
    pub program: &'p Program,
    pub exprs: ExprPrinter<'p>,
}

impl OpPrinter<'_> {
    pub fn print_to(&self, out: &mut String, op: &Op) {
        match op {
            Op::Skip => out.push_str("skip"),
            Op::Assign { target, value } => {
                push(out, format_args!("{} = ", self.exprs.names.var(*target)));
                self.expr(out, *value);
            }
            Op::Assume { condition } => self.words(out, "assume ", &[*condition]),
            Op::Havoc { target, cause } => {
                push(out, format_args!("havoc {} ", self.exprs.names.var(*target)));
                self.cause(out, cause);
            }
            Op::Load { target, pointer, access } => {
                push(out, format_args!("{} = load ", self.exprs.names.var(*target)));
                self.access(out, *access);
                self.expr(out, *pointer);
            }
            Op::Store { pointer, value, access } => {
                out.push_str("store ");
                self.access(out, *access);
                self.expr(out, *pointer);
                out.push_str(", ");
                self.expr(out, *value);
            }
            Op::Copy { target, source, size } => {
                self.words(out, "copy ", &[*target, *source, *size]);
            }
            Op::Fill { target, byte, size } => self.words(out, "fill ", &[*target, *byte, *size]),
            Op::HavocMemory { target, size, cause } => {
                self.words(out, "havoc memory ", &[*target, *size]);
                out.push(' ');
                self.cause(out, cause);
            }
            Op::Outside { actor, arguments } => {
                out.push_str("outside ");
                self.actor(out, *actor);
                self.words(out, "(", arguments);
                out.push(')');
            }
            Op::CallBack { actor, function, arguments } => {
                out.push_str("call-back ");
                self.actor(out, *actor);
                push(out, format_args!(" {}", self.exprs.names.function(*function)));
                self.words(out, "(", arguments);
                out.push(')');
            }
            Op::Call { target, callee, arguments } => {
                if let Some(target) = target {
                    push(out, format_args!("{} = ", self.exprs.names.var(*target)));
                }
                out.push_str("call ");
                self.callee(out, *callee);
                self.words(out, "(", arguments);
                out.push(')');
            }
            Op::Return { value } => match value {
                Some(value) => self.words(out, "return ", &[*value]),
                None => out.push_str("return"),
            },
            Op::Halt { cause } => push(out, format_args!("halt {}", halt_word(cause))),
            Op::EnterScope { object } => {
                push(out, format_args!("enter {}", self.exprs.names.object(*object)));
            }
            Op::LeaveScope { object } => {
                push(out, format_args!("leave {}", self.exprs.names.object(*object)));
            }
            Op::Allocate { target, size, kind } => {
                let target = self.exprs.names.var(*target);
                push(out, format_args!("{target} = allocate {} ", allocation_word(*kind)));
                if let AllocationKind::Stack(holder) = kind {
                    push(out, format_args!("{} ", self.exprs.names.object(*holder)));
                }
                self.expr(out, *size);
            }
            Op::Reallocate { target, pointer, size } => {
                push(out, format_args!("{} = ", self.exprs.names.var(*target)));
                self.words(out, "reallocate ", &[*pointer, *size]);
            }
            Op::Free { pointer } => self.words(out, "free ", &[*pointer]),
            Op::Check { check, condition } => {
                push(out, format_args!("check {check}: "));
                self.condition(out, condition);
            }
            Op::ThreadCreate { .. } | Op::ThreadJoin { .. } => self.thread_op(out, op),
            Op::ThreadExit { value } => self.words(out, "thread-exit ", &[*value]),
            Op::ThreadSelf { target } => {
                push(out, format_args!("{} = thread-self", self.exprs.names.var(*target)));
            }
            Op::Await { condition } => self.words(out, "await ", &[*condition]),
            Op::AtomicBegin(AtomicKind::Block) => out.push_str("atomic-begin"),
            Op::AtomicBegin(AtomicKind::Synchronising) => {
                out.push_str("atomic-begin synchronising");
            }
            Op::AtomicBegin(AtomicKind::Together) => out.push_str("atomic-begin together"),
            Op::AtomicBegin(AtomicKind::Asked) => out.push_str("atomic-begin asked"),
            Op::AtomicEnd => out.push_str("atomic-end"),
            Op::Unsupported { what } => push(out, format_args!("unsupported {}", quoted(what))),
        }
    }

    fn thread_op(&self, out: &mut String, op: &Op) {
        if let Op::ThreadCreate { handle, start, argument } = op {
            self.words(out, "thread-create ", handle.as_slice());
            out.push_str(" = ");
            self.callee(out, *start);
            self.words(out, "(", &[*argument]);
            out.push(')');
        }
        if let Op::ThreadJoin { thread, result } = op {
            self.words(out, "thread-join ", &[*thread]);
            if let Some(result) = result {
                self.words(out, ", ", &[*result]);
            }
        }
    }

    fn expr(&self, out: &mut String, expr: ExprId) {
        self.exprs.print_to(out, expr);
    }

    fn words(&self, out: &mut String, lead: &str, exprs: &[ExprId]) {
        out.push_str(lead);
        for (index, expr) in exprs.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.expr(out, *expr);
        }
    }

    fn access(&self, out: &mut String, access: Access) {
        let volatile = if access.is_volatile { "volatile " } else { "" };
        push(out, format_args!("{volatile}{}, ", access.ty));
    }

    fn cause(&self, out: &mut String, cause: &HavocCause) {
        match cause {
            HavocCause::Input => out.push_str("input"),
            HavocCause::ExternalResult(function) => {
                push(out, format_args!("result {}", self.exprs.names.function(*function)));
            }
            HavocCause::Effect(actor) => {
                out.push_str("effect ");
                self.actor(out, *actor);
            }
            HavocCause::Uninitialised => out.push_str("uninitialised"),
            HavocCause::Volatile => out.push_str("volatile"),
            HavocCause::Assembly => out.push_str("assembly"),
            HavocCause::Unmodelled => out.push_str("unmodelled"),
        }
    }

    fn actor(&self, out: &mut String, actor: Actor) {
        match actor {
            Actor::Function(function) => out.push_str(self.exprs.names.function(function)),
            Actor::Assembly => out.push_str("assembly"),
        }
    }

    fn callee(&self, out: &mut String, callee: Callee) {
        match callee {
            Callee::Direct(function) => out.push_str(self.exprs.names.function(function)),
            Callee::Indirect(pointer, signature) => {
                self.words(out, "*[", &[pointer]);
                out.push_str("] ");
                signature_to(out, &self.program.signatures[signature]);
                out.push(' ');
            }
        }
    }

    fn condition(&self, out: &mut String, condition: &Condition) {
        match condition {
            Condition::Holds(expr) => self.expr(out, *expr),
            Condition::ValidAccess { pointer, size } => {
                self.words(out, "valid-access ", &[*pointer, *size]);
            }
            Condition::ValidFree { pointer } => self.words(out, "valid-free ", &[*pointer]),
            Condition::AllReachable => out.push_str("all-reachable"),
            Condition::AllFreed => out.push_str("all-freed"),
            Condition::Initialised(expr) => self.words(out, "initialised ", &[*expr]),
            Condition::Writable { pointer } => self.words(out, "writable ", &[*pointer]),
            Condition::Apart { target, source, sizes, overlap } => {
                let words = match overlap {
                    Overlap::None => "apart ",
                    Overlap::Exact => "apart or-same ",
                };
                self.words(out, words, &[*target, *source, sizes[0], sizes[1]]);
            }
            Condition::SameObject { left, right } => {
                self.words(out, "same-object ", &[*left, *right]);
            }
            Condition::InObject { base, pointer } => {
                self.words(out, "in-object ", &[*base, *pointer]);
            }
            Condition::Aligned { pointer, align } => {
                push(out, format_args!("aligned {align}, "));
                self.expr(out, *pointer);
            }
            Condition::Callable { pointer } => self.words(out, "callable ", &[*pointer]),
        }
    }
}

/// `(i32, ...) -> ptr`
pub(super) fn signature_to(out: &mut String, signature: &Signature) {
    out.push('(');
    for (index, ty) in signature.parameters.iter().enumerate() {
        push(out, format_args!("{}{ty}", if index > 0 { ", " } else { "" }));
    }
    if signature.is_variadic {
        out.push_str(if signature.parameters.is_empty() { "..." } else { ", ..." });
    }
    out.push(')');
    if let Some(result) = signature.result {
        push(out, format_args!(" -> {result}"));
    }
}

pub(super) fn halt_word(cause: &HaltCause) -> &'static str {
    match cause {
        HaltCause::Exit => "exit",
        HaltCause::Abort => "abort",
        HaltCause::Assumption => "assumption",
    }
}

pub(super) fn allocation_word(kind: AllocationKind) -> &'static str {
    match kind {
        AllocationKind::Heap => "heap",
        AllocationKind::HeapZeroed => "heap-zeroed",
        AllocationKind::Stack(_) => "stack",
    }
}

/// A string in quotes, with `\"`, `\\`, `\n` and `\u{..}` escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => push(&mut quoted, format_args!("\\u{{{:x}}}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
