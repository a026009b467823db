//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Unsigned arithmetic on 40 bits wraps at 2^40.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct s { unsigned long long l : 40; };
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    struct s s = { 0xffffffffff };
    unsigned long long next = s.l + 1;
    if (next != 0)
        reach_error();
    return 0;
}
