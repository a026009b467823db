//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
//@ shows: 1 vacuous
// The program has one run, which does not come to the second store.
static int table[4];
static int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i * i;
    return s;
}
int main(void)
{
    int *p = table;
    int s = sum(30);
    p[s % 4] = s;
    if (s % 2 == 0)
        p[s] = 1;
    return 0;
}
