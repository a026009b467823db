//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The last element of each row is missing.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4][5];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            a[i][j] = i + j;
    while (__VERIFIER_nondet_int())
        ;
    int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
    if (row < 0 || row >= 4 || column < 0 || column >= 5)
        return 0;
    return a[row][column] == 3 ? 1 : 0; //~ violated initialised
}
