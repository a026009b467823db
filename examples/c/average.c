//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The mean of two numbers, as it was written for decades. Is there an input on which it
// overflows?
//
//     linchpin verify examples/c/average.c --property no-overflow

extern int __VERIFIER_nondet_int(void);

static int average(int low, int high)
{
    return (low + high) / 2; //~ violated no-overflow
}

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    if (low < 0 || low > high)
        return 0;
    int middle = average(low, high);
    return middle < low || middle > high;
}
