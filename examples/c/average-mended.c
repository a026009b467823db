//@ run: verify %s
//@ truth: holds
//@ verdict: true
// The mean of two numbers, so that nothing overflows on the way (see average.c).
//
//     linchpin verify examples/c/average-mended.c

extern int __VERIFIER_nondet_int(void);

static int average(int low, int high)
{
    return low + (high - low) / 2;
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
