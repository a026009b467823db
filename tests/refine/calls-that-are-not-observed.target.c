//@ run: refine %s tests/refine/calls-that-are-not-observed.source.c
//@ truth: holds
//@ verdict: true
// Only calls of `second` are observed.
//@ observe call(second), end;
extern void log_it(int), second(int);
void f(int n)
{
    second(n);
    log_it(n);
}
