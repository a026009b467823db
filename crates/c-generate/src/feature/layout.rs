//! Sizes, offsets and constants that the compiler computes.

use crate::generator::Generator;
use crate::types::RecordKind;

pub(super) fn sizes_and_offsets(g: &mut Generator) {
    for number in 0..g.records.len() {
        let name = g.record_name(number);
        g.mix(&format!("sizeof({name}) * 64 + _Alignof({name})"));
        if g.records[number].kind == RecordKind::Struct {
            for field in g.records[number].fields.clone() {
                if field.bits.is_none() {
                    g.mix(&format!("__builtin_offsetof({name}, {})", field.name));
                }
            }
        }
    }
    g.line("struct { char a; long double b; char c[3]; double d; short e; } s; char t[sizeof s];");
    g.mix("sizeof s + sizeof(long) * 100 + sizeof t + sizeof(char[3][5]) + sizeof &s + sizeof s.c");
    g.line("struct __attribute__((aligned(32))) wide { char a; }; struct { char b; struct wide w; } u;");
    g.mix("sizeof u + _Alignof(struct wide) + ((char *)&u.w - (char *)&u)");
    g.mix("_Alignof(long long) + _Alignof(double) * 16 + _Alignof(long double) * 256");
    g.line(
        "struct { char a; long long b : 4; char c; int d : 20; int e : 20; } v; enum q { A, B };",
    );
    g.mix("sizeof v + sizeof(enum q) * 100 + sizeof(_Bool) + sizeof('a') + sizeof(1ull) + sizeof(1.f)");
}

pub(super) fn typedefs_and_qualifiers(g: &mut Generator) {
    let (a, b) = (g.int(), g.int());
    g.line(
        "typedef unsigned int word; typedef word pair[2]; typedef int (*op)(int); typedef word T;",
    );
    g.line(&format!("const pair p = {{ {a}, {b} }}; const word *const q = p; volatile T v = 4;"));
    g.line("v += 3; __typeof__(v + 1LL) w = v; __typeof__(p) *r = &p; __auto_type z = *q;");
    g.mix("q[0] ^ (*r)[1] ^ w ^ z ^ sizeof(pair)");
    g.line(
        "{ word T = 5; int unsigned long const long x = T; op f = 0; register int k = 3; k += !f;",
    );
    g.mix("x + k");
    g.line("}");
}

pub(super) fn strings_and_characters(g: &mut Generator) {
    let a = g.small(3);
    g.line(&format!(
        "int i = {a}; char s[] = \"a\\\"\\\\\\101\\x7a\\?\", t[3] = \"xyz\", *p = \"one\" \"two\";"
    ));
    g.mix("s[i] + t[2] * 2 + p[i] * 3 + sizeof s + sizeof \"q\\0r\"");
    g.mix("'\\377' + '\\0' + '\\e' + 'ab' + (unsigned char)'\\xff'");
    g.line("unsigned short wide[] = u\"hi\"; __typeof__(L'a') w[] = L\"\\u00e9x\"; const char *names[] = { \"aa\", \"b\", s };");
    g.mix("wide[1] + w[0] + sizeof w + sizeof wide + *names[1] + names[0][1] + names[2][1]");
    g.line("static char *const where = &\"static\"[2]; static int n = sizeof(\"abc\") + 'x';");
    g.mix("*where + n++");
}

pub(super) fn constant_expressions(g: &mut Generator) {
    g.line("enum { N = 3 * (1 << 4) - 7 % 4, M = -N / 2, B = (unsigned char)-1 > 0 ? 'b' : M, L = ~0u >> 31 };");
    g.line("static int a[N > 40 ? 5 : 6] = { [sizeof(int)] = M }, x = -7 / 2 + -7 % 2 + (-9 >> 1) + !N;");
    g.line(
        "static long long w = 1LL << 40 | 0x80000000 | -1 + 0u; static double d = 1 / 3. + 5 / 2;",
    );
    g.line("static float f = 16777217; static unsigned char c = 300 + 1.9; static _Bool t = 0.1;");
    g.line("static int *p = a + 2, *q = &a[3] - 1; static int *const r = (int *)0 + 0;");
    g.mix("a[4] + x + B + L + sizeof a + w");
    g.mix("c + t * 2 + (p == q) * 4 + (r == 0) * 8");
    g.line(&format!("{}mixf(d); {}mixf(f);", g.prefix, g.prefix));
    g.line("_Static_assert(sizeof(char) == 1 && N > 40, \"constants\");");
    g.line("switch (N) { case 48 - 3: x++; break; case (int)(2.9 + 0.05): x--; }");
    g.mix("x + (1 ? 2u : -3) / 2 + (-1 < 0u) + (-1 < (unsigned short)0) * 2 + (0 ? 1 : 2LL) * 4");
}
