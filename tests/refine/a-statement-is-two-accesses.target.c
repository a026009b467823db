//@ run: refine %s tests/refine/a-statement-is-two-accesses.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Others may write between the read and the write.
int x;
void f(void)
{
    x = x + 1;
}
