//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody outside calls a function of the program whose address it was not given.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
static int count;
void handler(void) { count++; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    tick();
    if (count != 0)
        reach_error();
    handler();
    return sum;
}
