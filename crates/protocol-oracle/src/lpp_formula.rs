//! Conditions of `.lpp` as trees: `->` binds loosest, then `|`, then `&`, then `!`. What is counted goes
//! as far to the right as it can.

use crate::lpp::{Amount, Condition, Operand};
use crate::words::Words;

pub(crate) fn condition(words: &mut Words) -> Condition {
    let left = disjunction(words);
    // `-> F` belongs to the property around it.
    if words.peek() == "->" && words.second() != "F" {
        words.take();
        return Condition::Implies(Box::new(left), Box::new(condition(words)));
    }
    left
}

fn disjunction(words: &mut Words) -> Condition {
    let mut left = conjunction(words);
    while words.accept("|") {
        left = Condition::Or(Box::new(left), Box::new(conjunction(words)));
    }
    left
}

fn conjunction(words: &mut Words) -> Condition {
    let mut left = atom(words);
    while words.accept("&") {
        left = Condition::And(Box::new(left), Box::new(atom(words)));
    }
    left
}

fn atom(words: &mut Words) -> Condition {
    if words.accept("!") {
        return Condition::Not(Box::new(atom(words)));
    }
    if words.accept("(") {
        let inside = condition(words);
        words.expect(")");
        return inside;
    }
    if let Some(amount) = amount(words) {
        let name = words.take();
        words.expect(".");
        // It goes as far to the right as it can.
        return Condition::Count(amount, name, Box::new(condition(words)));
    }
    let left = operand(words);
    match words.peek() {
        "in" | "notin" => {
            let is_in = words.take() == "in";
            words.expect("{");
            let values = words.list();
            words.expect("}");
            let inside = Condition::In(left, values);
            if is_in { inside } else { Condition::Not(Box::new(inside)) }
        }
        "=" | "!=" | "<" | "<=" | ">" | ">=" => {
            let sign = words.take();
            Condition::Compare(sign, left, operand(words))
        }
        _ => Condition::Alone(left),
    }
}

fn amount(words: &mut Words) -> Option<Amount> {
    let make: fn(i64) -> Amount = match words.peek() {
        "atmost" => Amount::AtMost,
        "atleast" => Amount::AtLeast,
        "exactly" => Amount::Exactly,
        "majority" => |_| Amount::Majority,
        _ => return None,
    };
    let needs_number = words.take() != "majority";
    let number = if needs_number { words.number() } else { Some(0) };
    Some(make(number.unwrap_or_else(|| panic!("a number says how many"))))
}

pub(crate) fn operand(words: &mut Words) -> Operand {
    if let Some(number) = words.number() {
        return Operand { name: String::new(), whose: None, plus: number };
    }
    let name = words.take();
    let whose = words.accept("[").then(|| {
        let whose = words.take();
        words.expect("]");
        whose
    });
    let mut plus = 0;
    while matches!(words.peek(), "+" | "-") {
        let sign = if words.take() == "+" { 1 } else { -1 };
        plus += sign * words.number().unwrap_or_else(|| panic!("a number follows a sign"));
    }
    Operand { name, whose, plus }
}
