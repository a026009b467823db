//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The inner loop is leapt over each time, in ever the same steps.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int n = input();
    long count = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 1000000000; j++) {
            count++;
            if (count == 500000000007)
                reach_error(); //~ violated unreach-call
        }
    return 0;
}
