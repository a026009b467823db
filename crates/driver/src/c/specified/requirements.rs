//! Makes what a contract requires so, for the call that tries a function by itself.
//!
//! Conditions are assumed; what is valid is made: so many elements with anything in them, and the pointer
//! set to the first. Of two ways one is chosen. What looks behind a pointer comes after what says that
//! there is something.

use source::{Diagnostic, Span};

use super::arguments::{Arguments, MadeExtent, compact};
use super::contract::Said;
use super::formula::{Access, Extent, Formula, Valid};
use super::harness::{ASSUME, Writer, in_c};

/// Bytes of the largest array that is required to be there.
const MAX_BYTES: &str = "0x7fffffffUL";

impl Writer<'_> {
    /// A pointer leads to one number of elements.
    pub fn one_extent_each(&mut self, requires: &[Said]) {
        let mut known: Vec<String> = Vec::new();
        for said in requires {
            for part in said.formula.conjuncts() {
                let Formula::Valid(valid) = part else { continue };
                let pointer = compact(valid.place());
                if valid.extent != Extent::One && known.contains(&pointer) {
                    let message = format!("two clauses say how much there is behind `{pointer}`");
                    self.diagnostics.push(Diagnostic::error("E0952", said.span, message));
                }
                if valid.extent != Extent::One {
                    known.push(pointer);
                }
            }
        }
    }

    /// Makes what is required so.
    pub fn make(&mut self, formula: &Formula, span: Span, arguments: &mut Arguments<'_>) -> String {
        match formula {
            Formula::And(parts) => {
                parts.iter().map(|part| self.make(part, span, arguments)).collect()
            }
            Formula::Or(parts) if formula.valid_parts().is_empty() => assume_any(parts),
            Formula::Or(parts) => {
                let made: Vec<String> =
                    parts.iter().map(|part| self.make(part, span, arguments)).collect();
                let last = made.len() - 1;
                let ways = made.iter().enumerate().map(|(index, code)| match index == last {
                    true => format!("{{ {code} }} "),
                    false => format!("if ((__VERIFIER_nondet_any_uchar() & 1)) {{ {code} }} else "),
                });
                ways.collect()
            }
            Formula::Implies(left, right) => {
                if !left.valid_parts().is_empty() {
                    let message = "what is valid cannot be a premise";
                    self.diagnostics.push(Diagnostic::error("E0952", span, message));
                }
                let right = self.make(right, span, arguments);
                format!("if ({}) {{ {right} }} ", in_c(&left.in_c()))
            }
            Formula::Valid(valid) => self.make_valid(valid, span, arguments),
            Formula::C(_) => {
                format!("{ASSUME}(!!({})); ", in_c(&formula.in_c()))
            }
        }
    }

    /// An array among the parameters has the length that it is declared with.
    pub fn make_array(
        &mut self,
        pointer: &str,
        length: &str,
        span: Span,
        arguments: &mut Arguments<'_>,
    ) {
        let extent = Extent::Range("0".to_owned(), format!("{length} - 1"));
        let (pointer, access) = (pointer.to_owned(), Access::ReadAndWrite);
        let (valid, n_made) = (Valid { pointer, extent, access }, arguments.made.len());
        let code = self.make_valid(&valid, span, arguments);
        arguments.keep_valid(&valid, n_made);
        self.text.push_str(&code);
    }

    fn make_valid(&mut self, valid: &Valid, span: Span, arguments: &mut Arguments<'_>) -> String {
        let (pointer, written) = (in_c(&valid.pointer), in_c(valid.place()));
        let (allocate, keep) = (arguments.allocate(), arguments.keep());
        // A member may be constant where the function sees it.
        let is_name = written.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        let place = match is_name {
            true => written.clone(),
            false => format!("*(__typeof__((0, {written})) *)&({written})"),
        };
        let only = Extent::Range("0".to_owned(), "0".to_owned());
        let extent = match (&valid.extent, valid.cast()) {
            // What its own type would make of it is not what is meant.
            (Extent::One, Some(_)) => &only,
            (extent, _) => extent,
        };
        match extent {
            Extent::Range(..)
                if valid.extent == Extent::One
                    && arguments.is_never_freed()
                    && valid
                        .cast()
                        .is_some_and(|(element, _)| arguments.holds_numbers(element)) =>
            {
                let name = arguments.name(&written, MadeExtent::AsRequired);
                format!(
                    "static __typeof__((0, *({pointer}))) {name}; \
                     __linchpin_any_bytes((void *)&{name}, sizeof {name}); \
                     {place} = (void *)&{name}; "
                )
            }
            Extent::One if arguments.is_made(&pointer) => {
                format!("{ASSUME}(({pointer}) != 0); ")
            }
            Extent::One => {
                let name = arguments.name(&pointer, MadeExtent::AsRequired);
                format!(
                    "{keep}__typeof__((0, {pointer})) {name}; {name} = {allocate}(sizeof *({pointer})); \
                     {ASSUME}({name} != 0); \
                     __linchpin_unmodelled_bytes((void *){name}, sizeof *{name}); \
                     {place} = {name}; "
                )
            }
            Extent::Range(low, high) => {
                if low.trim() != "0" {
                    let message = "a range that is required begins at 0";
                    self.diagnostics.push(Diagnostic::error("E0952", span, message));
                }
                // Where pointers are among the bytes, nobody knows where they lead.
                let is_of_numbers = match valid.cast() {
                    Some((element, _)) => arguments.holds_numbers(element),
                    None => arguments.leads_to_numbers(&pointer),
                };
                let unknown = match is_of_numbers {
                    true => "__linchpin_any_bytes",
                    false => "__linchpin_unmodelled_bytes",
                };
                let count = count(high);
                let name = arguments.name(&written, MadeExtent::AsRequired);
                // No object has so many elements that their number wraps.
                let no_wrap = match count.contains("0UL") {
                    true => {
                        let high = in_c(high);
                        format!("{ASSUME}(({high}) < 0 || (unsigned long)({high}) + 1 != 0); ")
                    }
                    false => String::new(),
                };
                format!(
                    "{no_wrap}{ASSUME}(!(({count}) > 0) || \
                     (unsigned long)({count}) <= {MAX_BYTES} / sizeof *({pointer})); \
                     unsigned long {name}_n = ({count}) > 0 ? (unsigned long)({count}) : 0; \
                     {keep}void *{name}; {name} = {allocate}({name}_n * sizeof *({pointer})); \
                     {ASSUME}({name} != 0); \
                     {unknown}({name}, {name}_n * sizeof *({pointer})); \
                     {place} = (void *){name}; "
                )
            }
            Extent::String => {
                let name = arguments.name(&written, MadeExtent::String);
                format!(
                    "unsigned long {name}_length = __linchpin_any_length(); \
                     {keep}char *{name}; {name} = {allocate}({name}_length + 1); {ASSUME}({name} != 0); \
                     __linchpin_any_bytes({name}, {name}_length); {name}[{name}_length] = 0; \
                     {place} = (void *){name}; "
                )
            }
        }
    }
}

/// The conjuncts of clauses, those that look behind a pointer after the one that says what is there.
pub fn in_order(requires: &[Said]) -> Vec<(&Formula, Span)> {
    let parts = requires
        .iter()
        .flat_map(|said| said.formula.conjuncts().into_iter().map(|part| (part, said.span)));
    let mut waiting: Vec<(&Formula, Span)> = parts.collect();
    let mut ordered = Vec::new();
    while !waiting.is_empty() {
        let is_blocked = |index: usize| {
            let (part, _) = waiting[index];
            let Formula::C(condition) = part else { return false };
            let looks = condition.code.contains(['*', '[']) || condition.code.contains("->");
            looks
                && waiting[index + 1..].iter().any(|(other, _)| match other {
                    Formula::Valid(valid) => mentions(&condition.code, first_word(valid.place())),
                    _ => false,
                })
        };
        let next = (0..waiting.len()).find(|index| !is_blocked(*index)).unwrap_or(0);
        ordered.push(waiting.remove(next));
    }
    ordered
}

fn first_word(text: &str) -> &str {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let text = text.trim_start_matches(|it| !is_word(it));
    &text[..text.find(|it| !is_word(it)).unwrap_or(text.len())]
}

/// Whether a word stands in a text.
pub fn mentions(text: &str, word: &str) -> bool {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    !word.is_empty() && text.split(|it| !is_word(it)).any(|it| it == word)
}

fn assume_any(parts: &[Formula]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| in_c(&part.in_c())).collect();
    format!("{ASSUME}({}); ", parts.join(" || "))
}

/// The number of elements up to the last index: `n` for `n - 1`, also where `n` has no sign.
pub fn count(high: &str) -> String {
    let high = in_c(high);
    let is_outer = |text: &str| {
        let depth = text.bytes().fold(0i32, |depth, byte| match byte {
            b'(' | b'[' => depth + 1,
            b')' | b']' => depth - 1,
            _ => depth,
        });
        depth == 0
    };
    let before = high.trim_end().strip_suffix('1').map(str::trim_end);
    match before.and_then(|before| before.strip_suffix('-')) {
        Some(count)
            if is_outer(count) && !count.trim().is_empty() && !count.trim_end().ends_with('-') =>
        {
            count.trim().to_owned()
        }
        _ => format!("(({high}) < 0 ? 0UL : (unsigned long)({high}) + 1)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_counted_without_wrapping() {
        assert_eq!(count("n - 1"), "n");
        assert_eq!(count("p->n-1"), "p->n");
        assert_eq!(count("n"), "((n) < 0 ? 0UL : (unsigned long)(n) + 1)");
        assert_eq!(
            count("2 * (n - 1)"),
            "((2 * (n - 1)) < 0 ? 0UL : (unsigned long)(2 * (n - 1)) + 1)"
        );
        assert_eq!(count("9"), "((9) < 0 ? 0UL : (unsigned long)(9) + 1)");
        assert_eq!(count("n - 11"), "((n - 11) < 0 ? 0UL : (unsigned long)(n - 11) + 1)");
    }
}
