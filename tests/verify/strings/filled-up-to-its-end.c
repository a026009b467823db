//@ run: verify %s --cpu-time 30 --engine slicing
//@ truth: holds
//@ verdict: true
// Where the end was put is no variable of the loop that reads.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char s[5000];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4999)
        return 0;
    for (int i = 0; i < n; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n] = 0;
    n = 0;
    while (s[n] != 0)
        n++;
    return n;
}
