//@ run: verify %s --property unreach-call
//@ run: verify %s --engine bounded --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The failing step is the one behind the first k, and the steps before it start at the entry. With
// `0 <= i <= 3` known, no loop head has k steps before a failure, so that induction alone is silent.
extern void reach_error(void);
extern int left(void), right(int);
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum = 10 * sum + left() + 3 * right(i);
    if (sum == 1234)
        reach_error(); //~ violated unreach-call
    return 0;
}
