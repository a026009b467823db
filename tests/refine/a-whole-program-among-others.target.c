//@ run: refine %s tests/refine/a-whole-program-among-others.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The same, with others around.
//@ env x: only if x >= 0;
int x = 3;
int main(void)
{
    int a = x;
    x = a + 1;
    return a + 1;
}
