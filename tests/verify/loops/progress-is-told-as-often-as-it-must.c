//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The twin of the one that fails, without input: a hundred and fifty times, and no more.
extern void reach_error(void);
int main(void)
{
    int n_told = 0;
    for (int i = 1; i <= 1500000000; i++)
        if (i % 10000000 == 0)
            n_told++;
    if (n_told != 150)
        reach_error();
    return 0;
}
