//! `\old(e)`: values from before the call, as variables that are set there.
//!
//! ```text
//!   ensures p != 0 ==> *p == \old(*p) + 1
//!
//!   int old_0 = 0; if (p != 0) old_0 = *p;      before the call
//!   if (!(p != 0) || *p == old_0 + 1) …         behind it
//! ```
//!
//! A premise keeps the value from being looked at only if it says the same before the call and behind it;
//! what goes wrong in looking at others leaves the promise open ([`Writer::olds`]).

use std::fmt::Write;

use super::contract::Said;
use super::formula::Formula;
use super::harness::{Writer, in_c};

impl Writer<'_> {
    /// The clauses with `\old(x)` as a variable that is set before.
    pub fn without_olds(&mut self, clauses: &[Said]) -> (String, Vec<Said>) {
        let mut code = String::new();
        let mut done = Vec::new();
        for said in clauses {
            let mut said = said.clone();
            self.replace_olds(&mut said.formula, None, &mut code);
            done.push(said);
        }
        (code, done)
    }

    fn replace_olds(&mut self, formula: &mut Formula, premise: Option<&str>, code: &mut String) {
        match formula {
            Formula::And(parts) => {
                parts.iter_mut().for_each(|part| self.replace_olds(part, premise, code));
            }
            // What stands behind another is looked at where that does not hold.
            Formula::Or(parts) => {
                let mut guards: Vec<String> = premise.iter().map(|it| (*it).to_owned()).collect();
                for part in parts {
                    let guard = guards.join(" && ");
                    let premise = (!guard.is_empty()).then_some(guard.as_str());
                    let before = in_c(&part.in_c());
                    self.replace_olds(part, premise, code);
                    if self.is_lasting(&before) {
                        guards.push(format!("!{before}"));
                    }
                }
            }
            Formula::Implies(left, right) => {
                let guard = in_c(&left.in_c());
                self.replace_olds(left, premise, code);
                let guard = match premise {
                    Some(premise) => format!("({premise}) && {guard}"),
                    None => guard,
                };
                let premise = if self.is_lasting(&guard) { Some(guard.as_str()) } else { premise };
                self.replace_olds(right, premise, code);
            }
            Formula::Valid(valid) => self.replace_old(&mut valid.pointer, premise, code),
            Formula::C(condition) => self.replace_old(&mut condition.code, premise, code),
        }
    }

    fn replace_old(&mut self, text: &mut String, premise: Option<&str>, code: &mut String) {
        while let Some(at) = text.find("\\old") {
            let behind = &text[at + 4..];
            let open = behind.len() - behind.trim_start().len();
            let Some(inner) = behind.trim_start().strip_prefix('(') else { break };
            let mut depth = 1usize;
            let end = inner.find(|letter| {
                match letter {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            let Some(end) = end else { break };
            let variable = format!("__linchpin_old_{}", self.n_olds);
            self.n_olds += 1;
            let value = in_c(&inner[..end]);
            // Under a premise it is looked at only where that holds before the call.
            let _ = match premise {
                None => write!(code, "__typeof__({value}) {variable} = {value}; "),
                Some(premise) => write!(
                    code,
                    "__typeof__((0, {value})) {variable} = {{0}}; if ({premise}) {variable} = {value}; "
                ),
            };
            let rest = at + 4 + open + 1 + end + 1;
            *text = format!("{}{variable}{}", &text[..at], &text[rest..]);
        }
    }

    /// Whether a condition says the same before the call and behind it: parameters and numbers do.
    fn is_lasting(&self, condition: &str) -> bool {
        let looks = condition.contains(['*', '[', '.', '&']) && !is_only_joined(condition)
            || condition.contains("->")
            || condition.contains('\\');
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let mut words = condition.split(|it| !is_word(it)).filter(|it| !it.is_empty());
        !looks
            && words.all(|word| {
                let is_number = word.starts_with(|it: char| it.is_ascii_digit());
                is_number || word == "void" || self.parameters.iter().any(|it| it == word)
            })
    }
}

/// Whether `*` and `&` are only those of null pointers and of conditions that are joined.
fn is_only_joined(condition: &str) -> bool {
    !condition.replace("&&", "").replace("((void *)0)", "").contains(['*', '[', '.', '&'])
}
