//! Values of expressions that also do something, and conversions that are easy to get wrong.

use crate::generator::Generator;

/// The value of an assignment is that of its target after it.
pub(super) fn assignment_values(g: &mut Generator) {
    let (a, b) = (g.int(), g.int());
    g.line("signed char c; unsigned short s; _Bool t; struct { unsigned f : 3; int g : 5; } r;");
    g.mix(&format!("c = {a}"));
    g.mix(&format!("s = c = {b}"));
    g.mix(&format!("t = {a}"));
    g.mix(&format!("r.f = {a}"));
    g.mix(&format!("r.g = {b}"));
    g.line("if ((c = s) > 3)");
    g.mix("c");
    g.mix("(r.f += 5) + (r.g -= 3)");
    g.mix("c++ + (s--, s)");
    g.mix("r.f++");
    g.mix("--r.g");
    g.mix("t--");
    g.mix("++t");
    g.mix("c >>= 1");
    g.mix("(s |= 0x8001) ^ r.f");
}

/// The right side happens only if the left does not decide.
pub(super) fn short_circuits(g: &mut Generator) {
    let (a, b, c) = (g.small(3), g.small(1), g.int());
    g.line(&format!("int x = {a}, y = {b}, z = 0;"));
    g.mix(&format!("x && (z = {c} & 7)"));
    g.mix("y || (z += 3, 0)");
    g.mix("x > 1 && y || z++ > 2");
    g.mix("!(x && y) && (x = 5) || (y = 7)");
    g.line("x ? (z ^= 1) : (y += 2);");
    g.mix("x + y * 8 + z * 64");
    g.line("if (!x == y && (z & 1 || x++ < 3)) x = 100; else y = 100;");
    g.mix("x + y * 256");
    g.line("_Bool truth = x && y; truth ^= 1;");
    g.mix("truth");
}

/// Side effects with a sequence point between them.
pub(super) fn sequenced_effects(g: &mut Generator) {
    let (a, b) = (g.small(7), g.int());
    g.line(&format!("int i = {a}, a[10] = {{ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }}, *p = a;"));
    g.line(&format!("a[i++] = {b} & 255;"));
    g.line("a[i--] ^= 21;");
    g.line("*p++ += 4; *++p -= 2; (*p)++; ++*p;");
    g.mix("(i = 3, i++, a[i])");
    g.mix("p - a");
    g.line("for (int j = 0, k = 9; j < k; j++, k--) { int t = a[j]; a[j] = a[k]; a[k] = t; }");
    g.line("p = a; int s = 0; while (p != a + 10) s = s * 3 % 1000 + *p++;");
    g.mix("s");
    g.line("int n = 5; do a[n] += n; while (n-- > 0);");
    g.mix("a[0] + a[5] * 1000");
}

pub(super) fn elvis(g: &mut Generator) {
    let (a, b) = (g.small(3), g.int());
    g.line(&format!("int x = {a}, n = 0;"));
    g.mix(&format!("x ?: {b}"));
    g.mix("n++ ?: -1");
    g.mix("(unsigned char)x ?: 7u");
    g.line("int *p = x ? &x : 0, *q = p ?: &n;");
    g.mix("*q");
}

pub(super) fn bit_builtins(g: &mut Generator) {
    let (a, b) = (g.int_expr(1).text, g.int_expr(1).text);
    g.line(&format!("unsigned int u = (unsigned int){a} | 1; unsigned long long w = {b} | 4;"));
    g.mix("__builtin_popcount(u) + __builtin_popcountll(w)");
    g.mix("__builtin_clz(u) + __builtin_ctz(u) * 64");
    g.mix("__builtin_clzll(w) + __builtin_ctzll(w) * 64");
    g.mix("__builtin_ffs((int)u) + __builtin_parity(u) * 64");
    g.mix("__builtin_bswap32(u)");
    g.mix("__builtin_bswap64(w)");
    g.mix("__builtin_bswap16((unsigned short)u)");
    g.mix("__builtin_expect(u > 5, 1)");
}

pub(super) fn overflow_builtins(g: &mut Generator) {
    let (a, b) = (g.int(), g.int());
    g.line(&format!("int x = {a}, y = {b}, r; unsigned char c; long long w;"));
    g.mix("__builtin_add_overflow(x, y, &r)");
    g.mix("r");
    g.mix("__builtin_mul_overflow(x, y, &r)");
    g.mix("r");
    g.mix("__builtin_sub_overflow(x, y, &c)");
    g.mix("c");
    g.mix("__builtin_mul_overflow(x, (unsigned)y, &w)");
    g.mix("w");
}

/// Everything scalar can be a condition, and converts to `_Bool`.
pub(super) fn truth_of_everything(g: &mut Generator) {
    let a = g.int_expr(1).text;
    let f = g.float_expr(1).text;
    g.line(&format!("long long w = {a}; int x = 3, *p = w & 1 ? &x : 0; double d = {f};"));
    g.line("_Bool a = w, b = p, c = d, e = &x, h = 0.5;");
    g.mix("a + b * 2 + c * 4 + e * 8 + h * 16");
    g.mix("!w + !p * 2 + !d * 4");
    g.mix("(p && d) + (w || p) * 2 + (p ? *p : -1) * 4");
    g.mix("(_Bool)p + (_Bool)(w & 2) * 2");
    g.line("if (d) x++; if (p) *p += 4; while (d) { d = 0; x += 8; }");
    g.mix("x");
}

/// The operation happens in the common type, the result is converted back.
pub(super) fn mixed_compound_assignment(g: &mut Generator) {
    let (a, b) = (g.small(127), g.small(63));
    g.line(&format!(
        "int x = {a}; unsigned char c = (unsigned char)({b} + 100); long long w = -x;"
    ));
    g.line("x += 1.75; x *= 1.5f; c *= 1.25; w /= 2.0L; w -= 0.5;");
    g.mix("x + c * 1000 + w * 1000000");
    g.line("unsigned u = 10; u -= w; u *= c; c += 300; c |= 8; c -= 2.5;");
    g.mix("u ^ c");
    g.line("float f = x; f += c; f /= 3; f *= u & 15; double d = f; d -= 0.1f;");
    g.line(&format!("{}mixf(f); {}mixf(d);", g.prefix, g.prefix));
    g.line("char n = 100; n += n; n &= 63; n <<= 1; short s = -3; s >>= 1; s *= s; s %= 5; s |= 1 << 9;");
    g.mix("n * 100000 + s");
    g.line("unsigned short m = 65535; m = m * 1u * m; x = 7; x <<= 2; x = -x; x /= 2; x %= 3;");
    g.mix("m + x");
}

pub(super) fn pointer_integers(g: &mut Generator) {
    let a = g.small(3);
    g.line(&format!("int a[4] = {{ 5, 6, 7, 8 }}, *p = a + {a};"));
    g.line("unsigned long n = (unsigned long)p; int *q = (int *)n;");
    g.mix("*q + (p == q)");
    g.line("n -= (unsigned long)a; q = (int *)((char *)a + n);");
    g.mix("*q + n");
    g.line("n = (unsigned long)a | 1; q = (int *)(n & ~1ul); n = (unsigned long)(a + 2) - 4;");
    g.mix("*q + *(int *)n");
    g.line("void *v = p; const char *c = v; unsigned long long *w = 0;");
    g.mix("*(int *)v + *c + (w == 0) + !w");
    g.mix("(p - a) * 4 == (char *)p - (char *)a");
}
