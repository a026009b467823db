//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A table of own functions does what these do.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int x;
static void clear(void) { x = 0; }
static void set(void) { x = 1; }
static void (*const table[2])(void) = {clear, set};
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    table[n & 1]();
    if (x != 0 && x != 1)
        reach_error();
    return sum;
}
