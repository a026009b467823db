//@ run: refine %s tests/refine/a-constant-does-not-change.source.c
//@ truth: holds
//@ verdict: true
// Nobody writes a constant: it holds what it was given, whoever runs beside it.
const int limit = 3;
static const int table[4] = {1, 2, 4, 8};

int f(void)
{
    return limit + table[2] + "abc"[1];
}
