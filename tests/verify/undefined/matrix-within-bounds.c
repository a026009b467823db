//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Every element of every row.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int m[2][4] = { { 0 } };
    int i = __VERIFIER_nondet_int() & 1, j = __VERIFIER_nondet_int() & 3;
    m[i][j] = 1;
    return m[i][j] != 1;
}
