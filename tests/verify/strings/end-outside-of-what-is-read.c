//@ run: verify %s --cpu-time 10 --engine slicing
//@ truth: fails
//@ verdict: false(def-behavior)
// The end is in front of where the reading begins.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char s[5000];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4998)
        return 0;
    for (int i = 0; i < 5000; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n] = 0;
    n = n + 1;
    while (s[n] != 0) //~ violated bounds
        n++;
    return n;
}
