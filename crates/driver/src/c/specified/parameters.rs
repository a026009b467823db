//! Declarations of parameters, as texts.

/// The declaration of a parameter as that of a variable: arrays are pointers.
pub fn as_variable(text: &str, name: &str) -> String {
    match brackets(text, name) {
        Some((before, _, more)) => format!("{before}(*{name}){more}"),
        None => text.to_owned(),
    }
}

/// The declaration of a variable of the same type that can be written, whatever the name of the type says.
pub fn as_writable(text: &str, name: &str) -> String {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let is_whole = |at: &usize| {
        let behind = &text[at + name.len()..];
        !text[..*at].ends_with(is_word) && !behind.starts_with(is_word)
    };
    match text.match_indices(name).map(|(at, _)| at).filter(is_whole).last() {
        Some(at) if text.contains("const") => {
            let (before, behind) = (&text[..at], &text[at + name.len()..]);
            let as_declared = format!("__linchpin_as_{name}");
            format!("extern {before}{as_declared}{behind}; __typeof__((0, {as_declared})) {name}")
        }
        _ => text.to_owned(),
    }
}

/// A declaration without the words that keep its object from being written.
pub fn without_const(text: &str) -> String {
    text.split(' ').filter(|word| *word != "const").collect::<Vec<_>>().join(" ")
}

/// Whether the elements of an array among the parameters have lengths that are computed.
pub fn is_variably_modified(text: &str, name: &str) -> bool {
    let Some((_, _, more)) = brackets(text, name) else { return false };
    let is_constant =
        |it: char| it.is_ascii_digit() || it.is_whitespace() || it == '[' || it == ']';
    !more.chars().all(is_constant)
}

/// How many elements an array among the parameters is declared with.
pub fn declared_length<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, mut length, _) = brackets(text, name)?;
    const QUALIFIERS: [&str; 4] = ["static ", "const ", "restrict ", "volatile "];
    loop {
        length = length.trim();
        match QUALIFIERS.iter().find_map(|it| length.strip_prefix(it)) {
            Some(rest) => length = rest,
            None => return Some(length).filter(|it| !it.is_empty() && *it != "*"),
        }
    }
}

/// What stands before the name of an array, between its first brackets, and behind them.
fn brackets<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str, &'t str)> {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let is_whole = |at: &usize| {
        let behind = &text[at + name.len()..];
        !text[..*at].ends_with(is_word) && !behind.starts_with(is_word)
    };
    let at = text.match_indices(name).map(|(at, _)| at).filter(is_whole).last()?;
    let behind = text[at + name.len()..].trim_start().strip_prefix('[')?;
    let (length, more) = behind.split_once(']')?;
    Some((&text[..at], length, more))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_among_parameters_are_pointers() {
        assert_eq!(as_variable("const int aa[4]", "aa"), "const int (*aa)");
        assert_eq!(as_variable("int m[3][4]", "m"), "int (*m)[4]");
        assert_eq!(as_variable("struct p *p", "p"), "struct p *p");
        assert_eq!(as_variable("struct a a[2]", "a"), "struct a (*a)");
        assert_eq!(declared_length("int a[static 4]", "a"), Some("4"));
        assert_eq!(declared_length("int a[N + 1]", "a"), Some("N + 1"));
        assert_eq!(declared_length("int a[]", "a"), None);
        assert_eq!(as_writable("struct p *p", "p"), "struct p *p");
        assert_eq!(
            as_writable("const list l", "l"),
            "extern const list __linchpin_as_l; __typeof__((0, __linchpin_as_l)) l"
        );
        assert_eq!(without_const("const struct span text"), "struct span text");
    }
}
