//! What is made of contracts, as C behind the program.
//!
//! - `__linchpin_alone_f` calls `f` with all that its contract allows, and asks for what it promises;
//! - a function of the name `f` stands between it and its callers, whose own definition is called
//!   `__linchpin_real_f`: what `f` requires is asked before the call, and what it promises behind it. So
//!   calls through pointers ask too.
//!
//! Every question stands in the line of its clause, so that a fault is shown there. The parameters of
//! these functions are never written after the call is prepared, so that in a promise they are what the
//! function was called with, as ACSL has it.

use std::fmt::Write;

use source::{Diagnostic, Diagnostics, Source, Span};

use super::super::annotated::scan::Head;
use super::arguments::Arguments;
use super::contract::{Contract, Said, is_void};
use super::formula::{Access, Extent, Formula, Valid};
use super::frame::INDEX;
use super::parameters::{as_variable, as_writable, without_const};
use super::requirements::{count, in_order};
use super::whole::Around;

pub const ALONE: &str = "__linchpin_alone_";
/// What a function with a contract is called that has a body.
pub const REAL: &str = c_sema::MADE_ROOM;
/// The same of one without body.
pub const OUTSIDE: &str = "_linchpin_outside_";
/// A call of such a function decides whether the pointer to a made object is null.
pub const NULL_CHOICE: &str = "__VERIFIER_nondet_null_";
/// A call of such a function gives a place its number.
pub const CHOSEN: &str = "__VERIFIER_nondet_at_";
const BROKEN: &str = "__linchpin_broken_";
/// What a fault begins with where a function is called as it does not allow.
pub const PRECONDITION: &str = "precondition fails: ";
/// Asks whether so many bytes can be accessed at a place.
pub const ACCESSIBLE: &str = "__linchpin_accessible";
pub const WRITABLE: &str = "__linchpin_writable";
pub const ASSUME: &str = "__VERIFIER_assume_abort_if_not";
pub const RESULT: &str = "__linchpin_result";

/// Declarations before the first line of a part.
pub fn declarations(broken: &[Broken]) -> String {
    let mut text = String::from(
        "void __VERIFIER_assume_abort_if_not(int); \
         void __linchpin_any_bytes(void *, __typeof__(sizeof 0)); \
         void __linchpin_unmodelled_bytes(void *, __typeof__(sizeof 0)); \
         void __linchpin_unsupported(void); \
         void __linchpin_accessible(void *, __typeof__(sizeof 0)); \
         void __linchpin_writable(void *, __typeof__(sizeof 0)); \
         static void __linchpin_go_to_end(const char *s) { while (*s) s++; } \
         unsigned char __VERIFIER_nondet_any_uchar(void); unsigned int __VERIFIER_nondet_any_uint(void); ",
    );
    for it in broken {
        let _ = write!(text, "void {}(void); ", it.name);
    }
    text.push('\n');
    text
}

/// Definitions for a linker, which others replace.
pub fn stand_ins(broken: &[Broken]) -> String {
    const ON_BYTES: [&str; 4] = [
        "__linchpin_any_bytes",
        "__linchpin_unmodelled_bytes",
        "__linchpin_accessible",
        "__linchpin_writable",
    ];
    const WEAK: &str = "__attribute__((weak))";
    let mut text = format!(
        "\n{WEAK} void __VERIFIER_assume_abort_if_not(int holds) {{ if (!holds) __builtin_abort(); }} \
         {WEAK} void __linchpin_unsupported(void) {{ }} \
         {WEAK} unsigned char __VERIFIER_nondet_any_uchar(void) {{ return 0; }} \
         {WEAK} unsigned int __VERIFIER_nondet_any_uint(void) {{ return 0; }} \
         {WEAK} unsigned int {INDEX}(void) {{ return 0; }} "
    );
    for name in ON_BYTES {
        let _ = write!(text, "{WEAK} void {name}(void *p, __typeof__(sizeof 0) n) {{ }} ");
    }
    for it in broken {
        let _ = write!(text, "{WEAK} void {}(void) {{ }} ", it.name);
    }
    text.push('\n');
    text
}

/// A length that is small but for one choice, which is for the runs.
const ANY_LENGTH: &str = "static unsigned long __linchpin_any_length(void) { \
    unsigned char n = __VERIFIER_nondet_any_uchar(); \
    return n != 171 ? n : __VERIFIER_nondet_any_uint() >> 2; }";

/// A function whose call means that something that was said does not hold.
#[derive(Clone, Debug)]
pub struct Broken {
    pub name: String,
    /// What does not hold.
    pub what: String,
    /// That it does not, in the words for a fault.
    pub fault: String,
    /// The function whose contract says it.
    pub about: Option<String>,
    /// The clause.
    pub span: Span,
}

/// Writes code behind a part.
pub struct Writer<'s> {
    source: &'s Source,
    pub text: String,
    pub broken: Vec<Broken>,
    /// Functions that ask for what holds at every moment, and the clauses.
    pub always: Vec<(String, Span)>,
    pub n_olds: usize,
    /// The parameters of the function whose contract is written.
    pub parameters: Vec<String>,
    /// Stretches of the text that look at what is before a call, for what is promised behind it.
    pub olds: Vec<std::ops::Range<usize>>,
    pub diagnostics: Diagnostics,
    /// Stretches of the text that come from clauses, with the clause.
    pub clauses: Vec<(std::ops::Range<usize>, Span)>,
}

impl<'s> Writer<'s> {
    pub fn new(source: &'s Source) -> Self {
        Self {
            source,
            text: String::new(),
            broken: Vec::new(),
            always: Vec::new(),
            n_olds: 0,
            parameters: Vec::new(),
            olds: Vec::new(),
            diagnostics: Diagnostics::new(),
            clauses: Vec::new(),
        }
    }

    /// What follows stands in the line of this place.
    pub(super) fn stand_at(&mut self, span: Span) {
        let position = self.source.position(span.lo);
        let file = position.file.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = write!(self.text, "\n# {} \"{file}\"\n", position.line);
    }

    /// Says that something does not hold: the name of the function to call.
    pub(super) fn breaks(
        &mut self,
        (what, fault, about): (String, String, Option<&str>),
        span: Span,
    ) -> String {
        let name = format!("{BROKEN}{}", self.broken.len());
        let about = about.map(str::to_owned);
        self.broken.push(Broken { name: name.clone(), what, fault, about, span });
        name
    }

    pub(super) fn push_clause(&mut self, code: &str, span: Span) {
        let lo = self.text.len();
        self.text.push_str(code);
        self.clauses.push((lo..self.text.len(), span));
    }

    fn push_olds(&mut self, code: &str, span: Span) {
        let lo = self.text.len();
        self.push_clause(code, span);
        self.olds.push(lo..self.text.len());
    }

    /// The function that calls `name` with all that is allowed.
    pub fn alone(
        &mut self,
        (name, span): (&str, Span),
        head: &Head,
        arguments: &mut Arguments<'_>,
        contract: Option<&Contract>,
    ) {
        self.stand_at(span);
        self.text.push_str(ANY_LENGTH);
        self.stand_at(span);
        // Where pointers come from is ours alone: as parameters they could lead anywhere.
        let is_local = |name: &str| arguments.locals.iter().any(|it| it == name);
        let (made, taken): (Vec<_>, Vec<_>) =
            head.params.iter().partition(|(_, name)| is_local(name));
        let taken: Vec<&str> = taken.iter().map(|(text, _)| text.as_str()).collect();
        let taken = if taken.is_empty() { "void".to_owned() } else { taken.join(", ") };
        let _ = write!(self.text, "void {ALONE}{name}({taken}) {{ ");
        for (text, name) in made {
            let variable = as_variable(text, name);
            // A record that is static is never indeterminate, whoever looks at it.
            let _ = match arguments.is_record(name) {
                true => write!(self.text, "static {}; ", without_const(&variable)),
                false => write!(self.text, "{}; ", as_writable(&variable, name)),
            };
        }
        self.text.push_str(&arguments.code());
        let is_constant = |length: &str| length.bytes().all(|byte| byte.is_ascii_digit());
        let (known, others): (Vec<_>, Vec<_>) =
            arguments.arrays.clone().into_iter().partition(|(_, length)| is_constant(length));
        for (pointer, length) in &known {
            self.make_array(pointer, length, span, arguments);
        }
        let (requires, ensures): (&[Said], &[Said]) = match contract {
            Some(contract) => (&contract.requires, &contract.ensures),
            None => (&[], &[]),
        };
        self.one_extent_each(requires);
        for (part, span) in in_order(requires) {
            self.stand_at(span);
            let n_made = arguments.made.len();
            let code = self.make(part, span, arguments);
            match part {
                Formula::Valid(valid) => arguments.keep_valid(valid, n_made),
                // What is made in some cases has no name behind them.
                _ => arguments.leave_made(n_made),
            }
            self.push_clause(&code, span);
        }
        for (pointer, length) in &others {
            self.make_array(pointer, length, span, arguments);
        }
        let frame = contract.and_then(|contract| self.frame(contract, arguments));
        self.parameters = head.params.iter().map(|(_, name)| name.clone()).collect();
        let (olds, ensures) = self.without_olds(ensures);
        self.push_olds(&olds, contract.map_or(span, |it| it.span));
        if let Some((before, _, clause)) = &frame {
            self.stand_at(*clause);
            self.push_olds(before, *clause);
        }
        self.stand_at(span);
        let prefix = if contract.is_some() { REAL } else { "" };
        let call = call(&format!("{prefix}{name}"), head);
        let _ = match is_void(head) {
            true => write!(self.text, "{call}; "),
            // What is returned is not lost.
            false => write!(
                self.text,
                "__typeof__({call}) {RESULT} = {call}; static __typeof__((0, {call})) __linchpin_kept; {} ",
                match arguments.gives_record {
                    true =>
                        format!("__builtin_memcpy(&__linchpin_kept, &{RESULT}, sizeof {RESULT});"),
                    false => format!("__linchpin_kept = {RESULT};"),
                }
            ),
        };
        self.promises(name, &ensures);
        if let Some((_, behind, clause)) = &frame {
            self.stand_at(*clause);
            self.push_clause(behind, *clause);
        }
        self.text.push_str("}\n");
    }

    /// The function that is called in place of the one with the contract.
    pub fn checked(&mut self, contract: &Contract, asks: Asks, around: Option<&Around>) {
        let Contract { name, head, requires, ensures, .. } = contract;
        let is_void = is_void(head);
        self.stand_at(contract.span);
        let taken: Vec<String> =
            head.params.iter().map(|(text, name)| as_variable(text, name)).collect();
        let taken = if taken.is_empty() { "void".to_owned() } else { taken.join(", ") };
        let result = &head.result;
        let inner = match asks {
            Asks::NoBody => format!("{OUTSIDE}{name}"),
            Asks::Everything | Asks::Requirements => format!("{REAL}{name}"),
        };
        if asks == Asks::NoBody {
            // What it changes is said beside it.
            let purity = if around.is_some() { "__attribute__((pure)) " } else { "" };
            let _ = write!(self.text, "{purity}{result} {inner}({taken}); ");
        }
        let _ = write!(self.text, "{result} {name}({taken}) {{ ");
        for said in requires {
            for part in said.formula.conjuncts() {
                self.stand_at(said.span);
                let told = told(said, part);
                let what = format!("`{name}` is called as it requires: `{told}`");
                let fault = format!("{PRECONDITION}`{name}` requires `{told}`");
                self.ask(part, (what, fault, name), said.span);
            }
        }
        let ensures: &[Said] = if asks == Asks::Requirements { &[] } else { ensures };
        self.parameters = head.params.iter().map(|(_, name)| name.clone()).collect();
        let (olds, ensures) = self.without_olds(ensures);
        self.push_olds(&olds, contract.span);
        if let Some(around) = around {
            self.stand_at(around.clause);
            self.push_olds(&around.before, around.clause);
        }
        self.stand_at(contract.span);
        let call = call(&inner, head);
        let _ = match is_void {
            true => write!(self.text, "{call}; "),
            false => write!(self.text, "{result} {RESULT} = {call}; "),
        };
        match asks {
            // What nobody can look into is believed.
            Asks::NoBody => {
                if let Some(around) = around {
                    self.push_olds(&around.behind, around.clause);
                }
                // Where it gives what is valid, nobody knows what that is.
                if ensures.iter().any(|said| !said.formula.valid_parts().is_empty()) && !is_void {
                    let code = format!(
                        "__linchpin_unmodelled_bytes((void *)&{RESULT}, sizeof {RESULT}); "
                    );
                    self.text.push_str(&code);
                }
                for said in ensures.iter().filter(|said| said.formula.valid_parts().is_empty()) {
                    let code = format!("{ASSUME}(!!({})); ", in_c(&said.formula.in_c()));
                    self.push_clause(&code, said.span);
                }
            }
            Asks::Everything | Asks::Requirements => {
                self.promises(name, &ensures);
                if let Some(around) = around {
                    self.stand_at(around.clause);
                    self.push_clause(&around.behind, around.clause);
                }
            }
        }
        self.text.push_str(if is_void { "}\n" } else { "return __linchpin_result; }\n" });
    }

    fn promises(&mut self, name: &str, ensures: &[Said]) {
        for said in ensures {
            for part in said.formula.conjuncts() {
                self.stand_at(said.span);
                let what = format!("`{name}` keeps its contract: `ensures {}`", told(said, part));
                let fault = format!("postcondition fails: `{name}` ensures `{}`", told(said, part));
                self.ask(part, (what, fault, name), said.span);
            }
        }
    }

    /// Asks whether a part holds.
    fn ask(&mut self, part: &Formula, (what, fault, about): (String, String, &str), span: Span) {
        let code = match self.question(part, (&what, &fault, about), span) {
            Some(code) => code,
            None => {
                let message = "what is valid can be asked about alone, or under one condition";
                self.diagnostics.push(Diagnostic::error("E0952", span, message));
                return;
            }
        };
        self.push_clause(&code, span);
    }

    /// The code that asks; none where C cannot say it.
    fn question(
        &mut self,
        part: &Formula,
        whose: (&str, &str, &str),
        span: Span,
    ) -> Option<String> {
        if part.valid_parts().is_empty() {
            let (what, fault, about) = whose;
            let broken = self.breaks((what.to_owned(), fault.to_owned(), Some(about)), span);
            return Some(format!("if (!({})) {broken}(); ", in_c(&part.in_c())));
        }
        match part {
            Formula::Valid(valid) => Some(touch(valid)),
            Formula::And(parts) => {
                parts.iter().map(|part| self.question(part, whose, span)).collect()
            }
            Formula::Implies(premise, rest) if premise.valid_parts().is_empty() => {
                let rest = self.question(rest, whose, span)?;
                Some(format!("if ({}) {{ {rest} }} ", in_c(&premise.in_c())))
            }
            // Where nothing else holds, what is valid has to.
            Formula::Or(parts) => {
                let (valid, plain): (Vec<&Formula>, Vec<&Formula>) =
                    parts.iter().partition(|part| !part.valid_parts().is_empty());
                let [valid] = valid[..] else { return None };
                let rest = self.question(valid, whose, span)?;
                let plain: Vec<String> = plain.iter().map(|part| in_c(&part.in_c())).collect();
                Some(format!("if (!({})) {{ {rest} }} ", plain.join(" || ")))
            }
            Formula::Implies(..) | Formula::C(_) => None,
        }
    }

    /// A statement that asks about a claim inside of a body.
    pub fn claim(&mut self, said: &Said, what: &str) -> Option<Vec<(String, String)>> {
        let mut asked = Vec::new();
        for part in said.formula.conjuncts() {
            if !part.valid_parts().is_empty()
                || said.text.contains("\\old")
                || said.text.contains("\\result")
            {
                let message = "only conditions of C can stand here";
                self.diagnostics.push(Diagnostic::error("E0952", said.span, message));
                return None;
            }
            let said_of = told(said, part);
            let fault = format!("{} fails: `{said_of}`", what.trim_start_matches("the "));
            let what = format!("{what} `{said_of}` holds");
            let broken = self.breaks((what, fault, None), said.span);
            asked.push((in_c(&part.in_c()), broken));
        }
        Some(asked)
    }
}

/// What is asked at calls of a function with a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Everything,
    /// The function has no body: what it promises is believed.
    NoBody,
    /// What it promises is asked where it is looked at by itself.
    Requirements,
}

fn call(name: &str, head: &Head) -> String {
    let names: Vec<&str> = head.params.iter().map(|(_, name)| name.as_str()).collect();
    format!("{name}({})", names.join(", "))
}

/// One conjunct as it is written, where the clause has no others.
fn told(said: &Said, part: &Formula) -> String {
    match (&said.formula, part) {
        (Formula::And(_), Formula::C(condition)) => condition.told.clone(),
        _ => said.text.clone(),
    }
}

/// Asks whether elements can be accessed.
fn touch(valid: &Valid) -> String {
    let pointer = in_c(&valid.pointer);
    let ask = match valid.access {
        Access::Read => ACCESSIBLE,
        Access::ReadAndWrite => WRITABLE,
    };
    match &valid.extent {
        Extent::One => format!("{ask}((void *)({pointer}), sizeof *({pointer})); "),
        // Going to its end reads it.
        Extent::String => format!("__linchpin_go_to_end((const char *)({pointer})); "),
        Extent::Range(low, high) => {
            let count = count(high);
            format!(
                "if (({count}) > ({low})) {ask}((void *)(({pointer}) + ({low})), \
                 (unsigned long)(({count}) - ({low})) * sizeof *({pointer})); "
            )
        }
    }
}

/// The words of ACSL as C.
pub fn in_c(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let len = match letter == '\\' || is_word(letter) {
            true => {
                letter.len_utf8()
                    + rest[letter.len_utf8()..].chars().take_while(|it| is_word(*it)).count()
            }
            false => letter.len_utf8(),
        };
        let (word, behind) = rest.split_at(len);
        code.push_str(match word {
            "\\result" => RESULT,
            "\\null" | "NULL" => "((void *)0)",
            "\\true" => "1",
            "\\false" => "0",
            word => word,
        });
        rest = behind;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_acsl_become_c() {
        assert_eq!(
            in_c("\\result == \\null || x1NULL"),
            "__linchpin_result == ((void *)0) || x1NULL"
        );
    }
}
