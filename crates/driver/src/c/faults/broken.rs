//! What people said must hold, or never happen, and did; and the rules of the language that have no
//! kind of their own.

use ir::{CheckId, Condition};
use verdict::CheckKind;

use super::Teller;
use super::values::{Values, behind};

impl Teller<'_> {
    /// "assertion fails: `x == 3` (`x` is 4)"
    pub(super) fn assertion(&self, check: CheckId, values: Values<'_>) -> String {
        let what = self.asserted(check);
        let told = self.told_values(values);
        match told.is_empty() {
            true => what,
            false => format!("{what} ({})", told.join(", ")),
        }
    }

    fn asserted(&self, check: CheckId) -> String {
        let text = &*self.program.checks[check].text;
        let asserted = text.strip_prefix("assertion `").and_then(|it| it.strip_suffix("` holds"));
        match asserted {
            Some(asserted) => format!("assertion fails: `{asserted}`"),
            None => "assertion fails".to_owned(),
        }
    }

    /// What has a name of its own although nothing is known but that the check fails.
    pub(super) fn reached(&self, check: CheckId) -> Option<String> {
        let text = &*self.program.checks[check].text;
        match self.program.checks[check].kind {
            CheckKind::UnreachCall => {
                let function = text.strip_suffix(" is never called");
                let label = text.strip_suffix(" is never reached");
                let told = function.map(|it| format!("{it} is called"));
                told.or_else(|| label.map(|it| format!("{it} is reached")))
            }
            CheckKind::Assertion => Some(self.asserted(check)),
            CheckKind::Callee => {
                let call = text.strip_suffix(" are those of the definition")?;
                Some(format!("{call} are not those of the definition"))
            }
            _ => None,
        }
    }

    /// Undefined behaviour without a kind of its own.
    pub(super) fn undefined(
        &self,
        check: CheckId,
        condition: &Condition,
        values: Values<'_>,
        text: Option<&str>,
    ) -> Option<String> {
        let rule = &*self.program.checks[check].text;
        if let Condition::Apart { .. } = condition {
            return self.overlap(check, condition, values, text);
        }
        let compared = || {
            let operand = self.compared(values.root()?.expr)?;
            self.number(values, operand)
        };
        if rule == "the call gives a value" {
            let call = self.source.one_line(self.program.checks[check].span);
            return Some(format!("no result: `{call}` ends without a value, which is used"));
        }
        if rule == "no run comes here" {
            let call = self.source.one_line(self.program.checks[check].span);
            return Some(format!("`{call}` is reached"));
        }
        if rule.starts_with("the effects of") {
            return Some(format!("unsequenced effects{}", behind(text)));
        }
        if rule.starts_with("the length `") {
            return Some(format!("array of {} elements: `{}`", compared()?, text?));
        }
        if rule.ends_with("` is 0 or 1") {
            return Some(format!("`{}` is {}, and a `_Bool` is 0 or 1", text?, compared()?));
        }
        if rule.starts_with("the argument of `") && rule.ends_with("is not zero") {
            return Some(format!("the argument of `{}` is 0", text?));
        }
        if rule.ends_with("` does not return") {
            return Some(format!("`{}` returns, and is declared not to", text?));
        }
        if rule.ends_with("fetches an argument as it was passed") {
            return Some(format!("`{}` fetches an argument of another type", text?));
        }
        negated(rule)
    }
}

/// The contrary of a rule whose last verb is `is` or `has`.
pub(super) fn negated(rule: &str) -> Option<String> {
    let verbs = [" is ", " has "];
    let (at, verb) = verbs.iter().filter_map(|verb| Some((rule.rfind(verb)?, *verb))).max()?;
    let (before, behind) = (&rule[..at], &rule[at + verb.len()..]);
    Some(match behind.strip_prefix("not ") {
        Some(behind) => format!("{before}{verb}{behind}"),
        None => format!("{before}{verb}not {behind}"),
    })
}

#[cfg(test)]
mod tests {
    use super::negated;

    #[test]
    fn rules_are_turned_round_at_their_last_verb() {
        let is = |rule, contrary: &str| assert_eq!(negated(rule).as_deref(), Some(contrary));
        is("a mutex that is destroyed is not held", "a mutex that is destroyed is held");
        is("`f` is given an unsigned char", "`f` is not given an unsigned char");
        is(
            "an argument has the type that `%d` asks for",
            "an argument has not the type that `%d` asks for",
        );
        assert_eq!(negated("all goes well"), None);
    }
}
