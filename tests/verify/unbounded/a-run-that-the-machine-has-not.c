//@ run: verify %s --ints unbounded
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: a run fails with integers of any size, which is none of the machine's
// Behind the greatest `int` there is another number, but not on the machine: there is no proof with
// integers of any size, and no run to show.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    long long y = x + 1;
    if (y > 2147483647)
        reach_error();
    return 0;
}
