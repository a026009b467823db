//! What the parser makes of GNU C, construct by construct, as the dump shows it.

use crate::check::check;

#[test]
fn declarators_read_from_the_name_outwards() {
    check("int *(*f)(char);", "(declare [int] (f * ([char]) *))");
    check("int *a[3], (*b)[3];", "(declare [int] (a [3] *) (b * [3]))");
    check("int (*(*g[2])(void))[4];", "(declare [int] (g [2] * () * [4]))");
    check(
        "void (*signal(int, void (*)(int)))(int);",
        "(declare [void] (signal ([int], [void] _ * ([int])) * ([int])))",
    );
    check("int f(), g(void), h(int, ...);", "(declare [int] (f (?)) (g ()) (h ([int], ...)))");
    check(
        "int f(int a[static 3], int b[const *], int c[], int [*]);",
        "(declare [int] (f ([int] a [3], [int] b const [*], [int] c [], [int] _ [*])))",
    );
    check("int *const volatile p;", "(declare [int] (p const volatile *))");
}

#[test]
fn specifiers_in_any_order() {
    check("long unsigned int long a;", "(declare [unsigned long long int] (a))");
    check("int const static inline b;", "(declare [static inline const int] (b))");
    check(
        "static x; const y;",
        "(declare [static implicit-int] (x))\n(declare [const implicit-int] (y))",
    );
    check(
        "_Complex double d; _Float128 q;",
        "(declare [complex double] (d))\n(declare [float128] (q))",
    );
    check(
        "unsigned __int128 a; __uint128_t b;",
        "(declare [unsigned int128] (a))\n(declare [unsigned int128] (b))",
    );
    check(
        "_Atomic int a; _Atomic(int *) b;",
        "(declare [atomic int] (a))\n(declare [atomic <[int] *>] (b))",
    );
    check(
        "extern _Thread_local int t; __thread int u;",
        "(declare [extern thread int] (t))\n(declare [thread int] (u))",
    );
    check(
        "_Alignas(16) _Alignas(long) char c;",
        "(declare [alignas(16) alignas(<[long]>) char] (c))",
    );
    check(
        "typeof(1 + 2) a; __typeof__(int *) b; __auto_type c = 1;",
        "(declare [typeof (+ 1 2)] (a))\n(declare [typeof <[int] *>] (b))\n(declare [auto-type] (c = 1))",
    );
    check(
        "_Noreturn void f(void); __builtin_va_list ap;",
        "(declare [noreturn void] (f ()))\n(declare [va-list] (ap))",
    );
}

#[test]
fn records_and_enumerations() {
    check(
        "struct s { int a : 3, : 0, *b; struct { char c; }; int d[]; };",
        "(declare [(struct s {([int] (a : 3) (_ : 0) (b *))([(struct {([char] (c))})])([int] (d []))})])",
    );
    check("struct e { }; union u *p;", "(declare [(struct e {})])\n(declare [(union u)] (p *))");
    check("enum e { A, B = 3, } x;", "(declare [(enum e A B=3)] (x))");
    check("struct s { int x };", "(declare [(struct s {([int] (x))})])");
    check(
        "struct s { int a; _Static_assert(1, \"m\"); };",
        "(declare [(struct s {([int] (a))(static-assert 1 \"m\")})])",
    );
}

#[test]
fn initialisers() {
    check(
        "struct s x = { .a = 1, b: 2, .c[1].d = 3, { 4 }, };",
        "(declare [(struct s)] (x = {.a=1, .b=2, .c[1].d=3, {4}}))",
    );
    check(
        "int a[] = { [0 ... 3] = 1, [4] 2 }, b[] = { };",
        "(declare [int] (a [] = {[0...3]=1, [4]=2}) (b [] = {}))",
    );
}

#[test]
fn function_definitions() {
    check("main() { return 0; }", "(function [implicit-int] (main (?)) {(return 0)})");
    check(
        "f(a, b) char *b; { }",
        "(function [implicit-int] (f (names a b)) (declare [char] (b *)) {})",
    );
    check(
        "int f(int x) { int g(int y) { return x + y; } return g(1); }",
        "(function [int] (f ([int] x)) {(function [int] (g ([int] y)) {(return (+ x y))}) (return (call g 1))})",
    );
    check("int (f)(void) { }", "(function [int] (f ()) {})");
    check("int (*f(int a))[3] { }", "(function [int] (f ([int] a) * [3]) {})");
}

#[test]
fn operators_bind_as_in_c() {
    let body = |expr: &str, dump: &str| {
        check(&format!("int v = {expr};"), &format!("(declare [int] (v = {dump}))"));
    };
    body("a + b * c - d", "(- (+ a (* b c)) d)");
    body(
        "a || b && c | d ^ e & f == g < h << i + j",
        "(|| a (&& b (| c (^ d (& e (== f (< g (<< h (+ i j)))))))))",
    );
    body("a ? b : c ? d : e", "(? a b (? c d e))");
    body("a ?: b", "(?: a b)");
    body("a = b += c", "(= a (+= b c))");
    body("-a++ + ++*b", "(+ (neg (_++ a)) (++_ (* b)))");
    body("!~+a", "(! (~ (plus a)))");
    body("a.b->c[d](e, f)", "(call ([] (-> (. a b) c) d) e f)");
    body("(a, b)", "(, a b)");
    body("(int)-1 + (char)(2)", "(+ (cast <[int]> (neg 1)) (cast <[char]> 2))");
    body("sizeof(int) * 2", "(* (sizeof <[int]>) 2)");
    body("sizeof (int){1}", "(sizeof (literal <[int]> {1}))");
    body("sizeof a[1]", "(sizeof ([] a 1))");
    body("_Alignof(int) + __alignof__ x", "(+ (alignof <[int]>) (alignof x))");
    body("(struct s){ 1 }.a", "(. (literal <[(struct s)]> {1}) a)");
    body("__real__ a + __imag__ b", "(+ (real a) (imag b))");
    body("__extension__ (a)", "a");
}

#[test]
fn builtins_that_take_types() {
    let body = |expr: &str, dump: &str| {
        check(&format!("int v = {expr};"), &format!("(declare [int] (v = {dump}))"));
    };
    body("__builtin_va_arg(ap, int *)", "(va-arg ap <[int] *>)");
    body("__builtin_offsetof(struct s, a.b[2])", "(offsetof <[(struct s)]> .a.b[2])");
    body("__builtin_types_compatible_p(int, char[])", "(types-compatible <[int]> <[char] []>)");
    body("__builtin_choose_expr(1, a, b)", "(choose 1 a b)");
    body(
        "_Generic(x, int: 1, char *: 2, default: 3)",
        "(generic x <[int]> 1 <[char] *> 2 default 3)",
    );
}

#[test]
fn statements() {
    let body = |text: &str, dump: &str| {
        check(
            &format!("void f(void) {{ {text} }}"),
            &format!("(function [void] (f ()) {{{dump}}})"),
        );
    };
    body("if (a) b; else if (c) d; else e;", "(if a b (if c d e))");
    body("if (a) if (b) c; else d;", "(if a (if b c d))");
    body("while (a) b; do c; while (d);", "(while a b) (do-while d c)");
    body(
        "for (;;) ; for (int i = 0; i < 3; i++) a;",
        "(for _ _ _ (empty)) (for (declare [int] (i = 0)) (< i 3) (_++ i) a)",
    );
    body("goto a; a: goto *b; p = &&a;", "(goto a) (label a (goto* b)) (= p (&& a))");
    body(
        "switch (a) { case 1: case 2 ... 3: b; default: }",
        "(switch a {(case 1 (empty)) (case 2...3 b) (default (empty))})",
    );
    body("switch (a) case 1: case 2: b;", "(switch a (case 1 (case 2 b)))");
    body(
        "__label__ a, b; a: int x; b:",
        "(local-label a) (local-label b) (label a (empty)) (declare [int] (x)) (label b (empty))",
    );
    body("return; return a; break; continue;", "(return) (return a) (break) (continue)");
    body("a = ({ int b = 1; b; });", "(= a ({(declare [int] (b = 1)) b}))");
    body("__extension__ int a; __extension__ a = 1;", "(declare [int] (a)) (= a 1)");
    body("_Static_assert(1); { }", "(static-assert 1) {}");
}

#[test]
fn inline_assembly() {
    check("asm(\"nop\");", "(asm)");
    check("int x asm(\"y\");", "(declare [int] (x asm \"y\"))");
    check(
        "void f(void) { asm volatile (\"mov %0\" \", %1\" : \"=r\"(a) : [n] \"i\"(1) : \"cc\"); }",
        "(function [void] (f ()) {(asm volatile \"mov %0, %1\" out(\"=r\" a) in(n \"i\" 1) clobber \"cc\")})",
    );
    check(
        "void f(void) { asm goto (\"\" :::: a, b); __asm__(\"\"::: \"memory\"); a: b: ; }",
        "(function [void] (f ()) {(asm \"\" goto a goto b) (asm \"\" clobber \"memory\") (label a (empty)) (label b (empty))})",
    );
}

#[test]
fn attributes_wherever_gcc_takes_them() {
    check("__attribute__((unused)) int x;", "(declare [int @unused] (x))");
    check(
        "int x __attribute__((__aligned__(8), used)) = 1;",
        "(declare [int] (x @aligned(8) @used = 1))",
    );
    check("int a, __attribute__((u)) b;", "(declare [int] (a) (b @u))");
    check("int * __attribute__((p)) x;", "(declare [int] (x * @p))");
    check("int (__attribute__((p)) *x);", "(declare [int] (x * @p))");
    check("void f(int x __attribute__((u)));", "(declare [void] (f ([int @u] x)))");
    check(
        "void f(void) __attribute__((const, , format(printf, 1, 2)));",
        "(declare [void] (f () @const @format(printf 1 2)))",
    );
    check(
        "struct __attribute__((packed)) s { int a __attribute__((x)); } __attribute__((y));",
        "(declare [(struct s @packed @y {([int] (a @x))})])",
    );
    check("enum e { A __attribute__((deprecated)) = 1 };", "(declare [(enum e A=1)])");
    check("[[deprecated]] int x [[gnu::unused]];", "(declare [int @deprecated] (x @unused))");
    check(
        "void f(void) { a: __attribute__((unused)); [[x]] b = 1; __attribute__((fallthrough)); }",
        "(function [void] (f ()) {(label a @unused (empty)) (= b 1) (empty)})",
    );
    check(
        "typedef int v __attribute__((vector_size(4 * sizeof(int))));",
        "(declare [typedef int] (v @vector_size((* 4 (sizeof <[int]>)))))",
    );
}

#[test]
fn what_means_nothing_leaves_no_trace() {
    check(";; int x;; __extension__ int y;", "(declare [int] (x))\n(declare [int] (y))");
    check("#pragma pack(1)\nint x = 1 +\n#ident \"a\"\n2;", "(declare [int] (x = (+ 1 2)))");
    check(
        "_Pragma(\"a\") int x; void f(void) { _Pragma(\"b\") x; }",
        "(declare [int] (x))\n(function [void] (f ()) {x})",
    );
    check(
        "__const int a; __volatile__ int b; __signed__ c; int *__restrict d;",
        "(declare [const int] (a))\n(declare [volatile int] (b))\n(declare [signed] (c))\n(declare [int] (d restrict *))",
    );
}
