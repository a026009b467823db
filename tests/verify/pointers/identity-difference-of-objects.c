//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// How far apart two objects lie is open.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static char first[4], second[4];

int main(void)
{
    char *a = first, *b = second;
    if (b - a > 0)
        reach_error();
    return 0;
}
