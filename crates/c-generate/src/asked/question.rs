//! Questions about values that were seen: some hold, some do not.
//!
//! A question is a C expression over `(long long)(EXPRESSION)` and a way to fail if it is false.

use crate::asked::{Draft, Seen};
use crate::choices::Choices;

/// One text per gap of the draft; empty where nothing is asked.
pub(super) fn questions(draft: &Draft, seen: &Seen, choices: &mut Choices) -> Vec<String> {
    let n_asks = draft.gaps.asks.len();
    let mut questions: Vec<String> = Vec::new();
    for (number, expr) in draft.gaps.asks.iter().enumerate() {
        let is_last = number + 1 == n_asks;
        let is_asked = is_last || choices.chance(35);
        let values = seen.values(number);
        if values.is_empty() || !is_asked {
            questions.push(String::new());
            continue;
        }
        let what = format!("(long long)({expr})");
        let condition = match seen.example(number, choices) {
            Some(example) if choices.chance(40) => about_inputs(draft, &what, &example, choices),
            _ => about_values(&what, &values, choices),
        };
        questions.push(way_to_fail(draft, number, &condition, choices));
    }
    questions
}

/// One assignment of the inputs, and the values that were seen with it.
#[derive(Clone, Debug)]
pub struct Example {
    pub inputs: Vec<i64>,
    pub values: Vec<i64>,
}

fn about_inputs(draft: &Draft, what: &str, example: &Example, choices: &mut Choices) -> String {
    let others: Vec<String> = draft
        .inputs
        .iter()
        .zip(&example.inputs)
        .map(|(input, value)| format!("{} != {value}", input.name))
        .collect();
    let others = others.join(" || ");
    let value = literal(*choices.pick(&example.values));
    if choices.chance(50) {
        return format!("{others} || {what} != {value}");
    }
    let values = example.values.iter().map(|value| format!("{what} == {}", literal(*value)));
    format!("{others} || {}", values.collect::<Vec<_>>().join(" || "))
}

fn about_values(what: &str, values: &[i64], choices: &mut Choices) -> String {
    let (least, most) = (values[0], values[values.len() - 1]);
    let one = *choices.pick(values);
    let near = one.wrapping_add(1 + choices.below(3) as i64);
    match choices.below(8) {
        0 => format!("{what} >= {} && {what} <= {}", literal(least), literal(most)),
        1 => format!("{what} != {}", literal(one)),
        2 => format!("{what} != {}", literal(near)),
        3 => format!("{what} < {}", literal(most)),
        4 => format!("{what} <= {}", literal(most)),
        5 if values.len() <= 4 => {
            let all = values.iter().map(|value| format!("{what} == {}", literal(*value)));
            all.collect::<Vec<_>>().join(" || ")
        }
        6 => {
            let divisor = 2 + choices.below(4) as u64;
            format!("(unsigned long long){what} % {divisor}u != {}u", one as u64 % divisor)
        }
        7 => {
            let bit = choices.below(12);
            let expected = one >> bit & 1;
            format!("({what} >> {bit} & 1) == {expected}")
        }
        _ => format!("{what} > {}", literal(least.saturating_sub(1))),
    }
}

/// `reach_error`, by one road or another.
fn way_to_fail(draft: &Draft, number: usize, condition: &str, choices: &mut Choices) -> String {
    let entry = &draft.entry;
    match choices.below(8) {
        0..=4 => format!("if (!({condition})) reach_error();"),
        5 => format!(
            "int {entry}ok{number} = {condition}; if (!{entry}ok{number}) {{ reach_error(); }}"
        ),
        6 => format!("if ({condition}) {{ ; }} else {{ reach_error(); }}"),
        _ => format!(
            "void (*{entry}fail{number})(void) = reach_error; if (!({condition})) \
             {entry}fail{number}();"
        ),
    }
}

fn literal(value: i64) -> String {
    match value {
        i64::MIN => "(-9223372036854775807LL - 1)".to_owned(),
        0.. => format!("{value}LL"),
        _ => format!("({value}LL)"),
    }
}
