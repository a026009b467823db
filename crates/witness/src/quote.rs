//! Strings as YAML writes them between double quotes.

use std::fmt::Write as _;

/// The text between double quotes, on one line whatever it contains.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            // Control characters and what some readers take for the end of a line.
            '\0'..='\x1f' | '\x7f'..='\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                write!(quoted, "\\u{:04x}", u32::from(c)).expect("strings can be written to");
            }
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn what_would_end_the_string_is_escaped() {
        assert_eq!(quoted(r"\result == 5"), r#""\\result == 5""#);
        assert_eq!(quoted("a\"b\nc\u{7}"), r#""a\"b\nc\u0007""#);
    }
}
