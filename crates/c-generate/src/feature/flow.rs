//! Control flow that few programs use and all compilers must get right.

use crate::generator::Generator;

pub(super) fn duffs_device(g: &mut Generator) {
    let a = g.small(7);
    g.line(&format!("int n = {a} + 1, rounds = (n + 3) / 4, s = 0;"));
    g.lines(
        "switch (n % 4) {
case 0: do { s = s * 3 + 1;
case 3: s += 7;
case 2: s ^= 0x11;
case 1: s++;
  } while (--rounds > 0);
}",
    );
    g.mix("s");
}

pub(super) fn switch_on_wide_values(g: &mut Generator) {
    let (a, b) = (g.int_expr(2).text, g.int_expr(1).text);
    g.line(&format!("int s = 0; long long w = {a}; signed char c = {b};"));
    g.lines(
        "switch (w) { case -1: s = 1; break; case 0x100000000LL: s = 2; case 3: s += 5; break;
  case -9000000000LL ... -2: s = 9; break; default: s = 11; }
switch (c) { case -128 ... -1: s += 100; break; case 0: s += 200; default: s += 300; case 'a': ; }
switch ((unsigned char)c) { case 255: s ^= 1; break; case 1 ... 100: s ^= 2; }
switch (s & 3) default: s += 7;
switch (s > 5) { case 1: s--; break; case 0: s++; }
switch (c) ;",
    );
    g.mix("s");
}

pub(super) fn leaving_nested_loops(g: &mut Generator) {
    let (a, b) = (g.small(7), g.small(3));
    g.line(&format!("int s = 0, limit = {a}, way = {b};"));
    let (next, out) = (g.local_name("next"), g.local_name("out"));
    g.lines(&format!(
        "for (int i = 0; i < 4; i++) {{
  int seen = i;
  for (int j = 0; ; j++) {{
    switch (j + way) {{ case 3: continue; case 6: goto {next}; case 9: break; default: s++; }}
    if (i * j > limit) {{ int inner = i + j; s += inner; goto {out}; }}
    if (j > 7) break;
    while (1) {{ if (s++ & 1) break; else continue; }}
  }}
  {next}: s += seen;
}}
{out}:"
    ));
    g.mix("s");
}

pub(super) fn statement_expression(g: &mut Generator) {
    let (a, b) = (g.small(7), g.int());
    g.line(&format!("int n = {a};"));
    g.mix("({ int f = 1; for (int i = 2; i <= n; i++) f = f * i % 10007; f; })");
    g.mix(&format!("({{ int t; if (n > 3) t = {b}; else t = -1; t; }}) & 0xff"));
    g.line(
        "int m = ({ struct { int a; } s = { n }; s; }).a + ({ n++; }) + ({ int *p = &n; *p; });",
    );
    g.mix("m + n");
    g.line("n = 0; while (({ n += 2; n < 9; })) ; for (; ({ _Bool go = n < 20; go; }); n += 3) ;");
    g.mix("n");
}

pub(super) fn loops_without_parts(g: &mut Generator) {
    let a = g.small(7);
    g.line(&format!("int i = {a}, s = 0;"));
    g.line("for (;;) { if (i-- == 0) break; s += i; if (s & 2) continue; s++; }");
    g.line("for (; i < 5;) i += 2;");
    g.line("for (int i = 3; i; i--) s += i;");
    g.line("do { if (s > 50) break; s += 9; } while (s < 40 || (s & 1));");
    g.line("while (s % 7) s++;");
    g.line("do ; while (0);");
    g.mix("s * 100 + i");
}

pub(super) fn scopes_and_shadows(g: &mut Generator) {
    let a = g.int();
    g.line(&format!(
        "int x = {a}, y = 1; {{ int x = y + 1; y += x; {{ long x = 5; y *= x; }} x = 9; }}"
    ));
    g.mix("x + y");
    g.line("for (int x = 0; x < 2; x++) { static int count = 10; int x = count++; y += x; }");
    g.mix("y");
    g.line("extern int printf(const char *, ...); enum { x1 = 4, x2 } e = x2; typedef int x3; x3 z = e;");
    g.mix("z + x1");
    g.line("if (sizeof(struct inner { int q; }) > 3) { struct inner r = { 6 }; y ^= r.q; }");
    g.mix("y");
}

pub(super) fn jump_into_block(g: &mut Generator) {
    let a = g.small(1);
    let inside = g.local_name("inside");
    g.line(&format!("int s = {a}, t = 0; if (s) goto {inside};"));
    g.line(&format!(
        "for (int i = 0; t < 3; t++) {{ s += 2; {inside}: s += 5; i = t; t += i > 1; }}"
    ));
    g.mix("s + t * 100");
}
