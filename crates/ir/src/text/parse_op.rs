//! Reads operations.

use index::Id;
use source::Span;

use super::lexer::TokenKind;
use super::reader::{Failed, Reader};
use crate::expr::ExprId;
use crate::op::{
    Access, Actor, AllocationKind, AtomicKind, Callee, Condition, HaltCause, HavocCause, Op,
    Overlap,
};
use crate::program::{CheckId, Signature, SignatureId};

impl<'t> Reader<'t> {
    pub(super) fn op(&mut self) -> Result<Op, Failed> {
        let token = self.next();
        let TokenKind::Word(word) = token.kind else {
            return self.expected("an operation", token.span);
        };
        Ok(match word {
            "skip" => Op::Skip,
            "assume" => Op::Assume { condition: self.expr()? },
            "havoc" => self.havoc()?,
            "store" => {
                let access = self.access()?;
                let pointer = self.expr()?;
                self.symbol(",")?;
                Op::Store { pointer, value: self.expr()?, access }
            }
            "copy" => {
                let [target, source, size] = self.three()?;
                Op::Copy { target, source, size }
            }
            "fill" => {
                let [target, byte, size] = self.three()?;
                Op::Fill { target, byte, size }
            }
            "call" => {
                let (callee, arguments) = self.call()?;
                Op::Call { target: None, callee, arguments }
            }
            "outside" => {
                let actor = self.actor()?;
                let arguments = self.arguments()?;
                Op::Outside { actor, arguments }
            }
            "call-back" => {
                let actor = self.actor()?;
                let function = self.function_name()?;
                let arguments = self.arguments()?;
                Op::CallBack { actor, function, arguments }
            }
            "return" => {
                Op::Return { value: if self.starts_expr() { Some(self.expr()?) } else { None } }
            }
            "halt" => Op::Halt { cause: self.halt_cause()? },
            "enter" => Op::EnterScope { object: self.object_name()? },
            "leave" => Op::LeaveScope { object: self.object_name()? },
            "free" => Op::Free { pointer: self.expr()? },
            "check" => {
                let check = self.check_name()?;
                self.symbol(":")?;
                Op::Check { check, condition: self.condition()? }
            }
            "thread-create" => self.thread_create()?,
            "thread-join" => {
                let thread = self.expr()?;
                let result = if self.take_symbol(",") { Some(self.expr()?) } else { None };
                Op::ThreadJoin { thread, result }
            }
            "thread-exit" => Op::ThreadExit { value: self.expr()? },
            "await" => Op::Await { condition: self.expr()? },
            "atomic-begin" => Op::AtomicBegin(if self.take_word("synchronising") {
                AtomicKind::Synchronising
            } else if self.take_word("together") {
                AtomicKind::Together
            } else if self.take_word("asked") {
                AtomicKind::Asked
            } else {
                AtomicKind::Block
            }),
            "atomic-end" => Op::AtomicEnd,
            "unsupported" => Op::Unsupported { what: self.text()?.into() },
            name => self.assignment(name, token.span)?,
        })
    }

    /// `name = load ...`, `name = call ...`, `name = allocate ...`, `name = reallocate ...` or
    /// `name = expr`.
    fn assignment(&mut self, name: &str, span: Span) -> Result<Op, Failed> {
        let target = self.var_named(name, span)?;
        self.symbol("=")?;
        if self.take_word("load") {
            let access = self.access()?;
            return Ok(Op::Load { target, pointer: self.expr()?, access });
        }
        if self.take_word("call") {
            let (callee, arguments) = self.call()?;
            return Ok(Op::Call { target: Some(target), callee, arguments });
        }
        if self.take_word("allocate") {
            let kind = self.allocation_kind()?;
            return Ok(Op::Allocate { target, size: self.expr()?, kind });
        }
        if self.take_word("thread-self") {
            return Ok(Op::ThreadSelf { target });
        }
        if self.take_word("reallocate") {
            let pointer = self.expr()?;
            self.symbol(",")?;
            return Ok(Op::Reallocate { target, pointer, size: self.expr()? });
        }
        Ok(Op::Assign { target, value: self.expr()? })
    }

    fn havoc(&mut self) -> Result<Op, Failed> {
        if self.take_word("memory") {
            let target = self.expr()?;
            self.symbol(",")?;
            let size = self.expr()?;
            return Ok(Op::HavocMemory { target, size, cause: self.havoc_cause()? });
        }
        let token = self.next();
        let TokenKind::Word(name) = token.kind else {
            return self.expected("a variable", token.span);
        };
        let target = self.var_named(name, token.span)?;
        Ok(Op::Havoc { target, cause: self.havoc_cause()? })
    }

    fn havoc_cause(&mut self) -> Result<HavocCause, Failed> {
        let token = self.next();
        Ok(match token.kind {
            TokenKind::Word("input") => HavocCause::Input,
            TokenKind::Word("result") => HavocCause::ExternalResult(self.function_name()?),
            TokenKind::Word("effect") => HavocCause::Effect(self.actor()?),
            TokenKind::Word("uninitialised") => HavocCause::Uninitialised,
            TokenKind::Word("volatile") => HavocCause::Volatile,
            TokenKind::Word("assembly") => HavocCause::Assembly,
            TokenKind::Word("unmodelled") => HavocCause::Unmodelled,
            _ => return self.expected("the cause of a havoc", token.span),
        })
    }

    fn halt_cause(&mut self) -> Result<HaltCause, Failed> {
        let token = self.next();
        Ok(match token.kind {
            TokenKind::Word("exit") => HaltCause::Exit,
            TokenKind::Word("abort") => HaltCause::Abort,
            TokenKind::Word("assumption") => HaltCause::Assumption,
            _ => return self.expected("`exit`, `abort` or `assumption`", token.span),
        })
    }

    fn allocation_kind(&mut self) -> Result<AllocationKind, Failed> {
        let token = self.next();
        Ok(match token.kind {
            TokenKind::Word("heap") => AllocationKind::Heap,
            TokenKind::Word("heap-zeroed") => AllocationKind::HeapZeroed,
            TokenKind::Word("stack") => AllocationKind::Stack(self.object_name()?),
            _ => return self.expected("`heap`, `heap-zeroed` or `stack`", token.span),
        })
    }

    fn condition(&mut self) -> Result<Condition, Failed> {
        Ok(if self.take_word("valid-access") {
            let pointer = self.expr()?;
            self.symbol(",")?;
            Condition::ValidAccess { pointer, size: self.expr()? }
        } else if self.take_word("valid-free") {
            Condition::ValidFree { pointer: self.expr()? }
        } else if self.take_word("all-reachable") {
            Condition::AllReachable
        } else if self.take_word("all-freed") {
            Condition::AllFreed
        } else if self.take_word("initialised") {
            Condition::Initialised(self.expr()?)
        } else if self.take_word("writable") {
            Condition::Writable { pointer: self.expr()? }
        } else if self.take_word("apart") {
            let overlap = match self.take_word("or-same") {
                true => Overlap::Exact,
                false => Overlap::None,
            };
            let [target, source, size] = self.three()?;
            self.symbol(",")?;
            Condition::Apart { target, source, sizes: [size, self.expr()?], overlap }
        } else if self.take_word("same-object") {
            let left = self.expr()?;
            self.symbol(",")?;
            Condition::SameObject { left, right: self.expr()? }
        } else if self.take_word("in-object") {
            let base = self.expr()?;
            self.symbol(",")?;
            Condition::InObject { base, pointer: self.expr()? }
        } else if self.take_word("aligned") {
            let align = self.number()?;
            self.symbol(",")?;
            Condition::Aligned { pointer: self.expr()?, align }
        } else if self.take_word("callable") {
            Condition::Callable { pointer: self.expr()? }
        } else {
            Condition::Holds(self.expr()?)
        })
    }

    fn access(&mut self) -> Result<Access, Failed> {
        let is_volatile = self.take_word("volatile");
        let ty = self.ty()?;
        self.symbol(",")?;
        Ok(Access { ty, is_volatile })
    }

    fn three(&mut self) -> Result<[ExprId; 3], Failed> {
        let a = self.expr()?;
        self.symbol(",")?;
        let b = self.expr()?;
        self.symbol(",")?;
        Ok([a, b, self.expr()?])
    }

    fn actor(&mut self) -> Result<Actor, Failed> {
        if self.take_word("assembly") {
            return Ok(Actor::Assembly);
        }
        Ok(Actor::Function(self.function_name()?))
    }

    fn call(&mut self) -> Result<(Callee, Vec<ExprId>), Failed> {
        Ok((self.callee()?, self.arguments()?))
    }

    fn arguments(&mut self) -> Result<Vec<ExprId>, Failed> {
        self.symbol("(")?;
        let mut arguments = Vec::new();
        while !self.take_symbol(")") {
            if !arguments.is_empty() {
                self.symbol(",")?;
            }
            arguments.push(self.expr()?);
        }
        Ok(arguments)
    }

    fn callee(&mut self) -> Result<Callee, Failed> {
        if !self.take_symbol("*") {
            return Ok(Callee::Direct(self.function_name()?));
        }
        self.symbol("[")?;
        let pointer = self.expr()?;
        self.symbol("]")?;
        let signature = self.signature()?;
        Ok(Callee::Indirect(pointer, self.intern_signature(signature)))
    }

    fn intern_signature(&mut self, signature: Signature) -> SignatureId {
        let known = self.program.signatures.iter().find(|(_, known)| **known == signature);
        match known {
            Some((id, _)) => id,
            None => self.program.signatures.push(signature),
        }
    }

    fn thread_create(&mut self) -> Result<Op, Failed> {
        let handle = if self.take_symbol("=") {
            None
        } else {
            let handle = self.expr()?;
            self.symbol("=")?;
            Some(handle)
        };
        let start = self.callee()?;
        self.symbol("(")?;
        let argument = self.expr()?;
        self.symbol(")")?;
        Ok(Op::ThreadCreate { handle, start, argument })
    }

    pub(super) fn check_name(&mut self) -> Result<CheckId, Failed> {
        let token = self.next();
        let number = match token.kind {
            TokenKind::Word(word) => word.strip_prefix('c').and_then(|rest| rest.parse().ok()),
            _ => None,
        };
        match number {
            Some(number) if number < u32::MAX as usize => Ok(CheckId::new(number)),
            _ => self.expected("a check such as `c0`", token.span),
        }
    }
}
