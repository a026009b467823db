//! Structs and unions.

use crate::generator::Generator;

pub(super) fn anonymous_members(g: &mut Generator) {
    let (a, b) = (g.int(), g.int());
    g.line(
        "struct { int x; union { struct { short lo, hi; }; int both; }; struct { char z; }; } s;",
    );
    g.line(&format!("s.x = {a}; s.both = {b}; s.z = 3;"));
    g.mix("s.lo + s.hi * 3");
    g.line("s.hi = -1;");
    g.mix("(unsigned int)s.both + s.z + (unsigned int)s.x");
    g.mix("sizeof s");
}

/// Reads, writes and values of bit-fields, packed and not.
pub(super) fn bit_field_values(g: &mut Generator) {
    let (a, b, c) = (g.int_expr(1).text, g.int_expr(1).text, g.int_expr(1).text);
    let packed = if g.choices.chance(40) { "__attribute__((packed))" } else { "" };
    g.line(&format!(
        "struct {packed} {{ unsigned a : 3; int b : 7; unsigned char c; int : 4; long long d : 33; \
         _Bool e : 1; int : 0; unsigned short f : 9; signed char g : 2; }} s = {{ 1, -2, 3 }};"
    ));
    g.line(&format!("s.a = {a}; s.b = {b}; s.d = {c}; s.e = {a}; s.f = {b}; s.g = {c};"));
    g.mix("s.a + s.b * 8 + s.c * 1000 + s.e * 100000");
    g.mix("s.d");
    g.mix("s.f * 4 + s.g");
    g.line("s.a++; s.b >>= 1; s.f ^= 0x155; s.g = s.g + 1; s.e ^= 1; s.c--;");
    g.mix("s.a - s.b + (s.f << 3) + s.g + s.c + s.e");
    g.mix("(s.a < -1) + (s.b < 0u) * 2");
    g.mix("sizeof s");
}

pub(super) fn wide_bit_fields(g: &mut Generator) {
    let (a, b) = (g.int_expr(1).text, g.int_expr(1).text);
    g.line(
        "struct { unsigned long long a : 40, b : 24; long long c : 50; unsigned d : 32; } s, *p;",
    );
    g.line(&format!("s.a = {a}; s.b = {b}; s.c = {b}; s.d = {a}; p = &s;"));
    g.mix("(unsigned long long)s.a ^ (unsigned long long)p->c");
    g.mix("p->b + 0u + p->d");
    g.line("p->a |= 1; s.c = -s.b; p->d += 5;");
    g.mix("(unsigned long long)s.a ^ (long long)s.c");
    g.mix("p->d > 7");
}

pub(super) fn nested_designators(g: &mut Generator) {
    let (a, b) = (g.int(), g.int());
    g.line("struct in { int a, b[3]; }; struct out { struct in i[2]; int t; char s[4]; };");
    g.line(&format!(
        "struct out x = {{ .i[1].b[2] = {a}, .i[0] = {{ 1, {{ 2, 3 }} }}, .t = {b}, .s = \"ab\" }};"
    ));
    g.line("struct out y = { 1, 2, 3, 4, { 5, { 6, 7 } }, 8, \"xyz\" }, z = { { { 1 } }, .t = 2, 'q' };");
    g.line("int a[8] = { [1 ... 3] = 5, [5] = 6, 7 }, b[] = { [4] = 1, [0] = 2, 3 };");
    g.line("for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++)");
    g.mix("x.i[i].b[j] + y.i[i].b[j] * 16 + z.i[i].b[j] * 256 + x.i[i].a + y.i[i].a");
    g.mix("x.t + y.t + z.t + x.s[1] + x.s[3] + y.s[2] + z.s[0]");
    g.mix("a[1] + a[3] * 8 + a[4] * 64 + a[5] * 512 + a[6] * 4096 + sizeof b + b[1] + b[4]");
    g.line("y.i[0] = x.i[1]; z = y; z.i[1] = (struct in){ .b = { [1] = 4 } };");
    g.mix("z.i[0].b[2] + z.i[1].b[1] + z.i[1].a + y.i[1].a");
}

pub(super) fn members_of_results(g: &mut Generator) {
    let (a, b) = (g.int(), g.small(3));
    g.line("struct pair { int x; long long y; short z[4]; } p = { 1, 2, { 3, 4, 5, 6 } }, q;");
    g.line(&format!("p.x = {a}; q = p; q.z[{b}] = 9;"));
    g.mix(&format!("({b} ? p : q).x + ({b} > 1 ? q : p).z[2]"));
    g.mix("(q = p, q).y + (p = (struct pair){ 7, 8 }).x");
    g.mix("({ struct pair r = p; r.y++; r; }).y + p.z[1]");
    g.line("struct pair *at = &p; *at = q; (*at).x++; at->z[3] = -1;");
    g.mix("p.x + p.y + p.z[3] + q.z[3]");
}

pub(super) fn functions_in_records(g: &mut Generator) {
    let (a, prefix) = (g.int_expr(1).text, g.prefix.clone());
    g.line(&format!(
        "struct {{ void (*mix)(unsigned long long); int n; }} s = {{ {prefix}mix, 4 }}, *p = &s;"
    ));
    g.line(&format!("s.mix({a}); p->mix(p->n); (*p->mix)(3); (**s.mix)(4);"));
    g.line(&format!("void (*f)(unsigned long long) = &{prefix}mix; f = *f; (f ? f : 0)(5);"));
    g.mix(&format!("f == {prefix}mix && f != 0 && !!f"));
    g.line("static void (*const table[])(unsigned long long) = {");
    g.line(&format!("  [2] = {prefix}mix, [0] = &{prefix}mix }};"));
    g.line("if (table[1] == 0) table[2](sizeof table / sizeof *table);");
}

pub(super) fn compound_literals(g: &mut Generator) {
    let (a, b) = (g.int(), g.small(3));
    g.line(&format!("int *p = (int[]){{ {a}, 2, 3, 4 }}, i = {b};"));
    g.line("p[1] += 5;");
    g.mix("p[i] + (int[4]){ 7, 8, 9 }[i] + (struct { int a, b; }){ 1, i }.b");
    g.line("long long total = 0; for (int k = 0; k < 3; k++) {");
    g.line("  struct { int a, b; } *q = &(struct { int a, b; }){ k, i }; q->a++; total += q->a;");
    g.line("}");
    g.mix("total");
    g.mix("\"abc\"[i] + *(&\"xyz\"[1]) + (char){ 65 } + sizeof \"four\"");
}

/// The same bytes as numbers, bytes and bit-fields.
pub(super) fn union_of_views(g: &mut Generator) {
    let a = g.int_expr(1).text;
    g.line("union { unsigned all; unsigned char bytes[4]; struct { unsigned lo : 5, mid : 11; ");
    g.line("  int hi : 16; } f; short halves[2]; float real; } u;");
    g.line(&format!("u.all = (unsigned){a};"));
    g.mix("u.bytes[0] + u.bytes[3] * 256 + u.f.lo + u.f.mid * 3 + u.f.hi + u.halves[1]");
    g.line("u.f.mid = 0x2aa; u.bytes[3] ^= 0x81; u.halves[0]--;");
    g.mix("u.all");
    g.line("u.real = 1.5f; u.f.lo = 9;");
    g.mix("u.all + sizeof u");
    g.line("union { double d; unsigned long long w; long double l; } v = { .l = 0 }; v.d = -0.75;");
    g.mix("v.w");
}
