//! What is said about wrong programs: code, words, places, and that one mistake makes one message.

use c_sema::types::DataModel;
use source::{Diagnostic, Source};

fn messages(text: &str) -> (Source, Vec<Diagnostic>) {
    let mut source = Source::new("test.c", text.as_bytes().to_vec());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    assert!(!diagnostics.has_errors(), "{text}");
    let (_, diagnostics) = c_sema::analyse(unit, DataModel::Lp64);
    (source, diagnostics.iter().cloned().collect())
}

/// Exactly one message: `code: message`, the marked text in `«»`, labels of other places, helps.
#[track_caller]
fn check(text: &str, expected: &str) {
    let (source, messages) = messages(text);
    let shown: Vec<String> = messages
        .iter()
        .map(|message| {
            let mut line = format!(
                "{}: {} «{}» {}",
                message.code,
                message.message,
                source.excerpt(message.primary.span),
                message.primary.text
            );
            for label in &message.secondary {
                line += &format!(" | «{}» {}", source.excerpt(label.span), label.text);
            }
            for help in &message.helps {
                line += &format!(" | {help}");
            }
            line
        })
        .collect();
    assert_eq!(shown.join("\n"), expected, "{text}");
}

#[test]
fn names() {
    check(
        "int f(void) { int count = 1; return cuont + cuont; }",
        "E0201: unknown name `cuont` «cuont» not declared here | did you mean `count`?",
    );
    check(
        "struct s { int length; } s; int f(void) { return s.lenght; }",
        "E0205: there is no member `lenght` «lenght» unknown member \
         | «s» the type is declared here | did you mean `length`?",
    );
    check(
        "int x = 1; int x = 2;",
        "E0202: redefinition of object `x` «x» defined again | «x» defined here before",
    );
    check(
        "int f(int); char *f(int);",
        "E0202: conflicting types for `f` «f» declared as `char *(int)` \
         | «f» declared as `int(int)` before",
    );
    check(
        "int f(void) { goto out; }",
        "E0203: unknown label `out` «out» no such label in this function",
    );
}

#[test]
fn types() {
    check(
        "struct s { int a; } s; int f(int *p) { return s + p; }",
        "E0210: `+` cannot be applied to `struct s` and `int *` «s + p» `struct s` + `int *`",
    );
    check(
        "int f(int a, int b); int g(void) { return f(1) * 2; }",
        "E0213: the function takes 2 arguments, 1 given «f(1)» 1 here | «f» declared with 2 here",
    );
    check("int f(int x) { return x(1); }", "E0214: `int` cannot be called «x» not a function");
    check(
        "struct s { int a; } s; int f(void) { int x = s; return x; }",
        "E0215: an initialiser of type `struct s` where `int` is expected «s» this is a `struct s`",
    );
    check(
        "void g(void); int f(void) { return g() + 1; }",
        "E0216: a void value is used «g()» this has no value",
    );
    check(
        "int f(int x) { return *x; }",
        "E0218: `int` is not a pointer «*x» only pointers can be dereferenced",
    );
    check(
        "struct s; int f(struct s *p) { return p->x; }",
        "E0211: the type `struct s` is incomplete «p->x» its members and size are not known here",
    );
    check(
        "int f(int x) { x + 1 = 2; return 0; }",
        "E0212: cannot assign «x + 1» this is a value, not a place",
    );
    check(
        "struct s { int a; } *p; int f(void) { return p.a; }",
        "E0205: `struct s *` has no members «p» this is a `struct s *` | use `->` on a pointer",
    );
}

#[test]
fn constants_and_statements() {
    check(
        "int n; int a[n];",
        "E0220: the array's length is not constant «n» must be constant outside of functions",
    );
    check(
        "int f(int x) { switch (x) { case 1: case 1: ; } return 0; }",
        "E0221: duplicate case 1 «1» this value again | «1» handled here before",
    );
    check(
        "_Static_assert(sizeof(int) == 8, \"wide\");",
        "E0222: static assertion failed: wide «_Static_assert(sizeof(int) == 8, \"wide\");» this is zero",
    );
    check(
        "void f(void) { break; }",
        "E0230: `break` outside of a loop or switch «break;» no loop or switch around this",
    );
    check(
        "struct s { int a : 40; };",
        "E0244: the width of the bit-field exceeds the 32 bits of `int` «40» this width",
    );
    check("int a[2] = { [2] = 1 };", "E0251: the index 2 is outside of the array «2» this index");
    check(
        "int y; int x = y;",
        "E0220: the initialiser is not constant «y» must be known before the program runs",
    );
}

#[test]
fn one_mistake_makes_one_message() {
    check(
        "int f(void) { return a.b->c[3](1)++ + ~*&missing; }",
        "E0201: unknown name `a` «a» not declared here\n\
         E0201: unknown name `missing` «missing» not declared here",
    );
    let many: String =
        (0..100).map(|number| format!("int f{number}(void) {{ return x{number}; }}\n")).collect();
    let (_, messages) = messages(&many);
    assert_eq!(messages.len(), source::Diagnostics::MAX_ERRORS);
}
