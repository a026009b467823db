//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// String literals of which none ends the other are apart.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 3;
    const char *a = "abc";
    const char *b = "abd";
    if (a == b)
        reach_error();
    return 0;
}
