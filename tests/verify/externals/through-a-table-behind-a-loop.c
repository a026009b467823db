//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The same through a table, and behind a loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int *);
static void clear(int *p) { *p = 0; }
static void (*const table[2])(int *) = {clear, init};
int main(void)
{
    int x = 0;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    table[n & 1](&x);
    if (x == 31)
        reach_error(); //~ violated unreach-call
    return sum;
}
