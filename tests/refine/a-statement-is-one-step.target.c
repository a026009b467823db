//@ run: refine %s tests/refine/a-statement-is-one-step.source.c --atomic statements
//@ truth: holds
//@ verdict: true
// As in the paper: nobody comes between the read and the write of one statement.
int x;
void f(void)
{
    x = x + 1;
}
