//@ run: verify %s --property def-behavior --engine slicing --cpu-time 60
//@ truth: holds
//@ verdict: true
// Rows in front of `i`, and in row `i` what is in front of `j`.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[40][50];
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 50; j++)
            a[i][j] = i + j;
    while (__VERIFIER_nondet_int())
        ;
    int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
    if (row < 0 || row >= 40 || column < 0 || column >= 50)
        return 0;
    return a[row][column] == 3 ? 1 : 0;
}
