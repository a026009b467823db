//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Two counters that move towards each other are leapt to where they meet.
extern void reach_error(void);
int main(void)
{
    int low = 0, high = 2000000000;
    while (low != high) {
        low++;
        high--;
    }
    if (low == 1000000000)
        reach_error(); //~ violated unreach-call
    return 0;
}
