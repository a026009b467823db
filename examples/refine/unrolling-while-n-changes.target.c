//@ run: refine %s examples/refine/unrolling-while-n-changes.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ shows: it would be right if no other thread wrote `n`
// A loop unrolled while others change its bound: the target.
// Others make n smaller in the middle of an iteration.
int n, x;

void count(void)
{
    int i = 0;
    while (i < 2 * n) {
        x = x + 1;
        x = x + 1;
        i = i + 2;
    }
}
