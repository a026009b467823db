//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A table that nobody outside knows leads nobody there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
static int count;
static void first(void) { count++; }
static void second(void) { count--; }
static void (*const table[2])(void) = {first, second};
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    tick();
    if (count != 0)
        reach_error();
    table[n & 1]();
    return sum;
}
