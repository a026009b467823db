//@ run: refine %s tests/refine/a-constant-of-another-file.source.c
//@ truth: holds
//@ verdict: true
// It does not change either; what it is stands elsewhere.
extern const int limit;

int f(void)
{
    int a = limit;
    int b = limit;
    return a == b;
}
