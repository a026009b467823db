//! Tokens: literals, names, what separates them, and where lines come from.

use source::Source;

use crate::check::{check, check_errors};

fn value(text: &str, dump: &str) {
    check(&format!("int v = {text};"), &format!("(declare [int] (v = {dump}))"));
}

#[test]
fn numbers() {
    value("0x1FuLL", "31ull");
    value("0b101", "5");
    value("017L", "15l");
    value("3i", "3i");
    value("1e5f", "1e5f");
    value("0x1.8p-3", "0x1.8p-3");
    value(".5L", ".5l");
    value("1.0fi", "1.0fi");
}

#[test]
fn characters_have_the_value_that_gcc_gives_them() {
    value("'a'", "'97'");
    value(r"'\n' + '\e' + '\?' + '\''", "(+ (+ (+ '10' '27') '63') '39')");
    value(r"'\xff'", "'-1'");
    value(r"'\377'", "'-1'");
    value(r"'\0\xff'", "'255'");
    value("'ab'", "'24930'");
    value("'ä'", "'50084'");
    value("L'ä'", "L'228'");
    value(r"U'\U0001F600'", "U'128512'");
    value(r"u8'a'", "u8'97'");
}

#[test]
fn strings_are_joined_and_decoded() {
    value(r#""a" "b\x41\102" "c""#, r#""abABc""#);
    value("\"a\"\n# 3 \"x.c\"\n/* c */ \"b\"", r#""ab""#);
    value(r#""\u00e4ä\q""#, r#""\xc3\xa4\xc3\xa4q""#);
    value(r#"L"a" "ä""#, r#"L"a\u{e4}""#);
    value(r#""ä" L"\377""#, r#"L"\u{e4}\u{ff}""#);
    value(r#"u"\U0001F600""#, "u\"\\u{fffd}\\u{fffd}\"");
    value(r#"U"\U0001F600""#, "U\"\\u{1f600}\"");
    value(r#"u8"a" "b""#, r#"u8"ab""#);
    value(r#"R"x(a\n)")x" "b""#, r#""a\\n)\"b""#);
    value("\"\\\"\"", "\"\\\"\"");
}

#[test]
fn names() {
    check("int a$b, $, _1;", "(declare [int] (a$b) ($) (_1))");
    check("int ä; int \\u00e4b;", "(declare [int] (ä))\n(declare [int] (äb))");
    check("int L, u8, R;", "(declare [int] (L) (u8) (R))");
}

#[test]
fn digraphs_and_splices() {
    check("int a<:3:> = <% 1 %>;", "(declare [int] (a [3] = {1}))");
    check(
        "int ma\\\nin = 1\\ \r\n2; // c \\\n d\nint x;",
        "(declare [int] (main = 12))\n(declare [int] (x))",
    );
    check("char *s = \"a\\\nb\";", "(declare [char] (s * = \"ab\"))");
}

#[test]
fn spans_of_spliced_tokens_are_those_of_the_text() {
    check_errors(b"int a\\\nb c;", &["E0110 2:3 expected `;` after declaration, found `c`"]);
}

#[test]
fn comments_and_odd_blanks() {
    check(
        "/* a \n */ int/**/x; // b\x0c\n\x0bint\0y;\r\n",
        "(declare [int] (x))\n(declare [int] (y))",
    );
    check("\u{feff}int x;", "(declare [int] (x))");
}

#[test]
fn line_markers_are_followed() {
    let text =
        b"# 1 \"a b.c\"\nint x;\n# 7 \"\\\"q\\\\\\344.h\" 1 3 4\nint y;\n#line 9\n\nint z;\n";
    let mut source = Source::new("buffer.i", text.to_vec());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    assert!(!diagnostics.has_errors());
    let positions: Vec<String> = unit
        .items
        .iter()
        .map(|item| match item {
            c_syntax::ast::Item::Declaration(it) => source.position(it.span.lo).to_string(),
            _ => unreachable!("there are only declarations"),
        })
        .collect();
    assert_eq!(positions, ["a b.c:1:1", "\"q\\\u{fffd}.h:7:1", "\"q\\\u{fffd}.h:10:1"]);
}

#[test]
fn the_rest_of_a_wrong_text_is_still_read() {
    check_errors(
        b"int x = @1;\nint y = `2;",
        &[
            "E0101 1:9 `@` does not belong to any token",
            "E0101 2:9 ``` does not belong to any token",
        ],
    );
    check_errors(
        b"int x = 08 + 0x + 1.2.3 + 1zz;",
        &[
            "E0102 1:9 `08` is not a number",
            "E0102 1:14 `0x` is not a number",
            "E0102 1:19 `1.2.3` is not a number",
            "E0102 1:27 `1zz` is not a number",
        ],
    );
    check_errors(b"char *s = \"a\n;", &["E0103 1:11 string literal is never closed"]);
    check_errors(b"int c = 'a\n;", &["E0103 1:9 character constant is never closed"]);
    check_errors(b"int c = '';", &["E0109 1:9 empty character constant"]);
    check_errors(b"int x; /* a", &["E0104 1:8 comment is never closed"]);
    check_errors(
        b"char *s = L\"a\" u\"b\";",
        &["E0105 1:16 strings of different encodings joined"],
    );
    check_errors(b"# x\nint y;", &["E0107 1:1 preprocessor directive in preprocessed text"]);
    check_errors(b"# 3 x\nint y;", &["E0106 1:1 line marker that cannot be read"]);
    check_errors(
        b"#include <a>\n#if 1\nint y;",
        &["E0107 1:1 preprocessor directive in preprocessed text"],
    );
    check_errors(
        b"char *s = \"\\x \\u12\";",
        &[
            "E0108 1:12 escape sequence that cannot be read",
            "E0108 1:15 escape sequence that cannot be read",
        ],
    );
    check_errors(b"int \xe4 x;", &["E0101 1:5 `\\xe4` does not belong to any token"]);
    check_errors(b"int x \\ ;", &["E0101 1:7 `\\\\` does not belong to any token"]);
}
