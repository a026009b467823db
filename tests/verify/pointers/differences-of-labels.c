//@ run: verify %s --property unreach-call --cpu-time 5
//@ truth: holds
//@ verdict: unknown(unsupported)
// GNU C's tables of distances between labels.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    static const int distance[] = {&&a - &&a, &&b - &&a};
    unsigned k = __VERIFIER_nondet_uint() & 1;
    goto *(&&a + distance[k]);
a:
    if (k != 0)
        reach_error();
    return 0;
b:
    if (k != 1)
        reach_error();
    return 0;
}
