//! Messages: several per run, each about a mistake of its own.

use crate::check::check_errors;

fn errors(text: &str, expected: &[&str]) {
    check_errors(text.as_bytes(), expected);
}

#[test]
fn each_statement_is_judged_alone() {
    errors(
        "int f(void) {\n  x = ;\n  y = 1;\n  z = (2;\n  return 3\n}\nint g(void) { return +; }",
        &[
            "E0110 2:7 expected an expression, found `;`",
            "E0110 4:9 expected `)`, found `;`",
            "E0110 6:1 expected `;` after `return`, found `}`",
            "E0110 7:23 expected an expression, found `;`",
        ],
    );
}

#[test]
fn a_missing_semicolon_costs_no_more_than_itself() {
    errors(
        "int f(void) { int x = 1\n  return +;\n}\nint a\nstruct s { int b int c = 1; };",
        &[
            "E0110 2:3 expected `;` after declaration, found keyword `return`",
            "E0110 2:11 expected an expression, found `;`",
            "E0110 5:1 expected `;` after declaration, found keyword `struct`",
            "E0110 5:18 expected `;` after member declaration, found keyword `int`",
            "E0110 5:24 expected `;` after member declaration, found `=`",
        ],
    );
}

#[test]
fn a_broken_head_does_not_hide_the_body() {
    errors(
        "void f(void) { if (a b) { c = ; } while (1; ) d; for (i = ; ; ) { e = ; } }",
        &[
            "E0110 1:22 expected `)`, found `b`",
            "E0110 1:31 expected an expression, found `;`",
            "E0110 1:43 expected `)`, found `;`",
            "E0110 1:45 expected an expression, found `)`",
            "E0110 1:59 expected an expression, found `;`",
            "E0110 1:71 expected an expression, found `;`",
        ],
    );
    errors(
        "void f(int 3) { x = ; }",
        &[
            "E0110 1:12 expected `)`, found integer constant",
            "E0110 1:21 expected an expression, found `;`",
        ],
    );
}

#[test]
fn an_unknown_type_is_named_once() {
    errors(
        "foo x; foo *y; int f(foo a, bar *b) { foo c; bar d = (foo)1; return sizeof(bar); }",
        &["E0111 1:1 unknown type `foo`", "E0111 1:29 unknown type `bar`"],
    );
    errors(
        "struct s { foo a; const bar *b; }; foo c;",
        &["E0111 1:12 unknown type `foo`", "E0111 1:25 unknown type `bar`"],
    );
    errors(
        "int x = (foo)1 + (bar *)y + (baz **)0 + sizeof(foo);",
        &[
            "E0111 1:10 unknown type `foo`",
            "E0111 1:19 unknown type `bar`",
            "E0111 1:30 unknown type `baz`",
        ],
    );
    errors("typedef int T; int x = T;", &["E0110 1:24 expected an expression, found the type `T`"]);
}

#[test]
fn braces_that_do_not_match() {
    errors(
        "int f(void) {\n  if (x) {\n    y = 1;\n}\n",
        &["E0110 5:1 expected `}`, found end of file"],
    );
    errors(
        "}\nint x = ;",
        &["E0112 1:1 unexpected closing `}`", "E0110 2:9 expected an expression, found `;`"],
    );
    errors("struct s { int a; ", &["E0110 1:19 expected `}`, found end of file"]);
    errors(
        "int a[] = { 1, 2; int b = ;",
        &["E0110 1:17 expected `}`, found `;`", "E0110 1:27 expected an expression, found `;`"],
    );
}

#[test]
fn specifiers_that_exclude_each_other() {
    errors("static extern int x; int y;", &["E0113 1:8 `static` and `extern` in one declaration"]);
    errors(
        "short short x; signed signed y;",
        &["E0114 1:7 two types in one declaration", "E0114 1:23 two types in one declaration"],
    );
    errors("struct s { int a; }\nint x;", &["E0114 2:1 two types in one declaration"]);
    errors(
        "int float x; long long long y; short long z; signed unsigned w;",
        &[
            "E0114 1:5 two types in one declaration",
            "E0114 1:24 two types in one declaration",
            "E0114 1:38 two types in one declaration",
            "E0114 1:53 two types in one declaration",
        ],
    );
}

#[test]
fn statements_out_of_place() {
    errors(
        "void f(void) { else x; y = ; }",
        &["E0117 1:16 `else` without `if`", "E0110 1:28 expected an expression, found `;`"],
    );
    errors(
        "void f(void) { if (1) int x; }",
        &["E0110 1:23 expected a statement, found keyword `int`"],
    );
    errors("void f(void) { do ; x; }", &["E0110 1:21 expected `while`, found `x`"]);
    errors("void f(void) { goto 3; }", &["E0110 1:21 expected identifier, found integer constant"]);
}

#[test]
fn a_stray_byte_has_no_echo() {
    errors(
        "int x = @;\nint y = ;",
        &[
            "E0101 1:9 `@` does not belong to any token",
            "E0110 2:9 expected an expression, found `;`",
        ],
    );
}

#[test]
fn no_more_than_the_limit() {
    let text = "int x = ;\n".repeat(1000);
    let mut source = source::Source::new("many.c", text.into_bytes());
    let (_, diagnostics) = c_syntax::parse(&mut source);
    assert_eq!(diagnostics.n_errors(), source::Diagnostics::MAX_ERRORS);
}
