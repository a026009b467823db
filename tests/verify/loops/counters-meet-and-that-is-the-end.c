//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The only run ends behind a leap, and its end proves that the check holds.
extern void reach_error(void);
int main(void)
{
    int low = 0, high = 2000000000;
    while (low != high) {
        low++;
        high--;
    }
    if (low != 1000000000)
        reach_error();
    return 0;
}
