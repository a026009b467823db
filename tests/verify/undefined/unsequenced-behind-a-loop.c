//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The same, where no concrete run need come.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= i;
    int i = 0;
    if (n > 3 && sum == 4)
        i = i++ + i; //~ violated undefined
    return i;
}
