//! Memory: library functions on it, bytes of other types, pointers in all directions.

use crate::generator::{Generator, InnerArrays};

pub(super) fn library_copies(g: &mut Generator) {
    let (a, b) = (g.int(), g.small(7));
    g.line(&format!("int a[4] = {{ {a}, 2, 3, 4 }}, b[4]; char c[16], *p;"));
    g.line("memcpy(b, a, sizeof a); memset(c, 7, sizeof c);");
    g.line(&format!("memset(c + {b}, 0x1a5, 4); memmove(c + 2, c, 8);"));
    g.line("p = memcpy(c + 12, b + 1, 4); struct { int x; char y; } s = { 3, 4 }, t;");
    g.line("memcpy(&t, &s, sizeof s);");
    g.mix("b[0] + b[3] + *p + t.x * t.y");
    g.line("for (int i = 0; i < 16; i++)");
    g.mix("c[i]");
}

/// Characters may look at the bytes of anything.
pub(super) fn bytes_of_integers(g: &mut Generator) {
    let a = g.int_expr(1).text;
    g.line(&format!("unsigned long long w = {a}; unsigned char *p = (unsigned char *)&w;"));
    g.line("for (int i = 0; i < 8; i++)");
    g.mix("p[i]");
    g.line("p[1] ^= 0x5a; p[7] = 0x81; *(signed char *)(p + 3) = -2;");
    g.mix("w");
    g.line("int x = 5, *q = &x, *r; for (unsigned i = 0; i < sizeof q; i++)");
    g.line("  ((char *)&r)[i] = ((char *)&q)[i];");
    g.mix("*r");
}

pub(super) fn pointers_to_pointers(g: &mut Generator) {
    let (a, b) = (g.small(1), g.int());
    g.line("int x = 1, y = 2, *p = &x, *q = &y, **pp = &p, ***ppp = &pp;");
    g.line(&format!("if ({a}) pp = &q; **pp = {b}; ***ppp += *p & 15; *pp = &x;"));
    g.mix("x + y");
    g.mix("*p + (*q & 1) + (p == q)");
    g.line("int *all[3] = { &x, &y, &x }; int **at = all + 1; *at[0] = 9; **++at ^= 3;");
    g.mix("x ^ y * 3");
}

pub(super) fn negative_subscripts(g: &mut Generator) {
    let a = g.small(3);
    g.line(&format!("short a[8] = {{ 1, -2, 3, -4, 5, -6, 7, -8 }}, *p = a + 4; int i = {a};"));
    g.mix("p[-1] * 100 + p[-i] + (-1)[p] + i[p]");
    g.line("p -= i; p += 2; p--; signed char back = -1;");
    g.mix("p[back] + *(p + back) + (p - a)");
    g.mix("&p[1] - &a[0] > 2");
}

pub(super) fn linked_list(g: &mut Generator) {
    let (a, b) = (g.small(7), g.int());
    g.line("struct node { struct node *next; int value; } *head = 0, *at;");
    g.line(&format!("for (int i = 0; i <= {a}; i++) {{"));
    g.line("  at = malloc(sizeof *at);");
    g.line(&format!("  at->value = {b} ^ i; at->next = head; head = at;"));
    g.line("}");
    g.line("for (at = head; at; at = at->next)");
    g.mix("at->value");
    g.line("while (head) { at = head->next; free(head); head = at; }");
}

pub(super) fn flexible_array(g: &mut Generator) {
    let a = g.small(3);
    g.line("struct bag { short n; int items[]; } *bag;");
    g.line(&format!("int n = 2 + {a}; bag = malloc(sizeof *bag + n * sizeof bag->items[0]);"));
    g.line("bag->n = n; for (int i = 0; i < bag->n; i++) bag->items[i] = i * 7;");
    g.mix("bag->items[n - 1] + sizeof *bag");
    g.line("free(bag);");
}

/// A block that changes its size, in both directions.
pub(super) fn growing_buffer(g: &mut Generator) {
    let (a, b) = (g.small(7), g.small(3));
    g.line("short *items = 0; unsigned n = 0, room = 0;");
    g.line(&format!("for (int i = 0; i <= {a}; i++) {{"));
    g.line("  if (n == room) items = realloc(items, (room = 2 * room + 1) * sizeof *items);");
    g.line("  items[n++] = i * 300;");
    g.line("}");
    g.line(&format!("if (n > 1 + {b}) items = realloc(items, (n = 1 + {b}) * sizeof *items);"));
    g.line("for (unsigned i = 0; i < n; i++)");
    g.mix("items[i]");
    g.line("free(items);");
}

pub(super) fn two_dimensions(g: &mut Generator) {
    let (a, b) = (g.small(1), g.small(3));
    g.line("int m[2][4] = { { 1, 2, 3 }, { [1] = 5, 6 } }, (*row)[4] = m, *flat = &m[0][0];");
    g.line(&format!("m[{a}][{b}] += 10; row[1][2]++; (*row)[0] = 40; row++; row[-1][3] = 2;"));
    g.line("for (int i = 0; i < 2; i++) for (int j = 0; j < 4; j++)");
    g.mix("m[i][j] * (i + 1) + *(*(m + i) + j)");
    g.mix("flat[3] + (*row)[1] + sizeof m / sizeof m[0] + (&m[1][0] - flat)");
}

pub(super) fn variable_dimensions(g: &mut Generator) {
    if g.inner_arrays == InnerArrays::Avoided {
        return two_dimensions(g);
    }
    let a = g.small(3);
    g.line(&format!("int n = 2 + {a}, k = 3; int m[n][k + 1]; typedef int row[n]; row r;"));
    g.line(
        "for (int i = 0; i < n; i++) { r[i] = i; for (int j = 0; j <= k; j++) m[i][j] = i * j; }",
    );
    g.line("k = 100; int (*p)[4] = m; p++;");
    g.mix("sizeof m + sizeof m[0] + sizeof r + m[n - 1][3] + p[0][2] + r[1]");
}

pub(super) fn stack_block(g: &mut Generator) {
    let a = g.small(7);
    g.line(&format!("unsigned n = 4 + {a}; unsigned char *p = __builtin_alloca(n);"));
    g.line("for (unsigned i = 0; i < n; i++) p[i] = 3 * i;");
    g.mix("p[n - 1] + p[0]");
}
