//@ run: refine %s tests/refine/a-whole-program.source.c
//@ truth: holds
//@ verdict: true
//@ shows: no other thread runs
// `main` starts from initial values, and nobody else runs.
int x = 3;
int main(void)
{
    x = x + 1;
    return 4;
}
