//@ run: invariants %s
//@ verdict: unknown(unsupported)
// Calls that nest without end are followed only so deep, and nothing is known of what is behind.
extern int input(void);
int down(int n)
{
    while (input())
        n--;
    return n > 0 ? down(n - 1) : n;
}
int main(void)
{
    return down(input());
}
