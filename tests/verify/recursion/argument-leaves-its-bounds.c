//@ run: verify %s --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(no-overflow)
// With 32 discs there are more moves than an int can count.
extern int __VERIFIER_nondet_int(void);
static int moves(int discs)
{
    if (discs == 1)
        return 1;
    return 2 * moves(discs - 1) + 1; //~ violated no-overflow
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 32)
        return 0;
    return moves(n) < 0;
}
