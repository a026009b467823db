//! The inputs of a failing run, as people would hand them to the program.
//!
//! A run asks for one value at a time: each byte of `argv[1]`, each byte of a line, the same call
//! in each round of a loop. Told like that, nobody sees that the program was started with one long
//! word. So what `main` was called with and what was read from the standard input are shown as
//! strings, and values that one place asks for in a row stand in one line:
//!
//! ```text
//! `argc` = 2
//! `argv[1]` = "\177" (255 times)
//! `__VERIFIER_nondet_int()` = 3, 3, 7, ... (40 values) at a.c:5:13
//! ```
//!
//! Where the environment of the run is not known as a whole (`Environment::obstacles`), or somebody
//! outside the program acts in it, every value stays in the list: nothing is hidden that no string
//! tells.

use source::Span;
use verdict::{Arguments, ChosenInput, Environment, InputOrigin, Violation};

/// Values of one place that are told one by one.
const MAX_VALUES: usize = 8;
/// Bytes of a string that are shown.
const MAX_BYTES: usize = 48;
/// From here on a string of one byte again and again is told by that byte.
const MIN_REPEATED: usize = 8;

/// One line about the inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub what: String,
    pub value: String,
    /// Where it is asked for; none for what is there before the run starts.
    pub span: Option<Span>,
}

/// How lists of values are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Long rows are cut.
    Folded,
    All,
}

/// What the run was given, in the order in which it asked.
pub fn given(violation: &Violation, values: Values) -> Vec<Given> {
    let environment = &violation.environment;
    let mut lines = Vec::new();
    let starts_in_main = violation.steps.first().is_some_and(|step| step.function == "main");
    let says_nothing =
        |input: &ChosenInput| is_stream(input) || starts_in_main && is_unused_argument(input);
    let has_pointers = environment
        .pointers
        .keys()
        .any(|index| violation.inputs.get(*index).is_none_or(|input| !says_nothing(input)));
    let is_told = is_told_by_strings(environment) && !has_pointers;
    let has_arguments = is_told || !is_acted_on(environment) && !has_pointers;
    if has_arguments {
        lines.extend(environment.arguments.iter().flat_map(arguments));
    }
    if is_told {
        lines.extend(environment.input.as_deref().map(|bytes| Given {
            what: "the standard input".to_owned(),
            value: quoted(bytes),
            span: None,
        }));
    }
    let is_left = |index: &usize| {
        let is_of_arguments = has_arguments
            && environment.arguments.is_some()
            && environment.of_arguments.contains(index);
        let is_covered = is_told && environment.covered.contains(index);
        !(is_of_arguments || is_covered || says_nothing(&violation.inputs[*index]))
    };
    let left = (0..violation.inputs.len()).filter(is_left);
    lines.extend(folded(left.filter_map(|index| one(violation, index)), values));
    lines
}

/// An input by itself; of those that decide what a call gives, the first stands for the result.
fn one(violation: &Violation, index: usize) -> Option<Given> {
    let results = &violation.environment.results;
    let Some(result) = results.iter().find(|result| result.inputs.contains(&index)) else {
        let input = &violation.inputs[index];
        return Some(Given {
            what: input.what.clone(),
            value: input.value.clone(),
            span: input.span,
        });
    };
    (result.inputs.first() == Some(&index)).then(|| Given {
        what: format!("the result of `{}`", result.function),
        value: result.value.clone(),
        span: Some(result.span),
    })
}

/// `argv` of a program that never looks at it: nobody made strings for it to lead to, and it is not null.
fn is_unused_argument(input: &ChosenInput) -> bool {
    matches!(input.origin, InputOrigin::EntryParameter { index: 1.. }) && input.c_type == "void *"
}

/// Where `stdin` leads says nothing to anybody.
fn is_stream(input: &ChosenInput) -> bool {
    let InputOrigin::ExternVariable { name } = &input.origin else { return false };
    matches!(name.as_str(), "stdin" | "stdout" | "stderr")
}

/// Whether the strings tell all that is covered, and nobody else acts.
fn is_told_by_strings(environment: &Environment) -> bool {
    (environment.input.is_some() || environment.arguments.is_some())
        && environment.obstacles.is_empty()
        && !is_acted_on(environment)
}

/// Whether somebody outside the program changes anything in the run.
fn is_acted_on(environment: &Environment) -> bool {
    let Environment { actions, foreign, foreign_pointers, .. } = environment;
    !(actions.is_empty() && foreign.is_empty() && foreign_pointers.is_empty())
}

fn arguments(arguments: &Arguments) -> Vec<Given> {
    let before = |what: String, value: String| Given { what, value, span: None };
    let strings = |name: &'static str, strings: &[Vec<u8>]| {
        let strings = strings.iter().enumerate();
        strings
            .map(|(index, string)| before(format!("`{name}[{index}]`"), quoted(string)))
            .collect::<Vec<_>>()
    };
    let mut lines = vec![before("`argc`".to_owned(), arguments.arguments.count.to_string())];
    lines.extend(strings("argv", &arguments.arguments.first));
    if let Some(variables) = &arguments.variables {
        lines.push(before("variables of the environment".to_owned(), variables.count.to_string()));
        lines.extend(strings("envp", &variables.first));
    }
    lines
}

/// One line for what the same place asks for again and again.
fn folded(inputs: impl Iterator<Item = Given>, values: Values) -> Vec<Given> {
    let inputs: Vec<Given> = inputs.collect();
    let rows = inputs.chunk_by(|one, next| (&one.what, one.span) == (&next.what, next.span));
    rows.map(|row| Given {
        what: row[0].what.clone(),
        value: listed(row, values),
        span: row[0].span,
    })
    .collect()
}

fn listed(row: &[Given], values: Values) -> String {
    let is_one_value = row.iter().all(|input| input.value == row[0].value);
    if row.len() > 1 && is_one_value {
        return format!("{} ({} times)", row[0].value, row.len());
    }
    let n_shown = match values {
        // Leaving out one value is longer than the value.
        Values::Folded if row.len() > MAX_VALUES + 1 => MAX_VALUES,
        Values::Folded | Values::All => row.len(),
    };
    let shown: Vec<&str> = row[..n_shown].iter().map(|input| input.value.as_str()).collect();
    match row.len() - n_shown {
        0 => shown.join(", "),
        _ => format!("{}, ... ({} values)", shown.join(", "), row.len()),
    }
}

/// Bytes as a string of C.
fn quoted(bytes: &[u8]) -> String {
    match bytes {
        [first, rest @ ..]
            if bytes.len() >= MIN_REPEATED && rest.iter().all(|byte| byte == first) =>
        {
            format!("\"{}\" ({} times)", escaped(&[*first]), bytes.len())
        }
        _ if bytes.len() > MAX_BYTES => {
            format!("\"{}\"... ({} bytes)", escaped(&bytes[..MAX_BYTES]), bytes.len())
        }
        _ => format!("\"{}\"", escaped(bytes)),
    }
}

/// Octal digits end after three, so that no escape runs into what follows it.
fn escaped(bytes: &[u8]) -> String {
    let one = |byte: &u8| match byte {
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'"' => "\\\"".to_owned(),
        b'\\' => "\\\\".to_owned(),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\{byte:03o}"),
    };
    bytes.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(what: &str, value: &str) -> Given {
        Given { span: None, what: what.to_owned(), value: value.to_owned() }
    }

    fn values(inputs: &[(&str, &str)], how: Values) -> Vec<String> {
        let inputs = inputs.iter().map(|(what, value)| input(what, value));
        let line = |given: Given| format!("{} = {}", given.what, given.value);
        folded(inputs, how).into_iter().map(line).collect()
    }

    #[test]
    fn what_one_place_asks_for_stands_in_one_line() {
        let inputs = [("x", "1"), ("x", "2"), ("y", "5"), ("x", "1"), ("x", "1"), ("x", "1")];
        assert_eq!(values(&inputs, Values::Folded), ["x = 1, 2", "y = 5", "x = 1 (3 times)"]);
    }

    #[test]
    fn long_rows_are_cut_unless_all_is_asked_for() {
        let numbers: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        let inputs: Vec<(&str, &str)> = numbers.iter().map(|it| ("x", it.as_str())).collect();
        assert_eq!(
            values(&inputs, Values::Folded),
            ["x = 0, 1, 2, 3, 4, 5, 6, 7, ... (12 values)"]
        );
        assert_eq!(values(&inputs, Values::All), ["x = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"]);
    }

    #[test]
    fn strings_are_those_of_c() {
        assert_eq!(quoted(b"a\"b\\\n\x011"), "\"a\\\"b\\\\\\n\\0011\"");
        assert_eq!(quoted(&[0x7f; 255]), "\"\\177\" (255 times)");
        assert_eq!(quoted(b""), "\"\"");
    }
}
