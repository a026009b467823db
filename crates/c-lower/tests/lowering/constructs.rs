//! Every construct that the front end must read, with every check: nothing panics, everything is
//! valid, and nothing is unsupported that need not be.

use c_lower::{Checks, Options, Selection};

use crate::{program, unsupported};

const EVERYTHING: &str = r#"
typedef __builtin_va_list va_list;
typedef unsigned long size_t;
struct node { int value; struct node *next; unsigned small : 3; } __attribute__((aligned(16)));
union word { int i; float f; char bytes[4]; };
enum colour { RED, GREEN = 5, BLUE };
static const char *names[] = { [RED] = "red", [GREEN] = "green", [BLUE] = "blue" };
extern int elsewhere[];
static __thread int own = 3;
_Atomic int shared;
volatile int device;
struct { int n; int rest[]; } flexible = { 2, { 1, 2 } };
struct { int n; int none[0]; } empty;
int declared(void), old_style();
int with_dollar$(int a$b) { return a$b; }
static inline int helper(int x) { return x ?: -1; }
int sum(int n, ...) { va_list l; __builtin_va_start(l, n); __builtin_va_end(l); return n; }
implicit(a, b) char a; { return a + b; }
__int128 wide(__int128 x) { return x * x / 3 % 7 << 2; }
_Float128 quad(_Float128 x) { return x + 1; }
long double extended(long double x) { return x / 2; }
int generic(int x) { return _Generic(x, int: 1, default: 2) + _Generic(1.0f, float: 3, double: 4); }
int statement_expressions(int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += ({ typeof(i) t = i; if (t == 3) continue; __auto_type u = t + 1; u; });
  return total;
}
int ranges(unsigned char c) {
  switch (c) { case 'a' ... 'z': return 1; case '0' ... '9': return 2; default: return 0; }
}
int labels_as_values(int k) {
  static const void *const table[] = { &&one, &&two };
  goto *table[k & 1];
one: return 1;
two: return 2;
}
int designated(void) {
  struct node n = { .next = &(struct node){ .value = 3 }, .small = 9 };
  int a[10] = { [2] = 1, 2, [5 ... 8] = 7 };
  union word w = { .f = 1.5f };
  return n.next->value + n.small + a[3] + w.i;
}
int variable(int n, int m[n][n]) {
  int v[n + 1], (*p)[n] = m;
  v[n] = sizeof v + sizeof *p + sizeof(int[n]);
  return v[n] + p[0][0];
}
struct node make(int value) { return (struct node){ value, 0, 1 }; }
int assembly(int x) {
  int y;
  asm volatile("mov %1, %0" : "=r"(y) : "r"(x) : "memory", "cc");
  asm goto("" : : "r"(y) : : away);
  return y;
away:
  return -y;
}
int pointers(struct node *list) {
  int count = 0;
  for (struct node *at = list; at && at->value != 0; at = at->next) count += at->small++;
  return count + (list == 0) + (int)(&list[3] - list) + (list < list + 1);
}
int floats(float f, double d) { f += d; d -= f * 2; return (int)(f / d) + (f != f) + !d + (d ? 1 : 2); }
int shifts(int a, unsigned b, long c) { a <<= 3; b >>= a; c = c << b >> 2; return a ^ (int)c | ~b & 1; }
_Bool truths(int a, void *p, double d) { _Bool t = a; t &= p && d; t = !t; return t++; }
int (*choose(int k))(int) { return k ? helper : with_dollar$; }
int strings(void) { char a[8] = "abc", b[] = "de" "f"; return a[1] + b[2] + sizeof b + "xyz"[1] + L"w"[0]; }
void nothing(int x) { (void)x; x ? (void)0 : (void)1; ; }
int recursive(int n) { return n <= 0 ? 1 : recursive(n - 1) * n; }
int main(int argc, char **argv) {
  int r = helper(argc) + sum(1, 2, 3.0) + implicit(1, 2) + statement_expressions(5);
  r += ranges(r) + labels_as_values(r) + designated() + make(2).value + assembly(r);
  r += floats(1, 2) + shifts(1, 2, 3) + truths(1, argv, 0) + choose(r)(3) + strings();
  r += pointers(&(struct node){ 1 }) + recursive(3) + (int)wide(3) + (int)quad(1) + generic(r);
  int grid[2][2] = { { 1 } };
  r += variable(2, grid) + names[GREEN][0] + elsewhere[1] + own + shared++ + device;
  r += flexible.rest[1] + sizeof(empty) + declared() + old_style(1, 2) + (int)extended(2);
  do { r--; if (r & 1) continue; } while (r > 100);
  for (;;) { if (r-- < 0) break; else { nothing(r); goto next; } next: ; }
  return ({ r; });
}
"#;

#[test]
fn every_construct_lowers_with_and_without_checks() {
    for checks in [Checks::default(), Checks::all()] {
        let program = program(EVERYTHING, &Options::with_checks(checks));
        // The one thing here that has no meaning in the IR: a jump to what may be no label.
        let mut found = unsupported(&program);
        found.dedup();
        assert_eq!(found, ["computed jump to something that is no label of the function"]);
        let n_bodies = program.functions.values().filter(|function| function.body.is_some());
        assert_eq!(n_bodies.count(), 24);
    }
}

#[test]
fn functions_that_nobody_names_can_be_left_out() {
    let text = "static int unused(void) { return 1; } int named(void) { return 2; } \
        int (*table[])(void) = { named }; int called(void) { return 3; } \
        int main(void) { return called(); }";
    let mut options = Options::with_checks(Checks::default());
    options.selection = Selection::Reachable;
    let program = program(text, &options);
    let lowered: Vec<&str> = program
        .functions
        .values()
        .filter(|function| function.body.is_some())
        .map(|function| &*function.name)
        .collect();
    assert_eq!(lowered, ["named", "called", "main"]);
}

#[test]
fn a_unit_without_entry_is_refused() {
    let mut source = source::Source::new("test.c", b"int f(void) { return 1; }".to_vec());
    let (tree, _) = c_syntax::parse(&mut source);
    let (unit, _) = c_sema::analyse(tree, c_sema::types::DataModel::Lp64);
    let options = Options::with_checks(Checks::default());
    let diagnostics = c_lower::lower(&unit, &source, &options).expect_err("there is no main");
    let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["E0401"]);
}
