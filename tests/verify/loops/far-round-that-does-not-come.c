//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The counter stops before the number that it is compared with, two billion rounds later.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int n = input();
    for (int i = 0; i < n; i++)
        if (i == n)
            reach_error();
    return 0;
}
