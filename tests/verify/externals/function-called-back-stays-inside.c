//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// The handler checks what it is passed.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void on_event(void (*)(unsigned));
static int table[4];
static void handler(unsigned k)
{
    if (k < 4)
        table[k]++;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    on_event(handler);
    return table[0] + sum;
}
