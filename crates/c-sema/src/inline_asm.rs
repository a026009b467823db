//! Inline assembly.
//!
//! What instructions compute is not looked at. A template without any, as compiler barriers have
//! (`asm volatile("" ::: "memory")`), does nothing: then the compiler alone decides what becomes of
//! the operands. An operand that is read and written (`"+r"`) keeps its value, an output that
//! shares its place with an input (`"=r"(x) : "0"(y)`) has the value of that input, and any other
//! output may be anything, also one in memory: what stood there before need not have been stored.
//!
//! ```text
//!   asm("" : "+r"(x));             x is what it was
//!   asm("" : "=r"(x) : "0"(y));    x is y
//!   asm("" : "=r"(x));             x is anything
//! ```

use c_syntax::ast;
use source::Diagnostic;

use crate::analyser::{Analyser, Category};
use crate::typed::{Asm, AsmOutput, ExprId, StmtKind};

/// Instructions of x86 that change neither registers nor memory.
const IDLE: [&str; 6] = ["nop", "pause", "rep", "mfence", "lfence", "sfence"];

impl<'a> Analyser<'a> {
    pub(crate) fn asm(&mut self, asm: &'a ast::Asm) -> StmtKind {
        let inputs: Vec<ExprId> = asm.inputs.iter().map(|input| self.asm_input(input)).collect();
        let is_idle = is_idle(&asm.template);
        let mut outputs = Vec::with_capacity(asm.outputs.len());
        for (number, output) in asm.outputs.iter().enumerate() {
            let place = self.asm_place(output);
            let is_kept = output.constraint.starts_with(b"+");
            let mut matching =
                asm.inputs.iter().zip(&inputs).filter(|(it, _)| matches(it, output, number, self));
            outputs.push(match matching.next() {
                _ if !is_idle => AsmOutput::Any(place),
                _ if is_kept => AsmOutput::Kept(place),
                Some((_, &input)) => AsmOutput::Input { place, input },
                None => AsmOutput::Any(place),
            });
        }
        let labels = asm.labels.iter().map(|&name| self.label_use(name)).collect();
        let clobbers_memory = asm.clobbers.iter().any(|clobber| clobber.as_ref() == b"memory");
        let is_volatile = asm.is_volatile;
        StmtKind::Asm(Box::new(Asm {
            is_volatile,
            is_idle,
            outputs,
            inputs,
            clobbers_memory,
            labels,
        }))
    }

    fn asm_place(&mut self, output: &'a ast::AsmOperand) -> ExprId {
        let operand = self.expr(output.operand);
        if !self.is_error(operand) && operand.category != Category::Lvalue {
            let span = self.span(operand);
            self.report(
                Diagnostic::error("E0212", span, "an output that is no place")
                    .label("the assembly cannot write here"),
            );
        }
        operand.id
    }

    /// A memory operand is the place itself; anything else is a value.
    fn asm_input(&mut self, input: &'a ast::AsmOperand) -> ExprId {
        let operand = self.expr(input.operand);
        if input.constraint.contains(&b'm') && operand.category == Category::Lvalue {
            self.mark_address_taken(operand.id);
            return operand.id;
        }
        self.rvalue(operand).id
    }
}

/// Whether an input is where an output is: it names the output by its number or its name.
fn matches(
    input: &ast::AsmOperand,
    output: &ast::AsmOperand,
    number: usize,
    analyser: &Analyser<'_>,
) -> bool {
    let Ok(constraint) = std::str::from_utf8(&input.constraint) else { return false };
    let constraint = constraint.trim_start_matches('%');
    match constraint.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(named) => output.name.is_some_and(|name| analyser.symbol_text(name) == named),
        None => constraint.parse() == Ok(number),
    }
}

/// Whether the text has no instruction that changes anything.
fn is_idle(template: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(template) else { return false };
    text.lines().all(|line| {
        let code = line.split('#').next().unwrap_or_default();
        let mut words = code.split(|letter: char| letter == ';' || letter.is_ascii_whitespace());
        words.all(|word| word.is_empty() || IDLE.contains(&word))
    })
}

#[cfg(test)]
mod tests {
    use super::is_idle;

    #[test]
    fn only_templates_without_effect_are_idle() {
        for text in ["", " \n\t", "# barrier", "nop", "rep; nop", "mfence # all", "nop\n\tnop"] {
            assert!(is_idle(text.as_bytes()), "{text}");
        }
        for text in ["cli", "nop; hlt", "# a\n\tret", "lock; addl $0,0(%%esp)", "rep stosb"] {
            assert!(!is_idle(text.as_bytes()), "{text}");
        }
    }
}
