//! The one question that C's grammar cannot answer alone: is this name a type here?

use crate::check::check;

const T: &str = "(declare [typedef int] (T))\n";

/// `text` after `typedef int T;`.
fn with_t(text: &str, dump: &str) {
    check(&format!("typedef int T; {text}"), &format!("{T}{dump}"));
}

#[test]
fn a_typedef_begins_declarations_and_casts() {
    with_t(
        "void f(void) { T * x; (T) * x; T(y); }",
        "(function [void] (f ()) {(declare [T] (x *)) (cast <[T]> (* x)) (declare [T] (y))})",
    );
    with_t("T const *a; const T b;", "(declare [const T] (a *))\n(declare [const T] (b))");
    with_t("int x = sizeof(T) - 1;", "(declare [int] (x = (- (sizeof <[T]>) 1)))");
}

#[test]
fn an_object_hides_it() {
    with_t(
        "void f(int T) { T * 2; (T) - 1; } T x;",
        "(function [void] (f ([int] T)) {(* T 2) (- T 1)})\n(declare [T] (x))",
    );
    with_t(
        "void f(void) { int T = 1; T * 2; }",
        "(function [void] (f ()) {(declare [int] (T = 1)) (* T 2)})",
    );
    with_t(
        "void f(void) { { int T; T * 2; } T * x; }",
        "(function [void] (f ()) {{(declare [int] (T)) (* T 2)} (declare [T] (x *))})",
    );
    with_t("int f(int T, int b[(T) + 1]);", "(declare [int] (f ([int] T, [int] b [(+ T 1)])))");
}

#[test]
fn so_does_an_enumerator() {
    with_t(
        "void f(void) { enum { T = 3 }; T * 2; }",
        "(function [void] (f ()) {(declare [(enum T=3)]) (* T 2)})",
    );
    with_t(
        "void f(void) { if (sizeof(enum { T })) T * 2; T * x; }",
        "(function [void] (f ()) {(if (sizeof <[(enum T)]>) (* T 2)) (declare [T] (x *))})",
    );
    with_t("void f(enum { T } x) { T * 2; }", "(function [void] (f ([(enum T)] x)) {(* T 2)})");
}

#[test]
fn the_name_is_in_scope_after_its_declarator() {
    with_t(
        "void f(void) { T T = sizeof(T); }",
        "(function [void] (f ()) {(declare [T] (T = (sizeof T)))})",
    );
    with_t(
        "void f(void) { T a[sizeof(T)], T, b[sizeof(T)]; }",
        "(function [void] (f ()) {(declare [T] (a [(sizeof <[T]>)]) (T) (b [(sizeof T)]))})",
    );
    with_t(
        "void f(void) { for (T T = 0; T < 3; T++) T * 2; T x; }",
        "(function [void] (f ()) {(for (declare [T] (T = 0)) (< T 3) (_++ T) (* T 2)) (declare [T] (x))})",
    );
    with_t(
        "void f(void) { enum { X = sizeof(T), T = sizeof(T), Y = sizeof(T) }; }",
        "(function [void] (f ()) {(declare [(enum X=(sizeof <[T]>) T=(sizeof <[T]>) Y=(sizeof T))])})",
    );
}

#[test]
fn after_another_type_it_is_the_name() {
    with_t(
        "void f(void) { unsigned T; T = 1; }",
        "(function [void] (f ()) {(declare [unsigned] (T)) (= T 1)})",
    );
    with_t(
        "struct s { unsigned T; T T2; T : 3; const T; };",
        "(declare [(struct s {([unsigned] (T))([T] (T2))([T] (_ : 3))([const T])})])",
    );
    with_t(
        "void f(void) { int (T); T = 1; }",
        "(function [void] (f ()) {(declare [int] (T)) (= T 1)})",
    );
}

#[test]
fn in_a_parameter_parentheses_around_it_are_a_function() {
    with_t("int g(int (T));", "(declare [int] (g ([int] _ ([T]))))");
    with_t("int g(int T);", "(declare [int] (g ([int] T)))");
    with_t("int g(int (*T)(T));", "(declare [int] (g ([int] T * ([T]))))");
    with_t("int g(T (x));", "(declare [int] (g ([T] x)))");
}

#[test]
fn tags_members_and_labels_live_elsewhere() {
    with_t(
        "struct T { int T; } s; int x = s.T; T y;",
        "(declare [(struct T {([int] (T))})] (s))\n(declare [int] (x = (. s T)))\n(declare [T] (y))",
    );
    with_t(
        "void f(void) { T: ; goto T; T x; }",
        "(function [void] (f ()) {(label T (empty)) (goto T) (declare [T] (x))})",
    );
    with_t("struct s v = { .T = 1, T: 2 };", "(declare [(struct s)] (v = {.T=1, .T=2}))");
}

#[test]
fn an_inner_typedef_ends_with_its_scope() {
    check(
        "void f(void) { { typedef int U; U * x; } U * x; }",
        "(function [void] (f ()) {{(declare [typedef int] (U)) (declare [U] (x *))} (* U x)})",
    );
    check(
        "typedef int U; void f(int U) { { typedef char U; U * x; } U * 2; }",
        "(declare [typedef int] (U))\n(function [void] (f ([int] U)) {{(declare [typedef char] (U)) (declare [U] (x *))} (* U 2)})",
    );
}

#[test]
fn old_style_parameters() {
    with_t(
        "int f(x) T x; { return x; }",
        "(function [int] (f (names x)) (declare [T] (x)) {(return x)})",
    );
    check("f(U, V) { U * V; }", "(function [implicit-int] (f (names U V)) {(* U V)})");
    check("typedef U; U x;", "(declare [typedef implicit-int] (U))\n(declare [U] (x))");
}
