//! Contracts in the words of C.

use ir::{CompareOp, FunctionId, IntType, Program, Sign, Type};
use ir_passes::by_contract::{Clause, Contracts, Given, Premise, Requirement, Subject};

use super::integer;

pub(super) fn texts(program: &Program, contracts: &Contracts) -> Vec<String> {
    let mut texts = Vec::new();
    for (&function, contract) in &contracts.of {
        let writer = Writer { program, function };
        let requires = contract.requires.iter().map(|it| writer.requirement(it));
        let requires: Vec<String> = requires.collect();
        if !requires.is_empty() {
            texts.push(format!("`{}` is called with {}", writer.name(), requires.join(" and ")));
        }
        texts.extend(contract.ensures.iter().filter_map(|clause| writer.clause(clause)));
    }
    texts
}

struct Writer<'p> {
    program: &'p Program,
    function: FunctionId,
}

impl Writer<'_> {
    fn name(&self) -> &str {
        &self.program.functions[self.function].name
    }

    fn parameter(&self, at: usize) -> (&str, IntType) {
        let var = &self.program.vars[self.program.functions[self.function].parameters[at]];
        (&*var.name, integer(var.ty).unwrap_or(IntType::signed(64)))
    }

    fn requirement(&self, requirement: &Requirement) -> String {
        match requirement {
            Requirement::Bound(premise) => self.premise(premise),
            Requirement::Order(left, op, right) => {
                let (left, right) = (self.parameter(*left).0, self.parameter(*right).0);
                format!("{left} {} {right}", symbol(*op))
            }
        }
    }

    fn premise(&self, premise: &Premise) -> String {
        let (name, ty) = self.parameter(premise.parameter);
        let masked =
            premise.mask.map_or_else(|| name.to_owned(), |mask| format!("({name} & {mask})"));
        format!("{masked} {} {}", symbol(premise.op), ty.value(premise.bound))
    }

    fn clause(&self, clause: &Clause) -> Option<String> {
        let (subject, ty) = match clause.subject {
            Subject::Result => {
                let ty = self.program.functions[self.function].signature.result?;
                (format!("`{}` returns a value", self.name()), ty)
            }
            Subject::Global(var) => {
                let var = &self.program.vars[var];
                (format!("`{}` leaves {}", self.name(), var.name), var.ty)
            }
        };
        let Type::Int(ty) = ty else { return None };
        let mut words: Vec<String> = Vec::new();
        for (given, factor) in &clause.terms {
            // Factors are small; those of unsigned parameters wrap.
            let signed = IntType { sign: Sign::Signed, ..ty };
            let factor = match signed.value(*factor) {
                1 => String::new(),
                -1 => "-".to_owned(),
                factor => format!("{factor} * "),
            };
            let name = match given {
                Given::Parameter(at) => self.parameter(*at).0.to_owned(),
                Given::Global(var) => format!("old {}", self.program.vars[*var].name),
            };
            words.push(format!("{factor}{name}"));
        }
        if clause.constant != 0 || words.is_empty() {
            words.push(ty.value(clause.constant).to_string());
        }
        let mut text = format!("{subject} {} {}", symbol(clause.op), words.join(" + "));
        for (index, premise) in clause.premises.iter().enumerate() {
            let joint = if index == 0 { "if" } else { "and" };
            text += &format!(" {joint} {}", self.premise(premise));
        }
        Some(text)
    }
}

fn symbol(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}
