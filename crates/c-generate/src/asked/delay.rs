//! Time that passes: loops that no concrete run leaves in time, and that change nothing.
//!
//! Each is written twice, with as many rounds as the environment likes for the verifier, and with
//! a few for the compiler. Whatever a loop touches besides its own variables it gives back, so
//! that both leave the program in the same state. Some runs of some delays are short for the
//! verifier too; then concrete runs find what fails, and the provers what does not.

use crate::generator::{Access, Generator};
use crate::place::Purpose;
use crate::types::{Scalar, Type};

#[derive(Clone, Debug)]
pub struct Delay {
    /// What the verifier reads.
    pub long: String,
    /// What the compiler reads.
    pub short: String,
}

impl Generator {
    /// A gap in which time passes.
    pub(super) fn delay(&mut self) {
        let rounds = self.local_name("n");
        let bound = match self.choices.below(4) {
            0 | 1 => format!("__VERIFIER_assume({rounds} > 1000000000u);"),
            2 => format!("__VERIFIER_assume({rounds} >= 100000u && {rounds} % 2 == 0);"),
            _ => String::new(),
        };
        let body = self.rounds(&rounds);
        let begin = format!("unsigned {rounds} = __VERIFIER_nondet_uint();");
        let delay =
            Delay { long: format!("{begin} {bound}\n{body}"), short: format!("{begin}\n{body}") };
        self.gaps.delays.push(delay);
        let marker = format!("@delay {}", self.gaps.delays.len() - 1);
        self.line(&marker);
    }

    /// The loop, over a variable that it may use up.
    fn rounds(&mut self, n: &str) -> String {
        let own = self.local_name("d");
        match self.choices.below(12) {
            0 => format!("while ({n} != 0) {n}--;"),
            1 => format!("unsigned {own} = 0; for (unsigned i = 0; i < {n}; i++) {own} += i;"),
            2 => format!("while (__VERIFIER_nondet_ulong() != 0 && {n}-- != 0) ;"),
            3 => format!("{}wait({n});", self.prefix),
            4 => format!("for (unsigned i = 0; i < {n}; i++) for (unsigned j = 0; j < i; j++) ;"),
            5 => format!(
                "int {own}[4] = {{ 0 }}; for (unsigned i = 0; i < {n}; i++) {own}[i & 3] = i;"
            ),
            6 => format!("do {{ if ({n} > 0) {n}--; }} while ({n} != 0);"),
            7 => format!("{own}: if ({n}-- != 0) goto {own};"),
            8 => {
                format!(
                    "unsigned {own} = 0; while ({own} != {n}) {{ {own}++; if ({own} == 0) break; }}"
                )
            }
            9 => match self.whole_record() {
                Some((name, ty)) => {
                    format!("{ty} {own} = {name}; while ({n}-- != 0) {{ {name} = {own}; }}")
                }
                None => format!("while ({n}-- != 0) {{ int {own} = 1; {own}++; }}"),
            },
            10 => format!(
                "struct {{ unsigned n; int *at; }} {own}; int {own}t = 0; {own}.n = {n}; {own}.at = &{own}t; \
                 while ({own}.n != 0) {{ {own}.n--; *{own}.at = 1; }}"
            ),
            _ => match self.plain_place() {
                Some((place, ty)) => format!(
                    "while ({n}-- != 0) {{ {ty} {own} = {place}; {place} = {n}; {place} = {own}; }}"
                ),
                None => format!("for (; {n} > 1; {n} -= 2) ;"),
            },
        }
    }

    /// A whole struct or union that may be written, and its type.
    fn whole_record(&mut self) -> Option<(String, String)> {
        let records: Vec<(String, usize)> = self
            .variables
            .iter()
            .filter_map(|variable| match (&variable.ty, variable.access) {
                (Type::Record(number), Access::ReadWrite) => Some((variable.name.clone(), *number)),
                _ => None,
            })
            .collect();
        if records.is_empty() {
            return None;
        }
        let (name, number) = self.choices.pick(&records).clone();
        Some((name, self.record_name(number)))
    }

    /// An integer that may be written and that is found without looking at others, with a type
    /// that holds its values.
    fn plain_place(&mut self) -> Option<(String, &'static str)> {
        let place = self.place(Purpose::Write)?;
        let is_plain = !place.text.contains(['[', '*', '>', '(']);
        match place.scalar {
            Scalar::Int(kind) if is_plain => Some((place.text, kind.name())),
            Scalar::Int(_) | Scalar::Float(_) | Scalar::Enum(_) => None,
        }
    }
}
