//! Reads constants as solvers print them.

use logic::{Sort, Value};

/// `#x0f`, `#b01`, `(_ bv15 8)`, `12`, `(- 12)`, `true`; `None` for anything else.
pub(crate) fn read_value(text: &str, sort: Sort) -> Option<Value> {
    let text = text.trim();
    match sort {
        Sort::Bool => match text {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::BitVec(width) => {
            let bits = if let Some(digits) = text.strip_prefix("#x") {
                u128::from_str_radix(digits, 16).ok()?
            } else if let Some(digits) = text.strip_prefix("#b") {
                u128::from_str_radix(digits, 2).ok()?
            } else {
                let inner = text.strip_prefix("(_ bv")?.strip_suffix(')')?;
                inner.split_whitespace().next()?.parse().ok()?
            };
            Some(Value::BitVec(width, bits))
        }
        Sort::Int => {
            let negative = text.strip_prefix("(-").and_then(|rest| rest.strip_suffix(')'));
            match negative {
                Some(digits) => format!("-{}", digits.trim()).parse().ok(),
                None => text.parse().ok(),
            }
            .map(Value::Int)
        }
        Sort::Array(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_notations_are_read() {
        let byte = Sort::BitVec(8);
        for text in ["#x0f", "#b00001111", "(_ bv15 8)"] {
            assert_eq!(read_value(text, byte), Some(Value::BitVec(8, 15)), "{text}");
        }
        let least = "(- 170141183460469231731687303715884105728)";
        assert_eq!(read_value(least, Sort::Int), Some(Value::Int(i128::MIN)));
        assert_eq!(read_value(" 7 ", Sort::Int), Some(Value::Int(7)));
        assert_eq!(read_value("(f x)", Sort::Int), None);
        assert_eq!(read_value("true", Sort::Bool), Some(Value::Bool(true)));
    }
}
