//! Inputs that are deep or long. What gcc reads at any length we read at any length; what
//! nests is limited, with a message and without a crash.

use source::Source;

use crate::check::check_errors;

const N: usize = 100_000;

fn accepts(text: String) {
    let mut source = Source::new("long.c", text.into_bytes());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    let first = diagnostics.iter().next().map(|diagnostic| diagnostic.message.clone());
    assert_eq!(first, None);
    // The dump walks the whole tree, chains and all.
    assert!(!c_syntax::dump(&unit).is_empty());
}

fn too_deep(text: String) {
    let mut source = Source::new("deep.c", text.into_bytes());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    let codes: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["E0118"]);
    c_syntax::dump(&unit);
}

fn in_function(body: String) -> String {
    format!("void f(void) {{ {body} }}")
}

#[test]
fn chains_have_no_limit() {
    accepts(format!("int x = 1{};", " + a".repeat(N)));
    accepts(format!("int x = a{};", " || b && c".repeat(N)));
    accepts(in_function(format!("a{};", ", b".repeat(N))));
    accepts(in_function(format!("if (a) b; {} else c;", "else if (a) b; ".repeat(N))));
    accepts(in_function(format!("switch (a) {{ {} ; }}", "case 1: ".repeat(N))));
    accepts(in_function("a: ".repeat(N)));
    accepts(format!("int x = f({}1);", "1, ".repeat(N)));
    accepts(format!("int x[] = {{ {} }};", "{ 1 }, ".repeat(N)));
    accepts("int x;".repeat(N));
    accepts(format!("int x{};", ", x".repeat(N)));
    accepts(format!("char *s = {};", "\"a\" ".repeat(N)));
    accepts(format!("int x = {};{}", "1".repeat(30), " ".repeat(1_000_000)));
}

#[test]
fn reasonable_nesting_is_read() {
    let n = 450;
    accepts(format!("int x = {}1{};", "(".repeat(n), ")".repeat(n)));
    accepts(in_function(format!("{}{}", "{".repeat(n), "}".repeat(n))));
    accepts(format!("int x = {}1{};", "a ? b : ".repeat(n), ""));
    accepts(format!("int x = {}1{};", "{".repeat(n), "}".repeat(n)));
    accepts(format!("int {}x{};", "(".repeat(n), ")".repeat(n)));
    accepts(format!("int x = a{};", "->b".repeat(n)));
}

#[test]
fn nesting_has_a_limit() {
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("!", ""),
        ("(int)", ""),
        ("sizeof ", ""),
        ("a[", "]"),
        ("f(", ")"),
        ("({", "})"),
        ("a ? b : ", ""),
        ("a = ", ""),
        ("a ? ", ": b"),
        ("__extension__ ", ""),
        ("(struct s){", "}"),
        ("_Generic(1, default: ", ")"),
        ("sizeof(int[", "])"),
        ("sizeof(struct{int a;}[", "])"),
    ] {
        too_deep(format!("int x = {}1{};", open.repeat(N), close.repeat(N)));
        too_deep(format!("int x = {}", open.repeat(N)));
    }
    for (open, close) in [
        ("{", "}"),
        ("if (a) ", ""),
        ("while (a) ", ""),
        ("do ", "while (a);"),
        ("for (;;) ", ""),
        ("switch (a) case 1: ", ""),
        ("if (a) b: ", ""),
        ("void f(void) {", "}"),
    ] {
        too_deep(in_function(format!("{};{}", open.repeat(N), close.repeat(N))));
        too_deep(in_function(open.repeat(N)));
    }
    for (open, close) in [("(", ")"), ("*", ""), ("(*", ")(void)")] {
        too_deep(format!("int {}x{};", open.repeat(N), close.repeat(N)));
    }
    too_deep(format!("int x{};", "[1]".repeat(N)));
    too_deep(format!("int x = {}1{};", "{".repeat(N), "}".repeat(N)));
    too_deep(format!("{}{}", "struct s { ".repeat(N), "};".repeat(N)));
    too_deep(format!("int f{};", "(int (*g)".repeat(N)));
    too_deep(format!("int x{};", " __attribute__((a(".repeat(N)));
    too_deep(format!("{} x;", "typeof(".repeat(N)));
}

#[test]
fn nodes_are_counted_even_where_the_parser_loops() {
    too_deep(format!("int x = a{};", "->b".repeat(N)));
    too_deep(format!("int x = f{};", "()".repeat(N)));
    let inner = ".b".repeat(900);
    too_deep(format!("int x = ((a{inner}){inner}){inner};"));
    too_deep(format!("int x = ({{ a{inner}; }}){inner};"));
    too_deep(format!("int x = ((typeof(a{inner}))1){inner};"));
}

#[test]
fn a_long_line_and_odd_bytes() {
    check_errors(
        &[b"int x = ".as_slice(), &b"a".repeat(1_000_000), b" b;"].concat(),
        &["E0110 1:1000010 expected `;` after declaration, found `b`"],
    );
    for byte in [0, b'#', b'\\', b'"', b'\'', b'/', b'@', 0x80, 0xff, b'(', b'}', b';', b',', b'*']
    {
        let mut source = Source::new("same.c", vec![byte; 1_000_000]);
        c_syntax::parse(&mut source);
    }
}
